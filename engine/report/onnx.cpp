// SPDX-License-Identifier: Apache-2.0
// The graph, node by node. Gemm with transB is PyTorch's Linear; the pools round down as ours do.
#include "engine/report/onnx.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "engine/base/error.h"
#include "engine/base/utf8.h"
#include "engine/base/version.h"
#include "engine/report/onnx.pb.h"
#include "engine/report/output_file.h"
#include "engine/run/models.h"

namespace mantissa {
namespace {

static_assert(std::endian::native == std::endian::little, "ONNX's raw data is little-endian");

constexpr std::int32_t onnx_float = 1;
constexpr std::size_t most_bytes = (std::size_t{1} << 31) - (std::size_t{1} << 16);

class Graph {
  public:
    Graph(onnx::GraphProto& graph, std::span<const NamedTensor> tensors) : graph_(graph), tensors_(tensors) {}

    /// A tensor of the network as an initializer; its shape must be `shape`, in which -1 is any extent.
    const NamedTensor& parameter(const std::string& name, const std::vector<std::int64_t>& shape) {
        const auto found =
            std::find_if(tensors_.begin(), tensors_.end(), [&](const NamedTensor& t) { return t.name == name; });
        if (found == tensors_.end())
            throw Error(ErrorCode::usage, say("there is no tensor \"%1\"", {name}), "the ONNX model",
                        say("the weights of the configured network"));
        bool fits = found->shape.size() == shape.size();
        std::int64_t elements = 1;
        for (std::size_t i = 0; fits && i < shape.size(); ++i) {
            fits = shape[i] == -1 ? found->shape[i] > 0 : shape[i] == found->shape[i];
            elements *= found->shape[i];
        }
        if (!fits || elements != static_cast<std::int64_t>(found->values.size()))
            throw Error(ErrorCode::usage,
                        say("tensor \"%1\" has the shape [%2] and %3 values",
                            {name, fmt::format("{}", fmt::join(found->shape, ", ")), found->values.size()}),
                        "the ONNX model", say("[%1] (-1: any)", {fmt::format("{}", fmt::join(shape, ", "))}));
        bytes_ += found->values.size() * sizeof(float);
        if (bytes_ > most_bytes)
            throw Error(ErrorCode::failed, say("the network does not fit into an ONNX file"), name,
                        say("at most 2 GiB"));
        onnx::TensorProto& tensor = *graph_.add_initializer();
        for (const std::int64_t extent : found->shape) tensor.add_dims(extent);
        tensor.set_data_type(onnx_float);
        tensor.set_name(name);
        tensor.set_raw_data(found->values.data(), found->values.size() * sizeof(float));
        return *found;
    }

    /// A node that reads what the last one wrote; `output`: its own and its result's name.
    onnx::NodeProto& node(const std::string& type, const std::string& output) {
        onnx::NodeProto& one = *graph_.add_node();
        one.set_op_type(type);
        one.set_name(output);
        one.add_input(last_);
        one.add_output(output);
        last_ = output;
        return one;
    }

    void value(onnx::ValueInfoProto& info, const std::string& name, const std::vector<std::int64_t>& shape) {
        info.set_name(name);
        onnx::TypeProto::Tensor& type = *info.mutable_type()->mutable_tensor_type();
        type.set_elem_type(onnx_float);
        type.mutable_shape()->add_dim()->set_dim_param("N");
        for (const std::int64_t extent : shape) type.mutable_shape()->add_dim()->set_dim_value(extent);
    }

    void input(const std::string& name, const std::vector<std::int64_t>& shape) {
        value(*graph_.add_input(), name, shape);
        last_ = name;
    }

    /// A dense layer of `in` features (-1: whatever the tensor says) to `out`; returns how many come out.
    std::int64_t dense(const std::string& layer, std::int64_t in, std::int64_t out, const std::string& result) {
        const std::int64_t features = parameter(layer + ".weight", {out, in}).shape[0];
        parameter(layer + ".bias", {features});
        onnx::NodeProto& gemm = node("Gemm", result);
        gemm.add_input(layer + ".weight");
        gemm.add_input(layer + ".bias");
        integer(gemm, "transB", 1);
        return features;
    }

