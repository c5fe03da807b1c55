// SPDX-License-Identifier: Apache-2.0
// What fails in a session fails alone: every run that began has an end, no refusal ends a run, looking disturbs
// nothing, and what has ended makes room.
#include <gtest/gtest.h>

#include <new>

#include "tests/engine/train/session_testing.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

const auto reset = [](run::Command& c) { c.mutable_reset(); };

run::RunConfig plain() {
    return short_config([](run::RunConfig& c) { c.set_histogram_interval(0); });
}

/// Bytes that a session holds with so many lanes of plain() in progress.
std::uint64_t bytes_of(std::size_t lanes) {
    TestSession test;
    EXPECT_FALSE(test.race(std::vector<run::RunConfig>(lanes, plain())).has_error());
    return test.device->held_bytes;
}

/// Room for `lanes` and a half, and the same in what the device says of itself.
void limit(TestSession& test, std::size_t lanes) {
    const auto device = make_reference_device();
    test.device->physical_bytes = (bytes_of(lanes) + bytes_of(lanes + 1)) / 2;
    test.device->memory_bytes =
        small_dataset().bytes() + lane_bytes(*device, small_dataset(), complete(plain())) * (2 * lanes + 1) / 2;
}

TEST(SessionFault, WhatHasEndedMakesRoomForWhatBegins) {
    TestSession test;
    limit(test, 1);
    for (int i = 0; i < 2; ++i) {  // again in the lane of one that has ended
        const run::Reply reply = test.start(plain());
        ASSERT_FALSE(reply.has_error()) << reply.error().message();
        test.train();
    }
    const run::Reply other = test.start(plain(), 2);  // and in another lane
    ASSERT_FALSE(other.has_error()) << other.error().message();
    EXPECT_EQ(test.start(plain(), 3).error().place(), "memory") << "two in progress do not fit";
    test.train();
    EXPECT_EQ(test.finished(other.run_id()).outcome(), run::RunFinished::COMPLETED);
}

TEST(SessionFault, WhereThereIsRoomWhatHasEndedStaysToBeReset) {
    TestSession test;
    limit(test, 2);
    const std::string first = test.start(plain()).run_id();
    test.train();
    ASSERT_FALSE(test.start(plain(), 1).has_error());
    const run::Reply again = test.ask(0, reset);
    ASSERT_FALSE(again.has_error()) << again.error().message();
    EXPECT_NE(again.run_id(), first);
}

TEST(SessionFault, AResetOfAllLanesNeedsNoMoreThanTheyHold) {
    TestSession test;
    limit(test, 3);
    for (const std::uint32_t lane : {0u, 1u, 2u}) ASSERT_FALSE(test.start(plain(), lane).has_error());
    test.steps(2);
    EXPECT_EQ(ids_of(test.ask_all(reset)).size(), 3u);
    test.train();
}

/// A larger batch, of which the buffers fit alone and not beside those of the batch before.
void tight_change(TestSession& test, bool full) {
    const auto batch_of = [](std::uint32_t batch) {
        run::RunConfig config = plain();
        config.set_batch(batch);
        return config;
    };
    const auto held = [&](std::uint32_t batch) {
        TestSession other;
        EXPECT_FALSE(other.start(batch_of(batch)).has_error());
        return other.device->held_bytes;
    };
    const std::uint64_t before = held(80), after = held(100);
    ASSERT_FALSE(test.start(batch_of(80)).has_error());
    test.steps(2);
    const std::uint64_t spare = (after - before) / 2;
    const auto device = make_reference_device();
    test.device->memory_bytes = small_dataset().bytes() + spare + lane_bytes(*device, small_dataset(), batch_of(100));
    test.device->physical_bytes = full ? before + spare : after + spare;
    const run::Reply reply = test.change([](run::RunConfig& c) { c.set_batch(100); }, 0);
    EXPECT_EQ(reply.has_error(), full) << reply.error().message();
    EXPECT_EQ(test.device->held_bytes, full ? before : after);
    test.train();
}

TEST(SessionFault, BuffersOfAChangeMakeWayForTheNewOnes) {
    TestSession test;
    tight_change(test, false);
    EXPECT_EQ(test.sink.records.back().finished().outcome(), run::RunFinished::COMPLETED);
}

TEST(SessionFault, AChangeForWhichTheDeviceHasNoRoomAfterAllChangesNothing) {
    TestSession test, control;
    tight_change(test, true);
    run::RunConfig same = plain();
    same.set_batch(80);
    control.start(same);
    control.train();
    const auto losses = [](const TestSession& of) {
        std::vector<float> all;
        for (const run::Record& record : of.sink.records)
            if (record.has_step_done()) all.push_back(record.step_done().loss());
        return all;
    };
    EXPECT_EQ(losses(test), losses(control));
    EXPECT_EQ(test.sink.records.back().finished().outcome(), run::RunFinished::COMPLETED);
}

