// SPDX-License-Identifier: Apache-2.0
// The order in which places are searched.
#include "engine/base/resources.h"

#include <cstdlib>
#include <string>
#include <vector>

#include "engine/base/error.h"

namespace mantissa {

std::filesystem::path resource_path(std::string_view name) {
    namespace fs = std::filesystem;
    std::vector<fs::path> places;
    if (const char* folder = std::getenv("MANTISSA_RESOURCES")) places.emplace_back(folder);
    std::error_code ignored;
    if (const fs::path program = fs::read_symlink("/proc/self/exe", ignored); !program.empty())
        places.push_back(program.parent_path().parent_path() / "share" / "mantissa");
    places.emplace_back(MANTISSA_SOURCE_RESOURCES);
    std::string searched;
    for (const fs::path& place : places) {
        if (fs::exists(place / name, ignored)) return place / name;
        searched += (searched.empty() ? "" : ", ") + (place / name).string();
    }
    throw Error(ErrorCode::bad_data, say("a part of the program is missing"), std::string(name),
                say("looked for %1", {searched}));
}

}  // namespace mantissa
