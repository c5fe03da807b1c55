// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/inspection_table.h"

#include <algorithm>

namespace mantissa::ui {
namespace {

QString shareText(double share) {
    const double percent = share * 100;
    if (percent > 0 && percent < 0.01) return QStringLiteral("< 0.01\u00A0%");
    if (percent < 100 && percent > 99.9) return QStringLiteral("> 99.9\u00A0%");
    const int decimals = percent >= 9.95 || percent == 0 ? 0 : percent >= 0.995 ? 1 : 2;
    return QString::number(percent, 'f', decimals) + QStringLiteral("\u00A0%");
}

QString power(int exponent) {
    if (exponent == 0) return QStringLiteral("1");
    QString text = QStringLiteral("2");
    for (const QChar c : QString::number(exponent))
        text += c == QLatin1Char('-') ? QStringLiteral("⁻") : QString(QStringView(u"⁰¹²³⁴⁵⁶⁷⁸⁹").at(c.digitValue()));
    return text;
}

}  // namespace

void InspectionTable::setInspection(Inspection inspection) {
    beginResetModel();
    inspection_ = std::move(inspection);
    fill();
    endResetModel();
}

void InspectionTable::setFormat(const FloatFormat& format) {
    beginResetModel();
    format_ = format;
    fill();
    endResetModel();
}

void InspectionTable::fill() {
    rows_.clear();
    if (inspection_.tensors.empty()) return;
    for (const std::size_t at : worst_first(inspection_, format_)) {
        const Magnitudes& magnitudes = inspection_.tensors[at].magnitudes;
        rows_.push_back({at, cast_figures(magnitudes, format_), best_scale(magnitudes, format_)});
    }
}

int InspectionTable::touched() const {
    int count = 0;
    for (const Row& row : rows_)
        count += row.figures.flushed + row.figures.subnormal + row.figures.overflow > 0 ? 1 : 0;
    return count;
}

int InspectionTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}
int InspectionTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant InspectionTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    const InspectedTensor& tensor = inspection_.tensors[row.at];
    if (role == Qt::TextAlignmentRole)
        return QVariant(index.column() == Tensor ? Qt::AlignLeft | Qt::AlignVCenter
                                                 : Qt::AlignRight | Qt::AlignVCenter);
    const bool sorting = role == kSortRole;
    if (role != Qt::DisplayRole && !sorting) return {};
    const double nonzero = std::max(1.0, static_cast<double>(tensor.magnitudes.nonzero));
    const auto share = [&](double value) { return sorting ? QVariant(value) : QVariant(shareText(value)); };
    switch (index.column()) {
        case Tensor: {
            const QString name = QString::fromStdString(tensor.entry.name);
            return name.size() > 200 ? name.left(199) + QStringLiteral("…") : name;
        }
        case Numbers:
            return sorting ? QVariant(static_cast<double>(tensor.magnitudes.count()))
                           : QVariant(QString::number(tensor.magnitudes.count()));
        case NormLost:
            return share(row.figures.norm_lost);
        case Flushed:
            return share(static_cast<double>(row.figures.flushed) / nonzero);
        case Subnormal:
            return share(static_cast<double>(row.figures.subnormal) / nonzero);
        case Overflow:
            return share(static_cast<double>(row.figures.overflow) / nonzero);
        default:
            if (sorting) return row.best.exponent;
            if (row.best.low == row.best.high) return power(row.best.exponent);
            return tr("%1 (%2 to %3)").arg(power(row.best.exponent), power(row.best.low), power(row.best.high));
    }
}

QVariant InspectionTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const bool tip = role == Qt::ToolTipRole;
    if (role != Qt::DisplayRole && !tip) return {};
    switch (section) {
        case Tensor:
            return tip ? tr("As the file names it") : tr("Tensor");
        case Numbers:
            return tip ? tr("How many numbers it has, zeros among them") : tr("Numbers");
        case NormLost:
            return tip ? tr("L2 norm of what is flushed to zero, against that of the whole tensor") : tr("Norm lost");
        case Flushed:
            return tip ? tr("Share of the numbers other than zero that become zero") : tr("Flushed");
        case Subnormal:
            return tip ? tr("Share of the numbers other than zero that keep fewer bits than the format has")
                       : tr("Subnormal");
        case Overflow:
            return tip ? tr("Share of the numbers other than zero that become infinite") : tr("Overflow");
        default:
            return tip ? tr("Power of two that loses least of the norm and leaves two bits above the largest number; "
                            "1: "
                            "none is needed. In brackets the powers that do as well.")
                       : tr("Best scale");
    }
}

}  // namespace mantissa::ui
