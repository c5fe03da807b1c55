// SPDX-License-Identifier: Apache-2.0
// Inspection and update of a device against the oracle, bit for bit over several steps: SGD, momentum, Adam, AdamW,
// weight decay, every weight and state format, stochastic rounding, clipping, skipping.
// Included once by each device's test, after the header that says what KernelTest is.
#pragma once

#include "tests/engine/backend/narrow.h"

namespace mantissa {
namespace {

using Kind = OptimizerSettings::Kind;

/// A set of parameters with the optimizer's state, and what one device makes of it.
struct Trained {
    std::vector<Array> weights, gradients, first, second;
    std::vector<ParameterMetrics> metrics;
    StepState state;
    std::vector<ParameterView> views;

    Trained(const std::vector<std::int64_t>& sizes, bool adam, bool momentum, const FloatFormat& weight,
            Rounding rounding, const FloatFormat& state_format)
        : metrics(sizes.size()) {
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            weights.push_back(uniform({sizes[i]}, static_cast<std::uint32_t>(i), 0.1, weight));
            gradients.emplace_back(Shape{sizes[i]});
            first.emplace_back(Shape{sizes[i]}, std::vector<float>(static_cast<std::size_t>(sizes[i])));
            second.emplace_back(Shape{sizes[i]}, std::vector<float>(static_cast<std::size_t>(sizes[i])));
        }
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            ParameterView v;
            v.weight = weights[i].view();
            v.gradient = gradients[i].view();
            if (adam || momentum) v.first_moment = first[i].view();
            if (adam) v.second_moment = second[i].view();
            v.weight_format = weight;
            v.weight_rounding = rounding;
            v.state_format = state_format;
            v.decays = i % 2 == 1;
            v.metrics = &metrics[i];
            views.push_back(v);
        }
    }

    void step(Kernels& kernels, const OptimizerSettings& optimizer, const ScalerSettings& scaler,
              std::uint32_t number) {
        for (std::size_t i = 0; i < views.size(); ++i)
            views[i].random = {77, RandomUse::stochastic_rounding, number, static_cast<std::uint32_t>(i)};
        kernels.inspect_gradients(views, &optimizer, &scaler, &state);
        kernels.update_parameters(views, &optimizer, &scaler, &state);
        kernels.finish_step(&scaler, &state);
    }
};

void expect_same(const Trained& a, const Trained& b, const std::string& what) {
    for (std::size_t i = 0; i < a.weights.size(); ++i) {
        expect_same_bits(a.weights[i], b.weights[i], what + " weights");
        expect_same_bits(a.first[i], b.first[i], what + " first moments");
        expect_same_bits(a.second[i], b.second[i], what + " second moments");
        EXPECT_EQ(a.metrics[i].nonfinite, b.metrics[i].nonfinite) << what;
        EXPECT_EQ(a.metrics[i].updates_nonzero, b.metrics[i].updates_nonzero) << what;
        EXPECT_EQ(a.metrics[i].updates_lost, b.metrics[i].updates_lost) << what;
        if (std::isfinite(b.metrics[i].norm_squared)) {
            EXPECT_NEAR(a.metrics[i].norm_squared, b.metrics[i].norm_squared,
                        b.metrics[i].norm_squared * 0x1p-50 * static_cast<double>(a.weights[i].size()))
                << what;
        } else {
            EXPECT_FALSE(std::isfinite(a.metrics[i].norm_squared)) << what;
        }
    }
    if (std::isfinite(b.state.norm_squared)) {
        std::int64_t elements = 0;
        for (const Array& w : a.weights) elements += w.size();
        EXPECT_NEAR(a.state.norm_squared, b.state.norm_squared,
                    b.state.norm_squared * 0x1p-50 * static_cast<double>(elements))
            << what;
    } else {
        EXPECT_FALSE(std::isfinite(a.state.norm_squared)) << what;
    }
    EXPECT_EQ(a.state.scaler, b.state.scaler) << what;
    EXPECT_EQ(a.state.found_inf, b.state.found_inf) << what;
    EXPECT_EQ(a.state.skipped, b.state.skipped) << what;
    EXPECT_EQ(a.state.scale_used, b.state.scale_used) << what;
}

