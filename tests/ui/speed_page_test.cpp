// SPDX-License-Identifier: Apache-2.0
// The Speed page with the real worker: everything measured in tiny sizes and times, memory planned, the budget's answer
// held against the worker's own plans; it refuses while a run trains.
#include "ui/pages/speed_page.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <cmath>
#include <memory>

#include "engine/run/models.h"
#include "engine/run/presets.h"
#include "tests/ui/patience.h"
#include "ui/charts/bar_list.h"
#include "ui/charts/memory_by_batch.h"
#include "ui/charts/speed_bars.h"
#include "ui/client/engine_client.h"
#include "ui/models/session_model.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

/// The page on a worker of its own, with cases that take no time.
struct Stand {
    explicit Stand(const char* program = MANTISSA_WORKER) : client(options(program)) {
        config = default_config();
        config.set_precision(run::FP16);
        config.set_scaling(run::DYNAMIC);
        config.set_width(16);
        config.set_batch(64);
        session.listenTo(client);
        page = std::make_unique<SpeedPage>(client, session, [this] { return config; });
        SpeedOptions tiny;
        tiny.seconds = 0.01;
        tiny.size = 64;
        tiny.channels = 8;
        tiny.images = 2;
        tiny.side = 4;
        tiny.copyBytes = 1 << 16;
        page->setOptions(tiny);
        page->resize(640, 560);
    }
    ~Stand() {
        page.reset();
        client.shutdown();
        (void)QTest::qWaitFor([this] { return client.state() == WorkerState::stopped; }, 20000);
    }
    static WorkerOptions options(const char* program) {
        WorkerOptions worker;
        worker.program = QString::fromUtf8(program);
        return worker;
    }
    bool planned() const { return page->memory().memory().series.size() == 4; }

    EngineClient client;
    SessionModel session;
    run::RunConfig config;
    std::unique_ptr<SpeedPage> page;
};

double number(const QVariant& cell) {
    return cell.toDouble();
}

}  // namespace

class SpeedPageTest : public QObject {
    Q_OBJECT

  private slots:
    void measuresEverything();
    void stopsWhenAsked();
    void refusesWhileARunTrains();
    void aWatchedTrainingIsNotWhatIsPlanned();
    void aRunThatBeginsEndsTheMeasurement();
    void somethingElseMayStandInTheWay();
    void theWorkersRefusalIsTold();
    void plansOnlyWhileShown();
    void memoryByModeAndBatch();
    void itBeginsWhereTheNetworkAllows();
    void aNetworkThatCannotBeBuiltIsNotPlannedForEver();
    void whatTheDeviceTakesItselfIsAPart();
    void theBudgetsAnswerIsExact();
    void whatARunReallyHolds();
};

