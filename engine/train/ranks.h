// SPDX-License-Identifier: Apache-2.0
// Data parallel training: a batch divided over ranks, which have the same weights and whose gradients are averaged
// before the update (engine/precision/rank_sum.h). All of them in this process, one after the other, or each in a
// process of its own: the bits are the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/backend/device.h"
#include "engine/base/rank_link.h"
#include "engine/nn/network.h"
#include "engine/nn/parameters.h"
#include "engine/precision/rank_sum.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// What a step's ranks did together.
struct RankReadings {
    RankCounts counts;
    std::optional<double> error;  ///< monitored steps: |mean - exact| / |exact|, L2 of all gradients; not of processes
    bool stop = false;            ///< a process was asked to stop: all of them do
};

/// Images of one rank's share of the batch of `config` (complete and valid): all of it where there is one rank.
inline std::int64_t share_of(const run::RunConfig& config) {
    return static_cast<std::int64_t>(config.batch()) / std::max<std::int64_t>(1, config.ranks());
}

/// What they did, in the record of their step.
void add_ranks(const RankReadings& ranks, run::StepRecord& record);

class Ranks {
  public:
    /// Of `config` (complete and valid), with more than one rank. `link`: this process is one of them; else it is all.
    Ranks(const run::RunConfig& config, const Network& network, RankLink* link = nullptr);
    /// Bytes of the host's memory that those of `config` take at most; 0 where there is one rank.
    static std::uint64_t bytes(const run::RunConfig& config, const Network& network);

    std::uint32_t count() const noexcept { return policy_.ranks; }
    /// Those of this process: from first() to before end().
    std::uint32_t first() const noexcept { return link_ ? link_->rank() : 0; }
    std::uint32_t end() const noexcept { return link_ ? link_->rank() + 1 : count(); }
    /// Sums by these settings from the next step on; its ranks, order and buckets are those of the constructor.
    void configure(const run::RunConfig& config);

    /// The batch's images that `rank` trains on: as many as every other rank. Where the batch cannot be divided (an
    /// epoch's last one) it is filled up with its own first images, as PyTorch's DistributedSampler fills up an epoch.
    std::span<const std::uint32_t> share(std::span<const std::uint32_t> batch, std::uint32_t rank);
    /// Random numbers of `rank`: its dropout is its own. Rank 0 has the run's.
    static std::uint64_t seed_of(std::uint64_t seed, std::uint32_t rank) noexcept {
        return seed + rank * 0x9E3779B97F4A7C15u;
    }

    /// A step begins. `monitored`: its error is measured.
    void begin(std::uint64_t seed, std::uint32_t step, bool monitored);
    /// The next rank has its gradients in `views` and its loss in `state`, which is then zero. Waits for the device.
    void take(Device& device, std::span<const ParameterView> views, StepState* state);
    /// All ranks were taken: their mean takes the gradients' place, and the sum of their losses that of the loss. Of
    /// processes the counts of `flush` are added up as well.
    void finish(Device& device, std::span<const ParameterView> views, StepState* state, std::span<FlushCounts> flush);
    /// Throws Error(failed) on every rank where one has other weights than the first: its first tensor, after `step`
    /// steps. Nothing where all ranks are in this process and have the same.
    void compare_weights(const Parameters& parameters, const Network& network, std::uint32_t step);
    const RankReadings& readings() const noexcept { return readings_; }

  private:
    void add_up(std::span<std::byte> own, const std::function<void(std::span<const std::byte>)>& add);

    RankLink* link_;
    RankPolicy policy_;
    std::vector<std::size_t> buckets_;
    std::vector<std::size_t> places_;  ///< by parameter, in all gradients: the last parameter's are the first
    std::optional<RankSum> sum_;       ///< of all ranks in this process
    std::vector<float> own_;           ///< of this process, where it is one rank
    std::optional<RankArithmetic> arithmetic_;
    std::vector<std::uint32_t> indices_;
    std::vector<double> exact_;  ///< of a monitored step
    LossSums loss_;
    RankReadings readings_;
};

}  // namespace mantissa
