// SPDX-License-Identifier: Apache-2.0
// Matrix products by cuBLASLt: FP32 sums in every mode, plans that give the same bits in every run.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <map>
#include <memory>

#include "engine/cuda/library.h"
#include "engine/cuda/products.h"

namespace mantissa::cuda {

class CublasLtProducts final : public Products {
  public:
    /// On `stream` of the current card. `tensor_cores_take_tf32`: from compute capability 8.0; elsewhere TF32 operands
    /// are multiplied as the FP32 numbers that they are. `workspace`: device memory of this object's own, aligned to
    /// 256 bytes.
    CublasLtProducts(CublasLt lt, cudaStream_t stream, bool tensor_cores_take_tf32, void* workspace,
                     std::size_t workspace_bytes);
    ~CublasLtProducts() override;
    CublasLtProducts(const CublasLtProducts&) = delete;
    CublasLtProducts& operator=(const CublasLtProducts&) = delete;

    bool product(const Tensor& a, bool a_transposed, const Tensor& b, bool b_transposed, const Tensor& c,
                 Arithmetic arithmetic, bool add, const void* bias) override;

    /// What NVIDIA recommends for Hopper and later; smaller cards choose plans that take less of it.
    static constexpr std::size_t recommended_workspace = std::size_t{32} << 20;

  private:
    /// Everything on which the choice of a plan depends.
    struct Key {
        std::int64_t m, n, k;
        bool a_transposed, b_transposed, add;
        Arithmetic arithmetic;
        std::uint32_t a_alignment, b_alignment, c_alignment, bias_alignment;  ///< of the bias 0: there is none
        auto operator<=>(const Key&) const = default;
    };
    struct Plan;

    /// Null where no plan adds the bias that `key` has. `bias` is only looked at for its alignment.
    const Plan* plan_for(const Key& key, const void* bias);
    std::unique_ptr<Plan> make_plan(const Key& key, const void* bias) const;
    /// Throws Error(device) with the shape where `status` is an error.
    void check_status(cublasStatus_t status, const char* call, const Key& key) const;

    CublasLt lt_;
    cudaStream_t stream_;
    bool tf32_;
    void* workspace_;
    std::size_t workspace_bytes_;
    cublasLtHandle_t handle_ = nullptr;
    std::map<Key, std::unique_ptr<Plan>> plans_;
};

}  // namespace mantissa::cuda
