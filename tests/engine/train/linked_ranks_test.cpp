// SPDX-License-Identifier: Apache-2.0
// Ranks that are processes, here threads, against all ranks in one: to the bit. (With MPI itself: tests/worker.)
#include <gmock/gmock.h>

#include "engine/base/error.h"
#include "engine/train/ranks.h"
#include "tests/engine/train/train_testing.h"
#include "tests/support/thread_link.h"

namespace mantissa {
namespace {

using ::testing::HasSubstr;

run::RunConfig ranked(std::uint32_t ranks, const Edit& edit) {
    return small_config([&](run::RunConfig& c) {
        c.set_batch(2 * ranks);
        c.set_ranks(ranks);
        c.set_rank_bucket_kib(1);
        c.set_precision(run::FP16);
        c.set_scaling(run::DYNAMIC);
        c.set_loss_scale(0x1p20);
        c.set_growth_interval(3);
        edit(c);
    });
}

/// A rank's part in a run.
struct Part {
    std::unique_ptr<Device> device = reference();
    DeviceData data;
    Collector sink;
    Trainer trainer;
    Part(const Dataset& set, const run::RunConfig& config, RankLink& link)
        : data(*device, set), trainer(*device, data, set, config, sink, "test", 0, &link) {
        trainer.begin();
    }
};

TEST(LinkedRanks, EqualThoseInOneProcessToTheBitUnderEveryPolicy) {
    const Dataset data = small_dataset();
    for (const std::uint32_t ranks : {2u, 3u, 4u, 6u})
        for (const run::RankOrder order : {run::ORDER_RING, run::ORDER_TREE, run::ORDER_DOUBLING})
            for (const run::RankDivide divide : {run::DIVIDE_BEFORE, run::DIVIDE_AFTER, run::DIVIDE_HALF})
                for (const run::Precision format : {run::FP32, run::FP16, run::BF16})
                    for (const int how : {0, 1, 2}) {
                        if (how > 0 && format == run::FP32) continue;
                        const run::RunConfig config = ranked(ranks, [&](run::RunConfig& c) {
                            c.set_rank_order(order);
                            c.set_rank_divide(divide);
                            c.set_rank_format(format);
                            c.set_rank_accumulation_fp32(how == 1);
                            c.set_rank_stochastic(how == 2);
                        });
                        SCOPED_TRACE(config.ShortDebugString());
                        constexpr int steps = 6;
                        Lane here(reference(), data, config);
                        here.steps(steps);
                        std::vector<std::string> hashes(ranks);
                        std::vector<run::StepRecord> records;
                        on_ranks(ranks, [&](RankLink& link) {
                            Part part(data, config, link);
                            for (int i = 0; i < steps; ++i) part.trainer.step();
                            hashes[link.rank()] = part.trainer.parameters().weights_sha256();
                            if (link.rank() == 0) records = part.sink.steps();
                        });
                        for (const std::string& hash : hashes) EXPECT_EQ(hash, here.hash());
                        ASSERT_EQ(records.size(), here.sink.steps().size());
                        for (std::size_t i = 0; i < records.size(); ++i) {
                            run::Record a, b;
                            *a.mutable_step_done() = records[i];
                            *b.mutable_step_done() = here.sink.steps()[i];
                            EXPECT_EQ(without_time(a), without_time(b));
                        }
                    }
}

TEST(LinkedRanks, OtherWeightsOnOneEndTheRunAndAreNamed) {
    const Dataset data = small_dataset();
    const run::RunConfig config = ranked(3, [](run::RunConfig&) {});
    std::string told;
    try {
        on_ranks(3, [&](RankLink& link) {
            Part part(data, config, link);
            while (part.trainer.steps_done() < 60) {
                part.trainer.step();
                if (link.rank() != 2 || part.trainer.steps_done() != 20) continue;
                std::vector<float> values = part.trainer.parameters().values(2);
                values[3] += 1;
                part.trainer.parameters().set_values(2, values);
            }
        });
    } catch (const Error& error) {
        told = error.message();
    }
    EXPECT_THAT(told, HasSubstr("rank 2 has other weights than rank 0 after step 50"));
    EXPECT_THAT(told, HasSubstr("fc"));
}

TEST(LinkedRanks, StopTogetherWhereOneIsAskedTo) {
    const Dataset data = small_dataset();
    const run::RunConfig config = ranked(4, [](run::RunConfig&) {});
    std::vector<std::uint32_t> stopped(4);
    on_ranks(4, [&](ThreadLink& link) {
        Part part(data, config, link);
        while (!part.trainer.ranks_stop()) {
            if (link.rank() == 3 && part.trainer.steps_done() == 5) link.stop = true;
            part.trainer.step();
        }
        stopped[link.rank()] = part.trainer.steps_done();
    });
    EXPECT_EQ(stopped, (std::vector<std::uint32_t>{6, 6, 6, 6}));
}

}  // namespace
}  // namespace mantissa
