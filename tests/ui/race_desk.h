// SPDX-License-Identifier: Apache-2.0
// The race of a desk.
#pragma once

#include "tests/ui/desk.h"

namespace mantissa::ui {

/// A lane of the race that trains; null while it is not there.
inline const RunModel* lane(Desk& desk, std::size_t index) {
    const auto lanes = desk.window().controller().race();
    return index < lanes.size() ? lanes[index] : nullptr;
}

}  // namespace mantissa::ui
