// SPDX-License-Identifier: Apache-2.0
// Other frameworks' loss scalers in the window: chosen in Setup, told on the Scale page, two of them beside each other;
// and the Formats page's eight bits and fewer.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QSpinBox>
#include <QTest>
#include <cmath>
#include <memory>

#include "engine/run/presets.h"
#include "engine/run/scaler_recipes.h"
#include "tests/ui/live_records.h"
#include "tests/ui/painted_text.h"
#include "ui/charts/line_chart.h"
#include "ui/models/run_model.h"
#include "ui/models/session_model.h"
#include "ui/pages/formats_page.h"
#include "ui/pages/formats_small.h"
#include "ui/pages/formats_table.h"
#include "ui/pages/scale_page.h"
#include "ui/setup/config_fields.h"
#include "ui/setup/setup_dock.h"
#include "ui/setup/setup_model.h"

namespace mantissa::ui {

namespace {

run::Record lane(const std::string& id, std::uint32_t number, run::Scaler scaler) {
    run::Record r = started(id, run::FP16);
    r.set_lane(number);
    r.mutable_started()->mutable_identity()->set_race_id("R");
    run::RunConfig config = complete(settings_of(scaler));
    config.set_precision(run::FP16);
    *r.mutable_started()->mutable_config() = config;
    r.mutable_started()->set_total_steps(100);
    return r;
}

run::Record stepAt(const std::string& id, std::uint32_t number, float scale, bool skipped = false) {
    run::Record r = step(id, number, 1, 0.5f, scale);
    r.mutable_step_done()->set_skipped(skipped);
    r.mutable_step_done()->set_batch(256);
    return r;
}

ScaleGrowth growthOf(const Records& records) {
    RunModel run("A");
    for (const run::Record& r : records) run.apply(r);
    return scaleGrowth(run, std::nullopt);
}

}  // namespace

class ScalerRecipeTest : public QObject {
    Q_OBJECT

