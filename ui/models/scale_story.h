// SPDX-License-Identifier: GPL-3.0-or-later
// The loss scale's story: what moved it and why, when it grows next, how far the gradients are from overflow, what the
// skipped steps cost. Pure functions of a run, as of a step (nothing: now).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa::ui {

class RunModel;

/// Something that happened to the loss scale.
struct ScaleMove {
    enum class Kind {
        down,  ///< a step was skipped and the scale lowered
        skip,  ///< a step was skipped, the scale stayed (static scaling, or at its floor)
        up,    ///< the scale grew
        set,   ///< a person changed the scaling
    };
    Kind kind = Kind::skip;
    std::uint32_t step = 0;
    Phrase text;                       ///< the event's own words; empty: it came without an event
    std::string cause;                 ///< skipped: the tensor in which inf or NaN was found first
    std::uint64_t values = 0;          ///< skipped: how many of its values were not finite
    std::string tensor;                ///< skipped: where that arose, in the order of computing; empty: not known
    run::Role role = run::ROLE_UNSET;  ///< what of it
    std::uint32_t images = 0;          ///< skipped: images of the batch, which taught nothing
    double scale = 0;                  ///< that the step used; NaN if unknown
    bool operator==(const ScaleMove&) const = default;
};

/// All moves, ascending steps.
std::vector<ScaleMove> scaleMoves(const RunModel& run);

/// The configuration in force after `step`, live switches included.
run::RunConfig configAt(const RunModel& run, std::optional<std::uint32_t> step);

/// Whether and when a dynamic scale grows next.
struct ScaleGrowth {
    enum class Kind {
        unknown,   ///< nothing recorded yet
        none,      ///< no loss scaling
        fixed,     ///< a static scale never moves
        counting,  ///< it grows in `remaining` steps if none of them overflows
        too_late,  ///< the run ends, or has ended, before
        capped,    ///< at its ceiling, or as large as FP32 can hold
        vanished,  ///< halved until FP32 had no smaller number: 0 does not grow
        infinite,  ///< grown to infinity, where it stays
    };
    Kind kind = Kind::unknown;
    std::uint32_t step = 0;      ///< of which this is told
    double scale = 0;            ///< that this step used
    std::uint32_t interval = 0;  ///< steps without overflow that it takes to grow
    std::uint32_t tracker = 0;   ///< of these, done
    std::uint32_t remaining = 0;
    std::uint32_t left = 0;  ///< steps that the run still has; 0 if it has ended or its length is unknown
    bool ended = false;
    bool operator==(const ScaleGrowth&) const = default;
};
/// Growth as the run's scaler does it (engine/precision/scaler_rule.h), counted from the record's tracker.
ScaleGrowth scaleGrowth(const RunModel& run, std::optional<std::uint32_t> step);

/// The first step that both runs have and in which their loss scales differ.
struct ScaleParting {
    std::uint32_t step = 0;
    double own = 0, other = 0;  ///< the scales in it
};
/// Nothing where the scales are the same as far as both runs have come, or up to `step`.
std::optional<ScaleParting> scaleParting(const RunModel& run, const RunModel& other, std::optional<std::uint32_t> step);

/// How far a gradient is from overflow: log2(largest finite / largest |S·g|). The histograms'
/// `largest` contains the scale already. In bits; each doubling of the scale costs one.
struct Headroom {
    std::string layer;
    std::string tensor;  ///< of the layer's gradients, the one with the least
    run::Role role = run::ROLE_UNSET;
    std::string format;
    std::uint32_t step = 0;
    double bits = 0;          ///< negative: finite values lie beyond the largest of the format
    double largest = 0;       ///< |S·g|, finite
    bool exact = true;        ///< false: an old record without `largest`; at least so many bits
    bool overflowed = false;  ///< infinite or NaN before or after the cast: no headroom at all
    bool zero = false;        ///< all zero: nothing to overflow
    bool operator==(const Headroom&) const = default;
};
/// Of one record of a gradient.
Headroom headroomOf(const run::Histogram& histogram);
/// The least of each layer that has gradients recorded, least first.
std::vector<Headroom> headrooms(const RunModel& run, std::optional<std::uint32_t> step);

/// What skipped steps cost.
struct SkipFigures {
    std::uint64_t steps = 0;
    std::uint64_t skipped = 0;
    std::uint64_t recentSteps = 0;  ///< at most kRecentSteps
    std::uint64_t recentSkipped = 0;
    std::uint64_t images = 0;  ///< shown to the network in steps that were skipped
    double rate() const { return steps == 0 ? 0 : static_cast<double>(skipped) / static_cast<double>(steps); }
    double recentRate() const {
        return recentSteps == 0 ? 0 : static_cast<double>(recentSkipped) / static_cast<double>(recentSteps);
    }
};
inline constexpr std::size_t kRecentSteps = 100;
SkipFigures skipFigures(const RunModel& run, std::optional<std::uint32_t> step);

}  // namespace mantissa::ui