class Optimizer : public KernelTest {
  protected:
    const std::vector<std::int64_t> sizes_ = {1, 3, 17, 64, 1000, 40001};

    /// The same steps on two threads, one thread and the oracle.
    void compare(const OptimizerSettings& optimizer, const ScalerSettings& scaler, const FloatFormat& weight,
                 Rounding rounding, const FloatFormat& state_format, const std::string& what,
                 const std::function<void(Array&, int)>& spoil = {}) {
        const bool adam = is_adam(optimizer.kind), momentum = optimizer.momentum > 0;
        Trained a(sizes_, adam, momentum, weight, rounding, state_format),
            b = make_like(a, adam, momentum, weight, rounding, state_format),
            r = make_like(a, adam, momentum, weight, rounding, state_format);
        for (Trained* t : {&a, &b, &r})
            t->state.scaler.scale = scaler.kind == ScalingKind::none ? 1.0f : scaler.initial_scale;
        std::uint64_t lost = 0, updates = 0;
        for (int step = 0; step < 6; ++step) {
            for (std::size_t i = 0; i < sizes_.size(); ++i) {
                // magnitudes from far below half a unit of the weights to far above
                Array g = spread({sizes_[i]},
                                 static_cast<std::uint32_t>(100 + step * 10) + static_cast<std::uint32_t>(i), -36, 2);
                for (float& x : g.values()) x *= r.state.scaler.scale;
                if (spoil) spoil(g, step);
                for (Trained* t : {&a, &b, &r}) t->gradients[i].values() = g.values();
            }
            a.step(tested(), optimizer, scaler, static_cast<std::uint32_t>(step));
            b.step(single(), optimizer, scaler, static_cast<std::uint32_t>(step));
            r.step(reference(), optimizer, scaler, static_cast<std::uint32_t>(step));
            const std::string where = what + ", step " + std::to_string(step);
            expect_same(a, r, where);
            expect_same(b, r, where + " on one thread");
            if (HasFatalFailure()) return;
            for (const ParameterMetrics& m : r.metrics) {
                lost += m.updates_lost;
                updates += m.updates_nonzero;
            }
        }
        EXPECT_GT(updates, 0u) << what;
        EXPECT_GT(lost, 0u) << what << ": the test must meet lost updates";
        EXPECT_LT(lost, updates) << what;
    }

    Trained make_like(const Trained&, bool adam, bool momentum, const FloatFormat& weight, Rounding rounding,
                      const FloatFormat& state_format) const {
        return Trained(sizes_, adam, momentum, weight, rounding, state_format);
    }
};

OptimizerSettings settings_of(Kind kind, double lr, double momentum = 0) {
    OptimizerSettings settings;
    settings.kind = kind;
    settings.lr = lr;
    settings.momentum = momentum;
    return settings;
}

/// Of every kind, and with weight decay of every second parameter.
std::vector<std::pair<std::string, OptimizerSettings>> every_optimizer(double lr_of_adam) {
    const auto sgd = settings_of(Kind::sgd, 0.01), momentum = settings_of(Kind::sgd, 0.01, 0.9),
               adam = settings_of(Kind::adam, lr_of_adam);
    auto adamw = adam, sgd_l2 = sgd, momentum_l2 = momentum, adam_l2 = adam;
    adamw.kind = Kind::adamw;
    adamw.weight_decay = 100;
    sgd_l2.weight_decay = momentum_l2.weight_decay = 1e-3;
    adam_l2.weight_decay = 0.1;
    return {{"sgd", sgd},       {"momentum", momentum},       {"adam", adam},      {"adamw", adamw},
            {"sgd l2", sgd_l2}, {"momentum l2", momentum_l2}, {"adam l2", adam_l2}};
}

