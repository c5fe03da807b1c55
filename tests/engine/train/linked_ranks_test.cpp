// SPDX-License-Identifier: Apache-2.0
// Ranks that are processes, or threads in their place, against all ranks in one: to the bit.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>

#include "engine/base/error.h"
#include "engine/base/rank_link.h"
#include "engine/train/ranks.h"
#include "tests/engine/train/train_testing.h"
#include "tests/support/files.h"
#include "tests/support/thread_link.h"

namespace mantissa {
namespace {

using ::testing::HasSubstr;

/// A small run over `ranks` ranks whose first steps overflow in FP16.
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

/// Calls `with` with the run over `ranks` ranks of each order, division, format and way of accumulation.
void each_rank_policy(std::uint32_t ranks, const std::function<void(const run::RunConfig&)>& with) {
    for (const run::RankOrder order : {run::ORDER_RING, run::ORDER_TREE, run::ORDER_DOUBLING})
        for (const run::RankDivide divide : {run::DIVIDE_BEFORE, run::DIVIDE_AFTER, run::DIVIDE_HALF})
            for (const run::Precision format : {run::FP32, run::FP16, run::BF16})
                for (const int how : {0, 1, 2}) {
                    if (how > 0 && format == run::FP32) continue;
                    with(ranked(ranks, [&](run::RunConfig& c) {
                        c.set_rank_order(order);
                        c.set_rank_divide(divide);
                        c.set_rank_format(format);
                        c.set_rank_accumulation_fp32(how == 1);
                        c.set_rank_stochastic(how == 2);
                    }));
                }
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
        each_rank_policy(ranks, [&](const run::RunConfig& config) {
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
        });
}

/// Sends what a rank sends, but for its next gradients: the first of them is infinite.
class PlantingLink final : public RankLink {
  public:
    explicit PlantingLink(RankLink& link) : link_(link) {}
    std::uint32_t rank() const noexcept override { return link_.rank(); }
    std::uint32_t ranks() const noexcept override { return link_.ranks(); }
    bool interrupted() const noexcept override { return link_.interrupted(); }
    void abandon() noexcept override { link_.abandon(); }
    void exchange(std::uint32_t to, std::span<const std::byte> out, std::uint32_t from,
                  std::span<std::byte> in) override {
        std::vector<std::byte> sent(out.begin(), out.end());
        const float planted = std::numeric_limits<float>::infinity();
        if (plant && sent.size() >= sizeof planted) {  // a step's first message is of gradients
            std::memcpy(sent.data(), &planted, sizeof planted);
            plant = false;
        }
        link_.exchange(to, sent, from, in);
    }

    bool plant = false;

