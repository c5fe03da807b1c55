// SPDX-License-Identifier: Apache-2.0
// A sweep whose runs are trained by several processes, perhaps on several machines. What they have in common is a
// folder on a file system that all of them see:
//
//   cells.jsonl    a run a line, only ever added to: its number, from 0 on, is the name of a task
//   cells/00017/   of run 17: running.mantissa and checkpoints/ while it trains, run.mantissa when it has ended,
//                  refused where it could not begin, merged once it is in the sweep's library; progress: how far
//                  it is, for who only watches. A library that others train into is not opened for that: it is
//                  renamed and removed when the run has ended
//   jobs           a submitted array a line: Slurm's number, and that of its first run
//   log/           what the tasks print
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/worker/sweep_cells.h"
#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// A file that one process at a time may hold, until this object or the process ends.
class FileLock {
  public:
    /// Throws Error(failed) with `taken` where another process holds it. Where the file system has no locks, everybody
    /// holds it.
    FileLock(const std::filesystem::path& file, const Phrase& taken);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

  private:
    int descriptor_ = -1;
};

/// The files of one run.
struct SweepPlace {
    std::filesystem::path folder, lock, running, finished, checkpoints, refused, merged, taken, progress;
};

/// How far the run of a task is, as it tells itself.
struct TaskProgress {
    std::string run_id;
    std::uint32_t of_steps = 0;
    run::RunFinished so_far;  ///< without an outcome while it is under way
};

class SweepFolder {
  public:
    /// Where the folder of a sweep lies if nothing else is said: beside its library.
    static std::filesystem::path beside(const SweepWork& work);

    explicit SweepFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

    const std::filesystem::path& path() const noexcept { return folder_; }
    std::filesystem::path log() const { return folder_ / "log"; }
    std::filesystem::path lock() const { return folder_ / "lock"; }
    std::filesystem::path jobs() const { return folder_ / "jobs"; }
    SweepPlace place(std::size_t number) const;

    /// Makes the folder and gives each run of the sweep its number; a run that had one keeps it.
    std::vector<std::size_t> number(const SweepWork& work) const;
    /// The run of this number. Throws Error(bad_data) where there is none.
    run::Start read(std::size_t number) const;

    /// The runs of these numbers, from `first` on; none where nothing is numbered. Throws Error(bad_data).
    std::vector<run::Start> numbered(std::size_t first) const;

    struct Merged {
        std::string run_id;
        run::RunFinished finished;
    };
    /// Takes the run of this number into `library`, if it has ended and is not there: the file goes, a mark stays.
    std::optional<Merged> merge(std::size_t number, const std::filesystem::path& library) const;
    /// What its task has told last; nothing where it has told nothing.
    std::optional<TaskProgress> progress(std::size_t number) const;
    /// Writes the progress down. What cannot be written is left out: the training goes on.
    void tell(std::size_t number, const TaskProgress& progress) const noexcept;
    /// Why a run could not begin; empty where it could, or nobody tried.
    std::string refusal(std::size_t number) const;
    /// Writes down why a run could not begin. What cannot be written is left out.
    void refuse(std::size_t number, const std::string& why) const noexcept;
    /// Forgets what became of a run earlier, since it is to be trained now.
    void make_ready(std::size_t number) const;
    /// Removes the folder, once everything is in the library.
    void remove() const noexcept;

  private:
    std::filesystem::path folder_;
};

/// The library of a sweep, to be written again and again; throws Error(usage) for "none".
void need_library(const SweepWork& work);

}  // namespace mantissa
