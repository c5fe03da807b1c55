// SPDX-License-Identifier: Apache-2.0
// The mean of ranks that are processes: the additions of RankSum, in its order, each where its operands are.
#pragma once

#include <span>

#include "engine/base/rank_link.h"
#include "engine/precision/rank_sum.h"

namespace mantissa {

/// Replaces this rank's numbers, as RankArithmetic::enter() left them, by the mean of all ranks: the bits of RankSum,
/// on every rank. All of them call it, with the same policy and buckets.
void linked_mean(RankLink& link, const RankArithmetic& arithmetic, std::span<const std::size_t> buckets,
                 std::span<float> numbers);

}  // namespace mantissa
