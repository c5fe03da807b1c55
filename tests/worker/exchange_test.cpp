// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker export`, `import` and `runs --check` as programs: a run is handed in, and what goes wrong has its
// exit code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/store/library.h"
#include "tests/support/files.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;
using testing::Not;

class ExchangeCommand : public testing::Test {
  protected:
    /// Keeps a run of three steps; its id.
    std::string add_run(const std::string& library, const std::string& id, const std::string& name, float loss = 1) {
        std::vector<run::Record> records(4);
        for (std::uint32_t step = 0; step < 4; ++step) {
            records[step].set_run_id(id);
            records[step].set_step(step);
            if (step > 0) records[step].mutable_step_done()->set_loss(loss);
        }
        records[0].mutable_started()->mutable_config()->set_name(name);
        Library::open(library, Access::read_write)->append(records);
        return id;
    }
    ProgramResult worker(const std::vector<std::string>& arguments) { return run_worker(arguments); }

    TemporaryFolder folder_;
    std::string mine_ = folder_ / "mine.mantissa", theirs_ = folder_ / "theirs.mantissa", file_ = folder_ / "hand-in";
};

TEST_F(ExchangeCommand, TheListNamesARunByAllItsFormats) {
    ASSERT_EQ(
        worker({"train", "--depth", "1", "--width", "8", "--steps", "3", "--eval-images", "10", "--library", mine_})
            .exit_code,
        0);
    const std::string id = Library::open(mine_, Access::read_only)->runs()[0].run_id;
    run::Record change;
    change.set_run_id(id);
    change.set_step(3);
    change.mutable_event()->set_kind(run::EventRecord::CHANGED);
    change.mutable_event()->mutable_change()->set_precision(run::BF16);
    Library::open(mine_, Access::read_write)->append(std::vector<run::Record>{change});
    EXPECT_THAT(worker({"runs", "--library", mine_}).out, HasSubstr("FP32→BF16"));
}

TEST_F(ExchangeCommand, ARunIsHandedIn) {
    const std::string id = add_run(mine_, "01RUN1", "homework");
    add_run(mine_, "01RUN2", "not this one");
    const ProgramResult out = worker({"export", id, "--library", mine_, "--output", file_});
    ASSERT_EQ(out.exit_code, 0) << out.err;
    EXPECT_THAT(out.out, HasSubstr("1 run\n"));
    const ProgramResult in = worker({"import", file_, "--library", theirs_});
    ASSERT_EQ(in.exit_code, 0) << in.err;
    EXPECT_THAT(in.out, HasSubstr("1 run imported."));
    const auto library = Library::open(theirs_, Access::read_only);
    ASSERT_EQ(library->runs().size(), 1u);
    EXPECT_EQ(library->runs()[0].name, "homework");
    EXPECT_EQ(library->records(id).size(), 4u);
    EXPECT_THAT(worker({"import", file_, "--library", theirs_}).out, HasSubstr("1 was here already"));

    EXPECT_EQ(worker({"export", "--all", "--library", mine_, "--output", file_}).exit_code, 2);
    EXPECT_EQ(worker({"export", "--all", "--library", mine_, "--output", file_, "--force"}).exit_code, 0);
    EXPECT_EQ(worker({"import", file_, "--library", theirs_}).exit_code, 0);
    EXPECT_EQ(library->runs().size(), 2u);
}

