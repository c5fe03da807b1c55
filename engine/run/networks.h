// SPDX-License-Identifier: Apache-2.0
// The networks that a configuration can ask for, operation by operation.
#pragma once

#include <cstdint>

#include "engine/run/network.pb.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Numbers that a network of `task` gives for an image of side x side bytes in so many classes. Throws Error(usage)
/// where no task is chosen.
std::int64_t outputs_of(run::Task task, std::int64_t side, std::int64_t classes);

/// The operations of `config`'s network, each written out (network_file.h), for images of side x side bytes and its
/// task. `config` must be complete (presets.h). Throws Error(usage) where images are too small for it, Error(bad_data)
/// where it is a file that cannot be read.
run::NetworkDescription describe_network(const run::RunConfig& config, std::int64_t side, std::int64_t classes);

}  // namespace mantissa
