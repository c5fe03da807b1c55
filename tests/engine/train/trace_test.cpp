// SPDX-License-Identifier: Apache-2.0
// Following one number: which one is taken; that what a trace tells is what the step did, stage by stage; each way of
// dying; that it changes no bit of the run.
#include "engine/train/trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/run/policy_of.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

using Death = run::TraceRecord;
constexpr float infinity = std::numeric_limits<float>::infinity();

/// One step of `lane`, traced.
run::TraceRecord traced(Lane& lane, const run::Trace& trace) {
    lane.trainer.trace(trace);
    lane.trainer.step();
    run::TraceRecord found;
    bool after_step = false;
    for (const run::Record& r : lane.sink.records) {
        if (r.step() != lane.trainer.steps_done()) continue;
        after_step = after_step || r.has_step_done();
        if (!r.has_trace()) continue;
        EXPECT_TRUE(after_step) << "its step's record comes first";
        found = r.trace();
    }
    EXPECT_TRUE(found.has_tensor());
    return found;
}

std::uint32_t bits(float x) {
    return std::bit_cast<std::uint32_t>(x);
}

/// A deep net of sigmoids in FP16, as the underflow preset.
run::RunConfig sigmoids(const Edit& edit) {
    return small_config([&](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_depth(6);
        c.set_activation(run::SIGMOID);
        c.set_optimizer(run::SGD);
        c.set_lr(0.5);
        edit(c);
    });
}

void expect_nothing_after_the_cast(const run::TraceRecord& t) {
    EXPECT_FALSE(t.has_unscaled() || t.has_clipped() || t.has_update() || t.has_weight_after() || t.has_working_after())
        << t.ShortDebugString();
}

TEST(TraceChoice, TakesAnElementOfTheBin) {
    const std::vector<float> before{0, 0x1p-20f, -0x1.8p-20f, 0x1p-3f, 0, infinity, 0x1p-80f};
    const std::vector<float> shadow{0, 1, 1, 1, 0x1p-30f, 1, 1};
    const auto chosen = [&](int bin, std::uint32_t step = 1) {
        return choose_element(before, shadow, trace_request("x", bin), 7, step);
    };
    EXPECT_EQ(chosen(-3).index, 3u);
    EXPECT_TRUE(chosen(-3).from_bin);
    EXPECT_EQ(chosen(-64).index, 6u) << "the first bin takes the tail";
    EXPECT_EQ(chosen(trace_zero_bin).index, 4u) << "of the zeros the one that is none in the shadow";
    EXPECT_EQ(chosen(-1000).index, 4u);
    EXPECT_EQ(chosen(trace_nonfinite_bin).index, 5u);
    EXPECT_EQ(chosen(-19).index, chosen(-20).index) << "the nearest bin";
    EXPECT_FALSE(chosen(-19).from_bin);
    EXPECT_EQ(chosen(-19).bin, -19);
    EXPECT_EQ(chosen(-63).index, 6u) << "a number rather than a zero";
    std::vector<int> seen(before.size());
    for (std::uint32_t step = 0; step < 64; ++step) {
        EXPECT_EQ(chosen(-20, step).index, chosen(-20, step).index);
        ++seen[chosen(-20, step).index];
    }
    // Two elements, 64 fair draws: fewer than 13 of one have a probability of 2e-6.
    EXPECT_EQ(seen[1] + seen[2], 64);
    EXPECT_GT(std::min(seen[1], seen[2]), 12);

    const std::vector<float> zeros{0, 0};
    EXPECT_LT(choose_element(zeros, zeros, trace_request("x", -3), 7, 0).index, 2u);
    EXPECT_FALSE(choose_element(zeros, zeros, trace_request("x", -3), 7, 0).from_bin);
    EXPECT_EQ(choose_element(before, shadow, trace_request_index("x", 2), 7, 0).index, 2u);
    EXPECT_EQ(choose_element(before, shadow, trace_request_index("x", 2), 7, 0).bin, -20);
    EXPECT_LT(choose_element(zeros, zeros, trace_request_index("x", 6), 7, 0).index, 2u) << "of a shorter batch";
}

