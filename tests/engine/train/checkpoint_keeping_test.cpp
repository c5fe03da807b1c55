// SPDX-License-Identifier: Apache-2.0
// Which checkpoints there are: none that a run would contradict, those of a race together, none that a run in progress
// may need is thrown away; and a race, whole, goes on from them.
#include <gtest/gtest.h>

#include <fstream>
#include <utility>

#include "engine/base/ulid.h"
#include "engine/train/checkpoint_keeper.h"
#include "tests/engine/train/session_testing.h"
#include "tests/support/file_limit.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

class CheckpointKeeping : public testing::Test {
  protected:
    CheckpointKeeping() : folder_(std::filesystem::temp_directory_path() / ("mantissa-keeping-" + make_ulid())) {}
    ~CheckpointKeeping() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    bool kept(const std::string& run_id) const { return std::filesystem::exists(folder_ / (run_id + ".checkpoint")); }
    std::uint32_t step_of(const std::string& run_id) const {
        return CheckpointFolder(folder_).read(run_id).snapshot.step;
    }

    std::filesystem::path folder_;
};

run::RunConfig kept_config(const Edit& edit = {}) {
    run::RunConfig config = short_config(edit);
    config.set_checkpoint_interval(4);
    return config;
}

std::vector<run::Record> notices(const std::vector<run::Record>& records) {
    std::vector<run::Record> result;
    for (const run::Record& record : records)
        if (record.has_event() && record.event().kind() == run::EventRecord::NOTICE) result.push_back(record);
    return result;
}

/// A sink to which an earlier life of the run has given a record that its reader has not confirmed yet.
class LateSink : public RecordSink {
  public:
    void accept(const run::Record&) override {}
    std::vector<run::Record> unsettled(const std::string& run_id) override {
        std::vector<run::Record> records(2);
        for (run::Record& record : records) {
            record.set_run_id(run_id);
            record.mutable_step_done();
        }
        records[0].set_step(3);
        records[1].set_step(50);
        return records;
    }
};

TEST_F(CheckpointKeeping, TakesNoRecordFromAfterItself) {
    const Dataset dataset = small_dataset();
    Lane lane(reference(), dataset, small_config([](run::RunConfig& c) { c.set_width(4); }));
    lane.steps(3);
    LateSink sink;
    const Checkpoint taken = checkpoint_of(lane.trainer, sink);
    ASSERT_EQ(taken.unsettled.size(), 1u);
    EXPECT_EQ(taken.unsettled[0].step(), 3u);
}

TEST_F(CheckpointKeeping, ARunThatIsTakenUpAgainLeavesTheEndThatItHad) {
    const Dataset dataset = small_dataset();
    Lane lane(reference(), dataset, small_config([](run::RunConfig& c) { c.set_width(4); }));
    LateSink sink;
    Trainer trainer(*lane.device, lane.data, dataset, lane.trainer.config(), sink, make_ulid(), 0);
    trainer.begin();
    CheckpointKeeper keeper(folder_, sink);
    keeper.ending(trainer, run::RunFinished::COMPLETED);
    const std::filesystem::path end = CheckpointFolder(folder_).ended().file_of(trainer.run_id());
    EXPECT_FALSE(std::filesystem::exists(end)) << "nobody asked for it";
    keeper.keep_ends();
    keeper.ending(trainer, run::RunFinished::STOPPED);
    EXPECT_FALSE(std::filesystem::exists(end)) << "that is the other one";
    keeper.ending(trainer, run::RunFinished::COMPLETED);
    EXPECT_TRUE(std::filesystem::exists(end));
    keeper.resumed(trainer);
    EXPECT_FALSE(std::filesystem::exists(end));
}

TEST_F(CheckpointKeeping, AChangeThatCannotBeKeptLeavesNoCheckpointFromBeforeIt) {
    TestSession test(folder_);
    const std::string id = test.start(kept_config()).run_id();
    test.steps(6);
    ASSERT_EQ(step_of(id), 4u);
    {
        const FileLimit full(100);
        ASSERT_FALSE(test.change([](run::RunConfig& c) { c.set_lr(0.01); }, 0).has_error())
            << "it goes on all the same";
    }
    // From step 4 it would come to other numbers than it recorded: the library would refuse them, and all after them.
    EXPECT_FALSE(kept(id));
    ASSERT_EQ(notices(test.sink.records).size(), 2u);
    EXPECT_THAT(notices(test.sink.records)[1].event().text(), HasSubstr("removed"));
    test.steps(2);
    EXPECT_EQ(step_of(id), 8u) << "the next one has it";
    EXPECT_FLOAT_EQ(static_cast<float>(CheckpointFolder(folder_).read(id).snapshot.config.lr()), 0.01f);
}

