// SPDX-License-Identifier: GPL-3.0-or-later
// See setup_dock.h. The rows of settings are in setup_dock_fields.cpp.
#include "ui/setup/setup_dock.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFileInfo>
#include <QPushButton>
#include <QRandomGenerator>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>
#include <string_view>

#include "engine/report/field_text.h"
#include "engine/run/phrase_record.h"
#include "engine/run/presets.h"
#include "engine/run/settings.h"
#include "engine/run/tasks.h"
#include "ui/charts/format_text.h"
#include "ui/models/run_model.h"
#include "ui/setup/field_grid.h"
#include "ui/setup/foreign_panel.h"
#include "ui/setup/live_changes.h"
#include "ui/setup/lock_strip.h"
#include "ui/setup/precision_picker.h"
#include "ui/setup/preset_about.h"
#include "ui/setup/preset_texts.h"
#include "ui/setup/resolved_roles.h"
#include "ui/widgets/dock_title.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/wrapped_box.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

using run::RunConfig;

}  // namespace

SetupDock::SetupDock(SetupModel& model, QWidget* parent) : QDockWidget(tr("Setup"), parent), model_(model) {
    setObjectName("setupDock");
    setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
    setTitleBarWidget(new DockTitle(this, "Alt+1"));
    auto* scroll = new QScrollArea(this);
    scroll->setObjectName("setupScroll");
    scroll->setAccessibleName(tr("Setup"));
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* form = new QWidget;
    auto* column = new QVBoxLayout(form);
    column->setContentsMargins(12, 2, 12, 12);
    column->setSpacing(row_gap);
    addLegend(*column);
    column->addWidget(new LockStrip(model_));
    addPreset(*column);
    addPrecision(*column);
    addScaling(*column);
    addTraining(*column);
    addNetwork(*column);
    addAdvanced(*column);
    column->addStretch(1);
    scroll->setWidget(form);
    scroll_ = scroll;
    form->installEventFilter(this);
    auto* whole = new QWidget;
    auto* rows = new QVBoxLayout(whole);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(makeHead());
    rows->addWidget(scroll, 1);
    problem_ = new LinesLabel(2, TextRole::Error);
    problem_->setObjectName("setupProblem");
    problem_->setContentsMargins(12, 2, 12, 2);
    rows->addWidget(problem_);
    foreign_ = new ForeignPanel;
    faces_ = new QStackedWidget;
    faces_->addWidget(whole);
    faces_->addWidget(foreign_);
    setWidget(faces_);
    connect(&model_, &SetupModel::presetsChanged, this, &SetupDock::showPresets);
    connect(&model_, &SetupModel::changed, this, [this] {
        showPreset();
        showResolved();
        showData();
        picker_->show(model_.config().precision());
    });
    connect(&model_, &SetupModel::problemsChanged, this, &SetupDock::showProblem);
    connect(&model_, &SetupModel::locksChanged, this, &SetupDock::showLocks);
    showPresets();
    showResolved();
    showData();
    picker_->show(model_.config().precision());
    showLocks();
}

void SetupDock::describe(const run::ForeignRun* run, bool unseenScaler) {
    if (run) foreign_->show(*run, unseenScaler);
    faces_->setCurrentIndex(run ? 1 : 0);
}

bool SetupDock::eventFilter(QObject* watched, QEvent* event) {
    // There is no horizontal scroll bar: the dock is as wide as its widest row, whatever the text size.
    if (event->type() == QEvent::LayoutRequest && watched == scroll_->widget()) {
        const int bar = scroll_->verticalScrollBar()->sizeHint().width();
        scroll_->setMinimumWidth(scroll_->widget()->minimumSizeHint().width() + bar);
    }
    return QDockWidget::eventFilter(watched, event);
}

