// SPDX-License-Identifier: Apache-2.0
// Every operation's backward pass against differences of its forward pass. The forward pass is the oracle's, whose
// results are FP32 numbers; what is differentiated is L = sum(w · y) with fixed weights w, summed in double.
#include <gtest/gtest.h>

#include <functional>

#include "engine/reference/reference_device.h"
#include "tests/engine/backend/kernel_testing.h"

namespace mantissa {
namespace {

class Gradients : public ::testing::Test {
  protected:
    std::unique_ptr<Device> device_ = make_reference_device();
    Kernels& k_ = device_->kernels();

    /// Writes the result for the present values of what it was given.
    using Forward = std::function<void(const Array& y)>;

    double loss(const Forward& forward, const Shape& shape, const Array& weights, double* magnitude) const {
        Array y(shape);
        forward(y);
        double sum = 0;
        for (std::int64_t i = 0; i < y.size(); ++i) {
            sum += static_cast<double>(weights[i]) * y[i];
            if (magnitude) *magnitude += std::abs(static_cast<double>(weights[i]) * y[i]);
        }
        return sum;
    }

    /// `gradient`, of what was given as `x`, against (8 (L(x+h) - L(x-h)) - (L(x+2h) - L(x-2h))) / 12h, whose error is
    /// h^4 / 30 times the fifth derivative (`bend`, an estimate by the caller), and the rounding of y, 2^-24 of it,
    /// over h: each of the four losses may be off by the sum of the magnitudes times 2^-24, weighed 18 / 12 in all.
    void expect_gradient(const Forward& forward, const Shape& shape, const Array& weights, Array& x,
                         const Array& gradient, double bend, const std::string& what) const {
        const double h = 0x1p-5;
        double magnitude = 0;
        loss(forward, shape, weights, &magnitude);
        const double slack = h * h * h * h / 30 * bend + 1.5 * 0x1p-23 * (magnitude + 1) / h;
        double largest = 0;
        for (std::int64_t i = 0; i < x.size(); ++i) {
            const float before = x[i];
            const auto at = [&](double step) {
                x[i] = static_cast<float>(before + step);
                const double l = loss(forward, shape, weights, nullptr);
                x[i] = before;
                return l;
            };
            const double slope = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
            ASSERT_NEAR(gradient[i], slope, slack) << what << ", element " << i;
            largest = std::max(largest, std::abs(slope));
        }
        EXPECT_GT(largest, 20 * slack) << what << ": or the bound says nothing";
    }
};

/// Numbers that a step of h = 2^-5 changes exactly.
Array grid_numbers(const Shape& shape, std::uint32_t seed, double scale = 1) {
    return uniform(shape, seed, scale, {8, 8});
}

TEST_F(Gradients, Activations) {
    for (const ActivationKind kind : {ActivationKind::sigmoid, ActivationKind::tanh, ActivationKind::gelu,
                                      ActivationKind::gelu_tanh, ActivationKind::silu}) {
        const Shape shape{40};
        Array x = grid_numbers(shape, 1, 3), y(shape), dx(shape);
        const Array w = uniform(shape, 2);
        const Forward forward = [&](const Array& to) { k_.activation_forward(kind, x.view(), to.view(), {}); };
        forward(y);
        const Tensor value = derivative_needs_argument(kind) ? x.view() : y.view();
        k_.activation_backward(kind, value, w.view(), dx.view(), {});
        expect_gradient(forward, shape, w, x, dx, 20, "function " + std::to_string(static_cast<int>(kind)));
    }
}

TEST_F(Gradients, Norms) {
    for (const NormSettings::Kind kind : {NormSettings::Kind::layer, NormSettings::Kind::rms}) {
        const NormSettings settings{kind, {}};
        const Shape shape{3, 12};
        Array x = grid_numbers(shape, 3, 2), gamma = grid_numbers({12}, 4, 2), beta = grid_numbers({12}, 5);
        const Array w = uniform(shape, 6);
        Array y(shape), mean({3}), rstd({3}), dx(shape), dgamma({12}), dbeta({12});
        const NormStatistics s{kind == NormSettings::Kind::layer ? mean.view() : Tensor{}, rstd.view()};
        const Forward forward = [&](const Array& to) {
            k_.norm_forward(settings, x.view(), gamma.view(), beta.view(), to.view(), s, {});
        };
        forward(y);
        k_.norm_backward_data(settings, x.view(), gamma.view(), s, w.view(), dx.view(), {});
        k_.norm_backward_gamma(settings, x.view(), s, w.view(), dgamma.view(), {});
        k_.bias_gradient(w.view(), dbeta.view(), {}, {});
        const std::string what = kind == NormSettings::Kind::rms ? "RMSNorm" : "LayerNorm";
        expect_gradient(forward, shape, w, x, dx, 1000, what + " x");
        expect_gradient(forward, shape, w, gamma, dgamma, 0, what + " gamma");
        expect_gradient(forward, shape, w, beta, dbeta, 0, what + " beta");
    }
}

TEST_F(Gradients, BatchNorm) {
    for (const Shape& shape : {Shape{12, 3}, Shape{2, 3, 2, 3}}) {
        Array x = grid_numbers(shape, 7, 2), gamma = grid_numbers({3}, 8, 2), beta = grid_numbers({3}, 9);
        const Array w = uniform(shape, 10);
        Array y(shape), mean({3}), rstd({3}), dx(shape), dgamma({3}), dbeta({3});
        const Forward forward = [&](const Array& to) {
            k_.batch_norm_forward({}, x.view(), gamma.view(), beta.view(), to.view(), {mean.view(), rstd.view()}, {},
                                  {});
        };
        forward(y);
        k_.batch_norm_backward({}, x.view(), gamma.view(), {mean.view(), rstd.view()}, w.view(), dx.view(),
                               dgamma.view(), dbeta.view(), {}, {}, {});
        expect_gradient(forward, shape, w, x, dx, 1000, "x");
        expect_gradient(forward, shape, w, gamma, dgamma, 0, "gamma");
        expect_gradient(forward, shape, w, beta, dbeta, 0, "beta");
    }
}

TEST_F(Gradients, Softmax) {
    for (const bool causal : {false, true}) {
        const SoftmaxSettings settings{{}, 0.5f, causal};
        const Shape shape{2, 5, 5};
        Array x = grid_numbers(shape, 11, 4), y(shape), dx(shape);
        const Array w = uniform(shape, 12);
        const Forward forward = [&](const Array& to) { k_.softmax_forward(settings, x.view(), to.view(), {}); };
        forward(y);
        k_.softmax_backward(settings, y.view(), w.view(), dx.view(), {});
        expect_gradient(forward, shape, w, x, dx, 2, causal ? "causal" : "open");
    }
}

TEST_F(Gradients, BatchedProducts) {
    const std::int64_t images = 2, tokens = 3, heads = 2, dim = 4, width = heads * dim;
    Array qkv = grid_numbers({images, tokens, 3 * width}, 13);
    const Shape shape{images, heads, tokens, tokens};
    const Array w = uniform(shape, 14);
    const auto part = [&](const Array& of, std::int64_t which, bool transposed = false) {
        return MatrixBatch{of.view(), which * width, tokens * 3 * width, dim, 3 * width, transposed};
    };
    const auto scores = [&](const Array& of, bool transposed = false) {
        return MatrixBatch{of.view(), 0, heads * tokens * tokens, tokens * tokens, tokens, transposed};
    };
    const Forward forward = [&](const Array& to) {
        k_.batched_product({images, heads, tokens, tokens, dim}, part(qkv, 0), part(qkv, 1, true), scores(to), {}, {});
    };
    Array gradient(qkv.shape(), std::vector<float>(qkv.values().size(), 0.0f));
    k_.batched_product({images, heads, tokens, dim, tokens}, scores(w), part(qkv, 1), part(gradient, 0), {}, {});
    k_.batched_product({images, heads, tokens, dim, tokens}, scores(w, true), part(qkv, 0), part(gradient, 1), {}, {});
    expect_gradient(forward, shape, w, qkv, gradient, 0, "queries and keys");
}

TEST_F(Gradients, Losses) {
    const std::int64_t rows = 6, classes = 5;
    Array x = grid_numbers({rows, classes}, 15, 2);
    const Array target = uniform({rows, classes}, 16, 2);
    const Integers labels{{0, 4, -100, 2, 1, -100}};
    const Array one({1}, {1});
    StepState state;
    state.scaler.scale = 8;
    for (const double smoothing : {0.0, 0.2}) {
        CrossEntropySettings settings;
        settings.label_smoothing = smoothing;
        settings.ignored_label = -100;
        Array d(x.shape());
        LossSums first;
        k_.cross_entropy(settings, x.view(), labels.view(), &state, d.view(), {}, &first);
        const Forward forward = [&](const Array& to) {
            LossSums sums;
            k_.cross_entropy(settings, x.view(), labels.view(), nullptr, {}, {}, &sums);
            to.view().f32()[0] = static_cast<float>(8 * sums.loss / static_cast<double>(sums.images));
        };
        expect_gradient(forward, {1}, one, x, d, 8, "cross-entropy");
    }
    Array d(x.shape());
    LossSums first;
    k_.squared_error({}, x.view(), target.view(), &state, d.view(), {}, &first);
    const Forward forward = [&](const Array& to) {
        LossSums sums;
        k_.squared_error({}, x.view(), target.view(), nullptr, {}, {}, &sums);
        to.view().f32()[0] = static_cast<float>(8 * sums.loss / static_cast<double>(sums.images));
    };
    expect_gradient(forward, {1}, one, x, d, 0, "squared error");
}

TEST_F(Gradients, EmbeddingsAndDropout) {
    const Integers tokens{{2, 0, 2, 3, 2}};
    Array table = grid_numbers({4, 3}, 17);
    const Array w = uniform({5, 3}, 18);
    Array dtable(table.shape());
    k_.embedding_backward(tokens.view(), w.view(), dtable.view(), {}, {});
    expect_gradient([&](const Array& to) { k_.embedding_forward(table.view(), tokens.view(), to.view(), {}); }, {5, 3},
                    w, table, dtable, 0, "embedding");
    const Dropout settings{0.4, {5, RandomUse::dropout, 1, 2}, nullptr};
    Array x = grid_numbers({50}, 19), dx({50});
    const Array v = uniform({50}, 20);
    k_.dropout(settings, v.view(), dx.view(), {});
    expect_gradient([&](const Array& to) { k_.dropout(settings, x.view(), to.view(), {}); }, {50}, v, x, dx, 0,
                    "dropout");
}

TEST_F(Gradients, Pixels) {
    const PoolGeometry g{5, 4, 3};
    const Shape small{2, 5, 4, 3}, doubled{2, 10, 8, 3}, pooled{2, 2, 2, 3}, means{2, 3};
    Array x = grid_numbers(small, 21), dx(small);
    const auto check = [&](const Shape& shape, const Forward& forward,
                           const std::function<void(const Array& dy, const Array& to)>& backward, const char* what) {
        const Array w = uniform(shape, 22);
        backward(w, dx);
        expect_gradient(forward, shape, w, x, dx, 0, what);
    };
    check(
        doubled, [&](const Array& to) { k_.upsample_forward(g, x.view(), to.view(), {}); },
        [&](const Array& dy, const Array& to) { k_.upsample_backward(g, dy.view(), to.view(), {}); }, "upsampling");
    check(
        pooled, [&](const Array& to) { k_.average_pool_forward(g, x.view(), to.view(), {}); },
        [&](const Array& dy, const Array& to) { k_.average_pool_backward(g, dy.view(), to.view(), {}); }, "pooling");
    check(
        means, [&](const Array& to) { k_.mean_forward(x.view(), to.view(), {}, {}); },
        [&](const Array& dy, const Array& to) { k_.mean_backward(dy.view(), to.view(), {}); }, "mean");
}

TEST_F(Gradients, ConvolutionsWithStridesAndTransposed) {
    const Accumulation wide{};
    for (const ConvGeometry& g : {ConvGeometry{6, 5, 2, 3, 3, 1, 2}, {6, 4, 2, 3, 2, 0, 2}, {5, 5, 2, 2, 1, 0, 2}}) {
        const Shape in{2, g.height, g.width, g.channels}, out{2, g.rows(), g.columns(), g.filters};
        Array x = grid_numbers(in, 23), w = grid_numbers({g.filters, g.kernel, g.kernel, g.channels}, 24);
        Array dx(in), dw(w.shape());
        const Array v = uniform(out, 25);
        const Forward forward = [&](const Array& to) {
            k_.conv_forward(g, x.view(), w.view(), {}, to.view(), wide, {});
        };
        k_.conv_backward_data(g, v.view(), w.view(), dx.view(), wide, {});
        k_.conv_backward_weights(g, v.view(), x.view(), dw.view(), wide, {});
        expect_gradient(forward, out, v, x, dx, 0, "x");
        expect_gradient(forward, out, v, w, dw, 0, "w");
        // The transposed one: the roles of the images are exchanged.
        Array small = grid_numbers(out, 26), dsmall(out), b = grid_numbers({g.channels}, 27), db({g.channels});
        const Array u = uniform(in, 28);
        const Forward transposed = [&](const Array& to) {
            k_.conv_transposed_forward(g, small.view(), w.view(), b.view(), to.view(), wide, {});
        };
        k_.conv_forward(g, u.view(), w.view(), {}, dsmall.view(), wide, {});
        k_.conv_backward_weights(g, small.view(), u.view(), dw.view(), wide, {});
        k_.bias_gradient(u.view(), db.view(), {}, {});
        expect_gradient(transposed, in, u, small, dsmall, 0, "transposed x");
        expect_gradient(transposed, in, u, w, dw, 0, "transposed w");
        expect_gradient(transposed, in, u, b, db, 0, "transposed bias");
    }
}

}  // namespace
}  // namespace mantissa
