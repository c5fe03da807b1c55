// SPDX-License-Identifier: Apache-2.0
// Workers that are killed, windows that vanish, and the same run in the end: the library holds it whole, and its
// weights are those of a run that nothing happened to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "engine/base/error.h"
#include "engine/run/json.h"
#include "engine/store/library.h"
#include "engine/wire/handshake.h"
#include "tests/support/run_story.h"
#include "tests/worker/json_object.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

/// A run in which a dynamic scale moves and evaluations, histograms and epochs happen.
run::RunConfig busy_config(std::int64_t steps) {
    run::RunConfig config;
    config.set_depth(1);
    config.set_width(16);
    config.set_batch(32);
    config.set_steps(steps);
    config.set_precision(run::FP16);
    config.set_scaling(run::DYNAMIC);
    config.set_growth_interval(40);
    config.set_histogram_interval(50);
    config.set_eval_interval(100);
    config.set_eval_images(200);
    config.set_train_eval_images(200);
    config.set_threads(1);
    config.set_checkpoint_interval(150);
    return config;
}

run::Command start(const run::RunConfig& config) {
    run::Command command;
    *command.mutable_start()->mutable_config() = config;
    return command;
}

run::Command resume(const std::string& run_id) {
    run::Command command;
    command.mutable_resume_run()->set_run_id(run_id);
    return command;
}

/// The window's side: what arrives is kept, and only then acknowledged.
class Keeper {
  public:
    Keeper(ServedWorker& worker, Library& library) : worker_(worker), library_(library) {}

    /// Deals with the next message; false at the end of the stream.
    bool take() {
        const std::optional<run::ToWindow> message = worker_.next();
        if (message) keep(*message);
        return message.has_value();
    }
    void keep(const run::ToWindow& message) {
        if (!message.has_records()) return;
        const std::vector<run::Record> records(message.records().records().begin(), message.records().records().end());
        library_.append(records);
        for (const run::Record& record : records) {
            done_ = done_ || (record.has_finished() && record.finished().outcome() == run::RunFinished::COMPLETED);
            if (record.has_step_done()) last_step_ = std::max(last_step_, record.step());
        }
        try {
            worker_.give_credit(1, static_cast<std::uint32_t>(message.ByteSizeLong()));
        } catch (const Error&) {  // it was killed meanwhile
        }
    }
    bool done() const { return done_; }
    /// The last training step that arrived.
    std::uint32_t last_step() const { return last_step_; }

  private:
    ServedWorker& worker_;
    Library& library_;
    bool done_ = false;
    std::uint32_t last_step_ = 0;
};

/// Ends workers at random moments, `ends` times, each in its part of the run, and lets the run come to its end.
/// `enough`: whether it had not come to it before, as it does where the worker is far ahead of what was read of it.
void survive(unsigned ends, std::int64_t steps, unsigned seed, bool& enough) {
    const TemporaryFolder folder;
    const std::string file = folder / "runs.mantissa";
    const std::vector<std::string> options{"--checkpoint-folder", folder / "state"};
    const auto library = Library::open(file, Access::read_write);
    std::mt19937 random(seed);

    std::string whole;
    {
        ServedWorker worker(options);
        worker.greet(default_credit_frames, default_credit_bytes);
        whole = worker.ask(start(busy_config(steps))).run_id();
        Keeper keeper(worker, *library);
        library->append(worker.records());
        while (!keeper.done() && keeper.take()) {
        }
        ASSERT_TRUE(keeper.done());
    }

    std::string run_id;
    unsigned ended = 0, resumed = 0;
    bool done = false;
    while (!done) {
        SCOPED_TRACE(testing::Message() << "worker " << ended);
        ServedWorker worker(options);
        worker.greet(default_credit_frames, default_credit_bytes);
        run::Reply reply;
        if (!run_id.empty()) reply = worker.ask(resume(run_id));
        if (run_id.empty() || reply.has_error()) {
            // Killed before its first checkpoint: there is nothing to go on from, which is said.
            if (reply.has_error()) {
                ASSERT_EQ(reply.error().code(), "usage") << reply.error().message();
                ASSERT_THAT(reply.error().place(), HasSubstr(folder / "state"));
            }
            reply = worker.ask(start(busy_config(steps)));
            run_id = reply.run_id();
        } else {
            ++resumed;
        }
        ASSERT_FALSE(reply.has_error()) << reply.error().message();
        library->append(worker.records());
        Keeper keeper(worker, *library);
        const double part = (ended + (random() % 1000) / 1000.0) / (ends + 1.0);  // of the run, for this end
        const bool to_the_end = ended >= ends;
        while (!keeper.done() && (to_the_end || keeper.last_step() < part * static_cast<double>(steps)) &&
               keeper.take()) {
        }
        done = keeper.done();
        if (done) break;
        ++ended;
        if (random() % 2 == 0) {
            worker.kill();  // what it had written is still in the pipe, and is kept
            try {
                while (!keeper.done() && keeper.take()) {
                }
            } catch (const Error&) {  // the last frame was torn
            }
            done = keeper.done();
        } else {
            worker.close_input();  // the window has vanished; what was under way to it is lost
        }
    }
    enough = ended >= ends;
    if (!enough) return;
    EXPECT_GT(resumed, 0u);
    EXPECT_EQ(integrity(file), "ok");
    const auto end_of = [&](const std::string& id) { return library->details(id).finished.value(); };
    EXPECT_EQ(end_of(run_id).weights_sha256(), end_of(whole).weights_sha256());
    EXPECT_EQ(end_of(run_id).outcome(), run::RunFinished::COMPLETED);
    EXPECT_EQ(library->records(run_id, RecordKind::kStepDone).size(), static_cast<std::size_t>(steps));
    const std::vector<std::string> told = story(*library, run_id), expected = story(*library, whole);
    const auto parts = std::mismatch(told.begin(), told.end(), expected.begin(), expected.end());
    EXPECT_TRUE(told == expected) << told.size() << " records instead of " << expected.size() << "; first other: "
                                  << (parts.first == told.end() ? "the end" : parts.first->substr(0, 40));
}

