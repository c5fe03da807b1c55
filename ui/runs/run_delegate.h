// SPDX-License-Identifier: GPL-3.0-or-later
// The name cell of the Runs dock: an eye to show and hide, the precision's marker, the name, a pin.
#pragma once

#include <QStyledItemDelegate>
#include <utility>

namespace mantissa::ui {

/// The two lines of a run's cell, `width` pixels wide: its name, and what else is known of it. A name that is longer
/// goes on in the second line, before the rest; what has no room there either ends in "…".
std::pair<QString, QString> runLines(const QString& name, const QString& about, const QFont& font, const QFont& small,
                                     double width);

class RunDelegate : public QStyledItemDelegate {
    Q_OBJECT

  public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// A cell of a number: its text does not touch the edge of the dock.
class NumberDelegate : public QStyledItemDelegate {
    Q_OBJECT

  public:
    using QStyledItemDelegate::QStyledItemDelegate;

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

}  // namespace mantissa::ui
