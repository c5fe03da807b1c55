// SPDX-License-Identifier: GPL-3.0-or-later
// The line at the head of a page that shows one run: which one (its number, marker and name, as everywhere), how it
// stands, and the step that the page looks at. Another run can be chosen in it.
#pragma once

#include <QWidget>
#include <cstdint>
#include <optional>
#include <vector>

#include "ui/charts/palette.h"
#include "ui/models/session_model.h"

class QComboBox;
class QIcon;
class QLabel;

namespace mantissa::ui {

/// Colour and marker of a run, the same on every page.
PrecisionStyle runStyle(const ChartPalette& palette, const RunFace& face);

/// The colour of a tensor's histogram: its run's, or that of its own format where it is kept in another.
QColor tensorColor(const ChartPalette& palette, const RunFace& face, const run::Histogram& histogram);

/// Its marker as an icon for a list or a table on `widget`.
QIcon runIcon(const RunFace& face, const QWidget& widget);

/// "2  FP16 · dynamic · batch 256": number and name.
QString runTitle(const RunFace& face);

class RunHeading : public QWidget {
    Q_OBJECT

  public:
    /// `session` is not owned and must outlive the heading.
    explicit RunHeading(SessionModel& session, QWidget* parent = nullptr);

    /// Names the current run; `step`: the one that the page was asked to look at, none where it follows the newest.
    void refresh(std::optional<std::uint32_t> step);
    /// What stands there: "2  FP16 · dynamic · batch 256", and "running, step 120".
    QString runText() const;
    QString stateText() const;
    QComboBox& box() { return *box_; }

  protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    struct Entry {
        QString id;
        RunFace face;
        bool operator==(const Entry&) const = default;
    };
    void fill(const std::vector<Entry>& entries);
    void fit();

    SessionModel& session_;
    QComboBox* box_;
    QLabel* state_;
    QString whole_;  // what the label says where it has room
    std::vector<Entry> entries_;
};

}  // namespace mantissa::ui
