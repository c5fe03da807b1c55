// SPDX-License-Identifier: GPL-3.0-or-later
// See health.h. Counts and norms come from another program: nothing here divides by zero, and a NaN never passes for
// well.
#include "ui/models/health.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "engine/report/shadow_figures.h"
#include "engine/run/roles.h"
#include "ui/models/health_rank.h"
#include "ui/models/histogram_lookup.h"
#include "ui/models/lost_updates.h"
#include "ui/models/network_graph.h"
#include "ui/models/scale_preview.h"
#include "ui/models/tensor_stats.h"

namespace mantissa::ui {
namespace {

/// Gradients out of range explain a loss if the estimate accounts for this part of it; the rest is what compounds from
/// layer to layer.
constexpr double kExplained = 0.5;
/// What a scale that is proposed leaves free below the largest number of the format.
constexpr int kFreeBits = 2;
/// Shadows further back than so many histograms say nothing about now.
constexpr int kShadowFrames = 64;
/// From here on subnormal numbers, which have fewer bits, are a reason for a low cosine.
constexpr double kManySubnormal = 0.10;

double share(double part, double of) {
    return of > 0 ? std::clamp(part / of, 0.0, 1.0) : 0.0;
}

std::string cutName(const std::string& tensor) {
    return tensor.substr(0, tensor.find('.'));
}

/// L2 shares lost one after the other: what is kept is kept by all.
double together(double a, double b) {
    return std::sqrt(std::max(0.0, 1.0 - (1.0 - a * a) * (1.0 - b * b)));
}

/// Builds one report.
class Examination {
  public:
    /// `only`: of this role nothing but tensors() is asked.
    Examination(const RunModel& run, std::optional<std::uint32_t> step, std::optional<run::Role> only = {})
        : run_(run), step_(step), only_(only) {}

    HealthReport report() {
        collect();
        findBest();
        for (HealthRow& row : rows_)
            for (HealthCell& cell : row.cells) examine(cell);
        findBreak();
        findCures();
        rank();
        return std::move(report_);
    }

    std::vector<HealthCell> tensors() {
        collect();
        std::vector<HealthCell> cells;
        for (const HealthRow& row : rows_)
            for (const auto& [role, tensors] : tensors_[row.layer])
                for (const auto& [name, tensor] : tensors) cells.push_back(cellOf(row.layer, role, name, tensor));
        return cells;
    }

  private:
    struct Tensor {
        FoundHistogram shown;
        FoundHistogram shadowed;  ///< null: no shadow that still says something
    };

    void find();
    void collect();
    void findBest();
    void examine(HealthCell& cell);
    HealthCell cellOf(const std::string& layer, run::Role role, const std::string& name, const Tensor& tensor) const;
    void tellGradient(HealthCell& cell, const Tensor& tensor) const;
    void tellUpdates(HealthCell& cell, const Tensor& tensor) const;
    void findCures();
    /// What the casts of a gradient and of those between it and the loss take of its norm.
    struct Taken {
        double then = 0;  ///< when its shadow measured it
        double now = 0;   ///< at the scale of now
        double best = 0;  ///< at the best scale
    };
    Taken takenFrom(const Tensor& tensor, Taken before) const;
    void cure(HealthCell& cell, const Taken& taken) const;
    /// Share that a gradient's cast takes of its shadow's norm, at this loss scale.
    double lostAt(const Tensor& tensor, double scale) const;
    /// The first inf or NaN of a forward pass at or after this step; nothing if there was none.
    std::optional<NonfiniteMark> forwardSince(std::uint32_t since) const;
    bool spoiledBefore(const NonfiniteMark& mark) const;
    void findBreak();
    void rank();

