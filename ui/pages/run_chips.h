// SPDX-License-Identifier: GPL-3.0-or-later
// The row that names the runs on the charts: the current one first, then the earlier ones, each with its number, marker
// and a check box that hides it. Those that do not fit are behind a button.
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

#include "ui/charts/palette.h"

class QCheckBox;
class QLabel;
class QToolButton;

namespace mantissa::ui {

/// One run in the row. The name is plain text.
struct RunChip {
    QString id;
    QString number;  ///< the tag at its lines' ends
    QString name;
    QString state;  ///< only of the current run: "running"
    PrecisionStyle style;
    bool current = false;
    bool visible = true;
    bool operator==(const RunChip& other) const;
};

class RunChips : public QWidget {
    Q_OBJECT

  public:
    explicit RunChips(QWidget* parent = nullptr);
    ~RunChips() override;

    /// Replaces the row; nothing happens where it is the same. The current run first.
    void setRuns(const std::vector<RunChip>& runs);
    const std::vector<RunChip>& runs() const { return runs_; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    void visibilityToggled(const QString& id, bool visible);
    /// The mouse or the keyboard is on a run (empty: on none).
    void highlighted(const QString& id);

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void rebuild();
    void arrange();
    void nameCurrent(int more);
    void nameBoxes(int letters);
    void popUpRest();
    QIcon iconOf(const RunChip& run) const;
    int height1() const;

    std::vector<RunChip> runs_;
    QWidget* current_ = nullptr;
    QLabel* currentName_ = nullptr;  ///< in current_, while that is there
    QString currentWhole_;
    std::vector<QCheckBox*> boxes_;
    QToolButton* rest_;
    std::size_t shown_ = 0;
};

}  // namespace mantissa::ui
