// SPDX-License-Identifier: Apache-2.0
// What each kind of line says, in the vocabulary of runs. Shared by the files of this room.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/recording/json_line.h"
#include "engine/run/run.pb.h"

namespace mantissa::recording {

/// A tensor of the recording: its description, and what its histograms are to be read with.
struct Tensor {
    run::TensorInfo info;
    std::uint64_t elements = 0;  ///< product of its shape
    std::uint64_t stride = 1;
    std::uint64_t updates = 0;  ///< weights whose updates are looked at
    bool known = false;         ///< its index was named
};

/// What is known of the run so far.
struct Known {
    std::string run_id;
    std::string name;
    double started = 0;
    run::ForeignRun foreign;
    std::vector<Tensor> tensors;
    std::map<std::string, std::size_t> owners;  // of the names: what everything calls a tensor by
};

/// "float16" as this program calls it: "FP16"; an unknown one as it is.
std::string format_of(const std::string& dtype);

/// Takes a header line; the first one must name format, version and run. Returns the indices of the tensors that it
/// changed. Throws Error; `known` is what it was then.
std::vector<std::size_t> take_header(const Fields& line, bool first, Known& known);

/// The configuration that says what its vocabulary can of the run.
run::RunConfig config_of(const Known& known);

/// A step line. `record` is empty.
void take_step(const Fields& line, run::StepRecord& record);

/// Tells a skipped step what its gradients were found to hold.
void put_culprit(const run::SkipStory& story, run::StepRecord& step);

/// The story of a skip or a forward event; `record` has kind and text.
void take_event(const Fields& line, const Known& known, run::EventRecord& record);

/// The histograms of one step as their lines come, and where each tensor's is: a step of thousands of tensors has
/// hundreds of lines, so that no line may look through all that came before it.
struct Frame {
    run::Record record;
    /// By role and tensor, the place in the record. The names are those of the record's own histograms.
    std::map<int, std::unordered_map<std::string_view, int>> places;
};

/// Adds the histograms of a line to those of its step: a shadow goes to the histogram of its tensor, where that is
/// there, and the other way round.
void take_histograms(const Fields& line, const Known& known, Frame& frame);

}  // namespace mantissa::recording
