// SPDX-License-Identifier: Apache-2.0
// What a plan says of the kernels' scratch is what a run then takes of it.
#include <gmock/gmock.h>

#include "engine/base/error.h"
#include "engine/train/lane_memory.h"
#include "engine/train/memory_plan.h"
#include "tests/engine/cuda/cuda_on_host.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

TEST(CudaRehearsal, TheScratchOfARunIsKnownBeforeIt) {
    const Dataset dataset = small_dataset();
    for (const ConfigCase& c : config_cases())
        for (const bool watched : {false, true}) {
            run::RunConfig config = c.config;
            config.set_histogram_interval(watched ? 2 : 0);
            config.set_shadow_interval(watched ? 4 : 0);
            config.set_eval_interval(3);
            const std::uint64_t planned = scratch_bytes(cuda::CudaOnHost(), dataset, config);
            auto device = std::make_unique<cuda::CudaOnHost>();
            const cuda::GuardedScratch& scratch = device->scratch();
            Lane lane(std::move(device), dataset, config);
            lane.steps(8);
            EXPECT_EQ(planned, scratch.sum()) << c.name << (watched ? ", watched" : "");
            EXPECT_GT(planned, 0u) << c.name;
        }
}

TEST(CudaRehearsal, ABatchWhoseScratchDoesNotFitIsRefusedBeforeItStarts) {
    const Dataset dataset = small_dataset();
    const run::RunConfig config = small_config([](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_batch(64);
        c.set_width(96);
    });
    cuda::CudaOnHost device;
    const std::uint64_t scratch = scratch_bytes(device, dataset, config);
    const Network network = make_network(config, dataset.side, dataset.classes);
    const std::uint64_t passes =
        lane_bytes(device, dataset, config) - 3 * static_cast<std::uint64_t>(network.parameter_count()) * sizeof(float);
    const DeviceData data(device, dataset);
    Collector sink;
    device.limit_memory(passes + scratch);
    EXPECT_NO_THROW(Trainer(device, data, dataset, config, sink, "fits", 0));
    device.limit_memory(passes + scratch - 1);
    try {
        Trainer(device, data, dataset, config, sink, "does not", 0);
        FAIL() << "nothing was refused";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::usage);
        EXPECT_EQ(error.place(), "batch");
    }
    const std::uint64_t budget = 3'000'000;
    const std::uint32_t most = largest_batch(device, dataset, config, budget, false);
    const auto held = [&](std::uint32_t batch) {
        run::RunConfig with = config;
        with.set_batch(batch);
        return plan_memory(device, dataset, with).peak_held();
    };
    EXPECT_LE(held(most), budget);
    EXPECT_GT(held(most + 1), budget);
    const auto workspace = [](const run::MemoryRecord& plan) {
        std::uint64_t least = ~std::uint64_t{0};
        for (const auto& operation : plan.operations())
            for (const run::MemoryBytes& bytes : operation.live())
                if (bytes.category() == run::MEMORY_WORKSPACE) least = std::min(least, bytes.held());
        return least;
    };
    EXPECT_GE(workspace(plan_memory(device, dataset, config)), scratch) << "it is told as workspace";
}

}  // namespace
}  // namespace mantissa