  private slots:
    void settingTheRecipe();
    void theSwitchesShow();
    void whatDiffersNamesIt();
    void theScalePageTellsTheRule();
    void aRunWithoutALossScaleSaysSo();
    void twoScalersBesideEachOther();
    void aDelayedFallIsAMove();
    void growthByOtherRules();
    void eightBitsAndFewer();
};

void ScalerRecipeTest::settingTheRecipe() {
    SetupModel model;
    SetupDock dock(model);
    auto* box = dock.findChild<QComboBox*>("scaler");
    QVERIFY(box);
    QCOMPARE(box->count(), static_cast<int>(scaler_recipes().size()));
    QCOMPARE(box->currentText(), QStringLiteral("PyTorch"));
    QVERIFY2(!box->isEnabled(), "nothing to choose without dynamic scaling");
    model.edit(run::RunConfig::kScalingFieldNumber, EditKind::Choice,
               [](run::RunConfig& c) { c.set_scaling(run::DYNAMIC); });
    QVERIFY(box->isEnabled());
    const int mxnet = box->findText(QStringLiteral("MXNet"));
    QVERIFY(mxnet >= 0);
    box->setCurrentIndex(mxnet);
    emit box->activated(mxnet);
    QCOMPARE(model.config().scaler(), run::SCALER_MXNET);
    QVERIFY(model.config().delayed_scale());
    QCOMPARE(model.config().max_scale(), 0x1p24);
    QVERIFY(box->toolTip().contains("one step late"));
    QVERIFY(box->toolTip().contains("python/mxnet/amp/loss_scaler.py"));
    model.undoStack().undo();
    QCOMPARE(box->currentText(), QStringLiteral("PyTorch"));
    QVERIFY2(!model.config().delayed_scale(), "one undo takes all of it back");
}

void ScalerRecipeTest::theSwitchesShow() {
    SetupModel model;
    SetupDock dock(model);
    for (const ScalerRecipe& recipe : scaler_recipes()) {
        model.edit(run::RunConfig::kScalerFieldNumber, EditKind::Choice,
                   [&](run::RunConfig& c) { c.MergeFrom(settings_of(recipe.scaler)); });
        const run::RunConfig& c = model.config();
        const run::RunConfig own = settings_of(recipe.scaler);  // which no control rounds or clamps
        QCOMPARE(c.min_scale(), own.min_scale());
        QCOMPARE(c.max_scale(), own.max_scale());
        QCOMPARE(c.loss_scale(), own.loss_scale());
        QCOMPARE(c.growth_interval(), own.growth_interval());
        QCOMPARE(dock.findChild<QSpinBox*>("hysteresis")->value(), static_cast<int>(c.hysteresis()));
        QCOMPARE(dock.findChild<QCheckBox*>("skips_advance")->isChecked(), own.skips_advance());
        QCOMPARE(dock.findChild<QCheckBox*>("delayed_scale")->isChecked(), c.delayed_scale());
        QCOMPARE(dock.findChild<QCheckBox*>("infinite_scale")->isChecked(), c.infinite_scale());
        QCOMPARE(dock.findChild<QCheckBox*>("late_growth")->isChecked(), c.late_growth());
        QCOMPARE(dock.findChild<QComboBox*>("floor_rule")->currentData().toInt(), static_cast<int>(c.floor_rule()));
        QVERIFY(!dock.findChild<QCheckBox*>("check_static_scale")->isEnabled());
        QVERIFY(model.problems().isEmpty());
    }
}

void ScalerRecipeTest::whatDiffersNamesIt() {
    const run::RunConfig a = complete(settings_of(run::SCALER_PYTORCH)),
                         b = complete(settings_of(run::SCALER_DEEPSPEED));
    const QString text = describeChange(a, b, changedFields(a, b));
    QVERIFY2(text.contains("loss scaler PyTorch → DeepSpeed"), qPrintable(text));
    QVERIFY2(text.contains("hysteresis 1 → 2"), qPrintable(text));
    QVERIFY2(text.contains("at the least loss scale stays → ends the run"), qPrintable(text));
    QCOMPARE(QString::fromStdString(describeScaling(b)), QStringLiteral("dynamic, DeepSpeed"));
}

/// A recording without a scaler has ended: nothing is waited for.
void ScalerRecipeTest::aRunWithoutALossScaleSaysSo() {
    SessionModel session;
    ScalePage page(session);
    page.resize(900, 700);
    page.show();
    run::Record begun = started("A", run::BF16);
    begun.mutable_started()->mutable_foreign()->set_probe("0.1.0");
    session.apply({begun});
    page.refreshNow();
    QVERIFY(paintedTexts(page.chart()).contains(QStringLiteral("Waiting for the first step of a run")));
    run::Record one = record("A", 1), end = record("A", 1);
    one.mutable_step_done()->set_loss(1);
    end.mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
    session.apply({one, end});
    page.refreshNow();
    QVERIFY2(paintedTexts(page.chart()).contains(QStringLiteral("This run has no loss scale")),
             qPrintable(paintedTexts(page.chart()).join('|')));
}

void ScalerRecipeTest::theScalePageTellsTheRule() {
    SessionModel session;
    ScalePage page(session);
    run::Record first = stepAt("A", 1, 65536, true);
    first.mutable_step_done()->set_overflows_absorbed(1);
    session.apply({lane("A", 0, run::SCALER_DEEPSPEED), first});
    page.refreshNow();
    QVERIFY2(page.story().startsWith("The rule is that of DeepSpeed. Grows after 1000 steps, at the start and after"),
             qPrintable(page.story()));
    QVERIFY2(page.story().endsWith("The next overflow lowers the scale."), qPrintable(page.story()));
    // PyTorch's own needs no words
    session.apply({lane("B", 1, run::SCALER_PYTORCH)});
    session.setCurrentRun("B");
    page.refreshNow();
    QVERIFY(!page.story().contains("rule"));
}

void ScalerRecipeTest::twoScalersBesideEachOther() {
    SessionModel session;
    ScalePage page(session);
    Records records{lane("A", 0, run::SCALER_PYTORCH), lane("B", 1, run::SCALER_MXNET)};
    const float torch[] = {65536, 32768, 16384}, mxnet[] = {65536, 65536, 32768};
    for (std::uint32_t i = 0; i < 3; ++i) {
        records.push_back(stepAt("A", i + 1, torch[i], i < 2));
        records.push_back(stepAt("B", i + 1, mxnet[i], i < 2));
    }
    session.apply(records);
    session.setCurrentRun("A");
    page.refreshNow();
    QVERIFY2(page.story().contains("the scales part at step 2, 2¹⁵ here and 2¹⁶ there."), qPrintable(page.story()));
    QVERIFY2(page.story().contains("MXNet"), qPrintable(page.story()));
    const std::unique_ptr<ChartTable> table(page.chart().makeTable());
    QVERIFY(table->toText().contains("MXNet"));
    page.showStep(1);
    page.refreshNow();
    QVERIFY2(page.story().contains("the scales are the same so far"), qPrintable(page.story()));
}

void ScalerRecipeTest::aDelayedFallIsAMove() {
    RunModel run("B");
    for (const run::Record& r :
         {lane("B", 0, run::SCALER_MXNET), stepAt("B", 1, 65536, true), stepAt("B", 2, 65536),
          eventAt("B", 2, run::EventRecord::SCALE_DOWN, "loss scale falls, 65536 → 32768, one step late"),
          stepAt("B", 3, 32768)})
        run.apply(r);
    const std::vector<ScaleMove> moves = scaleMoves(run);
    QCOMPARE(moves.size(), std::size_t{2});
    QVERIFY(moves[0].kind == ScaleMove::Kind::skip);
    QVERIFY(moves[1].kind == ScaleMove::Kind::down);
    QCOMPARE(moves[1].step, 2u);
}

void ScalerRecipeTest::growthByOtherRules() {
    run::Record late = lane("A", 0, run::SCALER_DEEPSPEED_FUSED);
    run::Record one = stepAt("A", 1, 65536);
    one.mutable_step_done()->set_growth_tracker(1);
    late.mutable_started()->mutable_config()->set_growth_interval(50);
    QCOMPARE(growthOf({late, one}).remaining, 50u);
    QVERIFY(growthOf({lane("A", 0, run::SCALER_MXNET), stepAt("A", 1, 0x1p24f)}).kind == ScaleGrowth::Kind::capped);
    const ScaleGrowth infinite = growthOf({lane("A", 0, run::SCALER_KERAS3), stepAt("A", 1, INFINITY)});
    QVERIFY(infinite.kind == ScaleGrowth::Kind::infinite);
    QVERIFY(growthSentence(infinite, true).contains("every step is skipped"));
    QVERIFY(growthOf({lane("A", 0, run::SCALER_KERAS3), stepAt("A", 1, 0x1p127f)}).kind != ScaleGrowth::Kind::capped);
    QVERIFY(growthOf({lane("A", 0, run::SCALER_PYTORCH), stepAt("A", 1, 0x1p127f)}).kind == ScaleGrowth::Kind::capped);
}

void ScalerRecipeTest::eightBitsAndFewer() {
    FormatsPage page;
    page.resize(900, 700);
    page.show();
    page.setNumber(5);
    FormatsTable& alone = page.small().alone();
    QCOMPARE(alone.cell(4, 0), QStringLiteral("E2M1FN"));
    QCOMPARE(alone.cell(4, 1), QStringLiteral("0 11 0"));
    QCOMPARE(alone.cell(4, 2), QStringLiteral("4"));  // a tie to even
    QCOMPARE(alone.cell(4, 4), QStringLiteral("6"));
    QCOMPARE(alone.cell(0, 4), QStringLiteral("448"));
    QCOMPARE(alone.cell(0, 5), QStringLiteral("NaN"));
    page.setNumber(500);
    QCOMPARE(alone.cell(0, 2), QStringLiteral("NaN"));
    QCOMPARE(alone.cell(4, 2), QStringLiteral("6"));
    page.setNumber(7);
    FormatsTable& blocks = page.small().blocks();
    QCOMPARE(blocks.cell(0, 0), QStringLiteral("MXFP8"));
    const int ocp = 5;
    QVERIFY2(blocks.cell(ocp, 3).contains("clipped"), qPrintable(blocks.cell(ocp, 3)));  // 7 / 1 beyond 6
    QVERIFY(!blocks.cell(ocp - 1, 3).contains("clipped"));                               // 7 / 2
    QVERIFY2(blocks.cell(ocp, 5).contains("flushed"), qPrintable(blocks.cell(ocp, 5)));
    QVERIFY(blocks.toText().contains("NVFP4"));
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::ScalerRecipeTest)
#include "scaler_recipe_test.moc"
