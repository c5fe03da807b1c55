// SPDX-License-Identifier: Apache-2.0
// The functions of cuDNN that we call: its graph API by the C interface.
#pragma once

#include <cudnn.h>

namespace mantissa::cuda {

struct Cudnn {
    decltype(cudnnCreate)* create = nullptr;
    decltype(cudnnDestroy)* destroy = nullptr;
    decltype(cudnnSetStream)* set_stream = nullptr;
    decltype(cudnnGetErrorString)* error_string = nullptr;
    decltype(cudnnBackendCreateDescriptor)* descriptor_create = nullptr;
    decltype(cudnnBackendDestroyDescriptor)* descriptor_destroy = nullptr;
    decltype(cudnnBackendSetAttribute)* descriptor_set = nullptr;
    decltype(cudnnBackendGetAttribute)* descriptor_get = nullptr;
    decltype(cudnnBackendFinalize)* descriptor_finalize = nullptr;
    decltype(cudnnBackendExecute)* execute = nullptr;
};

}  // namespace mantissa::cuda
