// SPDX-License-Identifier: Apache-2.0
// Runs and a decision sheet in which a report has something to say about everything: for tests that look at its words.
// What a person would have written (names, notes, tags) has no word of English in it.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "engine/precision/resolve.h"
#include "engine/report/decision_sheet.h"
#include "engine/report/report_data.h"
#include "engine/run/phrase_record.h"
#include "engine/run/policy_of.h"
#include "engine/run/presets.h"

namespace mantissa::testing {

/// Records of one run, in order.
class RunWriter {
  public:
    explicit RunWriter(std::string id) : id_(std::move(id)) {}

    run::Record& add(std::uint32_t step) {
        run::Record& record = records.emplace_back();
        record.set_run_id(id_);
        record.set_lane(0);
        record.set_step(step);
        return record;
    }
    void begin(const run::RunConfig& config) {
        run::RunStarted& started = *add(0).mutable_started();
        *started.mutable_config() = config;
        run::RunIdentity& identity = *started.mutable_identity();
        identity.set_run_id(id_);
        identity.set_device("cpu: XQ 7");
        identity.set_program_version("0");
        identity.set_data_name("MNIST");
        identity.set_data_sha256("d0");
        identity.set_initial_weights_sha256("w" + std::to_string(config.seed()));
        identity.set_batch_order_sha256("b" + std::to_string(config.seed()));
        identity.set_seed(config.seed());
        identity.set_started_unix(1700000000);
        identity.set_race_id("R0");
        identity.set_group_id("G0");
        started.set_total_steps(300);
        DeviceCapabilities device;
        device.name = "cpu";
        device.native_operands = {fp32};
        const ResolvedPolicy resolved = resolve(policy_of(complete(config)), device);
        started.set_emulated(resolved.emulated);
        for (const ResolvedRole& from : resolved.roles) {
            run::ResolvedRole& role = *started.add_roles();
            role.set_role(from.role);
            role.set_requested(name_of(from.requested));
            role.set_effective(name_of(from.effective));
            role.set_native(from.native);
            set_reason(role, from.reason);
        }
        run::MemoryRecord& memory = *add(0).mutable_memory();
        memory.set_peak_held(4096);
        memory.set_peak_native(2048);
        run::MemoryRecord::Operation& operation = *memory.add_operations();
        operation.set_name("backward conv1 pool");
        for (int category = run::MEMORY_WEIGHTS; category <= run::MEMORY_SHADOW; ++category) {
            run::MemoryBytes& bytes = *operation.add_live();
            bytes.set_category(static_cast<run::MemoryCategory>(category));
            bytes.set_held(512);
        }
    }
    void say(std::uint32_t step, run::EventRecord::Kind kind, const Phrase& text) {
        run::EventRecord& event = *add(step).mutable_event();
        event.set_kind(kind);
        set_text(event, text);
    }
    /// Steps 1 to `last`; of some the loss is not finite, some are skipped.
    void train(std::uint32_t last, bool ill) {
        for (std::uint32_t step = 1; step <= last; ++step) {
            run::StepRecord& done = *add(step).mutable_step_done();
            done.set_loss(ill && step % 9 == 0 ? std::numeric_limits<float>::quiet_NaN()
                                               : 2.3f / static_cast<float>(step));
            done.set_accuracy(0.5f);
            done.set_scale(ill && step == 5 ? 0.0f : 65536.0f);
            done.set_skipped(ill && step % 7 == 0);
            if (ill && step % 7 == 0) done.set_skip_cause("fc1.weight");
        }
    }
    void histograms(std::uint32_t step) {
        run::HistogramRecord& record = *add(step).mutable_histograms();
        for (const run::Role role : {run::ROLE_ACTIVATION, run::ROLE_ACTIVATION_GRADIENT, run::ROLE_WEIGHT_GRADIENT,
                                     run::ROLE_WEIGHT, run::ROLE_UPDATE}) {
            run::Histogram& one = *record.add_histograms();
            one.set_tensor("fc1");
            one.set_role(role);
            one.set_format("FP16");
            one.set_scale(65536);
            one.set_first_bin(-26);
            for (int bin = 0; bin < 44; ++bin) one.add_bins(1000);
            one.set_norm(1);
            one.set_norm_lost(0.00001);
            run::CastCounts& counts = *one.mutable_counts();
            counts.set_elements(44000);
            counts.set_zero(5);
            counts.set_flushed(2000);
            counts.set_overflow(1000);
            counts.set_nan(3);
            if (role != run::ROLE_ACTIVATION_GRADIENT && role != run::ROLE_WEIGHT_GRADIENT) continue;
            run::Shadow& shadow = *one.mutable_shadow();
            shadow.set_starved(2000);
            shadow.set_nonzero(43000);
            shadow.set_norm(1);
            shadow.set_norm_lost(0.25);
            shadow.set_cosine(0.9);
            shadow.set_error_norm(0.5);
        }
    }
    void evaluate(std::uint32_t step, float accuracy, bool training = false) {
        run::EvalRecord& one = *add(step).mutable_evaluated();
        one.set_accuracy(accuracy);
        one.set_loss(0.5f);
        one.set_images(10000);
        one.set_training_set(training);
    }
    void finish(std::uint32_t step, run::RunFinished::Outcome outcome, float accuracy) {
        run::RunFinished& done = *add(step).mutable_finished();
        done.set_outcome(outcome);
        done.set_steps(step);
        done.set_test_accuracy(accuracy);
        done.set_flushed_share(0.25);
        done.set_lost_update_share(0.5);
        done.set_seconds(2);
    }

