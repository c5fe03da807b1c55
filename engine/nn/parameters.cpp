// SPDX-License-Identifier: Apache-2.0
// Weights and moments in one block: all weights, then all first moments, then all second moments.
#include "engine/nn/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/backend/optimizer_rule.h"
#include "engine/base/error.h"
#include "engine/base/sha256.h"

namespace mantissa {
namespace {

/// Bytes of one tensor, so that the next is aligned.
std::size_t padded(std::int64_t elements) {
    return (static_cast<std::size_t>(elements) * sizeof(float) + 63) / 64 * 64;
}

bool has_devices(const OptimizerSettings& optimizer) {
    return optimizer.kind == OptimizerSettings::Kind::phase_change;
}

/// Copies of the weights that the optimizer keeps, the weights included.
int copies_of(const OptimizerSettings& optimizer) {
    return 1 + (has_devices(optimizer) ? device_tensors : moments_of(optimizer));
}

}  // namespace

std::size_t Parameters::planned_bytes(const Network& network, const OptimizerSettings& optimizer) {
    std::size_t one = 0;
    for (const ParameterInfo& p : network.parameters) one += padded(p.shape.size());
    std::size_t state = 0;
    for (const ParameterInfo& s : network.state) state += padded(s.shape.size());
    return one * static_cast<std::size_t>(copies_of(optimizer)) + state;
}

Parameters::Parameters(Device& device, const Network& network, const OptimizerSettings& optimizer)
    : device_(device), network_(network) {
    const bool devices = has_devices(optimizer);
    const int moments = moments_of(optimizer);
    memory_ = device.allocate(planned_bytes(network, optimizer));
    device.zero(memory_->data(), memory_->size());
    std::byte* at = memory_->data();
    const auto lay_out = [&](std::vector<Tensor>& tensors, bool wanted) {
        for (const ParameterInfo& p : network.parameters) {
            tensors.push_back({wanted ? at : nullptr, DType::float32, p.shape});
            if (wanted) at += padded(p.shape.size());
        }
    };
    lay_out(weights_, true);
    lay_out(first_, moments >= 1);
    lay_out(second_, moments >= 2);
    for (const ParameterInfo& p : network.parameters) {
        if (!devices) break;
        const auto next = [&](DType type) {
            const Tensor tensor{at, type, p.shape};
            at += padded(p.shape.size());
            return tensor;
        };
        constexpr DType numbers = DType::float32, steps = DType::int32;
        devices_.push_back({next(numbers), next(numbers), next(numbers), next(numbers), next(steps), next(steps),
                            next(numbers), next(numbers)});
    }
    for (const ParameterInfo& s : network.state) {
        state_.push_back({at, DType::float32, s.shape});
        at += padded(s.shape.size());
    }
}

void Parameters::initialise(std::uint64_t seed, double scale, const FloatFormat& stored, bool one_ulp) {
    for (std::size_t i = 0; i < weights_.size(); ++i) set_values(i, initial_values(network_, i, seed, scale));
    for (std::size_t i = 0; i < state_.size(); ++i)
        set_state_values(i, std::vector<float>(static_cast<std::size_t>(state_[i].size()),
                                               static_cast<float>(network_.state[i].value)));
    round_weights(stored);
    if (!one_ulp) return;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
        std::vector<float> moved = values(i);
        for (float& value : moved) value = next_away_from_zero(value, stored);
        set_values(i, moved);
    }
}

float next_away_from_zero(float value, const FloatFormat& format) {
    const double magnitude = std::abs(static_cast<double>(value));
    if (!(magnitude < format.max_finite())) return value;
    const int exponent = magnitude < format.min_normal() ? format.min_exponent() : std::ilogb(magnitude);
    return static_cast<float>(std::copysign(magnitude + exp2_exact(exponent - format.fraction_bits), value));
}

void Parameters::round_weights(const FloatFormat& format) {
    if (format == fp32) return;
    ++generation_;
    Cast cast;
    cast.format = format;
    for (const Tensor& w : weights_) device_.kernels().round_copy(w, w, cast);
}

void Parameters::fill(std::span<ParameterView> views, const PrecisionPolicy& policy, const Gauges& gauges,
                      std::uint64_t seed, std::uint32_t step, bool monitored) const {
    for (std::size_t i = 0; i < views.size(); ++i) {
        ParameterView& v = views[i];
        v = {};
        v.weight = weights_[i];
        v.first_moment = first_[i];
        v.second_moment = second_[i];
        if (!devices_.empty()) v.devices = devices_[i];
        v.weight_format = policy.weight;
        v.weight_rounding = policy.weight == fp32 ? Rounding::nearest_even : policy.weight_rounding;
        v.state_format = policy.optimizer_state;
        v.random = {seed, devices_.empty() ? RandomUse::stochastic_rounding : RandomUse::device_pulse, step,
                    static_cast<std::uint32_t>(i)};
        v.metrics = gauges.parameter(i);
        const ParameterInfo& info = network_.parameters[i];
        v.decays = info.decays();
        v.operand_format = info.is_operand ? policy.of(info.layer, info.is_convolution).operand : policy.weight;
        if (monitored) v.updates = gauges.updates(i);
    }
}

