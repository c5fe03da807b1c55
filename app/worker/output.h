// SPDX-License-Identifier: Apache-2.0
// The standard output and error of a program whose work is worth more than what it prints: a stream that cannot be
// written ends nothing, and what was lost of the standard output is told at the end.
#pragma once

#include <cstdio>
#include <string_view>

namespace mantissa {

/// Puts streams in the place of `stdout` and `stderr` that take everything and remember the first failure, so that no
/// fmt::print() throws, and that write a space for each control character but tab and new line (and, on the
/// standard error, the return that begins a line of progress anew): names come from files
/// of others, and a terminal would carry out what they hold. Ignores SIGPIPE and SIGXFSZ, whose causes are then
/// failures of write(2), and errors where files are written. Call it first in main, after
/// occupy_standard_descriptors().
void guard_output();

/// Writes control characters of our own, such as the sequences that move the cursor, to one of these streams.
void write_control(std::FILE* stream, std::string_view sequence);

/// Whether something of the standard output could not be written.
bool output_lost() noexcept;
/// Whether that was because its reader has gone (EPIPE): nobody waits for the rest.
bool output_unread() noexcept;

/// Writes what is buffered. Where something of the standard output was lost, says so on the standard error and returns
/// 1 instead of `code` 0 or 3 (cancelled, since the output could not be written); else `code`. Call it last in main.
int finish_output(int code);

}  // namespace mantissa
