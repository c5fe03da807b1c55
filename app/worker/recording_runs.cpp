// SPDX-License-Identifier: Apache-2.0
#include "app/worker/recording_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/worker/terminal.h"
#include "engine/base/error.h"

namespace mantissa {

void tell_partial(const std::string& file) {
    fmt::print(stderr, "{}: its last line is not whole and was left out\n", harmless(file));
}

void tell_unread(const std::string& file, const RecordingImport& read) {
    fmt::print(stderr, "{}: {} {} cannot be read and {} left out; the first one: {}\n", harmless(file), read.unread,
               read.unread == 1 ? "line" : "lines", read.unread == 1 ? "was" : "were", harmless(read.first_unread));
}

bool RecordingRuns::is_recording(const std::string& named) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(named, ignored) && looks_like_recording(named);
}

RecordingRuns::RecordingRuns(const std::vector<std::string>& files)
    : folder_(std::filesystem::temp_directory_path() / "recordings"),
      library_(Library::open(folder_.path() / "library.mantissa", Access::read_write)) {
    for (const std::string& file : files) {
        if (!is_recording(file))
            throw Error(ErrorCode::usage, "This is no recording, and others that are named are", file,
                        "either recordings, or the ids of runs in one library");
        const RecordingImport read = import_recording(*library_, file);
        if (read.partial) tell_partial(file);
        if (read.unread > 0) tell_unread(file, read);
        if (std::find(run_ids_.begin(), run_ids_.end(), read.run_id) == run_ids_.end()) run_ids_.push_back(read.run_id);
    }
}

}  // namespace mantissa
