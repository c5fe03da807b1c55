// SPDX-License-Identifier: Apache-2.0
#include "engine/report/foreign_description.h"

#include <fmt/format.h>

#include "engine/report/advisor_text.h"

namespace mantissa {
namespace {

/// Settings of a param group that a person asks for; the rest is PyTorch's machinery.
bool is_shown(const std::string& name) {
    static const char* const hidden[] = {
        "maximize", "capturable", "differentiable", "amsgrad", "decoupled_weight_decay", "foreach", "fused"};
    for (const char* one : hidden)
        if (name == one) return false;
    return true;
}

Phrase optimizer_phrase(const run::ForeignOptimizer& optimizer) {
    constexpr int most_groups = 4;
    std::string text = optimizer.name() + (optimizer.fused() ? " (fused)" : "");
    for (int i = 0; i < std::min(optimizer.groups_size(), most_groups); ++i) {
        text += i == 0 ? ": " : "; ";
        bool first = true;
        for (const run::ForeignSetting& setting : optimizer.groups(i).settings()) {
            if (!is_shown(setting.name())) continue;
            text += fmt::format("{}{} {}", first ? "" : ", ", setting.name(), setting.value());
            first = false;
        }
    }
    if (optimizer.groups_size() <= most_groups) return text;
    return say("%1; and %2 groups more", {text, optimizer.groups_size() - most_groups});
}

Phrase scaler_phrase(const run::ForeignScaler& scaler) {
    if (!scaler.enabled()) return say("%1, switched off", {scaler.name()});
    return say("%1: from %2 on, times %3 after %4 without overflow, times %5 at one",
               {scaler.name(), scale_text(scaler.scale()), fmt::format("{:g}", scaler.growth()),
                steps_phrase(scaler.interval()), fmt::format("{:g}", scaler.backoff())});
}

Phrase gradients_phrase(const std::string& where) {
    if (where == "scaled") return say("before the scaler divides them by the loss scale");
    if (where == "unscaled") return say("after the scaler divided them: its private names were not found");
    if (where == "unclipped")
        return say("as the backward pass leaves them, before torch.nn.utils clips them; there is no scaler");
    return say("when the optimizer steps, after the loop's clipping if it clips; there is no scaler");
}

}  // namespace

std::vector<DescriptionRow> describe_foreign(const run::ForeignRun& run, bool unseen_scaler) {
    std::vector<DescriptionRow> rows;
    const auto row = [&rows](Phrase what, Phrase value) {
        if (!value.empty()) rows.push_back({std::move(what), std::move(value)});
    };
    row(say("Model"), run.parameters() > 0 && !run.model().empty()
                          ? say("%1, %2 trained numbers", {run.model(), count_text(run.parameters())})
                          : Phrase(run.model()));
    row(say("Framework"), run.framework());
    row("Python", run.python());
    row(say("Device"), run.device_name().empty() ? run.device() : run.device() + ": " + run.device_name());
    row(say("System"), run.platform());
    if (run.probe().empty()) {  // an event file of TensorBoard tells nothing else
        row(say("Recording"), run.file());
        return rows;
    }
    row(say("Autocast"), !run.has_autocast() ? say("not known")
                         : !run.autocast()   ? say("off")
                                             : Phrase(run.autocast_format()));
    row(say("Compiled"), run.compiled() ? say("torch.compile") : say("no"));
    row(say("Loss scaling"), run.has_scaler() ? scaler_phrase(run.scaler())
                             : unseen_scaler  ? say("not seen: a GradScaler that watch() was not given")
                                              : say("none"));
    for (const run::ForeignOptimizer& optimizer : run.optimizers()) row(say("Optimizer"), optimizer_phrase(optimizer));
    if (run.world() > 1)
        row(say("Processes"), !run.has_rank() ? say("%1; their files were read together", {run.world()})
                              : run.parallel() == "sharded"
                                  ? say("%1, tensors shared among them; this is process %2", {run.world(), run.rank()})
                                  : say("%1; this is process %2", {run.world(), run.rank()}));
    row(say("Gradients are read"), unseen_scaler ? say("without the loss scale, which the GradScaler had divided out")
                                                 : gradients_phrase(run.gradients()));
    row(say("Sampled"), say("every %1", {steps_phrase(run.every())}));
    row(say("Planned"), run.has_steps() ? steps_phrase(run.steps()) : Phrase());
    row(say("Recording"), run.file());
    return rows;
}

Phrase tier_phrase(run::Tier tier) {
    switch (tier) {
        case run::TIER_OBSERVED:
            return say("observed");
        case run::TIER_LOCAL:
            return say("local shadow");
        case run::TIER_PROBE:
            return say("probe");
        default:
            return "";
    }
}

Phrase tier_explanation(run::Tier tier) {
    switch (tier) {
        case run::TIER_OBSERVED:
            return say("Observed: the training's own numbers. A true zero cannot be told from a flushed one.");
        case run::TIER_LOCAL:
            return say(
                "Local shadow: this layer's product computed again in FP64 from its own input. What was lost "
                "before it is not in this.");
        case run::TIER_PROBE:
            return say("Probe: the same batch run again in another format.");
        default:
            return "";
    }
}

}  // namespace mantissa
