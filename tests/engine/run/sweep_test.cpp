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
    run::Sweep sweep;
    sweep.set_name(std::string(max_name_bytes - 100, 'n'));
    sweep.add_precision(run::FP16);
    sweep.add_seed(1);
    sweep.add_seed(2);
    const std::vector<run::RunConfig> cells = sweep_cells(sweep, "grid.json");
    ASSERT_EQ(cells.size(), 2u);
    EXPECT_THAT(cells[1].name(), ::testing::HasSubstr("seed 2"));
    for (const run::RunConfig& cell : cells) EXPECT_NO_THROW(validate(cell));

    sweep.set_name(std::string(max_name_bytes, 'n'));  // the name of a cell is longer
    try {
        sweep_cells(sweep, "grid.json");
        ADD_FAILURE() << "its first run would have ended the recording";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_data);
        EXPECT_EQ(error.place(), "grid.json, name");
    }
}

}  // namespace
}  // namespace mantissa
