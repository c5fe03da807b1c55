// SPDX-License-Identifier: Apache-2.0
// How long the window's thread is kept from answering: (1) while the worker trains at full speed, every page shown in
// turn; (2) with a run of a million steps on the charts, zoomed and scrubbed. Prints, never fails: a busy machine is no
// defect. Asked for: at most 50 ms while training, 100 ms and 500 MiB with a million steps.
//
//   QT_QPA_PLATFORM=offscreen tests/bench/window_stall_bench [SECONDS]
#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "tests/ui/live_records.h"
#include "tests/ui/update_records.h"
#include "ui/charts/line_chart.h"
#include "ui/client/engine_client.h"
#include "ui/models/session_model.h"
#include "ui/pages/compare_page.h"
#include "ui/pages/health_page.h"
#include "ui/pages/live_page.h"
#include "ui/pages/scale_page.h"
#include "ui/pages/underflow_page.h"
#include "ui/pages/updates_page.h"
#include "ui/runs/run_controller.h"
#include "ui/shell/main_window.h"
#include "ui/shell/page_tabs.h"
#include "ui/shell/program.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

struct Figures {
    double median = 0, p99 = 0, most = 0;
};

Figures figures(std::vector<double> milliseconds) {
    if (milliseconds.empty()) return {};
    std::sort(milliseconds.begin(), milliseconds.end());
    const auto at = [&](double share) {
        return milliseconds[static_cast<std::size_t>(share * static_cast<double>(milliseconds.size() - 1))];
    };
    return {at(0.5), at(0.99), milliseconds.back()};
}

void print(const char* what, const std::vector<double>& milliseconds, double asked) {
    const Figures f = figures(milliseconds);
    std::printf("%-46s median %6.1f ms, 99 %% %6.1f ms, longest %6.1f ms (asked: %.0f), %zu times\n", what, f.median,
                f.p99, f.most, asked, milliseconds.size());
}

/// Resident memory of this process in MiB; 0 where it cannot be read.
double residentMiB() {
    QFile file("/proc/self/statm");
    if (!file.open(QIODevice::ReadOnly)) return 0;
    const QList<QByteArray> fields = file.readAll().split(' ');
    return fields.size() > 1 ? fields[1].toDouble() * 4096 / 0x1p20 : 0;
}

/// Adds up the time that the window's thread spends on events. Not round a call of processEvents(): one that waits
/// would be timed with its waiting, and with two in turn, one to wait and one that is timed, what the first finds to do
/// stays untimed. Nor between the dispatcher's awake() and aboutToBlock(): GLib's emits both outside its handling. But
/// every event goes through notify(), whichever call took it.
class TimedApplication : public QApplication {
  public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override {
        // Events of other threads stall nobody, those sent while another is handled are in its time.
        if (QThread::currentThread() != thread() || handling_) return QApplication::notify(receiver, event);
        handling_ = true;
        QElapsedTimer timer;
        timer.start();
        const bool result = QApplication::notify(receiver, event);
        busy_ += static_cast<double>(timer.nsecsElapsed()) / 1e6;
        handling_ = false;
        return result;
    }
    /// Milliseconds since the last call of this.
    double takeBusy() { return std::exchange(busy_, 0.0); }

  private:
    bool handling_ = false;
    double busy_ = 0;
};

/// One pass through the event loop at a time, each timed: a stall is a long pass.
void watch(TimedApplication& app, double seconds, std::vector<double>& passes) {
    QTimer heartbeat;  // ends the wait where nothing else does; too short to be counted
    heartbeat.start(10);
    QElapsedTimer all;
    all.start();
    app.takeBusy();
    while (static_cast<double>(all.elapsed()) < seconds * 1e3) {
        // Without a maximum time: with one Qt does not wait, and this would be a loop at full speed beside the worker.
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        const double ms = app.takeBusy();
        if (ms > 0.05) passes.push_back(ms);
    }
}

void whileTraining(TimedApplication& app, double seconds) {
    QTemporaryDir folder;
    qputenv("MANTISSA_STATE_DIR", folder.path().toUtf8());
    ProgramOptions options;
    options.worker.program = MANTISSA_WORKER;
    options.preset = "underflow";
    Program program(app, options);
    program.window().resize(1280, 800);
    program.window().show();
    run::RunConfig config = program.window().setup().config();
    config.set_epochs(1000);
    program.window().controller().start(config);
    if (!QTest::qWaitFor([&] { return program.session().currentRun() && program.session().currentRun()->step() > 5; },
                         30000)) {
        std::printf("the worker did not train\n");
        return;
    }
    PageTabs& pages = program.window().pages();
    for (int page = 0; page < pages.count(); ++page) {
        std::vector<double> first, passes;
        QElapsedTimer opening;  // a person's click would be an event of this length
        opening.start();
        pages.setCurrentIndex(page);
        first.push_back(static_cast<double>(opening.nsecsElapsed()) / 1e6);
        watch(app, 0.3, first);  // shown for the first time
        watch(app, seconds, passes);
        print(qPrintable("training, page " + pages.tabText(page)), passes, 50);
        const Figures opened = figures(first);
        if (opened.most > 50) std::printf("%-46s longest %6.1f ms when it came to the front\n", "", opened.most);
    }
    std::printf("steps trained meanwhile: %u\n", program.session().currentRun()->step());
    program.window().leave();
    if (!QTest::qWaitFor([&] { return program.client().state() == WorkerState::stopped; }, 5000))
        std::printf("the worker did not leave\n");
}

