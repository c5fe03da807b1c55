// SPDX-License-Identifier: Apache-2.0
// Whether a lesson hangs together: every field in its range, every reference to something that comes before it, every
// figure in its page.
#pragma once

#include "engine/lesson/lesson_file.h"

namespace mantissa {

/// Checks `lesson.content`, which was read from `lesson.folder`, and fills `pages` and `settings`. Throws
/// Error(bad_data) as read_lesson() does.
void check_lesson(LoadedLesson& lesson);

}  // namespace mantissa
