// SPDX-License-Identifier: Apache-2.0
// A recording of mantissa_probe (app/probe/FORMAT.md) becomes the records of a run: what the library keeps, what
// reports and the window read. Bytes are taken as they come, of a finished file or of one that grows; the same bytes
// give the same records however they are cut, so that a file that was watched and is imported later repeats itself.
//
// What the next line may still add to is held back: the histograms of one step as long as their lines follow each
// other, a skipped step until its culprit was told. A last line without its line feed is left for later (the training
// goes on, or was killed).
//
// Memory: the tensors' names, one line, and the histograms of one step.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/run/run.pb.h"

namespace mantissa {

class RecordingReader {
  public:
    using Sink = std::function<void(run::Record&&)>;

    /// `file`: what messages call it; the run's description has it without its folders.
    RecordingReader(std::string file, Sink sink);
    ~RecordingReader();

    /// Takes the next bytes. Throws Error (bad_data) that names file and line, for what no recording can hold; what
    /// came before it was handed on, and nothing more is taken.
    void take(std::string_view bytes);
    bool started() const;  ///< the run's first record was handed on
    bool ended() const;    ///< its last one was
    /// Id of the run; empty before the header.
    const std::string& run_id() const;
    std::uint32_t last_step() const;
    std::uint64_t lines() const;  ///< whole ones, so far
    bool partial() const;         ///< the last line has no line feed (yet)

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace mantissa
