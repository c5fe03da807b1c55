// SPDX-License-Identifier: Apache-2.0
// Matrix products as our kernels ask for them. cuBLASLt computes them on a card, plain loops in the tests.
#pragma once

#include "engine/cuda/arithmetic.h"

namespace mantissa::cuda {

class Products {
  public:
    virtual ~Products() = default;

    /// c[m, n] = a[m, k] · b[k, n], or c += where `add`. All row-major and dense; a tensor that is `transposed` is
    /// stored as [k, m] or [n, k]. c is FP32 always: what is rounded and counted afterwards is the sum itself, so
    /// looking never changes a run. a and b have the storage that `arithmetic` names. Only enqueues.
    /// `bias`: null, or n numbers of FP32 that are added to the sums of each row; whether that was done. It is not
    /// where a library has no way to do it at once, which depends on shapes and alignments alone.
    virtual bool product(const Tensor& a, bool a_transposed, const Tensor& b, bool b_transposed, const Tensor& c,
                         Arithmetic arithmetic, bool add, const void* bias) = 0;
};

}  // namespace mantissa::cuda
