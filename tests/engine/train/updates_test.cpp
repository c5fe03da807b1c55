// SPDX-License-Identifier: Apache-2.0
// Lost updates: what one update did to one weight, by hand; and that the histograms of updates tell the same as the
// counts of the steps.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "engine/backend/update_counts.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

UpdateCounts counted(float weight, float change, const FloatFormat& format) {
    UpdateCounts counts;
    count_update(weight, change, format, counts);
    return counts;
}

std::uint64_t in_bin(const UpdateCounts& counts, int exponent) {
    return counts.ratio_bins[static_cast<std::size_t>(exponent - UpdateCounts::first_bin)];
}

std::uint64_t sum(const UpdateCounts& counts) {
    return std::accumulate(counts.ratio_bins.begin(), counts.ratio_bins.end(), std::uint64_t{0});
}

/// One nonzero update in ratio bin `bin`, lost or not to `format` and to FP32.
void expect_update(float weight, float change, const FloatFormat& format, int bin, bool lost, bool lost_to_fp32,
                   const char* what) {
    const UpdateCounts counts = counted(weight, change, format);
    EXPECT_EQ(counts.nonzero, 1u) << what;
    EXPECT_EQ(in_bin(counts, bin), 1u) << what;
    EXPECT_EQ(sum(counts), 1u) << what;
    EXPECT_EQ(counts.lost_without_master, lost ? 1u : 0u) << what;
    EXPECT_EQ(counts.lost_with_master, lost_to_fp32 ? 1u : 0u) << what;
    EXPECT_EQ(counts.magnitude.elements, 1u) << what;
    EXPECT_EQ(counts.magnitude.zero, 0u) << what;
    EXPECT_EQ(counts.magnitude.largest, std::abs(change)) << what;
    EXPECT_EQ(counts.magnitude.norm_squared, static_cast<double>(change) * static_cast<double>(change)) << what;
}

TEST(CountUpdate, HalfAGapAboveOne) {
    // FP16 next above 1 is 1 + 2^-10: half the gap is 2^-11. A negative change moves the weight up.
    const float half = 0x1p-11f;
    EXPECT_EQ(half_ulp_exponent(1.0f, fp16), -11);
    expect_update(1.0f, -half, fp16, 0, true, false, "exactly half: the tie goes to the even 1");
    expect_update(1.0f, -std::nextafter(half, 1.0f), fp16, 0, true, false, "1 + (above half) is 1 + half in FP32");
    expect_update(1.0f, -(half + 0x1p-23f), fp16, 0, false, false, "above half, and FP32 has it");
    expect_update(1.0f, -std::nextafter(half, 0.0f), fp16, -1, true, false, "below half");
    expect_update(1.0f, -2 * half, fp16, 1, false, false, "a whole gap");
    // The next weight is odd: its tie goes away from it.
    expect_update(1.0f + 0x1p-10f, -half, fp16, 0, false, false, "tie at an odd weight");
    expect_update(1.0f + 0x1p-10f, half, fp16, 0, false, false, "tie at an odd weight, downwards");
    // Below a power of two the gap is half as wide: the ratio does not know, the count does.
    expect_update(1.0f, half, fp16, 0, false, false, "half the gap above is the gap below");
    expect_update(1.0f, half / 2, fp16, -1, true, false, "tie below a power of two");
    expect_update(1.0f, 0.75f * half, fp16, -1, false, false, "ratio 3/4, and yet 1 changes");
    // The sign of the weight does not matter.
    expect_update(-1.0f, half, fp16, 0, true, false, "-1, tie");
    expect_update(-1.0f, half + 0x1p-23f, fp16, 0, false, false, "-1, above half");
}

