// SPDX-License-Identifier: Apache-2.0
// The reference as a device: host memory, plain kernels.
#include "engine/reference/reference_device.h"

#include <cstring>

#include "engine/backend/host_memory.h"
#include "engine/reference/reference_kernels.h"

namespace mantissa {
namespace {

class ReferenceDevice final : public Device {
  public:
    DeviceDescription describe() const override {
        return {"reference", "plain loops on one thread (for checking, not for speed)", {}, {}, host_memory_bytes()};
    }
    DeviceCapabilities capabilities() const override { return {"reference", {fp32}}; }
    std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) override { return allocate_host_memory(bytes); }
    void upload(void* destination, const void* source, std::size_t bytes) override {
        if (bytes) std::memcpy(destination, source, bytes);
    }
    void download(void* destination, const void* source, std::size_t bytes) override {
        if (bytes) std::memcpy(destination, source, bytes);
    }
    void zero(void* destination, std::size_t bytes) override { std::memset(destination, 0, bytes); }
    Kernels& kernels() override { return kernels_; }

  private:
    ReferenceKernels kernels_;
};

}  // namespace

std::unique_ptr<Device> make_reference_device() {
    return std::make_unique<ReferenceDevice>();
}

}  // namespace mantissa
