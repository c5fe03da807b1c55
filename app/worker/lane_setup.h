// SPDX-License-Identifier: Apache-2.0
// What every training command needs before its first step: data, device, and where records go.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/report/safetensors.h"
#include "engine/run/run.pb.h"
#include "engine/store/library.h"
#include "engine/store/record_writer.h"
#include "engine/train/sink.h"
#include "engine/train/trainer.h"

namespace CLI {
class App;
}

namespace mantissa {

/// The data set of `config.data`, or MNIST where that is empty; as many texts where the task is one of texts.
Dataset load_data(const run::RunConfig& config);

/// Replaces the weights of `trainer` by those of a safetensors file, whose names and shapes are PyTorch's.
/// `partly`: tensors that the file lacks stay as they are. Returns the names that the network lacks, which are left out
/// (PyTorch counts batches in state that no step reads: not these). Throws Error (bad_data) for inf and NaN as well.
std::vector<std::string> load_weights(Trainer& trainer, const std::filesystem::path& file, bool partly);
/// All that a network has learnt, under PyTorch's names and in its layout.
std::vector<NamedTensor> named_weights(const Network& network, const Parameters& parameters);
void save_weights(Trainer& trainer, const std::filesystem::path& file);
/// The network with its weights as an ONNX model (engine/report/onnx.h).
void save_onnx(Trainer& trainer, const std::filesystem::path& file);

/// The network as a PyTorch module (report/pytorch_module.h).
void save_pytorch(Trainer& trainer, const std::filesystem::path& file);

/// Where checkpoints lie: `given` if it is not empty, else $MANTISSA_STATE_DIR/checkpoints, else
/// $XDG_STATE_HOME/mantissa/checkpoints, else ~/.local/state/mantissa/checkpoints.
std::filesystem::path checkpoint_folder(const std::string& given);

/// The library that --library names, or the person's own where `given` is empty. Throws Error(usage) for "-" and
/// "none".
std::filesystem::path library_file(const std::string& given);
/// The same, open for reading; throws Error(usage) where there is none yet.
std::unique_ptr<Library> open_runs(const std::string& given);

/// What a command writes: the flag that names it, and the file; empty: it does not write it.
struct NamedOutput {
    const char* flag;
    std::string file;
};
/// Throws Error(usage) where two of these are one file, or where one is the library that --library names (`library`;
/// "none": there is none), so that neither writes over the other.
void check_apart(const std::vector<NamedOutput>& outputs, const std::string& library);

/// check_output() (engine/report/output_file.h) for a file of bytes that no terminal should get: refuses "-", too.
void check_binary_output(const std::string& file, bool replace);

/// The flag --run-share of commands that keep runs.
void add_run_share(CLI::App& command, std::string& share);

/// Writes records to the library, unless told not to.
class LibraryRecorder {
  public:
    /// `path`: empty for the default library; "none" for no library. Throws Error where it cannot be written, so that
    /// nothing is trained that would be lost.
    /// `share`: what --run-share says, empty for the usual (run_share.h).
    explicit LibraryRecorder(const std::string& path, const std::string& share = {});
    /// Brings what it has to the library, as far as that goes: also where an exception ends the command.
    ~LibraryRecorder();
    /// Before a run goes on: throws Error (bad_data) where another process trains it.
    void claim(const std::string& run_id);
    void accept(const run::Record& record);
    /// Waits until everything is on the disk; throws the Error that prevented it.
    void finish();
    /// After accept() or finish() threw: the records that are not in the library, in order, once.
    std::vector<run::Record> take_unwritten();

  private:
    std::unique_ptr<RecordWriter> writer_;
    std::vector<run::Record> pending_;
};

}  // namespace mantissa
