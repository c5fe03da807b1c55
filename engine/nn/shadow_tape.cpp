// SPDX-License-Identifier: Apache-2.0
// Copies and comparisons, by gauge: both passes have the same gauges in the same order.
#include "engine/nn/shadow_tape.h"

namespace mantissa {

void ShadowTape::record(int gauge, const Tensor& tensor) {
    const auto index = static_cast<std::size_t>(gauge);
    if (entries_.size() <= index) entries_.resize(index + 1);
    Entry& entry = entries_[index];
    if (!entry.copy || entry.copy->size() < tensor.bytes()) {
        entry.copy = device_.allocate(tensor.bytes());
        identity_.renew();
    }
    if (!entry.counts) {
        entry.counts = device_.allocate(sizeof(ShadowCounts));
        device_.zero(entry.counts->data(), sizeof(ShadowCounts));
    }
    entry.tensor = tensor;
    entry.tensor.data = entry.copy->data();
    device_.kernels().round_copy(tensor, entry.tensor, Cast{});
}

void ShadowTape::compare(int gauge, const Tensor& shadow, const StepState* state) {
    const auto index = static_cast<std::size_t>(gauge);
    if (index >= entries_.size() || !entries_[index].copy) return;
    device_.kernels().compare_with_shadow(entries_[index].tensor, shadow, state,
                                          reinterpret_cast<ShadowCounts*>(entries_[index].counts->data()));
}

void ShadowTape::begin_step() {
    for (const Entry& entry : entries_)
        if (entry.counts) device_.zero(entry.counts->data(), sizeof(ShadowCounts));
}

std::vector<ShadowCounts> ShadowTape::read() const {
    std::vector<ShadowCounts> counts(entries_.size());
    for (std::size_t i = 0; i < entries_.size(); ++i)
        if (entries_[i].counts) device_.download(&counts[i], entries_[i].counts->data(), sizeof(ShadowCounts));
    return counts;
}

std::uint64_t ShadowTape::bytes() const {
    std::uint64_t bytes = 0;
    for (const Entry& entry : entries_)
        bytes += (entry.copy ? entry.copy->size() : 0) + (entry.counts ? entry.counts->size() : 0);
    return bytes;
}

}  // namespace mantissa
