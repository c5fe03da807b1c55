// SPDX-License-Identifier: Apache-2.0
// The probe on units that round in every way there is.
#include "engine/train/rounding_probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "tests/engine/cuda/cuda_on_host.h"

namespace mantissa {
namespace {

float as_it_is(float x) {
    return x;
}
float ties_to_even(float x) {
    return round_to(x, tf32);
}
float ties_away(float x) {
    return std::bit_cast<float>((std::bit_cast<std::uint32_t>(x) + 0x1000u) & ~0x1FFFu);
}
float cut(float x) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) & ~0x1FFFu);
}
float up(float x) {
    return cut(x) == x ? x : cut(x) + 0x1p-10f;
}

float nearest(double sum) {
    return static_cast<float>(sum);
}
float truncated(double sum) {
    const auto x = static_cast<float>(sum);
    return std::fabs(x) > std::fabs(sum) ? std::nextafter(x, 0.0f) : x;
}
float downward(double sum) {
    const auto x = static_cast<float>(sum);
    return x > sum ? std::nextafter(x, -INFINITY) : x;
}

float away(double sum) {
    const auto x = static_cast<float>(sum);
    return std::fabs(x) < std::fabs(sum) ? std::nextafter(x, std::copysign(INFINITY, x)) : x;
}

std::vector<run::RoundingProbe> probed(const cuda::PlainProducts::Units& units) {
    cuda::CudaOnHost device;
    device.products().set_units(units);
    return probe_rounding(device);
}

TEST(RoundingProbe, TellsHowOperandsAreRounded) {
    const std::pair<float (*)(float), run::ProbedRounding> ways[] = {{as_it_is, run::PROBED_NONE},
                                                                     {ties_to_even, run::PROBED_NEAREST_EVEN},
                                                                     {ties_away, run::PROBED_NEAREST_AWAY},
                                                                     {cut, run::PROBED_TRUNCATED},
                                                                     {up, run::PROBED_OTHER}};
    for (const auto& [operand, expected] : ways) {
        int told = 0;
        for (const run::RoundingProbe& probe : probed({operand, nearest})) {
            EXPECT_EQ(probe.has_operands(), probe.precision() == run::TF32);
            told += probe.has_operands() && probe.operands() == expected ? 1 : 0;
        }
        EXPECT_EQ(told, 1) << run::ProbedRounding_Name(expected);
    }
}

TEST(RoundingProbe, TellsHowSumsAreRounded) {
    const std::pair<float (*)(double), run::ProbedRounding> ways[] = {{nearest, run::PROBED_NEAREST},
                                                                      {truncated, run::PROBED_TRUNCATED},
                                                                      {downward, run::PROBED_OTHER},
                                                                      {away, run::PROBED_OTHER}};
    for (const auto& [sum, expected] : ways) {
        const std::vector<run::RoundingProbe> probes = probed({ties_to_even, sum});
        ASSERT_EQ(probes.size(), 4u) << "every format that a card multiplies";
        for (const run::RoundingProbe& probe : probes)
            EXPECT_EQ(probe.sums(), expected) << run::Precision_Name(probe.precision());
    }
}

/// Plain sums in FP32, one after the other.
TEST(RoundingProbe, OfLoopsInFp32IsToNearest) {
    cuda::CudaOnHost turing(false);
    const std::vector<run::RoundingProbe> probes = probe_rounding(turing);
    EXPECT_FALSE(probes.empty());
    for (const run::RoundingProbe& probe : probes) EXPECT_EQ(probe.sums(), run::PROBED_NEAREST);
}

}  // namespace
}  // namespace mantissa
