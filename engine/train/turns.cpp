// SPDX-License-Identifier: Apache-2.0
// A queue of the trainers whose steps and evaluations are enqueued, in the order in which the device computes them.
#include "engine/train/turns.h"

#include <algorithm>
#include <chrono>
#include <deque>

namespace mantissa {
namespace {

class Turns {
  public:
    Turns(std::span<Trainer* const> trainers, const Stretch& limits) : trainers_(trainers), limits_(limits) {}

    std::vector<TurnFailure> take() {
        bool again = true;
        for (std::uint32_t done = 0; again && done < limits_.steps && (done == 0 || !over()); ++done)
            for (Trainer* trainer : trainers_) again = turn(*trainer) && again && failures_.empty();
        report_until(0);
        for (const TurnFailure& failure : failures_) failure.trainer->forget_enqueued();
        return std::move(failures_);
    }

  private:
    bool over() const {
        const std::chrono::duration<double> since = std::chrono::steady_clock::now() - begun_;
        return since.count() >= limits_.seconds ||
               std::any_of(trainers_.begin(), trainers_.end(), [](const Trainer* t) { return t->interrupted(); }) ||
               (limits_.ends && limits_.ends());
    }

    /// One step of this trainer. Returns whether it may take another.
    bool turn(Trainer& trainer) {
        if (failed(trainer)) return false;  // seen in another's turn
        try {
            const bool waits = trainer.waits_for_each_step();
            if (!evaluate_if_due(trainer, waits)) return false;
            if (waits) report_until(0);
            trainer.enqueue_step();
            sent(trainer, waits);
            return !failed(trainer) && evaluate_if_due(trainer, waits) && !waits && !trainer.enqueued_all();
        } catch (...) {
            fail(trainer);
            return false;
        }
    }

    /// Makes the evaluation that is due. False where it was abandoned, or something failed.
    bool evaluate_if_due(Trainer& trainer, bool waits) {
        if (!trainer.evaluation_due()) return true;
        if (!last_.fetch) {  // a step's time is then the host's, which enqueuing an evaluation before its report
                             // lengthens
            report_until(0);
            if (failed(trainer)) return false;
        }
        if (!trainer.enqueue_evaluation()) return false;
        sent(trainer, waits);
        return !failed(trainer);
    }

    void sent(Trainer& trainer, bool waits) {
        queue_.push_back(&trainer);
        report_until(waits ? 0 : 1);
    }

    /// Makes the records of what is enqueued, all but the last `left`.
    void report_until(std::size_t left) {
        while (queue_.size() > left) {
            Trainer& trainer = *queue_.front();
            queue_.pop_front();
            try {
                trainer.report(last_);
            } catch (...) {
                fail(trainer);
                std::erase(queue_, &trainer);  // what it had enqueued after that gets no records
                trainer.forget_enqueued();
            }
        }
    }

    bool failed(const Trainer& trainer) const {
        return std::any_of(failures_.begin(), failures_.end(), [&](const auto& f) { return f.trainer == &trainer; });
    }
    /// With the exception that is being handled. The first says why: one may follow from another.
    void fail(Trainer& trainer) {
        if (!failed(trainer)) failures_.push_back({&trainer, std::current_exception()});
    }

    std::span<Trainer* const> trainers_;
    const Stretch& limits_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    std::deque<Trainer*> queue_;
    DeviceProgress last_;
    std::vector<TurnFailure> failures_;
};

}  // namespace

std::vector<TurnFailure> take_turns(std::span<Trainer* const> trainers, const Stretch& limits) {
    return Turns(trainers, limits).take();
}

}  // namespace mantissa
