// SPDX-License-Identifier: Apache-2.0
// A stand-in for cuBLASLt: the version that STUB_CUBLASLT_VERSION gives (130100: 13.1.0) and, unless it is compiled as
// an incomplete one, functions by the names of all that the worker looks for. None of them multiplies.
#include <cstddef>
#include <cstdlib>

extern "C" {

std::size_t cublasLtGetVersion() {
    const char* text = std::getenv("STUB_CUBLASLT_VERSION");
    return text ? std::strtoull(text, nullptr, 10) : 130100;
}

#define FUNCTION(name) \
    int name() {       \
        return 1;      \
    }  // CUBLAS_STATUS_NOT_INITIALIZED
FUNCTION(cublasLtCreate)
FUNCTION(cublasLtDestroy)
FUNCTION(cublasLtMatmulDescCreate)
FUNCTION(cublasLtMatmulDescDestroy)
FUNCTION(cublasLtMatmulDescSetAttribute)
FUNCTION(cublasLtMatrixLayoutCreate)
FUNCTION(cublasLtMatrixLayoutDestroy)
FUNCTION(cublasLtMatmulPreferenceCreate)
FUNCTION(cublasLtMatmulPreferenceDestroy)
FUNCTION(cublasLtMatmulPreferenceSetAttribute)
FUNCTION(cublasLtMatmulAlgoGetHeuristic)
FUNCTION(cublasLtMatmulAlgoCapGetAttribute)
FUNCTION(cublasLtMatmulAlgoConfigGetAttribute)
const char* cublasLtGetStatusString(int) {
    return "the stub multiplies nothing";
}
#ifndef STUB_WITHOUT_MATMUL
FUNCTION(cublasLtMatmul)
#endif

}  // extern "C"
