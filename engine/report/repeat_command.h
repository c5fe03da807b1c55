// SPDX-License-Identifier: Apache-2.0
// The command line that repeats a run.
#pragma once

#include <string>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa {

/// `text` as one word of a shell, the same word in sh, bash, zsh, fish and tcsh: as it is where nothing in it means
/// anything there, else in single quotes, with what one of these shells reads within them (quotes, backslashes,
/// exclamation marks) outside. Control characters, which not all of them can hold in a word, become "_".
std::string shell_quoted(const std::string& text);

/// `text` with "_" for each character that some shell reads even between single quotes: quotes of any kind,
/// backslashes, exclamation marks, control characters. For texts of others in a command that a person pastes or that
/// goes to another machine.
std::string without_shell_characters(const std::string& text);

/// "mantissa-worker train --precision fp16 --lr 0.003": a flag for every field that differs from the defaults, with its
/// exact value. Presets are spelled out, because a preset may be another one in another version. Its texts (names,
/// paths) are without_shell_characters(), and an override of what cannot be the name of a layer is left out. A network
/// of one's own is named network.json: `mantissa-worker network --run ID` prints it. Of `identity` the file of the
/// initial weights counts.
std::string repeat_command(const run::RunConfig& config, const run::RunIdentity& identity = {});

/// "--scaling dynamic --lr 0.003": a flag for every field that is set in `change`; empty for none.
std::string flags_text(const run::RunConfig& change);

/// The words of repeat_command(), each quoted where it must be.
std::vector<std::string> repeat_words(const run::RunConfig& config, const run::RunIdentity& identity = {});

/// The flags of repeat_command() as arguments of a process: no shell reads them, so every text is as it is.
std::vector<std::string> setting_arguments(const run::RunConfig& config);

}  // namespace mantissa
