// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of a configuration by their number in config.proto: which differ, which can change in a running training, what
// a person calls them. By reflection, so a new field needs a line only for its name, and a choice one for its word.
#pragma once

#include <QMap>
#include <QString>
#include <optional>
#include <set>
#include <utility>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

/// Numbers of fields of run::RunConfig.
using FieldSet = std::set<int>;

/// Whether a change of this field reaches a running training at its next step boundary (else: the next run).
bool appliesNow(int field);

/// Fields whose presence or value differ.
FieldSet changedFields(const run::RunConfig& a, const run::RunConfig& b);

/// Copies `fields` (set or unset) from one configuration into another.
void copyFields(const run::RunConfig& from, run::RunConfig& to, const FieldSet& fields);

/// A configuration with only these fields of `from`.
run::RunConfig onlyFields(const run::RunConfig& from, const FieldSet& fields);

/// What a person calls the field: "learning rate"; empty where the configuration has none of this number.
QString fieldLabel(int field);

/// Its value as a person reads it: "FP16", "0.001", "on".
QString fieldValue(const run::RunConfig& config, int field);

/// "batch 64 → 256, precision FP32 → FP16".
QString describeChange(const run::RunConfig& from, const run::RunConfig& to, const FieldSet& fields);

/// The same of a run in training, whose settings were `from`.
QString describeLiveChange(const run::RunConfig& from, const run::RunConfig& to, const FieldSet& fields);

/// Why `config` cannot be started, by field; empty when it can. `dataIsHere`: the worker reads its data on this
/// machine, so that the folder can be looked for.
QMap<int, QString> problemsOf(const run::RunConfig& config, bool dataIsHere);

/// What keeps the network of a file from being built for its task, and the field concerned; nothing where it can be, or
/// only the worker can tell.
std::optional<std::pair<int, QString>> networkProblem(const run::RunConfig& config);

/// The task that the network of `config` can be built for: its own, or the first other one; none where it fits no task.
std::optional<run::Task> taskThatFits(run::RunConfig config);

}  // namespace mantissa::ui
