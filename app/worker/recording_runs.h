// SPDX-License-Identifier: Apache-2.0
// Recordings of other programs' trainings that are named where runs of a library may be.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/worker/zip_file.h"
#include "engine/recording/import_recording.h"
#include "engine/store/library.h"

namespace mantissa {

/// Says on stderr that the last line of a recording was cut, as it is where its training goes on or was killed.
void tell_partial(const std::string& file);

/// Says on stderr how many of its lines are damaged, and why the first one is.
void tell_unread(const std::string& file, const RecordingImport& read);

/// A library that holds the recordings of a command line and is gone with the object: who looks at a file need not keep
/// it.
class RecordingRuns {
  public:
    /// Whether `named` is a recording, or an event file of TensorBoard, rather than the id of a run.
    static bool is_recording(const std::string& named);

    /// Reads them all, and says on stderr where a last line was cut and which lines cannot be read. Throws Error: usage
    /// where one of `files` is none, else as import_recording().
    explicit RecordingRuns(const std::vector<std::string>& files);

    const Library& library() const { return *library_; }
    /// Of the recordings, in their order.
    const std::vector<std::string>& run_ids() const { return run_ids_; }

  private:
    FolderBeside folder_;
    std::unique_ptr<Library> library_;
    std::vector<std::string> run_ids_;
};

}  // namespace mantissa