/// A million steps: 500 skipped ones which halve the scale, 500 doublings, evaluations, and every hundredth step
/// histograms of two layers with shadows and updates.
void applyMillion(SessionModel& session, std::uint32_t steps) {
    std::vector<run::Record> records{started("million", run::FP16)};
    for (std::uint32_t n = 1; n <= steps; ++n) {
        const float wobble = static_cast<float>(std::sin(n * 0.7) + std::sin(n * 0.013));
        records.push_back(step("million", n, 2.0f / (1.0f + static_cast<float>(n) * 1e-4f) + 0.1f * wobble,
                               0.9f + 0.04f * wobble, n % 2000 <= 1000 ? 65536.0f : 32768.0f));
        if (n % 2000 == 1000) {
            run::StepRecord& skipped = *records.back().mutable_step_done();
            skipped.set_skipped(true);
            skipped.set_skip_cause("fc2.weight");
            skipped.set_skip_values(3);
            records.push_back(eventAt("million", n, run::EventRecord::SCALE_DOWN, "65536 to 32768"));
        } else if (n % 2000 == 0) {
            records.push_back(eventAt("million", n, run::EventRecord::SCALE_UP, "32768 to 65536"));
        }
        if (n % 50 == 0) records.push_back(evaluated("million", n, 0.9f + 0.01f * wobble));
        if (n % 100 == 0) {
            run::Record histograms = record("million", n);
            for (const char* tensor : {"fc1.weight", "fc2.weight"}) {
                addHistogram(histograms, tensor, run::ROLE_WEIGHT_GRADIENT, -20 + static_cast<int>(n / 100 % 7), 10);
                run::Shadow& shadow =
                    *histograms.mutable_histograms()->mutable_histograms()->rbegin()->mutable_shadow();
                shadow.set_first_bin(-20);
                shadow.add_bins(120);
                shadow.set_nonzero(120);
                shadow.set_norm(1.0);
                shadow.set_norm_lost(0.1);
                shadow.set_cosine(0.99);
                addUpdates(histograms, {tensor, "FP16", "FP32", n / 100 % 90, n / 100 % 90, 500});
            }
            records.push_back(std::move(histograms));
        }
        if (records.size() >= 10000) {
            session.apply(records);
            records.clear();
        }
    }
    session.apply(records);
}

/// Zooms and pans every chart of a page with the keyboard, then takes the page from step to step.
template <class Page>
void explore(const char* name, Page& page, std::uint32_t steps) {
    std::vector<double> drawn, zoomed, scrubbed;
    const auto timed = [&page](std::vector<double>& into, const auto& action) {
        QElapsedTimer timer;
        timer.start();
        action();
        page.refreshNow();
        page.repaint();
        QCoreApplication::processEvents();
        into.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    };
    page.resize(900, 700);
    timed(drawn, [&] { page.show(); });
    const QList<LineChart*> charts = page.template findChildren<LineChart*>();
    for (LineChart* chart : charts) {
        chart->setFocus();
        for (const auto& [key, times] : {std::pair{Qt::Key_Plus, 12}, {Qt::Key_Right, 8}, {Qt::Key_Minus, 12}})
            for (int i = 0; i < times; ++i) timed(zoomed, [&, key = key] { QTest::keyClick(chart, key); });
    }
    for (std::uint32_t n = 1; n <= 60; ++n) timed(scrubbed, [&] { page.showStep(n * (steps / 60)); });
    const std::string who = std::string("a million steps, ") + name;
    print((who + ": first drawing").c_str(), drawn, 1000);  // a part of opening a run, which may take a second
    if (!charts.isEmpty()) print((who + ": zoom and pan").c_str(), zoomed, 100);
    print((who + ": scrub").c_str(), scrubbed, 100);
}

void withAMillionSteps() {
    constexpr std::uint32_t steps = 1'000'000;
    SessionModel session, empty;
    LivePage first(empty);  // loads the fonts, which a window has done long before
    first.show();
    first.repaint();
    applyMillion(session, steps);
    LivePage live(session);
    explore("Live", live, steps);
    ComparePage compare(session, [] { return run::RunConfig(); });
    explore("Compare", compare, steps);
    UnderflowPage underflow(session);
    explore("Underflow", underflow, steps);
    HealthPage health(session);
    explore("Health", health, steps);
    ScalePage scale(session);
    explore("Scale", scale, steps);
    UpdatesPage updates(session);
    explore("Updates", updates, steps);
    std::printf("%-46s %.0f MiB (asked: 500)\n", "a million steps: resident memory, all six pages", residentMiB());
}

}  // namespace

int main(int argc, char** argv) {
    TimedApplication app(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    const double seconds = argc > 1 ? std::atof(argv[1]) : 2;
    withAMillionSteps();
    whileTraining(app, seconds);
    return 0;
}
