// SPDX-License-Identifier: Apache-2.0
// Slurm's own programs: sbatch, squeue and scontrol, as a person would call them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mantissa {

struct ProgramOutput {
    int exit_code = 0;  ///< 128 + N where a signal N ended it
    std::string out;
};

/// Runs a program, found as a shell finds it, to its end; its errors go where this program's go, or nowhere. Throws
/// Error(usage) where there is none.
ProgramOutput run_program(const std::vector<std::string>& arguments, bool silent = false);

/// The arrays of one sweep.
class SlurmJobs {
  public:
    /// `record`: the file that keeps which arrays were submitted.
    explicit SlurmJobs(std::filesystem::path record) : record_(std::move(record)) {}

    /// Submits tasks of these numbers (ascending), in as many arrays as Slurm's largest index asks for. `options` and
    /// `script` are sbatch's; the script gets `arguments` and the number of the task whose index is 0. Returns the
    /// arrays' numbers. Throws Error(failed) where sbatch refuses.
    std::vector<std::string> submit(const std::vector<std::size_t>& numbers, const std::vector<std::string>& options,
                                    const std::filesystem::path& script, const std::vector<std::string>& arguments);
    /// Whether sbatch has taken this task from submit(), here and now, also where it refused others.
    bool has_taken(std::size_t number) const { return taken_.contains(number); }
    /// Makes the record, for who looks before anything is submitted.
    void begin() const;
    /// The tasks that sbatch has taken at any time; nothing where the record does not tell, as where the sweep is not
    /// Slurm's or an older program's.
    std::optional<std::set<std::size_t>> submitted() const;
    /// Tasks that wait, run or are about to run again; nothing where Slurm does not answer.
    std::optional<std::set<std::size_t>> queued() const;

  private:
    std::filesystem::path record_;
    std::set<std::size_t> taken_;
};

/// "0-4,7,9-10".
std::string array_of(const std::vector<std::size_t>& indices);

}  // namespace mantissa
