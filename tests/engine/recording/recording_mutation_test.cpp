// SPDX-License-Identifier: Apache-2.0
// Some thousand damaged recordings and a hundred thousand damaged event files, the same ones every time.
#include <gtest/gtest.h>

#include "tests/engine/recording/event_files.h"
#include "tests/engine/recording/recording_testing.h"
#include "tests/fuzz/event_target.h"
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
        for (std::uint32_t number = 0; number < fuzz::variants(500); ++number) {
            const auto damaged = mutator.variant(original, number);
            ASSERT_NO_THROW(++(fuzz::check_recording(damaged) ? accepted : refused)) << name << ", variant " << number;
        }
    }
    EXPECT_GT(accepted, 100) << "a changed digit must be read";
    EXPECT_GT(refused, 300);
}

TEST(EventMutation, DamagedEventFilesAreRefusedOrSound) {
    using namespace test;
    fuzz::Mutator mutator(2);
    int accepted = 0, refused = 0;
    std::vector<std::uint8_t> original;
    const auto put = [&](const std::string& record) {
        const std::string content = record.substr(12, record.size() - 16);
        ASSERT_LT(content.size(), 256u);
        original.push_back(static_cast<std::uint8_t>(content.size()));
        original.insert(original.end(), content.begin(), content.end());
    };
    put(version_event());
    put(event(1, value("loss", simple(1)) + value("lr", tensor(1, 5, little(0x3dcccccd, 4)))));
    put(event(2,
              value("accuracy", tensor(2, 6, little(0x3fe0000000000000, 8))) + value("h", tensor(19, 13, varint(7)))));
    put(event(3, value("c", tensor(9, 4, little(3, 8))) + value("p", field(5, field(6, little(1, 8))))));
    ASSERT_TRUE(fuzz::check_events(original));
    for (std::uint32_t number = 0; number < fuzz::variants(100'000); ++number) {
        const auto damaged = mutator.variant(original, number);
        ASSERT_NO_THROW(++(fuzz::check_events(damaged) ? accepted : refused)) << "variant " << number;
    }
    EXPECT_GT(accepted, 300) << "a changed digit must be read";
    EXPECT_GT(refused, 300);
}

}  // namespace
}  // namespace mantissa
