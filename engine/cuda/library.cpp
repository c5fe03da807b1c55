// SPDX-License-Identifier: Apache-2.0
// dlopen, with every way in which it fails told apart.
#include "engine/cuda/library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>

#include "engine/base/error.h"

namespace mantissa::cuda {
namespace {

constexpr const char* variable = "MANTISSA_CUDA_LIBRARIES";
constexpr int oldest_cublaslt = 12;

Phrase remedy() {
    return say(
        "install the CUDA toolkit's libraries, or give the folder that has them by --cuda-libraries or "
        "MANTISSA_CUDA_LIBRARIES; a Python environment with PyTorch has one in site-packages/nvidia/*/lib");
}

/// "a or b or c".
Phrase either(const std::vector<std::string>& names) {
    if (names.size() == 1) return names.front();
    const auto half = names.begin() + static_cast<std::ptrdiff_t>(names.size() / 2);  // or many would stand too deep
    return say("%1 or %2", {either({names.begin(), half}), either({half, names.end()})});
}

std::vector<std::string> given_folders() {
    std::vector<std::string> folders;
    const char* text = std::getenv(variable);
    std::istringstream stream(text ? text : "");
    for (std::string folder; std::getline(stream, folder, ':');)
        if (!folder.empty()) folders.push_back(folder);
    return folders;
}

/// Where `handle` was loaded from; `fallback` where the loader does not tell.
std::string path_of(void* handle, const std::string& fallback) {
    link_map* map = nullptr;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map && map->l_name && *map->l_name) return map->l_name;
    return fallback;
}

/// One attempt. `broken` gets what the loader said about a file that is there and cannot be loaded.
void* attempt(const std::string& file, Phrase& broken) {
    const bool with_folder = file.find('/') != std::string::npos;
    std::error_code ignored;
    if (with_folder && !std::filesystem::exists(file, ignored)) return nullptr;
    if (void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
    const char* said = dlerror();
    const std::string_view text = said ? said : "";
    // A bare name that the loader finds nowhere is no broken file; one whose own libraries it does not find is.
    const bool absent = !with_folder && text.starts_with(file) && text.find("No such file") != std::string_view::npos;
    if (!absent && broken.empty()) broken = said ? Phrase(said) : say("no reason given");
    return nullptr;
}

}  // namespace

Library::Library(std::string title, void* handle, std::string path, Phrase remedy)
    : title_(std::move(title)), handle_(handle), path_(std::move(path)), remedy_(std::move(remedy)) {}

Library Library::open(const std::string& title, const std::vector<std::string>& names, const Phrase& remedy) {
    std::vector<std::string> folders = given_folders();
    const bool given = !folders.empty();
    if (!given) folders = {"", "/usr/local/cuda/lib64", "/usr/local/cuda/lib"};  // "": where the loader looks
    Phrase broken;
    for (const std::string& folder : folders)
        for (const std::string& name : names) {
            const std::string file = folder.empty() ? name : (std::filesystem::path(folder) / name).string();
            if (void* handle = attempt(file, broken)) return {title, handle, path_of(handle, file), remedy};
        }
    if (!broken.empty())
        throw Error(ErrorCode::device, say("%1 is there and cannot be loaded: %2", {title, broken}), names.front(),
                    remedy);
    throw Error(
        ErrorCode::device,
        given ? say("%1 (%2) is not in %3, where %4 says it is", {title, either(names), either(folders), variable})
              : say("%1 (%2) was not found on this machine", {title, either(names)}),
        names.front(), remedy);
}

void* Library::symbol(const char* name) const {
    void* found = dlsym(handle_, name);
    if (!found)
        throw Error(ErrorCode::device,
                    say("%1 has no function %2, so it is not the %3 that this worker expects", {path_, name, title_}),
                    path_, remedy_);
    return found;
}

CublasLt open_cublaslt(int driver) {
    // The newest first that the driver runs; its interface has been the same since CUDA 12.
    std::vector<std::string> names;
    if (driver >= 13000) names.emplace_back("libcublasLt.so.13");
    names.emplace_back("libcublasLt.so.12");
    const Library library = Library::open("cuBLASLt", names, remedy());
    CublasLt lt;
    lt.path = library.path();
    decltype(cublasLtGetVersion)* get_version = nullptr;
    library.find(get_version, "cublasLtGetVersion");
    const std::size_t version = get_version();
    // 130100 is 13.1.0; libraries before CUDA 12 counted in thousands
    const std::size_t major = version >= 100000 ? version / 10000 : version / 1000;
    lt.version = fmt::format("{}.{}.{}", major, version / 100 % 100, version % 100);
    if (major < oldest_cublaslt)
        throw Error(ErrorCode::device,
                    say("%1 is cuBLASLt %2, and this worker needs %3 or later", {lt.path, lt.version, oldest_cublaslt}),
                    lt.path, remedy());
    library.find(lt.create, "cublasLtCreate");
    library.find(lt.destroy, "cublasLtDestroy");
    library.find(lt.status_string, "cublasLtGetStatusString");
    library.find(lt.matmul, "cublasLtMatmul");
    library.find(lt.desc_create, "cublasLtMatmulDescCreate");
    library.find(lt.desc_destroy, "cublasLtMatmulDescDestroy");
    library.find(lt.desc_set, "cublasLtMatmulDescSetAttribute");
    library.find(lt.layout_create, "cublasLtMatrixLayoutCreate");
    library.find(lt.layout_destroy, "cublasLtMatrixLayoutDestroy");
    library.find(lt.preference_create, "cublasLtMatmulPreferenceCreate");
    library.find(lt.preference_destroy, "cublasLtMatmulPreferenceDestroy");
    library.find(lt.preference_set, "cublasLtMatmulPreferenceSetAttribute");
    library.find(lt.heuristic, "cublasLtMatmulAlgoGetHeuristic");
    library.find(lt.capability, "cublasLtMatmulAlgoCapGetAttribute");
    library.find(lt.configuration, "cublasLtMatmulAlgoConfigGetAttribute");
    return lt;
}

}  // namespace mantissa::cuda
