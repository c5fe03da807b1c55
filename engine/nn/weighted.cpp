// SPDX-License-Identifier: Apache-2.0
// The order of casts around a product, as PyTorch's autocast has it: operands in the operand format (copied where they
// are not on its grid already), FP32 inside, one rounding of the result.
#include "engine/nn/weighted.h"

namespace mantissa {

std::vector<int> add_weight_and_bias(const OperationSource& source, ParameterInfo weight, std::int64_t out) {
    const run::NetworkOperation& description = source.description;
    std::vector<int> indices;
    const auto append = [&](ParameterInfo& parameter, const char* name) {
        parameter.name = description.name() + name;
        parameter.layer = description.layer();
        if (description.has_gain()) parameter.value = description.gain();
        indices.push_back(static_cast<int>(source.parameters.size()));
        source.parameters.push_back(parameter);
    };
    append(weight, ".weight");
    if (description.has_bias() && !description.bias()) return indices;
    ParameterInfo bias;
    bias.shape = Shape{out};
    bias.fan_in = weight.fan_in;
    bias.is_bias = true;
    bias.is_convolution = weight.is_convolution;
    bias.channels = bias.shape[0];
    bias.pytorch_shape = {bias.shape[0]};
    bias.offset = description.bias_offset();
    bias.offset_count = description.bias_offset_count();
    if (bias.offset_count > bias.shape[0])
        throw source.wrong(say("bias_offset_count is %1", {bias.offset_count}), say("at most %1", {bias.shape[0]}));
    append(bias, ".bias");
    return indices;
}

WeightedOperation::WeightedOperation(const Operation& operation, Planner& planner, bool transposed)
    : weight_index_(operation.parameters.at(0)),
      bias_index_(operation.parameters.size() > 1 ? operation.parameters[1] : -1) {
    const std::string& name = operation.name;
    const Timeline& time = planner.time;
    const int now = planner.now(), later = planner.later(), in = operation.inputs.at(0);
    const ParameterInfo& weight = planner.network.parameters[static_cast<std::size_t>(weight_index_)];
    const bool has_bias = bias_index_ >= 0;
    const ParameterInfo& bias = planner.network.parameters[static_cast<std::size_t>(has_bias ? bias_index_ : 0)];
    const TensorInfo& output_info = planner.info(operation.output);
    formats_ = planner.policy.of(operation.layer, weight.is_convolution);

    // As of an operand (nn/operation.h).
    const int copy_bits = formats_.operand == tf32 ? 0 : formats_.operand.bits();
    const DType operand_type = planner.storage_of(formats_.operand);
    const auto copied = [&](const FloatFormat& format, DType stored) {
        return !formats_.operand.contains(format) || stored != operand_type;
    };
    // Of numbers on the grid only the storage changes: a native device would have stored them so.
    const auto bits_of_copy = [&](const FloatFormat& format) {
        return formats_.operand.contains(format) ? 0 : copy_bits;
    };
    // Quantised operands are made of the weight as it is stored: a cast is one rounding.
    if (!formats_.operands && copied(planner.policy.weight, DType::float32))
        weight_copy_ = planner.add(
            name + ".weight copy",
            bits_of_copy(planner.policy.weight) ? MemoryCategory::weights : MemoryCategory::workspace, weight.shape,
            false, operand_type, bits_of_copy(planner.policy.weight), time.load(), time.update());
    // Autocast casts the bias with the weights; TF32 concerns operands of products only.
    bias_format_ = formats_.operand == tf32 ? fp32 : formats_.operand;
    if (has_bias && !bias_format_.contains(planner.policy.weight))
        bias_copy_ = planner.add(name + ".bias copy", MemoryCategory::weights, bias.shape, false, DType::float32,
                                 bias_format_.bits(), time.load(), time.update());
    input_ = Operand(planner, in, formats_, name + ".in", later);
    quantized_ = QuantizedOperands(planner, operation, formats_, weight_index_, transposed);
    const auto converted = [&](const char* what, const Shape& sample, int at) {
        return planner.add(name + what, MemoryCategory::workspace, sample, true, DType::float32, 32, at, at);
    };
    if (planner.policy.converters_8bit) converted_input_ = converted(".in 8 bits", planner.info(in).sample, now);

    output_.format = formats_.activation;
    output_.gradient_format = formats_.activation_gradient;
    output_.value = planner.add(name + ".output", MemoryCategory::activations, output_info.sample, true,
                                planner.storage_of(formats_.activation), formats_.activation.bits(), now, now);
    output_gauge_ = planner.add_value_gauge(operation.output, formats_.activation);
    output_.value_gauge = output_gauge_;
    // What the weights are rounded to: their own format where the operand's holds it.
    weight_format_ = formats_.operands || formats_.operand.contains(planner.policy.weight) ? planner.policy.weight
                                                                                           : formats_.operand;
    weight_gauge_ = planner.gauges.add({weight.name, operation.layer, GaugeRole::weight, weight_format_});
    if (has_bias) bias_gauge_ = planner.gauges.add({bias.name, operation.layer, GaugeRole::weight, bias_format_});

    if (planner.training) {
        output_.gradient = planner.add(name + ".output gradient", MemoryCategory::activations, output_info.sample, true,
                                       planner.gradient_storage(output_info.name, formats_.activation_gradient),
                                       formats_.activation_gradient.bits(), later, later);
        gradient_ = Operand(planner, output_.gradient, output_.gradient_format, formats_, name + ".gradient copy",
                            later, later);
        const int bits = formats_.weight_gradient.bits();
        weight_gradient_ = planner.add(weight.name + " gradient", MemoryCategory::gradients, weight.shape, false,
                                       DType::float32, bits, later, time.update());
        if (has_bias)
            bias_gradient_ = planner.add(bias.name + " gradient", MemoryCategory::gradients, bias.shape, false,
                                         DType::float32, bits, later, time.update());
        weight_gradient_gauge_ = planner.gauges.add(
            {weight.name, operation.layer, GaugeRole::weight_gradient, formats_.weight_gradient, weight.shape.size()});
        if (has_bias)
            bias_gradient_gauge_ = planner.gauges.add(
                {bias.name, operation.layer, GaugeRole::weight_gradient, formats_.weight_gradient, bias.shape.size()});
        if (planner.policy.converters_8bit)
            converted_gradient_ = converted(".gradient 8 bits", output_info.sample, later);
        input_gradient_ = planner.send_gradient(in, planner.info(in).as_product ? fp32 : formats_.activation_gradient);
    }
    planner.value(operation.output) = output_;
}

namespace {

bool is_stochastic(const PrecisionPolicy& policy, const LayerPolicy& formats) {
    return policy.weight_rounding == Rounding::stochastic && formats.operand_rounding == Rounding::nearest_even;
}

/// Whether the optimizer can write this copy with the weight: neither of them is rounded at random.
bool follows_update(const PrecisionPolicy& policy, const WorkingCopy& copy) {
    const bool weight_to_nearest = policy.weight == fp32 || policy.weight_rounding == Rounding::nearest_even;
    return copy.tensor && weight_to_nearest &&
           (copy.rounding == Rounding::nearest_even ||
            (copy.rounding == Rounding::nearest_away && copy.format.exponent_bits == fp32.exponent_bits));
}

}  // namespace

WorkingCopy WeightedOperation::weight_copy(const PassRun& run) const {
    const Rounding rounding = is_stochastic(run.policy, formats_) ? Rounding::stochastic : formats_.operand_rounding;
    return {weight_copy_ ? run.view(weight_copy_) : Tensor{}, weight_format_,
            weight_format_ == run.policy.weight ? Rounding::nearest_even : rounding};
}

WorkingCopy WeightedOperation::bias_copy(const PassRun& run) const {
    return {bias_copy_ ? run.view(bias_copy_) : Tensor{}, bias_format_,
            is_stochastic(run.policy, formats_) ? Rounding::stochastic : Rounding::nearest_even};
}

Tensor WeightedOperation::working(const PassRun& run, const WorkingCopy& copy, int parameter, int gauge) const {
    const Tensor& stored = run.weights[parameter];
    if (!copy.tensor) return stored;
    // What the update writes is counted there as well: it reads the weights anyway.
    const bool follows = follows_update(run.policy, copy);
    if (run.copies_current && follows) return copy.tensor;
    Cast cast = run.gauges.cast(gauge, run.monitored && !follows);
    cast.format = copy.format;
    cast.rounding = copy.rounding;
    cast.random = {run.seed, RandomUse::stochastic_rounding, run.step, static_cast<std::uint32_t>(parameter)};
    run.kernels.round_copy(stored, copy.tensor, cast);
    return copy.tensor;
}

void WeightedOperation::forward(const PassRun& run) {
    weight_ = working(run, weight_copy(run), weight_index_, weight_gauge_);
    bias_ = bias_index_ < 0 ? Tensor{} : working(run, bias_copy(run), bias_index_, bias_gauge_);
    x_ = input_.read(run);
    const Tensor y = run.view(output_.value), x = entering(run, converted_input_, x_);
    if (quantized_) {
        const auto [input, weight] = quantized_.forward(run, x_, weight_);
        product_forward(run, input, weight, bias_, y, run.cast(output_gauge_));
        return;
    }
    product_forward(run, x, weight_, bias_, y, run.cast(output_gauge_));
    read_devices(run, x, y, false);
}

Tensor WeightedOperation::entering(const PassRun& run, const Slot& converted, const Tensor& x) const {
    if (!run.devices || !converted) return x;
    const Tensor result = run.view(converted);
    run.kernels.convert_8bit(x, result, x.size() / run.samples);
    return result;
}

/// Every read has noise of its own: forward and backward, steps and evaluations.
void WeightedOperation::read_devices(const PassRun& run, const Tensor& x, const Tensor& y, bool transposed) const {
    if (!run.devices) return;
    const auto stream = static_cast<std::uint32_t>(weight_index_ * 4 + (transposed ? 2 : 0) + (run.training ? 1 : 0));
    const bool has_bias = bias_index_ >= 0 && !transposed;
    run.kernels.add_read_noise({{run.seed, RandomUse::device_read, run.step, stream}, transposed}, x,
                               run.devices[weight_index_].variance,
                               has_bias ? run.devices[bias_index_].variance : Tensor{}, y);
    if (run.policy.converters_8bit) run.kernels.convert_8bit(y, y, y.size() / run.samples);
}

void WeightedOperation::backward(const PassRun& run) {
    const Tensor given = run.view(output_.gradient);
    const Tensor dy = gradient_.read(run);
    const Tensor weight_gradient = run.view(weight_gradient_);
    if (quantized_) {
        const QuantizedOperands::Pair pair = quantized_.weight_gradient(run, dy, x_);
        const Cast cast = run.cast(weight_gradient_gauge_);
        if (quantized_.gives_windows())
            quantized_.multiply_windows(run, pair, weight_gradient, formats_.accumulation, cast);
        else
            product_backward_weights(run, pair.activations, pair.other, weight_gradient, cast);
    } else {
        product_backward_weights(run, dy, x_, weight_gradient, run.cast(weight_gradient_gauge_));
    }
    run.tap.visit(weight_gradient_gauge_, weight_gradient);
    if (bias_gradient_) {
        const Tensor bias_gradient = run.view(bias_gradient_);
        run.kernels.bias_gradient(as_rows(given, bias_gradient.size()), bias_gradient, run.policy.reduction,
                                  run.cast(bias_gradient_gauge_));
        run.tap.visit(bias_gradient_gauge_, bias_gradient);
    }
    if (!input_gradient_) {
        if (quantized_) quantized_.record(run, x_, weight_, dy);
        return;
    }
    const Tensor dx = run.view(input_gradient_.slot), entered = entering(run, converted_gradient_, dy);
    if (quantized_) {
        const auto [gradient, weight] = quantized_.input_gradient(run, dy, weight_);
        quantized_.record(run, x_, weight_, dy);
        product_backward_data(run, gradient, weight, dx, run.cast(input_gradient_.gauge));
        run.sent(input_gradient_);
        return;
    }
    product_backward_data(run, entered, weight_, dx, run.cast(input_gradient_.gauge));
    read_devices(run, entered, dx, true);
    run.sent(input_gradient_);
}

void WeightedOperation::collect(const PassRun& run, std::span<ParameterView> parameters) const {
    const auto collect = [&](int parameter, const Slot& gradient, WorkingCopy copy, int gauge) {
        ParameterView& view = parameters[static_cast<std::size_t>(parameter)];
        view.gradient = run.view(gradient);
        if (copy.tensor && !follows_update(run.policy, copy)) return;
        if (!copy.tensor) copy.rounding = Rounding::nearest_even;  // on the grid: any rounding leaves it as it is
        copy.histogram = run.cast(gauge).histogram;
        view.copy = copy;
    };
    collect(weight_index_, weight_gradient_, weight_copy(run), weight_gauge_);
    if (bias_index_ >= 0) collect(bias_index_, bias_gradient_, bias_copy(run), bias_gauge_);
}

}  // namespace mantissa
