// SPDX-License-Identifier: GPL-3.0-or-later
// File › Inspect tensors: somebody's own gradients or weights against every format, the worst tensor first, with its
// histogram over the format's range. The files are read on a thread of its own.
#pragma once

#include <QDialog>
#include <QSortFilterProxyModel>
#include <QStringList>
#include <atomic>
#include <memory>
#include <thread>

#include "ui/models/inspection_table.h"

class QComboBox;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTableView;

namespace mantissa::ui {

class HistogramChart;
class TextLabel;

class InspectDialog : public QDialog {
    Q_OBJECT

  public:
    explicit InspectDialog(QWidget* parent = nullptr);
    /// Reading ends with the dialog.
    ~InspectDialog() override;

    /// Reads these files in place of what is shown; returns at once. finished() comes when all are read.
    void open(const QStringList& files);
    bool reading() const { return thread_.joinable(); }
    const InspectionTable& table() const { return table_; }
    /// The rows that are shown as text: a line each, tabs between the cells, with the names of the columns.
    QString tableText() const;

  signals:
    void finished();
    /// A person wants the page that shows tensors.
    void pageWanted();
    /// and on it this one, against this format; again whenever another is chosen. Valid while the signal runs.
    void tensorChosen(const mantissa::InspectedTensor& tensor, const mantissa::FloatFormat& format);

  private:
    struct Work {
        std::atomic<bool> stop{false};
        std::atomic<int> percent{0};
    };
    void build();
    void take(Inspection inspection, const QStringList& problems);
    void showFormat(int index);
    void showRow();
    void showOnPage();
    void askForFiles();
    void tell();
    void end();

    InspectionTable table_;
    QSortFilterProxyModel rows_;
    QStringList problems_;
    std::shared_ptr<Work> work_;
    std::thread thread_;
    bool showing_ = false;  // on the page
    QComboBox* format_;
    QLineEdit* filter_;
    QTableView* view_;
    HistogramChart* chart_;
    QProgressBar* progress_;
    QPushButton* files_;
    QPushButton* copy_;
    QPushButton* show_;
    TextLabel* status_;
};

}  // namespace mantissa::ui