TEST_F(CheckpointKeeping, ARunThatFailsAtItsVeryEndKeepsItsOwn) {
    TestSession test(folder_);
    const std::string id = test.start(kept_config()).run_id();
    test.steps(6);
    ASSERT_TRUE(kept(id));
    test.sink.watch = [&](const run::Record& record) {  // the last figures cannot be had
        if (record.has_evaluated() && record.evaluated().training_set()) test.device->fail_next_download = true;
    };
    test.train();
    test.sink.watch = {};
    ASSERT_EQ(test.finished(id).outcome(), run::RunFinished::FAILED);
    EXPECT_FALSE(test.start(kept_config()).has_error());  // where checkpoints of completed runs are thrown away
    EXPECT_TRUE(kept(id));
}

TEST_F(CheckpointKeeping, ACommandForAllLanesWritesAllOrNone) {
    TestSession test(folder_);
    const run::Reply race = test.race({short_config(), short_config()}, true);
    const auto checkpoint = [](run::Command& c) { c.mutable_checkpoint(); };
    int downloads = 0, of_one = 0;
    test.device->on_download = [&] { ++downloads; };
    EXPECT_FALSE(test.ask(0, checkpoint).has_error());
    of_one = std::exchange(downloads, 0);
    std::filesystem::remove(folder_ / (race.run_ids(0) + ".checkpoint"));
    test.device->on_download = [&] {
        if (++downloads > of_one) throw Error(ErrorCode::failed, "nothing more of run 1");
    };
    EXPECT_THAT(test.ask_all(checkpoint).error().message(), HasSubstr("run 1"));
    EXPECT_FALSE(kept(race.run_ids(0)) || kept(race.run_ids(1)));
    test.device->on_download = {};
    EXPECT_FALSE(test.ask_all(checkpoint).has_error());
    EXPECT_TRUE(kept(race.run_ids(0)) && kept(race.run_ids(1)));
}

TEST_F(CheckpointKeeping, AChangeWritesOnlyWhereThereIsSomethingToReplace) {
    TestSession test(folder_);
    const std::string id = test.start(kept_config()).run_id();
    test.steps(2);
    const auto faster = [](run::RunConfig& c) { c.set_lr(c.lr() + 0.01); };
    ASSERT_FALSE(test.change(faster, 0).has_error());
    EXPECT_FALSE(kept(id)) << "a checkpoint costs the training up to half a second";
    test.steps(3);
    EXPECT_EQ(step_of(id), 4u);
    ASSERT_FALSE(test.change([](run::RunConfig& c) { c.set_lr(0.02); }, 0).has_error());
    EXPECT_EQ(step_of(id), 5u);
}

TEST_F(CheckpointKeeping, TheRunsInProgressAreNeverPruned) {
    std::filesystem::create_directory(folder_);
    const CheckpointFolder folder(folder_);
    std::vector<std::string> ids;
    const auto now = std::filesystem::file_time_type::clock::now();
    for (std::size_t i = 0; i < CheckpointFolder::most_files + 5; ++i) {
        ids.push_back(make_ulid());
        std::ofstream(folder.file_of(ids.back())) << "some";
        std::filesystem::last_write_time(folder.file_of(ids.back()), now - std::chrono::hours(100 - i));
    }
    const std::vector<std::string> live(ids.begin(), ids.begin() + 3);  // the oldest
    folder.prune(live);
    for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(kept(ids[i]), i < 3 || i >= 8) << i;

    // A session names its own.
    TestSession test(folder_);
    const std::vector<std::string> runs = [&] {
        const run::Reply reply = test.race({kept_config(), kept_config(fp16_dynamic)});
        return std::vector<std::string>(reply.run_ids().begin(), reply.run_ids().end());
    }();
    ASSERT_EQ(runs.size(), 2u);
    test.steps(5);
    for (const std::string& id : runs)
        std::filesystem::last_write_time(folder.file_of(id), now - std::chrono::hours(1000));
    for (int i = 0; i < 5; ++i) std::ofstream(folder.file_of(make_ulid())) << "newer";
    ASSERT_FALSE(test.change([](run::RunConfig& c) { c.set_lr(0.01); }, 0, 1).has_error());  // writes, and so prunes
    for (const std::string& id : runs) EXPECT_TRUE(kept(id));
}

