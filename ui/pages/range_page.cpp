// SPDX-License-Identifier: GPL-3.0-or-later
// The page around the grid; see the header.
#include "ui/pages/range_page.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSpinBox>

#include "engine/run/models.h"
#include "engine/run/names.h"
#include "engine/run/operand_settings.h"
#include "engine/run/optimizers.h"
#include "ui/charts/format_heat_map.h"
#include "ui/charts/format_text.h"
#include "ui/charts/wrap_layout.h"
#include "ui/client/sweep_runner.h"
#include "ui/words/metric_words.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {
namespace {

/// "MLP 6×128 sigmoid, Adam, batch 256": what of a configuration shapes its grid.
QString networkText(const run::RunConfig& config) {
    QString text = QString::fromStdString(network_name(config));
    if (config.model() == run::MLP) text += QLatin1Char(' ') + inWords(activation_phrase(config.activation()));
    text += QStringLiteral(", ") + inWords(optimizer_name(config.optimizer())) + QLatin1Char(' ');
    text += numberText(config.lr());
    return text + RangePage::tr(", batch %1").arg(config.batch());
}

[[maybe_unused]] constexpr const char* kRecipeWords[] = {QT_TRANSLATE_NOOP("mantissa::ui::RangePage", "unscaled"),
                                                         QT_TRANSLATE_NOOP("mantissa::ui::RangePage", "current"),
                                                         QT_TRANSLATE_NOOP("mantissa::ui::RangePage", "delayed")};

/// "fp8-delayed" as "FP8" over "delayed", "mxfp6-e3m2" as "MXFP6" over "E3M2".
QString briefName(const OperandRecipe& recipe) {
    QStringList parts = QString::fromUtf8(recipe.name.data(), static_cast<qsizetype>(recipe.name.size())).split(u'-');
    for (QString& part : parts)
        if (part == QLatin1String("ocp") || part.contains(QRegularExpression(QStringLiteral("[0-9]"))))
            part = part.toUpper();
        else
            part = RangePage::tr(part.toUtf8());  // of those above
    return parts.join(u'\n');
}

}  // namespace

RangePage::RangePage(std::function<run::RunConfig()> base, QWidget* parent) : QWidget(parent), base_(std::move(base)) {
    setObjectName(QStringLiteral("range_page"));
    build();
    connect(button_, &QPushButton::clicked, this, &RangePage::toggle);
    connect(steps_, &QSpinBox::valueChanged, this, &RangePage::refresh);
    connect(scaling_, &QComboBox::currentIndexChanged, this, &RangePage::refresh);
    refresh();
}

