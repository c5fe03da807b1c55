// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates of the Underflow page; see the header.
#include "ui/pages/underflow_estimate.h"

#include <algorithm>
#include <cmath>

#include "engine/report/foreign_description.h"
#include "engine/report/shadow_figures.h"
#include "engine/run/roles.h"
#include "ui/charts/format_text.h"
#include "ui/models/health.h"
#include "ui/models/histogram_lookup.h"
#include "ui/models/run_model.h"
#include "ui/models/tensor_stats.h"
#include "ui/pages/histogram_records.h"
#include "ui/pages/tensor_choice.h"
#include "ui/words/phrase_words.h"
#include "ui/words/tr.h"

namespace mantissa::ui {

namespace {

/// Of the norm: less than this is nothing worth a word; more than this is lost.
constexpr double kNothing = 0.001;
constexpr double kAlmostAll = 0.95;
constexpr std::size_t kLookedBack = 32;
/// Powers of two shown beyond the walls.
constexpr int kBeyond = 3;

/// More starved than this beyond what the own cast explains was lost in other layers.
constexpr double kUpstream = 0.05;

/// One decimal, but never "0.0 %" for something.
QString shareText(double share) {
    return share > 0.0 && share < 0.0005 ? percentText(share) : percentText(share, 1);
}

/// The last histogram of a tensor with a shadow; none where the format is another since: that is over.
FoundHistogram findShadow(const RunModel& run, const std::string& tensor, run::Role role,
                          std::optional<std::uint32_t> step) {
    const FoundHistogram newest = findHistogram(run, tensor, role, step);
    const FoundHistogram found = findHistogram(run, tensor, role, step, true);
    const bool same = found.histogram && newest.histogram && found.histogram->format() == newest.histogram->format();
    return same ? found : FoundHistogram{};
}

/// Of a foreign run without a shadow: its own numbers, unscaled, in the place of one. What was flushed is not among
/// them, so they tell what would overflow and not what would be rescued.
run::Shadow observedShadow(const run::Histogram& histogram) {
    run::Shadow shadow;
    shadow.set_first_bin(histogram.first_bin() - static_cast<int>(std::lround(std::log2(scaleOf(histogram)))));
    std::uint64_t nonzero = 0;
    for (const std::uint32_t bin : histogram.bins()) nonzero += bin;
    *shadow.mutable_bins() = histogram.bins();
    shadow.set_nonzero(nonzero);
    return shadow;
}

/// Takes all gradients of a foreign run by their own numbers.
void considerObserved(ScaleLimit& least, const RunModel& run, std::optional<std::uint32_t> step) {
    for (const auto& [key, at] : run.latestHistograms()) {
        if (!is_gradient(key.second)) continue;
        const FoundHistogram found = findHistogram(run, key.first, key.second, step);
        if (!found.histogram) continue;
        run::Histogram own;
        own.set_tensor(key.first);
        own.set_role(key.second);
        own.set_scale(static_cast<float>(scaleOf(*found.histogram)));
        if (found.histogram->has_largest()) own.set_largest(found.histogram->largest());  // as the Scale page has it
        *own.mutable_shadow() = observedShadow(*found.histogram);
        least.consider(own, formatOf(*found.histogram));
    }
}

/// The largest scale at which none of them overflows.
void limitObserved(UnderflowEstimate& estimate, const RunModel& run, std::optional<std::uint32_t> step) {
    ScaleLimit least;
    considerObserved(least, run, step);
    if (!least.exponent) return;
    estimate.limitedBy = least.tensor + " (" + roleName(least.role).toStdString() + ")";
    const double k = std::floor(*least.exponent - std::log2(estimate.scale) + 1e-9);
    estimate.best = static_cast<int>(
        std::clamp(k, static_cast<double>(estimate.leastShift), static_cast<double>(estimate.greatestShift)));
}

/// Whether without a scale a gradient would have lost norm, or overflowed, at an earlier step: gradients of a trained
/// network may fit where those of its first steps did not. At most kLookedBack records in the same format are asked.
bool wasLost(const RunModel& run, const FloatFormat& format, std::optional<std::uint32_t> step) {
    const std::vector<HistogramFrame>& frames = run.histogramHistory();
    const std::size_t stride = 1 + frames.size() / kLookedBack;
    for (std::size_t i = 0; i < frames.size(); i += stride) {
        if (step && frames[i].step > *step) break;
        for (const run::Histogram& histogram : frames[i].histograms) {
            if (!is_gradient(histogram.role()) || !histogram.has_shadow()) continue;
            if (!(formatOf(histogram) == format)) continue;
            const ScalePreview preview = previewScale(shadowBins(histogram.shadow()), format, 1.0, 0);
            if (preview.normLost > kNothing || preview.overflow > 0) return true;
        }
    }
    return false;
}

/// The least loss scale at which a step was skipped; 0 where none was.
double leastSkipped(const RunModel& run, std::optional<std::uint32_t> step) {
    const StepColumns& columns = run.columns();
    double least = 0;
    for (std::size_t i = 0; i < columns.step.size(); ++i) {
        if (step && columns.step[i] > *step) break;
        const double scale = static_cast<double>(columns.scale[i]);
        if (columns.skipped[i] && scale > 0 && (least <= 0 || scale < least)) least = scale;
    }
    return least;
}

/// The least of the best exponents over all gradients with a shadow; of a foreign run, where few have one, over all.
void limit(UnderflowEstimate& estimate, const RunModel& run, std::optional<std::uint32_t> step) {
    ScaleLimit least;
    bool seen = false;
    bool lost = false;
    for (const auto& [key, at] : run.latestHistograms()) {
        if (!is_gradient(key.second)) continue;
        const FoundHistogram found = findShadow(run, key.first, key.second, step);
        if (!found.histogram) continue;
        const FloatFormat format = formatOf(*found.histogram);
        least.consider(*found.histogram, format);
        const ShadowBins bins = shadowBins(found.histogram->shadow());
        seen = seen || !bins.empty();
        for (const double scale : {1.0, scaleOf(*found.histogram)}) {
            const ScalePreview preview = previewScale(bins, format, scale, 0);
            lost = lost || preview.normLost > kNothing || preview.overflow > 0;
        }
    }
    if (run.foreign()) considerObserved(least, run, step);
    // What a later layer has lost shows in that layer's gradient; what else differs from FP32 is rounding, which no
    // scale changes.
    estimate.anyScale = seen && !lost && !wasLost(run, estimate.format, step);
    if (!least.exponent) return;
    estimate.limitedBy = least.tensor + " (" + roleName(least.role).toStdString() + ")";
    double k = std::floor(*least.exponent - std::log2(estimate.scale) + 1e-9);
    if (const double skipped = estimate.anyScale ? leastSkipped(run, step) : 0; skipped > 0)
        k = std::min(k, std::ceil(std::log2(skipped / estimate.scale)) - 1);
    estimate.best = static_cast<int>(
        std::clamp(k, static_cast<double>(estimate.leastShift), static_cast<double>(estimate.greatestShift)));
}

/// Whether neither this cast nor one before it took anything, and few values have the fewer bits of subnormal numbers.
bool losesNothing(const UnderflowEstimate& estimate, const run::Histogram& histogram) {
    constexpr double kFew = 0.1;
    return norm_lost_share(estimate.shadow).value_or(1.0) <= kNothing &&
           previewScale(estimate.bins, estimate.format, estimate.scale, 0).normLost <= kNothing &&
           zoneShares(histogram.counts()).subnormal <= kFew;
}

/// The step of a histogram whose loss scale the run no longer has, or that a person has gone back to.
std::optional<std::uint32_t> stepOfScale(const RunModel& run, const run::Histogram& histogram,
                                         std::optional<std::uint32_t> step) {
    const FoundHistogram found = findHistogram(run, histogram.tensor(), histogram.role(), step);
    if (!found.histogram) return std::nullopt;
    const StepColumns& columns = run.columns();
    const bool moved = !columns.empty() && columns.step.back() > found.step &&
                       static_cast<double>(columns.scale.back()) != scaleOf(histogram);
    return step || moved ? std::optional(found.step) : std::nullopt;
}

/// Whether most of a gradient is inf or NaN since the forward pass: an FP32 shadow of it says nothing of the scale.
bool isRuined(const RunModel& run, const run::Histogram& histogram, std::optional<std::uint32_t> step) {
    const NonfiniteMark* from = nonfinitePlace(run);
    const FoundHistogram found = findHistogram(run, histogram.tensor(), histogram.role(), step);
    const ZoneShares zones = zoneShares(histogram.counts());
    return from && from->role == run::ROLE_ACTIVATION && found.histogram && from->step <= found.step &&
           zones.infinite + zones.nan > 0.5;
}

/// Between the wall on the left, where small values are flushed, and that on the right, where large ones overflow.
void findValley(UnderflowEstimate& estimate) {
    const int last = estimate.best.value_or(estimate.greatestShift);
    const auto lost = [&](int k) {
        return previewScale(estimate.bins, estimate.format, estimate.scale, k).normLost > kNothing;
    };
    if (estimate.bins.empty() || lost(last)) return;
    int first = last;
    while (first > estimate.leastShift && !lost(first - 1)) --first;
    estimate.valley = {first, last};
}

}  // namespace

UnderflowEstimate estimateUnderflow(const RunModel& run, const run::Histogram& histogram,
                                    std::optional<std::uint32_t> step) {
    UnderflowEstimate estimate;
    estimate.gradient = is_gradient(histogram.role());
    estimate.ghost = run.ghost();
    estimate.live = run.takesCommands() && !estimate.ghost;
    estimate.foreign = run.foreign() != nullptr;
    estimate.tier = histogram.tier();
    estimate.scale = scaleOf(histogram);
    estimate.step = stepOfScale(run, histogram, step);
    estimate.format = formatOf(histogram);
    if (!estimate.gradient) {
        estimate.missing = tr("The loss scale moves gradients only: choose weight gradients or activation gradients.");
        return estimate;
    }
    estimate.leastShift = static_cast<int>(std::ceil(kLeastScaleExponent - std::log2(estimate.scale)));
    estimate.greatestShift = static_cast<int>(std::floor(kGreatestScaleExponent - std::log2(estimate.scale)));
    if (isRuined(run, histogram, step)) {
        estimate.missing = tr("no estimate: inf or NaN come out of the forward pass, and no loss scale cures that");
        return estimate;
    }
    const FoundHistogram found = findShadow(run, histogram.tensor(), histogram.role(), step);
    if (found.histogram) {
        estimate.known = true;
        estimate.shadow = found.histogram->shadow();
        estimate.shadowStep = found.step;
        estimate.shadowScale = scaleOf(*found.histogram);
        estimate.tier = found.histogram->shadow_tier();
        estimate.bins = shadowBins(estimate.shadow);
        estimate.spared = losesNothing(estimate, histogram);
        limit(estimate, run, step);
        findValley(estimate);
        return estimate;
    }
    if (estimate.foreign && histogram.bins_size() > 0) {
        estimate.known = estimate.observed = true;
        estimate.shadow = observedShadow(histogram);
        estimate.shadowScale = estimate.scale;
        estimate.bins = shadowBins(estimate.shadow);
        limitObserved(estimate, run, step);
        return estimate;
    }
    const auto& all = run.latestHistograms();
    const bool any = std::any_of(all.begin(), all.end(), [&](const auto& entry) {
        return findShadow(run, entry.first.first, entry.first.second, step).histogram;
    });
    const bool other = findHistogram(run, histogram.tensor(), histogram.role(), step, true).histogram;
    estimate.missing = other ? tr("no estimate: there is no shadow of this format yet")
                       : any ? tr("no estimate: there is no shadow of this tensor yet")
                             : tr("no estimate: this run has no shadow");
    return estimate;
}

QString previewSentence(const UnderflowEstimate& estimate, int k) {
    QString text = tr("× %1: ").arg(powerOfTwo(k));
    if (estimate.known) {
        const ScalePreview preview = previewScale(estimate.bins, estimate.format, estimate.scale, k);
        if (estimate.observed)
            text += tr("would overflow %1 of what is observed; what it would rescue cannot be seen")
                        .arg(shareText(preview.overflow));
        else
            text +=
                tr("would rescue %1, would overflow %2").arg(shareText(preview.rescued), shareText(preview.overflow));
        if (preview.given > 0) text += tr(", would flush %1 more").arg(shareText(preview.given));
        if (estimate.best && k > *estimate.best && preview.overflow <= 0) {
            text += tr(", but %1 would overflow").arg(QString::fromStdString(estimate.limitedBy));
        }
    } else {
        text += estimate.missing;
    }
    const QString scale = scaleText(std::ldexp(estimate.scale, k));
    if (estimate.foreign)
        return text + tr(". What-if only: nothing is sent to this training. Loss scale %1. Esc: back.").arg(scale);
    text += estimate.live    ? tr(". Let go or press Enter: loss scale %1. Esc: back.").arg(scale)
            : estimate.ghost ? tr(". What-if only: a ghost keeps its settings, nothing is set. Esc: back.")
                             : tr(". What-if only: this run has ended, nothing is set. Esc: back.");
    return text;
}

RescueData rescueData(const UnderflowEstimate& estimate) {
    RescueData data;
    if (!estimate.known || estimate.bins.empty()) return data;
    data.scale = estimate.scale;
    data.step = estimate.step;
    // Where nothing is lost none is the best, but one may be too large.
    const bool marked = !estimate.anyScale && (recommends(estimate) || estimate.best == 0);
    if (marked) data.best = estimate.best;
    if (!marked && estimate.best && *estimate.best < estimate.greatestShift) data.highest = estimate.best;
    const int best = estimate.best.value_or(0);
    const auto lost = [&](int k) { return previewScale(estimate.bins, estimate.format, estimate.scale, k).normLost; };
    // From one wall to the other, and the scale now wherever it is.
    int first = std::min(0, best);
    while (first > estimate.leastShift && lost(first) < kAlmostAll) --first;
    first = std::max(std::min(0, estimate.leastShift), first - kBeyond);
    const int last = std::min(std::max(0, best) + 2 * kBeyond, std::max(0, estimate.greatestShift));
    for (int k = first; k <= last; ++k) {
        const ScalePreview preview = previewScale(estimate.bins, estimate.format, estimate.scale, k);
        data.points.push_back({k, preview.normRescued, preview.normLost, preview.rescued, preview.overflow});
    }
    return data;
}

bool recommends(const UnderflowEstimate& estimate) {
    if (!estimate.best || *estimate.best == 0 || estimate.anyScale) return false;
    return *estimate.best < 0 || !estimate.spared;
}

QString anyScaleText(const UnderflowEstimate& estimate) {
    if (!estimate.best || *estimate.best >= estimate.greatestShift) return tr("Any scale will do");
    return tr("Any scale up to %1 will do").arg(scaleText(std::ldexp(estimate.scale, *estimate.best)));
}

QString shadowSentence(const UnderflowEstimate& estimate) {
    if (!estimate.known) return estimate.foreign ? inWords(tier_explanation(estimate.tier)) : QString();
    const run::Shadow& shadow = estimate.shadow;
    QString text;
    if (estimate.observed) {
        text = inWords(tier_explanation(run::TIER_OBSERVED));
        if (estimate.best && !estimate.limitedBy.empty())
            text +=
                QLatin1Char(' ') + tr("The largest loss scale at which no gradient of this step would overflow is %1, "
                                      "for the sake of %2.")
                                       .arg(scaleText(std::ldexp(estimate.scale, *estimate.best)),
                                            QString::fromStdString(estimate.limitedBy));
        return text;
    }
    if (shadow.nonzero() == 0) {
        text = tr("Against FP32 at step %1: all zero there, too.").arg(estimate.shadowStep);
    } else {
        const double starved = static_cast<double>(shadow.starved()) / static_cast<double>(shadow.nonzero());
        const double lost = norm_lost_share(shadow).value_or(1.0);
        text = tr("Against FP32 at step %1: %2 of the norm lost, cosine %3; of FP32's nonzero values %4 are zero here.")
                   .arg(estimate.shadowStep)
                   .arg(percentText(lost), likenessText(shadow.cosine(), signal_to_noise_db(shadow)),
                        percentText(starved));
        const double own = previewScale(estimate.bins, estimate.format, estimate.shadowScale, 0).flushed;
        if (starved > own + kUpstream) {
            text +=
                tr(" Most of these zeros are upstream underflow: the incoming gradient was already zero, which this "
                   "estimate cannot see.");
        }
    }
    if (estimate.foreign) text += QLatin1Char(' ') + inWords(tier_explanation(estimate.tier));
    if (estimate.anyScale && !estimate.foreign) {
        text +=
            ' ' + tr("%1: without one no gradient of this network loses more than 0.1 % of its norm in its own cast.")
                      .arg(anyScaleText(estimate));
    } else if (estimate.valley && estimate.valley->first < estimate.valley->second) {
        text += tr(" In its own cast this gradient keeps at least 99.9 % of its norm at any scale from %1 to %2.")
                    .arg(scaleText(std::ldexp(estimate.scale, estimate.valley->first)),
                         scaleText(std::ldexp(estimate.scale, estimate.valley->second)));
    }
    if (estimate.best && !estimate.limitedBy.empty() && !estimate.anyScale) {
        const QString first = QString::fromStdString(estimate.limitedBy);
        text += recommends(estimate) || *estimate.best == 0
                    ? tr(" Beyond the best scale %1 overflows first.").arg(first)
                    : tr(" Beyond a scale of %1 %2 overflows first.")
                          .arg(scaleText(std::ldexp(estimate.scale, *estimate.best)), first);
    }
    return text;
}

}  // namespace mantissa::ui
