// SPDX-License-Identifier: Apache-2.0
// A recording of mantissa_probe (app/probe/FORMAT.md) becomes the records of a run: what the library keeps, what
// reports and the window read. Bytes are taken as they come, of a finished file or of one that grows; the same bytes
// give the same records however they are cut, so that a file that was watched and is imported later repeats itself.
//
// What the next line may still add to is held back: the histograms of one step as long as their lines follow each
// other, a skipped step until its culprit was told. A last line without its line feed is left for later (the training
// goes on, or was killed). A line behind the header that is damaged is left out whole: of a training of days the
// rest is worth having. A damaged number may still be read as another one: a step that is further ahead than the lines
// left out explain waits for the next one, and is left out where that is not beyond it.
//
// Memory: the tensors' names, one line, two steps, and the histograms of one step.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "engine/recording/run_reader.h"
#include "engine/run/run.pb.h"

namespace mantissa {

class RecordingReader : public RunReader {
  public:
    using RunReader::Sink;

    /// `file`: what messages call it; the run's description has it without its folders.
    RecordingReader(std::string file, Sink sink);
    ~RecordingReader() override;

    /// Takes the next bytes, as RunReader has it.
    void take(std::string_view bytes);
    void take(std::size_t, std::string_view bytes) override { take(bytes); }
    void over(std::size_t) override {}
    bool wants(std::size_t) const override { return !ended(); }
    bool started() const override;
    bool ended() const override;
    const std::string& run_id() const override;
    std::uint32_t last_step() const override;
    std::uint64_t lines() const;  ///< whole ones, so far
    bool partial() const override;
    std::uint64_t unread() const override;
    const Error* first_unread() const override;
    /// The header was read: run_id() is known.
    bool has_header() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace mantissa
