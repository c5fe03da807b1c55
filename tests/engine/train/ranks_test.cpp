// SPDX-License-Identifier: Apache-2.0
// Runs whose batch is divided over ranks. That they resume, fork and are watched to the bit is said of them among all
// configurations (train_testing.h).
#include "engine/train/ranks.h"

#include <gmock/gmock.h>

#include <cmath>

#include "engine/train/memory_plan.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

using ::testing::HasSubstr;

/// Eight images, `times` over, in that order.
Dataset repeated(int times) {
    Dataset once = small_dataset(8, 4, 8, 40), all = once;
    for (int i = 1; i < times; ++i) {
        all.train.images.insert(all.train.images.end(), once.train.images.begin(), once.train.images.end());
        all.train.labels.insert(all.train.labels.end(), once.train.labels.begin(), once.train.labels.end());
    }
    all.train.count = 8 * times;
    return all;
}

TEST(Ranks, ThatSeeTheSameImagesTrainAsOneDoes) {
    // Each share is the same eight images, so the mean of four equal gradients is each of them, in any order: exact in
    // FP32, and in BF16 for gradients that are on its grid.
    const Dataset one = repeated(1), four = repeated(4);
    for (const run::Model model : {run::MLP, run::RESNET})
        for (const run::RankOrder order : {run::ORDER_RING, run::ORDER_TREE, run::ORDER_DOUBLING})
            for (const run::RankDivide divide : {run::DIVIDE_BEFORE, run::DIVIDE_AFTER, run::DIVIDE_HALF})
                for (const run::Precision format : {run::FP32, run::BF16}) {
                    if (model == run::RESNET && format == run::BF16) continue;  // its norms' gradients are FP32
                    const auto config = [&](std::uint32_t ranks) {
                        return small_config([&](run::RunConfig& c) {
                            c.set_model(model);
                            c.set_channels(2);
                            c.set_precision(format);
                            c.set_shuffle(false);
                            c.set_batch(8 * ranks);
                            c.set_ranks(ranks);
                            c.set_rank_order(order);
                            c.set_rank_divide(divide);
                            c.set_rank_format(format);
                        });
                    };
                    Lane alone(reference(), one, config(1)), ranks(reference(), four, config(4));
                    alone.steps(3);
                    ranks.steps(3);
                    EXPECT_EQ(ranks.hash(), alone.hash()) << "its running statistics as well";
                    EXPECT_EQ(ranks.losses(), alone.losses());
                    EXPECT_EQ(ranks.sink.steps()[0].batch(), 32u);
                    EXPECT_EQ(ranks.sink.steps()[0].rank_sums_overflowed(), 0u);
                }
}

TEST(Ranks, OneIsTheRunWithoutAny) {
    const Dataset data = small_dataset();
    Lane plain(reference(), data, small_config()), one(reference(), data, small_config([](run::RunConfig&c) {
                                                           c.set_ranks(1);
                                                           c.set_rank_format(run::FP16);
                                                           c.set_rank_divide(run::DIVIDE_AFTER);
                                                       }));
    plain.steps(12);
    one.steps(12);
    EXPECT_EQ(one.hash(), plain.hash());
    EXPECT_FALSE(one.sink.steps()[0].has_rank_gradients_nonzero());
}

TEST(Ranks, SeveralDifferFromOneByRoundingsOfTheSum) {
    const Dataset data = small_dataset();
    const auto config = [](std::uint32_t ranks) {
        return small_config([&](run::RunConfig& c) {
            c.set_ranks(ranks);
            c.set_optimizer(run::SGD);
            c.set_lr(0.5);
        });
    };
    Lane one(reference(), data, config(1)), five(reference(), data, config(5));
    one.steps(8);
    five.steps(8);
    for (std::size_t i = 0; i < one.losses().size(); ++i)
        EXPECT_NEAR(five.losses()[i], one.losses()[i], 1000 * fp32.epsilon() * 8) << i;
    EXPECT_NE(five.hash(), one.hash());
}

TEST(Ranks, AnEpochsLastBatchIsFilledUpWithItsFirstImages) {
    const Dataset data = small_dataset();  // 96 images
    Lane lane(reference(), data, small_config([](run::RunConfig& c) {
                  c.set_batch(25);
                  c.set_ranks(5);
              }));
    lane.steps(4);
    EXPECT_EQ(lane.sink.steps()[2].batch(), 25u);
    EXPECT_EQ(lane.sink.steps()[3].batch(), 25u) << "21 images are left, and four of them are seen twice";
    EXPECT_EQ(lane.sink.events(run::EventRecord::EPOCH).size(), 1u);
}

TEST(Ranks, AThousandOfOneImageEachTrain) {
    const Dataset data = small_dataset(8, 4, 1024);
    for (const run::RankOrder order : {run::ORDER_RING, run::ORDER_TREE, run::ORDER_DOUBLING}) {
        Lane lane(fast_device(), data, small_config([&](run::RunConfig& c) {
                      c.set_batch(1024);
                      c.set_ranks(1024);
                      c.set_rank_order(order);
                      c.set_rank_format(run::BF16);
                  }));
        lane.steps(2);
        EXPECT_EQ(lane.sink.steps()[1].batch(), 1024u);
        EXPECT_LT(lane.losses()[1], lane.losses()[0]);
    }
}

