// SPDX-License-Identifier: Apache-2.0
// Ranks under mpirun against the same ranks in one process; a rank that is killed. Skipped, aloud, where there is no
// MPI.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "tests/support/files.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using ::testing::HasSubstr;
using Clock = std::chrono::steady_clock;

/// Of the last record of a --json run.
std::string value_of(const std::string& json, const std::string& key) {
    const std::size_t at = json.rfind("\"" + key + "\":");
    if (at == std::string::npos) return "";
    const std::size_t begin = at + key.size() + 3;
    return json.substr(begin, json.find_first_of(",}", begin) - begin);
}

class Mpi : public ::testing::Test {
  protected:
    void SetUp() override {
        if (std::string(MANTISSA_WITH_MPI) != "1" || std::system("mpirun --version > /dev/null 2>&1") != 0)
            GTEST_SKIP()
                << "SKIPPED: no MPI here (Debian: libopenmpi-dev, openmpi-bin): ranks in processes are not tested";
    }
    std::string path(const std::string& name) const { return (folder_ / name); }
    std::string state() const { return "export MANTISSA_STATE_DIR='" + path("state") + "'; "; }
    static std::string mpirun(int ranks) {
        return "mpirun --allow-run-as-root --oversubscribe -n " + std::to_string(ranks) +
               " \"$WORKER\" train --ranks mpi ";
    }
    TemporaryFolder folder_;
};

const std::string short_training =
    "--device reference --threads 1 --width 16 --batch 32 --steps 12 --eval-images 50 --train-eval-images 50 "
    "--eval-interval 0 "
    "--precision fp16 --scaling dynamic --loss-scale 2^22 --growth-interval 4 --library none ";

TEST_F(Mpi, TwoAndFourProcessesEqualOneToTheBit) {
    for (const int ranks : {2, 4})
        for (const std::string policy :
             {"--rank-format fp16", "--rank-format bf16 --rank-order tree --rank-divide half",
              "--rank-format fp16 --rank-stochastic on --rank-order doubling",
              "--rank-divide after --rank-bucket-kib 8",
              "--rank-format fp16 --rank-accumulation-fp32 on --rank-divide after"}) {
            const std::string flags = short_training + policy + " --json > '";
            ASSERT_EQ(run_in_shell(state() + mpirun(ranks) + flags + path("mpi") + "' 2> '" + path("err") + "'"), 0)
                << contents(path("err"));
            ASSERT_EQ(run_in_shell(state() + "\"$WORKER\" train --ranks " + std::to_string(ranks) + " " + flags +
                                   path("one") + "'"),
                      0);
            const std::string mpi = contents(path("mpi")), one = contents(path("one"));
            EXPECT_EQ(value_of(mpi, "weights_sha256"), value_of(one, "weights_sha256")) << policy;
            EXPECT_EQ(value_of(mpi, "test_loss"), value_of(one, "test_loss")) << policy;
            EXPECT_EQ(value_of(mpi, "skipped_steps"), value_of(one, "skipped_steps")) << policy;
            EXPECT_GT(std::atoi(value_of(mpi, "skipped_steps").c_str()), 0) << policy << ": the first steps overflow";
            EXPECT_LT(std::atoi(value_of(mpi, "skipped_steps").c_str()), 12) << policy;
            EXPECT_NE(value_of(mpi, "weights_sha256"), "");
        }
}

