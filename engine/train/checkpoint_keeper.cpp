// SPDX-License-Identifier: Apache-2.0
// The rules of keeping.
#include "engine/train/checkpoint_keeper.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <new>
#include <utility>

#include "engine/base/error.h"
#include "engine/base/host.h"

namespace mantissa {

void CheckpointKeeper::write_all(std::span<Trainer* const> trainers) {
    std::vector<PreparedCheckpoint> prepared;
    std::vector<std::uint32_t> steps;  // of a run that diverged one before that
    for (const Trainer* trainer : trainers) {
        Checkpoint checkpoint = checkpoint_of(*trainer, sink_);
        if (race_of_) checkpoint.race = race_of_(*trainer);
        steps.push_back(checkpoint.snapshot.step);
        prepared.push_back(folder_.prepare(checkpoint));
    }
    for (std::size_t i = 0; i < trainers.size(); ++i) {
        prepared[i].put_in_place();
        const CheckpointFile& file = prepared[i].file();
        runs_[trainers[i]->run_id()] = {true, false, HeldFile(file.path)};
        run::Record record;
        record.set_run_id(trainers[i]->run_id());
        record.set_lane(trainers[i]->lane());
        record.set_step(steps[i]);
        run::CheckpointRecord& told = *record.mutable_checkpoint();
        told.set_host(host_name());
        told.set_path(file.path.string());
        told.set_bytes(file.bytes);
        told.set_sha256(file.sha256);
        sink_.accept(record);
    }
    std::vector<std::string> kept;
    for (const auto& [run_id, run] : runs_)
        if (run.has_one) kept.push_back(run_id);
    kept.insert(kept.end(), completed_.begin(), completed_.end());
    folder_.prune(kept);
}

void CheckpointKeeper::write(std::span<Trainer* const> trainers) {
    if (!folder_.used())
        throw Error(ErrorCode::usage, say("this worker keeps no checkpoints"), "checkpoint",
                    say("start it with a folder for them: --checkpoint-folder"));
    write_all(trainers);
}

bool CheckpointKeeper::try_write(std::span<Trainer* const> trainers) {
    Phrase why;
    try {
        write_all(trainers);
        return true;
    } catch (const std::bad_alloc&) {
        why = say("there is not enough memory to hold the state twice");
    } catch (const Error& error) {
        why = whole_phrase(error);
    } catch (const std::exception& error) {
        why = error.what();
    }
    for (Trainer* trainer : trainers) {
        Run& run = runs_[trainer->run_id()];
        if (std::exchange(run.failed, true)) continue;
        trainer->emit_event(run::EventRecord::NOTICE, say("the training continues without a checkpoint of step %1: %2",
                                                          {trainer->steps_done(), why}));
    }
    return false;
}

bool CheckpointKeeper::try_write(Trainer& trainer) {
    Trainer* const one = &trainer;
    return try_write({&one, 1});
}

bool CheckpointKeeper::at_interval(const Trainer& trainer) const {
    const std::uint32_t interval = trainer.config().checkpoint_interval();
    return interval > 0 && trainer.steps_done() > 0 && trainer.steps_done() % interval == 0 && !trainer.finished();
}

std::uint32_t CheckpointKeeper::steps_to_interval(const Trainer& trainer) const {
    const std::uint32_t interval = trainer.config().checkpoint_interval();
    if (!folder_.used() || interval == 0) return std::numeric_limits<std::uint32_t>::max();
    return interval - trainer.steps_done() % interval;
}

void CheckpointKeeper::stepped(std::span<Trainer* const> trainers) {
    if (!folder_.used()) return;
    std::vector<Trainer*> due;
    std::copy_if(trainers.begin(), trainers.end(), std::back_inserter(due),
                 [this](const Trainer* trainer) { return at_interval(*trainer); });
    if (!due.empty()) try_write(due);
}

void CheckpointKeeper::stepped(Trainer& trainer) {
    Trainer* const one = &trainer;
    stepped({&one, 1});
}

void CheckpointKeeper::changed(Trainer& trainer) {
    if (!folder_.used() || !runs_[trainer.run_id()].has_one || try_write(trainer)) return;
    const bool gone = folder_.remove(trainer.run_id());
    runs_[trainer.run_id()].has_one = !gone;
    trainer.emit_event(run::EventRecord::NOTICE,
                       gone ? say("the checkpoint from before this change was removed: from it, the run would continue "
                                  "without the change")
                            : say("the checkpoint from before this change can be neither replaced nor removed: from "
                                  "it, the run would continue without the change"));
}

void CheckpointKeeper::resumed(const Trainer& trainer) {
    Run& run = runs_[trainer.run_id()];
    run.has_one = true;
    if (!folder_.used()) return;
    folder_.ended().remove(trainer.run_id());  // the state of an end that it leaves
    run.held = HeldFile(folder_.file_of(trainer.run_id()));
}

void CheckpointKeeper::adopted(Trainer& trainer) {
    if (folder_.used() && trainer.config().checkpoint_interval() > 0) try_write(trainer);
}

/// Said to nobody where it fails: the run has told its end. Who wants its network is told that there are no weights.
void CheckpointKeeper::keep_end(const Trainer& trainer) try {
    Checkpoint checkpoint = checkpoint_of(trainer, sink_);
    checkpoint.unsettled.clear();  // nobody goes on from it
    const CheckpointFolder folder = folder_.ended();
    folder.prepare(checkpoint).put_in_place();
    folder.prune({&checkpoint.run_id, 1});
} catch (const std::exception&) {
}

void CheckpointKeeper::ending(Trainer& trainer, run::RunFinished::Outcome outcome) {
    if (!folder_.used()) return;
    if (outcome == run::RunFinished::COMPLETED && keeps_ends_) keep_end(trainer);
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
