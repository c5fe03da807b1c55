// SPDX-License-Identifier: GPL-3.0-or-later
// The strip of numbers; see the header.
#include "ui/pages/live_numbers.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/report/shadow_figures.h"
#include "engine/run/tasks.h"
#include "ui/charts/format_text.h"
#include "ui/models/health.h"
#include "ui/models/run_model.h"
#include "ui/pages/lost_words.h"
#include "ui/words/metric_words.h"
#include "ui/words/number_words.h"
#include "ui/words/phrase_words.h"
#include "ui/words/tr.h"

namespace mantissa::ui {

namespace {

const QString kNotYet = QStringLiteral("–");

QString share(std::uint64_t part, std::uint64_t whole) {
    return whole ? percentText(static_cast<double>(part) / static_cast<double>(whole)) : kNotYet;
}

/// The end of a layer's name, which tells it from its neighbours, so that the strip keeps its width.
QString shortName(const QString& layer) {
    constexpr qsizetype most = 12;
    return layer.size() <= most ? layer : QStringLiteral("…") + layer.right(most - 1);
}

QString emulatedRateText(run::Task task) {
    return tr("%1 (emulated)").arg(inWords(rate_unit(task)));
}

QString stepText(const RunModel& run) {
    const QString done = QString::number(run.step());
    return run.totalSteps() ? tr("%1 of %2").arg(done).arg(run.totalSteps()) : done;
}

QString epochText(const RunModel& run) {
    if (run.epoch() <= 0.0) return kNotYet;
    // Rounded down: an epoch is not called done before it is. What has just begun is no 0.0.
    const bool begun = run.epoch() < 1.0;
    const double fine = begun ? 100.0 : 10.0;
    const QString now = run.epoch() < 0.01 ? QStringLiteral("< 0.01")
                                           : QString::number(std::floor(run.epoch() * fine) / fine, 'f', begun ? 2 : 1);
    const run::RunConfig& config = run.currentConfig();  // its length can be changed while it trains
    return config.epochs() && config.steps() < 0 ? tr("%1 of %2").arg(now).arg(config.epochs()) : now;
}

/// What the number is the speed of, since that while it trains and that of the whole run differ.
void tellSpeed(const RunModel& run, LiveNumber& to) {
    const auto speed = run.imagesPerSecond();
    if (speed && std::isfinite(*speed)) to.value = countText(*speed);
    const bool whole = run.finished() && run.finished()->has_images_per_second();
    const QString unit = inWords(rate_unit(run.config().task()));
    to.caption = run.emulated() ? emulatedRateText(run.config().task())
                 : whole        ? tr("%1, whole run").arg(unit)
                                : tr("%1, latest").arg(unit);
    to.tip =
        (whole ? tr("Training samples per second: the mean of all steps, with watching and without evaluations, as "
                    "in reports.")
               : tr("Training samples per second over the latest quarter of a second, with watching. Reports have "
                    "the mean of the whole run.")) +
        u'\n' + to.tip;
}

/// Mean of the last steps' times, in milliseconds.
QString stepTimeText(const StepColumns& columns) {
    constexpr std::size_t most = 32;
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = columns.size(); i > 0 && count < most; --i) {
        const auto one = static_cast<double>(columns.stepMs[i - 1]);
        if (!std::isfinite(one)) continue;
        sum += one;
        ++count;
    }
    return count > 0 ? countText(sum / static_cast<double>(count)) : kNotYet;
}

/// The norm lost, with the layer that lost it.
void writeLost(const HealthCell& most, LiveNumber& to) {
    to.value = percentText(most.normLost);
    to.caption = tr("norm lost, %1").arg(shortName(QString::fromStdString(most.layer)));
}

/// What a change of settings made void is not told.
void tellLost(const RunModel& run, LiveNumber& to) {
    std::optional<GradientEvidence> told = lastShadowOf(run);
    if (const std::optional<HealthCell> most = told ? mostLostWeightGradient(run, {}) : std::nullopt) {
        told->lost = most->normLost;
        told->lost_tensor = most->tensor;
        told->step = most->shadowStep;
        writeLost(*most, to);
    }
    to.tip = tipText(to.tip + u'\n' + lostSentence(told ? &*told : nullptr));  // it names a tensor
}

/// A run that began at a step of another has that one's steps in its sums only once it has ended: as reports have them.
void tellFlushed(const RunModel& run, LiveNumber& to) {
    const RunTotals& totals = run.totals();
    const run::RunFinished* const end = run.finished();
    const std::uint32_t fork = run.identity().fork_step();
    const bool whole = fork > 0 && end && end->has_flushed_share();
    const auto told = [whole](std::uint64_t part, std::uint64_t of, double atTheEnd) {
        return whole && of > 0 ? percentText(atTheEnd) : share(part, of);
    };
    const QString weights = told(totals.weightGradientsFlushed, totals.weightGradientsNonzero,
                                 whole ? static_cast<double>(end->flushed_share()) : 0);
    to.value = weights;
    const QString which =
        fork > 0 && !whole
            ? tr("Nonzero gradients that the cast turned into zero, over all layers and the steps since step %1.")
                  .arg(fork)
            : tr("Nonzero gradients that the cast turned into zero, over all layers and steps.");
    to.tip = which + u'\n' +
             tr("Weight gradients: %1\nActivation gradients: %2\nUpdates lost in the weights: %3")
                 .arg(weights,
                      told(totals.activationGradientsFlushed, totals.activationGradientsNonzero,
                           whole ? static_cast<double>(end->flushed_share_activations()) : 0),
                      told(totals.updatesLost, totals.updatesNonzero,
                           whole ? static_cast<double>(end->lost_update_share()) : 0));
}

/// The learning rate of a step, `lr`. Of several groups with rates of their own a recording keeps the first one's at
/// each step, and of all what they were at its beginning.
void tellRate(const RunModel& run, double lr, LiveNumber& to) {
    to.value = numberText(lr, 3);
    std::vector<double> rates;
    QStringList each;
    if (const run::ForeignRun* foreign = run.foreign())
        for (const run::ForeignOptimizer& optimizer : foreign->optimizers())
            for (const run::ForeignGroup& group : optimizer.groups()) {
                if (!group.has_lr()) continue;
                rates.push_back(group.lr());
                each << QString::fromStdString(optimizer.name()) + u' ' + numberText(group.lr(), 3);
            }
    const auto [least, most] = std::minmax_element(rates.begin(), rates.end());
    if (rates.empty() || *least == *most) return;
    const int groups = pluralCount(rates.size());
    const bool began = static_cast<float>(rates.front()) == static_cast<float>(lr);
    to.caption = began ? tr("learning rates at first") : tr("learning rate, first of %n", nullptr, groups);
    if (began) to.value = numberText(*least, 3) + QStringLiteral(" – ") + numberText(*most, 3);
    to.tip += u'\n' + tr("%n groups of parameters have rates of their own, at first: %1. Of the steps the first one's "
                         "is recorded.",
                         nullptr, groups)
                          .arg(each.join(QStringLiteral(", ")));
}

/// What the numbers were at an earlier step. Sums over steps are "–" where a long run's steps were thinned out.
void tellPast(const RunModel& run, std::uint32_t step, std::vector<LiveNumber>& numbers) {
    const auto set = [&numbers](std::size_t i, const QString& value) { numbers[i].value = value; };
    const StepColumns& columns = run.columns();
    const auto rows = static_cast<std::size_t>(std::upper_bound(columns.step.begin(), columns.step.end(), step) -
                                               columns.step.begin());
    const std::vector<LiveNumber> plain = liveNumbers(nullptr);
    for (std::size_t i = 1; i < numbers.size(); ++i)
        if (i != 6) numbers[i].tip = plain[i].tip + u'\n' + tr("As of the step that the timeline shows.");
    numbers[0].caption = tr("step shown");
    set(0, run.totalSteps() ? tr("%1 of %2").arg(step).arg(run.totalSteps()) : QString::number(step));
    for (const std::size_t of_now : {1, 2, 3, 4, 5, 7, 8, 9}) set(of_now, kNotYet);
    const EvalPoint* test = nullptr;
    for (const EvalPoint& point : run.evals())
        if (!point.trainingSet && point.accuracy && point.step <= step && (!test || point.step >= test->step))
            test = &point;
    if (test) {
        const run::Task task = run.config().task();
        numbers[2].caption = run.foreign() ? numbers[2].caption : testMetricName(task);
        set(2, metricText(task, static_cast<double>(*test->accuracy), gives_image(task) ? 2 : 1));
    }
    numbers[7].caption = tr("norm lost");
    if (const std::optional<HealthCell> most = mostLostWeightGradient(run, step)) writeLost(*most, numbers[7]);
    if (rows == 0) return;
    const std::size_t row = rows - 1;
    if (run.imagesPerEpoch() > 0)
        set(1, QString::number(std::floor(columns.images[row] / run.imagesPerEpoch() * 100) / 100, 'f', 2));
    set(3, lossText(static_cast<double>(columns.loss[row])));
    if (const auto scale = static_cast<double>(columns.scale[row]); std::isfinite(scale) || !run.foreign())
        set(4, scaleText(scale));
    numbers[9].caption = plain[9].caption;
    if (std::isfinite(columns.lr[row])) tellRate(run, static_cast<double>(columns.lr[row]), numbers[9]);
    if (columns.size() != run.totals().steps) return;
    const auto sum = [rows](const auto& column) {
        return std::accumulate(column.begin(), column.begin() + static_cast<std::ptrdiff_t>(rows), std::uint64_t{0});
    };
    set(5, QString::number(sum(columns.skipped)));
    set(8, share(sum(columns.weightGradientsFlushed), sum(columns.weightGradientsNonzero)));
}

}  // namespace

