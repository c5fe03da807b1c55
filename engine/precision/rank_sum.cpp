// SPDX-License-Identifier: Apache-2.0
// The sum over ranks.
#include "engine/precision/rank_sum.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/base/rng.h"
#include "engine/precision/round_once.h"

namespace mantissa {
namespace {

/// round_to(x, format) to nearest even, of a format with infinity and less than 23 fraction bits, without a branch: the
/// compiler makes vectors of it.
struct NearestEven {
    explicit NearestEven(const FloatFormat& format)
        : shift(static_cast<unsigned>(23 - format.fraction_bits)),
          half((1u << (shift - 1)) - 1),
          mask(~((1u << shift) - 1)),
          too_large(static_cast<std::uint32_t>(127 + format.max_exponent() + 1) << 23),
          normal(std::bit_cast<std::uint32_t>(static_cast<float>(format.min_normal()))),
          grid(static_cast<float>(exp2_exact(23 + format.min_subnormal_exponent()))) {}

    float operator()(float x) const {
        const std::uint32_t bits = std::bit_cast<std::uint32_t>(x), sign = bits & 0x80000000u, m = bits & 0x7FFFFFFFu;
        std::uint32_t rounded = (m + half + ((m >> shift) & 1u)) & mask;
        rounded = rounded >= too_large ? 0x7F800000u : rounded;
        // the numbers of [grid, 2 grid) are as far apart as the format's subnormals
        const float small = (std::bit_cast<float>(m < normal ? m : 0u) + grid) - grid;
        rounded = m < normal ? std::bit_cast<std::uint32_t>(small) : rounded;
        rounded = m > 0x7F800000u ? m : rounded;
        return std::bit_cast<float>(rounded | sign);
    }

    unsigned shift;
    std::uint32_t half, mask, too_large, normal;
    float grid;
};

/// Sums of two numbers of such a format are rounded once where they are rounded to FP32 first (Figueroa, 1995: a format
/// of p bits needs 2 p + 2).
bool sums_in_fp32(const FloatFormat& format) {
    return 24 >= 2 * (format.fraction_bits + 1) + 2;
}

/// Beyond the tensors of any network: what is random of a sum over ranks is none of theirs.
constexpr std::uint32_t first_of_sums = 0x80000000;

std::uint64_t count_nonzero(std::span<const float> numbers) {
    return static_cast<std::uint64_t>(std::count_if(numbers.begin(), numbers.end(), [](float x) { return x != 0; }));
}

}  // namespace

std::uint64_t count_nonfinite(std::span<const float> numbers) {
    return static_cast<std::uint64_t>(std::count_if(numbers.begin(), numbers.end(), [](float x) {
        return (std::bit_cast<std::uint32_t>(x) & 0x7F800000u) == 0x7F800000u;
    }));
}

RankArithmetic::RankArithmetic(const RankPolicy& policy, std::uint64_t seed, std::uint32_t step)
    : policy_(policy), seed_(seed), step_(step) {
    const double n = policy.ranks;
    switch (policy.divide) {
        case RankDivide::before:
            before_ = static_cast<float>(1 / n);
            break;
        case RankDivide::after:
            after_ = static_cast<float>(1 / n);
            break;
        case RankDivide::half:
            before_ = after_ = static_cast<float>(1 / std::sqrt(n));
            break;
    }
}

/// `place` tells the roundings of one number apart: 0 to N - 1 those of additions, then of what enters, of what is
/// divided then, and the last two.
void RankArithmetic::round(std::uint32_t place, std::size_t index, std::span<float> numbers) const {
    const FloatFormat& format = policy_.format;
    if (format == fp32) return;
    if (policy_.rounding == Rounding::nearest_even && format.fraction_bits < 23) {
        const NearestEven nearest(format);
        for (float& x : numbers) x = nearest(x);
        return;
    }
    const RandomKey key{seed_, RandomUse::stochastic_rounding, step_, first_of_sums | place};
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = round_to(numbers[i], format, policy_.rounding,
                              policy_.rounding == Rounding::stochastic ? key.bits(index + i) : 0);
}

void RankArithmetic::enter(std::uint32_t rank, std::size_t index, std::span<float> numbers, RankCounts& counts) const {
    const std::uint64_t nonzero = count_nonzero(numbers);
    counts.nonzero += nonzero;
    counts.nonfinite += count_nonfinite(numbers);
    round(policy_.ranks + rank, index, numbers);
    if (before_ != 1) {
        for (float& x : numbers) x *= before_;
        round(2 * policy_.ranks + rank, index, numbers);
    }
    counts.flushed += nonzero - count_nonzero(numbers);
}

void RankArithmetic::add(std::uint32_t rank, std::size_t index, std::span<float> sum,
                         std::span<const float> term) const {
    const bool in_fp32 = policy_.wide || policy_.format == fp32;
    if (!in_fp32 && policy_.rounding == Rounding::nearest_even && !sums_in_fp32(policy_.format)) {
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] = round_once(static_cast<double>(sum[i]) + static_cast<double>(term[i]), policy_.format);
        return;
    }
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += term[i];
    if (!in_fp32) round(rank, index, sum);
}

void RankArithmetic::leave(std::size_t index, std::span<float> sum) const {
    if (policy_.wide) round(3 * policy_.ranks, index, sum);
    if (after_ == 1) return;
    for (float& x : sum) x *= after_;
    round(3 * policy_.ranks + 1, index, sum);
}

