// SPDX-License-Identifier: Apache-2.0
// What a plan says of the kernels' scratch is what a run then takes of it.
#include <gmock/gmock.h>

#include "engine/base/error.h"
#include "engine/run/memory_record.h"
#include "engine/train/lane_memory.h"
#include "engine/train/memory_plan.h"
#include "engine/train/session.h"
#include "tests/engine/cuda/cuda_on_host.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

TEST(CudaRehearsal, TheScratchOfARunIsKnownBeforeIt) {
    const Dataset dataset = small_dataset();
    for (const ConfigCase& c : card_cases())
        for (const bool watched : {false, true}) {
            const run::RunConfig config = looked_at(c.config, watched);
            const std::uint64_t planned = scratch_bytes(cuda::CudaOnHost(), with_task(dataset, config), config);
            auto device = std::make_unique<cuda::CudaOnHost>();
            const cuda::GuardedScratch& scratch = device->scratch();
            Lane lane(std::move(device), dataset, config);
            lane.steps(8);
            EXPECT_EQ(planned, scratch.sum()) << c.name << (watched ? ", watched" : "");
            EXPECT_GT(planned, 0u) << c.name;
        }
}

/// What an earlier batch or policy needed is in no plan, so it must not be held.
TEST(CudaRehearsal, AfterAChangeTheScratchIsWhatTheNewPlanSays) {
    const Dataset dataset = small_dataset();
    for (const Edit& edit : std::vector<Edit>{[](run::RunConfig& c) { c.set_batch(3); },
                                              [](run::RunConfig& c) { c.set_precision(run::FP32); }}) {
        const run::RunConfig large = small_config([](run::RunConfig& c) {
            c.set_precision(run::FP16);
            c.set_batch(80);
        });
        auto device = std::make_unique<cuda::CudaOnHost>();
        const cuda::GuardedScratch& scratch = device->scratch();
        Lane lane(std::move(device), dataset, large);
        lane.steps(3);
        const std::uint64_t before = scratch.sum();
        run::RunConfig change;
        edit(change);
        lane.trainer.change(change);
        lane.steps(3);
        lane.trainer.evaluate_at_end();
        EXPECT_LT(scratch.sum(), before);
        EXPECT_EQ(scratch.sum(), scratch_bytes(cuda::CudaOnHost(), dataset, lane.trainer.config()));
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
    const std::uint64_t held = lane_bytes(device, dataset, config) + dataset.bytes();
    const DeviceData data(device, dataset);
    Collector sink;
    device.limit_memory(held + scratch);
    EXPECT_NO_THROW(Trainer(device, data, dataset, config, sink, "fits", 0));
    device.limit_memory(held + scratch - 1);
    try {
        Trainer(device, data, dataset, config, sink, "does not", 0);
        FAIL() << "nothing was refused";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::usage);
        EXPECT_EQ(error.place(), "batch");
    }
    const std::uint64_t budget = 3'000'000;
    const std::uint32_t most = largest_batch(device, dataset, config, budget, false);
    const auto planned = [&](std::uint32_t batch) {
        run::RunConfig with = config;
        with.set_batch(batch);
        return device_bytes(plan_memory(device, dataset, with));
    };
    EXPECT_LE(planned(most), budget);
    EXPECT_GT(planned(most + 1), budget);
    device.limit_memory(budget);
    const auto start = [&](std::uint32_t batch) {
        run::RunConfig with = config;
        with.set_batch(batch);
        Trainer(device, data, dataset, with, sink, "the largest", 0);
    };
    EXPECT_NO_THROW(start(most)) << "what is said to fit does";
    EXPECT_THROW(start(most + 1), Error);
    const auto workspace = [](const run::MemoryRecord& plan) {
        std::uint64_t least = ~std::uint64_t{0};
        for (const auto& operation : plan.operations())
            for (const run::MemoryBytes& bytes : operation.live())
                if (bytes.category() == run::MEMORY_WORKSPACE) least = std::min(least, bytes.held());
        return least;
    };
    EXPECT_GE(workspace(plan_memory(device, dataset, config)), scratch) << "it is told as workspace";
}

