// SPDX-License-Identifier: Apache-2.0
// Targets that are made of images and their classes.
#include "engine/data/targets.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mantissa {
namespace {

Dataset two_images() {
    Dataset data;
    data.side = 2;
    data.classes = 10;
    data.train = {{0, 127, 128, 255, 200, 0, 0, 0}, {3, 0}, 2, {}, {}};
    data.test = data.train;
    return data;
}

TEST(Targets, APixelHasItsImagesClassWhereItIsAboveHalf) {
    const Dataset data = with_targets(two_images(), Targets::pixel_class);
    EXPECT_EQ(data.classes, 11);
    EXPECT_EQ(data.train.labels, (std::vector<std::uint8_t>{0, 0, 4, 4, 1, 0, 0, 0}));
    EXPECT_EQ(data.train.images, two_images().train.images);
    EXPECT_EQ(data.test.labels, data.train.labels);
    EXPECT_EQ(with_targets(two_images(), Targets::image_class).train.labels, (std::vector<std::uint8_t>{3, 0}));
}

TEST(Targets, ANoisyImageHasTheCleanOneAsItsTarget) {
    const Dataset data = with_targets(two_images(), Targets::clean_image);
    EXPECT_EQ(data.classes, 10);
    EXPECT_EQ(data.train.labels, two_images().train.images);
    for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(data.train.images[i], noisy(data.train.labels[i], i, false));
        EXPECT_EQ(data.test.images[i], noisy(data.test.labels[i], i, true));
    }
    EXPECT_NE(data.train.images, data.test.images) << "another noise";
}

TEST(Targets, AnImageCanBeItsOwnTarget) {
    const Dataset data = with_targets(two_images(), Targets::same_image);
    EXPECT_EQ(data.train.images, two_images().train.images);
    EXPECT_EQ(data.train.labels, data.train.images);
    EXPECT_EQ(data.test.labels, data.test.images);
}

TEST(Targets, NoiseIsNormalWithHalfOfWhiteAsItsDeviation) {
    // Of grey pixels, whose noise is clamped at ±1 deviation: 15.87 % each become black and white. Of n = 100,000 that
    // share errs by 0.12 points; five of those.
    constexpr int n = 100000;
    int black = 0, white = 0, below = 0;
    for (int i = 0; i < n; ++i) {
        const std::uint8_t pixel = noisy(127, static_cast<std::uint64_t>(i), false);
        black += pixel == 0;
        white += pixel == 255;
        below += pixel < 127;
    }
    EXPECT_NEAR(black, 0.1587 * n, 0.006 * n);
    EXPECT_NEAR(white, 0.1587 * n, 0.006 * n);
    EXPECT_NEAR(below, 0.5 * n, 0.01 * n);
}

}  // namespace
}  // namespace mantissa
