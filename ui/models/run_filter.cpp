// SPDX-License-Identifier: GPL-3.0-or-later
// See run_filter.h. A thousand rows are looked through at each key, so nothing is formatted here.
#include "ui/models/run_filter.h"

#include <algorithm>
#include <utility>

#include "ui/models/run_list.h"
#include "ui/models/run_words.h"

namespace mantissa::ui {
namespace {

/// Splits at spaces outside quotes; the quotes are dropped.
QStringList wordsOf(const QString& text) {
    QStringList words;
    QString word;
    bool quoted = false;
    for (const QChar c : text) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c.isSpace() && !quoted) {
            if (!word.isEmpty()) words << std::exchange(word, {});
        } else {
            word += c;
        }
    }
    if (!word.isEmpty()) words << word;
    return words;
}

}  // namespace

RunQuery::RunQuery(const QString& text) {
    static const std::pair<const char*, Where> prefixes[] = {
        {"name:", Where::name},     {"note:", Where::note},           {"tag:", Where::tag},
        {"preset:", Where::preset}, {"precision:", Where::precision}, {"device:", Where::device},
        {"state:", Where::state}};
    for (const QString& word : wordsOf(text)) {
        Term term{Where::anywhere, word};
        for (const auto& [prefix, where] : prefixes) {
            if (word.startsWith(QLatin1String(prefix), Qt::CaseInsensitive)) {
                term = {where, word.mid(static_cast<int>(qstrlen(prefix)))};
            }
        }
        if (!term.text.isEmpty()) terms_.push_back(term);  // "tag:" alone: still being typed
    }
}

bool RunQuery::has(const RunRow& row, const Term& term) {
    const auto in = [&](const QString& text) { return text.contains(term.text, Qt::CaseInsensitive); };
    const auto inTags = [&] { return std::any_of(row.tags.begin(), row.tags.end(), in); };
    const auto inPrecision = [&] { return in(QString::fromStdString(nameOf(row.config))); };
    const auto inState = [&] { return in(row.damaged ? RunList::tr("damaged") : wordOf(row.state)); };
    switch (term.where) {
        case Where::name:
            return in(row.name);
        case Where::note:
            return in(row.note);
        case Where::tag:
            return inTags();
        case Where::preset:
            return in(row.preset);
        case Where::precision:
            return inPrecision();
        case Where::device:
            return in(row.device);
        case Where::state:
            return inState();
        case Where::anywhere:
            break;
    }
    return in(row.name) || in(row.note) || inTags() || in(row.preset) || inPrecision() || in(row.device) ||
           in(row.scaling) || in(row.model) || inState();
}

bool RunQuery::matches(const RunRow& row) const {
    return std::all_of(terms_.begin(), terms_.end(), [&](const Term& term) { return has(row, term); });
}

void RunFilter::setText(const QString& text) {
    query_ = RunQuery(text);
    invalidateFilter();
}

bool RunFilter::filterAcceptsRow(int row, const QModelIndex&) const {
    if (query_.empty()) return true;
    const auto* const list = qobject_cast<const RunList*>(sourceModel());
    return list == nullptr || query_.matches(list->row(row));
}

QVariant RunFilter::headerData(int section, Qt::Orientation orientation, int role) const {
    // The dock is narrow: one word, and the whole name as a tip.
    const bool result = orientation == Qt::Horizontal && section == RunList::ResultColumn;
    if (result && role == Qt::DisplayRole) return tr("Test");
    if (result && role == Qt::ToolTipRole) return sourceModel()->headerData(section, orientation, Qt::DisplayRole);
    return QSortFilterProxyModel::headerData(section, orientation, role);
}

bool RunFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const bool leftPinned = left.siblingAtColumn(0).data(RunList::PinnedRole).toBool();
    const bool rightPinned = right.siblingAtColumn(0).data(RunList::PinnedRole).toBool();
    if (leftPinned != rightPinned) return leftPinned == (sortOrder() == Qt::AscendingOrder);
    return QSortFilterProxyModel::lessThan(left, right);
}

}  // namespace mantissa::ui