void SpeedPageTest::measuresEverything() {
    Stand stand;
    SpeedPage& page = *stand.page;
    page.show();
    QVERIFY(page.button().isEnabled());
    QVERIFY(page.emulated().isHidden());
    QTest::mouseClick(&page.button(), Qt::LeftButton);
    QCOMPARE(page.button().text(), QStringLiteral("Stop"));
    TRY_VERIFY(!page.bench().running());
    QVERIFY2(page.status().text().startsWith(QStringLiteral("Measured at")), qPrintable(page.status().text()));
    QCOMPARE(page.button().text(), QStringLiteral("Measure this device"));
    QCOMPARE(page.bench().measured().size(), std::size_t{19});

    const SpeedBarsData& bars = page.throughput().bars();
    QCOMPARE(bars.groups.size(), std::size_t{2});
    for (const SpeedGroup& group : bars.groups) {
        QCOMPARE(group.bars.size(), std::size_t{4});
        QCOMPARE(group.bars[0].precision, QStringLiteral("FP32"));
        QCOMPARE(group.bars[0].length, 1.0);
        QVERIFY(!group.bars[0].emulated);
        for (const SpeedBar& bar : group.bars) {
            QVERIFY(bar.length > 0 && std::isfinite(bar.length));
            QVERIFY(bar.second > 0);
            QCOMPARE(bar.texts.contains(QStringLiteral("emulated")), bar.emulated);
            QCOMPARE(bar.sentence.contains(QStringLiteral("says nothing about the speed")), bar.emulated);
        }
    }
    const std::unique_ptr<ChartTable> table(page.throughput().makeTable());
    QCOMPARE(table->rowCount(), 16);
    QCOMPARE(table->data(table->index(1, 0)).toString(), QStringLiteral("product 63×63×63"));
    QVERIFY(number(table->data(table->index(1, 2), Qt::UserRole)) > 0);

    // The processor computes FP32 and emulates at least TF32; nobody may take that for TF32's speed.
    QVERIFY(bars.groups[0].bars[1].emulated);
    QVERIFY(page.emulated().text().contains(QStringLiteral("says nothing about the speed")));

    QVERIFY2(page.rounding().text().contains(QStringLiteral("FP32")), qPrintable(page.rounding().text()));

    const BarListData& kernels = page.kernels().bars();
    QVERIFY(kernels.rows.size() >= 5);
    double shares = 0, before = 2;
    QStringList names;
    for (const BarRow& row : kernels.rows) {
        names << row.name;
        const double share = number(row.cells[3]);
        QVERIFY(share <= before);
        before = share;
        shares += share;
        const QString bound = row.cells[8].toString();
        QVERIFY2(bound == u"memory" || bound == u"compute" || bound == u"–", qPrintable(bound));
    }
    QVERIFY(std::abs(shares - 1.0) < 1e-9);
    QVERIFY(names.contains(QStringLiteral("linear forward")));
    const bool emulated = page.bench().measured()[17].result.emulated();
    QCOMPARE(page.kernels().title().contains(QStringLiteral("emulated")), emulated);
    QCOMPARE(page.step().text().contains(QStringLiteral("images/s")), !emulated);
    QCOMPARE(page.step().text().contains(QStringLiteral("emulated")), emulated);
    QVERIFY(page.step().text().contains(QStringLiteral("FP16")));

    // A limit is no median, as the table's figures are.
    QStringList said;
    for (const QLabel* label : page.findChildren<QLabel*>())
        if (label->isVisibleTo(&page)) said << label->text();
    QCOMPARE(said.filter(QStringLiteral("GB/s in copying, each the best of its repetitions (the table has medians)."))
                 .size(),
             1);
    // What was measured stays, and says that it is of other settings than Setup has.
    const QString other(QStringLiteral("Setup has other settings now: measure again to see theirs."));
    QVERIFY2(!page.step().text().contains(other), qPrintable(page.step().text()));
    stand.config.set_width(32);
    page.refresh();
    QVERIFY2(page.step().text().endsWith(other), qPrintable(page.step().text()));
    stand.config.set_width(16);
    page.refresh();
    QVERIFY2(!page.step().text().contains(other), qPrintable(page.step().text()));
}

void SpeedPageTest::stopsWhenAsked() {
    Stand stand;
    SpeedPage& page = *stand.page;
    page.show();
    QTest::mouseClick(&page.button(), Qt::LeftButton);
    TRY_VERIFY(!page.bench().measured().empty());
    QTest::mouseClick(&page.button(), Qt::LeftButton);
    QVERIFY(!page.bench().running());
    QVERIFY(page.bench().measured().size() < 19);
    QVERIFY(page.status().text().contains(QStringLiteral("of 19 cases")));
    QTest::mouseClick(&page.button(), Qt::LeftButton);  // and everything anew
    TRY_VERIFY(!page.bench().running());
    QCOMPARE(page.bench().measured().size(), std::size_t{19});
}

void SpeedPageTest::refusesWhileARunTrains() {
    Stand stand;
    SpeedPage& page = *stand.page;
    page.show();
    stand.client.start(stand.config);
    TRY_VERIFY(stand.session.anyLive());
    TRY_VERIFY(!page.button().isEnabled());
    QVERIFY(page.status().text().contains(QStringLiteral("pause it first")));
    QVERIFY(page.button().toolTip().contains(QStringLiteral("pause it first")));
    page.toggle();
    QVERIFY(!page.bench().running());
    stand.client.pause();
    TRY_VERIFY(page.button().isEnabled());
    QVERIFY(!page.status().text().contains(QStringLiteral("pause it first")));
    page.toggle();
    TRY_VERIFY(!page.bench().running());
    QCOMPARE(page.bench().measured().size(), std::size_t{19});  // beside a paused run
}

