// SPDX-License-Identifier: Apache-2.0
// Digests: what the disk changed is told, with run and steps, and the rest is read.
#include "engine/store/digest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>

#include "engine/store/library.h"
#include "tests/engine/store/store_testing.h"
#include "tests/support/files.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;
using namespace mantissa::testing;
using ::testing::HasSubstr;

void put_bytes(const fs::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

class DigestTest : public ::testing::Test {
  protected:
    void fill(std::uint32_t steps_to_write = 1000) {
        const auto library = Library::open(file_, Access::read_write);
        library->append(std::vector<run::Record>{started(id_)});
        library->append(steps(id_, 1, steps_to_write));
    }

    TemporaryFolder folder_;
    fs::path file_ = folder_ / "library.mantissa";
    std::string id_ = make_ulid();
};

TEST_F(DigestTest, TheCheckNamesWhatIsDamagedAndTheRestIsRead) {
    fill();
    const std::string other = make_ulid();
    {
        const auto library = Library::open(file_, Access::read_write);
        library->append(std::vector<run::Record>{started(other, "whole")});
        library->append(steps(other, 1, 300));
        const LibraryCheck check = library->check();
        EXPECT_TRUE(check.damage.empty());
        EXPECT_EQ(check.runs, 2u);
        EXPECT_GT(check.rows, 10);
    }
    raw_sql(file_, "UPDATE steps SET body = zeroblob(length(body)) WHERE run = 1 AND chunk = 2");
    const auto library = Library::open(file_, Access::read_only);
    const LibraryCheck check = library->check();
    ASSERT_EQ(check.damage.size(), 1u);
    EXPECT_EQ(check.damage[0].run_id, id_);
    EXPECT_EQ(english(check.damage[0].what), "table \"steps\": lane 0, steps 512 to 767");
    EXPECT_THAT(error_of([&] { library->records(id_); }).what(),
                ::testing::AllOf(HasSubstr(id_), HasSubstr("steps 512 to 767")));
    EXPECT_EQ(library->records(id_, RecordKind::KIND_NOT_SET, 0, 500).size(), 501u) << "what is whole is read";
    EXPECT_EQ(library->records(other).size(), 301u);
    // What is damaged is not written on, which would give it a right digest.
    const auto writer = Library::open(file_, Access::read_write);
    EXPECT_EQ(error_of([&] { writer->append(std::vector<run::Record>{step(id_, 700)}); }).code(), ErrorCode::bad_data);
    EXPECT_NO_THROW(writer->append(std::vector<run::Record>{step(other, 301)}));
}

// One bit anywhere: what is read is what was written, or an Error says that it is not.
TEST_F(DigestTest, AFlippedBitIsNeverBelieved) {
    fill(1500);
    const auto all_of = [&](Access access) {
        std::vector<std::string> all;
        const auto library = Library::open(file_, access);
        const std::vector<RunSummary> runs = library->runs();
        all.push_back(std::to_string(runs.size()));
        for (const RunSummary& run : runs) {
            if (!run.problem.empty()) throw Error(ErrorCode::bad_data, run.problem);
            all.push_back(run.run_id + run.name + run.note + run.preset + std::to_string(run.steps) +
                          std::to_string(run.skipped) + std::to_string(run.started_unix) + run.config.DebugString() +
                          std::to_string(run.test_accuracy.value_or(-1)) + std::to_string(int{run.outcome}));
            for (const std::string& tag : run.tags) all.push_back(tag);
            all.push_back(library->details(run.run_id).started.DebugString());
            for (const run::Record& record : library->records(run.run_id)) all.push_back(record.SerializeAsString());
            for (const SeriesNode& node : library->series(run.run_id, 0, Field::loss, 0, every_step, 50))
                all.push_back(std::to_string(node.min) + " " + std::to_string(node.max) + " " +
                              std::to_string(node.last_step));
        }
        return all;
    };
    const std::vector<std::string> right = all_of(Access::read_only);
    const std::string good = contents(file_);
    int told = 0, believed = 0, rounds = 0;
    std::uint64_t random = 27;
    const auto next = [&random] { return (random = random * 6364136223846793005u + 1442695040888963407u) >> 33; };
    for (; rounds < 400; ++rounds) {
        std::string bad = good;
        const std::size_t at = next() % bad.size();
        bad[at] = static_cast<char>(bad[at] ^ (1 << next() % 8));
        put_bytes(file_, bad);
        for (const char* suffix : {"-wal", "-shm"}) fs::remove(file_.string() + suffix);
        try {
            if (all_of(Access::read_only) == right) continue;
            ++believed;
            ADD_FAILURE() << "byte " << at << ", page " << at / 4096 + 1 << ", " << at % 4096 << " in it";
        } catch (const Error&) {
            ++told;
        }
    }
    std::cout << "of " << rounds << " flips " << told << " told, " << believed << " believed, the others harmless\n";
    EXPECT_GT(told, 100);
}

}  // namespace
}  // namespace mantissa
