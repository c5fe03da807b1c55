// SPDX-License-Identifier: GPL-3.0-or-later
// The Scale page; see the header.
#include "ui/pages/scale_page.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QEvent>
#include <QGridLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QTableView>
#include <algorithm>
#include <cmath>
#include <memory>

#include "ui/charts/format_text.h"
#include "ui/charts/line_chart.h"
#include "ui/models/session_model.h"
#include "ui/pages/folded_bars.h"
#include "ui/pages/histogram_records.h"
#include "ui/pages/run_heading.h"
#include "ui/pages/run_marks.h"
#include "ui/pages/scale_operands.h"
#include "ui/pages/tensor_choice.h"

namespace mantissa::ui {

namespace {

const QString kSeries = QStringLiteral("scale");
/// Bits at which a bar is full, unless a layer has more.
constexpr double kFullBar = 16.0;
/// More rows than this keep one height, since measuring each takes its time.
constexpr int kMeasuredRows = 300;

struct Number {
    const char* key;
    const char* caption;
};
constexpr Number kNumbers[] = {{"scale", QT_TRANSLATE_NOOP("ScalePage", "Loss scale")},
                               {"growth", QT_TRANSLATE_NOOP("ScalePage", "Next growth")},
                               {"headroom", QT_TRANSLATE_NOOP("ScalePage", "Least headroom")},
                               {"skipped", QT_TRANSLATE_NOOP("ScalePage", "Skipped (last 100)")},
                               {"images", QT_TRANSLATE_NOOP("ScalePage", "Samples lost")}};

const QString kDash = QStringLiteral("–");

QString headroomText(const Headroom& headroom) {
    if (headroom.overflowed) return ScalePage::tr("none: overflow");  // "inf bits" would read as plenty
    if (headroom.zero) return kDash;
    return (headroom.exact ? QString() : QStringLiteral("≥ ")) + QString::number(headroom.bits, 'f', 1);
}

/// Grows as the room shrinks: what overflowed is worst, what is all zero comes last.
double urgency(const Headroom& headroom) {
    if (headroom.overflowed) return 2;
    if (headroom.zero) return -1;
    const double bits = headroom.bits;
    return bits >= 0 ? 1 / (1 + bits) : 1 - bits / (1 - bits);
}

QString arrowOf(ScaleMove::Kind kind) {
    switch (kind) {
        case ScaleMove::Kind::down:
            return QStringLiteral("↓");
        case ScaleMove::Kind::up:
            return QStringLiteral("↑");
        case ScaleMove::Kind::set:
            return QStringLiteral("=");
        case ScaleMove::Kind::skip:
            break;
    }
    return QStringLiteral("×");
}

/// No row cuts its words. Of many the newest are measured, which have the same words as the others.
void fitRows(QTableView& table) {
    const int rows = table.model() ? table.model()->rowCount() : 0;
    if (rows <= kMeasuredRows) return table.resizeRowsToContents();
    int height = 0;
    const QAbstractItemView& view = table;  // where this is public
    for (int row = 0; row < kMeasuredRows; ++row) height = std::max(height, view.sizeHintForRow(row));
    table.verticalHeader()->setDefaultSectionSize(height);
}

}  // namespace

// Numbers at 4 Hz: no faster than they are read.
ScalePage::ScalePage(SessionModel& session, QWidget* parent)
    : RunPage(QStringLiteral("scale_page"), session, 250, parent) {
    build();
    connect(chart_, &LineChart::xRangeChanged, &this->session(), &SessionModel::lookClosely);
    connect(chart_, &LineChart::crossHairMoved, this, [this](double x) {
        if (!std::isfinite(x) && lookAt()) chart_->setCrossHair(*lookAt());  // back to where the timeline points
    });
    connect(moves_, &QTableView::activated, this, [this](const QModelIndex& at) {
        const ScaleMove& move = story_[story_.size() - 1 - static_cast<std::size_t>(at.row())];  // newest first
        if (!move.tensor.empty()) emit tensorWanted(QString::fromStdString(move.tensor), move.role);
        emit stepWanted(move.step);
    });
    connect(headroom_, &FoldedBars::rearranged, this, [this] {
        redraw();
        refreshNow();
    });
    refreshNow();
}

QGridLayout* ScalePage::makeNumbers(QWidget* parent) {
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(2);
    for (const Number& number : kNumbers) {
        auto* caption = new QLabel(QCoreApplication::translate("ScalePage", number.caption), parent);
        caption->setObjectName(QLatin1String(number.key) + QStringLiteral("_caption"));
        auto* value = new QLabel(kDash, parent);
        value->setObjectName(QLatin1String(number.key));
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        QFont bold = value->font();
        bold.setBold(true);
        value->setFont(bold);
        for (QLabel* label : {caption, value}) label->setTextFormat(Qt::PlainText);
    }
    return grid;
}

void ScalePage::build() {
    auto* about =
        makeSentence(tr("A large loss scale keeps small gradients from underflowing. One that is too large turns the "
                        "largest gradients into inf: the step is skipped, and dynamic scaling halves the scale. After "
                        "a while without inf it doubles it again."));
    sentence_ = makeSentence();
    scaler_ = makeSentence();
    movesTitle_ = makeSentence();
    numbers_ = makeNumbers(content());
    chart_ = new LineChart(tr("Loss scale (power of 2)"), tr("step"), content());
    chart_->setLog2(true);
    chart_->setEmptyText(tr("Waiting for the first step of a run"));
    headroom_ = new FoldedBars(tr("Headroom (bits)"), content());
    moves_ = new QTableView(content());
    moves_->setAccessibleName(tr("Changes of the loss scale, newest first"));
    moves_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    moves_->setSelectionBehavior(QAbstractItemView::SelectRows);
    moves_->setSelectionMode(QAbstractItemView::SingleSelection);
    moves_->setTabKeyNavigation(false);
    moves_->setShowGrid(false);
    moves_->setWordWrap(true);
    moves_->verticalHeader()->hide();
    moves_->horizontalHeader()->setHighlightSections(false);
    moves_->horizontalHeader()->setStretchLastSection(true);
    connect(moves_->horizontalHeader(), &QHeaderView::sectionResized, this, [this] { fitRows(*moves_); });
    moves_->installEventFilter(this);

    auto* left = new QVBoxLayout;
    left->setSpacing(2);
    left->addWidget(headroom_);
    left->addStretch(1);
    auto* right = new QVBoxLayout;
    right->setSpacing(2);
    right->addWidget(movesTitle_);
    right->addWidget(moves_, 1);
    columns_ = new QBoxLayout(QBoxLayout::LeftToRight);
    columns_->setSpacing(6);
    columns_->addLayout(left, 4);
    columns_->addLayout(right, 5);
    column()->addWidget(about);
    column()->addLayout(numbers_);
    column()->addWidget(sentence_);
    column()->addWidget(scaler_);
    operands_ = new ScaleOperands(content());
    column()->addWidget(operands_, 9);
    column()->addWidget(chart_, 5);
    column()->addLayout(columns_, 4);
    arrange();
}

void ScalePage::arrange() {
    if (!columns_) return;
    const int line = QFontMetrics(font()).height();
    moves_->setMinimumSize(16 * line, 7 * line);
    const bool narrow = width() < headroom_->bars().minimumSizeHint().width() + moves_->minimumWidth() + 24;
    columns_->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    const int count = static_cast<int>(std::size(kNumbers));
    int widest = 0;
    for (const Number& number : kNumbers) {
        const auto* caption = findChild<QLabel*>(QLatin1String(number.key) + QStringLiteral("_caption"));
        widest = std::max(widest, caption->sizeHint().width() + 12);
    }
    const QString longest = tr("Loss scale, step %1").arg(88888);  // no column moves when a step has one digit more
    widest = std::max(widest, QFontMetrics(font()).horizontalAdvance(longest) + 12);
    const int columns = std::clamp((width() - 12) / std::max(1, widest), 1, count);
    if (columns == numberColumns_) return;
    numberColumns_ = columns;
    for (int i = 0; i < count; ++i) {
        const QString key = QLatin1String(kNumbers[i].key);
        numbers_->addWidget(findChild<QLabel*>(key + QStringLiteral("_caption")), i / columns * 2, i % columns);
        numbers_->addWidget(findChild<QLabel*>(key), i / columns * 2 + 1, i % columns);
    }
}

BarList& ScalePage::headroom() {
    return headroom_->bars();
}

QString ScalePage::sentence() const {
    return sentence_->text();
}

QString ScalePage::story() const {
    return scaler_->text();
}

QString ScalePage::number(const QString& key) const {
    return findChild<QLabel*>(key)->text();
}

void ScalePage::setNumber(const QString& key, const QString& value) {
    auto* label = findChild<QLabel*>(key);
    if (label->text() == value) return;
    label->setText(value);
    label->setAccessibleName(findChild<QLabel*>(key + QStringLiteral("_caption"))->text() + QStringLiteral(": ") +
                             value);
}

void ScalePage::clear() {
    runShown_.clear();
    rowsShown_ = 0;
    beside_.clear();
    eventsShown_ = 0;
    story_.clear();
    chart_->clearSeries();
    chart_->setBookmarks({});
    chart_->setPins({}, {});
    chart_->setTicks({}, {});
}

void ScalePage::showRun(const RunModel* run) {
    headroom_->bars().setEmptyText(missingHistogramText(run));
    const bool tensors = tensorsChanged(run);
    showOperands(run);
    if (!run) {
        clear();
        chart_->setEmptyText(tr("Waiting for the first step of a run"));
        chart_->refresh();
        headroom_->setLeaves({}, {}, {}, {});
        for (const Number& number : kNumbers) setNumber(QLatin1String(number.key), kDash);
        findChild<QLabel*>(QStringLiteral("scale_caption"))->setText(tr("Loss scale"));
        sentence_->clear();
        scaler_->clear();
        fillMoves();
        return;
    }
    showLine(*run);
    showBeside(*run);
    showNumbers(*run);
    if (tensors) showHeadroom(*run);
}

/// A run without a loss scale has its operands' scales in the place of that.
void ScalePage::showOperands(const RunModel* run) {
    operands_->show(run);
    const bool alone = run && !run->operands().empty() && run->currentConfig().scaling() == run::NONE;
    for (QWidget* one : std::initializer_list<QWidget*>{chart_, headroom_, movesTitle_, moves_})
        one->setVisible(!alone);
}

void ScalePage::showLine(const RunModel& run) {
    const StepColumns& columns = run.columns();
    bool changed = restyle_;
    const bool other = runShown_ != run.runId();
    if (other || reordersShown_ != run.reorderVersion()) {
        clear();
        runShown_ = run.runId();
        reordersShown_ = run.reorderVersion();
        chart_->setSeries(kSeries, {}, {}, {});
        restyle_ = changed = true;
    }
    if (restyle_) {
        restyle_ = false;
        const PrecisionStyle look = runStyle(ChartPalette::fromWidget(this), session().face(run));
        SeriesStyle style;
        style.label = runTitle(session().face(run));
        style.brief = tr("loss scale");
        style.color = look.color;
        style.glyph = look.marker;
        style.steps = true;
        if (session().lanesOf(session().raceOf(run)).size() > 1) style.legend = style.label;
        chart_->setSeriesStyle(kSeries, style);
    }
    if (rowsShown_ < columns.size()) {
        std::vector<double> steps, scales;
        for (std::size_t row = rowsShown_; row < columns.size(); ++row) {
            if (run.foreign() && std::isnan(columns.scale[row])) continue;  // it has none
            steps.push_back(columns.step[row]);
            scales.push_back(static_cast<double>(columns.scale[row]));
        }
        chart_->extendSeries(kSeries, steps, scales);
        rowsShown_ = columns.size();
        changed = true;
    }
    if (eventsShown_ != run.eventsVersion() || other) {
        eventsShown_ = run.eventsVersion();
        showMoves(run);
        changed = true;
    }
    const double end = run.live() ? axisEnd(run.step(), run.totalSteps()) : std::max<double>(run.step(), 1.0);
    chart_->setAutoXRange(0.0, end);
    if (changed)
        chart_->setEmptyText(rowsShown_ > 0 ? tr("This run has no loss scale")  // recorded, that is
                                            : tr("Waiting for the first step of a run"));
    if (changed || chart_->xMax() < end) chart_->refresh();
}

void ScalePage::showMoves(const RunModel& run) {
    story_ = scaleMoves(run);
    chart_->setBookmarks(bookmarksOf(run));
    const auto grew = [](const ScaleMove& move) { return move.kind == ScaleMove::Kind::up; };
    const auto pinned = [](const ScaleMove& move) {
        return move.kind == ScaleMove::Kind::down || move.kind == ScaleMove::Kind::skip;
    };
    const auto stepsOf = [this](const auto& kind) {
        std::vector<double> steps;
        for (const ScaleMove& move : story_)
            if (kind(move)) steps.push_back(move.step);
        return steps;
    };
    const auto textOf = [this](const auto& kind) {
        return [this, kind](double step) {
            for (const ScaleMove& move : story_)
                if (kind(move) && move.step == step) return tr("step %1: %2").arg(move.step).arg(moveText(move));
            return QString();
        };
    };
    chart_->setPins(stepsOf(pinned), textOf(pinned));
    chart_->setTicks(stepsOf(grew), textOf(grew));
    fillMoves();
}

void ScalePage::fillMoves() {
    const auto told = std::make_shared<std::vector<ScaleMove>>(story_.rbegin(), story_.rend());
    QAbstractItemModel* before = moves_->model();
    moves_->setModel(new ChartTable(
        {tr("step"), tr("what happened")}, static_cast<int>(told->size()),
        [told](int row, int column) -> QVariant {
            const ScaleMove& move = (*told)[static_cast<std::size_t>(row)];
            if (column == 0) return move.step;
            return arrowOf(move.kind) + u' ' + moveText(move);
        },
        moves_));
    delete before;
    connect(moves_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& at) {
        if (at.isValid()) chart_->setCrossHair(at.siblingAtColumn(0).data(Qt::UserRole).toDouble());
    });
    moves_->setColumnWidth(0, QFontMetrics(font()).horizontalAdvance(QStringLiteral("0000000")));
    fitRows(*moves_);
    movesTitle_->setText(told->empty()
                             ? tr("Changes of the scale: none")
                             : tr("Changes of the scale, newest first: a new scale is that of the next step"));
}

