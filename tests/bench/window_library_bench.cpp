// SPDX-License-Identifier: Apache-2.0
// How long the library makes a person wait: a run of a million steps opened, a thousand runs listed and filtered as one
// types. Prints, never fails. Asked for: 1 s, 2 s, and no more than a frame or two per key.
//
//   QT_QPA_PLATFORM=offscreen tests/bench/window_library_bench
#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <cstdio>
#include <vector>

#include "engine/base/ulid.h"
#include "engine/store/library.h"
#include "tests/ui/live_records.h"
#include "ui/models/run_list.h"
#include "ui/models/session_model.h"
#include "ui/models/stored_run.h"
#include "ui/runs/runs_dock.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

void report(const char* what, const QElapsedTimer& timer, const char* asked) {
    std::printf("%-44s %8.1f ms (asked: %s)\n", what, static_cast<double>(timer.nsecsElapsed()) / 1e6, asked);
    std::fflush(stdout);
}

void aMillionSteps(const std::filesystem::path& path) {
    const std::string id = make_ulid();
    {
        const auto library = Library::open(path, Access::read_write);
        std::vector<run::Record> records{started(id, run::FP16)};
        QElapsedTimer timer;
        timer.start();
        for (std::uint32_t n = 1; n <= 1'000'000; ++n) {
            const float wobble = static_cast<float>(std::sin(n * 0.7) + std::sin(n * 0.013));
            run::Record one = step(id, n, 2.0f / (1.0f + static_cast<float>(n) * 1e-4f) + 0.1f * wobble,
                                   0.9f + 0.04f * wobble, n % 2000 < 1000 ? 65536.0f : 32768.0f);
            run::StepRecord& all = *one.mutable_step_done();  // as much as the worker says of a 16-bit step
            all.set_gradient_norm(1 + wobble);
            all.set_lr(1e-3f);
            all.set_batch(256);
            all.set_growth_tracker(n % 2000);
            all.set_activation_gradients_nonzero(200'000);
            all.set_activation_gradients_flushed(n % 1000);
            all.set_updates_nonzero(500'000);
            all.set_updates_lost(n % 5000);
            records.push_back(std::move(one));
            if (n % 50 == 0) records.push_back(evaluated(id, n, 0.9f + 0.01f * wobble));
            if (records.size() < 16384 && n < 1'000'000) continue;
            library->append(records);
            records.clear();
        }
        report("a million steps: written", timer, "-");
    }
    QElapsedTimer timer;
    for (int i = 0; i < 5; ++i) {
        timer.start();
        const std::unique_ptr<RunModel> model = readStoredRun(path, id);
        report("a million steps: opened with every step", timer, "1000");
    }
    timer.start();
    const auto reader = Library::open(path, Access::read_only);
    for (int field = 0; field < static_cast<int>(field_count); ++field)
        reader->series(id, 0, static_cast<Field>(field), 0, every_step, 2000);
    report("a million steps: all series, 2000 points", timer, "1000");
    std::filesystem::path copy = path;
    copy += ".export";
    timer.start();
    reader->export_runs({id}, copy);
    report("a million steps: exported", timer, "-");
    std::filesystem::path other = path;
    other += ".other";
    const auto into = Library::open(other, Access::read_write);
    timer.start();
    into->import_runs(copy);
    report("a million steps: imported", timer, "-");
}

void aThousandRuns(const std::filesystem::path& path) {
    {
        const auto library = Library::open(path, Access::read_write);
        for (int i = 0; i < 1000; ++i) {
            const std::string id = make_ulid();
            run::Record begin = started(id, i % 2 == 0 ? run::FP16 : run::BF16);
            begin.mutable_started()->mutable_config()->set_name("run number " + std::to_string(i));
            library->append(std::vector{begin, step(id, 1, 1.0f, 0.5f, 1024.0f)});
            library->set_note(id, "what I thought of run " + std::to_string(i));
        }
    }
    QElapsedTimer timer;
    timer.start();
    const auto reader = Library::open(path, Access::read_only);
    SessionModel session;
    RunList list(session);
    list.setLibrary(reader.get(), nullptr);
    RunsDock dock(list, session);
    dock.resize(300, 700);
    dock.show();
    QCoreApplication::processEvents();
    dock.grab();
    report("a thousand runs: listed and painted", timer, "2000");
    auto* search = dock.findChild<QLineEdit*>("runFilter");
    for (const char key : QByteArray("run number 7")) {
        timer.start();
        QTest::keyClick(search, key);
        QCoreApplication::processEvents();
        dock.grab();
        report("  one key in the filter", timer, "33");
    }
    std::printf("%-44s %d\n", "  rows left", dock.table()->model()->rowCount());
}

}  // namespace

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    const QTemporaryDir folder;
    aThousandRuns(folder.filePath("thousand").toStdString());
    aMillionSteps(folder.filePath("million").toStdString());
    return 0;
}
