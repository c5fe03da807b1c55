// SPDX-License-Identifier: Apache-2.0
// Steps and their records, which are made apart: what is enqueued after a step need not wait for them.
#include <fmt/format.h>
#include <google/protobuf/arena.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "engine/backend/optimizer_rule.h"
#include "engine/base/error.h"
#include "engine/base/power_text.h"
#include "engine/run/error_record.h"
#include "engine/run/policy_of.h"
#include "engine/train/lane_parts.h"
#include "engine/train/trainer.h"
#include "engine/train/turns.h"

namespace mantissa {
namespace {

constexpr std::uint32_t ranks_compared_every = 50;  ///< steps

using Clock = std::chrono::steady_clock;

double seconds_between(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

}  // namespace

/// What a shadow step says beside the run's own counters.
struct Trainer::ShadowReadings {
    GaugeReadings shadow;
    std::vector<ShadowCounts> comparison;
};

bool Trainer::monitored(std::uint32_t number) const {
    return config_.histogram_interval() > 0 && (number % config_.histogram_interval() == 0 || shadowed(number));
}

bool Trainer::shadowed(std::uint32_t number) const {
    return shadow_pass_ && number % config_.shadow_interval() == 0;
}

void Trainer::steps(const Stretch& limits) {
    Trainer* const self = this;
    for (const TurnFailure& failure : take_turns({&self, 1}, limits)) std::rethrow_exception(failure.error);
}

void Trainer::enqueue_step() {
    assert(!evaluation_due());
    StepOnItsWay step;
    step.number = enqueued_;
    step.begun = Clock::now();
    step.before = batcher_.position();
    step.optimizer = settings_at(optimizer_, config_, dataset_.train.count, step.number, step.before);
    Step::Inputs in{data_.train.data(),
                    batcher_.next(),
                    step.optimizer,
                    scaler_,
                    config_.seed(),
                    step.number,
                    monitored(step.number),
                    shadowed(step.number) ? shadow_pass_.get() : nullptr,
                    tape_.get(),
                    nullptr,
                    ranks_.get()};
    step.after = batcher_.position();
    if (trace_) {
        step.tracer = begin_trace(in);
        step.begun = Clock::now();  // its passes are no part of the step
    }
    Step(device_, *pass_, *parameters_).run(in);
    if (ranks_) {
        step.ranks = ranks_->readings();
        ranks_stop_ = ranks_stop_ || step.ranks->stop;
        if ((step.number + 1) % ranks_compared_every == 0)
            ranks_->compare_weights(*parameters_, network_, step.number + 1);
    }
    step.counters = pass_->gauges().fetch(device_, in.monitored);
    if (in.shadow) {
        step.shadow = shadow_pass_->gauges().fetch(device_, true);
        step.comparison = tape_->fetch();
    }
    const bool epoch_ended = step.after.epoch != step.before.epoch;
    on_their_way_.emplace_back(std::move(step));
    ++enqueued_;

    owed_evaluation_.reset();
    const bool complete = epoch_ended || enqueued_all();
    if (complete || (config_.eval_interval() > 0 && enqueued_ % config_.eval_interval() == 0)) owe_evaluation(complete);
}

/// Chooses the number that the requested trace follows through the coming step. Null where that fails; a record says
/// so.
std::unique_ptr<Tracer> Trainer::begin_trace(Step::Inputs& in) {
    const run::Trace request = *std::exchange(trace_, std::nullopt);
    try {
        auto tracer = std::make_unique<Tracer>(device_, network_, *parameters_, *pass_, request);
        tracer->begin(in);
        in.copy = tracer->copy();
        return tracer;
    } catch (const std::exception& error) {
        emit_not_followed(error);
        return nullptr;
    }
}

void Trainer::report(DeviceProgress& last) {
    assert(!on_their_way_.empty());
    auto first = std::move(on_their_way_.front());
    on_their_way_.pop_front();
    std::visit([&](auto& what) { report(what, last); }, first);
}

/// A step takes from the end of what the device did before to its own, but never from before it was enqueued: where the
/// device tells, a host that is late, because whoever takes the records makes it wait, is no part of it.
void Trainer::report(StepOnItsWay& step, DeviceProgress& last) {
    pass_->gauges().unpack(step.counters->wait(), monitored(step.number), readings_);
    const Clock::time_point now = Clock::now();
    const std::optional<double> on_device = last.fetch ? step.counters->seconds_since(*last.fetch) : std::nullopt;
    const double seconds = on_device ? std::min(*on_device, seconds_between(step.begun, now))
                                     : seconds_between(std::max(last.seen, step.begun), now);
    std::optional<ShadowReadings> shadow;
    if (step.shadow) {
        shadow.emplace();
        shadow_pass_->gauges().unpack(step.shadow->wait(), true, shadow->shadow);
        shadow->comparison = tape_->unpack(step.comparison->wait());
    }
    last = {std::move(step.counters), now};
    step_ = step.number + 1;
    position_ = step.after;
    emit_step(step, shadow ? &*shadow : nullptr, seconds);
    if (config_.stop_on_divergence()) watch_divergence(seconds);
    if (step.tracer) emit_followed(*step.tracer, readings_.state);
    if (step.after.epoch != step.before.epoch) emit_event(run::EventRecord::EPOCH, say("epoch %1", {step.after.epoch}));
    if (readings_.state.scaler.act == ScalerAct::ended)
        throw Error(ErrorCode::failed,
                    say("the loss scale is %1, its floor is %2, and the gradients overflowed again",
                        {fmt::format("{:g}", readings_.state.scaler.scale), fmt::format("{:g}", scaler_.min_scale)}),
                    "floor_rule", say("a smaller learning rate, or the rule that keeps the scale at its floor"));
}

void Trainer::forget_enqueued() {
    on_their_way_.clear();
    batcher_.seek(position_);
    enqueued_ = step_;
}

/// Looking never ends a run, whatever it meets.
void Trainer::emit_followed(Tracer& tracer, const StepState& state) {
    run::Record record;
    try {
        record = tracer.end(state);
    } catch (const std::exception& error) {
        emit_not_followed(error);
        return;
    }
    emit(record);
}

void Trainer::emit_not_followed(const std::exception& error) {
    emit_event(run::EventRecord::NOTICE, say("no number was followed: %1", {error_of(error).message_phrase()}));
}

/// Of the step that readings_ is of, the last of those that step_ counts.
void Trainer::emit_step(const StepOnItsWay& done, const ShadowReadings* shadow, double seconds) {
    const GaugeReadings& readings = readings_;
    const std::uint32_t updates = readings.state.scaler.optimizer_step - (readings.state.skipped ? 0 : 1);
    const bool lost_before = totals_.lost_in_products > 0;
    add_to_totals(readings, pass_->gauges().all(), network_.objective, totals_);
    totals_.seconds += seconds;
    window_seconds_ += seconds;
    window_images_ += static_cast<double>(network_.objective.images(readings.state.loss));
    if (window_seconds_ >= 0.25 || rate_ == 0) {
        rate_ = window_images_ / window_seconds_;
        window_seconds_ = window_images_ = 0;
    }
    run::Record record;
    run::StepRecord& step = *record.mutable_step_done();
    step = step_record(readings, pass_->gauges().all(), network_);
    step.set_lr(static_cast<float>(learning_rate(done.optimizer, updates)));
    step.set_images_per_second(static_cast<float>(rate_));
    step.set_step_ms(static_cast<float>(seconds * 1e3));
    add_scaler(scaler_, readings.state.scaler, step);
    if (done.ranks) add_ranks(*done.ranks, step);
    const run::StepRecord told = step;
    emit(record);

    if (monitored(done.number)) {
        // hundreds of parts, in a few pieces of memory
        google::protobuf::ArenaOptions options;
        options.start_block_size = options.max_block_size = std::size_t{64} << 10;
        google::protobuf::Arena arena(options);
        run::Record& histograms = *google::protobuf::Arena::CreateMessage<run::Record>(&arena);
        add_histograms(readings, pass_->gauges().all(), readings.state.scale_used, *histograms.mutable_histograms());
        add_updates(readings, network_.parameters, pass_->views(*parameters_), totals_,
                    *histograms.mutable_histograms());
        add_operands(readings, pass_->gauges().operands(), *histograms.mutable_histograms());
        if (shadow)
            add_shadow(shadow->shadow, shadow->comparison, pass_->gauges().all(), *histograms.mutable_histograms());
        emit(histograms);
    }
    if (totals_.lost_in_products > 0 && !lost_before)
        emit_event(run::EventRecord::NOTICE,
                   say("%1 results of BF16 products are zero that FP32 would not make zero: this processor's "
                       "instructions take numbers below 2⁻¹²⁶ for zero; with the setting native off they are computed",
                       {totals_.lost_in_products}));
    if (done.ranks) emit_rank_events(*done.ranks);
    emit_scaler_events(told);
    if (!std::isfinite(told.loss()) && !saw_nonfinite_loss_) {
        saw_nonfinite_loss_ = true;
        const Phrase what = std::isnan(told.loss()) ? Phrase("NaN") : say("infinite");
        emit_event(run::EventRecord::NON_FINITE,
                   told.nonfinite_tensor().empty()
                       ? say("the loss is %1 for the first time", {what})
                       : say("the loss is %1 for the first time, from %2 on", {what, told.nonfinite_tensor()}));
    }
}

/// After a step that took so long. What the device has enqueued beyond it is not in step_, and a state is of all that
/// was: it is recorded only where nothing is on its way.
void Trainer::watch_divergence(double seconds) {
    const LossSums& loss = readings_.state.loss;
    nonfinite_in_a_row_ = std::isfinite(loss.loss) ? 0 : nonfinite_in_a_row_ + 1;
    skipped_in_a_row_ = readings_.state.skipped ? skipped_in_a_row_ + 1 : 0;
    if (nonfinite_in_a_row_ == 0 && skipped_in_a_row_ == 0 && on_their_way_.empty() && enqueued_ == step_)
        recorder_.stepped(step_, seconds, [this] { return snapshot(); });
    if (diverged_ || (nonfinite_in_a_row_ < diverged_nonfinite_steps && skipped_in_a_row_ < diverged_skipped_steps))
        return;
    diverged_ = true;
    const Snapshot* before = recorder_.before(step_);
    const Phrase what =
        nonfinite_in_a_row_ >= diverged_nonfinite_steps
            ? say("the loss was infinite or NaN in %1 steps, one after the other", {diverged_nonfinite_steps})
            : say("%1 steps were skipped, one after the other", {diverged_skipped_steps});
    emit_event(run::EventRecord::NOTICE,
               before ? say("stopped, for %1; it can be resumed from step %2, before that", {what, before->step})
                      : say("stopped, for %1", {what}));
}

Snapshot Trainer::state_to_keep() const {
    const Snapshot* before = diverged_ ? recorder_.before(step_) : nullptr;
    return before ? *before : snapshot();
}

/// The first time that the sum over ranks itself did what no rank did.
void Trainer::emit_rank_events(const RankReadings& ranks) {
    const RankCounts& counts = ranks.counts;
    const std::string format = name_of(rank_policy_of(config_).format);
    if (counts.overflowed > 0 && !told_of_rank_sum_) {
        told_of_rank_sum_ = true;
        emit_event(run::EventRecord::NOTICE,
                   say("the sum of %1 ranks in %2 overflowed: %3 gradients are infinite or NaN in it that are finite "
                       "on every rank",
                       {config_.ranks(), format, counts.overflowed}));
    }
    if (10 * counts.flushed > counts.nonzero && !told_of_rank_flushes_) {
        told_of_rank_flushes_ = true;
        emit_event(run::EventRecord::NOTICE,
                   say("%1 % of the gradients of %2 ranks became zero in %3 before they were summed",
                       {100 * counts.flushed / counts.nonzero, config_.ranks(), format}));
    }
}

/// What the last step's scaler did.
void Trainer::emit_scaler_events(const run::StepRecord& done) {
    const ScalerState& after = readings_.state.scaler;
    const std::vector<Phrase> scales{scale_text(static_cast<double>(done.scale())),
                                     scale_text(static_cast<double>(after.scale))};
    const auto told = [&](Phrase text) { return scaler_phrase(scaler_, after, std::move(text)); };
    const bool falls = after.scale < done.scale();
    if (done.skipped())
        emit_event(falls ? run::EventRecord::SCALE_DOWN : run::EventRecord::SKIPPED,
                   told(skip_phrase(done, after.scale)));
    else if (after.scale > done.scale())
        emit_event(run::EventRecord::SCALE_UP, told(say("loss scale grows, %1 → %2", scales)));
    else if (falls && scaler_.delayed)
        emit_event(run::EventRecord::SCALE_DOWN, told(say("loss scale falls, %1 → %2, one step late", scales)));
}

}  // namespace mantissa
