// SPDX-License-Identifier: Apache-2.0
#include "engine/base/user_folders.h"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>

namespace mantissa {
namespace {

namespace fs = std::filesystem;

fs::path variable(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

fs::path home() {
    if (fs::path given = variable("HOME"); !given.empty()) return given;
    const passwd* user = ::getpwuid(::getuid());
    return user != nullptr ? fs::path(user->pw_dir) : fs::temp_directory_path();
}

/// $MANTISSA_STATE_DIR, else mantissa/ in the folder that `name` says, else in `usual` of the home folder.
fs::path folder_of(const char* name, const char* usual) {
    if (const fs::path own = variable("MANTISSA_STATE_DIR"); !own.empty()) return fs::absolute(own);
    const fs::path base = variable(name);
    // the specification: a relative one is to be ignored
    return (base.is_absolute() ? base : home() / usual) / "mantissa";
}

}  // namespace

fs::path user_data_folder() {
    return folder_of("XDG_DATA_HOME", ".local/share");
}

fs::path user_state_folder() {
    return folder_of("XDG_STATE_HOME", ".local/state");
}

}  // namespace mantissa