void RangePage::build() {
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* content = new QWidget(scroll);
    auto* about = new QLabel(tr("A format spends its bits on range (exponent) or on precision (fraction). Each cell is "
                                "a short run of the network in Setup in that format, exactly rounded; the number is "
                                "what it reached on the test set. E4M3 has infinities here, as in IEEE 754, "
                                "and its largest number is 240; the E4M3 of the OCP, which cards have, reaches 448. "
                                "Below them are the recipes of FP8, MX and NVFP4: operands of products alone, with "
                                "scales for tensors or blocks."),
                             content);
    network_ = new QLabel(content);
    verdict_ = new QLabel(content);
    status_ = new QLabel(content);
    for (QLabel* label : {about, network_, verdict_, status_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    verdict_->setAccessibleName(tr("What the grid shows"));
    steps_ = new QSpinBox(content);
    steps_->setRange(10, 100000);
    steps_->setSingleStep(100);
    steps_->setValue(GridOptions{}.steps);
    steps_->setSuffix(tr(" steps per run"));
    steps_->setAccessibleName(tr("Steps of each run"));
    scaling_ = new QComboBox(content);
    scaling_->addItems({tr("no loss scaling"), tr("dynamic loss scaling")});
    scaling_->setAccessibleName(tr("Loss scaling of each run"));
    button_ = new QPushButton(content);
    button_->setObjectName(QStringLiteral("runGrid"));
    progress_ = new QProgressBar(content);
    progress_->setAccessibleName(tr("Runs done"));
    map_ = new FormatHeatMap(QString(), content);
    HeatMapData empty;
    for (const NamedFormat& named : kNamedFormats)
        empty.names[{named.format.exponent_bits, named.format.fraction_bits}] = QString::fromLatin1(named.name);
    for (const OperandsDescription& one : operands_descriptions())
        empty.recipes.push_back({briefName(*one.recipe), nameInWords(one.recipe->title),
                                 inWords(one.what) + u'\n' + QString::fromUtf8(one.recipe->source.data())});
    map_->setData(empty);

    progress_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto* controls = new WrapLayout(6, 4);
    controls->addWidget(steps_);
    controls->addWidget(scaling_);
    controls->addWidget(button_);
    controls->addWidget(progress_);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(6, 6, 6, 6);
    column->setSpacing(6);
    column->addWidget(about);
    column->addWidget(network_);
    column->addLayout(controls);
    column->addWidget(status_);
    column->addWidget(map_, 1);
    column->addWidget(verdict_);
    scroll->setWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
}

void RangePage::setRunner(SweepRunner* runner) {
    runner_ = runner;
    connect(runner_, &SweepRunner::began, this, [this](const run::RunConfig& cell) {
        busy_ = placeOf(cell);
        refresh();
    });
    connect(runner_, &SweepRunner::finished, this, [this](const run::RunConfig& cell, const run::RunFinished& result) {
        grid_.add(cell, static_cast<double>(result.test_accuracy()));
        refresh();
    });
    connect(runner_, &SweepRunner::failed, this, [this](const run::RunConfig& cell, const QString& reason) {
        say(tr("%1 could not run: %2").arg(cellName(cell), reason));
    });
    connect(runner_, &SweepRunner::ended, this, [this] {
        underWay_.reset();
        busy_.reset();
        refresh();
    });
    refresh();
}

void RangePage::addResults(const std::vector<std::pair<run::RunConfig, double>>& cells) {
    for (const auto& [cell, accuracy] : cells)
        if (cell.precision() == run::CUSTOM || has_operands(cell)) grid_.add(cell, accuracy);
    refresh();
}

GridOptions RangePage::options() const {
    return {steps_->value(), scaling_->currentIndex() == 1};
}

void RangePage::toggle() {
    if (!runner_) return;
    if (runner_->running()) {
        runner_->stop();
        showProgress();
        return;
    }
    say({});
    underWay_ = base_();
    underWayOptions_ = options();
    runner_->start(grid_.missing(*underWay_, underWayOptions_));
    if (!runner_->running()) underWay_.reset();
    refresh();
}

void RangePage::refresh() {
    const run::RunConfig base = underWay_ ? *underWay_ : base_();
    const GridOptions asked = underWay_ ? underWayOptions_ : options();
    HeatMapData picture = map_->shown();
    picture.values = grid_.cells(base, asked);
    picture.busy = busy_;
    picture.metric = testMetricName(base.task());
    picture.heading = testMetricTitle(base.task());
    picture.suffix = metricSuffix(base.task());
    picture.scale = metric_of(base).scale;
    picture.decimals = metric_of(base).decimals;
    picture.inCells = picture.scale == 1 ? 2 : 0;
    const GridShades shades = gridShades(base.task(), picture.values);
    picture.palest = shades.least;
    picture.darkest = shades.most;
    map_->setData(picture);
    map_->setTitle(tr("%1 by format").arg(picture.heading));
    network_->setText(tr("Network: %1").arg(networkText(base)));
    const QString verdict = gridVerdict(base.task(), picture.values);
    const QString recipes = recipesVerdict(base.task(), picture.values);
    verdict_->setText(verdict.isEmpty()   ? tr("Not enough cells yet for a result")
                      : recipes.isEmpty() ? verdict
                                          : verdict + u'\n' + recipes);
    showProgress();
}

void RangePage::showProgress() {
    const bool running = runner_ && runner_->running();
    const run::RunConfig base = underWay_ ? *underWay_ : base_();
    const GridOptions asked = underWay_ ? underWayOptions_ : options();
    const int cells = static_cast<int>(gridCells(base, asked).size());
    const int known = cells - static_cast<int>(grid_.missing(base, asked).size());
    progress_->setRange(0, cells);
    progress_->setValue(known);
    QString text = tr("%1 of %2").arg(known).arg(cells);
    if (running && runner_->secondsLeft() >= 0) text += tr(" · %1 left").arg(durationText(runner_->secondsLeft()));
    progress_->setFormat(text);
    button_->setText(running ? tr("Stop") : known > 0 && known < cells ? tr("Continue") : tr("Run the grid"));
    button_->setEnabled(runner_ && (running || known < cells));
    button_->setToolTip(runner_ ? tr("Runs in the background, beside the training in the window; what is done is kept")
                                : tr("There is no worker to run it"));
    steps_->setEnabled(!running);
    scaling_->setEnabled(!running);
}

void RangePage::say(const QString& text) {
    status_->setText(text);
    status_->setVisible(!text.isEmpty());
}

void RangePage::showEvent(QShowEvent* event) {
    refresh();  // Setup may have changed
    status_->setVisible(!status_->text().isEmpty());
    QWidget::showEvent(event);
}

}  // namespace mantissa::ui
