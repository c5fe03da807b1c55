// SPDX-License-Identifier: Apache-2.0
#include "engine/report/foreign_failure.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "engine/run/phrase_record.h"

namespace mantissa {
namespace {

/// Of `rank_joiner.cpp`, which reads the files of several processes together.
constexpr std::string_view lone_ranks = "the loss was inf or NaN on rank";
constexpr std::string_view more_ranks = "on which ranks the loss is inf or NaN";

ForeignFailure::Pass& pass_of(ForeignFailure& f, std::uint32_t step) {
    if (f.passes.size() >= ForeignFailure::most_passes && !f.passes.contains(step)) {
        std::erase_if(f.passes, [](const auto& pass) { return !pass.second.lost; });
        if (f.passes.size() >= ForeignFailure::most_passes) f.passes.erase(std::prev(f.passes.end()));
    }
    return f.passes[step];
}

void take_ranks(ForeignFailure& f, std::uint32_t step, const run::EventRecord& event) {
    if (event.text().starts_with(more_ranks)) f.ranks_more = true;
    if (!event.text().starts_with(lone_ranks)) return;
    const Phrase told = phrase_of(event);
    if (f.ranks_step == 0) {
        f.ranks_step = step;
        f.ranks = told;
    }
    if (told != f.ranks) return;
    ++f.ranks_times;
    f.ranks_last = step;
}

std::string_view loss_kind(const ForeignFailure::Skipped& skipped) {
    return !skipped.loss ? "" : std::isfinite(*skipped.loss) ? "finite" : "lost";
}

void take_failed_step(ForeignFailure& f, std::uint32_t number, const run::StepRecord& step) {
    const bool bad = step.has_loss() && !std::isfinite(step.loss());
    if (bad || step.nonfinite_dropped()) {
        if (bad) pass_of(f, number).lost = true;  // a search may be of another batch of the step, whose loss was finite
        if (f.loss_step == 0) f.loss_step = number;
        f.loss_last = number;
        ++f.loss_times;
        if (!step.skipped()) ++f.loss_updates;
    }
    if (bad) {
        if (f.bad_since == 0) f.bad_since = number;
        if (!step.skipped()) ++f.bad_updates;
    }
    if (step.has_loss() && std::isfinite(step.loss())) {
        f.loss_finite = number;
        if (f.loss_step == 0) f.loss_before = number;
        f.bad_since = f.bad_updates = 0;
    }
    if (!step.skipped()) return;
    // Of more than that: the last one, and those with whose loss it changed between finite and not.
    if (const std::size_t kept = f.skipped.size(); kept > ForeignFailure::most_skipped) {
        const auto last = std::prev(f.skipped.end());
        const bool turned = loss_kind(last->second) != loss_kind(std::prev(last)->second);
        if (!turned || kept > 2 * ForeignFailure::most_skipped) f.skipped.erase(last);
    }
    f.skipped[number] = {step.has_scale() ? std::optional(static_cast<double>(step.scale())) : std::nullopt,
                         step.has_loss() ? std::optional(static_cast<double>(step.loss())) : std::nullopt};
}

/// What is known of the loss of a skipped step; of one that is not kept, that of the one before it.
std::string_view loss_kind(const ForeignFailure& f, std::uint32_t step) {
    auto at = f.skipped.upper_bound(step);
    return at == f.skipped.begin() ? std::string_view() : loss_kind((--at)->second);
}

void take_skip_story(ForeignFailure& f, std::uint32_t step, const run::SkipStory& story) {
    // A lost loss spoils gradients by itself: such steps do not look like those of a scale that is too high.
    std::string key = story.pattern();
    if (loss_kind(f, step) == "lost") key += ", lost loss";
    if (f.skips.size() >= 2 * ForeignFailure::most_patterns && !f.skips.contains(key)) return;
    ForeignFailure::Skips& skips = f.skips[key];
    if (skips.times == 0) {
        skips.step = step;
        skips.story = story;
    }
    if (skips.last != step) ++skips.times;  // each of several optimizers tells its own
    skips.last = step;
    const bool same = story.first() == skips.story.first();
    std::uint32_t& last = same ? skips.same_last : skips.other_last;
    if (last != step) ++(same ? skips.same_times : skips.other_times);
    last = step;
}

void take_forward_story(ForeignFailure& f, std::uint32_t step, const run::ForwardStory& story) {
    ForeignFailure::Pass& pass = pass_of(f, step);
    pass.searched = true;
    if (story.held() == 0 && story.modules().empty()) {
        ++f.in_vain;
        f.in_vain_last = step;
        return;
    }
    pass.held = true;
    f.held_step = f.held_step == 0 ? step : std::min(f.held_step, step);
    ++f.searches;
    if (f.forward_step != 0 && (!f.forward.module().empty() || story.module().empty())) return;
    f.forward_step = step;
    f.forward = story;
}

void take_counted(ForeignFailure::Frame& frame, std::uint32_t step, const run::Histogram& h) {
    if (!h.has_counts() || (frame.step != 0 && frame.step != step)) return;
    if (h.counts().infinite() + h.counts().nan() == 0) {
        if (frame.step == 0 && frame.finite_step != step) frame.before = std::exchange(frame.finite_step, step);
        return;
    }
    if (frame.finite_step == step) frame.finite_step = frame.before;  // another tensor of this step was finite
    frame.step = step;
    if (frame.held.size() < ForeignFailure::most_held)
        frame.held.push_back({h.tensor(), h.counts().infinite(), h.counts().nan()});
}

}  // namespace

void observe(ForeignFailure& f, const run::Record& record) {
    switch (record.kind_case()) {
        case run::Record::kStepDone:
            take_failed_step(f, record.step(), record.step_done());
            break;
        case run::Record::kEvent:
            if (record.event().kind() == run::EventRecord::NOTICE) take_ranks(f, record.step(), record.event());
            if (record.event().has_skip()) take_skip_story(f, record.step(), record.event().skip());
            if (record.event().has_forward()) take_forward_story(f, record.step(), record.event().forward());
            break;
        case run::Record::kHistograms:
            for (const run::Histogram& h : record.histograms().histograms()) {
                if (h.role() == run::ROLE_WEIGHT) take_counted(f.weights, record.step(), h);
                if (h.role() == run::ROLE_WEIGHT_GRADIENT) take_counted(f.gradients, record.step(), h);
                if (h.role() != run::ROLE_ACTIVATION) continue;
                f.records_outputs = true;
                if (h.has_counts()) {
                    ForeignFailure::Pass& pass = pass_of(f, record.step());
                    pass.outputs = true;
                    pass.held = pass.held || h.counts().infinite() + h.counts().nan() > 0;
                }
                take_counted(f.outputs, record.step(), h);
            }
            break;
        default:
            break;
    }
}

}  // namespace mantissa
