// SPDX-License-Identifier: Apache-2.0
// Health's list and "Worst layer" name one layer, by one rule, while a run trains and after it; Live's norm lost is
// that of the layer that lost most.
#include <QTest>

#include "tests/ui/health_records.h"
#include "ui/charts/format_text.h"
#include "ui/charts/health_grid.h"
#include "ui/charts/histogram_chart.h"
#include "ui/models/health.h"
#include "ui/models/session_model.h"
#include "ui/pages/cell_words.h"
#include "ui/pages/health_page.h"
#include "ui/pages/live_histogram.h"
#include "ui/pages/live_numbers.h"

namespace mantissa::ui {

class WorstLayerTest : public QObject {
    Q_OBJECT

  private slots:
    void nothingLeftIsTheWorst();
    void whatPointsElsewhere();
    void theHistogramStaysWithItsLayer();
    void whatIsReadStaysInItsPlace();
};

namespace {

/// What the list of Health shows, the worst first.
QStringList listOf(const RunModel& run) {
    QStringList shown;
    for (const HealthGridRow& row : healthGrid(healthOf(run, std::nullopt), run).rows) shown << row.layer;
    return shown;
}

std::vector<run::Record> begun() {
    return {started(kRun, run::FP16), step(1)};
}

}  // namespace

/// As the first race has it: something arrives at fc4, though it points elsewhere, and nothing at fc1 and fc2.
void WorstLayerTest::nothingLeftIsTheWorst() {
    run::Record r = frame(10);
    shadowOf(gradientIn(r, "fc1.weight", {.zero = 1000}), 1.0, 0.0, 1000, -34);
    shadowOf(gradientIn(r, "fc2.weight", {.zero = 1000}), 1.0, 0.0, 1000, -34);
    shadowOf(gradientIn(r, "fc3.weight", {.zero = 990}), 0.9999, 0.01, 990, -30);
    shadowOf(gradientIn(r, "fc4.weight", {.zero = 300}), 0.9, -0.4, 300, -20);
    // What else a layer has does not part the list from the worst layer.
    shadowOf(gradientIn(r, "fc4", {.zero = 1000}, run::ROLE_ACTIVATION_GRADIENT), 1.0, 0.0, 1000, -34);
    std::vector<run::Record> records = begun();
    for (const run::Record& next : {r, finished(12, run::RunFinished::COMPLETED)}) {
        records.push_back(next);
        const RunModel run = modelOf(records);
        QCOMPARE(listOf(run), QStringList({"fc1", "fc2", "fc4", "fc3"}));
        QCOMPARE(worstOf(tensorHealth(run, run::ROLE_WEIGHT_GRADIENT, {}), ""), std::string("fc1.weight"));
        QCOMPARE(liveNumbers(&run)[7].caption, QStringLiteral("norm lost, fc1"));
        QCOMPARE(liveNumbers(&run)[7].value, percentText(1.0));
    }
}

/// What points elsewhere is the worst, and what lost most of its norm is in the tile, as reports have it.
void WorstLayerTest::whatPointsElsewhere() {
    run::Record r = frame(10);
    shadowOf(gradientIn(r, "fc1.weight"), 0.59, 0.9995, 100);
    shadowOf(gradientIn(r, "fc2.weight"), 0, -0.13, 0);
    gradientIn(r, "fc3.weight").set_norm_lost(0.9);  // without a shadow nobody knows
    std::vector<run::Record> records = begun();
    for (const run::Record& next : {r, finished(12, run::RunFinished::COMPLETED)}) {
        records.push_back(next);
        const RunModel run = modelOf(records);
        QCOMPARE(listOf(run).front(), QStringLiteral("fc2"));
        const LiveNumber tile = liveNumbers(&run)[7];
        QCOMPARE(tile.caption, QStringLiteral("norm lost, fc1"));
        QCOMPARE(tile.value, percentText(0.59));
        QVERIFY2(tile.tip.contains(QStringLiteral("fc1.weight has lost ") + percentText(0.59)), qPrintable(tile.tip));
    }
    RunModel went = modelOf(records);  // the timeline's step
    run::Record later = frame(11);
    shadowOf(gradientIn(later, "fc1.weight"), 0.1, 0.9, 100);
    went.apply(step(11));
    went.apply(later);
    QCOMPARE(liveNumbers(&went, 10)[7].caption, QStringLiteral("norm lost, fc1"));
    QCOMPARE(liveNumbers(&went, 10)[7].value, percentText(0.59));
    QCOMPARE(liveNumbers(nullptr)[7].caption, QStringLiteral("norm lost"));
}

/// Of two that are about as bad, the page stays with the one that it has while the run trains.
void WorstLayerTest::theHistogramStaysWithItsLayer() {
    RunModel run = modelOf(begun());
    LiveHistogram page;
    const auto shows = [&](std::uint32_t at, const char* layer) {
        page.show(&run, std::nullopt, RunFace());
        QCOMPARE(page.chart().title(), QStringLiteral("%1.weight, step %2").arg(QLatin1String(layer)).arg(at));
    };
    const auto lost = [&](std::uint32_t at, double first, double second) {
        run::Record r = frame(at);
        shadowOf(gradientIn(r, "fc1.weight"), first, 1.0, 10);
        shadowOf(gradientIn(r, "fc2.weight"), second, 1.0, 10);
        run.apply(r);
    };
    lost(10, 0.50, 0.30);
    shows(10, "fc1");
    lost(20, 0.50, 0.51);
    shows(20, "fc1");
    run.apply(finished(22, run::RunFinished::COMPLETED));
    shows(20, "fc2");
}

/// Rows of Health change places only where nobody points at them or goes through them by keys.
void WorstLayerTest::whatIsReadStaysInItsPlace() {
    SessionModel session;
    HealthPage page(session);
    session.apply(begun());
    const auto lost = [&](std::uint32_t at, double first, double second) {
        run::Record r = frame(at);
        shadowOf(gradientIn(r, "fc1.weight"), first, 1.0, 10);
        shadowOf(gradientIn(r, "fc2.weight"), second, 1.0, 10);
        session.apply({r});
        page.refreshNow();
        QStringList rows;
        for (const HealthGridRow& row : page.grid().grid().rows) rows << row.layer;
        return rows;
    };
    page.resize(640, 540);
    page.show();
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    const QStringList first{"fc1", "fc2"}, second{"fc2", "fc1"};
    QCOMPARE(lost(10, 0.5, 0.3), first);
    QCOMPARE(lost(20, 0.3, 0.5), second);
    page.grid().setFocus();
    QVERIFY(page.grid().hasFocus());
    QCOMPARE(lost(30, 0.6, 0.2), second);
    QCOMPARE(page.grid().grid().rows[1].layer, QStringLiteral("fc1"));
    page.grid().clearFocus();
    QCOMPARE(page.grid().grid().rows[0].layer, QStringLiteral("fc1"));
    QCOMPARE(lost(40, 0.2, 0.7), second);
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::WorstLayerTest)
#include "worst_layer_test.moc"
