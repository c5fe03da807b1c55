// SPDX-License-Identifier: Apache-2.0
// Operands in eight or fewer bits, read back in FP32.
#include "engine/backend/quantization.h"
#include "engine/reference/reference_kernels.h"

namespace mantissa {
namespace {

/// All at once: one range.
constexpr auto in_turn = [](std::int64_t count, const auto& f) { f(std::int64_t{0}, count); };

}  // namespace

void ReferenceKernels::quantize_operand(const Quantization& how, const Tensor& x, const Tensor& y,
                                        const Tensor& delayed, OperandCounts* counts) {
    mantissa::quantize_operand(how, x.f32(), y.f32(), delayed.f32(), counts, in_turn);
}

void ReferenceKernels::record_amax(const Quantization& how, const Tensor& x, const Tensor& delayed) {
    DelayedScale scale = read_delayed_scale(delayed.f32());
    scale.record(amax_of_tensor(x.f32(), x.size(), in_turn), how.operand.format, how.recipe->margin);
    write_delayed_scale(scale, delayed.f32());
}

}  // namespace mantissa
