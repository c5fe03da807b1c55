// SPDX-License-Identifier: Apache-2.0
// Which convolutions a person asks for.
#include <cstdlib>
#include <string_view>

#include "engine/base/error.h"
#include "engine/cuda/cudnn_library.h"

namespace mantissa::cuda {

ConvolutionWay wanted_convolutions() {
    constexpr const char* variable = "MANTISSA_CUDA_CONVOLUTIONS";
    const char* said = std::getenv(variable);
    const std::string_view word = said ? said : "";
    if (word.empty() || word == "patches") return ConvolutionWay::patches;
    if (word == "cudnn") return ConvolutionWay::cudnn;
    if (word == "cudnn-timed") return ConvolutionWay::cudnn_timed;
    throw Error(ErrorCode::usage, say("there are no convolutions \"%1\"", {std::string(word)}), variable,
                say("cudnn, cudnn-timed, or patches for matrix products by cuBLASLt"));
}

}  // namespace mantissa::cuda
