// SPDX-License-Identifier: Apache-2.0
// Every optimizer of the vocabulary is the engine's of the same number and name.
#include <gtest/gtest.h>

#include <string>

#include "engine/base/error.h"
#include "engine/run/optimizers.h"
#include "engine/run/presets.h"
#include "engine/train/lane_parts.h"

namespace mantissa {
namespace {

TEST(OptimizerSettingsOf, EveryOptimizerIsTheOneOfItsName) {
    const auto* optimizers = run::Optimizer_descriptor();
    for (int i = 0; i < optimizers->value_count(); ++i) {
        const auto optimizer = static_cast<run::Optimizer>(optimizers->value(i)->number());
        if (optimizer == run::OPTIMIZER_UNSET) continue;
        run::RunConfig config = default_config();
        config.set_optimizer(optimizer);
        config.set_momentum(0.75);
        const OptimizerSettings settings = optimizer_settings_of(config);
        EXPECT_EQ(static_cast<int>(settings.kind), static_cast<int>(optimizer));
        const std::string name = english(optimizer_name(optimizer)), ours = name_of(settings);
        EXPECT_FALSE(name.empty()) << optimizers->value(i)->name() << " has no row in run/optimizers.cpp";
        EXPECT_TRUE(ours == name || ours.ends_with(", " + name)) << ours << " is not " << name;
        EXPECT_EQ(settings.momentum, optimizer == run::SGD ? 0.75 : 0.0) << name;
    }
}

TEST(OptimizerSettingsOf, AnUnknownOneIsRefused) {
    run::RunConfig config = default_config();
    for (const int number : {0, 99}) {
        config.set_optimizer(static_cast<run::Optimizer>(number));
        EXPECT_THROW(optimizer_settings_of(config), Error) << number;
    }
}

}  // namespace
}  // namespace mantissa