TEST(Resume, FiveEndsOfWorkersAndWindowsChangeNoBit) {
    bool enough = false;
    for (std::int64_t steps = 20000; !enough && !HasFailure(); steps *= 4) survive(5, steps, 1, enough);
}

TEST(Resume, NightlyTwoHundredEndsOfWorkersAndWindowsChangeNoBit) {
    bool enough = false;
    for (std::int64_t steps = 400000; !enough && !HasFailure(); steps *= 4) survive(200, steps, 2, enough);
}

TEST(Resume, EndOfFileAndStopLeaveACheckpointAndSoDoesAnUnacknowledgedEnd) {
    const TemporaryFolder folder;
    const std::vector<std::string> options{"--checkpoint-folder", folder / "state"};
    run::RunConfig config = busy_config(1000000);
    config.set_checkpoint_interval(0);
    std::string run_id;
    std::uint32_t left_at = 0;
    {
        ServedWorker worker(options);
        worker.greet();
        run_id = worker.ask(start(config)).run_id();
        ASSERT_TRUE(worker.read_until([](const run::Record& r) { return r.has_step_done() && r.step() >= 20; }));
        worker.close_input();
        ASSERT_TRUE(worker.read_until([](const run::Record& r) { return r.has_finished(); }));
        for (const run::Record& record : worker.records())
            if (record.has_checkpoint()) {
                left_at = record.step();
                EXPECT_TRUE(std::filesystem::exists(record.checkpoint().path()));
                EXPECT_EQ(std::filesystem::file_size(record.checkpoint().path()), record.checkpoint().bytes());
            }
        EXPECT_EQ(worker.records().back().step(), left_at);
        EXPECT_EQ(worker.wait(), 0);
    }
    {
        ServedWorker worker(options);
        worker.greet();
        run::Command elsewhere = resume(run_id);
        elsewhere.set_lane(1);
        EXPECT_THAT(worker.ask(elsewhere).error().message(), HasSubstr("run 0"));
        run::Command paused = resume(run_id);
        paused.mutable_resume_run()->set_paused(true);
        const run::Reply reply = worker.ask(paused);
        ASSERT_FALSE(reply.has_error()) << reply.error().message();
        EXPECT_EQ(reply.step(), left_at);
        EXPECT_EQ(reply.run_id(), run_id);
        EXPECT_THAT(worker.ask(resume(run_id)).error().message(), HasSubstr("in progress"));
        run::Command change;
        change.mutable_change()->mutable_change()->set_lr(0.5);
        EXPECT_FALSE(worker.ask(change).has_error());
        worker.kill();  // the change must not be lost: it was told
        EXPECT_EQ(worker.wait(), -1);
    }
    {
        ServedWorker worker(options);
        worker.greet();
        ASSERT_FALSE(worker.ask(resume(run_id)).has_error());
        ASSERT_TRUE(worker.read_until([&](const run::Record& r) { return r.has_step_done() && r.step() > left_at; }));
        bool told = false;
        for (const run::Record& record : worker.records()) {
            told = told || (record.has_event() && record.event().kind() == run::EventRecord::CHANGED);
            if (record.has_step_done() && record.step() > left_at) {
                EXPECT_FLOAT_EQ(record.step_done().lr(), 0.5f);
            }
        }
        EXPECT_TRUE(told);
        run::Command stop;
        stop.mutable_stop();
        EXPECT_FALSE(worker.ask(stop).has_error());
        EXPECT_TRUE(std::filesystem::exists(folder / ("state/" + run_id + ".checkpoint")));
        run::Command checkpoint;
        checkpoint.mutable_checkpoint();
        EXPECT_THAT(worker.ask(checkpoint).error().message(), HasSubstr("no run"));
        // A short run to its end.
        run::RunConfig small = busy_config(160);
        const std::string completed = worker.ask(start(small)).run_id();
        ASSERT_TRUE(
            worker.read_until([&](const run::Record& r) { return r.has_finished() && r.run_id() == completed; }));
        const std::string left = folder / ("state/" + completed + ".checkpoint");
        EXPECT_TRUE(std::filesystem::exists(left));  // until somebody has seen the end
        run::Command shutdown;
        shutdown.mutable_shutdown();
        worker.ask(shutdown);
        EXPECT_EQ(worker.wait(), 0);
        EXPECT_TRUE(std::filesystem::exists(left));  // nobody acknowledged the end: it may be needed again
    }
}

