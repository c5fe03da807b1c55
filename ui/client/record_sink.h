// SPDX-License-Identifier: GPL-3.0-or-later
// Where received records are kept before the worker gets its credit back. An interface, because the library has a
// writer thread of its own (LibrarySink) and tests want to acknowledge by hand.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

/// Keeps records durably.
class RecordSink {
  public:
    RecordSink() = default;
    RecordSink(const RecordSink&) = delete;
    RecordSink& operator=(const RecordSink&) = delete;
    virtual ~RecordSink() = default;

    /// Takes a batch (never empty); does not block and does not throw. `committed` is called once, on any thread, when
    /// the batch is durable or is known never to be.
    virtual void keep(const std::vector<run::Record>& records, std::function<void()> committed) = 0;

    /// Whether all that was handed over of this run is kept, or waits for nothing but the disk's next moment.
    virtual bool keeps(const std::string& run_id) const {
        (void)run_id;
        return true;
    }
};

}  // namespace mantissa::ui
