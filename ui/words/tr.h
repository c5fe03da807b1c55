// SPDX-License-Identifier: GPL-3.0-or-later
// tr() for functions that belong to no QObject.
#pragma once

#include <QCoreApplication>
#include <QString>

namespace mantissa::ui {

/// The German, or what else is spoken, of a sentence of this namespace; lupdate finds it under the same name.
inline QString tr(const char* text) {
    return QCoreApplication::translate("mantissa::ui", text);
}

}  // namespace mantissa::ui