RankSum::RankSum(const RankPolicy& policy, std::vector<std::size_t> buckets)
    : buckets_(std::move(buckets)), size_(std::accumulate(buckets_.begin(), buckets_.end(), std::size_t{0})) {
    next_.resize(size_);
    if (policy.order != RankOrder::ring) return;
    for (std::uint32_t rank = 0; rank + 1 < policy.ranks; ++rank) {
        std::size_t later = 0;
        for (const std::size_t n : buckets_) later += n - chunk_begin(n, policy.ranks, rank + 1);
        waiting_.emplace_back(later);
    }
}

std::size_t RankSum::planned_bytes(const RankPolicy& policy, std::span<const std::size_t> buckets) {
    const std::size_t size = std::accumulate(buckets.begin(), buckets.end(), std::size_t{0});
    std::size_t numbers = 2 * size;  // the next rank's, and a sum
    if (policy.order == RankOrder::ring) {
        for (std::uint32_t rank = 0; rank + 1 < policy.ranks; ++rank)
            for (const std::size_t n : buckets) numbers += n - chunk_begin(n, policy.ranks, rank + 1);
    } else {
        // Open at once are a path of the tree, or one sum of each power of two and a pair that is added first.
        numbers += size * static_cast<std::size_t>(std::bit_width(policy.ranks));
    }
    return numbers * sizeof(float);
}

void RankSum::begin(const RankArithmetic& arithmetic) {
    arithmetic_ = &arithmetic;
    rank_ = 0;
    counts_ = {};
    for (Open& one : open_) free_.push_back(std::move(one.numbers));
    open_.clear();
}

std::span<float> RankSum::next() {
    return next_;
}

void RankSum::add_rank() {
    const std::uint32_t rank = rank_++;
    arithmetic_->enter(rank, 0, next_, counts_);
    switch (arithmetic_->policy().order) {
        case RankOrder::ring:
            return add_to_ring(rank);
        case RankOrder::tree:
            return push_to_tree(rank);
        case RankOrder::doubling:
            return push_to_doubling(rank);
    }
}

/// Chunks up to the rank's own are summed so far from their first rank on; of later ones the numbers wait.
void RankSum::add_to_ring(std::uint32_t rank) {
    const std::uint32_t ranks = arithmetic_->policy().ranks;
    if (open_.empty()) {
        open_.emplace_back();
        if (free_.empty()) free_.emplace_back(size_);
        open_.back().numbers = std::move(free_.back());
        free_.pop_back();
    }
    std::span<float> sum = open_.front().numbers;
    std::size_t start = 0, kept = 0;
    for (const std::size_t n : buckets_) {
        const std::size_t own = chunk_begin(n, ranks, rank), later = chunk_begin(n, ranks, rank + 1);
        arithmetic_->add(rank, start, sum.subspan(start, own), std::span(next_).subspan(start, own));
        std::copy_n(next_.begin() + static_cast<std::ptrdiff_t>(start + own), later - own,
                    sum.begin() + static_cast<std::ptrdiff_t>(start + own));
        if (later < n)
            std::copy_n(next_.begin() + static_cast<std::ptrdiff_t>(start + later), n - later,
                        waiting_[rank].begin() + static_cast<std::ptrdiff_t>(kept));
        start += n;
        kept += n - later;
    }
}

void RankSum::close_ring() {
    const std::uint32_t ranks = arithmetic_->policy().ranks;
    std::span<float> sum = open_.front().numbers;
    for (std::uint32_t rank = 0; rank + 1 < ranks; ++rank) {
        std::size_t start = 0, kept = 0;
        for (const std::size_t n : buckets_) {
            const std::size_t later = chunk_begin(n, ranks, rank + 1);
            arithmetic_->add(rank, start + later, sum.subspan(start + later, n - later),
                             std::span<const float>(waiting_[rank]).subspan(kept, n - later));
            start += n;
            kept += n - later;
        }
    }
}

/// The last open sum is added to the one before it.
void RankSum::merge() {
    Open term = std::move(open_.back());
    open_.pop_back();
    arithmetic_->add(term.ranks.first, 0, open_.back().numbers, term.numbers);
    free_.push_back(std::move(term.numbers));
}

void RankSum::push_to_tree(std::uint32_t rank) {
    Open own;
    own.ranks = {rank, arithmetic_->policy().ranks};
    if (!open_.empty()) {
        const RankRange parent = open_.back().ranks;
        own.ranks.end = rank < parent.middle() ? parent.middle() : parent.end;
    }
    own.numbers = std::exchange(next_, {});
    open_.push_back(std::move(own));
    while (open_.size() > 1 && open_.back().ranks.end == rank_) merge();
    if (free_.empty()) free_.emplace_back(size_);
    next_ = std::move(free_.back());
    free_.pop_back();
}

void RankSum::push_to_doubling(std::uint32_t rank) {
    const std::uint32_t ranks = arithmetic_->policy().ranks;
    Open own;
    own.ranks = {rank, rank + 1};
    own.level = rank < 2 * (ranks - power_below(ranks)) ? -1 : 0;
    own.numbers = std::exchange(next_, {});
    open_.push_back(std::move(own));
    while (open_.size() > 1 && open_.back().level == open_[open_.size() - 2].level) {
        merge();
        ++open_.back().level;
    }
    if (free_.empty()) free_.emplace_back(size_);
    next_ = std::move(free_.back());
    free_.pop_back();
}

std::span<const float> RankSum::mean() {
    if (arithmetic_->policy().order == RankOrder::ring) close_ring();
    std::vector<float>& sum = open_.front().numbers;
    arithmetic_->leave(0, sum);
    if (counts_.nonfinite == 0) counts_.overflowed = count_nonfinite(sum);
    return sum;
}

}  // namespace mantissa
