// SPDX-License-Identifier: Apache-2.0
// The promise: after any fault the library holds what was acknowledged, and of the rest whole batches or nothing.
// Every write and flush is made to fail in turn, and a writing process is killed at any moment.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <random>

#include "engine/store/library.h"
#include "tests/engine/store/faulty_vfs.h"
#include "tests/engine/store/store_testing.h"

namespace mantissa {
namespace {

using namespace mantissa::testing;
using ::testing::AnyOf;
using ::testing::HasSubstr;

std::vector<run::Record> with(std::vector<run::Record> first, const std::vector<run::Record>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

class FaultTest : public ::testing::Test {
  protected:
    // Appends `batch` to a library that holds `kept`, with the nth operation failing, for n = 1, 2, ... until all
    // of it succeeds. Returns how many n it took.
    int fail_each(int code, bool only_flushes, const std::string& said) {
        for (int nth = 1; nth < 10'000; ++nth) {
            const TemporaryFolder folder;
            const auto file = folder / "library.mantissa";
            const std::string id = make_ulid();
            const auto kept = with({started(id)}, steps(id, 1, 300));
            const auto batch = with(with(steps(id, 301, 700), {evaluation(id, 700, 0.5f)}),
                                    {event(id, 700, run::EventRecord::PAUSED, std::string(60'000, 'x'))});
            auto library = Library::open(file, Access::read_write);
            library->append(kept);
            vfs_.arm(nth, code, only_flushes);
            bool acknowledged = false;
            try {
                library->append(batch);
                acknowledged = true;
            } catch (const Error& error) {
                EXPECT_THAT(error.what(), HasSubstr(said));
                EXPECT_THAT(error.place(), HasSubstr("library.mantissa"));
                EXPECT_FALSE(error.remedy().empty());
                EXPECT_EQ(library->records(id).size(), kept.size()) << "what failed can be seen";
            }
            const bool failed = vfs_.disarm();
            if (acknowledged && !failed) return nth;
            library.reset();
            EXPECT_EQ(raw_sql(file, "PRAGMA integrity_check"), "ok") << nth;
            library = Library::open(file, Access::read_write);
            const std::size_t size = library->records(id).size();
            if (acknowledged) {
                EXPECT_EQ(size, kept.size() + batch.size()) << nth;
            } else {
                EXPECT_THAT(size, AnyOf(kept.size(), kept.size() + batch.size())) << nth;
            }
            library->append(batch);  // again, now it works
            EXPECT_EQ(as_bytes(library->records(id)), as_bytes(with(kept, batch))) << nth;
        }
        ADD_FAILURE() << "it never succeeded";
        return 0;
    }

    FaultyVfs vfs_;
};

TEST_F(FaultTest, ADiskThatFillsUpLosesNothingAcknowledged) {
    EXPECT_GT(fail_each(SQLITE_FULL, false, "disk is full"), 10);
}

TEST_F(FaultTest, ADiskThatFailsLosesNothingAcknowledged) {
    EXPECT_GT(fail_each(SQLITE_IOERR_WRITE, false, "failed"), 10);
}

TEST_F(FaultTest, AFlushThatFailsIsNotAcknowledged) {
    EXPECT_GE(fail_each(SQLITE_IOERR_FSYNC, true, "failed"), 2);
}

TEST_F(FaultTest, EveryAppendIsFlushedBeforeItReturns) {
    const TemporaryFolder folder;
    const auto library = Library::open(folder / "library.mantissa", Access::read_write);
    const std::string id = make_ulid();
    const std::vector<run::Record> begin{started(id)};
    library->append(begin);
    for (std::uint32_t i = 1; i < 20; ++i) {
        const int before = vfs_.flushes();
        library->append(steps(id, i, i));
        EXPECT_GT(vfs_.flushes(), before);
    }
}

TEST_F(FaultTest, AFullDiskCanBeFreedAndTheSameLibraryGoesOn) {
    const TemporaryFolder folder;
    const auto library = Library::open(folder / "library.mantissa", Access::read_write);
    const std::string id = make_ulid();
    const auto all = with({started(id)}, steps(id, 1, 300));
    vfs_.arm(1, SQLITE_FULL);
    EXPECT_THROW(library->append(all), Error);
    vfs_.disarm();
    EXPECT_EQ(library->runs().size(), 0u);
    library->append(all);
    EXPECT_EQ(as_bytes(library->records(id)), as_bytes(all));
}

TEST_F(FaultTest, AfterAFailedFlushTheLibraryMustBeOpenedAgain) {
    const TemporaryFolder folder;
    const auto file = folder / "library.mantissa";
    auto library = Library::open(file, Access::read_write);
    const std::string id = make_ulid();
    const std::vector<run::Record> begin{started(id)};
    vfs_.arm(1, SQLITE_IOERR_FSYNC, true);
    EXPECT_THROW(library->append(begin), Error);
    vfs_.disarm();
    EXPECT_THAT(error_of([&] { library->append(begin); }).what(), HasSubstr("open the library again"));
    library.reset();
    library = Library::open(file, Access::read_write);
    library->append(begin);
    EXPECT_EQ(library->runs().size(), 1u);
}

TEST_F(FaultTest, ACreationThatFailsLeavesNoHalfLibrary) {
    int nth = 1;
    for (bool failed = true; failed && nth < 1000; ++nth) {
        const TemporaryFolder folder;
        const auto file = folder / "library.mantissa";
        vfs_.arm(nth, SQLITE_FULL);
        try {
            Library::open(file, Access::read_write);
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), HasSubstr("disk is full"));
        }
        failed = vfs_.disarm();
        const auto library = Library::open(file, Access::read_write);
        const std::vector<run::Record> begin{started(make_ulid())};
        library->append(begin);
        EXPECT_EQ(library->runs().size(), 1u);
    }
    EXPECT_GT(nth, 5);
}

// The child appends batches of a size it draws and says after each how many steps are acknowledged.
[[noreturn]] void write_until_killed(const std::filesystem::path& file, const std::string& id, unsigned seed, int to) {
    try {
        const auto library = Library::open(file, Access::read_write);
        const std::vector<run::Record> begin{started(id)};
        library->append(begin);
        std::mt19937 random(seed);
        for (std::uint32_t next = 1;;) {
            const std::uint32_t size = 1 + random() % 120;
            library->append(steps(id, next, next + size - 1));
            next += size;
            const std::uint32_t acknowledged = next - 1;
            if (::write(to, &acknowledged, sizeof acknowledged) != sizeof acknowledged) ::_exit(1);
        }
    } catch (...) {
        ::_exit(2);
    }
}

// Which counts of steps are whole batches.
std::vector<std::uint32_t> batch_ends(unsigned seed, std::uint32_t up_to) {
    std::vector<std::uint32_t> ends{0};
    std::mt19937 random(seed);
    while (ends.back() < up_to) ends.push_back(ends.back() + 1 + random() % 120);
    return ends;
}

void kill_and_check(unsigned rounds) {
    const TemporaryFolder folder;
    const auto file = folder / "library.mantissa";
    std::mt19937 random(2024);
    for (unsigned round = 0; round < rounds; ++round) {
        SCOPED_TRACE(round);
        const std::string id = make_ulid();
        int ends[2];
        ASSERT_EQ(::pipe(ends), 0);
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            ::close(ends[0]);
            write_until_killed(file, id, round, ends[1]);
        }
        ::close(ends[1]);
        std::uint32_t acknowledged = 0;
        // Round 0 is killed at once, most likely while the library is being made.
        for (unsigned left = round == 0 ? 0 : 1 + random() % 60; left > 0; --left) {
            ASSERT_EQ(::read(ends[0], &acknowledged, sizeof acknowledged), ssize_t{sizeof acknowledged});
        }
        ASSERT_EQ(::kill(child, SIGKILL), 0);
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFSIGNALED(status)) << "the child ended by itself";
        while (::read(ends[0], &acknowledged, sizeof acknowledged) == ssize_t{sizeof acknowledged}) {
        }
        ::close(ends[0]);

        // A child killed before it could make the library leaves none; the next round makes it.
        const auto library = Library::open(file, Access::read_write);
        bool there = false;
        for (const RunSummary& run : library->runs()) there = there || run.run_id == id;
        ASSERT_TRUE(there || acknowledged == 0);
        if (!there) continue;
        const auto kept = library->records(id, RecordKind::kStepDone);
        const auto count = static_cast<std::uint32_t>(kept.size());
        EXPECT_EQ(as_bytes(kept), as_bytes(steps(id, 1, count)));
        // Exactly what was acknowledged, or one whole batch more whose acknowledgement died with the child.
        const auto whole = batch_ends(round, count);
        EXPECT_EQ(whole.back(), count) << "a torn batch";
        EXPECT_THAT(acknowledged, AnyOf(count, whole[whole.size() - std::min<std::size_t>(2, whole.size())]));
        EXPECT_EQ(library->summary(id).steps, count);
        const auto series = library->series(id, 0, Field::loss, 0, every_step, 1);
        EXPECT_EQ(series.empty() ? 0 : series[0].finite, count);
        EXPECT_EQ(raw_sql(file, "PRAGMA integrity_check"), "ok");
    }
    EXPECT_EQ(raw_sql(file, "PRAGMA integrity_check"), "ok");
}

TEST(KillTest, TwentyKillsLoseNothingAcknowledgedAndTearNothing) {
    kill_and_check(20);
}

TEST(KillTest, NightlyTwoHundredKills) {
    kill_and_check(200);
}

}  // namespace
}  // namespace mantissa
