// SPDX-License-Identifier: Apache-2.0
// Fisher-Yates from the last place down. Rejected draws advance the counter, so the numbers that follow depend on them;
// that is as deterministic as the rest.
#include "engine/data/batcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "engine/base/error.h"
#include "engine/base/rng.h"
#include "engine/base/sha256.h"

namespace mantissa {
namespace {

// Numbers below a bound, each exactly as likely as any other: Lemire, "Fast random integer generation in an interval",
// ACM TOMACS 29(1), 2019.
class Draws {
  public:
    explicit Draws(RandomKey key) : key_(key) {}

    std::uint32_t below(std::uint32_t bound) {
        std::uint64_t product = std::uint64_t{key_.bits(counter_++)} * bound;
        if (static_cast<std::uint32_t>(product) < bound) {
            const std::uint32_t threshold = (0u - bound) % bound;
            while (static_cast<std::uint32_t>(product) < threshold)
                product = std::uint64_t{key_.bits(counter_++)} * bound;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

  private:
    RandomKey key_;
    std::uint64_t counter_ = 0;
};

}  // namespace

Batcher::Batcher(std::int64_t count, std::int64_t batch, std::uint64_t seed, bool shuffle)
    : seed_(seed), shuffle_(shuffle) {
    if (count < 1 || count > std::numeric_limits<std::uint32_t>::max())
        throw Error(ErrorCode::usage, say("%1 images cannot be batched", {count}), "data",
                    say("1 to %1", {std::numeric_limits<std::uint32_t>::max()}));
    set_batch(batch);
    order_.resize(static_cast<std::size_t>(count));
}

std::span<const std::uint32_t> Batcher::next() {
    if (!has_order_ || ordered_ != position_.epoch) {
        fill(order_, position_.epoch);
        ordered_ = position_.epoch;
        has_order_ = true;
    }
    const std::int64_t size = std::min(batch_, count() - position_.index);
    const auto indices = std::span<const std::uint32_t>(order_).subspan(static_cast<std::size_t>(position_.index),
                                                                        static_cast<std::size_t>(size));
    position_.index += size;
    if (position_.index == count()) position_ = {position_.epoch + 1, 0};
    return indices;
}

void Batcher::seek(BatchPosition position) {
    if (position.index < 0 || position.index >= count())
        throw Error(
            ErrorCode::bad_data,
            say("image %1 of epoch %2 does not exist, the data set has %3", {position.index, position.epoch, count()}),
            "place in the data", say("resume with the data set that the run began with"));
    position_ = position;
}

void Batcher::set_batch(std::int64_t batch) {
    if (batch < 1)
        throw Error(ErrorCode::usage, say("a batch of %1 images is empty", {batch}), "batch", say("at least 1"));
    batch_ = batch;
}

void Batcher::fill(std::vector<std::uint32_t>& order, std::uint32_t epoch) const {
    std::iota(order.begin(), order.end(), 0u);
    if (!shuffle_) return;
    Draws draws({seed_, RandomUse::shuffle, epoch, 0});
    for (std::size_t last = order.size() - 1; last > 0; --last)
        std::swap(order[last], order[draws.below(static_cast<std::uint32_t>(last) + 1)]);
}

std::string Batcher::order_sha256(std::uint32_t epoch) const {
    std::vector<std::uint32_t> order(order_.size());
    fill(order, epoch);
    Sha256 hash;
    for (std::uint32_t index : order) {
        const std::array<std::uint8_t, 4> bytes{static_cast<std::uint8_t>(index), static_cast<std::uint8_t>(index >> 8),
                                                static_cast<std::uint8_t>(index >> 16),
                                                static_cast<std::uint8_t>(index >> 24)};
        hash.add(std::as_bytes(std::span(bytes)));
    }
    return hash.hex();
}

}  // namespace mantissa