TEST(CountUpdate, EachFormatHasItsLimit) {
    for (const FloatFormat& format : {fp16, bf16, tf32, FloatFormat{4, 3}}) {
        const float half = std::ldexp(1.0f, -format.fraction_bits - 1);
        EXPECT_EQ(half_ulp_exponent(1.5f, format), -format.fraction_bits - 1) << name_of(format);
        expect_update(1.5f, 1.5f * half, format, 0, false, false, name_of(format).c_str());
        expect_update(1.5f, 0.75f * half, format, -1, true, false, name_of(format).c_str());
        // FP32's limit lies lower by the difference in fraction bits.
        const float fp32_half = 0x1p-24f;
        const int limit = format.fraction_bits - fp32.fraction_bits;
        expect_update(1.5f, 1.5f * fp32_half, format, limit, true, false, name_of(format).c_str());
        expect_update(1.5f, 0.75f * fp32_half, format, limit - 1, true, true, name_of(format).c_str());
    }
    expect_update(1.5f, 0x1.8p-24f, fp32, 0, false, false, "FP32");
    expect_update(1.5f, 0x1.8p-25f, fp32, -1, true, true, "FP32");
}

TEST(CountUpdate, ZeroOfEitherSignIsNoUpdate) {
    for (const float zero : {0.0f, -0.0f}) {
        const UpdateCounts counts = counted(1.0f, zero, fp16);
        EXPECT_EQ(counts.nonzero, 0u);
        EXPECT_EQ(sum(counts), 0u);
        EXPECT_EQ(counts.lost_with_master + counts.lost_without_master, 0u);
        EXPECT_EQ(counts.magnitude.elements, 1u);
        EXPECT_EQ(counts.magnitude.zero, 1u);
    }
}

TEST(CountUpdate, InfinityAndNaNAreCountedApart) {
    const float inf = std::numeric_limits<float>::infinity();
    for (const float odd : {inf, -inf, std::numeric_limits<float>::quiet_NaN()}) {
        const UpdateCounts counts = counted(1.0f, odd, fp16);
        EXPECT_EQ(counts.nonzero, 0u);
        EXPECT_EQ(sum(counts), 0u);
        EXPECT_EQ(counts.lost_with_master + counts.lost_without_master, 0u);
        EXPECT_EQ(counts.magnitude.elements, 1u);
        EXPECT_EQ(counts.magnitude.infinite, std::isinf(odd) ? 1u : 0u);
        EXPECT_EQ(counts.magnitude.nan, std::isnan(odd) ? 1u : 0u);
        EXPECT_EQ(counts.magnitude.largest, 0.0f);
    }
}

TEST(CountUpdate, WeightsAtTheBottomOfTheFormat) {
    // Subnormal FP16 numbers are 2^-24 apart, whatever their size; so is the first from zero.
    for (const float weight : {0x1p-24f, 0x1p-20f, -0x1p-15f, 0.0f, -0.0f}) {
        EXPECT_EQ(half_ulp_exponent(weight, fp16), -25);
        expect_update(weight, weight < 0 ? 0x1p-24f : -0x1p-24f, fp16, 1, false, false, "a whole gap");
        expect_update(weight, weight < 0 ? 0x1p-26f : -0x1p-26f, fp16, -1, true, false, "a quarter gap");
    }
    EXPECT_EQ(half_ulp_exponent(0x1p-14f, fp16), -25);  // the smallest normal number has the same gap
    expect_update(0.0f, 0x1p-25f, fp16, 0, true, false, "0 is even: the tie stays");
    expect_update(0x1p-24f, -0x1p-25f, fp16, 0, false, false, "2^-24 is odd: the tie leaves it");
    // A weight that FP16 has not got is taken as the working copy has it: here 1, not the master's 1 + 2^-12, from
    // where the same update would reach the next number.
    expect_update(1.0f + 0x1p-12f, -0.75f * 0x1p-11f, fp16, -1, true, false, "master between two FP16 numbers");
    expect_update(0x1p-26f, -0x1p-26f, fp16, -1, true, false, "0 in FP16, and 2^-26 keeps it there");
    // FP32's own subnormals.
    expect_update(0x1p-140f, -0x1p-149f, fp32, 1, false, false, "FP32 subnormal");
}

