// SPDX-License-Identifier: Apache-2.0
// Weights in phase-change memory, once for reference and CPU. A weight is the difference of two conductances; an update
// is gathered in high precision and reaches the devices in whole pulses, which have the devices' noise (Nandakumar et
// al., "Mixed-precision deep learning based on computational memory", Front. Neurosci. 14:406, 2020). The devices are
// those of Nandakumar et al., "A phase-change memory model for neuromorphic computing", J. Appl. Phys. 124, 152135,
// 2018. Conductances are in microsiemens.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "engine/backend/tensor.h"
#include "engine/base/normal.h"

namespace mantissa {

/// The devices of one parameter, all of its shape; FP32 but for the times.
struct DevicePairs {
    Tensor plus, minus;                  ///< conductance as last programmed
    Tensor plus_history, minus_history;  ///< how much of a fresh device's response is left: 1 after a reset
    Tensor plus_since, minus_since;      ///< int32: the step in which it was programmed
    Tensor gathered;                     ///< update that waits, of plus - minus
    Tensor variance;                     ///< of a weight's read noise, in weights squared
    explicit operator bool() const noexcept { return static_cast<bool>(plus); }
};
/// So many numbers are kept beside each weight.
inline constexpr int device_tensors = 8;

namespace phase_change {

inline constexpr float weight_of_microsiemens = 1.0f / 8;  ///< ±8 µS are the weights ±1
inline constexpr float pulse = 0.77f;                      ///< an update of so much is worth one pulse
inline constexpr float initial_conductance = 1.6f;         ///< of both devices of a weight of 0
inline constexpr float saturated = 8, worth_refreshing = 6;
inline constexpr int refresh_interval = 100;  ///< steps between looks for saturated pairs
inline constexpr int drift_interval = 1000;   ///< steps after which all weights are read anew
inline constexpr float drift_seconds = 38.6f, drift_exponent = -0.04f;
inline constexpr float history_of_pulses = 2.6f;
inline constexpr int most_pulses = 32;  ///< into one pair by one update, and by one refresh

/// What is left of a conductance `seconds` after it was first read, which is drift_seconds after its pulse:
/// G(t) = G · (t / 38.6 s)^-0.04.
inline float drift(float seconds) noexcept {
    return std::pow(1 + seconds / drift_seconds, drift_exponent);
}

/// Of one read of a device: its deviation is 0.03 G + 0.13.
inline float read_variance(float conductance) noexcept {
    const float deviation = 0.03f * conductance + 0.13f;
    return deviation * deviation;
}

/// The history of a device that has taken `pulses` since its reset.
inline float history_after(int pulses) noexcept {
    return std::exp(-static_cast<float>(pulses) / history_of_pulses);
}

/// The conductance and history after one pulse: ΔG ~ N(-0.084 G + 0.880 + 1.40 P, (0.091 G + 0.260 + 2.15 P)²) with P
/// fallen by e^(-1/2.6). No conductance is negative.
inline void add_pulse(float& conductance, float& history, float normal) noexcept {
    history *= history_after(1);
    const float mean = -0.084f * conductance + 0.880f + 1.40f * history;
    const float deviation = 0.091f * conductance + 0.260f + 2.15f * history;
    conductance = std::max(0.0f, conductance + mean + deviation * normal);
}

/// What the updates of a step have in common.
struct Programming {
    std::uint32_t step = 0;
    float step_seconds = 0;  ///< that a step takes on the devices
    bool gathers = true;     ///< false: what is not worth a pulse now is forgotten
    bool refreshes() const noexcept { return step % refresh_interval == 0 && step > 0; }
    bool rereads() const noexcept { return step % drift_interval == 0 && step > 0; }
};

struct PulseCounts {
    std::uint64_t pulses = 0;
    std::uint64_t refreshed = 0;  ///< pairs
};

/// One device of a pair, where it lies.
struct Cell {
    float& conductance;
    float& history;
    std::int32_t& since;

