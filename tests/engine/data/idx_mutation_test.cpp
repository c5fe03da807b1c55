// SPDX-License-Identifier: Apache-2.0
// A hundred thousand damaged IDX files, the same ones every time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/data/idx_samples.h"
#include "tests/fuzz/idx_target.h"
#include "tests/fuzz/mutate.h"

namespace mantissa {
namespace {

TEST(IdxMutation, DamagedFilesAreRefusedOrConsistent) {
    const auto images = test::idx_images(3, 4, 4), labels = test::idx_labels({0, 1, 2, 3, 4, 5, 6, 7});
    const std::vector<std::pair<test::Bytes, IdxKind>> originals{{images, IdxKind::images},
                                                                 {labels, IdxKind::labels},
                                                                 {test::gzip(images), IdxKind::images},
                                                                 {test::gzip(labels, 0), IdxKind::labels}};
    fuzz::Mutator mutator(1);
    int accepted = 0, refused = 0;
    for (const auto& [original, kind] : originals) {
        ASSERT_TRUE(fuzz::check_idx(original, kind));
        for (std::uint32_t number = 0; number < fuzz::variants(25'000); ++number) {
            const test::Bytes damaged = mutator.variant(original, number);
            ASSERT_NO_THROW(++(fuzz::check_idx(damaged, kind) ? accepted : refused)) << "variant " << number;
        }
    }
    EXPECT_GT(accepted, 500) << "changed pixels must be read";
    EXPECT_GT(refused, 4000);
}

}  // namespace
}  // namespace mantissa
