// SPDX-License-Identifier: Apache-2.0
// What the heading of a page says beside the name of its run: where the run's histograms are far between, as in
// phase-change memory with a step for each image, from which step those on the page are.
#include "ui/pages/run_heading.h"

#include <QLabel>
#include <QTest>

#include "tests/ui/run_records.h"
#include "ui/models/session_model.h"

namespace mantissa::ui {

class RunHeadingTest : public QObject {
    Q_OBJECT

  private slots:
    void itSaysWhyHistogramsAreBehind() {
        SessionModel session;
        RunHeading heading(session);
        heading.resize(900, heading.sizeHint().height());
        run::Record begin = started();
        begin.mutable_started()->mutable_config()->set_histogram_interval(1000);
        run::Record histograms = record(1);
        run::Histogram& one = *histograms.mutable_histograms()->add_histograms();
        one.set_tensor("fc1.weight");
        one.set_role(run::ROLE_WEIGHT_GRADIENT);
        session.apply({begin, step(1), histograms});
        session.setCurrentRun(kRun);
        heading.refresh({});
        QCOMPARE(heading.stateText(), QStringLiteral("running, step 1"));
        session.apply({step(40)});
        heading.refresh({});
        QCOMPARE(heading.stateText(),
                 QString::fromUtf8("running, step 40, histograms of step 1, every 1\u202f000 steps"));
        heading.refresh(1);  // the timeline is there
        QCOMPARE(heading.stateText(), QStringLiteral("showing step 1 of 40"));
    }

    /// A run that has ended is drawn once: its state has the room that its name leaves, at once.
    void theStateHasTheRoomThatIsLeft() {
        SessionModel session;
        RunHeading heading(session);
        heading.resize(700, heading.sizeHint().height());
        heading.show();
        session.apply({started(), step(1), step(118)});
        session.setCurrentRun(kRun);
        QCoreApplication::processEvents();
        heading.refresh(71);
        QCOMPARE(heading.findChild<QLabel*>("runState")->text(), QStringLiteral("showing step 71 of 118"));
    }

    void usualRunsSayNothingOfIt() {
        SessionModel session;
        RunHeading heading(session);
        heading.resize(900, heading.sizeHint().height());
        run::Record begin = started();
        begin.mutable_started()->mutable_config()->set_histogram_interval(10);
        run::Record histograms = record(1);
        histograms.mutable_histograms()->add_histograms()->set_tensor("fc1.weight");
        session.apply({begin, step(1), histograms, step(9)});
        session.setCurrentRun(kRun);
        heading.refresh({});
        QCOMPARE(heading.stateText(), QStringLiteral("running, step 9"));
    }
};

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::RunHeadingTest)
#include "run_heading_test.moc"
