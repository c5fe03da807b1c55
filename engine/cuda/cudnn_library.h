// SPDX-License-Identifier: Apache-2.0
// cuDNN, opened when convolutions by it are asked for. Built without its headers, no_cudnn.cpp stands in.
#pragma once

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

/// Whether MANTISSA_CUDA_CONVOLUTIONS asks for cuDNN ("cudnn") or for matrix products of patches ("patches", and where
/// it is not set). Throws Error(usage) for another word.
bool cudnn_is_wanted();

/// Throws Error(device) where the library is absent or incomplete, or the worker was built without its
/// headers.
CudnnLibrary open_cudnn();

/// On `stream`, a cudaStream_t, of the current card. `tensor_cores_take_tf32` as CublasLtProducts has it.
std::unique_ptr<Convolutions> make_cudnn_convolutions(const CudnnLibrary& library, void* stream,
                                                      bool tensor_cores_take_tf32);

}  // namespace mantissa::cuda
