// SPDX-License-Identifier: Apache-2.0
// Layout of the counters' block: state, parameters, flush counts, histograms.
#include "engine/nn/gauges.h"

#include <cstddef>
#include <cstring>

namespace mantissa {

int Gauges::add(Gauge gauge) {
    gauges_.push_back(std::move(gauge));
    return static_cast<int>(gauges_.size()) - 1;
}

int Gauges::add_operand(OperandGauge gauge) {
    operand_gauges_.push_back(std::move(gauge));
    return static_cast<int>(operand_gauges_.size()) - 1;
}

std::size_t Gauges::bytes(std::size_t parameter_count) const noexcept {
    return sizeof(StepState) + parameter_count * (sizeof(ParameterMetrics) + sizeof(UpdateCounts)) +
           gauges_.size() * (sizeof(FlushCounts) + sizeof(MagnitudeHistogram)) +
           operand_gauges_.size() * sizeof(OperandCounts);
}

void Gauges::allocate(Device& device, std::size_t parameter_count) {
    parameter_count_ = parameter_count;
    const std::size_t n = gauges_.size();
    memory_ = device.allocate(bytes(parameter_count));
    std::byte* at = memory_->data();
    const auto take = [&at](std::size_t bytes) {
        void* place = at;
        at += bytes;
        return place;
    };
    state_ = static_cast<StepState*>(take(sizeof(StepState)));
    parameters_ = static_cast<ParameterMetrics*>(take(parameter_count * sizeof(ParameterMetrics)));
    flush_ = static_cast<FlushCounts*>(take(n * sizeof(FlushCounts)));
    histograms_ = static_cast<MagnitudeHistogram*>(take(n * sizeof(MagnitudeHistogram)));
    updates_ = static_cast<UpdateCounts*>(take(parameter_count * sizeof(UpdateCounts)));
    operands_ = static_cast<OperandCounts*>(take(operand_gauges_.size() * sizeof(OperandCounts)));
    device.zero(memory_->data(), memory_->size());
    const StepState initial;
    device.upload(state_, &initial, sizeof initial);
}

Cast Gauges::cast(int index, bool monitored) const {
    const Gauge& gauge = gauges_[static_cast<std::size_t>(index)];
    Cast cast;
    cast.format = gauge.format;
    if (gauge.role != GaugeRole::weight && !(gauge.format == fp32)) cast.counts = flush_ + index;
    if (monitored) cast.histogram = histograms_ + index;
    return cast;
}

std::uint64_t* Gauges::nonfinite_at_reader(int index) const {
    if (index < 0 || !(gauges_[static_cast<std::size_t>(index)].format == fp32)) return nullptr;
    return &flush_[index].nonfinite;
}

void Gauges::begin_step(Device& device, bool monitored) {
    device.zero(&state_->loss, sizeof(LossSums));
    device.zero(flush_, gauges_.size() * sizeof(FlushCounts));
    if (!monitored) return;
    device.zero(histograms_, gauges_.size() * sizeof(MagnitudeHistogram));
    device.zero(updates_, parameter_count_ * sizeof(UpdateCounts));
    if (!operand_gauges_.empty()) device.zero(operands_, operand_gauges_.size() * sizeof(OperandCounts));
}

/// What a plain step needs lies in front, and all of it is brought over at once: each copy costs a wait or a slot.
std::size_t Gauges::bytes_to_read(bool monitored) const noexcept {
    const auto* end = monitored ? memory_->data() + memory_->size() : reinterpret_cast<const std::byte*>(histograms_);
    return static_cast<std::size_t>(end - memory_->data());
}

std::unique_ptr<Fetch> Gauges::fetch(Device& device, bool monitored) const {
    return device.fetch(memory_->data(), bytes_to_read(monitored));
}

void Gauges::unpack(std::span<const std::byte> block, bool monitored, GaugeReadings& readings) const {
    readings.parameters.resize(parameter_count_);
    readings.flush.resize(gauges_.size());
    readings.histograms.resize(monitored ? gauges_.size() : 0);
    readings.updates.resize(monitored ? parameter_count_ : 0);
    readings.operands.resize(monitored ? operand_gauges_.size() : 0);
    const std::byte* at = block.data();
    const auto take = [&at](void* to, std::size_t bytes) {
        if (bytes) std::memcpy(to, at, bytes);
        at += bytes;
    };
    take(&readings.state, sizeof readings.state);
    take(readings.parameters.data(), readings.parameters.size() * sizeof(ParameterMetrics));
    take(readings.flush.data(), readings.flush.size() * sizeof(FlushCounts));
    take(readings.histograms.data(), readings.histograms.size() * sizeof(MagnitudeHistogram));
    take(readings.updates.data(), readings.updates.size() * sizeof(UpdateCounts));
    take(readings.operands.data(), readings.operands.size() * sizeof(OperandCounts));
}

}  // namespace mantissa
