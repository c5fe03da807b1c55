// SPDX-License-Identifier: Apache-2.0
// What a recording tells of inf and NaN: the first of each kind, for foreign_cause.h. Built record by record; bounded
// by the number of tensors.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

struct ForeignFailure {
    static constexpr std::size_t most_held = 4096;   ///< tensors of one frame
    static constexpr std::size_t most_patterns = 8;  ///< a recording has five
    static constexpr std::size_t most_skipped = 1024;
    static constexpr std::size_t most_passes = 1024;

    /// Skipped steps whose gradients looked alike.
    struct Skips {
        std::uint32_t times = 0;
        std::uint32_t step = 0;                         ///< the first of them,
        std::uint32_t last = 0;                         ///< and the last
        run::SkipStory story;                           ///< of the first one
        std::uint32_t same_times = 0, same_last = 0;    ///< those that name the same gradient as the first
        std::uint32_t other_times = 0, other_last = 0;  ///< those that name another one
    };
    struct Skipped {
        std::optional<double> scale, loss;
    };
    struct Held {
        std::string tensor;
        std::uint64_t inf = 0, nan = 0;
    };
    /// The first sampled step in which tensors of one role held inf or NaN.
    struct Frame {
        std::uint32_t step = 0;         ///< 0: there was none
        std::uint32_t finite_step = 0;  ///< the last one before it in which all were finite; 0: there was none
        std::uint32_t before = 0;       ///< and the one before that: the last may turn out not to be finite
        std::vector<Held> held;         ///< in the order of the recording
    };

    /// What was seen of one step: its loss, and what its forward pass made.
    struct Pass {
        bool lost = false;      ///< the loss was inf or NaN
        bool searched = false;  ///< all modules were looked at,
        bool outputs = false;   ///< or the outputs that are recorded,
        bool held = false;      ///< and some held inf or NaN
    };

    std::uint32_t loss_step = 0;           ///< the first in which a loss was logged that is inf or NaN; 0: none
    std::uint32_t loss_times = 0;          ///< in how many steps,
    std::uint32_t loss_last = 0;           ///< the last of them,
    std::uint32_t loss_updates = 0;        ///< and how many of them updated the weights
    std::uint32_t loss_finite = 0;         ///< the last step whose loss was finite
    std::uint32_t loss_before = 0;         ///< and the last one before loss_step
    std::uint32_t bad_since = 0;           ///< the first step after loss_finite whose loss was not; 0: there is none
    std::uint32_t bad_updates = 0;         ///< how many from then on updated the weights
    std::map<std::string, Skips> skips;    ///< by SkipStory.pattern
    std::uint32_t searches = 0;            ///< forward passes in which modules were found that held inf or NaN
    std::uint32_t in_vain = 0;             ///< and those in which all outputs were finite,
    std::uint32_t in_vain_last = 0;        ///< the last of these
    std::map<std::uint32_t, Pass> passes;  ///< by step, those with a lost loss and the latest
    Phrase ranks;                          ///< "the loss was inf or NaN on rank 1 alone", of the first such step
    std::uint32_t ranks_step = 0;          ///< 0: there was none, or one process alone is recorded
    std::uint32_t ranks_times = 0, ranks_last = 0;  ///< those in which it was on the same ranks
    bool ranks_more = false;                        ///< there are more than the recording tells of
    std::uint32_t held_step = 0;     ///< the first search that found some, whether or not it names a producer
    std::uint32_t forward_step = 0;  ///< of the first of these that names a producer, or else of the first
    run::ForwardStory forward;       ///< of that step
    bool records_outputs = false;    ///< outputs of modules are among the sampled tensors
    Frame weights, outputs, gradients;

    /// Of the first skipped steps and the last one, whose stories may come before them or far behind.
    std::map<std::uint32_t, Skipped> skipped;

    /// Whether each step whose loss was inf or NaN was skipped, and later losses were finite: a scaler that meets a bad
    /// batch does that.
    bool recovered() const {
        return loss_step > 0 && loss_updates == 0 && loss_last < loss_finite && weights.step == 0;
    }
};

/// Takes one record of a foreign run, in its order. Total.
void observe(ForeignFailure& failure, const run::Record& record);

}  // namespace mantissa
