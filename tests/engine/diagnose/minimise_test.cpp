// SPDX-License-Identifier: Apache-2.0
// Whatever has to be in the set is found, and nothing else.
#include "engine/diagnose/minimise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "engine/base/rng.h"

namespace mantissa {
namespace {

std::vector<std::size_t> up_to(std::size_t count) {
    std::vector<std::size_t> all(count);
    std::iota(all.begin(), all.end(), 0);
    return all;
}

TEST(Minimise, FindsWhatIsNeeded) {
    for (std::uint64_t round = 0; round < 60; ++round) {
        const RandomKey random{round, RandomUse::shuffle, 0, 0};
        const std::size_t count = 1 + random.bits(0) % 70, most = 1 + random.bits(1) % std::min<std::size_t>(count, 5);
        std::vector<std::size_t> needed;
        for (std::size_t i = 0; i < most; ++i) needed.push_back(random.bits(2 + i) % count);
        std::sort(needed.begin(), needed.end());
        needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
        const auto holds = [&](const std::vector<std::size_t>& set) {
            return std::all_of(needed.begin(), needed.end(),
                               [&](std::size_t one) { return std::find(set.begin(), set.end(), one) != set.end(); });
        };
        std::vector<std::size_t> found = minimise(up_to(count), holds);
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, needed) << "round " << round << " of " << count;
    }
}

TEST(Minimise, IsMinimalWhereSeveralSetsWould) {
    // Either 3 alone, or 5 with 7: whichever it is, no element can be left out.
    const auto holds = [](const std::vector<std::size_t>& set) {
        const auto has = [&](std::size_t one) { return std::find(set.begin(), set.end(), one) != set.end(); };
        return has(3) || (has(5) && has(7));
    };
    const std::vector<std::size_t> found = minimise(up_to(12), holds);
    ASSERT_TRUE(holds(found));
    for (const std::size_t out : found) {
        std::vector<std::size_t> rest;
        std::copy_if(found.begin(), found.end(), std::back_inserter(rest), [out](std::size_t i) { return i != out; });
        EXPECT_FALSE(holds(rest)) << "without " << out;
    }
}

TEST(Minimise, AsksFewForOneElement) {
    int asked = 0;
    const std::vector<std::size_t> found = minimise(up_to(64), [&](const std::vector<std::size_t>& set) {
        ++asked;
        return std::find(set.begin(), set.end(), 41) != set.end();
    });
    EXPECT_EQ(found, std::vector<std::size_t>{41});
    EXPECT_LE(asked, 2 * 6) << "two halves, six times";
}

}  // namespace
}  // namespace mantissa