TEST_F(Optimizer, ClippingIsPyTorchsAtItsEnds) {
    // torch.nn.utils.clip_grad_norm_(p, 1.0) of PyTorch 2.15: gradients [given, 1], [2] become these.
    constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    struct Case {
        float given;
        std::array<float, 3> clipped;
    };
    for (const Case& c : {Case{nan, {nan, nan, nan}}, Case{infinity, {nan, 0, 0}}, Case{1e20f, {0, 0, 0}},
                          Case{3e18f, {1, 1 / 3e18f, 2 / 3e18f}}})
        for (Kernels* kernels : {&tested(), &single(), &reference()}) {
            OptimizerSettings optimizer = settings_of(Kind::sgd, 1);
            optimizer.clip_norm = 1;
            Trained t({2, 1}, false, false, fp32, Rounding::nearest_even, fp32);
            for (Array& w : t.weights) std::fill(w.values().begin(), w.values().end(), 0.0f);
            t.gradients[0].values() = {c.given, 1};
            t.gradients[1].values() = {2};
            t.step(*kernels, optimizer, {}, 0);
            const std::array<float, 3> got{-t.weights[0][0], -t.weights[0][1], -t.weights[1][0]};
            for (std::size_t i = 0; i < 3; ++i) {
                if (std::isnan(c.clipped[i]))
                    EXPECT_TRUE(std::isnan(got[i])) << c.given << ", " << i;
                else
                    EXPECT_NEAR(got[i], c.clipped[i], 1e-6f * c.clipped[i]) << c.given << ", " << i;
            }
        }
}

TEST_F(Optimizer, EveryOptimizerInEveryFormat) {
    struct Weights {
        FloatFormat weight;
        Rounding rounding;
        FloatFormat state;
    };
    for (const auto& [name, optimizer] : every_optimizer(1e-6))
        for (const Weights& w :
             {Weights{fp32, Rounding::nearest_even, fp32}, Weights{bf16, Rounding::nearest_even, fp32},
              Weights{fp16, Rounding::nearest_even, fp32}, Weights{fp16, Rounding::nearest_even, fp16},
              Weights{bf16, Rounding::stochastic, fp32}, Weights{fp16, Rounding::stochastic, bf16},
              Weights{{5, 2}, Rounding::nearest_even, {5, 2}}})
            compare(optimizer, {}, w.weight, w.rounding, w.state,
                    name + " " + name_of(w.weight) + (w.rounding == Rounding::stochastic ? " stochastic" : "") +
                        " state " + name_of(w.state));
}

void expect_same_updates(const UpdateCounts& a, const UpdateCounts& b, const std::string& what) {
    expect_same_histogram(a.magnitude, b.magnitude, what);
    EXPECT_EQ(a.ratio_bins, b.ratio_bins) << what;
    EXPECT_EQ(a.nonzero, b.nonzero) << what;
    EXPECT_EQ(a.lost_with_master, b.lost_with_master) << what;
    EXPECT_EQ(a.lost_without_master, b.lost_without_master) << what;
}

