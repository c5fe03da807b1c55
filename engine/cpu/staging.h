// SPDX-License-Identifier: Apache-2.0
// Memory between a product and its cast: FP32 sums of results that are stored as BF16, and FP32 copies of BF16 operands
// where a product has no BF16 implementation (rounded partial sums, operands of two kinds).
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/backend/cast.h"
#include "engine/cpu/cast_rows.h"
#include "engine/cpu/numbers.h"
#include "engine/cpu/scratch.h"

namespace mantissa {

/// Whether a product of these is one of BF16 numbers.
inline bool are_bf16(const Tensor& a, const Tensor& b) {
    return a.dtype == DType::bfloat16 && b.dtype == DType::bfloat16;
}

class Staging {
  public:
    explicit Staging(Scratch& scratch) : scratch_(scratch) {}

    /// Where `elements` FP32 results go that are then cast to `to`: `to` itself where it is FP32. Valid until the next
    /// call.
    float* sums_for(const Numbers& to, std::int64_t elements);

    /// The operand's elements in FP32, copied to that piece of scratch where it is not stored so.
    const float* as_f32(const Tensor& operand, ScratchUse copy) {
        return as_f32(Numbers(operand), operand.size(), copy);
    }
    const float* as_f32(const Numbers& given, std::int64_t elements, ScratchUse copy);

    /// Makes a result of rows · width numbers by pieces of whole rows, few enough to stay in cache between sum and
    /// cast: f(begin, n, sums) writes the FP32 sums of rows begin to begin + n. `bias` may be null; it is of all
    /// numbers of a row, or of so many `columns`, over and over.
    template <class F>
    void by_rows(std::int64_t rows, std::int64_t width, const Numbers& to, const float* bias, const Cast& cast,
                 const F& f, std::int64_t columns = 0) {
        if (columns == 0) columns = width;
        // A stochastic rounding is a function of the element's index in the whole result.
        const bool whole = !to.narrow || cast.rounding == Rounding::stochastic;
        const std::int64_t at_once = whole ? rows : std::clamp<std::int64_t>(sums_at_once / width, 1, rows);
        for (std::int64_t begin = 0; begin < rows; begin += at_once) {
            const std::int64_t n = std::min(at_once, rows - begin);
            float* sums = sums_for(to.from(begin * width), n * width);
            f(begin, n, sums);
            if (!scratch_.rehearsed())
                cast_rows(sums, bias, to.from(begin * width), n * width / columns, columns, cast);
        }
    }

  private:
    static constexpr std::int64_t sums_at_once = std::int64_t{1} << 19;  ///< 2 MiB

    Scratch& scratch_;
};

}  // namespace mantissa
