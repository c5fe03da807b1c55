// SPDX-License-Identifier: Apache-2.0
// Hand-made histograms for the tests of the Health page: tensors of 1000 elements in FP16.
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "tests/ui/run_records.h"
#include "ui/models/health.h"
#include "ui/models/run_model.h"

namespace mantissa::ui {

/// Of 1000 elements; the rest is normal.
struct Counts {
    std::uint64_t zero = 0;
    std::uint64_t flushed = 0;
    std::uint64_t subnormal = 0;
};

inline run::Record frame(std::uint32_t step) {
    run::Record made = record(step);
    made.mutable_histograms();
    return made;
}

/// Adds a tensor to a frame of histograms; its layer is its name up to the point.
inline run::Histogram& gradientIn(run::Record& frame, const std::string& tensor, const Counts& counts = {},
                                  run::Role role = run::ROLE_WEIGHT_GRADIENT, float scale = 1) {
    run::Histogram& h = *frame.mutable_histograms()->add_histograms();
    h.set_tensor(tensor);
    h.set_layer(tensor.substr(0, tensor.find('.')));
    h.set_role(role);
    h.set_format("FP16");
    h.set_scale(scale);
    h.set_norm(counts.zero == 1000 ? 0.0 : 1.0);
    h.set_first_bin(-12);
    h.add_bins(static_cast<std::uint32_t>(1000 - counts.zero));
    h.mutable_counts()->set_elements(1000);
    h.mutable_counts()->set_zero(counts.zero);
    h.mutable_counts()->set_flushed(counts.flushed);
    h.mutable_counts()->set_subnormal(counts.subnormal);
    return h;
}

inline run::Histogram& activationIn(run::Record& frame, const std::string& tensor) {
    return gradientIn(frame, tensor, {}, run::ROLE_ACTIVATION);
}

/// Gives a gradient a shadow of norm 2: all its elements have the exponent `bin`.
inline void shadowOf(run::Histogram& h, double lost, double cosine, std::uint64_t starved, int bin = -12) {
    run::Shadow& s = *h.mutable_shadow();
    s.set_norm(2.0);
    s.set_norm_lost(2.0 * lost);
    s.set_cosine(cosine);
    s.set_starved(starved);
    s.set_nonzero(1000);
    s.set_first_bin(bin);
    s.add_bins(1000);
}

/// A step with an inf or NaN that arose there; skipped unless said.
inline run::Record nonfinite(std::uint32_t number, const std::string& tensor, run::Role role, bool skip = true) {
    run::Record made = skip ? skipped(number, "") : step(number);
    made.mutable_step_done()->set_nonfinite_tensor(tensor);
    if (role != run::ROLE_UNSET) made.mutable_step_done()->set_nonfinite_role(role);
    return made;
}

/// With plain spaces for those before a unit, so that tests can be typed.
inline QString plain(QString text) {
    return text.replace(QChar(0x00A0), u' ');
}

inline RunModel modelOf(const std::vector<run::Record>& records) {
    RunModel model(kRun);
    for (const run::Record& r : records) model.apply(r);
    return model;
}

inline HealthReport examine(const std::vector<run::Record>& records, std::optional<std::uint32_t> step = {}) {
    return healthOf(modelOf(records), step);
}

}  // namespace mantissa::ui
