// SPDX-License-Identifier: Apache-2.0
// The life of a lane.
#include "engine/train/trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "engine/base/error.h"
#include "engine/base/version.h"
#include "engine/run/error_record.h"
#include "engine/run/names.h"
#include "engine/run/phrase_record.h"
#include "engine/run/policy_of.h"
#include "engine/run/presets.h"
#include "engine/run/validation.h"
#include "engine/train/lane_memory.h"
#include "engine/train/memory_plan.h"

namespace mantissa {
namespace {

/// As older versions ran every configuration.
run::RunConfig with_native(run::RunConfig config) {
    config.set_native(run::NATIVE_ON);
    return config;
}

}  // namespace

Trainer::Trainer(Device& device, const DeviceData& data, const Dataset& dataset, const run::RunConfig& config,
                 RecordSink& sink, std::string run_id, std::uint32_t lane, RankLink* link)
    : device_(device),
      link_(link),
      data_(data),
      dataset_(dataset),
      config_(config),
      sink_(sink),
      run_id_(std::move(run_id)),
      lane_(lane),
      network_(make_network(config, dataset.side, dataset.classes)),
      optimizer_(optimizer_settings_of(config)),
      scaler_(scaler_settings_of(config)),
      batcher_(dataset.train.count, config.batch(), config.seed(), config.shuffle()) {
    const bool values = network_.objective.metric_kind == Objective::Metric::explained;
    if (static_cast<std::int64_t>(values ? dataset.train.values.size() : dataset.train.labels.size()) !=
        dataset.train.count * network_.objective.targets)
        throw Error(ErrorCode::failed, say("the data have other targets than the task"), "task");
    check_sizes(config);
    plan(config);  // refuses what does not fit before any of it is allocated
    parameters_ = std::make_unique<Parameters>(device_, network_, optimizer_);
    parameters_->initialise(config.seed(), config.init_scale(), resolved_.policy.weight, config.one_ulp());
    const LossScaler scaler(scaler_);
    device_.upload(&pass_->gauges().state()->scaler, &scaler.state(), sizeof(ScalerState));
}

std::uint32_t Trainer::total_steps() const noexcept {
    return total_from(step_, position_);
}

/// Of a run that has done so many and stands there.
std::uint32_t Trainer::total_from(std::uint32_t done, const BatchPosition& at) const noexcept {
    return mantissa::total_steps(config_, dataset_.train.count, done, at);
}

/// Refuses epochs that make more steps than can be counted, and more test examples than there are.
void Trainer::check_sizes(const run::RunConfig& config) const {
    if (config.test_examples() > dataset_.test.count)
        throw Error(ErrorCode::usage, say("the test set has %1 examples", {dataset_.test.count}), "test_examples",
                    say("at most as many; 0: all"));
    if (config.steps() >= 0) return;
    const std::int64_t batch = config.batch(), in_epoch = (dataset_.train.count + batch - 1) / batch;
    if (config.epochs() * in_epoch > most_steps)
        throw Error(ErrorCode::usage, say("%1 epochs of %2 steps are too many", {config.epochs(), in_epoch}), "epochs",
                    say("at most %1", {most_steps / in_epoch}));
}

LaneParts Trainer::parts() const {
    return {network_, optimizer_, *pass_, *eval_pass_, shadow_pass_.get(), Ranks::bytes(config_, network_)};
}

/// Bytes of the device that the passes hold.
std::uint64_t Trainer::buffer_bytes() const {
    return lane_bytes(parts()) - Parameters::planned_bytes(network_, optimizer_);
}

/// New passes for `config`; where that throws, the old ones stay. `kept`: by this choice of native products.
void Trainer::plan(const run::RunConfig& given, const std::optional<run::NativeChoice>& kept) {
    RunPolicies policies = policies_of(device_, network_, given, kept);
    ResolvedPolicy& resolved = policies.training;
    const run::RunConfig config = with_choice(given, policies.choice);  // for whatever else plans by it
    auto pass = std::make_unique<Pass>(device_, network_, resolved.policy, share_of(config), true);
    auto eval_pass = std::make_unique<Pass>(device_, network_, policies.evaluation, evaluation_images(dataset_), false);
    std::unique_ptr<Pass> shadow;
    if (wants_shadow(config, resolved.policy))
        shadow = std::make_unique<Pass>(device_, network_, mode_policy(fp32), share_of(config), true);
    LaneScratch rehearsed(device_);
    rehearsed.add(dataset_, config);
    const std::uint64_t scratch = rehearsed.bytes(), limit = memory_for_lanes(device_, dataset_.bytes());
    const std::uint64_t rank_bytes = Ranks::bytes(config, network_);
    const std::uint64_t bytes =
        lane_bytes({network_, optimizer_, *pass, *eval_pass, shadow.get(), rank_bytes}) + scratch;
    if (limit && bytes > limit) {
        const std::uint32_t fits =
            largest_batch(device_, dataset_, config, device_.describe().memory_bytes, /*native=*/false);
        throw Error(ErrorCode::usage,
                    say("batch %1 needs %2 GiB and the device has %3 GiB for it",
                        {config.batch(), fmt::format("{:.2f}", static_cast<double>(bytes) / 0x1p30),
                         fmt::format("{:.2f}", static_cast<double>(limit) / 0x1p30)}),
                    "batch", fits ? say("at most %1", {fits}) : say("choose a smaller network"));
    }
    const bool had = pass_ != nullptr;
    ScalerState state;
    if (had) device_.download(&state, &pass_->gauges().state()->scaler, sizeof state);
    // Where both do not fit together, the old ones make way for the new.
    const bool make_way = had && limit && bytes + buffer_bytes() > limit;
    if (make_way) {
        pass_.reset();
        eval_pass_.reset();
        shadow_pass_.reset();
        tape_.reset();
    }
    device_.release_scratch();  // of what was before: the plan counts what this takes
    try {
        const std::shared_ptr<DeviceMemory> memory = device_.allocate(shared_bytes(*pass, *eval_pass));
        pass->allocate(memory);
        eval_pass->allocate(memory);
        if (shadow) shadow->allocate();
    } catch (const std::exception&) {
        if (!make_way) throw;
        pass.reset();
        eval_pass.reset();
        shadow.reset();
        plan(config_, choice_);
        device_.upload(&pass_->gauges().state()->scaler, &state, sizeof state);
        throw;
    }
    if (had) device_.upload(&pass->gauges().state()->scaler, &state, sizeof state);
    pass_ = std::move(pass);
    eval_pass_ = std::move(eval_pass);
    shadow_pass_ = std::move(shadow);
    tape_ = shadow_pass_ ? std::make_unique<ShadowTape>(device_, pass_->gauges().all().size()) : nullptr;
    ranks_ = config.ranks() > 1 ? std::make_unique<Ranks>(config, network_, link_) : nullptr;
    scratch_bytes_ = scratch;
    implementations_ = rehearsed.implementations();
    resolved_ = std::move(resolved);
    choice_ = std::move(policies.choice);
}

void Trainer::emit(run::Record& record) {
    record.set_run_id(run_id_);
    record.set_lane(lane_);
    record.set_step(step_);
    sink_.accept(record);
}

void Trainer::emit_event(run::EventRecord::Kind kind, const Phrase& phrase) {
    run::Record record;
    record.mutable_event()->set_kind(kind);
    set_text(*record.mutable_event(), phrase);
    emit(record);
}

run::RunStarted Trainer::started_record(const run::RunIdentity& origin) const {
    run::RunStarted started;
    run::RunIdentity& identity = *started.mutable_identity();
    const DeviceDescription device = device_.describe();
    identity.set_run_id(run_id_);
    identity.set_program_version(program_version);
    identity.set_commit(program_commit);
    identity.set_device(device.id + ": " + device.text);
    for (const std::string& library : device.libraries) identity.add_libraries(library);
    for (const std::string& one : implementations_) identity.add_implementations(one);
    identity.set_data_name(dataset_.name);
    identity.set_data_sha256(dataset_.sha256);
    identity.set_initial_weights_sha256(parameters_->weights_sha256());
    identity.set_batch_order_sha256(batcher_.order_sha256(0));
    identity.set_seed(config_.seed());
    identity.set_started_unix(
        std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count());
    identity.MergeFrom(origin);
    *started.mutable_config() = config_;
    for (const ResolvedRole& role : resolved_.roles) {
        run::ResolvedRole& to = *started.add_roles();
        to.set_role(role.role);
        to.set_requested(name_of(role.requested));
        to.set_effective(name_of(role.effective));
        to.set_native(role.native);
        set_reason(to, role.reason);
    }
    for (const ParameterInfo& parameter : network_.parameters) {
        run::TensorInfo& to = *started.add_tensors();
        to.set_name(parameter.name);
        to.set_layer(parameter.layer);
        for (std::int64_t extent : parameter.pytorch_shape) to.add_shape(static_cast<std::uint32_t>(extent));
    }
    started.set_steps_per_epoch(static_cast<std::uint32_t>(batcher_.steps_per_epoch()));
    started.set_total_steps(total_steps());
    started.set_emulated(resolved_.emulated);
    if (choice_) *started.mutable_native_choice() = *choice_;
    return started;
}

run::MemoryRecord Trainer::memory() const {
    run::MemoryRecord record = plan_memory(device_, parts(), scratch_bytes_, dataset_.bytes());
    if (const std::uint64_t used = device_.bytes_in_use();
        used > 0) {  // a card tells, the host's memory is everybody's
        record.set_device_total_used(used);
        record.set_device_total(device_.describe().memory_bytes);
    }
    if (config_.stop_on_divergence()) record.set_recorder_bytes(FlightRecorder::planned_bytes(parameters_->bytes()));
    if (choice_) *record.mutable_native_choice() = *choice_;
    return record;
}

void Trainer::begin(const run::RunIdentity& origin) {
    started_ = started_record(origin);
    run::Record record;
    *record.mutable_started() = started_;
    emit(record);
    run::Record plan_record;
    *plan_record.mutable_memory() = memory();
    emit(plan_record);
    emit_event(run::EventRecord::STARTED, summary_phrase(config_, format_phrase(display_name_of(config_))));
    if (config_.eval_interval() > 0 && step_ == 0 && !finished() && !(link_ && link_->rank() > 0)) evaluate(false);
}

run::RunFinished Trainer::finish(run::RunFinished::Outcome outcome) {
    run::RunFinished finished;
    if (outcome == run::RunFinished::COMPLETED && !evaluate_at_end()) outcome = run::RunFinished::STOPPED;
    finished.set_outcome(outcome);
    if (outcome == run::RunFinished::COMPLETED) {
        finished.set_train_accuracy(at_end_->accuracy());
        finished.set_train_loss(at_end_->loss());
    }
    // Of the weights at the end: where it was stopped later, its last evaluation tells more than that of an epoch's
    // end.
    if (last_complete_ && last_complete_step_ == step_) {
        finished.set_test_accuracy(last_complete_->accuracy());
        finished.set_test_loss(last_complete_->loss());
    }
    finished.set_steps(step_);
    ScalerState scaler;
    device_.download(&scaler, &pass_->gauges().state()->scaler, sizeof scaler);
    finished.set_final_scale(scaler.scale);
    totals_into(totals_, finished);
    finished.set_seconds(totals_.seconds);
    finished.set_weights_sha256(parameters_->weights_sha256());
    run::Record record;
    *record.mutable_finished() = finished;
    emit(record);
    return finished;
}

run::RunFinished Trainer::fail(const Error& error) {
    run::Record record;
    *record.mutable_error() = to_record(error);
    emit(record);
    run::RunFinished& finished = *record.mutable_finished();
    finished.set_outcome(run::RunFinished::FAILED);
    finished.set_steps(step_);
    totals_into(totals_, finished);  // known without asking the device, which may be what failed
    finished.set_seconds(totals_.seconds);
    *finished.mutable_error() = to_record(error);
    emit(record);
    return finished;
}

void Trainer::change(const run::RunConfig& change) {
    validate_live_change(change);
    const run::RunConfig after = merge(config_, change);
    validate(after);
    check_overrides(after, network_);
    check_sizes(after);
    Phrase text = change_phrase(config_, after);
    if (text.empty() && change.has_loss_scale())
        text = say("loss_scale: back to %1", {fmt::format("{:g}", change.loss_scale())});
    if (text.empty()) return;

    const PrecisionPolicy old_policy = policy_of(config_), policy = policy_of(after);
    const bool shadow_changes = wants_shadow(after, policy) != (shadow_pass_ != nullptr);
    const bool sum_changes = config_.rank_order() != after.rank_order() ||
                             config_.rank_bucket_kib() != after.rank_bucket_kib() ||
                             (config_.histogram_interval() == 0) != (after.histogram_interval() == 0);
    const bool memory_changes = (ranks_ && sum_changes) || !(old_policy == policy) ||
                                !(eval_policy_of(config_) == eval_policy_of(after)) || shadow_changes ||
                                config_.batch() != after.batch() || config_.native() != after.native() ||
                                config_.eval_images() != after.eval_images();  // its last piece is rehearsed, too
    if (memory_changes) {
        const bool as_before =
            old_policy == policy && config_.batch() == after.batch() && config_.native() == after.native();
        plan(after, as_before ? choice_ : std::nullopt);
    }
    if (!(old_policy.weight == policy.weight)) parameters_->round_weights(policy.weight);

    LossScaler scaler(scaler_);
    ScalerState state;
    ScalerState* on_device = &pass_->gauges().state()->scaler;
    device_.download(&state, on_device, sizeof state);
    scaler.restore(state);
    if (change.has_loss_scale() && config_.scaling() == run::DYNAMIC) {  // told from the scale in force
        run::RunConfig now = config_;
        now.set_loss_scale(static_cast<double>(state.scale));
        if (Phrase in_force = change_phrase(now, after); !in_force.empty()) text = std::move(in_force);
    }
    scaler.configure(scaler_settings_of(after));
    if (change.has_loss_scale()) scaler.set_scale(scaler.settings().initial_scale);
    device_.upload(on_device, &scaler.state(), sizeof(ScalerState));
    scaler_ = scaler.settings();

    batcher_.set_batch(after.batch());
    if (ranks_) ranks_->configure(after);
    optimizer_ = optimizer_settings_of(after);
    const run::RunConfig before = config_;
    config_ = after;
    run::Record record;
    record.mutable_event()->set_kind(run::EventRecord::CHANGED);
    set_text(*record.mutable_event(), text);
    *record.mutable_event()->mutable_change() = difference(before, after);
    record.mutable_event()->set_emulated(resolved_.emulated);
    emit(record);
    if (memory_changes) {
        run::Record plan_record;
        *plan_record.mutable_memory() = memory();
        emit(plan_record);
    }
}

void Trainer::trace(const run::Trace& request) {
    if (optimizer_.kind == OptimizerSettings::Kind::phase_change)  // no number, but a device, takes an update
        throw Error(ErrorCode::usage, say("no number of weights that are phase-change devices can be followed"),
                    "trace", say("follow one of a run whose weights are numbers"));
    if (ranks_)
        throw Error(ErrorCode::usage, say("a number of a run of several ranks cannot be followed"), "trace",
                    say("follow one of a run of one rank"));
    Tracer(device_, network_, *parameters_, *pass_, request).check(memory_for_lanes(device_, dataset_.bytes()));
    trace_ = request;
}

Snapshot Trainer::snapshot() const {
    Snapshot snapshot;
    snapshot.config = config_;
    snapshot.step = step_;
    snapshot.position = position_;
    device_.download(&snapshot.scaler, &pass_->gauges().state()->scaler, sizeof(ScalerState));
    snapshot.parameters = parameters_->save();
    snapshot.totals = totals_;
    snapshot.last_complete = last_complete_;
    snapshot.last_complete_step = last_complete_step_;
    snapshot.native_choice = choice_;
    snapshot.owed_evaluation = owed_evaluation_;
    snapshot.saw_nonfinite_loss = saw_nonfinite_loss_;
    snapshot.told_of_rank_sum = told_of_rank_sum_;
    snapshot.told_of_rank_flushes = told_of_rank_flushes_;
    return snapshot;
}

void Trainer::restore(const Snapshot& snapshot) {
    const bool native = !snapshot.native_choice || snapshot.native_choice->native();
    const bool same_choice = !choice_ || choice_->native() == native;
    if (snapshot.config.SerializeAsString() != config_.SerializeAsString() || !same_choice) {
        std::optional<run::NativeChoice> kept = snapshot.native_choice;
        if (!kept) kept = choose_native(device_, network_, with_native(snapshot.config));
        plan(snapshot.config, kept);
    }
    config_ = snapshot.config;
    if (ranks_) ranks_->configure(config_);
    optimizer_ = optimizer_settings_of(config_);
    scaler_ = scaler_settings_of(config_);
    parameters_->load(snapshot.parameters);
    device_.upload(&pass_->gauges().state()->scaler, &snapshot.scaler, sizeof(ScalerState));
    batcher_.set_batch(config_.batch());
    step_ = snapshot.step;
    position_ = snapshot.position;
    forget_enqueued();
    totals_ = snapshot.totals;
    last_complete_ = snapshot.last_complete;
    last_complete_step_ = snapshot.last_complete_step;
    owed_evaluation_ = snapshot.owed_evaluation;
    at_end_.reset();
    saw_nonfinite_loss_ = snapshot.saw_nonfinite_loss;
    told_of_rank_sum_ = snapshot.told_of_rank_sum;
    told_of_rank_flushes_ = snapshot.told_of_rank_flushes;
    recorder_.forget_after(step_);
    nonfinite_in_a_row_ = skipped_in_a_row_ = 0;
    diverged_ = false;
}

void Trainer::resume(const Snapshot& snapshot, const run::RunStarted& started) {
    restore(snapshot);
    started_ = started;
    step_ = started.identity().fork_step();  // where a run's first record stands: 0, but for forks
    run::Record record;
    *record.mutable_started() = started_;
    emit(record);
    step_ = snapshot.step;
}

}  // namespace mantissa