/// An MLP asks for wide sums, a CNN for patches: a card then holds the one's and the other's.
std::vector<run::RunConfig> unlike_lanes() {
    const auto config = [](const Edit& edit) {
        return complete(small_config([&](run::RunConfig& c) {
            c.set_precision(run::FP16);
            edit(c);
        }));
    };
    return {config([](run::RunConfig& c) {
                c.set_batch(64);
                c.set_width(256);
            }),
            config([](run::RunConfig& c) {
                c.set_model(run::CNN);
                c.set_c1(8);
                c.set_c2(12);
            })};
}

TEST(CudaRehearsal, LanesTogetherTakeTheLargestPieceForEachUse) {
    const Dataset dataset = small_dataset();
    cuda::CudaOnHost device;
    LaneScratch together(device);
    std::uint64_t most = 0, sum = 0;
    for (const run::RunConfig& config : unlike_lanes()) {
        together.add(dataset, config);
        const std::uint64_t one = scratch_bytes(device, dataset, config);
        most = std::max(most, one);
        sum += one;
    }
    EXPECT_GT(together.bytes(), most) << "or this tests nothing";
    EXPECT_LT(together.bytes(), sum);
    const DeviceData data(device, dataset);
    Collector sink;
    std::vector<std::unique_ptr<Trainer>> trainers;
    for (const run::RunConfig& config : unlike_lanes()) {
        trainers.push_back(std::make_unique<Trainer>(device, data, dataset, config, sink, "one of two", 0));
        trainers.back()->begin();
    }
    for (const auto& trainer : trainers) {
        for (int i = 0; i < 3; ++i) trainer->step();
        trainer->evaluate_at_end();
    }
    EXPECT_EQ(device.scratch().sum(), together.bytes());
}

TEST(CudaRehearsal, ASecondLaneHasRoomForTheScratchOfBoth) {
    const Dataset dataset = small_dataset();
    const std::vector<run::RunConfig> configs = unlike_lanes();
    const cuda::CudaOnHost plain;
    LaneScratch together(plain);
    std::uint64_t lanes = dataset.bytes();
    for (const run::RunConfig& config : configs) {
        cuda::CudaOnHost device;
        lanes += lane_bytes(device, dataset, config);
        together.add(dataset, config);
    }
    const auto second = [&](std::uint64_t memory) {
        SessionServices services;
        services.open_device = [memory](const std::string&, int) {
            auto device = std::make_unique<cuda::CudaOnHost>();
            device->limit_memory(memory);
            return device;
        };
        services.load_data = [&dataset](const run::RunConfig&) { return dataset; };
        Collector sink;
        Session session(services, sink, [] { return false; });
        run::Command command;
        command.mutable_start()->set_paused(true);
        *command.mutable_start()->mutable_config() = configs[0];
        const run::Reply first = session.handle(command);
        EXPECT_FALSE(first.has_error()) << first.error().message();
        command.set_lane(1);
        *command.mutable_start()->mutable_config() = configs[1];
        return session.handle(command).error().place();
    };
    EXPECT_EQ(second(lanes + together.bytes()), "");
    EXPECT_EQ(second(lanes + together.bytes() - 1), "memory");
}

TEST(CudaRehearsal, WhatALaneAllocatesIsToldWithoutTheScratchThatAllLanesShare) {
    const Dataset dataset = small_dataset();
    const run::RunConfig config = unlike_lanes()[0];
    auto on = std::make_unique<cuda::CudaOnHost>();
    const std::uint64_t scratch = scratch_bytes(*on, dataset, config), own = lane_bytes(*on, dataset, config);
    Lane lane(std::move(on), dataset, config);
    const run::MemoryRecord told = lane.sink.records[1].memory();
    EXPECT_EQ(told.arena_bytes(), own);
    EXPECT_EQ(told.scratch_bytes(), scratch);
    EXPECT_GT(scratch, 0u) << "or this tests nothing";
    EXPECT_EQ(plan_memory(*lane.device, dataset, config).peak_held(), told.peak_held());
}

}  // namespace
}  // namespace mantissa