    const RunModel& run_;
    std::optional<std::uint32_t> step_;
    std::optional<run::Role> only_;
    HealthReport report_;
    std::vector<HealthRow> rows_;  ///< from input to output
    std::map<std::string, std::map<run::Role, std::map<std::string, Tensor>>> tensors_;
    std::set<std::uint32_t> shadowSteps_;
    std::set<std::string> biases_;  // of a foreign run, as its record names them
};

void Examination::find() {
    // One pass for all tensors: a foreign run has thousands, and the past is long.
    struct Found {
        const std::pair<std::string, run::Role>* key;
        std::uint32_t slot;
        Tensor tensor;
        /// Whether something may still be found further back.
        bool open() const {
            return !tensor.shown.histogram || (is_gradient(key->second) && !tensor.shadowed.histogram);
        }
        void take(const run::Histogram& histogram, std::uint32_t step) {
            if (!tensor.shown.histogram) tensor.shown = {&histogram, step};
            if (!tensor.shadowed.histogram && histogram.has_shadow()) tensor.shadowed = {&histogram, step};
        }
    };
    std::vector<Found> found;
    std::vector<std::size_t> open;
    std::size_t unseen = 0;
    for (const auto& [key, latest] : run_.latestHistograms()) {
        if (only_ && key.second != *only_) continue;
        Found& one = found.emplace_back(Found{&key, latest.slot, {}});
        if (!step_ || latest.step <= *step_) one.take(latest.histogram, latest.step);
        if (one.open()) open.push_back(found.size() - 1);
        unseen += one.tensor.shown.histogram ? 0 : 1;
    }
    const std::vector<HistogramFrame>& history = run_.histogramHistory();
    int seen = 0;
    for (auto frame = history.rbegin(); frame != history.rend() && !open.empty() && seen < kShadowFrames; ++frame) {
        if (step_ && frame->step > *step_) continue;
        ++seen;
        if (!frame->shadowed && unseen == 0) continue;
        std::size_t kept = 0;
        for (const std::size_t at : open) {
            Found& one = found[at];
            const bool before = one.tensor.shown.histogram;
            if (const run::Histogram* histogram = frame->of(one.slot)) one.take(*histogram, frame->step);
            unseen -= !before && one.tensor.shown.histogram ? 1 : 0;
            if (one.open()) open[kept++] = at;
        }
        open.resize(kept);
    }
    for (const Found& one : found) {
        if (!one.tensor.shown.histogram) continue;
        const std::string& layer = one.tensor.shown.histogram->layer();
        tensors_[layer.empty() ? layerOfTensor(&run_, one.key->first) : layer][one.key->second][one.key->first] =
            one.tensor;
    }
}

void Examination::collect() {
    if (run_.foreign())
        for (const run::TensorInfo& tensor : run_.tensors())
            if (tensor.part() == "bias") biases_.insert(tensor.name());
    find();
    std::vector<std::string> layers = run_.layers();
    std::set<std::string> known(layers.begin(), layers.end());
    bool gradients = false;
    bool narrow = false;
    std::uint32_t newest = 0;
    for (auto& [layer, roles] : tensors_) {
        if (known.insert(layer).second) layers.push_back(layer);
        for (auto& [role, tensors] : roles) {
            if (!is_gradient(role)) continue;
            for (auto& [name, tensor] : tensors) {
                const run::Histogram& histogram = *tensor.shown.histogram;
                if (tensor.shadowed.histogram && tensor.shadowed.histogram->format() != histogram.format())
                    tensor.shadowed = {};  // of another format: over
                if (histogram.has_shadow()) shadowSteps_.insert(tensor.shown.step);
                report_.shadows = report_.shadows || tensor.shadowed.histogram;
                gradients = true;
                narrow = narrow || formatCalled(histogram.format()) != fp32;
                if (tensor.shown.step >= newest) report_.scale = scaleOf(histogram);
                newest = std::max(newest, tensor.shown.step);
            }
        }
    }
    report_.wide = gradients && !narrow;
    sortAsTheyRun(run_, layers);
    for (const std::string& layer : layers) {
        if (tensors_.empty()) break;
        HealthRow row{layer, static_cast<int>(rows_.size()), {}, 0};
        for (std::size_t i = 0; i < kHealthRoles.size(); ++i) {
            row.cells[i].layer = layer;
            row.cells[i].role = kHealthRoles[i];
        }
        rows_.push_back(std::move(row));
    }
}

void Examination::findBest() {
    ScaleLimit limit;
    for (const auto& [layer, roles] : tensors_)
        for (const auto& [role, tensors] : roles)
            for (const auto& [name, tensor] : tensors)
                if (tensor.shadowed.histogram)
                    limit.consider(*tensor.shadowed.histogram, formatCalled(tensor.shadowed.histogram->format()));
    if (!limit.exponent) return;
    // What fits this step's gradients overflows with those of another, as the advisor's rule has it.
    report_.best = std::clamp(*limit.exponent - kFreeBits, kLeastScaleExponent, kGreatestScaleExponent);
    report_.limitedBy = limit.tensor;
}

void Examination::examine(HealthCell& cell) {
    double worst = -2;
    for (const auto& [name, tensor] : tensors_[cell.layer][cell.role]) {
        HealthCell candidate = cellOf(cell.layer, cell.role, name, tensor);
        const double rank = rankOf(candidate);
        if (!(rank > worst)) continue;
        worst = rank;
        cell = std::move(candidate);
    }
}

HealthCell Examination::cellOf(const std::string& layer, run::Role role, const std::string& name,
                               const Tensor& tensor) const {
    const run::Histogram& histogram = *tensor.shown.histogram;
    HealthCell cell;
    cell.layer = layer;
    cell.role = role;
    cell.tensor = name;
    cell.step = tensor.shown.step;
    cell.format = histogram.format();
    cell.tier = histogram.tier();
    cell.bias = run_.foreign() ? biases_.contains(name) : name.ends_with(".bias");
    cell.scale = histogram.has_scale() ? static_cast<double>(histogram.scale()) : 1.0;  // a dynamic one may end at 0
    const ZoneShares zones = zoneShares(histogram.counts());
    cell.elements = zones.elements;
    cell.shares = {
        zones.zero, 0, zones.flushed, zones.subnormal, zones.normal, zones.overflow, zones.infinite + zones.nan};
    cell.flushedOfNonzero = flushedShare(histogram.counts());
    cell.normLost = normLostShare(histogram);
    if (role == run::ROLE_UPDATE) tellUpdates(cell, tensor);
    if (cell.gradient()) tellGradient(cell, tensor);
    const double cosine = cell.cosine.value_or(1.0);
    if (cell.broken()) {
        cell.state = HealthState::alarm;
    } else if (cell.tier == run::TIER_OBSERVED && role == run::ROLE_ACTIVATION) {
        cell.state = HealthState::unknown;  // counted after its cast
    } else if (cell.gradient() && !cell.shadow && !cell.zeroInFp32 && !report_.wide) {
        cell.state = HealthState::unknown;
    } else if (cell.zeroInFp32 && cell.shadowTier == run::TIER_LOCAL) {
        cell.state = HealthState::unknown;  // what its reference was made of may have been lost already
    } else if (role == run::ROLE_UPDATE && !histogram.updates().has_lost()) {
        cell.state = HealthState::unknown;
    } else if (role == run::ROLE_UPDATE) {
        cell.state =
            cell.flushedOfNonzero >= kUpdatesLostAlarm && !cell.atRandom ? HealthState::alarm : HealthState::well;
    } else if (cell.normLost >= kLostAlarm || !(cosine > kCosineAlarm)) {
        cell.state = HealthState::alarm;
    } else {
        const bool well = cell.normLost < kLostNoted && cosine > kCosineNoted;
        cell.state = well ? HealthState::well : HealthState::noted;
    }
    return cell;
}

void Examination::tellGradient(HealthCell& cell, const Tensor& tensor) const {
    cell.lostInProduct = tensor.shown.histogram->lost_in_product();
    // The engine leaves out the shadow of a tensor that is all zero in FP32.
    // Of a foreign run only some layers have a shadow, so a missing one says nothing.
    cell.zeroInFp32 = cell.tier == run::TIER_UNSET && !tensor.shown.histogram->has_shadow() &&
                      cell.shares.zero >= 1.0 && shadowSteps_.contains(cell.step);
    if (cell.zeroInFp32 || !tensor.shadowed.histogram) return;
    const run::Histogram& from = *tensor.shadowed.histogram;
    const run::Shadow& shadow = from.shadow();
    if (shadow.has_norm() && shadow.norm() == 0) {  // there is no cosine with it
        cell.zeroInFp32 = cell.shares.zero >= 1.0 && tensor.shadowed.step == cell.step;
        cell.shadowTier = from.shadow_tier();
        return;
    }
    cell.shadow = true;
    cell.shadowStep = tensor.shadowed.step;
    cell.shadowTier = from.shadow_tier();
    cell.normLost = norm_lost_share(shadow).value_or(1.0);
    cell.cosine = shadow.cosine();
    cell.signalToNoise = signal_to_noise_db(shadow);
    const auto starved = static_cast<double>(shadow.starved());
    cell.starvedOfNonzero = share(starved, static_cast<double>(shadow.nonzero()));
    // Starved in the bar is what was zero already: what this cast flushed has a piece of its own.
    const ZoneShares then = zoneShares(from.counts());
    const double before = share(starved, static_cast<double>(then.elements)) - then.flushed;
    cell.shares.starved = std::clamp(before, 0.0, cell.shares.zero);
    cell.shares.zero -= cell.shares.starved;
}

void Examination::tellUpdates(HealthCell& cell, const Tensor& tensor) const {
    cell.normLost = 0;
    const auto updates = lostUpdates(*tensor.shown.histogram, tensor.shown.step);
    if (!updates) return;
    cell.flushedOfNonzero = updates->now;
    cell.withMaster = updates->withMaster;
    cell.atRandom = run_.currentConfig().stochastic_rounding() && updates->switchable && !updates->master;
    const double lost = share(static_cast<double>(updates->lost), static_cast<double>(cell.elements));
    cell.shares.flushed = std::min(lost, cell.shares.normal);
    cell.shares.normal -= cell.shares.flushed;
}

double Examination::lostAt(const Tensor& tensor, double scale) const {
    if (!tensor.shadowed.histogram) return 0;
    const run::Histogram& from = *tensor.shadowed.histogram;
    return previewScale(shadowBins(from.shadow()), formatCalled(from.format()), scale, 0).normLost;
}

void Examination::findCures() {
    // A gradient has passed the casts of all activation gradients between it and the loss.
    Taken passed;
    std::string from;
    for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
        auto& roles = tensors_[row->layer];
        for (const auto& [name, tensor] : roles[run::ROLE_ACTIVATION_GRADIENT]) passed = takenFrom(tensor, passed);
        bool loses = false;
        for (HealthCell& cell : row->cells) {
            if (!cell.gradient()) continue;
            loses = loses || (cell.shadow && cell.normLost >= kLostAlarm);
            const bool weights = cell.role == run::ROLE_WEIGHT_GRADIENT;
            const Tensor* own = nullptr;
            if (const auto found = roles[cell.role].find(cell.tensor); weights && found != roles[cell.role].end())
                own = &found->second;
            cure(cell, own ? takenFrom(*own, passed) : passed);
        }
        if (loses && from.empty()) from = row->layer;
        if (!loses) from.clear();
        for (HealthCell& cell : row->cells)
            if (cell.gradient() && cell.shadow && cell.normLost >= kLostAlarm) cell.from = from;
    }
}

Examination::Taken Examination::takenFrom(const Tensor& tensor, Taken before) const {
    if (!tensor.shadowed.histogram) return before;
    return {together(before.then, lostAt(tensor, scaleOf(*tensor.shadowed.histogram))),
            together(before.now, lostAt(tensor, report_.scale)),
            together(before.best, lostAt(tensor, std::ldexp(1.0, report_.best.value_or(0))))};
}

void Examination::cure(HealthCell& cell, const Taken& taken) const {
    cell.explained = taken.then;
    const bool lost = cell.normLost >= kLostNoted;
    const bool ill = cell.state == HealthState::alarm || cell.state == HealthState::noted;
    const bool scalable = report_.broken == HealthBreak::none || report_.broken == HealthBreak::backward;
    if (!ill || !scalable || !cell.gradient() || !cell.shadow || cell.broken() || !report_.best) return;
    const double best = std::ldexp(1.0, *report_.best);
    const bool subnormal = cell.shares.subnormal > kManySubnormal;
    if (!lost && !subnormal) {
        cell.cure = HealthCure::rounding;
    } else if (lost && taken.then < kExplained * cell.normLost) {
        cell.cure = HealthCure::forward;
    } else if (lost && taken.now < kLostAlarm && taken.now < kExplained * taken.then) {
        cell.cure = HealthCure::awaited;
    } else if (best > report_.scale && taken.best < kLostAlarm) {
        cell.cure = HealthCure::scale;
        cell.cureScale = best;
        cell.lostAfter = taken.best;
    } else if (cell.state == HealthState::alarm) {
        cell.cure = HealthCure::scaleFull;
        cell.lostAfter = taken.best;
    }
}

std::optional<NonfiniteMark> Examination::forwardSince(std::uint32_t since) const {
    const auto fits = [&](const auto& mark) {
        return mark.role == run::ROLE_ACTIVATION && mark.step >= since && (!step_ || mark.step <= *step_);
    };
    if (const NonfiniteMark* first = run_.firstForwardNonfinite(); first && fits(*first)) return *first;
    for (auto skip = run_.skips().rbegin(); skip != run_.skips().rend() && skip->step >= since; ++skip)
        if (fits(*skip)) return NonfiniteMark{skip->step, skip->tensor, skip->role, true};
    return std::nullopt;
}

/// Whether the weights were ruined before this: by a step that was not skipped although its gradients had inf or NaN.
bool Examination::spoiledBefore(const NonfiniteMark& mark) const {
    const NonfiniteMark* first = run_.firstNonfinite();
    return first && !first->skipped && first->role != run::ROLE_ACTIVATION && first->step < mark.step;
}

void Examination::findBreak() {
    const auto first = [this](const auto& is) -> const HealthCell* {
        for (const HealthRow& row : rows_)
            for (const HealthCell& cell : row.cells)
                if (is(cell)) return &cell;
        return nullptr;
    };
    std::uint32_t newest = 0;
    for (const HealthRow& row : rows_)
        for (const HealthCell& cell : row.cells) newest = std::max(newest, cell.step);
    const HealthCell* ruined =
        first([](const HealthCell& cell) { return cell.role == run::ROLE_WEIGHT && cell.shares.nonfinite > 0; });
    const HealthCell* forward = first([](const HealthCell& cell) {
        return (cell.role == run::ROLE_ACTIVATION || cell.role == run::ROLE_WEIGHT) && cell.broken();
    });
    if (ruined || forward) {
        report_.broken = ruined ? HealthBreak::weights : HealthBreak::forward;
        report_.brokenLayer = (ruined ? ruined : forward)->layer;
        report_.brokenStep = (ruined ? ruined : forward)->step;
    } else if (const auto mark = forwardSince(newest); mark && spoiledBefore(*mark)) {
        report_.broken = HealthBreak::weights;  // which no histogram has shown yet
        report_.brokenLayer = layerOfTensor(&run_, run_.firstNonfinite()->tensor);
        report_.brokenStep = run_.firstNonfinite()->step;
    } else if (mark) {
        // Between two histograms, or in the softmax, which is no layer: the step's own record says so.
        report_.broken = HealthBreak::forward;
        report_.brokenLayer = layerOfTensor(&run_, mark->tensor);
        report_.brokenStep = mark->step;
    } else if (const HealthCell* any = first([](const HealthCell& cell) { return cell.broken(); })) {
        report_.broken = HealthBreak::backward;
        report_.brokenStep = any->step;
    }
}

void Examination::rank() {
    const bool named = report_.broken == HealthBreak::forward || report_.broken == HealthBreak::weights;
    // While it trains no row changes its place for less than a percent.
    rankRows(rows_, named ? report_.brokenLayer : std::string(), !step_ && run_.live());
    report_.rows = std::move(rows_);
}

}  // namespace

