// SPDX-License-Identifier: Apache-2.0
// The pass after a product: bias, counting, rounding.
#pragma once

#include "engine/backend/cast.h"
#include "engine/backend/tensor.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {

/// The sums of a product and the bias of their column; an empty bias adds nothing.
class BiasedSums {
  public:
    /// `columns` results in a row, whose sums lie `row` apart.
    BiasedSums(const Tensor& sums, const Tensor& bias, std::int64_t columns, std::int64_t row)
        : sums_(sums), bias_(bias), row_(row), divider_(columns), dense_(row == columns) {
        packed_ = sums_.is_packed() && bias_.is_packed() && columns % Numbers::pack == 0 && row % Numbers::pack == 0;
    }
    bool is_packed() const noexcept { return packed_; }

    template <int V>
    MANTISSA_BOTH void get(std::int64_t i, float (&x)[V], Tally&) const {
        if (dense_ && !bias_.data) {
            sums_.load(i, x);
            return;
        }
        const Division at = divider_(i);
        sums_.load(dense_ ? i : at.quotient * row_ + at.remainder, x);
        if (!bias_.data) return;
        float bias[V];
        bias_.load(at.remainder, bias);
        for (int k = 0; k < V; ++k) x[k] += bias[k];
    }

  private:
    Numbers sums_, bias_;
    std::int64_t row_;
    Divider divider_;
    bool dense_, packed_;
};

/// c = round(sums + bias), `columns` of them in a row; `sums` are FP32, `row` of them in a row, and may be c; an empty
/// bias adds nothing. `first`: the place of element 0 in the whole tensor.
void store_sums(Stream stream, Scratch& scratch, const Tensor& sums, const Tensor& bias, const Tensor& c,
                std::int64_t columns, std::int64_t row, const Cast& cast, std::int64_t first);

}  // namespace mantissa::cuda
