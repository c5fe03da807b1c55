// SPDX-License-Identifier: GPL-3.0-or-later
// mantissa: the window. It reads the command line, shows the window and leaves the rest to ui/shell; the worker starts
// beside it, so that the window is there before the engine is.
#include <QApplication>
#include <QCommandLineParser>
#include <algorithm>
#include <cstdio>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "engine/base/host.h"
#include "engine/base/version.h"
#include "ui/charts/screen_fit.h"
#include "ui/shell/main_window.h"
#include "ui/shell/picture.h"
#include "ui/shell/program.h"
#include "ui/widgets/icons.h"
#include "ui/words/translation.h"

namespace {

bool given(int argc, char** argv, std::initializer_list<std::string_view> words) {
    return std::any_of(argv + 1, argv + argc, [&words](const char* argument) {
        return std::find(words.begin(), words.end(), argument) != words.end();
    });
}

/// Where there is none Qt ends the program with a signal.
bool has_display(int argc, char** argv) {
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM"})
        if (!qEnvironmentVariableIsEmpty(name)) return true;
    return given(argc, argv, {"-platform", "--platform"});
}

bool asks_for_text(int argc, char** argv) {
    return given(argc, argv, {"--help", "-h", "--help-all", "--version", "-v"});
}

}  // namespace

int main(int argc, char** argv) {
    mantissa::occupy_standard_descriptors();
    if (!has_display(argc, argv)) {
        if (!asks_for_text(argc, argv)) {
            std::fputs(
                "mantissa: there is no display (DISPLAY and WAYLAND_DISPLAY are not set); mantissa-worker does "
                "without\n",
                stderr);
            return 1;
        }
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QApplication app(argc, argv);
    QApplication::setApplicationName("mantissa");
    QApplication::setApplicationDisplayName("Mantissa");
    QApplication::setApplicationVersion(QString("%1 (%2)").arg(mantissa::program_version, mantissa::program_commit));
    QApplication::setDesktopFileName("mantissa");
    QApplication::setWindowIcon(mantissa::ui::applicationIcon());
    QApplication::setQuitOnLastWindowClosed(false);  // the window ends the program once the worker has left

    QCommandLineParser options;
    options.setApplicationDescription("A desktop laboratory for floating-point precision in training.");
    options.addHelpOption();
    options.addVersionOption();
    const QCommandLineOption data("data", "Train on the IDX files in FOLDER.", "FOLDER");
    const QCommandLineOption preset("preset", "Begin with the settings of preset NAME, or of a preset's file.",
                                    "NAME|FILE");
    const QCommandLineOption page("page", "Begin on the page NAME: Live, Underflow, Formats, ...", "NAME");
    const QCommandLineOption open("open", "Show FILE, a training that mantissa_probe recorded (run.jsonl).", "FILE");
    const QCommandLineOption watch("watch", "Follow such a recording while it grows: a file, or HOST:PATH by ssh.",
                                   "SOURCE");
    const QCommandLineOption language(
        "language", "Speak LANGUAGE: en or de; else the desktop's where it is one of these.", "LANGUAGE");
    const QCommandLineOption light("light", "Dark text on light ground, for this launch.");
    const QCommandLineOption dark("dark", "Light text on dark ground, for this launch.");
    const QCommandLineOption start("start", "Begin training at once.");
    const QCommandLineOption race("race", "Carry out the first race at once: FP32, FP16, FP16 with a loss scale.");
    const QCommandLineOption screenshot(
        "screenshot", "Save a picture of the window to FILE (PNG) when the run or the race is done, then leave.",
        "FILE");
    const QCommandLineOption after("screenshot-after", "Take the picture after SECONDS instead.", "SECONDS");
    options.addOptions({data, preset, page, open, watch, language, light, dark, start, race, screenshot, after});
    options.addPositionalArgument(
        "file", "Settings that were handed out (*.json), exported runs (*.mantissa) or a recording (*.jsonl).",
        "[file]");
    options.process(app);
    if (options.positionalArguments().size() > 1) {
        std::fprintf(stderr, "mantissa: one file at a time: %s is too many\n",
                     qPrintable(options.positionalArguments()[1]));
        return 2;
    }

    mantissa::ui::speak(app, options.isSet(language) ? options.value(language) : QLocale::system().name());

    mantissa::ui::ProgramOptions program;
    program.data = options.value(data);
    program.preset = options.value(preset);
    program.page = options.value(page);
    program.file = options.positionalArguments().value(0);
    program.open = options.value(open);
    if (program.file.endsWith(".jsonl")) program.open = std::exchange(program.file, {});
    program.watch = options.value(watch);
    program.start = options.isSet(start);
    program.race = options.isSet(race);
    if (options.isSet(light)) program.theme = mantissa::ui::ThemeMode::Light;
    if (options.isSet(dark)) program.theme = mantissa::ui::ThemeMode::Dark;

    mantissa::ui::Program mantissa(app, program);
    mantissa::ui::MainWindow& window = mantissa.window();
    QObject::connect(&window, &mantissa::ui::MainWindow::left, &app, &QCoreApplication::quit, Qt::QueuedConnection);
    if (!window.isMaximized()) mantissa::ui::resizeWithinScreen(window, window.size());
    window.show();
    bool saved = true;
    if (options.isSet(screenshot)) {
        mantissa::ui::PictureOptions picture{options.value(screenshot), {}, program.race, program.start};
        if (options.isSet(after)) picture.after = options.value(after).toDouble();
        mantissa::ui::takePicture(window, picture, [&saved, &window, file = picture.file](bool written) {
            saved = written;
            if (!saved) std::fprintf(stderr, "mantissa: %s could not be written\n", qPrintable(file));
            window.leave();
        });
    }
    const int code = QApplication::exec();
    return saved ? code : 1;
}
