// SPDX-License-Identifier: Apache-2.0
// A finished or growing recording, those of several ranks as one, or an event file of TensorBoard, into a library of
// runs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "engine/store/library.h"

namespace mantissa {

/// What an import of a recording did.
struct RecordingImport {
    std::string run_id;
    std::uint32_t steps = 0;   ///< the last one in the file
    bool ended = false;        ///< false: the training goes on, or was killed
    bool partial = false;      ///< the last line was cut and left out
    std::uint32_t before = 0;  ///< steps that the library had already; 0 where the run is new
    bool known = false;        ///< the run was there already
    std::size_t files = 1;     ///< that were read as one run
    std::uint64_t unread = 0;  ///< damaged lines, which were left out
    std::string first_unread;  ///< file, place and reason of the first one
    bool events = false;       ///< it is an event file of TensorBoard, which has no end
};

/// Whether the file begins as a recording does (with a brace) or as an event file of TensorBoard (with a length and its
/// checksum), where a library begins with SQLite's name.
bool looks_like_recording(const std::filesystem::path& file);

/// Reads the file, and beside that of rank 0 those of the other ranks, twice, first to see that it is sound, then into
/// the library; a run that is there already gains what the file has beyond it. Needs memory for a few thousand records,
/// however long the file is. Throws Error: bad_data naming file and line where it is no recording, or two, or none of
/// its steps can be read (nothing was kept then), or where the library holds another run of this id; failed where the
/// file cannot be read or the library cannot be written.
RecordingImport import_recording(Library& library, const std::filesystem::path& file);

}  // namespace mantissa
