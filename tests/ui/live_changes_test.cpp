// SPDX-License-Identifier: Apache-2.0
// Where the refusal of a live change goes: beside its control while the training takes changes, and to whoever tells
// what has no control once it does not.
#include "ui/setup/live_changes.h"

#include <QSignalSpy>
#include <QTest>

#include "engine/run/presets.h"
#include "tests/ui/client_bench.h"
#include "tests/ui/patience.h"

using namespace mantissa;
using namespace mantissa::ui;

class LiveChangesTest : public QObject {
    Q_OBJECT

  private slots:
    void aRefusalIsToldBesideItsControlOrLate() {
        for (const bool ended : {false, true}) {
            Bench bench(QStringLiteral("hello await:change refuse hang"));
            SetupModel setup;
            LiveChanges changes(setup, *bench.client);
            QSignalSpy refused(&changes, &LiveChanges::refused), late(&changes, &LiveChanges::refusedLate);
            changes.begin(setup.config(), 0);
            run::RunConfig change;
            change.set_lr(0.25);
            changes.send(change, false);
            if (ended) changes.end();
            TRY_COMPARE(refused.count() + late.count(), 1);
            QCOMPARE(late.count(), ended ? 1 : 0);
            QVERIFY(bench.refusals.isEmpty());  // it is told once
        }
    }
};

QTEST_MAIN(LiveChangesTest)
#include "live_changes_test.moc"
