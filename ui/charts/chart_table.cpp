// SPDX-License-Identifier: GPL-3.0-or-later
// The table beside every chart; see the header.
#include "ui/charts/chart_table.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>
#include <utility>

#include "ui/charts/format_text.h"

namespace mantissa::ui {

ChartTable::ChartTable(QStringList columns, int rows, Cell cell, QObject* parent)
    : QAbstractTableModel(parent), columns_(std::move(columns)), rows_(rows), cell_(std::move(cell)) {}

int ChartTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : rows_;
}

int ChartTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant ChartTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rows_ || index.column() >= columns_.size()) return {};
    if (role == Qt::TextAlignmentRole) {
        const QVariant value = cell_(index.row(), index.column());
        const bool text = value.typeId() == QMetaType::QString;
        return QVariant((text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole && role != Qt::UserRole) return {};
    const QVariant value = cell_(index.row(), index.column());
    if (role == Qt::DisplayRole && value.typeId() == QMetaType::Double) return exactText(value.toDouble());
    return value;
}

QVariant ChartTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole) return {};
    if (orientation == Qt::Horizontal) return columns_.value(section);
    return section + 1;
}

QString ChartTable::toText() const {
    QString text;
    const auto plain = [](QString cell) {
        for (QChar& c : cell) {
            if (c == u'\t' || c == u'\n' || c == u'\r') c = u' ';
        }
        if (!cell.isEmpty() && QStringView(u"=+-@").contains(cell.front())) cell.prepend(u'\'');
        return cell;
    };
    for (int column = 0; column < columns_.size(); ++column) {
        text += (column ? QStringLiteral("\t") : QString()) + plain(columns_[column]);
    }
    text += u'\n';
    for (int row = 0; row < rows_; ++row) {
        for (int column = 0; column < columns_.size(); ++column) {
            if (column) text += u'\t';
            const QVariant value = cell_(row, column);
            if (value.typeId() == QMetaType::Double) {
                text += exactText(value.toDouble());
            } else {
                text += value.typeId() == QMetaType::QString ? plain(value.toString()) : value.toString();
            }
        }
        text += u'\n';
    }
    return text;
}

QDialog* showTable(const QString& title, std::function<ChartTable*()> snapshot, QWidget* parent) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(QObject::tr("%1: table").arg(title));
    dialog->resize(520, 460);
    auto* view = new QTableView(dialog);
    view->setAccessibleName(QObject::tr("Data of the chart %1").arg(title));
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setTabKeyNavigation(false);
    view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    // Measuring a million rows to size a column would take seconds; the first screens tell enough.
    view->horizontalHeader()->setResizeContentsPrecision(100);
    view->horizontalHeader()->setStretchLastSection(true);
    const auto fill = [view, snapshot = std::move(snapshot)] {
        QAbstractItemModel* before = view->model();
        ChartTable* table = snapshot();
        table->setParent(view);
        view->setModel(table);
        delete before;
    };
    fill();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    auto* refresh = buttons->addButton(QObject::tr("&Refresh"), QDialogButtonBox::ActionRole);
    auto* copy = buttons->addButton(QObject::tr("&Copy all"), QDialogButtonBox::ActionRole);
    QObject::connect(refresh, &QPushButton::clicked, dialog, fill);
    QObject::connect(copy, &QPushButton::clicked, dialog,
                     [view] { QApplication::clipboard()->setText(static_cast<ChartTable*>(view->model())->toText()); });
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(view);
    layout->addWidget(buttons);
    dialog->show();
    return dialog;
}

}  // namespace mantissa::ui
