// SPDX-License-Identifier: Apache-2.0
// Every kind of network and every task has words, a metric and sizes of its own; one that is unknown is no other.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/run/metric.h"
#include "engine/run/models.h"
#include "engine/run/networks.h"
#include "engine/run/policy_of.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

constexpr int unknown_number = 99;  // proto3 keeps it

std::vector<run::Model> all_models() {
    std::vector<run::Model> all;
    for (int i = 0; i < run::Model_descriptor()->value_count(); ++i)
        if (const int number = run::Model_descriptor()->value(i)->number(); number != run::MODEL_UNSET)
            all.push_back(static_cast<run::Model>(number));
    return all;
}

std::vector<run::Task> all_tasks() {
    std::vector<run::Task> all;
    for (int i = 0; i < run::Task_descriptor()->value_count(); ++i)
        if (const int number = run::Task_descriptor()->value(i)->number(); number != run::TASK_UNSET)
            all.push_back(static_cast<run::Task>(number));
    return all;
}

TEST(Kinds, EveryNetworkHasANameAndLearnsSomething) {
    std::set<std::string> names;
    for (const run::Model model : all_models()) {
        run::RunConfig config = default_config();
        config.set_model(model);
        EXPECT_TRUE(names.insert(network_name(config)).second) << run::Model_Name(model) << " is called as another is";
        EXPECT_FALSE(network_name(config).empty()) << run::Model_Name(model);
        EXPECT_TRUE(can_learn(model, usual_task(model))) << run::Model_Name(model);
        EXPECT_FALSE(network_fields(config).empty()) << run::Model_Name(model);
    }
}

TEST(Kinds, EveryTaskHasAMetricAndANetwork) {
    for (const run::Task task : all_tasks()) {
        EXPECT_NE(english(metric_of(task).name), "?") << run::Task_Name(task);
        EXPECT_TRUE(*metric_of(task).unit || metric_of(task).scale == 1) << run::Task_Name(task);
        EXPECT_GE(outputs_of(task, 28, 10), 1) << run::Task_Name(task);
        EXPECT_TRUE(can_learn(usual_model(task), task)) << run::Task_Name(task);
    }
}

TEST(Kinds, AnUnknownOneIsNoOther) {
    const auto model = static_cast<run::Model>(unknown_number);
    const auto task = static_cast<run::Task>(unknown_number);
    EXPECT_EQ(english(metric_of(task).name), "?");
    EXPECT_THROW(outputs_of(task, 28, 10), Error);
    EXPECT_THROW(outputs_of(run::TASK_UNSET, 28, 10), Error);
    EXPECT_THROW(usual_task(model), Error);
    EXPECT_THROW(usual_model(task), Error);
    run::RunConfig config = default_config();
    config.set_rank_divide(static_cast<run::RankDivide>(unknown_number));
    EXPECT_THROW(rank_policy_of(config), Error);
    config = default_config();
    config.set_rank_order(static_cast<run::RankOrder>(unknown_number));
    EXPECT_THROW(rank_policy_of(config), Error);
    config = default_config();
    config.set_model(model);
    EXPECT_EQ(network_name(config), "");
    EXPECT_FALSE(has_relu(config));
    EXPECT_FALSE(has_batch_norm(config));
}

}  // namespace
}  // namespace mantissa
