// SPDX-License-Identifier: Apache-2.0
// What --help says of each setting: its group, its meaning, its unit. config.proto's comments are not in its
// descriptor.
#pragma once

#include <vector>

namespace mantissa {

struct FieldHelp {
    const char* field;  ///< of RunConfig
    const char* group;
    const char* help;
};

/// In the order of --help. A field that is not here is listed last, without words.
const std::vector<FieldHelp>& field_helps();

}  // namespace mantissa
