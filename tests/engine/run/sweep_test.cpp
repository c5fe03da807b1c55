// SPDX-License-Identifier: Apache-2.0
// What a grid's cells are called. Its files, values and limits are tested through the worker
// (tests/worker/sweep_test.cpp).
#include "engine/run/sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/error.h"
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

}  // namespace
}  // namespace mantissa
