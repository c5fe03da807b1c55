// SPDX-License-Identifier: Apache-2.0
// Who may write a library. Several processes may at once: SQLite puts their transactions one after the other, and each
// run has one process that trains it.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace mantissa {

/// The right to write a library: a flock on `FILE.lock`, released by the system when the process dies.
class WriterLock {
  public:
    enum class Kind {
        shared,     ///< Beside others: on a disk of this machine, where SQLite's own locks hold.
        exclusive,  ///< Alone: on a network file system, and to replace the file.
    };

    /// Throws Error when another process (named in the message) excludes this one or the lock file cannot be made.
    /// Waits a few seconds for one that only begins or brings up to date the library.
    WriterLock(const std::filesystem::path& library, Kind kind);
    ~WriterLock();
    WriterLock(const WriterLock&) = delete;
    WriterLock& operator=(const WriterLock&) = delete;

    /// Whether nobody else writes the library now. So it stays until let_others() where `kind` is shared.
    bool alone() const { return alone_; }
    /// Admits other writers, where `kind` is shared.
    void let_others();

    /// Marks a run as trained by this process, until release() or its death. Throws Error (bad_data) where another
    /// process trains it. Without effect where this lock marked it already.
    void claim(const std::string& run_id);
    /// Whether this lock marked it.
    bool claims(const std::string& run_id) const { return claimed_.contains(run_id); }
    void release(const std::string& run_id);

  private:
    std::filesystem::path library_;
    Kind kind_;
    bool alone_ = false;
    int descriptor_ = -1;
    std::set<std::string> claimed_;
};

/// Tells which runs of a library other processes train now; reads the lock file once.
class ClaimReader {
  public:
    explicit ClaimReader(const std::filesystem::path& library);
    ~ClaimReader();
    ClaimReader(const ClaimReader&) = delete;
    ClaimReader& operator=(const ClaimReader&) = delete;

    bool trained_elsewhere(const std::string& run_id) const;

  private:
    int descriptor_ = -1;
};

}  // namespace mantissa
