// SPDX-License-Identifier: Apache-2.0
// The graph, operation by operation, of nodes that opset 13 has: a LayerNorm, a GELU and attention are composed. Gemm
// with transB is PyTorch's Linear; the pools round down as ours do.
#include "engine/report/onnx.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/base/error.h"
#include "engine/base/table_sizes.h"
#include "engine/base/utf8.h"
#include "engine/base/version.h"
#include "engine/report/network_walk.h"
#include "engine/report/onnx.pb.h"
#include "engine/report/output_file.h"
#include "engine/run/models.h"
#include "engine/run/tasks.h"

namespace mantissa {
namespace {

static_assert(std::endian::native == std::endian::little, "ONNX's raw data is little-endian");

constexpr std::int32_t onnx_float = 1, onnx_int64 = 7;
constexpr std::size_t most_bytes = (std::size_t{1} << 31) - (std::size_t{1} << 16);

using Extents = std::vector<std::int64_t>;

class Graph {
  public:
    Graph(onnx::GraphProto& graph, std::span<const NamedTensor> tensors) : graph_(graph), tensors_(tensors) {}

    /// A tensor of the network as an initializer; its shape must be `shape`, in which -1 is any extent. Its name.
    std::string parameter(const std::string& name, const Extents& shape) {
        const NamedTensor& found = tensor_named(tensors_, name);
        bool fits = found.shape.size() == shape.size();
        std::int64_t elements = 1;
        for (std::size_t i = 0; fits && i < shape.size(); ++i) {
            fits = shape[i] == -1 ? found.shape[i] > 0 : shape[i] == found.shape[i];
            elements *= found.shape[i];
        }
        if (!fits || elements != static_cast<std::int64_t>(found.values.size()))
            throw Error(ErrorCode::usage,
                        say("tensor \"%1\" has the shape [%2] and %3 values",
                            {name, fmt::format("{}", fmt::join(found.shape, ", ")), found.values.size()}),
                        "the ONNX model", say("[%1] (-1: any)", {fmt::format("{}", fmt::join(shape, ", "))}));
        return floats(name, found.shape, found.values);
    }

    std::string floats(const std::string& name, const Extents& shape, const std::vector<float>& values) {
        onnx::TensorProto& tensor = initializer(name, shape, onnx_float, values.size() * sizeof(float));
        tensor.set_raw_data(values.data(), values.size() * sizeof(float));
        return name;
    }
    /// A list of whole numbers; `scalar`: one number without an extent.
    std::string integers(const std::string& name, const Extents& values, bool scalar = false) {
        const Extents shape = scalar ? Extents{} : Extents{static_cast<std::int64_t>(values.size())};
        onnx::TensorProto& tensor = initializer(name, shape, onnx_int64, values.size() * sizeof(std::int64_t));
        tensor.set_raw_data(values.data(), values.size() * sizeof(std::int64_t));
        return name;
    }

    onnx::NodeProto& node(const std::string& type, const std::vector<std::string>& inputs, const std::string& output) {
        onnx::NodeProto& one = *graph_.add_node();
        one.set_op_type(type);
        one.set_name(output);
        for (const std::string& input : inputs) one.add_input(input);
        one.add_output(output);
        return one;
    }
    /// The same, for the name of its result.
    std::string add(const std::string& type, const std::vector<std::string>& inputs, const std::string& output) {
        node(type, inputs, output);
        return output;
    }

    void value(onnx::ValueInfoProto& info, const std::string& name, const Extents& shape,
               std::int32_t element = onnx_float) {
        info.set_name(name);
        onnx::TypeProto::Tensor& type = *info.mutable_type()->mutable_tensor_type();
        type.set_elem_type(element);
        type.mutable_shape()->add_dim()->set_dim_param("N");
        for (const std::int64_t extent : shape) type.mutable_shape()->add_dim()->set_dim_value(extent);
    }

