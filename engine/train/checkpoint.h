// SPDX-License-Identifier: Apache-2.0
// A lane's whole state in a file: from it the run goes on to the same bits as if it had never stopped.
//
// The file: 16 bytes magic, the version (32 bits), 32 bits of zero, the sizes of the two parts that follow (64 bits
// each; all numbers little-endian), a checkpoint.Description, weights and moments as the engine lays them out, and the
// SHA-256 of all before it as 64 hexadecimal digits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/backend/device.h"
#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"
#include "engine/train/trainer.h"

namespace mantissa {

inline constexpr std::uint32_t checkpoint_version = 1;

struct Checkpoint {
    std::string run_id;
    std::uint32_t lane = 0;
    std::string program_version, commit;  ///< of the program that wrote it
    Snapshot snapshot;
    run::RunStarted started;  ///< the run's first record, as it was emitted
    std::optional<std::string>
        race;  ///< the lanes that it goes in lockstep with (SessionLane::race); read: never unset
    /// Records up to the snapshot that the library may not have: they may have been lost with the process that wrote
    /// them. They are emitted again, so that no step can be missing from a resumed run.
    std::vector<run::Record> unsettled;
};

/// Where a new run that begins with the state of `from` comes from.
run::RunIdentity fork_origin(const Checkpoint& from);

/// What a CheckpointRecord says of a file.
struct CheckpointFile {
    std::filesystem::path path;
    std::uint64_t bytes = 0;
    std::string sha256;
};

/// The state of `trainer`, with what `sink` cannot vouch for.
Checkpoint checkpoint_of(const Trainer& trainer, RecordSink& sink);

/// A checkpoint that lies beside its place, complete and on the disk. Removed where it is not put there.
class PreparedCheckpoint {
  public:
    /// Throws Error(failed) naming `file`, and leaves nothing behind.
    PreparedCheckpoint(std::filesystem::path file, const Checkpoint& checkpoint);
    ~PreparedCheckpoint();
    PreparedCheckpoint(PreparedCheckpoint&& other) noexcept;
    PreparedCheckpoint(const PreparedCheckpoint&) = delete;
    PreparedCheckpoint& operator=(const PreparedCheckpoint&) = delete;
    PreparedCheckpoint& operator=(PreparedCheckpoint&&) = delete;

    const CheckpointFile& file() const noexcept { return file_; }
    /// In one step: its file is the new one or the old one, never half of one. Throws Error(failed) naming it.
    void put_in_place();

  private:
    std::filesystem::path beside_;  // empty once it is in its place
    CheckpointFile file_;
};

/// Both at once.
CheckpointFile write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);

/// Throws Error: failed where it cannot be read, bad_data naming file and place where it is damaged, cut short, of
/// another version, or does not hold together. Whether it fits the network is for Trainer::restore().
Checkpoint read_checkpoint(const std::filesystem::path& file);

/// What the event of a resume says: from which step, and what about this machine may make its bits differ.
Phrase resume_phrase(const Checkpoint& checkpoint, const DeviceDescription& device);

/// Throws Error(bad_data) where the data are not those that the run was trained on.
void check_data(const Checkpoint& checkpoint, const Dataset& dataset);

/// Where checkpoints lie, one per run: RUN_ID.checkpoint. Not more than the newest `most_files` and `most_bytes`.
class CheckpointFolder {
  public:
    static constexpr std::size_t most_files = 32;
    static constexpr std::uint64_t most_bytes = std::uint64_t{4} << 30;

    /// Empty: there is none, nothing is kept. Made when it is first written to.
    explicit CheckpointFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}
    /// Where the last states of runs that completed lie, 1024 and 1 GiB at most. Nobody goes on from those, so they
    /// have a place of their own and never push out one that somebody may go on from.
    CheckpointFolder ended() const;

    bool used() const noexcept { return !folder_.empty(); }
    const std::filesystem::path& path() const noexcept { return folder_; }
    /// Throws Error(usage) for what is no run's id: it becomes a file's name.
    std::filesystem::path file_of(const std::string& run_id) const;
    /// The folder is made where it is not there.
    PreparedCheckpoint prepare(const Checkpoint& checkpoint) const;
    /// Removes the oldest above the limits, never those of the runs in `kept`. Never fails.
    void prune(std::span<const std::string> kept) const noexcept;
    /// As read_checkpoint(); Error(usage) naming the folder where there is none of this run.
    Checkpoint read(const std::string& run_id) const;
    /// Whether there is none of this run any more.
    bool remove(const std::string& run_id) const noexcept;

  private:
    std::filesystem::path folder_;
    std::size_t files_ = most_files;
    std::uint64_t bytes_ = most_bytes;
};

}  // namespace mantissa