/// Every gradient of every configuration, on every device: the value before the cast, rounded, is the value that the
/// real pass has; and it lies in the histogram that the same step counted.
TEST(Trace, BeforeTheCastIsWhatTheRealPassCast) {
    int changed = 0;
    for (const ConfigCase& c : followed_cases())
        for (const bool fast : {false, true}) {
            run::RunConfig config = c.config;
            config.set_histogram_interval(1);
            config.set_shadow_interval(1);
            Lane lane(fast ? fast_device() : reference(), small_data(), config);
            lane.trainer.step();
            std::vector<run::Histogram> gradients;
            for (const run::Record& r : lane.sink.records)
                for (const run::Histogram& h : r.histograms().histograms())
                    if (h.role() == run::ROLE_WEIGHT_GRADIENT || h.role() == run::ROLE_ACTIVATION_GRADIENT)
                        gradients.push_back(h);
            ASSERT_GT(gradients.size(), 5u);
            for (const run::Histogram& h : gradients) {
                const int bin = h.first_bin() + h.bins_size() / 2;
                const run::TraceRecord t = traced(lane, trace_request(h.tensor(), bin, h.role()));
                const std::string what = c.name + " " + h.tensor() + (fast ? " fast" : " reference");
                EXPECT_EQ(t.tensor(), h.tensor());
                EXPECT_EQ(t.layer(), h.layer());
                EXPECT_EQ(t.format(), h.format()) << what;
                if (std::isnan(t.before_cast())) {
                    EXPECT_TRUE(std::isnan(t.after_cast())) << what;
                    continue;
                }
                EXPECT_EQ(bits(t.after_cast()), bits(round_to(t.before_cast(), format_named(t.format())))) << what;
                changed += t.after_cast() != t.before_cast() ? 1 : 0;
                const run::Record* now = nullptr;
                for (const run::Record& r : lane.sink.records)
                    if (r.has_histograms() && r.step() == lane.trainer.steps_done()) now = &r;
                ASSERT_NE(now, nullptr);
                for (const run::Histogram& n : now->histograms().histograms()) {
                    if (n.tensor() != h.tensor() || n.role() != h.role()) continue;
                    const auto count = [&n](int at) {
                        const int i = at - n.first_bin();
                        return i >= 0 && i < n.bins_size() ? n.bins(i) : 0u;
                    };
                    if (std::isfinite(t.before_cast()) && t.before_cast() != 0) {
                        EXPECT_GT(count(trace_bin(t.before_cast())), 0u) << what;
                    }
                    EXPECT_EQ(t.from_bin(), count(bin) > 0) << what;
                }
            }
        }
    EXPECT_GT(changed, 50);
}

TEST(Trace, ChangesNoBitOfTheRun) {
    for (const ConfigCase& c : followed_cases()) {
        run::RunConfig config = c.config;
        config.set_histogram_interval(2);
        Lane plain(fast_device(), small_data(), config), followed(fast_device(), small_data(), config);
        const std::vector<ParameterInfo>& parameters = followed.trainer.network().parameters;
        for (std::size_t i = 0; i < 12; ++i) {
            plain.trainer.step();
            const bool activation = i % 3 == 2;
            const ParameterInfo& p = parameters[i % parameters.size()];
            followed.trainer.trace(
                trace_request(activation ? p.layer : p.name, -10,
                              activation ? run::ROLE_ACTIVATION_GRADIENT : run::ROLE_WEIGHT_GRADIENT));
            followed.trainer.step();
        }
        EXPECT_EQ(plain.hash(), followed.hash()) << c.name;
        EXPECT_EQ(plain.trainer.snapshot().parameters, followed.trainer.snapshot().parameters) << c.name << ": moments";
        EXPECT_EQ(plain.trainer.snapshot().scaler, followed.trainer.snapshot().scaler) << c.name;
        std::vector<run::Record> a, b;
        for (run::Record r : plain.sink.records)
            if (r.has_histograms()) a.push_back(r);
        for (run::Record r : followed.sink.records)
            if (r.has_histograms()) b.push_back(r);
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i)
            EXPECT_EQ(a[i].SerializeAsString(), b[i].SerializeAsString()) << c.name;
        EXPECT_EQ(std::count_if(followed.sink.records.begin(), followed.sink.records.end(),
                                [](const run::Record& r) { return r.has_trace(); }),
                  12);
    }
}

