// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker serve` over real pipes: handshake, commands at step boundaries, credit, and every way to end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/error.h"
#include "engine/wire/framing.h"
#include "engine/wire/handshake.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

run::Command start_command(std::int64_t steps, bool paused = false, run::Model model = run::MLP) {
    run::Command command;
    run::RunConfig& config = *command.mutable_start()->mutable_config();
    config.set_model(model);
    if (model == run::TRANSFORMER) {
        config.set_token_width(8);
        config.set_heads(1);
    }
    if (model == run::RESNET) config.set_channels(2);
    config.set_depth(1);
    config.set_width(8);
    config.set_batch(16);
    config.set_steps(steps);
    config.set_eval_interval(0);
    config.set_train_eval_images(100);
    command.mutable_start()->set_paused(paused);
    return command;
}

template <class Set>
run::Command command(const Set& set) {
    run::Command c;
    set(c);
    return c;
}

bool is_finished(const run::Record& record) {
    return record.has_finished();
}

std::vector<std::uint32_t> steps_of(const std::vector<run::Record>& records, const std::string& run_id) {
    std::vector<std::uint32_t> steps;
    for (const run::Record& record : records)
        if (record.has_step_done() && record.run_id() == run_id) steps.push_back(record.step());
    return steps;
}

std::vector<std::uint32_t> one_to(std::uint32_t n) {
    std::vector<std::uint32_t> steps(n);
    for (std::uint32_t i = 0; i < n; ++i) steps[i] = i + 1;
    return steps;
}

TEST(Serve, TrainsAndLosesNothing) {
    ServedWorker worker;
    worker.greet();
    const run::Reply reply = worker.ask(start_command(300));
    ASSERT_FALSE(reply.has_error()) << reply.error().message();
    ASSERT_TRUE(worker.read_until(is_finished));
    EXPECT_EQ(steps_of(worker.records(), reply.run_id()), one_to(300));
    EXPECT_TRUE(worker.records().front().has_started());
    EXPECT_EQ(worker.records().back().finished().outcome(), run::RunFinished::COMPLETED);
    worker.close_input();
    EXPECT_EQ(worker.wait(), 0);
}

/// What is commanded of one network is commanded of each.
class ServeEveryNetwork : public testing::TestWithParam<run::Model> {};
INSTANTIATE_TEST_SUITE_P(Models, ServeEveryNetwork, testing::Values(run::MLP, run::CNN, run::RESNET, run::TRANSFORMER),
                         [](const auto& model) { return run::Model_Name(model.param); });

TEST_P(ServeEveryNetwork, AChangeTakesEffectAtTheBoundaryThatItsReplyNames) {
    ServedWorker worker;
    worker.greet();
    ASSERT_FALSE(worker.ask(start_command(1000000, false, GetParam())).has_error());
    ASSERT_TRUE(worker.read_until([](const run::Record& r) { return r.has_step_done() && r.step() >= 5; }));
    const run::Reply reply = worker.ask(command([](run::Command& c) {
        c.mutable_change()->mutable_change()->set_precision(run::FP16);
        c.mutable_change()->mutable_change()->set_scaling(run::STATIC);
        c.mutable_change()->mutable_change()->set_loss_scale(1024);
        c.mutable_change()->mutable_change()->set_batch(24);
    }));
    ASSERT_FALSE(reply.has_error()) << reply.error().message();
    const std::uint32_t boundary = reply.step();
    ASSERT_TRUE(worker.read_until([&](const run::Record& r) { return r.has_step_done() && r.step() >= boundary + 3; }));
    bool told = false;
    for (const run::Record& record : worker.records()) {
        if (record.has_event() && record.event().kind() == run::EventRecord::CHANGED) {
            told = true;
            EXPECT_EQ(record.step(), boundary);
            EXPECT_THAT(record.event().text(), HasSubstr("FP16"));
            EXPECT_EQ(record.event().change().batch(), 24u);
            EXPECT_FALSE(record.event().change().has_lr());
        }
        if (!record.has_step_done()) continue;
        EXPECT_EQ(record.step_done().scale(), record.step() <= boundary ? 1.0f : 1024.0f) << record.step();
        EXPECT_EQ(record.step_done().batch(), record.step() <= boundary ? 16u : 24u) << record.step();
    }
    EXPECT_TRUE(told);
}

