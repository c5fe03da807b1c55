// SPDX-License-Identifier: Apache-2.0
// Counting.
#include "engine/cuda/rehearsal.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace mantissa::cuda {
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

Rehearsal::Rehearsal(DeviceDescription description, DeviceCapabilities capabilities, bool native_bf16,
                     bool convolutions)
    : description_(std::move(description)),
      capabilities_(std::move(capabilities)),
      kernels_(Stream{nullptr, true}, products_, convolutions ? &no_plans_ : nullptr, scratch_, native_bf16) {}

std::unique_ptr<DeviceMemory> Rehearsal::allocate(std::size_t bytes) {
    const std::uintptr_t begin = next_;
    next_ += (bytes + 255) / 256 * 256 + 256;
    return std::make_unique<Addresses>(begin, bytes);
}

void Rehearsal::download(void* destination, const void* /*source*/, std::size_t bytes) {
    if (bytes) std::memset(destination, 0, bytes);
}

std::uint64_t Rehearsal::rehearsed_bytes() const {
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
