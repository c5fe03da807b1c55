// SPDX-License-Identifier: GPL-3.0-or-later
// The Compare page; see the header. What its charts show is in compare_lines.cpp, how wide its table's columns are in
// compare_columns.cpp.
#include "ui/pages/compare_page.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QFrame>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTableView>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "engine/run/tasks.h"
#include "ui/charts/line_chart.h"
#include "ui/models/session_model.h"
#include "ui/pages/compare_foreign.h"
#include "ui/pages/compare_setup.h"
#include "ui/pages/compare_words.h"
#include "ui/pages/run_heading.h"
#include "ui/pages/seed_view.h"
#include "ui/words/metric_words.h"

namespace mantissa::ui {

namespace {

/// More rows in all lanes than this are drawn anew only every two seconds: it takes its time.
constexpr std::size_t kManyRows = 100000;
constexpr qint64 kManyRowsMs = 2000;

QLabel* makeLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

void setOrHide(QLabel* label, const QString& text) {
    if (label->text() == text) return;
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

}  // namespace

ComparePage::ComparePage(SessionModel& session, std::function<run::RunConfig()> settings, QWidget* parent)
    : BeatPage(250, parent), session_(session) {
    setObjectName(QStringLiteral("compare_page"));
    setup_ = new CompareSetup(std::move(settings), this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(makeContent());
    connect(setup_, &CompareSetup::raceWanted, this, &ComparePage::raceWanted);
    connectTable();
    connectCharts();
    connect(&session_, &SessionModel::runAdded, this, &ComparePage::markDirty);
    connect(&session_, &SessionModel::runChanged, this, [this](const QString& runId) {
        if (concerns(runId)) markDirty();
    });
    connect(&session_, &SessionModel::visibilityChanged, this, &ComparePage::markDirty);
    connect(&session_, &SessionModel::currentRunChanged, this, &ComparePage::markDirty);
    // The run still exists while this signal runs: forget it now, look again when it is gone.
    connect(&session_, &SessionModel::runRemoved, this, [this] {
        model_->setLanes({}, table_);
        lanes_.clear();
        shown_ = {};
    });
    connect(&session_, &SessionModel::runRemoved, this, &ComparePage::markDirty, Qt::QueuedConnection);
    refreshNow();
}

QWidget* ComparePage::makeContent() {
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* content = new QWidget(scroll);
    about_ = makeLabel(content);
    seeds_ = makeLabel(content);
    seeds_->hide();
    note_ = makeLabel(content);
    setupToggle_ = new QToolButton(content);
    setupToggle_->setObjectName(QStringLiteral("raceSetup"));
    setupToggle_->setText(tr("Runs of the next race"));
    setupToggle_->setAccessibleName(setupToggle_->text());
    setupToggle_->setToolTip(tr("Precision and loss scaling of each run; everything else as in the Setup dock."));
    setupToggle_->setCheckable(true);
    setupToggle_->setChecked(true);
    setupToggle_->setAutoRaise(true);
    setupToggle_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setupToggle_->setArrowType(Qt::DownArrow);
    connect(setupToggle_, &QToolButton::toggled, this, &ComparePage::openSetup);
    model_ = new CompareTable(this);
    table_ = new QTableView(content);
    table_->setModel(model_);
    axis_ = new QComboBox(content);
    axis_->setObjectName(QStringLiteral("raceAxis"));
    axis_->setAccessibleName(tr("Horizontal axis of the charts"));
    axis_->addItems({tr("by step"), tr("by time")});
    axis_->setToolTip(
        tr("By step: what a format does to learning. By time: the same records against each run's own step time, for "
           "runs that compute natively."));
    connect(axis_, &QComboBox::currentIndexChanged, this, [this](int index) { setByTime(index == 1); });

    target_ = new QDoubleSpinBox(content);
    target_->setObjectName(QStringLiteral("raceTarget"));
    target_->setAccessibleName(tr("Target"));
    target_->setPrefix(tr("target "));
    target_->setSpecialValueText(tr("no target"));
    target_->setDecimals(1);
    target_->setSingleStep(1);
    target_->setKeyboardTracking(false);
    target_->setToolTip(
        tr("The table tells at which step each run first reached this, and after how much time of its own steps: a "
           "format may be quicker a step and slower to learn."));
    connect(target_, &QDoubleSpinBox::valueChanged, this, &ComparePage::refreshNow);
    table_->setColumnHidden(CompareTable::Target, true);

    results_ = new QWidget(content);
    seedTable_ = new SeedView(results_);
    accuracy_ = new LineChart(testMetricTitle(run::CLASSIFY), tr("step"), results_);
    accuracy_->setYLimits(0.0, 100.0);
    accuracy_->setValueSuffix(QStringLiteral(" %"));
    loss_ = new LineChart(tr("Loss of the batch (nats)"), tr("step"), results_);
    accuracyDifference_ = new LineChart(metricDifferenceTitle(run::CLASSIFY), tr("step"), results_);
    lossDifference_ = new LineChart(tr("Loss − baseline (nats)"), tr("step"), results_);
    upper_ = new QBoxLayout(QBoxLayout::LeftToRight);
    lower_ = new QBoxLayout(QBoxLayout::LeftToRight);
    for (QBoxLayout* row : {upper_, lower_}) row->setSpacing(6);
    upper_->addWidget(accuracy_, 1);
    upper_->addWidget(loss_, 1);
    lower_->addWidget(accuracyDifference_, 1);
    lower_->addWidget(lossDifference_, 1);
    auto* axisLine = new QHBoxLayout;
    axisLine->setSpacing(8);
    axisLine->addWidget(axis_);
    axisLine->addWidget(target_);
    axisLine->addWidget(note_, 1);
    auto* below = new QVBoxLayout(results_);
    below->setContentsMargins(0, 0, 0, 0);
    below->setSpacing(6);
    below->addWidget(table_);
    below->addWidget(seedTable_);
    below->addWidget(seeds_);
    below->addLayout(axisLine);
    below->addLayout(upper_, 1);
    below->addLayout(lower_, 1);
    foreign_ = new CompareForeign(results_);
    below->addWidget(foreign_, 1);

    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(6, 6, 6, 6);
    column->setSpacing(4);
    column->addWidget(about_);
    column->addWidget(setupToggle_, 0, Qt::AlignLeft);
    column->addWidget(setup_);
    column->addWidget(results_, 1);
    column->addStretch(0);
    scroll->setWidget(content);
    return scroll;
}

void ComparePage::connectTable() {
    table_->setAccessibleName(tr("The runs in figures"));
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTabKeyNavigation(false);
    table_->setShowGrid(false);
    table_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setHighlightSections(false);
    table_->horizontalHeader()->setStretchLastSection(false);
    table_->horizontalHeader()->setMinimumSectionSize(20);
    table_->horizontalHeader()->setDefaultAlignment(Qt::Alignment::fromInt(Qt::AlignCenter | Qt::TextWordWrap));
    table_->installEventFilter(this);
    connect(table_, &QTableView::clicked, this, [this](const QModelIndex& at) {
        if (at.column() == CompareTable::Baseline) setBaseline(model_->runId(at.row()));
    });
    connect(table_, &QTableView::activated, this, [this](const QModelIndex& at) {
        const QString id = model_->runId(at.row());
        for (const CompareLane& lane : lanes_) {
            if (!lane.parting || QString::fromStdString(lane.run->runId()) != id) continue;
            if (const auto& origin = lane.parting->origin)
                emit tensorWanted(QString::fromStdString(origin->tensor), origin->role);
            emit stepWanted(lane.parting->at.step);
        }
    });
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& at) {
        if (!fillingTable_ && at.isValid()) session_.setCurrentRun(model_->runId(at.row()));
    });
}

std::vector<LineChart*> ComparePage::charts() const {
    return {accuracy_, loss_, accuracyDifference_, lossDifference_};
}

void ComparePage::connectCharts() {
    for (LineChart* chart : charts()) chart->setEmptyText(tr("Waiting for the first steps"));
    linkCharts(charts());
    for (LineChart* from : charts()) {
        connect(from, &LineChart::crossHairMoved, this, [this, from](double x) {
            if (!std::isfinite(x) && lookAt_ && !byTime_) from->setCrossHair(*lookAt_);
        });
    }
}

void ComparePage::arrange() {
    const int needed = accuracy_->minimumSizeHint().width() + loss_->minimumSizeHint().width() + 24;
    const auto direction = width() < needed ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    upper_->setDirection(direction);
    lower_->setDirection(direction);
}

void ComparePage::openSetup(bool open) {
    setup_->setVisible(open);
    setupToggle_->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
}

void ComparePage::setPossible(bool possible, const QString& reason) {
    setup_->setPossible(possible, reason);
}

void ComparePage::setToCome(int races) {
    toCome_ = races;
    markDirty();
}

void ComparePage::setBaseline(const QString& runId) {
    if (baseline_ == runId.toStdString()) return;
    baseline_ = runId.toStdString();
    refreshNow();
}

void ComparePage::setByTime(bool on) {
    if (byTime_ == on) return;
    byTime_ = on;
    axis_->setCurrentIndex(on ? 1 : 0);
    for (LineChart* chart : {accuracy_, loss_}) chart->setXTitle(on ? tr("seconds") : tr("step"));
    for (LineChart* chart : charts()) {  // a range of seconds is none of steps
        chart->setCrossHair(!on && lookAt_ ? static_cast<double>(*lookAt_) : std::nan(""));
        chart->resetXRange();
    }
    // A difference exists from step to step only.
    for (LineChart* chart : {accuracyDifference_, lossDifference_}) chart->setVisible(!on);
    refreshNow();
}

/// Whether what became of this run is to be seen here: it stands here, or is of the same repetition over seeds.
bool ComparePage::concerns(const QString& runId) const {
    const std::string id = runId.toStdString();
    const auto stands = [&id](const RunModel* run) { return run->runId() == id; };
    if (shown_.lanes.empty() || std::any_of(shown_.lanes.begin(), shown_.lanes.end(), stands) ||
        std::any_of(shown_.ghosts.begin(), shown_.ghosts.end(), stands))
        return true;
    const RunModel* run = session_.run(runId);
    const std::string& group = shown_.lanes.front()->identity().group_id();
    return run && !group.empty() && run->identity().group_id() == group;
}

void ComparePage::tick() {
    std::size_t rows = 0;
    for (const RunModel* run : shown_.lanes) rows += run->columns().size();
    if (rows > kManyRows && drawn_.isValid() && drawn_.elapsed() < kManyRowsMs) return;
    refreshNow();
}

void ComparePage::collect() {
    const ChartPalette palette = ChartPalette::fromWidget(this);
    const RunModel* baseline = baselineOf(shown_.lanes, baseline_);
    const RunModel* control = baseline ? controlOf(shown_.lanes, *baseline) : nullptr;
    lanes_.clear();
    const auto add = [&](const RunModel& run, bool ghost) {
        const RunFace& face = session_.face(run);
        CompareLane lane;
        lane.run = &run;
        lane.number = QString::number(face.number);
        lane.name = face.name;
        lane.style = runStyle(palette, face);
        lane.ghost = ghost;
        lane.late = run.identity().ghost();
        lane.baseline = &run == baseline;
        lane.control = &run == control;
        lane.figures = raceRow(run);
        lane.accuracy = accuracyByStep(run);
        lane.loss = lossByStep(run);
        if (target_->value() > 0) lane.reached = firstReaching(run, lane.accuracy, target_->value());
        lane.unlike = baseline && !sameNetwork(run, *baseline);
        if (baseline && !ghost && !lane.unlike) lane.parting = partingOf(run, *baseline, control);
        lanes_.push_back(std::move(lane));
    };
    for (const RunModel* run : shown_.lanes) add(*run, run->ghost());
    for (const RunModel* run : shown_.ghosts) add(*run, true);
}

void ComparePage::refreshNow() {
    taken();
    drawn_.restart();
    shown_ = lanesSideBySide(session_);
    std::string race = shown_.race ? shown_.lanes.front()->identity().race_id() : std::string();
    if (shown_.fork) race = shown_.lanes.front()->runId();
    if (race != race_) {
        race_ = race;
        baseline_.clear();
        if (!race.empty()) setupToggle_->setChecked(false);  // the room is theirs now
        setTight(false);
    }
    const run::Task task = shown_.lanes.empty() ? run::CLASSIFY : shown_.lanes.front()->config().task();
    showTarget(task);
    collect();
    results_->setVisible(lanes_.size() > 1);
    showWords();
    showTable();
    showLines();
    showDifferences();
    foreign_->setLanes(lanes_, shown_.foreign);
    const bool accuracy = !shown_.foreign || std::any_of(lanes_.begin(), lanes_.end(), [](const CompareLane& lane) {
        return !lane.accuracy.x.empty();
    });
    accuracy_->setVisible(accuracy);
    accuracyDifference_->setVisible(accuracy && !byTime_);
    accuracy_->setTitle(shown_.foreign ? metricTitle(task) : testMetricTitle(task));
    accuracy_->setValueSuffix(metricSuffix(task), metricDecimals(task, 1));
    accuracy_->setYLimits(metricLeast(task), metricMost(task));
    accuracyDifference_->setTitle(metricDifferenceTitle(task));
    const bool nats = !shown_.foreign && !has_squared_error(task);
    loss_->setTitle(nats ? tr("Loss of the batch (nats)") : tr("Loss"));
    lossDifference_->setTitle(nats ? tr("Loss − baseline (nats)") : tr("Loss − baseline"));
}

/// In the task's unit; without a target the table has no column of it. What a person is typing stays: Qt writes the
/// field anew with each suffix.
void ComparePage::showTarget(run::Task task) {
    const QSignalBlocker quiet(target_);
    if (target_->suffix() != metricSuffix(task)) target_->setSuffix(metricSuffix(task));
    const Metric metric = metric_of(task);
    if (const double most = largest_target(task) * metric.scale; target_->maximum() != most) {
        target_->setDecimals(metricDecimals(task, 1));
        target_->setSingleStep(metric.scale / 100);
        target_->setRange(0, most);
    }
    const double target = target_->value();
    table_->setColumnHidden(CompareTable::Target, target == 0);
    model_->setTargeted(target > 0);
    accuracy_->setReferenceLine(target > 0 ? target : std::nan(""), tr("target"));
}

void ComparePage::showTable() {
    fillingTable_ = true;
    model_->setLanes(lanes_, table_);
    const RunModel* current = session_.currentRun();
    const int row = current ? model_->rowOf(QString::fromStdString(current->runId())) : -1;
    const int column = std::max(0, table_->currentIndex().column());
    if (row >= 0 && table_->currentIndex().row() != row) table_->setCurrentIndex(model_->index(row, column));
    fillingTable_ = false;
    fitColumns();
}

QString ComparePage::aboutText() const {
    if (lanes_.size() < 2) {
        const QString about =
            tr("A race trains up to four runs side by side, step by step, with the same seed, initial weights and "
               "batches: any difference comes from the format. Choose the runs and start the race.");
        if (shown_.others == 0) return about;
        return about + tr(" The visible runs cannot be compared: their networks or data differ.");
    }
    if (shown_.race) {
        if (const QString changed = changedSentence(session_, shown_.lanes); !changed.isEmpty()) return changed;
        return fairSentence(shown_.lanes);
    }
    if (shown_.fork) {
        const QString about =
            tr("A run, forked where a setting was changed: the same state and the same batches, so any difference from "
               "there on comes from the change. Dashed: its ghost, which continues with the old setting.");
        if (shown_.others == 0) return about;
        return about + tr(" Hide the ghost in the Runs dock to compare with the other visible runs.");
    }
    const QString about =
        shown_.foreign
            ? tr("A training of another program is among these runs. Each has its own network, data and loss, so "
                 "curves "
                 "are compared by step number, and whether one diverged is told only where the model is the same.")
            : tr("These runs were not a race: they share the network and the data, but not each step. Their "
                 "differences are "
                 "by step number only.");
    return shown_.others == 0 ? about : about + tr(" %1 more are not shown.").arg(shown_.others);
}

void ComparePage::showWords() {
    setOrHide(about_, aboutText());
    const auto control =
        std::any_of(lanes_.begin(), lanes_.end(), [](const CompareLane& lane) { return lane.control; });
    QString note = ruleSentence(control, lanes_.empty() || !has_squared_error(lanes_.front().run->config().task()));
    if (shown_.fork)
        note = tr("Whether they diverged is not judged here: a change is made so that something becomes different.");
    if (byTime_) {
        note = timeSentence(shown_.lanes);
        if (note.isEmpty()) note = tr("Each run against the time of its own steps.");
        if (std::any_of(lanes_.begin(), lanes_.end(), [](const CompareLane& lane) { return lane.late; }))
            note += tr(" Runs forked in mid-run are left out: their time begins at the fork.");
    }
    setOrHide(note_, note);
    const RunModel* baseline = baselineOf(shown_.lanes, baseline_);
    std::vector<SeedComparison> seeds;
    if (baseline && shown_.race) seeds = compareSeeds(session_, *baseline, baseline->lane());
    if (!seeds.empty() && toCome_ == 0 && seeds.front().seeds.size() < 2) seeds.clear();  // not repeated
    setOrHide(seeds_, seedsText(seeds, toCome_));
    seedTable_->setSeeds(session_, std::move(seeds));
}

QString ComparePage::about() const {
    return about_->text();
}

QString ComparePage::seeds() const {
    return seeds_->text();
}

QString ComparePage::note() const {
    return note_->text();
}

void ComparePage::showStep(quint32 step) {
    lookAt_ = step;
    if (byTime_) return;
    for (LineChart* chart : charts()) chart->setCrossHair(step);
}

void ComparePage::followLive() {
    if (!lookAt_) return;
    lookAt_.reset();
    for (LineChart* chart : charts()) chart->setCrossHair(std::nan(""));
}

bool ComparePage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == table_ && event->type() == QEvent::Resize) {  // also where the page's scroll bar comes beside it
        const auto* resize = static_cast<QResizeEvent*>(event);
        if (resize->size().width() != resize->oldSize().width())
            QMetaObject::invokeMethod(this, &ComparePage::fitColumns, Qt::QueuedConnection);
    }
    if (watched == table_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Copy)) {
            QApplication::clipboard()->setText(model_->toText());
            return true;
        }
        if (key->key() == Qt::Key_Space && table_->currentIndex().isValid()) {
            setBaseline(model_->runId(table_->currentIndex().row()));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ComparePage::showEvent(QShowEvent* event) {
    BeatPage::showEvent(event);
    fitColumns();
}

void ComparePage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
    fitColumns();
}

void ComparePage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && upper_) arrange();
    if (event->type() == QEvent::FontChange && upper_) markDirty();  // rows are higher, or lower
    if (event->type() == QEvent::PaletteChange && upper_) markDirty();
}

}  // namespace mantissa::ui
