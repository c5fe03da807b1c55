// SPDX-License-Identifier: Apache-2.0
// The built-in networks, operation by operation.
#include "engine/run/networks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/table_sizes.h"
#include "engine/run/models.h"
#include "engine/run/names.h"
#include "engine/run/network_file.h"
#include "engine/run/tasks.h"

namespace mantissa {
namespace {

run::NetworkOperation& append(run::NetworkDescription& network, const char* op, const std::string& name) {
    run::NetworkOperation& operation = *network.add_operations();
    operation.set_op(op);
    operation.set_name(name);
    return operation;
}

void append_product(run::NetworkDescription& network, const char* op, const std::string& name, std::int64_t out) {
    append(network, op, name).set_out(static_cast<std::uint32_t>(out));
}

/// An activation function, or the pooling behind it, in the row of its layer.
void append_after(run::NetworkDescription& network, const char* op, const std::string& layer,
                  const std::string& output) {
    run::NetworkOperation& operation = append(network, op, layer + "." + op);
    operation.set_layer(layer);
    operation.set_output(output);
}

const char* activation_of(const run::RunConfig& config) {
    switch (config.activation()) {
        case run::RELU:
            return "relu";
        case run::SIGMOID:
            return "sigmoid";
        case run::TANH:
            return "tanh";
        case run::ACTIVATION_UNSET:
        case run::Activation_INT_MIN_SENTINEL_DO_NOT_USE_:
        case run::Activation_INT_MAX_SENTINEL_DO_NOT_USE_:
            break;
    }
    throw Error(ErrorCode::usage, say("no activation function is chosen"), "activation");
}

run::NetworkDescription mlp(const run::RunConfig& config, std::int64_t outputs) {
    run::NetworkDescription network;
    network.set_name("mlp");
    for (std::uint32_t i = 1; i <= config.depth(); ++i) {
        const std::string layer = fmt::format("fc{}", i);
        append_product(network, "linear", layer, config.width());
        append_after(network, activation_of(config), layer, layer + ".out");
    }
    append_product(network, "linear", fmt::format("fc{}", config.depth() + 1), outputs);
    return network;
}

run::NetworkDescription cnn(const run::RunConfig& config, std::int64_t side, std::int64_t outputs) {
    if (side < 4)
        throw Error(ErrorCode::usage, say("images of %1x%1 pixels cannot be pooled twice", {side}), "model",
                    say("use the MLP, or images of at least 4x4"));
    run::NetworkDescription network;
    network.set_name("cnn");
    for (const auto& [layer, channels] : {std::pair("conv1", config.c1()), std::pair("conv2", config.c2())}) {
        append_product(network, "conv2d", layer, channels);
        append_after(network, "relu", layer, std::string(layer) + ".relu");
        append_after(network, "max_pool2d", layer, std::string(layer) + ".out");
    }
    append_product(network, "linear", "fc1", outputs);
    return network;
}

run::NetworkOperation& append_with_inputs(run::NetworkDescription& network, const char* op, const std::string& name,
                                          std::initializer_list<const char*> inputs) {
    run::NetworkOperation& operation = append(network, op, name);
    for (const char* input : inputs) operation.add_inputs(input);
    return operation;
}

/// Queries, keys and values of `block` by one linear operation; by three where something stands between it and
/// attention.
void append_projections(run::NetworkDescription& network, const run::RunConfig& config, const std::string& block) {
    const std::int64_t width = config.token_width();
    const bool scaled = config.attention_scaling() && config.queries_scaled_first();
    if (!config.query_key_norm() && !scaled) {
        append_product(network, "linear", block + "qkv", 3 * width);
        run::NetworkOperation& qkv = *network.mutable_operations()->rbegin();
        qkv.set_bias_offset(config.query_key_offset());
        qkv.set_bias_offset_count(2 * config.token_width());
        return;
    }
    const std::string tokens = block + "n1";
    std::vector<std::string> parts;
    for (const char* part : {"q", "k", "v"}) {
        const std::string name = block + part;
        const bool value = *part == 'v';
        append_product(network, "linear", name, width);
        run::NetworkOperation& linear = *network.mutable_operations()->rbegin();
        linear.add_inputs(tokens);
        if (!value && config.query_key_offset() != 0) {
            linear.set_bias_offset(config.query_key_offset());
            linear.set_bias_offset_count(config.token_width());
        }
        if (!value && config.query_key_norm()) append(network, "layer_norm", name + "_norm").set_heads(config.heads());
        if (*part == 'q' && scaled) {
            append_after(network, "scale", name, name + ".out");
            const double head = static_cast<double>(config.token_width()) / config.heads();
            network.mutable_operations()->rbegin()->set_factor(1 / std::sqrt(head));
        }
        const run::NetworkOperation& last = *network.operations().rbegin();
        parts.push_back(last.has_output() ? last.output() : last.name());
    }
    append_with_inputs(network, "concat", block + "qkv", {parts[0].c_str(), parts[1].c_str(), parts[2].c_str()});
}

/// Pre-norm blocks of attention and feed-forward behind `stream`; the name of their result.
std::string append_blocks(run::NetworkDescription& network, const run::RunConfig& config, std::string stream,
                          bool causal) {
    for (std::uint32_t i = 0; i < config.blocks(); ++i) {
        const std::string block = fmt::format("blocks.{}.", i);
        append(network, "layer_norm", block + "n1");
        append_projections(network, config, block);
        run::NetworkOperation& attention = append(network, "attention", block + "attention");
        attention.set_heads(config.heads());
        attention.set_causal(causal);
        attention.set_scaled(config.attention_scaling() && !config.queries_scaled_first());
        append_product(network, "linear", block + "o", config.token_width());
        append_with_inputs(network, "add", block + "sum1", {stream.c_str(), (block + "o").c_str()});
        append(network, "layer_norm", block + "n2");
        append_product(network, "linear", block + "f1", 2 * std::int64_t{config.token_width()});
        append_after(network, "gelu", block + "f1", block + "f1.out");
        append_product(network, "linear", block + "f2", config.token_width());
        append_with_inputs(network, "add", block + "sum2", {(block + "sum1").c_str(), (block + "f2").c_str()});
        stream = block + "sum2";
    }
    return stream;
}

/// Patches of 7x7 pixels (of a quarter of the side) as tokens and a class token, or only those patches where a token
/// sees earlier ones only; pre-norm blocks; a linear head.
run::NetworkDescription transformer(const run::RunConfig& config, std::int64_t side, std::int64_t outputs) {
    if (side % 4 != 0)
        throw Error(ErrorCode::usage, say("images of %1x%1 pixels cannot be cut into 16 patches", {side}), "model",
                    say("use images of a multiple of 4 pixels, or the MLP"));
    run::NetworkDescription network;
    network.set_name("transformer");
    append(network, "patches", "patches").set_size(static_cast<std::uint32_t>(side / 4));
    append_product(network, "linear", "embed", config.token_width());
    network.mutable_operations()->rbegin()->set_gain(config.embedding_gain());
    if (!config.causal()) append(network, "class_token", "cls");
    append(network, "positions", "position");
    append_blocks(network, config, "position", config.causal());
    append(network, "token", "answer").set_last(config.causal());
    append(network, "layer_norm", "norm");
    append_product(network, "linear", "head", outputs);
    return network;
}

/// A text's words as learned vectors with learned places, then the transformer's blocks. GPT, whose words see earlier
/// ones only, gives the next word of each word; BERT gives each word itself, or, of the first one, the text's class.
run::NetworkDescription language(const run::RunConfig& config, std::int64_t classes) {
    const bool causal = config.model() == run::GPT;
    run::NetworkDescription network;
    network.set_name(causal ? "gpt" : "bert");
    append_product(network, "embedding", "embed", config.token_width());
    run::NetworkOperation& embedding = *network.mutable_operations()->rbegin();
    embedding.set_words(static_cast<std::uint32_t>(text_words));
    embedding.set_gain(config.embedding_gain());
    append(network, "positions", "position");
    append_blocks(network, config, "position", causal);
    const bool one_class = gives_one_class(config.task());
    if (one_class) append(network, "token", "answer");
    append(network, "layer_norm", "norm");
    append_product(network, "linear", one_class ? "head" : "words", classes);
    return network;
}

/// From the pixels through two layers to an eighth of `width` numbers, and back.
run::NetworkDescription autoencoder(const run::RunConfig& config, std::int64_t outputs) {
    run::NetworkDescription network;
    network.set_name("autoencoder");
    const auto layer = [&](const char* name, std::int64_t out) {
        append_product(network, "linear", name, out);
        append_after(network, "relu", name, std::string(name) + ".out");
    };
    const std::int64_t width = config.width();
    layer("encode", width);
    append_product(network, "linear", "code", std::max<std::int64_t>(1, width / 8));
    layer("decode", width);
    append_product(network, "linear", "out", outputs);
    append_after(network, "sigmoid", "out", "out.out");
    return network;
}

/// The categories of a row as vectors beside its numbers, which BatchNorm brings to one size; layers of ReLU, BatchNorm
/// and dropout; one number, whose bias begins with the targets' offset.
run::NetworkDescription regression(const run::RunConfig& config) {
    constexpr std::int64_t of_each_category = 8;  // numbers
    run::NetworkDescription network;
    network.set_name("regression");
    append_product(network, "embedding", "embed", of_each_category);
    network.mutable_operations()->rbegin()->set_words(static_cast<std::uint32_t>(table_words));
    append(network, "flatten", "categories");
    append_with_inputs(network, "batch_norm1d", "numbers.bn", {"numbers"});
    append_with_inputs(network, "concat", "row", {"categories", "numbers.bn"});
    for (std::uint32_t i = 1; i <= config.depth(); ++i) {
        const std::string layer = fmt::format("fc{}", i);
        append_product(network, "linear", layer, config.width());
        append_after(network, "relu", layer, layer + ".relu");
        const std::string norm = fmt::format("bn{}", i);
        append(network, "batch_norm1d", norm);
        if (config.dropout() > 0) {
            append_after(network, "dropout", norm, norm + ".out");
            network.mutable_operations()->rbegin()->set_probability(config.dropout());
        }
    }
    append_product(network, "linear", "out", 1);
    if (config.target_offset() != 0) {
        run::NetworkOperation& last = *network.mutable_operations()->rbegin();
        last.set_bias_offset(config.target_offset());
        last.set_bias_offset_count(1);
    }
    return network;
}

/// A convolution, three residual blocks of two convolutions with BatchNorm, the mean over the pixels, a linear head.
/// The second and third block halve the image.
run::NetworkDescription resnet(const run::RunConfig& config, std::int64_t side, std::int64_t outputs) {
    if (side < 4)
        throw Error(ErrorCode::usage, say("images of %1x%1 pixels cannot be halved twice", {side}), "model",
                    say("use the MLP, or images of at least 4x4"));
    run::NetworkDescription network;
    network.set_name("resnet");
    const auto convolution = [&](const std::string& name, const std::string& input, std::int64_t out,
                                 std::uint32_t stride) {
        append_product(network, "conv2d", name, out);
        run::NetworkOperation& operation = *network.mutable_operations()->rbegin();
        operation.set_bias(false);
        operation.set_stride(stride);
        operation.add_inputs(input);
    };
    convolution("conv", "input", config.channels(), 1);
    append(network, "batch_norm2d", "bn");
    append_after(network, "relu", "bn", "bn.out");
    std::string stream = "bn.out";
    std::int64_t in = config.channels();
    for (const std::uint32_t i : {0u, 1u, 2u}) {
        const std::string block = fmt::format("blocks.{}.", i);
        const std::int64_t out = std::int64_t{config.channels()} << i;
        const std::uint32_t stride = i == 0 ? 1 : 2;
        convolution(block + "c1", stream, out, stride);
        append(network, "batch_norm2d", block + "b1");
        append_after(network, "relu", block + "b1", block + "b1.out");
        convolution(block + "c2", block + "b1.out", out, 1);
        append(network, "batch_norm2d", block + "b2");
        std::string direct = stream;
        if (out != in) {
            direct = block + "short";
            append_product(network, "conv2d", direct, out);
            run::NetworkOperation& operation = *network.mutable_operations()->rbegin();
            operation.set_kernel(1);
            operation.set_stride(stride);
            operation.add_inputs(stream);
        }
        append_with_inputs(network, "add", block + "sum", {direct.c_str(), (block + "b2").c_str()});
        append_after(network, "relu", block + "sum", block + "out");
        stream = block + "out";
        in = out;
    }
    append(network, "mean", "pool");
    append_product(network, "linear", "fc", outputs);
    return network;
}

/// Two levels of two convolutions each, each level halved by max-pooling, two in the middle, then doubled again by
/// transposed convolutions, with each level's result beside what was doubled; a 1x1 convolution.
run::NetworkDescription unet(const run::RunConfig& config, std::int64_t side, std::int64_t outputs) {
    if (side % 4 != 0)
        throw Error(ErrorCode::usage, say("images of %1x%1 pixels cannot be halved twice without a rest", {side}),
                    "model", say("use images of a multiple of 4 pixels, or the MLP"));
    run::NetworkDescription network;
    network.set_name("unet");
    const auto convolution = [&](const std::string& name, const std::string& norm, std::int64_t out) {
        append_product(network, "conv2d", name, out);
        network.mutable_operations()->rbegin()->set_bias(!config.unet_norm());
        if (config.unet_norm()) append(network, "batch_norm2d", norm);
        append_after(network, "relu", config.unet_norm() ? norm : name, name + ".out");
    };
    const auto two = [&](const std::string& level, std::int64_t out) {
        convolution(level + ".c1", level + ".b1", out);
        convolution(level + ".c2", level + ".b2", out);
    };
    const auto doubled = [&](const std::string& up, const std::string& beside, std::int64_t out) {
        append_product(network, "conv_transpose2d", up, out);
        append_with_inputs(network, "concat", up + ".concat", {up.c_str(), beside.c_str()});
        network.mutable_operations()->rbegin()->set_layer(up);
    };
    const std::int64_t width = config.unet_channels();
    two("e1", width);
    append_after(network, "max_pool2d", "e1", "e1.pooled");
    two("e2", 2 * width);
    append_after(network, "max_pool2d", "e2", "e2.pooled");
    two("middle", 4 * width);
    doubled("u2", "e2.c2.out", 2 * width);
    two("d2", 2 * width);
    doubled("u1", "e1.c2.out", width);
    two("d1", width);
    append_product(network, "conv2d", "out", outputs / (side * side));
    network.mutable_operations()->rbegin()->set_kernel(1);
    return network;
}

void check_task(const run::RunConfig& config) {
    if (can_learn(config.model(), config.task()) || config.model() == run::MODEL_UNSET) return;
    std::vector<std::string> tasks;
    for (const ModelDescription& one : model_descriptions())
        if (one.model == config.model())
            for (const run::Task task : one.tasks)
                tasks.push_back(flag_name(*run::Task_descriptor()->FindValueByNumber(task)));
    throw Error(ErrorCode::usage, say("%1 cannot learn this task", {network_name(config)}), "task",
                say("--task %1", {fmt::format("{}", fmt::join(tasks, ", "))}));
}

}  // namespace

std::int64_t outputs_of(run::Task task, std::int64_t side, std::int64_t classes) {
    switch (task) {
        case run::CLASSIFY:
        case run::CLASSIFY_TEXT:
            return classes;
        case run::CLASSIFY_PIXELS:
            return side * side * classes;
        case run::DENOISE:
        case run::RECONSTRUCT:
            return side * side;
        case run::SORT_TOKENS:
        case run::FILL_TOKENS:
            return text_tokens * classes;
        case run::REGRESS:
            return 1;
        case run::TASK_UNSET:
        case run::Task_INT_MIN_SENTINEL_DO_NOT_USE_:
        case run::Task_INT_MAX_SENTINEL_DO_NOT_USE_:
            break;
    }
    throw no_choice("task");
}

run::NetworkDescription describe_network(const run::RunConfig& config, std::int64_t side, std::int64_t classes) {
    check_task(config);
    const std::int64_t outputs = outputs_of(config.task(), side, classes);
    const auto description = [&] {
        switch (config.model()) {
            case run::MLP:
                return mlp(config, outputs);
            case run::CNN:
                return cnn(config, side, outputs);
            case run::TRANSFORMER:
                return transformer(config, side, outputs);
            case run::RESNET:
                return resnet(config, side, outputs);
            case run::UNET:
                return unet(config, side, outputs);
            case run::GPT:
            case run::BERT:
                return language(config, classes);
            case run::AUTOENCODER:
                return autoencoder(config, outputs);
            case run::REGRESSION:
                return regression(config);
            case run::NETWORK_FILE:
                return read_network(config.network(), "network");
            case run::MODEL_UNSET:
            case run::Model_INT_MIN_SENTINEL_DO_NOT_USE_:
            case run::Model_INT_MAX_SENTINEL_DO_NOT_USE_:
                break;
        }
        throw Error(ErrorCode::usage, say("no network is chosen"), "model");
    };
    return written_out(description());
}

}  // namespace mantissa
