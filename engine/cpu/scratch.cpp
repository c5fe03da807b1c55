// SPDX-License-Identifier: Apache-2.0
#include "engine/cpu/scratch.h"

#include <algorithm>

#include "engine/backend/host_memory.h"

namespace mantissa {

void* Scratch::bytes(ScratchUse use, std::size_t bytes) {
    Piece& piece = pieces_[static_cast<std::size_t>(use)];
    if (rehearsed_) {
        piece.bytes = std::max(piece.bytes, bytes);
        return reinterpret_cast<void*>(std::uintptr_t{4096});
    }
    if (!piece.memory || piece.bytes < bytes) {
        piece = {};
        piece.memory = allocate_host_memory(bytes);
        piece.bytes = bytes;
    }
    return piece.memory->data();
}

void Scratch::release() {
    pieces_ = {};
}

std::uint64_t Scratch::sum() const noexcept {
    std::uint64_t sum = 0;
    for (const Piece& piece : pieces_) sum += piece.bytes;
    return sum;
}

}  // namespace mantissa
