// SPDX-License-Identifier: Apache-2.0
// The casts of every framework in every network: they run, and the formats are those of the table.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "engine/run/cast_settings.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

std::vector<ConfigCase> networks() {
    std::vector<ConfigCase> all;
    const auto add = [&](const char* name, const Edit& edit) {
        all.push_back({name, small_config([&](run::RunConfig& c) {
                           c.set_optimizer(run::SGD);
                           c.set_lr(0.05);
                           edit(c);
                       })});
    };
    add("mlp", [](run::RunConfig&) {});
    add("cnn", [](run::RunConfig& c) { c.set_model(run::CNN), c.set_c1(3), c.set_c2(5); });
    add("transformer", [](run::RunConfig& c) { c.set_model(run::TRANSFORMER), c.set_token_width(24), c.set_heads(2); });
    add("gpt", [](run::RunConfig& c) {
        c.set_model(run::TRANSFORMER), c.set_token_width(24), c.set_heads(2), c.set_causal(true);
    });
    add("resnet", [](run::RunConfig& c) { c.set_model(run::RESNET), c.set_channels(3); });
    add("unet",
        [](run::RunConfig& c) { c.set_model(run::UNET), c.set_task(run::CLASSIFY_PIXELS), c.set_unet_channels(2); });
    add("file", [](run::RunConfig& c) {
        c.set_model(run::NETWORK_FILE), c.set_network(every_resampling), c.set_task(run::DENOISE);
    });
    return all;
}

TEST(CastRun, EveryRecipeTrainsEveryNetwork) {
    const Dataset dataset = small_dataset();
    for (const ConfigCase& network : networks())
        for (const CastsDescription& one : casts_descriptions())
            for (const run::Precision precision : {run::FP16, run::BF16}) {
                if (precision == run::BF16 && one.casts != run::CASTS_HALF) continue;
                run::RunConfig config = network.config;
                config.MergeFrom(settings_of(one.casts, precision));
                if (config.scaling() == run::DYNAMIC) config.set_loss_scale(1024);
                Lane lane(fast_device(), dataset, config);
                lane.steps(4);
                for (const float loss : lane.losses())
                    EXPECT_TRUE(std::isfinite(loss)) << network.name << " as in " << one.recipe->title;
                std::string roles;
                for (const run::ResolvedRole& role : lane.sink.records.front().started().roles())
                    roles += role.role() + ", ";
                EXPECT_EQ(roles.find("optimizer arithmetic") != std::string::npos, config.optimizer_16bit());
            }
}

TEST(CastRun, FormatsAreTheTables) {
    const Dataset dataset = small_dataset();
    const auto formats = [&](run::Casts casts) {
        std::map<std::string, std::string> of;
        run::RunConfig config = networks()[2].config;
        config.MergeFrom(settings_of(casts, run::FP16));
        config.set_histogram_interval(1);
        Lane lane(fast_device(), dataset, config);
        lane.steps(1);
        for (const run::Record& record : lane.sink.records)
            for (const run::Histogram& one : record.histograms().histograms())
                if (one.role() == run::ROLE_ACTIVATION) of[one.tensor()] = one.format();
        return of;
    };
    const auto wide = formats(run::CASTS_TORCH_AMP), narrow = formats(run::CASTS_APEX_O2);
    std::string changed;
    for (const auto& [name, format] : wide) {
        ASSERT_TRUE(narrow.contains(name)) << name;
        if (format != narrow.at(name)) {
            EXPECT_EQ(format, "FP32") << name;
            EXPECT_EQ(narrow.at(name), "FP16") << name;
            changed += name + " ";
        }
    }
    for (const char* const part : {"n1", "softmax", "sum1"})
        EXPECT_NE(changed.find(part), std::string::npos) << part << " of " << changed;
}

TEST(CastRun, EpsilonIsZeroInFp16AndPixelsThatAreNeverLitAreNaN) {
    const Dataset dataset = small_dataset();
    const auto weights = [&](double epsilon, run::Precision precision, bool reference_device) {
        const run::RunConfig config = small_config([&](run::RunConfig& c) {
            c.MergeFrom(settings_of(run::CASTS_HALF, precision));
            c.set_optimizer(run::ADAM);
            c.set_epsilon(epsilon);
        });
        Lane lane(reference_device ? reference() : fast_device(), dataset, config);
        lane.steps(1);
        std::size_t nan = 0;
        for (const float w : lane.trainer.parameters().values(0)) nan += std::isnan(w) ? 1 : 0;
        return nan;
    };
    for (const bool device : {false, true}) {
        EXPECT_GT(weights(1e-8, run::FP16, device), 0u);
        EXPECT_EQ(weights(1e-4, run::FP16, device), 0u);
        EXPECT_EQ(weights(1e-8, run::BF16, device), 0u);
    }
}

}  // namespace
}  // namespace mantissa
