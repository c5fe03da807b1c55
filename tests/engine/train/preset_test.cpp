// SPDX-License-Identifier: Apache-2.0
// The shipped presets on real MNIST: what each is there to show must happen. Bounds are those of a PyTorch emulation of
// the same casts. One seed by default, three nightly. Times are printed, never tested.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <map>

#include "engine/run/presets.h"
#include "engine/train/memory_plan.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

/// What a run must come to.
struct Expected {
    double least = 0, most = 100;            ///< test accuracy after the last epoch, per cent
    int skipped = -1;                        ///< skipped steps; -1: any number
    double lost_least = 0, lost_most = 100;  ///< share of lost updates, per cent
    bool flushes = false;                    ///< weight and activation gradients must have been flushed
};

struct PresetCase {
    std::string name;
    std::string preset;
    Edit edit;
    Expected expected;
};

void set(run::RunConfig& c, run::Precision precision, run::Scaling scaling, bool master = true) {
    c.set_precision(precision);
    c.set_scaling(scaling);
    c.set_master_weights(master);
}

Edit mode(run::Precision precision, run::Scaling scaling = run::NONE, bool master = true) {
    return [=](run::RunConfig& c) { set(c, precision, scaling, master); };
}

std::vector<PresetCase> preset_cases() {
    return {
        {"underflow_fp32", "underflow", mode(run::FP32), {93, 100}},
        {"underflow_fp16_none", "underflow", mode(run::FP16), {0, 15, 0, 0, 100, true}},
        {"underflow_fp16_dynamic", "underflow", mode(run::FP16, run::DYNAMIC), {93, 100}},
        {"underflow_bf16", "underflow", mode(run::BF16), {93, 100}},
        {"lost_updates_fp32", "lost-updates", mode(run::FP32), {88.8, 91.8, 0, 0, 10}},
        {"lost_updates_bf16_master", "lost-updates", mode(run::BF16), {88.8, 91.8, 0, 0, 10}},
        {"lost_updates_bf16_alone", "lost-updates", mode(run::BF16, run::NONE, false), {50, 82, 0, 90, 100}},
        {"lost_updates_fp16_alone", "lost-updates", mode(run::FP16, run::NONE, false), {88.6, 91.6, 0, 40, 70}},
        {"pure_fp16", "pure-fp16", [](run::RunConfig&) {}, {9.7, 9.9, 0}},  // NaN answers 0
        {"pure_fp16_epsilon", "pure-fp16", [](run::RunConfig& c) { c.set_epsilon(1e-4); }, {95.9, 98, 0}},
        // Measured over three seeds: 97.42, 97.49, 97.49; FP32 97.36, 97.48, 97.69.
        {"pure_bf16", "pure-bf16", [](run::RunConfig&) {}, {96.9, 98, 0, 50, 75}},
        {"pure_bf16_fp32", "pure-bf16", mode(run::FP32), {96.9, 98.2, 0, 0, 25}},
        {"overflow_fp32", "overflow", mode(run::FP32), {83.4, 88.5, 0}},
        {"overflow_fp16_dynamic", "overflow", mode(run::FP16, run::DYNAMIC), {0, 15, 234}},
        {"overflow_bf16", "overflow", mode(run::BF16), {82.9, 88.2, 0}},
        {"reduction_fp32", "reduction", mode(run::FP32), {95.6, 98.6, 0}},
        {"reduction_fp16_none", "reduction", mode(run::FP16), {0, 15, 0}},
        {"reduction_bf16", "reduction", mode(run::BF16), {95.7, 98.7, 0}},
        // The same networks in PyTorch, three seeds each: 67.0 to 75.4, 64.5; 76.4, 76.3, 20.8; 97.5.
        {"attention_overflow_fp32", "attention-overflow", mode(run::FP32), {63, 80, 0}},
        {"attention_overflow_fp16_dynamic", "attention-overflow", mode(run::FP16, run::DYNAMIC), {0, 25, 300}},
        {"attention_overflow_bf16", "attention-overflow", mode(run::BF16), {54, 80, 0}},
        // Three seeds each: the quotient of a product beyond 65504 comes too late, 9.80 and every step skipped; of the
        // queries it comes in time, 79.4, 74.1, 78.4 (FP32 82.6, 83.4, 80.1); normalised, no scaling at
        // all, 92.6, 90.6, 91.8.
        {"scores_scaled_after_fp16",
         "attention-overflow",
         [](run::RunConfig& c) { c.set_attention_scaling(true); },
         {0, 25, 300}},
        {"queries_scaled_first_fp16",
         "attention-overflow",
         [](run::RunConfig& c) {
             c.set_attention_scaling(true);
             c.set_queries_scaled_first(true);
         },
         {65, 88}},
        {"query_key_norm_fp16", "attention-overflow", [](run::RunConfig& c) { c.set_query_key_norm(true); }, {86, 97}},
        {"norm_squares_fp32", "norm-squares", mode(run::FP32), {72.4, 80.4, 0}},
        {"norm_squares_fp16_static", "norm-squares", mode(run::FP16, run::STATIC), {0, 25, 0}},
        {"norm_squares_bf16", "norm-squares", mode(run::BF16, run::STATIC), {72.3, 80.3, 0}},
        // Measured over three seeds: 97.5 to 98.2, 97.3 to 98.0, 97.5 to 98.2; 71.1 to 72.4.
        {"gpt_fp32", "gpt", mode(run::FP32), {94, 100, 0}},
        {"gpt_fp16_dynamic", "gpt", mode(run::FP16, run::DYNAMIC), {94, 100}},
        {"gpt_overflow_fp16_dynamic", "gpt-overflow", mode(run::FP16, run::DYNAMIC), {0, 0, 469}},
        // Measured over three seeds: NaN; 77.1, 77.6, 73.4; current scaling 76.6, 75.9, 72.6; BF16 76.0, 77.8, 72.3.
        {"fp8_range_unscaled", "fp8-range", [](run::RunConfig&) {}, {0, 15, 0}},
        {"fp8_range_e5m2",
         "fp8-range",
         [](run::RunConfig& c) { c.set_operand_recipe(run::OPERANDS_FP8_E5M2); },
         {68, 83, 0}},
        // Measured over three seeds: 11.35 in all; current scaling 93.7, 93.7, 93.5; FP32 93.7, 93.7, 93.6.
        {"fp8_late_scale_delayed", "fp8-late-scale", [](run::RunConfig&) {}, {0, 15, 0}},
        {"fp8_late_scale_current",
         "fp8-late-scale",
         [](run::RunConfig& c) { c.set_operand_recipe(run::OPERANDS_FP8_CURRENT); },
         {92, 95.5, 0}},
        {"fp8_late_scale_fp32",
         "fp8-late-scale",
         [](run::RunConfig& c) {
             c.set_operand_recipe(run::OPERANDS_NONE);
             c.set_precision(run::FP32);
         },
         {92, 95.5, 0}},
        // Measured over five seeds: NaN; 94.1 to 94.5.
        {"ranks_overflow", "ranks-overflow", [](run::RunConfig&) {}, {9.7, 9.9, 0}},
        {"ranks_overflow_half_as_many", "ranks-overflow", [](run::RunConfig& c) { c.set_ranks(32); }, {93, 95.5, 0}},
        {"ranks_overflow_divided_first",
         "ranks-overflow",
         [](run::RunConfig& c) { c.set_rank_divide(run::DIVIDE_BEFORE); },
         {93, 95.5, 0}},
        // R², measured over three seeds (FP32, BF16, FP16): 89.3 to 90.1 in all, and 89.8 by PyTorch; with the offset
        // 89.3 to 90.1 in FP32, in 16 bits below 0, which is told as 0, and with the last layer in FP32 89.3 to 90.1.
        {"regression_fp16_dynamic", "regression", mode(run::FP16, run::DYNAMIC), {88, 91.5}},
        {"regression_offset_fp32", "regression-offset", mode(run::FP32), {88, 91.5, 0}},
        {"regression_offset_fp16_dynamic", "regression-offset", mode(run::FP16, run::DYNAMIC), {0, 15}},
        {"regression_offset_bf16", "regression-offset", mode(run::BF16), {0, 15}},
        {"regression_offset_bf16_but_for_the_last_layer",
         "regression-offset",
         [](run::RunConfig& c) {
             set(c, run::BF16, run::NONE);
             run::LayerOverride& last = *c.add_layer_overrides();
             last.set_layer("out");
             last.set_precision(run::FP32);
         },
         {88, 91.5}},
        // Measured over three seeds: NaN, which answers 0, 9.80 % of the test images; FP32 93.3 to 93.9, BF16 93.1
        // to 93.8.
        {"batch_norm_inf_fp16", "batch-norm-inf", mode(run::FP16, run::DYNAMIC), {9.7, 9.9}},
        // With sums in 16 bits every step is skipped: 9.80, three seeds.
        {"batch_norm_inf_fp16_sums",
         "batch-norm-inf",
         [](run::RunConfig& c) { c.set_norm_16bit(true); },
         {9.7, 9.9, 469}},
        {"batch_norm_inf_fp32", "batch-norm-inf", mode(run::FP32), {92, 95.5, 0}},
        // An independent program of the model: 9.5 without the sum; with it 97.4 to 97.7 after ten epochs (nightly).
        {"phase_change_lost", "phase-change-lost", [](run::RunConfig&) {}, {0, 15, 0, 100, 100}},
        {"phase_change_a_third_of_an_epoch",
         "phase-change",
         [](run::RunConfig& c) { c.set_steps(20000); },
         {88, 96, 0, 0, 0}},
    };
}

