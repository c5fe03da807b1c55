// SPDX-License-Identifier: Apache-2.0
// What every device's tests state of convolutions, where a library computes them.
#include <gmock/gmock.h>

#include "engine/base/error.h"
#include "engine/reference/reference_device.h"
#include "engine/train/lane_memory.h"
#include "engine/train/memory_plan.h"
#include "tests/engine/backend/product_testing.h"
#include "tests/engine/cuda/cuda_on_host.h"
#include "tests/engine/cudnn/cudnn_on_host.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

std::unique_ptr<cuda::Convolutions> convolutions_on(void* stream) {
    return cuda::make_cudnn_convolutions(cuda::cudnn_on_host(), stream, true, {});
}

/// The same, the engines chosen by the time that they say.
std::unique_ptr<cuda::Convolutions> timed_convolutions_on(void* stream) {
    return cuda::make_cudnn_convolutions(cuda::cudnn_on_host(), stream, true, [](const std::function<void()>& work) {
        const double before = cuda::host_engines().seconds;
        work();
        return cuda::host_engines().seconds - before;
    });
}

class CudnnTest : public ::testing::Test {
  protected:
    CudnnTest() {
        cuda::host_engines().reset();
        small_pieces_.kernels().limit_patches(1);
    }

    cuda::CudaOnHost device_{true, convolutions_on}, small_pieces_{true, convolutions_on};
    std::unique_ptr<Device> reference_device_ = make_reference_device();

    Kernels& tested() { return device_.kernels(); }
    Kernels& single() { return small_pieces_.kernels(); }
    Kernels& reference() { return reference_device_->kernels(); }
};

/// What the common statements are made about.
using KernelTest = CudnnTest;

}  // namespace
}  // namespace mantissa

// after what defines KernelTest
#include "tests/engine/backend/convolution_tests.h"

