// SPDX-License-Identifier: Apache-2.0
// The window as a child process, with a state folder of its own.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"
#include "engine/store/library.h"

namespace mantissa {

/// A new folder, removed with everything in it.
class StateFolder {
  public:
    StateFolder();
    ~StateFolder();
    StateFolder(const StateFolder&) = delete;
    StateFolder& operator=(const StateFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path library() const { return path_ / "state" / "library.mantissa"; }
    std::filesystem::path state() const { return path_ / "state"; }
    /// Writes a configuration into a file, and returns its path.
    std::string file_of(const run::RunConfig& config) const;

  private:
    std::filesystem::path path_;
};

/// tests/ui/window_host.cpp, offscreen. `file_bytes`: no file of it, nor of its worker, can grow beyond that.
class WindowProcess {
  public:
    WindowProcess(const StateFolder& folder, const std::vector<std::string>& arguments,
                  std::optional<std::uint64_t> file_bytes = {});
    ~WindowProcess();
    WindowProcess(const WindowProcess&) = delete;
    WindowProcess& operator=(const WindowProcess&) = delete;

    /// Lets it work so long; whether it is still there then.
    bool lives_after(std::chrono::milliseconds time);
    void kill();
    /// Waits for its end; the exit code, or -1 for a signal.
    int wait();
    /// Waits until it has said this; false where it ended without.
    bool says(const std::string& text);
    /// What it wrote to standard output and error.
    std::string said() const;

  private:
    bool ended(bool block);

    std::filesystem::path output_;
    pid_t child_ = -1;
    std::optional<int> code_;
};

/// Workers whose window was ended are this process's children from then on; waits until none is left. Call
/// adopt_orphans() before the first window.
void adopt_orphans();
void wait_for_orphans();

/// The ids of the runs in a library by lane.
std::vector<std::string> runs_by_lane(const Library& library);

/// A short network whose dynamic scale moves, with evaluations, histograms and checkpoints.
run::RunConfig busy_config(std::int64_t steps);

}  // namespace mantissa
