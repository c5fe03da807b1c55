// SPDX-License-Identifier: Apache-2.0
// What a plan says of the scratch of the CPU's kernels is what a run then takes of it, to the byte; and the names of
// the implementations that it runs by.
#include <gmock/gmock.h>

#include <algorithm>

#include "engine/run/memory_record.h"
#include "engine/run/presets.h"
#include "engine/train/lane_memory.h"
#include "engine/train/memory_plan.h"
#include "tests/engine/train/train_testing.h"

#ifdef MANTISSA_HAS_ONEDNN

namespace mantissa {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsSubsetOf;

/// All of it that a rehearsal needs.
Dataset sizes_of_mnist() {
    Dataset mnist;
    mnist.side = 28;
    mnist.classes = 10;
    mnist.train.count = 60000;
    mnist.test.count = 10000;
    return mnist;
}

TEST(CpuRehearsal, TheScratchOfARunIsKnownBeforeIt) {
    const Dataset dataset = small_dataset();
    std::uint64_t largest = 0;
    for (const ConfigCase& c : config_cases())
        for (const bool watched : {false, true}) {
            const run::RunConfig config = looked_at(c.config, watched);
            const std::uint64_t planned = scratch_bytes(*make_cpu_device(2), with_task(dataset, config), config);
            Lane lane(make_cpu_device(2), dataset, config);
            lane.steps(8);
            // A watched BF16 convolution is computed once more, in room of its own, where numbers were small enough to
            // be lost in it: only then.
            if (watched && c.config.precision() == run::BF16 && c.config.model() != run::MLP)
                EXPECT_GE(planned, lane.device->scratch_taken()) << c.name;
            else
                EXPECT_EQ(planned, lane.device->scratch_taken()) << c.name << (watched ? ", watched" : "");
            EXPECT_GT(planned, 0u) << c.name;
            largest = std::max(largest, planned);
        }
    EXPECT_GT(largest, 10'000u) << "or these cases ask for nothing that counts";
}

TEST(CpuRehearsal, AnEpochsLastBatchIsRehearsedToo) {
    const Dataset dataset = small_dataset();
    const auto config = small_config([&](run::RunConfig& c) {
        c.set_model(run::CNN);
        c.set_c1(8);
        c.set_c2(16);
        c.set_batch(static_cast<std::uint32_t>(dataset.train.count / 2 + 1));
        c.set_epochs(2);
    });
    const std::uint64_t planned = scratch_bytes(*make_cpu_device(2), dataset, config);
    Lane lane(make_cpu_device(2), dataset, config);
    lane.steps(4);
    EXPECT_EQ(planned, lane.device->scratch_taken());
}

/// What an earlier batch needed is in no plan, so it must not be held.
TEST(CpuRehearsal, AfterAChangeTheScratchIsWhatTheNewPlanSays) {
    const Dataset dataset = small_dataset();
    Lane lane(make_cpu_device(2), dataset, small_config([](run::RunConfig& c) {
                  c.set_precision(run::FP16);
                  c.set_fp16_accumulation(true);
                  c.set_model(run::CNN);
                  c.set_c1(3);
                  c.set_c2(5);
                  c.set_batch(80);
              }));
    lane.steps(2);
    const std::uint64_t before = lane.device->scratch_taken();
    run::RunConfig change;
    change.set_batch(3);
    lane.trainer.change(change);
    lane.steps(2);
    lane.trainer.evaluate_at_end();
    EXPECT_LT(lane.device->scratch_taken(), before);
    EXPECT_EQ(lane.device->scratch_taken(), scratch_bytes(*make_cpu_device(2), dataset, lane.trainer.config()));
}

/// A plan tells it as workspace, and what is said to fit is what is measured with.
TEST(CpuRehearsal, ThePlanHoldsIt) {
    const Dataset dataset = small_dataset();
    const auto device = make_cpu_device(2);
    const auto config = complete(small_config([](run::RunConfig& c) {
        c.set_model(run::CNN);
        c.set_c1(16);
        c.set_c2(32);
    }));
    const std::uint64_t scratch = scratch_bytes(*device, dataset, config);
    const run::MemoryRecord plan = plan_memory(*device, dataset, config);
    EXPECT_EQ(plan.scratch_bytes(), scratch);
    EXPECT_GE(device_bytes(plan), lane_bytes(*device, dataset, config) + scratch);
    EXPECT_EQ(device->scratch_taken(), 0u) << "planning allocates nothing";
}

/// Patches of a whole batch would be 4 GiB for the tutorial's network with batch 590.
TEST(CpuRehearsal, RoundedSumsOfConvolutionsTakeLittleWhateverTheBatch) {
    const Dataset mnist = sizes_of_mnist();
    const auto scratch = [&](std::uint32_t batch) {
        run::RunConfig config = preset_named("tutorial").config();
        config.set_precision(run::FP16);
        config.set_fp16_accumulation(true);
        config.set_batch(batch);
        return scratch_bytes(*make_cpu_device(2), mnist, complete(config));
    };
    EXPECT_LT(scratch(590), std::uint64_t{128} << 20);
    EXPECT_LT(scratch(590), 2 * scratch(64)) << "nine times the batch: the library's own room grows on AVX-512 alone";
}

/// The names that a run's record begins with are those of what it then runs.
TEST(CpuRehearsal, ARunsRecordNamesTheImplementationsThatItRunsBy) {
    const Dataset dataset = small_dataset();
    Lane lane(make_cpu_device(2), dataset, small_config([](run::RunConfig& c) {
                  c.set_model(run::CNN);
                  c.set_c1(3);
                  c.set_c2(5);
                  c.set_eval_interval(2);
                  c.set_eval_images(7);  // fewer than a whole piece
              }));
    lane.steps(8);
    const auto& told = lane.sink.records.at(0).started().identity().implementations();
    const std::vector<std::string> names(told.begin(), told.end());
    EXPECT_THAT(lane.device->describe().implementations, IsSubsetOf(names)) << "those of an epoch's end come later";
    EXPECT_THAT(names, Contains(HasSubstr("convolution weight gradient")));
}

/// Of every preset, in FP32 and in BF16, with one thread and with several.
TEST(CpuRehearsal, NoPresetFallsToAReferenceLoop) {
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx2")) GTEST_SKIP() << "this processor has no AVX2";
#endif
    const Dataset mnist = sizes_of_mnist();
    for (const run::Preset& preset : shipped_presets())
        for (const run::Precision precision : {run::FP32, run::BF16})
            for (const int threads : {1, 2}) {
                run::RunConfig config = complete(preset.config());
                config.set_precision(precision);
                const auto device = make_cpu_device(threads);
                LaneScratch lane(*device);
                lane.add(mnist, config);
                for (const std::string& line : lane.implementations()) {
                    const std::string implementation = line.substr(line.rfind(": ") + 2);
                    EXPECT_EQ(implementation.find("ref"), std::string::npos) << preset.name() << ": " << line;
                }
                if (config.model() == run::CNN) {
                    EXPECT_THAT(lane.implementations(), Contains(HasSubstr("convolution data gradient")))
                        << preset.name();
                }
            }
}

}  // namespace
}  // namespace mantissa

#endif