/// The stages after the cast, recomputed from the record's own values: unscale, clip, update, stored weight, copy.
void expect_stages(const run::TraceRecord& t, const run::RunConfig& config, std::uint32_t number, std::uint32_t tensor,
                   const std::string& what) {
    const double after = t.after_cast(), scale = t.scale();
    ASSERT_TRUE(t.has_update()) << what << t.ShortDebugString();
    EXPECT_EQ(static_cast<double>(t.unscaled()), after / scale) << what << ": S is a power of two, so this is exact";
    const double clip = config.clip_norm() > 0 ? std::min(1.0, config.clip_norm() / (t.gradient_norm() + 1e-6)) : 1.0;
    const FloatFormat arithmetic = policy_of(config).optimizer;
    EXPECT_NEAR(t.clip_factor(), clip, (arithmetic == fp32 ? 0x1p-22 : arithmetic.epsilon()) * clip)
        << what << ": the norm and the factor are each rounded once";
    EXPECT_EQ(t.clipped(), round_to(t.unscaled() * t.clip_factor(), arithmetic)) << what;
    if (config.optimizer() == run::SGD && config.momentum() == 0) {
        EXPECT_EQ(t.optimizer(), "SGD");
        const double update = -config.lr() * static_cast<double>(t.clipped());
        EXPECT_NEAR(t.update(), update, 0x1p-23 * std::abs(update)) << what << ": lr and the product are rounded";
        EXPECT_FALSE(t.has_first_moment());
    }
    // What was read from memory is what the formulas of the trace say: this holds update to the real optimizer.
    const FloatFormat stored = format_named(t.weight_format());
    const bool stochastic = config.stochastic_rounding();
    const RandomKey random{config.seed(), RandomUse::stochastic_rounding, number, tensor};
    const auto rounding = [&](const FloatFormat& format) {
        return stochastic && format.is_narrow() ? Rounding::stochastic : Rounding::nearest_even;
    };
    const float sum = t.weight_before() + t.update();
    if (config.optimizer() == run::ADAMW)  // which multiplies the weight before it subtracts: two roundings more
        EXPECT_NEAR(t.weight_after(), sum, 0x1p-22 * std::abs(t.weight_before())) << what;
    else
        EXPECT_EQ(bits(t.weight_after()), bits(round_to(sum, stored, rounding(stored), random.bits(t.index()))))
            << what;
    if (!t.has_working_after()) return;
    const FloatFormat copy = format_named(t.working_format());
    const auto working = [&](float weight, std::uint32_t at) {
        if (copy == stored) return weight;
        const RandomKey key{config.seed(), RandomUse::stochastic_rounding, at, tensor};
        return round_to(weight, copy, copy == tf32 ? Rounding::nearest_away : rounding(copy), key.bits(t.index()));
    };
    EXPECT_EQ(t.working_before(), working(t.weight_before(), number)) << what;
    EXPECT_EQ(t.working_after(), working(t.weight_after(), number + 1)) << what;
    EXPECT_EQ(t.death(), t.working_after() == t.working_before() ? Death::WORKING_COPY : Death::DEATH_UNSET) << what;
}

TEST(Trace, EveryStageCanBeRecomputed) {
    int arrived = 0;
    for (const ConfigCase& c : followed_cases())
        for (const bool fast : {false, true}) {
            Lane lane(fast ? fast_device() : reference(), small_data(), c.config);
            const std::vector<ParameterInfo>& parameters = lane.trainer.network().parameters;
            for (std::uint32_t i = 0; i < 2 * parameters.size(); ++i) {
                const std::uint32_t tensor = i % static_cast<std::uint32_t>(parameters.size());
                const std::uint32_t number = lane.trainer.steps_done();
                const std::vector<float> before = lane.trainer.parameters().values(tensor);
                const run::TraceRecord t = traced(lane, trace_request(parameters[tensor].name, -8));
                const std::vector<float> after = lane.trainer.parameters().values(tensor);
                const run::StepRecord step = lane.sink.steps().back();
                EXPECT_EQ(t.scale(), step.scale());
                EXPECT_EQ(t.loss(), step.loss());
                if (step.skipped()) {
                    EXPECT_TRUE(t.death() == Death::STEP_SKIPPED || t.death() == Death::OVERFLOWED) << c.name;
                    EXPECT_FALSE(t.has_weight_after());
                    continue;
                }
                EXPECT_EQ(t.gradient_norm(), step.gradient_norm());
                EXPECT_EQ(t.weight_before(), before[t.index()]);
                EXPECT_EQ(t.weight_after(), after[t.index()]);
                expect_stages(t, c.config, number, tensor, c.name + " " + parameters[tensor].name);
                arrived += t.death() == Death::DEATH_UNSET ? 1 : 0;
            }
        }
    EXPECT_GT(arrived, 50);
}

