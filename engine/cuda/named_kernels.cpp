// SPDX-License-Identifier: Apache-2.0
// What went wrong in a kernel, in its name.
#include "engine/cuda/named_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace mantissa::cuda {

void StartedNames::fail(const char* name, const Error& error) const {
    // A fault of an earlier kernel, more often than of this one, shows in whatever comes next.
    if (const cudaError_t status = ask_(); is_lost(status)) check(status, name, started());
    (void)cudaGetLastError();  // what is told here is not told again by the next call
    throw Error(error.code(), error.message_phrase(), error.place().empty() ? name : name + (", " + error.place()),
                error.remedy_phrase());
}

Phrase StartedNames::started() const {
    std::vector<std::string> unique;
    const std::size_t held = std::min(count_ - answered_, names_.size());
    for (std::size_t i = count_ - held; i < count_; ++i) {
        const char* name = names_[i % names_.size()];
        if (std::find(unique.begin(), unique.end(), name) == unique.end()) unique.emplace_back(name);
    }
    if (unique.empty()) return {};
    return say(
        "started since it last answered: %1 (CUDA_LAUNCH_BLOCKING=1 in its environment names the kernel that failed)",
        {fmt::format("{}", fmt::join(unique, ", "))});
}

}  // namespace mantissa::cuda
