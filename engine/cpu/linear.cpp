// SPDX-License-Identifier: Apache-2.0
// Matrix products of a dense layer, then one pass for bias, counting and rounding: operands stored as BF16 by oneDNN's
// BF16 products, FP32 by its SGEMM (row-major, the same interface in 2.x and 3.x).
#include <fmt/format.h>
#include <oneapi/dnnl/dnnl.h>

#include "engine/base/error.h"
#include "engine/cpu/blocked_product.h"
#include "engine/cpu/cast_rows.h"
#include "engine/cpu/column_sums.h"
#include "engine/cpu/cpu_kernels.h"

namespace mantissa {

void CpuKernels::sgemm(char transpose_a, char transpose_b, std::int64_t m, std::int64_t n, std::int64_t k,
                       const float* a, std::int64_t lda, const float* b, std::int64_t ldb, float* c, bool add) const {
    if (scratch_.rehearsed()) return;
    const dnnl_status_t status =
        dnnl_sgemm(transpose_a, transpose_b, m, n, k, 1.0f, a, lda, b, ldb, add ? 1.0f : 0.0f, c, n);
    if (status != dnnl_success)
        throw Error(ErrorCode::device,
                    say("oneDNN refused a product of %1x%2x%3 (status %4)", {m, n, k, static_cast<int>(status)}),
                    "sgemm");
}

void CpuKernels::store_rows(const Numbers& sums, const float* bias, const Numbers& to, std::int64_t rows,
                            std::int64_t columns, const Cast& cast) const {
    if (!scratch_.rehearsed()) cast_rows(sums, bias, to, rows, columns, cast);
}

void CpuKernels::linear_forward(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                                const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t rows = x.shape[0], in = w.shape[1], out = w.shape[0];
    const float* add = bias ? bias.f32() : nullptr;
    const Numbers to(y);
    if (accumulation.block == 0 && are_bf16(x, w)) {
        staging_.by_rows(rows, out, to, add, cast, [&](std::int64_t begin, std::int64_t n, float* sums) {
            products_.multiply(n, out, in, Numbers(x).from(begin * in).bf16(), false, Numbers(w).bf16(), true, sums);
        });
        return;
    }
    const float *a = staging_.as_f32(x, ScratchUse::operand_a), *b = staging_.as_f32(w, ScratchUse::operand_b);
    float* sums = staging_.sums_for(to, rows * out);
    if (accumulation.block > 0)
        blocked_product({a, in, 1}, {b, 1, in}, sums, rows, out, in, accumulation, scratch_);
    else
        sgemm('N', 'T', rows, out, in, a, in, b, in, sums);
    store_rows(sums, add, to, rows, out, cast);
}

void CpuKernels::linear_backward_data(const Tensor& dy, const Tensor& w, const Tensor& dx,
                                      const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t rows = dy.shape[0], in = w.shape[1], out = w.shape[0];
    const Numbers to(dx);
    if (accumulation.block == 0 && are_bf16(dy, w)) {
        staging_.by_rows(rows, in, to, nullptr, cast, [&](std::int64_t begin, std::int64_t n, float* sums) {
            const Numbers some = Numbers(dy).from(begin * out);
            products_.multiply(n, in, out, some.bf16(), false, Numbers(w).bf16(), false, sums);
            count_lost_data(some, w, n, sums, cast);
        });
        return;
    }
    const float *a = staging_.as_f32(dy, ScratchUse::operand_a), *b = staging_.as_f32(w, ScratchUse::operand_b);
    float* sums = staging_.sums_for(to, rows * in);
    if (accumulation.block > 0)
        blocked_product({a, out, 1}, {b, in, 1}, sums, rows, in, out, accumulation, scratch_);
    else
        sgemm('N', 'N', rows, in, out, a, out, b, in, sums);
    store_rows(sums, nullptr, to, rows, in, cast);
}

void CpuKernels::linear_backward_weights(const Tensor& dy, const Tensor& x, const Tensor& dw,
                                         const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t rows = dy.shape[0], in = dw.shape[1], out = dw.shape[0];
    const Numbers to(dw);
    float* sums = staging_.sums_for(to, out * in);
    if (accumulation.block == 0 && are_bf16(dy, x)) {
        products_.multiply(out, in, rows, Numbers(dy).bf16(), true, Numbers(x).bf16(), false, sums);
        count_lost_weights(dy, x, dw, sums, cast);
    } else {
        const float *a = staging_.as_f32(dy, ScratchUse::operand_a), *b = staging_.as_f32(x, ScratchUse::operand_b);
        if (accumulation.block > 0)
            blocked_product({a, 1, out}, {b, in, 1}, sums, out, in, rows, accumulation, scratch_);
        else
            sgemm('T', 'N', out, in, rows, a, out, b, in, sums);
    }
    store_rows(sums, nullptr, to, out, in, cast);
}

void CpuKernels::bias_gradient(const Tensor& dy, const Tensor& db, const ReductionPolicy& reduction, const Cast& cast) {
    const std::int64_t channels = db.shape[0], rows = dy.size() / channels;
    float* sums = db.f32();
    if (reduction.format == fp32)
        column_sums(Numbers(dy), rows, channels, sums, scratch_);
    else if (!scratch_.rehearsed())
        narrow_column_sums(Numbers(dy), rows, channels, reduction.format, sums);
    store_rows(sums, nullptr, sums, 1, channels, cast);
}

}  // namespace mantissa
