// SPDX-License-Identifier: Apache-2.0
#include "app/worker/recording_runs.h"

#include <algorithm>
#include <filesystem>

#include "engine/base/error.h"
#include "engine/recording/import_recording.h"

namespace mantissa {

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
        const std::string id = import_recording(*library_, file).run_id;
        if (std::find(run_ids_.begin(), run_ids_.end(), id) == run_ids_.end()) run_ids_.push_back(id);
    }
}

}  // namespace mantissa
