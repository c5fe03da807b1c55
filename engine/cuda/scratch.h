// SPDX-License-Identifier: Apache-2.0
// Device memory for what lives within one call of a kernel.
#pragma once

#include <cstddef>

namespace mantissa::cuda {

/// What a piece of scratch is for. Pieces of different uses never overlap; one use has one piece, written anew by each
/// call that asks for it (calls on one stream follow each other, so nothing is overwritten too early).
enum class ScratchUse {
    sums,       ///< FP32 results of a product before they are rounded
    wide_sums,  ///< and before their rows are cut to what is kept
    operand_a,  ///< an operand widened to FP32, where the other one is
    operand_b,
    patches,   ///< im2col, or a library's workspace
    turned,    ///< weights in another order
    partials,  ///< partial sums, of a block each
    columns,   ///< partial sums of a bias gradient's channels
    scalars,   ///< a few numbers computed once for all threads
};
inline constexpr int scratch_use_count = 9;

/// Bytes of the piece that holds `bytes`.
constexpr std::size_t scratch_piece(std::size_t bytes) noexcept {
    constexpr std::size_t grain = 4096;
    return (bytes + grain - 1) / grain * grain;
}

class Scratch {
  public:
    virtual ~Scratch() = default;
    /// Device memory of at least `bytes`, aligned to 256 bytes, its contents undefined; valid until the next call for
    /// the same use. Grows (and so may allocate) only where no earlier call asked for as much: a step is run once
    /// before it is captured.
    virtual void* bytes(ScratchUse use, std::size_t bytes) = 0;

    template <class T>
    T* of(ScratchUse use, std::size_t count) {
        return static_cast<T*>(bytes(use, count * sizeof(T)));
    }
};

}  // namespace mantissa::cuda
