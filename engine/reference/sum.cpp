// SPDX-License-Identifier: Apache-2.0
// Sums and multiples of tensors, element by element.
#include "engine/reference/reference_kernels.h"
#include "engine/reference/store_result.h"

namespace mantissa {

void ReferenceKernels::add(const Tensor& a, const Tensor& b, const Tensor& y, const Cast& cast) {
    for (std::int64_t i = 0; i < a.size(); ++i)
        y.f32()[i] = store_result(a.f32()[i] + b.f32()[i % b.size()], cast, static_cast<std::uint64_t>(i));
}

void ReferenceKernels::scale(const Tensor& x, float factor, const Tensor& y, const Cast& cast) {
    for (std::int64_t i = 0; i < x.size(); ++i)
        y.f32()[i] = store_result(x.f32()[i] * factor, cast, static_cast<std::uint64_t>(i));
}

}  // namespace mantissa
