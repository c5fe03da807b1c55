// SPDX-License-Identifier: Apache-2.0
// A crash that says what it was: libraries that generate code while they run (oneDNN) may end in a fault where there is
// no memory for it, and nothing after a fault can be trusted to write a record.
#pragma once

namespace mantissa {

/// From now on a fault (SIGSEGV, SIGBUS, SIGILL, SIGFPE) or an abort (std::terminate) first writes one line to the
/// standard error: which it was, whether the process had nearly all the memory that it may have, and that the library
/// is intact; then it ends the process by the same signal. The handlers of a sanitizer stay.
void tell_faults() noexcept;

}  // namespace mantissa
