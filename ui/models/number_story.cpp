// SPDX-License-Identifier: GPL-3.0-or-later
// From a trace to stages; see the header.
#include "ui/models/number_story.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mantissa::ui {

namespace {

/// The stage at which a death strikes; Working for a number that arrived.
StageKind endOf(const run::TraceRecord& trace) {
    switch (trace.death()) {
        case run::TraceRecord::BORN_ZERO:
            return StageKind::Backward;
        case run::TraceRecord::FLUSHED:
            return StageKind::Cast;
        case run::TraceRecord::OVERFLOWED:
            if (trace.has_weight_after()) return StageKind::Stored;  // no scaler looked: it went on to the weight
            return trace.has_unscaled() ? StageKind::Unscale : StageKind::Cast;
        case run::TraceRecord::STEP_SKIPPED:
            return StageKind::Check;
        case run::TraceRecord::UPDATE_LOST:
            return StageKind::Stored;
        case run::TraceRecord::UPDATE_ZERO:
            return StageKind::Optimizer;
        case run::TraceRecord::PASSED_ON:
            return StageKind::PassedOn;
        default:
            return StageKind::Working;
    }
}

NumberStage stageOf(StageKind kind, const run::TraceRecord& trace) {
    NumberStage stage;
    stage.kind = kind;
    switch (kind) {
        case StageKind::Loss:
            stage.value = trace.loss();
            break;
        case StageKind::Scaled:
            stage.before = trace.loss();
            stage.value = static_cast<double>(trace.loss()) * static_cast<double>(trace.scale());
            break;
        case StageKind::Backward:
            stage.value = trace.before_cast();
            break;
        case StageKind::Cast:
        case StageKind::PassedOn:
        case StageKind::Check:
            stage.before = trace.before_cast();
            stage.value = trace.after_cast();
            stage.format = trace.format();
            break;
        case StageKind::Unscale:
            stage.before = trace.after_cast();
            stage.value = trace.unscaled();
            break;
        case StageKind::Clip:
            stage.before = trace.unscaled();
            stage.value = trace.clipped();
            break;
        case StageKind::Optimizer:
            stage.before = trace.clipped();
            stage.value = trace.update();
            break;
        case StageKind::Stored:
            stage.before = trace.weight_before();
            stage.value = trace.weight_after();
            stage.format = trace.weight_format();
            break;
        case StageKind::Working:
            stage.before = trace.working_before();
            stage.value = trace.working_after();
            stage.format = trace.working_format();
            break;
    }
    return stage;
}

}  // namespace

std::array<NumberInFormat, 4> inAllFormats(float number) {
    std::array<NumberInFormat, 4> all{};
    const double x = number;
    for (std::size_t i = 0; i < all.size(); ++i) {
        NumberInFormat& at = all[i];
        at.format = kPageFormats[i];
        at.value = round_once(x, at.format);
        at.bits = bitsOf(x, at.format);
        at.error = std::isfinite(x) ? at.value - x : std::numeric_limits<double>::quiet_NaN();
        at.relative = at.error == 0.0 ? 0.0 : std::abs(at.error) / std::abs(x);
    }
    return all;
}

bool isDeath(run::TraceRecord::Death death) {
    return death != run::TraceRecord::DEATH_UNSET && death != run::TraceRecord::PASSED_ON;
}

NumberStory storyOf(const run::TraceRecord& trace) {
    NumberStory story;
    story.formats = inAllFormats(trace.before_cast());
    std::vector<StageKind> way{StageKind::Loss, StageKind::Scaled, StageKind::Backward, StageKind::Cast};
    if (trace.role() == run::ROLE_ACTIVATION_GRADIENT) {
        way.push_back(StageKind::PassedOn);
    } else {
        if (trace.death() == run::TraceRecord::STEP_SKIPPED) way.push_back(StageKind::Check);
        way.insert(way.end(),
                   {StageKind::Unscale, StageKind::Clip, StageKind::Optimizer, StageKind::Stored, StageKind::Working});
    }
    const StageKind end = endOf(trace);
    const auto last = std::find(way.begin(), way.end(), end);
    for (auto kind = way.begin(); kind != way.end(); ++kind) {
        if (kind <= last) {
            story.stages.push_back(stageOf(*kind, trace));
        } else {
            story.notReached.push_back(*kind);
        }
    }
    story.stages.back().died = isDeath(trace.death());
    return story;
}

}  // namespace mantissa::ui