/// One epoch of the CNN is enough to see that it learns; its three epochs in four modes are for the night.
std::vector<PresetCase> nightly_cases() {
    std::vector<PresetCase> cases = preset_cases();
    for (const auto& [name, precision] :
         {std::pair{"fp32", run::FP32}, {"tf32", run::TF32}, {"fp16", run::FP16}, {"bf16", run::BF16}})
        cases.push_back({std::string("classic_") + name, "classic", mode(precision), {97.3, 100}});
    for (const auto& [name, precision, scaling] : {std::tuple{"fp32", run::FP32, run::NONE},
                                                   {"bf16", run::BF16, run::NONE},
                                                   {"fp16", run::FP16, run::DYNAMIC}}) {
        cases.push_back({std::string("transformer_") + name, "transformer", mode(precision, scaling), {89.2, 97.2}});
        cases.push_back({std::string("resnet_") + name, "resnet", mode(precision, scaling), {93.5, 100}});
        // 89.5 to 91.0 over three seeds and formats; 87 % of the pixels are background.
        cases.push_back({std::string("unet_") + name, "unet", mode(precision, scaling), {88.6, 92}});
        // Masked tokens: 44.8 to 46.7.
        cases.push_back({std::string("bert_") + name, "bert", mode(precision, scaling), {42, 50}});
        // dB: 17.19 to 17.42 over three seeds and formats.
        cases.push_back({std::string("autoencoder_") + name, "autoencoder", mode(precision, scaling), {16.9, 17.8}});
    }
    // Measured over three seeds: 11.35; 82.1, 77.1, 64.8.
    cases.push_back({"ranks_starved", "ranks-starved", [](run::RunConfig&) {}, {0, 15, 0}});
    cases.push_back({"ranks_starved_divided_after",
                     "ranks-starved",
                     [](run::RunConfig& c) { c.set_rank_divide(run::DIVIDE_AFTER); },
                     {50, 92, 0}});
    cases.push_back({"regression_fp32", "regression", mode(run::FP32), {88, 91.5, 0}});
    cases.push_back({"regression_bf16", "regression", mode(run::BF16), {88, 91.5, 0}});
    cases.push_back({"batch_norm_inf_bf16", "batch-norm-inf", mode(run::BF16), {92, 95.5, 0}});
    // dB, measured over three seeds: 9.46, as untrained; 18.52 to 18.57; 18.58 to 18.72; with a scale 18.62 to 18.72.
    cases.push_back({"pixel_mean_fp16_none", "pixel-mean", mode(run::FP16), {9.4, 9.5, 0, 0, 0}});
    cases.push_back({"pixel_mean_fp32", "pixel-mean", mode(run::FP32), {17.5, 19.5, 0}});
    cases.push_back({"pixel_mean_bf16", "pixel-mean", mode(run::BF16), {17.5, 19.5, 0}});
    cases.push_back({"pixel_mean_fp16_dynamic", "pixel-mean", mode(run::FP16, run::DYNAMIC), {17.5, 19.5}});
    // Measured over three seeds: 94.8 to 95.2 in BF16 and FP32; FP16 skips all but six of 469 steps.
    cases.push_back({"bf16_growth", "bf16-growth", [](run::RunConfig&) {}, {93.5, 97, 0}});
    cases.push_back({"bf16_growth_fp32", "bf16-growth", mode(run::FP32), {93.5, 97, 0}});
    cases.push_back({"bf16_growth_fp16_dynamic", "bf16-growth", mode(run::FP16, run::DYNAMIC), {9.7, 9.9}});
    cases.push_back({"bf16_to_fp16_from_its_own_weights", "bf16-to-fp16", [](run::RunConfig&) {}, {91, 97}});
    cases.push_back({"gpt_bf16", "gpt", mode(run::BF16), {94, 100}});
    cases.push_back({"gpt_overflow_fp32", "gpt-overflow", mode(run::FP32), {67, 76, 0}});
    cases.push_back({"phase_change", "phase-change", [](run::RunConfig&) {}, {97.2, 98.3, 0, 0, 0}});
    cases.push_back({"phase_change_8_bits",
                     "phase-change",
                     [](run::RunConfig& c) { c.set_converters_8bit(true); },
                     {96.7, 98.3, 0, 0, 0}});
    cases.push_back({"tutorial_narrow_fp16",
                     "tutorial",
                     [](run::RunConfig& c) {
                         c.set_c1(32);
                         c.set_c2(64);
                         c.set_batch(1000);
                         set(c, run::FP16, run::DYNAMIC);
                     },
                     {96, 100}});
    return cases;
}

