// SPDX-License-Identifier: GPL-3.0-or-later
// See compare_table.h.
#include "ui/pages/compare_table.h"

#include <QIcon>
#include <QPainter>
#include <QPixmap>
#include <QWidget>
#include <algorithm>
#include <cmath>

#include "engine/run/tasks.h"
#include "ui/charts/format_text.h"
#include "ui/models/run_model.h"
#include "ui/pages/compare_words.h"
#include "ui/pages/lost_words.h"
#include "ui/words/metric_words.h"

namespace mantissa::ui {

namespace {

constexpr int kRunIcon = 16;
constexpr double kMarker = 10;

QIcon markerIcon(const PrecisionStyle& style, const QWidget* widget) {
    const qreal ratio = widget->devicePixelRatioF();
    QPixmap picture(QSize(kRunIcon, kRunIcon) * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paintMarker(painter, style.marker, {kRunIcon / 2.0, kRunIcon / 2.0}, kMarker, style.color,
                widget->palette().color(QPalette::Base));
    painter.end();
    QIcon icon(picture);
    icon.addPixmap(picture, QIcon::Selected);  // its colour says which run it is: a selection does not tint it
    return icon;
}

}  // namespace

void CompareTable::setLanes(const std::vector<CompareLane>& lanes, const QWidget* widget) {
    const bool same = std::equal(lanes.begin(), lanes.end(), lanes_.begin(), lanes_.end(),
                                 [](const CompareLane& a, const CompareLane& b) { return a.run == b.run; });
    const QColor ground = widget->palette().color(QPalette::Base);
    if (!same) beginResetModel();
    const bool repaint = !same || ground != ground_;
    ground_ = ground;
    lanes_ = lanes;
    if (repaint) {
        icons_.clear();
        for (const CompareLane& lane : lanes_) icons_.push_back(markerIcon(lane.style, widget));
    }
    if (!same) endResetModel();
    if (same && !lanes_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

QString CompareTable::runId(int row) const {
    if (row < 0 || row >= rowCount()) return {};
    return QString::fromStdString(lanes_[static_cast<std::size_t>(row)].figures.runId);
}

int CompareTable::rowOf(const QString& runId) const {
    for (int row = 0; row < rowCount(); ++row) {
        if (this->runId(row) == runId) return row;
    }
    return -1;
}

int CompareTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(lanes_.size());
}

int CompareTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

bool CompareTable::baselineIsBroken() const {
    return std::any_of(lanes_.begin(), lanes_.end(), [](const CompareLane& lane) {
        return lane.baseline && lane.figures.loss && !std::isfinite(*lane.figures.loss);
    });
}

QString CompareTable::text(const CompareLane& lane, int column) const {
    const QString dash = QStringLiteral("–");
    const RaceRow& row = lane.figures;
    switch (column) {
        case Baseline:
            return lane.baseline ? QStringLiteral("●") : QStringLiteral("○");
        case Name:
            return lane.number + QLatin1Char(' ') + lane.name;
        case Accuracy:
            return accuracyBrief(row);
        case Target:
            return targetCell(lane.reached);
        case Loss:
            return row.loss ? lossText(*row.loss) : dash;
        case Scale:
            return row.scale ? scaleText(*row.scale) : dash;
        case NormLost:
            return row.shadow ? percentText(row.shadow->lost) : dash;
        case Skipped:
            return QString::number(row.skipped);
        case Memory:
            return row.memory ? bytesText(*row.memory) : dash;
        case Speed:
            if (row.emulated) return tr("emulated");
            return row.imagesPerSecond ? countText(*row.imagesPerSecond) : dash;
        case Parted:
            if (lane.baseline) return tr("baseline");
            if (lane.control) return tr("control");
            if (lane.ghost || lane.unlike) return dash;
            if (!lane.parting && baselineIsBroken()) return tr("baseline is NaN");  // also beside a lane of NaN
            return partingCell(lane.parting);
        default:
            return {};
    }
}

QVariant CompareTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const auto row = static_cast<std::size_t>(index.row());
    const CompareLane& lane = lanes_[row];
    switch (role) {
        case Qt::DisplayRole:
            return text(lane, index.column());
        case Qt::AccessibleTextRole:
            if (index.column() == Baseline) return lane.baseline ? tr("the baseline") : tr("not the baseline");
            if (index.column() == Accuracy) return accuracyCell(lane.figures);
            if (index.column() == NormLost) return lostCell(lane.figures);
            return text(lane, index.column());
        case Qt::DecorationRole:
            return index.column() == Name ? QVariant(icons_[row]) : QVariant();
        case Qt::ToolTipRole:
            if (index.column() == Baseline) return tr("Click, or press Space: the others are compared with this run");
            if (index.column() == Name) return tipText(text(lane, Name));
            if (index.column() == Accuracy && (lane.figures.alwaysOne || lane.figures.testExamples > 0))
                return tipText(accuracyCell(lane.figures));
            if (index.column() == NormLost) return tipText(lostTip(lane.figures));
            if (index.column() == Target && lane.reached && !lane.reached->seconds)
                return lane.late ? tr("Forked in mid-run: its time begins at the fork")
                       : lane.figures.emulated
                           ? tr("This device computes the format in FP32 and rounds: no claim about speed")
                           : tr("The time of its steps is not known");
            if (index.column() == Parted && lane.unlike)
                return tr("Another training than the baseline: where they part means nothing");
            if (index.column() == Parted && lane.parting) return tipText(partingSentence(lane.name, *lane.parting));
            if (index.column() == Memory && lane.figures.native)
                return tr("%1 on a device that stores the format natively").arg(bytesText(*lane.figures.native));
            if (index.column() == Speed && lane.figures.emulated)
                return tr("This device computes the format in FP32 and rounds: no claim about speed");
            return QVariant();
        case Qt::TextAlignmentRole: {
            const bool left = index.column() == Name || index.column() == Parted;
            const auto side = index.column() == Baseline ? Qt::AlignHCenter : left ? Qt::AlignLeft : Qt::AlignRight;
            return QVariant::fromValue(Qt::Alignment(side | Qt::AlignVCenter));
        }
        case RunIdRole:
            return QString::fromStdString(lane.figures.runId);
        default:
            return {};
    }
}

QVariant CompareTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
    const run::Task task = lanes_.empty() ? run::CLASSIFY : lanes_.front().run->config().task();
    const QString names[] = {tr("Base"),     tr("Run"),         metricHeading(task), tr("To target"),
                             tr("Diverged"), tr("Loss"),        tr("Scale"),         tr("Norm lost"),
                             tr("Skipped"),  tr("Memory here"), rateHeading(task)};
    const QString hints[] = {
        tr("The run that the others are compared with"),
        tr("Its number is at the ends of its lines"),
        tr("On the test set: final, or the last evaluation so far"),
        tr("The first evaluation that reached the target below, and the time of the run's own steps until then"),
        tr("First step at which its loss differs from the baseline's by more than the noise, and "
           "the layer where it began"),
        has_squared_error(task) ? tr("Of the last batch") : tr("Of the last batch, in nats"),
        tr("Loss scale of the last step"),
        tr("Largest share of a weight gradient's norm that is missing against FP32"),
        tr("Steps without an update, since a gradient was not finite"),
        tr("Peak of one step on this device, without the FP32 shadow; point at a figure for that of a device that "
           "has the format"),
        tr("The mean of all steps of a run that has ended, else of the latest quarter of a second, with watching; "
           "emulated runs say nothing about speed")};
    if (role == Qt::DisplayRole) return names[section];
    if (role == Qt::ToolTipRole) return hints[section];
    return {};
}

QString CompareTable::toText() const {
    QStringList lines;
    QStringList cells;
    const auto copied = [this](int column) { return column != Target || targeted_; };
    for (int column = 0; column < ColumnCount; ++column)
        if (copied(column)) cells << headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    lines << cells.join(QLatin1Char('\t'));
    for (int row = 0; row < rowCount(); ++row) {
        cells.clear();
        for (int column = 0; column < ColumnCount; ++column)
            if (copied(column)) cells << data(index(row, column), Qt::AccessibleTextRole).toString();
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

}  // namespace mantissa::ui
