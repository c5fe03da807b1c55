// SPDX-License-Identifier: Apache-2.0
// The recordings of several ranks of one training as one run. The run is rank 0's: its steps, settings, gradients and
// weights (with DistributedDataParallel all ranks have the same, with sharded tensors rank 0's file has the sum over
// the ranks already). Of the others come
// - the numbers that were logged: loss, accuracy and all scalars are the mean over the ranks that logged them;
// - histograms: counts of one tensor and role are added (activations: each rank has its own batch; parts of sharded
//   tensors, where the probe could not add them);
// - what they say of skipped steps and of themselves, with their number before it.
// What is joined, which ranks are missing and which lag is said in notices.
//
// A step is handed on when every rank has it, or has come to its end, or is more than most_lag records behind: then it
// is left out from there on. The id of a joined run names how many ranks it has: with others it is another run.
//
// Memory: most_lag records of each rank, and the histograms of a few steps.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/recording/run_reader.h"

namespace mantissa {

class RankJoiner : public RunReader {
  public:
    static constexpr std::size_t most_lag = 4096;

    /// `files`: what messages call them; `ranks`: which they are, the first one is the run's own.
    RankJoiner(const std::vector<std::string>& files, std::vector<std::uint32_t> ranks, Sink sink);
    ~RankJoiner() override;

    void take(std::size_t at, std::string_view bytes) override;
    void over(std::size_t at) override;
    bool wants(std::size_t at) const override;
    bool started() const override;
    bool ended() const override;
    bool complete() const override;
    const std::string& run_id() const override;
    std::uint32_t last_step() const override;
    bool partial() const override;
    std::uint64_t unread() const override;
    const Error* first_unread() const override;

  private:
    struct Rank;
    struct State;
    std::unique_ptr<State> state_;
};

/// Adds what `other` counted to `sum`, a histogram of the same tensor and role in the same step.
void add_counts(const run::Histogram& other, run::Histogram& sum);

}  // namespace mantissa
