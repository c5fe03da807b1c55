// SPDX-License-Identifier: Apache-2.0
// The parts of foreign_cause.h's answer, by what they look at, and the words that they share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/report/foreign_cause.h"
#include "engine/report/foreign_evidence.h"

namespace mantissa::foreign {

/// The number of a step.
Phrase step_text(std::uint32_t step);
/// "a, b, c", and how many more there are.
Phrase names_phrase(const std::vector<std::string>& names, std::uint64_t all);
/// "3 inf", "139 inf and 501 NaN".
Phrase values_phrase(std::uint64_t inf, std::uint64_t nan);
/// What comes behind the producer and only passed it on.
void pass_on(ForeignCause& cause, std::vector<std::string> names, std::uint64_t all);
/// Tensors of a frame in the order of the pass, those of unknown place last.
std::vector<ForeignFailure::Held> in_order(const ForeignEvidence& e, const ForeignFailure::Frame& frame, bool backward);
/// The names of all but the first.
std::vector<std::string> names_after_first(const std::vector<ForeignFailure::Held>& held);
/// Whether autocast casts to BF16.
bool is_bf16(const run::ForeignRun& run);

/// Whether an optimizer's epsilon is zero in the format of its weights: then it is what wrote NaN into them.
bool tell_epsilon(const ForeignEvidence& e, ForeignCause& cause);

/// A forward pass that was searched and held some.
void tell_forward(const ForeignEvidence& e, ForeignCause& cause);
/// Outputs of modules in a sampled step that held some.
void tell_outputs(const ForeignEvidence& e, ForeignCause& cause);
/// A loss that is not finite in a step whose modules all gave finite outputs.
void tell_loss_function(const LossAlone& alone, ForeignCause& cause);

/// Every kind of skip once, in the order of their first steps.
void tell_all_skips(const ForeignEvidence& e, ForeignCause& cause);

}  // namespace mantissa::foreign
