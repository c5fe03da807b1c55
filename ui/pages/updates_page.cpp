// SPDX-License-Identifier: GPL-3.0-or-later
// The Updates page; see the header.
#include "ui/pages/updates_page.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "engine/run/roles.h"
#include "ui/charts/bar_list.h"
#include "ui/charts/device_chart.h"
#include "ui/charts/format_text.h"
#include "ui/charts/line_chart.h"
#include "ui/charts/ratio_chart.h"
#include "ui/models/health.h"
#include "ui/models/session_model.h"
#include "ui/pages/folded_bars.h"
#include "ui/pages/run_heading.h"
#include "ui/pages/run_marks.h"
#include "ui/pages/tensor_box.h"
#include "ui/words/tr.h"

namespace mantissa::ui {

namespace {

const QString kAll = QStringLiteral("all");
const QString kTensor = QStringLiteral("tensor");

/// A share as percent without the dust of binary fractions.
double percents(double share) {
    return std::round(share * 1e8) / 1e6;
}

/// A share in words; of no updates there is none. `seen`: told by the updates that changed a weight.
QString lostText(const LostUpdates& updates, double share, bool seen = false) {
    if (!updates.known && !seen) return tr("unknown");
    return percentText(updates.nonzero > 0 ? share : std::nan(""));
}

/// The same in a cell of a table, which sorts by numbers.
QVariant lostCell(const LostUpdates& updates, double share, bool seen = false) {
    if (updates.isDead()) return tr("all zero");
    return updates.known || seen ? QVariant(percents(share)) : QVariant(tr("unknown"));
}

/// Whether it is known what would be lost without master weights: weights in FP32 show the updates as they are.
bool knownWithout(const LostUpdates& updates) {
    return updates.known || updates.master;
}

}  // namespace

UpdatesPage::UpdatesPage(SessionModel& session, QWidget* parent)
    : RunPage(QStringLiteral("updates_page"), session, 125, parent) {
    build();
    connect(tensor_, &QComboBox::activated, this, &UpdatesPage::refreshNow);
    connect(tensor_, &TensorBox::picked, this, &UpdatesPage::refreshNow);
    tensor_->setFill([this](FoldedBars& tree, std::vector<std::string>& names) {
        for (const LostUpdates& updates : all_) names.push_back(updates.tensor);
        fillTree(tree);
    });
    connect(tensors_, &FoldedBars::leafChosen, this,
            [this](int leaf) { pick(all_[static_cast<std::size_t>(leaf)].tensor); });
    connect(tensors_, &FoldedBars::rearranged, this, [this] { fillTree(*tensors_); });
    connect(line_, &LineChart::xRangeChanged, &this->session(), &SessionModel::lookClosely);
    connect(line_, &LineChart::crossHairMoved, this, [this](double x) {
        if (!std::isfinite(x) && lookAt()) line_->setCrossHair(*lookAt());  // back to where the timeline points
    });
    refreshNow();
}

void UpdatesPage::build() {
    lesson_ = makeSentence();
    tensor_ = new TensorBox(content());
    tensor_->setAccessibleName(tr("Tensor"));
    tensor_->setToolTip(
        tr("Whose updates are shown; the worst are the weights that lose the largest share of them.\n"
           "Biases have few values: they come first only where no weights are recorded."));
    tensor_->addItem(tr("Worst weight tensor"), QString());
    chart_ = new RatioChart(tr("Size of the updates"), content());
    devices_ = new DeviceChart(tr("Phase-change devices"), content());
    devices_->hide();
    line_ = new LineChart(tr("Updates lost (%)"), tr("step"), content());
    line_->setYLimits(0.0, 100.0);
    line_->setValueSuffix(QStringLiteral(" %"));
    line_->setEmptyText(tr("Waiting for the first step of a run"));
    shares_ = new BarList(tr("Updates that change nothing"), content());
    tensors_ = new FoldedBars(tr("All tensors, worst first"), content());
    tensors_->bars().setChoosable(true);

    auto* left = new QVBoxLayout;
    left->setSpacing(6);
    left->addWidget(tensor_);
    left->addWidget(chart_, 6);
    left->addWidget(devices_, 6);
    left->addWidget(line_, 4);
    auto* right = new QVBoxLayout;
    right->setSpacing(6);
    right->addWidget(shares_);
    right->addWidget(tensors_, 2);
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
    const int needed = chart_->minimumSizeHint().width() + tensors_->bars().minimumSizeHint().width() + 24;
    columns_->setDirection(width() < needed ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void UpdatesPage::clear(const RunModel* run) {
    LostUpdates plain;  // the lesson does not wait for a run, and speaks of its format where there is one
    const bool half = run && run->currentPrecision() == run::FP16;
    plain.format = half ? "FP16" : "BF16";
    plain.significantBits = half ? 11 : 8;
    line_->setEmptyText(run && run->step() > 0 ? tr("No updates are recorded up to this step")
                                               : tr("Waiting for the first step of a run"));
    lesson_->setText(updatesLesson(plain));
    tensor_->setEnabled(false);
    chart_->setTitle(tr("Size of the updates"));
    chart_->clear();
    chart_->show();
    devices_->hide();
    shares_->setBars({}, {});
    tensors_->setLeaves({}, {}, {}, {});
}

void UpdatesPage::runChosen() {
    worst_.clear();
}

void UpdatesPage::stepChosen() {
    line_->setCrossHair(lookAt() ? static_cast<double>(*lookAt()) : std::nan(""));
}

BarList& UpdatesPage::tensors() {
    return tensors_->bars();
}

QComboBox& UpdatesPage::tensorBox() {
    return *tensor_;
}

void UpdatesPage::keepCures(bool kept) {
    if (std::exchange(curesKept_, kept) != kept) refreshNow();
}

void UpdatesPage::pick(const std::string& tensor) {
    tensor_->choose(tensor);
    refreshNow();
}

void UpdatesPage::showRun(const RunModel* run) {
    const bool again = std::exchange(shownKept_, curesKept_) != curesKept_;
    const bool tensors = tensorsChanged(run) || again;
    if (run) color_ = runStyle(ChartPalette::fromWidget(this), session().face(*run)).color;
    if (tensors) all_ = run ? lostUpdatesAt(*run, lookAt()) : std::vector<LostUpdates>();
    if (all_.empty()) {
        drawn_.clear();
        clear(run);
        const bool histograms = run && !run->latestHistograms().empty();
        const QString missing =
            histograms ? tr("No updates are recorded up to this step: there are none where all steps were skipped")
                       : tr("Updates are counted at the steps that have histograms");
        chart_->setEmptyText(missing);
        shares_->setEmptyText(missing);
        tensors_->bars().setEmptyText(missing);
    } else if (tensors || tensor_->chosen() != picked_) {
        if (tensors) {
            worst_ = worstTensor(all_, worst_);
            offer(*run);
        }
        picked_ = tensor_->chosen();
        const auto named = [this](const std::string& name) {
            return std::find_if(all_.begin(), all_.end(), [&](const LostUpdates& u) { return u.tensor == name; });
        };
        auto at = named(picked_);
        if (at == all_.end()) at = named(worst_);
        drawn_ = at->tensor;
        showTensor(*run, *at);
        if (tensors) fillTree(*tensors_);
        tensors_->setChosen(drawn_);
    }
    if (run) {
        showLine(*run, drawn_);
    } else {
        runShown_.clear();
        line_->clearSeries();
        line_->setBookmarks({});
        line_->refresh();
    }
}

void UpdatesPage::offer(const RunModel& run) {
    tensor_->setEnabled(true);
    // From input to output as the network has them.
    std::map<std::string, int> places;
    for (const run::TensorInfo& tensor : run.tensors()) places.emplace(tensor.name(), static_cast<int>(places.size()));
    const auto place = [&places](const std::string& name) {
        const auto at = places.find(name);
        return at == places.end() ? static_cast<int>(places.size()) : at->second;
    };
    std::vector<std::pair<int, std::string>> placed;
    for (const LostUpdates& updates : all_) placed.emplace_back(place(updates.tensor), updates.tensor);
    std::sort(placed.begin(), placed.end());
    std::vector<std::string> names;
    for (auto& [at, name] : placed) names.push_back(std::move(name));
    tensor_->offer(tr("Worst weight tensor"), names);
}

void UpdatesPage::showTensor(const RunModel& run, const LostUpdates& updates) {
    const bool stochastic = run.currentConfig().stochastic_rounding() && !updates.master;
    const QString lesson = updates.devices ? devicesLesson() : updatesLesson(updates, stochastic);
    if (lesson_->text() != lesson) lesson_->setText(lesson);
    const QString format = QString::fromStdString(updates.format);
    RatioData ratios;
    ratios.tensor = QString::fromStdString(updates.tensor);
    ratios.format = format;
    ratios.firstBin = updates.firstBin;
    ratios.bins = updates.bins;
    ratios.nonzero = updates.nonzero;
    const bool cures = !curesKept_ || updates.master;
    ratios.masterLimit = cures ? updates.masterLimit : 0;
    ratios.master = updates.master;
    ratios.sentence = updatesSentence(updates, stochastic, cures);
    chart_->setEmptyText(ratios.sentence);  // where all updates are zero
    chart_->setTitle(tr("%1, step %2").arg(ratios.tensor).arg(updates.step));
    chart_->setRatios(ratios, color_);
    showDevices(run, updates);
    line_->setEmptyText(updates.known ? tr("Waiting for the first step of a run")
                                      : tr("How many updates were lost is unknown for this optimizer"));

    BarListData bars;
    bars.nameColumn = tr("weights kept in");
    bars.columns = QStringList{tr("lost")};
    bars.tableColumns = QStringList{tr("weights"), tr("updates lost"), tr("updates not zero"), tr("%")};
    const auto add = [&](const QString& name, const QString& words, std::uint64_t lost, double share, bool known) {
        BarRow row;
        row.name = name;
        row.texts = QStringList{lostText(updates, share, known)};
        row.length = known ? share : 0;
        row.lost = true;
        row.sentence =
            known ? tr("%1: %2 of the nonzero updates of %3 have no effect.")
                        .arg(words, lostText(updates, share, known), ratios.tensor)
                  : tr("%1: how many of the updates of %2 have no effect is unknown.").arg(words, ratios.tensor);
        row.cells = {words, known ? QVariant(static_cast<qulonglong>(lost)) : QVariant(tr("unknown")),
                     static_cast<qulonglong>(updates.nonzero), lostCell(updates, share, known)};
        bars.rows.push_back(std::move(row));
    };
    const QString stored = QString::fromStdString(updates.storedFormat);
    add(tr("now: %1").arg(stored), tr("now, weights kept in %1").arg(stored), updates.lost, updates.now, updates.known);
    if (!updates.known) {
        BarRow row;
        row.name = tr("weights that stayed");
        row.texts = QStringList{percentText(updates.unchanged)};
        row.length = updates.unchanged;
        row.sentence = tr("%1 of the weights of %2 did not change.").arg(percentText(updates.unchanged), ratios.tensor);
        row.cells = {row.name, QVariant(), static_cast<qulonglong>(updates.nonzero), percents(updates.unchanged)};
        bars.rows.push_back(std::move(row));
    }
    if (updates.switchable && cures) {
        add(tr("FP32 (master on)"), tr("with FP32 master weights"), updates.lostWithMaster, updates.withMaster,
            updates.known);
        add(tr("%1 (master off)").arg(format), tr("without master weights, in %1").arg(format),
            updates.lostWithoutMaster, updates.withoutMaster, knownWithout(updates));
    }
    shares_->setBars(bars, color_);
}

/// In place of the updates' sizes: no gap between numbers decides then.
void UpdatesPage::showDevices(const RunModel& run, const LostUpdates& updates) {
    devices_->setVisible(updates.devices.has_value());
    chart_->setVisible(!updates.devices);
    if (!updates.devices) return;
    DeviceData shown;
    shown.tensor = QString::fromStdString(updates.tensor);
    shown.gathered = updates.devices->gathered;
    shown.conductances = updates.devices->conductances;
    shown.binWidth = static_cast<double>(device_conductance_bin);
    shown.saturated = static_cast<double>(device_saturation);
    shown.sentence = devicesSentence(updates, run.currentConfig().gather_updates(),
                                     static_cast<double>(updates.step) * run.currentConfig().batch());
    devices_->setTitle(tr("%1, step %2").arg(shown.tensor).arg(updates.step));
    devices_->setDevices(shown, color_);
}

void UpdatesPage::fillTree(FoldedBars& tree) const {
    BarListData list;
    list.nameColumn = tr("tensor");
    list.columns = QStringList{tr("now"), tr("with"), tr("without")};
    list.tableColumns = QStringList{tr("tensor"),           tr("format"),       tr("kept in"),
                                    tr("updates not zero"), tr("lost now (%)"), tr("lost with master weights (%)"),
                                    tr("lost without (%)"), tr("step")};
    list.note = tr("with / without FP32 master weights");
    std::vector<FoldLeaf> leaves;
    for (const LostUpdates& updates : all_)
        leaves.push_back(
            {updates.layer, updates.tensor, std::floor(updates.severity() * 100.0), static_cast<int>(leaves.size())});
    const auto row = [this](std::size_t leaf) {
        const LostUpdates& updates = all_[leaf];
        BarRow made;
        made.name = QString::fromStdString(updates.tensor);
        const bool cures = !curesKept_ || updates.master;
        made.texts = {updates.isDead() ? tr("all zero") : lostText(updates, updates.now),
                      cures ? lostText(updates, updates.withMaster) : QStringLiteral("–"),
                      lostText(updates, updates.withoutMaster, knownWithout(updates))};
        made.length = updates.isDead() ? 0 : updates.known ? updates.severity() : std::nan("");
        made.lost = true;
        made.sentence = !updates.known || !cures ? updatesSentence(updates, false, cures)
                        : updates.nonzero == 0
                            ? tr("%1: all its updates are zero.").arg(made.name)
                            : tr("%1: %2 of its updates have no effect now, %3 with FP32 master weights, %4 without.")
                                  .arg(made.name, made.texts[0], made.texts[1], made.texts[2]);
        made.cells = {made.name,
                      QString::fromStdString(updates.format),
                      QString::fromStdString(updates.storedFormat),
                      static_cast<qulonglong>(updates.nonzero),
                      lostCell(updates, updates.now),
                      cures ? lostCell(updates, updates.withMaster) : QVariant(),
                      lostCell(updates, updates.withoutMaster, knownWithout(updates)),
                      updates.step};
        return made;
    };
    tree.setLeaves(leaves, std::move(list), row, color_);
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
        shares.push_back(percents(static_cast<double>(columns.updatesLost[rowsShown_]) / static_cast<double>(nonzero)));
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
        shares.push_back(percents(at.share));
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
    for (const std::string& name : {tensor.toStdString(), weights.toStdString()}) {
        const auto there = [&](const LostUpdates& updates) { return updates.tensor == name; };
        if (std::any_of(all_.begin(), all_.end(), there)) return pick(name);
    }
}

}  // namespace mantissa::ui
