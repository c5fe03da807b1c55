// SPDX-License-Identifier: GPL-3.0-or-later
// See page_frame.h.
#include "ui/pages/page_frame.h"

#include <QEvent>
#include <QFrame>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/models/session_model.h"
#include "ui/pages/run_heading.h"

namespace mantissa::ui {

RunPage::RunPage(const QString& name, SessionModel& session, int milliseconds, QWidget* parent)
    : BeatPage(milliseconds, parent), session_(session) {
    setObjectName(name);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    content_ = new QWidget(scroll);
    heading_ = new RunHeading(session_, content_);
    column_ = new QVBoxLayout(content_);
    column_->setContentsMargins(6, 6, 6, 6);
    column_->setSpacing(6);
    column_->addWidget(heading_);
    scroll->setWidget(content_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    for (const auto signal : {&SessionModel::runAdded, &SessionModel::runChanged})
        connect(&session_, signal, this, &RunPage::markDirty);
    connect(&session_, &SessionModel::visibilityChanged, this, &RunPage::markDirty);
    connect(&session_, &SessionModel::currentRunChanged, this, [this] {
        lookAt_.reset();
        redraw();
        runChosen();
        stepChosen();
        markDirty();
    });
    connect(&session_, &SessionModel::runRemoved, this, [this] {
        redraw();
        runGoes();
    });
    // The run still exists while this signal runs: look again when it is gone.
    connect(&session_, &SessionModel::runRemoved, this, &RunPage::markDirty, Qt::QueuedConnection);
}

QLabel* RunPage::makeSentence(const QString& text) {
    auto* label = new QLabel(text, content_);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

void RunPage::refreshNow() {
    taken();
    heading_->refresh(lookAt_);
    showRun(session_.currentRun());
}

bool RunPage::tensorsChanged(const RunModel* run) {
    const Drawn now{run, run ? run->tensorsVersion() : 0, lookAt_};
    const bool changed = drawn_ != now;
    drawn_ = now;
    return changed;
}

void RunPage::showStep(quint32 step) {
    lookAt_ = step;
    stepChosen();
    markDirty();
}

void RunPage::followLive() {
    if (!lookAt_) return;
    lookAt_.reset();
    stepChosen();
    markDirty();
}

void RunPage::resizeEvent(QResizeEvent* event) {
    BeatPage::resizeEvent(event);
    arrange();
}

void RunPage::changeEvent(QEvent* event) {
    BeatPage::changeEvent(event);
    if (event->type() == QEvent::FontChange) arrange();
    if (event->type() != QEvent::PaletteChange) return;
    redraw();
    restyle();
    markDirty();
}

}  // namespace mantissa::ui
