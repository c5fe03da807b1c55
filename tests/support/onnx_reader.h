// SPDX-License-Identifier: Apache-2.0
// Reads an ONNX model and computes it in plain loops: the operators that our models use, by ONNX's definitions of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/report/onnx.pb.h"

namespace mantissa {

struct OnnxTensor {
    std::vector<std::int64_t> shape;
    std::vector<float> values;
    std::int64_t operator[](std::size_t axis) const { return shape.at(axis); }
};

class OnnxReader {
  public:
    /// Throws std::runtime_error where `bytes` is no model or its parts do not fit together.
    explicit OnnxReader(const std::string& bytes) {
        if (!model.ParseFromString(bytes)) throw std::runtime_error("no ONNX model");
        for (const onnx::TensorProto& tensor : model.graph().initializer()) {
            OnnxTensor& one = initializers_[tensor.name()];
            std::int64_t elements = 1;
            for (const std::int64_t extent : tensor.dims()) {
                one.shape.push_back(extent);
                elements *= extent;
            }
            if (tensor.data_type() != 1 || tensor.raw_data().size() != static_cast<std::size_t>(elements) * 4)
                throw std::runtime_error("initializer " + tensor.name());
            one.values.resize(static_cast<std::size_t>(elements));
            std::memcpy(one.values.data(), tensor.raw_data().data(), tensor.raw_data().size());
        }
    }

    onnx::ModelProto model;

    /// The output of the graph for one input.
    OnnxTensor run(const OnnxTensor& input) const {
        std::map<std::string, OnnxTensor> values{{model.graph().input(0).name(), input}};
        const auto value = [&](const std::string& name) -> const OnnxTensor& {
            const auto found = initializers_.find(name);
            return found != initializers_.end() ? found->second : values.at(name);
        };
        for (const onnx::NodeProto& node : model.graph().node()) {
            const OnnxTensor& x = value(node.input(0));
            const std::string& type = node.op_type();
            OnnxTensor y;
            if (type == "Gemm")
                y = gemm(node, x, value(node.input(1)), value(node.input(2)));
            else if (type == "Conv")
                y = convolution(node, x, value(node.input(1)), value(node.input(2)));
            else if (type == "MaxPool")
                y = pool(node, x);
            else if (type == "Flatten")
                y = {{x[0], static_cast<std::int64_t>(x.values.size()) / x[0]}, x.values};
            else
                y = pointwise(type, x);
            values[node.output(0)] = std::move(y);
        }
        return values.at(model.graph().output(0).name());
    }

  private:
    static std::vector<std::int64_t> ints(const onnx::NodeProto& node, const std::string& name) {
        for (const onnx::AttributeProto& one : node.attribute())
            if (one.name() == name) {
                if (one.type() != onnx::AttributeProto::INTS) throw std::runtime_error("type of " + name);
                return {one.ints().begin(), one.ints().end()};
            }
        return {};
    }

    static OnnxTensor gemm(const onnx::NodeProto& node, const OnnxTensor& x, const OnnxTensor& w, const OnnxTensor& b) {
        if (node.attribute_size() != 1 || node.attribute(0).name() != "transB" || node.attribute(0).i() != 1)
            throw std::runtime_error("Gemm without transB");
        if (x[1] != w[1] || b[0] != w[0]) throw std::runtime_error("shapes of " + node.name());
        OnnxTensor y{{x[0], w[0]}, {}};
        for (std::int64_t n = 0; n < x[0]; ++n)
            for (std::int64_t o = 0; o < w[0]; ++o) {
                float sum = b.values[static_cast<std::size_t>(o)];
                const float* row = x.values.data() + n * x[1];
                const float* weight = w.values.data() + o * x[1];
                for (std::int64_t i = 0; i < x[1]; ++i) sum += row[i] * weight[i];
                y.values.push_back(sum);
            }
        return y;
    }

    static OnnxTensor convolution(const onnx::NodeProto& node, const OnnxTensor& x, const OnnxTensor& w,
                                  const OnnxTensor& b) {
        const std::vector<std::int64_t> pads = ints(node, "pads");
        if (x[1] != w[1] || b[0] != w[0] || pads.size() != 4) throw std::runtime_error("shapes of " + node.name());
        const std::int64_t height = x[2] + pads[0] + pads[2] - w[2] + 1, width = x[3] + pads[1] + pads[3] - w[3] + 1;
        OnnxTensor y{{x[0], w[0], height, width}, {}};
        y.values.reserve(static_cast<std::size_t>(x[0] * w[0] * height * width));
        for (std::int64_t n = 0; n < x[0]; ++n)
            for (std::int64_t k = 0; k < w[0]; ++k)
                for (std::int64_t row = 0; row < height; ++row)
                    for (std::int64_t column = 0; column < width; ++column) {
                        float sum = b.values[static_cast<std::size_t>(k)];
                        for (std::int64_t c = 0; c < x[1]; ++c)
                            for (std::int64_t r = 0; r < w[2]; ++r)
                                for (std::int64_t s = 0; s < w[3]; ++s) {
                                    const std::int64_t i = row + r - pads[0], j = column + s - pads[1];
                                    if (i < 0 || j < 0 || i >= x[2] || j >= x[3]) continue;
                                    sum += x.values[static_cast<std::size_t>(((n * x[1] + c) * x[2] + i) * x[3] + j)] *
                                           w.values[static_cast<std::size_t>(((k * x[1] + c) * w[2] + r) * w[3] + s)];
                                }
                        y.values.push_back(sum);
                    }
        return y;
    }

    static OnnxTensor pool(const onnx::NodeProto& node, const OnnxTensor& x) {
        if (ints(node, "kernel_shape") != std::vector<std::int64_t>{2, 2} ||
            ints(node, "strides") != std::vector<std::int64_t>{2, 2})
            throw std::runtime_error("a pool that is not 2x2");
        OnnxTensor y{{x[0], x[1], x[2] / 2, x[3] / 2}, {}};
        for (std::int64_t plane = 0; plane < x[0] * x[1]; ++plane)
            for (std::int64_t i = 0; i < x[2] / 2; ++i)
                for (std::int64_t j = 0; j < x[3] / 2; ++j) {
                    const float* from = x.values.data() + (plane * x[2] + 2 * i) * x[3] + 2 * j;
                    y.values.push_back(std::max(std::max(from[0], from[1]), std::max(from[x[3]], from[x[3] + 1])));
                }
        return y;
    }

    static OnnxTensor pointwise(const std::string& type, OnnxTensor x) {
        for (float& value : x.values) {
            if (type == "Relu")
                value = std::max(value, 0.0f);
            else if (type == "Sigmoid")
                value = 1 / (1 + std::exp(-value));
            else if (type == "Tanh")
                value = std::tanh(value);
            else
                throw std::runtime_error("operator " + type);
        }
        return x;
    }

    std::map<std::string, OnnxTensor> initializers_;
};

}  // namespace mantissa
