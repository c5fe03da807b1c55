// SPDX-License-Identifier: Apache-2.0
// Counting and rounding by vectors against one number at a time, on every instruction set of this processor: every
// exponent, subnormals, zeros of both signs, infinities, NaN, blocks of one value and of all, every length of a tail.
#define HWY_WANT_AVX3_DL  // as the counting has it
#include "engine/cpu/tally.h"

#include <hwy/targets.h>

#include <functional>

#include "tests/engine/cpu/cpu_testing.h"

namespace mantissa {
namespace {

class CpuTally : public CpuTest {
  protected:
    void TearDown() override { choose(0); }

    /// Calls `check` once for each compiled instruction set of this processor.
    static void on_every_target(const std::function<void(const std::string&)>& check) {
        choose(0);
        for (std::int64_t left = hwy::SupportedTargets() & HWY_TARGETS; left != 0; left &= left - 1) {
            const std::int64_t target = left & -left;
            // not all code is compiled for AVX-512 with VBMI2
            choose(target == HWY_AVX3_DL ? target | HWY_AVX3 : target);
            check(hwy::TargetName(target));
        }
    }

  private:
    static void choose(std::int64_t target) {
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().DeInit();
    }
};

float from_bits(std::uint32_t bits) {
    return std::bit_cast<float>(bits);
}

/// 1024 numbers of which some share is as `kind` says, all else within a few powers of two.
std::vector<float> block(int kind) {
    const RandomKey random{static_cast<std::uint64_t>(kind), RandomUse::initial_weights, 3, 0};
    std::vector<float> x(static_cast<std::size_t>(tally_block));
    for (std::size_t i = 0; i < x.size(); ++i) {
        const std::uint32_t bits = random.bits(2 * i), choice = random.bits(2 * i + 1);
        const std::uint32_t sign_and_fraction = bits & 0x807FFFFFu;
        const auto with_exponent = [&](std::uint32_t e) { return from_bits(sign_and_fraction | e << 23); };
        x[i] = with_exponent(110 + choice % 6);
        switch (kind) {
            case 0:
                break;
            case 1:  // all of one exponent: the same counter each time
                x[i] = with_exponent(97);
                break;
            case 2:  // exactly one value
                x[i] = 1.0f;
                break;
            case 3:  // every float there is
                x[i] = from_bits(bits);
                break;
            case 4:  // each exponent four times, infinities and NaN among them
                x[i] = with_exponent(static_cast<std::uint32_t>(i) % 256);
                break;
            case 5:  // each exponent of finite numbers
                x[i] = with_exponent(static_cast<std::uint32_t>(i) % 255);
                break;
            case 6:
                x[i] = choice % 2 ? 0.0f : -0.0f;
                break;
            case 7:  // subnormals, some of them zero
                x[i] = from_bits(bits & (choice % 3 ? 0x800000FFu : 0x807FFFFFu));
                break;
            case 8:  // a few of everything special
                if (choice % 40 < 6)
                    x[i] = std::array{0.0f,
                                      -0.0f,
                                      std::numeric_limits<float>::infinity(),
                                      -std::numeric_limits<float>::infinity(),
                                      std::numeric_limits<float>::quiet_NaN(),
                                      from_bits(bits & 0x807FFFFFu)}[choice % 40];
                break;
            case 9:  // the ends of FP16
                x[i] = with_exponent(choice % 2 ? 100 + choice % 7 : 140 + choice % 4);
                break;
            case 10:  // the largest, one exponent below 255
                x[i] = with_exponent(253 + choice % 2);
                break;
            case 11:  // two clouds far apart, and one number far from both
                x[i] = with_exponent(i == 500 ? 1 : choice % 2 ? 60 + choice % 20 : 200 + choice % 20);
                break;
            default:  // ties of the narrow formats at their smallest numbers
                x[i] = std::array{0x1p-25f,  0x1.8p-25f, -0x1p-24f,  0x1p-134f,
                                  0x1p-133f, 65520.0f,   65519.996f, 0x1.ffp127f}[choice % 8];
        }
    }
    return x;
}
constexpr int kinds = 13;

std::vector<std::int64_t> lengths() {
    std::vector<std::int64_t> some{tally_block, tally_block - 1, 960, 513};
    for (std::int64_t n = 1; n <= 130; n += n < 20 ? 1 : 7) some.push_back(n);
    return some;
}

TEST_F(CpuTally, MagnitudesAreCountedAsOneByOne) {
    on_every_target([&](const std::string& target) {
        for (const FloatFormat& format : {fp32, tf32, bf16, fp16, FloatFormat{4, 3}, FloatFormat{8, 1}})
            for (int kind = 0; kind < kinds; ++kind) {
                const std::vector<float> x = block(kind);
                for (const std::int64_t n : lengths()) {
                    const RoundParams rounding(format, Rounding::nearest_even);
                    std::vector<float> after(x.size());
                    MagnitudeHistogram expected, counted;
                    Tally tally;
                    for (int time = 0; time < 2; ++time) {  // counters are added to
                        for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
                            after[i] = round_to(x[i], format);
                            count_magnitude(x[i], after[i], format, expected);
                        }
                        const std::uint64_t zeros = tally.zero, infinities = tally.infinite;
                        if (!tally_magnitudes(x.data(), n, rounding, tally))
                            tally_cast(x.data(), after.data(), n, rounding.smallest_normal, tally.zero - zeros,
                                       tally.infinite - infinities, tally);
                    }
                    tally.add_to(counted);
                    const std::string what = target + ", " + name_of(format) + ", kind " + std::to_string(kind) + ", " +
                                             std::to_string(n) + " numbers";
                    expect_same_histogram(counted, expected, what);
                    if (HasFailure()) return;
                }
            }
    });
}

/// Where numbers are looked for first follows from the blocks before: blocks of all kinds, one after another.
TEST_F(CpuTally, BlocksUnlikeThoseBeforeThemAreCountedAsOneByOne) {
    on_every_target([&](const std::string& target) {
        MagnitudeHistogram expected, counted;
        UpdateCounts expected_updates, counted_updates;
        Tally tally;
        UpdateTally updates;
        const std::vector<float> weight = block(0);
        for (int round = 0; round < 3; ++round)
            for (int first = 0; first < kinds; ++first)
                for (const int kind : {first, (first + 5 * round + 1) % kinds, first}) {
                    const std::vector<float> x = block(kind);
                    const auto n = static_cast<std::int64_t>(x.size());
                    for (std::size_t i = 0; i < x.size(); ++i) {
                        count_magnitude(x[i], x[i], fp32, expected);
                        count_update(weight[i], x[i], fp32, expected_updates);
                    }
                    tally_magnitudes(x.data(), n, RoundParams{}, tally);
                    std::uint64_t lost = 0;
                    for (std::size_t i = 0; i < x.size(); ++i) lost += x[i] != 0 && weight[i] - x[i] == weight[i];
                    tally_updates(weight.data(), x.data(), n, fp32, fp32, lost, updates);
                }
        tally.add_to(counted);
        updates.add_to(counted_updates);
        expect_same_histogram(counted, expected, target);
        expect_same_histogram(counted_updates.magnitude, expected_updates.magnitude, target);
        EXPECT_EQ(counted_updates.ratio_bins, expected_updates.ratio_bins) << target;
    });
}

TEST_F(CpuTally, UpdatesAreCountedAsOneByOne) {
    on_every_target([&](const std::string& target) {
        for (const FloatFormat& narrow : {fp32, tf32, bf16, fp16, FloatFormat{5, 2}})
            for (const FloatFormat& stored : {fp32, bf16, fp16})
                for (int of_weight : {0, 2, 5, 6, 7, 9, 11})
                    for (int kind = 0; kind < kinds; ++kind) {
                        std::vector<float> weight = block(of_weight);
                        std::vector<float> change = block(kind);
                        for (std::size_t i = 0; i < weight.size(); ++i) {
                            weight[i] = round_to(weight[i], stored);
                            // some of them about half a unit of the weight, where an update is lost or not
                            if (i % 3 == 0 && std::isfinite(weight[i]))
                                change[i] = weight[i] * (i % 2 ? 0x1p-9f : 0x1.002p-25f);
                        }
                        for (const std::int64_t n : {tally_block, std::int64_t{1000}, std::int64_t{7}}) {
                            UpdateCounts expected, counted;
                            std::uint64_t lost = 0;
                            for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
                                count_update(weight[i], change[i], narrow, expected);
                                const float after = round_to(weight[i] - change[i], stored);
                                lost += !(change[i] == 0) && after == weight[i] ? 1 : 0;
                            }
                            UpdateTally tally;
                            tally_updates(weight.data(), change.data(), n, narrow, stored, lost, tally);
                            tally.add_to(counted);
                            const std::string what = target + ", " + name_of(stored) + " for " + name_of(narrow) +
                                                     ", weights " + std::to_string(of_weight) + ", changes " +
                                                     std::to_string(kind) + ", " + std::to_string(n);
                            expect_same_histogram(counted.magnitude, expected.magnitude, what);
                            EXPECT_EQ(counted.ratio_bins, expected.ratio_bins) << what;
                            EXPECT_EQ(counted.nonzero, expected.nonzero) << what;
                            EXPECT_EQ(counted.lost_with_master, expected.lost_with_master) << what;
                            EXPECT_EQ(counted.lost_without_master, expected.lost_without_master) << what;
                            if (HasFailure()) return;
                        }
                    }
    });
}

