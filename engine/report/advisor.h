// SPDX-License-Identifier: Apache-2.0
// The advisor: what an expert would say about a run, with the reason and the numbers. One pure function per rule over
// the evidence collected from records (advisor_evidence.h); advise() asks all of them, drops what contradicts and puts
// the most important first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/report/advisor_evidence.h"
#include "engine/report/comparison.h"

namespace mantissa {

enum class FindingSeverity {
    note,     ///< Good to know; nothing is wrong.
    advice,   ///< It would be better otherwise.
    warning,  ///< The run is failing, or something of it is lost.
};

/// "note", "advice", "warning".
const char* name_of(FindingSeverity severity);
/// The same for a reader.
Phrase severity_phrase(FindingSeverity severity);

/// One thing to say about a run. Texts are UTF-8, never markup.
struct Finding {
    std::string rule;  ///< stable: "forward_overflow"
    FindingSeverity severity = FindingSeverity::note;
    std::string title;                     ///< one sentence without numbers that change from step to step; English
    std::string reason;                    ///< why, with the numbers; English
    Phrase title_phrase;                   ///< the same, to be said in another language
    std::vector<Phrase> reason_phrases;    ///< its sentences
    std::uint32_t step = 0;                ///< where it was first seen, else of the numbers
    std::optional<run::RunConfig> change;  ///< only the fields that it proposes to change
    std::string code;                      ///< lines of PyTorch to paste, of foreign runs; empty: none
    bool restart = false;  ///< the change cannot mend this run (its weights are NaN): begin again with it

    void set_title(Phrase phrase);
    /// One more sentence of the reason.
    void add_reason(Phrase phrase);
};

/// Inf or NaN arise in the backward pass again and again: a lower scale, or a dynamic one.
std::optional<Finding> backward_overflow(const Evidence& evidence);
/// Inf or NaN arise in the forward pass: no loss scale can cure it. BF16, or that layer in FP32; an FP32 reduction
/// where the softmax overflows; a lower learning rate where the format has FP32's range already.
std::optional<Finding> forward_overflow(const Evidence& evidence);
/// Adam computes in FP16, whose smallest number is above its epsilon: 0 / 0 where a gradient was always 0.
std::optional<Finding> epsilon_is_zero(const Evidence& evidence);
/// Norm of a weight gradient is lost to flushing and the format has headroom: a higher scale, two bits below the limit.
std::optional<Finding> gradient_lost(const Evidence& evidence);
/// Statistics of normalisations in a 16-bit format, and gradients that point elsewhere than FP32's although no cast
/// flushes them: statistics in FP32. An infinite variance gives no NaN, so that no other rule sees it.
std::optional<Finding> norm_statistics_lost(const Evidence& evidence);
/// A dynamic scale whose growth interval is longer than the run.
std::optional<Finding> scale_never_grows(const Evidence& evidence);
/// Twice the batch fits into `budget` bytes, taking everything but weights and optimizer state as growing with the
/// batch. 0: unknown, nothing is said.
std::optional<Finding> batch_can_double(const Evidence& evidence, std::uint64_t budget);
/// Sizes that are not multiples of 16 bytes: 8 numbers of FP16 or BF16, 4 of TF32.
std::optional<Finding> sizes_not_aligned(const Evidence& evidence);
/// PyTorch's default on a network without convolutions: nothing of it runs in TF32.
std::optional<Finding> tf32_off(const Evidence& evidence);
/// More than half of the updates leave the weights as they were, and there is no FP32 master copy, or, of phase-change
/// devices, no sum in which they wait.
std::optional<Finding> updates_lost(const Evidence& evidence);
/// A 16-bit run whose gradients are those of FP32 for all that this run can tell. Where it is compared with another
/// run and has diverged from that, this says so ("drifted") and nothing of a match.
std::optional<Finding> no_difference(const Evidence& evidence, const std::optional<Standing>& beside = {});
/// Test accuracy below 15 % after 200 steps or more, and a loss that does not move.
std::optional<Finding> stalled(const Evidence& evidence);

/// A regression whose result is in a format that cannot tell its targets apart, since they have a large offset.
std::optional<Finding> targets_unresolved(const Evidence& evidence);
/// Evaluations are NaN and training is not: BatchNorm's running statistics have taken in an inf or a NaN of a step that
/// was skipped.
std::optional<Finding> statistics_poisoned(const Evidence& evidence);

/// The loss lies far above what guessing costs, and does not come down: a rate of learning that is too high.
std::optional<Finding> diverged(const Evidence& evidence);

/// Gradients of the ranks become zero in the format of their sum before they are summed: a sum in FP32.
std::optional<Finding> rank_gradients_flushed(const Evidence& evidence);

/// Everything there is to say, the most important first; empty: nothing. `budget`: bytes of memory that a run may use,
/// 0 if unknown. `beside`: where the run is compared with another one.
std::vector<Finding> advise(const Evidence& evidence, std::uint64_t budget = 0,
                            const std::optional<Standing>& beside = {});

}  // namespace mantissa
