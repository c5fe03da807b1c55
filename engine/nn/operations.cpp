// SPDX-License-Identifier: Apache-2.0
// The table of operations: one line for each, its factory in a file of the same name.
#include "engine/nn/operations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mantissa {

MadeOperation make_add(const OperationSource&);
MadeOperation make_attention(const OperationSource&);
MadeOperation make_avg_pool2d(const OperationSource&);
MadeOperation make_batch_norm1d(const OperationSource&);
MadeOperation make_batch_norm2d(const OperationSource&);
MadeOperation make_class_token(const OperationSource&);
MadeOperation make_concat(const OperationSource&);
MadeOperation make_conv2d(const OperationSource&);
MadeOperation make_conv_transpose2d(const OperationSource&);
MadeOperation make_dropout(const OperationSource&);
MadeOperation make_embedding(const OperationSource&);
MadeOperation make_flatten(const OperationSource&);
MadeOperation make_gelu(const OperationSource&);
MadeOperation make_gelu_tanh(const OperationSource&);
MadeOperation make_layer_norm(const OperationSource&);
MadeOperation make_linear(const OperationSource&);
MadeOperation make_max_pool2d(const OperationSource&);
MadeOperation make_mean(const OperationSource&);
MadeOperation make_patches(const OperationSource&);
MadeOperation make_positions(const OperationSource&);
MadeOperation make_relu(const OperationSource&);
MadeOperation make_rms_norm(const OperationSource&);
MadeOperation make_scale(const OperationSource&);
MadeOperation make_sigmoid(const OperationSource&);
MadeOperation make_silu(const OperationSource&);
MadeOperation make_tanh(const OperationSource&);
MadeOperation make_token(const OperationSource&);
MadeOperation make_upsample(const OperationSource&);

std::span<const OperationKind> operation_kinds() {
    // name, inputs, settings that it needs, settings that it may have
    static const std::vector<OperationKind> kinds{
        {"add", 2, {}, {}, make_add},
        {"attention", 1, {"heads"}, {"causal", "scaled"}, make_attention},
        {"avg_pool2d", 1, {}, {}, make_avg_pool2d},
        {"batch_norm1d", 1, {}, {"epsilon"}, make_batch_norm1d},
        {"batch_norm2d", 1, {}, {"epsilon"}, make_batch_norm2d},
        {"class_token", 1, {}, {}, make_class_token},
        {"concat", 0, {}, {}, make_concat},
        {"conv2d", 1, {"out"}, {"kernel", "stride", "bias", "gain", "bias_offset", "bias_offset_count"}, make_conv2d},
        {"conv_transpose2d", 1, {"out"}, {"bias", "gain"}, make_conv_transpose2d},
        {"dropout", 1, {"probability"}, {}, make_dropout},
        {"embedding", 1, {"words", "out"}, {"gain"}, make_embedding},
        {"flatten", 1, {}, {}, make_flatten},
        {"gelu", 1, {}, {}, make_gelu},
        {"gelu_tanh", 1, {}, {}, make_gelu_tanh},
        {"layer_norm", 1, {}, {"epsilon", "heads"}, make_layer_norm},
        {"linear", 1, {"out"}, {"bias", "gain", "bias_offset", "bias_offset_count"}, make_linear},
        {"max_pool2d", 1, {}, {}, make_max_pool2d},
        {"mean", 1, {}, {}, make_mean},
        {"patches", 1, {"size"}, {}, make_patches},
        {"positions", 1, {}, {}, make_positions},
        {"relu", 1, {}, {}, make_relu},
        {"rms_norm", 1, {}, {"epsilon", "heads"}, make_rms_norm},
        {"scale", 1, {"factor"}, {}, make_scale},
        {"sigmoid", 1, {}, {}, make_sigmoid},
        {"silu", 1, {}, {}, make_silu},
        {"tanh", 1, {}, {}, make_tanh},
        {"token", 1, {}, {"last"}, make_token},
        {"upsample", 1, {}, {}, make_upsample},
    };
    return kinds;
}

Error OperationSource::wrong(const Phrase& what, const Phrase& expected) const {
    return Error(ErrorCode::usage, what, description.op() + " " + description.name(), expected);
}

int OperationSource::add_vector(const char* what, std::int64_t size, double initial) const {
    ParameterInfo info;
    info.name = description.name() + "." + what;
    info.layer = description.layer();
    info.shape = Shape{size};
    info.channels = size;
    info.pytorch_shape = {size};
    info.is_bias = std::string_view(what) != "weight";
    info.is_operand = false;
    info.initial = ParameterInfo::Initial::constant;
    info.value = initial;
    parameters.push_back(info);
    return static_cast<int>(parameters.size()) - 1;
}

int OperationSource::add_state(const char* what, std::int64_t size, double initial) const {
    add_vector(what, size, initial);
    state.push_back(parameters.back());
    parameters.pop_back();
    return static_cast<int>(state.size()) - 1;
}

std::string text_of(const Shape& shape) {
    return shape.rank == 0 ? "1"
                           : fmt::format("{}", fmt::join(shape.extent.begin(), shape.extent.begin() + shape.rank, "×"));
}

const FloatFormat& wider(const FloatFormat& a, const FloatFormat& b) {
    return a.contains(b) ? a : b.contains(a) ? b : fp32;
}

}  // namespace mantissa