namespace mantissa {
namespace {

/// All three passes on a device, the operands copied to it as `type`: whole numbers, so that sums are exact in any
/// order.
struct Passes {
    Array y, dx, dw;
};

Passes passes_on(cuda::CudaOnHost& device, const ConvCase& c, DType type) {
    const auto there = [&](const Array& values) {
        auto memory = device.allocate(static_cast<std::size_t>(values.size()) * size_of(type));
        const Tensor to{memory->data(), type, values.view().shape};
        device.kernels().round_copy(values.view(), to,
                                    cast_to(type == DType::float16    ? fp16
                                            : type == DType::bfloat16 ? bf16
                                                                      : fp32));
        return std::pair(std::move(memory), to);
    };
    const auto [mx, x] = there(integers(c.x(), 31, 4));
    const auto [mw, w] = there(integers(c.w(), 32, 4));
    const auto [my, dy] = there(integers(c.y(), 33, 4));
    Passes made{Array(c.y()), Array(c.x()), Array(c.w())};
    // In memory of the device, whose alignment, which a plan depends on, is always the same.
    const auto result = [&](Array& values, const auto& run) {
        const auto memory = device.allocate(static_cast<std::size_t>(values.size()) * sizeof(float));
        run(Tensor{memory->data(), DType::float32, values.view().shape});
        device.download(values.values().data(), memory->data(), values.values().size() * sizeof(float));
    };
    Kernels& kernels = device.kernels();
    result(made.y, [&](const Tensor& to) { kernels.conv_forward(c.g, x, w, {}, to, wide, {}); });
    result(made.dx, [&](const Tensor& to) { kernels.conv_backward_data(c.g, dy, w, to, wide, {}); });
    result(made.dw, [&](const Tensor& to) { kernels.conv_backward_weights(c.g, dy, x, to, wide, {}); });
    return made;
}

void expect_same(const Passes& given, const Passes& expected, const std::string& what) {
    expect_same_bits(given.y, expected.y, what + " forward");
    expect_same_bits(given.dx, expected.dx, what + " backward data");
    expect_same_bits(given.dw, expected.dw, what + " backward weights");
}

const ConvCase small{{6, 7, 3, 5}, 2};

TEST_F(CudnnTest, OperandsAreReadAsTheyAreStored) {
    for (const auto& [type, operand] :
         {std::pair(DType::float16, CUDNN_DATA_HALF), std::pair(DType::bfloat16, CUDNN_DATA_BFLOAT16),
          std::pair(DType::float32, CUDNN_DATA_FLOAT)}) {
        cuda::CudaOnHost by_patches;
        expect_same(passes_on(device_, small, type), passes_on(by_patches, small, type), std::to_string(operand));
        EXPECT_EQ(cuda::host_engines().operands.back(), operand);
    }
    EXPECT_EQ(cuda::host_engines().executed, 9);
    EXPECT_EQ(device_.products().count(cuda::Arithmetic::fp32), 0) << "no product of patches";
}

TEST_F(CudnnTest, APlanIsMadeOnceForAShape) {
    for (int i = 0; i < 3; ++i) passes_on(device_, small, DType::float32);
    EXPECT_EQ(cuda::host_engines().planned, 3);
    EXPECT_EQ(cuda::host_engines().executed, 9);
}

TEST_F(CudnnTest, TimedTheFastestOfThoseThatMayIsTakenAndKept) {
    std::vector<cuda::HostEngine>& engines = cuda::host_engines().best;
    engines = {{1, {}, 0, true, 3.0},
               {2, {CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC}, 0, true, 0.5},
               {3, {}, 0, true, 1.0, false},
               {4, {}, 0, true, 2.0},
               {5, {}, 0, true, 4.0}};
    cuda::CudaOnHost timed(true, timed_convolutions_on), by_patches;
    const Passes expected = passes_on(by_patches, small, DType::bfloat16);
    expect_same(passes_on(timed, small, DType::bfloat16), expected, "timed");
    const int planned = cuda::host_engines().planned;
    cuda::host_engines().engines.clear();
    engines[0].seconds = 0.1;  // too late
    expect_same(passes_on(timed, small, DType::bfloat16), expected, "again");
    EXPECT_THAT(cuda::host_engines().engines, testing::ElementsAre(4, 4, 4));
    EXPECT_EQ(cuda::host_engines().planned, planned);
    // not asked to time: the heuristics' first, and nothing is run besides
    cuda::host_engines().engines.clear();
    expect_same(passes_on(device_, small, DType::bfloat16), expected, "not timed");
    EXPECT_THAT(cuda::host_engines().engines, testing::ElementsAre(1, 1, 1));
}

TEST_F(CudnnTest, TimedWhereNoneRunsTheRefusalIsTold) {
    cuda::host_engines().best = {{1, {}, 0, true, 1.0, false}, {2, {}, 0, true, 1.0, false}};
    cuda::CudaOnHost timed(true, timed_convolutions_on);
    EXPECT_THROW(passes_on(timed, small, DType::bfloat16), Error);
}

TEST_F(CudnnTest, WithoutAPlanItIsPatches) {
    cuda::host_engines().best = {{7, {CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC}, 0, true}};
    cuda::CudaOnHost by_patches;
    expect_same(passes_on(device_, small, DType::float16), passes_on(by_patches, small, DType::float16), "patches");
    EXPECT_EQ(cuda::host_engines().executed, 0);
    EXPECT_EQ(device_.products().count(cuda::Arithmetic::fp16), 3);
}

TEST_F(CudnnTest, OneChannelIsOurOwnKernels) {
    passes_on(device_, {{8, 8, 1, 4}, 2}, DType::float32);
    EXPECT_EQ(cuda::host_engines().executed, 2) << "the gradients";
    EXPECT_EQ(device_.products().count(cuda::Arithmetic::fp32), 0);
}

TEST_F(CudnnTest, ANetworkTrainsByItWithinItsPlannedScratch) {
    const Dataset dataset = small_dataset();
    const run::RunConfig config = complete(small_config([](run::RunConfig& c) {
        c.set_model(run::CNN);
        c.set_precision(run::BF16);
        c.set_c1(4);
        c.set_c2(6);
        c.set_histogram_interval(2);
    }));
    const std::uint64_t planned = scratch_bytes(cuda::CudaOnHost(true, convolutions_on), dataset, config);
    auto device = std::make_unique<cuda::CudaOnHost>(true, convolutions_on);
    const cuda::CudaOnHost& on_host = *device;
    Lane lane(std::move(device), dataset, config);
    Lane by_patches(std::make_unique<cuda::CudaOnHost>(), dataset, config);
    lane.steps(6);
    by_patches.steps(6);
    EXPECT_GT(cuda::host_engines().executed, 0);
    EXPECT_LE(on_host.scratch().sum(), planned);
    const auto loss = [](const Lane& of) {
        double last = 0;
        for (const run::Record& record : of.sink.records)
            if (record.has_step_done()) last = record.step_done().loss();
        return last;
    };
    EXPECT_NEAR(loss(lane), loss(by_patches), 0x1p-7 * loss(by_patches)) << "within an epsilon of BF16";
    EXPECT_GT(loss(lane), 0);
}

}  // namespace
}  // namespace mantissa
