// SPDX-License-Identifier: Apache-2.0
// Page-locked memory through which small copies go. Uploads: the card fetches them when their turn comes, and nobody
// waits. Downloads are waited for, but take one copy where ordinary memory takes several.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>

namespace mantissa::cuda {

class PinnedCopies {
  public:
    /// On `stream` of the current card. Where page-locked memory is not to be had, it takes nothing.
    explicit PinnedCopies(cudaStream_t stream);
    ~PinnedCopies();
    PinnedCopies(const PinnedCopies&) = delete;
    PinnedCopies& operator=(const PinnedCopies&) = delete;

    bool takes(std::size_t bytes) const noexcept { return memory_ && bytes <= slot_bytes; }
    /// Copies `source` away and enqueues its way to the card; waits only for the copy that used this piece of the ring
    /// before. An error of the runtime, or success.
    cudaError_t upload(void* destination, const void* source, std::size_t bytes);

    /// Fetches what is there when everything enqueued before is done, and waits for it.
    cudaError_t download(void* destination, const void* source, std::size_t bytes);

    /// A step's inputs are at most 65,536 indices (validation.cpp) and its settings.
    static constexpr std::size_t slot_bytes = std::size_t{512} << 10;

  private:
    static constexpr std::size_t slots = 4;  // and one more, for downloads

    cudaStream_t stream_;
    std::byte* memory_ = nullptr;
    std::array<cudaEvent_t, slots> sent_{};  ///< the copy out of each slot
    std::size_t next_ = 0;
};

}  // namespace mantissa::cuda
