// SPDX-License-Identifier: Apache-2.0
// Where records go: the library, the wire, a terminal.
#pragma once

#include <string>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa {

class RecordSink {
  public:
    virtual ~RecordSink() = default;
    /// Takes one record; called on the training thread. May wait (back-pressure), must not fail for slowness.
    virtual void accept(const run::Record& record) = 0;
    /// The records of a run that were accepted and may yet be lost with this process or with the reader, in their
    /// order: a checkpoint takes them along. A sink that can see to it that there are none may do so here.
    virtual std::vector<run::Record> unsettled(const std::string& run_id) {
        static_cast<void>(run_id);
        return {};
    }
};

}  // namespace mantissa
