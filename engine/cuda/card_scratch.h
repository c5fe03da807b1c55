// SPDX-License-Identifier: Apache-2.0
// Scratch in the card's memory.
#pragma once

#include <array>
#include <functional>
#include <memory>

#include "engine/backend/device.h"
#include "engine/cuda/scratch.h"

namespace mantissa::cuda {

class CardScratch final : public Scratch {
  public:
    explicit CardScratch(std::function<std::unique_ptr<DeviceMemory>(std::size_t)> allocate)
        : allocate_(std::move(allocate)) {}

    void* bytes(ScratchUse use, std::size_t bytes) override {
        std::unique_ptr<DeviceMemory>& piece = pieces_[static_cast<std::size_t>(use)];
        if (!piece || piece->size() < bytes) {
            ++generation_;
            piece.reset();  // first, so that both need not fit; it waits for the kernels that use the old piece
            piece = allocate_(scratch_piece(bytes));
        }
        return piece->data();
    }

    /// Gives all of it back, once the kernels that use it are done; calls take it anew.
    void release() noexcept {
        ++generation_;
        for (std::unique_ptr<DeviceMemory>& piece : pieces_) piece.reset();
    }
    /// Changes whenever a piece comes to lie elsewhere.
    std::uint64_t generation() const noexcept { return generation_; }

  private:
    std::uint64_t generation_ = 0;
    std::function<std::unique_ptr<DeviceMemory>(std::size_t)> allocate_;
    std::array<std::unique_ptr<DeviceMemory>, scratch_use_count> pieces_;
};

}  // namespace mantissa::cuda