TEST(SessionFault, WhatCannotBeginAgainIsNotEnded) {
    TestSession test;
    const std::vector<std::string> ids = ids_of(test.race({plain(), plain()}));
    test.steps(3);
    const std::uint64_t enough = test.device->memory_bytes;
    test.device->memory_bytes = 1000;
    EXPECT_EQ(test.ask(0, reset).error().place(), "memory");
    EXPECT_EQ(test.ask_all(reset).error().place(), "memory");
    test.device->memory_bytes = enough;
    test.train();
    for (const std::string& id : ids) EXPECT_EQ(test.finished(id).outcome(), run::RunFinished::COMPLETED);
}

TEST(SessionFault, AResetLoadsNothing) {
    TestSession test;
    const std::vector<std::string> ids = ids_of(test.race({plain(), plain()}));
    test.steps(3);
    run::RunConfig other = plain();
    other.set_data("other");
    ASSERT_FALSE(test.ask(0, [&](run::Command& c) { *c.mutable_plan()->mutable_config() = other; }).has_error());
    test.no_data = true;
    EXPECT_EQ(ids_of(test.ask(0, reset)).size(), 2u);
    test.steps(3);
    EXPECT_EQ(ids_of(test.ask_all(reset)).size(), 2u);
    test.train();
}

TEST(SessionFault, TheLastLaneOfARaceThatTookAnotherBatchIsResetAlone) {
    TestSession test;
    const std::vector<std::string> ids = ids_of(test.race({plain(), plain()}));
    test.steps(2);
    test.ask(0, stop_run);
    ASSERT_FALSE(test.change([](run::RunConfig& c) { c.set_batch(5); }, 0, 1).has_error());
    test.steps(2);
    const run::Reply again = test.ask(1, reset);
    ASSERT_FALSE(again.has_error()) << again.error().message();
    EXPECT_EQ(again.run_ids_size(), 1);
    EXPECT_EQ(test.started(again.run_id()).config().batch(), 5u);
    EXPECT_FALSE(test.started(again.run_id()).identity().has_race_id());
    EXPECT_EQ(test.finished(ids[1]).outcome(), run::RunFinished::STOPPED);
    test.train();
    EXPECT_EQ(test.finished(again.run_id()).outcome(), run::RunFinished::COMPLETED);
}

TEST(SessionFault, ALaneThatCannotBeginHasAnEnd) {
    TestSession test;
    test.sink.watch = [&](const run::Record& record) {
        // what is downloaded next is the evaluation before the first step
        if (record.has_started() && record.lane() == 1) test.device->fail_next_download = true;
    };
    const run::RunConfig config = plain();
    const run::Reply reply = test.race({config, config, config});
    EXPECT_EQ(reply.error().place(), "download");
    std::map<std::string, int> open;
    std::vector<std::string> order;
    for (const run::Record& record : test.sink.records) {
        if (record.has_started()) {
            ++open[record.run_id()];
            order.push_back(record.run_id());
        }
        if (record.has_finished()) --open[record.run_id()];
    }
    ASSERT_EQ(order.size(), 2u) << "the third was never told of";
    for (const auto& [id, count] : open) EXPECT_EQ(count, 0) << id;
    EXPECT_EQ(test.finished(order[1]).outcome(), run::RunFinished::FAILED);
    EXPECT_EQ(test.finished(order[1]).error().place(), "download");
    EXPECT_FALSE(test.session.training());
    test.sink.watch = {};
    EXPECT_FALSE(test.race({config, config}).has_error());
}

TEST(SessionFault, WantOfMemoryIsSaidInWords) {
    TestSession test;
    test.sink.watch = [&](const run::Record& record) {
        if (record.has_started()) test.device->on_download = [] { throw std::bad_alloc(); };
    };
    const run::Reply reply = test.start(plain());
    EXPECT_EQ(reply.error().message(), "there is not enough memory");
    ASSERT_TRUE(test.sink.records.back().has_finished());
    EXPECT_EQ(test.sink.records.back().finished().error().message(), "there is not enough memory");
    test.device->on_download = {};
}

