// SPDX-License-Identifier: Apache-2.0
// The plan of a memory segment. Each buffer has a category and the span of operations in which it lives. Offsets are
// assigned so that buffers that never live at the same time share bytes. Everything is planned before the first step:
// so the memory chart is exact, exists on every device, and needs no measurement.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mantissa {

enum class MemoryCategory { weights, master_weights, gradients, optimizer_state, activations, workspace, shadow };
inline constexpr int memory_category_count = 7;

/// Bytes by category.
using MemoryByCategory = std::array<std::uint64_t, memory_category_count>;

struct BufferRequest {
    std::string name;
    MemoryCategory category = MemoryCategory::workspace;
    std::uint64_t held = 0;    ///< bytes on this device
    std::uint64_t native = 0;  ///< bytes that a device with native arithmetic would hold
    int first = 0;             ///< operation that writes it first
    int last = 0;              ///< operation that reads it last
};

class ArenaPlan {
  public:
    /// Adds a buffer; returns its handle.
    int add(BufferRequest request);
    /// Lengthens a buffer's life to `operation`.
    void extend(int handle, int operation);

    /// Assigns offsets, multiples of 64 bytes. Larger buffers come first; each gets the lowest place that overlaps no
    /// buffer that lives at the same time ("greedy by size" of Pisarchyk and Lee, arXiv:2001.03288).
    void assign();

    std::uint64_t offset(int handle) const { return offsets_.at(static_cast<std::size_t>(handle)); }
    /// Bytes of the segment, after assign().
    std::uint64_t size() const noexcept { return size_; }
    const std::vector<BufferRequest>& buffers() const noexcept { return buffers_; }

    /// Bytes of the buffers that live during `operation`: on this device, or on one with native arithmetic.
    MemoryByCategory live(int operation, bool native) const;

  private:
    std::vector<BufferRequest> buffers_;
    std::vector<std::uint64_t> offsets_;
    std::uint64_t size_ = 0;
};

}  // namespace mantissa
