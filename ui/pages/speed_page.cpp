// SPDX-License-Identifier: GPL-3.0-or-later
// The Speed page; see the header.
#include "ui/pages/speed_page.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <QTime>
#include <algorithm>

#include "engine/run/models.h"
#include "ui/charts/format_text.h"
#include "ui/client/engine_client.h"
#include "ui/models/session_model.h"
#include "ui/pages/speed_words.h"
#include "ui/words/date_words.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

constexpr int kLookMs = 250;  // whether a run trains, what it holds: numbers, so 4 Hz
constexpr int kFourGib = 48;  // the budget to begin with

/// Text that is there only where there is something to say.
void say(QLabel* label, const QString& text) {
    if (label->text() != text) label->setText(text);
    label->setVisible(!text.isEmpty());
}

}  // namespace

SpeedPage::SpeedPage(EngineClient& client, SessionModel& session, std::function<run::RunConfig()> setup,
                     QWidget* parent)
    : QWidget(parent), session_(session), client_(client), setup_(std::move(setup)), bench_(client), plans_(client) {
    setObjectName(QStringLiteral("speed_page"));
    build();
    bench_.setObstacle([this] { return obstacle(); });
    connect(button_, &QPushButton::clicked, this, &SpeedPage::toggle);
    connect(&bench_, &SpeedBench::progressed, this, [this] {
        showFigures();
        showControls();
    });
    connect(&bench_, &SpeedBench::ended, this, [this](const QString& reason) {
        const auto done = static_cast<int>(bench_.measured().size());
        if (done == bench_.total()) {
            outcome_ = tr("Measured at %1 on %2")
                           .arg(dateLocale().toString(QTime::currentTime(), QLocale::ShortFormat),
                                nameInWords(bench_.measured().back().result.device()));
            const QString unsteady = unsteadySentence(bench_.measured());
            if (!unsteady.isEmpty()) outcome_ += QStringLiteral(". ") + unsteady;
        } else {
            outcome_ = tr("Stopped after %1 of %n cases. %2", nullptr, bench_.total()).arg(done).arg(reason);
        }
        showFigures();
        showControls();
    });
    connect(&plans_, &MemoryPlans::changed, this, &SpeedPage::showPlans);
    connect(budget_, &QSlider::valueChanged, this, [this](int value) {
        askBudget();
        emit budgetChosen(budgetBytes(value));
    });
    connect(reading_, &QComboBox::currentIndexChanged, this, &SpeedPage::askBudget);
    connect(&tick_, &QTimer::timeout, this, &SpeedPage::showControls);
    tick_.setInterval(kLookMs);
    askBudget();
    showFigures();
    showControls();
}

