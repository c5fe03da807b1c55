// SPDX-License-Identifier: GPL-3.0-or-later
// See seed_view.h.
#include "ui/pages/seed_view.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <cmath>
#include <utility>

#include "engine/run/tasks.h"
#include "ui/charts/format_text.h"
#include "ui/models/session_model.h"
#include "ui/models/verdict_words.h"
#include "ui/pages/run_heading.h"
#include "ui/words/metric_words.h"

namespace mantissa::ui {

void SeedTable::setSeeds(std::vector<SeedComparison> rows, std::vector<QIcon> icons) {
    const auto seedsOf = [](const std::vector<SeedComparison>& all) {
        return all.empty() ? std::vector<std::uint64_t>() : all.front().seeds;
    };
    const bool same = rows.size() == rows_.size() && seedsOf(rows) == seedsOf(rows_);
    if (!same) beginResetModel();
    rows_ = std::move(rows);
    icons_ = std::move(icons);
    if (!same) return endResetModel();
    if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int SeedTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QString SeedTable::forTask(const QString& accuracy, const QString& psnr, const QString& explained) const {
    const run::Task task = rows_.empty() ? run::CLASSIFY : rows_.front().task;
    return gives_image(task) ? psnr : gives_values(task) ? explained : accuracy;
}

int SeedTable::columnCount(const QModelIndex& parent) const {
    if (parent.isValid()) return 0;
    return FirstSeed + (rows_.empty() ? 0 : static_cast<int>(rows_.front().seeds.size()));
}

QString SeedTable::text(const SeedComparison& row, int column) const {
    const QString dash = QStringLiteral("–");
    const PairedDifference& difference = row.difference;
    switch (column) {
        case Name:
            return QString::fromStdString(row.name);
        case Mean:
            return row.runs > 0 ? metricText(row.task, row.mean, 2) : dash;
        case Difference:
            return row.baseline ? tr("baseline") : difference.pairs > 0 ? pointsText(difference.mean, row.task) : dash;
        case Interval:
            return difference.low && difference.high
                       ? tr("%1 to %2")
                             .arg(pointsText(*difference.low, row.task), pointsText(*difference.high, row.task))
                       : dash;
        default: {
            const double value = row.accuracies[static_cast<std::size_t>(column - FirstSeed)];
            return std::isfinite(value) ? metricText(row.task, value, 2) : dash;
        }
    }
}

QVariant SeedTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const auto at = static_cast<std::size_t>(index.row());
    const SeedComparison& row = rows_[at];
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case Qt::DecorationRole:
            return index.column() == Name && at < icons_.size() ? QVariant(icons_[at]) : QVariant();
        case Qt::ToolTipRole:
            if (index.column() == Name) return tipText(text(row, Name));
            if (index.column() == Mean) return tr("Of %n seeds", nullptr, static_cast<int>(row.runs));
            return row.sentence.empty() ? QVariant() : plainTip(QString::fromStdString(row.sentence));
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(
                Qt::Alignment((index.column() == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
        default:
            return {};
    }
}

QVariant SeedTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    if (role == Qt::DisplayRole) {
        const QString names[] = {tr("Run"), tr("Mean"),
                                 forTask(tr("Difference (points)"), tr("Difference (dB)"), tr("Difference")),
                                 tr("95 % interval")};
        if (section < FirstSeed) return names[section];
        return tr("seed %1").arg(rows_.front().seeds[static_cast<std::size_t>(section - FirstSeed)]);
    }
    if (role == Qt::ToolTipRole) {
        const QString hints[] = {
            tr("Each seed has its own initial weights and order of batches, the same for all runs"),
            forTask(tr("Mean test accuracy of the seeds that came to their end"),
                    tr("Mean test PSNR of the seeds that came to their end"),
                    tr("Mean test R² of the seeds that came to their end")),
            forTask(tr("Mean difference from the baseline in percentage points, of the seeds that both have"),
                    tr("Mean difference from the baseline in dB, of the seeds that both have"),
                    tr("Mean difference from the baseline, of the seeds that both have")),
            tr("Student's t of the paired differences, cut to what accuracies can differ by")};
        if (section < FirstSeed) return hints[section];
        return forTask(tr("Final test accuracy with this seed"), tr("Final test PSNR with this seed"),
                       tr("Final test R² with this seed"));
    }
    return {};
}

QString SeedTable::toText() const {
    QStringList lines;
    for (int row = -1; row < rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < columnCount(); ++column)
            cells << (row < 0 ? headerData(column, Qt::Horizontal).toString() : index(row, column).data().toString());
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

SeedView::SeedView(QWidget* parent) : QTableView(parent), table_(new SeedTable(this)) {
    setObjectName(QStringLiteral("raceSeedTable"));
    setAccessibleName(tr("The accuracies of every seed"));
    setModel(table_);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setTabKeyNavigation(false);
    setShowGrid(false);
    setWordWrap(false);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    hide();
}

void SeedView::setSeeds(const SessionModel& session, std::vector<SeedComparison> rows) {
    std::vector<QIcon> icons;
    for (const SeedComparison& row : rows) icons.push_back(row.run ? runIcon(session.face(*row.run), *this) : QIcon());
    const int before = table_->rowCount();
    setVisible(!rows.empty());
    table_->setSeeds(std::move(rows), std::move(icons));
    if (before != table_->rowCount()) fit();
}

void SeedView::fit() {
    int height = horizontalHeader()->sizeHint().height() + 4 + horizontalScrollBar()->sizeHint().height();
    for (int row = 0; row < table_->rowCount(); ++row) height += rowHeight(row);
    setFixedHeight(height);
}

void SeedView::keyPressEvent(QKeyEvent* event) {
    if (!event->matches(QKeySequence::Copy)) return QTableView::keyPressEvent(event);
    QApplication::clipboard()->setText(table_->toText());
}

void SeedView::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange && table_) fit();
}

}  // namespace mantissa::ui