TEST_F(Optimizer, UpdatesAreCountedAndLookingChangesNothing) {
    for (const auto& [name, optimizer] : every_optimizer(1e-5))
        for (const auto& [weight, operand] : {std::pair{fp32, fp16}, std::pair{fp32, bf16}, std::pair{bf16, bf16}}) {
            const bool adam = is_adam(optimizer.kind), momentum = optimizer.momentum > 0;
            const std::string what = name + ", " + name_of(weight) + " for " + name_of(operand);
            ScalerSettings scaler;
            scaler.kind = ScalingKind::fixed;
            const auto make = [&, format = weight] {
                Trained t(sizes_, adam, momentum, format, Rounding::nearest_even, fp32);
                t.state.scaler.scale = 1024.0f;
                return t;
            };
            Trained a = make(), b = make(), r = make(), blind = make();
            std::uint64_t lost = 0, updates = 0;
            for (int step = 0; step < 4; ++step) {
                const int lowest = step < 3 ? -36 : -150;  // at last also changes that are subnormal in FP32
                std::vector<UpdateCounts> of_a(sizes_.size()), of_b(sizes_.size()), of_r(sizes_.size());
                for (std::size_t i = 0; i < sizes_.size(); ++i) {
                    Array g =
                        spread({sizes_[i]}, static_cast<std::uint32_t>(500 + step * 10) + static_cast<std::uint32_t>(i),
                               lowest, 2);
                    for (float& x : g.values()) x *= 1024.0f;
                    for (Trained* t : {&a, &b, &r, &blind}) {
                        t->gradients[i].values() = g.values();
                        t->views[i].operand_format = operand;
                    }
                    a.views[i].updates = &of_a[i];
                    b.views[i].updates = &of_b[i];
                    r.views[i].updates = &of_r[i];
                }
                a.step(tested(), optimizer, scaler, static_cast<std::uint32_t>(step));
                b.step(single(), optimizer, scaler, static_cast<std::uint32_t>(step));
                r.step(reference(), optimizer, scaler, static_cast<std::uint32_t>(step));
                blind.step(tested(), optimizer, scaler, static_cast<std::uint32_t>(step));
                const std::string where = what + ", step " + std::to_string(step);
                expect_same(a, r, where);
                expect_same(b, r, where + " on one thread");
                expect_same(blind, a, where + ": looking must not change the weights");
                for (std::size_t i = 0; i < sizes_.size(); ++i) {
                    expect_same_updates(of_a[i], of_r[i], where);
                    expect_same_updates(of_b[i], of_r[i], where + " on one thread");
                    EXPECT_EQ(of_r[i].magnitude.elements, static_cast<std::uint64_t>(sizes_[i])) << where;
                    EXPECT_EQ(of_r[i].nonzero, r.metrics[i].updates_nonzero) << where;
                    // What is really lost is what would be lost with weights in that format.
                    if (optimizer.kind == Kind::adamw && r.views[i].decays) continue;  // which is rounded twice
                    if (weight == fp32) {
                        EXPECT_EQ(of_r[i].lost_with_master, r.metrics[i].updates_lost) << where;
                    }
                    if (weight == operand) {
                        EXPECT_EQ(of_r[i].lost_without_master, r.metrics[i].updates_lost) << where;
                    }
                }
                lost += of_r.back().lost_without_master;
                updates += of_r.back().nonzero;
                if (HasFatalFailure()) return;
            }
            EXPECT_GT(lost, 0u) << what << ": the test must meet lost updates";
            EXPECT_LT(lost, updates) << what;
        }
}

TEST_F(Optimizer, TheCopyIsWrittenWithTheWeight) {
    const OptimizerSettings optimizer = settings_of(Kind::adam, 1e-3);
    struct Copy {
        FloatFormat weight;
        Rounding rounding;
        FloatFormat format;
        Rounding to;
        bool narrow;
    };
    for (const Copy& c : {Copy{fp32, Rounding::nearest_even, fp16, Rounding::nearest_even, false},
                          Copy{fp32, Rounding::nearest_even, bf16, Rounding::nearest_even, true},
                          Copy{fp32, Rounding::nearest_even, tf32, Rounding::nearest_away, false},
                          Copy{fp32, Rounding::nearest_even, {5, 2}, Rounding::nearest_even, false},
                          Copy{bf16, Rounding::nearest_even, bf16, Rounding::nearest_even, true},
                          Copy{bf16, Rounding::stochastic, fp16, Rounding::nearest_even, false}}) {
        Trained t(sizes_, true, false, c.weight, c.rounding, fp32);
        std::vector<Array> wide;
        std::vector<Narrow> narrow;
        for (const std::int64_t size : sizes_) {
            wide.emplace_back(Shape{size});
            narrow.emplace_back(Shape{size});
        }
        for (const bool ruined : {false, true}) {
            for (std::size_t i = 0; i < sizes_.size(); ++i) {
                t.gradients[i].values() = spread({sizes_[i]}, static_cast<std::uint32_t>(i), -30, 2).values();
                if (ruined) t.gradients[i][sizes_[i] / 2] = std::bit_cast<float>(0x7FFFFFFFu);  // a NaN
                t.views[i].copy = {c.narrow ? narrow[i].view() : wide[i].view(), c.format, c.to};
            }
            t.step(tested(), optimizer, {}, ruined ? 1 : 0);
            for (std::size_t i = 0; i < sizes_.size(); ++i) {
                Array expected(Shape{sizes_[i]});
                for (std::int64_t k = 0; k < sizes_[i]; ++k) expected[k] = round_to(t.weights[i][k], c.format, c.to);
                EXPECT_EQ(std::isnan(expected[sizes_[i] / 2]), ruined);
                expect_same_bits(c.narrow ? narrow[i].wide() : wide[i], expected,
                                 name_of(c.weight) + " copied as " + name_of(c.format));
            }
        }
    }
}