TEST_F(CheckpointKeeping, WhatAnotherProcessMayNeedIsNotPruned) {
    const CheckpointFolder folder(folder_);
    TestSession other(folder_);  // its keeper holds what it wrote, as in a process of its own
    const std::string needed = other.start(kept_config()).run_id();
    other.steps(5);
    ASSERT_TRUE(kept(needed));
    const auto now = std::filesystem::file_time_type::clock::now();
    std::filesystem::last_write_time(folder.file_of(needed), now - std::chrono::hours(1000));
    for (std::size_t i = 0; i < CheckpointFolder::most_files + 5; ++i)
        std::ofstream(folder.file_of(make_ulid())) << "newer";
    folder.prune({});
    EXPECT_TRUE(kept(needed));
    ASSERT_FALSE(other.ask(0, [](run::Command& c) { c.mutable_stop(); }).has_error());
    std::filesystem::last_write_time(folder.file_of(needed), now - std::chrono::hours(1000));
    std::ofstream(folder.file_of(make_ulid())) << "one more";
    folder.prune({});
    EXPECT_FALSE(kept(needed)) << "no more";
}

TEST_F(CheckpointKeeping, TheLanesOfARaceHaveOneTogetherOrNotAtAll) {
    TestSession test(folder_);
    const run::Reply race =
        test.race({kept_config([](run::RunConfig& c) { c.set_optimizer(run::SGD); }), kept_config()});
    ASSERT_EQ(race.run_ids_size(), 2);
    test.steps(3);
    // One of the first lane fits, one of the second, whose optimizer has moments, does not.
    const std::uint64_t parameters = 8 * 8 * 16 + 16 + 16 * 16 + 16 + 16 * 4 + 4;
    {
        const FileLimit full(2 * parameters * sizeof(float));
        test.steps(1);
    }
    EXPECT_FALSE(kept(race.run_ids(0))) << "alone it could not go on as a race";
    EXPECT_FALSE(kept(race.run_ids(1)));
    EXPECT_EQ(notices(test.sink.records).size(), 2u);
    EXPECT_TRUE(std::filesystem::is_empty(folder_));
    test.steps(4);
    EXPECT_EQ(step_of(race.run_ids(0)), 8u);
    EXPECT_EQ(step_of(race.run_ids(1)), 8u);
}

/// From here on, in order: no lane is more than a step ahead of another that has not ended.
void expect_lockstep_of(const std::vector<std::string>& ids, const std::vector<run::Record>& records) {
    std::map<std::string, std::uint32_t> at;
    for (const run::Record& record : records) {
        if (record.has_finished()) at.erase(record.run_id());
        if (!record.has_step_done() || std::find(ids.begin(), ids.end(), record.run_id()) == ids.end()) continue;
        at[record.run_id()] = record.step();
        if (at.size() < ids.size()) continue;
        std::uint32_t fewest = record.step(), most = record.step();
        for (const auto& [id, step] : at) {
            fewest = std::min(fewest, step);
            most = std::max(most, step);
        }
        ASSERT_LE(most - fewest, 1u);
    }
}

