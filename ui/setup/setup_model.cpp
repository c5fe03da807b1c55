// SPDX-License-Identifier: GPL-3.0-or-later
// See setup_model.h.
#include "ui/setup/setup_model.h"

#include <utility>

#include "engine/run/models.h"
#include "engine/run/presets.h"
#include "ui/setup/preset_texts.h"

namespace mantissa::ui {

using run::RunConfig;

/// One undo step: two whole configurations (they are small), merged while the same field is being typed.
class EditCommand : public QUndoCommand {
  public:
    EditCommand(SetupModel& model, RunConfig before, RunConfig after, const QString& text, EditKind kind, int field)
        : QUndoCommand(text),
          model_(model),
          before_(std::move(before)),
          after_(std::move(after)),
          kind_(kind),
          field_(field),
          lane_(model.lane_),
          chapter_(model.chapter_) {}

    void undo() override {
        setObsolete(model_.takingBack_);
        model_.undoing_ = true;
        set(before_);
        model_.undoing_ = false;
    }
    void redo() override { set(after_); }
    const RunConfig& before() const { return before_; }
    int id() const override { return kind_ == EditKind::Typing ? field_ : -1; }
    bool mergeWith(const QUndoCommand* other) override {
        const auto* next = dynamic_cast<const EditCommand*>(other);
        if (!next || next->field_ != field_ || next->lane_ != lane_ || next->chapter_ != chapter_) return false;
        after_ = next->after_;
        setText(describeChange(before_, after_, changedFields(before_, after_)));
        return true;
    }

  private:
    /// Only the fields that it changed: others may be a lane's now. What was done to another lane, or to none, is no
    /// live change of this one.
    void set(const RunConfig& to) {
        if (kind_ == EditKind::Whole) return model_.assign(to, kind_);
        RunConfig next = model_.config_;
        copyFields(to, next, changedFields(before_, after_));
        model_.assign(next, kind_, model_.takingBack_ || lane_ != model_.lane_);
    }

    SetupModel& model_;
    RunConfig before_;
    RunConfig after_;
    EditKind kind_;
    int field_;
    int lane_;
    int chapter_;
};

/// Everything was freed: values stay, also those of a lane that is looked at.
class FreeCommand : public QUndoCommand {
  public:
    FreeCommand(SetupModel& model, const QString& text) : QUndoCommand(text), model_(model), before_(model.locks_) {}

    void undo() override { model_.restoreLocks(before_); }
    void redo() override { model_.restoreLocks({}); }

  private:
    SetupModel& model_;
    SetupLocks before_;
};

/// A set-up was opened.
class OpenCommand : public QUndoCommand {
  public:
    OpenCommand(SetupModel& model, RunConfig after, SetupLocks locksAfter, const QString& text)
        : QUndoCommand(text),
          model_(model),
          before_(model.ownConfig()),
          after_(std::move(after)),
          locksBefore_(model.locks_),
          locksAfter_(std::move(locksAfter)) {}

    void undo() override { set(before_, locksBefore_); }
    void redo() override { set(after_, locksAfter_); }

  private:
    void set(const RunConfig& config, const SetupLocks& locks) {
        model_.restoreLocks(locks);
        model_.assign(config, EditKind::Whole);
    }

