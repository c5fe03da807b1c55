// SPDX-License-Identifier: GPL-3.0-or-later
// See progress_strip.h.
#include "ui/shell/progress_strip.h"

#include <QEvent>
#include <QProgressBar>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/charts/format_text.h"
#include "ui/models/run_words.h"
#include "ui/widgets/text_label.h"

namespace mantissa::ui {

namespace {

constexpr int permille = 1000;

QString progressWords(const RunModel& run, const Pace& pace) {
    QStringList parts;
    const run::RunConfig& config = run.currentConfig();  // its length can be changed while it trains
    if (config.epochs() > 0 && config.steps() < 0) {
        const double epoch = std::min(std::floor(run.epoch()) + 1, static_cast<double>(config.epochs()));
        parts << ProgressStrip::tr("Epoch %1 of %2").arg(epoch, 0, 'f', 0).arg(config.epochs());
    } else {
        parts << ProgressStrip::tr("Step %1").arg(run.step());
    }
    if (run.state() == RunState::running) {
        const std::uint32_t total = run.totalSteps();
        const auto eta = total > 0 ? pace.secondsFor(total - std::min(total, run.step())) : std::nullopt;
        parts << (eta ? ProgressStrip::tr("%1 left").arg(durationText(*eta)) : ProgressStrip::tr("measuring"));
    } else {
        parts << wordOf(run.state());
    }
    return parts.join(" · ");
}

}  // namespace

ProgressStrip::ProgressStrip(QWidget* parent)
    : QWidget(parent), words_(new TextLabel(tr("Ready"), TextRole::Note)), bar_(new QProgressBar) {
    words_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    words_->setWordWrap(false);
    bar_->setRange(0, permille);
    bar_->setTextVisible(false);
    bar_->setFixedHeight(6);
    bar_->setAccessibleName(tr("Progress of the run"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 0, 8, 0);
    column->setSpacing(4);
    column->addStretch(1);
    column->addWidget(words_);
    column->addWidget(bar_);
    column->addStretch(1);
    clock_.start();
    fitText();
}

void ProgressStrip::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) fitText();
}

void ProgressStrip::fitText() {
    setFixedWidth(fontMetrics().horizontalAdvance(tr("Epoch 10 of 10 · 10 min 10 s left")) + 16);
}

QString ProgressStrip::text() const {
    return words_->text();
}

void ProgressStrip::show(const RunModel* run, bool starting) {
    if (run) pace_.note(run->runId(), run->step(), clock_.elapsed(), run->state() != RunState::running);
    const QString text = starting ? tr("Starting…") : run ? progressWords(*run, pace_) : tr("Ready");
    if (words_->text() != text) words_->setText(text);
    const int value = run && !starting ? static_cast<int>(std::lround(run->progress() * permille)) : 0;
    bar_->setValue(std::clamp(value, 0, permille));
    bar_->setAccessibleDescription(text);
}

}  // namespace mantissa::ui
