// SPDX-License-Identifier: GPL-3.0-or-later
// See picture.h.
#include "ui/shell/picture.h"

#include <QPixmap>
#include <QTimer>
#include <memory>
#include <utility>

#include "ui/shell/main_window.h"

namespace mantissa::ui {

namespace {
constexpr double idle_seconds = 2;
constexpr double settle_seconds = 1.5;  // charts repaint, the run's last figures arrive
constexpr int per_second = 1000;
}  // namespace

void takePicture(MainWindow& window, const PictureOptions& options, std::function<void(bool)> done) {
    const auto take = [&window, file = options.file, done = std::move(done)](double seconds) {
        QTimer::singleShot(static_cast<int>(seconds * per_second), &window,
                           [&window, file, done] { done(window.grab().save(file, "PNG")); });
    };
    if (options.after || (!options.race && !options.run)) {
        take(options.after.value_or(idle_seconds));
        return;
    }
    auto once = std::make_shared<bool>(false);
    const auto finish = [once, take] {
        if (!std::exchange(*once, true)) take(settle_seconds);
    };
    if (options.race) {
        QObject::connect(&window.welcome(), &WelcomeFlow::changed, &window, [&window, finish] {
            const auto stage = window.welcome().stage();
            if (stage == WelcomeFlow::Stage::Done || stage == WelcomeFlow::Stage::Broken) finish();
        });
    } else {
        QObject::connect(&window.controller(), &RunController::runEnded, &window, finish);
    }
}

}  // namespace mantissa::ui
