// SPDX-License-Identifier: Apache-2.0
// Every task has targets of its own; a task that is unknown has none.
#include <gtest/gtest.h>

#include <set>

#include "engine/base/error.h"
#include "engine/run/presets.h"
#include "engine/train/lane_parts.h"

namespace mantissa {
namespace {

TEST(TaskTargets, EveryTaskHasItsOwn) {
    std::set<Targets> seen;
    const auto* tasks = run::Task_descriptor();
    run::RunConfig config = default_config();
    for (int i = 0; i < tasks->value_count(); ++i) {
        config.set_task(static_cast<run::Task>(tasks->value(i)->number()));
        if (config.task() == run::TASK_UNSET) continue;
        EXPECT_TRUE(seen.insert(targets_of(config)).second) << tasks->value(i)->name() << " has another task's";
    }
    for (const int number : {0, 99}) {
        config.set_task(static_cast<run::Task>(number));
        EXPECT_THROW(targets_of(config), Error) << number;
    }
}

}  // namespace
}  // namespace mantissa
