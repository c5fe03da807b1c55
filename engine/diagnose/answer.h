// SPDX-License-Identifier: Apache-2.0
// A diagnosis in sentences, with its numbers and its limits.
#pragma once

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Adds a part of the cure, in English and as a phrase.
void add_part(run::Diagnosis& answer, const Phrase& text);

/// Fills in the text, and the cure as flags.
void write_text(run::Diagnosis& answer);

}  // namespace mantissa
