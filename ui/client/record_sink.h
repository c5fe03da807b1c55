// SPDX-License-Identifier: GPL-3.0-or-later
// Where received records are kept before the worker gets its credit back. An interface, because the library has a
// writer thread of its own (LibrarySink) and tests want to acknowledge by hand.
#pragma once

#include <functional>
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
};

}  // namespace mantissa::ui
