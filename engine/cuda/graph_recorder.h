// SPDX-License-Identifier: Apache-2.0
// Work on a stream as a CUDA graph: captured once, then started by one call.
#pragma once

#include <cuda_runtime_api.h>

#include <functional>

#include "engine/cuda/card_scratch.h"
#include "engine/cuda/named_kernels.h"
#include "engine/cuda/replays.h"

namespace mantissa::cuda {

class GraphRecorder final : public Recorder {
  public:
    /// Everything given outlives it. `names`: of the kernels on the stream, so that a fault inside a graph has them.
    GraphRecorder(cudaStream_t stream, const CardScratch& scratch, StartedNames& names)
        : stream_(stream), scratch_(scratch), names_(names) {}

    void begin() override;
    std::unique_ptr<Recording> end() override;
    void abandon() noexcept override;
    std::uint64_t scratch_generation() const override { return scratch_.generation(); }
    void gave_up(const std::string& why) override;

    /// Between begin() and end(): whoever copies to or from the host now has made a mistake.
    bool is_recording() const noexcept { return recording_; }

  private:
    cudaStream_t stream_;
    const CardScratch& scratch_;
    StartedNames& names_;
    bool recording_ = false;
};

}  // namespace mantissa::cuda
