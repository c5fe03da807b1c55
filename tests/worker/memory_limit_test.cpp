// SPDX-License-Identifier: Apache-2.0
// A training under one limit of memory after another (ulimit -v): it is done, or says that memory was short and ends
// with an exit code of its own; a fault in a library that had none says so, too. The library of runs is whole in any
// case.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "engine/store/library.h"
#include "tests/support/files.h"
#include "tests/support/run_story.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

void train_under_limits(int stride_kibibytes) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a sanitizer takes terabytes of addresses";
#endif
    std::map<int, int> codes;
    for (int limit = 60'000; limit <= 700'000; limit += stride_kibibytes) {
        const TemporaryFolder folder;
        const std::string library = folder / "runs.mantissa", errors = folder / "errors";
        const int code = run_in_shell(
            "ulimit -c 0; ulimit -v " + std::to_string(limit) +
            "; \"$WORKER\" train --depth 2 --width 64 --batch 64 --steps 3 --threads 2 "
            "--precision bf16 --eval-images 50 --train-eval-images 50 --device " MANTISSA_DEVICE " --library " +
            library + " >/dev/null 2>" + errors);
        ++codes[code];
        const std::string said = contents(errors);
        SCOPED_TRACE("limit " + std::to_string(limit) + " KiB, exit code " + std::to_string(code) + ": " + said);
        if (code == 127) continue;  // the program itself does not fit: the loader says so
        if (code > 128) {
            EXPECT_THAT(said, testing::HasSubstr("mantissa-worker: ended by a fault: "));
            EXPECT_THAT(said, testing::HasSubstr("no memory was left"));
        } else if (code != 0) {
            EXPECT_TRUE(code == 1 || code == 4 || code == 5) << "no exit code for this";
            EXPECT_THAT(said, testing::HasSubstr("mantissa-worker: "));
        }
        if (!std::filesystem::exists(library)) continue;
        EXPECT_EQ(integrity(library), "ok");
        EXPECT_TRUE(Library::open(library, Access::read_only)->check().damage.empty());
    }
    EXPECT_GT(codes[0], 0) << "no limit was enough";
    EXPECT_GT(codes.size(), 1u) << "every limit was enough";
}

TEST(MemoryLimit, SomeLimitsEndInAMessage) {
    train_under_limits(53'000);
}
TEST(MemoryLimit, NightlyManyLimitsEndInAMessage) {
    train_under_limits(1'300);
}

}  // namespace
}  // namespace mantissa
