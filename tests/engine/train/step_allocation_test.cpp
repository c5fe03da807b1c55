// SPDX-License-Identifier: Apache-2.0
// A step that nobody watches takes no memory but what was planned: nothing is asked of the heap in it. What oneDNN asks
// for is its own, and over-aligned memory, which only devices allocate, is not counted.
#ifdef MANTISSA_HAS_ONEDNN
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <numeric>
#include <string_view>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/nn/network.h"
#include "engine/precision/resolve.h"
#include "engine/run/policy_of.h"
#include "engine/train/bench.h"
#include "engine/train/device_data.h"
#include "engine/train/lane_parts.h"
#include "engine/train/step.h"
#include "tests/engine/train/train_testing.h"

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which have operators of their own

namespace {

std::atomic<bool> counting = false;
std::atomic<std::uint64_t> allocations = 0;

bool is_of_onednn(const void* caller) {
    Dl_info info{};
    return dladdr(caller, &info) != 0 && info.dli_fname &&
           std::string_view(info.dli_fname).find("libdnnl") != std::string_view::npos;
}

}  // namespace

// Those of arrays and for no exceptions call these. Inlined, GCC would take free() for a mistake, and who calls is
// asked.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
    if (counting && !is_of_onednn(__builtin_return_address(0))) ++allocations;
    if (void* const memory = std::malloc(bytes ? bytes : 1)) return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
    std::free(memory);
}

namespace mantissa {
namespace {

/// Allocations by number `step` of a run of `config`.
class StepRunner {
  public:
    explicit StepRunner(const run::RunConfig& config)
        : config_(config),
          network_(make_network(config, dataset_.side, dataset_.classes)),
          optimizer_(optimizer_settings_of(config)),
          scaler_(scaler_settings_of(config)),
          parameters_(*device_, network_, optimizer_),
          pass_(*device_, network_, resolve(policy_of(config), device_->capabilities()).policy, config.batch(), true) {
        pass_.allocate();
        parameters_.initialise(1, 1, pass_.policy().weight);
        std::iota(indices_.begin(), indices_.end(), 0u);
    }

    std::uint64_t allocations_of(std::uint32_t step) {
        const Step::Inputs in{data_.train.data(), indices_, optimizer_, scaler_, 1, step};
        allocations = 0;
        counting = true;
        Step(*device_, pass_, parameters_).run(in);
        counting = false;
        return allocations;
    }

  private:
    const Dataset dataset_ = synthetic_dataset(128);
    const std::unique_ptr<Device> device_ = make_cpu_device(2);
    const DeviceData data_{*device_, dataset_};
    run::RunConfig config_;
    Network network_;
    OptimizerSettings optimizer_;
    ScalerSettings scaler_;
    Parameters parameters_;
    Pass pass_;
    std::vector<std::uint32_t> indices_ = std::vector<std::uint32_t>(64);
};

TEST(StepAllocation, WhatIsAskedOfTheHeapIsCounted) {
    counting = true;
    allocations = 0;
    ::operator delete(::operator new(1));  // unlike an expression with new, never left out
    counting = false;
    EXPECT_EQ(allocations, 1u);
}

TEST(StepAllocation, AStepAsksNothingOfTheHeap) {
    for (const run::Model model : {run::MLP, run::CNN})
        for (const run::Precision precision : {run::FP32, run::TF32, run::FP16, run::BF16})
            for (const run::Scaling scaling : {run::NONE, run::DYNAMIC}) {
                run::RunConfig config = default_config();
                config.set_model(model);
                config.set_c1(8);
                config.set_c2(8);
                config.set_batch(64);
                config.set_precision(precision);
                config.set_scaling(scaling);
                StepRunner runner(complete(config));
                for (std::uint32_t step = 0; step < 2; ++step) runner.allocations_of(step);  // scratch, primitives
                for (std::uint32_t step = 2; step < 5; ++step)
                    EXPECT_EQ(runner.allocations_of(step), 0u)
                        << run::Model_Name(model) << ", " << run::Precision_Name(precision) << ", "
                        << run::Scaling_Name(scaling) << ", step " << step;
            }
}

}  // namespace
}  // namespace mantissa
#endif
#endif
