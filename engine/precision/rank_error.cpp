// SPDX-License-Identifier: Apache-2.0
#include "engine/precision/rank_error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/base/rng.h"

namespace mantissa {

std::uint32_t longest_chain(RankOrder order, RankRange ranks) {
    const std::uint32_t n = ranks.end - ranks.first;
    switch (order) {
        case RankOrder::ring:
            return n - 1;
        case RankOrder::doubling:
            return static_cast<std::uint32_t>(std::bit_width(n - 1));
        case RankOrder::tree: {
            std::uint32_t chain = 0;
            const bool left = ranks.middle() > ranks.first + 1, right = ranks.middle() < ranks.end;
            if (left) chain = longest_chain(order, {ranks.first + 1, ranks.middle()}) + (right ? 2 : 1);
            if (right) chain = std::max(chain, longest_chain(order, {ranks.middle(), ranks.end}) + 1);
            return chain;
        }
    }
    return 0;
}

namespace {

/// 1/N, or 1/sqrt(N), is a power of two.
bool divides_exactly(const RankPolicy& policy) {
    if (!std::has_single_bit(policy.ranks)) return false;
    return policy.divide != RankDivide::half || std::countr_zero(policy.ranks) % 2 == 0;
}

/// What a rank's numbers are multiplied with before they are summed.
double divided_before(const RankPolicy& policy) {
    switch (policy.divide) {
        case RankDivide::before:
            return 1.0 / policy.ranks;
        case RankDivide::half:
            return 1.0 / std::sqrt(policy.ranks);
        case RankDivide::after:
            break;
    }
    return 1.0;
}

}  // namespace

double rank_bound(const RankPolicy& policy) {
    const double part = policy.rounding == Rounding::stochastic ? 1.0 : 0.5;
    const double u = part * policy.format.epsilon();
    const double additions = longest_chain(policy.order, {0, policy.ranks});
    // Of a factor and of the product with it, at each of the places where is divided.
    const double divisions = divides_exactly(policy) ? 0.0 : policy.divide == RankDivide::half ? 4.0 : 2.0;
    const double hu = policy.wide ? additions * fp32.epsilon() / 2 + (divisions + 1) * u : (additions + divisions) * u;
    return hu < 1 ? hu / (1 - hu) : std::numeric_limits<double>::infinity();
}

RankError rank_error(const RankPolicy& policy, std::size_t size,
                     const std::function<void(std::uint32_t rank, std::span<float>)>& numbers) {
    RankSum sum(policy, {size});
    const RankArithmetic arithmetic(policy, 0, 0);
    std::vector<double> exact(size), magnitude(size), least(size, std::numeric_limits<double>::infinity());
    sum.begin(arithmetic);
    for (std::uint32_t rank = 0; rank < policy.ranks; ++rank) {
        const std::span<float> next = sum.next();
        numbers(rank, next);
        for (std::size_t i = 0; i < size; ++i) {
            next[i] = round_to(next[i], policy.format);
            const double x = static_cast<double>(next[i]), m = std::abs(x);
            exact[i] += x;
            magnitude[i] += m;
            if (m > 0) least[i] = std::min(least[i], m);
        }
        sum.add_rank();
    }
    const std::span<const float> mean = sum.mean();
    RankError error;
    error.additions = longest_chain(policy.order, {0, policy.ranks});
    error.bound = rank_bound(policy);
    error.counts = sum.counts();
    const double normal = policy.format.min_normal(), before = divided_before(policy);
    std::size_t finite = 0;
    for (std::size_t i = 0; i < size; ++i) {
        if (magnitude[i] == 0) continue;
        ++error.sums;
        if (!std::isfinite(mean[i])) {
            ++error.overflowed;
            continue;
        }
        if (mean[i] == 0 && exact[i] != 0) ++error.zero;
        const double one = std::abs(static_cast<double>(mean[i]) * policy.ranks - exact[i]) / magnitude[i];
        error.mean_of_finite += one;
        ++finite;
        // What is not divided enters as it is, however small.
        if (std::abs(exact[i]) / policy.ranks < normal || (before != 1 && least[i] * before < normal)) {
            ++error.underflowed;
            continue;
        }
        error.largest = std::max(error.largest, one);
        error.mean += one;
    }
    if (finite > 0) error.mean_of_finite /= static_cast<double>(finite);
    if (finite > error.underflowed) error.mean /= static_cast<double>(finite - error.underflowed);
    return error;
}

void SpreadGradients::fill(std::uint32_t rank, std::span<float> numbers) const {
    const RandomKey random{1, RandomUse::initial_weights, 0, rank};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const int power = exponent - 1 - static_cast<int>(i % powers);
        const float size = 1 + static_cast<float>(i / powers) / static_cast<float>(count / powers);
        numbers[i] = size * (0.5f + random.uniform(i)) * static_cast<float>(exp2_exact(power));
    }
}

RankError rank_error(const RankPolicy& policy, const SpreadGradients& gradients) {
    return rank_error(policy, SpreadGradients::count,
                      [&](std::uint32_t rank, std::span<float> numbers) { gradients.fill(rank, numbers); });
}

}  // namespace mantissa
