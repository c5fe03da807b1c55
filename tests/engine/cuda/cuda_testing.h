// SPDX-License-Identifier: Apache-2.0
// The card's kernels on the host beside the oracle, for the statements that every device's tests make
// (tests/engine/backend). Tensors of those tests are the host's own memory, which a kernel here may read as well.
#pragma once

#include "engine/reference/reference_device.h"
#include "tests/engine/backend/product_testing.h"
#include "tests/engine/cuda/cuda_on_host.h"

namespace mantissa {

class CudaTest : public ::testing::Test {
  protected:
    CudaTest() { small_pieces_.kernels().limit_patches(1); }

    cuda::CudaOnHost device_, small_pieces_;
    std::unique_ptr<Device> reference_device_ = make_reference_device();

    static constexpr std::int64_t long_sum = 512;

    Device& device() { return device_; }
    Kernels& tested() { return device_.kernels(); }
    /// Convolutions image by image.
    Kernels& single() { return small_pieces_.kernels(); }
    Kernels& reference() { return reference_device_->kernels(); }
    static std::vector<DType> narrow_types() { return {DType::float16, DType::bfloat16}; }
};

/// What the common statements are made about.
using KernelTest = CudaTest;

}  // namespace mantissa
