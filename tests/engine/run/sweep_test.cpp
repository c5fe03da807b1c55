// SPDX-License-Identifier: Apache-2.0
// What a grid's cells are called. Its files, values and limits are tested through the worker
// (tests/worker/sweep_test.cpp).
#include "engine/run/sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "engine/base/error.h"
#include "engine/run/cast_settings.h"
#include "engine/run/presets.h"
#include "engine/run/validation.h"

namespace mantissa {
namespace {

TEST(SweepCells, AreNamedWithinWhatTheLibraryKeeps) {
    SweepGrid sweep;
    sweep.name = std::string(max_name_bytes - 100, 'n');
    sweep.axes = {{"precision", {"fp16"}}, {"seed", {"1", "2"}}};
    const std::vector<run::RunConfig> cells = sweep_cells(sweep, "grid.json");
    ASSERT_EQ(cells.size(), 2u);
    EXPECT_THAT(cells[1].name(), ::testing::HasSubstr("seed 2"));
    for (const run::RunConfig& cell : cells) EXPECT_NO_THROW(validate(cell));

    sweep.name = std::string(max_name_bytes, 'n');  // the name of a cell is longer
    try {
        sweep_cells(sweep, "grid.json");
        ADD_FAILURE() << "its first run would have ended the recording";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_data);
        EXPECT_EQ(error.place(), "grid.json, name");
    }
}

TEST(SweepCells, AnySettingVariesInTheOrderOfTheGrid) {
    SweepGrid grid;
    grid.name = "g";
    add_axis(grid, "seed=1,2", "--vary");
    add_axis(grid, "master-weights=on,off", "--vary");
    add_axis(grid, "precision=bf16,FP16", "--vary");
    const std::vector<run::RunConfig> cells = sweep_cells(grid, "--vary");
    ASSERT_EQ(cells.size(), 8u);
    EXPECT_EQ(cells[0].precision(), run::BF16);
    EXPECT_EQ(cells[4].precision(), run::FP16);
    EXPECT_TRUE(cells[1].master_weights());
    EXPECT_FALSE(cells[2].master_weights());
    EXPECT_EQ(cells[7].seed(), 2u);
    EXPECT_THAT(cells[7].name(), ::testing::HasSubstr("master_weights off · seed 2"));
    add_axis(grid, "seed=3", "--vary");  // in place of the earlier list
    EXPECT_EQ(sweep_cells(grid, "--vary").size(), 4u);
    for (const char* wrong : {"lr", "lrr=1", "layer_overrides=fc1=fp32", "seed=1,x", "name=a,b"})
        EXPECT_THROW(add_axis(grid, wrong, "--vary"), Error) << wrong;
}

TEST(SweepCells, NetworksAreNamedByTheirFiles) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("mantissa-sweep-networks-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    SweepGrid grid;
    grid.name = "g";
    std::string values;
    for (const char* width : {"8", "9"}) {
        const std::string file = (folder / ("net" + std::string(width) + ".json")).string();
        std::ofstream(file) << R"({"operations": [{"op": "linear", "out": )" << width
                            << R"(}, {"op": "linear", "out": 10}]})";
        values += (values.empty() ? "" : ",") + file;
    }
    add_axis(grid, "network=" + values, "--vary");
    const std::vector<run::RunConfig> cells = sweep_cells(grid, "--vary");
    ASSERT_EQ(cells.size(), 2u);
    EXPECT_EQ(cells[0].model(), run::NETWORK_FILE);
    EXPECT_THAT(cells[0].network(), ::testing::HasSubstr(R"("out": 8)"));
    EXPECT_THAT(cells[1].network(), ::testing::HasSubstr(R"("out": 9)"));
    SweepGrid absent;
    EXPECT_THROW(add_axis(absent, "network=" + (folder / "none.json").string(), "--vary"), Error);
    std::filesystem::remove_all(folder);
}

TEST(SweepCells, RecipesVaryAndOtherSettingsChangeWhatTheySet) {
    SweepGrid grid;
    grid.name = "g";
    grid.base = default_config();  // as of flags: complete
    grid.base.set_softmax_16bit(false);
    grid.base.set_growth_interval(7);
    grid.given.set_softmax_16bit(false);
    grid.given.set_growth_interval(7);
    add_axis(grid, "precision=fp16,bf16", "--vary");
    add_axis(grid, "casts=own,apex-o2,half", "--vary");
    const std::vector<run::RunConfig> cells = sweep_cells(grid, "--vary");
    ASSERT_EQ(cells.size(), 6u);
    const auto cell = [&](run::Casts casts, run::Precision precision) {
        for (const run::RunConfig& one : cells)
            if (one.casts() == casts && one.precision() == precision) return one;
        ADD_FAILURE() << "there is no such cell";
        return run::RunConfig{};
    };
    const run::RunConfig o2 = cell(run::CASTS_APEX_O2, run::FP16);
    EXPECT_EQ(o2.scaling(), run::DYNAMIC);
    EXPECT_EQ(o2.scaler(), run::SCALER_APEX_AMP);
    EXPECT_EQ(o2.max_scale(), 0x1p24) << "the recipe's scaler";
    EXPECT_TRUE(o2.norm_16bit());
    EXPECT_FALSE(o2.softmax_16bit()) << "as it was set";
    EXPECT_EQ(o2.growth_interval(), 7u);
    EXPECT_EQ(cell(run::CASTS_APEX_O2, run::BF16).scaling(), run::NONE) << "BF16 has no loss scale";
    EXPECT_FALSE(cell(run::CASTS_HALF, run::BF16).master_weights());
    EXPECT_TRUE(cell(run::CASTS_HALF, run::BF16).optimizer_16bit());
    EXPECT_TRUE(cell(run::CASTS_OWN, run::FP16).master_weights());
    EXPECT_FALSE(cell(run::CASTS_OWN, run::FP16).norm_16bit());
    EXPECT_THAT(o2.name(), ::testing::HasSubstr("casts as in Apex O2, changed"));

    for (const char* const where : {"base", "axis"}) {  // FP32 has no loss scale, wherever the casts come from
        SweepGrid wide;
        wide.name = "g";
        wide.base = default_config();
        if (std::string(where) == "base") {
            wide.given.set_casts(run::CASTS_APEX_O2);
            wide.base.MergeFrom(settings_of(run::CASTS_APEX_O2, run::PRECISION_UNSET));
        } else {
            add_axis(wide, "casts=apex-o2", "--vary");
            const run::RunConfig alone = sweep_cells(wide, "--vary").at(0);
            EXPECT_EQ(alone.precision(), run::FP16) << "where no other format is asked for";
            EXPECT_EQ(alone.scaling(), run::DYNAMIC);
        }
        add_axis(wide, "precision=fp32,fp16", "--vary");
        const std::vector<run::RunConfig> both = sweep_cells(wide, "--vary");
        ASSERT_EQ(both.size(), 2u);
        EXPECT_EQ(both[0].precision(), run::FP32);
        EXPECT_EQ(both[0].scaling(), run::NONE) << where;
        EXPECT_EQ(both[1].scaling(), run::DYNAMIC) << where;
    }

    SweepGrid eight;
    eight.name = "g";
    eight.base = default_config();
    add_axis(eight, "seed=1,2", "--vary");
    add_axis(eight, "scaler=pytorch,mxnet", "--vary");
    add_axis(eight, "operand-recipe=none,mxfp8", "--vary");
    const std::vector<run::RunConfig> runs = sweep_cells(eight, "--vary");
    ASSERT_EQ(runs.size(), 8u);
    EXPECT_EQ(runs[0].precision(), run::FP32) << "operands as they were";
    EXPECT_EQ(runs[4].precision(), run::BF16) << "everything else beside MXFP8";
    EXPECT_EQ(runs[4].operand_recipe(), run::OPERANDS_MXFP8);
    EXPECT_FALSE(runs[4].delayed_scale());
    EXPECT_TRUE(runs[6].delayed_scale()) << "MXNet's, though the base is complete";
    EXPECT_EQ(runs[7].seed(), 2u);
}

}  // namespace
}  // namespace mantissa
