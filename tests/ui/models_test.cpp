// SPDX-License-Identifier: Apache-2.0
// The window's models fed with hand-made records: in order, out of order, twice, broken.
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/ui/run_records.h"
#include "ui/models/race_model.h"
#include "ui/models/run_model.h"
#include "ui/models/session_model.h"
#include "ui/models/tensor_stats.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

RunModel modelOf(const std::vector<run::Record>& records) {
    RunModel model(kRun);
    for (const run::Record& one : records) model.apply(one);
    return model;
}

}  // namespace

class ModelsTest : public QObject {
    Q_OBJECT

  private slots:
    // ---- one run

    void stepsBecomeColumns() {
        const RunModel model = modelOf({started(), step(1, 2.5f), skipped(2, "fc3.weight"), step(3, 0.5f)});
        const StepColumns& columns = model.columns();
        QCOMPARE(columns.step, (std::vector<std::uint32_t>{1, 2, 3}));
        QCOMPARE(columns.loss, (std::vector<float>{2.5f, 1.0f, 0.5f}));
        QCOMPARE(columns.skipped, (std::vector<std::uint8_t>{0, 1, 0}));
        QVERIFY(std::isnan(columns.gradientNorm.front()));  // not measured is not zero
        QCOMPARE(columns.weightGradientsFlushed.back(), std::uint64_t{8});
        QCOMPARE(model.skippedSteps(), std::uint64_t{1});
        QCOMPARE(model.skips().front().cause, std::string("fc3.weight"));
        QCOMPARE(model.skips().front().values, std::uint64_t{3});
        QCOMPARE(model.totals().weightGradientsFlushed, std::uint64_t{24});
        QCOMPARE(model.reorderVersion(), std::uint64_t{0});
        QCOMPARE(model.state(), RunState::running);
    }

    void lateAndRepeatedStepsAreSortedInOrIgnored() {
        RunModel model = modelOf({started(), step(1), step(5), skipped(6, "b")});
        model.apply(step(5, 77.0f));
        QCOMPARE(model.columns().size(), std::size_t{3});
        QCOMPARE(model.columns().loss[1], 1.0f);
        model.apply(skipped(3, "a"));
        QCOMPARE(model.columns().step, (std::vector<std::uint32_t>{1, 3, 5, 6}));
        QCOMPARE(model.columns().skipped, (std::vector<std::uint8_t>{0, 1, 0, 1}));
        QCOMPARE(model.columns().batch.size(), std::size_t{4});
        QCOMPARE(model.skips().front().cause, std::string("a"));
        QCOMPARE(model.reorderVersion(), std::uint64_t{1});
        QCOMPARE(model.totals().weightGradientsNonzero, std::uint64_t{400});
    }

    void everyPermutationGivesTheSameRun() {
        std::vector<run::Record> records{started(),
                                         step(1),
                                         skipped(2, "fc1.weight"),
                                         evaluated(2, 0.5f, false),
                                         eventAt(2, run::EventRecord::CHANGED, "lr"),
                                         histograms(2)};
        std::vector<int> order{0, 1, 2, 3, 4, 5};
        do {
            RunModel model(kRun);
            for (int i : order) model.apply(records[static_cast<std::size_t>(i)]);
            for (int i : order) model.apply(records[static_cast<std::size_t>(i)]);
            QCOMPARE(model.columns().step, (std::vector<std::uint32_t>{1, 2}));
            QCOMPARE(model.evals().size(), std::size_t{1});
            QCOMPARE(model.events().size(), std::size_t{1});
            QCOMPARE(model.skips().size(), std::size_t{1});
            QCOMPARE(model.histogramHistory().size(), std::size_t{1});
            QCOMPARE(model.histogramHistory().front().histograms.size(), std::size_t{1});
            QCOMPARE(model.displayName(), std::string("FP16 · dynamic · batch 256"));
        } while (std::next_permutation(order.begin(), order.end()));
    }

    void unknownAndStrangeRecordsDoNoHarm() {
        RunModel model(kRun);
        run::Record nothing = record(7);
        model.apply(nothing);
        nothing.GetReflection()->MutableUnknownFields(&nothing)->AddVarint(99, 1);
        model.apply(nothing);
        QCOMPARE(model.version(), std::uint64_t{0});
        model.apply(eventAt(3, run::EventRecord::PAUSED));  // before its run has begun
        model.apply(step(std::numeric_limits<std::uint32_t>::max(), std::numeric_limits<float>::infinity()));
        QCOMPARE(model.columns().size(), std::size_t{1});
        QCOMPARE(model.epoch(), 0.0);
        QCOMPARE(model.progress(), 0.0);
        QVERIFY(!model.testAccuracy());
        QCOMPARE(model.displayName(), std::string(kRun));
    }

