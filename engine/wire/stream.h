// SPDX-License-Identifier: Apache-2.0
// Frames over POSIX file descriptors, blocking: what the worker uses on its standard input and output. (The window has
// QProcess and feeds a FrameDecoder itself.) No descriptor is owned here but those of StopPipe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/wire/framing.h"

namespace mantissa {

/// Call once at the start of a program that writes frames: a reader that has gone must be an Error, not a death by
/// SIGPIPE. Ignores the signal for the whole process.
void ignore_sigpipe();

/// Keeps the protocol's stream pure: returns a new close-on-exec descriptor for what was standard output, and points
/// descriptor 1 at standard error, so that a library that prints cannot damage a frame. Call it first in main, before
/// any thread. Throws Error(failed).
int claim_stdout();

/// Wakes a FrameReader that blocks, from any thread.
class StopPipe {
  public:
    StopPipe();
    ~StopPipe();
    StopPipe(const StopPipe&) = delete;
    StopPipe& operator=(const StopPipe&) = delete;

    /// Every next() of a reader that watches this pipe returns nothing from now on. Never blocks.
    void stop() noexcept;
    int descriptor() const noexcept { return read_end_; }

  private:
    int read_end_ = -1;
    int write_end_ = -1;
};

/// Reads frames from `fd`. One thread at a time.
class FrameReader {
  public:
    /// `sender`: whose preamble begins the stream; none where the stream consists of frames only.
    /// `stop`: must outlive the reader; may be null.
    explicit FrameReader(int fd, std::optional<Side> sender = std::nullopt, const StopPipe* stop = nullptr);

    /// The next payload. Blocks; nothing at the end of the stream or once `stop` was told to.
    /// Throws Error(bad_data) as FrameDecoder does, also where the stream ends inside a frame; Error(failed) where the
    /// system cannot read.
    std::optional<std::string> next();

    const FrameDecoder& decoder() const noexcept { return decoder_; }

  private:
    int fd_;
    const StopPipe* stop_;
    FrameDecoder decoder_;
    std::string chunk_;
    bool ended_ = false;
};

/// Writes frames to `fd`. One thread at a time.
class FrameWriter {
  public:
    explicit FrameWriter(int fd) : fd_(fd) {}

    /// Writes all of `bytes` (a frame of encode_frame(), or a preamble). Blocks while the other side does not read.
    /// Throws Error(failed, "the other side has closed the connection") on EPIPE, Error(failed) on any other failure.
    void write(std::string_view bytes);

  private:
    int fd_;
};

}  // namespace mantissa
