// SPDX-License-Identifier: Apache-2.0
// BatchNorm over all axes but the last.
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/policy_sums.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {
namespace {

/// y = round(x̂ · gamma + beta).
void normalise(Stream stream, Scratch& scratch, const NormGrid& grid, const Tensor& x, const float* mean,
               const float* rstd, const Tensor& gamma, const Tensor& beta, const Tensor& y, const Cast& cast) {
    const Numbers from(x), scale(gamma), shift(beta);
    const std::int64_t channels = gamma.size();
    store_each(stream, scratch, x.size(), Numbers(y), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        const std::int64_t c = divide(i, channels).remainder;
        return grid.normalised(from.get(i), mean[c], rstd[c]) * scale.get(c) + shift.get(c);
    });
}

}  // namespace

void CudaKernels::batch_norm_forward(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                                     const Tensor& beta, const Tensor& y, const NormStatistics& statistics,
                                     const RunningStatistics& running, const Cast& cast) {
    const std::int64_t channels = gamma.size(), rows = x.size() / channels;
    const Numbers from(x);
    const NormGrid grid(settings.policy);
    const NormScratch kept(scratch_, channels);
    auto *mean = static_cast<float*>(statistics.mean.data), *rstd = static_cast<float*>(statistics.rstd.data);
    auto *running_mean = static_cast<float*>(running.mean.data),
         *running_variance = static_cast<float*>(running.variance.data);
    const auto momentum = static_cast<float>(settings.momentum), rest = static_cast<float>(1 - settings.momentum);
    const Rounder held(settings.running, Rounding::nearest_even);
    policy_sums(
        stream_, scratch_, channels, rows, grid, true,
        [=] MANTISSA_KERNEL(std::int64_t c, std::int64_t r) { return static_cast<double>(from.get(r * channels + c)); },
        [=] MANTISSA_KERNEL(std::int64_t c, double total) {
            mean[c] = grid.mean(total, rows);
            kept.first[c] = grid.wide ? total / static_cast<double>(rows) : static_cast<double>(mean[c]);
            if (running_mean) running_mean[c] = held(momentum * mean[c] + rest * running_mean[c]);
        });
    policy_sums(
        stream_, scratch_, channels, rows, grid, true,
        [=] MANTISSA_KERNEL(std::int64_t c, std::int64_t r) {
            return grid.square(from.get(r * channels + c), kept.first[c]);
        },
        [=] MANTISSA_KERNEL(std::int64_t c, double total) {
            rstd[c] = grid.rstd(total, rows);
            if (running_variance)
                running_variance[c] = held(momentum * grid.mean(total, rows - 1) + rest * running_variance[c]);
        });
    normalise(stream_, scratch_, grid, x, mean, rstd, gamma, beta, y, cast);
}

void CudaKernels::batch_norm_inference(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                                       const Tensor& beta, const Tensor& y, const RunningStatistics& running,
                                       const Cast& cast) {
    const std::int64_t channels = gamma.size();
    const NormGrid grid(settings.policy);
    const NormScratch kept(scratch_, channels);
    const auto* variance = static_cast<const float*>(running.variance.data);
    for_each(stream_, channels, [=] MANTISSA_KERNEL(std::int64_t c) { kept.rstd[c] = grid.rstd_of(variance[c]); });
    normalise(stream_, scratch_, grid, x, static_cast<const float*>(running.mean.data), kept.rstd, gamma, beta, y,
              cast);
}

void CudaKernels::batch_norm_backward(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                                      const NormStatistics& statistics, const Tensor& dy, const Tensor& dx,
                                      const Tensor& dgamma, const Tensor& dbeta, const Cast& dx_cast,
                                      const Cast& dgamma_cast, const Cast& dbeta_cast) {
    const std::int64_t channels = gamma.size(), rows = x.size() / channels;
    const Numbers from(x), given(dy), scale(gamma);
    const NormGrid grid(settings.policy);
    const NormScratch kept(scratch_, channels);
    const auto *mean = static_cast<const float*>(statistics.mean.data),
               *rstd = static_cast<const float*>(statistics.rstd.data);
    const auto unit = [=] MANTISSA_KERNEL(std::int64_t i, std::int64_t c) {
        return grid.normalised(from.get(i), mean[c], rstd[c]);
    };
    policy_sums(
        stream_, scratch_, channels, rows, grid, true,
        [=] MANTISSA_KERNEL(std::int64_t c, std::int64_t r) {
            return static_cast<double>(given.get(r * channels + c));
        },
        [=] MANTISSA_KERNEL(std::int64_t c, double total) {
            kept.first[c] = total;
            kept.mean[c] = grid.mean(total, rows);
        });
    policy_sums(
        stream_, scratch_, channels, rows, grid, true,
        [=] MANTISSA_KERNEL(std::int64_t c, std::int64_t r) {
            const std::int64_t i = r * channels + c;
            return grid.product(given.get(i), unit(i, c));
        },
        [=] MANTISSA_KERNEL(std::int64_t c, double total) {
            kept.second[c] = total;
            kept.rstd[c] = grid.mean(total, rows);
        });
    store_each(stream_, scratch_, channels, Numbers(dbeta), dbeta_cast,
               [=] MANTISSA_KERNEL(std::int64_t c, Tally&) { return static_cast<float>(kept.first[c]); });
    store_each(stream_, scratch_, channels, Numbers(dgamma), dgamma_cast,
               [=] MANTISSA_KERNEL(std::int64_t c, Tally&) { return static_cast<float>(kept.second[c]); });
    if (!dx) return;
    store_each(stream_, scratch_, x.size(), Numbers(dx), dx_cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        const std::int64_t c = divide(i, channels).remainder;
        return scale.get(c) * rstd[c] * (given.get(i) - kept.mean[c] - unit(i, c) * kept.rstd[c]);
    });
}

}  // namespace mantissa::cuda
