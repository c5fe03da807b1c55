// SPDX-License-Identifier: Apache-2.0
// ONNX models, read back and computed by a reader of our own. On trained networks and MNIST, and with onnxruntime:
// tests/worker/other_tools_test.cpp.
#include "engine/report/onnx.h"

#include <gmock/gmock.h>

#include <cmath>
#include <fstream>

#include "engine/base/error.h"
#include "engine/run/presets.h"
#include "tests/engine/report/report_testing.h"
#include "tests/support/files.h"
#include "tests/support/onnx_reader.h"

namespace mantissa {
namespace {

using namespace mantissa::testing;
using ::testing::HasSubstr;

/// A tensor of small numbers, each another.
NamedTensor tensor(const std::string& name, std::vector<std::int64_t> shape) {
    NamedTensor one{name, std::move(shape), {}};
    std::int64_t elements = 1;
    for (const std::int64_t extent : one.shape) elements *= extent;
    for (std::int64_t i = 0; i < elements; ++i)
        one.values.push_back(std::sin(static_cast<float>(i * 7 + static_cast<std::int64_t>(name.size()))) * 0.5f);
    return one;
}

run::RunConfig mlp(std::uint32_t depth, run::Activation activation) {
    run::RunConfig config = default_config();
    config.set_depth(depth);
    config.set_activation(activation);
    return config;
}

std::vector<NamedTensor> mlp_tensors() {
    return {tensor("fc1.weight", {3, 16}), tensor("fc1.bias", {3}), tensor("fc2.weight", {2, 3}),
            tensor("fc2.bias", {2})};
}

TEST(Onnx, SaysWhichOpsetItIsAndWhatGoesInAndOut) {
    const OnnxReader reader(onnx_model(mlp(1, run::RELU), 4, mlp_tensors()));
    EXPECT_EQ(reader.model.ir_version(), 7);
    ASSERT_EQ(reader.model.opset_import_size(), 1);
    EXPECT_EQ(reader.model.opset_import(0).version(), 13);
    const onnx::GraphProto& graph = reader.model.graph();
    ASSERT_EQ(graph.input_size(), 1);
    EXPECT_EQ(graph.input(0).name(), "pixels");
    EXPECT_EQ(graph.input(0).type().tensor_type().elem_type(), 1);
    EXPECT_EQ(graph.input(0).type().tensor_type().shape().dim(0).dim_param(), "N");
    EXPECT_EQ(graph.input(0).type().tensor_type().shape().dim(1).dim_value(), 16);
    EXPECT_EQ(graph.input(0).doc_string(),
              "grey values from 0 to 1 (MNIST's bytes divided by 255), the rows of 4 x 4 one behind the other");
    EXPECT_EQ(graph.output(0).name(), "logits");
    EXPECT_EQ(graph.output(0).type().tensor_type().shape().dim(1).dim_value(), 2);
    ASSERT_EQ(graph.initializer_size(), 4);
    EXPECT_EQ(graph.initializer(2).name(), "fc2.weight");
}

TEST(Onnx, AnMlpComputesItsLayers) {
    const std::vector<NamedTensor> tensors = mlp_tensors();
    for (const run::Activation activation : {run::RELU, run::SIGMOID, run::TANH}) {
        const OnnxReader reader(onnx_model(mlp(1, activation), 4, tensors));
        const OnnxTensor x{{2, 16}, tensor("x", {32}).values};
        const OnnxTensor y = reader.run(x);
        ASSERT_EQ(y.shape, (std::vector<std::int64_t>{2, 2}));
        for (std::size_t n = 0; n < 2; ++n) {
            double hidden[3];
            for (std::size_t o = 0; o < 3; ++o) {
                hidden[o] = static_cast<double>(tensors[1].values[o]);
                for (std::size_t i = 0; i < 16; ++i)
                    hidden[o] +=
                        static_cast<double>(x.values[n * 16 + i]) * static_cast<double>(tensors[0].values[o * 16 + i]);
                hidden[o] = activation == run::RELU      ? std::max(hidden[o], 0.0)
                            : activation == run::SIGMOID ? 1 / (1 + std::exp(-hidden[o]))
                                                         : std::tanh(hidden[o]);
            }
            for (std::size_t o = 0; o < 2; ++o) {
                double sum = static_cast<double>(tensors[3].values[o]);
                for (std::size_t i = 0; i < 3; ++i)
                    sum += hidden[i] * static_cast<double>(tensors[2].values[o * 3 + i]);
                EXPECT_NEAR(static_cast<double>(y.values[n * 2 + o]), sum, 1e-5);  // 19 sums of terms below 1
            }
        }
    }
}

TEST(Onnx, ACnnTakesImagesOfAnySideThatCanBePooledTwice) {
    run::RunConfig config = default_config();
    config.set_model(run::CNN);
    for (const std::int64_t side : {4, 7, 28}) {
        const std::int64_t quarter = side / 4;
        const std::vector<NamedTensor> tensors = {tensor("conv1.weight", {2, 1, 3, 3}),
                                                  tensor("conv1.bias", {2}),
                                                  tensor("conv2.weight", {3, 2, 3, 3}),
                                                  tensor("conv2.bias", {3}),
                                                  tensor("fc1.weight", {5, quarter * quarter * 3}),
                                                  tensor("fc1.bias", {5})};
        const OnnxReader reader(onnx_model(config, side, tensors));
        const OnnxTensor y = reader.run({{1, 1, side, side}, tensor("x", {side * side}).values});
        EXPECT_EQ(y.shape, (std::vector<std::int64_t>{1, 5}));
        EXPECT_EQ(reader.model.graph().node_size(), 8);
    }
}

TEST(Onnx, AConvolutionOfOneWeightMovesTheImage) {
    // Only the tap at row 0, column 1 is 1: each pixel takes the one above it, so the first row is the padding's zeros.
    run::RunConfig config = default_config();
    config.set_model(run::CNN);
    NamedTensor up{"conv1.weight", {1, 1, 3, 3}, {0, 1, 0, 0, 0, 0, 0, 0, 0}};
    NamedTensor same{"conv2.weight", {1, 1, 3, 3}, {0, 0, 0, 0, 1, 0, 0, 0, 0}};
    const std::vector<NamedTensor> tensors = {up,
                                              {"conv1.bias", {1}, {0}},
                                              same,
                                              {"conv2.bias", {1}, {0}},
                                              {"fc1.weight", {1, 1}, {2}},
                                              {"fc1.bias", {1}, {0.5f}}};
    const OnnxReader reader(onnx_model(config, 4, tensors));
    OnnxTensor x{{1, 1, 4, 4}, std::vector<float>(16, 0)};
    x.values[15] = 8;  // the last row has none below it to take it
    EXPECT_EQ(reader.run(x).values, std::vector<float>{0.5f});
    x.values[11] = 3;
    EXPECT_EQ(reader.run(x).values, std::vector<float>{6.5f});
}

TEST(Onnx, SaysWhichTensorDoesNotFit) {
    std::vector<NamedTensor> tensors = mlp_tensors();
    const auto refused = [&](const run::RunConfig& config, std::int64_t side) {
        const Error error = error_of([&] { onnx_model(config, side, tensors); });
        EXPECT_EQ(error.code(), ErrorCode::usage);
        return error.message();
    };
    EXPECT_THAT(refused(mlp(2, run::RELU), 4), HasSubstr("\"fc3.weight\""));
    EXPECT_THAT(refused(mlp(1, run::RELU), 5), HasSubstr("\"fc1.weight\" has the shape [3, 16]"));
    tensors[3].values.pop_back();
    EXPECT_THAT(refused(mlp(1, run::RELU), 4), HasSubstr("\"fc2.bias\""));
    tensors.clear();
    EXPECT_THAT(refused(mlp(1, run::RELU), 4), HasSubstr("no tensor \"fc1.weight\""));
}

TEST(Onnx, TheNameOfTheRunIsTextInItAndTheFileIsWhole) {
    TemporaryFolder folder;
    run::RunConfig config = mlp(1, run::RELU);
    config.set_name("<script>\xFF../x");
    const std::filesystem::path file = folder / "model.onnx";
    std::ofstream(file) << "earlier";
    write_onnx(file, config, 4, mlp_tensors());
    const OnnxReader reader(contents(file));
    EXPECT_EQ(reader.model.doc_string(), "<script>?../x");
    EXPECT_EQ(error_of([&] { write_onnx(folder / "no/such", config, 4, mlp_tensors()); }).code(), ErrorCode::usage);
}

}  // namespace
}  // namespace mantissa
