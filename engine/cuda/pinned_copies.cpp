// SPDX-License-Identifier: Apache-2.0
// A ring of slots, each with the event of its last copy.
#include "engine/cuda/pinned_copies.h"

#include <algorithm>
#include <cstring>

namespace mantissa::cuda {

PinnedCopies::PinnedCopies(cudaStream_t stream) : stream_(stream) {
    const auto make = [](cudaEvent_t& event, unsigned flags) {
        if (cudaEventCreateWithFlags(&event, flags) == cudaSuccess) return true;
        event = nullptr;
        (void)cudaGetLastError();
        return false;
    };
    for (cudaEvent_t& event : sent_)
        if (!make(event, cudaEventDisableTiming)) return;
    for (cudaEvent_t& event : fetched_)
        if (!make(event, cudaEventDefault)) return;
    void* memory = nullptr;
    if (cudaHostAlloc(&memory, (uploads + 1 + fetches) * slot_bytes, cudaHostAllocDefault) == cudaSuccess)
        memory_ = static_cast<std::byte*>(memory);
    else
        (void)cudaGetLastError();
}

PinnedCopies::~PinnedCopies() {
    (void)cudaStreamSynchronize(stream_);  // the card may still read or write a slot
    for (const cudaEvent_t event : sent_)
        if (event) (void)cudaEventDestroy(event);
    for (const cudaEvent_t event : fetched_)
        if (event) (void)cudaEventDestroy(event);
    if (memory_) (void)cudaFreeHost(memory_);
}

cudaError_t PinnedCopies::upload(void* destination, const void* source, std::size_t bytes) {
    std::byte* slot = memory_ + next_ * slot_bytes;
    const cudaEvent_t event = sent_[next_];
    next_ = (next_ + 1) % uploads;
    if (const cudaError_t status = cudaEventSynchronize(event); status != cudaSuccess)
        return status;  // done if never recorded
    std::memcpy(slot, source, bytes);
    if (const cudaError_t status = cudaMemcpyAsync(destination, slot, bytes, cudaMemcpyHostToDevice, stream_);
        status != cudaSuccess)
        return status;
    return cudaEventRecord(event, stream_);
}

cudaError_t PinnedCopies::download(void* destination, const void* source, std::size_t bytes) {
    std::byte* slot = memory_ + uploads * slot_bytes;
    cudaError_t status = cudaMemcpyAsync(slot, source, bytes, cudaMemcpyDeviceToHost, stream_);
    if (status == cudaSuccess) status = cudaStreamSynchronize(stream_);
    if (status == cudaSuccess) std::memcpy(destination, slot, bytes);
    return status;
}

std::optional<std::size_t> PinnedCopies::take_slot() noexcept {
    const auto free = std::find(taken_.begin(), taken_.end(), false);
    if (free == taken_.end()) return std::nullopt;
    *free = true;
    return static_cast<std::size_t>(free - taken_.begin());
}

cudaError_t PinnedCopies::fetch(std::size_t slot, const void* source, std::size_t bytes) {
    // A fetch that was dropped may still be on its way into this slot: this one comes after it on the stream.
    std::byte* to = memory_ + (uploads + 1 + slot) * slot_bytes;
    if (const cudaError_t status = cudaMemcpyAsync(to, source, bytes, cudaMemcpyDeviceToHost, stream_);
        status != cudaSuccess)
        return status;
    return cudaEventRecord(fetched_[slot], stream_);
}

std::optional<double> PinnedCopies::seconds_between(std::size_t earlier, std::size_t later) const {
    float milliseconds = 0;
    if (cudaEventElapsedTime(&milliseconds, fetched_[earlier], fetched_[later]) == cudaSuccess)
        return static_cast<double>(milliseconds) * 1e-3;
    (void)cudaGetLastError();
    return std::nullopt;
}

}  // namespace mantissa::cuda
