// SPDX-License-Identifier: Apache-2.0
// Phase-change devices: the rule against the formulas it is made of, the CPU's vectors against the oracle.
#include <cmath>
#include <vector>

#include "engine/backend/phase_change_update.h"
#include "tests/engine/backend/kernel_testing.h"
#include "tests/engine/cpu/cpu_testing.h"

namespace mantissa {
namespace {

using namespace phase_change;

/// One parameter of `shape` whose weights are devices.
struct DeviceWeights {
    Array weights, gradients;
    std::vector<Array> numbers;
    Integers plus_since, minus_since;
    ParameterMetrics metrics;
    StepState state;
    ParameterView view;

    explicit DeviceWeights(const Shape& shape)
        : weights(uniform(shape, 3, 0.2)), gradients(shape), numbers(6, Array(shape)) {
        plus_since.values.resize(static_cast<std::size_t>(shape.size()));
        minus_since.values = plus_since.values;
        view.weight = weights.view();
        view.gradient = gradients.view();
        const auto of = [&](Tensor tensor) {
            tensor.shape = shape;
            return tensor;
        };
        view.devices = {numbers[0].view(),     numbers[1].view(),      numbers[2].view(), numbers[3].view(),
                        of(plus_since.view()), of(minus_since.view()), numbers[4].view(), numbers[5].view()};
        view.metrics = &metrics;
        for (std::int64_t i = 0; i < shape.size(); ++i) write_pair(view.devices, i, weights[i]);
    }

