// SPDX-License-Identifier: Apache-2.0
// Matrix products of a dense layer: oneDNN's SGEMM (row-major, FP32 throughout, the same interface in 2.x and 3.x),
// then one pass for bias, counting and rounding.
#include <fmt/format.h>
#include <oneapi/dnnl/dnnl.h>

#include "engine/base/error.h"
#include "engine/cpu/blocked_product.h"
#include "engine/cpu/cast_rows.h"
#include "engine/cpu/column_sums.h"
#include "engine/cpu/cpu_kernels.h"

namespace mantissa {
namespace {

void sgemm(char transpose_a, char transpose_b, std::int64_t m, std::int64_t n, std::int64_t k, const float* a,
           std::int64_t lda, const float* b, std::int64_t ldb, float* c) {
    const dnnl_status_t status = dnnl_sgemm(transpose_a, transpose_b, m, n, k, 1.0f, a, lda, b, ldb, 0.0f, c, n);
    if (status != dnnl_success)
        throw Error(ErrorCode::device,
                    fmt::format("oneDNN refused a product of {}x{}x{} (status {})", m, n, k, static_cast<int>(status)),
                    "sgemm");
}

}  // namespace

void CpuKernels::linear_forward(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                                const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t rows = x.shape[0], in = w.shape[1], out = w.shape[0];
    if (accumulation.block > 0)
        blocked_product({x.f32(), in, 1}, {w.f32(), 1, in}, y.f32(), rows, out, in, accumulation, scratch_);
    else
        sgemm('N', 'T', rows, out, in, x.f32(), in, w.f32(), in, y.f32());
    cast_rows(y.f32(), bias ? bias.f32() : nullptr, y.f32(), rows, out, cast);
}

void CpuKernels::linear_backward_data(const Tensor& dy, const Tensor& w, const Tensor& dx,
                                      const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t rows = dy.shape[0], in = w.shape[1], out = w.shape[0];
    if (accumulation.block > 0)
        blocked_product({dy.f32(), out, 1}, {w.f32(), in, 1}, dx.f32(), rows, in, out, accumulation, scratch_);
    else
        sgemm('N', 'N', rows, in, out, dy.f32(), out, w.f32(), in, dx.f32());
    cast_rows(dx.f32(), nullptr, dx.f32(), rows, in, cast);
}

void CpuKernels::linear_backward_weights(const Tensor& dy, const Tensor& x, const Tensor& dw,
                                         const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t rows = dy.shape[0], in = dw.shape[1], out = dw.shape[0];
    if (accumulation.block > 0)
        blocked_product({dy.f32(), 1, out}, {x.f32(), in, 1}, dw.f32(), out, in, rows, accumulation, scratch_);
    else
        sgemm('T', 'N', out, in, rows, dy.f32(), out, x.f32(), in, dw.f32());
    cast_rows(dw.f32(), nullptr, dw.f32(), out, in, cast);
}

void CpuKernels::bias_gradient(const Tensor& dy, const Tensor& db, const ReductionPolicy& reduction, const Cast& cast) {
    const std::int64_t channels = db.shape[0], rows = dy.size() / channels;
    float* sums = db.f32();
    if (!(reduction.format == fp32)) {
        narrow_column_sums(dy.f32(), rows, channels, reduction.format, sums);
    } else {
        column_sums(dy.f32(), rows, channels, sums, scratch_);
    }
    cast_rows(sums, nullptr, sums, 1, channels, cast);
}

}  // namespace mantissa
