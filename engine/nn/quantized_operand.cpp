// SPDX-License-Identifier: Apache-2.0
// Which copies there are, along what they are quantised, and how long they live.
#include "engine/nn/quantized_operand.h"

#include "engine/nn/network.h"

namespace mantissa {

QuantizedOperand::QuantizedOperand(Planner& planner, const std::string& name, const Shape& sample, bool per_sample,
                                   const OperandGauge& gauge, const Quantization& how, const PatchGeometry& windows,
                                   std::uint32_t stream, int first, int last)
    : copy_(planner.add(name, MemoryCategory::workspace, sample, per_sample, DType::float32, how.operand.format.bits(),
                        first, last)),
      how_(how),
      windows_(windows),
      stream_(stream),
      gauge_(planner.gauges.add_operand(gauge)) {}

Tensor QuantizedOperand::quantize(const PassRun& run, const Tensor& x, int state) const {
    Quantization how = how_;
    const Tensor y = run.view(copy_);
    how.layout.rows = y.size() / (how.layout.spatial * how.layout.columns);
    how.random = {run.seed, RandomUse::operand_rounding, run.step, stream_};
    if (windows_.size > 0) run.kernels.image_patches(windows_, x, y);
    run.kernels.quantize_operand(how, windows_.size > 0 ? y : x, y, state < 0 ? Tensor{} : run.state[state],
                                 run.gauges.operand(gauge_, run.monitored));
    return y;
}

void QuantizedOperand::record(const PassRun& run, const Tensor& x, int state) const {
    if (state >= 0 && run.moves_state) run.kernels.record_amax(how_, x, run.state[state]);
}

QuantizedOperands::QuantizedOperands(Planner& planner, const Operation& operation, const LayerPolicy& formats,
                                     int weight, bool transposed)
    : transposed_(transposed) {
    if (!formats.operands) return;
    using Product = OperandGauge::Product;
    const OperandRecipe& recipe = *formats.operands;
    const ParameterInfo& info = planner.network.parameters[static_cast<std::size_t>(weight)];
    const TensorInfo &in = planner.info(operation.inputs.at(0)), &out = planner.info(operation.output);
    const bool tensor_wide = recipe.block() == 0;
    const Shape& extents = info.shape;
    const OperandLayout weight_layout = info.is_convolution
                                            ? OperandLayout{extents[0], extents[1] * extents[2], extents[3]}
                                            : OperandLayout{extents[0], 1, extents[1]};
    const std::int64_t outputs = transposed ? weight_layout.columns : weight_layout.rows;
    const std::int64_t inputs = transposed ? weight_layout.rows : weight_layout.columns;
    const Along weight_forward = transposed ? Along::rows : Along::columns;
    const Along weight_back = transposed ? Along::columns : Along::rows;

    const auto stream = [&](int which) { return static_cast<std::uint32_t>(weight * 8 + which); };
    const auto make = [&](const char* what, const Shape& sample, bool per_sample, GaugeRole role, Product product,
                          const OperandFormat& format, const OperandLayout& layout, Along along, bool transformed,
                          int which, int first, int last, const PatchGeometry& windows = {}) {
        return QuantizedOperand(planner, operation.name + what, sample, per_sample,
                                {operation.layer, role, product, format, recipe.scale},
                                {&recipe, format, layout, along, transformed, {}}, windows, stream(which), first, last);
    };
    const int now = planner.now(), later = planner.later();
    const OperandLayout input_layout{0, 1, inputs}, gradient_layout{0, 1, outputs};
    const bool same_weight = tensor_wide || recipe.weight.square_blocks;
    input_ = make(".quantised input", in.sample, true, GaugeRole::activation, Product::forward, recipe.input,
                  input_layout, Along::columns, false, 0, now, tensor_wide ? later : now);
    weight_ = make(".quantised weight", extents, false, GaugeRole::weight, Product::forward, recipe.weight,
                   weight_layout, weight_forward, false, 1, now, same_weight ? later : now);
    if (recipe.scale == ScaleSource::delayed_tensor)
        for (int i = 0; i < 3; ++i) {
            const std::string name = operation.name + delayed_scale_names[static_cast<std::size_t>(i)];
            for (std::size_t s = 0; s < planner.network.state.size(); ++s)
                if (planner.network.state[s].name == name) state_[i] = static_cast<int>(s);
        }
    if (!planner.training) return;
    // A Hadamard transform along the rows of both leaves a matrix product as it is. A convolution becomes one of the
    // windows of its larger image.
    if (info.is_convolution && recipe.gradient.hadamard) {
        const ConvGeometry g = operation.product(planner.network)->convolution;
        windows_ = {g.height, g.width, g.channels, g.kernel, g.stride, g.padding};
    }
    const Shape windows = gives_windows() ? Shape{windows_.rows() * windows_.columns(), windows_.numbers()} : Shape{};
    const OperandLayout windows_layout{0, 1, windows_.numbers()};
    const bool of_gradient = gives_windows() && transposed, of_input = gives_windows() && !transposed;
    gradient_ = make(".quantised gradient", of_gradient ? windows : out.sample, true, GaugeRole::activation_gradient,
                     Product::weight_gradient, recipe.gradient, of_gradient ? windows_layout : gradient_layout,
                     tensor_wide ? Along::columns : Along::rows, recipe.gradient.hadamard, 2, later, later,
                     of_gradient ? windows_ : PatchGeometry{});
    if (tensor_wide) return;
    input_later_ = make(".quantised input, transposed", of_input ? windows : in.sample, true, GaugeRole::activation,
                        Product::weight_gradient, recipe.input, of_input ? windows_layout : input_layout, Along::rows,
                        recipe.input.hadamard, 3, later, later, of_input ? windows_ : PatchGeometry{});
    if (!planner.value(operation.inputs[0]).gradient) return;
    gradient_later_ =
        make(".quantised gradient, transposed", out.sample, true, GaugeRole::activation_gradient,
             Product::input_gradient, recipe.gradient, gradient_layout, Along::columns, false, 4, later, later);
    if (!same_weight)
        weight_later_ =
            make(".quantised weight, transposed", extents, false, GaugeRole::weight, Product::input_gradient,
                 recipe.weight, weight_layout, weight_back, false, 5, later, later);
}

QuantizedOperands::Pair QuantizedOperands::forward(const PassRun& run, const Tensor& x, const Tensor& weight) const {
    return {input_.quantize(run, x, state_[0]), weight_.quantize(run, weight, state_[1])};
}

QuantizedOperands::Pair QuantizedOperands::weight_gradient(const PassRun& run, const Tensor& dy,
                                                           const Tensor& x) const {
    return {gradient_.quantize(run, dy, state_[2]),
            input_later_ ? input_later_.quantize(run, x, state_[0]) : input_.copy(run)};
}

void QuantizedOperands::multiply_windows(const PassRun& run, const Pair& pair, Tensor dw,
                                         const Accumulation& accumulation, const Cast& cast) const {
    const std::int64_t filters = dw.shape[0], numbers = windows_.numbers();
    dw.shape = Shape{filters, numbers};
    const Tensor& of_filters = transposed_ ? pair.other : pair.activations;
    const Tensor& of_windows = transposed_ ? pair.activations : pair.other;
    run.kernels.linear_backward_weights(as_rows(of_filters, filters), as_rows(of_windows, numbers), dw, accumulation,
                                        cast);
}

QuantizedOperands::Pair QuantizedOperands::input_gradient(const PassRun& run, const Tensor& dy,
                                                          const Tensor& weight) const {
    return {gradient_later_ ? gradient_later_.quantize(run, dy, state_[2]) : gradient_.copy(run),
            weight_later_ ? weight_later_.quantize(run, weight, state_[1]) : weight_.copy(run)};
}

void QuantizedOperands::record(const PassRun& run, const Tensor& x, const Tensor& weight, const Tensor& dy) const {
    input_.record(run, x, state_[0]);
    weight_.record(run, weight, state_[1]);
    gradient_.record(run, dy, state_[2]);
}

}  // namespace mantissa