    void states() {
        RunModel model = modelOf({started(), step(1)});
        model.apply(eventAt(1, run::EventRecord::PAUSED));
        QCOMPARE(model.state(), RunState::paused);
        model.apply(step(2));  // a single step leaves it paused
        QCOMPARE(model.state(), RunState::paused);
        model.apply(eventAt(2, run::EventRecord::RESUMED));
        model.apply(eventAt(2, run::EventRecord::PAUSED));
        model.apply(eventAt(2, run::EventRecord::RESUMED));
        model.apply(eventAt(2, run::EventRecord::PAUSED));
        QCOMPARE(model.state(), RunState::paused);
        RunModel done = model;
        done.apply(finished(2, run::RunFinished::COMPLETED));
        QCOMPARE(done.state(), RunState::finished);
        QCOMPARE(done.progress(), 1.0);
        done.apply(eventAt(2, run::EventRecord::RESUMED));
        done.markInterrupted("too late");
        QCOMPARE(done.state(), RunState::finished);
        RunModel ended = model;
        ended.apply(finished(2, run::RunFinished::STOPPED));
        QCOMPARE(ended.state(), RunState::stopped);
        RunModel failed = model;
        run::Record error = record(2);
        error.mutable_error()->set_message("no memory");
        error.mutable_error()->set_remedy("a smaller batch");
        failed.apply(error);
        failed.apply(finished(2, run::RunFinished::FAILED));
        QCOMPARE(failed.state(), RunState::failed);
        QCOMPARE(failed.reason(), std::string("no memory (a smaller batch)"));
        model.markInterrupted("The worker was killed.");
        QCOMPARE(model.state(), RunState::interrupted);
        QCOMPARE(model.reason(), std::string("The worker was killed."));
        QCOMPARE(model.columns().size(), std::size_t{2});
    }

    void figures() {
        RunModel model = modelOf({started()});
        for (std::uint32_t i = 1; i <= 50; ++i) model.apply(step(i));
        QCOMPARE(model.epoch(), 0.5);
        QCOMPARE(model.progress(), 0.125);
        QCOMPARE(*model.imagesPerSecond(), 2560.0);
        model.apply(evaluated(50, 0.9f, true));
        model.apply(evaluated(60, 0.8f, false));
        QCOMPARE(*model.testAccuracy(), static_cast<double>(0.8f));  // what the charts show, too
        model.apply(evaluated(60, 0.85f, true));
        QCOMPARE(*model.testAccuracy(), static_cast<double>(0.85f));
        model.apply(finished(60, run::RunFinished::COMPLETED));
        QCOMPARE(*model.testAccuracy(), static_cast<double>(0.945f));
    }

    void stoppingLowersNoAccuracy() {
        RunModel model = modelOf({started()});
        model.apply(evaluated(50, 0.588f, true));
        model.apply(evaluated(90, 0.77f, false));
        // As records of before have it: the accuracy of the last epoch's end.
        model.apply(finished(95, run::RunFinished::STOPPED));
        QCOMPARE(*model.testAccuracy(), static_cast<double>(0.77f));
        QCOMPARE(*latestAccuracy(model), static_cast<double>(0.77f));
        QCOMPARE(latestAccuracyStep(model), 90u);
        QCOMPARE(model.testImages(), 2000u);
    }

    void aLiveSwitchOfBatchAndPrecision() {
        RunModel model = modelOf({started()});
        for (std::uint32_t i = 1; i <= 100; ++i) model.apply(step(i));
        model.apply(eventAt(100, run::EventRecord::EPOCH));
        QCOMPARE(model.totalSteps(), 400u);
        run::Record change = eventAt(100, run::EventRecord::CHANGED, "batch 256 to 512");
        change.mutable_event()->mutable_change()->set_batch(512);
        change.mutable_event()->mutable_change()->set_precision(run::BF16);
        model.apply(change);
        QCOMPARE(model.totalSteps(), 250u);  // three epochs more, of 50 steps
        for (std::uint32_t i = 101; i <= 125; ++i) {
            run::Record made = step(i);
            made.mutable_step_done()->set_batch(512);
            model.apply(made);
        }
        QCOMPARE(model.epoch(), 1.5);
        QCOMPARE(model.totalSteps(), 250u);
        QCOMPARE(model.precision(), run::FP16);
        QCOMPARE(model.currentPrecision(), run::BF16);
        QCOMPARE(model.displayName(), std::string("FP16→BF16 · dynamic · batch 512"));
        QCOMPARE(model.config().batch(), 256u);
    }

