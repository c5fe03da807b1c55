// SPDX-License-Identifier: Apache-2.0
// Where a user's files lie, by the XDG base directory specification.
#pragma once

#include <filesystem>

namespace mantissa {

/// Of what is kept (runs): $MANTISSA_STATE_DIR, else $XDG_DATA_HOME/mantissa, else ~/.local/share/mantissa; absolute.
/// Need not exist.
std::filesystem::path user_data_folder();

/// Of what may be lost (checkpoints, lessons' places, logs): $MANTISSA_STATE_DIR, else $XDG_STATE_HOME/mantissa, else
/// ~/.local/state/mantissa; absolute. Need not exist.
std::filesystem::path user_state_folder();

}  // namespace mantissa
