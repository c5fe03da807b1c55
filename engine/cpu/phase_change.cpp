// SPDX-License-Identifier: Apache-2.0
// Products with phase-change devices: the noise of reading them, converters, and updates as pulses. Few pairs are worth
// a pulse in a step; the others only gather, by vectors.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "engine/backend/phase_change_update.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/parallel.h"
#include "engine/cpu/update.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/phase_change.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Σ x[j]² · variance[j] over the blocks of 16 that are listed: the others have only zeros in x.
float ReadVariance(const float* x, const float* variance, const std::uint16_t* blocks, std::int64_t count,
                   std::int64_t n) {
    const hn::CappedTag<float, 16> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    auto sum = hn::Zero(d);
    float rest = 0;
    for (std::int64_t b = 0; b < count; ++b) {
        const std::int64_t first = std::int64_t{blocks[b]} * 16, end = std::min<std::int64_t>(first + 16, n);
        std::int64_t j = first;
        for (; j + lanes <= end; j += lanes) {
            const auto v = hn::LoadU(d, x + j);
            sum = hn::MulAdd(hn::Mul(v, v), hn::LoadU(d, variance + j), sum);
        }
        for (; j < end; ++j) rest += x[j] * x[j] * variance[j];
    }
    return hn::GetLane(hn::SumOfLanes(d, sum)) + rest;
}

/// sums[j] += factor · variance[j].
void AddVariance(float factor, const float* variance, float* sums, std::int64_t n) {
    const hn::ScalableTag<float> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto by = hn::Set(d, factor);
    std::int64_t j = 0;
    for (; j + lanes <= n; j += lanes)
        hn::StoreU(hn::MulAdd(by, hn::LoadU(d, variance + j), hn::LoadU(d, sums + j)), d, sums + j);
    for (; j < n; ++j) sums[j] += factor * variance[j];
}