TEST_F(Mpi, AKilledRankEndsTheRunWithItsNameAndItResumesToTheBit) {
    const std::string flags =
        "--device reference --threads 1 --width 16 --batch 32 --steps 400 --eval-interval 0 --eval-images 50 "
        "--train-eval-images 50 --histogram-interval 0 --checkpoint-interval 5 --json ";
    const std::string library = "--library '" + path("runs.sqlite") + "' ";
    // Once there is a checkpoint, the worker that mpirun started second is killed.
    const std::string script = state() + "exec 3>&2; (" + mpirun(2) + flags + library + " > '" + path("out") +
                               "' 2> '" + path("err") + "') & while [ -z \"$(ls '" + path("state") +
                               "/checkpoints' 2>/dev/null)\" ]; do sleep 0.05; done; "
                               "for p in $(pgrep -f -- '" +
                               path("runs.sqlite") +
                               "'); do tr '\\0' '\\n' < /proc/$p/environ | "
                               "grep -q '^OMPI_COMM_WORLD_RANK=1$' && kill -9 $p; done; wait";
    const Clock::time_point begun = Clock::now();
    run_in_shell(script);
    EXPECT_LT(std::chrono::duration<double>(Clock::now() - begun).count(), 60);
    EXPECT_THAT(contents(path("err")), HasSubstr("rank 1"));
    std::string file;
    for (const auto& entry : std::filesystem::directory_iterator(path("state") + "/checkpoints"))
        if (entry.path().extension() == ".checkpoint") file = entry.path().string();
    ASSERT_NE(file, "") << contents(path("err"));
    std::filesystem::copy(file, path("kept.checkpoint"));
    const std::string resume = "--resume '" + path("kept.checkpoint") + "' --library none --json > '";
    ASSERT_EQ(run_in_shell(state() + mpirun(2) + resume + path("again") + "' 2> '" + path("err") + "'"), 0)
        << contents(path("err"));
    ASSERT_EQ(run_in_shell(state() + "\"$WORKER\" train " + resume + path("here") + "'"), 0);
    ASSERT_EQ(
        run_in_shell(state() + "\"$WORKER\" train --ranks 2 " + flags + "--library none > '" + path("whole") + "'"), 0);
    const std::string hash = value_of(contents(path("whole")), "weights_sha256");
    EXPECT_NE(hash, "");
    EXPECT_EQ(value_of(contents(path("again")), "weights_sha256"), hash) << "by two processes";
    EXPECT_EQ(value_of(contents(path("here")), "weights_sha256"), hash) << "and by one";

    // Over four ranks it is a run of its own, by four processes as by one, and says so.
    ASSERT_EQ(run_in_shell(state() + mpirun(4) + resume + path("four") + "' 2> '" + path("err") + "'"), 0)
        << contents(path("err"));
    EXPECT_THAT(contents(path("four")),
                HasSubstr("over 4 ranks, as a run of its own: its numbers are not those of 2 ranks to the bit"));
    ASSERT_EQ(run_in_shell(state() + "\"$WORKER\" train --ranks 4 " + resume + path("virtual") + "'"), 0);
    const std::string other = value_of(contents(path("four")), "weights_sha256");
    EXPECT_NE(other, "");
    EXPECT_NE(other, hash);
    EXPECT_EQ(value_of(contents(path("virtual")), "weights_sha256"), other);
    EXPECT_NE(value_of(contents(path("four")), "run_id"), value_of(contents(path("again")), "run_id"));

    // 32 images cannot be divided by seven.
    EXPECT_EQ(run_in_shell("\"$WORKER\" train --ranks 7 " + resume + path("seven") + "' 2> '" + path("err") + "'"), 2);
    EXPECT_THAT(contents(path("err")), HasSubstr("a number of ranks that divides the batch"));
}

TEST(WithoutMpi, AWorkerWithoutItsModuleSaysSo) {
    const TemporaryFolder folder;
    const std::string alone = folder / "mantissa-worker", err = folder / "err";
    std::filesystem::copy_file(MANTISSA_WORKER, alone);
    EXPECT_EQ(run_in_shell("'" + alone + "' train --ranks mpi --steps 1 --library none > /dev/null 2> '" + err + "'"),
              2);
    EXPECT_THAT(contents(err), HasSubstr("built without MPI"));
    EXPECT_THAT(contents(err), HasSubstr("libopenmpi-dev"));
}

TEST_F(Mpi, OneProcessIsRefused) {
    EXPECT_EQ(run_in_shell("\"$WORKER\" train --ranks mpi --steps 1 --library none 2> '" + path("err") + "'"), 2);
    EXPECT_THAT(contents(path("err")), HasSubstr("one process only"));
}

}  // namespace
}  // namespace mantissa
