// SPDX-License-Identifier: Apache-2.0
#include "app/worker/sweep_task.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <system_error>

#include "app/worker/hand_session.h"
#include "app/worker/lane_setup.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/base/host.h"
#include "engine/run/names.h"
#include "engine/store/library.h"
#include "engine/train/checkpoint.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;

class TaskSink final : public RecordSink {
  public:
    TaskSink(const SweepFolder& folder, std::size_t number, const std::string& run_share, const std::string& label,
             bool quiet)
        : folder_(folder),
          number_(number),
          recorder_(folder.place(number).running.string(), run_share),
          lines_{LaneProgress(label)},
          quiet_(quiet) {
        if (const auto before = folder.progress(number)) progress_ = *before;  // a run that goes on begins no more
    }

    void accept(const run::Record& record) override {
        recorder_.accept(record);
        if (record.has_finished()) finished_ = record.finished();
        tell(record);
        lines_[0].apply(record);
        if (!quiet_) display_.draw(lines_, record.has_finished());
    }
    void claim(const std::string& run_id) { recorder_.claim(run_id); }
    void finish() {
        if (!quiet_) display_.finish();
        recorder_.finish();
    }
    const run::RunFinished& finished() const { return finished_; }

  private:
    /// At once what is rare, and the steps now and then.
    void tell(const run::Record& record) {
        progress_.run_id = record.run_id();
        progress_.so_far.clear_outcome();  // of a process before this one
        progress_.so_far.set_steps(record.step());
        if (record.has_started()) progress_.of_steps = record.started().total_steps();
        if (record.has_evaluated() && !record.evaluated().training_set())
            progress_.so_far.set_test_accuracy(record.evaluated().accuracy());
        if (record.has_finished()) progress_.so_far = record.finished();
        const auto now = std::chrono::steady_clock::now();
        if (!record.has_started() && !record.has_finished() && now - told_ < tell_again) return;
        told_ = now;
        folder_.tell(number_, progress_);
    }

    static constexpr std::chrono::seconds tell_again{1};
    const SweepFolder& folder_;
    std::size_t number_;
    TaskProgress progress_;
    std::chrono::steady_clock::time_point told_;
    LibraryRecorder recorder_;
    std::vector<LaneProgress> lines_;
    ProgressDisplay display_;
    run::RunFinished finished_;
    bool quiet_;
};

/// What an earlier process left of a run.
struct Left {
    std::string run_id;  ///< empty: nothing that can go on
    bool ended = false;  ///< it is whole, but for its place
};

Left left_at(const SweepPlace& at) {
    std::error_code ignored;
    if (!fs::exists(at.running, ignored)) return {};
    try {
        const std::unique_ptr<Library> library = Library::open(at.running, Access::read_write);
        for (const RunSummary& run : library->runs()) {
            if (run.finished && run.outcome == run::RunFinished::COMPLETED) return {run.run_id, true};
            const fs::path checkpoint = CheckpointFolder(at.checkpoints).file_of(run.run_id);
            if (!fs::exists(checkpoint, ignored)) continue;
            read_checkpoint(checkpoint);
            return {run.run_id, false};
        }
    } catch (const Error& error) {  // what is damaged is trained anew
        fmt::print(stderr, "mantissa-worker: {}: {}\n", at.folder.string(), harmless(error.message()));
    }
    return {};
}

void remove_begun(const SweepPlace& at) {
    std::error_code ignored;
    fs::remove_all(at.checkpoints, ignored);
    for (const char* suffix : {"", "-wal", "-shm", "-journal", ".lock"})
        fs::remove(at.running.string() + suffix, ignored);
}

/// The library is closed: it becomes one that can be taken in.
void put_in_place(const SweepPlace& at) {
    std::error_code failed;
    fs::rename(at.running, at.finished, failed);
    if (failed)
        throw Error(ErrorCode::failed, say("it cannot be renamed: %1", {failed.message()}), at.running.string(), {});
    remove_begun(at);
    synchronize_folder(at.folder);
}

}  // namespace

TaskEnd train_task(const SweepFolder& folder, std::size_t number, const std::string& run_share, bool quiet) {
    const SweepPlace at = folder.place(number);
    std::error_code failed;
    const auto ended = [&] { return fs::exists(at.finished, failed) || fs::exists(at.merged, failed); };
    if (ended()) return TaskEnd::done;
    run::Command command;
    *command.mutable_start() = folder.read(number);
    const run::RunConfig config = command.start().config();
    if (fs::create_directories(at.folder, failed); failed)
        throw Error(ErrorCode::failed, say("it cannot be made: %1", {failed.message()}), at.folder.string(), {});
    const FileLock alone(at.lock, say("another process trains run number %1 of this sweep", {number}));
    if (ended()) return TaskEnd::done;
    const Left left = left_at(at);
    if (left.ended) {
        put_in_place(at);
        return TaskEnd::done;
    }
    if (left.run_id.empty()) {
        remove_begun(at);
        fs::remove(at.progress, failed);
    } else {
        command.mutable_resume_run()->set_run_id(left.run_id);
    }
    bool to_the_end = false;
    run::RunFinished::Outcome outcome = run::RunFinished::OUTCOME_UNSET;
    {
        TaskSink sink(folder, number, run_share, summary_of(config), quiet);
        if (!left.run_id.empty()) sink.claim(left.run_id);
        HandSession session(sink, at.checkpoints);
        try {
            session.ask(command);
        } catch (const Error& error) {
            fmt::print(stderr, "mantissa-worker: {}: {}\n", harmless(config.name()), harmless(error.what()));
            folder.refuse(number, error.what());
            return TaskEnd::failed;
        }
        to_the_end = session.train_to_the_end();
        sink.finish();
        outcome = sink.finished().outcome();
    }
    if (!to_the_end) return TaskEnd::stopped;
    put_in_place(at);
    return outcome == run::RunFinished::COMPLETED ? TaskEnd::done : TaskEnd::failed;
}

}  // namespace mantissa
