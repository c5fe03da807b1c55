// SPDX-License-Identifier: Apache-2.0
// Evaluations: enqueued without waiting, like steps, and told of when they are done.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "engine/train/trainer.h"

namespace mantissa {
namespace {

/// Of what was counted by the time that `sums` arrives.
run::EvalRecord record_of(Fetch& sums, const BatchPosition& at, const Objective& objective) {
    LossSums counted;
    std::memcpy(&counted, sums.wait().data(), sizeof counted);
    run::EvalRecord record;
    const auto seen = static_cast<double>(std::max<std::uint64_t>(1, counted.images));
    record.set_accuracy(static_cast<float>(objective.metric(counted)));
    record.set_loss(static_cast<float>(counted.loss / seen));
    record.set_images(static_cast<std::uint32_t>(objective.images(counted)));
    record.set_epoch(at.epoch);
    return record;
}

}  // namespace

/// How many images of the test set an evaluation takes.
std::int64_t Trainer::images_of(bool complete) const {
    const std::int64_t all = config_.test_examples() > 0 ? config_.test_examples() : dataset_.test.count;
    return complete ? all : std::min<std::int64_t>(all, config_.eval_images());
}

/// One batch of an evaluation, added to the sums.
void Trainer::enqueue_batch(const DeviceSplit& split, std::span<const std::uint32_t> indices) {
    Pass& pass = *eval_pass_;
    pass.send({}, indices);
    pass.set_weights(parameters_->weights(), false, config_.seed(), enqueued_, parameters_->generation());
    pass.set_state(parameters_->state(), false);
    pass.set_devices(parameters_->devices());
    const auto enqueue = [&] {
        pass.gather(split.data(), pass.inputs().indices());
        pass.forward();
        pass.loss(nullptr, &pass.gauges().state()->loss);
    };
    if (!device_.replays() || pass.rounds_at_random()) return enqueue();
    ReplayKey key;
    key.owners = {pass.identity(), parameters_->identity()};
    const SampleData data = split.data();
    key.traits = {trait_of(data.images), trait_of(data.labels), trait_of(data.numbers), indices.size(),
                  pass.copies_current() ? 1u : 0u};
    device_.replay(key, enqueue);
}

/// The counts that come; null where it was abandoned.
std::unique_ptr<Fetch> Trainer::enqueue_images(const DeviceSplit& split, std::int64_t images) {
    pass_->forget_copies();       // the evaluation takes the same memory,
    eval_pass_->forget_copies();  // and steps have taken it since, and changed the weights, which no generation tells
    Gauges& gauges = eval_pass_->gauges();
    gauges.begin_step(device_, false);
    std::vector<std::uint32_t> indices(static_cast<std::size_t>(eval_pass_->batch()));
    for (std::int64_t first = 0; first < images; first += eval_pass_->batch()) {
        if (interrupted()) return nullptr;
        const std::int64_t count = std::min(eval_pass_->batch(), images - first);
        const std::span<std::uint32_t> batch(indices.data(), static_cast<std::size_t>(count));
        std::iota(batch.begin(), batch.end(), static_cast<std::uint32_t>(first));
        enqueue_batch(split, batch);
    }
    return device_.fetch(&gauges.state()->loss, sizeof(LossSums));
}

void Trainer::owe_evaluation(bool complete) {
    if (link_ && link_->rank() > 0) return;
    if (images_of(complete) > 0) owed_evaluation_ = complete;
}

bool Trainer::enqueue_evaluation() {
    const std::int64_t images = images_of(*owed_evaluation_);
    std::unique_ptr<Fetch> sums = enqueue_images(data_.test, images);
    if (!sums) return false;
    owed_evaluation_.reset();
    on_their_way_.emplace_back(EvaluationOnItsWay{batcher_.position(), images, std::move(sums)});
    return true;
}

void Trainer::report(EvaluationOnItsWay& evaluation, DeviceProgress& last) {
    run::Record record;
    run::EvalRecord& evaluated = *record.mutable_evaluated();
    evaluated = record_of(*evaluation.sums, evaluation.at, network_.objective);
    last = {std::move(evaluation.sums), std::chrono::steady_clock::now()};
    evaluated.set_complete(evaluation.images == images_of(true));
    if (evaluated.complete()) {
        last_complete_ = evaluated;
        last_complete_step_ = step_;
    }
    emit(record);
}

/// Of the test set, at once; false where it was abandoned.
bool Trainer::evaluate(bool complete) {
    owe_evaluation(complete);
    if (!evaluation_due()) return true;
    if (!enqueue_evaluation()) return false;
    DeviceProgress last;
    report(last);
    return true;
}

bool Trainer::evaluate_at_end() {
    if (at_end_) return true;
    if ((!last_complete_ || last_complete_step_ != step_) && !evaluate(true)) return false;
    const std::int64_t wanted = config_.train_eval_images() ? config_.train_eval_images() : dataset_.train.count;
    const std::unique_ptr<Fetch> sums = enqueue_images(data_.train, std::min(wanted, dataset_.train.count));
    if (!sums) return false;
    at_end_ = record_of(*sums, position_, network_.objective);
    at_end_->set_training_set(true);
    at_end_->set_complete(wanted >= dataset_.train.count);
    run::Record record;
    *record.mutable_evaluated() = *at_end_;
    emit(record);
    return true;
}

}  // namespace mantissa