void SpeedPageTest::aWatchedTrainingIsNotWhatIsPlanned() {
    Stand stand;
    SpeedPage& page = *stand.page;
    page.show();
    const QLabel* network = &page.network();
    QVERIFY(network->isVisible());
    QCOMPARE(network->text(),
             QStringLiteral("Network in Setup: %1, batch 64.").arg(QString::fromStdString(network_name(stand.config))));
    run::Record begun;
    begun.set_run_id("watched");
    begun.mutable_started()->mutable_foreign()->set_model("Sequential");
    stand.session.apply({begun});
    TRY_VERIFY(network->text().contains(QStringLiteral("of another program: its network is not planned here")));
    QVERIFY2(network->text().startsWith(QStringLiteral("Network in Setup: MLP")), qPrintable(network->text()));
    QVERIFY(!page.button().isEnabled());
    QVERIFY2(page.status().text().contains(QStringLiteral("Mantissa cannot pause it")),
             qPrintable(page.status().text()));
    QVERIFY(!page.status().text().contains(QStringLiteral("pause it first")));
}

void SpeedPageTest::aRunThatBeginsEndsTheMeasurement() {
    Stand stand;
    SpeedPage& page = *stand.page;
    page.show();
    TRY_VERIFY(stand.client.state() == WorkerState::ready);
    page.toggle();
    stand.client.start(stand.config);
    TRY_VERIFY(!page.bench().running());
    QVERIFY(page.bench().measured().size() < 19);
    QVERIFY2(page.status().text().contains(QStringLiteral("is training")), qPrintable(page.status().text()));
}

void SpeedPageTest::somethingElseMayStandInTheWay() {
    Stand stand;
    QString reason = QStringLiteral("A grid runs.");
    stand.page->setOccupied([&reason] { return reason; });
    stand.page->show();
    QVERIFY(!stand.page->button().isEnabled());
    QCOMPARE(stand.page->status().text(), reason);
    reason.clear();
    TRY_VERIFY(stand.page->button().isEnabled());
    QVERIFY(stand.page->status().isHidden());
}

void SpeedPageTest::theWorkersRefusalIsTold() {
    Stand stand;
    SpeedOptions wrong;
    wrong.seconds = 1000;
    stand.page->setOptions(wrong);
    stand.page->show();
    stand.page->toggle();
    TRY_VERIFY(!stand.page->bench().running());
    QVERIFY2(stand.page->status().text().contains(QStringLiteral("out of range")),
             qPrintable(stand.page->status().text()));
}

void SpeedPageTest::plansOnlyWhileShown() {
    Stand stand;
    const MemoryPlans& plans = stand.page->plans();
    QSignalSpy devices(&stand.client, &EngineClient::devicesArrived);
    stand.page->refresh();
    stand.client.listDevices();
    TRY_VERIFY(devices.count() == 1);
    QCOMPARE(plans.questions(), 0u);
    stand.page->show();
    TRY_VERIFY(stand.planned());
    const MemoryByBatchData before = stand.page->memory().memory();
    stand.config.set_width(32);
    stand.page->refresh();
    QVERIFY(stand.page->memory().memory().series.empty());  // the curves of a narrower network are not this one's
    TRY_VERIFY(stand.planned());
    TRY_VERIFY(!stand.page->memory().memory().series.empty());
    QVERIFY(stand.page->memory().memory().series[0].points[0].peak > before.series[0].points[0].peak);
    // The budget's search goes on after the curves. Answers come in the order of the questions: once none comes between
    // two lists of devices, nothing is under way.
    const auto ask = [&] {
        const auto before_ask = devices.count();
        stand.client.listDevices();
        return QTest::qWaitFor([&] { return devices.count() > before_ask; }, 60000);
    };
    for (quint32 seen = 0; seen != plans.questions();) {
        seen = plans.questions();
        QVERIFY(ask());
    }
    // Hidden in the middle of it: what is under way is the last.
    stand.config.set_width(64);
    const quint32 seen = plans.questions();
    stand.page->refresh();
    stand.page->hide();
    for (int i = 0; i < 3; ++i) QVERIFY(ask());  // each answer gives the page a chance to ask
    QCOMPARE(plans.questions(), seen + 1);
    stand.page->show();
    TRY_VERIFY(plans.questions() > seen + 1);
}

