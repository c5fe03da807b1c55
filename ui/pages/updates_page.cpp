// SPDX-License-Identifier: GPL-3.0-or-later
// The Updates page; see the header.
#include "ui/pages/updates_page.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>

#include "ui/charts/bar_list.h"
#include "ui/charts/format_text.h"
#include "ui/charts/line_chart.h"
#include "ui/charts/ratio_chart.h"
#include "ui/models/health.h"
#include "ui/models/session_model.h"
#include "ui/pages/run_heading.h"
#include "ui/pages/run_marks.h"

namespace mantissa::ui {

namespace {

const QString kAll = QStringLiteral("all");
const QString kTensor = QStringLiteral("tensor");

/// A share as percent without the dust of binary fractions.
double percentOf(double share) {
    return std::round(share * 1e8) / 1e6;
}

/// A share in words; of no updates there is none.
QString shareText(const LostUpdates& updates, double share) {
    return percentText(updates.nonzero > 0 ? share : std::nan(""));
}

}  // namespace

UpdatesPage::UpdatesPage(SessionModel& session, QWidget* parent)
    : RunPage(QStringLiteral("updates_page"), session, 125, parent) {
    build();
    connect(tensor_, &QComboBox::activated, this, &UpdatesPage::refreshNow);
    connect(tensors_, &BarList::rowChosen, this, [this](int row) {
        if (row < 0 || row >= static_cast<int>(listed_.size())) return;
        const QString name = QString::fromStdString(listed_[static_cast<std::size_t>(row)]);
        tensor_->setCurrentIndex(std::max(0, tensor_->findData(name)));
        refreshNow();
    });
    connect(line_, &LineChart::xRangeChanged, &this->session(), &SessionModel::lookClosely);
    connect(line_, &LineChart::crossHairMoved, this, [this](double x) {
        if (!std::isfinite(x) && lookAt()) line_->setCrossHair(*lookAt());  // back to where the timeline points
    });
    refreshNow();
}

void UpdatesPage::build() {
    lesson_ = makeSentence();
    tensor_ = new QComboBox(content());
    tensor_->setAccessibleName(tr("Tensor"));
    tensor_->setToolTip(tr("Whose updates are shown; the worst is the one that loses the largest share of them"));
    tensor_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    tensor_->setMinimumContentsLength(10);
    tensor_->addItem(tr("Worst tensor"), QString());
    chart_ = new RatioChart(tr("Size of the updates"), content());
    line_ = new LineChart(tr("Updates lost (%)"), tr("step"), content());
    line_->setYLimits(0.0, 100.0);
    line_->setValueSuffix(QStringLiteral(" %"));
    line_->setEmptyText(tr("Waiting for the first step of a run"));
    shares_ = new BarList(tr("Updates that change nothing"), content());
    tensors_ = new BarList(tr("All tensors, worst first"), content());
    tensors_->setChoosable(true);

    auto* left = new QVBoxLayout;
    left->setSpacing(6);
    left->addWidget(tensor_);
    left->addWidget(chart_, 6);
    left->addWidget(line_, 4);
    auto* right = new QVBoxLayout;
    right->setSpacing(6);
    right->addWidget(shares_);
    right->addWidget(tensors_);
    right->addStretch(1);
    columns_ = new QBoxLayout(QBoxLayout::LeftToRight);
    columns_->setSpacing(6);
    columns_->addLayout(left, 11);
    columns_->addLayout(right, 9);
    column()->addWidget(lesson_);
    column()->addLayout(columns_, 1);
}

void UpdatesPage::arrange() {
    if (!columns_) return;
    const int needed = chart_->minimumSizeHint().width() + tensors_->minimumSizeHint().width() + 24;
    columns_->setDirection(width() < needed ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void UpdatesPage::clear() {
    LostUpdates plain;  // the lesson does not wait for a run
    plain.format = "BF16";
    plain.significantBits = 8;
    lesson_->setText(updatesLesson(plain));
    tensor_->setEnabled(false);
    chart_->setTitle(tr("Size of the updates"));
    chart_->clear();
    shares_->setBars({}, {});
    tensors_->setBars({}, {});
    listed_.clear();
}

void UpdatesPage::runChosen() {
    worst_.clear();
}

void UpdatesPage::stepChosen() {
    line_->setCrossHair(lookAt() ? static_cast<double>(*lookAt()) : std::nan(""));
}

void UpdatesPage::showRun(const RunModel* run) {
    std::vector<LostUpdates> all;
    if (run) {
        all = lostUpdatesAt(*run, lookAt());
        color_ = runStyle(ChartPalette::fromWidget(this), session().face(*run)).color;
    }
    std::string shown;
    if (all.empty()) {
        clear();
        const bool histograms = run && !run->latestHistograms().empty();
        const QString missing = histograms ? tr("No updates are recorded up to this step")
                                           : tr("Updates are counted at the steps that have histograms");
        chart_->setEmptyText(missing);
        shares_->setEmptyText(missing);
        tensors_->setEmptyText(missing);
    } else {
        worst_ = worstTensor(all, worst_);
        offer(*run, all);
        shown = tensor_->currentData().toString().toStdString();
        const auto named = [&all](const std::string& name) {
            return std::find_if(all.begin(), all.end(), [&](const LostUpdates& u) { return u.tensor == name; });
        };
        auto at = named(shown);
        if (at == all.end()) at = named(worst_);
        shown = at->tensor;
        showTensor(*run, *at);
        showTensors(all, shown);
    }
    if (run) {
        showLine(*run, shown);
    } else {
        runShown_.clear();
        line_->clearSeries();
        line_->setBookmarks({});
        line_->refresh();
    }
}

void UpdatesPage::offer(const RunModel& run, const std::vector<LostUpdates>& all) {
    tensor_->setEnabled(true);
    // From input to output as the network has them.
    std::vector<std::string> names;
    for (const LostUpdates& updates : all) names.push_back(updates.tensor);
    const auto place = [&run](const std::string& name) {
        int at = 0;
        for (const run::TensorInfo& tensor : run.tensors()) {
            if (tensor.name() == name) break;
            ++at;
        }
        return at;
    };
    std::sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
        return place(a) != place(b) ? place(a) < place(b) : a < b;
    });
    bool same = tensor_->count() == static_cast<int>(names.size()) + 1;
    for (int i = 0; same && i + 1 < tensor_->count(); ++i) {
        same = tensor_->itemText(i + 1) == QString::fromStdString(names[static_cast<std::size_t>(i)]);
    }
    if (same) return;
    const QSignalBlocker blocker(tensor_);
    const QVariant chosen = tensor_->currentData();
    tensor_->clear();
    tensor_->addItem(tr("Worst tensor"), QString());
    for (const std::string& name : names) {
        tensor_->addItem(QString::fromStdString(name), QString::fromStdString(name));
    }
    tensor_->setCurrentIndex(std::max(0, tensor_->findData(chosen)));
}

void UpdatesPage::showTensor(const RunModel& run, const LostUpdates& updates) {
    const QString lesson = updatesLesson(updates);
    if (lesson_->text() != lesson) lesson_->setText(lesson);
    const QString format = QString::fromStdString(updates.format);
    RatioData ratios;
    ratios.tensor = QString::fromStdString(updates.tensor);
    ratios.format = format;
    ratios.firstBin = updates.firstBin;
    ratios.bins = updates.bins;
    ratios.nonzero = updates.nonzero;
    ratios.masterLimit = updates.masterLimit;
    ratios.master = updates.master;
    const bool stochastic = run.currentConfig().stochastic_rounding() && !updates.master;
    ratios.sentence = updatesSentence(updates, stochastic);
    chart_->setEmptyText(ratios.sentence);  // where all updates are zero
    chart_->setTitle(tr("%1, step %2").arg(ratios.tensor).arg(updates.step));
    chart_->setRatios(ratios, color_);

    BarListData bars;
    bars.nameColumn = tr("weights kept in");
    bars.columns = QStringList{tr("lost")};
    bars.tableColumns = QStringList{tr("weights"), tr("updates lost"), tr("updates not zero"), tr("%")};
    const auto add = [&](const QString& name, const QString& words, std::uint64_t lost, double share) {
        BarRow row;
        row.name = name;
        row.texts = QStringList{shareText(updates, share)};
        row.length = share;
        row.lost = true;
        row.sentence = tr("%1: %2 of the nonzero updates of %3 have no effect.")
                           .arg(words, shareText(updates, share), ratios.tensor);
        row.cells = {words, static_cast<qulonglong>(lost), static_cast<qulonglong>(updates.nonzero), percentOf(share)};
        bars.rows.push_back(std::move(row));
    };
    const QString stored = QString::fromStdString(updates.storedFormat);
    add(tr("now: %1").arg(stored), tr("now, weights kept in %1").arg(stored), updates.lost, updates.now);
    if (updates.switchable) {
        add(tr("FP32 (master on)"), tr("with FP32 master weights"), updates.lostWithMaster, updates.withMaster);
        add(tr("%1 (master off)").arg(format), tr("without master weights, in %1").arg(format),
            updates.lostWithoutMaster, updates.withoutMaster);
    }
    shares_->setBars(bars, color_);
}

void UpdatesPage::showTensors(const std::vector<LostUpdates>& all, const std::string& shown) {
    BarListData list;
    list.nameColumn = tr("tensor");
    list.columns = QStringList{tr("now"), tr("with"), tr("without")};
    list.tableColumns = QStringList{tr("tensor"),           tr("format"),       tr("kept in"),
                                    tr("updates not zero"), tr("lost now (%)"), tr("lost with master weights (%)"),
                                    tr("lost without (%)"), tr("step")};
    list.note = tr("with / without FP32 master weights");
    listed_.clear();
    int chosen = -1;
    if (all.size() > kMostBars)
        list.note += u' ' + tr("%L1 more lose less.").arg(static_cast<qulonglong>(all.size() - kMostBars));
    for (const LostUpdates& updates : all) {
        if (listed_.size() == kMostBars) break;
        if (updates.tensor == shown) chosen = static_cast<int>(listed_.size());
        listed_.push_back(updates.tensor);
        BarRow row;
        row.name = QString::fromStdString(updates.tensor);
        row.texts = {shareText(updates, updates.now), shareText(updates, updates.withMaster),
                     shareText(updates, updates.withoutMaster)};
        row.length = updates.now;
        row.lost = true;
        row.sentence = updates.nonzero == 0
                           ? tr("%1: all its updates are zero.").arg(row.name)
                           : tr("%1: %2 of its updates have no effect now, %3 with FP32 master weights, %4 without.")
                                 .arg(row.name, row.texts[0], row.texts[1], row.texts[2]);
        row.cells = {row.name,
                     QString::fromStdString(updates.format),
                     QString::fromStdString(updates.storedFormat),
                     static_cast<qulonglong>(updates.nonzero),
                     percentOf(updates.now),
                     percentOf(updates.withMaster),
                     percentOf(updates.withoutMaster),
                     updates.step};
        list.rows.push_back(std::move(row));
    }
    tensors_->setBars(list, color_);
    tensors_->setChosen(chosen);
}

void UpdatesPage::showLine(const RunModel& run, const std::string& tensor) {
    const StepColumns& columns = run.columns();
    if (runShown_ != run.runId() || reordersShown_ != run.reorderVersion()) {
        runShown_ = run.runId();
        reordersShown_ = run.reorderVersion();
        rowsShown_ = 0;
        line_->clearSeries();
        line_->setSeries(kAll, {}, {}, {});
    }
    std::vector<double> steps;
    std::vector<double> shares;
    for (; rowsShown_ < columns.size(); ++rowsShown_) {
        const std::uint64_t nonzero = columns.updatesNonzero[rowsShown_];
        if (nonzero == 0) continue;  // a skipped step updates nothing
        steps.push_back(columns.step[rowsShown_]);
        shares.push_back(
            percentOf(static_cast<double>(columns.updatesLost[rowsShown_]) / static_cast<double>(nonzero)));
    }
    line_->extendSeries(kAll, steps, shares);
    const ChartPalette palette = ChartPalette::fromWidget(this);
    const PrecisionStyle look = runStyle(palette, session().face(run));
    SeriesStyle all;
    all.label = tr("all tensors, every step");
    all.brief = all.legend = tr("all");
    all.color = look.color;
    all.glyphs = false;
    all.faint = true;
    line_->setSeriesStyle(kAll, all);
    steps.clear();
    shares.clear();
    for (const LostAt& at : lostHistory(run, tensor)) {
        steps.push_back(at.step);
        shares.push_back(percentOf(at.share));
    }
    SeriesStyle one;
    one.label = one.brief = one.legend = QString::fromStdString(tensor);
    one.color = look.color;
    one.glyph = look.marker;
    one.showPoints = true;
    if (steps.empty()) {
        line_->removeSeries(kTensor);
    } else {
        line_->setSeries(kTensor, one, steps, shares);
    }
    line_->setBookmarks(bookmarksOf(run));
    line_->setAutoXRange(0.0, run.live() ? axisEnd(run.step(), run.totalSteps()) : std::max<double>(run.step(), 1.0));
    line_->refresh();
}

void UpdatesPage::chooseTensor(const QString& tensor, run::Role) {
    refreshNow();  // a hidden page may not know the run's tensors yet
    const RunModel* const run = session().currentRun();
    const std::string layer = layerOfTensor(run, tensor.toStdString());
    QString weights = QString::fromStdString(layer + ".weight");
    if (run && run->foreign())
        for (const run::TensorInfo& info : run->tensors())
            if (info.layer() == layer && info.part() == "weight") weights = QString::fromStdString(info.name());
    const int at = std::max(tensor_->findData(tensor), tensor_->findData(weights));
    if (at < 0) return;
    tensor_->setCurrentIndex(at);
    refreshNow();
}

}  // namespace mantissa::ui
