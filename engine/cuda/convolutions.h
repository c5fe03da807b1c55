// SPDX-License-Identifier: Apache-2.0
// Convolutions by a library. Where none computes one, convolution.cu makes matrix products of patches of it.
#pragma once

#include "engine/backend/kernels.h"
#include "engine/cuda/arithmetic.h"

namespace mantissa::cuda {

enum class ConvolutionPass { forward, data_gradient, weight_gradient };

/// A convolution of `images` images: x [images, height, width, channels], w [filters, kernel, kernel, channels],
/// y [images, rows(), columns(), filters]. The one that the pass makes is FP32, the other two are stored as the
/// arithmetic says.
struct ConvolutionCall {
    ConvolutionPass pass;
    ConvGeometry geometry;
    std::int64_t images;
    Arithmetic arithmetic;
    void* x;
    void* w;
    void* y;
};

class Convolutions {
  public:
    virtual ~Convolutions() = default;

    /// Device memory that every call is given.
    static constexpr std::size_t workspace_bytes = std::size_t{64} << 20;

    /// Enqueues the FP32 sums, as Products has them: what is rounded and counted afterwards is the sum itself. False,
    /// and nothing is enqueued, where the library has no plan with that arithmetic and the same bits in every run.
    virtual bool convolve(const ConvolutionCall& call, void* workspace) = 0;
};

}  // namespace mantissa::cuda
