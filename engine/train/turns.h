// SPDX-License-Identifier: Apache-2.0
// Lanes that take turns on one device. The device is kept at work: the next step, of whichever lane, is enqueued before
// the records of the step before it are made.
#pragma once

#include <exception>
#include <span>
#include <vector>

#include "engine/train/trainer.h"

namespace mantissa {

/// A trainer that cannot go on. It has recorded the steps that its steps_done() counts.
struct TurnFailure {
    Trainer* trainer = nullptr;
    std::exception_ptr error;
};

/// Trains all `trainers` in rounds, at most `limits.steps` rounds. In a round each trainer takes one step, and makes
/// the evaluation that is due after it.
///
/// All trainers are of one device, and none is finished(). Where the device overlaps(), it computes one step or
/// evaluation while the host makes the records of the one before. Elsewhere, and where a trainer
/// waits_for_each_step(), there is one round, and each step is waited for.
///
/// A round is the last where a trainer takes its last step, abandons an evaluation or fails. When this returns, all
/// trainers have taken the same number of steps, but for those that failed, and those that abandoned an evaluation that
/// was due before their step: they did not take it. Errors of trainers are returned, not thrown.
std::vector<TurnFailure> take_turns(std::span<Trainer* const> trainers, const Stretch& limits);

}  // namespace mantissa
