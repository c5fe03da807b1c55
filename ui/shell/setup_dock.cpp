// SPDX-License-Identifier: GPL-3.0-or-later
// See setup_dock.h. What a control is bound to and when it applies is FieldGrid's business; the words are here.
#include "ui/shell/setup_dock.h"

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
#include <QToolButton>
#include <QVBoxLayout>
#include <limits>

#include "engine/run/phrase_record.h"
#include "ui/charts/format_text.h"
#include "ui/models/run_model.h"
#include "ui/shell/dock_title.h"
#include "ui/shell/field_grid.h"
#include "ui/shell/icons.h"
#include "ui/shell/live_changes.h"
#include "ui/shell/lock_strip.h"
#include "ui/shell/precision_picker.h"
#include "ui/shell/preset_texts.h"
#include "ui/shell/resolved_roles.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

using run::RunConfig;

constexpr int section_gap = 18;
constexpr int row_gap = 6;

QVBoxLayout* addSection(QVBoxLayout& column, const QString& title) {
    auto* section = new QVBoxLayout;
    section->setSpacing(row_gap);
    if (!title.isEmpty()) section->addWidget(new TextLabel(title, TextRole::Section));
    column.addLayout(section);
    column.addSpacing(section_gap - row_gap);
    return section;
}

/// The words at the head of a section that has a title.
QWidget* titleOf(const QVBoxLayout& section) {
    return section.itemAt(0)->widget();
}

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
    setWidget(scroll);
    connect(&model_, &SetupModel::presetsChanged, this, &SetupDock::showPresets);
    connect(&model_, &SetupModel::changed, this, [this] {
        showPreset();
        showResolved();
        showData();
        picker_->show(model_.config().precision());
    });
    connect(&model_, &SetupModel::problemsChanged, this, [this] {
        const QString problem = model_.problem(RunConfig::kPrecisionFieldNumber);
        precisionProblem_->setText(problem);
        precisionProblem_->setVisible(!problem.isEmpty());
    });
    connect(&model_, &SetupModel::locksChanged, this, &SetupDock::showLocks);
    showPresets();
    showResolved();
    showData();
    picker_->show(model_.config().precision());
    showLocks();
}

bool SetupDock::eventFilter(QObject* watched, QEvent* event) {
    // There is no horizontal scroll bar: the dock is as wide as its widest row, whatever the text size.
    if (event->type() == QEvent::LayoutRequest && watched == scroll_->widget()) {
        const int bar = scroll_->verticalScrollBar()->sizeHint().width();
        scroll_->setMinimumWidth(scroll_->widget()->minimumSizeHint().width() + bar);
    }
    return QDockWidget::eventFilter(watched, event);
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
    presets_ = new QComboBox;
    presets_->setObjectName("presets");
    presets_->setAccessibleName(tr("Preset"));
    const QString what = tr("A ready experiment with all its settings.");
    presets_->setAccessibleDescription(what + " " + EffectMark::sentence(false));
    presets_->setToolTip(what + "\n" + EffectMark::sentence(false));
    presets_->setPlaceholderText(tr("Choose an experiment"));
    presets_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    presets_->setMinimumContentsLength(8);
    line->addWidget(presets_, 1);
    line->addWidget(new EffectMark(false));
    section->addLayout(line);
    description_ = new TextLabel({}, TextRole::Note);
    section->addWidget(description_);
    backToPreset_ = new QPushButton;
    backToPreset_->setObjectName("backToPreset");
    backToPreset_->setAccessibleName(tr("Back to the preset's settings"));
    backToPreset_->setFlat(true);
    section->addWidget(backToPreset_, 0, Qt::AlignLeft);
    presetParts_ = {titleOf(*section), presets_, line->itemAt(1)->widget()};
    connect(presets_, &QComboBox::activated, this,
            [this](int index) { model_.applyPreset(presets_->itemData(index).toString()); });
    connect(backToPreset_, &QPushButton::clicked, this,
            [this] { model_.applyPreset(QString::fromStdString(model_.config().preset())); });
}

void SetupDock::addPrecision(QVBoxLayout& column) {
    auto* section = addSection(column, {});
    auto* title = new QHBoxLayout;
    title->addWidget(new TextLabel(tr("Precision"), TextRole::Section), 1);
    title->addWidget(new EffectMark(true));
    section->addLayout(title);
    picker_ = new PrecisionPicker;
    section->addWidget(picker_);
    precisionProblem_ = new TextLabel({}, TextRole::Error);
    precisionProblem_->hide();
    section->addWidget(precisionProblem_);
    resolved_ = new TextLabel({}, TextRole::Note);
    resolved_->setObjectName("resolved");
    section->addWidget(resolved_);
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
    ghost_->setToolTip(plainTip(
        tr("When precision, loss scaling or batch change while a run trains, the old setting goes on beside it for %1 "
           "steps, from the same state. Undo returns to it.")
            .arg(kGhostSteps)));
    section.addWidget(ghost_);
    connect(ghost_, &QCheckBox::toggled, this, &SetupDock::keepGhostToggled);
}

