// SPDX-License-Identifier: Apache-2.0
// The timeline's menu: a run that has ended begins anew, paused, at the step that a person chose.
#include <QContextMenuEvent>
#include <QMenu>

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
};

QTEST_MAIN(RewindTest)
#include "rewind_test.moc"
