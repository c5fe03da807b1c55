// SPDX-License-Identifier: Apache-2.0
// Whether a lesson hangs together: every field in its range, every reference to something that comes before it, every
// figure in its page.
#pragma once

#include "engine/lesson/lesson_file.h"

namespace mantissa {

/// Checks `lesson.content`, whose words stand in `file`, and fills `pages`, from the folder of `file`, and `settings`;
/// where those are there already, from the lesson that is translated, they are taken as they are. Throws
/// Error(bad_data) as read_lesson() does.
void check_lesson(LoadedLesson& lesson, const std::filesystem::path& file);

}  // namespace mantissa