run::RunFinished train(const PresetCase& c, std::uint64_t seed) {
    run::RunConfig config = complete(preset_named(c.preset).config());
    config.set_seed(seed);
    config.set_eval_interval(0);
    config.set_histogram_interval(0);  // looking changes nothing, and this is a test of what happens
    config.set_train_eval_images(1000);
    c.edit(config);
    const Dataset& data = mnist();
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t cpu_start = std::clock();
    Lane lane(fast_device(), data, config);
    while (!lane.trainer.finished()) lane.trainer.step();
    const run::RunFinished f = lane.trainer.finish(run::RunFinished::COMPLETED);
    int first_nonfinite = -1;
    const std::vector<run::StepRecord> steps = lane.sink.steps();
    for (std::size_t i = 0; i < steps.size() && first_nonfinite < 0; ++i)
        if (!std::isfinite(steps[i].loss())) first_nonfinite = static_cast<int>(i) + 1;
    std::printf(
        "%-26s seed %llu: %6.2f %%, %u of %u steps skipped, flushed %.2f %% of weight and %.2f %% of activation "
        "gradients, lost %.1f %% of updates, final scale %g, first non-finite loss at step %d, %.1f s (%.1f s of "
        "processor)\n",
        c.name.c_str(), static_cast<unsigned long long>(seed), 100.0 * static_cast<double>(f.test_accuracy()),
        f.skipped_steps(), f.steps(), 100 * f.flushed_share(), 100 * f.flushed_share_activations(),
        100 * f.lost_update_share(), static_cast<double>(f.final_scale()), first_nonfinite,
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
        static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC);
    return f;
}

