// SPDX-License-Identifier: GPL-3.0-or-later
// What plans of memory say when they are put side by side: by mode and batch, from which batch 16 bits pay, the largest
// batch for a budget. Pure functions of plans; every byte is the worker's.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

inline constexpr std::uint32_t kLeastPlanned = 1;      ///< first batch of the curves, where a network takes it
inline constexpr std::uint32_t kMostPlanned = 4096;    ///< their last
inline constexpr std::uint32_t kLargestBatch = 65536;  ///< that can be set at all (engine/run/validation.cpp)

/// Powers of two from kLeastPlanned to kMostPlanned.
std::vector<std::uint32_t> plannedBatches();

/// `setup` in this mode with this batch, without the shadow, which only watches.
run::RunConfig planConfig(const run::RunConfig& setup, run::Precision precision, std::uint32_t batch);

/// Bytes by run::MemoryCategory (its number is the index).
using CategoryBytes = std::array<std::uint64_t, run::MemoryCategory_ARRAYSIZE>;

/// The peak of one plan and what it is made of, and what a lane takes in all.
struct MemoryPoint {
    std::uint64_t held = 0;    ///< bytes on this device
    std::uint64_t native = 0;  ///< bytes on a device that stores the formats as they are
    std::uint64_t own = 0;     ///< bytes that this device takes itself, beside `held`
    std::uint64_t all = 0;     ///< bytes that this device must have: with counters and evaluation (device_bytes())
    CategoryBytes heldBy{};    ///< during the operation in which `held` is reached
    CategoryBytes nativeBy{};

    /// What a budget must hold.
    std::uint64_t needed(bool ofNative) const { return ofNative ? native : all; }
    /// What the curves show.
    std::uint64_t peak(bool ofNative) const { return ofNative ? native : held + own; }
    const CategoryBytes& by(bool ofNative) const { return ofNative ? nativeBy : heldBy; }
};
MemoryPoint memoryPoint(const run::MemoryRecord& plan);

/// Points of one mode by batch.
using MemoryPoints = std::map<std::uint32_t, MemoryPoint>;

/// What `narrow` saves against FP32 in native bytes at this batch, as a share of FP32's; negative: it needs more. NaN
/// where either is not planned.
double savingAt(const MemoryPoints& narrow, const MemoryPoints& fp32, std::uint32_t batch);

/// The least planned batch from which on, in every greater one too, more than `least` of FP32's native bytes are saved;
/// nothing if there is none or a plan of a batch that a network takes is missing.
std::optional<std::uint32_t> paysFrom(const MemoryPoints& narrow, const MemoryPoints& fp32, double least = 0.0);

/// Share of the native peak that no format makes smaller and no batch larger: FP32 master weights and the optimizer's
/// state. 0 to 1.
double fixedShare(const MemoryPoint& point);

/// A bisection over batches that remembers every plan: what to plan next, or the answer.
struct FitSearch {
    std::optional<std::uint32_t> next;     ///< this batch is to be planned
    std::optional<std::uint32_t> largest;  ///< the largest batch within the budget; 0: not even one image fits
};
/// `known` holds what is planned already; the peak grows with the batch.
FitSearch searchFit(const MemoryPoints& known, std::uint64_t budget, bool native);

/// Positions of the budget's slider, 0 to kBudgetSteps: a logarithmic scale from 0.25 to 80 GiB, twelve to a doubling.
inline constexpr int kBudgetSteps = 100;
std::uint64_t budgetBytes(int position);

}  // namespace mantissa::ui
