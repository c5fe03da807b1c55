// SPDX-License-Identifier: Apache-2.0
// Each call that changes a file fails once, the first, the second, ... (SQLite's way of testing:
// sqlite.org/testing.html): the worker ends with a message or goes on, what it says is true, and no file is left half.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>

#include "engine/store/library.h"
#include "tests/support/files.h"
#include "tests/support/run_story.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;

std::size_t unborn_files(const fs::path& folder) {
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        count += name.starts_with(".mantissa-") || entry.path().extension() == ".unborn" ? 1 : 0;
    }
    return count;
}

/// What fails: the variable that says which (faults/nth_fault.cpp).
enum class Call { write, allocation };

/// Of the hundred thousand allocations of a command.
constexpr std::size_t few = 9973, many = 331;

/// Runs `arguments` with the call number N failing, for N = 1, 1 + stride, ... until none fails; `check` sees each end.
void each_fault(Call call, std::size_t stride,
                const std::function<std::vector<std::string>(const TemporaryFolder&)>& arguments,
                const std::function<void(const TemporaryFolder&, const ProgramResult&)>& check) {
    const char* const number = call == Call::write ? "MANTISSA_FAIL_WRITE" : "MANTISSA_FAIL_MALLOC";
    std::size_t faults = 0;
    for (std::size_t n = 1;; n += stride) {
        const TemporaryFolder folder;
        const std::vector<std::string> words = arguments(folder);
        const std::filesystem::path library = folder / "nth_fault.so";  // a space ends a name in LD_PRELOAD
        std::filesystem::create_symlink(MANTISSA_NTH_FAULT, library);
        ::setenv("LD_PRELOAD", library.c_str(), 1);
        ::setenv(number, std::to_string(n).c_str(), 1);
        ::setenv("MANTISSA_FAILED", (folder / "failed").c_str(), 1);
        const ProgramResult result = run_worker(words);
        ::unsetenv("LD_PRELOAD");
        ::unsetenv(number);
        SCOPED_TRACE("call " + std::to_string(n) + ": " + result.err);
        EXPECT_GE(result.exit_code, 0) << "ended by a signal";
        EXPECT_TRUE(result.exit_code == 0 || !result.err.empty());
        check(folder, result);
        EXPECT_EQ(unborn_files(folder.path()), 0u);
        if (!fs::exists(folder / "failed")) {
            EXPECT_EQ(result.exit_code, 0) << "nothing failed";
            break;
        }
        ++faults;
    }
    EXPECT_GT(faults, 1u) << "nothing was tried";
}

std::vector<std::string> short_run(const std::string& library) {
    return {"train",     "--depth",
            "1",         "--width",
            "8",         "--batch",
            "16",        "--threads",
            "1",         "--device",
            "reference", "--steps",
            "12",        "--train-eval-images",
            "50",        "--eval-images",
            "50",        "--library",
            library};
}

void train_under_faults(Call call, std::size_t stride) {
    each_fault(
        call, stride,
        [](const TemporaryFolder& folder) {
            std::vector<std::string> words = short_run(folder / "runs.mantissa");
            for (const std::string& more :
                 {std::string("--checkpoint-interval"), std::string("5"), std::string("--checkpoint-folder"),
                  folder / "kept", std::string("--export-weights"), folder / "weights.safetensors"})
                words.push_back(more);
            return words;
        },
        [](const TemporaryFolder& folder, const ProgramResult& result) {
            const fs::path file = folder / "runs.mantissa";
            const bool there = fs::exists(file);
            if (result.exit_code == 0) {
                ASSERT_TRUE(there);
                EXPECT_TRUE(fs::exists(folder / "weights.safetensors"));
            }
            if (!there) return;
            EXPECT_EQ(integrity(file), "ok");
            const auto library = Library::open(file, Access::read_only);
            EXPECT_TRUE(library->check().damage.empty());
            for (const RunSummary& run : library->runs()) {
                const auto steps = library->records(run.run_id, RecordKind::kStepDone);
                for (std::size_t i = 0; i < steps.size(); ++i) EXPECT_EQ(steps[i].step(), i + 1);
                if (result.exit_code != 0) continue;
                EXPECT_EQ(run.outcome, run::RunFinished::COMPLETED);
                EXPECT_EQ(steps.size(), 12u);
            }
        });
}

/// A library with one run, made once.
const std::string& trained_library() {
    static const TemporaryFolder folder;
    static const std::string file = folder / "made.mantissa";
    if (!fs::exists(file)) {
        EXPECT_EQ(run_worker(short_run(file)).exit_code, 0);
    }
    return file;
}

void hand_over_under_faults(Call call, std::size_t stride) {
    const std::string source = trained_library();
    for (const std::string command : {"export", "report"})
        each_fault(
            call, stride,
            [&](const TemporaryFolder& folder) -> std::vector<std::string> {
                const std::string output = folder / "out";
                if (command == "export") return {"export", "--library", source, "--all", "--output", output};
                return {"report", "--library", source, "--format", "html", "--output", output};
            },
            [&](const TemporaryFolder& folder, const ProgramResult& result) {
                // Memory may be short for the last words, after the file was put in its place; never before.
                const bool there = fs::exists(folder / "out");
                EXPECT_TRUE(there || result.exit_code != 0) << command;
                EXPECT_TRUE(!there || result.exit_code == 0 || call == Call::allocation) << command;
            });
    const TemporaryFolder exported;
    ASSERT_EQ(run_worker({"export", "--library", source, "--all", "--output", exported / "handed"}).exit_code, 0);
    each_fault(
        call, stride,
        [&](const TemporaryFolder& folder) -> std::vector<std::string> {
            return {"import", exported / "handed", "--library", folder / "into.mantissa"};
        },
        [&](const TemporaryFolder& folder, const ProgramResult& result) {
            const fs::path file = folder / "into.mantissa";
            std::size_t runs = 0;
            if (fs::exists(file)) {
                EXPECT_EQ(integrity(file), "ok");
                const auto library = Library::open(file, Access::read_only);
                EXPECT_TRUE(library->check().damage.empty());
                runs = library->runs().size();
            }
            // A commit that cannot be flushed may be there or not; one that was told is.
            EXPECT_TRUE(result.exit_code != 0 || runs == 1);
        });
}

