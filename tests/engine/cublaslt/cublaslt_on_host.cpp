// SPDX-License-Identifier: Apache-2.0
// Descriptors as plain structs behind the library's opaque pointers; a product by three loops.
#include "tests/engine/cublaslt/cublaslt_on_host.h"

#include <cstring>
#include <stdexcept>

#include "engine/cuda/numbers.h"

namespace mantissa::cuda {
namespace {

struct Operation {
    cublasComputeType_t compute;
    std::int32_t first = CUBLAS_OP_N, second = CUBLAS_OP_N;
    std::uint32_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
    const float* bias = nullptr;
};
struct Layout {
    cudaDataType type;
    std::uint64_t rows, columns;
    std::int64_t leading;
};
struct Preference {
    std::map<int, std::uint64_t> wishes;
};

/// Ours behind the library's pointer.
template <class Ours, class Opaque>
Ours& ours(Opaque* opaque) {
    return *static_cast<Ours*>(static_cast<void*>(opaque));
}
template <class Ours, class Opaque>
const Ours& ours(const Opaque* opaque) {
    return *static_cast<const Ours*>(static_cast<const void*>(opaque));
}
template <class Ours, class Opaque>
cublasStatus_t make(Opaque** opaque, Ours made) {
    *opaque = static_cast<Opaque*>(static_cast<void*>(new Ours(std::move(made))));
    return CUBLAS_STATUS_SUCCESS;
}
template <class Ours, class Opaque>
cublasStatus_t destroy_one(Opaque* opaque) {
    delete &ours<Ours>(opaque);
    return CUBLAS_STATUS_SUCCESS;
}
template <class T>
T value_of(const void* data, std::size_t bytes) {
    if (bytes != sizeof(T)) throw std::logic_error("an attribute of another size");
    T value;
    std::memcpy(&value, data, bytes);
    return value;
}

cublasStatus_t create(cublasLtHandle_t* handle) {
    *handle = static_cast<cublasLtHandle_t>(static_cast<void*>(&host_algorithms()));
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t destroy(cublasLtHandle_t) {
    return CUBLAS_STATUS_SUCCESS;
}
const char* status_string(cublasStatus_t) {
    return "refused by the test";
}

cublasStatus_t desc_set(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t name, const void* data,
                        std::size_t bytes) {
    Operation& operation = ours<Operation>(desc);
    switch (name) {
        case CUBLASLT_MATMUL_DESC_TRANSA:
            operation.first = value_of<std::int32_t>(data, bytes);
            return CUBLAS_STATUS_SUCCESS;
        case CUBLASLT_MATMUL_DESC_TRANSB:
            operation.second = value_of<std::int32_t>(data, bytes);
            return CUBLAS_STATUS_SUCCESS;
        case CUBLASLT_MATMUL_DESC_EPILOGUE:
            operation.epilogue = value_of<std::uint32_t>(data, bytes);
            return CUBLAS_STATUS_SUCCESS;
        case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
            operation.bias = value_of<const float*>(data, bytes);
            return CUBLAS_STATUS_SUCCESS;
        default:
            return CUBLAS_STATUS_INVALID_VALUE;
    }
}

cublasStatus_t preference_set(cublasLtMatmulPreference_t preference, cublasLtMatmulPreferenceAttributes_t name,
                              const void* data, std::size_t bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, data, bytes);
    ours<Preference>(preference).wishes[name] = value;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t heuristic(cublasLtHandle_t, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                         cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatmulPreference_t preference,
                         int room, cublasLtMatmulHeuristicResult_t* results, int* count) {
    HostAlgorithms& algorithms = host_algorithms();
    ++algorithms.asked;
    algorithms.wishes = ours<Preference>(preference).wishes;
    const bool biased = ours<Operation>(desc).epilogue == CUBLASLT_EPILOGUE_BIAS;
    if (biased && !ours<Operation>(desc).bias) throw std::logic_error("its alignment is looked at here");
    if (biased && algorithms.refusal_with_bias != CUBLAS_STATUS_SUCCESS) return algorithms.refusal_with_bias;
    *count = 0;
    for (std::size_t i = 0; i < algorithms.all.size() && *count < room; ++i) {
        if (biased && !algorithms.all[i].adds_bias) continue;
        cublasLtMatmulHeuristicResult_t& result = results[(*count)++];
        result = {};
        result.algo.data[0] = i;
        result.workspaceSize = algorithms.all[i].workspace;
        result.state = CUBLAS_STATUS_SUCCESS;
    }
    return CUBLAS_STATUS_SUCCESS;
}

const HostAlgorithm& algorithm_of(const cublasLtMatmulAlgo_t* algorithm) {
    return host_algorithms().all.at(algorithm->data[0]);
}
cublasStatus_t capability(const cublasLtMatmulAlgo_t* algorithm, cublasLtMatmulAlgoCapAttributes_t name, void* to,
                          std::size_t bytes, std::size_t* written) {
    if (name != CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS) return CUBLAS_STATUS_INVALID_VALUE;
    std::memcpy(to, &algorithm_of(algorithm).flags, *written = bytes);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t configuration(const cublasLtMatmulAlgo_t* algorithm, cublasLtMatmulAlgoConfigAttributes_t name, void* to,
                             std::size_t bytes, std::size_t* written) {
    if (name != CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME) return CUBLAS_STATUS_INVALID_VALUE;
    std::memcpy(to, &algorithm_of(algorithm).scheme, *written = bytes);
    return CUBLAS_STATUS_SUCCESS;
}

/// An operand, columns first: element (row, column) of op(matrix).
struct Operand {
    Numbers numbers;
    const Layout& layout;
    bool transposed;

    Operand(const void* data, const Layout& of, std::int32_t op) : layout(of), transposed(op == CUBLAS_OP_T) {
        numbers.data = const_cast<void*>(data);
        numbers.dtype = of.type == CUDA_R_16F    ? DType::float16
                        : of.type == CUDA_R_16BF ? DType::bfloat16
                                                 : DType::float32;
        if (of.leading < static_cast<std::int64_t>(of.rows)) throw std::logic_error("columns overlap");
    }
    std::uint64_t rows() const { return transposed ? layout.columns : layout.rows; }
    std::uint64_t columns() const { return transposed ? layout.rows : layout.columns; }
    float at(std::uint64_t row, std::uint64_t column) const {
        if (transposed) std::swap(row, column);
        return numbers.get(static_cast<std::int64_t>(row) + static_cast<std::int64_t>(column) * layout.leading);
    }
};

cublasStatus_t matmul(cublasLtHandle_t, cublasLtMatmulDesc_t desc, const void* alpha, const void* a,
                      cublasLtMatrixLayout_t a_layout, const void* b, cublasLtMatrixLayout_t b_layout, const void* beta,
                      const void* c, cublasLtMatrixLayout_t, void* d, cublasLtMatrixLayout_t d_layout,
                      const cublasLtMatmulAlgo_t* algorithm, void*, std::size_t, cudaStream_t) {
    const Operation& operation = ours<Operation>(desc);
    const Operand first(a, ours<Layout>(a_layout), operation.first),
        second(b, ours<Layout>(b_layout), operation.second);
    const Layout& to = ours<Layout>(d_layout);
    if (to.type != CUDA_R_32F || c != d) throw std::logic_error("sums are FP32 and in place");
    if (first.rows() != to.rows || second.columns() != to.columns || first.columns() != second.rows())
        throw std::logic_error("shapes do not fit");
    const auto factor = *static_cast<const float*>(alpha), kept = *static_cast<const float*>(beta);
    auto* sums = static_cast<float*>(d);
    for (std::uint64_t row = 0; row < to.rows; ++row)
        for (std::uint64_t column = 0; column < to.columns; ++column) {
            float sum = 0;
            for (std::uint64_t k = 0; k < first.columns(); ++k) sum += first.at(row, k) * second.at(k, column);
            float& place = sums[row + column * static_cast<std::uint64_t>(to.leading)];
            place = factor * sum + (kept == 0 ? 0 : kept * place) +
                    (operation.epilogue == CUBLASLT_EPILOGUE_BIAS ? operation.bias[row] : 0);
        }
    host_algorithms().multiplied.push_back(algorithm_of(algorithm).number);
    host_algorithms().computed.push_back(operation.compute);
    return CUBLAS_STATUS_SUCCESS;
}

}  // namespace

HostAlgorithms& host_algorithms() {
    static HostAlgorithms algorithms;
    return algorithms;
}

CublasLt cublaslt_on_host() {
    CublasLt lt;
    lt.path = "on the host";
    lt.version = "0.0.0";
    lt.create = create;
    lt.destroy = destroy;
    lt.status_string = status_string;
    lt.matmul = matmul;
    lt.desc_create = [](cublasLtMatmulDesc_t* desc, cublasComputeType_t compute, cudaDataType) {
        return make(desc, Operation{compute});
    };
    lt.desc_destroy = [](cublasLtMatmulDesc_t desc) { return destroy_one<Operation>(desc); };
    lt.desc_set = desc_set;
    lt.layout_create = [](cublasLtMatrixLayout_t* layout, cudaDataType type, std::uint64_t rows, std::uint64_t columns,
                          std::int64_t leading) {
        return make(layout, Layout{type, rows, columns, leading});
    };
    lt.layout_destroy = [](cublasLtMatrixLayout_t layout) { return destroy_one<Layout>(layout); };
    lt.preference_create = [](cublasLtMatmulPreference_t* preference) { return make(preference, Preference{}); };
    lt.preference_destroy = [](cublasLtMatmulPreference_t preference) { return destroy_one<Preference>(preference); };
    lt.preference_set = preference_set;
    lt.heuristic = heuristic;
    lt.capability = capability;
    lt.configuration = configuration;
    return lt;
}

}  // namespace mantissa::cuda
