// SPDX-License-Identifier: Apache-2.0
// The worker as a child process: run to its end, or spoken to over pipes.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"
#include "engine/wire/stream.h"

namespace mantissa {

struct ProgramResult {
    int exit_code = -1;  ///< -1: ended by a signal
    std::string out, err;

    std::vector<std::string> lines() const;
};

/// A command's words, and some more behind them.
inline std::vector<std::string> with(std::vector<std::string> command, const std::vector<std::string>& more) {
    command.insert(command.end(), more.begin(), more.end());
    return command;
}

/// Runs `mantissa-worker` with `arguments` to its end, its state in a folder of the test's own.
ProgramResult run_worker(const std::vector<std::string>& arguments);
/// The same with `input`, of at most 4 KiB, on its standard input.
ProgramResult run_worker_reading(const std::string& input, const std::vector<std::string>& arguments);
/// The same, but for `signal` once it has written `lines` lines to its standard output and error together.
ProgramResult run_worker(const std::vector<std::string>& arguments, std::size_t lines, int signal);
/// The same, but for `signal` once there is a run in the library at `file`.
ProgramResult run_worker_until(const std::vector<std::string>& arguments, const std::string& file, int signal);
/// The same with a terminal of 120 columns as its standard output and error: `out` is what arrived there, control
/// sequences included.
ProgramResult run_on_terminal(const std::vector<std::string>& arguments);

/// Runs `command` in /bin/sh, where "$WORKER" is the worker: with streams closed or redirected, under limits. Returns
/// the exit code; 128 + N where a signal N ended it.
int run_in_shell(const std::string& command);

/// `mantissa-worker serve` and this end of the link.
class ServedWorker {
  public:
    /// `options`: further arguments after "serve".
    explicit ServedWorker(const std::vector<std::string>& options = {});
    ~ServedWorker();
    ServedWorker(const ServedWorker&) = delete;
    ServedWorker& operator=(const ServedWorker&) = delete;

    /// Sends preamble and Hello, and expects the worker's. `frames`, `bytes`: credit granted.
    void greet(std::uint32_t frames = 1000000, std::uint32_t bytes = 1u << 30);
    void send(const run::ToWorker& message);
    void send_bytes(const std::string& bytes);
    /// Sends a command and returns its reply; records that come before it are kept for records().
    run::Reply ask(run::Command command);
    /// The next message, whatever it is; nothing at the end of the stream.
    std::optional<run::ToWindow> next();
    /// Reads until a record satisfies `wanted`; all read so far are in records(). False at the end of the stream.
    bool read_until(const std::function<bool(const run::Record&)>& wanted);
    const std::vector<run::Record>& records() const { return records_; }
    std::uint32_t records_frames() const { return records_frames_; }

    /// End-of-file on the worker's input.
    void close_input();
    /// Ends it by SIGKILL, or sends `signal`. What it had written can still be read.
    void kill(int signal = 9);
    /// Gives credit for frames that were dealt with back.
    void give_credit(std::uint32_t frames, std::uint32_t bytes);
    /// Waits for the end; the exit code, or -1 for a signal.
    int wait();

  private:
    void keep(const run::ToWindow& message);

    pid_t child_ = -1;
    int to_ = -1, from_ = -1;
    std::unique_ptr<FrameWriter> writer_;
    std::unique_ptr<FrameReader> reader_;
    std::vector<run::Record> records_;
    std::uint32_t records_frames_ = 0, next_id_ = 1;
};

/// A folder under the system's temporary one, removed at the end.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    std::string operator/(const std::string& name) const { return path_ + "/" + name; }
    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

}  // namespace mantissa