TEST_F(Optimizer, WeightsAreCountedAsTheyWereBeforeTheUpdate) {
    struct Case {
        FloatFormat weight;
        Rounding rounding;
        WorkingCopy to;
        bool copied, narrow;
    };
    const auto to = [](const FloatFormat& format, Rounding rounding = Rounding::nearest_even) {
        return WorkingCopy{{}, format, rounding, nullptr};
    };
    for (const Case& c : {Case{fp32, Rounding::nearest_even, to(fp32), false, false},
                          Case{fp16, Rounding::nearest_even, to(fp16), false, false},
                          Case{bf16, Rounding::stochastic, to(bf16), false, false},
                          Case{bf16, Rounding::stochastic, to(bf16), true, true},
                          Case{fp32, Rounding::nearest_even, to(fp16), true, false},
                          Case{fp32, Rounding::nearest_even, to(bf16), true, true},
                          Case{fp32, Rounding::nearest_even, to(tf32, Rounding::nearest_away), true, false},
                          Case{fp32, Rounding::nearest_even, to({5, 2}), true, false}})
        for (const auto& [bad, kind] : {std::pair{false, ScalingKind::fixed}, std::pair{true, ScalingKind::fixed},
                                        std::pair{true, ScalingKind::none}}) {
            if (c.narrow && narrow_types().empty()) continue;
            const bool skipped = bad && kind != ScalingKind::none, infinite = bad;
            const std::string what = name_of(c.weight) + " cast to " + name_of(c.to.format) +
                                     (skipped    ? ", skipped"
                                      : infinite ? ", infinite gradients"
                                                 : "");
            const auto make = [&] {
                Trained t(sizes_, true, false, c.weight, c.rounding, fp32);
                for (std::size_t i = 0; i < sizes_.size(); ++i) {  // all that a cast can do to a number
                    t.weights[i] = spread({sizes_[i]}, static_cast<std::uint32_t>(i), -140, 18, c.weight);
                    t.weights[i][sizes_[i] / 3] = std::numeric_limits<float>::quiet_NaN();
                    t.weights[i][sizes_[i] / 2] = std::numeric_limits<float>::infinity();
                    t.views[i].weight = t.weights[i].view();
                    t.gradients[i].values() = spread({sizes_[i]}, static_cast<std::uint32_t>(i) + 9, -30, 2).values();
                    if (infinite) t.gradients[i][0] = std::numeric_limits<float>::infinity();
                }
                return t;
            };
            const OptimizerSettings optimizer = settings_of(Kind::adam, 1e-3);
            ScalerSettings scaler;
            scaler.kind = kind;
            const Trained before = make();
            Trained blind = make();
            blind.step(tested(), optimizer, scaler, 0);
            for (Kernels* kernels : {&tested(), &single()}) {
                Trained t = make();
                std::vector<MagnitudeHistogram> found(sizes_.size());
                std::vector<UpdateCounts> updates(sizes_.size());
                std::vector<Array> wide;
                std::vector<Narrow> narrow;
                for (const std::int64_t size : sizes_) {
                    wide.emplace_back(Shape{size});
                    narrow.emplace_back(Shape{size});
                }
                for (std::size_t i = 0; i < sizes_.size(); ++i) {
                    t.views[i].copy = c.to;
                    if (c.copied) t.views[i].copy.tensor = c.narrow ? narrow[i].view() : wide[i].view();
                    t.views[i].copy.histogram = &found[i];
                    t.views[i].operand_format = c.to.format;
                    if (i % 2 == 0) t.views[i].updates = &updates[i];
                }
                t.step(*kernels, optimizer, scaler, 0);
                EXPECT_EQ(t.state.skipped, skipped ? 1u : 0u) << what;
                expect_same(t, blind, what + ": looking must not change the weights");
                for (std::size_t i = 0; i < sizes_.size(); ++i) {
                    MagnitudeHistogram expected;
                    WorkingCopy counted = c.to;
                    counted.histogram = &expected;
                    Array rounded(Shape{sizes_[i]});
                    reference().round_copy(before.weights[i].view(), rounded.view(), cast_of(counted));
                    EXPECT_GT(expected.infinite, 0u) << what;
                    expect_same_histogram(found[i], expected, what + ", " + std::to_string(sizes_[i]));
                    if (!c.copied) continue;
                    Array copy(Shape{sizes_[i]});
                    for (std::int64_t k = 0; k < sizes_[i]; ++k)
                        copy[k] = round_to(t.weights[i][k], c.to.format, c.to.rounding);
                    expect_same_bits(c.narrow ? narrow[i].wide() : wide[i], copy, what + ": the copy");
                }
            }
        }
}

