// SPDX-License-Identifier: Apache-2.0
// What a record is known by in the library, and when two of one key say the same.
#pragma once

#include <string>

#include "engine/run/run.pb.h"

namespace mantissa {

/// The kinds of records, by their field number in Record; KIND_NOT_SET stands for every kind where one is asked for.
using RecordKind = run::Record::KindCase;

/// Name of a kind for messages: the field's name in record.proto, "step_done".
const char* name_of(RecordKind kind) noexcept;

/// Tells apart several records of one kind at one step: the set of an evaluation, the first tensor of histograms, the
/// kind of an event.
std::string part_of(const run::Record& record);

/// Whether it may rightly happen again with the same key at the same step (a pause, a switch of settings, a new plan of
/// memory, an error): such ones are numbered. All others are facts: there is one per key, and a repeat must be equal.
bool may_recur(const run::Record& record);

/// Whether it says that its run went on from a checkpoint, which was written at the record's step.
bool goes_on(const run::Record& record);

/// What the library stores: without run_id, lane and step, which are columns.
std::string body_of(const run::Record& record);

/// What a repeat must equal, as bytes: the body without measured times, which no machine can repeat.
std::string comparable(const run::Record& record);

/// Throws Error (bad_data): `record` was kept already, with other content. `recording`: of a recorded training, which
/// comes by an import.
[[noreturn]] void refuse_repeat(const run::Record& record, bool recording);

/// Throws Error (bad_data) for a record that is not one: no kind, no run, a number out of its range (record_ranges.h),
/// a text or a body over its limit, text that is not UTF-8.
void check_record(const run::Record& record);

/// "run 01H..., lane 0, step 17, step_done", for messages.
std::string describe(const run::Record& record);

}  // namespace mantissa