TEST(CountUpdate, AWeightBeyondTheFormatHasTheGapOfItsLargest) {
    EXPECT_EQ(half_ulp_exponent(std::numeric_limits<float>::infinity(), fp16), 15 - 10 - 1);
    // A master of 70000 is infinite in FP16, and stays so.
    expect_update(70000.0f, 16.0f, fp16, 0, true, false, "inf - 16 is inf");
}

TEST(CountUpdate, TheEndsTakeTheTailsAndCountsAdd) {
    UpdateCounts counts = counted(1.0f, 0x1p-120f, fp16);
    EXPECT_EQ(counts.ratio_bins.front(), 1u);
    count_update(0x1p-20f, 0x1p30f, fp16, counts);
    EXPECT_EQ(counts.ratio_bins.back(), 1u);
    count_update(1.0f, 0.0f, fp16, counts);
    UpdateCounts twice = counts;
    twice += counts;
    EXPECT_EQ(twice.nonzero, 4u);
    EXPECT_EQ(sum(twice), 4u);
    EXPECT_EQ(twice.magnitude.elements, 6u);
    EXPECT_EQ(twice.magnitude.zero, 2u);
    EXPECT_EQ(twice.magnitude.largest, 0x1p30f);
    EXPECT_EQ(twice.lost_with_master, 2 * counts.lost_with_master);
    EXPECT_EQ(twice.lost_without_master, 2 * counts.lost_without_master);
}

/// Sums over the tensors of one step's histograms of updates.
struct Told {
    std::uint32_t step = 0;
    std::size_t tensors = 0;
    std::uint64_t nonzero = 0, lost = 0, with = 0, without = 0, in_bins = 0;
};

std::vector<Told> told_by(const Lane& lane, const std::function<void(const run::Histogram&)>& look = {}) {
    std::vector<Told> result;
    for (const run::Record& r : lane.sink.records) {
        if (!r.has_histograms()) continue;
        Told told;
        told.step = r.step();
        for (const run::Histogram& h : r.histograms().histograms()) {
            EXPECT_EQ(h.has_updates(), h.role() == run::ROLE_UPDATE) << h.tensor();
            if (!h.has_updates()) continue;
            const run::Updates& u = h.updates();
            ++told.tensors;
            told.nonzero += u.nonzero();
            told.lost += u.lost();
            told.with += u.lost_with_master();
            told.without += u.lost_without_master();
            for (const std::uint32_t bin : u.bins()) told.in_bins += bin;
            if (look) look(h);
        }
        result.push_back(told);
    }
    return result;
}

run::RunConfig watched(run::Precision precision, bool master, const Edit& edit = {}) {
    return small_config([&](run::RunConfig& c) {
        c.set_precision(precision);
        c.set_master_weights(master);
        c.set_histogram_interval(3);
        if (edit) edit(c);
    });
}

/// What the histograms of every monitored step must have in common with its step's record.
void expect_agreement(const Lane& lane, std::size_t monitored, const std::string& what) {
    const std::vector<Told> all = told_by(lane, [&](const run::Histogram& h) {
        EXPECT_LE(h.updates().lost_with_master(), h.updates().nonzero()) << what;
        EXPECT_EQ(h.counts().zero() + h.updates().nonzero(), h.counts().elements()) << what << " " << h.tensor();
        EXPECT_GT(h.largest(), 0.0f) << what << " " << h.tensor();
    });
    ASSERT_EQ(all.size(), monitored) << what;
    std::uint64_t lost = 0;
    for (const Told& told : all) {
        EXPECT_EQ(told.tensors, 6u) << what << ": three layers with weights and biases";
        EXPECT_EQ(told.in_bins, told.nonzero) << what;
        const run::StepRecord step = lane.sink.steps()[told.step - 1];
        EXPECT_EQ(told.lost, step.updates_lost()) << what << ", step " << told.step;
        EXPECT_EQ(told.nonzero, step.updates_nonzero()) << what << ", step " << told.step;
        lost += told.lost;
    }
    if (what.find("no master") != std::string::npos) {
        EXPECT_GT(lost, 0u) << what << ": the test must meet lost updates";
    }
}

