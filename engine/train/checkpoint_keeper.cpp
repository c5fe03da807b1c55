// SPDX-License-Identifier: Apache-2.0
// The rules of keeping.
#include "engine/train/checkpoint_keeper.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <new>
#include <utility>

#include "engine/base/error.h"

namespace mantissa {
namespace {

std::string host_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

}  // namespace

void CheckpointKeeper::write(Trainer& trainer) {
    if (!folder_.used())
        throw Error(ErrorCode::usage, "this worker keeps no checkpoints", "checkpoint",
                    "start it with a folder for them: --checkpoint-folder");
    const CheckpointFile file = folder_.write(checkpoint_of(trainer, sink_));
    runs_[trainer.run_id()] = {true, false};
    run::Record record;
    record.set_run_id(trainer.run_id());
    record.set_lane(trainer.lane());
    record.set_step(trainer.steps_done());
    run::CheckpointRecord& told = *record.mutable_checkpoint();
    told.set_host(host_name());
    told.set_path(file.path.string());
    told.set_bytes(file.bytes);
    told.set_sha256(file.sha256);
    sink_.accept(std::move(record));
}

void CheckpointKeeper::try_write(Trainer& trainer) {
    std::string why;
    try {
        write(trainer);
        return;
    } catch (const Error& error) {
        why = error.what();
    } catch (const std::bad_alloc&) {
        why = "there is not enough memory to hold the state twice";
    }
    Run& run = runs_[trainer.run_id()];
    if (run.failed) return;
    run.failed = true;
    trainer.emit_event(run::EventRecord::NOTICE, fmt::format("the training goes on without a checkpoint of step {}: {}",
                                                             trainer.steps_done(), why));
}

void CheckpointKeeper::stepped(Trainer& trainer) {
    if (!folder_.used() || trainer.finished()) return;
    const std::uint32_t interval = trainer.config().checkpoint_interval();
    if (interval > 0 && trainer.steps_done() > 0 && trainer.steps_done() % interval == 0) try_write(trainer);
}

void CheckpointKeeper::changed(Trainer& trainer) {
    if (folder_.used() && (trainer.config().checkpoint_interval() > 0 || runs_[trainer.run_id()].has_one))
        try_write(trainer);
}

void CheckpointKeeper::ending(Trainer& trainer, run::RunFinished::Outcome outcome) {
    if (!folder_.used()) return;
    if (outcome == run::RunFinished::STOPPED) {
        try_write(trainer);
    } else if (outcome == run::RunFinished::COMPLETED && runs_[trainer.run_id()].has_one) {
        completed_.push_back(trainer.run_id());
    }
    runs_.erase(trainer.run_id());
}

void CheckpointKeeper::forget_completed() {
    std::erase_if(completed_, [this](const std::string& run_id) {
        if (!sink_.unsettled(run_id).empty()) return false;
        folder_.remove(run_id);
        return true;
    });
}

}  // namespace mantissa
