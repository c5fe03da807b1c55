// SPDX-License-Identifier: Apache-2.0
// The search for the smallest cure: trainings from one state, each with another set of widenings, judged against FP32.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "engine/diagnose/notes.h"
#include "engine/diagnose/space.h"
#include "engine/diagnose/watch.h"

namespace mantissa {

/// What the trainings of one seed begin with and are held against.
struct SearchGround {
    std::uint32_t seed = 0;
    const Snapshot* from = nullptr;  ///< null: the beginning of the run
    std::uint32_t steps = 0;         ///< that each trains
    Course fp32;                     ///< of so many steps from there
    double tolerance = 0;
    std::int64_t images = 0;  ///< of the test set that evaluations at the end take; 0: there are none
    Evaluation tested;        ///< of FP32, then
    /// Below FP32's metric; infinite where losses told of the failure: an evaluation that is infinite or NaN alone is
    /// then no cure.
    double metric_tolerance = 0;
};

/// Whether a training keeps up with FP32 on this ground.
bool keeps_up(const Trained& trained, const SearchGround& ground);

/// What is told of it: with these widened, places in the space.
run::DiagnosisTrial trial_record(const Trained& trained, const SearchGround& ground,
                                 const std::vector<std::size_t>& widened);

class Search {
  public:
    Search(const Bench& bench, const run::RunConfig& config, const std::vector<Widening>& space, SearchGround ground,
           const DiagnosisOptions& options, Pace& pace)
        : bench_(bench), config_(config), space_(space), grounds_{std::move(ground)}, options_(options), pace_(pace) {}

    /// From now on a set cures only if it does with this seed, too.
    void add(SearchGround ground) { grounds_.push_back(std::move(ground)); }

    /// Whether the run with these widened keeps up with FP32, with every seed. Remembers what it was asked.
    bool cured(const std::vector<std::size_t>& chosen) { return test(chosen).held == grounds_.size(); }
    /// A 1-minimal set that cures; nothing where not even all do. `findings` say where to look first, `start` is a set
    /// that cured with fewer seeds.
    std::optional<std::vector<std::size_t>> smallest(const std::vector<run::CastFinding>& findings,
                                                     run::Diagnosis::Rule rule,
                                                     const std::vector<std::size_t>& start = {});

    /// Trainings so far.
    std::uint32_t tests() const noexcept { return tests_; }
    /// Of these, what an earlier search had trained.
    /// The smallest set that was seen to cure; what is known where the search is stopped.
    const std::optional<std::vector<std::size_t>>& best() const noexcept { return best_; }
    /// The last mean loss of that set's training.
    double best_loss() const noexcept { return best_loss_; }

  private:
    struct Candidates {
        std::vector<std::vector<std::size_t>> narrow;  ///< what stands out, and one part of what was found at a time
        std::vector<std::size_t> format;               ///< the switch to another format, where it may help
        std::vector<std::vector<std::size_t>> broad;   ///< several parts
    };
    Candidates candidates(const std::vector<run::CastFinding>& findings, run::Diagnosis::Rule rule) const;

    const Bench& bench_;
    const run::RunConfig& config_;
    const std::vector<Widening>& space_;
    std::vector<SearchGround> grounds_;
    const DiagnosisOptions& options_;
    Pace& pace_;
    struct Tested {
        std::size_t held = 0;            ///< grounds, from the first, on which it keeps up
        bool failed = false;             ///< on the next one
        std::optional<Failure> failure;  ///< how, by the training's own rules
    };
    const Tested& test(const std::vector<std::size_t>& chosen);
    run::RunConfig config_on(const SearchGround& ground, const std::vector<std::size_t>& chosen) const;
    Replay replay_of(const SearchGround& ground, const std::vector<std::size_t>& set, std::uint32_t step);
    std::optional<std::vector<std::size_t>> grown(std::vector<std::size_t> set, std::size_t most);

    std::map<std::vector<std::size_t>, Tested> known_;
    std::optional<std::vector<std::size_t>> best_;
    double best_loss_ = 0;
    std::uint32_t tests_ = 0;
};

/// Whether widening `one` is about what was found.
bool matches(const Widening& one, const run::CastFinding& finding);

}  // namespace mantissa
