// SPDX-License-Identifier: Apache-2.0
// Copies and comparisons, by gauge: both passes have the same gauges in the same order.
#include "engine/nn/shadow_tape.h"

#include <cstring>

namespace mantissa {

void ShadowTape::record(int gauge, const Tensor& tensor) {
    Entry& entry = entries_.at(static_cast<std::size_t>(gauge));
    if (!counts_) counts_ = device_.allocate(entries_.size() * sizeof(ShadowCounts));  // begin_step() comes after
    if (!entry.copy || entry.copy->size() < tensor.bytes()) {
        entry.copy = device_.allocate(tensor.bytes());
        identity_.renew();
    }
    entry.tensor = tensor;
    entry.tensor.data = entry.copy->data();
    device_.kernels().round_copy(tensor, entry.tensor, Cast{});
}

void ShadowTape::compare(int gauge, const Tensor& shadow, const StepState* state) {
    const auto index = static_cast<std::size_t>(gauge);
    if (index >= entries_.size() || !entries_[index].copy) return;
    device_.kernels().compare_with_shadow(entries_[index].tensor, shadow, state, counts_of(index));
}

void ShadowTape::begin_step() {
    if (counts_) device_.zero(counts_->data(), counts_->size());
}

std::unique_ptr<Fetch> ShadowTape::fetch() const {
    return counts_ ? device_.fetch(counts_->data(), counts_->size()) : device_.fetch(nullptr, 0);
}

std::vector<ShadowCounts> ShadowTape::unpack(std::span<const std::byte> block) const {
    std::vector<ShadowCounts> counts(entries_.size());
    if (!block.empty()) std::memcpy(counts.data(), block.data(), block.size());
    return counts;
}

std::uint64_t ShadowTape::bytes() const {
    std::uint64_t bytes = counts_ ? counts_->size() : 0;
    for (const Entry& entry : entries_) bytes += entry.copy ? entry.copy->size() : 0;
    return bytes;
}

}  // namespace mantissa
