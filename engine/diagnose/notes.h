// SPDX-License-Identifier: Apache-2.0
// What a search for a cause has trained, in a file: one that was stopped goes on without training it again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/diagnose/findings.h"
#include "engine/diagnose/watch.h"

namespace mantissa {

namespace diagnosis {
class Notes;
}

/// What a training came to.
struct Trained {
    Course course;
    std::optional<Evaluation> tested;  ///< where it was asked for and the training went to its end
    bool recalled = false;             ///< of an earlier search
};

class DiagnosisNotes {
  public:
    static constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;
    static constexpr std::size_t most_files = 32;

    /// In this process alone.
    DiagnosisNotes();
    /// With what `file` holds about the question whose digest is `about`. What is of another question, damaged or
    /// larger than `most_bytes` counts as not there. `anew`: nothing is taken from it.
    DiagnosisNotes(std::filesystem::path file, std::string about, bool anew = false);
    ~DiagnosisNotes();
    DiagnosisNotes(const DiagnosisNotes&) = delete;
    DiagnosisNotes& operator=(const DiagnosisNotes&) = delete;

    std::optional<Trained> training(const std::string& key) const;
    std::optional<Replay> replay(const std::string& key) const;
    /// The run as it was watched, but for its states, and what the replay of its failure found.
    std::optional<std::pair<Watched, Replay>> watched() const;
    /// Each is on the disk before they return. A disk that is full does not disturb the search: kept() says so.
    void keep(const std::string& key, const Trained& trained);
    void keep(const std::string& key, const Replay& replay);
    void keep(const Watched& watched, const Replay& cause);
    /// Whether all that was to be kept is.
    bool kept() const noexcept { return kept_; }
    /// The search came to its end: the file is removed.
    void forget() noexcept;

  private:
    void write() noexcept;

    std::filesystem::path file_;  // empty: none
    std::unique_ptr<diagnosis::Notes> notes_;
    std::size_t recalled_ = 0;  // of the trainings, from the first
    bool kept_ = true;
};

/// A digest of a training: 64 hexadecimal digits. `images`: on so many it is evaluated at its end.
std::string training_key(const run::RunConfig& config, bool moved, std::uint32_t steps, std::int64_t images);

/// Trains `steps` steps of `config` from `from` (null: from the beginning), or fewer where it fails by itself, and
/// evaluates it where it did not; or recalls it from the notes. `moved`: a control.
Trained train_or_recall(const Bench& bench, const run::RunConfig& config, const Snapshot* from, bool moved,
                        std::uint32_t steps, std::int64_t images, const DiagnosisOptions& options, Pace& pace);

}  // namespace mantissa
