// SPDX-License-Identifier: GPL-3.0-or-later
// The mouse wheel scrolls what it is over and changes a number only once that has the keyboard, a list never: whoever
// scrolls the Setup dock must not train with another batch size.
#pragma once

#include <QObject>

namespace mantissa::ui {

/// Installed on the application, it guards every spin box, combo box and slider of the program, now and later.
class WheelGuard : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace mantissa::ui
