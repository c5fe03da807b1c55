// SPDX-License-Identifier: Apache-2.0
// LayerNorm and RMSNorm over the last axis.
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/policy_sums.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {

void CudaKernels::norm_forward(const NormSettings& settings, const Tensor& x, const Tensor& gamma, const Tensor& beta,
                               const Tensor& y, const NormStatistics& statistics, const Cast& cast) {
    const std::int64_t width = x.shape[x.shape.rank - 1], rows = x.size() / width;
    const Numbers from(x), scale(gamma), shift(beta);
    const NormGrid grid(settings.policy);
    const NormScratch kept(scratch_, rows);
    auto *mean = static_cast<float*>(statistics.mean.data), *rstd = static_cast<float*>(statistics.rstd.data);
    if (settings.kind == NormSettings::Kind::layer)
        policy_sums(
            stream_, scratch_, rows, width, grid, false,
            [=] MANTISSA_KERNEL(std::int64_t r, std::int64_t c) {
                return static_cast<double>(from.get(r * width + c));
            },
            [=] MANTISSA_KERNEL(std::int64_t r, double total) {
                kept.mean[r] = grid.mean(total, width);
                kept.first[r] = grid.wide ? total / static_cast<double>(width) : static_cast<double>(kept.mean[r]);
                if (mean) mean[r] = kept.mean[r];
            });
    else
        for_each(stream_, rows, [=] MANTISSA_KERNEL(std::int64_t r) {
            kept.mean[r] = 0;
            kept.first[r] = 0;
        });
    policy_sums(
        stream_, scratch_, rows, width, grid, false,
        [=] MANTISSA_KERNEL(std::int64_t r, std::int64_t c) {
            return grid.square(from.get(r * width + c), kept.first[r]);
        },
        [=] MANTISSA_KERNEL(std::int64_t r, double total) {
            kept.rstd[r] = grid.rstd(total, width);
            if (rstd) rstd[r] = kept.rstd[r];
        });
    store_each(stream_, scratch_, x.size(), Numbers(y), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        const Division at = divide(i, width);
        float value = grid.normalised(from.get(i), kept.mean[at.quotient], kept.rstd[at.quotient]);
        if (scale.data) value = value * scale.get(at.remainder);
        if (shift.data) value = value + shift.get(at.remainder);
        return value;
    });
}

void CudaKernels::norm_backward_data(const NormSettings& settings, const Tensor& x, const Tensor& gamma,
                                     const NormStatistics& statistics, const Tensor& dy, const Tensor& dx,
                                     const Cast& cast) {
    const std::int64_t width = x.shape[x.shape.rank - 1], rows = x.size() / width;
    const Numbers from(x), scale(gamma), given(dy);
    const NormGrid grid(settings.policy);
    const NormScratch kept(scratch_, rows);
    const bool layer = settings.kind == NormSettings::Kind::layer;
    const auto *mean = static_cast<const float*>(statistics.mean.data),
               *rstd = static_cast<const float*>(statistics.rstd.data);
    const auto gradient = [=] MANTISSA_KERNEL(std::int64_t r, std::int64_t c) {
        const float g = given.get(r * width + c);
        return scale.data ? g * scale.get(c) : g;
    };
    const auto unit = [=] MANTISSA_KERNEL(std::int64_t r, std::int64_t c) {
        return grid.normalised(from.get(r * width + c), layer ? mean[r] : 0.0f, rstd[r]);
    };
    if (layer)
        policy_sums(
            stream_, scratch_, rows, width, grid, false,
            [=] MANTISSA_KERNEL(std::int64_t r, std::int64_t c) {
                return static_cast<double>(grid.round(gradient(r, c)));
            },
            [=] MANTISSA_KERNEL(std::int64_t r, double total) { kept.mean[r] = grid.mean(total, width); });
    else
        for_each(stream_, rows, [=] MANTISSA_KERNEL(std::int64_t r) { kept.mean[r] = 0; });
    policy_sums(
        stream_, scratch_, rows, width, grid, false,
        [=] MANTISSA_KERNEL(std::int64_t r, std::int64_t c) { return grid.product(gradient(r, c), unit(r, c)); },
        [=] MANTISSA_KERNEL(std::int64_t r, double total) { kept.rstd[r] = grid.mean(total, width); });
    store_each(stream_, scratch_, x.size(), Numbers(dx), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        const Division at = divide(i, width);
        const std::int64_t r = at.quotient, c = at.remainder;
        return rstd[r] * (gradient(r, c) - kept.mean[r] - unit(r, c) * kept.rstd[r]);
    });
}

void CudaKernels::norm_backward_gamma(const NormSettings& settings, const Tensor& x, const NormStatistics& statistics,
                                      const Tensor& dy, const Tensor& dgamma, const Cast& cast) {
    const std::int64_t width = x.shape[x.shape.rank - 1], rows = x.size() / width;
    const Numbers from(x), given(dy);
    const NormGrid grid(settings.policy);
    const NormScratch kept(scratch_, width);
    const bool layer = settings.kind == NormSettings::Kind::layer;
    const auto *mean = static_cast<const float*>(statistics.mean.data),
               *rstd = static_cast<const float*>(statistics.rstd.data);
    policy_sums(
        stream_, scratch_, width, rows, grid, true,
        [=] MANTISSA_KERNEL(std::int64_t c, std::int64_t r) {
            const float unit = grid.normalised(from.get(r * width + c), layer ? mean[r] : 0.0f, rstd[r]);
            return grid.product(given.get(r * width + c), unit);
        },
        [=] MANTISSA_KERNEL(std::int64_t c, double total) { kept.first[c] = total; });
    store_each(stream_, scratch_, width, Numbers(dgamma), cast,
               [=] MANTISSA_KERNEL(std::int64_t c, Tally&) { return static_cast<float>(kept.first[c]); });
}

}  // namespace mantissa::cuda
