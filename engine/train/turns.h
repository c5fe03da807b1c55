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

/// Trains these in rounds, one step of each in a round, `limits.steps` of them at most, each step with the evaluation
/// that is due after it. All have taken the same number of steps when this returns, but for those that failed and those
/// whose evaluation was due before a step and was abandoned: they took none. None of the trainers may be finished(),
/// and all are of one device. Where it overlaps() it has one step or evaluation to work on while the host is at the one
/// before; elsewhere, and where a number is followed, each is waited for, and there is one round. It is also the last
/// one in which a trainer takes its last step, abandons an evaluation or fails. Throws nothing of a trainer's.
std::vector<TurnFailure> take_turns(std::span<Trainer* const> trainers, const Stretch& limits);

}  // namespace mantissa
