// SPDX-License-Identifier: Apache-2.0
// Which of cuDNN's plans a mode takes; and, where the library is installed, that it has them for a card which is only
// described to it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/error.h"
#include "engine/cuda/cudnn_plan.h"
#include "tests/engine/cudnn/cudnn_on_host.h"

namespace mantissa::cuda {
namespace {

constexpr ConvolutionPass passes[] = {ConvolutionPass::forward, ConvolutionPass::data_gradient,
                                      ConvolutionPass::weight_gradient};

CudnnConvolution convolution(ConvolutionPass pass, const ConvGeometry& geometry, std::int64_t images,
                             Arithmetic arithmetic) {
    return {pass, geometry, images, arithmetic, 64, 64, 64};
}

/// The engine that is chosen among host_engines(), or -1.
std::int64_t planned(Arithmetic arithmetic) {
    const CudnnLibrary library = cudnn_on_host();
    const auto plan = plan_convolution(*library.functions, nullptr, nullptr,
                                       convolution(ConvolutionPass::forward, {6, 6, 3, 4}, 2, arithmetic), 1000);
    return plan.empty() ? -1 : plan.front().engine;
}

/// Among these.
std::int64_t chosen(const std::vector<HostEngine>& best, Arithmetic arithmetic,
                    const std::vector<HostEngine>& fallback = {}) {
    host_engines().reset();
    host_engines().best = best;
    host_engines().fallback = fallback;
    return planned(arithmetic);
}

TEST(CudnnPlan, TheFirstWithTheArithmeticOfTheModeIsTaken) {
    const HostEngine tensor_cores{1, {CUDNN_NUMERICAL_NOTE_TENSOR_CORE}, 0, true}, plain{2, {}, 0, true};
    EXPECT_EQ(chosen({tensor_cores, plain}, Arithmetic::fp32), 2);
    for (const Arithmetic arithmetic : {Arithmetic::tf32, Arithmetic::fp16, Arithmetic::bf16})
        EXPECT_EQ(chosen({tensor_cores, plain}, arithmetic), 1) << name_of(arithmetic);
    EXPECT_EQ(chosen({{3, {CUDNN_NUMERICAL_NOTE_STRICT_NAN_PROP}, 0, true}}, Arithmetic::fp32), 3);
}

TEST(CudnnPlan, WhatChangesTheSumOrItsOrderIsNeverTaken) {
    for (const cudnnBackendNumericalNote_t note :
         {CUDNN_NUMERICAL_NOTE_DOWN_CONVERT_INPUTS, CUDNN_NUMERICAL_NOTE_REDUCED_PRECISION_REDUCTION,
          CUDNN_NUMERICAL_NOTE_FFT, CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC, CUDNN_NUMERICAL_NOTE_WINOGRAD,
          CUDNN_NUMERICAL_NOTE_WINOGRAD_TILE_4x4, CUDNN_NUMERICAL_NOTE_WINOGRAD_TILE_6x6,
          CUDNN_NUMERICAL_NOTE_WINOGRAD_TILE_13x13})
        for (const Arithmetic arithmetic : {Arithmetic::fp32, Arithmetic::tf32, Arithmetic::fp16, Arithmetic::bf16}) {
            EXPECT_EQ(chosen({{1, {note}, 0, true}, {2, {}, 0, true}}, arithmetic), 2) << note;
            EXPECT_EQ(chosen({{1, {CUDNN_NUMERICAL_NOTE_STRICT_NAN_PROP, note}, 0, true}}, arithmetic), -1) << note;
        }
}

TEST(CudnnPlan, OneThatDoesNotWorkOrNeedsTooMuchIsPassedOver) {
    EXPECT_EQ(chosen({{1, {}, 0, false}, {2, {}, 1001, true}, {3, {}, 1000, true}}, Arithmetic::bf16), 3);
    EXPECT_EQ(chosen({{1, {}, 0, false}}, Arithmetic::bf16, {{2, {}, 0, true}}), 2) << "the second list";
    EXPECT_EQ(chosen({}, Arithmetic::bf16), -1);
}

TEST(CudnnPlan, AsManyAsAreAskedForInTheirOrder) {
    const CudnnLibrary library = cudnn_on_host();
    host_engines().reset();
    host_engines().best = {{3, {}, 0, true}, {1, {}, 0, false}, {2, {}, 0, true}, {4, {}, 0, true}};
    host_engines().fallback = {{5, {}, 0, true}};
    const auto engines = [&](std::size_t most) {
        std::vector<std::int64_t> found;
        const auto wanted = convolution(ConvolutionPass::forward, {6, 6, 3, 4}, 2, Arithmetic::bf16);
        for (const CudnnPlan& plan : plan_convolution(*library.functions, nullptr, nullptr, wanted, 1000, most))
            found.push_back(plan.engine);
        return found;
    };
    EXPECT_THAT(engines(2), testing::ElementsAre(3, 2));
    EXPECT_THAT(engines(9), testing::ElementsAre(3, 2, 4)) << "the second list is for where the first has none";
}

TEST(CudnnPlan, WhereTheHeuristicsRefuseTheSecondListIsAsked) {
    for (const cudnnStatus_t status :
         {CUDNN_STATUS_NOT_SUPPORTED_SHAPE, CUDNN_STATUS_INTERNAL_ERROR_COMPILATION_FAILED}) {
        host_engines().reset();
        host_engines().refusal = status;
        host_engines().fallback = {{2, {}, 0, true}};
        EXPECT_EQ(planned(Arithmetic::bf16), 2) << status;
    }
    host_engines().refusal = CUDNN_STATUS_BAD_PARAM;  // a mistake of ours is no answer
    EXPECT_THROW((void)planned(Arithmetic::bf16), CudnnRefusal);
}

/// An H100 as cuDNN writes down a card.
constexpr const char* h100 = R"({"deviceVer": 900, "driverVer": 13000, "maxGridSize": [2147483647, 65535, 65535],
 "maxBlockSize": [1024, 1024, 64], "regsPerBlock": 65536, "multiProcessorCount": 132, "warpSize": 32,
 "maxSharedMemoryPerBlock": 49152, "maxSharedMemoryPerBlockOptin": 232448, "reservedSharedMemoryPerBlock": 1024,
 "maxRegistersPerSM": 65536, "maxCtasPerSM": 32, "maxThreadsPerBlock": 1024, "maxThreadsPerSM": 2048, "pciDeviceId": 0,
 "isTccDriver": 0, "supportCoopLaunch": 1, "smClockRateKHz": 1980000, "memClockRateKHz": 2619000,
 "l2CacheSize": 52428800, "deviceName": "NVIDIA H100 80GB HBM3", "cudaDeviceId": 0, "totalGlobalMem": 85000000000})";