TEST_P(ServeEveryNetwork, PauseSingleStepResumeStopReset) {
    ServedWorker worker;
    worker.greet();
    const run::Reply started = worker.ask(start_command(1000000, true, GetParam()));
    ASSERT_FALSE(started.has_error()) << started.error().message();
    EXPECT_EQ(worker.ask(command([](run::Command& c) { c.mutable_single_step(); })).step(), 0u);
    ASSERT_TRUE(worker.read_until([](const run::Record& r) { return r.has_step_done(); }));
    // Still paused: the next command finds exactly one step done.
    EXPECT_EQ(worker.ask(command([](run::Command& c) { c.mutable_pause(); })).step(), 1u);
    worker.ask(command([](run::Command& c) { c.mutable_resume(); }));
    ASSERT_TRUE(worker.read_until([](const run::Record& r) { return r.has_step_done() && r.step() >= 20; }));
    const run::Reply paused = worker.ask(command([](run::Command& c) { c.mutable_pause(); }));
    const run::Reply reset = worker.ask(command([](run::Command& c) { c.mutable_reset(); }));
    EXPECT_EQ(reset.error().message(), "");
    EXPECT_NE(reset.run_id(), started.run_id());
    ASSERT_TRUE(
        worker.read_until([&](const run::Record& r) { return r.run_id() == reset.run_id() && r.has_started(); }));
    EXPECT_EQ(steps_of(worker.records(), started.run_id()), one_to(paused.step()));
    std::vector<std::string> initial;
    for (const run::Record& record : worker.records())
        if (record.has_started()) initial.push_back(record.started().identity().initial_weights_sha256());
    ASSERT_EQ(initial.size(), 2u);
    EXPECT_EQ(initial[0], initial[1]);
    EXPECT_FALSE(worker.ask(command([](run::Command& c) { c.mutable_stop(); })).has_error());
    EXPECT_THAT(worker.ask(command([](run::Command& c) { c.mutable_stop(); })).error().message(), HasSubstr("no run"));
}

TEST(Serve, RefusesWithoutChangingAnything) {
    ServedWorker worker;
    worker.greet();
    run::Command bad = start_command(10);
    bad.mutable_start()->mutable_config()->set_batch(0);
    EXPECT_EQ(worker.ask(bad).error().place(), "batch");
    bad = start_command(10);
    bad.mutable_start()->mutable_config()->set_data("absent-folder");
    EXPECT_EQ(worker.ask(bad).error().code(), "bad_data");
    worker.ask(start_command(1000000));
    EXPECT_THAT(worker.ask(start_command(10)).error().message(), HasSubstr("in progress"));
    EXPECT_EQ(worker.ask(command([](run::Command& c) { c.mutable_change()->mutable_change()->set_depth(3); }))
                  .error()
                  .place(),
              "depth");
    EXPECT_EQ(
        worker.ask(command([](run::Command& c) { c.mutable_change()->mutable_change()->set_lr(-1); })).error().place(),
        "lr");
    EXPECT_THAT(worker.ask(run::Command()).error().message(), HasSubstr("does not know"));
    worker.ask(command([](run::Command& c) { c.mutable_stop(); }));
    ASSERT_TRUE(worker.read_until(is_finished));
    for (const run::Record& record : worker.records())
        EXPECT_FALSE(record.has_event() && record.event().kind() == run::EventRecord::CHANGED);
}

