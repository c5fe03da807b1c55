// SPDX-License-Identifier: Apache-2.0
// A file system under SQLite that fails when told: the Nth write, truncation or flush, and every one after it.
#pragma once

#include <sqlite3.h>

namespace mantissa::testing {

/// Becomes SQLite's default file system for as long as it lives; only one at a time.
class FaultyVfs {
  public:
    FaultyVfs();
    ~FaultyVfs();
    FaultyVfs(const FaultyVfs&) = delete;
    FaultyVfs& operator=(const FaultyVfs&) = delete;

    /// The `nth` changing operation from now on (1 is the next) and all later ones return `code`; `only_flushes`
    /// counts and fails flushes alone.
    void arm(int nth, int code, bool only_flushes = false);
    /// Everything works again. Returns whether anything had failed.
    bool disarm();
    /// Flushes of files so far.
    int flushes() const;
};

}  // namespace mantissa::testing
