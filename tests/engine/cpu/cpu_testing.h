// SPDX-License-Identifier: Apache-2.0
// The CPU device beside the oracle, for the statements that every device's tests make (tests/engine/backend) and for
// the CPU's own.
#pragma once

#include "engine/cpu/cpu_device.h"
#include "engine/reference/reference_device.h"
#include "tests/engine/backend/product_testing.h"

namespace mantissa {

class CpuTest : public ::testing::Test {
  protected:
    std::unique_ptr<Device> cpu_device_ = make_cpu_device(2), single_device_ = make_cpu_device(1);
    std::unique_ptr<Device> reference_device_ = make_reference_device();

    Kernels& cpu() { return cpu_device_->kernels(); }  // two threads
    Kernels& tested() { return cpu(); }
    Kernels& single() { return single_device_->kernels(); }  // one thread
    Kernels& reference() { return reference_device_->kernels(); }
    static std::vector<DType> narrow_types() { return {DType::bfloat16}; }
};

/// What the common statements are made about.
using KernelTest = CpuTest;

}  // namespace mantissa