std::vector<LiveNumber> liveNumbers(const RunModel* run, std::optional<std::uint32_t> step) {
    std::vector<LiveNumber> numbers{
        {QStringLiteral("step"), tr("step"), kNotYet, tr("Training steps done, of those planned")},
        {QStringLiteral("epoch"), tr("epoch"), kNotYet, tr("Passes through the training set")},
        {QStringLiteral("test_accuracy"), tr("test accuracy"), kNotYet,
         tr("On the test set: %1 of its samples while training, all at the end of an epoch").arg(wholeText(2000))},
        {QStringLiteral("loss"), tr("batch loss"), kNotYet,
         run && has_squared_error(run->config().task()) ? tr("Mean squared error of the latest batch, unscaled")
                                                        : tr("Mean cross-entropy of the latest batch, unscaled")},
        {QStringLiteral("scale"), tr("loss scale"), kNotYet, tr("The loss scale that the latest step used")},
        {QStringLiteral("skipped"), tr("skipped steps"), kNotYet,
         tr("Steps without an update: inf or NaN among the scaled gradients")},
        {QStringLiteral("speed"), tr("images/s"), kNotYet,
         tr("The time of an emulated precision says nothing about its speed: do not compare it")},
        {QStringLiteral("norm_lost"), tr("norm lost"), kNotYet,
         tr("Share of a weight gradient's norm that is missing against FP32, of the layer that lost most")},
        {QStringLiteral("flushed"), tr("flushed"), kNotYet, tr("Nonzero gradients that the cast turned into zero")},
        {QStringLiteral("lr"), tr("learning rate"), kNotYet,
         tr("The learning rate that the latest step used, its schedule included")}};
    if (!run) return numbers;
    if (!run->foreign()) numbers[2].caption = testMetricName(run->config().task());
    if (has_squared_error(run->config().task()))
        numbers[3].tip = tr("Mean squared error of the latest batch, unscaled");
    const StepColumns& columns = run->columns();
    const RunTotals& totals = run->totals();
    const auto set = [&numbers](std::size_t i, const QString& value) { numbers[i].value = value; };
    set(0, stepText(*run));
    set(1, epochText(*run));
    if (const auto accuracy = run->testAccuracy()) {
        const run::Task task = run->config().task();
        numbers[2].caption = testMetricName(task);
        set(2, metricText(task, *accuracy, gives_image(task) ? 2 : 1));
        if (run->testImages() > 0) {
            const QString images = wholeText(run->testImages());
            const int n = pluralCount(run->testImages());
            numbers[2].caption = task == run::CLASSIFY_PIXELS ? tr("pixels, %1 images", nullptr, n).arg(images)
                                 : gives_image(task)          ? tr("PSNR, %1 images", nullptr, n).arg(images)
                                 : gives_values(task)         ? tr("R², %1 rows", nullptr, n).arg(images)
                                 : gives_tokens(task)         ? tr("tokens right, %1 texts", nullptr, n).arg(images)
                                 : reads_text(task)           ? tr("test, %1 texts", nullptr, n).arg(images)
                                                              : tr("test, %1 images", nullptr, n).arg(images);
        }
    }
    if (!columns.empty()) {
        set(3, lossText(static_cast<double>(columns.loss.back())));
        if (const auto scale = static_cast<double>(columns.scale.back()); std::isfinite(scale) || !run->foreign())
            set(4, scaleText(scale));
        // What a run has from before it went on from another one, its end knows.
        const run::RunFinished* const end = run->identity().fork_step() > 0 ? run->finished() : nullptr;
        const std::uint64_t skipped = end ? end->skipped_steps() : totals.skipped;
        set(5, QString::number(skipped));
        if (const std::uint32_t fork = run->identity().fork_step(); fork > 0 && !end) {
            numbers[5].caption = tr("skipped since step %1").arg(wholeText(fork));
            numbers[5].tip += u'\n' + tr("Counted since step %1, where this run went on from another one").arg(fork);
        }
        if (skipped > 0)
            numbers[5].tip += u'\n' + tr("%1 of the steps").arg(share(skipped, end ? end->steps() : totals.steps));
    }
    if (!columns.empty() && std::isfinite(columns.lr.back()))
        tellRate(*run, static_cast<double>(columns.lr.back()), numbers[9]);
    tellSpeed(*run, numbers[6]);
    if (run->foreign()) {
        numbers[6].caption = tr("ms a step");
        numbers[6].tip =
            tr("Time from one step to the next, as the training's own clock has it, over the last 32 steps");
        set(6, stepTimeText(columns));
    }
    tellLost(*run, numbers[7]);
    tellFlushed(*run, numbers[8]);
    if (step && *step < run->step()) tellPast(*run, *step, numbers);
    return numbers;
}

