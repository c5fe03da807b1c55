// SPDX-License-Identifier: Apache-2.0
// POSIX.
#include "engine/base/host.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>

namespace mantissa {

std::string host_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

void synchronize_folder(const std::filesystem::path& folder) noexcept {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
}

}  // namespace mantissa
