// SPDX-License-Identifier: Apache-2.0
// Host memory for what lives within one call of a kernel, known to the byte.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/backend/device.h"

namespace mantissa {

/// What a piece of scratch is for. Pieces of different uses never overlap; one use has one piece, written anew by each
/// call that asks for it.
enum class ScratchUse {
    sums,       ///< FP32 results of a product before they are rounded
    operand_a,  ///< an operand widened to FP32
    operand_b,
    patches,        ///< im2col
    turned,         ///< weights in another order
    packed,         ///< an operand packed for a blocked product
    partials,       ///< partial sums, one for each thread
    probabilities,  ///< of the classes
    wide_logits,    ///< logits stored as BF16, widened
    losses,         ///< one for each image
    their_x,        ///< a convolution's operands in layouts of oneDNN's choice
    their_w,
    their_y,
    library,   ///< of oneDNN's primitives
    emulated,  ///< a native product once more in FP32
    rows,      ///< what each thread works on: rows of a normalisation, a small matrix of a batch
    order,     ///< rows in the order of their tokens
};
inline constexpr std::size_t scratch_use_count = 17;

class Scratch {
  public:
    /// `rehearsed`: nothing lies behind the pieces; they are only counted.
    explicit Scratch(bool rehearsed) : rehearsed_(rehearsed) {}

    /// Memory of at least `bytes`, aligned to 64 bytes, its contents undefined; valid until the next call for the same
    /// use. Grows to the largest need. Throws Error(device) where the system refuses.
    void* bytes(ScratchUse use, std::size_t bytes);
    template <class T>
    T* of(ScratchUse use, std::int64_t count) {
        return static_cast<T*>(bytes(use, static_cast<std::size_t>(count) * sizeof(T)));
    }
    void release();

    bool rehearsed() const noexcept { return rehearsed_; }
    /// Of all pieces, as they were asked for.
    std::uint64_t sum() const noexcept;

  private:
    struct Piece {
        std::size_t bytes = 0;
        std::unique_ptr<DeviceMemory> memory;
    };
    const bool rehearsed_;
    std::array<Piece, scratch_use_count> pieces_;
};

}  // namespace mantissa
