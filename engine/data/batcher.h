// SPDX-License-Identifier: Apache-2.0
// Which images make up the next batch. The order of an epoch is a pure function of (seed, epoch), so that a place in it
// is two numbers and resuming needs nothing else.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mantissa {

/// A place in the data: the next image to be used. `index` is below the number of images.
struct BatchPosition {
    std::uint32_t epoch = 0;
    std::int64_t index = 0;  ///< images of the epoch that have been used
    bool operator==(const BatchPosition&) const = default;
};

/// Walks through the images, epoch after epoch. The last, smaller batch of an epoch is kept.
class Batcher {
  public:
    /// `count` images (1 to 2^32 - 1), `batch` of them at a time (at least 1; an epoch has one batch where it is larger
    /// than `count`). Without `shuffle` every epoch is 0, 1, 2, ... Throws Error(usage).
    Batcher(std::int64_t count, std::int64_t batch, std::uint64_t seed, bool shuffle);

    /// Indices of the next batch, valid until the next call of next() or seek(). Allocates nothing. The first batch of
    /// an epoch costs the shuffle (about 2 ms for 60,000 images).
    std::span<const std::uint32_t> next();

    /// The next image: after the last batch of an epoch this is {epoch + 1, 0}.
    BatchPosition position() const noexcept { return position_; }
    /// Goes on from a place that position() returned. Throws Error(bad_data) where it is outside the data.
    void seek(BatchPosition position);

    /// Batches have `batch` images from the current place on. Throws Error(usage) below 1.
    void set_batch(std::int64_t batch);

    std::int64_t count() const noexcept { return static_cast<std::int64_t>(order_.size()); }
    std::int64_t batch() const noexcept { return batch_; }
    /// Batches of one whole epoch at the present batch size, the last, smaller one included.
    std::int64_t steps_per_epoch() const noexcept { return (count() + batch_ - 1) / batch_; }

    /// SHA-256 of an epoch's order, as 32-bit little-endian numbers: names the order in a run's record.
    std::string order_sha256(std::uint32_t epoch) const;

  private:
    void fill(std::vector<std::uint32_t>& order, std::uint32_t epoch) const;

    std::vector<std::uint32_t> order_;  // of epoch ordered_, once has_order_
    std::int64_t batch_ = 1;
    std::uint64_t seed_;
    bool shuffle_;
    bool has_order_ = false;
    std::uint32_t ordered_ = 0;
    BatchPosition position_;
};

}  // namespace mantissa