TEST_F(ExchangeCommand, ARunHasTheNumberOfItsLibraryInEveryList) {
    for (const char* id : {"01RUN1", "01RUN2", "01RUN3"}) add_run(mine_, id, "a run");
    EXPECT_THAT(worker({"runs", "--library", mine_}).out, testing::ContainsRegex("01RUN3 +3 "));
    EXPECT_THAT(worker({"runs", "--last", "1", "--library", mine_}).out, testing::ContainsRegex("01RUN3 +3 "));
    EXPECT_THAT(worker({"runs", "--json", "--library", mine_}).out, HasSubstr("\"run_id\":\"01RUN2\",\"number\":2,"));
    EXPECT_THAT(worker({"report", "01RUN3", "--output", "-", "--library", mine_}).out, HasSubstr("Run 3: "));
    const ProgramResult steps =
        worker({"report", "01RUN3", "01RUN2", "--format", "csv", "--output", "-", "--library", mine_});
    EXPECT_THAT(steps.out, testing::AllOf(HasSubstr("\n3,a run,"), HasSubstr("\n2,a run,"), Not(HasSubstr("\n1,"))));
    ASSERT_EQ(worker({"export", "01RUN3", "--library", mine_, "--output", file_}).exit_code, 0);
    add_run(theirs_, "01OTHER", "a run");
    ASSERT_EQ(worker({"import", file_, "--library", theirs_}).exit_code, 0);
    EXPECT_THAT(worker({"runs", "--library", theirs_}).out, testing::ContainsRegex("01RUN3 +2 "));
}

TEST_F(ExchangeCommand, ASoundFileReplacesADamagedCopy) {
    add_run(mine_, "01RUN1", "homework");
    ASSERT_EQ(worker({"export", "01RUN1", "--library", mine_, "--output", file_}).exit_code, 0);
    {
        Database database(mine_, Database::Mode::read_write);
        database.execute("UPDATE steps SET body = zeroblob(length(body))");
    }
    ASSERT_EQ(worker({"runs", "--check", "--library", mine_}).exit_code, 5);
    const ProgramResult in = worker({"import", file_, "--library", mine_});
    EXPECT_EQ(in.exit_code, 0) << in.err;
    EXPECT_THAT(in.out, HasSubstr("0 runs imported, 1 replaced. Replaced the damaged copy of “homework” (01RUN1)."));
    EXPECT_EQ(worker({"runs", "--check", "--library", mine_}).exit_code, 0);
}

TEST_F(ExchangeCommand, TheLastRunsAreHandedInByTheirNumber) {
    for (const char* id : {"01RUN1", "01RUN2", "01RUN3"}) add_run(mine_, id, "a run");
    ASSERT_EQ(worker({"export", "--last", "2", "--library", mine_, "--output", file_}).exit_code, 0);
    const auto handed = Library::open(file_, Access::read_only);
    ASSERT_EQ(handed->runs().size(), 2u);
    EXPECT_EQ(handed->runs()[0].run_id, "01RUN2");
    EXPECT_EQ(handed->runs()[1].run_id, "01RUN3");
    EXPECT_EQ(worker({"export", "--last", "2", "--all", "--library", mine_, "--output", file_}).exit_code, 2);
}

TEST_F(ExchangeCommand, ALibraryIsNeverWrittenToTheStandardOutput) {
    add_run(mine_, "01RUN1", "a run");
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"export", "--all", "--library", mine_, "--output", "-"},
          {"train", "--steps", "0", "--library", "-"},
          {"train", "--steps", "0", "--library", "none", "--export-weights", "-"},
          {"train", "--steps", "0", "--library", "none", "--save-onnx", "-"}}) {
        const ProgramResult result = worker(arguments);
        EXPECT_EQ(result.exit_code, 2) << arguments[0];
        EXPECT_EQ(result.out, "");
        EXPECT_THAT(result.err, HasSubstr("not for the standard output"));
    }
    EXPECT_FALSE(std::filesystem::exists("-"));
}