TEST(SessionFault, ALaneThatCannotTellItsEndHoldsNoOther) {
    TestSession test;
    const std::vector<std::string> ids = ids_of(test.race({plain(), plain(), plain()}));
    const std::string ghost = test.change([](run::RunConfig& c) { c.set_lr(0.1); }, 5, 1).run_id();
    test.steps(2);
    test.device->fail_next_download = true;  // lane 0 has no last figures
    EXPECT_FALSE(test.ask_all(stop_run).has_error());
    EXPECT_EQ(test.finished(ids[0]).outcome(), run::RunFinished::FAILED);
    for (const std::string& id : {ids[1], ids[2], ghost})
        EXPECT_EQ(test.finished(id).outcome(), run::RunFinished::STOPPED);
    EXPECT_STREQ(test.session.activity(), "idle");
}

TEST(SessionFault, AnErrorOfADeviceThatAnswersEndsOneLane) {
    TestSession test;
    const std::vector<std::string> ids = ids_of(test.race({plain(), plain()}));
    test.sink.watch = [&](const run::Record& record) {
        if (!record.has_step_done() || record.lane() != 0 || record.step() != 3) return;
        test.device->on_download = [&] {
            test.device->on_download = {};
            throw Error(ErrorCode::device, "there is no memory for this product", "host memory");
        };
    };
    test.train();  // and the session says that it goes on
    EXPECT_EQ(test.finished(ids[1]).outcome(), run::RunFinished::FAILED);
    EXPECT_EQ(test.finished(ids[1]).error().code(), "device");
    EXPECT_EQ(test.finished(ids[0]).outcome(), run::RunFinished::COMPLETED);
}

TEST(SessionFault, ADeviceThatIsLostEndsThemAllWithRecords) {
    TestSession test;
    const std::vector<std::string> ids = ids_of(test.race({plain(), plain()}));
    const std::string ghost = test.change([](run::RunConfig& c) { c.set_lr(0.1); }, 50, 1).run_id();
    test.steps(3);
    test.device->on_download = [] { throw Error(ErrorCode::device, "the device is gone", "device"); };
    EXPECT_FALSE(test.session.step());
    test.session.stop_all();  // as the worker does before it leaves
    for (const std::string& id : {ids[0], ids[1], ghost}) {
        EXPECT_EQ(test.finished(id).outcome(), run::RunFinished::FAILED);
        EXPECT_THAT(test.finished(id).error().message(), HasSubstr("gone"));
    }
    test.device->on_download = {};
}

/// A run of plain() with a number followed at its third step, what goes wrong then, and what came of it.
void expect_undisturbed(const std::function<void(TestSession&)>& arm) {
    TestSession test;
    const std::string id = test.start(plain()).run_id();
    test.steps(2);
    ASSERT_FALSE(test.ask(0,
                          [](run::Command& c) {
                              c.mutable_trace()->set_tensor("fc1.weight");
                              c.mutable_trace()->set_role(run::ROLE_WEIGHT_GRADIENT);
                              c.mutable_trace()->set_bin(-9);
                          })
                     .has_error());
    arm(test);
    test.train();
    std::string told;
    for (const run::Record& record : test.of(id)) {
        EXPECT_FALSE(record.has_trace());
        if (record.has_event() && record.event().kind() == run::EventRecord::NOTICE) told += record.event().text();
    }
    EXPECT_EQ(told, "no number was followed: there is not enough memory");
    EXPECT_EQ(test.finished(id).outcome(), run::RunFinished::COMPLETED);
    EXPECT_EQ(step_bytes(test.of(id)), step_bytes(alone(plain())));
}

TEST(SessionFault, LookingWithoutMemoryDoesNotEndTheRun) {
    expect_undisturbed([](TestSession& test) {
        test.device->on_allocate = [&test] {
            test.device->on_allocate = {};
            throw std::bad_alloc();
        };
    });
    // or when the step is done and the record is made
    expect_undisturbed([](TestSession& test) {
        test.sink.watch = [&test](const run::Record& record) {
            if (!record.has_step_done() || record.step() != 3) return;
            test.device->on_download = [&test] {
                test.device->on_download = {};
                throw std::bad_alloc();
            };
        };
    });
}

TEST(SessionFault, AGhostKeepsNoCheckpoint) {
    TestSession test(std::filesystem::temp_directory_path() / "mantissa-no-such-folder");
    ASSERT_FALSE(test.start(plain()).has_error());
    ASSERT_TRUE(test.change([](run::RunConfig& c) { c.set_lr(0.1); }, 5).has_run_id());
    const run::Reply reply = test.ask(1, [](run::Command& c) { c.mutable_checkpoint(); });
    EXPECT_THAT(reply.error().message(), HasSubstr("ghost"));
    EXPECT_EQ(reply.error().remedy(), "adopt it first");
    for (const run::Record& record : test.sink.records) EXPECT_FALSE(record.has_checkpoint());
}

}  // namespace
}  // namespace mantissa
