// SPDX-License-Identifier: Apache-2.0
// Another device, of which a test changes one thing.
#pragma once

#include <memory>
#include <utility>

#include "engine/backend/device.h"
#include "engine/reference/reference_device.h"

namespace mantissa {

/// Does what the device inside does, but for replays and what belongs to a card: those are of no device (see Device).
class WrappedDevice : public Device {
  public:
    explicit WrappedDevice(std::unique_ptr<Device> device = make_reference_device()) : device_(std::move(device)) {}
    DeviceDescription describe() const override { return device_->describe(); }
    DeviceCapabilities capabilities() const override { return device_->capabilities(); }
    std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) override { return device_->allocate(bytes); }
    void upload(void* to, const void* from, std::size_t bytes) override { device_->upload(to, from, bytes); }
    void download(void* to, const void* from, std::size_t bytes) override { device_->download(to, from, bytes); }
    void zero(void* to, std::size_t bytes) override { device_->zero(to, bytes); }
    Kernels& kernels() override { return device_->kernels(); }

  protected:
    Device& inner() const noexcept { return *device_; }

  private:
    std::unique_ptr<Device> device_;
};

/// Memory of another device whose bytes are added to a sum as long as it lives.
class CountedMemory final : public DeviceMemory {
  public:
    CountedMemory(std::unique_ptr<DeviceMemory> memory, std::shared_ptr<std::uint64_t> sum)
        : memory_(std::move(memory)), sum_(std::move(sum)) {
        *sum_ += memory_->size();
    }
    ~CountedMemory() override { *sum_ -= memory_->size(); }
    std::byte* data() const noexcept override { return memory_->data(); }
    std::size_t size() const noexcept override { return memory_->size(); }

  private:
    std::unique_ptr<DeviceMemory> memory_;
    std::shared_ptr<std::uint64_t> sum_;
};

}  // namespace mantissa
