// SPDX-License-Identifier: Apache-2.0
// Kernels that compute every result twice: as asked, and in FP32 from the same inputs, and compare. For a device whose
// memory is the host's or can be copied to it; slow, and meant for single steps.
#pragma once

#include <functional>
#include <memory>

#include "engine/backend/device.h"

namespace mantissa {

/// A result beside the same in FP32.
struct Witnessed {
    const char* kernel = "";              ///< "linear_forward"
    const FlushCounts* counts = nullptr;  ///< of its cast: names the tensor (Gauges::at)
    std::size_t parameter = 0;            ///< of "update" and "moments": which
    FloatFormat format;                   ///< of its cast
    bool arithmetic = false;              ///< most of the difference is not the cast's: partial sums, statistics
    std::uint64_t elements = 0;
    std::uint64_t overflowed = 0;                       ///< finite in FP32, not here
    std::uint64_t handed_on = 0;                        ///< not finite in FP32 either
    std::uint64_t flushed = 0;                          ///< not zero in FP32, zero here
    std::uint64_t lost_inside = 0;                      ///< of these, what the format could hold: no cast flushed it
    double norm = 0, error_norm = 0, flushed_norm = 0;  ///< in FP32; of the difference; of what is flushed
    float largest = 0, smallest = 0;                    ///< of the results in FP32 that are finite and not zero
};

/// `device` outlives it; every result goes to `seen`, in the order of computing.
std::unique_ptr<Device> make_witness_device(Device& device, std::function<void(const Witnessed&)> seen);

}  // namespace mantissa
