// SPDX-License-Identifier: Apache-2.0
// Runs longer than charts can show: what stays in memory, what is read from the library again, and that the numbers on
// the pages stay right.
#include <malloc.h>

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include "engine/base/ulid.h"
#include "engine/store/library.h"
#include "tests/ui/patience.h"
#include "tests/ui/run_records.h"
#include "ui/charts/line_chart.h"
#include "ui/client/library_sink.h"
#include "ui/models/run_list.h"
#include "ui/models/run_model.h"
#include "ui/models/scale_story.h"
#include "ui/models/session_model.h"
#include "ui/models/stored_run.h"
#include "ui/pages/live_page.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

constexpr std::uint32_t kLong = 200'000;

/// Losses that fall, with one spike and one inf; the scale moves each thousand steps; each 700th step is skipped.
run::Record longStep(std::uint32_t number, const std::string& runId = kRun) {
    float loss = 2.0f / (1.0f + static_cast<float>(number) * 1e-3f);
    if (number == 12'345) loss = 77.0f;
    if (number == 23'456) loss = std::numeric_limits<float>::infinity();
    run::Record made = step(number, loss, runId);
    made.mutable_step_done()->set_scale(number / 1000 % 2 == 0 ? 1024 : 2048);
    made.mutable_step_done()->set_step_ms(2);
    made.mutable_step_done()->set_skipped(number % 700 == 0);
    return made;
}

}  // namespace

class LongRunTest : public QObject {
    Q_OBJECT

  private slots:
    void rowsAreBoundedAndWhatStandsOutStays() {
        RunModel model(kRun);
        model.apply(started());
        std::size_t most = 0;
        for (std::uint32_t i = 1; i <= kLong; ++i) {
            model.apply(longStep(i));
            most = std::max(most, model.columns().size());
        }
        QVERIFY(most <= StepColumns::kMostRows + 1);
        QVERIFY(model.thinned());
        const StepColumns& columns = model.columns();
        QVERIFY(columns.size() > StepColumns::kMostRows / 4);  // enough for the widest plot
        QVERIFY(std::is_sorted(columns.step.begin(), columns.step.end()));
        const auto lossAt = [&](std::uint32_t number) {
            const auto at = std::lower_bound(columns.step.begin(), columns.step.end(), number) - columns.step.begin();
            return columns.step[static_cast<std::size_t>(at)] == number ? columns.loss[static_cast<std::size_t>(at)]
                                                                        : std::nanf("");
        };
        QCOMPARE(lossAt(12'345), 77.0f);
        QVERIFY(std::isinf(lossAt(23'456)));
        QCOMPARE(columns.step.back(), kLong);
        // The newest steps are all there.
        const std::size_t newest = columns.size() - StepColumns::kNewestRows;
        QCOMPARE(columns.step.back() - columns.step[newest], std::uint32_t(StepColumns::kNewestRows - 1));
        // Sums go over all steps.
        QVERIFY(std::abs(columns.seconds.back() - kLong * 0.002) < 1e-6);
        QCOMPARE(model.totals().steps, std::uint64_t{kLong});
        QCOMPARE(model.skippedSteps(), std::uint64_t{kLong / 700});
        QCOMPARE(model.skips().size(), std::size_t{kLong / 700});
        QCOMPARE(model.firstNonfinite()->step, 700u);  // skipped
        QVERIFY(std::abs(model.epoch() - kLong / 100.0) < 1e-6);
    }

    void rowsStayEvenlySpreadHoweverLongTheRun() {
        constexpr std::uint32_t veryLong = 3'000'000;
        RunModel model(kRun);
        for (std::uint32_t i = 1; i <= veryLong; ++i) model.apply(longStep(i));
        const std::vector<std::uint32_t>& steps = model.columns().step;
        QVERIFY(steps.size() <= StepColumns::kMostRows);
        for (std::uint32_t tenth = 0; tenth < 9; ++tenth) {
            const auto rows = std::lower_bound(steps.begin(), steps.end(), (tenth + 1) * (veryLong / 10)) -
                              std::lower_bound(steps.begin(), steps.end(), tenth * (veryLong / 10));
            QVERIFY2(rows > 500, qPrintable(QString::number(rows)));
        }
        QVERIFY(std::abs(model.columns().seconds.back() - veryLong * 0.002) < 1e-4);
    }

    void aPageShowsAVeryLongRunInBoundedMemory() {
        SessionModel session;
        LivePage page(session);
        page.resize(1200, 800);
        page.show();
        session.apply({started()});
        // The rows swing between two sizes as they are thinned: the greatest of one stretch is compared with that of
        // another, a million steps later.
        std::size_t greatest[2] = {0, 0};
        std::vector<run::Record> batch;
        for (std::uint32_t i = 1; i <= 1'600'000; ++i) {
            batch.push_back(longStep(i));
            if (i % 50 == 0) batch.push_back(evaluated(i, 0.5f, false));
            if (i % 1000 == 0) batch.push_back(eventAt(i, run::EventRecord::EPOCH, "an epoch"));
            if (i % 2000 != 0) continue;
            session.apply(std::exchange(batch, {}));
            page.refreshNow();
            const std::size_t used = mallinfo2().uordblks;
            if (i > 300'000 && i <= 600'000) greatest[0] = std::max(greatest[0], used);
            if (i > 1'300'000) greatest[1] = std::max(greatest[1], used);
        }
        const double grown = static_cast<double>(greatest[1]) - static_cast<double>(greatest[0]);
        qInfo("the window's memory grew by %.2f MB over a million steps", grown / 1e6);
        QVERIFY(grown < 4e6);  // a row for each step would take 145 MB
    }

    void twoLanesKeepTheSameSteps() {
        RunModel a(kRun), b("other");
        for (std::uint32_t i = 1; i <= 3 * StepColumns::kMostRows; ++i) {
            a.apply(longStep(i));
            b.apply(step(i, 1.0f + static_cast<float>(i % 13)));
        }
        std::vector<std::uint32_t> both;
        std::set_intersection(a.columns().step.begin(), a.columns().step.end(), b.columns().step.begin(),
                              b.columns().step.end(), std::back_inserter(both));
        QVERIFY(both.size() > a.columns().size() / 2);
    }

    void lateRepeatsCountNothingTwice() {
        RunModel model(kRun);
        for (std::uint32_t i = 1; i <= 2 * StepColumns::kMostRows; ++i) model.apply(longStep(i));
        const RunTotals before = model.totals();
        for (std::uint32_t i = 1; i <= 1000; ++i) model.apply(longStep(i));
        QCOMPARE(model.totals().steps, before.steps);
        QCOMPARE(model.totals().skipped, before.skipped);
    }

    void marksAreBounded() {
        RunModel model(kRun);
        model.apply(started());
        model.apply(eventAt(1, run::EventRecord::CHANGED, "a person's"));
        for (std::uint32_t i = 1; i <= 30'000; ++i) {
            run::Record one = step(i);
            one.mutable_step_done()->set_skipped(true);
            model.apply(one);
            model.apply(evaluated(i, 0.5f, false));
            model.apply(eventAt(i, run::EventRecord::EPOCH, "an epoch"));
        }
        QVERIFY(model.skips().size() <= RunModel::kMarks);
        QVERIFY(model.evals().size() <= RunModel::kMarks);
        QVERIFY(model.events().size() <= RunModel::kMarks);
        QCOMPARE(model.skips().front().step, 1u);
        QCOMPARE(model.skips().back().step, 30'000u);
        QCOMPARE(model.skippedSteps(), std::uint64_t{30'000});
        QCOMPARE(model.events().front().kind, run::EventRecord::CHANGED);
        QVERIFY(model.testAccuracy().has_value());
    }

    void theStoryOfTheScaleKnowsSkipsThatWereThinnedOut() {
        RunModel model(kRun);
        model.apply(started());
        for (std::uint32_t i = 1; i <= kLong; ++i) model.apply(longStep(i));
        const std::vector<ScaleMove> moves = scaleMoves(model);
        QCOMPARE(moves.size(), model.skips().size());
        for (const ScaleMove& move : moves) QVERIFY2(std::isfinite(move.scale), qPrintable(QString::number(move.step)));
    }

    void aZoomedChartShowsEveryStepAgain() {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath(QStringLiteral("runs.mantissa")).toStdString();
        const std::string id = make_ulid();
        const QString runId = QString::fromStdString(id);
        std::vector<run::Record> records{started(id)};
        for (std::uint32_t i = 1; i <= kLong; ++i) records.push_back(longStep(i, id));
        LibrarySink sink(Library::open(path, Access::read_write));
        sink.keep(records, [] {});
        TRY_COMPARE(sink.pending(), std::size_t{0});
        const std::unique_ptr<Library> reader = Library::open(path, Access::read_only);
        SessionModel session;
        RunList list(session, nullptr, std::chrono::milliseconds(0));
        list.setLibrary(reader.get(), &sink);
        session.apply(records);
        LivePage page(session);
        page.resize(1200, 800);
        page.show();
        page.refreshNow();
        const QString series = runId + QStringLiteral("/loss");
        LineChart* loss = nullptr;
        for (LineChart* chart : page.findChildren<LineChart*>())
            if (chart->drawnPoints(series) > 0) loss = chart;
        QVERIFY(loss);
        const auto rows = [&](std::uint32_t first, std::uint32_t last) {
            const std::vector<std::uint32_t>& steps = session.run(runId)->columns().step;
            return std::count_if(steps.begin(), steps.end(), [&](auto s) { return first <= s && s <= last; });
        };
        QVERIFY(rows(10'000, 10'400) < 250);
        loss->setXRange(10'000, 10'400);
        emit loss->xRangeChanged(10'000, 10'400);  // as a person's wheel does
        TRY_COMPARE(int(rows(10'000, 10'400)), 401);
        page.refreshNow();
        QVERIFY2(loss->drawnPoints(series) >= 399, qPrintable(QString::number(loss->drawnPoints(series))));
        QVERIFY(std::abs(session.run(runId)->columns().seconds.back() - kLong * 0.002) < 1e-6);
        QCOMPARE(session.run(runId)->totals().steps, std::uint64_t{kLong});
        // A wide stretch gives more rows than before, and no more than a chart can show.
        const auto before = rows(20'000, 150'000);
        emit loss->xRangeChanged(20'000, 150'000);
        if (before < int(StepColumns::kMostRefined / 2)) TRY_VERIFY(rows(20'000, 150'000) > before);
        QVERIFY(session.run(runId)->columns().size() <= StepColumns::kMostRows + StepColumns::kMostRefined);
    }

    void histogramsOfARunThatNobodyLooksAtAreReadAgain() {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath(QStringLiteral("runs.mantissa")).toStdString();
        const std::string first = make_ulid(), second = make_ulid();
        const QString firstId = QString::fromStdString(first);
        LibrarySink sink(Library::open(path, Access::read_write));
        std::vector<run::Record> records{started(first)};
        for (std::uint32_t i = 1; i <= 100; ++i) {
            records.push_back(step(i, 1, first));
            run::Record frame = histograms(i);
            frame.set_run_id(first);
            records.push_back(frame);
        }
        records.push_back(finished(100, run::RunFinished::COMPLETED, first));
        sink.keep(records, [] {});
        TRY_COMPARE(sink.pending(), std::size_t{0});
        const std::unique_ptr<Library> reader = Library::open(path, Access::read_only);
        SessionModel session;
        RunList list(session, nullptr, std::chrono::milliseconds(0));
        list.setLibrary(reader.get(), &sink);
        session.apply(records);
        const RunModel* run = session.run(firstId);
        QTest::qWait(0);
        QCOMPARE(run->histogramHistory().size(), std::size_t{100});  // it is looked at
        session.apply({started(second), step(1, 1, second)});
        session.setCurrentRun(QString::fromStdString(second));
        TRY_VERIFY(run->historyReleased());
        QVERIFY(run->histogramHistory().empty());
        QVERIFY(run->latestHistogram("fc1.weight", run::ROLE_WEIGHT_GRADIENT) != nullptr);  // the latest stays
        session.setCurrentRun(firstId);
        TRY_COMPARE(run->histogramHistory().size(), std::size_t{100});
        QVERIFY(!run->historyReleased());
    }

    void withoutALibraryNothingIsLetGo() {
        SessionModel session;
        RunList list(session, nullptr, std::chrono::milliseconds(0));
        session.apply({started(), histograms(1), histograms(2), finished(2, run::RunFinished::COMPLETED)});
        session.apply({started("B")});
        session.setCurrentRun(QStringLiteral("B"));
        session.setVisible(QString::fromLatin1(kRun), false);
        QTest::qWait(20);
        QCOMPARE(session.run(QString::fromLatin1(kRun))->histogramHistory().size(), std::size_t{2});
    }
};

QTEST_MAIN(LongRunTest)
#include "long_run_test.moc"
