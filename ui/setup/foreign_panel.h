// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the Setup dock while the run that the pages show is not ours: its own description, and that nothing is
// sent to it.
#pragma once

#include <QScrollArea>

#include "engine/run/run.pb.h"

class QGridLayout;

namespace mantissa::ui {

class TextLabel;

class ForeignPanel : public QScrollArea {
    Q_OBJECT

  public:
    explicit ForeignPanel(QWidget* parent = nullptr);

    /// Shows this description; nothing happens where it is shown already.
    /// `unseenScaler`: it used a GradScaler that the recorder was not given.
    void show(const run::ForeignRun& run, bool unseenScaler = false);
    using QScrollArea::show;
    /// The rows as text, "what: value" in lines.
    QString text() const;

  private:
    run::ForeignRun shown_;
    bool unseenScaler_ = false;
    QWidget* inner_;
    QGridLayout* grid_;
    TextLabel* head_ = nullptr;
};

}  // namespace mantissa::ui