void ScalePage::showNumbers(const RunModel& run) {
    const ScaleGrowth growth = scaleGrowth(run, lookAt());
    const auto grew = [&](const ScaleMove& move) {
        return move.kind == ScaleMove::Kind::up && move.step <= growth.step;
    };
    const QString text = growthSentence(growth, std::any_of(story_.begin(), story_.end(), grew));
    if (sentence_->text() != text) sentence_->setText(text);
    // What the list of changes has last is the scale of the step after that.
    auto* caption = findChild<QLabel*>(QStringLiteral("scale_caption"));
    const QString of = growth.step > 0 ? tr("Loss scale, step %1").arg(growth.step) : tr("Loss scale");
    if (caption->text() != of) caption->setText(of);
    setNumber(QStringLiteral("scale"), growth.step > 0 && !std::isnan(growth.scale) ? scaleText(growth.scale) : kDash);
    QString next = kDash;
    if (growth.kind == ScaleGrowth::Kind::counting) next = tr("in %n steps", nullptr, pluralCount(growth.remaining));
    if (growth.kind == ScaleGrowth::Kind::too_late) next = growth.ended ? tr("run ended") : tr("never");
    if (growth.kind == ScaleGrowth::Kind::capped) next = tr("at its ceiling");
    if (growth.kind == ScaleGrowth::Kind::infinite) next = tr("never: it is infinite");
    if (growth.kind == ScaleGrowth::Kind::vanished) next = tr("never: it is 0");
    if (growth.kind == ScaleGrowth::Kind::fixed) next = tr("none: static");
    if (growth.kind == ScaleGrowth::Kind::none) next = tr("none: no scaling");
    setNumber(QStringLiteral("growth"), next);
    const SkipFigures skips = skipFigures(run, lookAt());
    setNumber(QStringLiteral("skipped"),
              skips.steps == 0 ? kDash : tr("%1 (%2)").arg(percentText(skips.rate()), percentText(skips.recentRate())));
    setNumber(QStringLiteral("images"),
              skips.steps == 0 || run.foreign() ? kDash : countText(static_cast<double>(skips.images)));
}

