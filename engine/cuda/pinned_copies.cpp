// SPDX-License-Identifier: Apache-2.0
// A ring of slots, each with the event of its last copy.
#include "engine/cuda/pinned_copies.h"

#include <cstring>

namespace mantissa::cuda {

PinnedCopies::PinnedCopies(cudaStream_t stream) : stream_(stream) {
    for (cudaEvent_t& event : sent_)
        if (cudaEventCreateWithFlags(&event, cudaEventDisableTiming) != cudaSuccess) {
            event = nullptr;
            (void)cudaGetLastError();
            return;
        }
    void* memory = nullptr;
    if (cudaHostAlloc(&memory, (slots + 1) * slot_bytes, cudaHostAllocDefault) == cudaSuccess)
        memory_ = static_cast<std::byte*>(memory);
    else
        (void)cudaGetLastError();
}

PinnedCopies::~PinnedCopies() {
    (void)cudaStreamSynchronize(stream_);  // the card may still read a slot
    for (const cudaEvent_t event : sent_)
        if (event) (void)cudaEventDestroy(event);
    if (memory_) (void)cudaFreeHost(memory_);
}

cudaError_t PinnedCopies::upload(void* destination, const void* source, std::size_t bytes) {
    std::byte* slot = memory_ + next_ * slot_bytes;
    const cudaEvent_t event = sent_[next_];
    next_ = (next_ + 1) % slots;
    if (const cudaError_t status = cudaEventSynchronize(event); status != cudaSuccess)
        return status;  // done if never recorded
    std::memcpy(slot, source, bytes);
    if (const cudaError_t status = cudaMemcpyAsync(destination, slot, bytes, cudaMemcpyHostToDevice, stream_);
        status != cudaSuccess)
        return status;
    return cudaEventRecord(event, stream_);
}

cudaError_t PinnedCopies::download(void* destination, const void* source, std::size_t bytes) {
    std::byte* slot = memory_ + slots * slot_bytes;
    cudaError_t status = cudaMemcpyAsync(slot, source, bytes, cudaMemcpyDeviceToHost, stream_);
    if (status == cudaSuccess) status = cudaStreamSynchronize(stream_);
    if (status == cudaSuccess) std::memcpy(destination, slot, bytes);
    return status;
}

}  // namespace mantissa::cuda
