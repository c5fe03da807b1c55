// SPDX-License-Identifier: Apache-2.0
// Several programs and one library: each keeps its runs, none trains what another trains, and who must be alone is.
#include "engine/store/writer_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "engine/store/library.h"
#include "tests/engine/store/in_a_child.h"
#include "tests/engine/store/store_testing.h"
#include "tests/support/files.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;
using namespace mantissa::testing;
using ::testing::HasSubstr;

class WriterLockTest : public ::testing::Test {
  protected:
    TemporaryFolder folder_;
    fs::path file_ = folder_ / "library.mantissa";
    const std::string id_ = make_ulid();
};

TEST_F(WriterLockTest, SeveralProcessesKeepTheirRunsAtOnce) {
    const auto mine = Library::open(file_, Access::read_write);
    const std::vector<run::Record> first{started(id_, "mine")};
    mine->append(first);
    constexpr std::uint32_t length = 200;
    const std::string theirs_id = make_ulid();
    const pid_t child = ::fork();
    if (child == 0) {
        int code = 0;
        try {
            const auto theirs = Library::open(file_, Access::read_write);
            theirs->append(std::vector<run::Record>{started(theirs_id, "theirs")});
            for (std::uint32_t i = 1; i <= length; ++i) theirs->append(steps(theirs_id, i, i));
        } catch (const std::exception&) {
            code = 1;
        }
        ::_exit(code);
    }
    for (std::uint32_t i = 1; i <= length; ++i) mine->append(steps(id_, i, i));
    int status = -1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(mine->summary(id_).steps, length);
    EXPECT_EQ(mine->summary(theirs_id).steps, length);
}

TEST_F(WriterLockTest, ARunHasOneProcessThatTrainsIt) {
    const std::vector<run::Record> begin{started(id_)}, more = steps(id_, 1, 3),
                                                        end{finished(id_, 3, run::RunFinished::COMPLETED, 0.5f)};
    const auto mine = Library::open(file_, Access::read_write);
    mine->append(begin);
    EXPECT_FALSE(mine->summary(id_).trained_elsewhere);
    const std::string refused = in_a_child([&] { Library::open(file_, Access::read_write)->claim(id_); }, Rights::mine);
    EXPECT_THAT(refused, HasSubstr("Another Mantissa is training run " + id_));
    const auto seen = [&] {
        return in_a_child(
            [&] {
                throw std::runtime_error(
                    Library::open(file_, Access::read_only)->summary(id_).trained_elsewhere ? "elsewhere" : "nowhere");
            },
            Rights::mine);
    };
    EXPECT_EQ(seen(), "elsewhere");
    EXPECT_EQ(in_a_child(
                  [&] {
                      const auto other = Library::open(file_, Access::read_write);
                      other->remove(id_);
                      const std::size_t erased = other->purge_deleted();
                      other->restore(id_);
                      if (erased != 0) throw std::runtime_error("a run that is being trained was erased");
                  },
                  Rights::mine),
              "");
    mine->append(more);
    mine->append(end);
    EXPECT_EQ(seen(), "nowhere");
    EXPECT_EQ(in_a_child([&] { Library::open(file_, Access::read_write)->claim(id_); }, Rights::mine), "");
}

TEST_F(WriterLockTest, ALockHeldAloneExcludesOthersAndNamesItsHolder) {
    Library::open(file_, Access::read_write).reset();
    const WriterLock alone(file_, WriterLock::Kind::exclusive);
    const Error error = error_of([&] { Library::open(file_, Access::read_write); });
    EXPECT_THAT(error.what(), HasSubstr("Another Mantissa"));
    EXPECT_THAT(error.what(), HasSubstr("process " + std::to_string(::getpid())));
    EXPECT_THAT(error.remedy(), HasSubstr("read-only"));
    fs::create_symlink(file_, folder_ / "link");
    EXPECT_THROW(Library::open(folder_ / "link", Access::read_write), Error);
    EXPECT_NO_THROW(Library::open(file_, Access::read_only));
}

TEST_F(WriterLockTest, AFileThatWasRemovedUnderItsWriterIsNotMadeAnew) {
    const auto mine = Library::open(file_, Access::read_write);
    fs::remove(file_);
    EXPECT_THAT(error_of([&] { Library::open(file_, Access::read_write); }).what(), HasSubstr("was removed while"));
    EXPECT_FALSE(fs::exists(file_));
}

TEST_F(WriterLockTest, TheLockEndsWithItsHolder) {
    Library::open(file_, Access::read_write).reset();
    EXPECT_NO_THROW(Library::open(file_, Access::read_write));
}

}  // namespace
}  // namespace mantissa
