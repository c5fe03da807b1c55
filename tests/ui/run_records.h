// SPDX-License-Identifier: Apache-2.0
// Hand-made records for the tests of the models.
#pragma once

#include <cstdint>
#include <string>

#include "engine/run/run.pb.h"
#include "ui/models/tensor_stats.h"

namespace mantissa::ui {

inline constexpr const char* kRun = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

inline run::Record record(std::uint32_t step, const std::string& runId = kRun) {
    run::Record made;
    made.set_run_id(runId);
    made.set_lane(0);
    made.set_step(step);
    return made;
}

inline run::Record started(const std::string& runId = kRun, run::Precision precision = run::FP16, double when = 1.7e9) {
    run::Record made = record(0, runId);
    run::RunStarted& body = *made.mutable_started();
    body.mutable_identity()->set_run_id(runId);
    body.mutable_identity()->set_started_unix(when);
    body.mutable_identity()->set_device("cpu <b>of the tests</b>");
    body.mutable_config()->set_precision(precision);
    body.mutable_config()->set_scaling(precision == run::FP16 ? run::DYNAMIC : run::NONE);
    body.mutable_config()->set_model(run::MLP);
    body.mutable_config()->set_depth(6);
    body.mutable_config()->set_width(128);
    body.mutable_config()->set_batch(256);
    body.mutable_config()->set_epochs(4);
    body.set_steps_per_epoch(100);
    body.set_total_steps(400);
    return made;
}

inline run::Record step(std::uint32_t number, float loss = 1.0f, const std::string& runId = kRun) {
    run::Record made = record(number, runId);
    run::StepRecord& body = *made.mutable_step_done();
    body.set_loss(loss);
    body.set_scale(65536);
    body.set_batch(256);
    body.set_images_per_second(2560);
    body.set_weight_gradients_nonzero(100);
    body.set_weight_gradients_flushed(8);
    return made;
}

inline run::Record skipped(std::uint32_t number, const char* cause) {
    run::Record made = step(number);
    made.mutable_step_done()->set_skipped(true);
    made.mutable_step_done()->set_skip_cause(cause);
    made.mutable_step_done()->set_skip_values(3);
    return made;
}

inline run::Record eventAt(std::uint32_t number, run::EventRecord::Kind kind, const char* text = "") {
    run::Record made = record(number);
    made.mutable_event()->set_kind(kind);
    made.mutable_event()->set_text(text);
    return made;
}

inline run::Record evaluated(std::uint32_t number, float accuracy, bool complete) {
    run::Record made = record(number);
    made.mutable_evaluated()->set_accuracy(accuracy);
    made.mutable_evaluated()->set_images(complete ? 10000 : 2000);
    made.mutable_evaluated()->set_complete(complete);
    return made;
}

inline run::Record finished(std::uint32_t number, run::RunFinished::Outcome outcome, const std::string& runId = kRun) {
    run::Record made = record(number, runId);
    made.mutable_finished()->set_outcome(outcome);
    made.mutable_finished()->set_test_accuracy(0.945f);
    made.mutable_finished()->set_steps(number);
    return made;
}

inline run::Record histograms(std::uint32_t number, const char* tensor = "fc1.weight", std::uint32_t count = 1) {
    run::Record made = record(number);
    run::Histogram& histogram = *made.mutable_histograms()->add_histograms();
    histogram.set_tensor(tensor);
    histogram.set_layer("fc1");
    histogram.set_role(run::ROLE_WEIGHT_GRADIENT);
    histogram.set_first_bin(kFirstBin);
    for (int bin = kFirstBin; bin <= kLastBin; ++bin) histogram.add_bins(bin == -20 ? count : 0);
    return made;
}

}  // namespace mantissa::ui
