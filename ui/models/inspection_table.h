// SPDX-License-Identifier: GPL-3.0-or-later
// A person's own tensors against one format, a row each: what File › Inspect tensors shows.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <vector>

#include "engine/inspect/inspection.h"

namespace mantissa::ui {

class InspectionTable : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { Tensor, Numbers, NormLost, Flushed, Subnormal, Overflow, Best, Columns };
    /// By which a proxy sorts: numbers where data() has texts.
    static constexpr int kSortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    void setInspection(Inspection inspection);
    const Inspection& inspection() const { return inspection_; }
    /// The rows stand with the worst for this format first.
    void setFormat(const FloatFormat& format);
    const FloatFormat& format() const { return format_; }
    /// The tensor of a row.
    const InspectedTensor& tensor(int row) const {
        return inspection_.tensors[rows_[static_cast<std::size_t>(row)].at];
    }
    CastFigures figures(int row) const { return rows_[static_cast<std::size_t>(row)].figures; }
    /// How many rows lose or round anything beyond their precision: flushed, subnormal or overflow.
    int touched() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    struct Row {
        std::size_t at = 0;
        CastFigures figures;
        BestScale best;
    };
    void fill();

    Inspection inspection_;
    FloatFormat format_ = fp16;
    std::vector<Row> rows_;
};

}  // namespace mantissa::ui
