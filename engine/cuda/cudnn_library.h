// SPDX-License-Identifier: Apache-2.0
// cuDNN, opened when convolutions by it are asked for. Built without its headers, no_cudnn.cpp stands in.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/cuda/convolutions.h"

namespace mantissa::cuda {

struct Cudnn;  ///< its functions, in cudnn_functions.h

struct CudnnLibrary {
    std::shared_ptr<const Cudnn> functions;
    std::string path;     ///< of the file
    std::string version;  ///< "9.19.0"
};

enum class ConvolutionWay {
    patches,      ///< matrix products of patches, by cuBLASLt
    cudnn,        ///< the engine that cuDNN's heuristics think the fastest
    cudnn_timed,  ///< the one that was the fastest where a shape came first: perhaps another each time the card is
                  ///< opened
};
/// What MANTISSA_CUDA_CONVOLUTIONS asks for: "patches" (also where it is not set), "cudnn" or "cudnn-timed". Throws
/// Error(usage) for another word.
ConvolutionWay wanted_convolutions();

/// Throws Error(device) where the library is absent or incomplete, or the worker was built without its
/// headers.
CudnnLibrary open_cudnn();

/// Does what `work` enqueues and tells how many seconds the device took for it.
using Stopwatch = std::function<double(const std::function<void()>& work)>;

/// On `stream`, a cudaStream_t, of the current card. `tensor_cores_take_tf32` as CublasLtProducts has it. With a
/// stopwatch engines are timed, on the operands of a shape's first call; without one the heuristics' first is taken.
std::unique_ptr<Convolutions> make_cudnn_convolutions(const CudnnLibrary& library, void* stream,
                                                      bool tensor_cores_take_tf32, Stopwatch stopwatch);

}  // namespace mantissa::cuda