/// Who resumes a run that diverged wants other settings: it goes on from the sound state as a run of its own. One that
/// was only stopped goes on as itself.
TEST(Resume, OtherSettingsApplyFromTheCheckpointOn) {
    const TemporaryFolder folder;
    const std::string library = folder / "runs.mantissa";
    const std::vector<std::string> places{"--library", library, "--checkpoint-folder", folder / "state"};
    const std::vector<std::string> small =
        with({"train", "--depth", "1", "--width", "16", "--optimizer", "sgd", "--lr", "0.05", "--precision", "fp16",
              "--scaling", "dynamic", "--threads", "1", "--eval-interval", "0", "--train-eval-images", "100"},
             places);
    const ProgramResult diverged =
        run_worker(with(small, {"--steps", "600", "--reduction", "16bit-no-max", "--stop-on-divergence", "on"}));
    ASSERT_EQ(diverged.exit_code, 3) << diverged.err;
    EXPECT_THAT(diverged.out, HasSubstr("with other settings, such as a smaller --lr, it goes on from its state"));
    const std::string first = diverged.out.substr(4, 26);
    const ProgramResult cured =
        run_worker(with({"train", "--resume", first, "--reduction", "fp32", "--lr", "0.01"}, places));
    ASSERT_EQ(cured.exit_code, 0) << cured.out << cured.err;
    const std::string second = cured.out.substr(4, 26);
    EXPECT_NE(second, first);
    EXPECT_THAT(cured.err, HasSubstr("run " + first + " goes on from step "));
    EXPECT_THAT(cured.err, HasSubstr("with other settings, as a run of its own"));
    const auto kept = Library::open(library, Access::read_only);
    EXPECT_EQ(kept->details(second).started.identity().parent_run_id(), first);
    std::string changes;
    for (const run::Record& record : kept->records(second))
        if (record.event().kind() == run::EventRecord::CHANGED) changes += record.event().text();
    EXPECT_THAT(changes, HasSubstr("lr: 0.05 → 0.01"));
    EXPECT_EQ(kept->summary(first).outcome, run::RunFinished::STOPPED) << "it stays as it was";

    const ProgramResult stopped = run_worker(with(small, {"--steps", "20000", "--json"}), 300, SIGINT);
    ASSERT_EQ(stopped.exit_code, 3) << stopped.err;
    const std::string third = json_object(stopped.lines().back()).at("run_id").string_value();
    const ProgramResult slower = run_worker(with({"train", "--resume", third, "--lr", "0.01", "--json"}, places));
    ASSERT_EQ(slower.exit_code, 0) << slower.err;
    EXPECT_EQ(json_object(slower.lines().back()).at("run_id").string_value(), third);
    EXPECT_THAT(slower.out, HasSubstr("lr: 0.05 → 0.01"));
}

