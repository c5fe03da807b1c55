// SPDX-License-Identifier: Apache-2.0
// A device that is another one, for who changes something about it: its kernels, say.
#pragma once

#include <memory>
#include <optional>

#include "engine/backend/device.h"

namespace mantissa {

/// Does all that `inner` does, which outlives it; but waits for each step, and replays none.
class ForwardingDevice : public Device {
  public:
    explicit ForwardingDevice(Device& inner) : inner_(inner) {}
    DeviceDescription describe() const override { return inner_.describe(); }
    DeviceCapabilities capabilities() const override { return inner_.capabilities(); }
    std::optional<ProductTimes> product_times(const ProductShape& shape) const override {
        return inner_.product_times(shape);
    }
    std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) override { return inner_.allocate(bytes); }
    void upload(void* destination, const void* source, std::size_t bytes) override {
        inner_.upload(destination, source, bytes);
    }
    void download(void* destination, const void* source, std::size_t bytes) override {
        inner_.download(destination, source, bytes);
    }
    void zero(void* destination, std::size_t bytes) override { inner_.zero(destination, bytes); }
    Kernels& kernels() override { return inner_.kernels(); }
    void release_scratch() override { inner_.release_scratch(); }
    std::uint64_t overhead_bytes() const override { return inner_.overhead_bytes(); }
    std::unique_ptr<Device> rehearsal() const override { return inner_.rehearsal(); }
    std::uint64_t scratch_taken() const override { return inner_.scratch_taken(); }
    std::uint64_t bytes_in_use() const override { return inner_.bytes_in_use(); }

  private:
    Device& inner_;
};

}  // namespace mantissa
