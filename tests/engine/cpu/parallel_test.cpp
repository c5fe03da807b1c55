// SPDX-License-Identifier: Apache-2.0
// The division of work among threads.
#include "engine/cpu/parallel.h"

#include <gtest/gtest.h>

#include <vector>

namespace mantissa {
namespace {

TEST(Parallel, EveryElementOfEveryArrayOnceAndInWholeGrains) {
    const std::vector<std::int64_t> sizes = {0, 1, 1000, 40001, 4096, 7};
    for (const std::int64_t worth : {std::int64_t{0}, std::int64_t{1} << 40}) {
        std::vector<std::vector<int>> seen;
        for (const std::int64_t size : sizes) seen.emplace_back(static_cast<std::size_t>(size));
        parallel_for_each(
            sizes, [](std::int64_t size) { return size; }, 1024, worth,
            [&](std::size_t index, std::int64_t begin, std::int64_t end, int part) {
                EXPECT_LT(part, worth == 0 ? max_parts() : 1);
                EXPECT_EQ(begin % 1024, 0);
                EXPECT_TRUE(end % 1024 == 0 || end == sizes[index]);
                for (std::int64_t i = begin; i < end; ++i) ++seen[index][static_cast<std::size_t>(i)];
            });
        for (std::size_t i = 0; i < sizes.size(); ++i)
            EXPECT_EQ(seen[i], std::vector<int>(static_cast<std::size_t>(sizes[i]), 1)) << i << ", " << worth;
    }
}

}  // namespace
}  // namespace mantissa