TEST_F(CheckpointKeeping, ARaceGoesOnInLockstepToTheSameBits) {
    const std::vector<run::RunConfig> configs{kept_config(), kept_config(fp16_dynamic),
                                              kept_config([](run::RunConfig& c) { c.set_precision(run::BF16); }),
                                              kept_config([](run::RunConfig& c) { c.set_one_ulp(true); })};
    TestSession whole;
    const run::Reply never_killed = whole.race(configs);
    whole.train();

    std::vector<std::string> ids;
    {
        TestSession first(folder_);
        const run::Reply reply = first.race(configs);
        ids.assign(reply.run_ids().begin(), reply.run_ids().end());
        first.steps(11);
    }  // gone, without an end
    // In the middle of a round of checkpoints the lanes' may be of different steps.
    TestSession second(folder_);
    for (std::uint32_t lane = 0; lane < ids.size(); ++lane) {
        const run::Reply reply = second.resume(ids[lane], lane, true);
        ASSERT_FALSE(reply.has_error()) << reply.error().message();
        EXPECT_EQ(reply.step(), 8u);
    }
    second.steps(1);
    for (const std::string& id : ids) EXPECT_EQ(second.last_step(id), 0u) << "paused";
    ASSERT_FALSE(second.ask(2, [](run::Command& c) { c.mutable_resume(); }).has_error()) << "one of them: all of them";
    second.train();
    expect_lockstep_of(ids, second.sink.records);
    for (std::uint32_t lane = 0; lane < ids.size(); ++lane) {
        auto expected = step_bytes(whole.of(never_killed.run_ids(static_cast<int>(lane))));
        std::erase_if(expected, [](const auto& step) { return step.first <= 8; });
        EXPECT_EQ(step_bytes(second.of(ids[lane])), expected) << lane;
        const run::RunFinished end = second.finished(ids[lane]);
        EXPECT_EQ(end.outcome(), run::RunFinished::COMPLETED);
        EXPECT_EQ(end.weights_sha256(), whole.finished(never_killed.run_ids(static_cast<int>(lane))).weights_sha256());
        EXPECT_EQ(second.started(ids[lane]).identity().race_id(), second.started(ids[0]).identity().race_id());
    }
}

TEST_F(CheckpointKeeping, ALaneThatIsBehindCatchesUpBeforeTheOthersGoOn) {
    std::vector<std::string> ids;
    {
        TestSession first(folder_);
        const run::Reply reply = first.race({kept_config(), kept_config(fp16_dynamic)});
        ids.assign(reply.run_ids().begin(), reply.run_ids().end());
        first.steps(6);
        ASSERT_FALSE(first.ask(0, [](run::Command& c) { c.mutable_checkpoint(); }).has_error());  // of lane 0 only
    }
    ASSERT_EQ(step_of(ids[0]), 6u);
    ASSERT_EQ(step_of(ids[1]), 4u);
    TestSession second(folder_);
    ASSERT_FALSE(second.resume(ids[0], 0, true).has_error());
    ASSERT_FALSE(second.resume(ids[1], 1, true).has_error());
    ASSERT_FALSE(second.ask_all([](run::Command& c) { c.mutable_resume(); }).has_error());
    second.steps(2);
    EXPECT_EQ(second.last_step(ids[0]), 0u) << "it waits";
    EXPECT_EQ(second.last_step(ids[1]), 6u);
    second.steps(1);
    EXPECT_EQ(second.last_step(ids[0]), 7u);
    EXPECT_EQ(second.last_step(ids[1]), 7u);
    second.train();
    EXPECT_EQ(second.finished(ids[1]).weights_sha256(),
              alone(kept_config(fp16_dynamic)).back().finished().weights_sha256());
}

TEST_F(CheckpointKeeping, AnAdoptedGhostIsInTheRaceAfterAResumeToo) {
    std::string ghost, other;
    {
        TestSession first(folder_);
        const run::Reply reply = first.race({kept_config(), kept_config(fp16_dynamic)});
        ASSERT_EQ(reply.run_ids_size(), 2);
        other = reply.run_ids(1);
        first.steps(2);
        ghost = first.change([](run::RunConfig& c) { c.set_precision(run::BF16); }, 3).run_id();
        first.steps(2);
        ASSERT_FALSE(first.ask(2, [](run::Command& c) { c.mutable_adopt(); }).has_error());
        EXPECT_TRUE(kept(ghost)) << "it took the place of a run that could be resumed";
        first.steps(5);
    }
    TestSession second(folder_);
    ASSERT_FALSE(second.resume(ghost, 2, true).has_error());
    ASSERT_FALSE(second.resume(other, 1, true).has_error());
    ASSERT_FALSE(second.ask(1, [](run::Command& c) { c.mutable_single_step(); }).has_error());
    second.steps(1);
    EXPECT_EQ(second.last_step(other), 9u);
    EXPECT_EQ(second.last_step(ghost), 9u) << "a step of the race is a step of each lane";
}

