// SPDX-License-Identifier: Apache-2.0
// LayerNorm and RMSNorm over the last axis (torch.nn.LayerNorm, torch.nn.RMSNorm).
#include <cmath>

#include "engine/reference/policy_sum.h"
#include "engine/reference/reference_kernels.h"
#include "engine/reference/store_result.h"

namespace mantissa {
namespace {

struct Statistics {
    float mean, rstd;
};

Statistics statistics_of(const float* x, std::int64_t width, const NormSettings& settings) {
    const NormPolicy& policy = settings.policy;
    const bool wide = policy.format == fp32;
    double centre = 0;  // in FP32 the squares are those of the differences to the unrounded mean
    float mean = 0;
    if (settings.kind == NormSettings::Kind::layer) {
        PolicySum sum(policy);
        for (std::int64_t i = 0; i < width; ++i) sum.add(static_cast<double>(x[i]));
        const double total = sum.total();
        mean = mean_of(total, width, policy);
        centre = wide ? total / static_cast<double>(width) : static_cast<double>(mean);
    }
    PolicySum squares(policy);
    for (std::int64_t i = 0; i < width; ++i) {
        const double wide_difference = static_cast<double>(x[i]) - centre;
        const float difference = on_grid(x[i] - mean, policy);
        squares.add(wide ? wide_difference * wide_difference
                         : static_cast<double>(on_grid(difference * difference, policy)));
    }
    const double epsilon = static_cast<double>(policy.held_epsilon()), total = squares.total();
    if (wide) return {mean, static_cast<float>(1 / std::sqrt(total / static_cast<double>(width) + epsilon))};
    return {mean, on_grid(1.0f / std::sqrt(mean_of(total, width, policy) + policy.held_epsilon()), policy)};
}

}  // namespace

void ReferenceKernels::norm_forward(const NormSettings& settings, const Tensor& x, const Tensor& gamma,
                                    const Tensor& beta, const Tensor& y, const NormStatistics& statistics,
                                    const Cast& cast) {
    const std::int64_t width = x.shape[x.shape.rank - 1], rows = x.size() / width;
    for (std::int64_t r = 0; r < rows; ++r) {
        const float* row = x.f32() + r * width;
        const Statistics s = statistics_of(row, width, settings);
        if (statistics.mean) statistics.mean.f32()[r] = s.mean;
        if (statistics.rstd) statistics.rstd.f32()[r] = s.rstd;
        for (std::int64_t i = 0; i < width; ++i) {
            float value = normalised(row[i], s.mean, s.rstd, settings.policy);
            if (gamma) value = value * gamma.f32()[i];
            if (beta) value = value + beta.f32()[i];
            y.f32()[r * width + i] = store_result(value, cast, static_cast<std::uint64_t>(r * width + i));
        }
    }
}

void ReferenceKernels::norm_backward_data(const NormSettings& settings, const Tensor& x, const Tensor& gamma,
                                          const NormStatistics& statistics, const Tensor& dy, const Tensor& dx,
                                          const Cast& cast) {
    const NormPolicy& policy = settings.policy;
    const bool layer = settings.kind == NormSettings::Kind::layer, wide = policy.format == fp32;
    const std::int64_t width = x.shape[x.shape.rank - 1], rows = x.size() / width;
    for (std::int64_t r = 0; r < rows; ++r) {
        const float mean = layer ? statistics.mean.f32()[r] : 0.0f, rstd = statistics.rstd.f32()[r];
        const auto gradient = [&](std::int64_t i) { return dy.f32()[r * width + i] * (gamma ? gamma.f32()[i] : 1.0f); };
        const auto unit = [&](std::int64_t i) { return normalised(x.f32()[r * width + i], mean, rstd, policy); };
        PolicySum sum(policy), product(policy);
        for (std::int64_t i = 0; i < width; ++i) {
            const float g = gradient(i), u = unit(i);
            sum.add(static_cast<double>(on_grid(g, policy)));
            product.add(wide ? static_cast<double>(g) * static_cast<double>(u)
                             : static_cast<double>(on_grid(g * u, policy)));
        }
        const float shift = layer ? mean_of(sum.total(), width, policy) : 0.0f;
        const float slope = mean_of(product.total(), width, policy);
        for (std::int64_t i = 0; i < width; ++i) {
            const float value = rstd * (gradient(i) - shift - unit(i) * slope);
            dx.f32()[r * width + i] = store_result(value, cast, static_cast<std::uint64_t>(r * width + i));
        }
    }
}

void ReferenceKernels::norm_backward_gamma(const NormSettings& settings, const Tensor& x,
                                           const NormStatistics& statistics, const Tensor& dy, const Tensor& dgamma,
                                           const Cast& cast) {
    const NormPolicy& policy = settings.policy;
    const bool layer = settings.kind == NormSettings::Kind::layer;
    const std::int64_t width = x.shape[x.shape.rank - 1], rows = x.size() / width;
    for (std::int64_t i = 0; i < width; ++i) {
        PolicySum sum(policy);
        for (std::int64_t r = 0; r < rows; ++r) {
            const float unit = normalised(x.f32()[r * width + i], layer ? statistics.mean.f32()[r] : 0.0f,
                                          statistics.rstd.f32()[r], policy);
            const float g = dy.f32()[r * width + i];
            sum.add(policy.format == fp32 ? static_cast<double>(g) * static_cast<double>(unit)
                                          : static_cast<double>(on_grid(g * unit, policy)));
        }
        dgamma.f32()[i] = store_result(static_cast<float>(sum.total()), cast, static_cast<std::uint64_t>(i));
    }
}

}  // namespace mantissa
