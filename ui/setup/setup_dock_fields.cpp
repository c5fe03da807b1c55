// SPDX-License-Identifier: GPL-3.0-or-later
// See setup_dock.h: its rows, made of the engine's table of settings, but for those of another kind. What a control is
// bound to and when it applies is FieldGrid's business.
#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>

#include "engine/run/models.h"
#include "engine/run/optimizers.h"
#include "engine/run/settings.h"
#include "ui/setup/field_grid.h"
#include "ui/setup/setup_dock.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text_label.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

using run::RunConfig;

QVBoxLayout* SetupDock::addSection(QVBoxLayout& column, const QString& title) {
    constexpr int section_gap = 18;
    auto* section = new QVBoxLayout;
    section->setSpacing(row_gap);
    if (!title.isEmpty()) section->addWidget(new TextLabel(title, TextRole::Section));
    column.addLayout(section);
    column.addSpacing(section_gap - row_gap);
    return section;
}

QWidget* SetupDock::titleOf(const QVBoxLayout& section) {
    return section.itemAt(0)->widget();
}

namespace {

/// All of them, as a list shows them, which has room for a short name.
QList<std::pair<QString, int>> optimizers() {
    QList<std::pair<QString, int>> all;
    for (const OptimizerDescription& one : optimizer_descriptions()) {
        const QString name = one.optimizer == run::PHASE_CHANGE ? SetupDock::tr("Phase change") : inWords(one.name);
        all.emplace_back(name.left(1).toUpper() + name.mid(1), one.optimizer);
    }
    return all;
}

using OwnRows = std::map<std::string, std::function<void()>>;

/// The settings of `group` in the order of the engine's table; `own`: those whose rows are of another kind.
void addRows(FieldGrid& grid, const char* group, const OwnRows& own = {}) {
    for (const Setting& setting : settings()) {
        if (setting.group != std::string_view(group)) continue;
        if (const auto row = own.find(setting.name.text); row != own.end())
            row->second();
        else if (!setting.words.tip.empty())
            grid.addSetting(setting);
    }
}

}  // namespace

void SetupDock::addTraining(QVBoxLayout& column) {
    auto* section = addSection(column, tr("Training"));
    auto* grid = new FieldGrid(model_);
    addRows(*grid, training_settings,
            {{"optimizer",
              [&] {
                  grid->addChoice(RunConfig::kOptimizerFieldNumber, tr("Optimizer"),
                                  tr("How gradients become updates."), optimizers());
              }},
             {"epochs", [&] {
                  grid->addEpochs(tr("Epochs"),
                                  tr("How often every training sample is seen. A preset may end after so many steps "
                                     "instead: then it says how many, and a number of epochs takes their place."));
              }}});
    grid->addCount(RunConfig::kSeedFieldNumber, tr("Seed"),
                   tr("Decides the initial weights and the order of samples: the same seed repeats a run bit for bit."),
                   0, std::numeric_limits<int>::max());
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
    addRows(*grid, network_settings);
    auto* own = new TextLabel({}, TextRole::Body);
    own->setTextFormat(Qt::PlainText);
    grid->addCustom(RunConfig::kNetworkFieldNumber, tr("Network"), own, [own](const RunConfig& c) {
        own->setText(QString::fromStdString(network_name(c)));
        own->setAccessibleName(tr("Network: %1").arg(own->text()));
    });
    grid->showWhen(RunConfig::kNetworkFieldNumber, [](const RunConfig& c) { return c.model() == run::NETWORK_FILE; });
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
    addRows(*grid, precision_settings, {{"eval_precision", [&] {
                                             grid->addChoice(RunConfig::kEvalPrecisionFieldNumber, tr("Evaluate in"),
                                                             tr("The format in which the test set is evaluated."),
                                                             {{tr("as training"), 0},
                                                              {"FP32", run::FP32},
                                                              {"TF32", run::TF32},
                                                              {"FP16", run::FP16},
                                                              {"BF16", run::BF16}});
                                         }}});
    addRows(*grid, scaling_settings);
    addRows(*grid, ranks_settings,
            {{"rank_format", [&] {
                  grid->addChoice(RunConfig::kRankFormatFieldNumber, tr("Sum over ranks"),
                                  tr("The format in which gradients are summed. An FP16 sum of "
                                     "many ranks overflows."),
                                  {{"FP32", run::FP32}, {"FP16", run::FP16}, {"BF16", run::BF16}});
                  grid->enableWhen(RunConfig::kRankFormatFieldNumber,
                                   [](const RunConfig& c) { return !idle_because("rank_format", c); });
              }}});
    addRows(*grid, watching_settings);
    column.addWidget(grid);
    advancedGrid_ = grid;
    grid->hide();
    connect(advanced_, &QToolButton::toggled, this, [this, grid](bool open) {
        advanced_->setIcon(glyphIcon(open ? IconShape::ChevronDown : IconShape::ChevronRight));
        grid->setVisible(open);
    });
}

}  // namespace mantissa::ui
