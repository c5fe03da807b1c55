// SPDX-License-Identifier: Apache-2.0
// Back-pressure: a pipe into a QProcess has none, so the window grants the worker credit in frames and bytes and
// returns it as it consumes. Only frames of Records cost credit: Hello, Reply, Heartbeat and fatal go free, being
// bounded by the commands and by time. A frame costs its whole size, header included, on both sides.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <stop_token>

#include "engine/run/run.pb.h"

namespace mantissa {

/// What a sender may still send. Thread-safe.
class CreditWindow {
  public:
    /// Full credit: as the other side's Hello granted it. At least one frame and one byte.
    explicit CreditWindow(std::uint32_t frames = 64, std::uint64_t bytes = std::uint64_t{4} << 20);

    /// Takes credit for one frame of `bytes` (encode_frame(..).size()) if there is enough. Never blocks.
    /// A frame that does not fit is let through where less than half of the bytes are outstanding: a receiver may keep
    /// credit back up to a half, and waiting for more would then wait for ever.
    bool try_take(std::size_t bytes);

    /// The same, blocking until there is enough; false where `stop` was requested before.
    bool wait_take(std::size_t bytes, std::stop_token stop);

    /// Credit that came back (a run::Credit). Never above what there was at the start, however much is granted.
    void grant(std::uint32_t frames, std::uint64_t bytes);

    /// Frames and bytes that may be sent now; bytes are negative after a frame larger than the credit.
    struct Available {
        std::uint32_t frames;
        std::int64_t bytes;
        bool operator==(const Available&) const = default;
    };
    Available available() const;

  private:
    bool take_locked(std::size_t bytes);

    mutable std::mutex mutex_;
    std::condition_variable_any granted_;
    const std::uint32_t all_frames_;
    const std::int64_t all_bytes_;
    std::uint32_t frames_;
    std::int64_t bytes_;
};

/// Receiver's side: counts what was consumed and gives it back, frame by frame: frames come at most every 50 ms, and
/// credit also tells the sender which records are safe, up to the last one of a run. Not thread-safe.
class CreditReturner {
  public:
    /// Call once a frame of Records with `payload_bytes` has been dealt with (stored, not only received). Returns the
    /// Credit to send.
    run::Credit consumed(std::size_t payload_bytes);

  private:
    std::uint64_t bytes_ = 0;  ///< consumed and not yet given back: a Credit holds 32 bits of them
};

}  // namespace mantissa
