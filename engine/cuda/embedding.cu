// SPDX-License-Identifier: Apache-2.0
// Token embeddings. The gradient: a thread for each number of the table looks through all rows in order, so that no
// sum depends on which thread is first.
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {

void CudaKernels::embedding_forward(const Tensor& table, const Tensor& tokens, const Tensor& y, const Cast& cast) {
    const std::int64_t width = table.shape[1];
    const Numbers from(table);
    const auto* token = static_cast<const std::int32_t*>(tokens.data);
    store_each(stream_, scratch_, tokens.size() * width, Numbers(y), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        const Division at = divide(i, width);
        return from.get(token[at.quotient] * width + at.remainder);
    });
}

void CudaKernels::embedding_backward(const Tensor& tokens, const Tensor& dy, const Tensor& dtable,
                                     const ReductionPolicy& reduction, const Cast& cast) {
    const std::int64_t width = dtable.shape[1], rows = tokens.size();
    const Numbers given(dy);
    const auto* token = static_cast<const std::int32_t*>(tokens.data);
    const bool wide = reduction.format == fp32;
    const Rounder round(reduction.format, Rounding::nearest_even);
    store_each(stream_, scratch_, dtable.size(), Numbers(dtable), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        const Division at = divide(i, width);
        double sum = 0;
        float narrow = 0;
        for (std::int64_t r = 0; r < rows; ++r) {
            if (token[r] != at.quotient) continue;
            const float term = given.get(r * width + at.remainder);
            if (wide)
                sum += static_cast<double>(term);
            else
                narrow = round(narrow + term);
        }
        return wide ? static_cast<float>(sum) : narrow;
    });
}

}  // namespace mantissa::cuda
