// SPDX-License-Identifier: Apache-2.0
// Opening cuDNN.
#include "engine/cuda/cudnn_library.h"

#include <fmt/format.h>

#include "engine/base/error.h"
#include "engine/cuda/cudnn_functions.h"
#include "engine/cuda/library.h"

namespace mantissa::cuda {

CudnnLibrary open_cudnn() {
    const Library library = Library::open("cuDNN", {"libcudnn.so.9"},
                                          say("install cuDNN 9, or give its folder too by --cuda-libraries or "
                                              "MANTISSA_CUDA_LIBRARIES; a Python environment "
                                              "with PyTorch has one in site-packages/nvidia/cudnn/lib"));
    CudnnLibrary found;
    found.path = library.path();
    decltype(cudnnGetVersion)* get_version = nullptr;
    library.find(get_version, "cudnnGetVersion");
    const std::size_t version = get_version();  // 91900 is 9.19.0
    found.version = fmt::format("{}.{}.{}", version / 10000, version / 100 % 100, version % 100);
    auto cudnn = std::make_shared<Cudnn>();
    library.find(cudnn->create, "cudnnCreate");
    library.find(cudnn->destroy, "cudnnDestroy");
    library.find(cudnn->set_stream, "cudnnSetStream");
    library.find(cudnn->error_string, "cudnnGetErrorString");
    library.find(cudnn->descriptor_create, "cudnnBackendCreateDescriptor");
    library.find(cudnn->descriptor_destroy, "cudnnBackendDestroyDescriptor");
    library.find(cudnn->descriptor_set, "cudnnBackendSetAttribute");
    library.find(cudnn->descriptor_get, "cudnnBackendGetAttribute");
    library.find(cudnn->descriptor_finalize, "cudnnBackendFinalize");
    library.find(cudnn->execute, "cudnnBackendExecute");
    found.functions = std::move(cudnn);
    return found;
}

}  // namespace mantissa::cuda
