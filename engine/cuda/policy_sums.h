// SPDX-License-Identifier: Apache-2.0
// The sums of normalisations as a NormPolicy wants them: the same in every run and on every card.
#pragma once

#include <cmath>

#include "engine/cuda/add_up.h"
#include "engine/cuda/round.h"
#include "engine/precision/norm_policy.h"

namespace mantissa::cuda {

/// A policy as kernels take it; plain data.
struct NormGrid {
    explicit NormGrid(const NormPolicy& policy)
        : round(policy.format, Rounding::nearest_even),
          wide(policy.format == fp32),
          block(wide ? 0 : policy.block),
          epsilon(policy.held_epsilon()) {}

    /// total / count, rounded to FP32 and then to the grid.
    MANTISSA_BOTH float mean(double total, std::int64_t count) const {
        return round(static_cast<float>(total / static_cast<double>(count)));
    }
    /// 1 / sqrt(variance + epsilon) of a sum of squares.
    MANTISSA_BOTH float rstd(double squares, std::int64_t count) const {
        if (wide)
            return static_cast<float>(1 / ::sqrt(squares / static_cast<double>(count) + static_cast<double>(epsilon)));
        return rstd_of(mean(squares, count));
    }
    /// The same of a variance that is an FP32 number.
    MANTISSA_BOTH float rstd_of(float variance) const { return round(1.0f / ::sqrtf(variance + epsilon)); }
    MANTISSA_BOTH float normalised(float x, float mean_of_x, float rstd_of_x) const {
        return round(round(x - mean_of_x) * rstd_of_x);
    }
    /// A product as a term of a sum: exact in FP32, else on the grid.
    MANTISSA_BOTH double product(float a, float b) const {
        return wide ? static_cast<double>(a) * static_cast<double>(b) : static_cast<double>(round(a * b));
    }
    /// The square of x minus the mean, which is unrounded in FP32.
    MANTISSA_BOTH double square(float x, double centre) const {
        const double difference = static_cast<double>(x) - centre;
        if (wide) return difference * difference;
        const float rounded = round(static_cast<float>(difference));
        return static_cast<double>(round(rounded * rounded));
    }

    Rounder round;
    bool wide;
    int block;
    float epsilon;
};

/// Sums of `terms` terms for each of `items`: finish(item, total) is given term(item, t) summed over t. By blocks, each
/// item by one thread in order; else in double by sum_terms, rounded once. `neighbours` as sum_terms has it.
template <class Term, class Finish>
void policy_sums(Stream stream, Scratch& scratch, std::int64_t items, std::int64_t terms, const NormGrid& grid,
                 bool neighbours, Term term, Finish finish) {
    if (grid.block == 0) {
        sum_terms(stream, scratch, items, terms, neighbours, term,
                  [=] MANTISSA_KERNEL(std::int64_t item, double total) {
                      finish(item, grid.wide ? total : static_cast<double>(grid.round(static_cast<float>(total))));
                  });
        return;
    }
    for_each(stream, items, [=] MANTISSA_KERNEL(std::int64_t item) {
        float sum = 0;
        for (std::int64_t begin = 0; begin < terms; begin += grid.block) {
            float some = 0;
            for (std::int64_t t = begin; t < terms && t < begin + grid.block; ++t)
                some += static_cast<float>(term(item, t));
            sum = grid.round(sum + grid.round(some));
        }
        finish(item, static_cast<double>(sum));
    });
}

/// What a normalisation keeps of each row or channel between its kernels.
struct NormScratch {
    NormScratch(Scratch& scratch, std::int64_t items)
        : first(scratch.of<double>(ScratchUse::scalars, static_cast<std::size_t>(4 * items))),
          second(first + items),
          mean(reinterpret_cast<float*>(second + items)),
          rstd(mean + items) {}

    double *first, *second;
    float *mean, *rstd;
};

}  // namespace mantissa::cuda