TEST_F(ExchangeCommand, SaysWhatIsWrong) {
    EXPECT_EQ(worker({"export", "01RUN1", "--library", mine_, "--output", file_}).exit_code, 2);
    EXPECT_EQ(worker({"import", file_, "--library", theirs_}).exit_code, 2);
    EXPECT_FALSE(std::filesystem::exists(theirs_));
    add_run(mine_, "01RUN1", "a \x1b[2Jname", 2);
    add_run(theirs_, "01RUN1", "a run", 1);
    EXPECT_EQ(worker({"export", "--library", mine_, "--output", file_}).exit_code, 2);
    EXPECT_EQ(worker({"export", "01NONE", "--library", mine_, "--output", file_}).exit_code, 2);
    EXPECT_FALSE(std::filesystem::exists(file_));
    ASSERT_EQ(worker({"export", "01RUN1", "--library", mine_, "--output", file_}).exit_code, 0);

    const ProgramResult other = worker({"import", file_, "--library", theirs_});
    EXPECT_EQ(other.exit_code, 1);
    EXPECT_THAT(other.err, HasSubstr("here already under the same id (01RUN1)"));
    EXPECT_THAT(other.err, Not(HasSubstr("\x1b")));
    EXPECT_EQ(Library::open(theirs_, Access::read_only)->records("01RUN1").at(1).step_done().loss(), 1.0f);

    {
        const WriterLock writer(theirs_, WriterLock::Kind::exclusive);
        const ProgramResult busy = worker({"import", file_, "--library", theirs_});
        EXPECT_EQ(busy.exit_code, 1);
        EXPECT_THAT(busy.err, HasSubstr("open for writing"));
    }

    std::ofstream(file_, std::ios::trunc) << "no library at all" << std::string(200, ' ');
    EXPECT_EQ(worker({"import", file_, "--library", folder_ / "new"}).exit_code, 5);
}

// `runs --check`: what is whole and what the disk changed, in words and as an exit code.

constexpr const char* damaged_run = "01DAMAGED0000000000000000Z";

void keep_run(const std::string& file, const std::string& id, std::uint32_t steps) {
    std::vector<run::Record> records(steps + 1);
    for (std::uint32_t step = 0; step <= steps; ++step) {
        records[step].set_run_id(id);
        records[step].set_step(step);
        if (step > 0) records[step].mutable_step_done()->set_loss(1 / static_cast<float>(step));
    }
    records[0].mutable_started()->mutable_config()->set_name("a run");
    Library::open(file, Access::read_write)->append(records);
}

/// Flips one bit of one byte, in the middle of a page, such that the library names steps of the run as damaged.
bool flip(const std::string& file) {
    const std::string good = contents(file);
    for (std::size_t at = 4096 + 2048; at < good.size(); at += 4096) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ 4);
        std::ofstream(file, std::ios::binary | std::ios::trunc) << bad;
        try {
            const LibraryCheck check = Library::open(file, Access::read_only)->check();
            if (check.damage.size() == 1 && check.damage[0].run_id == damaged_run &&
                english(check.damage[0].what).find("steps ") != std::string::npos)
                return true;
        } catch (const Error&) {  // its head, say: not even opened
        }
    }
    return false;
}

TEST(CheckCommand, NamesTheRunAndTheStepsOfAFlippedBit) {
    const TemporaryFolder folder;
    const std::string file = folder / "runs.mantissa";
    keep_run(file, damaged_run, 2000);
    const ProgramResult whole = run_worker({"runs", "--check", "--library", file});
    EXPECT_EQ(whole.exit_code, 0) << whole.err;
    EXPECT_THAT(whole.out, HasSubstr("1 run"));
    EXPECT_THAT(whole.out, HasSubstr("nothing damaged"));

    ASSERT_TRUE(flip(file));
    const ProgramResult damaged = run_worker({"runs", "--check", "--library", file});
    EXPECT_EQ(damaged.exit_code, 5) << damaged.out << damaged.err;
    EXPECT_THAT(damaged.out, HasSubstr(std::string("run ") + damaged_run + ": "));
    EXPECT_THAT(damaged.out, testing::ContainsRegex("steps [0-9]+ to [0-9]+"));
    EXPECT_THAT(damaged.out, HasSubstr("1 damaged"));
}

}  // namespace
}  // namespace mantissa
