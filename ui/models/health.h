// SPDX-License-Identifier: GPL-3.0-or-later
// How well each layer of a run is, told from its histograms: what became of the elements, what share of the gradient's
// norm is lost against the FP32 shadow, where the loss begins, and which loss scale would cure it. Severity is norm
// lost and cosine, never a share of elements: a layer can flush a third of its elements and learn as in FP32, and
// another can flush nothing and receive nothing. Pure functions of a run.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"
#include "ui/models/run_model.h"

namespace mantissa::ui {

/// The columns, from what a layer has to what it does.
inline constexpr std::array<run::Role, 5> kHealthRoles{
    run::ROLE_WEIGHT, run::ROLE_ACTIVATION, run::ROLE_ACTIVATION_GRADIENT, run::ROLE_WEIGHT_GRADIENT, run::ROLE_UPDATE};

/// Well is what loses less than 1 % of its norm at a cosine above 0.99. From 10 % or down to a cosine of 0.95 it is an
/// alarm. Between them is noise as well: in a healthy ReLU 2x256 in FP16 up to 6 % of the norm of one activation
/// gradient is missing at a step, because rounding put a few ReLUs on the other side of zero (tests/engine/train,
/// alarm_test), while the underflow preset loses 70 to 100 %.
inline constexpr double kLostNoted = 0.01;
inline constexpr double kLostAlarm = 0.10;
inline constexpr double kCosineNoted = 0.99;
inline constexpr double kCosineAlarm = 0.95;
/// Of updates no norm is recorded, so a share has to do. FP16 without master weights loses 40 to 70 % of them and
/// learns as FP32 does, BF16 loses over 90 % and stalls (tests/engine/train, preset_test).
inline constexpr double kUpdatesLostAlarm = 0.90;

enum class HealthState {
    missing,  ///< No histogram of it.
    unknown,  ///< A gradient of which no shadow tells what is lost, or updates of which nobody knows.
    well,
    noted,  ///< Something is lost; no alarm.
    alarm,
};

/// What became of the elements in the cast; the seven add up to 1 (or are all 0 for an empty tensor).
struct HealthShares {
    double zero = 0;     ///< Exactly zero, and not starved.
    double starved = 0;  ///< Exactly zero before this cast, nonzero in FP32: lost before it came here.
    double flushed = 0;  ///< Nonzero before this cast, zero after. Of updates: nonzero, and the weight stayed.
    double subnormal = 0;
    double normal = 0;
    double overflow = 0;   ///< Finite before, infinite after.
    double nonfinite = 0;  ///< Infinite or NaN before.
};

/// What cures a gradient, if anything does.
enum class HealthCure {
    none,       ///< It is well, or nothing is known.
    scale,      ///< HealthCell::cureScale.
    scaleFull,  ///< A larger scale overflows elsewhere (HealthReport::limitedBy), and this one loses too much.
    rounding,   ///< Little is lost but the rest points elsewhere: more fraction bits, no scale.
    forward,    ///< More is lost than gradients out of range explain: look at the activations.
    awaited,    ///< The loss scale has risen since its shadow, enough as far as that told: the next one shows it.
};

/// One layer in one role. A layer may have several tensors in a role ("fc1", "fc1.out"): this is the worst of them.
/// Biases stand back unless they hold an inf or NaN.
struct HealthCell {
    std::string layer;
    run::Role role = run::ROLE_UNSET;
    HealthState state = HealthState::missing;
    std::string tensor;
    std::uint32_t step = 0;  ///< of the histogram
    std::string format;      ///< what it was cast to
    double scale = 1;        ///< loss scale contained in it
    std::uint64_t elements = 0;
    HealthShares shares;
    double flushedOfNonzero = 0;  ///< of the elements that were nonzero before the cast; of updates: lost

    bool shadow = false;  ///< a shadow tells the next five
    std::uint32_t shadowStep = 0;
    /// Share of the norm, 0 to 1: |g* where g is zero| / |g*|, g* being FP32's gradient and |.| the L2 norm. What is
    /// lost and what is kept are different elements, so |kept|² = (1 - normLost²) |g*|². Without a shadow
    /// normLostShare().
    double normLost = 0;
    std::optional<double> cosine;         ///< with FP32's gradient: g·g* / (|g| |g*|)
    std::optional<double> signalToNoise;  ///< decibels: signal_to_noise_db(); nothing where a record does not tell
    double starvedOfNonzero = 0;          ///< of the elements that are nonzero in FP32
    /// Of the step shown: zero results of the processor's own 16-bit products that FP32 would not make zero.
    std::uint64_t lostInProduct = 0;
    bool zeroInFp32 = false;  ///< all zero here and in FP32, or in the reference of a foreign run
    std::string from;         ///< gradients that lose: the layer nearest the loss from which all lose