TEST(Updates, HistogramsTellWhatTheStepsTell) {
    const Dataset dataset = small_dataset();
    for (const bool master : {true, false})
        for (const run::Precision precision : {run::FP16, run::BF16}) {
            const std::string what =
                std::string(precision == run::FP16 ? "FP16" : "BF16") + (master ? ", master" : ", no master");
            Lane lane(fast_device(), dataset, watched(precision, master));
            lane.steps(8);
            expect_agreement(lane, 3, what);
            const std::string narrow = precision == run::FP16 ? "FP16" : "BF16";
            std::uint64_t with = 0, without = 0;
            for (const Told& told : told_by(lane, [&](const run::Histogram& h) {
                     const run::Updates& u = h.updates();
                     EXPECT_EQ(u.format(), narrow) << what;
                     EXPECT_EQ(h.format(), master ? "FP32" : narrow) << what;
                     EXPECT_EQ(u.lost(), master ? u.lost_with_master() : u.lost_without_master())
                         << what << " " << h.tensor();
                 })) {
                with += told.with;
                without += told.without;
            }
            EXPECT_LT(with, without) << what << ": what master weights are for";
        }
}

TEST(Updates, AllOptimizersAndBothDevices) {
    const Dataset dataset = small_dataset();
    for (const bool adam : {true, false})
        for (const double momentum : {0.0, 0.9}) {
            const auto config = watched(run::BF16, false, [&](run::RunConfig& c) {
                c.set_optimizer(adam ? run::ADAM : run::SGD);
                if (!adam) c.set_momentum(momentum);
                c.set_lr(adam ? 3e-3 : 0.05);
            });
            Lane fast(fast_device(), dataset, config);
            Lane slow(reference(), dataset, config);
            for (Lane* lane : {&fast, &slow}) {
                lane->steps(4);
                expect_agreement(
                    *lane, 2,
                    "no master, " + std::string(adam ? "Adam" : "SGD") + " momentum " + std::to_string(momentum));
            }
        }
}

TEST(Updates, LookingDoesNotChangeTheRun) {
    const Dataset dataset = small_dataset();
    for (const bool master : {true, false}) {
        Lane watched_lane(fast_device(), dataset,
                          watched(run::BF16, master, [](run::RunConfig& c) { c.set_histogram_interval(1); }));
        Lane blind(fast_device(), dataset,
                   watched(run::BF16, master, [](run::RunConfig& c) { c.set_histogram_interval(0); }));
        for (Lane* lane : {&watched_lane, &blind}) lane->steps(6);
        EXPECT_EQ(watched_lane.hash(), blind.hash());
        EXPECT_EQ(watched_lane.losses(), blind.losses());
        EXPECT_TRUE(told_by(blind).empty());
    }
}

TEST(Updates, ASkippedStepTellsNone) {
    const Dataset dataset = small_dataset();
    Lane lane(fast_device(), dataset, watched(run::FP16, true, [](run::RunConfig& c) {
                  c.set_scaling(run::DYNAMIC);
                  c.set_loss_scale(0x1p40);
                  c.set_histogram_interval(1);
              }));
    lane.steps(3);
    const std::vector<Told> all = told_by(lane);
    ASSERT_EQ(all.size(), 3u);
    for (const Told& told : all) {
        ASSERT_TRUE(lane.sink.steps()[told.step - 1].skipped());
        EXPECT_EQ(told.tensors, 0u);
    }
}

}  // namespace
}  // namespace mantissa
