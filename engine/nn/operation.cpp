// SPDX-License-Identifier: Apache-2.0
// Buffers, gauges and the places of gradients.
#include "engine/nn/operation.h"

#include <utility>

namespace mantissa {

Slot Planner::add(std::string name, MemoryCategory category, const Shape& sample, bool per_sample, DType dtype,
                  int native_bits, int first, int last) {
    const auto elements = static_cast<std::uint64_t>(sample.size() * (per_sample ? batch : 1));
    const std::uint64_t native =
        elements * static_cast<std::uint64_t>((native_bits + 7) / 8 == 3 ? 4 : (native_bits + 7) / 8);
    Slot slot;
    slot.handle = arena.add({std::move(name), category, elements * size_of(dtype), native, first, last});
    slot.sample = sample;
    slot.per_sample = per_sample;
    slot.dtype = dtype;
    return slot;
}

void Planner::keep(int tensor, int until) {
    arena.extend(value(tensor).value.handle, until);
}

bool Planner::may_overwrite(int tensor) const {
    const TensorInfo& one = info(tensor);
    return one.consumers.size() == 1 && one.producer >= 0 &&
           !network.operations[static_cast<std::size_t>(one.producer)]->reads_output_later();
}

void Planner::new_buffers(int tensor, Value& made) {
    const TensorInfo& one = info(tensor);
    made.parts_planned = 0;  // where `made` is a copy of what the operation reads, the parts were that tensor's
    made.value = add(one.name, MemoryCategory::activations, one.sample, true, storage_of(made.format),
                     made.format.bits(), now(), now());
    if (training)
        made.gradient =
            add(one.name + " gradient", MemoryCategory::activations, one.sample, true,
                gradient_storage(one.name, made.gradient_format), made.gradient_format.bits(), later(), later());
}

Value Planner::new_value(int tensor, const FloatFormat& format, const FloatFormat& gradient_format) {
    Value made;
    made.format = format;
    made.gradient_format = gradient_format;
    new_buffers(tensor, made);
    made.value_gauge = add_value_gauge(tensor, format);
    value(tensor) = made;
    return made;
}

int Planner::add_value_gauge(int tensor, const FloatFormat& format) {
    return gauges.add({info(tensor).name, info(tensor).layer, GaugeRole::activation, format});
}

GradientPart Planner::send_gradient(int tensor, const FloatFormat& computed) {
    GradientPart part;
    Value& to = value(tensor);
    if (!to.gradient) return part;
    const TensorInfo& one = info(tensor);
    const std::int64_t elements = one.sample.size() * batch;
    const auto gauge = [&](const std::string& name, const FloatFormat& format) {
        return gauges.add({name, one.layer, GaugeRole::activation_gradient, format, elements});
    };
    const FloatFormat narrower = to.gradient_format.contains(computed) ? computed : to.gradient_format;
    arena.extend(to.gradient.handle, later());
    if (one.consumers.size() <= 1) {
        part.slot = to.gradient;
        part.gauge = gauge(one.name, narrower);
        return part;
    }
    // Consumers plan in forward order, so the first of them, which runs backward last, plans first.
    part.complete = to.parts_planned == 0;
    if (part.complete) to.sum_gauge = gauge(one.name, to.gradient_format);
    const bool writes = ++to.parts_planned == static_cast<int>(one.consumers.size());
    part.gauge = gauge(one.name + " via " + network.operations[static_cast<std::size_t>(operation)]->name, narrower);
    if (writes) {
        part.slot = to.gradient;
        return part;
    }
    part.slot = add(one.name + " gradient part", MemoryCategory::workspace, one.sample, true, to.gradient.dtype,
                    to.gradient_format.bits(), later(), later());
    part.sum = to.gradient;
    part.sum_gauge = to.sum_gauge;
    return part;
}

Operand::Operand(Planner& planner, int tensor, const LayerPolicy& formats, const std::string& name, int until)
    : Operand(planner, planner.value(tensor).value, planner.value(tensor).format, formats, name, planner.now(), until,
              planner.info(tensor).as_product
                  ? -1
                  : planner.gauges.add({name,
                                        planner.network.operations[static_cast<std::size_t>(planner.operation)]->layer,
                                        GaugeRole::activation, formats.operand})) {
    planner.keep(tensor, until);  // natively there would be no copy
}

Operand::Operand(Planner& planner, const Slot& slot, const FloatFormat& format, const LayerPolicy& formats,
                 const std::string& name, int first, int last, int gauge)
    : slot_(slot), format_(formats.operand), rounding_(formats.operand_rounding), gauge_(gauge) {
    const DType type = planner.storage_of(formats.operand);
    const bool on_grid = formats.operand.contains(format);
    if (on_grid && slot.dtype == type) return;
    // TF32's copy stands in for a card's rounding, and a copy of what is on the grid for another way of storing it: a
    // native device would hold neither.
    const int bits = on_grid || formats.operand == tf32 ? 0 : formats.operand.bits();
    copy_ = planner.add(name, MemoryCategory::workspace, slot.sample, true, type, bits, first, last);
}

Tensor Operand::read(const PassRun& run) const {
    const Tensor value = run.view(slot_);
    const bool looked_at = gauge_ >= 0 && run.monitored;
    if (!copy_ && !looked_at) return value;
    const Tensor target = copy_ ? run.view(copy_) : value;
    Cast cast = gauge_ >= 0 ? run.cast(gauge_) : Cast{};
    cast.format = format_;
    cast.rounding = rounding_;
    if (!copy_) cast.counts = nullptr;  // nothing is rounded: for the histogram only
    run.kernels.round_copy(value, target, cast);
    return target;
}

PlainParameter::PlainParameter(Planner& planner, int index) : index_(index) {
    const ParameterInfo& info = planner.network.parameters[static_cast<std::size_t>(index)];
    gauge_ = planner.gauges.add({info.name, info.layer, GaugeRole::weight, planner.policy.weight});
    if (!planner.training) return;
    gradient_ = planner.add(info.name + " gradient", MemoryCategory::gradients, info.shape, false, DType::float32,
                            planner.policy.weight.bits(), planner.later(), planner.time.update());
    gradient_gauge_ = planner.gauges.add(
        {info.name, info.layer, GaugeRole::weight_gradient, planner.policy.weight, info.shape.size()});
}

void PlainParameter::collect(const PassRun& run, std::span<ParameterView> parameters) const {
    if (index_ < 0) return;
    ParameterView& view = parameters[static_cast<std::size_t>(index_)];
    view.gradient = run.view(gradient_);
    view.copy.format = run.policy.weight;
    view.copy.histogram = run.cast(gauge_).histogram;
}

Tensor PassRun::view(const Slot& slot) const {
    Tensor tensor;
    tensor.data = memory + arena.offset(slot.handle);
    tensor.dtype = slot.dtype;
    if (!slot.per_sample) {
        tensor.shape = slot.sample;
        return tensor;
    }
    tensor.shape.rank = slot.sample.rank + 1;
    tensor.shape[0] = samples;
    for (int i = 0; i < slot.sample.rank; ++i) tensor.shape[i + 1] = slot.sample[i];
    return tensor;
}

void PassRun::sent(const GradientPart& part) const {
    const Tensor written = view(part.slot);
    tap.visit(part.gauge, written);
    if (!part.sum) return;
    const Tensor sum = view(part.sum);
    Cast to_sum = cast(part.sum_gauge);
    if (!part.complete) to_sum.histogram = nullptr;  // of the whole sum only
    kernels.add(sum, written, sum, to_sum);
    if (part.complete) tap.visit(part.sum_gauge, sum);
}

}  // namespace mantissa
