// SPDX-License-Identifier: Apache-2.0
// The operations of a graph with tensors stored in 16 bits: the bits and counts of the same call with the same numbers
// stored as FP32. Included once by each device's test, after the header that says what KernelTest is;
// KernelTest::narrow_types() are the storages that the device has.
#pragma once

#include <functional>

#include "tests/engine/backend/narrow.h"
#include "tests/engine/backend/product_testing.h"

namespace mantissa {
namespace {

class NarrowOperations : public KernelTest {
  protected:
    /// Tensors of one call, stored one way.
    using Views = std::vector<Tensor>;

    /// make(inputs, outputs, cast) on both kinds of storage: all outputs must have the same bits, and the counts must
    /// be the same. Inputs are on the grid of the narrow storage.
    void expect_same(const std::vector<Array>& inputs, const std::vector<Shape>& outputs, DType type,
                     const std::function<void(const Views&, const Views&, const Cast&)>& make,
                     const std::string& what) {
        const FloatFormat format = Narrow(Shape{1}, type).format();
        Views wide_in, narrow_in, wide_out, narrow_out;
        std::vector<Narrow> given, made;
        std::vector<Array> results;
        for (const Array& a : inputs) given.emplace_back(a, type);
        for (const Shape& s : outputs) {
            made.emplace_back(s, type);
            results.emplace_back(s);
        }
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            wide_in.push_back(inputs[i].view());
            narrow_in.push_back(given[i].view());
        }
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            wide_out.push_back(results[i].view());
            narrow_out.push_back(made[i].view());
        }
        for (const bool watched : {false, true}) {
            FlushCounts wide_counts, narrow_counts;
            MagnitudeHistogram wide_histogram, narrow_histogram;
            make(wide_in, wide_out, cast_to(format, &wide_counts, watched ? &wide_histogram : nullptr));
            make(narrow_in, narrow_out, cast_to(format, &narrow_counts, watched ? &narrow_histogram : nullptr));
            for (std::size_t i = 0; i < outputs.size(); ++i)
                expect_same_bits(made[i].wide(), results[i], what + ", result " + std::to_string(i));
            expect_same_counts(narrow_counts, wide_counts, what);
            expect_same_histogram(narrow_histogram, wide_histogram, what);
        }
    }

    Array numbers(const Shape& shape, std::uint32_t seed, DType type, double scale = 1) const {
        return uniform(shape, seed, scale, Narrow(Shape{1}, type).format());
    }
};

TEST_F(NarrowOperations, SumsCopiesAndDropout) {
    for (const DType type : narrow_types())
        for (const std::int64_t n : {1, 17, 1025, 20000}) {
            const Array a = numbers({n}, 1, type), b = numbers({n}, 2, type);
            expect_same(
                {a, b}, {{n}, {n}, {n}, {2 * n}, {2 * n}, {n}, {n}}, type,
                [&](const Views& in, const Views& out, const Cast& cast) {
                    tested().add(in[0], in[1], out[0], cast);
                    tested().scale(in[0], 0.3f, out[1], cast);
                    tested().dropout({0.3, {1, RandomUse::dropout, 2, 3}, nullptr}, in[0], out[2], cast);
                    tested().copy_columns(n, 1, {in[0], 0, 1}, {out[3], 0, 2}, cast);
                    tested().copy_columns(n, 1, {{}, 0, 0}, {out[3], 1, 2}, cast);
                    tested().copy_columns(1, n, {in[0], 0, n}, {out[4], 0, n}, {});  // as they are
                    tested().copy_columns(1, n, {in[1], 0, n}, {out[4], n, n}, {});
                    if (n < 3) return;
                    tested().copy_columns(n / 3, 2, {in[0], 1, 3}, {out[5], 0, 3}, cast);  // short rows
                    tested().copy_columns(n / 3, 1, {in[1], 0, 3}, {out[5], 2, 3}, {});
                    tested().copy_columns(n / 3, 3, {in[0], 0, 3}, {out[6], 0, 3}, cast);
                },
                std::to_string(n) + " elements");
            for (const ActivationKind kind : {ActivationKind::gelu, ActivationKind::gelu_tanh, ActivationKind::silu})
                expect_same(
                    {a, b}, {{n}, {n}}, type,
                    [&](const Views& in, const Views& out, const Cast& cast) {
                        tested().activation_forward(kind, in[0], out[0], cast);
                        tested().activation_backward(kind, in[0], in[1], out[1], cast);
                    },
                    "function " + std::to_string(static_cast<int>(kind)));
        }
}

TEST_F(NarrowOperations, Norms) {
    for (const DType type : narrow_types())
        for (const Shape& shape : {Shape{3, 5}, Shape{70, 64}, Shape{2, 1500}})
            for (const NormPolicy& policy : {NormPolicy{}, NormPolicy{Narrow(Shape{1}, type).format(), 16}}) {
                const std::int64_t rows = shape[0], width = shape[1];
                const std::vector<Array> inputs{numbers(shape, 3, type, 2), numbers({width}, 4, type),
                                                numbers({width}, 5, type), numbers(shape, 6, type)};
                expect_same(
                    inputs, {shape, shape, {width}}, type,
                    [&](const Views& in, const Views& out, const Cast& cast) {
                        Array mean({rows}), rstd({rows});
                        const NormSettings settings{NormSettings::Kind::layer, policy};
                        const NormStatistics s{mean.view(), rstd.view()};
                        tested().norm_forward(settings, in[0], in[1], in[2], out[0], s, cast);
                        tested().norm_backward_data(settings, in[0], in[1], s, in[3], out[1], cast);
                        tested().norm_backward_gamma(settings, in[0], s, in[3], out[2], cast);
                    },
                    "rows " + text_of(shape));
                expect_same(
                    inputs, {shape, shape, {width}, {width}, shape}, type,
                    [&](const Views& in, const Views& out, const Cast& cast) {
                        Array mean({width}), rstd({width});
                        BatchNormSettings settings;
                        settings.policy = policy;
                        const NormStatistics s{mean.view(), rstd.view()};
                        Array running_mean({width}, std::vector<float>(static_cast<std::size_t>(width), 0.5f)),
                            running_variance = running_mean;
                        const RunningStatistics running{running_mean.view(), running_variance.view()};
                        tested().batch_norm_forward(settings, in[0], in[1], in[2], out[0], s, running, cast);
                        tested().batch_norm_backward(settings, in[0], in[1], s, in[3], out[1], out[2], out[3], cast,
                                                     cast, cast);
                        tested().batch_norm_inference(settings, in[0], in[1], in[2], out[4], running, cast);
                    },
                    "channels " + text_of(shape));
            }
}