/// Whose settings the dock shows: always there, so that nothing moves when it changes.
QWidget* SetupDock::makeHead() {
    auto* head = new QWidget;
    auto* line = new QHBoxLayout(head);
    line->setContentsMargins(12, 0, 8, 4);
    line->setSpacing(6);
    whose_ = new LinesLabel(2, TextRole::Note);
    whose_->setObjectName("setupWhose");
    apply_ = new QPushButton(tr("Apply now"));
    apply_->setObjectName("setupApply");
    apply_->setAccessibleName(apply_->text());
    apply_->setFocusPolicy(Qt::TabFocus);
    QSizePolicy kept = apply_->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    apply_->setSizePolicy(kept);
    line->addWidget(whose_, 1);
    line->addWidget(apply_, 0, Qt::AlignTop);
    connect(apply_, &QPushButton::clicked, this, [this] { emit applyWanted(RunConfig(change_)); });
    setRunning(nullptr);
    return head;
}

void SetupDock::setRunning(const RunConfig* running) {
    FieldSet differ;
    if (running) {
        const RunConfig mine = complete(model_.config()), theirs = complete(*running);
        for (const int field : changedFields(model_.config(), *running)) {
            // One that is not set and one that is set to nothing are the same to training.
            const auto& type = *RunConfig::descriptor()->FindFieldByNumber(field);
            const bool same = !type.is_repeated() && field_text(mine, type) == field_text(theirs, type);
            if (appliesNow(field) && !same && field != RunConfig::kNameFieldNumber) differ.insert(field);
        }
    }
    change_ = onlyFields(model_.config(), differ);
    QStringList names;
    for (const int field : differ) names << fieldLabel(field);
    whose_->setWhole(!running ? tr("Settings of the next run.")
                     : differ.empty()
                         ? tr("The run in training has these settings.")
                         : tr("For the next run; the run in training has other settings: %1.").arg(names.join(", ")));
    apply_->setVisible(!differ.empty());
    apply_->setToolTip(
        differ.empty()
            ? QString()
            : plainTip(tr("From the next step on: %1").arg(describeChange(*running, model_.config(), differ))));
}

QString SetupDock::whose() const {
    return whose_->whole();
}

void SetupDock::setQuiet(bool quiet) {
    if (quiet == quiet_) return;
    quiet_ = quiet;
    showPresets();
}

void SetupDock::showProblem() {
    QStringList told;
    const auto* type = RunConfig::descriptor();
    for (int i = 0; i < type->field_count(); ++i) {
        const int field = type->field(i)->number();
        if (const QString problem = model_.problem(field); !problem.isEmpty())
            told << tr("%1: %2").arg(fieldLabel(field), problem);
    }
    problem_->setWhole(told.join(u' '));
}

void SetupDock::addLegend(QVBoxLayout& column) {
    auto* line = new QHBoxLayout;
    line->setSpacing(4);
    for (const bool now : {true, false}) {
        line->addWidget(new EffectMark(now));
        auto* words = new TextLabel(EffectMark::words(now), TextRole::Note);
        words->setWordWrap(false);
        line->addWidget(words);
        if (now) line->addSpacing(6);
    }
    line->addStretch(1);
    column.addLayout(line);
    column.addSpacing(row_gap);
}

void SetupDock::addPreset(QVBoxLayout& column) {
    auto* section = addSection(column, tr("Preset"));
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    presets_ = new WrappedBox;
    presets_->setObjectName("presets");
    presets_->setAccessibleName(tr("Preset"));
    const QString what = tr("A ready experiment with all its settings.");
    presets_->setAccessibleDescription(what + " " + EffectMark::sentence(false));
    presets_->setToolTip(what + "\n" + EffectMark::sentence(false));
    presets_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    presets_->setMinimumContentsLength(8);
    line->addWidget(presets_, 1);
    line->addWidget(new EffectMark(false));
    section->addLayout(line);
    about_ = new PresetAbout;
    description_ = &about_->text();
    backToPreset_ = &about_->back();
    section->addWidget(about_);
    presetParts_ = {titleOf(*section), presets_, line->itemAt(1)->widget()};
    connect(presets_, &QComboBox::activated, this,
            [this](int index) { model_.applyPreset(presets_->itemData(index).toString()); });
    connect(backToPreset_, &QPushButton::clicked, &model_, &SetupModel::backToPreset);
}

