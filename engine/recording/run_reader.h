// SPDX-License-Identifier: Apache-2.0
// What turns the bytes of files into the records of one run: a recording of mantissa_probe, those of several ranks
// together, or an event file of TensorBoard. The same bytes give the same records however they are cut.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/error.h"
#include "engine/run/run.pb.h"

namespace mantissa {

class RunReader {
  public:
    using Sink = std::function<void(run::Record&&)>;

    virtual ~RunReader() = default;

    /// Takes the next bytes of file `at`. A line of a recording that cannot be read is left out, and a notice of the
    /// run says so. Throws Error (bad_data) that names file and place, for what no such file can hold; what came before
    /// it was handed on, and nothing more is taken.
    virtual void take(std::size_t at, std::string_view bytes) = 0;
    /// Nothing more will come of file `at`: what was held back for its sake is handed on.
    virtual void over(std::size_t at) = 0;
    /// Whether more of file `at` can be taken now: false where it is ahead of the others.
    virtual bool wants(std::size_t at) const = 0;

    virtual bool started() const = 0;  ///< the run's first record was handed on
    virtual bool ended() const = 0;    ///< its last one was
    /// The first file has its last line, though others may be waited for.
    virtual bool complete() const { return ended(); }
    /// Id of the run; empty before it is known.
    virtual const std::string& run_id() const = 0;
    virtual std::uint32_t last_step() const = 0;
    virtual bool partial() const = 0;                              ///< a file's last piece is not whole (yet)
    virtual std::uint64_t unread() const { return 0; }             ///< lines that cannot be read and were left out
    virtual const Error* first_unread() const { return nullptr; }  ///< where the first one is, and why
};

/// The files that hold one run.
struct RunFiles {
    enum class Kind { recording, ranks, events };
    Kind kind = Kind::recording;
    std::vector<std::filesystem::path> files;  ///< ranks: by their numbers, the one that was asked for first
    std::vector<std::uint32_t> ranks;          ///< of these
};

/// At most so many ranks are read together.
inline constexpr std::size_t most_ranks = 256;

/// What there is under this name: beside run.jsonl, the file of rank 0, those of the other ranks (run.rank1.jsonl, …)
/// are looked for in its folder. A file that cannot be read is taken for a recording: reading it says why.
RunFiles find_run_files(const std::filesystem::path& file);

/// The same where the names in that folder are known already, on another machine, say; `file` is a recording.
RunFiles find_run_files_among(const std::filesystem::path& file, const std::vector<std::string>& names);

/// An id with the form of a ULID for a run that has none of its own: of its time and of what it is. The same for the
/// same.
std::string derived_run_id(double started_unix, std::string_view identity);

/// A reader for these files. `called`: what messages call each of them.
std::unique_ptr<RunReader> make_run_reader(const RunFiles& files, const std::vector<std::string>& called,
                                           RunReader::Sink sink);

}  // namespace mantissa
