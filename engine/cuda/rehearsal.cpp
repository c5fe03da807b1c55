// SPDX-License-Identifier: Apache-2.0
// Counting.
#include "engine/cuda/rehearsal.h"

#include <algorithm>
#include <numeric>

namespace mantissa::cuda {

Rehearsal::Rehearsal(DeviceDescription description, DeviceCapabilities capabilities, bool native_bf16,
                     bool convolutions)
    : description_(std::move(description)),
      capabilities_(std::move(capabilities)),
      kernels_(Stream{nullptr, true}, products_, convolutions ? &no_plans_ : nullptr, scratch_, native_bf16) {}

std::uint64_t Rehearsal::scratch_taken() const {
    return scratch_.sum();
}

void* Rehearsal::Counted::bytes(ScratchUse use, std::size_t bytes) {
    std::size_t& most = most_[static_cast<std::size_t>(use)];
    most = std::max(most, scratch_piece(bytes));
    return reinterpret_cast<void*>(std::uintptr_t{4096});
}

std::uint64_t Rehearsal::Counted::sum() const noexcept {
    return std::accumulate(most_.begin(), most_.end(), std::uint64_t{0});
}

}  // namespace mantissa::cuda
