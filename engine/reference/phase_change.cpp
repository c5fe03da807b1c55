// SPDX-License-Identifier: Apache-2.0
// Reading and programming phase-change devices, one by one.
#include <cmath>
#include <vector>

#include "engine/backend/phase_change_update.h"
#include "engine/reference/reference_kernels.h"

namespace mantissa {

void ReferenceKernels::add_read_noise(const DeviceRead& read, const Tensor& x, const Tensor& variance,
                                      const Tensor& bias_variance, const Tensor& y) {
    const std::int64_t outputs = variance.shape[0], inputs = variance.shape[1];
    const std::int64_t from = read.transposed ? outputs : inputs, to = read.transposed ? inputs : outputs;
    for (std::int64_t row = 0; row < y.size() / to; ++row)
        for (std::int64_t i = 0; i < to; ++i) {
            float sum = bias_variance ? bias_variance.f32()[i] : 0.0f;
            for (std::int64_t j = 0; j < from; ++j) {
                const float number = x.f32()[row * from + j];
                sum += number * number * variance.f32()[read.transposed ? j * inputs + i : i * inputs + j];
            }
            y.f32()[row * to + i] +=
                std::sqrt(sum) * standard_normal<float>(read.random, static_cast<std::uint64_t>(row * to + i));
        }
}

void ReferenceKernels::convert_8bit(const Tensor& x, const Tensor& y, std::int64_t width) {
    for (std::int64_t row = 0; row < x.size() / width; ++row) {
        const float* from = x.f32() + row * width;
        float largest = 0;
        for (std::int64_t i = 0; i < width; ++i) largest = std::fmax(largest, std::abs(from[i]));
        for (std::int64_t i = 0; i < width; ++i)
            y.f32()[row * width + i] = phase_change::convert_8bit(from[i], largest);
    }
}

void ReferenceKernels::program_devices(std::span<const ParameterView> parameters, const OptimizerSettings& settings,
                                       const StepState& state) {
    const float factor = phase_change::factor_of(
        update_factors(settings, state.scaler.scale, state.norm_squared, state.scaler.optimizer_step));
    for (const ParameterView& p : parameters) {
        phase_change::count_updates(p, factor);
        const phase_change::Programming programming = phase_change::programming_of(settings, p.random.step);
        phase_change::PulseCounts counts;
        for (std::int64_t i = 0; i < p.weight.size(); ++i) {
            const float g = p.gradient.f32()[i];
            const std::uint64_t pulses = counts.pulses;
            phase_change::program_pair(programming, p.devices, i,
                                       phase_change::wanted(programming, p.devices, i, g, factor), p.random,
                                       p.weight.f32()[i], counts);
            if (g * factor == 0 || std::isnan(g)) continue;
            ++p.metrics->updates_nonzero;
            if (!programming.gathers && counts.pulses == pulses) ++p.metrics->updates_lost;
        }
        p.metrics->pulses = counts.pulses;
        p.metrics->refreshed_pairs = counts.refreshed;
    }
}

}  // namespace mantissa
