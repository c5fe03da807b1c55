// SPDX-License-Identifier: GPL-3.0-or-later
// The Live page; see the header.
#include "ui/pages/live_page.h"

#include <QBoxLayout>
#include <QEvent>
#include <QFrame>
#include <QLabel>
#include <QScrollArea>
#include <QStackedWidget>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/run/tasks.h"
#include "ui/charts/format_text.h"
#include "ui/charts/histogram_chart.h"
#include "ui/charts/line_chart.h"
#include "ui/charts/memory_chart.h"
#include "ui/models/run_words.h"
#include "ui/models/session_model.h"
#include "ui/pages/beat.h"
#include "ui/pages/live_histogram.h"
#include "ui/pages/live_lines.h"
#include "ui/pages/live_logged.h"
#include "ui/pages/live_numbers.h"
#include "ui/pages/memory_words.h"
#include "ui/pages/run_chips.h"
#include "ui/pages/run_heading.h"
#include "ui/words/metric_words.h"

namespace mantissa::ui {

namespace {

/// Steps of a run that are drawn in one beat: a run of 100,000 takes several when it is shown for the first time.
constexpr std::size_t kRowsABeat = 32768;
/// One beat of the page's clock: lines every beat, the histogram every second one, numbers every fourth.
constexpr int kBeatMs = 62;

QWidget* makeHint(QWidget* parent) {
    auto* page = new QWidget(parent);
    auto* title = new QLabel(QObject::tr("No run is shown"), page);
    QFont bold;  // nothing else is set: its size goes on following the text size
    bold.setBold(true);
    title->setFont(bold);
    auto* text =
        new QLabel(QObject::tr("Choose a precision in Setup and press Run, or double-click a run in the Runs dock. "
                               "Accuracy, loss, the loss scale, the gradients' magnitudes and the memory of a step "
                               "appear here."),
                   page);
    text->setWordWrap(true);
    text->setMinimumWidth(260);
    text->setMaximumWidth(26 * QFontMetrics(text->font()).height());
    for (QLabel* label : {title, text}) {
        label->setTextFormat(Qt::PlainText);
        label->setAlignment(Qt::AlignCenter);
    }
    auto* column = new QVBoxLayout(page);
    column->addStretch(1);
    column->addWidget(title, 0, Qt::AlignHCenter);
    column->addSpacing(8);
    // Not aligned in the column itself: an aligned item does not get its height for its width.
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(text, 100);
    row->addStretch(1);
    column->addLayout(row);
    column->addStretch(1);
    return page;
}

QString chanceText() {
    return QObject::tr("chance");
}

/// Share of right answers by guessing, in percent: one over the number of classes, from the last tensor's outputs.
double chanceOf(const RunModel& run) {
    if (!gives_one_class(run.config().task())) return std::nan("");
    if (run.tensors().empty() || run.tensors().rbegin()->shape().empty()) return std::nan("");
    return 100.0 / std::max(1u, run.tensors().rbegin()->shape(0));
}

}  // namespace

LivePage::LivePage(SessionModel& session, QWidget* parent)
    : QWidget(parent), session_(session), stack_(new QStackedWidget(this)) {
    setObjectName(QStringLiteral("live_page"));
    stack_->addWidget(makeHint(stack_));
    stack_->addWidget(makeContent());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(stack_);
    lines_ = std::make_unique<LiveLines>(session_, *accuracy_, *loss_, *scale_);
    connectCharts();
    connect(&session_, &SessionModel::runAdded, this, &LivePage::markDirty);
    connect(&session_, &SessionModel::runChanged, this, &LivePage::markDirty);
    connect(&session_, &SessionModel::visibilityChanged, this, &LivePage::markDirty);
    connect(&session_, &SessionModel::currentRunChanged, this, [this] {
        followLive();
        markDirty();
    });
    connect(&session_, &SessionModel::runRemoved, histogram_, &LiveHistogram::forgetRun);
    // The run still exists while this signal runs: look again when it is gone.
    connect(&session_, &SessionModel::runRemoved, this, &LivePage::markDirty, Qt::QueuedConnection);
    timer_.setInterval(kBeatMs);
    timer_.setTimerType(Qt::CoarseTimer);
    connect(&timer_, &QTimer::timeout, this, &LivePage::tick);
}

LivePage::~LivePage() = default;

QWidget* LivePage::makeContent() {
    auto* scroll = new QScrollArea(stack_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    auto* content = new QWidget(scroll);
    numbers_ = new LiveNumbers(content);
    chips_ = new RunChips(content);
    accuracy_ = new LineChart(metricTitle(run::CLASSIFY), tr("step"), content);
    accuracy_->setYLimits(0.0, 100.0);
    accuracy_->setValueSuffix(QStringLiteral(" %"));
    loss_ = new LineChart(tr("Loss (nats)"), tr("step"), content);
    scale_ = new LineChart(tr("Loss scale (power of 2)"), tr("step"), content);
    scale_->setLog2(true);
    for (LineChart* chart : {accuracy_, loss_, scale_}) chart->setEmptyText(tr("Waiting for the first step"));
    logged_ = new LiveLogged(content);
    histogram_ = new LiveHistogram(content);
    memory_ = new MemoryChart(tr("Memory of one step"), content);

    auto* left = new QVBoxLayout;
    left->setSpacing(6);
    left->addWidget(accuracy_, 5);
    left->addWidget(loss_, 4);
    left->addWidget(scale_, 4);
    left->addWidget(logged_, 4);
    auto* right = new QVBoxLayout;
    right->setSpacing(6);
    right->addWidget(histogram_, 8);
    right->addWidget(memory_, 5);
    absent_ = new QLabel(content);
    absent_->setTextFormat(Qt::PlainText);
    absent_->setWordWrap(true);
    absent_->setObjectName(QStringLiteral("absent"));
    absent_->hide();
    right->addWidget(absent_);
    columns_ = new QBoxLayout(QBoxLayout::LeftToRight);
    columns_->setSpacing(6);
    columns_->addLayout(left, 1);
    columns_->addLayout(right, 1);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(6, 6, 6, 6);
    column->setSpacing(6);
    column->addWidget(numbers_);
    column->addWidget(chips_);
    column->addLayout(columns_, 1);
    scroll->setWidget(content);
    return scroll;
}

void LivePage::connectCharts() {
    const std::vector<LineChart*> charts{accuracy_, loss_, scale_, &logged_->chart()};
    linkCharts(charts);
    for (LineChart* from : charts) {
        connect(from, &LineChart::crossHairMoved, this, [this, from](double x) {
            if (!std::isfinite(x) && lookAt_) from->setCrossHair(*lookAt_);  // back to where the timeline points
        });
        connect(from, &LineChart::xRangeChanged, &session_, &SessionModel::lookClosely);
        connect(chips_, &RunChips::highlighted, from, &LineChart::setHighlight);
    }
    connect(chips_, &RunChips::visibilityToggled, &session_, &SessionModel::setVisible);
    connect(histogram_, &LiveHistogram::selectionChanged, this, &LivePage::updateHistogram);
    connect(logged_, &LiveLogged::nameChosen, this, &LivePage::markDirty);
}

void LivePage::arrange() {
    // Two columns only where both have room for their labels: large text gets one, and a scroll bar.
    const int needed = accuracy_->minimumSizeHint().width() + histogram_->minimumSizeHint().width() + 24;
    columns_->setDirection(width() < needed ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void LivePage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

bool LivePage::hasRun() const {
    return stack_->currentIndex() == 1;
}

void LivePage::markDirty() {
    linesDirty_ = histogramDirty_ = numbersDirty_ = true;
    if (isVisible() && !timer_.isActive()) timer_.start();
}

void LivePage::tick() {
    if (chartsFrozen(*this)) return;
    ++ticks_;
    stack_->setCurrentIndex(session_.runs().empty() ? 0 : 1);
    if (linesDirty_) updateLines(kRowsABeat);
    if (histogramDirty_ && ticks_ % 2 == 0) updateHistogram();
    if (numbersDirty_ && ticks_ % 4 == 0) updateNumbers();
    // Nothing new in a whole round: rest until the next record.
    if (!linesDirty_ && !histogramDirty_ && !numbersDirty_) timer_.stop();
}

void LivePage::refreshNow() {
    refresh(std::numeric_limits<std::size_t>::max());
}

void LivePage::refresh(std::size_t rows) {
    stack_->setCurrentIndex(session_.runs().empty() ? 0 : 1);
    updateLines(rows);
    updateHistogram();
    updateNumbers();
}

void LivePage::updateLines(std::size_t most) {
    const RunModel* run = session_.currentRun();
    if (run && !run->foreign()) accuracy_->setReferenceLine(chanceOf(*run), chanceText());
    const run::Task task = run ? run->config().task() : run::CLASSIFY;
    accuracy_->setTitle(metricTitle(task));
    accuracy_->setValueSuffix(metricSuffix(task), metricDecimals(task, 1));
    accuracy_->setYLimits(metricLeast(task), metricMost(task));
    lines_->update(most);
    linesDirty_ = lines_->more();
    logged_->show(run, run ? runStyle(ChartPalette::fromWidget(this), session_.face(*run)) : PrecisionStyle(),
                  lines_->end());
    showAbsent(run);
}

/// A recording may lack what a run of our own always has: then there is a sentence, and no empty chart.
void LivePage::showAbsent(const RunModel* run) {
    const bool foreign = run && run->foreign();
    const auto any = [this](const std::vector<float> StepColumns::*column) {
        for (const RunModel* one : session_.runs()) {
            if (!session_.isVisible(QString::fromStdString(one->runId()))) continue;
            const std::vector<float>& values = one->columns().*column;
            if (std::any_of(values.begin(), values.end(), [](float value) { return !std::isnan(value); })) return true;
        }
        return false;
    };
    const bool squares = run && has_squared_error(run->config().task());
    loss_->setTitle(foreign   ? tr("Loss")
                    : squares ? tr("Loss (mean squared error)")
                              : tr("Loss (nats)"));  // which loss it is a recording does not say
    const bool accuracy = !foreign || any(&StepColumns::accuracy);
    const bool scale = !foreign || any(&StepColumns::scale);
    accuracy_->setVisible(accuracy);
    scale_->setVisible(scale);
    memory_->setVisible(!foreign);
    QStringList lacks;
    if (!accuracy) lacks << tr("accuracy (probe.log(accuracy=…) records it)");
    if (!scale) lacks << tr("a loss scale");
    const bool histograms = run && !run->latestHistograms().empty();
    if (foreign && !histograms && run->foreign()->probe().empty()) lacks << tr("histograms");
    lacks << tr("memory by category");
    const QString text =
        foreign ? tr("The recording of this run does not have: %1.").arg(lacks.join(QStringLiteral(", "))) : QString();
    if (absent_->text() != text) absent_->setText(text);
    absent_->setVisible(foreign);
}

void LivePage::updateHistogram() {
    histogramDirty_ = false;
    const RunModel* run = session_.currentRun();
    histogram_->show(run, lookAt_, run ? session_.face(*run) : RunFace{});
    updateMemory();
}

void LivePage::updateMemory() {
    const RunModel* run = session_.currentRun();
    if (run && run->memory()) {
        memory_->setMemory(memoryData(*run->memory()));
    } else {
        memory_->clear();
    }
}

void LivePage::updateNumbers() {
    numbersDirty_ = false;
    const RunModel* current = session_.currentRun();
    numbers_->show(current, lookAt_);
    const ChartPalette palette = ChartPalette::fromWidget(this);
    std::vector<RunChip> chips;
    for (const RunModel* run : session_.runs()) {
        if (!judgedAlike(*run, current)) continue;  // no chart here draws it
        const QString id = QString::fromStdString(run->runId());
        const RunFace& face = session_.face(id);
        RunChip chip{id,
                     QString::number(face.number),
                     face.name,
                     {},
                     runStyle(palette, face),
                     run == current,
                     session_.isVisible(id)};
        if (chip.current) chip.state = wordOf(run->state());
        // The current run first, then the youngest: that is the one to compare with.
        chips.insert(chips.begin(), std::move(chip));
    }
    std::stable_partition(chips.begin(), chips.end(), [](const RunChip& chip) { return chip.current; });
    chips_->setRuns(chips);
}

void LivePage::showStep(quint32 step) {
    lookAt_ = step;
    for (LineChart* chart : {accuracy_, loss_, scale_}) chart->setCrossHair(step);
    updateHistogram();
    updateNumbers();
}

void LivePage::chooseTensor(const QString& tensor, run::Role role) {
    if (histogram_->choose(session_.currentRun(), tensor, role)) updateHistogram();
}

void LivePage::followLive() {
    if (!lookAt_) return;
    lookAt_.reset();
    for (LineChart* chart : {accuracy_, loss_, scale_}) chart->setCrossHair(std::nan(""));
    histogramDirty_ = numbersDirty_ = true;
    markDirty();
}

void LivePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh(kRowsABeat);
    markDirty();
}

void LivePage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    timer_.stop();
}

void LivePage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && columns_) arrange();
    if (event->type() != QEvent::PaletteChange) return;
    if (lines_) lines_->restyle();
    markDirty();
}

}  // namespace mantissa::ui
