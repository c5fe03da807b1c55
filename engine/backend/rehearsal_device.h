// SPDX-License-Identifier: Apache-2.0
// What all rehearsals (Device::rehearsal) have in common: a device without memory.
#pragma once

#include <cstdint>

#include "engine/backend/device.h"

namespace mantissa {

/// Its memory is addresses of nothing, and to move numbers does nothing: what is enqueued must not touch them.
class RehearsalDevice : public Device {
  public:
    /// Addresses that no other piece has.
    std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) override;
    void upload(void*, const void*, std::size_t) override {}
    /// Zeros.
    void download(void* destination, const void* source, std::size_t bytes) override;
    void zero(void*, std::size_t) override {}

  private:
    std::uintptr_t next_ = 4096;
};

}  // namespace mantissa
