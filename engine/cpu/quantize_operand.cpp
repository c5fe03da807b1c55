// SPDX-License-Identifier: Apache-2.0
// Operands in eight or fewer bits, read back in FP32, in parts that threads share.
#include "engine/backend/quantization.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/parallel.h"

namespace mantissa {
namespace {

constexpr auto in_parts = [](std::int64_t count, const auto& f) {
    parallel_for(count, 1, 2, [&](std::int64_t begin, std::int64_t end, int) { f(begin, end); });
};

}  // namespace

void CpuKernels::quantize_operand(const Quantization& how, const Tensor& x, const Tensor& y, const Tensor& delayed,
                                  OperandCounts* counts) {
    if (scratch_.rehearsed()) return;
    mantissa::quantize_operand(how, x.f32(), y.f32(), delayed.f32(), counts, in_parts);
}

void CpuKernels::record_amax(const Quantization& how, const Tensor& x, const Tensor& delayed) {
    if (scratch_.rehearsed()) return;
    DelayedScale scale = read_delayed_scale(delayed.f32());
    scale.record(amax_of_tensor(x.f32(), x.size(), in_parts), how.operand.format, how.recipe->margin);
    write_delayed_scale(scale, delayed.f32());
}

}  // namespace mantissa
