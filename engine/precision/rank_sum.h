// SPDX-License-Identifier: Apache-2.0
// The mean of several ranks' gradients: what data parallel training computes between backward pass and update. The
// arithmetic is here, once, whether the ranks are in one process or in many: in which format the numbers are summed, in
// which order, and where the sum becomes a mean.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/precision/float_format.h"
#include "engine/precision/rounding.h"

namespace mantissa {

/// Where the sum of N ranks becomes their mean.
enum class RankDivide {
    before,  ///< each rank's numbers times 1/N, as PyTorch's DistributedDataParallel
    after,   ///< the sum times 1/N
    half,    ///< each rank's numbers and the sum times 1/sqrt(N)
};

/// In which order ranks are summed. N = ranks.
enum class RankOrder {
    ring,      ///< chunk c of N: rank c's numbers, plus those of rank c + 1, ..., plus those of rank c + N - 1 (mod N)
    tree,      ///< a rank's own numbers, plus the sum of the first half of the ranks after it, plus that of the other
    doubling,  ///< sums of neighbours, of neighbouring pairs, of fours; the ranks beyond a power of two are added first
};

struct RankPolicy {
    std::uint32_t ranks = 1;
    FloatFormat format = fp32;  ///< of what is summed
    bool wide = false;          ///< partial sums stay FP32; rounded are a rank's numbers and the result
    Rounding rounding = Rounding::nearest_even;
    RankDivide divide = RankDivide::before;
    RankOrder order = RankOrder::ring;
    constexpr bool operator==(const RankPolicy&) const = default;
};

/// What the sum did in one step.
struct RankCounts {
    std::uint64_t nonzero = 0;     ///< numbers of ranks that are not zero
    std::uint64_t flushed = 0;     ///< of them, those that entered the sum as zero
    std::uint64_t nonfinite = 0;   ///< numbers of ranks that are infinite or NaN
    std::uint64_t overflowed = 0;  ///< infinite or NaN in the sum, where no number of a rank was
};

/// How many of them are infinite or NaN.
std::uint64_t count_nonfinite(std::span<const float> numbers);

/// Chunk `c` of `n` numbers in `chunks` of equal size, but for one: its first number; that of c + 1 is its end.
constexpr std::size_t chunk_begin(std::size_t n, std::uint32_t chunks, std::uint32_t c) noexcept {
    return n * c / chunks;
}

/// The ranks of a tree that is rooted in its first rank: those after it, in two halves, each a tree.
struct RankRange {
    std::uint32_t first = 0, end = 0;
    /// Where the second half begins; `end` where there is none.
    constexpr std::uint32_t middle() const noexcept { return first + 1 + (end - first) / 2; }
    constexpr bool operator==(const RankRange&) const = default;
};

/// The largest power of two that is not above `n`, which is at least 1.
constexpr std::uint32_t power_below(std::uint32_t n) noexcept {
    return std::uint32_t{1} << (std::bit_width(n) - 1);
}

/// The roundings of one step's sum. Products and sums are computed in FP32 (sums of formats with more than 10 fraction
/// bits in FP64, so that rounding twice is as good as once) and then rounded. Indices are places in all of the
/// network's gradients: with (seed, step) and the place in the sum they decide what is random.
class RankArithmetic {
  public:
    RankArithmetic(const RankPolicy& policy, std::uint64_t seed, std::uint32_t step);

    const RankPolicy& policy() const noexcept { return policy_; }
    /// The numbers of `rank` from `index` on, as they enter the sum: rounded to the format, then divided in it.
    void enter(std::uint32_t rank, std::size_t index, std::span<float> numbers, RankCounts& counts) const;
    /// sum = round(sum + term), where the term's first rank is `rank`: that names an addition, in any order.
    void add(std::uint32_t rank, std::size_t index, std::span<float> sum, std::span<const float> term) const;
    /// The sum of all ranks as the mean that it becomes; the same FP32 numbers on every rank.
    void leave(std::size_t index, std::span<float> sum) const;

  private:
    void round(std::uint32_t place, std::size_t index, std::span<float> numbers) const;

    RankPolicy policy_;
    std::uint64_t seed_;
    std::uint32_t step_;
    float before_ = 1, after_ = 1;  ///< factors
};

/// All ranks in one process, whose numbers come in the order of ranks. A tree and doubling keep a partial sum for each
/// level, at most log2 N and some; a ring's chunk c waits for rank c, so that half of all numbers are kept: N / 2
/// times.
class RankSum {
  public:
    /// `buckets`: sizes of the parts that are summed apart, in order; together all numbers.
    RankSum(const RankPolicy& policy, std::vector<std::size_t> buckets);
    /// Bytes that it takes at most.
    static std::size_t planned_bytes(const RankPolicy& policy, std::span<const std::size_t> buckets);

    /// Begins with rank 0. `policy` but for its ranks and order as in the constructor.
    void begin(const RankArithmetic& arithmetic);
    /// Where the next rank's numbers are to be put, as they are, before add_rank().
    std::span<float> next();
    void add_rank();
    /// After all ranks: their mean.
    std::span<const float> mean();
    const RankCounts& counts() const noexcept { return counts_; }

  private:
    struct Open {
        RankRange ranks;  ///< summed, or in a tree to be summed
        int level = 0;    ///< doubling
        std::vector<float> numbers;
    };
    void add_to_ring(std::uint32_t rank);
    void close_ring();
    void push_to_tree(std::uint32_t rank);
    void push_to_doubling(std::uint32_t rank);
    void merge();

    std::vector<std::size_t> buckets_;
    std::size_t size_ = 0;
    const RankArithmetic* arithmetic_ = nullptr;
    std::uint32_t rank_ = 0;  ///< the next one
    std::vector<float> next_;
    std::vector<Open> open_;
    std::vector<std::vector<float>> free_;
    std::vector<std::vector<float>> waiting_;  ///< ring: by rank, of each bucket what belongs to later chunks
    RankCounts counts_;
};

}  // namespace mantissa
