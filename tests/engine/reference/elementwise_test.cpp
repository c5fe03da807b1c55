// SPDX-License-Identifier: Apache-2.0
// The oracle's other kernels by hand: histograms, pooling, activations, softmax, gathering, optimizers.
#include <gtest/gtest.h>

#include <numeric>

#include "engine/reference/reference_device.h"
#include "engine/reference/store_result.h"
#include "tests/engine/backend/kernel_testing.h"

namespace mantissa {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
const float not_a_number = std::numeric_limits<float>::quiet_NaN();

class Elementwise : public ::testing::Test {
  protected:
    std::unique_ptr<Device> device_ = make_reference_device();
    Kernels& kernels_ = device_->kernels();
};

TEST_F(Elementwise, HistogramSeparatesWhatIsNoNumber) {
    const Array x({12},
                  {0, -0.0f, not_a_number, infinity, -infinity, 1, -1.99f, 70000, 0x1p-25f, 0x1p-70f, 0x1p40f, 1e-40f});
    Array y({12});
    MagnitudeHistogram h;
    kernels_.round_copy(x.view(), y.view(), cast_to(fp16, nullptr, &h));
    EXPECT_EQ(h.elements, 12u);
    EXPECT_EQ(h.zero, 2u);
    EXPECT_EQ(h.nan, 1u);
    EXPECT_EQ(h.infinite, 2u);
    EXPECT_EQ(h.overflow, 2u);  // 70000 and 2^40
    EXPECT_EQ(h.flushed, 3u);   // 2^-25 (a tie), 2^-70, 1e-40
    const auto bin = [&](int e) { return h.bins[static_cast<std::size_t>(e - MagnitudeHistogram::first_bin)]; };
    EXPECT_EQ(bin(0), 2u);   // 1 and 1.99
    EXPECT_EQ(bin(16), 1u);  // 70000
    EXPECT_EQ(bin(-25), 1u);
    EXPECT_EQ(bin(-64), 2u);  // the tail
    EXPECT_EQ(bin(31), 1u);   // the other tail
    EXPECT_EQ(std::accumulate(h.bins.begin(), h.bins.end(), 0u), 7u);
}

TEST_F(Elementwise, StochasticRoundingUsesTheElementsNumber) {
    const Array x = uniform({64}, 1);
    Array y({64});
    Cast cast = cast_to(bf16);
    cast.rounding = Rounding::stochastic;
    cast.random = {7, RandomUse::stochastic_rounding, 3, 2};
    kernels_.round_copy(x.view(), y.view(), cast);
    int up = 0;
    for (std::int64_t i = 0; i < 64; ++i) {
        EXPECT_EQ(y[i], round_to(x[i], bf16, Rounding::stochastic, cast.random.bits(static_cast<std::uint64_t>(i))));
        up += y[i] != round_to(x[i], bf16) ? 1 : 0;
    }
    EXPECT_GT(up, 5);
}

TEST_F(Elementwise, PoolByHand) {
    // 3x5: the last row and column belong to no window
    const Array x({1, 3, 5, 1}, {1, 5, 2, 2, 9, 3, 5, not_a_number, 1, 9, 9, 9, 9, 9, 9});
    Array y({1, 1, 2, 1});
    Bytes index({1, 1, 2, 1});
    const PoolGeometry g{3, 5, 1};
    kernels_.maxpool_forward(g, x.view(), y.view(), index.view(), {});
    EXPECT_EQ(y[0], 5.0f);
    EXPECT_TRUE(std::isnan(y[1])) << "NaN wins";
    EXPECT_EQ(index.values, (std::vector<std::uint8_t>{1, 2})) << "the first of equals";
    const Array dy({1, 1, 2, 1}, {7, 8});
    Array dx({1, 3, 5, 1});
    kernels_.maxpool_backward(g, dy.view(), index.view(), dx.view());
    EXPECT_EQ(dx.values(), (std::vector<float>{0, 7, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0}));
}

TEST_F(Elementwise, Activations) {
    const Array x({5}, {-2, -0.0f, 0.5f, infinity, not_a_number});
    Array y({5});
    kernels_.activation_forward(ActivationKind::relu, x.view(), y.view(), {});
    EXPECT_EQ(y[0], 0.0f);
    EXPECT_EQ(y[2], 0.5f);
    EXPECT_EQ(y[3], infinity);
    EXPECT_TRUE(std::isnan(y[4])) << "ReLU passes NaN on";
    kernels_.activation_forward(ActivationKind::sigmoid, x.view(), y.view(), {});
    EXPECT_FLOAT_EQ(y[0], 0.11920292202211755f);
    EXPECT_EQ(y[1], 0.5f);
    EXPECT_EQ(y[3], 1.0f);
    EXPECT_TRUE(std::isnan(y[4]));
    kernels_.activation_forward(ActivationKind::tanh, x.view(), y.view(), {});
    EXPECT_FLOAT_EQ(y[0], -0.9640275800758169f);
    EXPECT_EQ(y[3], 1.0f);
    const Array out({4}, {0.25f, 0, -0.5f, 1}), dy({4}, {2, 2, 2, 2});
    Array dx({4});
    kernels_.activation_backward(ActivationKind::relu, out.view(), dy.view(), dx.view(), {});
    EXPECT_EQ(dx.values(), (std::vector<float>{2, 0, 0, 2}));
    Array beyond({5});
    kernels_.activation_backward(ActivationKind::relu,
                                 Array({5}, {not_a_number, -not_a_number, infinity, -1, -0.0f}).view(),
                                 Array({5}, {3, 4, 5, 6, 7}).view(), beyond.view(), {});
    EXPECT_EQ(beyond.values(), (std::vector<float>{3, 4, 5, 0, 0})) << "a NaN passes the gradient, as in torch.relu";
    kernels_.activation_backward(ActivationKind::sigmoid, out.view(), dy.view(), dx.view(), {});
    EXPECT_EQ(dx.values(), (std::vector<float>{0.375f, 0, -1.5f, 0}));
    kernels_.activation_backward(ActivationKind::tanh, out.view(), dy.view(), dx.view(), {});
    EXPECT_EQ(dx.values(), (std::vector<float>{1.875f, 2, 1.5f, 0}));
}

TEST_F(Elementwise, SoftmaxByHand) {
    const Array logits({2, 3}, {0, 0, 0, std::log(2.0f), 0, std::log(5.0f)});
    const Integers labels{{1, 2}};
    Array d({2, 3});
    LossSums sums;
    StepState state;
    state.scaler.scale = 8;
    kernels_.softmax_loss(logits.view(), labels.view(), {}, &state, d.view(), {}, &sums);
    EXPECT_NEAR(sums.loss, std::log(3.0) + std::log(8.0 / 5.0), 1e-6);
    EXPECT_EQ(sums.images, 2u);
    EXPECT_EQ(sums.correct, 1u) << "the first of equals is class 0, the label 1; the second row is right";
    const double expected[] = {1.0 / 3, -2.0 / 3, 1.0 / 3, 0.25, 0.125, -0.375};
    for (std::int64_t i = 0; i < 6; ++i) EXPECT_NEAR(d[i], expected[i] * 4, 1e-6) << i;  // scale 8, two rows
    kernels_.softmax_loss(logits.view(), labels.view(), {}, nullptr, {}, {}, &sums);
    EXPECT_EQ(sums.images, 4u) << "sums are added to";
}

TEST_F(Elementwise, SoftmaxOfLargeLogitsDoesNotOverflow) {
    const Array logits({1, 2}, {1000, 999});
    const Integers labels{{1}};
    Array d({1, 2});
    LossSums sums;
    kernels_.softmax_loss(logits.view(), labels.view(), {}, nullptr, d.view(), {}, &sums);
    EXPECT_NEAR(sums.loss, 1.0 + std::log1p(std::exp(-1.0)), 1e-9);
}

TEST_F(Elementwise, SixteenBitSoftmaxFailsWhereItShould) {
    const Integers labels{{0}};
    for (const auto& [logit, fails] : {std::pair{11.0f, false}, std::pair{11.09375f, true}}) {  // exp 59874 and 65758
        const Array logits({1, 2}, {logit, 0});
        Array d({1, 2});
        LossSums sums;
        kernels_.softmax_loss(logits.view(), labels.view(), {fp16, false}, nullptr, d.view(), {}, &sums);
        EXPECT_EQ(std::isnan(d[0]), fails) << logit;
        EXPECT_EQ(std::isfinite(sums.loss), !fails) << logit;
        LossSums with_maximum;
        kernels_.softmax_loss(logits.view(), labels.view(), {fp16, true}, nullptr, d.view(), {}, &with_maximum);
        EXPECT_TRUE(std::isfinite(d[0]) && std::isfinite(with_maximum.loss)) << "the maximum subtracted first cures it";
        LossSums bfloat;
        kernels_.softmax_loss(logits.view(), labels.view(), {bf16, false}, nullptr, d.view(), {}, &bfloat);
        EXPECT_TRUE(std::isfinite(d[0]) && std::isfinite(bfloat.loss)) << "BF16 has the range";
    }
}

TEST_F(Elementwise, ARowWithNaNPredictsIt) {
    const Array logits({1, 3}, {1, not_a_number, 5});
    for (const int label : {0, 1, 2}) {
        LossSums sums;
        kernels_.softmax_loss(logits.view(), Integers{{label}}.view(), {}, nullptr, {}, {}, &sums);
        // with the maximum subtracted every probability is NaN, and the first NaN is class 0
        EXPECT_EQ(sums.correct, label == 0 ? 1u : 0u);
    }
}

TEST_F(Elementwise, AGradientAgainstItsShadow) {
    const Array run({5}, {8, 0, 0, infinity, -4}), shadow({5}, {2, 3, 0, 1, not_a_number});
    StepState state;
    state.scaler.scale = 4;
    ShadowCounts counts;
    kernels_.compare_with_shadow(run.view(), shadow.view(), &state, &counts);
    EXPECT_EQ(counts.nonzero, 4u);  // 2, 3, 1 and NaN
    EXPECT_EQ(counts.starved, 1u);  // 3
    EXPECT_EQ(counts.norm_squared, 13);
    EXPECT_EQ(counts.lost_squared, 9);
    EXPECT_EQ(counts.run_squared, 4);
    EXPECT_EQ(counts.dot, 4);
    EXPECT_EQ(counts.error_squared, 9);
}

TEST_F(Elementwise, Gather) {
    const std::vector<std::uint8_t> images = {0, 51, 102, 153, 204, 255}, labels = {3, 1, 2};
    const std::vector<std::uint32_t> indices = {2, 0};
    Array out({2, 2});
    kernels_.gather_images(images.data(), indices, out.view(), cast_to(fp16));
    EXPECT_EQ(out.values(), (std::vector<float>{round_to(0.8f, fp16), 1, 0, round_to(0.2f, fp16)}));
    Integers chosen{{-1, -1}};
    kernels_.gather_labels(labels.data(), indices, chosen.view());
    EXPECT_EQ(chosen.values, (std::vector<std::int32_t>{2, 3}));
}

const ScalerSettings unscaled;
const OptimizerSettings plain_sgd;

/// One parameter of one element as the optimizer sees it.
struct Scalar {
    Array weight{{1}, {1}}, gradient{{1}, {0}}, first{{1}, {0}}, second{{1}, {0}};
    ParameterMetrics metrics;
    StepState state;
    ParameterView view(bool momentum, bool adam) {
        ParameterView v;
        v.weight = weight.view();
        v.gradient = gradient.view();
        if (momentum || adam) v.first_moment = first.view();
        if (adam) v.second_moment = second.view();
        v.metrics = &metrics;
        return v;
    }
};

TEST_F(Elementwise, SgdWithMomentumAsPyTorch) {
    Scalar s;
    OptimizerSettings settings;
    settings.lr = 0.5;
    settings.momentum = 0.5;
    const ParameterView view = s.view(true, false);
    const float gradients[] = {1, 1, -2}, expected[] = {0.5f, -0.25f, 0.375f};  // buffers 1, 1.5, -1.25
    for (int i = 0; i < 3; ++i) {
        s.gradient[0] = gradients[i] * 4;
        s.state.scaler.scale = 4;
        kernels_.inspect_gradients({&view, 1}, &settings, &unscaled, &s.state);
        kernels_.update_parameters({&view, 1}, &settings, &unscaled, &s.state);
        EXPECT_EQ(s.weight[0], expected[i]) << i;
        EXPECT_EQ(s.state.norm_squared, gradients[i] * gradients[i]);
    }
}

TEST_F(Elementwise, AdamAsItsFormula) {
    Scalar s;
    OptimizerSettings settings;
    settings.kind = OptimizerSettings::Kind::adam;
    settings.lr = 0.1;
    settings.epsilon = 0.01;
    const ParameterView view = s.view(false, true);
    double w = 1, m = 0, v = 0;
    for (int t = 1; t <= 5; ++t) {
        const double g = std::sin(t) * 3;
        s.gradient[0] = static_cast<float>(g);
        kernels_.inspect_gradients({&view, 1}, &settings, &unscaled, &s.state);
        kernels_.update_parameters({&view, 1}, &settings, &unscaled, &s.state);
        kernels_.finish_step(&unscaled, &s.state);
        m = 0.9 * m + 0.1 * g;
        v = 0.999 * v + 0.001 * g * g;
        w -= 0.1 * (m / (1 - std::pow(0.9, t))) / (std::sqrt(v / (1 - std::pow(0.999, t))) + 0.01);
        EXPECT_NEAR(s.weight[0], w, 2e-6) << t;
    }
}

TEST_F(Elementwise, WeightDecayInTheOrderOfPyTorch) {
    // AdamW: param.mul_(1 - lr * decay), then Adam's change is subtracted; each a rounding of its own.
    for (const bool decays : {true, false}) {
        Scalar s;
        s.weight[0] = 0.7f;
        OptimizerSettings settings;
        settings.kind = OptimizerSettings::Kind::adamw;
        settings.lr = 0.1;
        settings.weight_decay = 0.3;
        ParameterView view = s.view(false, true);
        view.decays = decays;
        s.gradient[0] = 0.5f;
        kernels_.inspect_gradients({&view, 1}, &settings, &unscaled, &s.state);
        kernels_.update_parameters({&view, 1}, &settings, &unscaled, &s.state);
        Scalar plain;
        plain.weight[0] = decays ? 0.7f * static_cast<float>(1 - 0.1 * 0.3) : 0.7f;
        plain.gradient[0] = 0.5f;
        settings.weight_decay = 0;
        const ParameterView without = plain.view(false, true);
        kernels_.inspect_gradients({&without, 1}, &settings, &unscaled, &plain.state);
        kernels_.update_parameters({&without, 1}, &settings, &unscaled, &plain.state);
        EXPECT_EQ(s.weight[0], plain.weight[0]) << decays;
        EXPECT_EQ(s.second[0], plain.second[0]) << "the moments know nothing of it";
    }
    // SGD and Adam: decay * weight is added to the clipped gradient.
    for (const auto kind : {OptimizerSettings::Kind::sgd, OptimizerSettings::Kind::adam}) {
        const bool adam = kind == OptimizerSettings::Kind::adam;
        Scalar s, plain;
        OptimizerSettings settings;
        settings.kind = kind;
        settings.momentum = 0.9;
        settings.clip_norm = 0.25;
        settings.weight_decay = 0.5;
        ParameterView view = s.view(!adam, adam);
        view.decays = true;
        s.weight[0] = plain.weight[0] = 3;
        s.gradient[0] = 1;
        kernels_.inspect_gradients({&view, 1}, &settings, &unscaled, &s.state);
        kernels_.update_parameters({&view, 1}, &settings, &unscaled, &s.state);
        settings.clip_norm = settings.weight_decay = 0;
        plain.gradient[0] = clip_factor(0.25, 1) * 1.0f + 3 * 0.5f;
        const ParameterView without = plain.view(!adam, adam);
        kernels_.inspect_gradients({&without, 1}, &settings, &unscaled, &plain.state);
        kernels_.update_parameters({&without, 1}, &settings, &unscaled, &plain.state);
        EXPECT_EQ(s.weight[0], plain.weight[0]) << adam;
        EXPECT_EQ(s.first[0], plain.first[0]) << adam;
    }
}

TEST_F(Elementwise, TheLearningRateFollowsItsSchedule) {
    OptimizerSettings settings;
    settings.lr = 0.5;
    const auto rate = [&](std::uint32_t step, std::uint32_t updates) {
        settings.schedule.step = step;
        return learning_rate(settings, updates);
    };
    EXPECT_EQ(rate(7, 3), 0.5) << "constant";
    settings.schedule.warmup = 4;
    settings.schedule.length = 12;
    EXPECT_EQ(rate(0, 0), 0.0);
    EXPECT_EQ(rate(1, 0), 0.125);
    EXPECT_EQ(rate(3, 0), 0.375);
    EXPECT_EQ(rate(4, 0), 0.5);
    EXPECT_EQ(rate(99, 0), 0.5) << "constant after warm-up";
    settings.schedule.cosine = true;
    EXPECT_EQ(rate(2, 0), 0.25);
    EXPECT_EQ(rate(4, 0), 0.5);
    EXPECT_NEAR(rate(6, 0), 0.5 * (0.5 + 0.25 * std::sqrt(2.0)), 1e-15);  // a quarter of the cosine
    EXPECT_NEAR(rate(8, 0), 0.25, 1e-15);
    EXPECT_EQ(rate(12, 0), 0.0);
    EXPECT_EQ(rate(4000000000u, 0), 0.0);
    settings.schedule.skips_advance = false;
    EXPECT_EQ(rate(8, 2), 0.25) << "updates count, not steps";
    settings.schedule.warmup = 30;  // longer than the run
    EXPECT_EQ(rate(9, 11), 0.5 * (11.0 / 30));
}

TEST_F(Elementwise, ClippingScalesTheWholeGradient) {
    Array w({2}, {0, 0}), g({2}, {3, 4});
    ParameterMetrics metrics;
    ParameterView view;
    view.weight = w.view();
    view.gradient = g.view();
    view.metrics = &metrics;
    OptimizerSettings settings;
    settings.lr = 1;
    settings.clip_norm = 1;
    StepState state;
    kernels_.inspect_gradients({&view, 1}, &settings, &unscaled, &state);
    kernels_.update_parameters({&view, 1}, &settings, &unscaled, &state);
    EXPECT_NEAR(w[0], -0.6, 1e-6);
    EXPECT_NEAR(w[1], -0.8, 1e-6);
    settings.clip_norm = 10;  // longer than the gradient: nothing is clipped
    w.values() = {0, 0};
    kernels_.update_parameters({&view, 1}, &settings, &unscaled, &state);
    EXPECT_EQ(w.values(), (std::vector<float>{-3, -4}));
}

TEST_F(Elementwise, LostUpdatesAreCounted) {
    Array w({4}, {1, 1, 1, 0}), g({4}, {0x1p-12f, 0x1p-6f, 0, 0x1p-30f});
    ParameterMetrics metrics;
    ParameterView view;
    view.weight = w.view();
    view.gradient = g.view();
    view.weight_format = bf16;
    view.metrics = &metrics;
    OptimizerSettings settings;
    settings.lr = 1;
    StepState state;
    kernels_.inspect_gradients({&view, 1}, &settings, &unscaled, &state);
    kernels_.update_parameters({&view, 1}, &settings, &unscaled, &state);
    EXPECT_EQ(metrics.updates_nonzero, 3u);
    EXPECT_EQ(metrics.updates_lost, 1u) << "1 - 2^-12 is 1 in BF16";
    EXPECT_EQ(w.values(), (std::vector<float>{1, 1 - 0x1p-6f, 1, -0x1p-30f}));
}

TEST_F(Elementwise, AnInfinityIsFoundAlsoAfterUnscaling) {
    ScalerSettings scaler;
    scaler.kind = ScalingKind::dynamic;
    for (const auto& [gradient, scale] :
         {std::pair{infinity, 4.0f}, std::pair{not_a_number, 4.0f}, std::pair{1e38f, 0x1p-10f}}) {
        Scalar s;
        s.gradient[0] = gradient;
        s.state.scaler.scale = scale;
        const ParameterView view = s.view(false, false);
        kernels_.inspect_gradients({&view, 1}, &plain_sgd, &scaler, &s.state);
        EXPECT_EQ(s.state.found_inf, 1u);
        EXPECT_EQ(s.metrics.nonfinite, 1u);
        EXPECT_EQ(s.state.scale_used, scale);
        kernels_.update_parameters({&view, 1}, &plain_sgd, &scaler, &s.state);
        kernels_.finish_step(&scaler, &s.state);
        EXPECT_EQ(s.weight[0], 1.0f) << "skipped";
        EXPECT_EQ(s.state.skipped, 1u);
        EXPECT_EQ(s.state.scaler.scale, scale / 2);
        EXPECT_EQ(s.state.scaler.optimizer_step, 0u);
    }
}

}  // namespace
}  // namespace mantissa
