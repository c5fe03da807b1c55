// SPDX-License-Identifier: Apache-2.0
// Lanes that take turns on one device, which is kept at work: what comes next is enqueued, whosever it is, before the
// records of what came before are made.
#pragma once

#include <exception>
#include <span>
#include <vector>

#include "engine/train/trainer.h"

namespace mantissa {

/// A trainer that cannot go on. What it has recorded is what steps_done() counts.
struct TurnFailure {
    Trainer* trainer = nullptr;
    std::exception_ptr error;
};

/// Trains one step after another of each trainer, `limits.steps` at most, each with the evaluation that is due after
/// it; all of them have the same number of steps behind them when this returns, but for those that failed and those
/// whose evaluation was abandoned, before a step (there is none then) or after it. None of the trainers may be
/// finished(), and all are of one device. Where it overlaps() it has one step or evaluation to work on while the host
/// is at the one before; elsewhere, and where a number is followed, each is waited for, and it is one step. No further
/// step is begun where a trainer has taken all of its steps or has failed. Throws nothing of a trainer's.
std::vector<TurnFailure> take_turns(std::span<Trainer* const> trainers, const Stretch& limits);

}  // namespace mantissa