/// Kills `arguments` before its call number 1, 1 + stride, ... that changes a file, and tries once more each time: that
/// works, `check` sees a whole result, and what the killed one left is gone once it is an hour old.
void each_kill(std::size_t stride, const std::function<std::vector<std::string>(const TemporaryFolder&)>& arguments,
               const std::function<void(const TemporaryFolder&)>& check) {
    std::size_t kills = 0, left = 0;
    for (std::size_t n = 1;; n += stride) {
        const TemporaryFolder folder;
        const std::vector<std::string> words = arguments(folder);
        const fs::path preloaded = folder / "nth_fault.so";
        fs::create_symlink(MANTISSA_NTH_FAULT, preloaded);
        ::setenv("LD_PRELOAD", preloaded.c_str(), 1);
        ::setenv("MANTISSA_KILL_WRITE", std::to_string(n).c_str(), 1);
        ::setenv("MANTISSA_FAILED", (folder / "failed").c_str(), 1);
        const ProgramResult killed = run_worker(words);
        ::unsetenv("LD_PRELOAD");
        ::unsetenv("MANTISSA_KILL_WRITE");
        SCOPED_TRACE(words[0] + ", killed before call " + std::to_string(n));
        if (!fs::exists(folder / "failed")) {
            EXPECT_EQ(killed.exit_code, 0) << killed.err;
            break;
        }
        ++kills;
        EXPECT_EQ(killed.exit_code, -1);
        left += unborn_files(folder.path());
        for (const auto& entry : fs::directory_iterator(folder.path()))
            if (entry.path().filename().string().starts_with(".mantissa-"))
                fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::hours(2));
        const ProgramResult again = run_worker(words);
        EXPECT_EQ(again.exit_code, 0) << again.err;
        EXPECT_EQ(unborn_files(folder.path()), 0u);
        check(folder);
    }
    EXPECT_GT(kills, 1u) << "nothing was tried";
    if (arguments(TemporaryFolder())[0] != "import") {
        EXPECT_GT(left, 0u) << "no kill left a temporary file to take away";
    }
}

TEST(NthFault, AKilledExportReportOrImportIsDoneAgainAndLeavesNothing) {
    const std::string source = trained_library();
    const auto source_is_whole = [&] { EXPECT_EQ(integrity(source), "ok"); };
    each_kill(
        5,
        [&](const TemporaryFolder& folder) -> std::vector<std::string> {
            return {"export", "--library", source, "--all", "--output", folder / "out", "--force"};
        },
        [&](const TemporaryFolder& folder) {
            source_is_whole();
            EXPECT_EQ(integrity(folder / "out"), "ok");
            EXPECT_EQ(Library::open(folder / "out", Access::read_only)->runs().size(), 1u);
        });
    each_kill(
        1,
        [&](const TemporaryFolder& folder) -> std::vector<std::string> {
            return {"report", "--library", source, "--format", "html", "--output", folder / "out", "--force"};
        },
        [&](const TemporaryFolder& folder) {
            source_is_whole();
            EXPECT_THAT(contents(folder / "out"), ::testing::EndsWith("</html>\n"));
        });
    const TemporaryFolder exported;
    ASSERT_EQ(run_worker({"export", "--library", source, "--all", "--output", exported / "handed"}).exit_code, 0);
    each_kill(
        5,
        [&](const TemporaryFolder& folder) -> std::vector<std::string> {
            return {"import", exported / "handed", "--library", folder / "into.mantissa"};
        },
        [&](const TemporaryFolder& folder) {
            const fs::path file = folder / "into.mantissa";
            EXPECT_EQ(integrity(file), "ok");
            const auto library = Library::open(file, Access::read_only);
            EXPECT_TRUE(library->check().damage.empty());
            EXPECT_EQ(library->runs().size(), 1u);
        });
}

TEST(NthFault, SomeWritesOfATraining) {
    train_under_faults(Call::write, 7);
}
TEST(NthFault, SomeWritesOfAnExportAReportAndAnImport) {
    hand_over_under_faults(Call::write, 5);
}
TEST(NthFault, SomeAllocationsOfATraining) {
    train_under_faults(Call::allocation, few);
}
TEST(NthFault, SomeAllocationsOfAnExportAReportAndAnImport) {
    hand_over_under_faults(Call::allocation, few);
}
TEST(NthFault, NightlyEveryWriteOfATraining) {
    train_under_faults(Call::write, 1);
}
TEST(NthFault, NightlyEveryWriteOfAnExportAReportAndAnImport) {
    hand_over_under_faults(Call::write, 1);
}
TEST(NthFault, NightlyManyAllocationsOfATraining) {
    train_under_faults(Call::allocation, many);
}
TEST(NthFault, NightlyManyAllocationsOfAnExportAReportAndAnImport) {
    hand_over_under_faults(Call::allocation, many);
}

}  // namespace
}  // namespace mantissa