void ScalePage::showHeadroom(const RunModel& run) {
    const std::vector<Headroom> all = headrooms(run, lookAt());
    BarListData bars;
    bars.nameColumn = tr("layer");
    bars.columns = QStringList{tr("bits")};
    bars.tableColumns = QStringList{tr("layer"),   tr("tensor"),          tr("role"), tr("format"),
                                    tr("largest"), tr("headroom (bits)"), tr("step")};
    double full = kFullBar;
    std::vector<FoldLeaf> leaves;
    for (const Headroom& layer : all) {
        // Of FP32 there is so much that beside it nothing of 16 bits would be seen: such a bar is full.
        if (layer.format != "FP32") full = std::max(full, layer.zero || layer.overflowed ? 0.0 : layer.bits);
        leaves.push_back({layer.layer, {}, urgency(layer), static_cast<int>(leaves.size())});
    }
    const auto row = [&](std::size_t leaf) {
        const Headroom& layer = all[leaf];
        BarRow made;
        made.name = QString::fromStdString(layer.layer);
        made.texts = QStringList{headroomText(layer)};
        made.length = layer.overflowed || layer.zero ? 0.0 : std::min(1.0, layer.bits / full);
        made.sentence = headroomSentence(layer);
        const double bits = layer.overflowed ? -std::numeric_limits<double>::infinity()
                            : layer.zero     ? std::numeric_limits<double>::infinity()
                                             : layer.bits;
        made.cells = {made.name,
                      QString::fromStdString(layer.tensor),
                      roleName(layer.role),
                      QString::fromStdString(layer.format),
                      layer.largest,
                      bits,
                      layer.step};
        return made;
    };
    if (!all.empty()) bars.note = tr("of gradients × loss scale; 1 bit = 1 doubling");
    headroom_->bars().setTitle(all.empty() ? tr("Headroom (bits)")
                                           : tr("Headroom (bits), step %1").arg(all.front().step));
    headroom_->setLeaves(leaves, std::move(bars), row,
                         runStyle(ChartPalette::fromWidget(this), session().face(run)).color);
    setNumber(QStringLiteral("headroom"),
              all.empty() ? kDash
              : all.front().overflowed
                  ? tr("none: overflow")
                  : tr("%1 bits (%2)").arg(headroomText(all.front()), QString::fromStdString(all.front().layer)));
}

void ScalePage::stepChosen() {
    chart_->setCrossHair(lookAt() ? static_cast<double>(*lookAt()) : std::nan(""));
}

bool ScalePage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == moves_ && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setText(static_cast<ChartTable*>(moves_->model())->toText());
        return true;
    }
    return RunPage::eventFilter(watched, event);
}

void ScalePage::restyle() {
    restyle_ = true;
    operands_->restyle();
    for (auto& [id, lane] : beside_) lane.styled = false;
}

}  // namespace mantissa::ui