TEST(Ranks, ASumThatOverflowsSkipsTheStepOnAllAndIsTold) {
    const Dataset data = small_dataset();
    const auto config = [](run::RankDivide divide) {
        return small_config([&](run::RunConfig& c) {
            c.set_batch(32);
            c.set_ranks(32);
            c.set_precision(run::FP16);
            c.set_scaling(run::DYNAMIC);
            c.set_loss_scale(0x1p14);
            c.set_rank_format(run::FP16);
            c.set_rank_divide(divide);
        });
    };
    Lane after(reference(), data, config(run::DIVIDE_AFTER)), before(reference(), data, config(run::DIVIDE_BEFORE));
    const std::string initial = after.hash();
    after.steps(1);
    before.steps(1);
    EXPECT_TRUE(after.sink.steps()[0].skipped());
    EXPECT_GT(after.sink.steps()[0].rank_sums_overflowed(), 0u);
    EXPECT_EQ(after.hash(), initial);
    const auto events = after.sink.events(run::EventRecord::NOTICE);
    ASSERT_EQ(events.size(), 1u);
    EXPECT_THAT(events[0].event().text(), HasSubstr("the sum of 32 ranks in FP16 overflowed"));
    EXPECT_FALSE(before.sink.steps()[0].skipped());
    EXPECT_EQ(before.sink.steps()[0].rank_sums_overflowed(), 0u);
}

TEST(Ranks, WhatDividingFirstFlushedIsTold) {
    const Dataset data = small_dataset();
    const auto config = [](run::RankDivide divide) {
        return small_config([&](run::RunConfig& c) {
            c.set_batch(96);
            c.set_ranks(96);
            c.set_init_scale(0.01);
            c.set_rank_format(run::FP16);
            c.set_rank_divide(divide);
            c.set_histogram_interval(1);
        });
    };
    Lane before(reference(), data, config(run::DIVIDE_BEFORE)), after(reference(), data, config(run::DIVIDE_AFTER));
    before.steps(1);
    after.steps(1);
    const run::StepRecord first = before.sink.steps()[0], last = after.sink.steps()[0];
    EXPECT_GT(10 * first.rank_gradients_flushed(), first.rank_gradients_nonzero());
    EXPECT_LT(last.rank_gradients_flushed(), first.rank_gradients_flushed());
    EXPECT_GT(first.rank_sum_error(), last.rank_sum_error());
    ASSERT_EQ(before.sink.events(run::EventRecord::NOTICE).size(), 1u);
    EXPECT_THAT(before.sink.events(run::EventRecord::NOTICE)[0].event().text(), HasSubstr("before they were summed"));
}

TEST(Ranks, HoldNoMoreThanIsPlannedAndAreInThePlan) {
    const Dataset data = small_dataset();
    const auto config = [](std::uint32_t ranks) {
        return small_config([&](run::RunConfig& c) {
            c.set_batch(32);
            c.set_ranks(ranks);
        });
    };
    const Network network = make_network(config(8), data.side, data.classes);
    EXPECT_EQ(Ranks::bytes(config(1), network), 0u);
    EXPECT_GT(Ranks::bytes(config(32), network), Ranks::bytes(config(8), network));
    Lane lane(reference(), data, config(8));
    EXPECT_EQ(lane.sink.records[1].memory().arena_bytes(), lane_bytes(*reference(), data, config(8)));
}

TEST(Ranks, GoOnFromASnapshotToTheBit) {
    const Dataset data = small_dataset();
    for (const run::RankOrder order : {run::ORDER_RING, run::ORDER_TREE, run::ORDER_DOUBLING}) {
        const run::RunConfig config = small_config([&](run::RunConfig& c) {
            c.set_ranks(5);
            c.set_rank_format(run::FP16);
            c.set_rank_stochastic(true);
            c.set_rank_order(order);
        });
        Lane whole(reference(), data, config), first(reference(), data, config), rest(reference(), data, config);
        whole.steps(13);
        first.steps(6);
        rest.trainer.restore(first.trainer.snapshot());
        rest.steps(7);
        EXPECT_EQ(rest.hash(), whole.hash());
        Lane other(reference(), data, small_config());  // of one rank until it is restored
        other.trainer.restore(first.trainer.snapshot());
        other.steps(7);
        EXPECT_EQ(other.hash(), whole.hash());
    }
}

TEST(Ranks, NoNumberOfSeveralIsFollowed) {
    const Dataset data = small_dataset();
    Lane lane(reference(), data, small_config([](run::RunConfig& c) { c.set_ranks(2); }));
    EXPECT_THROW(lane.trainer.trace(trace_request("fc1.weight", -5)), Error);
}

}  // namespace
}  // namespace mantissa
