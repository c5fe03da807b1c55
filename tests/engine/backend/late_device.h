// SPDX-License-Identifier: Apache-2.0
// A card as the host sees it, without a card: what was enqueued goes on while the host does other things.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/engine/backend/wrapped_device.h"

namespace mantissa {

/// What a device with late fetches was asked for, and what a test makes of it.
struct Lateness {
    std::string order;                                   ///< 'f': a fetch was enqueued, 'w': the oldest was waited for
    std::function<void()> on_upload, on_fetch, on_wait;  ///< called before; may throw
    std::optional<double> seconds;                       ///< from one fetch to the next, by the device's clock
    int made = 0;                                        ///< fetches
    int held = 0, most_held = 0;                         ///< those that have not gone yet

    int count(char what) const { return static_cast<int>(std::count(order.begin(), order.end(), what)); }
    /// Whether something was enqueued while something else was on its way.
    bool ahead() const { return order.find("ff") != std::string::npos; }
};

/// Bytes as they were at the fetch, handed over at the wait.
class LateFetch final : public Fetch {
  public:
    LateFetch(std::shared_ptr<Lateness> late, std::vector<std::byte> bytes)
        : late_(std::move(late)), bytes_(std::move(bytes)) {
        late_->order += 'f';
        number_ = ++late_->made;
        late_->most_held = std::max(late_->most_held, ++late_->held);
    }
    ~LateFetch() override { --late_->held; }
    LateFetch(const LateFetch&) = delete;
    LateFetch& operator=(const LateFetch&) = delete;
    std::span<const std::byte> wait() override {
        if (late_->on_wait) late_->on_wait();
        late_->order += 'w';
        return bytes_;
    }
    std::optional<double> seconds_since(const Fetch& earlier) const override {
        if (!late_->seconds) return std::nullopt;
        return *late_->seconds * (number_ - dynamic_cast<const LateFetch&>(earlier).number_);
    }

  private:
    std::shared_ptr<Lateness> late_;
    int number_ = 0;
    std::vector<std::byte> bytes_;
};

/// `device`'s bytes, for one that is late.
inline std::unique_ptr<Fetch> late_fetch(std::shared_ptr<Lateness> late, Device& device, const void* source,
                                         std::size_t bytes) {
    if (late->on_fetch) late->on_fetch();
    if (late->held == 7) throw std::logic_error("more fetches than a card has room for");
    std::vector<std::byte> now(bytes);
    device.download(now.data(), source, bytes);
    return std::make_unique<LateFetch>(std::move(late), std::move(now));
}

/// Another device as one that overlaps(), replays included.
class LateDevice final : public WrappedDevice {
  public:
    explicit LateDevice(std::shared_ptr<Lateness> late, std::unique_ptr<Device> device = make_reference_device())
        : WrappedDevice(std::move(device)), late_(std::move(late)) {}

    void upload(void* to, const void* from, std::size_t bytes) override {
        if (late_->on_upload) late_->on_upload();
        WrappedDevice::upload(to, from, bytes);
    }
    bool overlaps() const override { return true; }
    std::unique_ptr<Fetch> fetch(const void* source, std::size_t bytes) override {
        return late_fetch(late_, inner(), source, bytes);
    }
    bool replays() const override { return inner().replays(); }
    void replay(const ReplayKey& key, const std::function<void()>& enqueue) override { inner().replay(key, enqueue); }
    std::uint64_t overhead_bytes() const override { return inner().overhead_bytes(); }
    std::unique_ptr<Device> rehearsal() const override { return inner().rehearsal(); }
    void release_scratch() override { inner().release_scratch(); }
    using WrappedDevice::inner;

  private:
    std::shared_ptr<Lateness> late_;
};

}  // namespace mantissa