    float now(const Programming& p) const noexcept {
        const auto steps = static_cast<float>(static_cast<std::int64_t>(p.step) - since);
        return conductance * drift(steps * p.step_seconds);
    }
    void take(const Programming& p, float normal) noexcept {
        conductance = now(p);
        add_pulse(conductance, history, normal);
        since = static_cast<std::int32_t>(p.step);
    }
    void reset(const Programming& p) noexcept {
        conductance = 0;
        history = 1;
        since = static_cast<std::int32_t>(p.step);
    }
};

inline Cell plus_of(const DevicePairs& pairs, std::int64_t i) noexcept {
    return {pairs.plus.f32()[i], pairs.plus_history.f32()[i], static_cast<std::int32_t*>(pairs.plus_since.data)[i]};
}
inline Cell minus_of(const DevicePairs& pairs, std::int64_t i) noexcept {
    return {pairs.minus.f32()[i], pairs.minus_history.f32()[i], static_cast<std::int32_t*>(pairs.minus_since.data)[i]};
}

/// The weight and its noise as the devices of pair i give them in this step.
inline void read_pair(const Programming& p, const DevicePairs& pairs, std::int64_t i, float& weight) noexcept {
    const float plus = plus_of(pairs, i).now(p), minus = minus_of(pairs, i).now(p);
    weight = weight_of_microsiemens * (plus - minus);
    pairs.variance.f32()[i] =
        weight_of_microsiemens * weight_of_microsiemens * (read_variance(plus) + read_variance(minus));
}

/// The update of plus - minus that pair i waits for once the gradient `g` is added; `factor`: what a gradient is
/// multiplied with.
inline float wanted(const Programming& p, const DevicePairs& pairs, std::int64_t i, float g, float factor) noexcept {
    return (p.gathers ? pairs.gathered.f32()[i] : 0.0f) - g * factor;
}

/// Whether that is worth a pulse; never for what is not finite.
inline bool is_worth_pulse(float wanted) noexcept {
    return std::abs(wanted) >= pulse && std::abs(wanted) <= 1e9f;
}

/// Resets a saturated pair whose difference is small, and writes the difference by pulses until it is reached within
/// half a pulse.
inline void refresh_pair(const Programming& p, const DevicePairs& pairs, std::int64_t i, const RandomKey& random,
                         PulseCounts& counts) noexcept {
    Cell plus = plus_of(pairs, i), minus = minus_of(pairs, i);
    if (std::max(plus.conductance, minus.conductance) <= saturated) return;  // which drift only lowers
    const float g_plus = plus.now(p), g_minus = minus.now(p), difference = g_plus - g_minus;
    if (std::max(g_plus, g_minus) <= saturated || std::abs(difference) >= worth_refreshing) return;
    plus.reset(p);
    minus.reset(p);
    Cell& device = difference > 0 ? plus : minus;
    ++counts.refreshed;
    for (int k = 0; k < most_pulses && device.conductance < std::abs(difference) - pulse / 2; ++k) {
        const auto draw = static_cast<std::uint64_t>(i * 2 * most_pulses + most_pulses + k);
        device.take(p, standard_normal<float>(random, draw));
        ++counts.pulses;
    }
}

/// Pair i takes the update `wanted` in whole pulses, those that increase the weight into plus, the others into minus;
/// the rest waits. Then what the step's number asks for: refresh and reading anew.
inline void program_pair(const Programming& p, const DevicePairs& pairs, std::int64_t i, float wanted,
                         const RandomKey& random, float& weight, PulseCounts& counts) noexcept {
    const std::uint64_t before = counts.pulses + counts.refreshed;
    if (is_worth_pulse(wanted)) {
        const int pulses = static_cast<int>(std::min(std::abs(wanted) / pulse, static_cast<float>(most_pulses)));
        Cell device = wanted > 0 ? plus_of(pairs, i) : minus_of(pairs, i);
        for (int k = 0; k < pulses; ++k)
            device.take(p, standard_normal<float>(random, static_cast<std::uint64_t>(i * 2 * most_pulses + k)));
        counts.pulses += static_cast<std::uint64_t>(pulses);
        wanted -= std::copysign(static_cast<float>(pulses) * pulse, wanted);
    }
    if (p.gathers && std::isfinite(wanted)) pairs.gathered.f32()[i] = wanted;
    if (p.refreshes()) refresh_pair(p, pairs, i, random, counts);
    if (p.rereads() || counts.pulses + counts.refreshed != before) read_pair(p, pairs, i, weight);
}

/// `x` as a converter of 8 bits gives it whose range is the largest magnitude of its row: 127 steps on either side.
inline float convert_8bit(float x, float largest) noexcept {
    if (!(largest > 0) || !std::isfinite(largest)) return x;
    return std::nearbyint(x / largest * 127) * (largest / 127);
}

/// Pair i as if it had been written to `weight` until that was met, by two pulses into each device.
inline void write_pair(const DevicePairs& pairs, std::int64_t i, float& weight) noexcept {
    const float half = weight / weight_of_microsiemens / 2;
    const float base = std::max(initial_conductance, std::abs(half));
    pairs.plus.f32()[i] = base + half;
    pairs.minus.f32()[i] = base - half;
    pairs.plus_history.f32()[i] = pairs.minus_history.f32()[i] = history_after(2);
    plus_of(pairs, i).since = minus_of(pairs, i).since = 0;
    pairs.gathered.f32()[i] = 0;
    read_pair({}, pairs, i, weight);
}

}  // namespace phase_change

/// Whose noise Kernels::add_read_noise() adds.
struct DeviceRead {
    RandomKey random;         ///< the index is the result's element
    bool transposed = false;  ///< dx = dy · W instead of y = x · Wᵀ
};

}  // namespace mantissa
