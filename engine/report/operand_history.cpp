// SPDX-License-Identifier: Apache-2.0
#include "engine/report/operand_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/base/error.h"
#include "engine/precision/float_format.h"
#include "engine/report/advisor_text.h"

namespace mantissa {
namespace {

double share_of_count(std::uint64_t part, std::uint64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

/// Records come from files as well: a name that is no format's has no largest number.
float largest_of(const std::string& format) {
    try {
        return static_cast<float>(format_named(format).max_finite());
    } catch (const Error&) {
        return 0;
    }
}

/// A delayed scale is told to be too small from here on: E4M3 has 18 doublings between its largest and smallest
/// numbers, and tensors fall by one or two in any training. Of tensors that lose less than a hundredth it is not told.
constexpr double least_doublings_too_small = 4, least_flushed_told = 0.01;

/// The last numbers of `one`, of this step, beside its delayed scale.
void take_lateness(OperandHistory& one, std::uint32_t step) {
    const std::optional<double> excess = scale_excess(one.last);
    if (!excess) return;
    ++one.scaled_records;
    if (-*excess >= least_doublings_too_small && flushed_share(one.last) > one.most_flushed) {
        one.most_flushed = flushed_share(one.last);
        one.small_then = -*excess;
        one.small_step = step;
    }
    if (*excess <= 0) {
        if (one.most_late > 0 && one.held_step == 0) one.held_step = step;
        return;
    }
    ++one.late_records;
    if (*excess <= one.most_late) return;
    one.most_late = *excess;
    one.most_late_step = step;
    one.clipped_then = clipped_share(one.last);
    one.held_step = 0;
}

}  // namespace

double clipped_share(const run::QuantizedOperand& operand) {
    return share_of_count(operand.clipped(), operand.nonzero());
}

double flushed_share(const run::QuantizedOperand& operand) {
    return share_of_count(operand.flushed(), operand.nonzero());
}

std::optional<double> scale_excess(const run::QuantizedOperand& operand) {
    if (!operand.has_wanted_scale() || !(operand.wanted_scale() > 0) || !(operand.scale() > 0)) return std::nullopt;
    if (!(operand.amax() > 0) || !std::isfinite(operand.amax())) return std::nullopt;
    const double bits = std::log2(static_cast<double>(operand.scale()) / static_cast<double>(operand.wanted_scale()));
    return std::round(bits * 1024) / 1024 + 0.0;  // both are rounded to FP32; no -0
}

namespace {

/// Where the scale clipped the tensor.
Phrase too_large_phrase(const OperandHistory& one) {
    if (one.late_records == 0)
        return say("Its scale, of earlier steps, held the tensor in each of %1 recorded steps.", {one.scaled_records});
    const std::string bits = fmt::format("{:.1f}", one.most_late);
    const Phrase late =
        say("Its scale, of earlier steps, was too large in %1 of %2 recorded steps, most in step %3, by "
            "%4 bits: %5 of the tensor was clipped.",
            {one.late_records, one.scaled_records, one.most_late_step, bits, share_phrase(one.clipped_then)});
    return one.held_step > 0 ? say("%1 It held the tensor again in the recorded step %2.", {late, one.held_step})
                             : say("%1 It has not held the tensor since.", {late});
}

}  // namespace

Phrase lateness_phrase(const OperandHistory& one) {
    if (one.scaled_records == 0) return {};
    if (one.most_flushed < least_flushed_told) return too_large_phrase(one);
    const Phrase small =
        say("Its scale, of earlier steps, was %1 bits too small in step %2: %3 of the tensor became 0, for its largest "
            "magnitude had fallen and the history remembered the old one.",
            {fmt::format("{:.1f}", one.small_then), one.small_step, share_phrase(one.most_flushed)});
    return one.late_records > 0 ? say("%1 %2", {too_large_phrase(one), small}) : small;
}

Phrase operand_phrase(run::Role role) {
    switch (role) {
        case run::ROLE_ACTIVATION:
            return say("input");
        case run::ROLE_WEIGHT:
            return say("weight");
        case run::ROLE_ACTIVATION_GRADIENT:
            return say("gradient");
        default:
            return "";
    }
}

Phrase product_phrase(run::ProductKind product) {
    switch (product) {
        case run::PRODUCT_FORWARD:
            return say("forward");
        case run::PRODUCT_INPUT_GRADIENT:
            return say("input gradient");
        case run::PRODUCT_WEIGHT_GRADIENT:
            return say("weight gradient");
        default:
            return "";
    }
}

void OperandHistories::take(std::uint32_t step, const run::HistogramRecord& record) {
    if (record.operands_size() == 0) return;
    const bool keeps = records_++ % stride_ == 0;
    bool full = false;
    for (const run::QuantizedOperand& operand : record.operands()) {
        auto found = std::find_if(all_.begin(), all_.end(), [&](const OperandHistory& one) {
            return one.last.layer() == operand.layer() && one.last.role() == operand.role() &&
                   one.last.product() == operand.product();
        });
        if (found == all_.end())
            found = all_.emplace(all_.end());
        else if (step <= found->step)
            continue;
        found->step = step;
        found->last = operand;
        if (const double clipped = clipped_share(operand); clipped > found->most_clipped) {
            found->most_clipped = clipped;
            found->most_clipped_step = step;
        }
        take_lateness(*found, step);
        if (!keeps) continue;
        const float scale = operand.has_scale() ? operand.scale() : 1.0f;
        const float limit = scale > 0 ? largest_of(operand.format()) / scale : 0.0f;
        const auto share = [](std::uint64_t part, std::uint64_t whole) {
            return static_cast<float>(share_of_count(part, whole));
        };
        // NVFP4's scale is that of the blocks' scales: what a block can hold is 448 times as large
        found->points.push_back(
            {step, operand.amax(), operand.blocks() > 0 ? 0.0f : limit, share(operand.clipped(), operand.nonzero()),
             share(operand.flushed(), operand.nonzero()), share(operand.blocks_clipped(), operand.blocks()),
             share(operand.blocks_flushed(), operand.blocks())});
        full = full || found->points.size() > most_points;
    }
    if (!full) return;
    stride_ *= 2;
    for (OperandHistory& one : all_) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < one.points.size(); i += 2) one.points[kept++] = one.points[i];
        one.points.resize(kept);
    }
}

}  // namespace mantissa