    static void integer(onnx::NodeProto& node, const char* name, std::int64_t value) {
        onnx::AttributeProto& attribute = *node.add_attribute();
        attribute.set_name(name);
        attribute.set_i(value);
        attribute.set_type(onnx::AttributeProto::INT);
    }
    static void integers(onnx::NodeProto& node, const char* name, const Extents& values) {
        onnx::AttributeProto& attribute = *node.add_attribute();
        attribute.set_name(name);
        for (const std::int64_t value : values) attribute.add_ints(value);
        attribute.set_type(onnx::AttributeProto::INTS);
    }
    static void text(onnx::NodeProto& node, const char* name, const std::string& value) {
        onnx::AttributeProto& attribute = *node.add_attribute();
        attribute.set_name(name);
        attribute.set_s(value);
        attribute.set_type(onnx::AttributeProto::STRING);
    }
    static void number(onnx::NodeProto& node, const char* name, double value) {
        onnx::AttributeProto& attribute = *node.add_attribute();
        attribute.set_name(name);
        attribute.set_f(static_cast<float>(value));
        attribute.set_type(onnx::AttributeProto::FLOAT);
    }

  private:
    onnx::TensorProto& initializer(const std::string& name, const Extents& shape, std::int32_t type,
                                   std::size_t bytes) {
        bytes_ += bytes;
        if (bytes_ > most_bytes)
            throw Error(ErrorCode::failed, say("the network does not fit into an ONNX file"), name,
                        say("at most 2 GiB"));
        onnx::TensorProto& tensor = *graph_.add_initializer();
        for (const std::int64_t extent : shape) tensor.add_dims(extent);
        tensor.set_data_type(type);
        tensor.set_name(name);
        return tensor;
    }

    onnx::GraphProto& graph_;
    std::span<const NamedTensor> tensors_;
    std::size_t bytes_ = 0;
};

/// One operation after the other.
class Writer {
  public:
    explicit Writer(Graph& graph) : graph_(graph) {}

    /// `x`: names of its inputs; `y`: of its result.
    void write(const WalkedOperation& one, const std::vector<std::string>& x, const std::string& y) {
        const std::string& op = one.operation.op();
        const Extents& in = one.inputs[0];
        name_ = one.operation.name();
        if (op == "linear") return linear(one, x[0], y);
        if (op == "embedding") return static_cast<void>(graph_.add("Gather", {weight({-1, one.output[1]}), x[0]}, y));
        if (op == "conv2d") return convolution(one, x[0], y);
        if (op == "conv_transpose2d") {
            onnx::NodeProto& node =
                graph_.node("ConvTranspose", with_bias(one, {x[0], weight({in[0], -1, 2, 2})}, one.output[0]), y);
            Graph::integers(node, "kernel_shape", {2, 2});
            return Graph::integers(node, "strides", {2, 2});
        }
        if (op == "relu") return static_cast<void>(graph_.add("Relu", x, y));
        if (op == "sigmoid") return static_cast<void>(graph_.add("Sigmoid", x, y));
        if (op == "tanh") return static_cast<void>(graph_.add("Tanh", x, y));
        if (op == "silu") return static_cast<void>(graph_.add("Mul", {x[0], graph_.add("Sigmoid", x, y + "/s")}, y));
        if (op == "gelu" || op == "gelu_tanh") return gelu(x[0], y, op == "gelu_tanh");
        if (op == "add") return static_cast<void>(graph_.add("Add", x, y));
        if (op == "dropout") return static_cast<void>(graph_.add("Identity", x, y));  // of an evaluation
        if (op == "max_pool2d" || op == "avg_pool2d") {
            onnx::NodeProto& node = graph_.node(op == "max_pool2d" ? "MaxPool" : "AveragePool", x, y);
            Graph::integers(node, "kernel_shape", {2, 2});
            return Graph::integers(node, "strides", {2, 2});
        }
        if (op == "upsample") {
            onnx::NodeProto& node =
                graph_.node("Resize", {x[0], "", graph_.floats(y + "/scales", {4}, {1, 1, 2, 2})}, y);
            Graph::text(node, "mode", "nearest");
            Graph::text(node, "nearest_mode", "floor");
            return Graph::text(node, "coordinate_transformation_mode", "asymmetric");
        }
        if (op == "concat")
            return Graph::integer(graph_.node("Concat", x, y), "axis",
                                  in.size() == 3 ? 1 : static_cast<std::int64_t>(in.size()));
        if (op == "flatten") return Graph::integer(graph_.node("Flatten", x, y), "axis", 1);
        if (op == "batch_norm1d" || op == "batch_norm2d")
            return Graph::number(graph_.node("BatchNormalization",
                                             {x[0], weight({in[0]}), graph_.parameter(name_ + ".bias", {in[0]}),
                                              graph_.parameter(name_ + ".running_mean", {in[0]}),
                                              graph_.parameter(name_ + ".running_var", {in[0]})},
                                             y),
                                 "epsilon", epsilon(one));
        if (op == "layer_norm" || op == "rms_norm") return norm(one, x[0], y, op == "layer_norm");
        if (op == "scale")
            return static_cast<void>(graph_.add("Mul", {x[0], constant(y + "/factor", one.operation.factor())}, y));
        if (op == "mean") {
            onnx::NodeProto& node = graph_.node("ReduceMean", x, y);
            Graph::integers(node, "axes", in.size() == 3 ? Extents{2, 3} : Extents{1});
            return Graph::integer(node, "keepdims", 0);
        }
        if (op == "patches") return patches(one, x[0], y);
        if (op == "class_token") {
            const std::string count = graph_.add(
                "Gather", {graph_.add("Shape", x, y + "/shape"), graph_.integers(y + "/first", {0})}, y + "/count");
            onnx::NodeProto& shape =
                graph_.node("Concat", {count, graph_.integers(y + "/token", {1, in[1]})}, y + "/tokens");
            Graph::integer(shape, "axis", 0);
            const std::string token = graph_.add("Expand", {weight({in[1]}), y + "/tokens"}, y + "/expanded");
            return Graph::integer(graph_.node("Concat", {token, x[0]}, y), "axis", 1);
        }
        if (op == "positions") return static_cast<void>(graph_.add("Add", {x[0], weight({in[0], in[1]})}, y));
        if (op == "token") {
            const std::int64_t place = one.operation.last() ? in[0] - 1 : 0;
            return Graph::integer(graph_.node("Gather", {x[0], graph_.integers(y + "/place", {place}, true)}, y),
                                  "axis", 1);
        }
        if (op == "attention") return attention(one, x[0], y);
        throw Error(ErrorCode::failed, say("the operation %1 is not exported as ONNX", {op}), name_);
    }