void expect_outcome(const PresetCase& c, std::uint64_t seed) {
    const run::RunFinished f = train(c, seed);
    const double accuracy = 100.0 * static_cast<double>(f.test_accuracy());
    EXPECT_GE(accuracy, c.expected.least) << c.name << " seed " << seed;
    EXPECT_LE(accuracy, c.expected.most) << c.name << " seed " << seed;
    if (c.expected.skipped >= 0) {
        EXPECT_EQ(f.skipped_steps(), static_cast<std::uint32_t>(c.expected.skipped)) << c.name << " seed " << seed;
    }
    EXPECT_GE(100 * f.lost_update_share(), c.expected.lost_least) << c.name << " seed " << seed;
    EXPECT_LE(100 * f.lost_update_share(), c.expected.lost_most) << c.name << " seed " << seed;
    if (c.expected.flushes) {
        EXPECT_GT(f.flushed_share(), 0.02) << c.name;
        EXPECT_GT(f.flushed_share_activations(), 0.2) << c.name;
    }
}

class Preset : public ::testing::TestWithParam<PresetCase> {};
TEST_P(Preset, OneSeed) {
    expect_outcome(GetParam(), 1);
}
INSTANTIATE_TEST_SUITE_P(Mnist, Preset, ::testing::ValuesIn(preset_cases()),
                         [](const auto& test) { return test.param.name; });

