// SPDX-License-Identifier: Apache-2.0
// How our kernels are started: for_each over an index. nvcc makes it a launch on a stream; a plain C++ compiler makes
// it a loop in the order of the index, so that the very same kernel sources are tested where there is no card.
//
// Sources that use it need nvcc's --extended-lambda, --expt-relaxed-constexpr and --fmad=false (a * b + c is rounded
// twice here, as on every other device).
#pragma once

#include <cstdint>

#include "engine/base/both.h"

#ifdef __CUDACC__
#include <cuda_runtime.h>

#include <string>

#include "engine/base/error.h"
#if !defined(__CUDACC_EXTENDED_LAMBDA__) || !defined(__CUDACC_RELAXED_CONSTEXPR__)
#error "compile with --extended-lambda --expt-relaxed-constexpr"
#endif
#define MANTISSA_KERNEL __device__  // lambdas that are kernels or parts of one: [=] MANTISSA_KERNEL(...) {...}
#else
#include <functional>

#define MANTISSA_KERNEL
#endif

namespace mantissa::cuda {

/// A cudaStream_t, opaque. Compiled for the host: null, or the HostGate through which kernels are started.
struct Stream {
    void* handle = nullptr;
    bool rehearses = false;  ///< nothing is started
};

#ifndef __CUDACC__
/// Compiled for the host: given every launch with its arguments, so that a test can take the memory away between
/// kernels and find whatever reads it outside of them, and can keep launches and start them again, as a CUDA graph
/// does.
class HostGate {
  public:
    virtual ~HostGate() = default;
    virtual void start(std::function<void()> launch) = 0;
};
#endif

/// Adds to an integer counter that many threads share. The order does not matter, so the sum is the same in every run.
template <class T>
MANTISSA_BOTH inline void add_to(T* counter, std::uint32_t value) {
#ifdef __CUDA_ARCH__
    // Threads of a warp that add to the same counter send one sum: a counter of a whole tensor, or a histogram's
    // fullest bin, would be waited for otherwise.
#if __CUDA_ARCH__ >= 800
    const unsigned peers =
        __match_any_sync(__activemask(), static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(counter)));
    value = __reduce_add_sync(peers, value);
    if ((threadIdx.x & 31) != static_cast<unsigned>(__ffs(static_cast<int>(peers)) - 1)) return;
#endif
    if (value == 0) return;
    if constexpr (sizeof(T) == 8)
        atomicAdd(reinterpret_cast<unsigned long long*>(counter), static_cast<unsigned long long>(value));
    else
        atomicAdd(reinterpret_cast<unsigned int*>(counter), value);
#else
    *counter += value;
#endif
}

/// Raises a counter that holds a number >= 0 to `value` where that is larger; the order does not matter either.
MANTISSA_BOTH inline void raise_to(float* largest, float value) {
#ifdef __CUDA_ARCH__
    // bits of numbers that are not negative are ordered as the numbers are
    if (value > 0) atomicMax(reinterpret_cast<int*>(largest), __float_as_int(value));
#else
    if (value > *largest) *largest = value;
#endif
}

#ifdef __CUDACC__

constexpr int threads_per_block = 256;

template <class F>
__global__ void __launch_bounds__(threads_per_block) run_each(std::int64_t n, F f) {
    const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) f(i);
}

/// Once, not in every kernel's start.
[[noreturn]] inline void refuse_launch(cudaError_t status) {
    throw Error(ErrorCode::device, say("CUDA refused to start a kernel: %1", {cudaGetErrorString(status)}), "launch");
}

/// f(i) for every i in [0, n), in any order and at the same time.
template <class F>
void for_each(Stream stream, std::int64_t n, F f) {
    if (n <= 0 || stream.rehearses) return;
    constexpr std::int64_t most_blocks = 1 << 16;  // far more than any card holds at once; the rest is looped over
    std::int64_t blocks = (n + threads_per_block - 1) / threads_per_block;
    if (blocks > most_blocks) blocks = most_blocks;
    run_each<<<static_cast<unsigned>(blocks), threads_per_block, 0, static_cast<cudaStream_t>(stream.handle)>>>(n, f);
    const cudaError_t status = cudaGetLastError();
    if (status != cudaSuccess) refuse_launch(status);
}

#else

template <class F>
void for_each(Stream stream, std::int64_t n, F f) {
    if (n <= 0 || stream.rehearses) return;
    const auto launch = [n, f] {
        for (std::int64_t i = 0; i < n; ++i) f(i);
    };
    if (HostGate* gate = static_cast<HostGate*>(stream.handle))
        gate->start(launch);
    else
        launch();
}

#endif

}  // namespace mantissa::cuda
