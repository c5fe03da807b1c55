// SPDX-License-Identifier: Apache-2.0
// Series from the pyramid against a plain count over all steps, on random data with holes and non-finite values.
#include "engine/store/series.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "engine/store/library.h"
#include "tests/engine/store/store_testing.h"

namespace mantissa {
namespace {

using namespace mantissa::testing;

using Steps = std::map<std::uint32_t, run::StepRecord>;

run::Record random_step(const std::string& run_id, std::uint32_t number, std::mt19937& random) {
    run::Record record;
    record.set_run_id(run_id);
    record.set_lane(0);
    record.set_step(number);
    auto& step = *record.mutable_step_done();
    std::normal_distribution<float> normal;
    switch (random() % 40) {
        case 0:
            step.set_loss(std::numeric_limits<float>::quiet_NaN());
            break;
        case 1:
            step.set_loss(std::numeric_limits<float>::infinity());
            break;
        case 2:
            step.set_loss(-std::numeric_limits<float>::infinity());
            break;
        case 3:
            break;  // not measured
        default:
            step.set_loss(normal(random));
    }
    step.set_scale(std::ldexp(1.0f, static_cast<int>(random() % 20)));
    step.set_weight_gradients_nonzero(random() % 3);  // also none
    step.set_weight_gradients_flushed(random() % 2);
    step.set_skipped(random() % 10 == 0);
    return record;
}

SeriesNode by_hand(const Steps& steps, std::uint32_t first, std::uint32_t last, Field field) {
    SeriesNode node;
    bool begun = false;
    for (auto at = steps.lower_bound(first); at != steps.end() && at->first <= last; ++at) {
        if (!begun) node.first_step = at->first;
        begun = true;
        node.last_step = at->first;
        const auto value = value_of(at->second, field);
        if (!value) continue;
        if (std::isnan(*value)) {
            ++node.nan;
        } else if (std::isinf(*value)) {
            ++(*value > 0 ? node.positive_infinity : node.negative_infinity);
        } else {
            if (node.finite == 0) node.min = node.max = node.first = *value;
            node.min = std::min(node.min, *value);
            node.max = std::max(node.max, *value);
            node.last = *value;
            ++node.finite;
        }
    }
    return node;
}

bool same(float a, float b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

void expect_right(const std::vector<SeriesNode>& series, const Steps& steps, Field field, std::uint32_t first,
                  std::uint32_t last, std::size_t points) {
    const auto begin = steps.lower_bound(first);
    const auto end = steps.upper_bound(last);
    if (begin == end) {
        EXPECT_TRUE(series.empty());
        return;
    }
    ASSERT_FALSE(series.empty());
    EXPECT_LE(series.size(), points);
    EXPECT_EQ(series.front().first_step, begin->first);
    EXPECT_EQ(series.back().last_step, std::prev(end)->first);
    for (std::size_t i = 0; i < series.size(); ++i) {
        const SeriesNode& node = series[i];
        if (i > 0) {  // the nodes follow each other without a step between
            ASSERT_EQ(node.first_step, steps.upper_bound(series[i - 1].last_step)->first);
        }
        const SeriesNode wanted = by_hand(steps, node.first_step, node.last_step, field);
        ASSERT_TRUE(node.first_step == wanted.first_step && node.last_step == wanted.last_step &&
                    same(node.min, wanted.min) && same(node.max, wanted.max) && same(node.first, wanted.first) &&
                    same(node.last, wanted.last) && node.finite == wanted.finite && node.nan == wanted.nan &&
                    node.positive_infinity == wanted.positive_infinity &&
                    node.negative_infinity == wanted.negative_infinity)
            << "steps " << node.first_step << " to " << node.last_step << " of " << first << " to " << last << ", "
            << points << " points, field " << static_cast<int>(field);
    }
}

class SeriesTest : public ::testing::Test {
  protected:
    void add(std::vector<run::Record>& batch, std::uint32_t number) {
        batch.push_back(random_step(id_, number, random_));
        steps_[number] = batch.back().step_done();
    }
    void check(std::uint32_t first, std::uint32_t last, std::size_t points) {
        for (const Field field :
             {Field::loss, Field::scale, Field::weight_gradients_flushed_share, Field::skipped, Field::gradient_norm}) {
            expect_right(library_->series(id_, 0, field, first, last, points), steps_, field, first, last, points);
        }
    }
    void check_everywhere(std::uint32_t greatest) {
        for (const std::size_t points : {1u, 2u, 7u, 100u, 1000u, 100000u}) {
            check(0, every_step, points);
            check(1, greatest, points);
            for (int i = 0; i < 4; ++i) {
                const std::uint32_t a = random_() % (greatest + 10);
                const std::uint32_t b = random_() % (greatest + 10);
                check(std::min(a, b), std::max(a, b), points);
            }
        }
        check(greatest + 1, every_step, 10);
    }

    TemporaryFolder folder_;
    std::unique_ptr<Library> library_ = Library::open(folder_ / "library.mantissa", Access::read_write);
    std::string id_ = make_ulid();
    std::mt19937 random_{7};
    Steps steps_;
};

TEST_F(SeriesTest, EqualsAPlainCountAfterEachAppend) {
    const std::vector<run::Record> begin{started(id_)};
    library_->append(begin);
    EXPECT_TRUE(library_->series(id_, 0, Field::loss, 0, every_step, 10).empty());
    std::uint32_t next = 1;
    for (const std::uint32_t size : {1u, 14u, 1u, 1u, 239u, 300u, 5000u}) {
        std::vector<run::Record> batch;
        for (std::uint32_t i = 0; i < size; ++i) add(batch, next++);
        library_->append(batch);
        check_everywhere(next - 1);
    }
    EXPECT_TRUE(library_->series(id_, 1, Field::loss, 0, every_step, 10).empty());  // another lane
}

TEST_F(SeriesTest, HolesAndLateStepsAreRight) {
    const std::vector<run::Record> begin{started(id_)};
    library_->append(begin);
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < 9000; ++i) {
        if (i % 1000 < 700) numbers.push_back(i);
    }
    std::shuffle(numbers.begin(), numbers.end(), random_);
    for (std::size_t i = 0; i < numbers.size(); i += 900) {
        std::vector<run::Record> batch;
        for (std::size_t j = i; j < std::min(i + 900, numbers.size()); ++j) add(batch, numbers[j]);
        library_->append(batch);
    }
    check_everywhere(9000);
}

TEST_F(SeriesTest, EveryLevelOfThePyramidIsUsed) {
    const std::vector<run::Record> begin{started(id_)};
    library_->append(begin);
    std::vector<run::Record> batch;
    // Blocks of steps in each corner of a long run: levels up to 2^20 steps matter, the file stays small.
    for (const std::uint32_t base : {0u, 65500u, 1048500u, 2097000u, 2000000000u - 99u}) {
        for (std::uint32_t i = 0; i < 100; ++i) add(batch, base + i);
    }
    library_->append(batch);
    check_everywhere(1999999705u);
    for (const std::size_t points : {1u, 3u, 50u, 5000u}) {
        check(10, 1048550, points);
        check(65536, 2097050, points);
        check(0, 4294967295u, points);
    }
}

TEST_F(SeriesTest, NightlyAMillionSteps) {
    const std::vector<run::Record> begin{started(id_)};
    library_->append(begin);
    for (std::uint32_t next = 1; next <= 1'000'000;) {
        std::vector<run::Record> batch;
        for (int i = 0; i < 1000; ++i) add(batch, next++);
        library_->append(batch);
    }
    check_everywhere(1'000'000);
}

TEST(PyramidNode, RefusesBytesOfAnotherSize) {
    PyramidNode node;
    node.append(3, step("x", 3).step_done());
    const std::string good = node.encode();
    ASSERT_TRUE(PyramidNode::decode(good));
    EXPECT_EQ(PyramidNode::decode(good)->encode(), good);
    for (std::size_t size = 0; size < good.size(); ++size) EXPECT_FALSE(PyramidNode::decode(good.substr(0, size)));
    EXPECT_FALSE(PyramidNode::decode(good + "x"));
}

TEST(FieldValue, SharesAreAbsentWhereNothingCouldFlush) {
    run::StepRecord step;
    EXPECT_FALSE(value_of(step, Field::weight_gradients_flushed_share));
    step.set_weight_gradients_flushed(1);
    EXPECT_FALSE(value_of(step, Field::weight_gradients_flushed_share));
    step.set_weight_gradients_nonzero(4);
    EXPECT_EQ(value_of(step, Field::weight_gradients_flushed_share), 0.25f);
    EXPECT_FALSE(value_of(step, Field::loss));
    step.set_loss(0);
    EXPECT_EQ(value_of(step, Field::loss), 0.0f);
}

}  // namespace
}  // namespace mantissa
