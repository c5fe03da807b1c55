// SPDX-License-Identifier: Apache-2.0
// A cuDNN that computes on the host: descriptors as lists of attributes, convolutions by plain loops over the extents
// and strides that they give, on a HostGate in the place of the stream. Its engines are those that a test sets up.
#pragma once

#include <vector>

#include "engine/cuda/cudnn_functions.h"
#include "engine/cuda/cudnn_library.h"

namespace mantissa::cuda {

struct HostEngine {
    std::int64_t number = 0;
    std::vector<cudnnBackendNumericalNote_t> notes;
    std::int64_t workspace = 0;
    bool works = true;  ///< else a plan of it is refused
    double seconds = 0;
    bool runs = true;  ///< else its plan is, when it is executed
};

struct HostEngines {
    std::vector<HostEngine> best, fallback;
    cudnnStatus_t refusal = CUDNN_STATUS_SUCCESS;  ///< of the heuristics for `best`
    int planned = 0, executed = 0;
    std::vector<cudnnDataType_t> operands;  ///< of x in every forward pass that was executed
    std::vector<std::int64_t> engines;      ///< that were executed
    double seconds = 0;                     ///< that they took

    void reset() {
        *this = {};
        best = {{1, {CUDNN_NUMERICAL_NOTE_TENSOR_CORE}, 0, true}, {2, {}, 64, true}};
    }
};

/// The engines of the library below.
HostEngines& host_engines();

CudnnLibrary cudnn_on_host();

}  // namespace mantissa::cuda