TEST_F(CheckpointKeeping, ARunThatDivergedIsRewoundAsANewRun) {
    const run::RunConfig config = short_config([](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_reduction(run::REDUCE_16BIT_NO_MAX);
        c.set_lr(0.05);
        c.set_steps(2000);
        c.set_stop_on_divergence(true);
    });
    TestSession one(folder_);
    const std::string old = one.start(config).run_id();
    one.train();
    const std::uint32_t diverged = one.last_step(old);
    ASSERT_LT(diverged, 2000u) << "it is chosen so that it diverges";
    std::uint32_t told = 0;
    for (const run::Record& record : one.of(old))
        if (record.has_checkpoint()) told = record.step();
    EXPECT_EQ(told, step_of(old)) << "its record says of which step it is";
    EXPECT_LT(told, diverged);

    const auto rewind = [&] {
        return one.ask(0, [&](run::Command& c) {
            c.mutable_resume_run()->set_run_id(old);
            c.mutable_resume_run()->set_paused(true);
            c.mutable_resume_run()->set_as_new_run(true);
        });
    };
    const run::Reply reply = rewind();
    ASSERT_FALSE(reply.has_error()) << reply.ShortDebugString();
    const std::string rewound = reply.run_id();
    EXPECT_NE(rewound, old);
    EXPECT_EQ(one.started(rewound).identity().parent_run_id(), old);
    EXPECT_EQ(one.started(rewound).identity().fork_step(), told);
    EXPECT_EQ(one.started(rewound).identity().initial_weights_sha256(),
              one.started(old).identity().initial_weights_sha256());
    EXPECT_FALSE(one.session.training()) << "it waits";

    // One step at a time, to the bit of what the old run did.
    one.ask(0, [](run::Command& c) { c.mutable_single_step(); });
    one.train();
    one.ask(0, [](run::Command& c) { c.mutable_single_step(); });
    one.train();
    const std::map<std::uint32_t, std::string> before = step_bytes(one.of(old)), again = step_bytes(one.of(rewound));
    ASSERT_EQ(again.size(), 2u);
    for (const auto& [step, bytes] : again) EXPECT_EQ(bytes, before.at(step)) << step;
    // Rewound once more, with other settings before the first step: what failed does not.
    one.ask(0, [](run::Command& c) { c.mutable_stop(); });
    const std::string other = rewind().run_id();
    const auto wider = [](run::RunConfig& c) {
        c.set_precision(run::FP32);
        c.set_reduction(run::REDUCE_FP32);
    };
    EXPECT_FALSE(one.change(wider, 0).has_error());
    one.ask(0, [](run::Command& c) { c.mutable_resume(); });
    one.steps_to(other, diverged);
    EXPECT_EQ(one.finished(other).outcome(), run::RunFinished::OUTCOME_UNSET) << "it goes on";
}

/// Begins `old`, which has ended, anew from `step`, paused; with its settings also from before the first state kept.
run::Reply rewind(TestSession& session, const std::string& old, std::uint32_t step, const run::RunConfig* config) {
    return session.ask(0, [&](run::Command& c) {
        run::ResumeRun& how = *c.mutable_resume_run();
        how.set_run_id(old);
        how.set_paused(true);
        how.set_as_new_run(true);
        how.set_to_step(step);
        if (!config) return;
        *how.mutable_from_beginning() = *config;
        how.set_initial_weights_sha256(session.started(old).identity().initial_weights_sha256());
    });
}

