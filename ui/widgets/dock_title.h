// SPDX-License-Identifier: GPL-3.0-or-later
// The title of a dock: its name in the type of a section, and a close button. Dragging it still moves the dock.
#pragma once

#include <QWidget>

class QDockWidget;

namespace mantissa::ui {

class DockTitle : public QWidget {
    Q_OBJECT

  public:
    /// `toggleHint`: how to bring the dock back ("Alt+1"). `closes`: what its cross does, where that is more than to
    /// hide it; then `tip` says more.
    DockTitle(QDockWidget* dock, const QString& toggleHint);
    DockTitle(QDockWidget* dock, const QString& closes, const QString& tip);
};

}  // namespace mantissa::ui
