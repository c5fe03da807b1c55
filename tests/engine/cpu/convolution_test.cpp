// SPDX-License-Identifier: Apache-2.0
// Convolutions of the CPU against the oracle; and that oneDNN has a fast implementation for the networks that Mantissa
// offers.
#include "engine/cpu/convolutions.h"
#include "tests/engine/cpu/cpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/convolution_tests.h"

namespace mantissa {
namespace {

TEST_F(Convolution, NoImplementationOfTheCnnIsAReferenceLoop) {
    const std::vector<std::string> details = cpu_device_->describe().details;
    if (std::find(details.begin(), details.end(), "oneDNN instruction set: SSE4.1") != details.end())
        GTEST_SKIP() << "fast training begins with AVX2";
    // conv1 and conv2 of CNN 32/64: a batch of 64, an epoch's last batch of 32, the evaluation's batch of 500
    for (const ConvCase& c :
         {ConvCase{{28, 28, 1, 32}, 64}, ConvCase{{14, 14, 32, 64}, 64}, ConvCase{{28, 28, 1, 32}, 32},
          ConvCase{{14, 14, 32, 64}, 32}, ConvCase{{28, 28, 1, 32}, 500}, ConvCase{{14, 14, 32, 64}, 500}}) {
        const Array x = uniform(c.x(), 18), w = uniform(c.w(), 19);
        Array y(c.y()), dx(c.x()), dw(c.w());
        cpu().conv_forward(c.g, x.view(), w.view(), {}, y.view(), wide, {});
        if (c.images == 500) continue;
        if (c.g.channels > 1) cpu().conv_backward_data(c.g, y.view(), w.view(), dx.view(), wide, {});
        cpu().conv_backward_weights(c.g, y.view(), x.view(), dw.view(), wide, {});
    }
    int convolutions = 0;
    for (const std::string& line : cpu_device_->describe().implementations) {
        if (!line.starts_with("convolution")) continue;
        ++convolutions;
        EXPECT_EQ(line.find("ref"), std::string::npos) << line;
    }
    EXPECT_EQ(convolutions, 12) << "six forward, two data gradients, four weight gradients";
}

/// Whether it is oneDNN's generated code for 1×1 kernels ("jit_1x1:avx2", "jit_bf16_1x1:avx512_core"). What is made of
/// its blocked products for them ("brgconv_1x1:avx512_core", forward on AVX-512) has no such code: it steps over
/// samples.
bool gathers_samples(const std::string& implementation) {
    return implementation.find("jit_1x1:") != std::string::npos ||
           implementation.find("jit_bf16_1x1:") != std::string::npos;
}

TEST(ConvolutionNames, BlockedProductsAreNotTakenForTheCodeThatOverruns) {
    for (const char* name : {"jit_1x1:avx2", "jit_1x1:sse41", "jit_bf16_1x1:avx512_core_bf16"})
        EXPECT_TRUE(gathers_samples("convolution: " + std::string(name))) << name;
    for (const char* name :
         {"brgconv_1x1:avx512_core", "brgconv_1x1:avx512_core_amx_bf16", "jit:avx2", "brgconv:avx512_core"})
        EXPECT_FALSE(gathers_samples("convolution: " + std::string(name))) << name;
}

/// oneDNN 2.6.3 gathers the samples of a stride into its scratchpad for 1×1 kernels, and where channels do not fill
/// vectors it writes beyond its end: into what another operation keeps there.
TEST_F(Convolution, ImplementationsThatOverrunTheirScratchpadAreNotUsed) {
    for (const auto& [channels, filters] : {std::pair{2, 4}, {3, 20}, {12, 16}, {16, 12}, {1, 16}}) {
        const ConvCase c{{8, 8, channels, filters, 1, 0, 2}, 6};
        const Array x = uniform(c.x(), 35), w = uniform(c.w(), 36), dy = uniform(c.y(), 37);
        Scratch scratch(/*rehearsed=*/false);
        Convolutions convolutions(scratch);
        const auto at = [](const Array& a) { return Numbers(a.view()); };
        Array y(c.y()), dx(c.x()), dw(c.w());
        convolutions.forward(c.g, 6, at(x), at(w), nullptr, at(y).f32());
        convolutions.backward_data(c.g, 6, at(dy), at(w), at(dx).f32());
        convolutions.backward_weights(c.g, 6, at(dy), at(x), at(dw).f32());
        EXPECT_EQ(convolutions.implementations().size(), 3U);
        for (const std::string& line : convolutions.implementations()) EXPECT_FALSE(gathers_samples(line)) << line;
    }
}

/// More images than patches are made of at once, and sums whose blocks end within an image.
TEST_F(Convolution, RoundedSumsDoNotDependOnThePiecesOfABatch) {
    // 18 images at once: of the first's 32 channels forward and for the weights, of the second's for the images
    for (const auto& [c, block] : {std::pair{ConvCase{{28, 28, 32, 2}, 43}, 3}, {ConvCase{{28, 28, 2, 32}, 43}, 16}}) {
        const Array x = uniform(c.x(), 28, 1, fp16), w = uniform(c.w(), 29, 1, fp16), dy = uniform(c.y(), 30, 1, fp16);
        const Accumulation rounded{fp16, block};
        Array y(c.y()), dx(c.x()), dw(c.w()), y_truth(c.y()), dx_truth(c.x()), dw_truth(c.w());
        cpu().conv_forward(c.g, x.view(), w.view(), {}, y.view(), rounded, {});
        reference().conv_forward(c.g, x.view(), w.view(), {}, y_truth.view(), rounded, {});
        expect_same_bits(y, y_truth, "forward, block " + std::to_string(block));
        cpu().conv_backward_data(c.g, dy.view(), w.view(), dx.view(), rounded, {});
        reference().conv_backward_data(c.g, dy.view(), w.view(), dx_truth.view(), rounded, {});
        expect_same_bits(dx, dx_truth, "data gradient, block " + std::to_string(block));
        cpu().conv_backward_weights(c.g, dy.view(), x.view(), dw.view(), rounded, {});
        reference().conv_backward_weights(c.g, dy.view(), x.view(), dw_truth.view(), rounded, {});
        expect_same_bits(dw, dw_truth, "weight gradient, block " + std::to_string(block));
    }
}

/// As BF16's results are made, here in FP32: the weights are put into the library's layout for the first piece only,
/// and those of another call are not taken for them.
TEST_F(Convolution, ThePiecesOfABatchShareTheWeightsOfTheirOwnCall) {
    const ConvCase c{{14, 14, 32, 64}, 6};
    const std::int64_t pixels = c.g.height * c.g.width;
    const Array x = uniform(c.x(), 31), dy = uniform(c.y(), 32), other = uniform(c.w(), 33), w = uniform(c.w(), 34);
    Scratch scratch(/*rehearsed=*/false);
    Convolutions convolutions(scratch);
    const auto at = [](const Array& a, std::int64_t i) { return Numbers(a.view()).from(i); };
    Array y(c.y()), dx(c.x()), y_truth(c.y()), dx_truth(c.x());
    convolutions.forward(c.g, 6, at(x, 0), at(w, 0), nullptr, at(y_truth, 0).f32());
    convolutions.backward_data(c.g, 6, at(dy, 0), at(w, 0), at(dx_truth, 0).f32());
    for (const Array* weights : {&other, &w})  // the second batch's are not the first's
        for (const std::int64_t begin : {0, 4}) {
            const std::int64_t n = begin == 0 ? 4 : 2;
            convolutions.forward(c.g, n, at(x, begin * pixels * c.g.channels), at(*weights, 0), nullptr,
                                 at(y, begin * pixels * c.g.filters).f32(), begin > 0);
        }
    for (const Array* weights : {&other, &w})
        for (const std::int64_t begin : {0, 4}) {
            const std::int64_t n = begin == 0 ? 4 : 2;
            convolutions.backward_data(c.g, n, at(dy, begin * pixels * c.g.filters), at(*weights, 0),
                                       at(dx, begin * pixels * c.g.channels).f32(), begin > 0);
        }
    expect_same_bits(y, y_truth, "forward");
    expect_same_bits(dx, dx_truth, "data gradient");
}

}  // namespace
}  // namespace mantissa