    void step(Kernels& kernels, const OptimizerSettings& settings, std::uint32_t number) {
        view.random = {9, RandomUse::device_pulse, number, 0};
        const ScalerSettings scaler;
        kernels.inspect_gradients({&view, 1}, &settings, &scaler, &state);
        kernels.update_parameters({&view, 1}, &settings, &scaler, &state);
    }
};

OptimizerSettings device_settings(double lr, bool gathers = true) {
    OptimizerSettings settings;
    settings.kind = OptimizerSettings::Kind::phase_change;
    settings.lr = lr;
    settings.device_seconds = 0.02;
    settings.gather_updates = gathers;
    return settings;
}

class PhaseChange : public CpuTest {};

TEST(PhaseChangeRule, APulseHasTheMeanAndTheDeviationOfTheModel) {
    constexpr int draws = 40000;
    for (const auto& [from, pulses] : {std::pair{0.0f, 0}, {3.0f, 2}, {9.0f, 12}}) {
        double sum = 0, squares = 0;
        const float p = std::exp(-static_cast<float>(pulses + 1) / 2.6f);
        const double mean = -0.084 * from + 0.880 + 1.40 * p, deviation = 0.091 * from + 0.260 + 2.15 * p;
        for (int i = 0; i < draws; ++i) {
            float g = from + 100, history = history_after(pulses);  // far from 0, below which nothing falls
            const float before = g;
            add_pulse(g, history,
                      standard_normal<float>({1, RandomUse::device_pulse, 0, 0}, static_cast<std::uint64_t>(i)));
            const double shift = static_cast<double>(g - before) + 0.084 * 100;  // as if it had begun at `from`
            const double z = (shift - mean) / (deviation + 0.091 * 100);
            sum += z;
            squares += z * z;
            EXPECT_FLOAT_EQ(history, p);
        }
        // The mean of n numbers of the standard normal distribution deviates by 1/sqrt(n), their variance by sqrt(2/n):
        // five times that.
        EXPECT_NEAR(sum / draws, 0, 5 / std::sqrt(draws)) << from;
        EXPECT_NEAR(squares / draws, 1, 5 * std::sqrt(2.0 / draws)) << from;
    }
}

TEST(PhaseChangeRule, NoConductanceIsNegativeAndDriftFollowsItsPower) {
    float g = 0, history = 1;
    add_pulse(g, history, -100);
    EXPECT_EQ(g, 0);
    EXPECT_EQ(drift(0), 1);
    EXPECT_FLOAT_EQ(drift(386.0f - 38.6f), std::pow(10.0f, -0.04f));
}

TEST(PhaseChangeRule, AWrittenPairGivesItsWeight) {
    DeviceWeights w({37, 5});
    const Array given = uniform({37, 5}, 3, 0.2);
    for (std::int64_t i = 0; i < given.size(); ++i)
        EXPECT_NEAR(w.weights[i], given[i], 4 * 0x1p-24 * 8 * 3.2 / 8) << i;  // four roundings of at most 3.2 µS
}

TEST_F(PhaseChange, PulsesAndWeightsAreThoseOfTheOracle) {
    const Shape shape{61, 97};
    DeviceWeights a(shape), b(shape), r(shape);
    const OptimizerSettings settings = device_settings(0.5);
    std::uint64_t pulses = 0, refreshed = 0;
    for (std::uint32_t step = 0; step <= 1000; ++step) {
        const Array g = uniform(shape, 100 + step, 0.05);
        for (DeviceWeights* w : {&a, &b, &r}) w->gradients.values() = g.values();
        if (step % 10 == 0) r.gradients[3] = a.gradients[3] = b.gradients[3] = -40;  // drives one pair to saturation
        if (step % 20 == 0) r.gradients[3] = a.gradients[3] = b.gradients[3] = 40;
        if (step == 7) r.gradients[5] = a.gradients[5] = b.gradients[5] = std::numeric_limits<float>::quiet_NaN();
        a.step(tested(), settings, step);
        b.step(single(), settings, step);
        r.step(reference(), settings, step);
        for (DeviceWeights* w : {&a, &b}) {
            ASSERT_EQ(w->metrics.pulses, r.metrics.pulses) << step;
            ASSERT_EQ(w->metrics.refreshed_pairs, r.metrics.refreshed_pairs) << step;
            ASSERT_EQ(w->metrics.updates_nonzero, r.metrics.updates_nonzero) << step;
        }
        pulses += r.metrics.pulses;
        refreshed += r.metrics.refreshed_pairs;
    }
    EXPECT_GT(pulses, 1000u);
    EXPECT_GT(refreshed, 0u) << "some pair must have been saturated";
    for (DeviceWeights* w : {&a, &b}) {
        expect_same_bits(w->weights, r.weights, "weights");
        for (std::size_t i = 0; i < r.numbers.size(); ++i) expect_same_bits(w->numbers[i], r.numbers[i], "devices");
        EXPECT_EQ(w->plus_since.values, r.plus_since.values);
    }
}

TEST_F(PhaseChange, AnUpdateWaitsUntilItIsWorthAPulseOrIsLost) {
    const Shape shape{1, 1};
    for (const bool gathers : {true, false}) {
        DeviceWeights w(shape);
        const float before = w.weights[0];
        const OptimizerSettings settings = device_settings(0.03, gathers);
        std::uint64_t pulses = 0, lost = 0;
        // 0.03 · 0.8 · 8 µS = 0.192 µS a step: 0.77 µS are reached with the fifth.
        for (std::uint32_t step = 0; step < 5; ++step) {
            w.gradients[0] = -0.8f;
            w.step(tested(), settings, step);
            pulses += w.metrics.pulses;
            lost += w.metrics.updates_lost;
            if (step < 4) {
                EXPECT_EQ(w.weights[0], before) << step;
            }
        }
        EXPECT_EQ(pulses, gathers ? 1u : 0u);
        EXPECT_EQ(lost, gathers ? 0u : 5u);
        EXPECT_EQ(w.weights[0] == before, !gathers);
    }
}

TEST_F(PhaseChange, ReadNoiseHasTheVarianceOfItsTermsForwardAndBackward) {
    constexpr std::int64_t rows = 4000, in = 37, out = 3;
    const Array variance({out, in}, std::vector<float>(out * in, 0.01f)), bias({out}, {0.0f, 0.0f, 4.0f});
    for (const bool transposed : {false, true}) {
        const std::int64_t from = transposed ? out : in, to = transposed ? in : out;
        Array x({rows, from}, std::vector<float>(static_cast<std::size_t>(rows * from), 2.0f));
        Array y({rows, to}, std::vector<float>(static_cast<std::size_t>(rows * to), 0.0f)), z = y;
        const DeviceRead read{{5, RandomUse::device_read, 1, 0}, transposed};
        const Tensor b = transposed ? Tensor{} : bias.view();
        tested().add_read_noise(read, x.view(), variance.view(), b, y.view());
        reference().add_read_noise(read, x.view(), variance.view(), b, z.view());
        for (std::int64_t i = 0; i < to; ++i) {
            const double expected = static_cast<double>(from) * 4 * 0.01 + (!transposed && i == 2 ? 4 : 0);
            double squares = 0;
            for (std::int64_t row = 0; row < rows; ++row) {
                const double number = static_cast<double>(y[row * to + i]);
                squares += number * number;
                // sums of `from` terms in two orders, under a root: half of from · 2^-24, and the product's rounding
                EXPECT_NEAR(number, static_cast<double>(z[row * to + i]),
                            std::abs(number) * static_cast<double>(from + 4) * 0x1p-24);
            }
            EXPECT_NEAR(squares / rows / expected, 1, 5 * std::sqrt(2.0 / rows)) << i;
        }
    }
}

TEST_F(PhaseChange, ConvertersGive127StepsOnEitherSide) {
    const Array x = uniform({3, 200}, 4, 5);
    Array y({3, 200}), z({3, 200});
    tested().convert_8bit(x.view(), y.view(), 200);
    reference().convert_8bit(x.view(), z.view(), 200);
    expect_same_bits(y, z, "converted");
    for (std::int64_t row = 0; row < 3; ++row) {
        float largest = 0;
        for (std::int64_t i = 0; i < 200; ++i) largest = std::max(largest, std::abs(x[row * 200 + i]));
        for (std::int64_t i = 0; i < 200; ++i)
            EXPECT_LE(std::abs(y[row * 200 + i] - x[row * 200 + i]), largest / 254 * 1.0001f);
    }
}

}  // namespace
}  // namespace mantissa