void SetupDock::setKeepGhost(bool on) {
    const QSignalBlocker quiet(ghost_);
    ghost_->setChecked(on);
}

void SetupDock::addScaling(QVBoxLayout& column) {
    auto* section = addSection(column, tr("Loss scaling"));
    auto* grid = new FieldGrid(model_);
    const auto any = [](const RunConfig& c) { return c.scaling() == run::STATIC || c.scaling() == run::DYNAMIC; };
    const auto dynamic = [](const RunConfig& c) { return c.scaling() == run::DYNAMIC; };
    grid->addChoice(
        RunConfig::kScalingFieldNumber, tr("Kind"),
        tr("The loss is multiplied by the scale before the backward pass and the gradients are divided by it "
           "after, so that small ones stay in range."),
        {{tr("None"), run::NONE}, {tr("Static"), run::STATIC}, {tr("Dynamic"), run::DYNAMIC}});
    grid->addScale(RunConfig::kLossScaleFieldNumber, tr("Scale"),
                   tr("The static scale, or where a dynamic one starts. Arrows double and halve it."));
    grid->addCount(
        RunConfig::kGrowthIntervalFieldNumber, tr("Growth interval"),
        tr("Steps without an overflow before the scale grows. PyTorch's default of 2000 never comes in a short "
           "run, so presets choose fewer."),
        1, 1000000);
    grid->addRate(RunConfig::kGrowthFactorFieldNumber, tr("Growth"),
                  tr("The scale is multiplied by this when it grows."), 1, 1024);
    grid->addRate(RunConfig::kBackoffFactorFieldNumber, tr("Backoff"),
                  tr("The scale is multiplied by this after an overflow."), 0.0009765625, 1);
    grid->showWhen(RunConfig::kLossScaleFieldNumber, any);
    grid->showWhen(RunConfig::kGrowthIntervalFieldNumber, dynamic);
    grid->showWhen(RunConfig::kGrowthFactorFieldNumber, dynamic);
    grid->showWhen(RunConfig::kBackoffFactorFieldNumber, dynamic);
    section->addWidget(grid);
    sections_.emplace_back(titleOf(*section), grid);
}

void SetupDock::addTraining(QVBoxLayout& column) {
    auto* section = addSection(column, tr("Training"));
    auto* grid = new FieldGrid(model_);
    grid->addChoice(RunConfig::kOptimizerFieldNumber, tr("Optimizer"), tr("How gradients become updates."),
                    {{"SGD", run::SGD}, {"Adam", run::ADAM}});
    grid->addRate(RunConfig::kLrFieldNumber, tr("Learning rate"), tr("Size of an update."), 1e-8, 100);
    grid->addRate(RunConfig::kMomentumFieldNumber, tr("Momentum"), tr("SGD: share of the last update that is kept."), 0,
                  0.9999);
    grid->addCount(RunConfig::kBatchFieldNumber, tr("Batch"), tr("Images per step."), 1, 60000);
    grid->addRate(RunConfig::kClipNormFieldNumber, tr("Clip norm"),
                  tr("Gradients longer than this (L2 norm of all together) are shortened to it. 0: no clipping."), 0,
                  1e6);
    grid->addCount(RunConfig::kEpochsFieldNumber, tr("Epochs"), tr("How often every training image is seen."), 1,
                   10000);
    grid->addCount(RunConfig::kSeedFieldNumber, tr("Seed"),
                   tr("Decides the initial weights and the order of images: the same seed repeats a run bit for bit."),
                   0, std::numeric_limits<int>::max());
    grid->showWhen(RunConfig::kMomentumFieldNumber, [](const RunConfig& c) { return c.optimizer() == run::SGD; });
    data_ = new QPushButton;
    data_->setObjectName("data");
    connect(data_, &QPushButton::clicked, this, &SetupDock::dataRequested);
    grid->addCustom(RunConfig::kDataFieldNumber, tr("Data"), data_, [](const RunConfig&) {});
    device_ = new QComboBox;
    device_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    device_->setMinimumContentsLength(6);
    connect(device_, &QComboBox::activated, this, [this](int index) {
        const std::string id = device_->itemData(index).toString().toStdString();
        model_.edit(RunConfig::kDeviceFieldNumber, EditKind::Choice, [id](RunConfig& c) { c.set_device(id); });
    });
    grid->addCustom(RunConfig::kDeviceFieldNumber, tr("Device"), device_, [this](const RunConfig& c) {
        device_->setCurrentIndex(device_->findData(QString::fromStdString(c.device())));
    });
    machine_ = new QPushButton;
    machine_->setObjectName("machine");
    machine_->setFocusPolicy(Qt::TabFocus);
    grid->addOther(tr("Machine"), machine_);
    section->addWidget(grid);
    sections_.emplace_back(titleOf(*section), grid);
}

