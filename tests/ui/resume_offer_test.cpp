// SPDX-License-Identifier: Apache-2.0
// A run whose worker was lost can go on from its checkpoint, by one button.
#include <QPushButton>

#include "tests/ui/desk.h"
#include "ui/shell/banner.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

run::Record checkpointOf(const std::string& runId, std::uint32_t step) {
    run::Record record;
    record.set_run_id(runId);
    record.set_step(step);
    record.mutable_checkpoint()->set_path("/somewhere");
    return record;
}

QPushButton* button(Desk& desk, const QString& text) {
    for (QPushButton* candidate : desk.window().findChildren<QPushButton*>("bannerAction")) {
        if (candidate->text() == text && candidate->isVisible()) return candidate;
    }
    return nullptr;
}

}  // namespace

class ResumeOfferTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }

    void aLostWorkersRunGoesOnByOneButton() {
        Desk desk("hello await:start run:20 reply await:pause crash");
        desk.startRun();
        const std::string id = desk.run()->runId();
        desk.program->session().apply({checkpointOf(id, 15)});
        desk.click(desk.window().actions().run);
        TRY_COMPARE(desk.run()->state(), RunState::interrupted);
        QVERIFY(desk.window().banners().sentence("resume").contains("interrupted"));
        QVERIFY(!desk.window().banners().sentence("worker").isEmpty());
        QPushButton* resume = nullptr;
        TRY_VERIFY((resume = button(desk, "Resume from step 15")) != nullptr);
        QVERIFY(!resume->accessibleName().isEmpty());
        QTest::mouseClick(resume, Qt::LeftButton);
        TRY_COMPARE(desk.told({"\"resume_run\"", QString::fromStdString(id)}).size(), 1);  // on a worker started again
        QCOMPARE(desk.told({"launch"}).size(), 2);
        QVERIFY(desk.window().banners().sentence("resume").isEmpty());
    }

    void withoutACheckpointNothingIsOffered() {
        Desk desk("hello await:start run:20 reply crash");
        desk.click(desk.window().actions().run);
        TRY_VERIFY(!desk.window().banners().sentence("worker").isEmpty());
        QCOMPARE(desk.run()->state(), RunState::interrupted);
        QVERIFY(desk.window().banners().sentence("resume").isEmpty());
    }

    void anInterruptedRunOfTheLibraryIsOfferedWhileItIsLookedAt() {
        Desk desk;
        run::Record started, step;
        started.set_run_id("01ARZ3NDEKTSV4RRFFQ69G5FAV");
        started.mutable_started()->mutable_identity()->set_run_id(started.run_id());
        started.set_lane(2);
        step.set_run_id(started.run_id());
        step.set_lane(2);
        step.set_step(30);
        step.mutable_step_done()->set_loss(1);
        run::Record checkpoint = checkpointOf(started.run_id(), 25);
        checkpoint.set_lane(2);
        desk.program->session().addRecorded({started, checkpoint, step});
        QPushButton* resume = nullptr;
        TRY_VERIFY((resume = button(desk, "Resume from step 25")) != nullptr);
        QTest::mouseClick(resume, Qt::LeftButton);
        TRY_COMPARE(desk.told({"\"resume_run\"", QString::fromStdString(started.run_id()), "\"lane\":2"}).size(), 1);
        // It goes on: the same run, running, without what ended it.
        step.set_step(31);
        desk.program->session().apply({step});
        QCOMPARE(desk.run()->state(), RunState::running);
        QVERIFY(desk.window().banners().sentence("resume").isEmpty());
    }

    void aStoppedRunRunsAgainFromItsCheckpoint() {
        RunModel run("a");
        run::Record record;
        record.set_run_id("a");
        record.set_step(5);
        record.mutable_finished()->set_outcome(run::RunFinished::STOPPED);
        run.apply(record);
        QCOMPARE(run.state(), RunState::stopped);
        record.mutable_event()->set_kind(run::EventRecord::RESUMED_FROM_CHECKPOINT);
        run.apply(record);
        QCOMPARE(run.state(), RunState::running);
        QVERIFY(!run.finished());
        record.mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
        run.apply(record);
        QCOMPARE(run.state(), RunState::finished);
    }
};

QTEST_MAIN(ResumeOfferTest)
#include "resume_offer_test.moc"
