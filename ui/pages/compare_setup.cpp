// SPDX-License-Identifier: GPL-3.0-or-later
// See compare_setup.h.
#include "ui/pages/compare_setup.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include "ui/charts/wrap_layout.h"
#include "ui/models/run_model.h"

namespace mantissa::ui {

namespace {

constexpr int kMostSeeds = 20;
constexpr double kDynamicStart = 65536;  // PyTorch's GradScaler
constexpr double kStaticScale = 1024;

}  // namespace

CompareSetup::CompareSetup(std::function<run::RunConfig()> settings, QWidget* parent)
    : QWidget(parent),
      settings_(std::move(settings)),
      add_(new QPushButton(tr("Add a run"), this)),
      seeds_(new QSpinBox(this)),
      start_(new QPushButton(tr("Start the race"), this)),
      why_(new QLabel(this)) {
    setObjectName(QStringLiteral("compare_setup"));
    // Several lanes a line: four fit above the table without pushing it off the page.
    auto* grid = new WrapLayout(16, 2, true);
    for (std::size_t i = 0; i < kMostLanes; ++i) {
        rows_[i] = makeRow(i);
        grid->addWidget(rows_[i].box);
    }
    auto* line = new WrapLayout(8, 4);
    add_->setObjectName(QStringLiteral("addLane"));
    add_->setAccessibleName(tr("Add a run to the race"));
    auto* words = new QLabel(tr("Repeat over seeds"), this);
    words->setBuddy(seeds_);
    seeds_->setObjectName(QStringLiteral("raceSeeds"));
    seeds_->setRange(1, kMostSeeds);
    seeds_->setAccessibleName(tr("Repeat over seeds: how many races, each with the next seed"));
    seeds_->setToolTip(
        tr("Races one after the other, each with the next seed. Which run is better is said from five seeds on."));
    start_->setObjectName(QStringLiteral("startRace"));
    start_->setAccessibleName(tr("Start the race"));
    start_->setDefault(true);
    why_->setTextFormat(Qt::PlainText);
    why_->setWordWrap(true);
    line->addWidget(add_);
    line->addWidget(words);
    line->addWidget(seeds_);
    line->addWidget(start_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(line);  // above the runs: it stays below the mouse while they become more
    column->addLayout(grid);
    column->addWidget(why_);
    rows_[1].precision->setCurrentIndex(rows_[1].precision->findData(run::FP16));
    rows_[2].precision->setCurrentIndex(rows_[2].precision->findData(run::FP16));
    rows_[2].scaling->setCurrentIndex(rows_[2].scaling->findData(run::DYNAMIC));
    rows_[3].precision->setCurrentIndex(rows_[3].precision->findData(run::BF16));
    setCount(2);
    setPossible(true, {});
    connect(add_, &QPushButton::clicked, this, [this] { setCount(count_ + 1); });
    connect(start_, &QPushButton::clicked, this, [this] { emit raceWanted(lanes(), seeds()); });
}

CompareSetup::Row CompareSetup::makeRow(std::size_t index) {
    Row row{};
    const QString lane = tr("Run %1").arg(index + 1);
    row.box = new QWidget(this);
    row.number = new QLabel(QString::number(index + 1), row.box);
    row.precision = new QComboBox(row.box);
    row.precision->setAccessibleName(tr("%1: precision").arg(lane));
    row.precision->setObjectName(QStringLiteral("lane%1precision").arg(index + 1));
    for (const run::Precision precision : {run::FP32, run::TF32, run::FP16, run::BF16})
        row.precision->addItem(QString::fromStdString(nameOf(precision)), precision);
    row.scaling = new QComboBox(row.box);
    row.scaling->setAccessibleName(tr("%1: loss scaling").arg(lane));
    row.scaling->setObjectName(QStringLiteral("lane%1scaling").arg(index + 1));
    row.scaling->addItem(tr("no scaling"), run::NONE);
    row.scaling->addItem(tr("static"), run::STATIC);
    row.scaling->addItem(tr("dynamic"), run::DYNAMIC);
    row.control = new QCheckBox(tr("control"), row.box);
    row.control->setAccessibleName(tr("%1 is a control run").arg(lane));
    row.control->setObjectName(QStringLiteral("lane%1control").arg(index + 1));
    row.control->setToolTip(
        tr("The first run again, with its initial weights moved to the next number. How far the two drift apart is "
           "noise; only what leaves that band is a difference."));
    row.remove = new QToolButton(row.box);
    row.remove->setText(QStringLiteral("×"));
    row.remove->setAutoRaise(true);
    row.remove->setAccessibleName(tr("Remove %1").arg(lane));
    row.remove->setToolTip(row.remove->accessibleName());
    auto* line = new QHBoxLayout(row.box);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    line->addWidget(row.number);
    line->addWidget(row.precision);
    line->addWidget(row.scaling);
    line->addWidget(row.control);
    line->addWidget(row.remove);
    connect(row.remove, &QToolButton::clicked, this, [this, index] { removeRow(index); });
    connect(row.control, &QCheckBox::toggled, this, &CompareSetup::update);
    connect(row.precision, &QComboBox::currentIndexChanged, this, &CompareSetup::update);
    connect(row.scaling, &QComboBox::currentIndexChanged, this, &CompareSetup::update);
    return row;
}

void CompareSetup::setCount(std::size_t count) {
    count_ = count;
    update();
}

void CompareSetup::copyRow(std::size_t from, std::size_t to) {
    rows_[to].precision->setCurrentIndex(rows_[from].precision->currentIndex());
    rows_[to].scaling->setCurrentIndex(rows_[from].scaling->currentIndex());
    rows_[to].control->setChecked(rows_[from].control->isChecked());
}

void CompareSetup::removeRow(std::size_t index) {
    for (std::size_t i = index; i + 1 < count_; ++i) copyRow(i + 1, i);
    rows_[count_ - 1].control->setChecked(false);
    setCount(count_ - 1);
}

void CompareSetup::update() {
    for (std::size_t i = 0; i < kMostLanes; ++i) {
        Row& row = rows_[i];
        row.box->setVisible(i < count_);
        // The first lane is what a control is a control of.
        if (i == 0) {
            const QSignalBlocker quiet(row.control);
            row.control->setChecked(false);
        }
        row.control->setVisible(i > 0);
        row.remove->setEnabled(count_ > 2);
        const bool control = row.control->isChecked();
        row.precision->setEnabled(!control);
        row.scaling->setEnabled(!control);
        if (!control) continue;
        const QSignalBlocker quietPrecision(row.precision);
        const QSignalBlocker quietScaling(row.scaling);
        row.precision->setCurrentIndex(rows_[0].precision->currentIndex());
        row.scaling->setCurrentIndex(rows_[0].scaling->currentIndex());
    }
    add_->setEnabled(count_ < kMostLanes);
}

std::vector<run::RunConfig> CompareSetup::lanes() const {
    std::vector<run::RunConfig> lanes;
    const run::RunConfig all = settings_();
    for (std::size_t i = 0; i < count_; ++i) {
        run::RunConfig lane = all;
        lane.clear_name();
        lane.set_precision(static_cast<run::Precision>(rows_[i].precision->currentData().toInt()));
        const auto scaling = static_cast<run::Scaling>(rows_[i].scaling->currentData().toInt());
        // The dock's scale belongs to the dock's kind of scaling.
        if (scaling != all.scaling()) lane.set_loss_scale(scaling == run::DYNAMIC ? kDynamicStart : kStaticScale);
        lane.set_scaling(scaling);
        lane.set_one_ulp(rows_[i].control->isChecked());
        lanes.push_back(std::move(lane));
    }
    return lanes;
}

int CompareSetup::seeds() const {
    return seeds_->value();
}

void CompareSetup::setPossible(bool possible, const QString& reason) {
    start_->setEnabled(possible);
    if (why_->text() != reason) why_->setText(reason);
    why_->setVisible(!reason.isEmpty());
}

}  // namespace mantissa::ui
