// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs of the list a person is looking for, and in which order they stand.
#pragma once

#include <QSortFilterProxyModel>
#include <QString>
#include <vector>

namespace mantissa::ui {

struct RunRow;

/// Words that a run must all have, in any case, in its name, note, tags, preset, precision, device, network, scaling or
/// state. "tag:x" looks in the tags only; so do name:, note:, preset:, precision:, device: and state:. Words in quotes
/// are one: tag:"for the report".
class RunQuery {
  public:
    explicit RunQuery(const QString& text = {});
    bool matches(const RunRow& row) const;
    bool empty() const { return terms_.empty(); }

  private:
    enum class Where { anywhere, name, note, tag, preset, precision, device, state };
    struct Term {
        Where where = Where::anywhere;
        QString text;
    };
    static bool has(const RunRow& row, const Term& term);

    std::vector<Term> terms_;
};

/// The list as the dock shows it: filtered, pinned runs first whatever the order. Its source is a RunList.
class RunFilter : public QSortFilterProxyModel {
    Q_OBJECT

  public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setText(const QString& text);
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

  private:
    RunQuery query_;
};

}  // namespace mantissa::ui
