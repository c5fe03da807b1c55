// SPDX-License-Identifier: Apache-2.0
// The measurements measure what they say: operations, bytes, kernels; and looking with a stopwatch changes no bit.
#include "engine/train/bench.h"

#include <gtest/gtest.h>

#include <map>

#include "engine/backend/timed_device.h"
#include "engine/base/error.h"
#include "engine/run/memory_record.h"
#include "engine/train/memory_plan.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

run::Bench small_bench(run::Bench::Kind kind) {
    run::Bench bench;
    bench.set_kind(kind);
    bench.set_seconds(0.01);
    bench.set_m(8);
    bench.set_n(6);
    bench.set_k(5);
    bench.set_side(7);
    bench.set_precision(run::FP16);
    return bench;
}

TEST(Bench, CountsOperationsAndBytes) {
    const auto device = reference();
    const run::BenchResult product = run_bench(*device, small_bench(run::Bench::PRODUCT), {});
    EXPECT_EQ(product.flops(), 2.0 * 8 * 6 * 5);
    EXPECT_EQ(product.bytes(), 4.0 * (8 * 5 + 6 * 5 + 8 * 6));
    EXPECT_GE(product.repetitions(), 3u);
    EXPECT_GT(product.seconds(), 0);
    EXPECT_LE(product.seconds_least(), product.seconds());
    EXPECT_TRUE(product.emulated());
    const run::BenchResult convolution = run_bench(*device, small_bench(run::Bench::CONVOLUTION), {});
    EXPECT_EQ(convolution.flops(), 2.0 * 8 * 7 * 7 * 6 * 5 * 9);
    for (const run::Bench::Kind kind : {run::Bench::PRODUCT, run::Bench::CONVOLUTION}) {
        run::Bench both = small_bench(kind);
        both.set_precision(run::PYTORCH_DEFAULT);
        EXPECT_EQ(run_bench(*device, both, {}).emulated(), kind == run::Bench::CONVOLUTION) << "which is TF32";
    }
    run::Bench copy = small_bench(run::Bench::COPY);
    copy.set_m(8192);
    EXPECT_EQ(run_bench(*device, copy, {}).bytes(), 16384);
}

TEST(Bench, EveryStepHasAWholeBatch) {
    run::Bench bench = small_bench(run::Bench::STEP);
    bench.set_by_kernel(true);  // which count what they are given
    *bench.mutable_config() = small_config([](run::RunConfig& c) {
        c.set_width(4);
        c.set_depth(1);
        c.set_batch(3000);  // of 8192 images the third step would have 2192
    });
    bench.set_seconds(0.05);
    const run::BenchResult result = run_bench(*reference(), bench, {});
    const std::uint32_t steps = result.repetitions() + 1;
    ASSERT_GE(steps, 4u);
    std::size_t seen = 0;
    for (const run::KernelTime& kernel : result.kernels()) {
        if (kernel.name() != "linear_forward") continue;
        ++seen;
        const double images = kernel.flops() / (2.0 * (784 * 4 + 4 * 10));
        EXPECT_GE(images, 3000.0 * steps);
        EXPECT_LE(images, 3000.0 * steps + steps) << "an epoch ends with an evaluation, of one image";
    }
    EXPECT_EQ(seen, 1u);
}

TEST(Bench, AStepIsDividedAmongItsKernels) {
    run::Bench bench = small_bench(run::Bench::STEP);
    bench.set_by_kernel(true);
    *bench.mutable_config() = small_config([](run::RunConfig& c) {
        c.set_width(4);
        c.set_depth(1);
        c.set_batch(2);
    });
    const run::BenchResult result = run_bench(*reference(), bench, {});
    std::map<std::string, run::KernelTime> kernels;
    for (const run::KernelTime& kernel : result.kernels()) kernels[kernel.name()] = kernel;
    const std::uint32_t steps = result.repetitions() + 1;
    ASSERT_TRUE(kernels.contains("linear_forward"));
    EXPECT_EQ(kernels["linear_forward"].calls(), 2 * steps);
    EXPECT_EQ(kernels["linear_forward"].flops(), 2.0 * 2 * (784 * 4 + 4 * 10) * steps);
    EXPECT_EQ(kernels["linear_backward_data"].calls(), steps);  // none for the images
    EXPECT_EQ(kernels["linear_backward_data"].flops(), 2.0 * 2 * 4 * 10 * steps);
    EXPECT_EQ(kernels["update_parameters"].calls(), steps);
    EXPECT_EQ(result.flops() * steps, kernels["linear_forward"].flops() + kernels["linear_backward_data"].flops() +
                                          kernels["linear_backward_weights"].flops());
    EXPECT_GT(result.images_per_second(), 0);
}