TEST_F(CheckpointKeeping, ARunOfEveryNetworkIsRewoundToTheBit) {
    for (const auto& [name, edit] : network_edits()) {
        SCOPED_TRACE(name);
        const run::RunConfig config = short_config([&edit = edit](run::RunConfig& c) {
            edit(c);
            fp16_dynamic(c);
        });
        TestSession one(folder_);
        const std::string old = one.start(config).run_id();
        one.steps(12);
        one.ask(0, [](run::Command& c) { c.mutable_stop(); });
        const std::map<std::uint32_t, std::string> before = step_bytes(one.of(old)),
                                                   tests = evaluation_bytes(one.of(old));
        ASSERT_EQ(before.size(), 12u);
        for (const std::uint32_t step : {7u, 0u}) {
            const run::Reply reply = rewind(one, old, step, &config);
            ASSERT_FALSE(reply.has_error()) << reply.ShortDebugString();
            EXPECT_EQ(reply.step(), step);
            EXPECT_EQ(one.started(reply.run_id()).identity().fork_step(), step);
            one.ask(0, [](run::Command& c) { c.mutable_resume(); });
            one.steps_to(reply.run_id(), 12);
            auto expected = before;
            std::erase_if(expected, [step](const auto& told) { return told.first <= step; });
            EXPECT_EQ(step_bytes(one.of(reply.run_id())), expected);
            EXPECT_EQ(evaluation_bytes(one.of(reply.run_id())).at(10), tests.at(10));
            one.ask(0, [](run::Command& c) { c.mutable_stop(); });
        }
    }
}

TEST_F(CheckpointKeeping, ARunIsRewoundToAnyStep) {
    const run::RunConfig config = short_config([](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_reduction(run::REDUCE_16BIT_NO_MAX);
        c.set_lr(0.05);
        c.set_steps(2000);
        c.set_stop_on_divergence(true);
    });
    TestSession one(folder_);
    const std::string old = one.start(config).run_id();
    one.train();
    const std::uint32_t kept = step_of(old), diverged = one.last_step(old);
    ASSERT_LT(diverged, 2000u) << "it is chosen so that it diverges";
    const std::map<std::uint32_t, std::string> before = step_bytes(one.of(old));
    // How often it records depends on the time that takes. Between two kept states, in the failing steps themselves, at
    // a kept one, and before the first that is kept.
    for (const std::uint32_t step : {kept > 3 ? kept - 3 : kept, diverged - 1, kept, 0u, 5u}) {
        const std::size_t told = one.sink.records.size();
        const run::Reply reply = rewind(one, old, step, &config);
        ASSERT_FALSE(reply.has_error()) << step << reply.ShortDebugString();
        EXPECT_EQ(reply.step(), step);
        const std::string rewound = reply.run_id();
        EXPECT_EQ(one.started(rewound).identity().parent_run_id(), old);
        EXPECT_EQ(one.started(rewound).identity().fork_step(), step);
        EXPECT_FALSE(one.session.training()) << "it waits";
        for (std::size_t i = told; i < one.sink.records.size(); ++i)
            EXPECT_FALSE(one.sink.records[i].has_step_done()) << "the way there is silent";
        one.ask(0, [](run::Command& c) { c.mutable_single_step(); });
        one.train();
        const std::map<std::uint32_t, std::string> again = step_bytes(one.of(rewound));
        ASSERT_EQ(again.size(), 1u) << step;
        EXPECT_EQ(again.at(step + 1), before.at(step + 1)) << "to the bit";
        one.ask(0, [](run::Command& c) { c.mutable_stop(); });
    }
    // Without the beginning a step before all that is kept is refused, and so is one that the run does not have.
    EXPECT_TRUE(rewind(one, old, 0, nullptr).has_error());
    EXPECT_FALSE(rewind(one, old, 2, nullptr).has_error()) << "the recorder's states outlive the run's lane";
    one.ask(0, [](run::Command& c) { c.mutable_stop(); });
    EXPECT_TRUE(rewind(one, old, 2000, &config).has_error());
    // Another worker has the checkpoint alone.
    TestSession two(folder_);
    const run::Reply later = two.ask(0, [&](run::Command& c) {
        c.mutable_resume_run()->set_run_id(old);
        c.mutable_resume_run()->set_as_new_run(true);
        c.mutable_resume_run()->set_paused(true);
        c.mutable_resume_run()->set_to_step(kept + 2);
    });
    ASSERT_FALSE(later.has_error()) << later.ShortDebugString();
    two.ask(0, [](run::Command& c) { c.mutable_single_step(); });
    two.train();
    EXPECT_EQ(step_bytes(two.of(later.run_id())).at(kept + 3), before.at(kept + 3));
}

}  // namespace
}  // namespace mantissa