  private:
    static double epsilon(const WalkedOperation& one) {
        return one.operation.has_epsilon() ? one.operation.epsilon() : 1e-5;
    }
    std::string weight(const Extents& shape) { return graph_.parameter(name_ + ".weight", shape); }
    std::string constant(const std::string& name, double value) {
        return graph_.floats(name, {}, {static_cast<float>(value)});
    }
    std::vector<std::string> with_bias(const WalkedOperation& one, std::vector<std::string> inputs, std::int64_t out) {
        if (one.has_bias) inputs.push_back(graph_.parameter(name_ + ".bias", {out}));
        return inputs;
    }
    std::string transposed(const std::string& x, const std::string& y, const Extents& order) {
        Graph::integers(graph_.node("Transpose", {x}, y), "perm", order);
        return y;
    }
    std::string reshaped(const std::string& x, const std::string& y, const Extents& shape) {
        return graph_.add("Reshape", {x, graph_.integers(y + "/extents", shape)}, y);
    }
    std::string mean_of_last(const std::string& x, const std::string& y) {
        Graph::integers(graph_.node("ReduceMean", {x}, y), "axes", {-1});
        return y;
    }

    /// Images are flattened; of tokens each is multiplied by itself.
    void linear(const WalkedOperation& one, std::string x, const std::string& y) {
        const Extents& in = one.inputs[0];
        std::int64_t features = in.back();
        if (in.size() == 2) {
            const std::string product =
                graph_.add("MatMul", {x, transposed(weight({-1, features}), y + "/weights", {1, 0})},
                           one.has_bias ? y + "/product" : y);
            if (one.has_bias) graph_.add("Add", with_bias(one, {product}, one.output.back()), y);
            return;
        }
        if (in.size() == 3) {
            features = in[0] * in[1] * in[2];
            if (x != rows_) x = graph_.add("Flatten", {x}, y + "/flat");  // from axis 1 on, unasked
        }
        const std::string w = weight({-1, features});
        Graph::integer(graph_.node("Gemm", with_bias(one, {x, w}, one.output.back()), y), "transB", 1);
    }