    void names_data() {
        QTest::addColumn<int>("precision");
        QTest::addColumn<int>("scaling");
        QTest::addColumn<double>("scale");
        QTest::addColumn<QString>("name");
        QTest::newRow("fp32") << int(run::FP32) << int(run::NONE) << 0.0 << "FP32 · batch 64";
        QTest::newRow("none") << int(run::FP16) << int(run::NONE) << 0.0 << "FP16 · no scaling · batch 64";
        QTest::newRow("power") << int(run::FP16) << int(run::STATIC) << 65536.0 << "FP16 · static 2¹⁶ · batch 64";
        QTest::newRow("small") << int(run::BF16) << int(run::STATIC) << 0.125 << "BF16 · static 2⁻³ · batch 64";
        QTest::newRow("number") << int(run::FP16) << int(run::STATIC) << 1000.5 << "FP16 · static 1000.5 · batch 64";
        QTest::newRow("pytorch") << int(run::PYTORCH_DEFAULT) << int(run::NONE) << 0.0 << "PyTorch default · batch 64";
    }
    void names() {
        QFETCH(int, precision);
        QFETCH(int, scaling);
        QFETCH(double, scale);
        QFETCH(QString, name);
        run::RunConfig config;
        config.set_precision(static_cast<run::Precision>(precision));
        config.set_scaling(static_cast<run::Scaling>(scaling));
        config.set_loss_scale(scale);
        config.set_batch(64);
        QCOMPARE(QString::fromStdString(describe(config)), name);
    }

    void histogramHistoryIsBoundedAndEven() {
        RunModel model = modelOf({started()});
        constexpr std::uint32_t kMany = 5000;
        for (std::uint32_t i = 1; i <= kMany; ++i) {
            model.apply(histograms(i * 10, "fc1.weight", i));
            QVERIFY(model.histogramHistory().size() <= RunModel::kHistogramHistory);
        }
        const std::vector<HistogramFrame>& history = model.histogramHistory();
        QVERIFY(history.size() > RunModel::kHistogramHistory / 4);
        QCOMPARE(history.front().step, 10u);
        const std::uint32_t stride = history[1].step - history[0].step;
        for (std::size_t i = 1; i < history.size(); ++i) QCOMPARE(history[i].step - history[i - 1].step, stride);
        const HistogramAt* latest = model.latestHistogram("fc1.weight", run::ROLE_WEIGHT_GRADIENT);
        QVERIFY(latest != nullptr);
        QCOMPARE(latest->step, kMany * 10);
        QCOMPARE(latest->histogram.bins(-20 - kFirstBin), kMany);
        QVERIFY(model.latestHistogram("fc1.weight", run::ROLE_WEIGHT) == nullptr);
        model.apply(histograms(20));  // an old one does not become the latest
        QCOMPARE(latest->step, kMany * 10);
    }

    void histogramsOfOneStepMayComeInParts() {
        const RunModel model = modelOf({started(), histograms(5, "fc1.weight"), histograms(5, "fc2.weight")});
        QCOMPARE(model.histogramHistory().size(), std::size_t{1});
        QCOMPARE(model.histogramHistory().front().histograms.size(), std::size_t{2});
        QCOMPARE(model.latestHistograms().size(), std::size_t{2});
    }

    // ---- numbers of a tensor

    void zonesAddUpToOne() {
        run::CastCounts counts;
        counts.set_elements(1000);
        counts.set_zero(100);
        counts.set_flushed(90);
        counts.set_subnormal(200);
        counts.set_overflow(4);
        counts.set_infinite(3);
        counts.set_nan(3);
        const ZoneShares shares = zoneShares(counts);
        QCOMPARE(shares.normal, 0.6);
        QCOMPARE(shares.flushed, 0.09);
        QCOMPARE(shares.zero + shares.flushed + shares.subnormal + shares.normal + shares.overflow + shares.infinite +
                     shares.nan,
                 1.0);
        QCOMPARE(flushedShare(counts), 0.1);  // of those that were not zero
        counts.set_elements(10);              // counts that contradict each other
        QCOMPARE(zoneShares(counts).normal, 0.0);
        QCOMPARE(zoneShares(counts).flushed, 0.225);
        QVERIFY(flushedShare(counts) <= 1.0);
        QCOMPARE(zoneShares(run::CastCounts()).normal, 0.0);
        QCOMPARE(flushedShare(run::CastCounts()), 0.0);
        QCOMPARE(sum({counts, counts}).flushed(), std::uint64_t{180});
    }

