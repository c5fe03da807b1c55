// SPDX-License-Identifier: Apache-2.0
// How long a large foreign run makes a person wait: opened from the library, shown page by page, while it goes on, and
// scrubbed. Milliseconds of the window's thread on the processor, and in brackets on the clock. Prints, never fails.
// Asked for 2,000 tensors and 100,000 steps: opened in 2 s, no stall above 50 ms.
//
//   python3 tests/bench/make_large_recording.py large.jsonl && mantissa-worker import large.jsonl --library
//   large.mantissa QT_QPA_PLATFORM=offscreen tests/bench/window_foreign_bench large.mantissa
#include <sys/resource.h>

#include <QApplication>
#include <QElapsedTimer>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>

#include "engine/store/library.h"
#include "ui/models/session_model.h"
#include "ui/models/stored_run.h"
#include "ui/pages/health_page.h"
#include "ui/pages/live_page.h"
#include "ui/pages/scale_page.h"
#include "ui/pages/underflow_page.h"
#include "ui/pages/updates_page.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

double milliseconds(const QElapsedTimer& timer) {
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

/// Processor time of this thread, which another program's load does not lengthen.
double ownMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// The longest of what is timed, on the clock and of the processor.
struct Longest {
    double wall = 0, own = 0;

    template <class Action>
    void time(const Action& action) {
        QElapsedTimer timer;
        timer.start();
        const double before = ownMilliseconds();
        action();
        QApplication::processEvents();
        wall = std::max(wall, milliseconds(timer));
        own = std::max(own, ownMilliseconds() - before);
    }
};

/// `again`: makes the run change as a sampled step does.
template <class Page, class Again>
void show(const char* name, SessionModel& session, const Again& again) {
    Longest first, refreshed, sampled, scrubbed;
    std::unique_ptr<Page> page;
    first.time([&] {
        page = std::make_unique<Page>(session);
        page->resize(1000, 700);
        page->show();
    });
    page->refreshNow();
    for (int i = 0; i < 5; ++i) {
        refreshed.time([&] {
            page->refreshNow();
            page->repaint();
        });
    }
    for (int i = 0; i < 5; ++i) {
        again();
        sampled.time([&] {
            page->refreshNow();
            page->repaint();
        });
    }
    for (quint32 i = 1; i <= 10; ++i) {
        scrubbed.time([&] {
            page->showStep(i * 9000);
            page->refreshNow();
            page->repaint();
        });
    }
    const auto print = [](const char* what, const Longest& longest) {
        std::printf("  %s %.1f (%.1f)", what, longest.own, longest.wall);
    };
    std::printf("%-10s", name);
    print("first shown", first);
    print("refreshed", refreshed);
    print("after a sampled step", sampled);
    print("scrubbed", scrubbed);
    std::printf("\n");
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    if (argc < 2) return 2;
    const std::string id = Library::open(argv[1], Access::read_only)->runs().back().run_id;
    for (int i = 0; i < 3; ++i) {
        QElapsedTimer timer;
        timer.start();
        const auto model = readStoredRun(argv[1], id);
        std::printf("opened: %.0f ms (asked: 2000), %zu tensors, %u steps, %zu frames\n", milliseconds(timer),
                    static_cast<std::size_t>(model->tensors().size()), model->step(), model->histogramHistory().size());
    }
    SessionModel session;
    session.addRecorded(readStoredRun(argv[1], id));
    // What a sampled step brings: the last frame once more, some steps later.
    run::Record frame;
    frame.set_run_id(id);
    for (const auto& [key, at] : session.currentRun()->latestHistograms())
        *frame.mutable_histograms()->add_histograms() = at.histogram;
    std::uint32_t now = session.currentRun()->step();
    double taken = 0;
    const auto again = [&] {
        frame.set_step(++now);
        run::Record step;
        step.set_run_id(id);
        step.set_step(now);
        step.mutable_step_done()->set_loss(1);
        const double before = ownMilliseconds();
        session.apply({step, frame});
        taken = std::max(taken, ownMilliseconds() - before);
    };
    std::printf("milliseconds of the processor (of the clock), longest of five; asked: 50\n");
    show<LivePage>("Live", session, again);
    show<UnderflowPage>("Underflow", session, again);
    show<HealthPage>("Health", session, again);
    show<ScalePage>("Scale", session, again);
    show<UpdatesPage>("Updates", session, again);
    std::printf("a sampled step's histograms taken in: %.1f\n", taken);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("peak memory: %ld MiB\n", usage.ru_maxrss / 1024);
    return 0;
}