namespace {

/// What usually stands there at its widest.
std::vector<LiveNumber> widestNumbers() {
    std::vector<LiveNumber> numbers = liveNumbers(nullptr);
    const QString values[] = {tr("%1 of %2").arg(8888).arg(8888),
                              tr("%1 of %2").arg(QStringLiteral("< 0.01")).arg(88),
                              QStringLiteral("88.8 %"),
                              QStringLiteral("0.0888"),
                              powerOfTwo(-16),
                              QStringLiteral("888"),
                              QStringLiteral("88.8 k"),
                              QStringLiteral("< 0.01 %"),
                              QStringLiteral("< 0.01 %"),
                              QStringLiteral("0.000888")};
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i].value = values[i];
    numbers[2].caption = tr("test, %1 images", nullptr, 10000).arg(wholeText(10000));
    numbers[5].caption = tr("skipped since step %1").arg(wholeText(8888));
    const QString emulated = emulatedRateText(run::SORT_TOKENS);  // of the longest unit
    const QString whole = tr("%1, whole run").arg(inWords(rate_unit(run::SORT_TOKENS)));
    numbers[6].caption = emulated.size() > whole.size() ? emulated : whole;
    numbers[7].caption = tr("norm lost, %1").arg(QStringLiteral("conv8"));
    return numbers;
}

}  // namespace

