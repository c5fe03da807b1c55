// SPDX-License-Identifier: GPL-3.0-or-later
// See run_delegate.h.
#include "ui/runs/run_delegate.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QTextLayout>

#include "engine/run/presets.h"
#include "ui/models/run_list.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/precision_mark.h"
#include "ui/words/date_words.h"

namespace mantissa::ui {

namespace {

int side(const QStyleOptionViewItem& option) {
    return option.fontMetrics.height();
}
QRect eyeRect(const QStyleOptionViewItem& option) {
    return {option.rect.left() + 8, option.rect.center().y() - side(option) / 2, side(option), side(option)};
}

// What does not stand in a visible column: how it ended if not as planned, else when it began.
QString secondLine(const QModelIndex& index) {
    const QString state = index.siblingAtColumn(RunList::StateColumn).data().toString();
    const double unix = index.siblingAtColumn(RunList::WhenColumn).data(RunList::SortRole).toDouble();
    const QString when = timeOrDateText(static_cast<qint64>(unix));
    const QString model = index.siblingAtColumn(RunList::ModelColumn).data().toString();
    QStringList parts;                     // what is least needed last: a narrow dock cuts it
    if (!model.isEmpty()) parts << model;  // of another program's training it is in the name
    static const qulonglong usual = default_config().seed();
    if (const qulonglong seed = index.data(RunList::SeedRole).toULongLong(); seed > 0 && seed != usual)
        parts << RunList::tr("seed %1").arg(seed);
    parts << (state == RunList::tr("finished") ? when : state);
    if (index.data(RunList::BaselineRole).toBool()) parts.prepend(RunList::tr("baseline"));
    const QString tags = index.siblingAtColumn(RunList::TagsColumn).data().toString();
    if (!tags.isEmpty()) parts << tags;
    return parts.join(" · ");
}

}  // namespace

std::pair<QString, QString> runLines(const QString& name, const QString& about, const QFont& font, const QFont& small,
                                     double width) {
    const QFontMetricsF metrics(font), fine(small);
    QString first = name, second = about;
    if (metrics.horizontalAdvance(name) > width) {
        QTextLayout layout(name, font);
        layout.beginLayout();
        QTextLine line = layout.createLine();
        line.setLineWidth(width);
        layout.endLayout();
        QString rest = name.mid(line.textLength()).trimmed();
        first = name.left(line.textLength()).trimmed();
        const QString dot = QStringLiteral("·");
        if (first.endsWith(dot)) first = first.chopped(1).trimmed();
        if (rest.startsWith(dot)) rest = rest.mid(1).trimmed();
        second = about.isEmpty() ? rest : rest + QStringLiteral(" · ") + about;
    }
    return {metrics.elidedText(first, Qt::ElideRight, width), fine.elidedText(second, Qt::ElideRight, width)};
}

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const int number = index.data(RunList::NumberRole).toInt();  // as on the charts
    const QString name = number > 0 ? QString::number(number) + QStringLiteral("  ") + cell.text : cell.text;
    cell.text.clear();
    cell.icon = {};
    cell.features &= ~QStyleOptionViewItem::HasCheckIndicator;
    const QWidget* view = option.widget;
    (view ? view->style() : QApplication::style())->drawControl(QStyle::CE_ItemViewItem, &cell, painter, view);

    const bool selected = option.state & QStyle::State_Selected;
    const bool shown = index.data(RunList::VisibleRole).toBool();
    const bool pinned = index.data(RunList::PinnedRole).toBool();
    const QColor text = option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    const QColor muted = selected ? text : option.palette.color(QPalette::PlaceholderText);
    const int box = side(option);
    painter->save();
    paintGlyph(*painter, shown ? IconShape::Eye : IconShape::EyeOff, QRectF(eyeRect(option)).adjusted(1, 1, -1, -1),
               shown ? text : muted);
    double x = eyeRect(option).right() + 6;
    const auto precision = static_cast<run::Precision>(index.data(RunList::PrecisionRole).toInt());
    if (selected) {  // the marker keeps its colour on a disc of the page's ground
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(option.palette.color(QPalette::Base));
        painter->drawEllipse(QPointF(x + box * 0.4, option.rect.center().y() + 0.5), box * 0.5, box * 0.5);
    }
    if (view)
        paintPrecision(*painter, precision, {x + box * 0.4, option.rect.center().y() + 0.5}, box * 0.55, view,
                       index.data(RunList::VariantRole).toInt());
    x += box * 0.8 + 6;
    const double pinRoom = pinned ? box + 2 : 0;
    painter->setPen(shown ? text : muted);
    QFont font = option.font;
    if (index.data(RunList::LiveRole).toBool()) font.setWeight(QFont::DemiBold);
    painter->setFont(font);
    const double middle = option.rect.top() + option.rect.height() / 2.0;
    const double width = option.rect.right() - x - pinRoom - 2;
    QFont small = font;
    small.setWeight(QFont::Normal);
    small.setPointSizeF(font.pointSizeF() * 0.88);
    const auto [first, second] = runLines(name, secondLine(index), font, small, width);
    painter->drawText(QRectF(x, middle - box, width, box), Qt::AlignVCenter | Qt::AlignLeft, first);
    painter->setFont(small);
    painter->setPen(muted);
    painter->drawText(QRectF(x, middle, width, box), Qt::AlignVCenter | Qt::AlignLeft, second);
    if (pinned) {
        paintGlyph(
            *painter, IconShape::Pin,
            QRectF(option.rect.right() - box, option.rect.center().y() - box / 2.0, box, box).adjusted(2, 2, -2, -2),
            muted);
    }
    painter->restore();
}

bool RunDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                              const QModelIndex& index) {
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease ||
        event->type() == QEvent::MouseButtonDblClick) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::LeftButton &&
            eyeRect(option).adjusted(-3, -3, 3, 3).contains(mouse->position().toPoint())) {
            if (event->type() == QEvent::MouseButtonRelease) {
                model->setData(index, !index.data(RunList::VisibleRole).toBool(), RunList::VisibleRole);
            }
            return true;
        }
    }
    return false;  // the base class would toggle a check box that is not drawn
}

void RunDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const {
    editor->setGeometry(option.rect.adjusted(side(option) + 8, 0, 0, 0));
}

QSize RunDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const int room = side(option) * 2 + 34;
    return {option.fontMetrics.horizontalAdvance(QStringLiteral("00  ") + index.data().toString()) + room,
            side(option) * 2 + 10};
}

void NumberDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    option->text += QString(2, QChar::Nbsp);
}

}  // namespace mantissa::ui
