// SPDX-License-Identifier: Apache-2.0
// Mean squared error and its gradient.
#include <cmath>

#include "engine/precision/rounding.h"
#include "engine/reference/reference_kernels.h"
#include "engine/reference/store_result.h"

namespace mantissa {

void ReferenceKernels::squared_error(const ReductionPolicy& reduction, const Tensor& prediction, const Tensor& target,
                                     const StepState* state, const Tensor& dprediction, const Cast& cast,
                                     LossSums* sums) {
    const std::int64_t rows = prediction.shape[0], columns = prediction.size() / rows;
    const bool wide = reduction.format == fp32;
    const auto grid = [&](float v) { return round_to(v, reduction.format); };
    const float factor = (state ? state->scaler.scale : 1.0f) * (2.0f / static_cast<float>(prediction.size()));
    for (std::int64_t r = 0; r < rows; ++r) {
        double sum = 0;
        float narrow = 0;
        for (std::int64_t c = 0; c < columns; ++c) {
            const std::int64_t i = r * columns + c;
            const float difference = grid(prediction.f32()[i] - target.f32()[i]);
            sum += static_cast<double>(difference) * static_cast<double>(difference);
            narrow = grid(narrow + grid(difference * difference));
            if (cast.nonfinite_arguments && !std::isfinite(prediction.f32()[i])) ++*cast.nonfinite_arguments;
            if (dprediction)
                dprediction.f32()[i] = store_result(difference * factor, cast, static_cast<std::uint64_t>(i));
        }
        sums->loss +=
            wide ? sum / static_cast<double>(columns) : static_cast<double>(grid(narrow / static_cast<float>(columns)));
        ++sums->images;
    }
}

}  // namespace mantissa