TEST(Trace, AdamsMomentsAreThoseOfTheOptimizer) {
    const run::RunConfig config = small_config([](run::RunConfig& c) { c.set_clip_norm(0.25); });
    Lane lane(fast_device(), small_data(), config);
    double m = 0, v = 0;
    for (int t = 1; t <= 5; ++t) {
        const run::TraceRecord r = traced(lane, trace_request_index("fc2.weight", 19));
        const double g = r.clipped();
        m = 0.9 * m + 0.1 * g;
        v = 0.999 * v + 0.001 * g * g;
        const double update = -3e-3 * (m / (1 - std::pow(0.9, t))) / (std::sqrt(v / (1 - std::pow(0.999, t))) + 1e-8);
        // Each moment is rounded a few times a step, to 2^-24 of its largest term; five steps, no cancellation below
        // a hundredth.
        EXPECT_EQ(r.optimizer(), "Adam");
        EXPECT_NEAR(r.first_moment(), m, 1e-4 * std::abs(m) + 1e-12) << t;
        EXPECT_NEAR(r.second_moment(), v, 1e-4 * v) << t;
        EXPECT_NEAR(r.update(), update, 2e-4 * std::abs(update) + 1e-9) << t;
        EXPECT_LT(r.clip_factor(), 1) << "it clips";
    }
}

TEST(Trace, UnderflowFlushesItAndAScaleSavesIt) {
    // The gradient of the first layer's output is down to few of FP16's smallest numbers, and dark pixels make the
    // weights' gradients smaller still; after how many layers is the data's affair.
    run::TraceRecord lost;
    std::uint32_t depth = 2;
    for (; depth < 9 && !lost.from_bin(); ++depth)
        for (int bin = -27; bin > -30 && !lost.from_bin(); --bin) {
            Lane plain(fast_device(), small_data(), sigmoids([&](run::RunConfig& c) { c.set_depth(depth); }));
            lost = traced(plain, trace_request("fc1.weight", bin));
        }
    --depth;
    ASSERT_TRUE(lost.from_bin());
    EXPECT_EQ(lost.death(), Death::FLUSHED);
    EXPECT_EQ(lost.format(), "FP16");
    EXPECT_EQ(lost.scale(), 1.0f);
    EXPECT_EQ(std::ilogb(lost.before_cast()), lost.bin());
    EXPECT_EQ(lost.after_cast(), 0.0f);
    EXPECT_NE(lost.shadow(), 0.0f);
    expect_nothing_after_the_cast(lost);

    Lane scaled(fast_device(), small_data(), sigmoids([&](run::RunConfig& c) {
                    c.set_depth(depth);
                    c.set_scaling(run::STATIC);
                    c.set_loss_scale(0x1p17);
                }));
    const run::TraceRecord saved = traced(scaled, trace_request_index(lost.tensor(), lost.index()));
    EXPECT_EQ(saved.index(), lost.index());
    EXPECT_NE(saved.after_cast(), 0.0f);
    EXPECT_EQ(saved.shadow(), lost.shadow()) << "the same batch and weights, without S";
    expect_stages(saved, scaled.trainer.config(), 0, 0, saved.tensor());
    EXPECT_NE(saved.weight_after(), saved.weight_before());
}

TEST(Trace, BornZeroWhereItWasLostUpstream) {
    Lane lane(fast_device(), small_data(), sigmoids([](run::RunConfig& c) { c.set_depth(9); }));
    const run::TraceRecord t = traced(lane, trace_request("fc1.weight", trace_zero_bin));
    EXPECT_EQ(t.death(), Death::BORN_ZERO);
    EXPECT_TRUE(t.from_bin());
    EXPECT_EQ(t.before_cast(), 0.0f);
    EXPECT_NE(t.shadow(), 0.0f);
    expect_nothing_after_the_cast(t);
}

