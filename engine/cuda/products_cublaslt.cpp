// SPDX-License-Identifier: Apache-2.0
// cuBLASLt counts columns first, we count rows first: c = a·b is asked for as cᵀ = bᵀ·aᵀ, which is the same memory.
//
// What keeps the modes what they say: FP32 asks for the pedantic compute type and refuses plans that report tensor
// cores or other inputs than FP32; every mode refuses FP16 accumulators. Split sums are added in a step of their own
// from the workspace, in a fixed order and in FP32 (scheme COMPUTE_TYPE): never in the output's type, never in the
// order in which blocks happen to finish.
#include "engine/cuda/products_cublaslt.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/base/error.h"
#include "engine/cuda/runtime.h"

namespace mantissa::cuda {
namespace {

cudaDataType_t operand_type(Arithmetic arithmetic) {
    switch (arithmetic) {
        case Arithmetic::fp16:
            return CUDA_R_16F;
        case Arithmetic::bf16:
            return CUDA_R_16BF;
        case Arithmetic::fp32:
        case Arithmetic::tf32:
            return CUDA_R_32F;
    }
    return CUDA_R_32F;
}

cublasComputeType_t compute_type(Arithmetic arithmetic) {
    switch (arithmetic) {
        case Arithmetic::fp32:
            return CUBLAS_COMPUTE_32F_PEDANTIC;
        case Arithmetic::tf32:
            return CUBLAS_COMPUTE_32F_FAST_TF32;
        case Arithmetic::fp16:
        case Arithmetic::bf16:
            return CUBLAS_COMPUTE_32F;  // products of 16-bit numbers are exact in FP32, so nothing is left to be
                                        // pedantic in
    }
    return CUBLAS_COMPUTE_32F_PEDANTIC;
}

}  // namespace

struct CublasLtProducts::Plan {
    explicit Plan(const CublasLt& library) : lt(library) {}
    ~Plan() {
        if (c) lt.layout_destroy(c);
        if (b) lt.layout_destroy(b);
        if (a) lt.layout_destroy(a);
        if (operation) lt.desc_destroy(operation);
    }
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;

    /// Whether the arithmetic is that of the mode and the sums are the same in every run. An attribute that the library
    /// does not tell speaks neither for a plan nor against it: what was asked for excludes it already.
    bool accepts(const cublasLtMatmulAlgo_t& candidate, Arithmetic arithmetic) const {
        std::uint32_t scheme = CUBLASLT_REDUCTION_SCHEME_NONE;
        std::size_t written = 0;
        if (lt.configuration(&candidate, CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME, &scheme, sizeof scheme, &written) ==
                CUBLAS_STATUS_SUCCESS &&
            scheme != CUBLASLT_REDUCTION_SCHEME_NONE && scheme != CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE)
            return false;
        std::uint64_t flags = 0;
        if (lt.capability(&candidate, CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS, &flags, sizeof flags, &written) !=
            CUBLAS_STATUS_SUCCESS)
            return true;
        // Several flags may be set where a plan serves several types; what was asked for is then among them.
        const auto only = [flags](std::uint64_t wrong, std::uint64_t right) {
            return (flags & wrong) != 0 && (flags & right) == 0;
        };
        if (only(CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_16F, CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_32F))
            return false;
        if (arithmetic != Arithmetic::fp32) return true;
        return !only(CUBLASLT_NUMERICAL_IMPL_FLAGS_TENSOR_OP_MASK, CUBLASLT_NUMERICAL_IMPL_FLAGS_FMA) &&
               !only(CUBLASLT_NUMERICAL_IMPL_FLAGS_OP_INPUT_TYPE_MASK & ~CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_32F,
                     CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_32F);
    }

    cublasStatus_t set_bias(const void* bias) const {
        return lt.desc_set(operation, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias);
    }