std::vector<std::byte> Parameters::save() const {
    std::vector<std::byte> bytes(memory_->size());
    device_.download(bytes.data(), memory_->data(), bytes.size());
    return bytes;
}

void Parameters::load(std::span<const std::byte> bytes) {
    if (bytes.size() != memory_->size())
        throw Error(ErrorCode::bad_data, say("the saved state has %1 bytes", {bytes.size()}), "weights and moments",
                    say("%1 bytes for this network and optimizer", {memory_->size()}));
    ++generation_;
    device_.upload(memory_->data(), bytes.data(), bytes.size());
}

std::vector<float> Parameters::read(const Tensor& tensor) const {
    std::vector<float> values(static_cast<std::size_t>(tensor.size()));
    device_.download(values.data(), tensor.data, tensor.bytes());
    return values;
}

void Parameters::write(const Tensor& tensor, std::span<const float> values, const std::string& name) {
    if (static_cast<std::int64_t>(values.size()) != tensor.size())
        throw Error(ErrorCode::bad_data, say("%1 values", {values.size()}), name, say("%1 values", {tensor.size()}));
    ++generation_;
    device_.upload(tensor.data, values.data(), tensor.bytes());
}

std::vector<float> Parameters::values(std::size_t index) const {
    return read(weights_.at(index));
}

void Parameters::set_values(std::size_t index, std::span<const float> values) {
    write(weights_.at(index), values, network_.parameters[index].name);
    if (devices_.empty()) return;
    const DevicePairs& pairs = devices_[index];  // in host memory: no other device has them
    for (std::int64_t i = 0; i < pairs.plus.size(); ++i) phase_change::write_pair(pairs, i, weights_[index].f32()[i]);
}

std::vector<float> Parameters::state_values(std::size_t index) const {
    return read(state_.at(index));
}

void Parameters::set_state_values(std::size_t index, std::span<const float> values) {
    write(state_.at(index), values, network_.state[index].name);
}

std::string Parameters::weights_sha256() const {
    Sha256 hash;
    for (const std::vector<Tensor>* tensors : {&weights_, &state_})
        for (const Tensor& tensor : *tensors) {
            const std::vector<float> v = read(tensor);
            hash.add(std::as_bytes(std::span(v)));
        }
    return hash.hex();
}

MemoryByCategory persistent_memory(const Network& network, const OptimizerSettings& optimizer,
                                   const PrecisionPolicy& policy, bool native) {
    MemoryByCategory bytes{};
    const auto count = static_cast<std::uint64_t>(network.parameter_count());
    const auto width = [native](const FloatFormat& format) {
        return native ? static_cast<std::uint64_t>(format.storage_bytes()) : sizeof(float);
    };
    for (const ParameterInfo& info : network.parameters) {
        const FloatFormat& operand = policy.of(info.layer, info.is_convolution).operand;
        const bool copied = info.is_operand && policy.weight == fp32 && operand.is_narrow();
        const MemoryCategory category = copied ? MemoryCategory::master_weights : MemoryCategory::weights;
        bytes[static_cast<std::size_t>(category)] +=
            static_cast<std::uint64_t>(info.shape.size()) * width(policy.weight);
    }
    for (const ParameterInfo& info : network.state)
        bytes[static_cast<std::size_t>(MemoryCategory::weights)] +=
            static_cast<std::uint64_t>(info.shape.size()) * sizeof(float);
    bytes[static_cast<std::size_t>(MemoryCategory::optimizer_state)] =
        count * static_cast<std::uint64_t>(copies_of(optimizer) - 1) * width(policy.optimizer_state);
    return bytes;
}

namespace {

std::int64_t outer(const ParameterInfo& p) {
    return p.shape.size() / (p.spatial * p.channels);
}

}  // namespace

std::vector<float> to_pytorch_layout(const ParameterInfo& p, std::span<const float> values) {
    std::vector<float> result(values.size());
    for (std::int64_t o = 0; o < outer(p); ++o)
        for (std::int64_t s = 0; s < p.spatial; ++s)
            for (std::int64_t c = 0; c < p.channels; ++c)
                result[static_cast<std::size_t>((o * p.channels + c) * p.spatial + s)] =
                    values[static_cast<std::size_t>((o * p.spatial + s) * p.channels + c)];
    return result;
}

std::vector<float> from_pytorch_layout(const ParameterInfo& p, std::span<const float> values) {
    std::vector<float> result(values.size());
    for (std::int64_t o = 0; o < outer(p); ++o)
        for (std::int64_t s = 0; s < p.spatial; ++s)
            for (std::int64_t c = 0; c < p.channels; ++c)
                result[static_cast<std::size_t>((o * p.spatial + s) * p.channels + c)] =
                    values[static_cast<std::size_t>((o * p.channels + c) * p.spatial + s)];
    return result;
}

}  // namespace mantissa
