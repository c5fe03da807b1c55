// SPDX-License-Identifier: GPL-3.0-or-later
// See dock_title.h.
#include "ui/widgets/dock_title.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QToolButton>

#include "ui/widgets/icons.h"
#include "ui/widgets/text_label.h"

namespace mantissa::ui {

DockTitle::DockTitle(QDockWidget* dock, const QString& toggleHint)
    : DockTitle(dock, tr("Hide %1").arg(dock->windowTitle()), tr("Hide; %1 brings it back").arg(toggleHint)) {}

DockTitle::DockTitle(QDockWidget* dock, const QString& closes, const QString& tip) : QWidget(dock) {
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(12, 6, 6, 4);
    line->addWidget(new TextLabel(dock->windowTitle(), TextRole::Heading), 1);
    auto* close = new QToolButton;
    close->setIcon(glyphIcon(IconShape::Close));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::TabFocus);
    close->setAccessibleName(closes);
    close->setToolTip(tip);
    connect(close, &QToolButton::clicked, dock, &QDockWidget::close);
    line->addWidget(close);
    // Qt leaves a dock behind another one of its tabs where it was asked for, out of sight: Tab would go into it, and
    // keys would reach what nobody sees.
    connect(dock, &QDockWidget::visibilityChanged, this, [this, dock](bool visible) {
        const bool behind = !visible && !dock->isHidden();
        setEnabled(!behind);
        if (dock->widget() != nullptr) dock->widget()->setEnabled(!behind);
    });
}

}  // namespace mantissa::ui
