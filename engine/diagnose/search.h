// SPDX-License-Identifier: Apache-2.0
// The search for the smallest cure: trainings from one state, each with another set of widenings, judged against FP32.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "engine/diagnose/space.h"
#include "engine/diagnose/watch.h"

namespace mantissa {

/// What all trainings of a search begin with and are held against.
struct SearchGround {
    const Snapshot* from = nullptr;  ///< null: the beginning of the run
    std::uint32_t steps = 0;         ///< that each trains
    Course fp32;                     ///< of so many steps from there
    double tolerance = 0;
};

class Search {
  public:
    Search(const Bench& bench, const run::RunConfig& config, const std::vector<Widening>& space, SearchGround ground,
           const DiagnosisOptions& options, Pace& pace)
        : bench_(bench), config_(config), space_(space), ground_(std::move(ground)), options_(options), pace_(pace) {}

    /// Whether the run with these widened keeps up with FP32. Remembers what it was asked.
    bool cured(const std::vector<std::size_t>& chosen);
    /// A 1-minimal set that cures; nothing where not even all do. `findings` say where to look first.
    std::optional<std::vector<std::size_t>> smallest(const std::vector<run::CastFinding>& findings,
                                                     run::Diagnosis::Rule rule);

    std::uint32_t tests() const noexcept { return static_cast<std::uint32_t>(known_.size()); }
    /// The smallest set that was seen to cure; what is known where the search is stopped.
    const std::optional<std::vector<std::size_t>>& best() const noexcept { return best_; }
    /// The last mean loss of that set's training.
    double best_loss() const noexcept { return best_loss_; }

  private:
    std::vector<std::vector<std::size_t>> candidates(const std::vector<run::CastFinding>& findings,
                                                     run::Diagnosis::Rule rule) const;

    const Bench& bench_;
    const run::RunConfig& config_;
    const std::vector<Widening>& space_;
    SearchGround ground_;
    const DiagnosisOptions& options_;
    Pace& pace_;
    struct Tested {
        bool cured = false;
        std::optional<Failure> failure;  ///< by the training's own rules
    };
    const Tested& test(const std::vector<std::size_t>& chosen);
    std::optional<std::vector<std::size_t>> grown(std::size_t first);

    std::map<std::vector<std::size_t>, Tested> known_;
    std::optional<std::vector<std::size_t>> best_;
    double best_loss_ = 0;
};

/// Whether widening `one` is about what was found.
bool matches(const Widening& one, const run::CastFinding& finding);

}  // namespace mantissa
