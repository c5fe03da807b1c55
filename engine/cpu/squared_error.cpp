// SPDX-License-Identifier: Apache-2.0
// Mean squared error and its gradient.
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/cpu/cast_pieces.h"
#include "engine/cpu/cpu_kernels.h"

namespace mantissa {

void CpuKernels::squared_error(const ReductionPolicy& reduction, const Tensor& prediction, const Tensor& target,
                               const StepState* state, const Tensor& dprediction, const Cast& cast, LossSums* sums) {
    const std::int64_t rows = prediction.shape[0], columns = prediction.size() / rows;
    double* const losses = scratch_.of<double>(ScratchUse::losses, rows);
    if (scratch_.rehearsed()) return;
    const Numbers given(prediction), wanted(target);
    const bool wide = reduction.format == fp32;
    const auto grid = [&](float v) { return wide ? v : round_to(v, reduction.format); };
    /// Calls f(difference, i) for n elements from the first on.
    const auto differences = [&](std::int64_t first, std::int64_t n, const auto& f) {
        std::array<float, tally_block> a, b;
        for (std::int64_t done = 0; done < n; done += tally_block) {
            const std::int64_t some = std::min(tally_block, n - done);
            const float* const left = widened(given, first + done, some, a.data());
            const float* const right = widened(wanted, first + done, some, b.data());
            for (std::int64_t i = 0; i < some; ++i) f(grid(left[i] - right[i]), done + i);
        }
    };
    Parts<std::uint64_t> nonfinite;
    parallel_for(rows, 1, std::max<std::int64_t>(2, 8192 / columns),
                 [&](std::int64_t begin, std::int64_t end, int part) {
                     for (std::int64_t r = begin; r < end; ++r) {
                         double sum = 0;
                         float narrow = 0;
                         differences(r * columns, columns, [&](float difference, std::int64_t) {
                             sum += static_cast<double>(difference) * static_cast<double>(difference);
                             if (!wide) narrow = grid(narrow + grid(difference * difference));
                         });
                         losses[r] = wide ? sum / static_cast<double>(columns)
                                          : static_cast<double>(grid(narrow / static_cast<float>(columns)));
                         for (std::int64_t c = 0; cast.nonfinite_arguments && c < columns; ++c)
                             nonfinite[part] += std::isfinite(given.get(r * columns + c)) ? 0 : 1;
                     }
                 });
    for (std::int64_t r = 0; r < rows; ++r) sums->loss += losses[r];
    sums->images += static_cast<std::uint64_t>(rows);
    if (cast.nonfinite_arguments) nonfinite.add_to(*cast.nonfinite_arguments);
    if (!dprediction) return;
    const float factor = (state ? state->scaler.scale : 1.0f) * (2.0f / static_cast<float>(prediction.size()));
    cast_pieces(prediction.size(), 16384, Numbers(dprediction), cast,
                [&](std::int64_t i, std::int64_t n, float* to, int) {
                    differences(i, n, [&](float difference, std::int64_t j) { to[j] = difference * factor; });
                });
}

}  // namespace mantissa
