// SPDX-License-Identifier: Apache-2.0
// The whole program with the real worker, walked as a person would: first race, every page, the other networks, the
// dialogs, a lesson, presenter mode and back. Each place leaves a picture of the screen, and what can be told without
// eyes (texts cut short, controls on each other, a window larger than its screen, a layout that has not come back) a
// line on standard output. Usage: window_walk FOLDER light|dark LANGUAGE [short]; short leaves out the race, the
// dialogs and the lesson; the screen and its scale are the caller's (tests/ui/walk). Exit code 1 where there was such a
// line.
#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>
#include <cstdio>

#include "engine/lesson/lesson_file.h"
#include "tests/ui/control_checks.h"
#include "ui/charts/screen_fit.h"
#include "ui/models/session_model.h"
#include "ui/setup/setup_model.h"
#include "ui/shell/actions.h"
#include "ui/shell/classroom.h"
#include "ui/shell/lesson_desk.h"
#include "ui/shell/main_window.h"
#include "ui/shell/page_tabs.h"
#include "ui/shell/program.h"
#include "ui/shell/timeline.h"
#include "ui/words/translation.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

constexpr int kSettle = 900;        // milliseconds: charts repaint at 4 Hz or more
constexpr int kPatience = 600'000;  // for a race on a loaded machine

class Walk {
  public:
    Walk(Program& program, QString folder) : window_(program.window()), session_(program.session()), folder_(folder) {}

    /// A picture of the screen as it is now, and what is wrong with the front window.
    void look(const QString& name, QWidget* front = nullptr) {
        QTest::qWait(kSettle);
        const QString file = QString("%1-%2").arg(++count_, 2, 10, QChar('0')).arg(name);
        QGuiApplication::primaryScreen()->grabWindow(0).save(folder_ + '/' + file + ".png");
        QWidget& shown = front ? *front : static_cast<QWidget&>(window_);
        for (const QString& line : cutTexts(shown)) tell(file, "cut: " + line);
        for (const QString& line : overlapping(shown)) tell(file, "on each other: " + line);
        for (const QString& line : sharedKeys(shown)) tell(file, "one key for two: " + line);
        const QRect screen = shown.screen()->geometry();
        if (!screen.contains(shown.frameGeometry()))
            tell(file, QString("larger than the screen: %1x%2 of %3x%4")
                           .arg(shown.frameGeometry().width())
                           .arg(shown.frameGeometry().height())
                           .arg(screen.width())
                           .arg(screen.height()));
    }

    void firstRace() {
        look("first-launch");
        WelcomeFlow& race = window_.welcome();
        for (const char* name : {"race-stalled", "race-scaled", "race-bf16"}) {
            const auto before = race.stage();
            race.press();
            until([&] { return race.stage() != before || over(); });
            if (race.stage() != WelcomeFlow::Stage::Bf16) until([&] { return race.offersNext() || over(); });
            look(name);
            if (over()) break;
        }
        until([&] { return over(); });
        look("race-done");
    }

    void pages(const QString& when) {
        for (const char* page : {"Live", "Compare", "Underflow", "Follow", "Health", "Scale", "Updates", "Network",
                                 "Range", "Speed", "Formats", "Ranks"}) {
            window_.pages().open(page);
            look(QString(page).toLower() + when);
        }
    }

    void scrub() {
        window_.pages().open("Health");
        if (const RunModel* run = session_.currentRun()) window_.timeline().lookAt(run->step() / 2);
        look("health-scrubbed");
        window_.timeline().showNewest();
    }

    void lesson(const std::string& name) {
        for (const LessonEntry& entry : shipped_lessons(spokenLanguage().toStdString())) {
            if (entry.name != name) continue;
            LessonDesk& desk = window_.lessons();
            desk.open(entry.folder);
            for (int step = 0; step < desk.model().steps(); ++step) {
                desk.goTo(step);
                look(QString("lesson-step-%1").arg(step + 1));
                if (!desk.model().current().has_run()) continue;
                desk.showMe();
                until([&] { return desk.model().runState() == LessonRun::Done; });
                look(QString("lesson-step-%1-trained").arg(step + 1));
            }
            desk.close();
        }
    }

    /// The other networks: a short run of their presets, and the pages that name layers.
    void networks(std::initializer_list<const char*> presets) {
        for (const char* preset : presets) {
            window_.setup().applyPreset(preset);
            run::RunConfig config = window_.setup().config();
            config.set_steps(40);
            window_.setup().restore(config);
            window_.actions().run->trigger();
            until([&] {
                const RunModel* run = session_.currentRun();
                return run && run->currentConfig().preset() == preset && run->finished();
            });
            for (const char* page : {"Live", "Underflow", "Health", "Scale", "Updates", "Network", "Range", "Speed"}) {
                window_.pages().open(page);
                look(QString("%1-%2").arg(preset, QString(page).toLower()));
            }
        }
    }

