// SPDX-License-Identifier: Apache-2.0
// A cuBLASLt that computes on the host: what is asked for as its documentation has it, columns first, at once and from
// the host's memory. Its algorithms are those that a test sets up.
#pragma once

#include <map>
#include <vector>

#include "engine/cuda/library.h"

namespace mantissa::cuda {

struct HostAlgorithm {
    std::uint64_t number = 1;
    std::uint32_t scheme = CUBLASLT_REDUCTION_SCHEME_NONE;
    std::uint64_t flags = CUBLASLT_NUMERICAL_IMPL_FLAGS_FMA | CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_32F |
                          CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_32F;
    std::size_t workspace = 0;
    bool adds_bias = true;
};

struct HostAlgorithms {
    std::vector<HostAlgorithm> all = std::vector<HostAlgorithm>(1);
    cublasStatus_t refusal_with_bias = CUBLAS_STATUS_SUCCESS;  ///< of the heuristics
    int asked = 0;                                             ///< how often they were
    std::vector<std::uint64_t> multiplied;                     ///< by these algorithms
    std::map<int, std::uint64_t> wishes;                       ///< the preference that was asked with last
    std::vector<cublasComputeType_t> computed;                 ///< in these types

    void reset() { *this = HostAlgorithms(); }
};

/// The algorithms of the library below.
HostAlgorithms& host_algorithms();

CublasLt cublaslt_on_host();

}  // namespace mantissa::cuda
