// SPDX-License-Identifier: Apache-2.0
// What the scripted worker is made of: its diary, and a run that makes records.
#pragma once

#include <google/protobuf/util/json_util.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

#include "engine/run/error_record.h"
#include "engine/run/run.pb.h"

namespace mantissa {

inline std::string environment(const char* name, const char* fallback) {
    const char* value = std::getenv(name);
    return value == nullptr ? fallback : value;
}

/// Messages as one line each, and how often the program was launched with this file.
class Diary {
  public:
    Diary() : path_(environment("MANTISSA_FAKE_LOG", "")) {
        if (path_.empty()) return;
        std::ifstream before(path_);
        for (std::string line; std::getline(before, line);) launches_ += line == "launch" ? 1 : 0;
        write("launch");
        ++launches_;
    }
    void write(const std::string& line) {
        if (!path_.empty()) std::ofstream(path_, std::ios::app) << line << '\n' << std::flush;
    }
    void write(const run::ToWorker& message) {
        google::protobuf::util::JsonPrintOptions options;
        options.preserve_proto_field_names = true;
        std::string json;
        if (google::protobuf::util::MessageToJsonString(message, &json, options).ok()) write(json);
    }
    int launches() const { return launches_; }

  private:
    std::string path_;
    int launches_ = 0;
};

/// Of no engine: a text alone.
inline run::ErrorRecord refusal() {
    run::ErrorRecord error;
    error.set_code("usage");
    error.set_message("the batch does not fit");
    error.set_remedy("the largest that would is 512");
    return error;
}

/// As the engine refuses a batch.
inline run::ErrorRecord engines_refusal() {
    return to_record(Error(ErrorCode::usage,
                           say("batch %1 needs %2 GiB and the device has %3 GiB for it", {9999, "12.50", "8.00"}),
                           "batch", say("at most %1", {512})));
}

/// One run in one lane, and the records that it makes.
struct FakeRun {
    std::string id;
    run::RunConfig config;
    run::RunIdentity identity;
    std::uint32_t lane = 0;
    std::uint32_t step = 0;
    std::uint32_t parentLane = 0;

    void begin(const run::RunConfig& with, const run::RunIdentity& who, const std::string& name) {
        config = with;
        identity = who;
        id = name;
        step = 0;
    }

    run::Record record() const {
        run::Record made;
        made.set_run_id(id);
        made.set_lane(lane);
        made.set_step(step);
        return made;
    }

    run::Record started() const {
        run::Record made = record();
        run::RunStarted& body = *made.mutable_started();
        *body.mutable_identity() = identity;
        body.mutable_identity()->set_run_id(id);
        body.mutable_identity()->set_device("a device of the tests");
        body.mutable_identity()->set_data_name("MNIST");
        body.mutable_identity()->set_started_unix(1.7e9);
        *body.mutable_config() = config;
        body.set_steps_per_epoch(100);
        body.set_total_steps(
            static_cast<std::uint32_t>(std::atoi(environment("MANTISSA_FAKE_TOTAL_STEPS", "400").c_str())));
        for (const char* layer : {"fc1", "fc2"}) {
            run::TensorInfo& tensor = *body.add_tensors();
            tensor.set_layer(layer);
            tensor.set_name(std::string(layer) + ".weight");
            tensor.add_shape(128);
            tensor.add_shape(784);
        }
        return made;
    }

    run::Record memory() const {
        run::Record made = record();
        run::MemoryRecord::Operation& operation = *made.mutable_memory()->add_operations();
        operation.set_name("forward fc1");
        operation.add_live()->set_category(run::MEMORY_WEIGHTS);
        operation.mutable_live(0)->set_held(1 << 20);
        made.mutable_memory()->set_peak_held(1 << 20);
        return made;
    }

    /// FP16 without a loss scale stays at chance, everything else learns.
    bool stalls() const { return config.precision() == run::FP16 && config.scaling() == run::NONE; }

    run::Record stepDone() {
        ++step;
        run::Record made = record();
        run::StepRecord& body = *made.mutable_step_done();
        body.set_loss(stalls() ? 2.3f : 2.3f * std::exp(-0.02f * static_cast<float>(step)));
        body.set_accuracy(stalls() ? 0.1f : 1.0f - std::exp(-0.05f * static_cast<float>(step)));
        body.set_scale(65536);
        body.set_skipped(step % 10 == 3);
        if (body.skipped()) body.set_skip_cause("fc2.weight");
        body.set_gradient_norm(1.5f);
        body.set_weight_gradients_nonzero(1000);
        body.set_weight_gradients_flushed(80);
        body.set_batch(config.batch());
        body.set_images_per_second(5000);
        body.set_step_ms(50);
        return made;
    }

    run::Record evaluated() const {
        run::Record made = record();
        made.mutable_evaluated()->set_accuracy(stalls() ? 0.117f : config.scaling() == run::DYNAMIC ? 0.6f : 0.5f);
        made.mutable_evaluated()->set_images(2000);
        return made;
    }

    run::Record histograms() const {
        run::Record made = record();
        run::Histogram& histogram = *made.mutable_histograms()->add_histograms();
        histogram.set_tensor("fc1.weight");
        histogram.set_layer("fc1");
        histogram.set_role(run::ROLE_WEIGHT_GRADIENT);
        histogram.set_first_bin(-64);
        for (std::uint32_t bin = 0; bin < 96; ++bin) histogram.add_bins(bin);
        histogram.set_format("FP16");
        histogram.set_scale(65536);
        histogram.mutable_counts()->set_elements(1000);
        histogram.mutable_counts()->set_flushed(stalls() ? 1000 : 0);
        return made;
    }
};

}  // namespace mantissa
