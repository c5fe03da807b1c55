// SPDX-License-Identifier: Apache-2.0
// Where a lost loss of another program's training came from: one source for the advisor, for Health and for the cause.
// A loss is lost where it is inf or NaN. A recording holds no batches, so it can hardly rule out that the batch was.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/report/foreign_evidence.h"

namespace mantissa {

/// What a recording cannot tell of a lost loss, and how to know: to stand under foreign_missing_heading().
Phrase batch_unknown_phrase();
/// Lines that stop at a batch with inf or NaN.
std::string batch_check_lines();

/// A sentence that the batch most likely held NaN: of the recorded outputs the first in the forward pass held NaN and
/// no inf, as an overflow has it, while all weights were finite. Nothing where that was not seen.
std::optional<Phrase> likely_batch_phrase(const ForeignEvidence& evidence);

/// The first step whose loss was lost; 0: none.
std::uint32_t lost_loss_step(const ForeignEvidence& evidence);
/// Sentences: in which steps the loss was lost, and what became of the training. Empty where it never was.
std::vector<Phrase> lost_loss_phrases(const ForeignEvidence& evidence);
/// Sentences on what made an inf or NaN of the forward pass, as far as it is known; else that the batch may have.
std::vector<Phrase> forward_origin_phrases(const ForeignEvidence& evidence);

}  // namespace mantissa
