// SPDX-License-Identifier: Apache-2.0
// The cross-entropy of many rows at once against its definition in FP32, one row and one class after the other with the
// C library's exp() and log(): the same bits.
#include <bit>
#include <cmath>
#include <limits>

#include "tests/engine/cpu/cpu_testing.h"

namespace mantissa {
namespace {

constexpr std::int32_t ignored = -100;
constexpr float scale = 256;

struct Rows {
    std::vector<float> gradient;
    double loss = 0;
    std::uint64_t correct = 0;
};

/// (p - 1 at the label) · scale / rows that count.
Rows by_definition(const Array& logits, const std::vector<std::int32_t>& labels) {
    const std::int64_t classes = logits.shape()[1];
    const auto counted = static_cast<std::int64_t>(labels.size()) - std::count(labels.begin(), labels.end(), ignored);
    const float factor = scale / static_cast<float>(counted);
    Rows result;
    for (std::size_t r = 0; r < labels.size(); ++r) {
        const float* const x = logits.view().f32() + static_cast<std::int64_t>(r) * classes;
        float maximum = x[0];
        for (std::int64_t c = 1; c < classes; ++c)
            if (x[c] > maximum || std::isnan(x[c])) maximum = x[c];
        std::vector<float> p;
        float sum = 0;
        for (std::int64_t c = 0; c < classes; ++c) {
            p.push_back(std::exp(x[c] - maximum));
            sum += p.back();
        }
        std::size_t predicted = 0;
        for (std::size_t c = 0; c < p.size(); ++c) {
            p[c] /= sum;
            if (c > 0 && !std::isnan(p[predicted]) && (p[c] > p[predicted] || std::isnan(p[c]))) predicted = c;
        }
        const bool counts = labels[r] != ignored;
        for (std::size_t c = 0; c < p.size(); ++c) {
            const float target = static_cast<std::int32_t>(c) == labels[r] ? 1.0f : 0.0f;
            result.gradient.push_back(counts ? (p[c] - target) * factor : 0.0f);
        }
        if (!counts) continue;
        result.loss += std::log(sum) - (x[labels[r]] - maximum);
        result.correct += predicted == static_cast<std::size_t>(labels[r]) ? 1 : 0;
    }
    return result;
}

class CrossEntropy : public CpuTest {
  protected:
    Rows by(Kernels& kernels, const Array& logits, const std::vector<std::int32_t>& labels, bool gradient = true) {
        CrossEntropySettings settings;
        settings.ignored_label = ignored;
        StepState state;
        state.scaler.scale = scale;
        Integers targets;
        targets.values = labels;
        Array d(logits.shape());
        LossSums sums;
        kernels.cross_entropy(settings, logits.view(), targets.view(), &state, gradient ? d.view() : Tensor{}, {},
                              &sums);
        return {{d.view().f32(), d.view().f32() + d.size()}, sums.loss, sums.correct};
    }
    static void expect_same(const Rows& found, const Rows& expected, const std::string& what) {
        EXPECT_EQ(found.correct, expected.correct) << what;
        EXPECT_EQ(std::bit_cast<std::uint64_t>(found.loss), std::bit_cast<std::uint64_t>(expected.loss)) << what;
        for (std::size_t i = 0; i < expected.gradient.size(); ++i)
            ASSERT_EQ(std::bit_cast<std::uint32_t>(found.gradient[i]),
                      std::bit_cast<std::uint32_t>(expected.gradient[i]))
                << what << ", number " << i;
    }
};

TEST_F(CrossEntropy, HasTheBitsOfOneRowAfterTheOther) {
    for (const std::int64_t rows : {1, 3, 8, 15, 64, 1000})
        for (const std::int64_t classes : {1, 2, 10, 11, 128, 129, 300}) {
            const std::string what = std::to_string(rows) + "x" + std::to_string(classes);
            Array logits = uniform({rows, classes}, 5, classes % 2 == 0 ? 4.0 : 90.0);
            for (std::int64_t i = 0; i < logits.size(); i += 7) logits.view().f32()[i] = 2;  // some are as likely
            std::vector<std::int32_t> labels;
            for (std::int64_t r = 0; r < rows; ++r)
                labels.push_back(r % 5 == 3 ? ignored : static_cast<std::int32_t>(r * 7 % classes));
            const Rows expected = by_definition(logits, labels);
            expect_same(by(cpu(), logits, labels), expected, what);
            expect_same(by(single(), logits, labels), expected, what + " by one thread");
            Rows evaluated = by(cpu(), logits, labels, false);
            evaluated.gradient.clear();
            EXPECT_EQ(evaluated.loss, expected.loss);
            EXPECT_EQ(evaluated.correct, expected.correct);
        }
}

TEST_F(CrossEntropy, OfWhatIsNotFinite) {
    const float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    const float rows[][3] = {{0, nan, 1},
                             {nan, 2, 1},
                             {1, 2, nan},
                             {infinity, 1, 2},
                             {-infinity, 1, 2},
                             {1, 1, 1},
                             {infinity, infinity, 0},
                             {-infinity, -infinity, -infinity},
                             {3e38f, -3e38f, 0},
                             {-104, 0, -88},
                             {0, -1e-40f, 1e-40f}};
    for (const auto& row : rows)
        for (std::int32_t label = 0; label < 3; ++label) {
            Array logits({1, 3}, {row[0], row[1], row[2]});
            const Rows found = by(cpu(), logits, {label}), expected = by_definition(logits, {label});
            EXPECT_EQ(found.correct, expected.correct) << row[0] << ' ' << row[1] << ' ' << row[2] << ", " << label;
            EXPECT_TRUE(found.loss == expected.loss || (std::isnan(found.loss) && std::isnan(expected.loss)))
                << found.loss << ' ' << expected.loss;
            for (std::size_t c = 0; c < 3; ++c)  // which NaN it is depends on the order of operands
                EXPECT_TRUE(found.gradient[c] == expected.gradient[c] ||
                            (std::isnan(found.gradient[c]) && std::isnan(expected.gradient[c])))
                    << row[0] << ' ' << row[1] << ' ' << row[2] << ", class " << c;
        }
}

/// Every FP32 number that exp() does not make zero, as the second of two logits whose first is 0: its probability is
/// e / (1 + e). A processor without fused multiply-add differs in a handful.
TEST_F(CrossEntropy, ExpOfEveryNumberNightly) {
    constexpr std::uint32_t first = 0x80000000u, last = 0xC2D00000u, at_once = 1u << 20;  // -0 to -104
    std::uint64_t other = 0;
    for (std::uint32_t begin = first; begin < last; begin += at_once) {
        Array logits({at_once, 2});
        for (std::uint32_t i = 0; i < at_once; ++i) {
            logits.view().f32()[2 * i] = 0;
            logits.view().f32()[2 * i + 1] = std::bit_cast<float>(begin + i);
        }
        const std::vector<std::int32_t> labels(at_once, 0);
        const Rows found = by(cpu(), logits, labels);
        for (std::uint32_t i = 0; i < at_once; ++i) {
            const float e = std::exp(std::bit_cast<float>(begin + i));
            const float expected = e / (1.0f + e) * (scale / static_cast<float>(at_once));
            other += found.gradient[2 * i + 1] == expected ? 0 : 1;
            ASSERT_NEAR(found.gradient[2 * i + 1], expected, 0x1p-22 * expected + 0x1p-149);
        }
    }
    EXPECT_LE(other, 8u);
    std::cout << other << " of " << last - first << " numbers differ\n";
}

}  // namespace
}  // namespace mantissa
