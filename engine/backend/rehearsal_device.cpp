// SPDX-License-Identifier: Apache-2.0
#include "engine/backend/rehearsal_device.h"

#include <cstring>

namespace mantissa {
namespace {

class Addresses final : public DeviceMemory {
  public:
    Addresses(std::uintptr_t begin, std::size_t bytes) : begin_(begin), bytes_(bytes) {}
    std::byte* data() const noexcept override { return reinterpret_cast<std::byte*>(begin_); }
    std::size_t size() const noexcept override { return bytes_; }

  private:
    std::uintptr_t begin_;
    std::size_t bytes_;
};

}  // namespace

std::unique_ptr<DeviceMemory> RehearsalDevice::allocate(std::size_t bytes) {
    const std::uintptr_t begin = next_;
    next_ += (bytes + 255) / 256 * 256 + 256;
    return std::make_unique<Addresses>(begin, bytes);
}

void RehearsalDevice::download(void* destination, const void* /*source*/, std::size_t bytes) {
    if (bytes) std::memset(destination, 0, bytes);
}

}  // namespace mantissa
