// SPDX-License-Identifier: Apache-2.0
#include "engine/train/ranks.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/base/crc32c.h"
#include "engine/base/error.h"
#include "engine/precision/linked_sum.h"
#include "engine/run/policy_of.h"

namespace mantissa {
namespace {

/// Whole tensors from the last on, as PyTorch's DDP fills its buckets: one is closed where it holds so many bytes.
std::vector<std::size_t> buckets_of(const run::RunConfig& config, const Network& network) {
    const std::size_t full = std::size_t{config.rank_bucket_kib()} * 1024 / sizeof(float);
    std::vector<std::size_t> buckets;
    bool open = false;
    for (std::size_t i = network.parameters.size(); i-- > 0;) {
        if (!open) buckets.push_back(0);
        buckets.back() += static_cast<std::size_t>(network.parameters[i].shape.size());
        open = buckets.back() < full;
    }
    return buckets;
}

}  // namespace

void add_ranks(const RankReadings& ranks, run::StepRecord& record) {
    record.set_rank_gradients_nonzero(ranks.counts.nonzero);
    record.set_rank_gradients_flushed(ranks.counts.flushed);
    record.set_rank_sums_overflowed(ranks.counts.overflowed);
    if (ranks.error && std::isfinite(*ranks.error)) record.set_rank_sum_error(*ranks.error);
}

Ranks::Ranks(const run::RunConfig& config, const Network& network, RankLink* link)
    : link_(link), policy_(rank_policy_of(config)), buckets_(buckets_of(config, network)) {
    places_.resize(network.parameters.size());
    std::size_t at = 0;
    for (std::size_t i = places_.size(); i-- > 0;) {
        places_[i] = at;
        at += static_cast<std::size_t>(network.parameters[i].shape.size());
    }
    if (link_) {
        own_.resize(at);
    } else {
        sum_.emplace(policy_, buckets_);
        if (config.histogram_interval() > 0) exact_.resize(at);
    }
}

std::uint64_t Ranks::bytes(const run::RunConfig& config, const Network& network) {
    if (config.ranks() <= 1) return 0;
    const std::vector<std::size_t> buckets = buckets_of(config, network);
    std::uint64_t bytes = RankSum::planned_bytes(rank_policy_of(config), buckets);
    if (config.histogram_interval() > 0)
        for (const std::size_t n : buckets) bytes += n * sizeof(double);
    return bytes;
}

void Ranks::configure(const run::RunConfig& config) {
    const RankOrder order = policy_.order;
    policy_ = rank_policy_of(config);
    policy_.order = order;
}

std::span<const std::uint32_t> Ranks::share(std::span<const std::uint32_t> batch, std::uint32_t rank) {
    const std::size_t each = (batch.size() + count() - 1) / count();
    indices_.resize(each);
    for (std::size_t i = 0; i < each; ++i) indices_[i] = batch[(rank * each + i) % batch.size()];
    return indices_;
}

void Ranks::begin(std::uint64_t seed, std::uint32_t step, bool monitored) {
    arithmetic_.emplace(policy_, seed, step);
    if (sum_) sum_->begin(*arithmetic_);
    readings_ = {};
    loss_ = {};
    if (!monitored || link_) return;
    readings_.error = 0;
    std::fill(exact_.begin(), exact_.end(), 0.0);
}

void Ranks::take(Device& device, std::span<const ParameterView> views, StepState* state) {
    const std::span<float> numbers = sum_ ? sum_->next() : std::span<float>(own_);
    for (std::size_t i = 0; i < views.size(); ++i)
        device.download(numbers.data() + places_[i], views[i].gradient.data,
                        static_cast<std::size_t>(views[i].gradient.size()) * sizeof(float));
    LossSums own;
    device.download(&own, &state->loss, sizeof own);
    device.zero(&state->loss, sizeof own);
    loss_.loss += own.loss;
    loss_.correct += own.correct;
    loss_.images += own.images;
    if (readings_.error)
        for (std::size_t i = 0; i < numbers.size(); ++i) exact_[i] += static_cast<double>(numbers[i]);
    if (sum_)
        sum_->add_rank();
    else
        arithmetic_->enter(first(), 0, numbers, readings_.counts);
}

/// The first rank adds what the others send, in their order, and hands them the sum.
void Ranks::add_up(std::span<std::byte> own, const std::function<void(std::span<const std::byte>)>& add) {
    if (first() > 0) {
        link_->send(0, own);
        link_->receive(0, own);
        return;
    }
    std::vector<std::byte> other(own.size());
    for (std::uint32_t rank = 1; rank < count(); ++rank) {
        link_->receive(rank, other);
        add(other);
    }
    for (std::uint32_t rank = 1; rank < count(); ++rank) link_->send(rank, own);
}

namespace {

struct Told {
    LossSums loss;
    RankCounts counts;
    std::uint64_t stop = 0;
};

template <class Value>
std::span<std::byte> raw_bytes(Value& value) {
    return std::as_writable_bytes(std::span(&value, 1));
}

}  // namespace

void Ranks::finish(Device& device, std::span<const ParameterView> views, StepState* state,
                   std::span<FlushCounts> flush) {
    std::span<const float> mean = own_;
    if (link_) {
        linked_mean(*link_, *arithmetic_, buckets_, own_);
        Told told{loss_, readings_.counts, link_->interrupted() ? 1u : 0u};
        add_up(raw_bytes(told), [&](std::span<const std::byte> bytes) {
            Told other;
            std::memcpy(&other, bytes.data(), sizeof other);
            told.loss.loss += other.loss.loss;
            told.loss.correct += other.loss.correct;
            told.loss.images += other.loss.images;
            told.counts.nonzero += other.counts.nonzero;
            told.counts.flushed += other.counts.flushed;
            told.counts.nonfinite += other.counts.nonfinite;
            told.stop += other.stop;
        });
        loss_ = told.loss;
        readings_.counts = told.counts;
        readings_.stop = told.stop > 0;
        if (told.counts.nonfinite == 0) readings_.counts.overflowed = count_nonfinite(own_);
        std::vector<FlushCounts> all(flush.size());
        device.download(all.data(), flush.data(), flush.size_bytes());
        add_up(std::as_writable_bytes(std::span(all)), [&](std::span<const std::byte> bytes) {
            std::vector<FlushCounts> other(flush.size());
            std::memcpy(other.data(), bytes.data(), bytes.size());
            for (std::size_t i = 0; i < all.size(); ++i) all[i] += other[i];
        });
        device.upload(flush.data(), all.data(), flush.size_bytes());
    } else {
        mean = sum_->mean();
        readings_.counts = sum_->counts();
    }
    for (std::size_t i = 0; i < views.size(); ++i)
        device.upload(views[i].gradient.data, mean.data() + places_[i],
                      static_cast<std::size_t>(views[i].gradient.size()) * sizeof(float));
    device.upload(&state->loss, &loss_, sizeof loss_);
    if (!readings_.error) return;
    double wrong = 0, norm = 0;
    for (std::size_t i = 0; i < mean.size(); ++i) {
        const double exact = exact_[i] / count(), error = static_cast<double>(mean[i]) - exact;
        norm += exact * exact;
        wrong += error * error;
    }
    readings_.error = norm > 0 ? std::sqrt(wrong / norm) : 0;
}

void Ranks::compare_weights(const Parameters& parameters, const Network& network, std::uint32_t step) {
    if (!link_) return;
    // Of each tensor: of the first rank, and then the first rank that has another.
    struct Sum {
        std::uint32_t crc = 0, rank = 0;
    };
    std::vector<Sum> sums;
    for (std::size_t i = 0; i < network.parameters.size(); ++i) {
        const std::vector<float> values = parameters.values(i);
        sums.push_back({crc32c(std::as_bytes(std::span(values))), 0});
    }
    std::uint32_t rank = 0;
    add_up(std::as_writable_bytes(std::span(sums)), [&](std::span<const std::byte> bytes) {
        std::vector<Sum> other(sums.size());
        std::memcpy(other.data(), bytes.data(), bytes.size());
        ++rank;
        for (std::size_t i = 0; i < sums.size(); ++i)
            if (sums[i].rank == 0 && other[i].crc != sums[i].crc) sums[i].rank = rank;
    });
    for (std::size_t i = 0; i < sums.size(); ++i)
        if (sums[i].rank > 0)
            throw Error(ErrorCode::failed,
                        say("rank %1 has other weights than rank 0 after step %2, first in %3",
                            {sums[i].rank, step, network.parameters[i].name}),
                        "ranks", say("the same program, libraries and processors on every rank"));
}

}  // namespace mantissa
