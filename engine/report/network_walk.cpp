// SPDX-License-Identifier: Apache-2.0
#include "engine/report/network_walk.h"

#include <algorithm>
#include <map>

#include "engine/base/error.h"
#include "engine/base/table_sizes.h"
#include "engine/run/networks.h"
#include "engine/run/tasks.h"

namespace mantissa {
namespace {

using Extents = std::vector<std::int64_t>;

Extents after(WalkedOperation& one, std::span<const NamedTensor> tensors) {
    const run::NetworkOperation& operation = one.operation;
    const std::string& op = operation.op();
    Extents out = one.inputs[0];
    const auto weight = [&] { return tensor_named(tensors, operation.name() + ".weight").shape; };
    if (op == "linear" || op == "conv2d" || op == "conv_transpose2d")
        one.has_bias = !operation.has_bias() || operation.bias();
    if (op == "linear") return out.size() == 2 ? Extents{out[0], weight()[0]} : Extents{weight()[0]};
    if (op == "embedding") return {out[0], weight().at(1)};
    if (op == "conv2d") {
        const std::int64_t stride = operation.has_stride() ? operation.stride() : 1;  // half the kernel is padding
        return {weight()[0], (out[1] - 1) / stride + 1, (out[2] - 1) / stride + 1};
    }
    if (op == "conv_transpose2d") return {weight().at(1), 2 * out[1], 2 * out[2]};
    if (op == "max_pool2d" || op == "avg_pool2d") return {out[0], out[1] / 2, out[2] / 2};
    if (op == "upsample") return {out[0], 2 * out[1], 2 * out[2]};
    if (op == "mean") return {out.size() == 3 ? out[0] : out[1]};
    if (op == "patches") {
        const std::int64_t size = operation.size();
        return {(out[1] / size) * (out[2] / size), size * size * out[0]};
    }
    if (op == "class_token") return {out[0] + 1, out[1]};
    if (op == "token") return {out[1]};
    if (op == "flatten") return {out[0] * out[1]};
    if (op == "attention") return {out[0], out[1] / 3};
    if (op == "concat") {
        const std::size_t axis = out.size() == 3 ? 0 : out.size() - 1;
        for (std::size_t i = 1; i < one.inputs.size(); ++i) out[axis] += one.inputs[i][axis];
    }
    return out;
}

}  // namespace

const NamedTensor& tensor_named(std::span<const NamedTensor> tensors, const std::string& name) {
    const auto found =
        std::find_if(tensors.begin(), tensors.end(), [&](const NamedTensor& one) { return one.name == name; });
    if (found == tensors.end() || found->shape.empty())
        throw Error(ErrorCode::usage, say("there is no tensor \"%1\"", {name}), "the exported network",
                    say("the weights of the configured network"));
    return *found;
}

std::vector<WalkedOperation> walk_network(const run::RunConfig& config, std::int64_t side,
                                          std::span<const NamedTensor> tensors) {
    constexpr std::int64_t some_classes = 2;  // the last product's weights say how many
    std::map<std::string, Extents> known{
        {"input", reads_words(config.task()) ? Extents{text_tokens} : Extents{1, side, side}},
        {"numbers", {table_numbers}}};
    std::vector<WalkedOperation> result;
    const run::NetworkDescription description = describe_network(config, side, some_classes);
    for (const run::NetworkOperation& operation : description.operations()) {
        WalkedOperation& one = result.emplace_back();
        one.operation = operation;
        for (const std::string& input : operation.inputs()) one.inputs.push_back(known.at(input));
        one.output = known[operation.output()] = after(one, tensors);
    }
    return result;
}

bool reads_rows(const std::vector<WalkedOperation>& operations) {
    return std::all_of(operations.begin(), operations.end(), [](const WalkedOperation& one) {
        const auto& inputs = one.operation.inputs();
        return std::find(inputs.begin(), inputs.end(), "input") == inputs.end() || one.operation.op() == "linear";
    });
}

}  // namespace mantissa
