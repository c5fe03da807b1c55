// SPDX-License-Identifier: Apache-2.0
// What a plan of memory says in sum.
#include "engine/run/memory_record.h"

#include <gtest/gtest.h>

namespace mantissa {
namespace {

/// An operation that holds so many bytes of weights and, here and natively, of activations.
void add(run::MemoryRecord& plan, const char* name, std::uint64_t weights, std::uint64_t held, std::uint64_t native) {
    run::MemoryRecord::Operation& operation = *plan.add_operations();
    operation.set_name(name);
    run::MemoryBytes& first = *operation.add_live();
    first.set_category(run::MEMORY_WEIGHTS);
    first.set_held(weights);
    first.set_native(weights);
    run::MemoryBytes& second = *operation.add_live();
    second.set_category(run::MEMORY_ACTIVATIONS);
    second.set_held(held);
    second.set_native(native);
}

TEST(MemoryRecord, ThePeakIsTheFirstOperationWithTheMostBytesOfAllCategories) {
    run::MemoryRecord plan;
    EXPECT_EQ(peak_operation(plan, false), nullptr);
    add(plan, "load batch", 10, 1, 1);
    add(plan, "forward fc1", 10, 8, 2);
    add(plan, "backward fc1", 8, 10, 5);
    add(plan, "update", 12, 1, 1);
    EXPECT_EQ(peak_operation(plan, false)->name(), "forward fc1");
    EXPECT_EQ(live_bytes(*peak_operation(plan, false), false), 18u);
    EXPECT_EQ(peak_operation(plan, true)->name(), "backward fc1");
    EXPECT_EQ(live_bytes(*peak_operation(plan, true), true), 13u);
}

TEST(MemoryRecord, ADeviceNeedsTheLargerOfPeakAndArenaTheDataAndWhatItTakesItself) {
    run::MemoryRecord plan;
    plan.set_peak_held(100);
    EXPECT_EQ(device_bytes(plan), 100u);
    plan.set_arena_bytes(90);
    plan.set_scratch_bytes(20);
    plan.set_device_own(1000);
    EXPECT_EQ(device_bytes(plan), 1110u);
    plan.set_data_bytes(5000);
    EXPECT_EQ(device_bytes(plan), 6110u);
}

}  // namespace
}  // namespace mantissa
