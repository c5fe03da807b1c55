// SPDX-License-Identifier: Apache-2.0
// What a report calls a run by: not only the format that it began in.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Whether settings were changed while it trained; `events` as in RunDetails.
bool was_changed(std::span<const run::Record> events);

/// "FP16"; of a run whose format was changed while it trained all of them in order, "FP16→BF16" ("FP16→…→FP32" from
/// five on); of a control "FP32, control". `began` is complete.
std::string formats_text(const run::RunConfig& began, std::span<const run::Record> events);
Phrase formats_phrase(const run::RunConfig& began, std::span<const run::Record> events);

/// `began` after all changes among `events`.
run::RunConfig changed_config(const run::RunConfig& began, std::span<const run::Record> events);

/// summary_phrase() (engine/run/names.h) with formats_phrase() for its format: "FP16→BF16 · no scale · batch 256".
Phrase changed_summary(const run::RunConfig& began, std::span<const run::Record> events);

/// Whether any step of the run was emulated, live switches included: its speed then says nothing about its formats.
/// `changes`: what held after these steps.
bool was_emulated(const run::RunStarted& started, const std::map<std::uint32_t, bool>& changes);
bool was_emulated(const run::RunStarted& started, std::span<const run::Record> events);

}  // namespace mantissa