void SetupDock::addPrecision(QVBoxLayout& column) {
    auto* section = addSection(column, {});
    auto* title = new QHBoxLayout;
    title->addWidget(new TextLabel(tr("Precision"), TextRole::Section), 1);
    title->addWidget(new EffectMark(true));
    section->addLayout(title);
    picker_ = new PrecisionPicker;
    section->addWidget(picker_);
    constexpr int resolved_lines = 2;
    resolved_ = new LinesLabel(resolved_lines, TextRole::Note);
    resolved_->setObjectName("resolved");
    section->addWidget(resolved_);
    addCasts(*section);
    addGhost(*section);
    precisionParts_ = {title->itemAt(0)->widget(), title->itemAt(1)->widget(), picker_};
    connect(picker_, &PrecisionPicker::picked, this, [this](run::Precision precision) {
        model_.edit(RunConfig::kPrecisionFieldNumber, EditKind::Choice,
                    [precision](RunConfig& c) { c.set_precision(precision); });
    });
}

void SetupDock::addGhost(QVBoxLayout& section) {
    ghost_ = new QCheckBox(tr("Keep a ghost for %1 steps").arg(kGhostSteps));
    ghost_->setObjectName("keepGhost");
    ghost_->setAccessibleName(ghost_->text());
    setGhostRoom(true);
    section.addWidget(ghost_);
    connect(ghost_, &QCheckBox::toggled, this, &SetupDock::keepGhostToggled);
}

void SetupDock::setKeepGhost(bool on) {
    const QSignalBlocker quiet(ghost_);
    ghost_->setChecked(on);
}

void SetupDock::setGhostRoom(bool room) {
    if (!ghost_->toolTip().isEmpty() && ghost_->isEnabledTo(ghost_->parentWidget()) == room) return;
    ghost_->setEnabled(room);
    ghost_->setToolTip(plainTip(room ? tr("When a setting changes while a run trains, a copy of the run continues with "
                                          "the old setting for %1 steps: its ghost. Undo returns to it.")
                                           .arg(kGhostSteps)
                                     : tr("Four runs train, and the worker has no more at once: a change leaves no "
                                          "ghost.")));
}

void SetupDock::showPresets() {
    const QSignalBlocker quiet(presets_);
    presets_->clear();
    for (const run::Preset& preset : model_.presets()) {
        const QString title = presetTitle(preset);
        presets_->addItem(title, QString::fromStdString(preset.name()));
        presets_->setItemData(presets_->count() - 1, quiet_ ? QString() : plainTip(presetDescription(preset)),
                              Qt::ToolTipRole);
    }
    showPreset();
}

void SetupDock::showPreset() {
    const QString name = QString::fromStdString(model_.config().preset());
    const run::Preset* preset = model_.preset(name);
    const QString handedOut = model_.locks().title;
    presets_->setPlaceholderText(quiet_                ? tr("The lesson's")
                                 : handedOut.isEmpty() ? tr("Choose an experiment")
                                                       : handedOut);
    presets_->setCurrentIndex(preset && !quiet_ ? presets_->findData(name) : -1);  // its title would give it away
    const SetupLocks& locks = model_.locks();
    about_->setVisible(preset && !locks.hidden.contains(RunConfig::kPresetFieldNumber));
    const FieldSet differ = model_.changedFromPreset();
    // What is said of the preset's network would be read as said of this one.
    const bool another = std::any_of(differ.begin(), differ.end(), [](int field) {
        const Setting* setting = setting_named(RunConfig::descriptor()->FindFieldByNumber(field)->name());
        return setting && std::string_view(setting->group) == network_settings;
    });
    description_->setWhole(!preset   ? QString()
                           : quiet_  ? tr("What this preset shows appears here once the outcome is seen.")
                           : another ? tr("The preset's own network is another one. %1").arg(presetDescription(*preset))
                                     : presetDescription(*preset));
    QStringList names;
    for (const int field : differ) names << fieldLabel(field);
    backToPreset_->setText(tr("%n settings changed · back to preset", nullptr, static_cast<int>(differ.size())));
    backToPreset_->setToolTip(
        tr("Differs from the preset: %1.\nClick to go back to the preset's settings.").arg(names.join(", ")));
    about_->setBackShown(!differ.empty() && !locks.hold(RunConfig::kPresetFieldNumber));
}

