// SPDX-License-Identifier: Apache-2.0
// The file of a library from outside: where it lies, whether it is one, how a new one begins.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "engine/store/sqlite.h"

namespace mantissa {

/// $MANTISSA_STATE_DIR/library.mantissa, else $XDG_DATA_HOME/mantissa/library.mantissa, else
/// ~/.local/share/mantissa/library.mantissa. Creates the folders. Throws Error when that fails.
std::filesystem::path default_library_path();

/// What lies at a path, judged by the first 100 bytes without SQLite, so that a foreign file is never touched.
/// Returns whether there is a library (false: nothing or an empty file). Throws Error (bad_data) for anything else.
bool is_library_there(const std::filesystem::path& file);

/// Makes a new, empty library at `file`: complete or not at all. `is_private`: for its owner alone, as the library that
/// runs are kept in is; one to be handed on is as any file that a person makes.
void create_library(const std::filesystem::path& file, bool is_private);

/// Renames a complete library into its place, over a file there only with `replace`; what is beside it of a former
/// library (a log would be replayed into this one) is put aside. Throws Error: usage where something is there.
void put_in_place(const std::filesystem::path& unborn, const std::filesystem::path& file, bool replace);

/// Whether a file system of this statfs f_type is reached over a network (or is one on which shared memory maps are
/// not to be trusted), where SQLite's write-ahead log does not work.
bool is_network_file_system(std::uint64_t f_type);

/// Whether `folder` lies on one.
bool is_on_network(const std::filesystem::path& folder);

/// An opened connection: checked, migrated (when written; an older version can be read as it is) and set to the right
/// journal. `alone`: nobody else writes it, so it may be migrated.
std::unique_ptr<Database> open_for_writing(const std::filesystem::path& file, bool alone);
std::unique_ptr<Database> open_for_reading(const std::filesystem::path& file);

}  // namespace mantissa
