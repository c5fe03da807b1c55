// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of the window for README and bug reports: the window itself draws it, so it needs no screen that is
// watched.
#pragma once

#include <QString>
#include <functional>
#include <optional>

namespace mantissa::ui {

class MainWindow;

/// When the picture is taken.
struct PictureOptions {
    QString file;                 ///< PNG
    std::optional<double> after;  ///< seconds; else when what was begun is done, or after two seconds if nothing was
    bool race = false;            ///< the first race was begun: it is done when BF16 has run
    bool run = false;             ///< a run was begun
};

/// Takes one picture and calls `done` with whether it could be written.
void takePicture(MainWindow& window, const PictureOptions& options, std::function<void(bool)> done);

}  // namespace mantissa::ui
