// SPDX-License-Identifier: Apache-2.0
// The division of work among threads.
#include "engine/cpu/parallel.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <vector>

namespace mantissa {
namespace {

TEST(Parallel, EveryElementOfEveryArrayOnceAndInWholeGrains) {
    const std::vector<std::int64_t> sizes = {0, 1, 1000, 40001, 4096, 7};
    const int before = omp_get_max_threads();
    omp_set_num_threads(3);
    for (const std::int64_t worth : {std::int64_t{0}, std::int64_t{1} << 40}) {
        std::array<std::atomic<int>, 3> pieces{};
        std::vector<std::vector<int>> seen;
        for (const std::int64_t size : sizes) seen.emplace_back(static_cast<std::size_t>(size));
        parallel_for_each(
            sizes, [](std::int64_t size) { return size; }, 1024, worth,
            [&](std::size_t index, std::int64_t begin, std::int64_t end, int part) {
                ASSERT_LT(part, worth == 0 ? 3 : 1);
                ++pieces[static_cast<std::size_t>(part)];
                EXPECT_EQ(begin % 1024, 0);
                EXPECT_TRUE(end % 1024 == 0 || end == sizes[index]);
                for (std::int64_t i = begin; i < end; ++i) ++seen[index][static_cast<std::size_t>(i)];
            });
        for (std::size_t i = 0; i < sizes.size(); ++i)
            EXPECT_EQ(seen[i], std::vector<int>(static_cast<std::size_t>(sizes[i]), 1)) << i << ", " << worth;
        // three of the arrays are of one block, which the last part has
        EXPECT_EQ(pieces[0], worth == 0 ? 2 : 5);
        EXPECT_EQ(pieces[1], worth == 0 ? 2 : 0);
        EXPECT_EQ(pieces[2], worth == 0 ? 5 : 0);
    }
    omp_set_num_threads(before);
}

}  // namespace
}  // namespace mantissa
