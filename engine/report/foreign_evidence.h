// SPDX-License-Identifier: Apache-2.0
// What the advisor's rules look at in a run that is not ours: another program's training, as a recording tells it.
// Built record by record like Evidence; its size grows with the number of tensors, never with the length of the run.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/report/foreign_failure.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// One gradient at the last sampled step.
struct ForeignGradient {
    std::string tensor;
    std::string layer;
    std::string format;
    double edge = 0;     ///< of its nonzero elements those at the lower end of its format: below two smallest numbers
    double zeros = 0;    ///< share of exact zeros
    bool zero = false;   ///< all of it
    double largest = 0;  ///< |x|, loss scale included
};

struct ForeignEvidence {
    static constexpr std::size_t recent_steps = 50;
    static constexpr std::size_t some_losses = 20;   ///< at either end
    static constexpr std::size_t most_names = 4096;  ///< of culprits and modules that are counted

    struct Step {
        std::uint32_t step = 0;
        double scale = 1;
        bool skipped = false;
    };
    /// What the last frame with updates says of weights stored in a format with less than FP32.
    struct Updates {
        std::uint32_t step = 0;
        std::string format;
        std::uint64_t nonzero = 0;
        std::uint64_t lost = 0;
        std::uint64_t lost_with_master = 0;
        std::string worst;  ///< tensor
        double worst_share = 0;
    };
    /// The same of optimizers whose updates the recorder does not know: the weights before and after are all there is.
    struct Still {
        std::uint32_t step = 0;
        std::string format;
        double pushed = 0;     ///< weights whose gradient is not zero
        double unchanged = 0;  ///< of these, at least
        std::string worst;     ///< tensor
        double worst_share = 0;
        bool idle = false;  ///< the step's learning rate was 0
    };
    /// The worst loss that a reference told, of the last frame that had one.
    struct Reference {
        std::uint32_t step = 0;
        run::Tier tier = run::TIER_UNSET;
        std::string tensor;
        double norm_lost = 0;  ///< share
        double starved = 0;    ///< share of the elements that are not zero in the reference
    };
    struct Module {
        std::string kind;  ///< its class
        std::string format;
        std::uint32_t times = 0;
        std::uint32_t step = 0;  ///< first seen
    };

    run::ForeignRun run;
    std::map<std::string, run::TensorInfo> tensors;

    std::uint32_t step = 0;         ///< the last one
    std::uint32_t total_steps = 0;  ///< planned; 0: not known
    bool ended = false;
    Phrase failed;               ///< what the program failed with, a sentence without its end; empty: it did not
    bool unseen_scaler = false;  ///< a GradScaler was used that the probe was not given: scale and skips are unknown
    std::uint32_t skipped = 0;
    std::uint32_t skipped_at_first = 0;  ///< before the first step that was not skipped
    std::uint32_t skipped_in_a_row = 0;  ///< at the end
    bool settled = false;                ///< a step was not skipped
    bool grew = false;                   ///< the scale, ever
    double first_scale = 0, last_scale = 0;
    std::deque<Step> recent;

    std::map<std::string, std::uint32_t> culprits;  ///< the first tensor of a skip, how often
    std::uint32_t all_spoiled = 0;                  ///< skips in which every gradient held inf or NaN
    std::map<std::string, Module> modules;          ///< the likely producers of inf or NaN in the forward pass

    std::uint32_t gradient_step = 0;
    std::map<std::string, ForeignGradient> gradients;  ///< of that step
    double gradient_scale = 1;
    bool gradient_nonfinite = false;
    std::optional<Reference> reference;
    std::optional<Updates> updates;
    std::optional<Still> still;
    std::uint32_t idle_step = 0;  ///< the last one whose learning rate was 0

    std::vector<double> first_losses;  ///< finite ones, up to some_losses
    std::deque<double> last_losses;    ///< the last ones after them, likewise

    std::uint32_t hidden = 0;        ///< steps in which values of the loss were inf or NaN and others of it were not
    std::uint32_t first_hidden = 0;  ///< step

    ForeignFailure failure;  ///< where inf and NaN were first seen
};

/// The first step whose loss was inf or NaN while all modules gave finite outputs: what stands behind them made it. Of
/// a loss that stays so to the end: from there on.
struct LossAlone {
    std::uint32_t step = 0;
    bool searched = false;  ///< its forward pass was searched; else all modules that own weights are recorded
};
/// Nothing where a module or a weight held some before, or where there are several processes.
std::optional<LossAlone> loss_alone(const ForeignEvidence& evidence);

/// Takes one record of a foreign run, in its order. Total.
void observe(ForeignEvidence& evidence, const run::Record& record);

}  // namespace mantissa
