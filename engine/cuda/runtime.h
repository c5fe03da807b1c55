// SPDX-License-Identifier: Apache-2.0
// Errors of the CUDA runtime as our one exception.
#pragma once

#include <cuda_runtime_api.h>

#include <functional>
#include <string>

#include "engine/base/phrase.h"

namespace mantissa::cuda {

/// Whether an error has destroyed the process's context on the card: every later call fails with it, and only a new
/// process can use the card again.
bool is_lost(cudaError_t status) noexcept;

/// Throws Error(device) where `status` is an error: what was called, CUDA's words, and `hint` where given. An error
/// that leaves the card usable is taken back from the runtime, so that the next call does not report it again.
void check(cudaError_t status, const std::string& call, const Phrase& hint = {});

/// Seconds that the card takes for what `work` enqueues on `stream`; waits for it. Throws Error(device), and what
/// `work` throws.
double seconds_on(cudaStream_t stream, const std::function<void()>& work);

}  // namespace mantissa::cuda
