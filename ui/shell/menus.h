// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the actions into menus and the toolbar; says nothing about what they do.
#pragma once

#include <QList>

class QDockWidget;
class QMainWindow;
class QSlider;
class QToolBar;

namespace mantissa::ui {

class Actions;
class ProgressStrip;

/// File, Edit, Run, View and Help. The docks get Alt+1, Alt+2, ... in their order.
void fillMenuBar(QMainWindow& window, const Actions& actions, const QList<QDockWidget*>& docks,
                 const QList<QAction*>& pages);

/// The toolbar: what steers a run on the left, its progress on the right. `delay`: the slider of slow motion.
QToolBar* makeToolBar(QMainWindow& window, const Actions& actions, QSlider* delay, ProgressStrip* progress);

}  // namespace mantissa::ui