/// What the first minute in the window tells: FP16 stands at chance, and a dynamic scale, turned on at step 117, brings
/// it up. Four seeds reached 43 to 55 % at step 350 and 68 to 86 % at step 650; 2,000 images are good to two points.
TEST(FirstMinute, TheLossScaleBringsFp16Back) {
    run::RunConfig config = complete(preset_named("underflow").config());
    set(config, run::FP16, run::NONE);
    config.set_histogram_interval(0);
    config.set_eval_interval(50);
    Lane lane(fast_device(), mnist(), config);
    lane.steps(117);
    run::RunConfig cure;
    cure.set_scaling(run::DYNAMIC);
    lane.trainer.change(cure);
    lane.steps(533);
    std::map<std::uint32_t, double> accuracy;
    for (const run::Record& record : lane.sink.records)
        if (record.has_evaluated())
            accuracy[record.step()] = 100.0 * static_cast<double>(record.evaluated().accuracy());
    std::printf("FP16 at step 100: %.1f %%; with a dynamic scale from 117 on, at 350: %.1f %%, at 650: %.1f %%\n",
                accuracy.at(100), accuracy.at(350), accuracy.at(650));
    EXPECT_LE(accuracy.at(100), 15);
    EXPECT_GE(accuracy.at(350), 38);
    EXPECT_GE(accuracy.at(650), 63);
}

TEST(PureFp16Preset, PixelsThatAreNeverLitAreNaNAfterOneStep) {
    const Dataset& data = mnist();
    constexpr std::size_t pixels = 784;
    std::vector<bool> lit(pixels);
    for (std::size_t i = 0; i < data.train.images.size(); ++i)
        if (data.train.images[i] > 0) lit[i % pixels] = true;
    EXPECT_EQ(std::count(lit.begin(), lit.end(), false), 67);
    for (const auto& [epsilon, is_nan] : {std::pair{1e-8, true}, std::pair{1e-4, false}}) {
        run::RunConfig config = complete(preset_named("pure-fp16").config());
        config.set_epsilon(epsilon);
        Lane lane(fast_device(), data, config);
        lane.steps(1);
        const std::vector<float> weights = lane.trainer.parameters().values(0);
        ASSERT_EQ(weights.size(), pixels * 256);
        for (std::size_t i = 0; i < weights.size(); ++i)
            if (!lit[i % pixels]) {
                ASSERT_EQ(std::isnan(weights[i]), is_nan) << i << ", epsilon " << epsilon;
            }
    }
}

