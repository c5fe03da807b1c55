// SPDX-License-Identifier: Apache-2.0
// How long a run trains, in Setup: a preset that ends after so many steps says so where the epochs stand, and a number
// of epochs takes their place.
#include <QSpinBox>
#include <QTest>

#include "engine/run/presets.h"
#include "ui/setup/setup_dock.h"
#include "ui/setup/setup_model.h"

namespace mantissa::ui {

class SetupLengthTest : public QObject {
    Q_OBJECT

  private slots:
    void stepsAreSaidAndEpochsTakeTheirPlace() {
        SetupModel model;
        SetupDock dock(model);
        run::RunConfig config = default_config();
        config.set_epochs(4);
        config.set_steps(705);
        model.restore(config);
        auto* epochs = dock.findChild<QSpinBox*>("epochs");
        QVERIFY(epochs);
        QCOMPARE(epochs->text(), QStringLiteral("705 steps"));
        QCOMPARE(model.config().steps(), 705);  // what is shown changes nothing
        QCOMPARE(model.config().epochs(), 4u);
        epochs->stepUp();
        QCOMPARE(epochs->text(), QStringLiteral("1"));
        QCOMPARE(model.config().epochs(), 1u);
        QCOMPARE(model.config().steps(), -1);
        epochs->setValue(3);
        QCOMPARE(model.config().epochs(), 3u);
        QCOMPARE(epochs->minimum(), 1);
        model.undoStack().undo();
        QCOMPARE(epochs->text(), QStringLiteral("705 steps"));
    }
};

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::SetupLengthTest)
#include "setup_length_test.moc"
