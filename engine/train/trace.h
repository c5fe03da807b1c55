// SPDX-License-Identifier: Apache-2.0
// Follows one element of one gradient through one training step: what it was before its cast, after it, what the
// optimizer made of it, whether the weight and its working copy changed; or where it died.
//
// The kernels are not touched. What a cast took away is found by passes of its own over the same batch and weights,
// before the step: one in which only that cast is left out (all before it is the same to the bit, so this is the exact
// value before the cast), and one in FP32 throughout, the shadow. Everything else is read around the real step, or
// computed from what was read with the optimizer's own formulas.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/nn/parameters.h"
#include "engine/nn/pass.h"
#include "engine/run/run.pb.h"
#include "engine/train/step.h"

namespace mantissa {

/// Two bins beyond those of a histogram, for run::Trace::bin: exact zeros (of those, elements that are not zero in the
/// shadow, where there are any), and infinities and NaN.
inline constexpr int trace_zero_bin = MagnitudeHistogram::first_bin - 1;
inline constexpr int trace_nonfinite_bin = MagnitudeHistogram::first_bin + MagnitudeHistogram::bin_count;

/// floor(log2 |x|), the ends of the histogram taking the tails, or one of the two bins above.
int trace_bin(float x) noexcept;

/// Which element is followed.
struct TraceChoice {
    std::uint64_t index = 0;
    int bin = 0;           ///< asked for
    bool from_bin = true;  ///< false: the bin was empty and the nearest was taken
};

/// An element of `before` (not empty) as `request` wants it. Which one of a bin is a pure function of (seed, step), so
/// that the same run shows the same number again, and the next step another one. An empty bin gives the nearest one
/// that is not, the smaller of two; a magnitude is preferred to zeros, and those to infinities and NaN.
TraceChoice choose_element(std::span<const float> before, std::span<const float> shadow, const run::Trace& request,
                           std::uint64_t seed, std::uint32_t step);

class Tracer {
  public:
    /// Nothing is allocated yet; everything given must outlive the tracer. Throws Error(usage) where the network has no
    /// such gradient.
    Tracer(Device& device, const Network& network, const Parameters& parameters, Pass& pass, const run::Trace& request);

    /// Throws Error(usage) where the request names neither bin nor element, an element that is not there, or where the
    /// passes take more than `limit` bytes (0: not known); Error(device) where they cannot be had. Holds none of them.
    void check(std::uint64_t limit) const;

    /// Runs the passes over the step that `step` describes, chooses the element and reads its weight. Before the step,
    /// which is then run with copy() in its inputs.
    void begin(const Step::Inputs& step);
    GradientCopy* copy() const noexcept { return real_.get(); }
    /// The record, once the step is done. `state`: as the step left it.
    run::Record end(const StepState& state);

  private:
    Pass extra_pass(bool shadow) const;
    std::vector<float> gradient_of(bool shadow, const Step::Inputs& step);
    bool survives_cast(run::TraceRecord& record, const StepState& state) const;
    void follow_update(run::TraceRecord& record, const StepState& state) const;
    void follow_working_copy(run::TraceRecord& record) const;
    std::vector<std::uint32_t> position() const;

    Device& device_;
    const Network& network_;
    const Parameters& parameters_;
    Pass& pass_;
    run::Trace request_;
    int gauge_ = 0;
    std::optional<std::size_t> parameter_;  ///< of a weight gradient
    std::unique_ptr<GradientCopy> real_;
    TraceChoice chosen_;
    float before_cast_ = 0, shadow_ = 0;
    Step::Inputs step_;
    ScalerState scaler_;  ///< as the step found it
    float weight_ = 0, first_moment_ = 0, second_moment_ = 0;
};

}  // namespace mantissa
