// SPDX-License-Identifier: Apache-2.0
// Everything the worker sends, in one queue between the threads that produce and the one that writes. Records cost
// credit and gather for up to 50 ms to a frame; replies, heartbeats and the last error go at once.
//
// When the window grants no credit, scalars and events wait here, never lost; from `spool_soft` bytes on histograms are
// dropped and the gap is counted; at `spool_hard` bytes accept() waits, and so does the training. What was sent and not
// acknowledged is remembered for checkpoints, the last `sent_most` bytes of it: several times the credit that windows
// grant, so that only one that grants far more, and gives none back, is ever forgotten anything. Replies are bounded,
// too: who asks and does not read is answered no further.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"
#include "engine/train/sink.h"
#include "engine/wire/credits.h"
#include "engine/wire/stream.h"

namespace mantissa {

struct OutboxLimits {
    std::size_t spool_soft = std::size_t{8} << 20;
    std::size_t spool_hard = std::size_t{64} << 20;
    std::size_t sent_most = std::size_t{64} << 20;
    std::size_t replies_most = std::size_t{16} << 20;
};

class Outbox final : public RecordSink {
  public:
    Outbox(FrameWriter& writer, CreditWindow& credit, OutboxLimits limits = {});

    /// From the training thread. Waits at the hard limit until there is room or the link has gone.
    void accept(const run::Record& record) override;
    /// What is not yet written, and what was written in frames whose credit has not come back.
    std::vector<run::Record> unsettled(const std::string& run_id) override;
    /// Credit for so many frames came back: the window has dealt with the oldest ones.
    void settled(std::uint32_t frames);
    /// From any thread; goes before records. Never waits.
    void send(run::ToWindow message);
    /// The same for what answers the other side: waits while `replies_most` bytes of such are there that it has not
    /// read, or until it has gone. So whoever asks without reading is not answered without end.
    void reply(run::ToWindow message);

    /// The writing thread's work: returns when `stop` was asked and everything is written, or at once when the other
    /// side has gone.
    void write_until(std::stop_token stop);

    /// Whether accept() is waiting for the window.
    bool blocked() const;
    /// The other side no longer reads: records stay here from then on, and training should end.
    bool gone() const;

  private:
    /// A record as it goes on the wire: kept so, it costs neither thread another copy of its parts.
    struct Encoded {
        std::string run_id, bytes;
        explicit Encoded(const run::Record& record) : run_id(record.run_id()), bytes(record.SerializeAsString()) {}
    };
    struct Sent {
        std::vector<Encoded> records;
        std::size_t bytes;
    };

    /// Histogram records of a run that were left out since its last record that was kept.
    struct Gap {
        std::uint32_t records = 0, lane = 0, step = 0;  ///< the step of the last one
    };

    void write_message(const run::ToWindow& message);
    bool write_records();
    void record_gap(const std::string& run_id);
    void keep(Encoded record);

    FrameWriter& writer_;
    CreditWindow& credit_;
    OutboxLimits limits_;
    mutable std::mutex mutex_;
    std::condition_variable_any wake_, room_;
    std::deque<run::ToWindow> messages_;
    std::deque<Encoded> records_;
    std::deque<Sent> sent_;  // without credit back
    std::size_t sent_bytes_ = 0;
    std::uint64_t forgotten_ = 0;  // frames before those
    std::size_t record_bytes_ = 0;
    std::size_t reply_bytes_ = 0;      // not yet written
    std::map<std::string, Gap> gaps_;  // by run
    bool blocked_ = false, gone_ = false;
};

}  // namespace mantissa