/// The loss of training, by the batch's own statistics, goes on as if nothing had been; only evaluations tell.
TEST(BatchNormInfPreset, TrainingGoesOnBesideAPoisonedEvaluation) {
    run::RunConfig config = complete(preset_named("batch-norm-inf").config());
    config.set_histogram_interval(0);
    config.set_eval_interval(0);
    Lane lane(fast_device(), mnist(), config);
    while (!lane.trainer.finished()) lane.trainer.step();
    const std::vector<float> losses = lane.losses();
    const auto bad = [](float loss) { return !std::isfinite(loss); };
    EXPECT_GE(std::count_if(losses.begin(), losses.end(), bad), 1);
    EXPECT_LE(std::count_if(losses.begin(), losses.end(), bad), static_cast<std::ptrdiff_t>(losses.size() / 10));
    double last = 0;
    int seen = 0;
    for (std::size_t i = losses.size() - 50; i < losses.size(); ++i)
        if (!bad(losses[i])) last += static_cast<double>(losses[i]), ++seen;
    EXPECT_LT(last / seen, 0.4);
    bool poisoned = false;
    Parameters& parameters = lane.trainer.parameters();
    for (std::size_t i = 0; i < lane.trainer.network().state.size(); ++i)
        for (const float value : parameters.state_values(i)) poisoned = poisoned || !std::isfinite(value);
    EXPECT_TRUE(poisoned);
}

/// Of dark pixels the loss's own gradient is flushed, of lit ones what the sigmoid makes of it.
TEST(PixelMeanPreset, EveryGradientBelowTheSigmoidIsFlushedAndNoWeightMoves) {
    run::RunConfig config = complete(preset_named("pixel-mean").config());
    config.set_histogram_interval(1);
    config.set_shadow_interval(0);
    config.set_eval_interval(0);
    Lane lane(fast_device(), mnist(), config);
    std::vector<std::vector<float>> before;
    for (std::size_t i = 0; i < lane.trainer.network().parameters.size(); ++i)
        before.push_back(lane.trainer.parameters().values(i));
    lane.steps(4);
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_EQ(lane.trainer.parameters().values(i), before[i]) << lane.trainer.network().parameters[i].name;
    int seen = 0;
    for (const run::Record& record : lane.sink.records) {
        EXPECT_EQ(record.step_done().weight_gradients_nonzero(), 0u);
        for (const run::Histogram& one : record.histograms().histograms()) {
            if (one.role() != run::ROLE_ACTIVATION_GRADIENT || one.tensor() == "out.out") continue;
            const run::CastCounts& counts = one.counts();
            EXPECT_EQ(counts.zero() + counts.flushed(), counts.elements()) << one.tensor();
            if (one.tensor() != "out") continue;
            EXPECT_GT(counts.flushed(), counts.elements() / 10) << "the pixels that are lit";
            ++seen;
        }
    }
    EXPECT_GE(seen, 4);
}

/// A lane that begins with the weights and the running statistics of another.
void take_weights(Lane& to, Lane& from) {
    Parameters& into = to.trainer.parameters();
    const Parameters& of = from.trainer.parameters();
    for (std::size_t i = 0; i < to.trainer.network().parameters.size(); ++i) into.set_values(i, of.values(i));
    for (std::size_t i = 0; i < to.trainer.network().state.size(); ++i) into.set_state_values(i, of.state_values(i));
    to.trainer.round_weights();
}

run::RunConfig unwatched(const std::string& preset, std::uint64_t seed) {
    run::RunConfig config = complete(preset_named(preset).config());
    config.set_seed(seed);
    config.set_histogram_interval(0);
    config.set_eval_interval(0);
    config.set_train_eval_images(1000);
    return config;
}

/// Trained in BF16; then FP16 fails from there by every loss scale, and BF16 goes on.
void expect_grown_beyond_fp16(std::uint64_t seed) {
    Lane grown(fast_device(), mnist(), unwatched("bf16-growth", seed));
    while (!grown.trainer.finished()) grown.trainer.step();
    for (const auto& [precision, scaling, scale] : {std::tuple{run::BF16, run::NONE, 1.0},
                                                    {run::FP16, run::NONE, 1.0},
                                                    {run::FP16, run::DYNAMIC, 65536.0},
                                                    {run::FP16, run::STATIC, 0x1p-14}}) {
        run::RunConfig config = unwatched("bf16-to-fp16", seed);
        set(config, precision, scaling);
        config.set_loss_scale(scale);
        if (precision == run::FP16) config.set_steps(60);  // there is nothing to wait for
        Lane lane(fast_device(), mnist(), config);
        take_weights(lane, grown);
        while (!lane.trainer.finished()) lane.trainer.step();
        const run::RunFinished f = lane.trainer.finish(run::RunFinished::COMPLETED);
        const double accuracy = 100.0 * static_cast<double>(f.test_accuracy());
        const std::vector<float> losses = lane.losses();
        const auto finite = std::count_if(losses.begin(), losses.end(), [](float l) { return std::isfinite(l); });
        std::printf("seed %llu, %d with scaling %d: %.2f %%, %td of %zu losses finite\n",
                    static_cast<unsigned long long>(seed), precision, scaling, accuracy, finite, losses.size());
        if (precision == run::BF16) {
            EXPECT_GE(accuracy, 94) << seed;
            EXPECT_EQ(finite, std::ssize(losses));
        } else {
            EXPECT_NEAR(accuracy, 9.8, 0.1) << seed << ", " << scaling;  // NaN answers 0
            EXPECT_EQ(finite, 0) << "from the first step on";
        }
    }
}

