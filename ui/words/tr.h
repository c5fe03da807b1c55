// SPDX-License-Identifier: GPL-3.0-or-later
// tr() for functions that belong to no QObject.
#pragma once

#include <QCoreApplication>
#include <QString>

namespace mantissa::ui {

/// The German, or what else is spoken, of a sentence of this namespace; lupdate finds it under the same name. `n`: the
/// count that chooses its plural form, and stands where it has %n.
inline QString tr(const char* text, const char* disambiguation = nullptr, int n = -1) {
    return QCoreApplication::translate("mantissa::ui", text, disambiguation, n);
}

}  // namespace mantissa::ui
