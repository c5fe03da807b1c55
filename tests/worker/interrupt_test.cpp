// SPDX-License-Identifier: Apache-2.0
// Where Ctrl-C arrives: never on a thread that computes. oneDNN's matrix products point the stack pointer into buffers
// of their own, so a handler that ran there would overwrite the heap (seen as "corrupted size vs. prev_size").
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

namespace mantissa {
namespace {

/// The signals that the main thread of a process, which trains, does not take.
unsigned long blocked_by(pid_t process) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("SigBlk:")) return std::stoul(line.substr(7), nullptr, 16);
    return 0;
}

TEST(Interrupt, IsNotTakenByTheThreadThatTrains) {
    for (const int signal : {SIGINT, SIGTERM}) {
        int out[2];
        ASSERT_EQ(::pipe2(out, O_CLOEXEC), 0);
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            ::dup2(out[1], STDOUT_FILENO);
            ::execl(MANTISSA_WORKER, MANTISSA_WORKER, "train", "--json", "--library", "none", "--checkpoint-folder",
                    "/dev/null/none", "--depth", "1", "--width", "16", "--threads", "1", "--steps", "100000000",
                    nullptr);
            ::_exit(127);
        }
        ::close(out[1]);
        char first = 0;
        EXPECT_EQ(::read(out[0], &first, 1), 1) << "it trains";
        const unsigned long blocked = blocked_by(child);
        EXPECT_TRUE(blocked >> (SIGINT - 1) & 1);
        EXPECT_TRUE(blocked >> (SIGTERM - 1) & 1);
        ::kill(child, signal);
        char rest[65536];
        while (::read(out[0], rest, sizeof rest) > 0) {
        }
        ::close(out[0]);
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFEXITED(status)) << "and yet it is heard";
        EXPECT_EQ(WEXITSTATUS(status), 3);
    }
}

/// What it wrote to the stream `told` before it was interrupted in the midst of what it measures; its exit code was 3.
std::string interrupted(std::vector<std::string> arguments, int told) {
    int out[2];
    EXPECT_EQ(::pipe2(out, O_CLOEXEC), 0);
    const pid_t child = ::fork();
    EXPECT_GE(child, 0);
    if (child == 0) {
        ::dup2(out[1], told);
        std::vector<char*> words;
        arguments.insert(arguments.begin(), MANTISSA_WORKER);
        for (std::string& word : arguments) words.push_back(word.data());
        words.push_back(nullptr);
        ::execv(MANTISSA_WORKER, words.data());
        ::_exit(127);
    }
    ::close(out[1]);
    while (!(blocked_by(child) >> (SIGINT - 1) & 1))
        if (::waitpid(child, nullptr, WNOHANG) != 0) return "it ended by itself";
    ::kill(child, SIGINT);
    std::string all;
    char more[4096];
    for (ssize_t n; (n = ::read(out[0], more, sizeof more)) > 0;) all.append(more, static_cast<std::size_t>(n));
    ::close(out[0]);
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 3);
    return all;
}

/// A measurement that is stopped is no measurement: its case is not printed, and the end is told from a crash.
TEST(Interrupt, StopsABench) {
    EXPECT_EQ(interrupted({"bench", "--json", "--models", "mlp", "--batches", "1,64", "--modes", "fp32", "--seconds",
                           "60", "--threads", "1"},
                          STDOUT_FILENO),
              "");
}

TEST(Interrupt, OfADecisionIsSaid) {
    EXPECT_THAT(interrupted({"decide", "--seconds", "300", "--threads", "1", "--library", "none"}, STDERR_FILENO),
                ::testing::HasSubstr("Stopped: no decision sheet was written."));
}

}  // namespace
}  // namespace mantissa