bool HealthCell::gradient() const {
    return is_gradient(role);
}

const HealthCell* HealthReport::cell(const std::string& layer, run::Role role) const {
    for (const HealthRow& row : rows) {
        if (row.layer != layer) continue;
        for (const HealthCell& cell : row.cells)
            if (cell.role == role) return &cell;
    }
    return nullptr;
}

HealthReport healthOf(const RunModel& run, std::optional<std::uint32_t> step) {
    return Examination(run, step).report();
}

std::vector<HealthCell> tensorHealth(const RunModel& run, run::Role role, std::optional<std::uint32_t> step) {
    return Examination(run, step, role).tensors();
}

std::string layerOfTensor(const RunModel* run, const std::string& tensor) {
    if (!run) return cutName(tensor);
    if (run->foreign()) {
        for (const run::TensorInfo& info : run->tensors())
            if (info.name() == tensor) return info.layer();
        return tensor;  // a module
    }
    const auto seen = run->latestHistograms().lower_bound({tensor, run::ROLE_UNSET});
    if (seen != run->latestHistograms().end() && seen->first.first == tensor && !seen->second.histogram.layer().empty())
        return seen->second.histogram.layer();
    const NetworkGraph graph = networkGraph(*run);  // a layer's name may have dots: "blocks.0.qkv"
    const int operation = graph.operationOf(tensor);
    return operation < 0 ? cutName(tensor) : graph.operations[static_cast<std::size_t>(operation)].layer;
}

const NonfiniteMark* nonfinitePlace(const RunModel& run) {
    const NonfiniteMark* first = run.firstNonfinite();
    return first && first->skipped && run.firstForwardNonfinite() ? run.firstForwardNonfinite() : first;
}

}  // namespace mantissa::ui
