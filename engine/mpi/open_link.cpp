// SPDX-License-Identifier: Apache-2.0
// MPI's libraries find their own plug-ins by symbols of theirs, so the module is opened globally.
#include "engine/mpi/open_link.h"

#include <dlfcn.h>

#include <filesystem>

#include "engine/base/error.h"

namespace mantissa {

std::unique_ptr<RankLink> open_link(bool (*interrupted)()) {
    std::error_code failed;
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
    void* module = nullptr;
    std::string why;
    for (const std::filesystem::path& place : {folder, folder.parent_path() / "lib" / "mantissa"}) {
        const std::filesystem::path file = place / "mantissa_mpi.so";
        if (module || !std::filesystem::exists(file, failed)) continue;
        module = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
        if (!module) why = dlerror();
    }
    if (!module)
        throw Error(ErrorCode::usage,
                    why.empty() ? say("this program was built without MPI") : say("MPI cannot be opened: %1", {why}),
                    "--ranks", say("a number of ranks in this process, or a build with MPI (Debian: libopenmpi-dev)"));
    using Open = RankLink* (*)(bool (*)());
    const auto open = reinterpret_cast<Open>(dlsym(module, "mantissa_open_link"));
    if (!open)
        throw Error(ErrorCode::failed, say("mantissa_mpi.so is of another program"), "--ranks",
                    say("the one that was built with this program"));
    std::unique_ptr<RankLink> link(open(interrupted));
    if (link->ranks() < 2)
        throw Error(ErrorCode::usage, say("MPI has started one process only"), {},
                    say("begin the command with mpirun -n N, or with srun"));
    return link;
}

}  // namespace mantissa
