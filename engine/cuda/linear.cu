// SPDX-License-Identifier: Apache-2.0
// Matrix products of a dense layer: the products' FP32 sums, then one pass for bias, counting and rounding.
#include "engine/cuda/activation.h"
#include "engine/cuda/blocked_sum.h"
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"
#include "engine/cuda/store_sums.h"

namespace mantissa::cuda {
namespace {

/// An operand as a matrix of any order.
struct Strided {
    Numbers numbers;
    std::int64_t row_stride, column_stride;

    MANTISSA_BOTH float get(std::int64_t row, std::int64_t column) const {
        return numbers.get(row * row_stride + column * column_stride);
    }
};

/// c[rows, columns] = round(a · b), the sums rounded after each block, in the order of `terms`. With `adds_bias` +
/// bias, or + 0 where that is empty, which makes a negative zero positive.
void blocked_product(Stream stream, Scratch& scratch, const Strided& a, const Strided& b, bool adds_bias,
                     const Numbers& bias, const Tensor& c, std::int64_t columns, std::int64_t terms,
                     const Accumulation& accumulation, const Cast& cast) {
    const Rounder round(accumulation.format, Rounding::nearest_even);
    const int block = accumulation.block;
    store_each(stream, scratch, c.size(), Numbers(c), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        const Division at = divide(i, columns);
        BlockedSum sum(round, block);
        for (std::int64_t k = 0; k < terms; ++k) sum.add(a.get(at.quotient, k), b.get(k, at.remainder));
        if (!adds_bias) return sum.total();
        return sum.total() + (bias.data ? bias.get(at.remainder) : 0.0f);
    });
}

}  // namespace

Tensor CudaKernels::widened(const Tensor& operand, ScratchUse use) {
    if (size_of(operand.dtype) == sizeof(float)) return {operand.data, DType::float32, operand.shape};
    const Tensor wide{scratch_.of<float>(use, static_cast<std::size_t>(operand.size())), DType::float32, operand.shape};
    round_copy(operand, wide, {});
    return wide;
}

bool CudaKernels::product(const Tensor& a, bool a_transposed, const Tensor& b, bool b_transposed, const Tensor& c,
                          std::int64_t rows, std::int64_t columns, bool add, const void* bias) {
    const Tensor to{c.data, DType::float32, {rows, columns}};
    if (a.dtype == b.dtype)
        return products_.product(a, a_transposed, b, b_transposed, to, arithmetic_of(a.dtype), add, bias);
    const Tensor wide_a = widened(a, ScratchUse::operand_a), wide_b = widened(b, ScratchUse::operand_b);
    return products_.product(wide_a, a_transposed, wide_b, b_transposed, to, Arithmetic::fp32, add, bias);
}

Tensor CudaKernels::product_with_bias(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                                      const Tensor& sums, std::int64_t rows, std::int64_t columns) {
    const bool ask = sums.data == y.data && bias && bias.dtype == DType::float32;
    return product(x, false, w, true, sums, rows, columns, false, ask ? bias.data : nullptr) ? Tensor{} : bias;
}

Tensor CudaKernels::sums_for(const Tensor& c, std::int64_t elements) {
    if (c.dtype == DType::float32) return c;
    return {scratch_.of<float>(ScratchUse::sums, static_cast<std::size_t>(elements)), DType::float32, {elements}};
}

void store_sums(Stream stream, Scratch& scratch, const Tensor& sums, const Tensor& bias, const Tensor& c,
                std::int64_t columns, std::int64_t row, const Cast& cast, std::int64_t first) {
    if (sums.data == c.data && !bias && cast.is_plain()) return;
    store_packs(stream, scratch, c.size(), Numbers(c), cast, BiasedSums(sums, bias, columns, row), first);
}

void CudaKernels::linear_forward(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                                 const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t rows = x.shape[0], in = w.shape[1], out = w.shape[0];
    if (accumulation.block > 0) {
        blocked_product(stream_, scratch_, {Numbers(x), in, 1}, {Numbers(w), 1, in}, true, Numbers(bias), y, out, in,
                        accumulation, cast);
        return;
    }
    const Tensor sums = sums_for(y, rows * out);
    const Tensor rest = product_with_bias(x, w, bias, y, sums, rows, out);
    store_sums(stream_, scratch_, sums, rest, y, out, out, cast, 0);
}

void CudaKernels::linear_backward_data(const Tensor& dy, const Tensor& w, const Tensor& dx,
                                       const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t rows = dy.shape[0], in = w.shape[1], out = w.shape[0];
    if (accumulation.block > 0) {
        blocked_product(stream_, scratch_, {Numbers(dy), out, 1}, {Numbers(w), in, 1}, false, {}, dx, in, out,
                        accumulation, cast);
        return;
    }
    const Tensor sums = sums_for(dx, rows * in);
    product(dy, false, w, false, sums, rows, in, false);
    store_sums(stream_, scratch_, sums, {}, dx, in, in, cast, 0);
}

void CudaKernels::linear_backward_weights(const Tensor& dy, const Tensor& x, const Tensor& dw,
                                          const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t rows = dy.shape[0], in = dw.shape[1], out = dw.shape[0];
    if (accumulation.block > 0) {
        blocked_product(stream_, scratch_, {Numbers(dy), 1, out}, {Numbers(x), in, 1}, false, {}, dw, in, rows,
                        accumulation, cast);
        return;
    }
    const Tensor sums = sums_for(dw, out * in);
    product(dy, true, x, false, sums, out, in, false);
    store_sums(stream_, scratch_, sums, {}, dw, in, in, cast, 0);
}

void CudaKernels::bias_gradient(const Tensor& dy, const Tensor& db, const ReductionPolicy& reduction,
                                const Cast& cast) {
    const std::int64_t channels = db.shape[0], rows = dy.size() / channels;
    const Numbers from(dy);
    if (!(reduction.format == fp32)) {
        const Rounder round(reduction.format, Rounding::nearest_even);
        store_each(stream_, scratch_, channels, Numbers(db), cast, [=] MANTISSA_KERNEL(std::int64_t c, Tally&) {
            float sum = 0;
            for (std::int64_t r = 0; r < rows; ++r) sum = round(sum + from.get(r * channels + c));
            return sum;
        });
        return;
    }
    check_storage(db.dtype, cast.format);
    const Store store(Numbers(db), cast);
    const auto term = [=] MANTISSA_KERNEL(std::int64_t c, std::int64_t r) {
        return static_cast<double>(from.get(r * channels + c));
    };
    if (!cast.histogram) {  // each channel's first thread stores it
        sum_terms(stream_, scratch_, channels, rows, true, term, [=] MANTISSA_KERNEL(std::int64_t c, double sum) {
            Putter put(store, 0);
            put(static_cast<float>(sum), c);
            store.close(put.tally);
        });
        return;
    }
    double* sums = scratch_.of<double>(ScratchUse::scalars, static_cast<std::size_t>(channels));
    sum_terms(stream_, scratch_, channels, rows, true, term,
              [=] MANTISSA_KERNEL(std::int64_t c, double sum) { sums[c] = sum; });
    store_each(stream_, scratch_, channels, Numbers(db), cast,
               [=] MANTISSA_KERNEL(std::int64_t c, Tally&) { return static_cast<float>(sums[c]); });
}

}  // namespace mantissa::cuda
