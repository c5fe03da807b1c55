// SPDX-License-Identifier: Apache-2.0
// What can be seen to be wrong with a window without a person: controls whose text is cut short, controls that lie on
// each other, and controls that move.
#pragma once

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QGroupBox>
#include <QKeySequence>
#include <QLabel>
#include <QLineEdit>
#include <QMap>
#include <QMenuBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QToolButton>
#include <utility>

#include "ui/widgets/wrapped_box.h"

namespace mantissa::ui {

/// A name to find a widget by: its own and its parents' where it has none.
inline QString nameOf(const QWidget& widget) {
    QString name = widget.objectName();
    for (const QWidget* w = widget.parentWidget(); w && name.isEmpty(); w = w->parentWidget())
        if (!w->objectName().isEmpty()) name = w->objectName() + '/' + widget.metaObject()->className();
    return name;
}

/// A line for each text that has less room than it needs: `name: “text” (needs 96, has 80)`.
inline QStringList cutTexts(const QWidget& root) {
    QStringList found;
    const auto tell = [&](const QWidget& widget, const QString& text, int needs, int has) {
        if (needs > has + 1)
            found << QString("%1: “%2” (needs %3, has %4)").arg(nameOf(widget), text.left(60)).arg(needs).arg(has);
    };
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->objectName().startsWith("qt_")) continue;
        const QFontMetrics metrics = widget->fontMetrics();
        const auto width = [&metrics](const QString& text) { return metrics.size(Qt::TextShowMnemonic, text).width(); };
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
            const auto* tool = qobject_cast<const QToolButton*>(widget);
            if (button->text().isEmpty() || (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly)) continue;
            tell(*button, button->text(), width(button->text()), button->contentsRect().width());
        } else if (const auto* label = qobject_cast<const QLabel*>(widget)) {
            if (label->text().isEmpty() || label->textFormat() == Qt::RichText) continue;
            if (label->wordWrap())
                tell(*label, label->text(), label->heightForWidth(label->width()), label->height());
            else if (!label->text().contains('<')) {
                tell(*label, label->text(), width(label->text()), label->contentsRect().width());
                tell(*label, label->text(), metrics.height(), label->contentsRect().height());
            }
        } else if (const auto* wrapped = qobject_cast<const WrappedBox*>(widget)) {
            const QString shown = wrapped->shownLines().join(' ');
            if (shown != wrapped->currentText() && wrapped->currentIndex() >= 0)
                found << QString("%1: “%2”").arg(nameOf(*widget), shown);
        } else if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
            QStyleOptionComboBox option;
            option.initFrom(box);
            option.editable = box->isEditable();
            const QRect field =
                box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
            tell(*box, box->currentText(), width(box->currentText()), field.width());
        } else if (const auto* spin = qobject_cast<const QAbstractSpinBox*>(widget)) {
            if (const auto* edit = spin->findChild<const QLineEdit*>())
                tell(*spin, spin->text(), width(spin->text()), edit->contentsRect().width());
        } else if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
            for (int i = 0; i < tabs->count(); ++i)
                if (tabs->isTabVisible(i))
                    tell(*tabs, tabs->tabText(i), width(tabs->tabText(i)), tabs->tabRect(i).width());
        }
    }
    return found;
}

inline bool isControl(const QWidget& widget) {
    return qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QComboBox*>(&widget) ||
           qobject_cast<const QAbstractSpinBox*>(&widget) || qobject_cast<const QSlider*>(&widget) ||
           (qobject_cast<const QLineEdit*>(&widget) && widget.objectName() != "qt_spinbox_lineedit");
}

/// Where the controls are that can be seen and have names, in `root`.
inline QMap<QString, QRect> controlPlaces(const QWidget& root) {
    QMap<QString, QRect> found;
    for (const QWidget* widget : root.findChildren<QWidget*>())
        if (isControl(*widget) && widget->isVisible() && !widget->objectName().isEmpty() &&
            !widget->objectName().startsWith("qt_"))
            found[widget->objectName()] = QRect(widget->mapTo(&root, QPoint(0, 0)), widget->size());
    return found;
}

/// A line for each key that two controls or menus of a window share, so that Alt with it goes back and forth between
/// them: `Alt+M: “&Memory budget” and “&Measure”`. Also for two lines of one menu.
inline QStringList sharedKeys(const QWidget& root) {
    QStringList found;
    QMap<QString, QString> seen;
    const auto take = [&](QString text) {
        const QString key = QKeySequence::mnemonic(text).toString();
        if (key.isEmpty()) return;
        if (seen.contains(key)) found << QString("%1: “%2” and “%3”").arg(key, seen[key], text);
        seen[key] = text;
    };
    const auto of_menu = [&](const QMenu& menu) {
        const QMap<QString, QString> outer = std::exchange(seen, {});
        for (const QAction* action : menu.actions())
            if (action->isVisible()) take(action->text());
        seen = outer;
    };
    for (const QMenuBar* bar : root.findChildren<QMenuBar*>())
        for (const QAction* action : bar->actions()) {
            if (!action->isVisible()) continue;
            take(action->text());
            if (const QMenu* menu = action->menu()) of_menu(*menu);
        }
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisible()) continue;
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) take(button->text());
        if (const auto* label = qobject_cast<const QLabel*>(widget); label && label->buddy()) take(label->text());
        if (const auto* group = qobject_cast<const QGroupBox*>(widget)) take(group->title());
        if (const auto* tabs = qobject_cast<const QTabBar*>(widget))
            for (int i = 0; i < tabs->count(); ++i)
                if (tabs->isTabVisible(i)) take(tabs->tabText(i));
    }
    return found;
}

/// Controls that lie on each other: `one, other`. Only those with the same parent, which shares its room between them.
inline QStringList overlapping(const QWidget& root) {
    QStringList found;
    const auto all = root.findChildren<QWidget*>();
    for (const QWidget* one : all) {
        if (!one->isVisible() || (!isControl(*one) && !qobject_cast<const QLabel*>(one))) continue;
        for (const QWidget* other : all) {
            if (other <= one || other->parentWidget() != one->parentWidget() || !other->isVisible()) continue;
            if (!isControl(*other) && !qobject_cast<const QLabel*>(other)) continue;
            if (one->geometry().intersects(other->geometry())) found << nameOf(*one) + ", " + nameOf(*other);
        }
    }
    return found;
}

}  // namespace mantissa::ui
