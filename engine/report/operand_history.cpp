// SPDX-License-Identifier: Apache-2.0
#include "engine/report/operand_history.h"

#include <algorithm>
#include <cmath>

#include "engine/base/error.h"
#include "engine/precision/float_format.h"

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
        if (!keeps) continue;
        const float limit = operand.scale() > 0 ? largest_of(operand.format()) / operand.scale() : 0.0f;
        // NVFP4's scale is that of the blocks' scales: what a block can hold is 448 times as large
        found->points.push_back({step, operand.amax(), operand.blocks() > 0 ? 0.0f : limit});
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
