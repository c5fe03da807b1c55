// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker serve`: commands in over one byte stream, records out over another. Four threads: one reads and
// validates commands into a queue, one trains (the caller's), one writes frames under credit, one beats the heart. They
// share those queues and nothing else.
#pragma once

#include "engine/train/session.h"
#include "engine/wire/stream.h"

namespace mantissa {

/// Serves until end-of-file on `input`, a Shutdown command or a device failure; lanes are ended cleanly first. Returns
/// the process's exit code. `ending`: told to stop, it ends as at end-of-file; outlives the call.
int serve(int input, int output, SessionServices services, StopPipe& ending);

}  // namespace mantissa