/// One that was killed at step 20, went on from step 5 and was stopped at step 15 has no test of step 20.
TEST(Resume, TestsBeyondTheEndOfTheRunAreNotListed) {
    const TemporaryFolder folder;
    const std::string file = folder / "runs.mantissa", run_id = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    std::vector<run::Record> records;
    const auto add = [&](std::uint32_t step) -> run::Record& {
        run::Record& record = records.emplace_back();
        record.set_run_id(run_id);
        record.set_step(step);
        return record;
    };
    *add(0).mutable_started()->mutable_config() = busy_config(40);
    for (std::uint32_t step = 1; step <= 20; ++step) {
        add(step).mutable_step_done()->set_loss(1);
        if (step % 10 == 0) add(step).mutable_evaluated()->set_accuracy(step == 10 ? 0.5f : 0.75f);
    }
    add(5).mutable_event()->set_kind(run::EventRecord::RESUMED_FROM_CHECKPOINT);
    run::RunFinished& finished = *add(15).mutable_finished();
    finished.set_outcome(run::RunFinished::STOPPED);
    finished.set_steps(15);
    Library::open(file, Access::read_write)->append(records);
    const std::string listed = run_worker({"runs", "--library", file}).out;
    EXPECT_THAT(listed, testing::AllOf(HasSubstr("50.00 %"), HasSubstr("tested at step 10\n"))) << listed;
    EXPECT_THAT(run_worker({"runs", "--json", "--library", file}).out,
                HasSubstr("\"test_accuracy\":0.5,\"test_step\":10,"));
}

/// `mantissa-worker` with a signal after its first `lines` lines; the exit code.
TEST(Resume, TrainByHandStopsAtCtrlCAndGoesOn) {
    const TemporaryFolder folder;
    const auto last = [](const ProgramResult& result) {
        return result.lines().empty() ? run::RunFinished() : finished_of(result.lines().back());
    };
    const std::vector<std::string> common{"--json", "--library", folder / "runs.mantissa", "--checkpoint-folder",
                                          folder / "state"};
    const auto with = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), common.begin(), common.end());
        return arguments;
    };
    const std::vector<std::string> run{
        "train", "--depth",   "1", "--width",         "16", "--batch", "32", "--steps", "4000", "--train-eval-images",
        "200",   "--threads", "1", "--eval-interval", "0"};
    const ProgramResult whole = run_worker(with(run));
    ASSERT_EQ(whole.exit_code, 0) << whole.err;
    const ProgramResult stopped = run_worker(with(run), 300, SIGINT);
    ASSERT_EQ(stopped.exit_code, 3) << stopped.err;
    EXPECT_EQ(last(stopped).outcome(), run::RunFinished::STOPPED);
    std::string run_id, file;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "state")) {
        if (entry.is_directory()) continue;  // the last states of runs that completed
        EXPECT_TRUE(file.empty()) << "of the whole run, too";
        run_id = entry.path().stem();
        file = entry.path();
    }
    const ProgramResult deeper = run_worker(with({"train", "--resume", run_id, "--depth", "2"}));
    EXPECT_EQ(deeper.exit_code, 2);
    EXPECT_THAT(deeper.err, HasSubstr("--depth: depth cannot change while a run trains"));
    EXPECT_EQ(run_worker(with({"train", "--resume", run_id, "--preset", "underflow"})).exit_code, 2);
    EXPECT_EQ(run_worker(with({"train", "--resume", "01ARZ3NDEKTSV4RRFFQ69G5FAV"})).exit_code, 2);
    {
        const auto window = Library::open(folder / "runs.mantissa", Access::read_write);
        window->claim(run_id);
        const ProgramResult elsewhere = run_worker(with({"train", "--resume", run_id}));
        EXPECT_EQ(elsewhere.exit_code, 5);
        EXPECT_THAT(elsewhere.err, HasSubstr("is training run " + run_id));
        EXPECT_EQ(elsewhere.out, "");
    }
    // A library that has not kept its steps would refuse the first ones that follow: said before anything is trained.
    const std::string another = folder / "another.mantissa";
    const ProgramResult nowhere =
        run_worker({"train", "--resume", run_id, "--library", another, "--checkpoint-folder", folder / "state"});
    EXPECT_EQ(nowhere.exit_code, 2);
    EXPECT_THAT(nowhere.err, HasSubstr("and the library has it up to step 0"));
    EXPECT_FALSE(std::filesystem::exists(another));
    const ProgramResult resumed = run_worker(with({"train", "--resume", run_id}));
    ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
    EXPECT_EQ(last(resumed).weights_sha256(), last(whole).weights_sha256());
    EXPECT_EQ(last(resumed).steps(), 4000u);
    EXPECT_FALSE(std::filesystem::exists(file));
    const auto library = Library::open(folder / "runs.mantissa", Access::read_only);
    EXPECT_EQ(library->records(run_id, RecordKind::kStepDone).size(), 4000u);
    EXPECT_EQ(library->summary(run_id).outcome, run::RunFinished::COMPLETED);
}

}  // namespace
}  // namespace mantissa
