// SPDX-License-Identifier: Apache-2.0
// How long a large foreign run makes a person wait: opened from the library, shown page by page. Prints, never fails.
// Asked for 2,000 tensors and 100,000 steps: opened in 2 s, no stall above 50 ms.
//
//   python3 tests/bench/make_large_recording.py large.jsonl && mantissa-worker import large.jsonl --library
//   large.mantissa QT_QPA_PLATFORM=offscreen tests/bench/window_foreign_bench large.mantissa
#include <sys/resource.h>

#include <QApplication>
#include <QElapsedTimer>
#include <algorithm>
#include <cstdio>
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

template <class Page>
void show(const char* name, SessionModel& session) {
    QElapsedTimer timer;
    timer.start();
    Page page(session);
    page.resize(1000, 700);
    page.show();
    page.refreshNow();
    QApplication::processEvents();
    const double first = milliseconds(timer);
    double longest = 0;
    for (int i = 0; i < 5; ++i) {
        timer.start();
        page.refreshNow();
        page.repaint();
        QApplication::processEvents();
        longest = std::max(longest, milliseconds(timer));
    }
    std::printf("%-12s first shown %8.1f ms, longest refresh %8.1f ms (asked: 50)\n", name, first, longest);
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
    show<LivePage>("Live", session);
    show<UnderflowPage>("Underflow", session);
    show<HealthPage>("Health", session);
    show<ScalePage>("Scale", session);
    show<UpdatesPage>("Updates", session);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("peak memory: %ld MiB\n", usage.ru_maxrss / 1024);
    return 0;
}