void SpeedPage::build() {
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* content = new QWidget(scroll);
    auto* about = new QLabel(
        tr("A narrower format can make training faster where the device has units for it, and it can save memory where "
           "activations outweigh what must stay FP32. Both are measured and planned here for the network in Setup."),
        content);
    network_ = new QLabel(content);
    button_ = new QPushButton(content);
    button_->setObjectName(QStringLiteral("measure"));
    progress_ = new QProgressBar(content);
    progress_->setAccessibleName(tr("Cases measured"));
    QSizePolicy kept = progress_->sizePolicy();
    kept.setRetainSizeWhenHidden(true);  // the button does not grow when the bar goes
    progress_->setSizePolicy(kept);
    status_ = new QLabel(content);
    throughput_ = new SpeedBars(tr("Throughput against FP32"), content);
    throughput_->setEmptyText(tr("Matrix products and convolutions in each format: measured in about ten seconds"));
    odd_ = new QLabel(content);
    emulated_ = new QLabel(content);
    native_ = new QLabel(content);
    rounding_ = new QLabel(content);
    step_ = new QLabel(content);
    kernels_ = new BarList(tr("Where the time of a step goes"), content);
    kernels_->setEmptyText(tr("One training step of the network in Setup, kernel by kernel: not measured yet"));
    limits_ = new QLabel(content);
    for (QLabel* label : {about, network_, status_, odd_, emulated_, native_, rounding_, step_, limits_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    status_->setAccessibleName(tr("State of the measurement"));

    auto* controls = new QHBoxLayout;
    controls->setSpacing(6);
    controls->addWidget(button_);
    controls->addWidget(progress_, 1);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(6, 6, 6, 6);
    column->setSpacing(6);
    column->addWidget(about);
    column->addWidget(network_);
    column->addLayout(controls);
    for (QWidget* widget :
         {static_cast<QWidget*>(status_), static_cast<QWidget*>(throughput_), static_cast<QWidget*>(emulated_),
          static_cast<QWidget*>(native_), static_cast<QWidget*>(odd_), static_cast<QWidget*>(rounding_),
          static_cast<QWidget*>(kernels_), static_cast<QWidget*>(step_), static_cast<QWidget*>(limits_)})
        column->addWidget(widget);
    column->addWidget(buildMemory(content), 1);
    scroll->setWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
}

QWidget* SpeedPage::buildMemory(QWidget* parent) {
    auto* part = new QWidget(parent);
    memory_ = new MemoryByBatch(tr("Memory of a step by batch"), part);
    memory_->setEmptyText(tr("The worker is planning …"));
    auto* readingName = new QLabel(tr("&Bytes on"), part);
    reading_ = new QComboBox(part);
    reading_->addItems({tr("a device that stores the formats natively"), tr("this device")});
    reading_->setAccessibleName(tr("Whose bytes are shown"));
    readingName->setBuddy(reading_);
    auto* budgetName = new QLabel(tr("B&udget"), part);
    budget_ = new QSlider(Qt::Horizontal, part);
    budget_->setRange(0, kBudgetSteps);
    budget_->setValue(kFourGib);
    budget_->setPageStep(12);  // a doubling
    budget_->setAccessibleName(tr("Budget of memory"));
    budget_->setToolTip(tr("Once you move it, the advisor also says when a run could use twice the batch within it."));
    budgetName->setBuddy(budget_);
    budgetValue_ = new QLabel(part);
    fits_ = new QLabel(part);
    pays_ = new QLabel(part);
    allocated_ = new QLabel(part);
    auto* apart = new QLabel(tr("The curves count one step, as the worker plans it: without the shadow, which only "
                                "watches, without evaluation, counters and data set."),
                             part);
    apart->setObjectName(QStringLiteral("curvesCount"));
    for (QLabel* label : {budgetValue_, fits_, pays_, allocated_, apart}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(label != budgetValue_);
    }
    fits_->setAccessibleName(tr("The largest batch for the budget"));
    auto* choice = new QHBoxLayout;
    choice->addWidget(readingName);
    choice->addWidget(reading_);
    choice->addStretch(1);
    auto* slider = new QHBoxLayout;
    slider->addWidget(budgetName);
    slider->addWidget(budget_, 1);
    slider->addWidget(budgetValue_);
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addLayout(choice);
    column->addWidget(memory_, 1);
    column->addWidget(pays_);
    column->addLayout(slider);
    column->addWidget(fits_);
    column->addWidget(apart);
    column->addWidget(allocated_);
    return part;
}

/// Why nothing may be measured now; empty: nothing stands in the way.
QString SpeedPage::obstacle() const {
    if (client_.state() == WorkerState::lost) return tr("The worker is not running: start it again first.");
    const std::vector<const RunModel*>& runs = session_.runs();
    const auto trains = [](const RunModel* run) { return run->state() == RunState::running; };
    const auto watched = [&trains](const RunModel* run) { return trains(run) && run->foreign(); };
    if (std::any_of(runs.begin(), runs.end(), watched))
        return tr(
            "A watched training is running. It would falsify the figures, and Mantissa cannot pause it: measure "
            "once it has ended.");
    if (std::any_of(runs.begin(), runs.end(), trains))
        return tr("A run is training: pause it first, or it would falsify the figures.");
    return occupied_ ? occupied_() : QString();
}

void SpeedPage::toggle() {
    if (bench_.running()) {
        bench_.stop();
        return;
    }
    if (!obstacle().isEmpty()) return;
    outcome_.clear();
    bench_.start(speedCases(setup_(), options_));
    showFigures();
    showControls();
}

void SpeedPage::refresh() {
    if (!isVisible()) return;
    plans_.setSetup(setup_());
    showFigures();  // which may be of other settings now
}

void SpeedPage::showControls() {
    const bool running = bench_.running();
    const QString reason = running ? QString() : obstacle();
    button_->setText(running ? tr("Stop") : tr("Measure this device"));
    button_->setEnabled(reason.isEmpty());
    button_->setToolTip(reason.isEmpty() ? tr("Products, convolutions, copying, rounding, and training steps by kernel")
                                         : reason);
    progress_->setVisible(running);
    if (running) {
        const auto done = static_cast<int>(bench_.measured().size());
        progress_->setRange(0, bench_.total());
        progress_->setValue(done);
        if (done < bench_.total()) {  // else the last is measured, and its end not yet told
            const run::Bench& now = bench_.current();
            const QString format = now.has_precision() ? u' ' + modeName(now.precision()) : QString();
            progress_->setFormat(tr("%1 of %2: %3").arg(done + 1).arg(bench_.total()).arg(nameOf(now) + format));
        }
    }
    say(status_, reason.isEmpty() ? outcome_ : outcome_.isEmpty() ? reason : outcome_ + u'\n' + reason);
    const RunModel* run = session_.currentRun();
    const run::RunConfig setup = setup_();
    const QString named =
        tr("Network in Setup: %1, batch %2.").arg(QString::fromStdString(network_name(setup))).arg(setup.batch());
    say(network_, run && run->foreign()
                      ? named + u' ' + tr("The run on display is of another program: its network is not planned here.")
                      : named);
    say(allocated_, run && !quiet_ ? allocatedSentence(*run, session_.displayName(QString::fromStdString(run->runId())))
                                   : QString());
}

void SpeedPage::showFigures() {
    const std::vector<Measured>& measured = bench_.measured();
    const std::vector<Throughput> rows = throughputs(measured);
    const Measured* step = measuredStep(measured);
    const DeviceLimits limits = step ? limitsOf(measured, step->bench.config().precision()) : DeviceLimits{};
    throughput_->setBars(speedBars(rows));
    say(odd_, oddSentence(rows));
    say(emulated_, emulatedSentence(rows, step));
    say(rounding_, roundingSentence(measured));
    say(limits_, step ? limitsSentence(limits) : QString());
    QString told = step ? stepSentence(*step) : QString();
    const run::RunConfig setup = setup_();
    const auto settings = [](const run::RunConfig& config) { return describeModel(config) + describe(config); };
    if (step && settings(setup) != settings(step->bench.config()))
        told += u' ' + tr("Setup has other settings now: measure again to see theirs.");
    say(step_, told);
    const QString mode = step ? modeName(step->bench.config().precision()) : QString();
    kernels_->setTitle(!step                     ? tr("Where the time of a step goes")
                       : step->result.emulated() ? tr("Where the time of a step goes (%1, emulated)").arg(mode)
                                                 : tr("Where the time of a step goes (%1)").arg(mode));
    kernels_->setBars(step ? kernelBars(*step, limits) : BarListData{},
                      ChartPalette::fromWidget(this).precision(mode).color);
}

void SpeedPage::setQuiet(bool quiet) {
    if (quiet == quiet_) return;
    quiet_ = quiet;
    showPlans();
    showControls();
}

void SpeedPage::showPlans() {
    const run::RunConfig setup = setup_();
    const QString refused = plans_.curvesComplete() ? plans_.problem(run::FP32) : QString();
    memory_->setEmptyText(quiet_              ? tr("Shown once the outcome is seen")
                          : refused.isEmpty() ? tr("The worker is planning …")
                                              : tr("This cannot be planned: %1").arg(refused));
    say(fits_, quiet_ ? QString() : budgetSentence(plans_));
    say(native_, quiet_ ? QString() : nativeSentence(plans_, setup.batch()));
    if (quiet_) memory_->setMemory({});
    if (quiet_ || !plans_.curvesComplete()) {
        say(pays_, {});
        // A curve is shown whole: until then the one before stays, but never that of another network.
        if (!quiet_ && !same_network(drawn_, setup)) memory_->setMemory({});
        return;
    }
    drawn_ = setup;
    memory_->setTitle(plans_.native() ? tr("Memory of a step by batch (stored natively, without the FP32 shadow)")
                                      : tr("Memory of a step by batch (on this device, without the FP32 shadow)"));
    memory_->setMemory(memoryByBatch(plans_, setup.batch()));
    say(pays_, paysSentence(plans_, setup.batch()));
}

void SpeedPage::askBudget() {
    const std::uint64_t bytes = budgetBytes(budget_->value());
    budgetValue_->setText(bytesText(bytes));
    budgetValue_->setMinimumWidth(QFontMetrics(font()).horizontalAdvance(QStringLiteral("0000 MiB")));
    plans_.setBudget(bytes, reading_->currentIndex() == 0);
    showPlans();
}

void SpeedPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    plans_.setActive(true);
    refresh();  // Setup may have changed
    showControls();
    tick_.start();
}

void SpeedPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    tick_.stop();
    plans_.setActive(false);
}

void SpeedPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && kernels_) showFigures();
}

}  // namespace mantissa::ui