TEST_F(Optimizer, ScaledGradientsAndClipping) {
    ScalerSettings scaler;
    scaler.kind = ScalingKind::dynamic;
    scaler.initial_scale = 1024;
    scaler.growth_interval = 2;
    OptimizerSettings optimizer = settings_of(Kind::adam, 1e-6);
    compare(optimizer, scaler, fp32, Rounding::nearest_even, fp32, "scaled adam");
    // With a clip the factor comes from a norm whose sum has another order on each device: integers make it exact.
    optimizer = settings_of(Kind::sgd, 0.01);
    optimizer.clip_norm = 0.5;
    for (const ScalerSettings& s : {scaler, ScalerSettings()})
        compare(optimizer, s, fp32, Rounding::nearest_even, fp32, "clipped sgd", [](Array& g, int step) {
            g.values() = integers(g.shape(), static_cast<std::uint32_t>(step), 3).values();
            if (g.size() > 100) g[1] = 0x1p-18f;  // and one that is lost
        });
}

TEST_F(Optimizer, TheLargestNumberIsNoInfinity) {
    for (const ScalingKind kind : {ScalingKind::fixed, ScalingKind::none}) {
        ScalerSettings scaler;
        scaler.kind = kind;
        Trained a({100}, false, false, fp32, Rounding::nearest_even, fp32),
            r({100}, false, false, fp32, Rounding::nearest_even, fp32);
        for (Trained* t : {&a, &r}) {
            t->gradients[0] = uniform({100}, 1);
            for (const std::int64_t at : {0, 50, 99}) t->gradients[0][at] = std::numeric_limits<float>::max();
            t->views[0].gradient = t->gradients[0].view();
            t->step(t == &a ? tested() : reference(), settings_of(Kind::sgd, 1), scaler, 0);
            EXPECT_EQ(t->metrics[0].nonfinite, 0u);
        }
        expect_same(a, r, "largest");
    }
}

