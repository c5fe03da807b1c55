// SPDX-License-Identifier: Apache-2.0
// The counters of a pass, in device memory: which casts are watched, and where their counts lie. One block, read back
// by one copy after the step.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/backend/device.h"

namespace mantissa {

enum class GaugeRole { activation, activation_gradient, weight_gradient, weight };

inline bool is_gradient(GaugeRole role) {
    return role == GaugeRole::activation_gradient || role == GaugeRole::weight_gradient;
}

/// One watched cast.
struct Gauge {
    std::string tensor;  ///< "fc1.weight"; "fc1" for the layer's product, "fc1.out" for its activation function
    std::string layer;
    GaugeRole role = GaugeRole::activation;
    FloatFormat format;         ///< what it is cast to
    std::int64_t elements = 0;  ///< of a gradient, at the planned batch
};

/// One watched operand in eight or fewer bits.
struct OperandGauge {
    enum class Product { forward, input_gradient, weight_gradient };
    std::string layer;
    GaugeRole role = GaugeRole::activation;  ///< the input, the weight, or the gradient of the result
    Product product = Product::forward;      ///< the first that multiplies these numbers
    OperandFormat format;
    ScaleSource scale = ScaleSource::none;
};

/// Host copy of a pass's counters after a step.
struct GaugeReadings {
    StepState state;
    std::vector<ParameterMetrics> parameters;
    /// By gauge; not counted for weights. Of FP32 only the activations' nonfinite, by the operation that reads them.
    std::vector<FlushCounts> flush;
    std::vector<MagnitudeHistogram> histograms;  ///< by gauge; filled on monitored steps, empty otherwise
    std::vector<UpdateCounts> updates;           ///< by parameter; the same
    std::vector<OperandCounts> operands;         ///< by operand gauge; the same
};

class Gauges {
  public:
    /// Declares a gauge; returns its index. Only before allocate().
    int add(Gauge gauge);
    const std::vector<Gauge>& all() const noexcept { return gauges_; }
    /// The same of a quantised operand.
    int add_operand(OperandGauge gauge);
    const std::vector<OperandGauge>& operands() const noexcept { return operand_gauges_; }
    /// Casts gauge `index`, not a weight's, to `format` from now on: one cast can be left out of a pass whose other
    /// casts stay. What the pass stores there must hold the format's numbers.
    void set_format(int index, const FloatFormat& format) {
        gauges_.at(static_cast<std::size_t>(index)).format = format;
    }

    void allocate(Device& device, std::size_t parameter_count);
    /// What that takes of the device.
    std::size_t bytes(std::size_t parameter_count) const noexcept;

    StepState* state() const noexcept { return state_; }
    /// By gauge, in device memory.
    std::span<FlushCounts> flush() const noexcept { return {flush_, gauges_.size()}; }
    ParameterMetrics* parameter(std::size_t index) const noexcept { return parameters_ + index; }

    /// Where the update of a monitored step counts.
    UpdateCounts* updates(std::size_t index) const noexcept { return updates_ + index; }

    /// Where quantising operand `index` counts; null where not `monitored`.
    OperandCounts* operand(int index, bool monitored) const noexcept { return monitored ? operands_ + index : nullptr; }

    /// The cast of gauge `index`: activations and gradients are always counted, histograms only where `monitored`.
    Cast cast(int index, bool monitored) const;

    /// The gauge that counts there; -1: none of these.
    int at(const FlushCounts* counts) const noexcept {
        const bool ours = counts >= flush_ && counts < flush_ + gauges_.size();
        return ours ? static_cast<int>(counts - flush_) : -1;
    }
    /// Where whoever reads the result of gauge `index` counts its inf and NaN: FP32 results have no counted cast. Null
    /// where the cast counts them, or where there is no gauge (-1).
    std::uint64_t* nonfinite_at_reader(int index) const;

    /// Zeroes the counters of the coming step (not the scaler's state).
    void begin_step(Device& device, bool monitored);
    /// What was counted by all that is enqueued now comes to the host while the device goes on (Device::fetch);
    /// unpack() puts the bytes that Fetch::wait() gives in place of what is in `readings`, with the memory that it has.
    std::unique_ptr<Fetch> fetch(Device& device, bool monitored) const;
    void unpack(std::span<const std::byte> block, bool monitored, GaugeReadings& readings) const;

  private:
    std::size_t bytes_to_read(bool monitored) const noexcept;

    std::vector<Gauge> gauges_;
    std::size_t parameter_count_ = 0;
    std::unique_ptr<DeviceMemory> memory_;
    StepState* state_ = nullptr;
    ParameterMetrics* parameters_ = nullptr;
    FlushCounts* flush_ = nullptr;
    MagnitudeHistogram* histograms_ = nullptr;
    UpdateCounts* updates_ = nullptr;
    std::vector<OperandGauge> operand_gauges_;
    OperandCounts* operands_ = nullptr;
};

}  // namespace mantissa
