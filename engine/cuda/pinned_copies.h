// SPDX-License-Identifier: Apache-2.0
// Page-locked memory through which small copies go. Uploads: the card fetches them when their turn comes, and nobody
// waits. Downloads are waited for, but take one copy where ordinary memory takes several. Fetches: the card puts them
// there when their turn comes, and they are waited for when they are wanted.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <optional>

namespace mantissa::cuda {

class PinnedCopies {
  public:
    /// On `stream` of the current card. Where page-locked memory is not to be had, it takes nothing.
    explicit PinnedCopies(cudaStream_t stream);
    ~PinnedCopies();
    PinnedCopies(const PinnedCopies&) = delete;
    PinnedCopies& operator=(const PinnedCopies&) = delete;

    bool there() const noexcept { return memory_; }
    bool takes(std::size_t bytes) const noexcept { return there() && bytes <= slot_bytes; }
    /// Copies `source` away and enqueues its way to the card; waits only for the copy that used this piece of the ring
    /// before. An error of the runtime, or success.
    cudaError_t upload(void* destination, const void* source, std::size_t bytes);

    /// Fetches what is there when everything enqueued before is done, and waits for it.
    cudaError_t download(void* destination, const void* source, std::size_t bytes);

    /// A slot for one fetch, to be given back; nothing where none is free.
    std::optional<std::size_t> take_slot() noexcept;
    void give_back(std::size_t slot) noexcept { taken_[slot] = false; }
    /// Enqueues the way of `source` into a slot that was taken.
    cudaError_t fetch(std::size_t slot, const void* source, std::size_t bytes);
    /// Waits until what was fetched into it is there: `fetched(slot)`.
    cudaError_t wait(std::size_t slot) { return cudaEventSynchronize(fetched_[slot]); }
    const std::byte* fetched(std::size_t slot) const noexcept { return memory_ + (uploads + 1 + slot) * slot_bytes; }
    /// Between the ends of two fetches that have been waited for, by the card's clock; nothing where it does not say.
    std::optional<double> seconds_between(std::size_t earlier, std::size_t later) const;

    /// A step's inputs are at most 65,536 indices (validation.cpp) and its settings.
    static constexpr std::size_t slot_bytes = std::size_t{512} << 10;

  private:
    // One step's fetches, three where it has a shadow, are on their way while another's are read, and the counters of
    // the step before that say when it ended.
    static constexpr std::size_t uploads = 4, fetches = 7;  // slots in this order, one for downloads between them

    cudaStream_t stream_;
    std::byte* memory_ = nullptr;
    std::array<cudaEvent_t, uploads> sent_{};  ///< the copy out of each slot
    std::size_t next_ = 0;
    std::array<cudaEvent_t, fetches> fetched_{};  ///< the copy into each slot
    std::array<bool, fetches> taken_{};
};

}  // namespace mantissa::cuda
