// SPDX-License-Identifier: Apache-2.0
// A network as a JSON file that a person writes: a NetworkDescription (network.proto), short forms allowed. README.md
// has one for a U-Net.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "engine/run/network.pb.h"

namespace mantissa {

inline constexpr std::size_t max_network_bytes = std::size_t{1} << 18;

/// The description in `text`; `place` names it in errors. Throws Error(bad_data) that names what cannot be read;
/// whether the operations fit together is build_network()'s to say.
run::NetworkDescription read_network(const std::string& text, const std::string& place);

/// The contents of a network's file, read by read_network(): what RunConfig.network holds. Throws Error(bad_data).
std::string network_file_text(const std::filesystem::path& file);

/// The same network without short forms: each operation has a name, a layer, inputs and an output, and what stood in
/// `then` is an operation of its own. Nothing else is checked.
run::NetworkDescription written_out(const run::NetworkDescription& description);

}  // namespace mantissa