    const CublasLt& lt;
    cublasLtMatmulDesc_t operation = nullptr;
    cublasLtMatrixLayout_t a = nullptr, b = nullptr, c = nullptr;
    cublasLtMatmulAlgo_t algorithm{};
};

CublasLtProducts::CublasLtProducts(CublasLt lt, cudaStream_t stream, bool tensor_cores_take_tf32, void* workspace,
                                   std::size_t workspace_bytes)
    : lt_(std::move(lt)),
      stream_(stream),
      tf32_(tensor_cores_take_tf32),
      workspace_(workspace),
      workspace_bytes_(workspace_bytes) {
    const cublasStatus_t status = lt_.create(&handle_);
    if (status != CUBLAS_STATUS_SUCCESS)
        throw Error(ErrorCode::device, say("cuBLASLt %1 does not start: %2", {lt_.version, lt_.status_string(status)}),
                    lt_.path, say("its CUDA version may not fit the driver, or the card's memory may be full"));
}

CublasLtProducts::~CublasLtProducts() {
    plans_.clear();
    lt_.destroy(handle_);
}

void CublasLtProducts::check_status(cublasStatus_t status, const char* call, const Key& key) const {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    // A fault of an earlier kernel shows here as a failed execution; NamedKernels asks the card and says so.
    throw Error(ErrorCode::device,
                say("cuBLASLt %1 cannot multiply %2 x %3 by %4 x %5 in %6: %7",
                    {lt_.version, key.m, key.k, key.k, key.n, name_of(key.arithmetic), lt_.status_string(status)}),
                call);
}

const CublasLtProducts::Plan* CublasLtProducts::plan_for(const Key& key, const void* bias) {
    const auto found = plans_.find(key);
    if (found != plans_.end()) return found->second.get();
    return plans_.emplace(key, make_plan(key, bias)).first->second.get();
}

std::unique_ptr<CublasLtProducts::Plan> CublasLtProducts::make_plan(const Key& key, const void* bias) const {
    auto plan = std::make_unique<Plan>(lt_);
    const cudaDataType_t type = operand_type(key.arithmetic);
    check_status(lt_.desc_create(&plan->operation, compute_type(key.arithmetic), CUDA_R_32F),
                 "cublasLtMatmulDescCreate", key);
    // cuBLASLt's first operand is our b, its second our a.
    const auto m = static_cast<std::uint64_t>(key.m), n = static_cast<std::uint64_t>(key.n),
               k = static_cast<std::uint64_t>(key.k);
    const std::int32_t first = key.b_transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
    const std::int32_t second = key.a_transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
    check_status(lt_.desc_set(plan->operation, CUBLASLT_MATMUL_DESC_TRANSA, &first, sizeof first),
                 "cublasLtMatmulDescSetAttribute", key);
    check_status(lt_.desc_set(plan->operation, CUBLASLT_MATMUL_DESC_TRANSB, &second, sizeof second),
                 "cublasLtMatmulDescSetAttribute", key);
    if (bias) {
        const std::uint32_t epilogue = CUBLASLT_EPILOGUE_BIAS;
        if (lt_.desc_set(plan->operation, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue) !=
                CUBLAS_STATUS_SUCCESS ||
            plan->set_bias(bias) != CUBLAS_STATUS_SUCCESS)
            return nullptr;
    }
    check_status(key.b_transposed ? lt_.layout_create(&plan->b, type, k, n, key.k)
                                  : lt_.layout_create(&plan->b, type, n, k, key.n),
                 "cublasLtMatrixLayoutCreate", key);
    check_status(key.a_transposed ? lt_.layout_create(&plan->a, type, m, k, key.m)
                                  : lt_.layout_create(&plan->a, type, k, m, key.k),
                 "cublasLtMatrixLayoutCreate", key);
    check_status(lt_.layout_create(&plan->c, CUDA_R_32F, n, m, key.n), "cublasLtMatrixLayoutCreate", key);

    cublasLtMatmulPreference_t wish = nullptr;
    check_status(lt_.preference_create(&wish), "cublasLtMatmulPreferenceCreate", key);
    const std::uint64_t workspace = workspace_bytes_;
    const std::uint32_t schemes = CUBLASLT_REDUCTION_SCHEME_NONE | CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
    const auto set = [&](cublasLtMatmulPreferenceAttributes_t attribute, const auto& value) {
        return lt_.preference_set(wish, attribute, &value, sizeof value);
    };
    cublasStatus_t status = set(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, workspace);
    for (const auto& [attribute, value] : {std::pair(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, schemes),
                                           std::pair(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, key.b_alignment),
                                           std::pair(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, key.a_alignment),
                                           std::pair(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, key.c_alignment),
                                           std::pair(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, key.c_alignment)})
        if (status == CUBLAS_STATUS_SUCCESS) status = set(attribute, value);
    std::array<cublasLtMatmulHeuristicResult_t, 16> candidates{};
    int count = 0;
    if (status == CUBLAS_STATUS_SUCCESS)
        status = lt_.heuristic(handle_, plan->operation, plan->b, plan->a, plan->c, plan->c, wish,
                               static_cast<int>(candidates.size()), candidates.data(), &count);
    lt_.preference_destroy(wish);
    if (bias && (status == CUBLAS_STATUS_NOT_SUPPORTED || status == CUBLAS_STATUS_INVALID_VALUE)) return nullptr;
    check_status(status, "cublasLtMatmulAlgoGetHeuristic", key);
    const auto end = candidates.begin() + count;
    const auto chosen = std::find_if(candidates.begin(), end, [&](const cublasLtMatmulHeuristicResult_t& candidate) {
        return candidate.state == CUBLAS_STATUS_SUCCESS && candidate.workspaceSize <= workspace_bytes_ &&
               plan->accepts(candidate.algo, key.arithmetic);
    });
    if (chosen == end && bias) return nullptr;
    if (chosen == end)
        throw Error(ErrorCode::device,
                    say("cuBLASLt %1 offers %2 ways to multiply %3 x %4 by %5 x %6 in %7, none of them with that "
                        "arithmetic and the same bits in every run",
                        {lt_.version, count, key.m, key.k, key.k, key.n, name_of(key.arithmetic)}),
                    "cublasLtMatmulAlgoGetHeuristic");
    plan->algorithm = chosen->algo;
    return plan;
}

bool CublasLtProducts::product(const Tensor& a, bool a_transposed, const Tensor& b, bool b_transposed, const Tensor& c,
                               Arithmetic arithmetic, bool add, const void* bias) {
    const std::int64_t m = c.shape[0], n = c.shape[1], k = a.shape[a_transposed ? 0 : 1];
    if (m == 0 || n == 0) return false;
    if (k == 0) {
        if (!add) check(cudaMemsetAsync(c.data, 0, c.bytes(), stream_), "cudaMemsetAsync");
        return false;
    }
    if (arithmetic == Arithmetic::tf32 && !tf32_) arithmetic = Arithmetic::fp32;
    const Key key{m,
                  n,
                  k,
                  a_transposed,
                  b_transposed,
                  add,
                  arithmetic,
                  alignment_of(a.data),
                  alignment_of(b.data),
                  alignment_of(c.data),
                  bias ? alignment_of(bias) : 0};
    const Plan* plan = plan_for(key, bias);
    if (!plan) return product(a, a_transposed, b, b_transposed, c, arithmetic, add, nullptr);
    if (bias) check_status(plan->set_bias(bias), "cublasLtMatmulDescSetAttribute", key);
    const float one = 1, beta = add ? 1.0F : 0.0F;
    check_status(lt_.matmul(handle_, plan->operation, &one, b.data, plan->b, a.data, plan->a, &beta, c.data, plan->c,
                            c.data, plan->c, &plan->algorithm, workspace_, workspace_bytes_, stream_),
                 "cublasLtMatmul", key);
    return bias != nullptr;
}

}  // namespace mantissa::cuda
