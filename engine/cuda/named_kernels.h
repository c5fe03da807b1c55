// SPDX-License-Identifier: Apache-2.0
// Kernels that remember their names: a card reports a fault long after the kernel that caused it was started, at
// whatever call comes next, and the record of the fault should still name it.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/backend/wrapped_kernels.h"
#include "engine/base/error.h"
#include "engine/cuda/runtime.h"

namespace mantissa::cuda {

class StartedNames {
  public:
    /// `ask`: what the card says of all that was started; called after an error only. A lost card answers every call
    /// with its fault, while the error that was thrown may be of a library that knows nothing of it, or of a call that
    /// has taken the fault back.
    explicit StartedNames(cudaError_t (*ask)() = cudaDeviceSynchronize) : ask_(ask) {}

    template <class Call>
    void operator()(const char* name, const KernelWork& /*work*/, const Call& call) {
        started_now(name);
        try {
            call();
        } catch (const Error& error) {
            fail(name, error);
        }
    }

    /// "started since it last answered: ...", oldest first; empty where nothing was. With CUDA_LAUNCH_BLOCKING=1 in the
    /// environment the card answers after each kernel, and nothing is replayed (replays.h), so a fault is reported in
    /// its own call.
    Phrase started() const;
    /// Stands for all that was started so far, until it is answered.
    std::size_t mark() const noexcept { return count_; }
    /// The card has answered: what was started before did not fail.
    void answered() noexcept { answered_ = count_; }
    /// It has answered for what was started before mark() gave this; what was started since may still fail.
    void answered(std::size_t mark) noexcept { answered_ = std::max(answered_, mark); }

    /// Collects the names of what is called from now on, for a recording of it.
    void collect() { collected_.emplace(); }
    /// What was called since collect(), each name once; ends the collection.
    std::vector<const char*> collected() noexcept { return std::exchange(collected_, {}).value_or(Names()); }
    /// A recording of these is started.
    void started_again(const std::vector<const char*>& names) {
        for (const char* name : names) started_now(name);
    }

  private:
    using Names = std::vector<const char*>;

    void started_now(const char* name) {
        names_[count_++ % names_.size()] = name;
        if (collected_ && std::find(collected_->begin(), collected_->end(), name) == collected_->end())
            collected_->push_back(name);
    }
    [[noreturn]] void fail(const char* name, const Error& error) const;

    cudaError_t (*ask_)();
    std::array<const char*, 64> names_{};   ///< the last ones, the n-th of all at n % 64
    std::size_t count_ = 0, answered_ = 0;  ///< of all that were started: so many, and so many of them answered for
    std::optional<Names> collected_;
};

using NamedKernels = WrappedKernels<StartedNames>;

}  // namespace mantissa::cuda