TEST_F(Optimizer, OverflowsAreFoundSkippedAndCounted) {
    for (const ScalingKind kind : {ScalingKind::dynamic, ScalingKind::fixed, ScalingKind::none}) {
        ScalerSettings scaler;
        scaler.kind = kind;
        scaler.initial_scale = 256;
        for (const float odd : {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                                std::numeric_limits<float>::quiet_NaN()})
            for (const std::int64_t at : {std::int64_t{0}, std::int64_t{999}})
                for (const std::int64_t size : {1000, 40001})  // of one part, and of several
                    compare(settings_of(Kind::adam, 1e-6), scaler, fp32, Rounding::nearest_even, fp32, "overflow",
                            [&](Array& g, int step) {
                                if (step % 2 == 1 && g.size() == size) g[at] = g[size - 1 - at / 2] = odd;
                            });
    }
}

TEST_F(Optimizer, UnscalingBySmallScalesIsLookedAtAgain) {
    ScalerSettings scaler;
    scaler.kind = ScalingKind::dynamic;
    Trained a({100}, false, false, fp32, Rounding::nearest_even, fp32),
        r({100}, false, false, fp32, Rounding::nearest_even, fp32);
    for (Trained* t : {&a, &r}) {
        t->state.scaler.scale = 0x1p-16f;
        t->gradients[0] = uniform({100}, 1);
        t->gradients[0][50] = 1e35f;  // finite, but not after times 65536
        t->views[0].gradient = t->gradients[0].view();
        t->step(t == &a ? tested() : reference(), settings_of(Kind::sgd, 1), scaler, 0);
        EXPECT_EQ(t->metrics[0].nonfinite, 1u);
        EXPECT_EQ(t->state.skipped, 1u);
    }
    expect_same(a, r, "small scale");
}

TEST_F(Optimizer, ASkippedStepChangesNothing) {
    ScalerSettings scaler;
    scaler.kind = ScalingKind::fixed;
    Trained t(sizes_, true, false, fp32, Rounding::nearest_even, fp32);
    for (std::size_t i = 0; i < sizes_.size(); ++i) t.gradients[i].values() = uniform({sizes_[i]}, 3).values();
    t.step(tested(), settings_of(Kind::adam, 0.1), scaler, 0);
    const std::vector<Array> weights = t.weights, first = t.first, second = t.second;
    t.gradients[2][5] = std::numeric_limits<float>::infinity();
    t.step(tested(), settings_of(Kind::adam, 0.1), scaler, 1);
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
        expect_same_bits(t.weights[i], weights[i], "weights");
        expect_same_bits(t.first[i], first[i], "first moments");
        expect_same_bits(t.second[i], second[i], "second moments");
        EXPECT_EQ(t.metrics[i].updates_nonzero, 0u) << "no update was made";
        EXPECT_EQ(t.metrics[i].nonfinite, i == 2 ? 1u : 0u);
    }
    EXPECT_EQ(t.state.scaler.optimizer_step, 1u);
    EXPECT_EQ(t.state.scaler.skipped, 1u);
}

TEST_F(Optimizer, MoreParametersThanOneLaunchTakes) {
    const std::vector<std::int64_t> sizes(23, 5);
    for (const bool overflow : {false, true}) {
        Trained a(sizes, true, false, fp32, Rounding::nearest_even, fp32),
            r(sizes, true, false, fp32, Rounding::nearest_even, fp32);
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const Array g = uniform({5}, static_cast<std::uint32_t>(i));
            a.gradients[i].values() = r.gradients[i].values() = g.values();
        }
        const std::size_t odd = 2;  // what the first launch finds must not be forgotten by the last one
        if (overflow) a.gradients[odd][1] = r.gradients[odd][1] = std::numeric_limits<float>::infinity();
        ScalerSettings scaler;
        scaler.kind = ScalingKind::dynamic;
        a.step(tested(), settings_of(Kind::adam, 1e-2), scaler, 0);
        r.step(reference(), settings_of(Kind::adam, 1e-2), scaler, 0);
        expect_same(a, r, overflow ? "overflow" : "good");
        EXPECT_EQ(a.state.found_inf, overflow ? 1u : 0u);
        if (!overflow) {
            EXPECT_NEAR(a.state.norm_squared, r.state.norm_squared, r.state.norm_squared * 0x1p-45);
        }
    }
}

}  // namespace
}  // namespace mantissa
