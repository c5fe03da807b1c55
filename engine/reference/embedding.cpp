// SPDX-License-Identifier: Apache-2.0
// Token embeddings.
#include "engine/precision/rounding.h"
#include "engine/reference/reference_kernels.h"
#include "engine/reference/store_result.h"

namespace mantissa {

void ReferenceKernels::embedding_forward(const Tensor& table, const Tensor& tokens, const Tensor& y, const Cast& cast) {
    const std::int64_t width = table.shape[1];
    const auto* token = static_cast<const std::int32_t*>(tokens.data);
    for (std::int64_t r = 0; r < tokens.size(); ++r)
        for (std::int64_t i = 0; i < width; ++i)
            y.f32()[r * width + i] =
                store_result(table.f32()[token[r] * width + i], cast, static_cast<std::uint64_t>(r * width + i));
}

void ReferenceKernels::embedding_backward(const Tensor& tokens, const Tensor& dy, const Tensor& dtable,
                                          const ReductionPolicy& reduction, const Cast& cast) {
    const std::int64_t words = dtable.shape[0], width = dtable.shape[1];
    const auto* token = static_cast<const std::int32_t*>(tokens.data);
    for (std::int64_t t = 0; t < words; ++t)
        for (std::int64_t i = 0; i < width; ++i) {
            double wide = 0;
            float narrow = 0;
            for (std::int64_t r = 0; r < tokens.size(); ++r) {
                if (token[r] != t) continue;
                const float term = dy.f32()[r * width + i];
                wide += static_cast<double>(term);
                narrow = round_to(narrow + term, reduction.format);
            }
            dtable.f32()[t * width + i] = store_result(reduction.format == fp32 ? static_cast<float>(wide) : narrow,
                                                       cast, static_cast<std::uint64_t>(t * width + i));
        }
}

}  // namespace mantissa
