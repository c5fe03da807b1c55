// SPDX-License-Identifier: Apache-2.0
// Configurations: defaults, presets from resources/presets, the merging of changes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// A complete configuration: MLP 2x256 ReLU on MNIST, Adam 1e-3, batch 64, three epochs, FP32.
run::RunConfig default_config();

/// `config` with every unset field at its default, or that of the scaler's recipe where it names one.
run::RunConfig complete(const run::RunConfig& config);

/// All presets of a folder (each a *.json), sorted by file name. Throws Error(bad_data) naming the file.
std::vector<run::Preset> load_presets(const std::filesystem::path& folder);

/// The presets that Mantissa ships.
std::vector<run::Preset> shipped_presets();

/// A shipped preset; throws Error(usage) listing the names.
run::Preset preset_named(const std::string& name);

/// Reads one preset file; at most 1 MiB. Throws Error(bad_data) naming the file, and the setting where one is out of
/// its range: what is returned can be run. A set-up that a teacher handed out is one whose `locked` and `hidden` (lists
/// of names, for the window) are checked and left out.
run::Preset read_preset(const std::filesystem::path& file);

/// The configuration of `base` with the fields that are set in `change` replaced. A repeated field replaces the whole
/// list when it is not empty; an override with precision PRECISION_UNSET is left out, so that a list of nothing else
/// empties it.
run::RunConfig merge(const run::RunConfig& base, const run::RunConfig& change);

/// The fields in which `after` differs from `before`, with their values in `after`.
run::RunConfig difference(const run::RunConfig& before, const run::RunConfig& after);

/// "precision: fp32 → fp16, lr: 0.01 → 0.001": for events; to be said in another language, and in English.
Phrase change_phrase(const run::RunConfig& before, const run::RunConfig& after);
std::string describe_change(const run::RunConfig& before, const run::RunConfig& after);

}  // namespace mantissa