void SetupDock::addNetwork(QVBoxLayout& column) {
    auto* section = addSection(column, tr("Network"));
    auto* grid = new FieldGrid(model_);
    const auto mlp = [](const RunConfig& c) { return c.model() == run::MLP; };
    const auto cnn = [](const RunConfig& c) { return c.model() == run::CNN; };
    grid->addChoice(RunConfig::kModelFieldNumber, tr("Kind"),
                    tr("Fully connected layers, or two convolutions and one layer."),
                    {{"MLP", run::MLP}, {"CNN", run::CNN}});
    grid->addCount(RunConfig::kDepthFieldNumber, tr("Depth"), tr("Hidden layers."), 1, 64);
    grid->addCount(RunConfig::kWidthFieldNumber, tr("Width"), tr("Neurons in each hidden layer."), 1, 8192);
    grid->addChoice(RunConfig::kActivationFieldNumber, tr("Activation"),
                    tr("Sigmoid and tanh shrink gradients layer by layer."),
                    {{"ReLU", run::RELU}, {tr("Sigmoid"), run::SIGMOID}, {tr("Tanh"), run::TANH}});
    grid->addCount(RunConfig::kC1FieldNumber, tr("Channels 1"), tr("Channels of the first convolution."), 1, 4096);
    grid->addCount(RunConfig::kC2FieldNumber, tr("Channels 2"), tr("Channels of the second convolution."), 1, 4096);
    grid->addRate(RunConfig::kInitScaleFieldNumber, tr("Initial ×"),
                  tr("Initial weights and biases are multiplied by this."), 1e-6, 1e6);
    for (const int field :
         {RunConfig::kDepthFieldNumber, RunConfig::kWidthFieldNumber, RunConfig::kActivationFieldNumber}) {
        grid->showWhen(field, mlp);
    }
    for (const int field : {RunConfig::kC1FieldNumber, RunConfig::kC2FieldNumber}) grid->showWhen(field, cnn);
    section->addWidget(grid);
    sections_.emplace_back(titleOf(*section), grid);
}

void SetupDock::addAdvanced(QVBoxLayout& column) {
    advanced_ = new QToolButton;
    advanced_->setObjectName("advancedToggle");
    advanced_->setText(tr("Advanced switches"));
    advanced_->setAccessibleName(tr("Advanced switches"));
    advanced_->setToolTip(tr("Each rule of mixed precision as a switch of its own."));
    advanced_->setCheckable(true);
    advanced_->setAutoRaise(true);
    advanced_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    advanced_->setIcon(glyphIcon(IconShape::ChevronRight));
    column.addWidget(advanced_, 0, Qt::AlignLeft);
    auto* grid = new FieldGrid(model_);
    grid->setObjectName("advanced");
    grid->addSwitch(RunConfig::kMasterWeightsFieldNumber, tr("Master weights in FP32"),
                    tr("Keep an FP32 copy of the weights, so that small updates are not lost."));
    grid->addSwitch(RunConfig::kWeightGradientsFp32FieldNumber, tr("Weight gradients in FP32"),
                    tr("Do not round weight gradients to the 16-bit format."));
    grid->addSwitch(RunConfig::kFp16AccumulationFieldNumber, tr("16-bit accumulation"),
                    tr("Round partial sums of products to the operand format after every 16 terms."));
    grid->addSwitch(RunConfig::kStochasticRoundingFieldNumber, tr("Stochastic rounding"),
                    tr("Round the working copy of the weights up or down at random, right on average."));
    grid->addSwitch(RunConfig::kOptimizerStateFp32FieldNumber, tr("Optimizer state in FP32"),
                    tr("Keep the moments in FP32 even without master weights."));
    grid->addChoice(
        RunConfig::kReductionFieldNumber, tr("Reductions"),
        tr("Softmax and sums in FP32 or in 16 bits. Without subtracting the maximum, FP16 overflows as soon as "
           "a logit passes 11.09."),
        {{"FP32", run::REDUCE_FP32},
         {tr("16-bit"), run::REDUCE_16BIT},
         {tr("16-bit, no max"), run::REDUCE_16BIT_NO_MAX}});
    grid->addChoice(
        RunConfig::kEvalPrecisionFieldNumber, tr("Evaluate in"), tr("The format in which test images are judged."),
        {{tr("as training"), 0}, {"FP32", run::FP32}, {"TF32", run::TF32}, {"FP16", run::FP16}, {"BF16", run::BF16}});
    grid->addCount(RunConfig::kHistogramIntervalFieldNumber, tr("Histogram interval"),
                   tr("Steps between histograms of all tensors. 0: none, and nothing that is made of them. To count "
                      "costs a few percent of the speed of small networks, and less of large ones."),
                   0, 1000000);
    grid->addCount(RunConfig::kShadowIntervalFieldNumber, tr("Shadow interval"),
                   tr("16-bit runs: steps between FP32 passes over the same batch and weights, which show what the "
                      "format did; they have histograms, too. 0: none. A shadow takes the time of two to four steps, "
                      "and memory of its own."),
                   0, 1000000);
    column.addWidget(grid);
    advancedGrid_ = grid;
    grid->hide();
    connect(advanced_, &QToolButton::toggled, this, [this, grid](bool open) {
        advanced_->setIcon(glyphIcon(open ? IconShape::ChevronDown : IconShape::ChevronRight));
        grid->setVisible(open);
    });
}

