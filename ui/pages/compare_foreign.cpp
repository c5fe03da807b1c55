// SPDX-License-Identifier: GPL-3.0-or-later
// See compare_foreign.h.
#include "ui/pages/compare_foreign.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "engine/report/foreign_description.h"
#include "engine/run/optimizers.h"
#include "ui/charts/format_text.h"
#include "ui/charts/line_chart.h"
#include "ui/models/run_model.h"
#include "ui/models/run_words.h"
#include "ui/pages/compare_table.h"
#include "ui/pages/run_marks.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

bool hasScale(const RunModel& run) {
    const std::vector<float>& scale = run.columns().scale;
    return std::any_of(scale.begin(), scale.end(), [](float value) { return !std::isnan(value); });
}

std::vector<RunSetting> ownSettings(const RunModel& run) {
    const run::RunConfig& config = run.currentConfig();
    const auto text = [](const std::string& utf8) { return QString::fromStdString(utf8); };
    return {{inWords(say("Model")), text(describeModel(config))},
            {inWords(say("Framework")), QStringLiteral("Mantissa ") + text(run.identity().program_version())},
            {inWords(say("Device")), text(run.identity().device())},
            {inWords(say("Autocast")), text(nameOf(config.precision()))},
            {inWords(say("Loss scaling")), text(describeScaling(config))},
            {inWords(say("Optimizer")),
             inWords(optimizer_name(config.optimizer())) + QStringLiteral(": lr ") + numberText(config.lr())}};
}

}  // namespace

std::vector<RunSetting> settingsInWords(const RunModel& run) {
    if (!run.foreign()) return ownSettings(run);
    std::vector<RunSetting> rows;
    for (const DescriptionRow& row :
         describe_foreign(*run.foreign(), run.evidence().foreign && run.evidence().foreign->unseen_scaler)) {
        const QString what = inWords(row.what);
        // Of several optimizers one row.
        if (!rows.empty() && rows.back().what == what)
            rows.back().value += QStringLiteral("; ") + inWords(row.value);
        else
            rows.push_back({what, inWords(row.value)});
    }
    return rows;
}

QString lackSentence(const std::vector<CompareLane>& lanes) {
    const auto any = [&](const auto& has) { return std::any_of(lanes.begin(), lanes.end(), has); };
    const auto loss = [](const CompareLane& lane) {
        return std::any_of(lane.loss.y.begin(), lane.loss.y.end(), [](double value) { return !std::isnan(value); });
    };
    const auto accuracy = [](const CompareLane& lane) { return !lane.accuracy.x.empty(); };
    const auto scale = [](const CompareLane& lane) { return hasScale(*lane.run); };
    const auto shadow = [](const CompareLane& lane) { return lane.figures.shadow.has_value(); };
    const auto memory = [](const CompareLane& lane) { return lane.figures.memory.has_value(); };
    QStringList sentences;
    for (const CompareLane& lane : lanes) {
        QStringList lacks;
        if (!loss(lane) && any(loss)) lacks << QObject::tr("a loss");
        if (!accuracy(lane) && any(accuracy)) lacks << QObject::tr("an accuracy");
        if (!scale(lane) && any(scale)) lacks << QObject::tr("a loss scale");
        if (!shadow(lane) && any(shadow)) lacks << QObject::tr("gradients compared with FP32");
        if (!memory(lane) && any(memory)) lacks << QObject::tr("memory by category");
        if (!lacks.isEmpty())
            sentences << QObject::tr("%1 %2 does not have: %3.")
                             .arg(lane.number, lane.name, lacks.join(QStringLiteral(", ")));
    }
    return sentences.join(QLatin1Char(' '));
}

