// SPDX-License-Identifier: Apache-2.0
// Matrix products as our kernels ask for them. cuBLASLt computes them on a card, plain loops in the tests.
#pragma once

#include "engine/backend/tensor.h"

namespace mantissa::cuda {

/// What multiplies. Sums are FP32 in every case.
enum class Arithmetic {
    fp32,  ///< IEEE FP32 operands and products: no plan that rounds them first
    tf32,  ///< FP32 operands that lie on TF32's grid already
    fp16,  ///< operands stored as float16
    bf16,  ///< operands stored as bfloat16
};

class Products {
  public:
    virtual ~Products() = default;

    /// c[m, n] = a[m, k] · b[k, n], or c += where `add`. All row-major and dense; a tensor that is `transposed` is
    /// stored as [k, m] or [n, k]. c is FP32 always: what is rounded and counted afterwards is the sum itself, so
    /// looking never changes a run. a and b have the storage that `arithmetic` names. Only enqueues.
    virtual void product(const Tensor& a, bool a_transposed, const Tensor& b, bool b_transposed, const Tensor& c,
                         Arithmetic arithmetic, bool add) = 0;
};

}  // namespace mantissa::cuda
