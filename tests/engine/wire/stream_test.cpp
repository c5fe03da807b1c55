// SPDX-License-Identifier: Apache-2.0
// Frames through real pipes: whole, in bits, interrupted by signals, cut off; and a standard output that stays pure.
#include "engine/wire/stream.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <thread>

#include "engine/wire/handshake.h"
#include "tests/engine/wire/wire_samples.h"

namespace mantissa {
namespace {

using namespace mantissa::test;
using ::testing::HasSubstr;

// A pipe whose ends close with it, or before.
struct Pipe {
    Pipe() { EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0); }
    ~Pipe() {
        close_end(0);
        close_end(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    void close_end(std::size_t i) {
        if (ends[i] >= 0) close(ends[i]);
        ends[i] = -1;
    }
    int in() const { return ends[0]; }
    int out() const { return ends[1]; }
    std::array<int, 2> ends{-1, -1};
};

std::uint64_t progress(const std::optional<std::string>& payload) {
    return payload ? parse_payload<run::ToWindow>(*payload).heartbeat().progress() : 0;
}

TEST(Stream, FramesPassThroughAPipeAndTheEndIsClean) {
    Pipe pipe;
    FrameReader reader(pipe.in(), Side::worker);
    FrameWriter writer(pipe.out());
    writer.write("Last login: today\n");
    writer.write(encode_preamble(Side::worker));
    for (std::uint64_t i = 1; i <= 3; ++i) writer.write(encode_frame(heartbeat(i)));
    pipe.close_end(1);
    for (std::uint64_t i = 1; i <= 3; ++i) EXPECT_EQ(progress(reader.next()), i);
    EXPECT_FALSE(reader.next());
    EXPECT_FALSE(reader.next());
    EXPECT_EQ(reader.decoder().noise(), "Last login: today ");
}

TEST(Stream, AFrameLargerThanThePipePassesWhole) {
    Pipe pipe;
    run::ToWindow large;
    large.mutable_fatal()->set_message(std::string(3'000'000, 'm'));
    std::jthread writing([&] {
        FrameWriter writer(pipe.out());
        for (int i = 0; i < 3; ++i) writer.write(encode_frame(large));
        pipe.close_end(1);
    });
    FrameReader reader(pipe.in());
    int frames = 0;
    while (const auto payload = reader.next()) {
        EXPECT_EQ(parse_payload<run::ToWindow>(*payload).fatal().message().size(), 3'000'000u);
        ++frames;
    }
    EXPECT_EQ(frames, 3);
}

TEST(Stream, AnEndInsideAFrameIsAnError) {
    Pipe pipe;
    const std::string frame = encode_frame(heartbeat(1));
    FrameWriter(pipe.out()).write(frame + frame.substr(0, frame.size() - 1));
    pipe.close_end(1);
    FrameReader reader(pipe.in());
    EXPECT_EQ(progress(reader.next()), 1u);
    EXPECT_THAT(refusal([&] { reader.next(); }), HasSubstr("broke off inside a frame"));
}

TEST(Stream, GarbageIsAnError) {
    Pipe pipe;
    FrameWriter(pipe.out()).write("garbage garbage garbage");
    FrameReader reader(pipe.in());
    EXPECT_THAT(refusal([&] { reader.next(); }), HasSubstr("a frame claims"));
}

TEST(Stream, AReaderThatHasGoneIsAnErrorNotASignal) {
    ignore_sigpipe();
    Pipe pipe;
    pipe.close_end(0);
    EXPECT_THAT(refusal([&] { FrameWriter(pipe.out()).write(encode_frame(heartbeat(1))); }, ErrorCode::failed),
                HasSubstr("the other side has closed the connection"));
}

TEST(Stream, DescriptorsThatDoNotWorkAreErrors) {
    Pipe pipe;
    const int directory = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ASSERT_GE(directory, 0);
    for (int descriptor : {-1, directory})
        EXPECT_THAT(refusal([&] { FrameReader(descriptor).next(); }, ErrorCode::failed), HasSubstr("cannot read"));
    close(directory);
    EXPECT_THAT(refusal([&] { FrameWriter(pipe.in()).write("x"); }, ErrorCode::failed), HasSubstr("cannot write"));
}

TEST(Stream, NonBlockingDescriptorsWork) {
    Pipe pipe;
    for (int end : pipe.ends) ASSERT_EQ(fcntl(end, F_SETFL, O_NONBLOCK), 0);
    run::ToWindow large;
    large.mutable_fatal()->set_message(std::string(1'000'000, 'm'));
    std::jthread writing([&] { FrameWriter(pipe.out()).write(encode_frame(large)); });
    FrameReader reader(pipe.in());
    const auto payload = reader.next();
    ASSERT_TRUE(payload);
    EXPECT_EQ(parse_payload<run::ToWindow>(*payload).fatal().message().size(), 1'000'000u);
}

TEST(Stream, StopWakesAReaderThatWaits) {
    Pipe pipe;
    StopPipe stop;
    FrameWriter(pipe.out()).write(encode_frame(heartbeat(1)));
    FrameReader reader(pipe.in(), std::nullopt, &stop);
    EXPECT_EQ(progress(reader.next()), 1u);
    std::jthread stopping([&] { stop.stop(); });
    EXPECT_FALSE(reader.next()) << "there is nothing to read and the pipe is open";
    FrameWriter(pipe.out()).write(encode_frame(heartbeat(2)));
    EXPECT_FALSE(reader.next()) << "a reader that was stopped stays so";
    for (int i = 0; i < 100'000; ++i) stop.stop();  // more than a pipe holds: must not block
}

std::atomic<int> signals = 0;
void count_signal(int) {
    ++signals;
}

TEST(Stream, SignalsDoNotDisturb) {
    struct sigaction action {};
    struct sigaction before {};
    action.sa_handler = count_signal;  // without SA_RESTART: read, write and poll return EINTR
    ASSERT_EQ(sigaction(SIGUSR1, &action, &before), 0);
    Pipe pipe;
    run::ToWindow large;
    large.mutable_fatal()->set_message(std::string(2'000'000, 'm'));
    std::atomic<bool> done = false;
    std::atomic<int> frames = 0;
    std::thread writing([&] {
        FrameWriter writer(pipe.out());
        for (int i = 0; i < 20; ++i) writer.write(encode_frame(large));
        pipe.close_end(1);
        while (!done) std::this_thread::yield();
    });
    std::thread reading([&] {
        FrameReader reader(pipe.in());
        while (reader.next()) ++frames;
        while (!done) std::this_thread::yield();
    });
    while (frames < 20) {
        pthread_kill(writing.native_handle(), SIGUSR1);
        pthread_kill(reading.native_handle(), SIGUSR1);
        std::this_thread::yield();
    }
    done = true;
    writing.join();
    reading.join();
    EXPECT_GT(signals, 0);
    sigaction(SIGUSR1, &before, nullptr);
}

TEST(Stream, TwoSidesShakeHands) {
    Pipe to_worker, to_window;
    std::jthread worker([&] {
        FrameReader reader(to_worker.in(), Side::window);
        FrameWriter writer(to_window.out());
        writer.write("motd: have a nice day\n");
        const auto message = parse_payload<run::ToWorker>(reader.next().value());
        check_window_hello(message.hello());
        run::ToWindow answer;
        *answer.mutable_hello() = worker_hello(message.hello());
        writer.write(encode_preamble(Side::worker));
        writer.write(encode_frame(answer));
    });
    const std::string nonce = make_nonce();
    run::ToWorker hello;
    *hello.mutable_hello() = window_hello(nonce);
    FrameWriter(to_worker.out()).write(encode_preamble(Side::window) + encode_frame(hello));
    FrameReader reader(to_window.in(), Side::worker);
    const auto answer = parse_payload<run::ToWindow>(reader.next().value());
    EXPECT_NO_THROW(check_worker_hello(answer.hello(), nonce));
}

std::string read_all(int fd) {
    std::string text;
    std::array<char, 4096> chunk{};
    for (ssize_t got = 0; (got = read(fd, chunk.data(), chunk.size())) > 0;)
        text.append(chunk.data(), static_cast<std::size_t>(got));
    return text;
}

// In a child process, since it is about the process's own descriptors 1 and 2.
TEST(Stream, AClaimedStdoutCarriesTheProtocolOnly) {
    Pipe out, err;
    std::fflush(nullptr);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        dup2(out.out(), 1);
        dup2(err.out(), 2);
        std::printf("printed before; ");
        const int own = claim_stdout();
        std::printf("a library prints");
        std::fflush(stdout);
        if (write(1, "; another writes to descriptor 1", 32) != 32) _exit(3);
        FrameWriter(own).write("frame");
        _exit((fcntl(own, F_GETFD) & FD_CLOEXEC) != 0 && own > 2 ? 0 : 4);
    }
    out.close_end(1);
    err.close_end(1);
    EXPECT_EQ(read_all(out.in()), "printed before; frame");
    EXPECT_EQ(read_all(err.in()), "a library prints; another writes to descriptor 1");
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace mantissa
