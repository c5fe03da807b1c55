// SPDX-License-Identifier: Apache-2.0
// One gradient of a pass, kept as it was right after its cast, because later operations reuse its memory. Made for one
// step, to follow a number through it; it changes nothing in the pass.
#pragma once

#include <memory>
#include <vector>

#include "engine/backend/device.h"

namespace mantissa {

class GradientCopy {
  public:
    /// Keeps gauge `gauge`'s tensor, of at most `elements`. Throws Error(device) where memory does not suffice.
    GradientCopy(Device& device, int gauge, std::int64_t elements);

    /// The pass has computed the gradient of `gauge`: copies it if it is the one. Only enqueues.
    void visit(int gauge, const Tensor& tensor);

    /// Extents of what was kept; rank 0 before that.
    const Shape& shape() const noexcept { return tensor_.shape; }
    /// All of it on the host. Waits for the device.
    std::vector<float> values() const;
    /// One element of it.
    float value(std::uint64_t index) const;

  private:
    Device& device_;
    int gauge_;
    std::unique_ptr<DeviceMemory> memory_;
    Tensor tensor_;
};

}  // namespace mantissa
