// SPDX-License-Identifier: Apache-2.0
// The whole window, offscreen, on the real worker.
#pragma once

#include "tests/ui/desk.h"

namespace mantissa::ui {

/// Opens a desk's program on the real worker, in the desk's own state folder.
inline void openReal(Desk& desk) {
    qputenv("MANTISSA_STATE_DIR", desk.folder.path().toUtf8());
    ProgramOptions options;
    options.worker.program = MANTISSA_WORKER;
    options.worker.maxRestarts = 0;
    desk.program = std::make_unique<Program>(*qApp, options);
    desk.window().resize(1600, 1000);
    desk.window().show();
    QVERIFY(QTest::qWaitForWindowExposed(&desk.window()));
}

}  // namespace mantissa::ui