    /// Every row of the Setup dock where the most of them are: AdamW with its schedule, casts as in a framework.
    void settings() {
        window_.setup().applyPreset("transformer");
        run::RunConfig config = window_.setup().config();
        config.set_optimizer(run::ADAMW);
        config.set_schedule(run::SCHEDULE_COSINE);
        config.set_warmup_steps(50);
        config.set_weight_decay(0.05);
        config.set_casts(run::CASTS_APEX_O2);
        window_.setup().restore(config);
        auto* scroll = window_.findChild<QScrollArea*>("setupScroll");
        auto* advanced = window_.findChild<QToolButton*>("advancedToggle");
        if (advanced && !advanced->isChecked()) advanced->click();
        QTest::qWait(kSettle);
        QScrollBar* bar = scroll->verticalScrollBar();
        for (int at = 0, part = 1;; at += scroll->viewport()->height(), ++part) {
            bar->setValue(at);
            look(QString("settings-%1").arg(part));
            if (bar->value() >= bar->maximum()) break;
        }
        bar->setValue(0);
    }

    /// The search for the cause of the run on display: while it searches, and what it knows when it is stopped.
    void cause() {
        auto* find = window_.findChild<QToolButton*>("advisorCause");
        if (!find || !find->isVisible()) return tell("cause", "is not offered");
        find->click();
        auto* dialog = window_.findChild<QDialog*>("causeDialog");
        if (!dialog) return tell("cause", "no dialog");
        look("cause-searching", dialog);
        auto* stop = dialog->findChild<QPushButton*>("causeStop");
        QTest::qWait(10 * kSettle);
        if (stop->isEnabled()) stop->click();
        until([&] { return dialog->findChild<QPushButton*>("causeAgain")->isVisible(); });
        look("cause-stopped", dialog);
        dialog->close();
    }

    void dialogs() {
        const Actions& a = window_.actions();
        for (QAction* action : {a.keyboard, a.glossary, a.decision, a.inspect, a.about}) {
            const auto before = QApplication::topLevelWidgets();
            action->trigger();
            QTest::qWait(kSettle);
            QWidget* dialog = QApplication::activeWindow();
            for (QWidget* top : QApplication::topLevelWidgets())
                if (qobject_cast<QDialog*>(top) && top->isVisible()) dialog = top;
            look("dialog-" + action->objectName(), dialog);
            if (dialog && dialog != &window_) dialog->close();
            QTest::qWait(100);
        }
    }

    void presenter() {
        window_.pages().open("Live");
        QTest::qWait(kSettle);
        const QRect window = window_.geometry();
        const QMap<QString, QRect> before = controlPlaces(window_);
        QTest::keyClick(&window_, Qt::Key_F11);
        for (const char* page : {"Live", "Compare", "Underflow", "Health", "Formats"}) {
            window_.pages().open(page);
            look("presenter-" + QString(page).toLower());
        }
        window_.pages().open("Live");
        QTest::keyClick(&window_, Qt::Key_Escape);
        QTest::qWait(kSettle);
        look("after-presenter");
        if (window_.geometry() != window) tell("after-presenter", "the window has another size");
        const QMap<QString, QRect> after = controlPlaces(window_);
        for (auto at = before.begin(); at != before.end(); ++at)
            if (after.value(at.key()) != at.value()) tell("after-presenter", at.key() + " is elsewhere");
    }

    int wrong() const { return wrong_; }

  private:
    template <class Done>
    void until(Done done) {
        if (!QTest::qWaitFor(done, kPatience)) tell(QString::number(count_), "waited in vain");
    }
    bool over() const {
        if (window_.controller().state() == TrainingState::NoWorker) return true;
        const auto stage = window_.welcome().stage();
        return stage == WelcomeFlow::Stage::Done || stage == WelcomeFlow::Stage::Broken;
    }
    void tell(const QString& where, const QString& what) {
        ++wrong_;
        std::printf("%s: %s\n", qPrintable(where), qPrintable(what));
        std::fflush(stdout);
    }

    MainWindow& window_;
    SessionModel& session_;
    QString folder_;
    int count_ = 0;
    int wrong_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    QApplication::setApplicationName("mantissa");
    QApplication::setApplicationDisplayName("Mantissa");
    QApplication::setQuitOnLastWindowClosed(false);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() != 4 && arguments.size() != 5) {
        std::fprintf(stderr, "usage: window_walk FOLDER light|dark LANGUAGE [short]\n");
        return 2;
    }
    speak(app, arguments[3]);
    ProgramOptions options;
    options.theme = arguments[2] == "dark" ? ThemeMode::Dark : ThemeMode::Light;
    Program program(app, options);
    MainWindow& window = program.window();
    resizeWithinScreen(window, window.screen()->availableSize());  // as large as a person would make it
    window.show();
    if (!QTest::qWaitForWindowExposed(&window)) return 1;
    Walk walk(program, arguments[1]);
    const bool whole = arguments.size() == 4;
    if (whole) {
        walk.firstRace();
        walk.pages("");
        walk.scrub();
        walk.networks({"transformer", "resnet"});
    } else if (!QTest::qWaitFor([&] { return window.setup().preset("unet") != nullptr; }, kPatience)) {
        return 1;
    }
    walk.settings();
    walk.networks({"unet", "phase-change", "regression", "norm-squares"});  // the last fails: its cause is searched
    walk.cause();
    if (whole) {
        walk.dialogs();
        walk.lesson("02-small-gradients");
    }
    walk.presenter();
    window.actions().resetLayout->trigger();
    walk.look("layout-reset");
    QObject::connect(&window, &MainWindow::left, &app, &QCoreApplication::quit, Qt::QueuedConnection);
    window.leave();
    QApplication::exec();
    return walk.wrong() > 0 ? 1 : 0;
}
