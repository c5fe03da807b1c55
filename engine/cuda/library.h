// SPDX-License-Identifier: Apache-2.0
// CUDA's large libraries, opened at run time and never shipped (cuBLASLt alone has half a gigabyte): where they are
// looked for, and their functions as a typed table.
#pragma once

#include <cublasLt.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/base/phrase.h"

namespace mantissa::cuda {

/// An opened library. It stays open until the process ends: CUDA's libraries leave threads and handlers behind.
class Library {
  public:
    /// Opens the first of `names` that is found: in the folders of MANTISSA_CUDA_LIBRARIES (separated by colons) and
    /// nowhere else where that is set, otherwise where the loader looks and then in /usr/local/cuda. Throws
    /// Error(device) naming the file, where it was looked for and `remedy`, what to do.
    static Library open(const std::string& title, const std::vector<std::string>& names, const Phrase& remedy);

    /// The function `name`. Throws Error(device) where the library has none.
    template <class Function>
    void find(Function*& function, const char* name) const {
        function = reinterpret_cast<Function*>(symbol(name));
    }
    /// The file that was opened.
    const std::string& path() const noexcept { return path_; }

  private:
    Library(std::string title, void* handle, std::string path, Phrase remedy);
    void* symbol(const char* name) const;

    std::string title_;
    void* handle_;
    std::string path_;
    Phrase remedy_;
};

/// The functions of cuBLASLt that we call.
struct CublasLt {
    std::string path;     ///< of the file
    std::string version;  ///< "13.1.0"

    decltype(cublasLtCreate)* create = nullptr;
    decltype(cublasLtDestroy)* destroy = nullptr;
    decltype(cublasLtGetStatusString)* status_string = nullptr;
    decltype(cublasLtMatmul)* matmul = nullptr;
    decltype(cublasLtMatmulDescCreate)* desc_create = nullptr;
    decltype(cublasLtMatmulDescDestroy)* desc_destroy = nullptr;
    decltype(cublasLtMatmulDescSetAttribute)* desc_set = nullptr;
    decltype(cublasLtMatrixLayoutCreate)* layout_create = nullptr;
    decltype(cublasLtMatrixLayoutDestroy)* layout_destroy = nullptr;
    decltype(cublasLtMatmulPreferenceCreate)* preference_create = nullptr;
    decltype(cublasLtMatmulPreferenceDestroy)* preference_destroy = nullptr;
    decltype(cublasLtMatmulPreferenceSetAttribute)* preference_set = nullptr;
    decltype(cublasLtMatmulAlgoGetHeuristic)* heuristic = nullptr;
    decltype(cublasLtMatmulAlgoCapGetAttribute)* capability = nullptr;
    decltype(cublasLtMatmulAlgoConfigGetAttribute)* configuration = nullptr;
};

/// `driver`: the CUDA version that the driver supports, as 1000 * major + 10 * minor; a library of a later major
/// version would be found and not start. Throws Error(device) where the library is absent, too old or incomplete.
CublasLt open_cublaslt(int driver);

}  // namespace mantissa::cuda
