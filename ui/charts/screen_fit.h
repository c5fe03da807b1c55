// SPDX-License-Identifier: GPL-3.0-or-later
// Windows that fit the screen: their size is counted in letters, which at 200 % are twice as large and the screen not.
#pragma once

#include <QScreen>
#include <QWidget>

namespace mantissa::ui {

/// Resizes a window to `wanted`, at most to what the screen has beside panels and the window's own frame.
inline void resizeWithinScreen(QWidget& window, QSize wanted) {
    constexpr QSize frame(24, 48);
    if (const QScreen* screen = window.screen()) wanted = wanted.boundedTo(screen->availableSize() - frame);
    window.resize(wanted);
}

}  // namespace mantissa::ui
