// SPDX-License-Identifier: Apache-2.0
// Records made by hand, as a worker would send them: four epochs of 100 steps, two layers.
#pragma once

#include <string>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

using Records = std::vector<run::Record>;

inline run::Record record(const std::string& id, std::uint32_t step) {
    run::Record r;
    r.set_run_id(id);
    r.set_step(step);
    return r;
}

inline run::Record started(const std::string& id, run::Precision precision, bool emulated = false) {
    run::Record r = record(id, 0);
    run::RunStarted* s = r.mutable_started();
    s->mutable_config()->set_precision(precision);
    s->mutable_config()->set_scaling(precision == run::FP16 ? run::DYNAMIC : run::NONE);
    s->mutable_config()->set_batch(256);
    s->mutable_config()->set_epochs(4);
    s->mutable_config()->set_steps(-1);
    s->set_total_steps(400);
    s->set_steps_per_epoch(100);
    s->set_emulated(emulated);
    for (const char* layer : {"fc1", "fc2"}) {
        run::TensorInfo* tensor = s->add_tensors();
        tensor->set_name(std::string(layer) + ".weight");
        tensor->set_layer(layer);
        tensor->add_shape(10);
        tensor->add_shape(20);
    }
    return r;
}

inline run::Record step(const std::string& id, std::uint32_t number, float loss, float accuracy, float scale = 1) {
    run::Record r = record(id, number);
    run::StepRecord* s = r.mutable_step_done();
    s->set_loss(loss);
    s->set_accuracy(accuracy);
    s->set_scale(scale);
    s->set_weight_gradients_nonzero(1000);
    s->set_weight_gradients_flushed(80);
    s->set_images_per_second(12345);
    s->set_step_ms(20);
    return r;
}

inline run::Record evaluated(const std::string& id, std::uint32_t number, float accuracy, bool complete = false) {
    run::Record r = record(id, number);
    r.mutable_evaluated()->set_accuracy(accuracy);
    r.mutable_evaluated()->set_loss(0.5f);
    r.mutable_evaluated()->set_images(complete ? 10000 : 2000);
    r.mutable_evaluated()->set_complete(complete);
    return r;
}

inline run::Record eventAt(const std::string& id, std::uint32_t number, run::EventRecord::Kind kind,
                           const std::string& text) {
    run::Record r = record(id, number);
    r.mutable_event()->set_kind(kind);
    r.mutable_event()->set_text(text);
    return r;
}

inline void addHistogram(run::Record& r, const std::string& tensor, run::Role role, int exponent,
                         std::uint64_t flushed) {
    run::Histogram* h = r.mutable_histograms()->add_histograms();
    h->set_tensor(tensor);
    h->set_layer(tensor.substr(0, 3));
    h->set_role(role);
    h->set_first_bin(exponent);
    h->add_bins(100);
    h->mutable_counts()->set_elements(125);
    h->mutable_counts()->set_zero(25);
    h->mutable_counts()->set_flushed(flushed);
    h->set_norm(1.0);
    h->set_norm_lost(static_cast<double>(flushed) / 1000.0);
    h->set_format("FP16");
    h->set_scale(1);
}

inline Records runOf(const std::string& id, run::Precision precision, int steps) {
    Records records{started(id, precision)};
    for (int i = 1; i <= steps; ++i) {
        records.push_back(step(id, static_cast<std::uint32_t>(i), 2.0f, 0.5f, precision == run::FP16 ? 1024 : 1));
        if (i % 10 == 0) records.push_back(evaluated(id, static_cast<std::uint32_t>(i), 0.25f));
    }
    return records;
}

}  // namespace mantissa::ui
