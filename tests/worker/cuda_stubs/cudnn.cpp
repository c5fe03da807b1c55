// SPDX-License-Identifier: Apache-2.0
// A stand-in for cuDNN: a version and, unless it is compiled as an incomplete one, functions by the names of all that
// the worker looks for. None of them convolves.
#include <cstddef>

extern "C" {

std::size_t cudnnGetVersion() {
    return 91900;
}

#define FUNCTION(name) \
    int name() {       \
        return 1001;   \
    }  // CUDNN_STATUS_NOT_INITIALIZED
FUNCTION(cudnnCreate)
FUNCTION(cudnnDestroy)
FUNCTION(cudnnSetStream)
FUNCTION(cudnnBackendCreateDescriptor)
FUNCTION(cudnnBackendDestroyDescriptor)
FUNCTION(cudnnBackendSetAttribute)
FUNCTION(cudnnBackendGetAttribute)
FUNCTION(cudnnBackendFinalize)
const char* cudnnGetErrorString(int) {
    return "the stub convolves nothing";
}
#ifndef STUB_WITHOUT_EXECUTE
FUNCTION(cudnnBackendExecute)
#endif

}  // extern "C"