CompareForeign::CompareForeign(QWidget* parent)
    : QWidget(parent),
      lacks_(new QLabel(this)),
      scale_(new LineChart(tr("Loss scale (power of 2)"), tr("step"), this)),
      head_(new QLabel(tr("Settings that differ"), this)),
      settings_(new QTableView(this)) {
    setObjectName(QStringLiteral("compareForeign"));
    for (QLabel* label : {lacks_, head_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    scale_->setLog2(true);
    settings_->setAccessibleName(head_->text());
    settings_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    settings_->setTabKeyNavigation(false);
    settings_->setShowGrid(false);
    settings_->setWordWrap(true);
    settings_->verticalHeader()->hide();
    settings_->horizontalHeader()->setHighlightSections(false);
    settings_->horizontalHeader()->setStretchLastSection(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(lacks_);
    column->addWidget(scale_, 1);
    column->addWidget(head_);
    column->addWidget(settings_);
    hide();
}

QString CompareForeign::lacks() const {
    return lacks_->text();
}

void CompareForeign::setLanes(const std::vector<CompareLane>& lanes, bool foreign) {
    setVisible(foreign && lanes.size() > 1);
    if (!foreign || lanes.size() < 2) return;
    const QString lacks = lackSentence(lanes);
    if (lacks_->text() != lacks) lacks_->setText(lacks);
    lacks_->setVisible(!lacks.isEmpty());
    showScale(lanes);
    showSettings(lanes);
}

void CompareForeign::showScale(const std::vector<CompareLane>& lanes) {
    bool any = false;
    double end = 1;
    QStringList there;
    for (const CompareLane& lane : lanes) {
        if (!hasScale(*lane.run)) continue;
        any = true;
        const StepColumns& columns = lane.run->columns();
        SeriesStyle style;
        style.label = style.brief = style.legend = lane.number + QLatin1Char(' ') + lane.name;
        style.color = lane.style.color;
        style.glyph = lane.style.marker;
        style.group = QString::fromStdString(lane.run->runId());
        style.tag = lane.number;
        style.steps = true;
        there << style.group;
        scale_->setSeries(style.group, style, std::vector<double>(columns.step.begin(), columns.step.end()),
                          std::vector<double>(columns.scale.begin(), columns.scale.end()));
        end = std::max(end, static_cast<double>(lane.run->step()));
    }
    for (const QString& id : scale_->seriesIds())
        if (!there.contains(id)) scale_->removeSeries(id);
    scale_->setVisible(any);
    scale_->setAutoXRange(0.0, end);
    scale_->refresh();
}

void CompareForeign::showSettings(const std::vector<CompareLane>& lanes) {
    std::vector<QString> names;
    std::vector<std::vector<QString>> rows;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        for (const RunSetting& setting : settingsInWords(*lanes[i].run)) {
            auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& one) { return one[0] == setting.what; });
            if (row == rows.end()) {
                rows.emplace_back(lanes.size() + 1, QStringLiteral("–"));
                row = rows.end() - 1;
                (*row)[0] = setting.what;
            }
            (*row)[i + 1] = setting.value;
        }
    }
    std::erase_if(rows, [](const std::vector<QString>& row) {
        return std::all_of(row.begin() + 2, row.end(), [&](const QString& value) { return value == row[1]; });
    });
    QStringList heads{tr("setting")};
    for (const CompareLane& lane : lanes) heads << lane.number + QLatin1Char(' ') + lane.name;
    head_->setVisible(!rows.empty());
    settings_->setVisible(!rows.empty());
    std::vector<std::vector<QString>> shown = rows;
    shown.emplace_back(heads.begin(), heads.end());
    if (shown == rows_) return;
    rows_ = shown;
    QAbstractItemModel* before = settings_->model();
    const auto count = static_cast<int>(rows.size());
    settings_->setModel(new ChartTable(
        heads, count,
        [rows = std::move(rows)](int row, int column) -> QVariant {
            return rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
        },
        settings_));
    delete before;
    settings_->resizeColumnsToContents();
    for (int i = 0; i < heads.size(); ++i)
        settings_->setColumnWidth(i, std::min(settings_->columnWidth(i), 24 * QFontMetrics(font()).averageCharWidth()));
    settings_->resizeRowsToContents();
    int height = settings_->horizontalHeader()->sizeHint().height() + 4;
    for (int i = 0; i < count; ++i) height += settings_->rowHeight(i);
    settings_->setFixedHeight(height + 20);
}

}  // namespace mantissa::ui