LiveNumbers::LiveNumbers(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this)) {
    grid_->setContentsMargins(4, 0, 4, 0);
    grid_->setHorizontalSpacing(10);
    grid_->setVerticalSpacing(4);
    for (const LiveNumber& number : liveNumbers(nullptr)) {
        Tile tile{number.key, new QWidget(this), nullptr, nullptr};
        tile.caption = new QLabel(number.caption, tile.box);
        tile.value = new QLabel(number.value, tile.box);
        for (QLabel* label : {tile.caption, tile.value}) label->setTextFormat(Qt::PlainText);
        tile.value->setObjectName(QStringLiteral("number_") + number.key);
        tile.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        auto* column = new QVBoxLayout(tile.box);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(tile.caption);
        column->addWidget(tile.value);
        tiles_.push_back(tile);
    }
    applyFonts();
    reserve();
    show(nullptr);
}

void LiveNumbers::applyFonts() {
    for (const Tile& tile : tiles_) {
        QFont small = font();
        small.setPointSizeF(small.pointSizeF() * 0.85);
        QFont large = font();
        large.setPointSizeF(large.pointSizeF() * 1.1);
        large.setBold(true);
        tile.caption->setFont(small);
        tile.value->setFont(large);
        QPalette quiet = palette();
        quiet.setColor(QPalette::WindowText, palette().color(QPalette::PlaceholderText));
        tile.caption->setPalette(quiet);
    }
}