    void convolution(const WalkedOperation& one, const std::string& x, const std::string& y) {
        const std::int64_t kernel = one.operation.has_kernel() ? one.operation.kernel() : 3, half = kernel / 2,
                           stride = one.operation.has_stride() ? one.operation.stride() : 1;
        const std::string w = weight({-1, one.inputs[0][0], kernel, kernel});
        onnx::NodeProto& node = graph_.node("Conv", with_bias(one, {x, w}, one.output[0]), y);
        Graph::integers(node, "kernel_shape", {kernel, kernel});
        Graph::integers(node, "pads", {half, half, half, half});
        if (stride != 1) Graph::integers(node, "strides", {stride, stride});
    }

    /// x / 2 · (1 + erf(x / √2)), or x / 2 · (1 + tanh(√(2/π) · (x + 0.044715 x³))).
    void gelu(const std::string& x, const std::string& y, bool by_tanh) {
        std::string inner;
        if (by_tanh) {
            const std::string square = graph_.add("Mul", {x, x}, y + "/square"),
                              cube = graph_.add("Mul", {square, x}, y + "/cube"),
                              part = graph_.add("Mul", {cube, constant(y + "/c3", 0.044715)}, y + "/part"),
                              sum = graph_.add("Add", {x, part}, y + "/sum"),
                              scaled = graph_.add("Mul", {sum, constant(y + "/c1", std::sqrt(2 / std::numbers::pi))},
                                                  y + "/scaled");
            inner = graph_.add("Tanh", {scaled}, y + "/tanh");
        } else {
            const std::string scaled =
                graph_.add("Mul", {x, constant(y + "/root", std::numbers::sqrt2 / 2)}, y + "/scaled");
            inner = graph_.add("Erf", {scaled}, y + "/erf");
        }
        const std::string more = graph_.add("Add", {inner, constant(y + "/one", 1)}, y + "/more"),
                          half = graph_.add("Mul", {x, constant(y + "/half", 0.5)}, y + "/halved");
        graph_.add("Mul", {half, more}, y);
    }

    void norm(const WalkedOperation& one, std::string x, const std::string& y, bool layer) {
        const std::int64_t heads = one.operation.has_heads() ? one.operation.heads() : 1,
                           width = one.inputs[0].back() / heads;
        std::string result = y;
        if (heads > 1) {  // each head's features are the last axis of their own
            Extents apart{-1};
            apart.insert(apart.end(), one.inputs[0].begin(), one.inputs[0].end() - 1);
            apart.insert(apart.end(), {heads, width});
            x = reshaped(x, y + "/heads", apart);
            result = y + "/joined";
        }
        if (layer) x = graph_.add("Sub", {x, mean_of_last(x, y + "/mean")}, y + "/centred");
        const std::string squares = mean_of_last(graph_.add("Mul", {x, x}, y + "/squares"), y + "/variance"),
                          sum = graph_.add("Add", {squares, constant(y + "/epsilon", epsilon(one))}, y + "/sum"),
                          root = graph_.add("Sqrt", {sum}, y + "/root"),
                          normalised = graph_.add("Div", {x, root}, y + "/normalised");
        if (layer) {
            const std::string scaled = graph_.add("Mul", {normalised, weight({width})}, y + "/scaled");
            graph_.add("Add", {scaled, graph_.parameter(name_ + ".bias", {width})}, result);
        } else {
            graph_.add("Mul", {normalised, weight({width})}, result);
        }
        if (heads == 1) return;
        Extents whole{-1};
        whole.insert(whole.end(), one.inputs[0].begin(), one.inputs[0].end());
        reshaped(result, y, whole);
    }

    void patches(const WalkedOperation& one, const std::string& x, const std::string& y) {
        const Extents& in = one.inputs[0];
        const std::int64_t size = one.operation.size();
        const std::string cut = reshaped(x, y + "/cut", {-1, in[0], in[1] / size, size, in[2] / size, size});
        reshaped(transposed(cut, y + "/patches", {0, 2, 4, 3, 5, 1}), y, {-1, one.output[0], one.output[1]});
    }