    SetupModel& model_;
    RunConfig before_;
    RunConfig after_;
    SetupLocks locksBefore_;
    SetupLocks locksAfter_;
};

SetupModel::SetupModel(QObject* parent) : QObject(parent), config_(plainConfig()) {
    constexpr int pause_ms = 1200;
    pause_.setSingleShot(true);
    pause_.setInterval(pause_ms);
    connect(&pause_, &QTimer::timeout, this, &SetupModel::endTyping);
}

void SetupModel::edit(int field, EditKind kind, const std::function<void(RunConfig&)>& mutate) {
    RunConfig next = config_;
    mutate(next);
    if (!can_learn(next.model(), next.task())) {
        if (field == RunConfig::kTaskFieldNumber)
            next.set_model(usual_model(next.task()));
        else
            next.set_task(usual_task(next.model()));
    }
    keepHeld(next);
    const FieldSet differ = changedFields(config_, next);
    if (differ.empty()) return;
    if (kind == EditKind::Typing) pause_.start();
    undo_.push(new EditCommand(*this, config_, next, describeChange(config_, next, differ), kind, field));
}

void SetupModel::replace(const RunConfig& config, const QString& what) {
    RunConfig whole = merge(plainConfig(), config);
    keepHeld(whole);
    if (changedFields(config_, whole).empty()) return;
    undo_.push(new EditCommand(*this, ownConfig(), whole, what, EditKind::Whole, -1));
}

void SetupModel::keepHeld(RunConfig& next) {
    FieldSet held;
    for (const int field : changedFields(config_, next))
        if (locks_.hold(field)) held.insert(field);
    if (held.empty()) return;
    copyFields(config_, next, held);
    emit heldBack(held);
}

bool SetupModel::refuses(const FieldSet& fields) {
    FieldSet held;
    for (const int field : fields)
        if (locks_.hold(field)) held.insert(field);
    if (!held.empty()) emit heldBack(held);
    return !held.empty();
}

void SetupModel::open(const SharedSetup& shared) {
    RunConfig whole = merge(plainConfig(), shared.config);
    copyFields(config_, whole,
               {RunConfig::kDataFieldNumber, RunConfig::kDeviceFieldNumber, RunConfig::kThreadsFieldNumber});
    if (changedFields(config_, whole).empty() && locks_ == shared.locks) return;
    undo_.push(new OpenCommand(*this, whole, shared.locks, tr("open %1").arg(shared.locks.title)));
}

void SetupModel::unlock() {
    if (locks_.any()) undo_.push(new FreeCommand(*this, tr("unlock settings")));
}

void SetupModel::restoreLocks(const SetupLocks& locks) {
    if (locks_ == locks) return;
    locks_ = locks;
    emit locksChanged();
}

void SetupModel::restore(const RunConfig& config) {
    assign(merge(plainConfig(), config), EditKind::Whole);
    undo_.clear();
}

void SetupModel::lookAtLane(const RunConfig& running) {
    ++lane_;
    FieldSet fields;
    for (const int field : changedFields(config_, running)) {
        if (appliesNow(field) && field != RunConfig::kNameFieldNumber && !locks_.hold(field)) fields.insert(field);
    }
    if (fields.empty()) return;
    const RunConfig own = ownConfig();
    RunConfig next = config_;
    copyFields(running, next, fields);
    fields.insert(borrowed_.begin(), borrowed_.end());
    assign(next, EditKind::Whole);
    own_ = own;
    shown_ = next;
    borrowed_ = fields;
}

void SetupModel::leaveLanes() {
    if (borrowed_.empty()) return;
    const RunConfig own = ownConfig();
    assign(own, EditKind::Whole);
}

RunConfig SetupModel::ownConfig() const {
    FieldSet untouched = borrowed_;
    for (const int field : changedFields(shown_, config_)) untouched.erase(field);
    RunConfig own = config_;
    copyFields(own_, own, untouched);
    return own;
}

void SetupModel::assign(const RunConfig& next, EditKind kind, bool silent) {
    const FieldSet differ = changedFields(config_, next);
    config_ = next;
    problems_.reset();
    if (kind == EditKind::Whole) borrowed_.clear();
    if (silent) kind = EditKind::Whole;
    for (const int field : differ) refused_.remove(field);
    emit changed(differ, kind);
    emit problemsChanged();
}

void SetupModel::setPresets(std::vector<run::Preset> presets) {
    presets_ = std::move(presets);
    emit presetsChanged();
}

const run::Preset* SetupModel::preset(const QString& name) const {
    const std::string wanted = name.toStdString();
    for (const run::Preset& p : presets_) {
        if (p.name() == wanted) return &p;
    }
    return nullptr;
}

bool SetupModel::applyPreset(const QString& name) {
    const run::Preset* found = preset(name);
    if (!found) return false;
    RunConfig next = merge(plainConfig(), found->config());
    next.set_preset(found->name());
    copyFields(config_, next,
               {RunConfig::kDataFieldNumber, RunConfig::kDeviceFieldNumber, RunConfig::kThreadsFieldNumber});
    replace(next, tr("preset %1").arg(presetTitle(*found)));
    return true;
}

void SetupModel::backToPreset() {
    const run::Preset* found = preset(QString::fromStdString(config_.preset()));
    if (!found) return;
    RunConfig next = merge(plainConfig(), found->config());
    FieldSet differ = changedFromPreset();
    RunConfig target = config_;
    copyFields(next, target, differ);
    keepHeld(target);
    if (changedFields(config_, target).empty()) return;
    undo_.push(new EditCommand(*this, config_, target, tr("back to the preset %1").arg(presetTitle(*found)),
                               EditKind::Choice, -1));
}

FieldSet SetupModel::changedFromPreset() const {
    const run::Preset* from = preset(QString::fromStdString(config_.preset()));
    if (!from) return {};
    const RunConfig whole = merge(plainConfig(), from->config());
    FieldSet differ = changedFields(whole, config_);
    for (const int own : {RunConfig::kNameFieldNumber, RunConfig::kPresetFieldNumber, RunConfig::kDataFieldNumber,
                          RunConfig::kDeviceFieldNumber, RunConfig::kThreadsFieldNumber}) {
        differ.erase(own);
    }
    return differ;
}

QString SetupModel::problem(int field) const {
    const QString own = problems().value(field);
    return own.isEmpty() ? refused_.value(field) : own;
}

/// Asked for each row of the dock: found once for each configuration.
const QMap<int, QString>& SetupModel::problems() const {
    if (!problems_) problems_ = problemsOf(config_, dataIsHere_);
    return *problems_;
}

void SetupModel::setDataIsHere(bool here) {
    if (here == dataIsHere_) return;
    dataIsHere_ = here;
    problems_.reset();
    emit problemsChanged();
}

void SetupModel::reject(const FieldSet& fields, const RunConfig& before, const QString& reason) {
    RunConfig reverted = config_;
    copyFields(before, reverted, fields);
    const auto* last = dynamic_cast<const EditCommand*>(undo_.command(undo_.index() - 1));
    if (last && changedFields(last->before(), reverted).empty()) {
        takingBack_ = true;  // the refused edit leaves the undo stack, as if it had never been made
        undo_.undo();
        takingBack_ = false;
    } else if (!changedFields(config_, reverted).empty()) {
        undo_.push(new EditCommand(*this, config_, reverted, tr("refused by the worker"), EditKind::Whole, -1));
    }
    for (const int field : fields) refused_[field] = reason;
    emit problemsChanged();
}

RunConfig plainConfig() {
    RunConfig config = default_config();
    config.set_eval_precision(run::PRECISION_UNSET);  // said, not left out, so that a live change can go back to it
    return config;
}

}  // namespace mantissa::ui
