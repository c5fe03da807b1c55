// SPDX-License-Identifier: Apache-2.0
// Kernels that remember their names: a card reports a fault long after the kernel that caused it was started, at
// whatever call comes next, and the record of the fault should still name it.
#pragma once

#include <array>
#include <string>

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
        names_[count_++ % names_.size()] = name;
        try {
            call();
        } catch (const Error& error) {
            fail(name, error);
        }
    }

    /// "started since it last answered: ...", oldest first; empty where nothing was. With CUDA_LAUNCH_BLOCKING=1 in the
    /// environment the card answers after each kernel, so a fault is reported in its own call.
    std::string started() const;
    /// The card has answered: what was started before did not fail.
    void answered() noexcept { count_ = 0; }

  private:
    [[noreturn]] void fail(const char* name, const Error& error) const;

    cudaError_t (*ask_)();
    std::array<const char*, 64> names_{};  ///< the last ones, the count_-th at count_ % 64
    std::size_t count_ = 0;
};

using NamedKernels = WrappedKernels<StartedNames>;

}  // namespace mantissa::cuda
