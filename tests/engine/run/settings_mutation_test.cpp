// SPDX-License-Identifier: Apache-2.0
// A hundred thousand damaged presets and twenty thousand grids, the same ones every time.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/mutate.h"
#include "tests/fuzz/settings_target.h"

namespace mantissa {
namespace {

fuzz::Bytes file_bytes(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return fuzz::Bytes(std::istreambuf_iterator<char>(stream), {});
}

TEST(SettingsMutation, DamagedPresetsAreRefusedOrValid) {
    fuzz::Mutator mutator(3);
    int accepted = 0, refused = 0;
    for (const auto& entry : std::filesystem::directory_iterator(MANTISSA_RESOURCES "/presets")) {
        const fuzz::Bytes whole = file_bytes(entry.path());
        ASSERT_TRUE(fuzz::check_preset(whole)) << entry.path();
        for (std::uint32_t number = 0; number < fuzz::variants(10'000); ++number)
            ASSERT_NO_THROW(++(fuzz::check_preset(mutator.variant(whole, number)) ? accepted : refused))
                << entry.path() << ", variant " << number;
    }
    EXPECT_GT(accepted, 200) << "a letter of a text may change";
    EXPECT_GT(refused, 50'000);
}

TEST(SettingsMutation, DamagedGridsAreRefusedOrHaveCells) {
    const std::string text =
        R"({"name": "scales", "preset": "underflow", "base": {"steps": 300}, "precision": ["FP16", "BF16"],
            "scaling": ["NONE", "DYNAMIC"], "seed": [1, 2, 3]})";
    const fuzz::Bytes whole(text.begin(), text.end());
    ASSERT_TRUE(fuzz::check_sweep(whole));
    fuzz::Mutator mutator(4);
    int refused = 0;
    for (std::uint32_t number = 0; number < fuzz::variants(20'000); ++number)
        ASSERT_NO_THROW(refused += fuzz::check_sweep(mutator.variant(whole, number)) ? 0 : 1) << "variant " << number;
    EXPECT_GT(refused, 10'000);
}

}  // namespace
}  // namespace mantissa
