// SPDX-License-Identifier: Apache-2.0
// Every operation that a network can have is written as ONNX and as PyTorch, or is listed here as one that is not.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "engine/base/error.h"
#include "engine/base/text_sizes.h"
#include "engine/nn/network.h"
#include "engine/nn/operations.h"
#include "engine/report/onnx.h"
#include "engine/report/pytorch_module.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

constexpr std::int64_t image_side = 8;

const std::set<std::string_view> not_in_onnx{}, not_in_pytorch{};

/// Operations of a network file that end with this one; tokens are averaged, and a linear one gives the classes.
std::string operations_with(std::string_view op) {
    const std::string features = R"({"op": "linear", "name": "f", "out": 12}, )";
    const std::string two = features + R"({"op": "relu", "name": "a", "inputs": ["f"]}, )" +
                            R"({"op": "sigmoid", "name": "b", "inputs": ["f"]}, )";
    const std::string tokens = R"({"op": "patches", "name": "p", "size": 4}, )", mean = R"(, {"op": "mean"})";
    const std::map<std::string_view, std::string> all{
        {"add", two + R"({"op": "add", "name": "x", "inputs": ["a", "b"]})"},
        {"attention", tokens + R"({"op": "linear", "name": "q", "out": 12}, )" +
                          R"({"op": "attention", "name": "x", "heads": 2})" + mean},
        {"class_token", tokens + R"({"op": "class_token", "name": "x"})" + mean},
        {"concat", two + R"({"op": "concat", "name": "x", "inputs": ["a", "b"]})"},
        {"conv2d", R"({"op": "conv2d", "name": "x", "out": 2})"},
        {"conv_transpose2d", R"({"op": "conv_transpose2d", "name": "x", "out": 2})"},
        {"batch_norm2d", R"({"op": "conv2d", "name": "c", "out": 2}, {"op": "batch_norm2d", "name": "x"})"},
        {"dropout", features + R"({"op": "dropout", "name": "x", "probability": 0.5})"},
        {"embedding", fmt::format(R"({{"op": "embedding", "name": "x", "words": {}, "out": 4}})", text_words) + mean},
        {"flatten", tokens + R"({"op": "flatten", "name": "x"})"},
        {"mean", tokens + R"({"op": "mean", "name": "x"})"},
        {"patches", R"({"op": "patches", "name": "x", "size": 4})" + mean},
        {"positions", tokens + R"({"op": "positions", "name": "x"})" + mean},
        {"scale", features + R"({"op": "scale", "name": "x", "factor": 0.5})"},
        {"token", tokens + R"({"op": "token", "name": "x"})"},
        {"linear", R"({"op": "linear", "name": "x", "out": 12})"},
        {"avg_pool2d", R"({"op": "avg_pool2d", "name": "x"})"},
        {"max_pool2d", R"({"op": "max_pool2d", "name": "x"})"},
        {"upsample", R"({"op": "upsample", "name": "x"})"},
    };
    if (const auto found = all.find(op); found != all.end()) return found->second;
    return features + fmt::format(R"({{"op": "{}", "name": "x"}})", op);  // of features, one by one or all of a sample
}

run::RunConfig config_with(std::string_view op) {
    run::RunConfig config = default_config();
    config.set_model(run::NETWORK_FILE);
    config.set_task(op == "embedding" ? run::CLASSIFY_TEXT : run::CLASSIFY);
    config.set_network(R"({"operations": [)" + operations_with(op) + R"(, {"op": "linear", "name": "fc", "out": 4}]})");
    return config;
}

std::vector<NamedTensor> tensors_of(const Network& network) {
    std::vector<NamedTensor> tensors;
    for (const auto* all : {&network.parameters, &network.state})
        for (const ParameterInfo& info : *all)
            tensors.push_back(
                {info.name, info.pytorch_shape, std::vector<float>(static_cast<std::size_t>(info.shape.size()), 0.5f)});
    return tensors;
}

TEST(OperationExports, EveryOperationIsWrittenOrListed) {
    ASSERT_FALSE(operation_kinds().empty());
    for (const OperationKind& kind : operation_kinds()) {
        const run::RunConfig config = config_with(kind.name);
        const std::vector<NamedTensor> tensors = tensors_of(make_network(config, image_side, 4));
        const auto throws = [&](auto write) {
            try {
                EXPECT_FALSE(write(config, image_side, tensors).empty()) << kind.name;
                return false;
            } catch (const Error& error) {
                if (error.code() != ErrorCode::failed) ADD_FAILURE() << kind.name << ": " << error.what();
                return true;
            }
        };
        EXPECT_EQ(throws(onnx_model), not_in_onnx.contains(kind.name)) << kind.name << " as ONNX";
        EXPECT_EQ(throws(pytorch_module), not_in_pytorch.contains(kind.name)) << kind.name << " as PyTorch";
    }
}

/// A module that is called `training` would take the place of PyTorch's own flag, and train() would end with an error.
TEST(PyTorchModule, RefusesALayerThatPyTorchCannotHold) {
    for (const char* name : {"training", "block.training", "training.fc"})
        EXPECT_THROW(check_pytorch_name(name), Error);
    for (const char* name : {"forward", "trainings", "block.train"}) EXPECT_NO_THROW(check_pytorch_name(name));
}

}  // namespace
}  // namespace mantissa
