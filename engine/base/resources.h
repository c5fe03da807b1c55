// SPDX-License-Identifier: Apache-2.0
// Where presets, MNIST and the like lie: beside the installed program or in the source tree it was built from.
#pragma once

#include <filesystem>
#include <string_view>

namespace mantissa {

/// The path of resource `name` ("presets", "mnist"): in $MANTISSA_RESOURCES, else in ../share/mantissa of the running
/// program's folder, else in the source tree of the build. Throws Error(bad_data) naming the places searched.
std::filesystem::path resource_path(std::string_view name);

}  // namespace mantissa
