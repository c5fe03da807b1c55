// SPDX-License-Identifier: Apache-2.0
// Six extents and no more.
#include "engine/base/shape.h"

#include <gtest/gtest.h>

#include "engine/base/error.h"

namespace mantissa {
namespace {

static_assert(Shape{2, 3, 4}.size() == 24);

TEST(Shape, HasUpToSixExtents) {
    const Shape five{2, 3, 4, 5, 6}, six{2, 3, 4, 5, 6, 7};
    EXPECT_EQ(five.rank, 5);
    EXPECT_EQ(five[4], 6);
    EXPECT_EQ(five[5], 1) << "from its rank on they are 1";
    EXPECT_EQ(five.size(), 720);
    EXPECT_EQ(six.size(), 5040);
    EXPECT_NE(five, six);
    EXPECT_EQ(Shape().size(), 1);
}

TEST(Shape, RefusesWhatItHasNoRoomFor) {
    EXPECT_THROW((Shape{1, 2, 3, 4, 5, 6, 7}), Error);
    Shape shape{2, 3};
    EXPECT_THROW(shape[6] = 1, Error);
    EXPECT_THROW(static_cast<void>(Shape()[Shape().rank - 1]), Error);
    try {
        static_cast<void>(shape[6]);
        ADD_FAILURE() << "an extent beyond the last is taken";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "shape: a tensor has no extent 6 (extents 0 to 5)");
    }
}

}  // namespace
}  // namespace mantissa
