// SPDX-License-Identifier: Apache-2.0
// The casts of other frameworks in the window: chosen in Setup, marked where a switch was changed afterwards, named
// where runs are told apart.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QTest>

#include "engine/run/cast_settings.h"
#include "engine/run/presets.h"
#include "ui/models/run_model.h"
#include "ui/setup/config_fields.h"
#include "ui/setup/setup_dock.h"
#include "ui/setup/setup_model.h"

namespace mantissa::ui {

class CastsTest : public QObject {
    Q_OBJECT
  private slots:
    void choosingSetsTheSwitches();
    void aChangedSwitchIsSaid();
    void bf16Stays();
    void namesOfRuns();
    void theSigmoidsDerivativeStepwise();

  private:
    static void choose(QComboBox& box, const QString& text) {
        const int index = box.findText(text);
        QVERIFY2(index >= 0, qPrintable(text));
        box.setCurrentIndex(index);
        emit box.activated(index);
    }
};

void CastsTest::choosingSetsTheSwitches() {
    SetupModel model;
    SetupDock dock(model);
    auto* box = dock.findChild<QComboBox*>("casts");
    QVERIFY(box);
    QCOMPARE(box->count(), static_cast<int>(casts_descriptions().size()) + 1);
    QCOMPARE(box->currentText(), QStringLiteral("As set below"));
    choose(*box, "Apex O2");
    QCOMPARE(model.config().precision(), run::FP16);
    QCOMPARE(model.config().scaler(), run::SCALER_APEX_AMP);
    QVERIFY(dock.findChild<QCheckBox*>("norm_16bit")->isChecked());
    QVERIFY(dock.findChild<QCheckBox*>("inside_fp32")->isChecked());
    QVERIFY(!dock.findChild<QCheckBox*>("optimizer_16bit")->isChecked());
    QCOMPARE(box->currentText(), QStringLiteral("Apex O2"));
    QVERIFY2(box->toolTip().contains("apex/amp/frontend.py"), qPrintable(box->toolTip()));
    choose(*box, ".half()");
    QVERIFY(dock.findChild<QCheckBox*>("optimizer_16bit")->isChecked());
    QVERIFY(!dock.findChild<QCheckBox*>("master_weights")->isChecked());
    QCOMPARE(model.config().scaling(), run::NONE);
    model.undoStack().undo();
    QCOMPARE(box->currentText(), QStringLiteral("Apex O2"));
    QVERIFY2(!model.config().optimizer_16bit(), "one undo takes all of it back");
    for (const CastsDescription& one : casts_descriptions()) {
        choose(*box, QString::fromUtf8(one.recipe->title));
        QCOMPARE(box->currentText(), QString::fromUtf8(one.recipe->title));  // no control rounds what it set
        QVERIFY(model.problems().isEmpty());
    }
}

void CastsTest::theSigmoidsDerivativeStepwise() {
    SetupModel model;
    SetupDock dock(model);
    auto* box = dock.findChild<QCheckBox*>("stepwise_derivatives");
    QVERIFY2(box, "a switch of the command line that Setup lacks");
    QCOMPARE(box->text(), QStringLiteral("Sigmoid′ rounded stepwise"));
    QVERIFY(!box->isChecked());
    box->click();
    QVERIFY(model.config().stepwise_derivatives());
    QVERIFY(appliesNow(run::RunConfig::kStepwiseDerivativesFieldNumber));
    QCOMPARE(fieldLabel(run::RunConfig::kStepwiseDerivativesFieldNumber), QStringLiteral("sigmoid′ rounded stepwise"));
}

void CastsTest::aChangedSwitchIsSaid() {
    SetupModel model;
    SetupDock dock(model);
    auto* box = dock.findChild<QComboBox*>("casts");
    choose(*box, "Keras mixed_float16");
    dock.findChild<QCheckBox*>("softmax_16bit")->click();
    QVERIFY(!model.config().softmax_16bit());
    QCOMPARE(box->currentText(), QStringLiteral("Keras mixed_float16, changed"));
    dock.findChild<QCheckBox*>("softmax_16bit")->click();
    QCOMPARE(box->currentText(), QStringLiteral("Keras mixed_float16"));
    dock.findChild<QCheckBox*>("softmax_16bit")->click();
    choose(*box, "As set below");
    QVERIFY2(!model.config().softmax_16bit(), "the switches stay");
    QVERIFY2(box->findText("Keras mixed_float16, changed") < 0, "and nothing is changed then");
}

void CastsTest::bf16Stays() {
    SetupModel model;
    SetupDock dock(model);
    model.edit(run::RunConfig::kPrecisionFieldNumber, EditKind::Choice,
               [](run::RunConfig& c) { c.set_precision(run::BF16); });
    choose(*dock.findChild<QComboBox*>("casts"), ".half()");
    QCOMPARE(model.config().precision(), run::BF16);
    QVERIFY(model.config().optimizer_16bit());
}

void CastsTest::namesOfRuns() {
    const run::RunConfig plain = complete({});
    run::RunConfig o2 = complete(settings_of(run::CASTS_APEX_O2, run::FP16));
    const QString text = describeChange(plain, o2, changedFields(plain, o2));
    QVERIFY2(text.contains("casts as in own → Apex O2"), qPrintable(text));
    QVERIFY2(text.contains("FP32 inside 16-bit norms and softmax off → on"), qPrintable(text));
    const QString name = QString::fromStdString(describe(o2));
    QVERIFY2(name.startsWith("FP16 · casts as in Apex O2 · dynamic, Apex amp"), qPrintable(name));
    o2.set_residual_16bit(false);
    QVERIFY(QString::fromStdString(describe(o2)).contains("Apex O2, changed"));
    QVERIFY(!QString::fromStdString(describe(plain)).contains("casts"));
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::CastsTest)
#include "casts_test.moc"