TEST_F(CpuTally, RoundsAndCountsFlushesAsTheOracle) {
    Array x({65536 + 7});  // the upper half of every float, with ties and their neighbours below it
    for (std::int64_t i = 0; i < x.size(); ++i) {
        const std::uint32_t low[] = {0u, 0x1000u, 0x0FFFu, 0x8000u, 0x7FFFu, 0x8001u, 0x3000u};
        x[i] = from_bits(static_cast<std::uint32_t>(i) << 16 | low[i % 7]);
    }
    on_every_target([&](const std::string& target) {
        for (const FloatFormat& format :
             {fp32, tf32, bf16, fp16, FloatFormat{5, 2}, FloatFormat{5, 23}, FloatFormat{8, 22}})
            for (const Rounding rounding : {Rounding::nearest_even, Rounding::nearest_away}) {
                Array y(x.shape()), expected(x.shape());
                FlushCounts counts, expected_counts;
                Cast cast = cast_to(format, &counts), oracle = cast_to(format, &expected_counts);
                cast.rounding = oracle.rounding = rounding;
                cpu().round_copy(x.view(), y.view(), cast);
                reference().round_copy(x.view(), expected.view(), oracle);
                const std::string what = target + ", " + name_of(format);
                expect_same_bits(y, expected, what);
                expect_same_counts(counts, expected_counts, what);
            }
    });
}

}  // namespace
}  // namespace mantissa