  private:
    RankLink& link_;
};

TEST(LinkedRanks, AnInfinityOfOneSkipsThatStepOnAll) {
    const Dataset data = small_dataset();
    constexpr std::uint32_t ranks = 4, steps = 6, planted = 3;
    // Not doubling: there a rank keeps what it sends, and the link's infinity would not be its own.
    for (const run::RankOrder order : {run::ORDER_RING, run::ORDER_TREE})
        for (const run::Precision format : {run::FP32, run::FP16, run::BF16}) {
            const run::RunConfig config = ranked(ranks, [&](run::RunConfig& c) {
                c.set_rank_order(order);
                c.set_rank_format(format);
                c.set_loss_scale(1);
            });
            SCOPED_TRACE(config.ShortDebugString());
            std::vector<std::string> hashes(ranks), before(ranks), after(ranks);
            std::vector<std::vector<bool>> skipped(ranks);
            on_ranks(ranks, [&](RankLink& link) {
                PlantingLink planting(link);
                Part part(data, config, planting);
                const std::uint32_t rank = link.rank();
                for (std::uint32_t i = 1; i <= steps; ++i) {
                    planting.plant = rank == 1 && i == planted;
                    if (i == planted) before[rank] = part.trainer.parameters().weights_sha256();
                    part.trainer.step();
                    if (i == planted) after[rank] = part.trainer.parameters().weights_sha256();
                }
                hashes[rank] = part.trainer.parameters().weights_sha256();
                for (const run::StepRecord& step : part.sink.steps()) skipped[rank].push_back(step.skipped());
            });
            const std::vector<bool> only_that{false, false, true, false, false, false};
            for (std::uint32_t rank = 0; rank < ranks; ++rank) {
                EXPECT_EQ(skipped[rank], only_that) << "rank " << rank;
                EXPECT_EQ(after[rank], before[rank]) << "rank " << rank << " changed its weights";
                EXPECT_EQ(hashes[rank], hashes[0]) << "rank " << rank;
            }
            EXPECT_NE(hashes[0], before[0]) << "the other steps learn";
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

// With MPI itself: this program, started by mpirun, goes through all policies under one start, each held against the
// same run in one process. (The command, its library and its checkpoints: tests/worker/mpi_test.cpp.)
constexpr const char* as_rank = "MANTISSA_TEST_RANK";  ///< set: this process is one of the ranks

/// Of this build.
std::filesystem::path mpi_module() {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "../../../bin/mantissa_mpi.so";
}

/// What one rank does: every policy, held against the same run in this process alone.
void train_as_rank() {
    void* module = dlopen(mpi_module().c_str(), RTLD_NOW | RTLD_GLOBAL);
    ASSERT_NE(module, nullptr) << dlerror();
    using Open = RankLink* (*)(bool (*)());
    const auto open = reinterpret_cast<Open>(dlsym(module, "mantissa_open_link"));
    ASSERT_NE(open, nullptr);
    const std::unique_ptr<RankLink> link(open([] { return false; }));
    ASSERT_EQ(std::to_string(link->ranks()), std::getenv(as_rank));
    const Dataset data = small_dataset();
    int policies = 0, skipped = 0;
    each_rank_policy(link->ranks(), [&](const run::RunConfig& config) {
        SCOPED_TRACE(config.ShortDebugString());
        constexpr int steps = 4;
        Lane here(reference(), data, config);
        here.steps(steps);
        Part part(data, config, *link);
        for (int i = 0; i < steps; ++i) part.trainer.step();
        EXPECT_EQ(part.trainer.parameters().weights_sha256(), here.hash()) << "rank " << link->rank();
        for (const run::StepRecord& step : part.sink.steps()) skipped += step.skipped() ? 1 : 0;
        ++policies;
    });
    EXPECT_EQ(policies, 63);
    EXPECT_GT(skipped, 0) << "no run overflowed";
}

TEST(MpiRanks, TwoAndFourProcessesEqualOneUnderEveryPolicy) {
    if (std::getenv(as_rank)) return train_as_rank();
    if (!std::filesystem::exists(mpi_module()))
        GTEST_SKIP() << "SKIPPED: built without MPI (Debian: libopenmpi-dev): ranks in processes are not tested";
    if (std::system("mpirun --version > /dev/null 2>&1") != 0)
        GTEST_SKIP() << "SKIPPED: no mpirun here (Debian: openmpi-bin): ranks in processes are not tested";
    const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
    const std::filesystem::path told =
        std::filesystem::temp_directory_path() / ("mantissa-ranks-" + std::to_string(::getpid()));
    for (const int ranks : {2, 4}) {
        const std::string count = std::to_string(ranks);
        const std::string command =
            "mpirun --allow-run-as-root --oversubscribe -n " + count + " -x " + as_rank + "=" + count + " '" + self +
            "' --gtest_filter=MpiRanks.TwoAndFourProcessesEqualOneUnderEveryPolicy > '" + told.string() + "' 2>&1";
        EXPECT_EQ(std::system(command.c_str()), 0) << contents(told);
    }
    std::filesystem::remove(told);
}

}  // namespace
}  // namespace mantissa
