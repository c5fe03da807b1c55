// SPDX-License-Identifier: Apache-2.0
// The timeline's menu: a run that has ended begins anew, paused, at the step that a person chose.
#include <QContextMenuEvent>
#include <QFile>
#include <QMenu>
#include <QTemporaryDir>

#include "engine/base/host.h"
#include "engine/run/presets.h"
#include "tests/ui/desk.h"
#include "ui/shell/timeline.h"

using namespace mantissa;
using namespace mantissa::ui;

class RewindTest : public QObject {
    Q_OBJECT

  private slots:
    void theTimelinesMenuRewindsToAStep() {
        Desk desk;
        const std::string id = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
        run::Record started, step;
        started.set_run_id(id);
        started.mutable_started()->mutable_identity()->set_run_id(id);
        started.mutable_started()->mutable_identity()->set_initial_weights_sha256("abc");
        *started.mutable_started()->mutable_config() = default_config();
        started.mutable_started()->mutable_config()->set_steps(30);
        step.set_run_id(id);
        step.set_step(30);
        step.mutable_step_done()->set_loss(1);
        run::Record stopped;
        stopped.set_run_id(id);
        stopped.set_step(30);
        stopped.mutable_finished()->set_outcome(run::RunFinished::STOPPED);
        desk.program->session().apply({started, step});
        auto* timeline = desk.window().findChild<Timeline*>();
        timeline->lookAt(21);
        const auto menuAction = [&]() -> QAction* {
            QContextMenuEvent event(QContextMenuEvent::Keyboard, {5, 5}, timeline->mapToGlobal(QPoint(5, 5)));
            QApplication::sendEvent(timeline, &event);
            auto* menu = timeline->findChild<QMenu*>("timelineMenu");
            return menu ? menu->findChild<QAction*>("timelineRewind") : nullptr;
        };
        QAction* rewind = menuAction();
        QVERIFY(rewind);
        QCOMPARE(rewind->text().remove('&'), QString("Rewind to step 21"));
        QVERIFY2(!rewind->isEnabled(), "it trains");
        QCOMPARE(rewind->toolTip(), QString("A run trains: stop it first."));
        delete rewind->parent();
        desk.program->session().apply({stopped});
        rewind = menuAction();
        QVERIFY(rewind && rewind->isEnabled());
        rewind->trigger();
        TRY_COMPARE(desk.told({"\"resume_run\"", QString::fromStdString(id), "\"paused\":true", "\"as_new_run\":true",
                               "\"to_step\":21", "\"from_beginning\"", "\"initial_weights_sha256\":\"abc\""})
                        .size(),
                    1);
        QVERIFY(desk.told({"\"resume\":"}).isEmpty());
    }

    /// The menu offers what the worker still has a state for, and says why before it would refuse.
    void aRunThatWentBackIsRewoundToWhatIsKept() {
        Desk desk;
        const std::string id = "01ARZ3NDEKTSV4RRFFQ69G5FAW";
        run::Record started, step, stopped;
        for (run::Record* one : {&started, &step, &stopped}) one->set_run_id(id);
        run::RunIdentity& identity = *started.mutable_started()->mutable_identity();
        identity.set_run_id(id);
        identity.set_parent_run_id("01ARZ3NDEKTSV4RRFFQ69G5FAV");
        identity.set_fork_step(12);
        *started.mutable_started()->mutable_config() = default_config();
        started.mutable_started()->mutable_config()->set_steps(30);
        step.set_step(20);
        step.mutable_step_done()->set_loss(1);
        stopped.set_step(20);
        stopped.mutable_finished()->set_outcome(run::RunFinished::STOPPED);
        desk.program->session().apply({started, step, stopped});
        auto* timeline = desk.window().findChild<Timeline*>();
        const auto rewindAt = [&](quint32 to) {
            timeline->lookAt(to);
            delete timeline->findChild<QMenu*>("timelineMenu");
            QContextMenuEvent event(QContextMenuEvent::Keyboard, {5, 5}, timeline->mapToGlobal(QPoint(5, 5)));
            QApplication::sendEvent(timeline, &event);
            return timeline->findChild<QAction*>("timelineRewind");
        };
        QAction* rewind = rewindAt(11);
        QVERIFY(rewind && !rewind->isEnabled());
        QCOMPARE(rewind->toolTip(), QString("This run began at step 12: rewind the run that it went on from."));
        QVERIFY(qobject_cast<QMenu*>(rewind->parent())->toolTipsVisible());
        rewind = rewindAt(14);
        QVERIFY(rewind && !rewind->isEnabled());
        const QString none =
            "No state of this run from step 14 or before is kept, and it went on from another run, so its settings "
            "alone do not lead there.";
        QCOMPARE(rewind->toolTip(), none);
        const QTemporaryDir folder;
        const QString path = folder.filePath("state");
        QVERIFY(QFile(path).open(QIODevice::WriteOnly));
        run::Record checkpoint;
        checkpoint.set_run_id(id);
        checkpoint.set_step(15);
        checkpoint.mutable_checkpoint()->set_host(host_name());
        checkpoint.mutable_checkpoint()->set_path(path.toStdString());
        desk.program->session().apply({checkpoint});
        rewind = rewindAt(14);
        QVERIFY(rewind && !rewind->isEnabled());
        QCOMPARE(rewind->toolTip(), none + " It can be rewound to step 15 and later.");
        rewind = rewindAt(15);
        QVERIFY(rewind && rewind->isEnabled());
        QVERIFY(QFile::remove(path));
        rewind = rewindAt(15);
        QVERIFY2(rewind && !rewind->isEnabled(), "its checkpoint was deleted");
    }
};

QTEST_MAIN(RewindTest)
#include "rewind_test.moc"