void SetupDock::showPresets() {
    const QSignalBlocker quiet(presets_);
    presets_->clear();
    for (const run::Preset& preset : model_.presets()) {
        const QString title = presetTitle(preset);
        presets_->addItem(title, QString::fromStdString(preset.name()));
        presets_->setItemData(presets_->count() - 1, plainTip(presetDescription(preset)), Qt::ToolTipRole);
    }
    showPreset();
}

void SetupDock::showPreset() {
    const QString name = QString::fromStdString(model_.config().preset());
    const run::Preset* preset = model_.preset(name);
    presets_->setCurrentIndex(preset ? presets_->findData(name) : -1);
    description_->setText(preset ? presetDescription(*preset) : QString());
    const SetupLocks& locks = model_.locks();
    description_->setVisible(preset && !locks.hidden.contains(RunConfig::kPresetFieldNumber));
    const FieldSet differ = model_.changedFromPreset();
    QStringList names;
    for (const int field : differ) names << fieldLabel(field);
    backToPreset_->setVisible(!differ.empty() && !locks.hold(RunConfig::kPresetFieldNumber));
    backToPreset_->setText(differ.size() == 1 ? tr("1 setting changed · back to preset")
                                              : tr("%1 settings changed · back to preset").arg(differ.size()));
    backToPreset_->setToolTip(
        tr("Differs from the preset: %1.\nClick to go back to the preset's settings.").arg(names.join(", ")));
}

void SetupDock::showData() {
    const QString folder = QString::fromStdString(model_.config().data());
    const QString name = folder.isEmpty() ? "MNIST" : QFileInfo(folder).fileName();
    data_->setText(data_->fontMetrics().elidedText(name + "…", Qt::ElideMiddle, 110));
    if (model_.locks().locked.contains(RunConfig::kDataFieldNumber)) return;  // its tip says so
    data_->setToolTip(plainTip((folder.isEmpty() ? tr("The MNIST that comes with Mantissa.") : folder) + "\n" +
                               tr("Click to open another folder of IDX files.") + " " + EffectMark::sentence(false)));
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
            plainTip(device.available() ? QString::fromStdString(device.description()) : inWords(phrase_of(device))),
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

std::vector<run::ResolvedRole> SetupDock::roles() const {
    for (const run::DeviceInfo& device : devices_.devices()) {
        if (device.id() == model_.config().device()) return resolvedRoles(model_.config(), device);
    }
    // No word from the device (yet): the run's own record speaks for its precision.
    return runPrecision_ == model_.config().precision() ? runRoles_ : std::vector<run::ResolvedRole>{};
}

QString SetupDock::resolvedText() const {
    return resolvedLine(model_.config().precision(), roles());
}

QString SetupDock::effectiveText() const {
    return effectiveName(model_.config().precision(), roles());
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
    const auto known = roles();
    resolved_->setText(resolvedLine(model_.config().precision(), known));
    resolved_->setToolTip(plainTip(resolvedReasons(known)));
    resolved_->setVisible(!resolved_->text().isEmpty() &&
                          !model_.locks().hidden.contains(RunConfig::kPrecisionFieldNumber));
}

}  // namespace mantissa::ui
