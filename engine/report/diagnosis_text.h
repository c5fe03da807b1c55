// SPDX-License-Identifier: Apache-2.0
// What a search for the cause of a failure took, as the terminal, the window and the report say it.
#pragma once

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// How many trainings, over how many casts and switches, and how long: with what its count leaves out.
Phrase diagnosis_effort(const run::Diagnosis& answer);

}  // namespace mantissa
