// SPDX-License-Identifier: Apache-2.0
// What one run may take of the disk. Past its share the older steps and histograms of the run are thinned, a few rows
// after each commit, so that nobody waits for it: of 16 steps at most six stay (every fourth, or of those four one that
// was skipped; the least and the greatest loss), and of two records of histograms one. The pyramid of series goes on
// covering every step. The newest steps, and all that the run tells apart from these, stay as they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>

#include "engine/run/run.pb.h"

namespace mantissa {

class Library;

class RunShare {
  public:
    static constexpr std::uint64_t usual_bytes = std::uint64_t{1} << 30;
    static constexpr std::uint64_t least_bytes = std::uint64_t{16} << 20;
    /// Of the end of a run, that many steps, or an eighth of it, are never thinned.
    static constexpr std::uint32_t newest_steps = 16'384;

    /// `told`: a record of an event (NOTICE) of a run that was thinned, which is in the library already.
    explicit RunShare(std::function<void(const run::Record&)> told = {}, std::uint64_t bytes = usual_bytes);

    /// From now on a run may take so many bytes; at least least_bytes.
    void set_bytes(std::uint64_t bytes);
    std::uint64_t bytes() const { return bytes_; }

    /// After these records were appended: thins some rows of their runs where they take more than their share. Throws
    /// Error as Library::append() does; what was appended is kept all the same.
    void after_append(Library& library, std::span<const run::Record> records);

  private:
    struct Taken {
        std::uint64_t bytes = 0;  // that the run takes, counted or estimated
        bool counted = false;
        std::uint64_t patience = 0;  // nothing is thinned up to so many bytes: it would not help
        bool thinning = false;
        std::uint64_t before = 0;  // bytes when this pass began
        std::uint32_t next = 0;    // step from which this pass goes on
        std::uint32_t end = 0;     // and up to which
        std::uint32_t last = 0;    // step of the run
        std::uint32_t lane = 0;
    };
    void go_on(Library& library, const std::string& run_id, Taken& taken);

    std::function<void(const run::Record&)> told_;
    std::uint64_t bytes_;
    std::map<std::string, Taken> runs_;
};

}  // namespace mantissa