/// wanted[j] = what is gathered and the update of gradient[j], for n numbers; stores it as gathered where `gathers`.
/// Returns whether any is worth a pulse, or not finite; counts those that are not zero.
bool Gather(const float* gradient, float factor, float* gathered, bool gathers, float* wanted, std::int64_t n,
            std::uint64_t& nonzero) {
    const hn::ScalableTag<float> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    bool any = false;
    const auto some = [&](auto tag, std::int64_t j) HWY_ATTR {
        const auto change = hn::Mul(hn::LoadU(tag, gradient + j), hn::Set(tag, factor));
        const auto sum = gathers ? hn::Sub(hn::LoadU(tag, gathered + j), change) : hn::Neg(change);
        nonzero += hn::CountTrue(tag, hn::Gt(hn::Abs(change), hn::Zero(tag)));  // no NaN
        const auto waits = hn::Lt(hn::Abs(sum), hn::Set(tag, phase_change::pulse));
        any = any || !hn::AllTrue(tag, waits);
        hn::StoreU(sum, tag, wanted + j);
        // not BlendedStore(), which may write beyond a vector of one lane (Highway 1.0, AVX-512)
        if (gathers) hn::StoreU(hn::IfThenElse(waits, sum, hn::LoadU(tag, gathered + j)), tag, gathered + j);
    };
    std::int64_t j = 0;
    for (; j + lanes <= n; j += lanes) some(d, j);
    for (; j < n; ++j) some(hn::CappedTag<float, 1>(), j);
    return any;
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(ReadVariance);
HWY_EXPORT(AddVariance);
HWY_EXPORT(Gather);

namespace {

constexpr std::int64_t gather_block = 64;

/// The blocks of 16 numbers of x[0, n) that are not all zero; at most most_blocks: a layer has at most 16384 features.
constexpr std::int64_t most_blocks = 1024;
std::int64_t blocks_in_use(const float* x, std::int64_t n, std::uint16_t* blocks) {
    std::int64_t count = 0;
    for (std::int64_t first = 0; first < n; first += 16)
        if (std::any_of(x + first, x + std::min<std::int64_t>(first + 16, n), [](float v) { return v != 0; }))
            blocks[count++] = static_cast<std::uint16_t>(first / 16);
    return count;
}

}  // namespace

void CpuKernels::add_read_noise(const DeviceRead& read, const Tensor& x, const Tensor& variance,
                                const Tensor& bias_variance, const Tensor& y) {
    const std::int64_t outputs = variance.shape[0], inputs = variance.shape[1];
    const std::int64_t to = read.transposed ? inputs : outputs, rows = y.size() / to;
    const std::int64_t parts = max_parts();
    auto* sums = read.transposed ? scratch_.of<float>(ScratchUse::partials, parts * inputs) : nullptr;
    if (scratch_.rehearsed()) return;
    const auto add = [&](std::int64_t row, std::int64_t i, float sum) {
        const std::int64_t at = row * to + i;
        y.f32()[at] += std::sqrt(sum) * standard_normal<float>(read.random, static_cast<std::uint64_t>(at));
    };
    if (read.transposed) {
        parallel_for(rows, 1, 8, [&](std::int64_t begin, std::int64_t end, int part) {
            float* sum = sums + part * inputs;
            for (std::int64_t row = begin; row < end; ++row) {
                std::fill_n(sum, inputs, 0.0f);
                for (std::int64_t o = 0; o < outputs; ++o) {
                    const float number = x.f32()[row * outputs + o];
                    HWY_DYNAMIC_DISPATCH(AddVariance)(number * number, variance.f32() + o * inputs, sum, inputs);
                }
                for (std::int64_t j = 0; j < inputs; ++j) add(row, j, sum[j]);
            }
        });
        return;
    }
    for (std::int64_t row = 0; row < rows; ++row) {
        const float* numbers = x.f32() + row * inputs;
        std::array<std::uint16_t, most_blocks> blocks;
        const std::int64_t count = blocks_in_use(numbers, inputs, blocks.data());
        parallel_for(outputs, 8, 64, [&](std::int64_t begin, std::int64_t end, int) {
            for (std::int64_t o = begin; o < end; ++o)
                add(row, o,
                    HWY_DYNAMIC_DISPATCH(ReadVariance)(numbers, variance.f32() + o * inputs, blocks.data(), count,
                                                       inputs) +
                        (bias_variance ? bias_variance.f32()[o] : 0.0f));
        });
    }
}

void CpuKernels::convert_8bit(const Tensor& x, const Tensor& y, std::int64_t width) {
    if (scratch_.rehearsed()) return;
    parallel_for(x.size() / width, 1, 64, [&](std::int64_t begin, std::int64_t end, int) {
        for (std::int64_t row = begin; row < end; ++row) {
            const float* from = x.f32() + row * width;
            float largest = 0;
            for (std::int64_t i = 0; i < width; ++i) largest = std::fmax(largest, std::abs(from[i]));
            for (std::int64_t i = 0; i < width; ++i)
                y.f32()[row * width + i] = phase_change::convert_8bit(from[i], largest);
        }
    });
}

namespace {

/// Elements begin to end of one parameter.
UpdateFound program_piece(const ParameterView& p, std::int64_t begin, std::int64_t end, float factor,
                          const phase_change::Programming& programming) {
    UpdateFound found;
    phase_change::PulseCounts counts;
    const bool looks_at_all = programming.refreshes() || programming.rereads();
    std::array<float, gather_block> wanted;
    for (std::int64_t first = begin; first < end; first += gather_block) {
        const std::int64_t n = std::min(gather_block, end - first);
        const float* gradient = p.gradient.f32() + first;
        std::uint64_t nonzero = 0, programmed = 0;
        const bool any = HWY_DYNAMIC_DISPATCH(Gather)(gradient, factor, p.devices.gathered.f32() + first,
                                                      programming.gathers, wanted.data(), n, nonzero);
        for (std::int64_t j = 0; j < n && (any || looks_at_all); ++j) {
            const std::uint64_t pulses = counts.pulses;
            phase_change::program_pair(programming, p.devices, first + j, wanted[static_cast<std::size_t>(j)], p.random,
                                       p.weight.f32()[first + j], counts);
            programmed += counts.pulses != pulses && gradient[j] * factor != 0 ? 1 : 0;
        }
        found.nonzero += nonzero;
        if (!programming.gathers) found.lost += nonzero - programmed;
    }
    found.pulses = counts.pulses;
    found.refreshed = counts.refreshed;
    return found;
}

}  // namespace

void CpuKernels::program_devices(std::span<const ParameterView> parameters, const OptimizerSettings& settings,
                                 const StepState& state) {
    const auto parts = static_cast<std::size_t>(max_parts());
    auto* found = scratch_.of<UpdateFound>(ScratchUse::partials, static_cast<std::int64_t>(parts * parameters.size()));
    std::uninitialized_value_construct_n(found, parts * parameters.size());
    count_weights(parameters);
    const float factor = phase_change::factor_of(
        update_factors(settings, state.scaler.scale, state.norm_squared, state.scaler.optimizer_step));
    for (const ParameterView& p : parameters) phase_change::count_updates(p, factor);
    parallel_for_each(
        parameters, [](const ParameterView& p) { return p.weight.size(); }, gather_block, 16384,
        [&](std::size_t i, std::int64_t begin, std::int64_t end, int part) {
            found[static_cast<std::size_t>(part) * parameters.size() + i] = program_piece(
                parameters[i], begin, end, factor, phase_change::programming_of(settings, parameters[i].random.step));
        });
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        UpdateFound all;
        for (std::size_t part = 0; part < parts; ++part) all += found[part * parameters.size() + i];
        ParameterMetrics& metrics = *parameters[i].metrics;
        metrics.updates_nonzero = all.nonzero;
        metrics.updates_lost = all.lost;
        metrics.pulses = all.pulses;
        metrics.refreshed_pairs = all.refreshed;
    }
}

}  // namespace mantissa
#endif
