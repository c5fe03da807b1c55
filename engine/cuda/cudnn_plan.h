// SPDX-License-Identifier: Apache-2.0
// How cuDNN is to compute one convolution: plans of its heuristics whose arithmetic is that of the mode and which give
// the same bits in every run.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/cuda/convolutions.h"
#include "engine/cuda/cudnn_functions.h"

namespace mantissa::cuda {

/// A part of a graph, a plan or what a plan is run with.
class CudnnDescriptor {
  public:
    /// Throws CudnnRefusal.
    CudnnDescriptor(const Cudnn& library, cudnnBackendDescriptorType_t type);
    ~CudnnDescriptor();
    CudnnDescriptor(CudnnDescriptor&& other) noexcept;
    CudnnDescriptor(const CudnnDescriptor&) = delete;
    CudnnDescriptor& operator=(const CudnnDescriptor&) = delete;
    CudnnDescriptor& operator=(CudnnDescriptor&&) = delete;

    /// An attribute of `count` values. Throws CudnnRefusal.
    void set(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type, std::int64_t count,
             const void* values);
    void set(cudnnBackendAttributeName_t name, const CudnnDescriptor& value);
    void set(cudnnBackendAttributeName_t name, std::int64_t value) { set(name, CUDNN_TYPE_INT64, 1, &value); }
    void set(cudnnBackendAttributeName_t name, cudnnDataType_t value) { set(name, CUDNN_TYPE_DATA_TYPE, 1, &value); }
    void set(cudnnBackendAttributeName_t name, float value) { set(name, CUDNN_TYPE_FLOAT, 1, &value); }
    /// At most `room` values; returns how many there are. Throws CudnnRefusal.
    std::int64_t get(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type, std::int64_t room,
                     void* values) const;
    /// After the last attribute. Throws CudnnRefusal.
    void finalize();

    cudnnBackendDescriptor_t raw() const noexcept { return raw_; }

  private:
    const Cudnn* library_;
    cudnnBackendDescriptor_t raw_ = nullptr;
};

/// A call of cuDNN that did not succeed.
struct CudnnRefusal {
    cudnnStatus_t status;
    const char* call;

    /// Whether cuDNN has no such plan here, which is an answer; else something went wrong.
    bool is_answer() const noexcept {
        return (status >= CUDNN_STATUS_NOT_SUPPORTED && status < CUDNN_STATUS_INTERNAL_ERROR) ||
               status == CUDNN_STATUS_INTERNAL_ERROR_COMPILATION_FAILED;
    }
};

/// What a plan depends on.
struct CudnnConvolution {
    ConvolutionPass pass;
    ConvGeometry geometry;
    std::int64_t images;
    Arithmetic arithmetic;
    std::int64_t x_alignment, w_alignment, y_alignment;  ///< bytes
};

/// The tensors' names in a plan.
enum CudnnTensor : std::int64_t { cudnn_x = 1, cudnn_w = 2, cudnn_y = 3 };

struct CudnnPlan {
    CudnnDescriptor plan;
    std::int64_t workspace;  ///< bytes
    std::int64_t engine;     ///< cuDNN's number of it
    bool tensor_cores;
};

/// At most `most` plans, the one that cuDNN thinks the fastest first. For the card of `handle`; or, where that is null,
/// for the card that `card` describes, a finalized descriptor of its properties. Empty where cuDNN has no plan that is
/// accepted within `workspace` bytes. Throws CudnnRefusal where it fails otherwise.
std::vector<CudnnPlan> plan_convolution(const Cudnn& library, cudnnHandle_t handle, const CudnnDescriptor* card,
                                        const CudnnConvolution& convolution, std::int64_t workspace,
                                        std::size_t most = 1);

}  // namespace mantissa::cuda