    HealthCure cure = HealthCure::none;
    double cureScale = 1;   ///< HealthCure::scale: the loss scale
    double lostAfter = 0;   ///< share of the norm that would be lost at it
    double explained = 0;   ///< share that gradients below the format's range explain, at the scale it had then
    double withMaster = 0;  ///< updates: share lost if the weights had an FP32 master copy
    run::Tier tier = run::TIER_UNSET;        ///< foreign runs: what the shares rest on
    run::Tier shadowTier = run::TIER_UNSET;  ///< and what the shadow does
    bool bias = false;
    bool atRandom = false;  ///< updates: the weights are rounded stochastically, so a lost one is no illness

    bool gradient() const;
    bool broken() const { return shares.overflow + shares.nonfinite > 0; }
    /// Nothing is left of a gradient that is not zero in FP32.
    bool nothingLeft() const;
    /// 0 (well) to 1.5 (what is left of a gradient points the other way), 1.75 where nothing is left, 2 for inf and
    /// NaN.
    double severity() const;
};

struct HealthRow {
    std::string layer;
    int place = 0;  ///< in the network, 0 at the input
    std::array<HealthCell, kHealthRoles.size()> cells;
    double severity =
        0;  ///< of its worst cell, in whole percents while the run trains; 3 where the inf or NaN of all others began
    /// By which rows are sorted, largest first: what is broken, then degraded, then noted, each by the severity of the
    /// weight gradient, by which worstTensorOf() names the worst layer too, then by that of the worst cell.
    double rank = 0;
};

/// Why some of the newest values are not finite.
enum class HealthBreak {
    none,
    backward,  ///< Only gradients: a lower loss scale cures it.
    forward,   ///< An activation: no loss scale can.
    weights,   ///< The weights themselves hold inf or NaN: nothing brings them back.
};

struct HealthReport {
    std::vector<HealthRow> rows;  ///< worst first; equals from input to output
    bool shadows = false;         ///< some gradient has a shadow
    bool wide = false;            ///< no gradient is rounded to fewer bits than FP32: there is nothing to shadow
    HealthBreak broken = HealthBreak::none;
    std::uint32_t brokenStep = 0;
    std::string brokenLayer;  ///< HealthBreak::forward, weights: the first in the order of computing; may be empty
    double scale = 1;         ///< contained in the newest gradients
    std::optional<int> best;  ///< exponent of the largest loss scale that leaves two bits below overflow
    std::string limitedBy;    ///< the tensor that overflows beyond it
    bool curesKept = false;   ///< a lesson asks what cures it: that is not said

    const HealthCell* cell(const std::string& layer, run::Role role) const;
};

/// As of `step` (nothing: now).
HealthReport healthOf(const RunModel& run, std::optional<std::uint32_t> step);

/// Each tensor of the run in this role, from input to output, as of `step` (nothing: now), without what cures it: for
/// those who need no whole report.
std::vector<HealthCell> tensorHealth(const RunModel& run, run::Role role, std::optional<std::uint32_t> step);

/// The tensor of the worst of `cells`, by severity(), then by the norm lost, then the first; a cell without a shadow
/// counts by what its own cast took, which is lost whatever else is. Biases stand back unless they hold an inf or NaN.
/// Stays with `before` unless another is clearly worse. Empty for none.
std::string worstOf(const std::vector<HealthCell>& cells, const std::string& before);

/// worstOf() the tensors of this role as they are now, the same for all who ask. Only while the run trains may it stay
/// behind, so that charts do not jump; then it is the one that Health has.
std::string worstTensorOf(const RunModel& run, run::Role role);

/// The weight gradient that has lost the largest share of its norm against FP32, biases included, as the reports' "norm
/// lost" has it. As of `step` (nothing: now). Nothing where no shadow tells.
std::optional<HealthCell> mostLostWeightGradient(const RunModel& run, std::optional<std::uint32_t> step);
/// What the last shadow told of the weight gradients; of a recording what its references told.
std::optional<GradientEvidence> lastShadowOf(const RunModel& run);

/// "fc3" of "fc3.weight" and "fc3.out", in a run of our own; in another the layer that its record names.
std::string layerOfTensor(const RunModel* run, const std::string& tensor);

/// The inf or NaN that a person should see: the first, but a dynamic scale's search for its level is passed over where
/// the forward pass has one, which no scale cures. What was not skipped is the cause of all that follows. Null: none.
const NonfiniteMark* nonfinitePlace(const RunModel& run);

}  // namespace mantissa::ui
