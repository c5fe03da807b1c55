// SPDX-License-Identifier: Apache-2.0
#include "engine/precision/linked_sum.h"

#include <algorithm>
#include <vector>

namespace mantissa {
namespace {

class Linked {
  public:
    Linked(RankLink& link, const RankArithmetic& arithmetic, std::span<float> numbers)
        : link_(link), arithmetic_(arithmetic), numbers_(numbers), rank_(link.rank()), ranks_(link.ranks()) {}

    /// Each chunk goes around once and is summed, then once more as it is.
    void ring(std::size_t start, std::size_t size) {
        const std::uint32_t next = (rank_ + 1) % ranks_, before = (rank_ + ranks_ - 1) % ranks_;
        const auto begin_of = [&](std::uint32_t back) {  // of the chunk so many before this rank's own
            return start + chunk_begin(size, ranks_, (rank_ + ranks_ - back % ranks_) % ranks_);
        };
        const auto chunk = [&](std::uint32_t back) {
            const std::uint32_t c = (rank_ + ranks_ - back % ranks_) % ranks_;
            const std::size_t first = chunk_begin(size, ranks_, c);
            return numbers_.subspan(start + first, chunk_begin(size, ranks_, c + 1) - first);
        };
        for (std::uint32_t step = 0; step + 1 < ranks_; ++step) {
            const std::span<float> own = chunk(step + 1);
            received_.resize(own.size());
            link_.exchange(next, std::as_bytes(chunk(step)), before, std::as_writable_bytes(std::span(received_)));
            arithmetic_.add(rank_, begin_of(step + 1), received_, own);
            std::copy(received_.begin(), received_.end(), own.begin());
        }
        arithmetic_.leave(begin_of(ranks_ - 1), chunk(ranks_ - 1));
        for (std::uint32_t step = 0; step + 1 < ranks_; ++step)
            link_.exchange(next, std::as_bytes(chunk(ranks_ - 1 + step)), before, std::as_writable_bytes(chunk(step)));
    }

    void tree() {
        RankRange own{0, ranks_};
        std::uint32_t parent = 0;
        while (own.first != rank_) {
            parent = own.first;
            own = rank_ < own.middle() ? RankRange{own.first + 1, own.middle()} : RankRange{own.middle(), own.end};
        }
        std::vector<std::uint32_t> children;
        if (own.middle() > own.first + 1) children.push_back(own.first + 1);
        if (own.middle() < own.end) children.push_back(own.middle());
        for (const std::uint32_t child : children) add_of(child);
        if (rank_ == 0) {
            arithmetic_.leave(0, numbers_);
        } else {
            link_.send(parent, std::as_bytes(numbers_));
            link_.receive(parent, std::as_writable_bytes(numbers_));
        }
        for (const std::uint32_t child : children) link_.send(child, std::as_bytes(numbers_));
    }

    /// The ranks beyond a power of two hand theirs to a neighbour, who hands the mean back.
    void doubling() {
        const std::uint32_t power = power_below(ranks_), beyond = ranks_ - power;
        const bool paired = rank_ < 2 * beyond;
        if (paired && rank_ % 2 == 1) {
            link_.send(rank_ - 1, std::as_bytes(numbers_));
            link_.receive(rank_ - 1, std::as_writable_bytes(numbers_));
            return;
        }
        if (paired) add_of(rank_ + 1);
        const auto rank_of = [&](std::uint32_t i) { return i < beyond ? 2 * i : i + beyond; };
        const std::uint32_t index = paired ? rank_ / 2 : rank_ - beyond;
        for (std::uint32_t distance = 1; distance < power; distance *= 2) {
            const std::uint32_t other = rank_of(index ^ distance);
            received_.resize(numbers_.size());
            link_.exchange(other, std::as_bytes(numbers_), other, std::as_writable_bytes(std::span(received_)));
            arithmetic_.add(rank_of((index | distance) & ~(distance - 1)), 0, numbers_, received_);
        }
        arithmetic_.leave(0, numbers_);
        if (paired) link_.send(rank_ + 1, std::as_bytes(numbers_));
    }

  private:
    /// Adds the sum of the ranks from `from` on, which that rank has.
    void add_of(std::uint32_t from) {
        received_.resize(numbers_.size());
        link_.receive(from, std::as_writable_bytes(std::span(received_)));
        arithmetic_.add(from, 0, numbers_, received_);
    }

    RankLink& link_;
    const RankArithmetic& arithmetic_;
    std::span<float> numbers_;
    std::uint32_t rank_, ranks_;
    std::vector<float> received_;
};

}  // namespace

void linked_mean(RankLink& link, const RankArithmetic& arithmetic, std::span<const std::size_t> buckets,
                 std::span<float> numbers) {
    Linked linked(link, arithmetic, numbers);
    switch (arithmetic.policy().order) {
        case RankOrder::ring: {
            std::size_t start = 0;
            for (const std::size_t size : buckets) {
                linked.ring(start, size);
                start += size;
            }
            break;
        }
        case RankOrder::tree:
            return linked.tree();
        case RankOrder::doubling:
            return linked.doubling();
    }
}

}  // namespace mantissa
