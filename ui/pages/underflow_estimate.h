// SPDX-License-Identifier: GPL-3.0-or-later
// What the Underflow page says about another loss scale, for the gradient that is shown and for the whole network: one
// scale moves all gradients, so the best one is limited by the gradient that overflows first. Pure functions of a run.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "engine/precision/float_format.h"
#include "engine/run/run.pb.h"
#include "ui/charts/rescue_chart.h"
#include "ui/models/scale_preview.h"

namespace mantissa::ui {

class RunModel;

/// Everything that is known about moving one gradient.
struct UnderflowEstimate {
    bool gradient = false;
    bool live = false;                  ///< letting go sets the scale
    bool ghost = false;                 ///< it keeps its settings, so that letting go sets nothing though it trains
    double scale = 1;                   ///< the scale contained in the histogram that is shown
    std::optional<std::uint32_t> step;  ///< of that histogram, where its scale is not that of now
    FloatFormat format;
    int leastShift = 0;  ///< so that the scale stays within 2^-16 to 2^40
    int greatestShift = 0;
    bool foreign = false;              ///< of another program's training: nothing is sent to it
    run::Tier tier = run::TIER_UNSET;  ///< of a foreign run: what the estimate rests on
    bool observed = false;             ///< `bins` are the run's own: what was flushed is not among them
    bool known = false;                ///< a shadow was found
    run::Shadow shadow;                ///< its last one, of the format that is shown
    std::uint32_t shadowStep = 0;
    double shadowScale = 1;  ///< the scale of that step
    ShadowBins bins;
    std::optional<int> best;  ///< k of the largest scale at which no gradient of the network overflows
    /// Scales that lose next to nothing of this gradient and overflow nothing: from 2^first to 2^last times the scale
    /// now.
    std::optional<std::pair<int, int>> valley;
    bool spared = false;    ///< this gradient has lost nothing that a larger scale would give back
    bool anyScale = false;  ///< no gradient of the network loses anything now, nor would without a scale; up to `best`
    std::string limitedBy;  ///< the gradient that overflows beyond it: "fc3.weight (weight gradients)"
    QString missing;        ///< why nothing is known; empty if something is
};

/// The estimate for `histogram` of `run`, looked at as of `step` (nothing: now).
UnderflowEstimate estimateUnderflow(const RunModel& run, const run::Histogram& histogram,
                                    std::optional<std::uint32_t> step);

/// "× 2³: would rescue 12.4 %, would overflow 0.0 %", and what letting go does.
QString previewSentence(const UnderflowEstimate& estimate, int k);

/// The curve from where nearly all would be lost to where something overflows, with the scale now in it; without points
/// where nothing is known.
RescueData rescueData(const UnderflowEstimate& estimate);

/// What the shadow measured, what limits the scale, what this estimate cannot see. Empty where nothing is known.
QString shadowSentence(const UnderflowEstimate& estimate);

/// Whether there is a scale to recommend: a larger one to a gradient that has lost something, a smaller one where some
/// gradient overflows.
bool recommends(const UnderflowEstimate& estimate);

/// "Any scale up to 2^15 will do": up to where the first gradient overflows, or a step was skipped. For anyScale.
QString anyScaleText(const UnderflowEstimate& estimate);

}  // namespace mantissa::ui