    std::vector<run::Record> records;

  private:
    std::string id_;
};

/// Writes the runs into `library` and returns their ids: an ill one that was changed, a healthy one, its control, and
/// repetitions of both with other seeds.
inline std::vector<std::string> write_whole_runs(Library& library) {
    std::vector<std::string> ids;
    const auto write = [&](RunWriter& writer, const std::string& id) {
        library.append(writer.records);
        ids.push_back(id);
    };
    {
        run::RunConfig config = preset_named("underflow").config();
        config.set_name("Q1");
        config.set_scaling(run::DYNAMIC);
        config.set_loss_scale(65536);
        config.set_fp16_accumulation(true);
        config.set_reduction(run::REDUCE_16BIT);
        config.set_master_weights(false);
        RunWriter writer("A");
        writer.begin(config);
        writer.train(1200, true);
        for (const auto kind :
             {run::EventRecord::STARTED, run::EventRecord::PAUSED, run::EventRecord::RESUMED, run::EventRecord::EPOCH,
              run::EventRecord::SCALE_DOWN, run::EventRecord::SCALE_UP, run::EventRecord::RESET,
              run::EventRecord::NON_FINITE, run::EventRecord::GAP, run::EventRecord::RESUMED_FROM_CHECKPOINT,
              run::EventRecord::NOTICE, run::EventRecord::ADOPTED})
            writer.say(20, kind, mantissa::say("the loss is %1 for the first time", {"NaN"}));
        run::EventRecord& change = *writer.add(30).mutable_event();
        change.set_kind(run::EventRecord::CHANGED);
        change.set_text("precision: fp16 → bf16");
        change.mutable_change()->set_precision(run::BF16);
        run::ErrorRecord& error = *writer.add(40).mutable_error();
        error.set_message("!");
        error.set_place("?");
        writer.histograms(40);
        for (std::uint32_t step = 1; step <= 50; ++step) writer.evaluate(step * 24, 0.1f);
        writer.evaluate(1200, 0.3f, true);
        write(writer, "A");
        library.set_note("A", "§");
        library.set_tags("A", {"¶"});
    }
    for (int i = 0; i < 4; ++i) {
        run::RunConfig config = default_config();
        config.set_seed(static_cast<std::uint64_t>(1 + i / 2));
        config.set_precision(i % 2 == 0 ? run::FP32 : run::BF16);
        const std::string id(1, static_cast<char>('B' + i));
        RunWriter writer(id);
        writer.begin(config);
        writer.train(40, false);
        writer.evaluate(40, 0.9f + 0.01f * static_cast<float>(i));
        writer.finish(40, run::RunFinished::COMPLETED, 0.9f + 0.01f * static_cast<float>(i));
        write(writer, id);
    }
    run::RunConfig config = default_config();
    config.set_one_ulp(true);
    config.set_precision(run::PYTORCH_DEFAULT);
    RunWriter writer("F");
    writer.begin(config);
    writer.finish(0, run::RunFinished::STOPPED, 0.1f);
    write(writer, "F");
    return ids;
}

/// Four modes: measured and not, emulated and native, with runs and without, with a warning.
inline DecisionSheet whole_sheet() {
    DecisionSheet sheet;
    run::RunConfig config = default_config();
    config.set_clip_norm(1);
    sheet.network = network_phrase(config);
    sheet.device = "cpu: XQ 7";
    sheet.data = "MNIST";
    sheet.library = "Q.mantissa";
    sheet.budget = std::uint64_t{1} << 20;
    sheet.seconds = 2;
    sheet.made_unix = 1700000000;
    for (const run::RunConfig& one : decision_configs(config)) {
        DecisionMode& mode = sheet.modes.emplace_back();
        mode.config = one;
        mode.step_seconds = {0.002, 0.003};
        mode.peak_held = 2048;
        mode.peak_native = 1024;
        mode.batch_native = 65536;
    }
    DecisionMode& tf32 = sheet.modes[1];
    tf32.step_seconds = {0.001};
    tf32.accuracies = {{"1", 0.9}};
    tf32.difference = PairedDifference();
    DecisionMode& fp16 = sheet.modes[2];
    fp16.emulated = true;
    fp16.config.set_min_scale(1);
    fp16.config.set_master_weights(false);
    fp16.config.set_weight_gradients_fp32(true);
    fp16.config.set_fp16_accumulation(true);
    fp16.config.set_reduction(run::REDUCE_16BIT);
    fp16.config.set_stochastic_rounding(true);
    fp16.config.set_optimizer_state_fp32(false);
    fp16.config.add_layer_overrides()->set_layer("fc1");
    fp16.warnings = {{say("The loss scale will never grow in this run"), {say("It stays at %1 or lower.", {"8"})}, 1}};
    fp16.accuracies = {{"1", 0.9}, {"2", 0.91}, {"3", 0.92}, {"4", 0.93}, {"5", 0.94}};
    fp16.difference = paired_difference(std::vector<double>{0.8, 0.8, 0.8, 0.8, 0.8},
                                        std::vector<double>{0.9, 0.91, 0.92, 0.93, 0.94});
    sheet.modes[3].step_seconds = {0.0005, 0.0006};
    return sheet;
}

}  // namespace mantissa::testing
