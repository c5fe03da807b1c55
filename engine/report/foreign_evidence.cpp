// SPDX-License-Identifier: Apache-2.0
// Records to evidence, of foreign runs.
#include "engine/report/foreign_evidence.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/base/error.h"
#include "engine/precision/float_format.h"
#include "engine/report/shadow_figures.h"
#include "engine/run/phrase_record.h"

namespace mantissa {
namespace {

/// How the probe's note begins (app/probe/mantissa_probe/core.py; tests/probe/test_robust.py holds it).
constexpr const char* unseen_scaler_note = "a GradScaler lets the optimizer step, and watch() was not given it";

std::optional<FloatFormat> foreign_format(const std::string& name) {
    try {
        return format_named(name);
    } catch (const Error&) {
        return std::nullopt;
    }
}

void take_description(ForeignEvidence& e, const run::ForeignRun& run,
                      const google::protobuf::RepeatedPtrField<run::TensorInfo>& tensors) {
    e.run = run;
    if (run.has_steps()) e.total_steps = run.steps();
    for (const run::TensorInfo& tensor : tensors) e.tensors[tensor.name()] = tensor;
}

void take_foreign_step(ForeignEvidence& e, std::uint32_t number, const run::StepRecord& step) {
    if (number <= e.step && e.step != 0) return;
    e.step = number;
    const double scale = step.has_scale() ? static_cast<double>(step.scale()) : 1.0;
    if (e.recent.empty()) e.first_scale = scale;
    if (!e.recent.empty() && scale > e.last_scale) e.grew = true;
    e.last_scale = scale;
    e.recent.push_back({number, scale, step.skipped()});
    if (e.recent.size() > ForeignEvidence::recent_steps) e.recent.pop_front();
    if (step.skipped()) {
        ++e.skipped;
        ++e.skipped_in_a_row;
        if (!e.settled) ++e.skipped_at_first;
    } else {
        e.settled = true;
        e.skipped_in_a_row = 0;
    }
    if (step.has_loss() && std::isfinite(step.loss())) {
        if (e.first_losses.size() < ForeignEvidence::some_losses)
            e.first_losses.push_back(static_cast<double>(step.loss()));
        else
            e.last_losses.push_back(static_cast<double>(step.loss()));
        if (e.last_losses.size() > ForeignEvidence::some_losses) e.last_losses.pop_front();
    }
    if (step.has_lr() && step.lr() == 0) {
        e.idle_step = number;
        if (e.still && e.still->step == number) e.still->idle = true;  // a file has the histograms first
    }
    if (step.nonfinite_dropped()) {
        if (e.hidden++ == 0) e.first_hidden = number;
    }
}

void take_event(ForeignEvidence& e, std::uint32_t step, const run::EventRecord& event) {
    if (event.kind() == run::EventRecord::NOTICE && event.text().starts_with(unseen_scaler_note))
        e.unseen_scaler = true;
    if (event.has_skip()) {
        if (event.skip().pattern() == "all") ++e.all_spoiled;
        const std::string& first = event.skip().first();
        if (!first.empty() && (e.culprits.size() < ForeignEvidence::most_names || e.culprits.contains(first)))
            ++e.culprits[first];
    }
    if (event.has_forward() && !event.forward().module().empty()) {
        const run::ForwardStory& story = event.forward();
        if (e.modules.size() >= ForeignEvidence::most_names && !e.modules.contains(story.module())) return;
        ForeignEvidence::Module& module = e.modules[story.module()];
        if (module.times++ == 0) module.step = step;
        for (int i = 0; i < story.modules_size(); ++i) {
            if (story.modules(i) != story.module()) continue;
            if (i < story.classes_size()) module.kind = story.classes(i);
            if (i < story.formats_size()) module.format = story.formats(i);
        }
    }
}

void take_gradient(ForeignEvidence& e, std::uint32_t step, const run::Histogram& h) {
    if (h.has_counts()) {
        if (step != e.gradient_step) {
            e.gradients.clear();
            e.gradient_step = step;
            e.gradient_nonfinite = false;
        }
        const run::CastCounts& counts = h.counts();
        if (counts.infinite() + counts.nan() > 0) e.gradient_nonfinite = true;
        e.gradient_scale = h.scale() > 0 && std::isfinite(h.scale()) ? static_cast<double>(h.scale()) : 1.0;
        ForeignGradient& gradient = e.gradients[h.tensor()];
        gradient = {h.tensor(), h.layer(), h.format(), 0, 0, false, static_cast<double>(h.largest())};
        if (counts.elements() > 0)
            gradient.zeros = std::min(1.0, static_cast<double>(counts.zero()) / static_cast<double>(counts.elements()));
        gradient.zero = counts.elements() > 0 && counts.zero() >= counts.elements();
        if (const auto format = foreign_format(h.format())) {
            std::uint64_t edge = 0, nonzero = 0;
            for (int i = 0; i < h.bins_size(); ++i) {
                nonzero += h.bins(i);
                if (h.first_bin() + i <= format->min_subnormal_exponent() + 1) edge += h.bins(i);
            }
            if (nonzero > 0) gradient.edge = static_cast<double>(edge) / static_cast<double>(nonzero);
        }
    }
    if (!h.has_shadow() || !(h.shadow().norm() > 0) || !std::isfinite(h.shadow().norm())) return;
    const double lost = norm_lost_share(h.shadow()).value_or(0);
    const bool weaker = e.reference && e.reference->tier == run::TIER_PROBE && h.shadow_tier() != run::TIER_PROBE;
    if (weaker) return;
    const bool fresh = !e.reference || e.reference->step != step || e.reference->tier != h.shadow_tier();
    if (!fresh && lost <= e.reference->norm_lost) return;
    const auto nonzero = static_cast<double>(h.shadow().nonzero());
    e.reference = ForeignEvidence::Reference{
        step, h.shadow_tier(), h.tensor(), lost,
        nonzero > 0 ? std::min(1.0, static_cast<double>(h.shadow().starved()) / nonzero) : 0.0};
}

/// Weights that stayed as they were, though their gradient is not zero.
void take_still(ForeignEvidence& e, std::uint32_t step, const run::Histogram& h, const std::string& format) {
    const auto gradient = e.gradients.find(h.tensor());
    if (gradient == e.gradients.end() || e.gradient_step != step) return;
    if (!e.still || e.still->step != step)
        e.still = ForeignEvidence::Still{step, format, 0, 0, {}, 0, e.idle_step == step};
    const auto looked = static_cast<double>(h.counts().elements());
    const double pushed = (1 - gradient->second.zeros) * looked;
    const double unchanged =
        std::clamp(static_cast<double>(h.counts().zero()) - gradient->second.zeros * looked, 0.0, pushed);
    e.still->pushed += pushed;
    e.still->unchanged += unchanged;
    const double share = pushed > 0 ? unchanged / pushed : 0;
    if (share <= e.still->worst_share && !e.still->worst.empty()) return;
    e.still->worst = h.tensor();
    e.still->worst_share = share;
}

void take_updates(ForeignEvidence& e, std::uint32_t step, const run::Histogram& h) {
    const auto tensor = e.tensors.find(h.tensor());
    if (tensor == e.tensors.end()) return;
    const std::optional<FloatFormat> stored = foreign_format(tensor->second.stored());
    if (!stored || !stored->is_narrow()) return;
    if (!h.updates().has_lost()) return take_still(e, step, h, tensor->second.stored());
    if (!e.updates || e.updates->step != step) e.updates = ForeignEvidence::Updates{step, {}, 0, 0, 0, {}, 0};
    ForeignEvidence::Updates& sum = *e.updates;
    sum.format = tensor->second.stored();
    sum.nonzero += h.updates().nonzero();
    sum.lost += h.updates().lost();
    sum.lost_with_master += h.updates().lost_with_master();
    if (h.updates().nonzero() == 0) return;
    const double share = static_cast<double>(h.updates().lost()) / static_cast<double>(h.updates().nonzero());
    if (share <= sum.worst_share && !sum.worst.empty()) return;
    sum.worst = h.tensor();
    sum.worst_share = share;
}

/// Whether the outputs of all modules that own weights are recorded.
bool records_all_outputs(const ForeignEvidence& e) {
    std::set<std::string> seen;
    for (const auto& [name, tensor] : e.tensors)
        if (tensor.part() == "output") seen.insert(tensor.layer());
    return std::all_of(e.tensors.begin(), e.tensors.end(),
                       [&](const auto& one) { return seen.contains(one.second.layer()); });
}

}  // namespace

std::optional<LossAlone> loss_alone(const ForeignEvidence& e) {
    const ForeignFailure& f = e.failure;
    if (e.run.world() > 1) return std::nullopt;  // the loss is the mean of all, and outputs of some may be missing
    std::optional<bool> all_outputs;             // looked up once: there may be many tensors
    for (const auto& [step, pass] : f.passes) {
        const auto before = [at = step](std::uint32_t other) { return other > 0 && other < at; };
        if (before(f.held_step) || before(f.outputs.step) || before(f.weights.step)) return std::nullopt;
        if (!pass.lost || pass.held) continue;
        if (f.bad_since > 0 && step < f.bad_since) continue;  // the loss recovered from it: the failure came later
        if (pass.searched) return LossAlone{step, true};
        if (!pass.outputs) continue;
        if (!all_outputs) all_outputs = records_all_outputs(e);
        if (*all_outputs) return LossAlone{step, false};
    }
    return std::nullopt;
}

void observe(ForeignEvidence& e, const run::Record& record) {
    observe(e.failure, record);
    switch (record.kind_case()) {
        case run::Record::kStarted:
            if (e.run.framework().empty()) take_description(e, record.started().foreign(), record.started().tensors());
            break;
        case run::Record::kDescribed:
            take_description(e, record.described().foreign(), record.described().tensors());
            break;
        case run::Record::kStepDone:
            take_foreign_step(e, record.step(), record.step_done());
            break;
        case run::Record::kEvent:
            take_event(e, record.step(), record.event());
            break;
        case run::Record::kHistograms:
            for (const run::Histogram& h : record.histograms().histograms())
                if (h.role() == run::ROLE_WEIGHT_GRADIENT) take_gradient(e, record.step(), h);
            for (const run::Histogram& h : record.histograms().histograms())
                if (h.role() == run::ROLE_UPDATE && h.has_updates()) take_updates(e, record.step(), h);
            break;
        case run::Record::kFinished:
            e.ended = true;
            if (record.finished().outcome() == run::RunFinished::FAILED) {
                const run::ErrorRecord& error = record.finished().error();
                e.failed = phrase_of(error.message_phrase(), error.message());
            }
            break;
        default:
            break;
    }
}

}  // namespace mantissa
