// SPDX-License-Identifier: GPL-3.0-or-later
// The configuration that the Setup dock shows: edited through one undo stack, from presets or by hand. It knows nothing
// of widgets and nothing of the worker; LiveChanges carries its edits to a running training.
#pragma once

#include <QMap>
#include <QObject>
#include <QTimer>
#include <QUndoStack>
#include <functional>
#include <optional>
#include <vector>

#include "engine/run/run.pb.h"
#include "ui/classroom/setup_file.h"
#include "ui/setup/config_fields.h"

namespace mantissa::ui {

/// How an edit came about.
enum class EditKind {
    Choice,  ///< A click: takes effect at once.
    Typing,  ///< A spin box: edits of one field without a pause between them merge into one undo step.
    Whole,   ///< A preset or stored settings: for the next run, never sent to a running one.
};

class SetupModel : public QObject {
    Q_OBJECT

  public:
    explicit SetupModel(QObject* parent = nullptr);

    const run::RunConfig& config() const { return config_; }
    QUndoStack& undoStack() { return undo_; }

    /// One edit of field `field` by a person; nothing happens if `mutate` changes nothing.
    void edit(int field, EditKind kind, const std::function<void(run::RunConfig&)>& mutate);
    /// Replaces everything, undoable: "Use its settings", a preset file.
    void replace(const run::RunConfig& config, const QString& what);
    /// Takes a set-up with what it locks and hides, undoable; data, device and threads stay.
    void open(const SharedSetup& shared);
    /// What is locked and hidden keeps its value: neither an edit nor a preset nor a run's settings change it.
    const SetupLocks& locks() const { return locks_; }
    /// Frees and shows everything, undoable; values stay.
    void unlock();
    /// The session's start: without an undo step.
    void restoreLocks(const SetupLocks& locks);
    /// Whether one of these fields is kept by the locks; it is told then (`heldBack`).
    bool refuses(const FieldSet& fields);
    /// Replaces everything without an undo step: the session's start.
    void restore(const run::RunConfig& config);
    /// A lane of a race is looked at: shows what of its settings can change now, until leaveLanes(). What is undone
    /// then and was done before, or to another lane, is not sent to this one.
    void lookAtLane(const run::RunConfig& running);
    /// No lane trains any more: the person's own settings are back, with what they changed meanwhile.
    void leaveLanes();
    /// The person's own settings, also while a lane is looked at: what the next run begins with, and what is kept.
    run::RunConfig ownConfig() const;
    /// While `changed` is emitted: the edit takes one back.
    bool undoing() const { return undoing_; }

    void setPresets(std::vector<run::Preset> presets);
    const std::vector<run::Preset>& presets() const { return presets_; }
    /// The preset of this name, null if there is none.
    const run::Preset* preset(const QString& name) const;
    /// Takes a preset's settings, keeping data, device and threads. False if there is no such preset.
    bool applyPreset(const QString& name);
    /// Back to the settings of the preset that the configuration began as, as an edit by a person: what a running
    /// training can take it takes. Nothing happens without one.
    void backToPreset();
    /// What is typed from now on is another undo step; comes by itself after a pause.
    void endTyping() { ++chapter_; }
    /// Fields in which the configuration differs from the preset it began as; empty if none.
    FieldSet changedFromPreset() const;

    /// Why this field cannot be used as it is: found here, or said by the worker; empty when all is well.
    QString problem(int field) const;
    /// Fields that would keep a run from starting.
    const QMap<int, QString>& problems() const;
    /// Whether the worker reads its data on this machine.
    void setDataIsHere(bool here);
    /// The worker refused a change of `fields`: back to `before`, with its reason beside the control.
    void reject(const FieldSet& fields, const run::RunConfig& before, const QString& reason);

  signals:
    /// After every change. Fields in `changed` differ from before.
    void changed(const mantissa::ui::FieldSet& changed, mantissa::ui::EditKind kind);
    void presetsChanged();
    void problemsChanged();
    /// Other fields are locked or hidden.
    void locksChanged();
    /// These would have changed, had they not been locked or hidden.
    void heldBack(const mantissa::ui::FieldSet& fields);

  private:
    friend class EditCommand;
    friend class FreeCommand;
    friend class OpenCommand;
    void keepHeld(run::RunConfig& next);
    /// `silent`: told as a change for the next run.
    void assign(const run::RunConfig& next, EditKind kind, bool silent = false);

    run::RunConfig config_;
    mutable std::optional<QMap<int, QString>> problems_;  // of config_; none: not looked for yet
    bool dataIsHere_ = true;
    QUndoStack undo_;
    std::vector<run::Preset> presets_;
    QMap<int, QString> refused_;
    SetupLocks locks_;
    run::RunConfig own_;    // before a lane was looked at
    run::RunConfig shown_;  // what of the lane was shown instead, in `borrowed_`
    FieldSet borrowed_;
    int lane_ = 0;     // counts lanes that were looked at
    int chapter_ = 0;  // counts pauses in typing
    QTimer pause_;
    bool takingBack_ = false;
    bool undoing_ = false;
};

/// A configuration to begin with where there is neither a preset nor a last session.
run::RunConfig plainConfig();

}  // namespace mantissa::ui
