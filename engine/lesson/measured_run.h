// SPDX-License-Identifier: Apache-2.0
// A run as a lesson measures it: fed with its records, live or from the library, in any number and also repeated.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/lesson/measure.h"

namespace mantissa {

class MeasuredRun {
  public:
    void apply(const run::Record& record);

    const std::string& run_id() const noexcept { return run_id_; }
    /// The settings it began with.
    const run::RunConfig& config() const noexcept { return config_; }
    bool ended() const noexcept { return finished_.has_value(); }
    bool completed() const noexcept { return finished_ && finished_->outcome() == run::RunFinished::COMPLETED; }
    std::uint32_t steps() const noexcept { return steps_; }

    /// What a measure of a run comes to; nothing where the run has not recorded it (`missing()` says what).
    std::optional<double> value(const Measure& measure) const;
    /// A sentence on what has to be recorded before the measure has a value.
    static std::string missing(const Measure& measure);

    /// Test accuracy in per cent at each evaluation, by step; at most `most` points, the last among them.
    std::vector<std::pair<double, double>> accuracy(std::size_t most) const;
    /// Training loss by step; at most `most` points, the last among them.
    std::vector<std::pair<double, double>> loss(std::size_t most) const;

  private:
    std::optional<double> accuracy_until(std::uint32_t step) const;
    std::optional<double> of_tensor(const Measure& measure) const;
    void take(const run::HistogramRecord& record, std::uint32_t step);

    std::string run_id_;
    run::RunConfig config_;
    std::uint32_t steps_ = 0;
    float last_scale_ = 1;
    std::map<std::uint32_t, float> losses_;
    std::set<std::uint32_t> skipped_, nonfinite_;
    std::map<std::uint32_t, float> accuracy_;
    /// The last of a tensor and role with the shadow (gradients), or the last at all (activations, updates).
    std::map<std::pair<std::string, run::Role>, std::pair<std::uint32_t, run::Histogram>> histograms_;
    std::map<std::pair<std::string, run::Role>, float> largest_;  ///< finite magnitude before the cast, at any step
    std::optional<run::MemoryRecord> memory_;
    std::optional<run::RunFinished> finished_;
};

}  // namespace mantissa