TEST_F(NarrowOperations, AttentionAndEmbeddings) {
    for (const DType type : narrow_types())
        for (const std::int64_t dim : {5, 16}) {
            const std::int64_t images = 3, tokens = 17, heads = 2, width = heads * dim;
            const Shape packed{images, tokens, 3 * width}, square{images, heads, tokens, tokens},
                context{images, tokens, width};
            expect_same(
                {numbers(packed, 7, type), numbers(square, 8, type), numbers(square, 9, type)},
                {square, context, square, square}, type,
                [&](const Views& in, const Views& out, const Cast& cast) {
                    const auto part = [&](std::int64_t which, bool transposed) {
                        return MatrixBatch{in[0], which * width, tokens * 3 * width, dim, 3 * width, transposed};
                    };
                    const auto scores = [&](const Tensor& t, bool transposed) {
                        return MatrixBatch{t, 0, heads * tokens * tokens, tokens * tokens, tokens, transposed};
                    };
                    tested().batched_product({images, heads, tokens, tokens, dim}, part(0, false), part(1, true),
                                             scores(out[0], false), {}, cast);
                    tested().batched_product({images, heads, tokens, dim, tokens}, scores(in[1], true), part(2, false),
                                             {out[1], 0, tokens * width, dim, width, false}, {}, cast);
                    tested().softmax_forward({{}, 0.5f, true}, in[1], out[2], cast);
                    tested().softmax_backward({{}, 0.5f, true}, in[1], in[2], out[3], cast);
                },
                "heads of " + std::to_string(dim));
            const Integers ids{{1, 0, 3, 1, 1, 2}};
            expect_same(
                {numbers({4, dim}, 10, type), numbers({6, dim}, 11, type)}, {{6, dim}, {4, dim}, {6, dim}}, type,
                [&](const Views& in, const Views& out, const Cast& cast) {
                    tested().embedding_forward(in[0], ids.view(), out[0], cast);
                    tested().embedding_backward(ids.view(), in[1], out[1], {}, cast);
                    LossSums sums;
                    tested().squared_error({}, in[1], in[1], nullptr, out[2], cast, &sums);
                },
                "embeddings of " + std::to_string(dim));
        }
}

TEST_F(NarrowOperations, Pixels) {
    for (const DType type : narrow_types())
        for (const PoolGeometry& g : {PoolGeometry{4, 6, 3}, {7, 5, 16}, {2, 2, 1100}}) {
            const Shape x{2, g.height, g.width, g.channels}, doubled{2, 2 * g.height, 2 * g.width, g.channels},
                pooled{2, g.height / 2, g.width / 2, g.channels}, means{2, g.channels};
            expect_same(
                {numbers(x, 12, type), numbers(doubled, 13, type), numbers(pooled, 14, type), numbers(means, 15, type)},
                {doubled, x, pooled, x, means, x, x}, type,
                [&](const Views& in, const Views& out, const Cast& cast) {
                    tested().upsample_forward(g, in[0], out[0], cast);
                    tested().upsample_backward(g, in[1], out[1], cast);
                    tested().average_pool_forward(g, in[0], out[2], cast);
                    tested().average_pool_backward(g, in[2], out[3], cast);
                    tested().mean_forward(in[0], out[4], {}, cast);
                    tested().mean_backward(in[3], out[5], cast);
                    tested().image_patches({g.height, g.width, g.channels, 1}, in[0], out[6]);
                },
                text_of(x));
        }
}

TEST_F(NarrowOperations, ConvolutionsWithStrides) {
    for (const DType type : narrow_types()) {
        if (tested().storage_of(Narrow(Shape{1}, type).format()) != type) continue;  // nothing multiplies such
        for (const ConvCase& c :
             {ConvCase{{8, 6, 3, 4, 2, 0, 2}, 2}, {{14, 14, 16, 32, 3, 1, 2}, 2}, {{6, 7, 4, 8, 1, 0, 2}, 2}}) {
            // integers: exact in any order, also in units that multiply 16 bits
            const std::vector<Array> inputs{integers(c.x(), 16, 2), integers(c.w(), 17, 2), integers(c.y(), 18, 2)};
            const Array bias = integers({c.g.filters}, 19, 2), back = integers({c.g.channels}, 20, 2);
            expect_same(
                inputs, {c.y(), c.x(), c.w(), c.x()}, type,
                [&](const Views& in, const Views& out, const Cast& cast) {
                    tested().conv_forward(c.g, in[0], in[1], bias.view(), out[0], {}, cast);
                    tested().conv_backward_data(c.g, in[2], in[1], out[1], {}, cast);
                    tested().conv_backward_weights(c.g, in[2], in[0], out[2], {}, cast);
                    tested().conv_transposed_forward(c.g, in[2], in[1], back.view(), out[3], {}, cast);
                },
                c.text());
        }
    }
}

}  // namespace
}  // namespace mantissa
