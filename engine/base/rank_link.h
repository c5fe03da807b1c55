// SPDX-License-Identifier: Apache-2.0
// The other ranks of a training whose ranks are processes: bytes from one to another. Implementations are opened at run
// time (engine/mpi).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace mantissa {

class RankLink {
  public:
    virtual ~RankLink() = default;
    /// This process among all, from 0 on.
    virtual std::uint32_t rank() const noexcept = 0;
    virtual std::uint32_t ranks() const noexcept = 0;
    /// Sends `out` to a rank and receives `in`, which has the size of what is sent, from one; an empty span: not that.
    /// Blocks until both are done. Throws Error(cancelled), naming the rank that it waits for, where it was interrupted
    /// a while ago and that rank does not answer, and Error(failed) where the connection fails.
    virtual void exchange(std::uint32_t to, std::span<const std::byte> out, std::uint32_t from,
                          std::span<std::byte> in) = 0;
    /// Whether this rank is asked to stop: all of them do, together, at the end of a step.
    virtual bool interrupted() const noexcept = 0;
    /// Ends all ranks at once, without waiting for any: after an error on this one.
    virtual void abandon() noexcept = 0;

    void send(std::uint32_t to, std::span<const std::byte> bytes) { exchange(to, bytes, to, {}); }
    void receive(std::uint32_t from, std::span<std::byte> bytes) { exchange(from, {}, from, bytes); }
};

}  // namespace mantissa
