// SPDX-License-Identifier: Apache-2.0
// The plan of a memory segment: every buffer with its category and the span of operations in which it lives, offsets
// assigned so that buffers that never live together share bytes. Because everything is planned before the first step,
// the memory chart is exact, exists on every device, and needs no measurement.
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

    /// Assigns offsets, multiples of 64 bytes: larger buffers first, each at the lowest place where it disturbs no
    /// other of its time ("greedy by size" of Pisarchyk and Lee, arXiv:2001.03288).
    void assign();

    std::uint64_t offset(int handle) const { return offsets_.at(static_cast<std::size_t>(handle)); }
    /// Bytes of the segment, after assign().
    std::uint64_t size() const noexcept { return size_; }
    const std::vector<BufferRequest>& buffers() const noexcept { return buffers_; }

    /// What lives during `operation`, on this device or natively.
    MemoryByCategory live(int operation, bool native) const;

  private:
    std::vector<BufferRequest> buffers_;
    std::vector<std::uint64_t> offsets_;
    std::uint64_t size_ = 0;
};

}  // namespace mantissa
