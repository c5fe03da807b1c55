// SPDX-License-Identifier: Apache-2.0
// When enqueued work is recorded, when its recording is started instead of it, and when a recording is dropped. What a
// recording is, a CUDA graph or a list of closures in the tests, is the recorder's affair.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/backend/replay.h"

namespace mantissa::cuda {

/// Work that can be started as often as wanted.
class Recording {
  public:
    virtual ~Recording() = default;
    virtual void launch() = 0;
};

class Recorder {
  public:
    virtual ~Recorder() = default;
    /// What is enqueued from now on is recorded and not done. Throws where that is not to be had.
    virtual void begin() = 0;
    /// What was enqueued since begin(). Throws where something in it could not be recorded.
    virtual std::unique_ptr<Recording> end() = 0;
    /// After an error: recording ends, whatever its state.
    virtual void abandon() noexcept = 0;
    /// Changes whenever scratch lies elsewhere than before.
    virtual std::uint64_t scratch_generation() const = 0;
    /// Work is not recorded, for this reason; the run goes on without.
    virtual void gave_up(const std::string& why) = 0;
};

class Replays {
  public:
    /// `recorder` outlives it. Reads CUDA_LAUNCH_BLOCKING, as the runtime does once.
    explicit Replays(Recorder& recorder);

    /// As Device::replay. The first time `enqueue` is called as it is: it brings kernels and libraries' plans to the
    /// card and lets scratch grow, which a recording must not do. The second time it is recorded, and the recording
    /// started; from the third on only that. Where scratch has moved it begins anew. Where recording fails `enqueue` is
    /// called until it moves. With CUDA_LAUNCH_BLOCKING in the environment nothing is recorded: who sets it wants to be
    /// told the kernel that failed, and a recording can only name all of its kernels.
    void run(const ReplayKey& key, const std::function<void()>& enqueue);

    /// Recordings held.
    std::size_t size() const noexcept;

  private:
    struct Entry {
        ReplayKey key;
        std::unique_ptr<Recording> recording;
        std::uint64_t scratch = 0;  ///< generation of scratch when it was enqueued, whose addresses the recording has
        bool impossible = false;
    };
    /// Null where that failed.
    std::unique_ptr<Recording> record(const std::function<void()>& enqueue);

    Recorder& recorder_;
    const bool blocking_;         ///< every launch is waited for
    std::vector<Entry> entries_;  // a few for each lane
    bool said_ = false;
};

}  // namespace mantissa::cuda
