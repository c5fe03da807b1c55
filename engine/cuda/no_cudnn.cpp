// SPDX-License-Identifier: Apache-2.0
// Built where cuDNN's headers were not found.
#include "engine/base/error.h"
#include "engine/cuda/cudnn_library.h"

namespace mantissa::cuda {

CudnnLibrary open_cudnn() {
    throw Error(ErrorCode::device, say("this worker was built without cuDNN's headers"), "cuDNN",
                say("leave MANTISSA_CUDA_CONVOLUTIONS unset, or build it where cudnn.h is installed"));
}

std::unique_ptr<Convolutions> make_cudnn_convolutions(const CudnnLibrary& /*library*/, void* /*stream*/,
                                                      bool /*tensor_cores_take_tf32*/, Stopwatch /*stopwatch*/) {
    return nullptr;  // nothing was opened
}

}  // namespace mantissa::cuda
