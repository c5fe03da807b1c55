// SPDX-License-Identifier: GPL-3.0-or-later
// What RunList shows in each cell. Names are text from outside: tool tips, which Qt would take for markup, are escaped.
#include <set>
#include <vector>

#include "ui/models/run_diff.h"
#include "ui/models/run_list.h"
#include "ui/models/run_names.h"
#include "ui/models/run_words.h"
#include "ui/words/date_words.h"
#include "ui/words/metric_words.h"
#include "ui/words/number_words.h"

namespace mantissa::ui {

namespace {

/// RunFace's. The session knows its own runs alone: one that is only in the library gets what they leave free.
int variantOf(const RunRow& row, const std::vector<RunRow>& rows) {
    if (row.held || row.race.isEmpty()) return row.variant;
    std::set<int> taken;
    int before = 0;
    for (const RunRow& other : rows) {
        if (other.race != row.race || other.precision != row.precision) continue;
        if (other.held)
            taken.insert(other.variant);
        else if (other.id < row.id)  // ULIDs sort by time
            ++before;
    }
    int variant = 0;
    while (taken.count(variant) > 0 || before-- > 0) ++variant;
    return variant;
}

}  // namespace

int RunList::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int RunList::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RunList::text(const RunRow& row, int column) const {
    switch (column) {
        case NameColumn: {
            const QString control = SessionModel::tr(", control");  // which a run that is shown has in its name
            return row.config.one_ulp() && !saysControl(row.name) ? row.name + control : row.name;
        }
        case PrecisionColumn:
            return QString::fromStdString(nameOf(row.config));
        case ScalingColumn:
            return row.scaling;
        case ModelColumn:
            return row.model;
        case BatchColumn:
            return row.batch == 0 ? QString() : wholeText(row.batch);
        case ResultColumn:
            return row.accuracy ? testedText(row.config.task(), row.config.test_examples(), *row.accuracy, 1)
                                : QString();
        case StepsColumn:
            return wholeText(row.steps);
        case WhenColumn:
            if (row.started <= 0) return QString();
            return dateTimeText(static_cast<qint64>(row.started));
        case StateColumn:
            if (row.damaged) return tr("damaged");
            if (row.elsewhere) return tr("training in another program");
            if (!row.unkept) return wordOf(row.state);
            return (*row.unkept < 0 ? tr("%1, not kept") : tr("%1, kept in part")).arg(wordOf(row.state));
        case DeltaColumn: {
            const RunRow* const base = baseline();
            if (row.baseline || base == nullptr) return row.baseline ? tr("baseline") : QString();
            if (metric_of(row.config).name.text != metric_of(base->config).name.text) return QString();
            return distanceText(row.accuracy, base->accuracy, row.config.task());
        }
        case TagsColumn:
            return row.tags.join(QStringLiteral(", "));
        case NoteColumn:
            return row.note.section('\n', 0, 0);
        default:
            return {};
    }
}

QString RunList::whatIsUnkept(const RunRow& row) {
    if (!row.unkept) return {};
    return *row.unkept < 0 ? tr("Not kept in the library.")
                           : tr("Kept in the library up to step %1 only.").arg(wholeText(*row.unkept));
}

QVariant RunList::sortKey(const RunRow& row, int column) const {
    switch (column) {
        case BatchColumn:
            return row.batch;
        case ResultColumn:
            return row.accuracy.value_or(-1);
        case StepsColumn:
            return row.steps;
        case WhenColumn:
            return row.started;
        case DeltaColumn:
            return aboveBaseline(row).value_or(-1000);
        default:
            return text(row, column).toString().toLower();
    }
}

QVariant RunList::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const RunRow& row = rows_[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
        case Qt::AccessibleTextRole:
            if (column == NameColumn && row.number > 0) return QString::number(row.number) + u' ' + row.name;
            return text(row, column);
        case Qt::DisplayRole:
            return text(row, column);
        case Qt::EditRole:
            if (column == NoteColumn) return row.note;
            return column == NameColumn ? QVariant(row.name) : text(row, column);
        case Qt::CheckStateRole:
            return column == NameColumn ? QVariant(session_.isVisible(row.id) ? Qt::Checked : Qt::Unchecked)
                                        : QVariant();
        case Qt::ToolTipRole: {
            const QString hint = row.unkept ? whatIsUnkept(row) : row.hint;
            return hint.isEmpty() ? QVariant() : QVariant(QStringLiteral("<span>%1</span>").arg(hint.toHtmlEscaped()));
        }
        case Qt::TextAlignmentRole: {
            const bool number =
                column == BatchColumn || column == ResultColumn || column == StepsColumn || column == DeltaColumn;
            return QVariant::fromValue(Qt::Alignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
        }
        case RunIdRole:
            return row.id;
        case VisibleRole:
            return session_.isVisible(row.id);
        case PinnedRole:
            return row.pinned;
        case BaselineRole:
            return row.baseline;
        case LiveRole:
            return row.live();
        case PrecisionRole:
            return static_cast<int>(row.precision);
        case SeedRole:
            return QVariant::fromValue<qulonglong>(row.config.seed());
        case VariantRole:
            return variantOf(row, rows_);
        case NumberRole:
            return row.number;
        case SortRole:
            return sortKey(row, column);
        default:
            return {};
    }
}

QVariant RunList::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
    static const char* const names[] = {
        QT_TR_NOOP("Name"),  QT_TR_NOOP("Precision"),        QT_TR_NOOP("Loss scaling"), QT_TR_NOOP("Model"),
        QT_TR_NOOP("Batch"), QT_TR_NOOP("Test accuracy"),    QT_TR_NOOP("Steps"),        QT_TR_NOOP("Started"),
        QT_TR_NOOP("State"), QT_TR_NOOP("Against baseline"), QT_TR_NOOP("Tags"),         QT_TR_NOOP("Note")};
    static const char* const hints[] = {QT_TR_NOOP("What you call the run; the box shows it on the charts"),
                                        QT_TR_NOOP("Number format that the run computes in"),
                                        QT_TR_NOOP("What keeps small gradients from becoming zero"),
                                        QT_TR_NOOP("Network: hidden layers × width, or channels of the convolutions"),
                                        QT_TR_NOOP("Samples per step"),
                                        QT_TR_NOOP("On the test set: final, or the last evaluation so far"),
                                        QT_TR_NOOP("Training steps done"),
                                        QT_TR_NOOP("When it began, local time"),
                                        QT_TR_NOOP("Whether it trains, or how it ended"),
                                        QT_TR_NOOP("Test accuracy above or below the baseline's, in percentage points"),
                                        QT_TR_NOOP("Words of your own to find it by"),
                                        QT_TR_NOOP("The first line of your note")};
    if (role == Qt::DisplayRole) return tr(names[section]);
    if (role == Qt::ToolTipRole) return tr(hints[section]);
    return {};
}

Qt::ItemFlags RunList::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid()) return flags;
    if (index.column() == NameColumn) flags |= Qt::ItemIsUserCheckable;
    const bool text = index.column() == NameColumn || index.column() == TagsColumn;  // a note has more than one line
    if (text && whyReadOnly().isEmpty()) flags |= Qt::ItemIsEditable;
    return flags;
}

}  // namespace mantissa::ui
