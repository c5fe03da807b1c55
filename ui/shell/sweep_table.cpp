// SPDX-License-Identifier: GPL-3.0-or-later
// See sweep_table.h. Columns: the run's number, the varied settings, then those of Column.
#include "ui/shell/sweep_table.h"

#include <QHash>
#include <algorithm>
#include <memory>

#include "engine/base/error.h"
#include "engine/run/set_field.h"
#include "ui/charts/format_text.h"
#include "ui/setup/config_fields.h"
#include "ui/words/metric_words.h"

namespace mantissa::ui {

namespace {

enum SweepColumn { StateColumn, MetricColumn, StepsColumn, TimeColumn, NoteColumn, SweepColumns };

QString wordOf(SweepRun::State state) {
    switch (state) {
        case SweepRun::State::Waiting:
            return SweepTable::tr("waiting");
        case SweepRun::State::Running:
            return SweepTable::tr("training");
        case SweepRun::State::Done:
            return SweepTable::tr("done");
        case SweepRun::State::Failed:
            return SweepTable::tr("failed");
    }
    return {};
}

/// "fp16" as "FP16": as the window writes the value everywhere.
QString valueOf(const QString& field, const QString& text) {
    const auto* known = config_field(field.toStdString());
    if (!known || text.isEmpty()) return text;
    try {
        run::RunConfig config;
        set_field(config, *known, text.toStdString(), {});
        const QString shown = fieldValue(config, known->number());
        return shown.isEmpty() ? text : shown;
    } catch (const Error&) {
        return text;
    }
}

}  // namespace

void SweepTable::begin(const SweepHead& head) {
    beginResetModel();
    head_ = head;
    runs_.assign(static_cast<std::size_t>(head.runs), {});
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        runs_[i].number = static_cast<int>(i) + 1;
        runs_[i].values.resize(head.fields.size());
    }
    endResetModel();
}

void SweepTable::take(const std::vector<SweepRun>& runs) {
    for (SweepRun run : runs) {
        const auto place = static_cast<std::size_t>(run.number - 1);
        if (place >= runs_.size()) continue;
        for (qsizetype i = 0; i < run.values.size(); ++i) run.values[i] = valueOf(head_.fields.value(i), run.values[i]);
        runs_[place] = std::move(run);
    }
    if (!runs.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

QString SweepTable::nameOf(int field) const {
    const QString name = head_.fields.value(field);
    const auto* known = config_field(name.toStdString());
    QString label = known ? fieldLabel(known->number()) : name;
    if (!label.isEmpty()) label[0] = label[0].toUpper();
    return label;
}

int SweepTable::count(SweepRun::State state) const {
    return static_cast<int>(
        std::count_if(runs_.begin(), runs_.end(), [state](const SweepRun& run) { return run.state == state; }));
}

QString SweepTable::summary() const {
    return tr("%1 done, %2 training, %3 waiting, %4 failed, of %n runs.", nullptr, static_cast<int>(head_.runs))
        .arg(count(SweepRun::State::Done))
        .arg(count(SweepRun::State::Running))
        .arg(count(SweepRun::State::Waiting))
        .arg(count(SweepRun::State::Failed));
}

SweepMapData SweepTable::map(int across, int down) const {
    SweepMapData map;
    map.suffix = metricSuffix(head_.task).replace(u' ', QChar(0xA0));
    map.decimals = metric_of(head_.task).decimals;
    if (across < 0 || across >= fieldCount() || runs_.empty()) return map;
    map.across = nameOf(across);
    if (down >= 0) map.down = nameOf(down);
    QHash<QString, qsizetype> columns, rows;  // a sweep may vary the seed ten thousand times
    const auto place = [](QHash<QString, qsizetype>& known, QStringList& values, const QString& value) {
        const auto at = known.constFind(value);
        if (at != known.constEnd()) return *at;
        values << value;
        return *known.insert(value, values.size() - 1);
    };
    const auto column = [&](const SweepRun& run) { return place(columns, map.columns, run.values.value(across)); };
    const auto row = [&](const SweepRun& run) {
        return place(rows, map.rows, down < 0 ? QString() : run.values.value(down));
    };
    for (const SweepRun& run : runs_) column(run), row(run);
    map.cells.resize(static_cast<std::size_t>(map.columns.size() * map.rows.size()));
    std::vector<int> numbers(map.cells.size(), 0);
    for (const SweepRun& run : runs_) {
        const auto at = static_cast<std::size_t>(row(run) * map.columns.size() + column(run));
        SweepMapData::Cell& cell = map.cells[at];
        ++cell.runs;
        cell.done += run.state == SweepRun::State::Done;
        cell.running += run.state == SweepRun::State::Running;
        cell.failed += run.state == SweepRun::State::Failed;
        if (run.state != SweepRun::State::Done || !run.metric) continue;
        cell.known = true;
        cell.mean += metricShown(head_.task, *run.metric);
        ++numbers[at];
    }
    for (std::size_t i = 0; i < map.cells.size(); ++i)
        if (numbers[i] > 0) map.cells[i].mean /= numbers[i];
    return map;
}

int SweepTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(runs_.size());
}

int SweepTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || head_.runs == 0 ? 0 : 1 + fieldCount() + SweepColumns;
}