void SpeedPageTest::memoryByModeAndBatch() {
    Stand stand;
    SpeedPage& page = *stand.page;
    page.show();
    TRY_VERIFY(stand.planned());
    // one sentence on what BF16 runs by, wherever there is something to choose
    QFile processor(QStringLiteral("/proc/cpuinfo"));
    QVERIFY(processor.open(QIODevice::ReadOnly));
    const bool chooses =
        processor.readAll().contains("avx512_bf16") && !qEnvironmentVariableIsSet("ONEDNN_MAX_CPU_ISA");
    QCOMPARE(page.native().isHidden(), !chooses);
    if (chooses)
        QVERIFY2(page.native().text().contains(QRegularExpression("^At batch 64, BF16: .*times as fast.*\\.$")),
                 qPrintable(page.native().text()));
    MemoryByBatch& chart = page.memory();
    for (const BatchSeries& series : chart.memory().series) {
        QCOMPARE(series.points.size(), std::size_t{13});
        QCOMPARE(series.points.front().batch, 1u);
        for (std::size_t i = 0; i < series.points.size(); ++i) {
            const BatchPoint& point = series.points[i];
            std::uint64_t sum = 0;
            for (const std::uint64_t bytes : point.categories) sum += bytes;
            QCOMPARE(sum, point.peak);
            if (i > 0) QVERIFY(point.peak >= series.points[i - 1].peak);
        }
    }
    const auto& fp32 = chart.memory().series[0].points;
    const auto& fp16 = chart.memory().series[2].points;
    QVERIFY(fp16.back().peak < fp32.back().peak);   // at 4096 activations dominate
    QVERIFY(fp16.back().other > fp16.back().peak);  // emulated: more is held
    QVERIFY(!chart.memory().categories.join(u' ').contains(QStringLiteral("shadow")));
    QVERIFY2(page.pays().text().contains(QStringLiteral("FP16 and BF16")), qPrintable(page.pays().text()));
    QCOMPARE(chart.shownBatch(), 64u);
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(chart.shownBatch(), 128u);
    QVERIFY(chart.accessibleDescription().startsWith(QStringLiteral("batch 128: FP32")));
    const std::unique_ptr<ChartTable> table(chart.makeTable());
    QCOMPARE(table->rowCount(), 52);
    const std::uint64_t native = fp16.back().peak, held = fp16.back().other;
    page.reading().setCurrentIndex(1);
    const BatchPoint& here = chart.memory().series[2].points.back();
    QCOMPARE(here.peak, held);
    QCOMPARE(here.other, native);
}

/// Batches that the network does not take are not in it, and the others are.
void SpeedPageTest::itBeginsWhereTheNetworkAllows() {
    Stand stand;
    stand.config.set_ranks(32);
    SpeedPage& page = *stand.page;
    page.show();
    TRY_VERIFY(stand.planned());
    TRY_VERIFY(!page.memory().memory().series.empty());
    for (const BatchSeries& series : page.memory().memory().series) QCOMPARE(series.points.front().batch, 32u);
    QVERIFY2(!page.fits().text().contains(QStringLiteral("could not be planned")), qPrintable(page.fits().text()));
    QVERIFY2(page.pays().text().contains(QStringLiteral("FP16 and BF16")), qPrintable(page.pays().text()));
}

