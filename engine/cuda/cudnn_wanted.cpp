// SPDX-License-Identifier: Apache-2.0
// Which convolutions a person asks for.
#include <cstdlib>
#include <string_view>

#include "engine/base/error.h"
#include "engine/cuda/cudnn_library.h"

namespace mantissa::cuda {

bool cudnn_is_wanted() {
    constexpr const char* variable = "MANTISSA_CUDA_CONVOLUTIONS";
    const char* said = std::getenv(variable);
    const std::string_view word = said ? said : "";
    if (word.empty() || word == "patches") return false;
    if (word == "cudnn") return true;
    throw Error(ErrorCode::usage, say("there are no convolutions \"%1\"", {std::string(word)}), variable,
                say("cudnn, or patches for matrix products by cuBLASLt"));
}

}  // namespace mantissa::cuda
