// SPDX-License-Identifier: GPL-3.0-or-later
// See scale_story.h. Records come from another program: steps may be missing, events may come without their step.
#include "ui/models/scale_story.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "engine/precision/loss_scaler.h"
#include "engine/run/policy_of.h"
#include "engine/run/presets.h"
#include "engine/run/roles.h"
#include "ui/models/histogram_lookup.h"
#include "ui/models/run_model.h"
#include "ui/models/tensor_stats.h"

namespace mantissa::ui {
namespace {

/// Rows of the columns up to and including `step`.
std::size_t rowsUpTo(const RunModel& run, std::optional<std::uint32_t> step) {
    const std::vector<std::uint32_t>& steps = run.columns().step;
    if (!step) return steps.size();
    return static_cast<std::size_t>(std::upper_bound(steps.begin(), steps.end(), *step) - steps.begin());
}

/// Row of exactly this step.
std::optional<std::size_t> rowOf(const RunModel& run, std::uint32_t step) {
    const std::size_t rows = rowsUpTo(run, step);
    if (rows == 0 || run.columns().step[rows - 1] != step) return std::nullopt;
    return rows - 1;
}

double scaleAt(const RunModel& run, std::uint32_t step) {
    auto row = rowOf(run, step);
    // Rows where the scale moved are kept before others: the one before a step that was thinned out has its scale.
    if (const std::size_t rows = rowsUpTo(run, step); !row && run.thinned() && rows > 0) row = rows - 1;
    return row ? static_cast<double>(run.columns().scale[*row]) : std::numeric_limits<double>::quiet_NaN();
}

std::uint32_t imagesOf(const RunModel& run, std::size_t row) {
    const std::uint32_t batch = run.columns().batch[row];
    return batch > 0 ? batch : run.config().batch();
}

/// Whether a skipped step lowers this scale by the rule of the scaler and what it keeps.
bool lowersByRule(const RunModel& run, std::uint32_t step, double scale) {
    const ScalerSettings settings = scaler_settings_of(complete(configAt(run, step)));
    const ScalerNow& now = run.scalerNow();
    if (settings.hysteresis > 1 && now.absorbed < settings.hysteresis) return false;
    if (settings.tolerance > 0 && now.tolerated > 0) return false;
    ScalerState state;
    state.scale = state.pending = static_cast<float>(scale);
    state.absorbed = settings.hysteresis;
    update_scale(settings, state, true);
    return state.pending < static_cast<float>(scale);
}

/// Whether the step of this row, which was skipped, lowered the scale: told by the step after it, or where there is
/// none yet by the scaler's rule and what it keeps.
bool lowered(const RunModel& run, std::size_t row) {
    const StepColumns& columns = run.columns();
    const float before = columns.scale[row];
    if (row + 1 < columns.size() && columns.step[row + 1] == columns.step[row] + 1) {
        return columns.scale[row + 1] < before;
    }
    return lowersByRule(run, columns.step[row], static_cast<double>(before));
}

/// Order of urgency: what overflowed, then by bits, what is all zero last.
bool lessRoom(const Headroom& a, const Headroom& b) {
    const auto rank = [](const Headroom& h) { return h.overflowed ? 0 : h.zero ? 2 : 1; };
    return rank(a) != rank(b) ? rank(a) < rank(b) : rank(a) == 1 && a.bits < b.bits;
}

/// The scale set by a person to the one that the configuration has had all along changes nothing in it.
bool setBack(const EventMark& event) {
    return event.kind == run::EventRecord::CHANGED && event.change.ByteSizeLong() == 0;
}

}  // namespace

run::RunConfig configAt(const RunModel& run, std::optional<std::uint32_t> step) {
    if (!step) return run.currentConfig();
    run::RunConfig config = run.config();
    for (const EventMark& event : run.events()) {
        if (event.step > *step) break;
        config = merge(config, event.change);
    }
    return config;
}

std::vector<ScaleMove> scaleMoves(const RunModel& run) {
    std::vector<ScaleMove> moves;
    std::map<std::uint32_t, Phrase> words;  // of skipped steps
    for (const EventMark& event : run.events()) {
        const auto row = rowOf(run, event.step);
        const bool skipped = !row || run.columns().skipped[*row] != 0;
        if (event.kind == run::EventRecord::SKIPPED || (event.kind == run::EventRecord::SCALE_DOWN && skipped))
            words.try_emplace(event.step, event.text);
        ScaleMove move;
        move.step = event.step;
        move.text = event.text;
        move.scale = scaleAt(run, event.step);
        if (event.kind == run::EventRecord::SCALE_UP) {
            move.kind = ScaleMove::Kind::up;
        } else if (event.kind == run::EventRecord::SCALE_DOWN && !skipped) {  // one step late
            move.kind = ScaleMove::Kind::down;
        } else if (event.change.has_loss_scale() || event.change.has_scaling() || setBack(event)) {
            move.kind = ScaleMove::Kind::set;
        } else {
            continue;
        }
        moves.push_back(std::move(move));
    }
    for (const SkipMark& skip : run.skips()) {
        ScaleMove move;
        move.step = skip.step;
        move.cause = skip.cause;
        move.tensor = skip.tensor;
        move.role = skip.role;
        move.values = skip.values;
        if (const auto text = words.find(skip.step); text != words.end()) move.text = text->second;
        if (const auto row = rowOf(run, skip.step)) {
            move.scale = static_cast<double>(run.columns().scale[*row]);
            move.images = imagesOf(run, *row);
            move.kind = lowered(run, *row) ? ScaleMove::Kind::down : ScaleMove::Kind::skip;
        } else if (run.thinned()) {
            move.scale = skip.scale;
            move.images = skip.images > 0 ? skip.images : run.config().batch();
            move.kind = lowersByRule(run, skip.step, skip.scale) ? ScaleMove::Kind::down : ScaleMove::Kind::skip;
        }
        moves.push_back(std::move(move));
    }
    std::stable_sort(moves.begin(), moves.end(),
                     [](const ScaleMove& a, const ScaleMove& b) { return a.step < b.step; });
    return moves;
}

ScaleGrowth scaleGrowth(const RunModel& run, std::optional<std::uint32_t> step) {
    ScaleGrowth growth;
    const std::size_t rows = rowsUpTo(run, step);
    const ScalerSettings settings = scaler_settings_of(complete(configAt(run, step)));
    if (rows > 0) {
        growth.step = run.columns().step[rows - 1];
        growth.scale = static_cast<double>(run.columns().scale[rows - 1]);
        growth.tracker = run.columns().growthTracker[rows - 1];
    }
    if (settings.kind != ScalingKind::dynamic) {
        if (run.config().ByteSizeLong() == 0) return growth;
        growth.kind = settings.kind == ScalingKind::none ? ScaleGrowth::Kind::none : ScaleGrowth::Kind::fixed;
        return growth;
    }
    growth.interval = settings.growth_interval + (settings.late_growth ? 1 : 0);
    if (rows == 0) return growth;
    growth.remaining = growth.interval > growth.tracker ? growth.interval - growth.tracker : 1;
    growth.ended = !run.live();
    const std::uint32_t end = growth.ended ? run.step() : run.totalSteps();
    growth.left = end > growth.step ? end - growth.step : 0;
    ScalerState state;
    state.scale = state.pending = static_cast<float>(growth.scale);
    state.tracker = growth.interval;
    update_scale(settings, state, false);
    const bool known = growth.ended || end > 0;
    growth.kind = growth.scale == 0                                     ? ScaleGrowth::Kind::vanished
                  : std::isinf(growth.scale)                            ? ScaleGrowth::Kind::infinite
                  : !(state.pending > static_cast<float>(growth.scale)) ? ScaleGrowth::Kind::capped
                  : known && growth.remaining > growth.left             ? ScaleGrowth::Kind::too_late
                                                                        : ScaleGrowth::Kind::counting;
    return growth;
}

std::optional<ScaleParting> scaleParting(const RunModel& run, const RunModel& other,
                                         std::optional<std::uint32_t> step) {
    const StepColumns &a = run.columns(), &b = other.columns();
    const std::size_t rows = rowsUpTo(run, step), others = rowsUpTo(other, step);
    for (std::size_t i = 0, k = 0; i < rows && k < others;) {
        if (a.step[i] != b.step[k]) {
            a.step[i] < b.step[k] ? ++i : ++k;
            continue;
        }
        const float own = a.scale[i], theirs = b.scale[k];
        if (own != theirs && !std::isnan(own) && !std::isnan(theirs))
            return ScaleParting{a.step[i], static_cast<double>(own), static_cast<double>(theirs)};
        ++i, ++k;
    }
    return std::nullopt;
}

Headroom headroomOf(const run::Histogram& histogram) {
    Headroom headroom;
    headroom.layer = histogram.layer();
    headroom.tensor = histogram.tensor();
    headroom.role = histogram.role();
    headroom.format = histogram.format();
    const run::CastCounts& counts = histogram.counts();
    headroom.overflowed = counts.overflow() > 0 || counts.infinite() > 0 || counts.nan() > 0;
    headroom.largest = static_cast<double>(histogram.largest());
    if (!histogram.has_largest()) {
        headroom.exact = false;
        const auto highest = highestBin(histogram);
        headroom.largest = highest ? std::ldexp(1.0, *highest + 1) : 0.0;  // below this
    }
    headroom.zero = !(headroom.largest > 0.0) && !headroom.overflowed;
    if (headroom.largest > 0.0) {
        headroom.bits = std::log2(formatCalled(headroom.format).max_finite() / headroom.largest);
    }
    return headroom;
}

std::vector<Headroom> headrooms(const RunModel& run, std::optional<std::uint32_t> step) {
    std::vector<Headroom> found;
    std::map<std::string, std::size_t> places;  // a foreign run has thousands of layers
    for (const auto& [key, latest] : run.latestHistograms()) {
        if (!is_gradient(key.second)) continue;
        const FoundHistogram at = findHistogram(run, key.first, key.second, step);
        if (!at.histogram) continue;
        Headroom headroom = headroomOf(*at.histogram);
        headroom.step = at.step;
        const auto [same, added] = places.try_emplace(headroom.layer, found.size());
        if (added) {
            found.push_back(std::move(headroom));
        } else if (lessRoom(headroom, found[same->second])) {
            found[same->second] = std::move(headroom);
        }
    }
    // Equals from input to output.
    const std::vector<std::string> layers = run.layers();
    places.clear();
    for (std::size_t i = 0; i < layers.size(); ++i) places.emplace(layers[i], i);
    const auto place = [&](const Headroom& h) {
        const auto at = places.find(h.layer);
        return at == places.end() ? layers.size() : at->second;
    };
    std::stable_sort(found.begin(), found.end(),
                     [&](const Headroom& a, const Headroom& b) { return place(a) < place(b); });
    std::stable_sort(found.begin(), found.end(), lessRoom);
    return found;
}

SkipFigures skipFigures(const RunModel& run, std::optional<std::uint32_t> step) {
    SkipFigures figures;
    const std::size_t rows = rowsUpTo(run, step);
    const std::size_t recent = rows - std::min(rows, kRecentSteps);
    figures.steps = rows;
    figures.recentSteps = rows - recent;
    for (const SkipMark& skip : run.skips()) {
        const auto row = rowOf(run, skip.step);
        if (!row || *row >= rows) continue;
        ++figures.skipped;
        if (*row >= recent) ++figures.recentSkipped;
        figures.images += imagesOf(run, *row);
    }
    return figures;
}

}  // namespace mantissa::ui
