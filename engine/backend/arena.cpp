// SPDX-License-Identifier: Apache-2.0
// Offset assignment by size; plans have a few hundred buffers, so the quadratic search costs microseconds.
#include "engine/backend/arena.h"

#include <algorithm>
#include <numeric>

namespace mantissa {

int ArenaPlan::add(BufferRequest request) {
    buffers_.push_back(std::move(request));
    return static_cast<int>(buffers_.size()) - 1;
}

void ArenaPlan::extend(int handle, int operation) {
    BufferRequest& buffer = buffers_.at(static_cast<std::size_t>(handle));
    buffer.first = std::min(buffer.first, operation);
    buffer.last = std::max(buffer.last, operation);
}

void ArenaPlan::assign() {
    constexpr std::uint64_t alignment = 64;
    std::vector<std::size_t> order(buffers_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [this](std::size_t a, std::size_t b) { return buffers_[a].held > buffers_[b].held; });

    offsets_.assign(buffers_.size(), 0);
    size_ = 0;
    std::vector<std::size_t> placed;  // by offset
    for (std::size_t i : order) {
        const BufferRequest& buffer = buffers_[i];
        const std::uint64_t bytes = (buffer.held + alignment - 1) / alignment * alignment;
        std::uint64_t offset = 0;
        for (std::size_t j : placed) {
            const BufferRequest& other = buffers_[j];
            if (other.last < buffer.first || buffer.last < other.first) continue;
            if (offsets_[j] >= offset + bytes) break;  // fits before this one
            offset = std::max(offset, (offsets_[j] + other.held + alignment - 1) / alignment * alignment);
        }
        offsets_[i] = offset;
        size_ = std::max(size_, offset + bytes);
        placed.insert(std::upper_bound(placed.begin(), placed.end(), i,
                                       [this](std::size_t a, std::size_t b) { return offsets_[a] < offsets_[b]; }),
                      i);
    }
}

MemoryByCategory ArenaPlan::live(int operation, bool native) const {
    MemoryByCategory bytes{};
    for (const BufferRequest& buffer : buffers_)
        if (buffer.first <= operation && operation <= buffer.last)
            bytes[static_cast<std::size_t>(buffer.category)] += native ? buffer.native : buffer.held;
    return bytes;
}

}  // namespace mantissa
