// SPDX-License-Identifier: Apache-2.0
// Where records go: the library, the wire, a terminal.
#pragma once

#include "engine/run/run.pb.h"

namespace mantissa {

class RecordSink {
  public:
    virtual ~RecordSink() = default;
    /// Takes one record; called on the training thread. May wait (back-pressure), must not fail for slowness.
    virtual void accept(run::Record record) = 0;
};

}  // namespace mantissa
