// SPDX-License-Identifier: Apache-2.0
// Records to evidence. They come from another program or an old file: nothing is taken for granted.
#include "engine/report/advisor_evidence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "engine/base/error.h"
#include "engine/precision/float_format.h"
#include "engine/report/shadow_figures.h"
#include "engine/run/memory_record.h"
#include "engine/run/presets.h"
#include "engine/run/roles.h"

namespace mantissa {
namespace {

double share(double part, double whole) {
    return whole > 0 && std::isfinite(whole) && std::isfinite(part) ? std::clamp(part / whole, 0.0, 1.0) : 0.0;
}

std::optional<FloatFormat> known_format(const std::string& name) {
    try {
        return format_named(name);
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// Largest |g| of a gradient without its loss scale; nothing if none is known or all are zero.
std::optional<double> largest_unscaled(const run::Histogram& h, double scale) {
    const bool finite = h.counts().infinite() == 0 && h.counts().nan() == 0;
    if (finite && std::isfinite(h.largest()) && h.largest() > 0) return static_cast<double>(h.largest()) / scale;
    for (int i = h.shadow().bins_size(); i-- > 0;)
        if (h.shadow().bins(i) > 0) return std::ldexp(1.0, std::clamp(h.shadow().first_bin(), -1000, 1000) + i + 1);
    return std::nullopt;
}

void add_gradient(const run::Histogram& h, GradientEvidence& to) {
    const double scale = h.scale() > 0 && std::isfinite(h.scale()) ? static_cast<double>(h.scale()) : 1.0;
    to.scale = scale;
    const run::CastCounts& counts = h.counts();
    if (counts.infinite() + counts.nan() + counts.overflow() > 0) to.nonfinite = true;
    const double own = share(h.norm_lost(), h.norm());
    if (own > to.flushed || to.flushed_tensor.empty()) {
        to.flushed = own;
        to.flushed_tensor = h.tensor();
    }
    if (h.role() == run::ROLE_WEIGHT_GRADIENT) {
        const double lost = h.has_shadow() ? share(h.shadow().norm_lost(), h.shadow().norm()) : own;
        if (lost > to.lost || to.lost_tensor.empty()) {
            to.lost = lost;
            to.lost_tensor = h.tensor();
            to.lost_by_own_cast = own;
        }
    }
    if (h.has_shadow()) {
        to.shadow = true;
        const double cosine = std::isfinite(h.shadow().cosine()) ? h.shadow().cosine() : 0.0;
        if (cosine < to.cosine || to.cosine_tensor.empty()) {
            to.cosine = cosine;
            to.cosine_tensor = h.tensor();
            to.signal_to_noise = signal_to_noise_db(h.shadow());
        }
    }
    const std::optional<FloatFormat> format = known_format(h.format());
    const std::optional<double> largest = largest_unscaled(h, scale);
    if (!format || !largest) return;
    const double limit = std::log2(format->max_finite() / *largest);
    if (to.scale_limit && *to.scale_limit <= limit) return;
    to.scale_limit = limit;
    to.limit_tensor = h.tensor();
}

void take_histograms(Evidence& e, std::uint32_t step, const run::HistogramRecord& record) {
    GradientEvidence gradients;
    gradients.step = step;
    UpdateEvidence updates;
    bool any_gradient = false, any_update = false;
    std::optional<ActivationEvidence> activations;
    std::optional<LargestActivation> largest;
    for (const run::Histogram& h : record.histograms()) {
        constexpr std::size_t most_tensors = 65536;
        if (!h.layer().empty() && e.layers.size() < most_tensors) e.layers.try_emplace(h.tensor(), h.layer());
        if (h.role() == run::ROLE_ACTIVATION && std::isfinite(h.largest()) &&
            (!largest || static_cast<double>(h.largest()) > largest->largest))
            largest = LargestActivation{h.tensor(), static_cast<double>(h.largest())};
        if (is_gradient(h.role())) {
            any_gradient = true;
            add_gradient(h, gradients);
        } else if (h.role() == run::ROLE_ACTIVATION && h.counts().overflow() > 0 && !activations) {
            activations = ActivationEvidence{step, h.tensor(), h.format(), static_cast<double>(h.largest()),
                                             h.counts().overflow()};
        } else if (h.role() == run::ROLE_UPDATE && h.has_updates()) {
            any_update = true;
            updates.nonzero += h.updates().nonzero();
            updates.lost_with_master += h.updates().lost_with_master();
        }
    }
    if (activations) e.activations = activations;
    if (largest) e.largest = largest;
    if (any_update) e.updates = updates;
    if (!any_gradient) return;
    if (gradients.nonfinite) {
        e.overflowed = gradients;
        return;
    }
    // Shadows may be rarer than histograms: a record without one does not push out one that has it.
    if (!gradients.shadow && !e.gradients.empty() && e.gradients.back().shadow && e.config.shadow_interval() > 0)
        return;
    e.gradients.push_back(gradients);
    if (e.gradients.size() > Evidence::gradient_records) e.gradients.pop_front();
}

void take_step(Evidence& e, std::uint32_t step, const run::StepRecord& record) {
    if (!e.recent.empty() && step <= e.recent.back().step) return;
    StepEvidence s;
    s.step = step;
    s.loss = record.has_loss() ? record.loss() : std::numeric_limits<float>::quiet_NaN();
    s.scale = record.scale() > 0 ? static_cast<double>(record.scale()) : 1.0;
    s.skipped = record.skipped();
    s.updates_nonzero = record.updates_nonzero();
    s.updates_lost = record.updates_lost();
    const bool lost_loss = record.has_loss() && !std::isfinite(record.loss());
    if (!e.ruined) {  // after that every step is full of NaN, wherever they began
        s.nonfinite = record.nonfinite_role();
        s.tensor = record.nonfinite_tensor();
        if (s.nonfinite == run::ROLE_UNSET && lost_loss) s.nonfinite = run::ROLE_ACTIVATION;
        if (s.nonfinite == run::ROLE_UNSET && (s.skipped || record.skip_values() > 0)) {
            s.nonfinite = run::ROLE_WEIGHT_GRADIENT;
            s.tensor = record.skip_cause();
        }
        if (!s.skipped && record.skip_values() > 0)
            e.ruined = RuinEvidence{step, s.nonfinite, s.tensor, record.rank_sums_overflowed()};
    }
    if (s.nonfinite == run::ROLE_ACTIVATION && !e.forward) e.forward = s;
    if (!e.ranks && record.rank_gradients_flushed() > record.rank_gradients_nonzero() / 10)
        e.ranks = RankEvidence{step, record.rank_gradients_nonzero(), record.rank_gradients_flushed()};
    if (!s.skipped) e.settled = true;
    if (!e.settled) ++e.skipped_at_first;
    if (std::isfinite(s.loss) && e.first_loss_count < Evidence::first_losses) {
        e.first_loss_sum += static_cast<double>(s.loss);
        ++e.first_loss_count;
    }
    e.recent.push_back(std::move(s));
    if (e.recent.size() > Evidence::recent_steps) e.recent.pop_front();
}

void take_change(Evidence& e, std::uint32_t step, const run::RunConfig& change) {
    e.config = merge(e.config, change);
    if (change.has_steps() && change.steps() >= 0) {
        e.total_steps = static_cast<std::uint32_t>(std::min<std::int64_t>(change.steps(), 0xffffffff));
    } else if (change.has_steps() || change.has_batch() || change.has_epochs()) {
        e.total_steps = 0;
    }
    if (is_only_watching(change)) return;
    Evidence fresh;
    fresh.started = e.started;
    fresh.config = e.config;
    fresh.data_name = e.data_name;
    fresh.classes = e.classes;
    fresh.total_steps = e.total_steps;
    fresh.step = e.step;
    fresh.since = step;
    fresh.memory = e.memory;
    fresh.ruined = e.ruined;
    if (fresh.ruined && fresh.ruined->role == run::ROLE_ACTIVATION) fresh.forward = e.forward;
    e = std::move(fresh);
}

void take_memory(Evidence& e, const run::MemoryRecord& record) {
    MemoryEvidence memory;
    memory.lane = device_bytes(record) - record.device_own() - record.data_bytes();
    memory.device_total = record.device_total();
    memory.device_own = record.device_own();
    memory.data = record.data_bytes();
    for (const run::MemoryRecord::Operation& operation : record.operations()) {
        std::uint64_t persistent = 0;
        for (const run::MemoryBytes& bytes : operation.live())
            if (bytes.category() == run::MEMORY_WEIGHTS || bytes.category() == run::MEMORY_MASTER_WEIGHTS ||
                bytes.category() == run::MEMORY_OPTIMIZER_STATE)
                persistent += bytes.held();
        memory.persistent = std::max(memory.persistent, persistent);
    }
    memory.persistent = std::min(memory.persistent, memory.lane);
    e.memory = memory;
}

}  // namespace

bool is_only_watching(const run::RunConfig& change) {
    static const std::set<int> watching = {run::RunConfig::kNameFieldNumber,
                                           run::RunConfig::kEvalIntervalFieldNumber,
                                           run::RunConfig::kEvalImagesFieldNumber,
                                           run::RunConfig::kEvalPrecisionFieldNumber,
                                           run::RunConfig::kHistogramIntervalFieldNumber,
                                           run::RunConfig::kShadowIntervalFieldNumber,
                                           run::RunConfig::kEpochsFieldNumber,
                                           run::RunConfig::kStepsFieldNumber};
    std::vector<const google::protobuf::FieldDescriptor*> fields;
    change.GetReflection()->ListFields(change, &fields);
    // Without fields the scale was set back to the configured one.
    return !fields.empty() && std::all_of(fields.begin(), fields.end(),
                                          [](const auto* field) { return watching.contains(field->number()); });
}

void observe(Evidence& e, const run::Record& record) {
    e.step = std::max(e.step, record.step());
    if (record.has_started() && record.started().has_foreign() && !e.foreign) {
        e = Evidence();
        e.started = true;
        e.step = record.step();
        e.foreign.emplace();
    }
    if (e.foreign) return observe(*e.foreign, record);
    switch (record.kind_case()) {
        case run::Record::kStarted:
            if (e.started) return;
            e.started = true;
            e.config = complete(record.started().config());
            e.data_name = record.started().identity().data_name();
            e.total_steps = record.started().total_steps();
            if (const auto& tensors = record.started().tensors();
                !tensors.empty() && !tensors.rbegin()->shape().empty())
                e.classes = tensors.rbegin()->shape(0);
            break;
        case run::Record::kStepDone:
            take_step(e, record.step(), record.step_done());
            break;
        case run::Record::kHistograms:
            take_histograms(e, record.step(), record.histograms());
            break;
        case run::Record::kEvaluated:
            if (!record.evaluated().training_set())
                e.test = EvalEvidence{record.step(), static_cast<double>(record.evaluated().accuracy()),
                                      record.evaluated().images(), static_cast<double>(record.evaluated().loss())};
            break;
        case run::Record::kEvent:
            if (record.event().kind() == run::EventRecord::CHANGED)
                take_change(e, record.step(), record.event().change());
            break;
        case run::Record::kMemory:
            take_memory(e, record.memory());
            break;
        default:
            break;
    }
}

}  // namespace mantissa