TEST(Serve, ListsDevicesAndPresetsAndPlansMemory) {
    ServedWorker worker;
    worker.greet();
    EXPECT_GE(worker.ask(command([](run::Command& c) { c.mutable_list_devices(); })).devices().devices_size(), 1);
    EXPECT_GE(worker.ask(command([](run::Command& c) { c.mutable_list_presets(); })).presets().presets_size(), 6);
    const auto plan = [&worker](run::Precision precision, std::uint32_t batch, std::uint32_t shadow_interval = 0) {
        return worker
            .ask(command([&](run::Command& c) {
                run::RunConfig& config = *c.mutable_plan()->mutable_config();
                config.set_model(run::CNN);
                config.set_precision(precision);
                config.set_batch(batch);
                config.set_shadow_interval(shadow_interval);
            }))
            .plan();
    };
    const run::MemoryRecord fp32 = plan(run::FP32, 256), fp16 = plan(run::FP16, 256);
    EXPECT_GT(fp32.peak_native(), plan(run::FP32, 128).peak_native());
    EXPECT_LT(fp16.peak_native(), fp32.peak_native() * 6 / 10);  // activations dominate at this batch, and halve
    EXPECT_GT(plan(run::FP16, 256, 10).peak_native(), fp32.peak_native());  // the shadow is a pass in FP32 on top
}

TEST(Serve, NeverExceedsItsCreditAndLosesNoScalarMeanwhile) {
    ServedWorker worker;
    worker.greet(2);  // two frames, never given back until asked
    const run::Reply reply = worker.ask(start_command(2000));
    // Everything but records goes free, so heartbeats and replies keep coming while records wait.
    for (int beats = 0; beats < 4;) {
        const auto message = worker.next();
        ASSERT_TRUE(message);
        beats += message->has_heartbeat() ? 1 : 0;
    }
    EXPECT_LE(worker.records_frames(), 2u);
    run::ToWorker credit;
    credit.mutable_credit()->set_frames(2);
    credit.mutable_credit()->set_bytes(1u << 30);
    std::uint32_t granted = 2;
    while (worker.records().empty() || !worker.records().back().has_finished()) {
        if (worker.records_frames() == granted) {
            worker.send(credit);
            granted += 2;
        }
        ASSERT_TRUE(worker.next());
        ASSERT_LE(worker.records_frames(), granted);
    }
    EXPECT_EQ(steps_of(worker.records(), reply.run_id()), one_to(2000));
}

TEST(Serve, EndOfFileEndsTheRunCleanly) {
    ServedWorker worker;
    worker.greet();
    worker.ask(start_command(1000000));
    ASSERT_TRUE(worker.read_until([](const run::Record& r) { return r.has_step_done(); }));
    worker.close_input();
    ASSERT_TRUE(worker.read_until(is_finished));
    EXPECT_EQ(worker.records().back().finished().outcome(), run::RunFinished::STOPPED);
    EXPECT_FALSE(worker.next());
    EXPECT_EQ(worker.wait(), 0);
}

TEST(Serve, ShutdownIsAnsweredAndObeyed) {
    ServedWorker worker;
    worker.greet();
    EXPECT_FALSE(worker.ask(command([](run::Command& c) { c.mutable_shutdown(); })).has_error());
    while (worker.next()) {
    }
    EXPECT_EQ(worker.wait(), 0);
}

TEST(Serve, GarbageIsNamedAndEndsTheLink) {
    ServedWorker worker;
    worker.greet();
    worker.send_bytes(std::string(64, '\x55'));
    bool told = false;
    while (const auto message = worker.next()) told = told || message->has_fatal();
    EXPECT_TRUE(told);
    EXPECT_EQ(worker.wait(), 5);
}

TEST(Serve, AnotherVersionIsToldOurs) {
    ServedWorker worker;
    worker.send_bytes(encode_preamble(Side::window));
    run::ToWorker message;
    *message.mutable_hello() = window_hello("nonce");
    message.mutable_hello()->set_protocol(protocol_version + 1);
    worker.send(message);
    const auto answer = worker.next();
    ASSERT_TRUE(answer && answer->has_hello());
    EXPECT_THROW(check_worker_hello(answer->hello(), "other nonce"), Error);
    EXPECT_EQ(answer->hello().protocol(), protocol_version);
    EXPECT_FALSE(worker.next());
    EXPECT_EQ(worker.wait(), 5);
}

}  // namespace
}  // namespace mantissa