TEST(Trace, UpdatesAreLostWithoutMasterWeightsAndCopiesWithThem) {
    const auto config = [](bool master) {
        return small_config([&](run::RunConfig& c) {
            c.set_precision(run::BF16);
            c.set_optimizer(run::SGD);
            c.set_lr(1e-4);
            c.set_master_weights(master);
        });
    };
    Lane without(fast_device(), small_data(), config(false));
    const run::TraceRecord lost = traced(without, trace_request("fc2.weight", -9));
    EXPECT_EQ(lost.death(), Death::UPDATE_LOST) << lost.ShortDebugString();
    EXPECT_NE(lost.update(), 0.0f);
    EXPECT_EQ(lost.weight_after(), lost.weight_before());
    EXPECT_EQ(lost.weight_format(), "BF16");
    EXPECT_FALSE(lost.has_working_after());
    // Half the distance to the next BF16 number is more than the update.
    EXPECT_LT(std::abs(lost.update()), ulp(lost.weight_before(), bf16) / 2);

    Lane with(fast_device(), small_data(), config(true));
    const run::TraceRecord kept = traced(with, trace_request("fc2.weight", -9));
    EXPECT_EQ(kept.death(), Death::WORKING_COPY) << kept.ShortDebugString();
    EXPECT_NE(kept.weight_after(), kept.weight_before());
    EXPECT_EQ(kept.weight_format(), "FP32");
    EXPECT_EQ(kept.working_format(), "BF16");
    EXPECT_EQ(kept.working_after(), kept.working_before());

    Lane still(fast_device(), small_data(), small_config([](run::RunConfig& c) {
                   c.set_optimizer(run::SGD);
                   c.set_lr(1e-45);  // times anything below 1/2 it is zero in FP32
               }));
    EXPECT_EQ(traced(still, trace_request("fc2.weight", -9)).death(), Death::UPDATE_ZERO);
}

TEST(Trace, OverflowSkipsTheStepForAll) {
    // The largest gradient overflows first: double the scale until one does.
    for (int exponent = 10; exponent < 40; ++exponent) {
        Lane lane(fast_device(), small_data(), small_config([&](run::RunConfig& c) {
                      c.set_precision(run::FP16);
                      c.set_scaling(run::STATIC);
                      c.set_loss_scale(std::ldexp(1.0, exponent));
                  }));
        const std::string initial = lane.hash();
        const run::TraceRecord other = traced(lane, trace_request("fc2.bias", 0));
        if (!lane.sink.steps().back().skipped()) continue;
        EXPECT_EQ(lane.hash(), initial);
        EXPECT_EQ(other.death(), Death::STEP_SKIPPED) << other.ShortDebugString();
        EXPECT_TRUE(std::isfinite(other.after_cast()));
        EXPECT_FALSE(other.has_unscaled() || other.has_update());
        const std::string cause = lane.sink.steps().back().skip_cause();
        Lane again(fast_device(), small_data(), lane.trainer.config());
        const run::TraceRecord first = traced(again, trace_request(cause, trace_nonfinite_bin - 1));
        EXPECT_EQ(first.death(), Death::OVERFLOWED) << cause << first.ShortDebugString();
        EXPECT_TRUE(std::isfinite(first.before_cast())) << "it overflowed in its own cast";
        EXPECT_TRUE(std::isinf(first.after_cast()));
        EXPECT_FALSE(first.has_unscaled() || first.has_update());
        return;
    }
    FAIL() << "no scale overflowed";
}

TEST(Trace, WithoutAScalerInfinityGoesOnToTheWeight) {
    Lane lane(fast_device(), small_data(), small_config([](run::RunConfig& c) {
                  c.set_precision(run::FP16);
                  c.set_init_scale(4000);
                  c.set_optimizer(run::SGD);
              }));
    const run::TraceRecord t = traced(lane, trace_request("fc1.weight", trace_nonfinite_bin));
    ASSERT_FALSE(std::isfinite(t.after_cast())) << t.ShortDebugString();
    EXPECT_EQ(t.death(), Death::OVERFLOWED);
    EXPECT_FALSE(std::isfinite(t.weight_after()));
    EXPECT_TRUE(std::isfinite(t.weight_before()));
}

