// SPDX-License-Identifier: GPL-3.0-or-later
// Plans side by side; see the header.
#include "ui/models/memory_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/run/memory_record.h"

namespace mantissa::ui {

std::vector<std::uint32_t> plannedBatches() {
    std::vector<std::uint32_t> batches;
    for (std::uint32_t batch = kLeastPlanned; batch <= kMostPlanned; batch *= 2) batches.push_back(batch);
    return batches;
}

run::RunConfig planConfig(const run::RunConfig& setup, run::Precision precision, std::uint32_t batch) {
    run::RunConfig config = setup;
    config.set_precision(precision);
    config.set_batch(batch);
    config.set_shadow_interval(0);
    return config;
}

namespace {

/// The bytes at a plan's peak.
CategoryBytes categoriesAtPeak(const run::MemoryRecord& plan, bool native) {
    CategoryBytes result{};
    const run::MemoryRecord::Operation* const peak = peak_operation(plan, native);
    if (!peak) return result;
    for (const run::MemoryBytes& bytes : peak->live())
        if (const auto category = static_cast<std::size_t>(bytes.category());
            category < result.size())  // not one that a later version added
            result[category] += native ? bytes.native() : bytes.held();
    return result;
}

}  // namespace

MemoryPoint memoryPoint(const run::MemoryRecord& plan) {
    MemoryPoint point;
    point.heldBy = categoriesAtPeak(plan, /*native=*/false);
    point.nativeBy = categoriesAtPeak(plan, /*native=*/true);
    point.held = plan.peak_held();
    point.native = plan.peak_native();
    point.own = plan.device_own();
    point.all = device_bytes(plan);
    return point;
}

double savingAt(const MemoryPoints& narrow, const MemoryPoints& fp32, std::uint32_t batch) {
    const auto a = narrow.find(batch), b = fp32.find(batch);
    if (a == narrow.end() || b == fp32.end() || b->second.native == 0) return std::numeric_limits<double>::quiet_NaN();
    return 1.0 - static_cast<double>(a->second.native) / static_cast<double>(b->second.native);
}

std::optional<std::uint32_t> paysFrom(const MemoryPoints& narrow, const MemoryPoints& fp32, double least) {
    std::optional<std::uint32_t> from;
    const std::vector<std::uint32_t> batches = plannedBatches();
    if (narrow.empty() || fp32.empty()) return std::nullopt;
    const std::uint32_t first = std::max(narrow.begin()->first, fp32.begin()->first);  // smaller ones were refused
    for (auto batch = batches.rbegin(); batch != batches.rend() && *batch >= first; ++batch) {
        const double saving = savingAt(narrow, fp32, *batch);
        if (std::isnan(saving)) return std::nullopt;
        if (!(saving > least)) break;
        from = *batch;
    }
    return from;
}

double fixedShare(const MemoryPoint& point) {
    if (point.native == 0) return 0.0;
    const std::uint64_t fixed =
        point.nativeBy[run::MEMORY_MASTER_WEIGHTS] + point.nativeBy[run::MEMORY_OPTIMIZER_STATE];
    return static_cast<double>(fixed) / static_cast<double>(point.native);
}

FitSearch searchFit(const MemoryPoints& known, std::uint64_t budget, bool native) {
    std::uint32_t low = 0;                   // fits; no image always does
    std::uint32_t high = kLargestBatch + 1;  // does not
    for (const auto& [batch, point] : known) {
        if (point.needed(native) <= budget) {
            low = std::max(low, batch);
        } else {
            high = std::min(high, batch);
        }
    }
    if (high <= low + 1) return {{}, low};
    // Where nothing too large is known the largest comes first: it fits more often than not, and then it is the answer.
    return {high > kLargestBatch ? kLargestBatch : low + (high - low) / 2, {}};
}

std::uint64_t budgetBytes(int position) {
    constexpr double kLeast = 0.25, kMost = 80.0, kPerDoubling = 12.0;
    const double gib = kLeast * std::exp2(std::clamp(position, 0, kBudgetSteps) / kPerDoubling);
    return static_cast<std::uint64_t>(std::min(gib, kMost) * 0x1p30);
}

}  // namespace mantissa::ui
