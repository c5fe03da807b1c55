// SPDX-License-Identifier: GPL-3.0-or-later
// A set-up that a teacher hands out: a preset's JSON with two more lists, `locked` and `hidden`, of settings by their
// names in config.proto, and `"advisor": false` where the advisor is to be silent; as a file, or as one line of text to
// paste. It comes from outside and is read as such: sizes, types, names and ranges are checked, and an error leaves
// everything as it was.
#pragma once

#include <QByteArray>
#include <QString>
#include <set>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

/// What is locked and hidden in the Setup dock, and whose wish that is.
struct SetupLocks {
    QString title;               ///< of the set-up; plain text
    QString description;         ///< may be empty, may have several lines
    std::set<int> locked;        ///< fields of RunConfig that are shown and cannot be changed
    std::set<int> hidden;        ///< fields that are not shown
    bool advisorHidden = false;  ///< the advisor says nothing: it would give the task's answer away
    bool any() const { return !locked.empty() || !hidden.empty() || advisorHidden; }
    /// Whether this field keeps its value: it is locked or hidden.
    bool hold(int field) const { return locked.contains(field) || hidden.contains(field); }
    bool operator==(const SetupLocks&) const = default;
};

struct SharedSetup {
    run::RunConfig config;  ///< never data, device, threads or a run's name: those belong to the student's machine
    SetupLocks locks;
};

/// Fields that can be locked and hidden: those of the Setup dock, in its order.
const std::vector<int>& lockableFields();

/// Checks and reads a set-up; a plain preset is one without locks. Throws Error(bad_data) whose place is `origin`
/// ("lesson.json", "the clipboard") and the field.
SharedSetup parseSetup(const QByteArray& json, const QString& origin);
/// The same from a file of at most 64 KiB; throws Error(bad_data), also where it cannot be read.
SharedSetup readSetup(const QString& path);

/// The file's text: only settings that differ from Mantissa's defaults.
QByteArray setupJson(const SharedSetup& setup, bool pretty);
/// Writes it, complete or not at all; throws Error(failed).
void writeSetup(const QString& path, const SharedSetup& setup);

/// "mantissa:" and the compact JSON in base64url: one line for a chat or a slide.
QString setupText(const SharedSetup& setup);
/// Reads such a line, wherever a mail programme broke it; throws Error(bad_data).
SharedSetup parseSetupText(const QString& text);

/// The locks alone, for the settings between two launches.
QByteArray locksToJson(const SetupLocks& locks);
/// None where they cannot be understood.
SetupLocks locksFromJson(const QByteArray& json);

}  // namespace mantissa::ui