void LiveNumbers::show(const RunModel* run, std::optional<std::uint32_t> step) {
    const std::vector<LiveNumber> numbers = liveNumbers(run, step);
    bool wider = false;
    for (std::size_t i = 0; i < tiles_.size(); ++i) {
        QLabel* label = tiles_[i].value;
        if (label->text() != numbers[i].value) {
            label->setText(numbers[i].value);
            label->setAccessibleName(numbers[i].caption + QStringLiteral(": ") + numbers[i].value);
            wider = grow(tiles_[i]) || wider;
        }
        if (tiles_[i].caption->text() != numbers[i].caption) {
            tiles_[i].caption->setText(numbers[i].caption);
            wider = grow(tiles_[i]) || wider;
        }
        if (tiles_[i].box->toolTip() != numbers[i].tip) tiles_[i].box->setToolTip(numbers[i].tip);
    }
    if (wider || columns_ == 0) arrange();
}

/// As wide as what will usually stand there, so that the strip does not take another line in mid-run.
void LiveNumbers::reserve() {
    const std::vector<LiveNumber> widest = widestNumbers();
    for (std::size_t i = 0; i < tiles_.size(); ++i) {
        const Tile& tile = tiles_[i];
        const int text = std::max(tile.value->fontMetrics().horizontalAdvance(widest[i].value),
                                  tile.caption->fontMetrics().horizontalAdvance(widest[i].caption));
        tile.box->setMinimumWidth(std::max(tile.box->sizeHint().width(), text));
    }
}

bool LiveNumbers::grow(const Tile& tile) {
    // A tile grows with its text and never shrinks back, or the strip would jump with every number.
    const int wanted = tile.box->sizeHint().width();
    if (wanted <= tile.box->minimumWidth()) return false;
    tile.box->setMinimumWidth(wanted);
    return true;
}

QString LiveNumbers::value(const QString& key) const {
    const auto tile = std::find_if(tiles_.begin(), tiles_.end(), [&key](const Tile& t) { return t.key == key; });
    return tile == tiles_.end() ? QString() : tile->value->text();
}

QSize LiveNumbers::minimumSizeHint() const {
    int widest = 0;
    for (const Tile& tile : tiles_) widest = std::max(widest, tile.box->minimumWidth());
    return {2 * widest + 2 * grid_->horizontalSpacing(), QWidget::minimumSizeHint().height()};
}

void LiveNumbers::arrange() {
    const int count = static_cast<int>(tiles_.size());
    const int room = width() - 8;
    const auto widthWith = [this, count](int columns) {
        int total = 0;
        for (int c = 0; c < columns; ++c) {
            int widest = 0;
            for (int i = c; i < count; i += columns) {
                widest = std::max(widest, tiles_[static_cast<std::size_t>(i)].box->minimumWidth());
            }
            total += widest;
        }
        return total + (columns - 1) * grid_->horizontalSpacing();
    };
    int columns = count;
    while (columns > 2 && widthWith(columns) > room) --columns;
    // Rows of equal length look better than one with a leftover.
    const int rows = (count + columns - 1) / columns;
    columns = (count + rows - 1) / rows;
    if (columns == columns_) return;
    columns_ = columns;
    for (const Tile& tile : tiles_) grid_->removeWidget(tile.box);
    for (int i = 0; i < count; ++i) {
        grid_->addWidget(tiles_[static_cast<std::size_t>(i)].box, i / columns, i % columns);
    }
    for (int c = 0; c < count; ++c) grid_->setColumnStretch(c, c < columns ? 1 : 0);
}

void LiveNumbers::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void LiveNumbers::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    const auto refit = [this] {
        applyFonts();
        reserve();
        arrange();
    };
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) refit();
    // The style sheet that comes with every text size gives each label back the font that it had, after this one.
    if (event->type() == QEvent::StyleChange) QTimer::singleShot(0, this, refit);
}

}  // namespace mantissa::ui
