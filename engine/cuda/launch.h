// SPDX-License-Identifier: Apache-2.0
// How our kernels are started: for_each over an index, tally_up over items that several threads share. nvcc makes each
// a launch on a stream; a plain C++ compiler makes it a loop in the order of the index, so that the very same kernel
// sources are tested where there is no card.
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

/// Of a block, and of a warp, whose threads run in step.
inline constexpr int threads_per_block = 256, threads_per_warp = 32;

/// Adds to a counter that a block's threads share (tally_up).
MANTISSA_BOTH inline void add_shared(std::uint32_t* counter, std::uint32_t value) {
    if (value == 0) return;
#ifdef __CUDA_ARCH__
    atomicAdd(counter, value);
#else
    *counter += value;
#endif
}

#ifdef __CUDACC__

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

template <int Threads, int Count, int Words, class Body, class Drain, class Finish>
__global__ void __launch_bounds__(threads_per_block)
    run_tally(std::int64_t items, Body body, Drain drain, Finish finish) {
    constexpr int groups = threads_per_block / Threads, warps = threads_per_block / threads_per_warp;
    const int thread = static_cast<int>(threadIdx.x) % Threads;
    const std::int64_t item = static_cast<std::int64_t>(blockIdx.x) * groups + threadIdx.x / Threads;
    __shared__ std::uint32_t words[Words > 0 ? Words : 1];
    if constexpr (Words > 0) {
        for (int i = static_cast<int>(threadIdx.x); i < Words; i += threads_per_block) words[i] = 0;
        __syncthreads();
    }
    double sums[Count] = {};
    if (item < items) body(item, thread, sums, words);
    if constexpr (Words > 0) {
        __syncthreads();
        for (int i = static_cast<int>(threadIdx.x); i < Words; i += threads_per_block)
            if (words[i] != 0) drain(item, i, words[i]);
    }
    for (int c = 0; c < Count; ++c)
        for (int half = threads_per_warp / 2; half > 0; half /= 2)
            sums[c] += __shfl_down_sync(0xFFFFFFFFu, sums[c], half);
    if constexpr (Threads > threads_per_warp) {
        __shared__ double of_warps[Count][warps];
        if (threadIdx.x % threads_per_warp == 0)
            for (int c = 0; c < Count; ++c) of_warps[c][threadIdx.x / threads_per_warp] = sums[c];
        __syncthreads();
        if (thread == 0)
            for (int c = 0; c < Count; ++c)
                for (int w = 1; w < warps; ++w) sums[c] += of_warps[c][w];
    }
    if (thread == 0 && item < items) finish(item, sums);
}

/// What add_up (add_up.h) is made of: `Threads` threads (32 or 256) for each of `items` items. body(item, thread, sums,
/// words) adds to a thread's own `Count` numbers, which are summed over the item's threads in a fixed tree, and by
/// add_shared to `Words` counters, which need a whole block for each item. drain(item, i, value) is called for the
/// counters that are not zero, finish(item, sums) once, in another order than given here.
template <int Threads, int Count, int Words, class Body, class Drain, class Finish>
void tally_up(Stream stream, std::int64_t items, Body body, Drain drain, Finish finish) {
    static_assert(Threads == threads_per_warp || Threads == threads_per_block);
    static_assert(Words == 0 || Threads == threads_per_block);
    if (items <= 0 || stream.rehearses) return;
    constexpr int groups = threads_per_block / Threads;
    run_tally<Threads, Count, Words><<<static_cast<unsigned>((items + groups - 1) / groups), threads_per_block, 0,
                                       static_cast<cudaStream_t>(stream.handle)>>>(items, body, drain, finish);
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

template <int Threads, int Count, int Words, class Body, class Drain, class Finish>
void tally_up(Stream stream, std::int64_t items, Body body, Drain drain, Finish finish) {
    if (items <= 0 || stream.rehearses) return;
    const auto launch = [items, body, drain, finish] {
        for (std::int64_t item = 0; item < items; ++item) {
            double sums[Threads][Count] = {};
            std::uint32_t words[Words > 0 ? Words : 1] = {};
            for (int thread = 0; thread < Threads; ++thread) body(item, thread, sums[thread], words);
            for (int i = 0; i < Words; ++i)
                if (words[i] != 0) drain(item, i, words[i]);
            for (int c = 0; c < Count; ++c)
                for (int warp = 0; warp < Threads; warp += threads_per_warp) {
                    for (int half = threads_per_warp / 2; half > 0; half /= 2)
                        for (int i = 0; i < half; ++i) sums[warp + i][c] += sums[warp + i + half][c];
                    if (warp > 0) sums[0][c] += sums[warp][c];
                }
            finish(item, sums[0]);
        }
    };
    if (HostGate* gate = static_cast<HostGate*>(stream.handle))
        gate->start(launch);
    else
        launch();
}

#endif

}  // namespace mantissa::cuda