    void binsAreSharesOfAllElements() {
        run::Histogram histogram;
        histogram.set_first_bin(-3);
        for (std::uint32_t bin : {0u, 2u, 6u, 0u}) histogram.add_bins(bin);
        histogram.mutable_counts()->set_elements(16);
        histogram.set_scale(1024);
        const BinShares shares = binShares(histogram);
        QCOMPARE(shares.at(-2), 0.125);
        QCOMPARE(shares.at(-1), 0.375);
        QCOMPARE(shares.at(-4), 0.0);
        QCOMPARE(shares.at(1), 0.0);
        QCOMPARE(shares.at(std::numeric_limits<int>::max()), 0.0);
        QCOMPARE(unscaledBinShares(histogram).at(-11), 0.375);
        QCOMPARE(*lowestBin(histogram), -2);
        QCOMPARE(*highestBin(histogram), -1);
        QVERIFY(!highestBin(run::Histogram()));
        histogram.set_norm(2);
        histogram.set_norm_lost(0.5);
        QCOMPARE(normLostShare(histogram), 0.25);
        histogram.set_norm(0);
        QCOMPARE(normLostShare(histogram), 0.0);
        histogram.set_scale(std::numeric_limits<float>::infinity());
        QCOMPARE(unscaledBinShares(histogram).firstBin, -3);
    }

    // ---- the session

    void aBatchIsToldOnce() {
        SessionModel session;
        QSignalSpy added(&session, &SessionModel::runAdded);
        QSignalSpy changed(&session, &SessionModel::runChanged);
        std::size_t stepsWhenAdded = 0;
        connect(&session, &SessionModel::runAdded, this,
                [&](const QString& id) { stepsWhenAdded = session.run(id)->columns().size(); });
        session.apply({started(), step(1), step(2)});
        QCOMPARE(added.count(), 1);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(stepsWhenAdded, std::size_t{2});
        QVERIFY(session.anyLive());
        session.apply({run::Record()});  // of no run
        QCOMPARE(session.runs().size(), std::size_t{1});
        session.interrupt(QString::fromLatin1(kRun), QStringLiteral("gone"));
        QVERIFY(!session.anyLive());
        QCOMPARE(changed.count(), 2);
    }

    void currentVisibleNamed() {
        SessionModel session;
        session.apply({started("A", run::FP32)});
        QSignalSpy current(&session, &SessionModel::currentRunChanged);
        session.apply({started("B", run::FP16), started("C", run::FP16)});
        QCOMPARE(current.count(), 1);
        QCOMPARE(session.currentRun()->runId(), std::string("C"));
        QCOMPARE(session.displayName(QStringLiteral("B")), QStringLiteral("FP16 · dynamic · batch 256"));
        QCOMPARE(session.displayName(QStringLiteral("C")), QStringLiteral("FP16 · dynamic · batch 256 (2)"));
        session.setVisible(QStringLiteral("B"), false);
        session.setVisible(QStringLiteral("C"), false);
        QVERIFY(!session.isVisible(QStringLiteral("B")));
        QVERIFY(session.isVisible(QStringLiteral("C")));  // the current one
        session.setName(QStringLiteral("B"), QStringLiteral("<i>mine</i>"));
        QCOMPARE(session.displayName(QStringLiteral("B")), QStringLiteral("<i>mine</i>"));
        session.remove(QStringLiteral("C"));
        QCOMPARE(session.runs().size(), std::size_t{3});  // it is live
        session.apply({finished(0, run::RunFinished::STOPPED, "C")});
        QSignalSpy removed(&session, &SessionModel::runRemoved);
        session.remove(QStringLiteral("C"));
        QCOMPARE(removed.count(), 1);
        QVERIFY(session.run(QStringLiteral("C")) == nullptr);
        QCOMPARE(session.currentRun()->runId(), std::string("B"));
    }

    void aRecordedRunIsALiveRun() {
        const std::vector<run::Record> records{started(), step(1), skipped(2, "x"), histograms(2)};
        SessionModel live;
        live.apply(records);
        SessionModel opened;
        const RunModel* model = opened.addRecorded(records);
        QVERIFY(model != nullptr);
        QCOMPARE(model->columns().loss, live.runs().front()->columns().loss);
        QCOMPARE(model->state(), RunState::interrupted);  // it has no end
        QVERIFY(!opened.fromThisSession(QString::fromLatin1(kRun)));
        QCOMPARE(opened.currentRun(), model);
        QCOMPARE(opened.addRecorded(records), model);
        QVERIFY(opened.addRecorded(std::vector<run::Record>()) == nullptr);
        opened.addRecorded({started("OTHER")});
        QCOMPARE(opened.currentRun(), model);  // what is only opened is not what is looked at
        opened.apply({started("LIVE")});
        opened.addRecorded({started("OLD")});
        QCOMPARE(opened.currentRun()->runId(), std::string("LIVE"));
    }
};

QTEST_GUILESS_MAIN(ModelsTest)
#include "models_test.moc"
