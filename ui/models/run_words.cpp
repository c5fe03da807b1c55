// SPDX-License-Identifier: GPL-3.0-or-later
// See run_words.h. The words stand in nameOf(); they are named here once more for lupdate.
#include "ui/models/run_words.h"

#include <QCoreApplication>

namespace mantissa::ui {

namespace {

[[maybe_unused]] constexpr const char* words[] = {
    QT_TRANSLATE_NOOP("RunState", "running"),  QT_TRANSLATE_NOOP("RunState", "paused"),
    QT_TRANSLATE_NOOP("RunState", "finished"), QT_TRANSLATE_NOOP("RunState", "stopped"),
    QT_TRANSLATE_NOOP("RunState", "failed"),   QT_TRANSLATE_NOOP("RunState", "interrupted"),
};

}  // namespace

QString wordOf(RunState state) {
    return QCoreApplication::translate("RunState", nameOf(state));
}

}  // namespace mantissa::ui
