// SPDX-License-Identifier: Apache-2.0
// What cuDNN would compute on this card with which engine; where it has no plan, patches are used without a word.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/base/error.h"
#include "engine/cuda/cudnn_library.h"
#include "engine/cuda/cudnn_plan.h"
#include "tests/gpu/gpu_testing.h"

namespace mantissa::cuda {
namespace {

/// Fails only where cuDNN fails; the list is for the results file.
TEST(CudnnOnCard, PlansForTheProgramsConvolutions) {
    CudnnLibrary library;
    cudnnHandle_t handle = nullptr;
    try {
        if (open_tested_device()->describe().id == "reference") GTEST_SKIP() << "no card";
        library = open_cudnn();
    } catch (const Error& error) {
        GTEST_SKIP() << error.what();
    }
    ASSERT_EQ(library.functions->create(&handle), CUDNN_STATUS_SUCCESS);
    constexpr const char* passes[] = {"forward", "data gradient", "weight gradient"};
    for (const auto& [g, images] :
         {std::pair(ConvGeometry{28, 28, 1, 32}, 64), std::pair(ConvGeometry{14, 14, 32, 64}, 64),
          std::pair(ConvGeometry{14, 14, 32, 64}, 512), std::pair(ConvGeometry{28, 28, 1, 420, 5, 2}, 590),
          std::pair(ConvGeometry{14, 14, 420, 1000, 5, 2}, 590)})
        for (int pass = 0; pass < 3; ++pass)
            for (const Arithmetic arithmetic :
                 {Arithmetic::fp32, Arithmetic::tf32, Arithmetic::fp16, Arithmetic::bf16}) {
                const CudnnConvolution convolution{
                    static_cast<ConvolutionPass>(pass), g, images, arithmetic, 64, 64, 64};
                const auto plans =
                    plan_convolution(*library.functions, handle, nullptr, convolution, Convolutions::workspace_bytes);
                fmt::print(
                    "  {} images, {} to {} channels, {}, {}: {}\n", images, g.channels, g.filters, passes[pass],
                    name_of(arithmetic),
                    plans.empty()
                        ? "patches"
                        : fmt::format("cuDNN {} engine {}{}, workspace {} bytes", library.version, plans.front().engine,
                                      plans.front().tensor_cores ? " on tensor cores" : "", plans.front().workspace));
            }
    EXPECT_EQ(library.functions->destroy(handle), CUDNN_STATUS_SUCCESS);
}

}  // namespace
}  // namespace mantissa::cuda
