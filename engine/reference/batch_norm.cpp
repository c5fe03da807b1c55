// SPDX-License-Identifier: Apache-2.0
// BatchNorm over all axes but the last (torch.nn.BatchNorm1d, BatchNorm2d).
#include <cmath>
#include <vector>

#include "engine/reference/policy_sum.h"
#include "engine/reference/reference_kernels.h"
#include "engine/reference/store_result.h"

namespace mantissa {
namespace {

/// y = round(normalised x · gamma + beta), each channel by its own numbers.
void apply(const NormPolicy& policy, const Tensor& x, const Tensor& gamma, const Tensor& beta, const Tensor& y,
           const Tensor& mean, const float* rstd, const Cast& cast) {
    const std::int64_t channels = gamma.size();
    for (std::int64_t i = 0; i < x.size(); ++i) {
        const std::int64_t c = i % channels;
        const float value = normalised(x.f32()[i], mean.f32()[c], rstd[c], policy) * gamma.f32()[c] + beta.f32()[c];
        y.f32()[i] = store_result(value, cast, static_cast<std::uint64_t>(i));
    }
}

}  // namespace

void ReferenceKernels::batch_norm_forward(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                                          const Tensor& beta, const Tensor& y, const NormStatistics& statistics,
                                          const RunningStatistics& running, const Cast& cast) {
    const NormPolicy& policy = settings.policy;
    const bool wide = policy.format == fp32;
    const std::int64_t channels = gamma.size(), rows = x.size() / channels;
    const auto momentum = static_cast<float>(settings.momentum), rest = static_cast<float>(1 - settings.momentum);
    for (std::int64_t c = 0; c < channels; ++c) {
        const auto at = [&](std::int64_t r) { return x.f32()[r * channels + c]; };
        PolicySum sum(policy), squares(policy);
        for (std::int64_t r = 0; r < rows; ++r) sum.add(static_cast<double>(at(r)));
        const double total = sum.total();
        const float mean = mean_of(total, rows, policy);
        for (std::int64_t r = 0; r < rows; ++r) {
            const double wide_difference = static_cast<double>(at(r)) - total / static_cast<double>(rows);
            const float difference = on_grid(at(r) - mean, policy);
            squares.add(wide ? wide_difference * wide_difference
                             : static_cast<double>(on_grid(difference * difference, policy)));
        }
        const double all = squares.total(), epsilon = static_cast<double>(policy.held_epsilon());
        statistics.mean.f32()[c] = mean;
        statistics.rstd.f32()[c] =
            wide ? static_cast<float>(1 / std::sqrt(all / static_cast<double>(rows) + epsilon))
                 : on_grid(1.0f / std::sqrt(mean_of(all, rows, policy) + policy.held_epsilon()), policy);
        const auto move = [&](const Tensor& to, float batch) {
            if (to) to.f32()[c] = round_to(momentum * batch + rest * to.f32()[c], settings.running);
        };
        move(running.mean, mean);
        move(running.variance, mean_of(all, rows - 1, policy));
    }
    apply(policy, x, gamma, beta, y, statistics.mean, statistics.rstd.f32(), cast);
}

void ReferenceKernels::batch_norm_inference(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                                            const Tensor& beta, const Tensor& y, const RunningStatistics& running,
                                            const Cast& cast) {
    const NormPolicy& policy = settings.policy;
    std::vector<float> rstd(static_cast<std::size_t>(gamma.size()));
    for (std::size_t c = 0; c < rstd.size(); ++c)
        rstd[c] = on_grid(1.0f / std::sqrt(running.variance.f32()[c] + policy.held_epsilon()), policy);
    apply(policy, x, gamma, beta, y, running.mean, rstd.data(), cast);
}

void ReferenceKernels::batch_norm_backward(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                                           const NormStatistics& statistics, const Tensor& dy, const Tensor& dx,
                                           const Tensor& dgamma, const Tensor& dbeta, const Cast& dx_cast,
                                           const Cast& dgamma_cast, const Cast& dbeta_cast) {
    const NormPolicy& policy = settings.policy;
    const bool wide = policy.format == fp32;
    const std::int64_t channels = gamma.size(), rows = x.size() / channels;
    std::vector<float> shift(static_cast<std::size_t>(channels)), slope(shift);
    const auto unit = [&](std::int64_t i) {
        const std::int64_t c = i % channels;
        return normalised(x.f32()[i], statistics.mean.f32()[c], statistics.rstd.f32()[c], policy);
    };
    for (std::int64_t c = 0; c < channels; ++c) {
        PolicySum sum(policy), product(policy);
        for (std::int64_t r = 0; r < rows; ++r) {
            const std::int64_t i = r * channels + c;
            const float g = dy.f32()[i], u = unit(i);
            sum.add(static_cast<double>(g));
            product.add(wide ? static_cast<double>(g) * static_cast<double>(u)
                             : static_cast<double>(on_grid(g * u, policy)));
        }
        const double all = sum.total(), products = product.total();
        shift[static_cast<std::size_t>(c)] = mean_of(all, rows, policy);
        slope[static_cast<std::size_t>(c)] = mean_of(products, rows, policy);
        dbeta.f32()[c] = store_result(static_cast<float>(all), dbeta_cast, static_cast<std::uint64_t>(c));
        dgamma.f32()[c] = store_result(static_cast<float>(products), dgamma_cast, static_cast<std::uint64_t>(c));
    }
    if (!dx) return;
    for (std::int64_t i = 0; i < x.size(); ++i) {
        const std::int64_t c = i % channels;
        const auto at = static_cast<std::size_t>(c);
        const float value = gamma.f32()[c] * statistics.rstd.f32()[c] * (dy.f32()[i] - shift[at] - unit(i) * slope[at]);
        dx.f32()[i] = store_result(value, dx_cast, static_cast<std::uint64_t>(i));
    }
}

}  // namespace mantissa