/// 16 bits are left out: cuDNN compiles their kernels with FP32 results at run time, which needs a driver.
TEST(CudnnPlan, TheLibraryHasPlansInFp32AndTf32ForAnH100) {
    CudnnLibrary library;
    try {
        library = open_cudnn();
    } catch (const Error& error) {
        GTEST_SKIP() << error.what();
    }
    std::optional<CudnnDescriptor> card;
    try {
        card.emplace(*library.functions, CUDNN_BACKEND_DEVICEPROP_DESCRIPTOR);
        card->set(CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION, CUDNN_TYPE_CHAR,
                  static_cast<std::int64_t>(std::string_view(h100).size() + 1), h100);
        card->finalize();
    } catch (const CudnnRefusal&) {
        GTEST_SKIP() << "cuDNN " << library.version << " plans for no card that is only described";
    }
    for (const auto& [geometry, images] :
         {std::pair(ConvGeometry{28, 28, 1, 32}, 64), std::pair(ConvGeometry{14, 14, 32, 64}, 512),
          std::pair(ConvGeometry{14, 14, 420, 1000, 5, 2}, 590)})
        for (const ConvolutionPass pass : passes)
            for (const Arithmetic arithmetic : {Arithmetic::fp32, Arithmetic::tf32}) {
                const auto plan =
                    plan_convolution(*library.functions, nullptr, &*card,
                                     convolution(pass, geometry, images, arithmetic), Convolutions::workspace_bytes);
                const std::string what =
                    std::to_string(geometry.channels) + " channels, pass " + std::to_string(static_cast<int>(pass));
                ASSERT_FALSE(plan.empty()) << what << ", " << name_of(arithmetic);
                const bool worth_them = arithmetic == Arithmetic::tf32 && geometry.channels > 1;
                if (geometry.channels > 1) {
                    EXPECT_EQ(plan.front().tensor_cores, worth_them) << what << ", " << name_of(arithmetic);
                }
            }
}

}  // namespace
}  // namespace mantissa::cuda