TEST(Bench, WatchingIsMeasuredAgainstTheSameRunUnwatched) {
    const auto inner = reference();
    KernelTallies tallies;
    const auto device = make_timed_device(*inner, tallies);
    const Dataset images = small_dataset();
    const run::RunConfig config = small_config([](run::RunConfig& c) {
        c.set_width(4);
        c.set_depth(1);
        c.set_batch(2);
        c.set_histogram_interval(5);
    });
    const WatchingCost cost = measure_watching(*device, images, config, 0.01, {});
    EXPECT_GE(cost.turns, 3u);
    EXPECT_GT(cost.kept, 0);
    EXPECT_GT(cost.watched, 0);
    EXPECT_GT(cost.unwatched, 0);
    // two warm-ups and the turns, each of five steps of either run
    EXPECT_EQ(tallies["update_parameters"].calls, 2 * 5 * (2 + cost.turns));
    EXPECT_EQ(tallies["round_copy"].calls, 0u) << "the forward pass does not read the weights to count them";
    int polls = 0;
    EXPECT_EQ(measure_watching(*device, images, config, 60, [&] { return ++polls > 4; }).turns, 4u);
    run::RunConfig unwatched = config;
    unwatched.set_histogram_interval(0);
    EXPECT_THROW(measure_watching(*device, images, unwatched, 0.01, {}), Error);
}

TEST(Bench, RefusesWhatItCannotMeasure) {
    const auto device = reference();
    EXPECT_THROW(run_bench(*device, small_bench(run::Bench::BENCH_UNSET), {}), Error);
    run::Bench bench = small_bench(run::Bench::PRODUCT);
    bench.set_k(0);
    EXPECT_THROW(run_bench(*device, bench, {}), Error);
    bench = small_bench(run::Bench::PRODUCT);
    bench.set_seconds(61);
    EXPECT_THROW(run_bench(*device, bench, {}), Error);
    bench = small_bench(run::Bench::STEP);
    bench.mutable_config()->set_batch(70000);
    EXPECT_THROW(run_bench(*device, bench, {}), Error);
}

TEST(TimedDevice, ChangesNoBit) {
    const Dataset dataset = small_dataset();
    for (const ConfigCase& c : config_cases()) {
        Lane plain(fast_device(), dataset, c.config);
        const auto inner = fast_device();
        KernelTallies tallies;
        {
            Lane timed(make_timed_device(*inner, tallies), dataset, c.config);
            plain.steps(3);
            timed.steps(3);
            EXPECT_EQ(plain.hash(), timed.hash()) << c.name;
        }
        EXPECT_EQ(tallies["update_parameters"].calls, 3u) << c.name;
    }
}

TEST(LargestBatch, FitsAndTheNextDoesNot) {
    const Dataset dataset = small_dataset();
    const auto device = reference();
    const run::RunConfig config = small_config([](run::RunConfig& c) { c.set_precision(run::FP16); });
    for (const bool native : {false, true}) {
        const std::uint64_t budget = 3'000'000;
        const std::uint32_t batch = largest_batch(*device, dataset, config, budget, native);
        const auto peak = [&](std::uint32_t images) {
            run::RunConfig with = config;
            with.set_batch(images);
            const run::MemoryRecord plan = plan_memory(*device, dataset, with);
            return native ? plan.peak_native() : device_bytes(plan);
        };
        ASSERT_GT(batch, 1u);
        EXPECT_LE(peak(batch), budget);
        EXPECT_GT(peak(batch + 1), budget);
    }
    EXPECT_EQ(largest_batch(*device, dataset, config, 1000, false), 0u);
}

}  // namespace
}  // namespace mantissa
