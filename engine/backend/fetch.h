// SPDX-License-Identifier: Apache-2.0
// Bytes of a device on their way to the host, while the device goes on with what was enqueued after them.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace mantissa {

/// What Device::fetch() brings. Not to outlive its device; dropped without wait(), it is forgotten.
class Fetch {
  public:
    virtual ~Fetch() = default;
    /// The bytes as they were when everything enqueued before the fetch was done, valid as long as this lives; waits
    /// for that, and for nothing that was enqueued later. Throws Error(device) where the device fails meanwhile.
    virtual std::span<const std::byte> wait() = 0;
    /// Seconds by the device's clock between the ends of what was enqueued before `earlier` and of what was enqueued
    /// before this; both have been waited for. Nothing where the two cannot be compared.
    virtual std::optional<double> seconds_since(const Fetch& earlier) const = 0;
};

/// Bytes that are there already.
class Downloaded final : public Fetch {
  public:
    explicit Downloaded(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}
    std::span<const std::byte> wait() override { return bytes_; }
    std::optional<double> seconds_since(const Fetch& earlier) const override {
        const auto* other = dynamic_cast<const Downloaded*>(&earlier);
        if (!other) return std::nullopt;
        return std::chrono::duration<double>(there_ - other->there_).count();
    }

  private:
    std::vector<std::byte> bytes_;
    std::chrono::steady_clock::time_point there_ = std::chrono::steady_clock::now();
};

}  // namespace mantissa
