// SPDX-License-Identifier: Apache-2.0
// What the advisor says of a run beside another one: the same as Compare, and nothing where the other is no measure.
#include <QLabel>
#include <QTest>
#include <QVBoxLayout>

#include "tests/ui/live_records.h"
#include "tests/ui/race_records.h"
#include "ui/models/session_model.h"
#include "ui/pages/compare_page.h"
#include "ui/shell/advisor_strip.h"

namespace mantissa::ui {

namespace {

/// A strip in a window of its own.
struct Bench {
    Bench() : strip(new AdvisorStrip(session)) {
        (new QVBoxLayout(&window))->addWidget(strip);
        window.show();
    }
    QString title() { return strip->findChild<QLabel*>("advisorTitle")->accessibleName(); }

    SessionModel session;
    QWidget window;
    AdvisorStrip* strip;
};

}  // namespace

class AdvisorBesideTest : public QObject {
    Q_OBJECT

  private slots:
    void compareAgreesOnOneRun_data();
    void compareAgreesOnOneRun();
    void twoRunsOfOneKindAreToldApart();
    void aRunTrainedEarlierIsNoMeasureUnlessInFp32FromTheSameStart();
};

/// Healthy gradients, and a loss that leaves the baseline's at step 70 by 0.2 nats: Compare's table and the advisor say
/// the same of it, without a control run, with one that drifts as far, and with one that does not.
void AdvisorBesideTest::compareAgreesOnOneRun_data() {
    QTest::addColumn<float>("far");
    QTest::addColumn<float>("noise");
    QTest::addColumn<QString>("cell");
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("reason");
    const QString drifted("BF16 has FP32's gradients; its batch losses differ from those of FP32 from step 70 on");
    const QString within("BF16 matches FP32 within noise");
    QTest::newRow("no control, away") << 0.2f << -1.0f << "step 70" << drifted
                                      << "more than 0.05 nats count as diverged";
    QTest::newRow("no control, near") << 0.04f << -1.0f << "not diverged" << within
                                      << "within 0.05 nats of that of FP32";
    QTest::newRow("quiet control") << 0.2f << 0.01f << "step 70" << drifted << "more than 3 times the largest distance";
    QTest::newRow("noisy control") << 0.2f << 0.1f << "not diverged" << within << "3 times the distance of the control";
}

void AdvisorBesideTest::compareAgreesOnOneRun() {
    QFETCH(float, far);
    QFETCH(float, noise);
    QFETCH(QString, cell);
    QFETCH(QString, title);
    QFETCH(QString, reason);
    Bench bench;
    ComparePage compare(bench.session, [] { return run::RunConfig(); });
    Records records{laneStarted("A", run::FP32, "R", 0), laneStarted("B", run::BF16, "R", 1)};
    records.back().mutable_started()->mutable_config()->set_master_weights(true);
    const bool control = noise >= 0;
    if (control) records.push_back(controlStarted("C", run::FP32, "R", 2));
    for (std::uint32_t i = 1; i <= 120; ++i) {
        records.push_back(step("A", i, 1.0f, 0.5f));
        records.push_back(step("B", i, i < 70 ? 1.0f : 1.0f + far, 0.5f));
        if (control) records.push_back(step("C", i, 1.0f + noise, 0.5f));
        if (i % 20 == 0) records.push_back(shadows("B", i, {{"fc1", 0.001, 0.9999}, {"fc2", 0.0, 0.9998}}));
    }
    bench.session.apply(records);
    bench.session.setCurrentRun("B");
    bench.strip->refreshNow();
    compare.refreshNow();
    QCOMPARE(compare.lanes().index(1, CompareTable::Parted).data().toString(), cell);
    QCOMPARE(bench.title(), title);
    const QString why = bench.strip->findChild<QLabel*>("advisorTitle")->accessibleDescription();
    QVERIFY2(why.contains(reason), qPrintable(why));
}

/// Beside a run of the same kind its name alone would be this run's own.
void AdvisorBesideTest::twoRunsOfOneKindAreToldApart() {
    Bench bench;
    Records records{laneStarted("A", run::BF16, "R", 0), laneStarted("B", run::BF16, "R", 1)};
    for (run::Record& one : records) one.mutable_started()->mutable_config()->set_master_weights(true);
    records[1].mutable_started()->mutable_config()->set_lr(0.25);
    for (std::uint32_t i = 1; i <= 120; ++i) {
        records.push_back(step("A", i, 1.0f, 0.5f));
        records.push_back(step("B", i, i < 70 ? 1.0f : 1.2f, 0.5f));
        if (i % 20 == 0) records.push_back(shadows("B", i, {{"fc1", 0.001, 0.9999}}));
    }
    bench.session.apply(records);
    bench.session.setCurrentRun("B");
    bench.strip->refreshNow();
    QCOMPARE(bench.session.face(QStringLiteral("A")).number, 1);
    QCOMPARE(bench.title(),
             QString("BF16 has FP32's gradients; its batch losses differ from those of run 1, BF16 from step 70 on"));
}

/// A run of an earlier lesson or experiment says nothing of this one, unless it is this training in FP32.
void AdvisorBesideTest::aRunTrainedEarlierIsNoMeasureUnlessInFp32FromTheSameStart() {
    const QString own("The gradients of BF16 are those of FP32 within noise");
    const QString beside("BF16 has FP32's gradients; its batch losses differ from those of FP32 from step 70 on");
    run::RunConfig slower, cosine, adam;
    slower.set_lr(0.25);
    cosine.set_schedule(run::SCHEDULE_COSINE);
    adam.set_optimizer(run::ADAM);
    for (const auto& [earlier, weights, steps, title] : {std::tuple(run::FP16, "w", run::RunConfig(), own),
                                                         {run::FP32, "other", run::RunConfig(), own},
                                                         {run::FP32, "w", slower, own},
                                                         {run::FP32, "w", cosine, own},
                                                         {run::FP32, "w", adam, own},
                                                         {run::FP32, "w", run::RunConfig(), beside}}) {
        Bench bench;
        Records records{laneStarted("A", earlier, "", 0), laneStarted("B", run::BF16, "", 0)};
        records[0].mutable_started()->mutable_identity()->set_initial_weights_sha256(weights);
        records[0].mutable_started()->mutable_config()->MergeFrom(steps);
        records[1].mutable_started()->mutable_identity()->set_initial_weights_sha256("w");
        records[1].mutable_started()->mutable_config()->set_master_weights(true);
        for (std::uint32_t i = 1; i <= 120; ++i) {
            records.push_back(step("A", i, 1.0f, 0.5f));
            records.push_back(step("B", i, i < 70 ? 1.0f : 1.2f, 0.5f));
            if (i % 20 == 0) records.push_back(shadows("B", i, {{"fc1", 0.001, 0.9999}}));
        }
        bench.session.apply(records);
        bench.session.setCurrentRun("B");
        bench.strip->refreshNow();
        QCOMPARE(bench.title(), title);
    }
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::AdvisorBesideTest)
#include "advisor_beside_test.moc"
