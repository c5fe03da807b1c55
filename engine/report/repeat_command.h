// SPDX-License-Identifier: Apache-2.0
// The command line that repeats a run.
#pragma once

#include <string>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa {

/// `text` as one word of a POSIX shell: as it is where nothing in it means anything there, else in single quotes. NUL,
/// which no argument can hold, becomes "?".
std::string shell_quoted(const std::string& text);

/// "mantissa-worker train --precision fp16 --lr 0.003": a flag for every field that differs from the defaults, with its
/// exact value. Presets are spelled out, because a preset may be another one in another version.
std::string repeat_command(const run::RunConfig& config);

/// "--scaling dynamic --lr 0.003": a flag for every field that is set in `change`; empty for none.
std::string flags_text(const run::RunConfig& change);

/// The words of repeat_command(), each quoted where it must be.
std::vector<std::string> repeat_words(const run::RunConfig& config);

}  // namespace mantissa
