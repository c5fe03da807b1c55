// SPDX-License-Identifier: Apache-2.0
// Steps and their records: one at a time, or, on a device that works on meanwhile, each enqueued before the records of
// the one before it are made.
#include <fmt/format.h>
#include <google/protobuf/arena.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "engine/run/error_record.h"
#include "engine/train/trainer.h"

namespace mantissa {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_between(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

}  // namespace

/// A step on its way.
struct Trainer::Enqueued {
    std::uint32_t number = 0;  ///< steps done before it
    BatchPosition before, after;
    Clock::time_point begun;
    std::unique_ptr<Fetch> counters, shadow, comparison;  ///< the last two of a shadowed step
};

/// What a shadow step says beside the run's own counters.
struct Trainer::ShadowReadings {
    GaugeReadings shadow;
    std::vector<ShadowCounts> comparison;
};

bool Trainer::monitored(std::uint32_t number) const {
    return config_.histogram_interval() > 0 && number % config_.histogram_interval() == 0;
}

bool Trainer::shadowed(std::uint32_t number) const {
    return monitored(number) && shadow_pass_ && number % config_.shadow_interval() == 0;
}

/// Of the next batch.
Step::Inputs Trainer::inputs_of(std::uint32_t number) {
    return {data_.train.image_bytes(),
            data_.train.label_bytes(),
            batcher_.next(),
            optimizer_,
            scaler_,
            config_.seed(),
            number,
            monitored(number),
            shadowed(number) ? shadow_pass_.get() : nullptr,
            tape_.get(),
            nullptr};
}

void Trainer::steps(const Stretch& limits) {
    if (owed_evaluation_ && !emit_evaluation(*owed_evaluation_)) return;
    const std::uint32_t epoch = batcher_.position().epoch;
    BatchPosition reported = batcher_.position();
    try {
        if (device_.overlaps() && limits.steps > 1 && !trace_)
            steps_ahead(limits, reported);
        else
            step_alone(reported);
    } catch (...) {
        batcher_.seek(reported);
        throw;
    }
    evaluate_where_due(epoch);
}

void Trainer::step_alone(BatchPosition& reported) {
    const std::uint32_t number = step_;
    auto start = Clock::now();
    Step::Inputs in = inputs_of(number);
    std::optional<Tracer> tracer;
    if (trace_) {
        try {
            tracer.emplace(device_, network_, *parameters_, *pass_, *trace_);
            tracer->begin(in);
            in.copy = tracer->copy();
        } catch (const std::exception& error) {
            tracer.reset();
            in.copy = nullptr;
            emit_not_followed(error);
        }
        trace_.reset();
        start = Clock::now();  // its passes are no part of the step
    }
    Step(device_, *pass_, *parameters_).run(in);
    pass_->gauges().read(device_, in.monitored, readings_);
    const double seconds = seconds_between(start, Clock::now());
    std::optional<ShadowReadings> shadow;
    if (in.shadow) shadow = {shadow_pass_->gauges().read(device_, true), tape_->read()};
    ++step_;
    reported = batcher_.position();
    report_step(in.monitored, shadow ? &*shadow : nullptr, seconds);
    if (tracer) emit_followed(*tracer, readings_.state);
}

Trainer::Enqueued Trainer::enqueue(std::uint32_t number) {
    Enqueued step{number, batcher_.position(), {}, Clock::now(), nullptr, nullptr, nullptr};
    const Step::Inputs in = inputs_of(number);
    step.after = batcher_.position();
    Step(device_, *pass_, *parameters_).run(in);
    step.counters = pass_->gauges().fetch(device_, in.monitored);
    if (in.shadow) {
        step.shadow = shadow_pass_->gauges().fetch(device_, true);
        step.comparison = tape_->fetch();
    }
    return step;
}

/// What comes after this step needs the host to have seen it, or the host itself.
bool Trainer::ends_stretch(const Enqueued& last) const {
    const std::uint32_t done = last.number + 1;
    return last.after.epoch != last.before.epoch ||
           (config_.steps() >= 0 && done >= static_cast<std::uint32_t>(config_.steps())) ||
           (config_.eval_interval() > 0 && done % config_.eval_interval() == 0);
}

void Trainer::steps_ahead(const Stretch& limits, BatchPosition& reported) {
    const Clock::time_point begun = Clock::now();
    Clock::time_point seen = begun;  // when the step before was seen to be done
    std::unique_ptr<Fetch> before;   // its counters
    // The time from the end of the step before to its own, but never from before it was enqueued: where the device
    // tells, a host that is late, because whoever takes the records makes it wait, is no part of it.
    const auto report = [&](Enqueued& step) {
        pass_->gauges().unpack(step.counters->wait(), monitored(step.number), readings_);
        const Clock::time_point now = Clock::now();
        const std::optional<double> on_device = before ? step.counters->seconds_since(*before) : std::nullopt;
        const double seconds = on_device ? std::min(*on_device, seconds_between(step.begun, now))
                                         : seconds_between(std::max(seen, step.begun), now);
        seen = now;
        std::optional<ShadowReadings> shadow;
        if (step.shadow) {
            shadow.emplace();
            shadow_pass_->gauges().unpack(step.shadow->wait(), true, shadow->shadow);
            shadow->comparison = tape_->unpack(step.comparison->wait());
        }
        before = std::move(step.counters);
        step_ = step.number + 1;
        reported = step.after;
        report_step(monitored(step.number), shadow ? &*shadow : nullptr, seconds);
    };
    Enqueued last = enqueue(step_);
    for (std::uint32_t count = 1; count < limits.steps && !ends_stretch(last); ++count) {
        if (seconds_between(begun, Clock::now()) >= limits.seconds || (poll_ && poll_()) ||
            (limits.ends && limits.ends()))
            break;
        std::optional<Enqueued> next;
        try {
            next = enqueue(last.number + 1);
        } catch (...) {
            try {
                report(last);
            } catch (const std::exception&) {  // the device is gone: the first error says why
            }
            throw;
        }
        report(last);
        last = std::move(*next);
    }
    report(last);
}

void Trainer::evaluate_where_due(std::uint32_t epoch_before) {
    const bool epoch_ended = batcher_.position().epoch != epoch_before;
    if (epoch_ended) emit_event(run::EventRecord::EPOCH, say("epoch %1", {batcher_.position().epoch}));
    if (epoch_ended || finished())
        emit_evaluation(true);
    else if (config_.eval_interval() > 0 && step_ % config_.eval_interval() == 0)
        emit_evaluation(false);
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
void Trainer::report_step(bool monitored, const ShadowReadings* shadow, double seconds) {
    const GaugeReadings& readings = readings_;
    add_to_totals(readings, pass_->gauges().all(), totals_);
    totals_.seconds += seconds;
    window_seconds_ += seconds;
    window_images_ += static_cast<double>(readings.state.loss.images);
    if (window_seconds_ >= 0.25 || rate_ == 0) {
        rate_ = window_images_ / window_seconds_;
        window_seconds_ = window_images_ = 0;
    }
    run::Record record;
    run::StepRecord& step = *record.mutable_step_done();
    step = step_record(readings, pass_->gauges().all(), network_.parameters);
    step.set_lr(static_cast<float>(optimizer_.lr));
    step.set_images_per_second(static_cast<float>(rate_));
    step.set_step_ms(static_cast<float>(seconds * 1e3));
    const run::StepRecord done = step;
    emit(record);

    if (monitored) {
        // hundreds of parts, in a few pieces of memory
        google::protobuf::ArenaOptions options;
        options.start_block_size = options.max_block_size = std::size_t{64} << 10;
        google::protobuf::Arena arena(options);
        run::Record& histograms = *google::protobuf::Arena::CreateMessage<run::Record>(&arena);
        add_histograms(readings, pass_->gauges().all(), readings.state.scale_used, *histograms.mutable_histograms());
        add_updates(readings, network_.parameters,
                    parameters_->views(pass_->policy(), pass_->gradients(), pass_->gauges(), config_.seed(), step_),
                    *histograms.mutable_histograms());
        if (shadow)
            add_shadow(shadow->shadow, shadow->comparison, pass_->gauges().all(), *histograms.mutable_histograms());
        emit(histograms);
    }
    const float scale_after = readings.state.scaler.scale;
    if (done.skipped())
        emit_event(run::EventRecord::SCALE_DOWN, skip_phrase(done, scale_after));
    else if (scale_after > done.scale())
        emit_event(run::EventRecord::SCALE_UP, say("loss scale grows, %1 → %2", {fmt::format("{:g}", done.scale()),
                                                                                 fmt::format("{:g}", scale_after)}));
    if (!std::isfinite(done.loss()) && !saw_nonfinite_loss_) {
        saw_nonfinite_loss_ = true;
        const Phrase what = std::isnan(done.loss()) ? Phrase("NaN") : say("infinite");
        emit_event(run::EventRecord::NON_FINITE,
                   done.nonfinite_tensor().empty()
                       ? say("the loss is %1 for the first time", {what})
                       : say("the loss is %1 for the first time, from %2 on", {what, done.nonfinite_tensor()}));
    }
}

}  // namespace mantissa
