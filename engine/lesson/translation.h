// SPDX-License-Identifier: Apache-2.0
// A lesson in another language: a sub-folder of two letters ("de") with the pages under their own names and a file
// words.json, which has what else a person reads of lesson.json, in the same places. What a lesson does, measures and
// calls its lanes is never translated, so that results of all languages can be held against each other.
#pragma once

#include <string>

#include "engine/lesson/lesson_file.h"

namespace mantissa {

/// A language as its folder is named: two small letters.
bool is_language(const std::string& name);

/// Puts the words of the sub-folder `language` in the place of those of `lesson`, which was read and found sound.
/// Throws Error(bad_data), as read_lesson() does, where a page, a question or another text is missing or is not as the
/// lesson's own must be; `lesson` has not changed then.
void translate_lesson(LoadedLesson& lesson, const std::string& language);

}  // namespace mantissa