TEST(Trace, ActivationGradientsArePassedOn) {
    Lane lane(fast_device(), small_data(), sigmoids([](run::RunConfig& c) {
                  c.set_scaling(run::STATIC);
                  c.set_loss_scale(1024);
              }));
    for (const char* tensor : {"fc7", "fc6.out", "fc6"}) {
        const run::TraceRecord t = traced(lane, trace_request(tensor, -5, run::ROLE_ACTIVATION_GRADIENT));
        EXPECT_EQ(t.death(), Death::PASSED_ON) << tensor << t.ShortDebugString();
        EXPECT_EQ(t.position_size(), 2);
        EXPECT_NEAR(t.before_cast() / 1024, t.shadow(), 0.05 * std::abs(t.shadow())) << tensor;
        expect_nothing_after_the_cast(t);
    }
    Lane none(fast_device(), small_data(), sigmoids([](run::RunConfig&) {}));
    EXPECT_EQ(traced(none, trace_request("fc3", -27, run::ROLE_ACTIVATION_GRADIENT)).death(), Death::FLUSHED);
}

TEST(Trace, PositionsAreThoseOfPyTorch) {
    run::RunConfig config = small_config();
    config.set_model(run::CNN);
    config.set_c1(3);
    config.set_c2(5);
    Lane lane(fast_device(), small_data(), config);
    const Network& network = lane.trainer.network();
    for (std::size_t p = 0; p < network.parameters.size(); ++p) {
        const std::vector<std::int64_t> shape = network.parameters[p].pytorch_shape;
        std::vector<float> numbers(static_cast<std::size_t>(network.parameters[p].shape.size()));
        std::iota(numbers.begin(), numbers.end(), 0.0f);
        const std::vector<float> there = to_pytorch_layout(network.parameters[p], numbers);
        const std::uint64_t index = numbers.size() * 2 / 3;
        const run::TraceRecord t = traced(lane, trace_request_index(network.parameters[p].name, index));
        ASSERT_EQ(t.position_size(), static_cast<int>(shape.size()));
        std::size_t at = 0;
        for (std::size_t d = 0; d < shape.size(); ++d)
            at = at * static_cast<std::size_t>(shape[d]) + t.position(static_cast<int>(d));
        EXPECT_EQ(there[at], static_cast<float>(index)) << t.tensor();
    }
    // Image 2, row 1, column 3, filter 4 of conv2's 4 x 4 x 5, channels last here and first there.
    const run::TraceRecord t =
        traced(lane, trace_request_index("conv2", ((2 * 4 + 1) * 4 + 3) * 5 + 4, run::ROLE_ACTIVATION_GRADIENT));
    EXPECT_THAT(std::vector<std::uint32_t>(t.position().begin(), t.position().end()), testing::ElementsAre(2, 4, 1, 3));
}

TEST(Trace, BothBackendsTellTheSame) {
    // FP32: sums differ by their order alone. The longest chain has 64 + 16 + 16 terms forward, 16 + 16 + 10 backward
    // and a softmax: below 200 roundings, each 2^-24 of a sum of magnitudes, which is taken as at most eight times the
    // largest element.
    for (const char* tensor : {"fc1.weight", "fc2.bias", "fc3.weight"}) {
        Lane a(reference(), small_data(), small_config()), b(fast_device(), small_data(), small_config());
        const run::TraceRecord first = traced(a, trace_request(tensor, 31));  // the largest
        const run::TraceRecord second = traced(b, trace_request_index(tensor, first.index()));
        const double bound = 200 * 8 * 0x1p-24 * std::abs(first.before_cast());
        EXPECT_NEAR(first.before_cast(), second.before_cast(), bound);
        EXPECT_NEAR(first.shadow(), second.shadow(), bound);
        EXPECT_NEAR(first.loss(), second.loss(), 200 * 0x1p-24 * first.loss());
        EXPECT_EQ(first.weight_before(), second.weight_before());
        EXPECT_EQ(first.death(), second.death());
    }
}

}  // namespace
}  // namespace mantissa
