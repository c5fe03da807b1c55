// SPDX-License-Identifier: Apache-2.0
// read(2), write(2) and poll(2) with all their ways to do less than asked.
#include "engine/wire/stream.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <system_error>

namespace mantissa {
namespace {

constexpr std::size_t chunk_size = std::size_t{64} << 10;

Error system_error(const Phrase& what, int code) {
    return Error(ErrorCode::failed, say("%1: %2", {what, std::generic_category().message(code)}),
                 "the link between window and worker");
}

}  // namespace

void ignore_sigpipe() {
    std::signal(SIGPIPE, SIG_IGN);
}

int claim_stdout() {
    std::fflush(stdout);
    const int own = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (own < 0) throw system_error(say("cannot keep standard output for the protocol"), errno);
    if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        const int code = errno;
        close(own);
        throw system_error(say("cannot point standard output at standard error"), code);
    }
    return own;
}

StopPipe::StopPipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) throw system_error(say("cannot make a pipe"), errno);
    read_end_ = ends[0];
    write_end_ = ends[1];
}

StopPipe::~StopPipe() {
    close(read_end_);
    close(write_end_);
}

void StopPipe::stop() noexcept {
    // A pipe that is full has been told before.
    while (::write(write_end_, "x", 1) < 0 && errno == EINTR) {
    }
}

FrameReader::FrameReader(int fd, std::optional<Side> sender, const StopPipe* stop) : fd_(fd), stop_(stop) {
    if (sender) decoder_.expect_preamble(*sender);
    chunk_.resize(chunk_size);
}

std::optional<std::string> FrameReader::next() {
    if (fd_ < 0) throw system_error(say("cannot read from the other side"), EBADF);
    // poll() ignores an entry whose descriptor is negative.
    std::array<pollfd, 2> waits{pollfd{fd_, POLLIN, 0}, pollfd{stop_ ? stop_->descriptor() : -1, POLLIN, 0}};
    while (true) {
        if (stop_ && poll(&waits[1], 1, 0) > 0) return std::nullopt;
        if (auto payload = decoder_.next()) return payload;
        if (ended_) return std::nullopt;
        if (poll(waits.data(), waits.size(), -1) < 0) {
            if (errno == EINTR) continue;
            throw system_error(say("cannot wait for the other side"), errno);
        }
        if (waits[0].revents == 0) continue;
        const ssize_t got = ::read(fd_, chunk_.data(), chunk_.size());
        if (got > 0) {
            decoder_.feed(std::string_view(chunk_).substr(0, static_cast<std::size_t>(got)));
        } else if (got == 0) {
            ended_ = true;
            decoder_.finish();
        } else if (errno != EINTR && errno != EAGAIN) {
            throw system_error(say("cannot read from the other side"), errno);
        }
    }
}

void FrameWriter::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t put = ::write(fd_, bytes.data(), bytes.size());
        if (put >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(put));
        } else if (errno == EPIPE) {
            throw Error(ErrorCode::failed, say("the other side has closed the connection"),
                        "the link between window and worker");
        } else if (errno == EAGAIN) {
            pollfd wait{fd_, POLLOUT, 0};
            poll(&wait, 1, -1);
        } else if (errno != EINTR) {
            throw system_error(say("cannot write to the other side"), errno);
        }
    }
}

}  // namespace mantissa
