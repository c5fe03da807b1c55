// SPDX-License-Identifier: Apache-2.0
// What the advisor's rules look at: a small value built record by record, so that a live run and a stored one give the
// same. It holds the run as it is now: a live change of anything that matters to the numbers empties what was measured
// before it. Its size does not grow with the run.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

#include "engine/report/foreign_evidence.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// One step, as far as the rules need it.
struct StepEvidence {
    std::uint32_t step = 0;
    float loss = 0;
    double scale = 1;
    bool skipped = false;
    run::Role nonfinite = run::ROLE_UNSET;  ///< where its first inf or NaN arose; unset: all was finite
    std::string tensor;                     ///< in which tensor; empty: in none that is watched (softmax, loss)
    std::uint64_t updates_nonzero = 0;
    std::uint64_t updates_lost = 0;
};

/// What one histogram record says about the gradients, worst tensor first.
struct GradientEvidence {
    std::uint32_t step = 0;
    double scale = 1;
    bool shadow = false;     ///< measured against FP32; else `lost` is what the tensors' own casts flushed
    bool nonfinite = false;  ///< a gradient had an inf or NaN, or overflowed in its cast: the rest means little

    /// Largest share of the norm of one weight gradient that is missing (Shadow: norm_lost / norm), and whose it is.
    /// Norms are L2: what is lost and what is kept are different elements, so |kept|² = (1 - lost²) |whole|².
    /// Weight gradients, because the optimizer sees nothing else, and because activation gradients also lose norm where
    /// a ReLU merely falls on the other side of zero (some per cent in a healthy BF16 run).
    double lost = 0;
    std::string lost_tensor;
    double lost_by_own_cast = 0;  ///< share of that gradient's norm that its own cast flushed
    /// Least cosine of a gradient, of whichever role, with its shadow (g·g* / (|g| |g*|), from -1 to 1 by Cauchy and
    /// Schwarz), and that gradient's signal-to-noise ratio in decibels (signal_to_noise_db()), where it is known.
    double cosine = 1;
    std::string cosine_tensor;
    std::optional<double> signal_to_noise;
    /// Largest share of norm that one gradient's own cast flushed: without it nothing here is underflow.
    double flushed = 0;
    std::string flushed_tensor;  ///< whose; the first one's where none flushed anything

    /// log2 of the largest loss scale at which no gradient overflows: log2(largest finite / largest |g|), least over
    /// the gradients. Magnitudes from Histogram.largest; where the run's own are not finite or all zero, from the
    /// shadow's highest bin, rounded up. Nothing if no gradient is nonzero.
    std::optional<double> scale_limit;
    std::string limit_tensor;
};

/// What one histogram record says about activations that a cast made infinite.
struct ActivationEvidence {
    std::uint32_t step = 0;
    std::string tensor;  ///< the first in the order of computing
    std::string format;
    double largest = 0;  ///< largest finite |x| before the cast
    std::uint64_t overflow = 0;
};

/// The largest finite number that a forward pass computed, in one histogram record.
struct LargestActivation {
    std::string tensor;
    double largest = 0;  ///< |x| before the cast
};

/// Updates of all tensors in one histogram record.
struct UpdateEvidence {
    std::uint64_t nonzero = 0;
    std::uint64_t lost_with_master = 0;
};

/// Accuracy on the test set.
struct EvalEvidence {
    std::uint32_t step = 0;
    double accuracy = 0;
    std::uint32_t images = 0;
    double loss = 0;
};

/// The plan of memory in force, bytes.
struct MemoryEvidence {
    std::uint64_t lane = 0;        ///< that the run takes of this device
    std::uint64_t persistent = 0;  ///< of that: weights, master weights, optimizer state, whatever the batch
    std::uint64_t device_total = 0;
    std::uint64_t device_own = 0;  ///< of that: what the device takes itself
    std::uint64_t data = 0;        ///< and the data set

    /// What a run may plan with; 0: not known.
    std::uint64_t budget() const noexcept {
        return device_total > device_own + data ? device_total - device_own - data : 0;
    }
};

/// Where the weights were ruined: a step that was not skipped although its gradients had inf or NaN.
struct RuinEvidence {
    std::uint32_t step = 0;
    run::Role role = run::ROLE_UNSET;
    std::string tensor;
    std::uint64_t rank_sums_overflowed = 0;  ///< sums over the ranks, of gradients that were finite on each
};

/// The first step in which more than a tenth of the ranks' gradients became zero before they were summed.
struct RankEvidence {
    std::uint32_t step = 0;
    std::uint64_t nonzero = 0, flushed = 0;
};

/// Everything that the rules know of a run.
struct Evidence {
    static constexpr std::size_t recent_steps = 100;
    static constexpr std::size_t first_losses = 20;
    static constexpr std::size_t gradient_records = 5;

    bool started = false;
    run::RunConfig config;          ///< in force now, complete
    std::string data_name;          ///< "MNIST"
    std::uint32_t classes = 0;      ///< outputs of the network; 0: not known
    std::uint32_t total_steps = 0;  ///< planned; 0: not known (any more)
    std::uint32_t step = 0;         ///< last step seen
    std::uint32_t since = 0;        ///< step of the last change: what follows was measured after it

    std::deque<StepEvidence> recent;         ///< the last steps since then
    std::uint32_t skipped_at_first = 0;      ///< steps skipped since then before one was not: a dynamic scale's search
    bool settled = false;                    ///< a step since then was not skipped
    std::optional<StepEvidence> forward;     ///< the first inf or NaN of a forward pass since then
    double first_loss_sum = 0;               ///< of the first steps since then that had a finite loss
    std::size_t first_loss_count = 0;        ///< how many, up to first_losses
    std::deque<GradientEvidence> gradients;  ///< the last ones that are finite
    std::optional<GradientEvidence> overflowed;     ///< the last one that is not
    std::optional<ActivationEvidence> activations;  ///< the last overflow of a forward pass
    std::optional<LargestActivation> largest;       ///< of the last record
    std::optional<UpdateEvidence> updates;          ///< the last
    std::optional<EvalEvidence> test;               ///< the last
    std::optional<RankEvidence> ranks;              ///< since then
    std::optional<MemoryEvidence> memory;
    std::map<std::string, std::string> layers;  ///< by the name of a tensor that histograms have
    std::optional<RuinEvidence> ruined;         ///< stays: no change brings the weights back

    /// Another program's training: then only this is filled, with `started` and `step`.
    std::optional<ForeignEvidence> foreign;
};

/// Takes one record, in the order of the run. Total: unknown kinds, unknown formats and numbers that cannot be are
/// passed over; a step that was seen already is ignored.
void observe(Evidence& evidence, const run::Record& record);

/// Whether this change leaves everything measured before it as true as it was: of names, of when it is looked and of
/// how long it trains.
bool is_only_watching(const run::RunConfig& change);

}  // namespace mantissa
