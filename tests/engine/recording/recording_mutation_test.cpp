// SPDX-License-Identifier: Apache-2.0
// A few thousand damaged recordings, the same ones every time.
#include <gtest/gtest.h>

#include "tests/engine/recording/recording_testing.h"
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/recording_target.h"

namespace mantissa {
namespace {

TEST(RecordingMutation, DamagedFilesAreRefusedOrSound) {
    fuzz::Mutator mutator(1);
    int accepted = 0, refused = 0;
    for (const char* name : {"mlp-skips", "three-tiers", "hidden-nan"}) {
        const std::string text = test::recording_bytes(name);
        const std::vector<std::uint8_t> original(text.begin(), text.end());
        ASSERT_TRUE(fuzz::check_recording(original));
        for (std::uint32_t number = 0; number < 500; ++number) {
            const auto damaged = mutator.variant(original, number);
            ASSERT_NO_THROW(++(fuzz::check_recording(damaged) ? accepted : refused)) << name << ", variant " << number;
        }
    }
    EXPECT_GT(accepted, 100) << "a changed digit must be read";
    EXPECT_GT(refused, 300);
}

}  // namespace
}  // namespace mantissa
