// SPDX-License-Identifier: Apache-2.0
// Records made by hand for the advisor's tests: a run of MNIST, its steps and histograms.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "engine/report/advisor.h"

namespace mantissa {

/// Collects records as a run would send them.
class Told {
  public:
    explicit Told(run::Precision precision, run::Scaling scaling = run::NONE, std::uint32_t total_steps = 940) {
        config.set_precision(precision);
        config.set_scaling(scaling);
        total = total_steps;
    }

    run::RunConfig config;  ///< to be completed before the first record
    std::uint32_t total = 0;

    const Evidence& evidence() {
        begin();
        return evidence_;
    }
    std::uint32_t step() const { return step_; }

    /// One step; `change` edits its record.
    template <class Edit>
    Told& step_with(Edit edit) {
        begin();
        run::Record record = next(++step_);
        run::StepRecord& s = *record.mutable_step_done();
        s.set_loss(2.3f);
        s.set_scale(config.scaling() == run::NONE ? 1.0f : static_cast<float>(config.loss_scale()));
        edit(s);
        observe(evidence_, record);
        return *this;
    }
    Told& steps(std::uint32_t count, float loss = 2.3f) {
        for (std::uint32_t i = 0; i < count; ++i) step_with([loss](run::StepRecord& s) { s.set_loss(loss); });
        return *this;
    }
    /// Steps that a GradScaler skips for `tensor` in `role`.
    Told& skips(std::uint32_t count, run::Role role, const std::string& tensor, float scale) {
        for (std::uint32_t i = 0; i < count; ++i)
            step_with([&](run::StepRecord& s) {
                s.set_skipped(true);
                s.set_skip_values(3);
                s.set_scale(scale);
                s.set_nonfinite_role(role);
                s.set_nonfinite_tensor(tensor);
                if (role == run::ROLE_ACTIVATION) s.set_loss(std::numeric_limits<float>::quiet_NaN());
            });
        return *this;
    }
    Told& evaluated(double accuracy, std::uint32_t images = 2000) {
        begin();
        run::Record record = next(step_);
        record.mutable_evaluated()->set_accuracy(static_cast<float>(accuracy));
        record.mutable_evaluated()->set_images(images);
        observe(evidence_, record);
        return *this;
    }
    Told& changed(const run::RunConfig& change) {
        begin();
        run::Record record = next(step_);
        record.mutable_event()->set_kind(run::EventRecord::CHANGED);
        *record.mutable_event()->mutable_change() = change;
        config.MergeFrom(change);
        observe(evidence_, record);
        return *this;
    }
    Told& histograms(const run::HistogramRecord& histograms) {
        begin();
        run::Record record = next(step_);
        *record.mutable_histograms() = histograms;
        observe(evidence_, record);
        return *this;
    }
    Told& take(run::Record record) {
        begin();
        observe(evidence_, record);
        return *this;
    }

  private:
    static run::Record next(std::uint32_t step) {
        run::Record record;
        record.set_run_id("A");
        record.set_step(step);
        return record;
    }
    void begin() {
        if (begun_) return;
        begun_ = true;
        run::Record record = next(0);
        *record.mutable_started()->mutable_config() = config;
        record.mutable_started()->mutable_identity()->set_data_name("MNIST");
        record.mutable_started()->set_total_steps(total);
        observe(evidence_, record);
        config = evidence_.config;
    }

    Evidence evidence_;
    bool begun_ = false;
    std::uint32_t step_ = 0;
};

/// A histogram without bins.
inline run::Histogram histogram(const std::string& tensor, run::Role role, const std::string& format = "FP16",
                                float scale = 1) {
    run::Histogram h;
    h.set_tensor(tensor);
    h.set_layer(tensor.substr(0, tensor.find('.')));
    h.set_role(role);
    h.set_format(format);
    h.set_scale(scale);
    h.set_norm(1);
    h.set_norm_lost(0);
    h.set_largest(0.5f * scale);
    h.mutable_counts()->set_elements(1000);
    return h;
}

/// A weight gradient that lost `lost` of the norm of its shadow, and `flushed` of its own in its cast.
inline run::Histogram weight_gradient(const std::string& tensor, double lost, double cosine, double flushed,
                                      float largest = 0.5f, float scale = 1, const std::string& format = "FP16") {
    run::Histogram h = histogram(tensor, run::ROLE_WEIGHT_GRADIENT, format, scale);
    h.set_largest(largest);
    h.set_norm_lost(flushed);
    h.mutable_shadow()->set_nonzero(1000);
    h.mutable_shadow()->set_norm(2);
    h.mutable_shadow()->set_norm_lost(2 * lost);
    h.mutable_shadow()->set_cosine(cosine);
    return h;
}

inline run::HistogramRecord record_of(std::initializer_list<run::Histogram> histograms) {
    run::HistogramRecord record;
    for (const run::Histogram& h : histograms) *record.add_histograms() = h;
    return record;
}

/// A record as a healthy FP16 run gives it.
inline run::HistogramRecord healthy(double cosine = 0.9991, double lost = 0.002) {
    return record_of({weight_gradient("fc1.weight", lost, cosine, 0), weight_gradient("fc2.weight", 0, 0.9999, 0)});
}

}  // namespace mantissa