void SetupDock::showData() {
    const QString folder = QString::fromStdString(model_.config().data());
    const run::Task task = model_.config().task();
    const QString name = reads_table(task)  ? tr("A table")
                         : reads_text(task) ? tr("Texts")
                         : folder.isEmpty() ? "MNIST"
                                            : QFileInfo(folder).fileName();
    data_->setText(data_->fontMetrics().elidedText(name + "…", Qt::ElideMiddle, 110));
    if (model_.locks().locked.contains(RunConfig::kDataFieldNumber)) return;  // its tip says so
    const QString source = reads_table(task)  ? tr("The program makes this task's table; images are not read.")
                           : reads_text(task) ? tr("The program makes this task's texts; images are not read.")
                           : folder.isEmpty() ? tr("The MNIST that comes with Mantissa.")
                                              : folder;
    const bool read = !reads_table(task) && !reads_text(task);  // a click would change nothing
    data_->setToolTip(plainTip(!read ? source
                                     : source + "\n" + tr("Click to open another folder of IDX files.") + " " +
                                           EffectMark::sentence(false)));
}

void SetupDock::setDevices(const run::DeviceList& devices) {
    devices_ = devices;
    const QSignalBlocker quiet(device_);
    device_->clear();
    for (const run::DeviceInfo& device : devices.devices()) {
        const QString id = QString::fromStdString(device.id());
        device_->addItem(device.available() ? id : tr("%1 (not available)").arg(id), id);
        device_->setItemData(
            device_->count() - 1,
            plainTip(device.available() ? nameInWords(device.description()) : inWords(phrase_of(device))),
            Qt::ToolTipRole);
    }
    device_->setCurrentIndex(device_->findData(QString::fromStdString(model_.config().device())));
    showResolved();
}

void SetupDock::setRunRoles(run::Precision precision, const std::vector<run::ResolvedRole>& roles) {
    runPrecision_ = precision;
    runRoles_ = roles;
    showResolved();
}

std::vector<run::ResolvedRole> SetupDock::roles(const RunConfig& config) const {
    for (const run::DeviceInfo& device : devices_.devices()) {
        if (device.id() == config.device()) return resolvedRoles(config, device);
    }
    // No word from the device (yet): the run's own record speaks for its precision.
    return runPrecision_ == config.precision() ? runRoles_ : std::vector<run::ResolvedRole>{};
}

QString SetupDock::resolvedText(const RunConfig& config) const {
    return resolvedLine(config.precision(), roles(config));
}

QString SetupDock::effectiveText(const RunConfig& config) const {
    return effectiveName(config.precision(), roles(config));
}

void SetupDock::showLocks() {
    const SetupLocks& locks = model_.locks();
    for (QWidget* part : presetParts_) part->setVisible(!locks.hidden.contains(RunConfig::kPresetFieldNumber));
    for (QWidget* part : precisionParts_) part->setVisible(!locks.hidden.contains(RunConfig::kPrecisionFieldNumber));
    lockControl(*presets_, locks.locked.contains(RunConfig::kPresetFieldNumber));
    const bool locked = locks.locked.contains(RunConfig::kPrecisionFieldNumber);
    lockControl(*picker_, locked);
    for (auto* button : picker_->findChildren<QAbstractButton*>()) lockControl(*button, locked);
    const bool shown = !locks.hidden.contains(RunConfig::kPrecisionFieldNumber);
    ghost_->setVisible(shown);
    for (const auto& [title, grid] : sections_) title->setVisible(!grid->allHidden());
    advanced_->setVisible(!advancedGrid_->allHidden());
    showPreset();
    showResolved();
}

void SetupDock::showResolved() {
    const auto known = roles(model_.config());
    resolved_->setWhole(resolvedLine(model_.config().precision(), known));
    resolved_->setTip(resolvedReasons(known));
    resolved_->setVisible(!model_.locks().hidden.contains(RunConfig::kPrecisionFieldNumber));
}

}  // namespace mantissa::ui
