// SPDX-License-Identifier: Apache-2.0
// The table that the program makes.
#include "engine/data/table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/base/table_sizes.h"
#include "engine/data/targets.h"

namespace mantissa {
namespace {

Dataset table(std::int64_t train, std::int64_t test, double offset = 0) {
    Dataset sizes;
    sizes.train.count = train;
    sizes.test.count = test;
    return with_targets(sizes, Targets::row_value, offset);
}

TEST(Table, HasCategoriesNumbersAndAValueInEachRow) {
    const Dataset data = table(300, 50);
    EXPECT_EQ(data.pixels(), table_columns);
    ASSERT_EQ(data.train.images.size(), 300u * table_columns);
    ASSERT_EQ(data.train.numbers.size(), 300u * table_numbers);
    ASSERT_EQ(data.train.values.size(), 300u);
    ASSERT_EQ(data.test.values.size(), 50u);
    EXPECT_TRUE(data.train.labels.empty());
    EXPECT_EQ(data.bytes(), 350u * (table_columns + 4 * table_numbers + 4));
    for (std::size_t i = 0; i < data.train.images.size(); ++i)
        EXPECT_EQ(data.train.images[i] / table_kinds, static_cast<int>(i) % table_columns) << "no word of two columns";
    for (const float x : data.train.numbers) EXPECT_TRUE(x >= -1 && x < 1) << x;
}

TEST(Table, HasValuesOfMeanZeroAndVarianceOne) {
    const Dataset data = table(40000, 10);
    double sum = 0, squares = 0;
    for (const float value : data.train.values) {
        sum += static_cast<double>(value);
        squares += static_cast<double>(value) * static_cast<double>(value);
    }
    const double mean = sum / 40000, variance = squares / 40000 - mean * mean;
    EXPECT_NEAR(mean, 0, 5 / std::sqrt(40000.0));  // five standard errors
    EXPECT_NEAR(variance, 1, 5 * std::sqrt(2 / 40000.0));
}

TEST(Table, IsAFunctionOfEachRowsPlace) {
    const Dataset data = table(300, 50), longer = table(400, 60), moved = table(300, 50, 1000);
    EXPECT_TRUE(std::equal(data.train.values.begin(), data.train.values.end(), longer.train.values.begin()));
    EXPECT_TRUE(std::equal(data.test.numbers.begin(), data.test.numbers.end(), longer.test.numbers.begin()));
    EXPECT_NE(data.test.numbers, std::vector<float>(data.train.numbers.begin(), data.train.numbers.begin() + 800));
    EXPECT_EQ(moved.train.numbers, data.train.numbers);
    for (std::size_t i = 0; i < 300; ++i)
        EXPECT_NEAR(moved.train.values[i] - 1000, data.train.values[i], 1e-4) << "the offset is added";
    EXPECT_NE(moved.sha256, data.sha256);
}

}  // namespace
}  // namespace mantissa
