// SPDX-License-Identifier: GPL-3.0-or-later
// See health_rank.h; the functions of health.h that rank stand here as well.
#include "ui/models/health_rank.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/report/shadow_figures.h"

namespace mantissa::ui {
namespace {

/// Another tensor becomes the worst only if it is worse by this share, or a chart would flicker between equals.
constexpr double kClearlyWorse = 0.02;

/// 0 (well or unknown) to 3 (inf or NaN).
int gradeOf(const HealthCell& cell) {
    if (cell.broken()) return 3;
    return cell.state == HealthState::alarm ? 2 : cell.state == HealthState::noted ? 1 : 0;
}

}  // namespace

double rankOf(const HealthCell& cell) {
    // A bias has few values, and its layer's weights tell the same story better, but for an inf that they lack.
    if (cell.bias) return cell.broken() ? 1.9 : -1.0;
    const double known = cell.state == HealthState::unknown ? cell.normLost : cell.severity();
    return known + 1e-3 * cell.normLost;
}

void rankRows(std::vector<HealthRow>& rows, const std::string& origin, bool whole) {
    const auto rounded = [whole](double value) { return whole ? std::floor(value * 100.0 + 0.5) / 100.0 : value; };
    for (HealthRow& row : rows) {
        double learning = 0;
        int grade = 0;
        for (const HealthCell& cell : row.cells) {
            row.severity = std::max(row.severity, rounded(cell.severity()));
            grade = std::max(grade, gradeOf(cell));
            if (cell.role == run::ROLE_WEIGHT_GRADIENT) learning = rounded(std::max(0.0, rankOf(cell)));
        }
        if (!origin.empty() && row.layer == origin) {
            row.severity = 3;  // before all that it spoiled
            grade = 4;
        }
        row.rank = grade * 4.0 + learning + 1e-6 * row.severity;
    }
    std::stable_sort(rows.begin(), rows.end(), [](const HealthRow& a, const HealthRow& b) { return a.rank > b.rank; });
}

void keepOrder(std::vector<HealthRow>& rows, const std::vector<HealthRow>& shown) {
    std::map<std::string, double> ranks;
    for (const HealthRow& row : shown) ranks[row.layer] = row.rank;
    for (HealthRow& row : rows) {
        const auto known = ranks.find(row.layer);
        row.rank = known == ranks.end() ? -1 : known->second;
    }
    std::stable_sort(rows.begin(), rows.end(), [](const HealthRow& a, const HealthRow& b) { return a.rank > b.rank; });
}

bool HealthCell::nothingLeft() const {
    // Norms are sums of squares: of all elements they may differ in their last digits.
    return gradient() && shadow && (normLost >= 1.0 || (starvedOfNonzero >= 1.0 && normLost > 0.99));
}

double HealthCell::severity() const {
    if (broken()) return 2;
    if (state == HealthState::missing || state == HealthState::unknown) return 0;
    if (role == run::ROLE_UPDATE) return state == HealthState::alarm ? flushedOfNonzero : 0.0;
    // Nothing at all is worse than a little, wherever that points; of two with something left, direction counts as
    // well.
    if (nothingLeft()) return 1.75;
    const double off = 1.0 - cosine.value_or(1.0);
    return std::max(normLost, !std::isfinite(off) ? 1.0 : off <= 1.0 ? std::max(off, 0.0) : (1.0 + off) / 2);
}

std::string worstOf(const std::vector<HealthCell>& cells, const std::string& before) {
    const HealthCell* worst = nullptr;
    for (const HealthCell& cell : cells)
        if (!worst || rankOf(cell) > rankOf(*worst)) worst = &cell;
    if (!worst) return {};
    const auto kept =
        std::find_if(cells.begin(), cells.end(), [&](const HealthCell& cell) { return cell.tensor == before; });
    return kept == cells.end() || rankOf(*worst) > rankOf(*kept) + kClearlyWorse ? worst->tensor : before;
}

std::string worstTensorOf(const RunModel& run, run::Role role) {
    const bool moving = run.state() == RunState::running;
    WorstOfRole& known = run.worstOfRole(role);
    // Of thousands of tensors that is no small question: once for each state of a run.
    if (known.version == run.tensorsVersion() && known.version > 0 && known.moving == moving) return known.tensor;
    known.tensor = worstOf(tensorHealth(run, role, std::nullopt), moving ? known.tensor : std::string());
    known.version = run.tensorsVersion();
    known.moving = moving;
    return known.tensor;
}

std::optional<HealthCell> mostLostWeightGradient(const RunModel& run, std::optional<std::uint32_t> step) {
    std::optional<HealthCell> most;
    for (HealthCell& cell : tensorHealth(run, run::ROLE_WEIGHT_GRADIENT, step)) {
        // A layer of a recording that was computed again by itself does not tell what was lost before it.
        if (!cell.shadow || (run.foreign() && cell.shadowTier != run::TIER_PROBE)) continue;
        if (!most || cell.normLost > most->normLost) most = std::move(cell);
    }
    return most;
}

std::optional<GradientEvidence> lastShadowOf(const RunModel& run) {
    if (const GradientEvidence* last = last_shadow(run.evidence())) return *last;
    if (!run.foreign()) return std::nullopt;
    const std::optional<HealthCell> most = mostLostWeightGradient(run, std::nullopt);
    if (!most) return std::nullopt;
    GradientEvidence told;
    told.step = most->shadowStep;
    told.shadow = true;
    told.lost = most->normLost;
    told.lost_tensor = most->tensor;
    for (const HealthCell& cell : tensorHealth(run, run::ROLE_WEIGHT_GRADIENT, std::nullopt)) {
        if (!cell.shadow || cell.shadowTier != run::TIER_PROBE) continue;
        if (!told.cosine_tensor.empty() && !(cell.cosine.value_or(1) < told.cosine)) continue;
        told.cosine = cell.cosine.value_or(1);
        told.cosine_tensor = cell.tensor;
        told.signal_to_noise = cell.signalToNoise;
    }
    return told;
}

}  // namespace mantissa::ui