    /// A convolution 3x3, padding 1; returns its filters.
    std::int64_t convolution(const std::string& layer, std::int64_t channels) {
        const std::int64_t filters = parameter(layer + ".weight", {-1, channels, 3, 3}).shape[0];
        parameter(layer + ".bias", {filters});
        onnx::NodeProto& conv = node("Conv", layer);
        conv.add_input(layer + ".weight");
        conv.add_input(layer + ".bias");
        integers(conv, "kernel_shape", {3, 3});
        integers(conv, "pads", {1, 1, 1, 1});
        return filters;
    }

    void pool(const std::string& output) {
        onnx::NodeProto& one = node("MaxPool", output);
        integers(one, "kernel_shape", {2, 2});
        integers(one, "strides", {2, 2});
    }

  private:
    static void integer(onnx::NodeProto& node, const char* name, std::int64_t value) {
        onnx::AttributeProto& attribute = *node.add_attribute();
        attribute.set_name(name);
        attribute.set_i(value);
        attribute.set_type(onnx::AttributeProto::INT);
    }
    static void integers(onnx::NodeProto& node, const char* name, const std::vector<std::int64_t>& values) {
        onnx::AttributeProto& attribute = *node.add_attribute();
        attribute.set_name(name);
        for (const std::int64_t value : values) attribute.add_ints(value);
        attribute.set_type(onnx::AttributeProto::INTS);
    }

    onnx::GraphProto& graph_;
    std::span<const NamedTensor> tensors_;
    std::string last_;
    std::size_t bytes_ = 0;
};

const char* operator_of(run::Activation activation) {
    switch (activation) {
        case run::SIGMOID:
            return "Sigmoid";
        case run::TANH:
            return "Tanh";
        default:
            return "Relu";
    }
}

}  // namespace

void check_onnx(const run::RunConfig& config) {
    if (config.model() != run::MLP && config.model() != run::CNN)
        throw Error(ErrorCode::usage, say("a %1 is not exported as ONNX", {network_name(config)}), "model",
                    say("an MLP or a CNN; weights of any network are exported as safetensors"));
}

std::string onnx_model(const run::RunConfig& config, std::int64_t side, std::span<const NamedTensor> tensors) {
    check_onnx(config);
    onnx::ModelProto model;
    model.set_ir_version(onnx_ir_version);
    model.set_producer_name("Mantissa");
    model.set_producer_version(program_version);
    model.set_doc_string(to_utf8(config.name()));
    model.add_opset_import()->set_version(onnx_opset);
    model.mutable_opset_import(0)->set_domain("");
    onnx::GraphProto& proto = *model.mutable_graph();
    Graph graph(proto, tensors);
    std::int64_t classes = 0;
    if (config.model() == run::CNN) {
        proto.set_name("cnn");
        graph.input("pixels", {1, side, side});
        const std::int64_t c1 = graph.convolution("conv1", 1);
        graph.node("Relu", "conv1.relu");
        graph.pool("conv1.pool");
        const std::int64_t c2 = graph.convolution("conv2", c1);
        graph.node("Relu", "conv2.relu");
        graph.pool("conv2.pool");
        graph.node("Flatten", "flat");  // from axis 1 on, unasked
        classes = graph.dense("fc1", (side / 4) * (side / 4) * c2, -1, "logits");
    } else {
        proto.set_name("mlp");
        graph.input("pixels", {side * side});
        std::int64_t in = side * side;
        for (std::uint32_t i = 1; i <= config.depth(); ++i) {
            const std::string layer = fmt::format("fc{}", i);
            in = graph.dense(layer, in, -1, layer);
            graph.node(operator_of(config.activation()), layer + ".activation");
        }
        classes = graph.dense(fmt::format("fc{}", config.depth() + 1), in, -1, "logits");
    }
    graph.value(*proto.add_output(), "logits", {classes});
    return model.SerializeAsString();
}

void write_onnx(const std::filesystem::path& file, const run::RunConfig& config, std::int64_t side,
                std::span<const NamedTensor> tensors) {
    const std::string bytes = onnx_model(config, side, tensors);
    write_output(file, true, [&](std::ostream& out) { out << bytes; });
}

}  // namespace mantissa
