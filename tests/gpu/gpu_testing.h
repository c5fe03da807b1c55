// SPDX-License-Identifier: Apache-2.0
// A card beside the oracle, for the statements that every device's tests make (tests/engine/backend).
// MANTISSA_TEST_DEVICE names another card ("cuda:1") or "reference", which tests these tests themselves where there is
// no card.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/cuda/cuda_device.h"
#include "engine/reference/reference_device.h"
#include "tests/engine/backend/product_testing.h"
#include "tests/gpu/staged_kernels.h"

namespace mantissa {

/// The device under test; throws Error(device) where there is none.
inline std::unique_ptr<Device> open_tested_device() {
    const char* name = std::getenv("MANTISSA_TEST_DEVICE");
    const std::string id = name ? name : "cuda:0";
    return id == "reference" ? make_reference_device() : make_cuda_device(id);
}

class GpuTest : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!device_) FAIL() << missing_;
    }
    static void SetUpTestSuite() {
        try {
            device_ = open_tested_device();
            addition_error = device_->describe().id == "reference" ? 0x1p-24 : 0x1p-23;
            staged_ = std::make_unique<StagedKernels>(*device_);
        } catch (const Error& error) {
            missing_ = error.what();
        }
    }
    static void TearDownTestSuite() {
        staged_.reset();
        device_.reset();
    }

    Device& device() { return *device_; }
    Kernels& tested() { return *staged_; }
    Kernels& single() { return *staged_; }
    Kernels& reference() { return reference_device_->kernels(); }
    /// The 16-bit storages that the device has; the reference has none.
    std::vector<DType> narrow_types() {
        std::vector<DType> types;
        for (const FloatFormat& format : {fp16, bf16})
            if (size_of(tested().storage_of(format)) == 2) types.push_back(tested().storage_of(format));
        return types;
    }

    /// Terms of a sum that a library splits over the card.
    static constexpr std::int64_t long_sum = 65536;

    inline static std::unique_ptr<Device> device_;
    inline static std::unique_ptr<StagedKernels> staged_;
    inline static std::string missing_;
    std::unique_ptr<Device> reference_device_ = make_reference_device();
};

/// What the common statements are made about.
using KernelTest = GpuTest;

}  // namespace mantissa