QString SweepTable::text(const SweepRun& run, int column) const {
    if (column == 0) return QString::number(run.number);
    if (column <= fieldCount()) return run.values.value(column - 1);
    switch (column - fieldCount() - 1) {
        case StateColumn:
            return wordOf(run.state);
        case MetricColumn:
            if (run.metric) return metricText(head_.task, *run.metric, 2);
            return run.state == SweepRun::State::Done ? QStringLiteral("–") : QString();  // NaN, or never evaluated
        case StepsColumn:
            return run.ofSteps > 0 ? tr("%1 of %2").arg(run.steps).arg(run.ofSteps)
                   : run.steps > 0 ? QString::number(run.steps)
                                   : QString();
        case TimeColumn:
            return run.seconds ? durationText(*run.seconds) : QString();
        default:
            return run.why.simplified();
    }
}

QVariant SweepTable::sortedBy(const SweepRun& run, int column) const {
    bool number = false;
    const double value = text(run, column).toDouble(&number);
    if (column <= fieldCount()) return number ? QVariant(value) : QVariant(text(run, column));
    switch (column - fieldCount() - 1) {
        case StateColumn:
            return static_cast<int>(run.state);
        case MetricColumn:
            return run.metric.value_or(-1);
        case StepsColumn:
            return run.steps;
        case TimeColumn:
            return run.seconds.value_or(-1);
        default:
            return run.why;
    }
}

QVariant SweepTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const SweepRun& run = runs_[static_cast<std::size_t>(index.row())];
    const int column = index.column() - fieldCount() - 1;
    if (role == Qt::DisplayRole) return text(run, index.column());
    if (role == Qt::UserRole) return sortedBy(run, index.column());
    if (role == Qt::ToolTipRole && column == NoteColumn) return plainTip(run.why);
    if (role == Qt::ToolTipRole && column == MetricColumn && run.metric && run.state != SweepRun::State::Done)
        return plainTip(tr("So far: of its last evaluation."));
    if (role == Qt::TextAlignmentRole) {
        const bool number =
            index.column() == 0 || column == MetricColumn || column == StepsColumn || column == TimeColumn;
        return QVariant((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    return {};
}

QVariant SweepTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    if (section == 0) return tr("Run");
    if (section <= fieldCount()) return nameOf(section - 1);
    switch (section - fieldCount() - 1) {
        case StateColumn:
            return tr("State");
        case MetricColumn:
            return testMetricTitle(head_.task);
        case StepsColumn:
            return tr("Steps");
        case TimeColumn:
            return tr("Time");
        default:
            return tr("Reason");
    }
}

QString SweepTable::toText() const {
    QStringList names;
    for (int column = 0; column < columnCount(); ++column)
        names << headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    const ChartTable table(names, rowCount(), [this](int row, int column) -> QVariant {
        const SweepRun& run = runs_[static_cast<std::size_t>(row)];
        switch (column - fieldCount() - 1) {
            case MetricColumn:
                return run.metric ? QVariant(metricShown(head_.task, *run.metric)) : QVariant();
            case StepsColumn:
                return run.steps;
            case TimeColumn:
                return run.seconds ? QVariant(*run.seconds) : QVariant();
            default:
                return column == 0 ? QVariant(run.number) : QVariant(text(run, column));
        }
    });
    return table.toText();
}

}  // namespace mantissa::ui