void SpeedPageTest::aNetworkThatCannotBeBuiltIsNotPlannedForEver() {
    Stand stand;
    run::LayerOverride& wrong = *stand.config.add_layer_overrides();
    wrong.set_layer("nowhere");
    wrong.set_precision(run::FP32);
    SpeedPage& page = *stand.page;
    page.show();
    TRY_VERIFY(page.plans().curvesComplete());
    const QString told = page.memory().accessibleDescription();
    QVERIFY2(told.startsWith("This cannot be planned: ") && told.contains("nowhere"), qPrintable(told));
    stand.config.clear_layer_overrides();
    page.refresh();
    TRY_VERIFY(!page.memory().memory().series.empty() && page.memory().memory().series[0].points.size() == 13);
}

/// A card's own memory counts in what is held on it, as a row of its own, and not on another device.
void SpeedPageTest::whatTheDeviceTakesItselfIsAPart() {
    Stand stand(MANTISSA_FAKE_WORKER);
    stand.config.set_device("cuda");
    SpeedPage& page = *stand.page;
    page.show();
    TRY_VERIFY(stand.planned());
    page.reading().setCurrentIndex(0);
    QVERIFY(page.memory().memory().categories.empty());
    QCOMPARE(page.memory().memory().series[0].points.front().other, std::uint64_t{13345});
    page.reading().setCurrentIndex(1);
    QCOMPARE(page.memory().memory().categories, QStringList{QStringLiteral("the device itself")});
    for (const BatchSeries& series : page.memory().memory().series) {
        QCOMPARE(series.points.front().peak, std::uint64_t{13345});
        QCOMPARE(series.points.front().categories, std::vector<std::uint64_t>{1000});
    }
}

void SpeedPageTest::theBudgetsAnswerIsExact() {
    Stand stand;
    stand.config.set_model(run::CNN);  // large enough for a quarter of a GiB to matter
    SpeedPage& page = *stand.page;
    page.budget().setValue(0);
    page.show();
    TRY_VERIFY(page.fits().text().contains(QStringLiteral("images")));
    const QRegularExpressionMatch match =
        QRegularExpression(QStringLiteral("FP16 and BF16 (\\d+) images")).match(page.fits().text());
    QVERIFY2(match.hasMatch(), qPrintable(page.fits().text()));
    const std::uint32_t largest = match.captured(1).toUInt();
    std::uint64_t fits = 0, over = 0;
    const auto plan = [&](std::uint32_t batch, std::uint64_t& peak) {
        stand.client.plan(planConfig(stand.config, run::FP16, batch),
                          {this, [&peak](const run::Reply& reply) { peak = reply.plan().peak_native(); }});
    };
    plan(largest, fits);
    plan(largest + 1, over);
    TRY_VERIFY(over > 0);
    QVERIFY(fits > 0 && fits <= budgetBytes(0));
    QVERIFY(over > budgetBytes(0));
    QTest::keyClick(&page.budget(), Qt::Key_PageUp);  // a doubling
    TRY_VERIFY(page.fits().text().contains(QStringLiteral("images")));
    const auto doubled = QRegularExpression(QStringLiteral("FP16 and BF16 (\\d+) images")).match(page.fits().text());
    QVERIFY2(doubled.captured(1).toUInt() > largest * 3 / 2, qPrintable(page.fits().text()));
    // The budget holds more than the curves count, and the page says of which it speaks.
    const auto* curves = page.findChild<QLabel*>("curvesCount");
    QVERIFY2(curves->text().startsWith("The curves count one step") && curves->text().contains("without evaluation"),
             qPrintable(curves->text()));
}

void SpeedPageTest::whatARunReallyHolds() {
    Stand stand;
    stand.page->show();
    QVERIFY(stand.page->allocated().isHidden());
    stand.client.start(stand.config, true);
    TRY_VERIFY(stand.session.currentRun() && stand.session.currentRun()->memory());
    TRY_VERIFY(stand.page->allocated().text().contains(QStringLiteral("Allocated:")));
    QVERIFY(stand.page->allocated().text().contains(QStringLiteral("planned peak of its step")));
}

QTEST_MAIN(SpeedPageTest)
#include "speed_page_test.moc"