    void attention(const WalkedOperation& one, const std::string& x, const std::string& y) {
        const std::int64_t tokens = one.output[0], width = one.output[1], heads = one.operation.heads(),
                           dim = width / heads;
        const std::string apart =
            transposed(reshaped(x, y + "/heads", {-1, tokens, 3, heads, dim}), y + "/apart", {2, 0, 3, 1, 4});
        const auto part = [&](const char* name, std::int64_t place) {
            return graph_.add("Gather", {apart, graph_.integers(y + "/" + name + ".place", {place}, true)},
                              y + "/" + name);
        };
        const std::string q = part("q", 0), k = part("k", 1), v = part("v", 2);
        std::string scores = graph_.add("MatMul", {q, transposed(k, y + "/kt", {0, 1, 3, 2})}, y + "/product");
        if (!one.operation.has_scaled() || one.operation.scaled())
            scores = graph_.add("Mul", {scores, constant(y + "/scale", 1 / std::sqrt(static_cast<double>(dim)))},
                                y + "/scores");
        if (one.operation.causal()) {
            std::vector<float> mask(static_cast<std::size_t>(tokens * tokens), 0.0f);
            for (std::int64_t r = 0; r < tokens; ++r)
                for (std::int64_t c = r + 1; c < tokens; ++c)
                    mask[static_cast<std::size_t>(r * tokens + c)] = -std::numeric_limits<float>::infinity();
            scores = graph_.add("Add", {scores, graph_.floats(y + "/mask", {tokens, tokens}, mask)}, y + "/causal");
        }
        Graph::integer(graph_.node("Softmax", {scores}, y + "/weights"), "axis", -1);
        const std::string mixed = graph_.add("MatMul", {y + "/weights", v}, y + "/mixed");
        reshaped(transposed(mixed, y + "/joined", {0, 2, 1, 3}), y, {-1, tokens, width});
    }

    Graph& graph_;
    std::string name_;

  public:
    std::string rows_;  ///< name of the samples where they are rows of numbers already
};

}  // namespace

std::string onnx_model(const run::RunConfig& config, std::int64_t side, std::span<const NamedTensor> tensors) {
    onnx::ModelProto model;
    model.set_ir_version(onnx_ir_version);
    model.set_producer_name("Mantissa");
    model.set_producer_version(program_version);
    model.set_doc_string(to_utf8(config.name()));
    model.add_opset_import()->set_version(onnx_opset);
    model.mutable_opset_import(0)->set_domain("");
    onnx::GraphProto& proto = *model.mutable_graph();
    proto.set_name(network_name(config));
    Graph graph(proto, tensors);
    Writer writer(graph);
    const std::vector<WalkedOperation> operations = walk_network(config, side, tensors);
    const std::string result = gives_image(config.task()) ? "image" : gives_values(config.task()) ? "values" : "logits";
    const bool text = reads_words(config.task());
    const std::string samples = text ? "tokens" : "pixels";
    const bool rows = reads_rows(operations);
    onnx::ValueInfoProto& input = *proto.add_input();
    if (text) {
        graph.value(input, samples, {text_tokens}, onnx_int64);
    } else {
        graph.value(input, samples, rows ? Extents{side * side} : Extents{1, side, side});
        input.set_doc_string(
            fmt::format("grey values from 0 to 1 (MNIST's bytes divided by 255){}",
                        rows ? fmt::format(", the rows of {0} x {0} one behind the other", side) : ""));
    }
    if (reads_table(config.task())) graph.value(*proto.add_input(), "numbers", {table_numbers});
    if (rows) writer.rows_ = "pixels";
    for (const WalkedOperation& one : operations) {
        const auto named = [&](const std::string& tensor) {
            return tensor == "input"                                                ? samples
                   : &one != &operations.back() || tensor != one.operation.output() ? tensor
                                                                                    : result;
        };
        std::vector<std::string> inputs;
        for (const std::string& tensor : one.operation.inputs()) inputs.push_back(named(tensor));
        writer.write(one, inputs, named(one.operation.output()));
    }
    graph.value(*proto.add_output(), result, operations.back().output);
    return model.SerializeAsString();
}

void write_onnx(const std::filesystem::path& file, const run::RunConfig& config, std::int64_t side,
                std::span<const NamedTensor> tensors) {
    const std::string bytes = onnx_model(config, side, tensors);
    write_output(file, true, [&](std::ostream& out) { out << bytes; });
}

}  // namespace mantissa