TEST(GrowthPresets, WhatGrewInBf16IsInfiniteInFp16WhateverTheLossScale) {
    expect_grown_beyond_fp16(1);
}

TEST(GrowthPresetsNightly, ThreeSeeds) {
    for (const std::uint64_t seed : {1, 2, 3}) expect_grown_beyond_fp16(seed);
}

/// As a person does it in the window: nothing of it was planted, it has grown.
TEST(GrowthPresets, ARunThatIsSwitchedToFp16InTheMidstIsNaN) {
    Lane lane(fast_device(), mnist(), unwatched("bf16-growth", 1));
    const auto largest = [&](const std::vector<float>& values) {
        float most = 0;
        for (const float value : values) most = std::max(most, std::fabs(value));
        return most;
    };
    for (std::size_t i = 0; i < lane.trainer.network().parameters.size(); ++i)
        EXPECT_LE(largest(lane.trainer.parameters().values(i)), 1) << "PyTorch's initial values";
    lane.steps(100);
    EXPECT_TRUE(std::isfinite(lane.losses().back()));
    run::RunConfig change;
    change.set_precision(run::FP16);
    lane.trainer.change(change);
    lane.steps(3);
    EXPECT_FALSE(std::isfinite(lane.losses().back()));
}

TEST(TutorialPreset, NeedsTheMemoryThatItTells) {
    const run::Preset preset = preset_named("tutorial");
    EXPECT_NE(preset.description().find(
                  "in the 1.2 GiB that FP32 needs for batch 590, FP16 stored as 16 bits fits about 1,130."),
              std::string::npos)
        << preset.description();
    const auto device = fast_device();
    run::RunConfig config = complete(preset.config());
    config.set_batch(590);
    config.set_shadow_interval(0);
    set(config, run::FP32, run::NONE);
    const std::uint64_t budget = plan_memory(*device, mnist(), config).peak_native();
    EXPECT_NEAR(static_cast<double>(budget) / 0x1p30, 1.2, 0.05);
    set(config, run::FP16, run::DYNAMIC);
    EXPECT_NEAR(largest_batch(*device, mnist(), config, budget, true), 1130, 10);
}

class PresetNightly : public ::testing::TestWithParam<PresetCase> {};
TEST_P(PresetNightly, ThreeSeeds) {
    for (const std::uint64_t seed : {1, 2, 3}) expect_outcome(GetParam(), seed);
}
INSTANTIATE_TEST_SUITE_P(Mnist, PresetNightly, ::testing::ValuesIn(nightly_cases()),
                         [](const auto& test) { return test.param.name; });

TEST(PresetClassic, OneEpochInFp32) {
    expect_outcome({"classic_fp32_one_epoch",
                    "classic",
                    [](run::RunConfig& c) {
                        set(c, run::FP32, run::NONE);
                        c.set_epochs(1);
                    },
                    {97.5, 100}},
                   1);
}

TEST(PresetReduction, Fp16WithADynamicScaleIsReported) {  // no number is promised for it; see the printed line
    const run::RunFinished f = train({"reduction_fp16_dynamic", "reduction", mode(run::FP16, run::DYNAMIC), {}}, 1);
    EXPECT_EQ(f.steps(), 2814u);
}

}  // namespace
}  // namespace mantissa
