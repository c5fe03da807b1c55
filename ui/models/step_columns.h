// SPDX-License-Identifier: GPL-3.0-or-later
// The scalars of a run's steps, as charts draw them: one vector per quantity, one row per step. Past kMostRows the
// older rows are thinned: of each stretch those on a grid of steps stay (the same ones in every lane of a race, so that
// lanes can be compared step by step) and those that a person would miss, the extremes of the loss among them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

/// One vector per quantity, one row per recorded step, `step` ascending without repeats. A value that the record did
/// not carry is NaN (floats) or 0 (counts). Values may be infinite or NaN in truth: charts sanitise.
struct StepColumns {
    static constexpr std::size_t kMostRows = 32768;
    static constexpr std::size_t kNewestRows = 8192;   ///< these are never thinned
    static constexpr std::size_t kMostRefined = 8192;  ///< rows of a stretch that is looked at closely

    std::vector<std::uint32_t> step;
    std::vector<float> loss;
    std::vector<float> accuracy;  ///< Of the batch, 0 to 1.
    std::vector<float> scale;
    std::vector<float> gradientNorm;
    std::vector<float> lr;
    std::vector<float> imagesPerSecond;
    std::vector<float> stepMs;
    std::vector<std::uint8_t> skipped;  ///< 1: no update.
    std::vector<std::uint32_t> batch;
    std::vector<std::uint32_t> growthTracker;
    std::vector<std::uint64_t> weightGradientsNonzero;
    std::vector<std::uint64_t> weightGradientsFlushed;
    std::vector<std::uint64_t> activationGradientsNonzero;
    std::vector<std::uint64_t> activationGradientsFlushed;
    std::vector<std::uint64_t> updatesNonzero;
    std::vector<std::uint64_t> updatesLost;
    std::vector<double> seconds;  ///< The sum of all steps' times up to this one, of those thinned out, too.
    std::vector<double> images;   ///< The same for their images.

    std::size_t size() const { return step.size(); }
    bool empty() const { return step.empty(); }
    /// Images of the recorded steps after `step`, up to the last.
    double imagesSince(std::uint32_t step) const;

    /// Steps [first, last].
    struct Stretch {
        std::uint32_t first = 1;
        std::uint32_t last = 0;
        bool holds(std::uint32_t step) const { return first <= step && step <= last; }
    };

    /// Puts a step that is not there yet before `row`. `batch`: where the record does not say.
    void insert(std::size_t row, std::uint32_t step, const run::StepRecord& record, std::uint32_t batch);
    /// Puts in those of `steps` (ascending) that are not there, between rows that know the sums over them.
    void merge(const std::vector<run::Record>& steps, std::uint32_t batch);
    /// Of the rows before the newest and outside `spared`, keeps in each stretch of 16 * `stride` steps those whose
    /// step is a multiple of `stride`, the first one, the least and the greatest loss, the first that is not finite,
    /// the greatest gradient norm, the first that was skipped, and the first and the last at which the scale moved.
    void thin(std::uint32_t stride, Stretch spared);
};

}  // namespace mantissa::ui
