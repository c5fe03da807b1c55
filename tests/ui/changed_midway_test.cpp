// SPDX-License-Identifier: Apache-2.0
// What a person changes while a run trains does not rewrite what came before: why an inf arose, what a shadow of
// another format or of a lower scale said, how long the run is, what set its scale. And a ghost keeps its settings.
#include <QTest>
#include <cmath>

#include "tests/ui/health_records.h"
#include "ui/charts/format_text.h"
#include "ui/models/race_model.h"
#include "ui/models/scale_story.h"
#include "ui/pages/cell_words.h"
#include "ui/pages/histogram_records.h"
#include "ui/pages/live_numbers.h"
#include "ui/pages/underflow_estimate.h"

namespace mantissa::ui {

namespace {

using Records = std::vector<run::Record>;

run::Record changeAt(std::uint32_t step, const run::RunConfig& change) {
    run::Record made = eventAt(step, run::EventRecord::CHANGED, "precision: FP16 → BF16");
    *made.mutable_event()->mutable_change() = change;
    return made;
}

run::RunConfig precisionOf(run::Precision precision) {
    run::RunConfig change;
    change.set_precision(precision);
    return change;
}

/// Its weight gradients in fc1 lost nearly everything at this scale.
run::Record lossy(std::uint32_t step, float scale) {
    run::Record r = frame(step);
    shadowOf(gradientIn(r, "fc1.weight", {.flushed = 900}, run::ROLE_WEIGHT_GRADIENT, scale), 1.0, 0.1, 900, -30);
    shadowOf(gradientIn(r, "fc2.weight", {}, run::ROLE_WEIGHT_GRADIENT, scale), 0.0, 1.0, 0, -3);
    return r;
}

/// The same without shadows, in this format.
run::Record bare(std::uint32_t step, float scale, const char* format = "FP16") {
    run::Record r = frame(step);
    gradientIn(r, "fc1.weight", {}, run::ROLE_WEIGHT_GRADIENT, scale).set_format(format);
    gradientIn(r, "fc2.weight", {}, run::ROLE_WEIGHT_GRADIENT, scale).set_format(format);
    return r;
}

UnderflowEstimate estimateOf(const RunModel& model) {
    return estimateUnderflow(model, model.latestHistogram("fc1.weight", run::ROLE_WEIGHT_GRADIENT)->histogram, {});
}

}  // namespace

class ChangedMidwayTest : public QObject {
    Q_OBJECT

  private slots:
    void whyAnInfAroseStays();
    void aNarrowSumIsCuredByAWideOne();
    void weightsThatNoHistogramHasShownRuined();
    void aScaleThatHasRisenSince();
    void aShadowOfAnotherFormatGivesNoEstimate();
    void theEstimateKnowsTheShadowsScale();
    void theLengthOfARun();
    void theLengthOfAFork();
    void theSumsOfAForkThatHasEnded();
    void aScaleSetBack();
    void aScaleThatFellToZero();
    void aGhostKeepsItsSettings();
    void whyThereIsNoHistogram();
    void theSpeedIsEmulatedWhileItIs();
};

void ChangedMidwayTest::whyAnInfAroseStays() {
    const run::Record inf = nonfinite(33, "fc3", run::ROLE_ACTIVATION);
    const auto said = [](const Records& records) {
        const RunModel model = modelOf(records);
        return plain(nonfiniteSentence(*model.firstNonfinite(), model));
    };
    const QString before = said({started(), inf});
    QVERIFY2(before.contains(QStringLiteral("BF16 helps, or FP32 for fc3 and for what overflows after it")),
             qPrintable(before));
    QCOMPARE(said({started(), inf, changeAt(33, precisionOf(run::BF16))}), before);
    QCOMPARE(said({started(), inf, changeAt(40, precisionOf(run::FP32))}), before);
    // A change that was told at step 32 made step 33.
    QVERIFY(said({started(), changeAt(32, precisionOf(run::BF16)), inf}).contains(QStringLiteral("diverged")));
    const QString wide = said({started(kRun, run::BF16), inf});
    QVERIFY2(wide.contains(QStringLiteral("the training diverged")), qPrintable(wide));
    QCOMPARE(said({started(kRun, run::BF16), inf, changeAt(34, precisionOf(run::FP16))}), wide);
}

void ChangedMidwayTest::aNarrowSumIsCuredByAWideOne() {
    const auto said = [](run::Precision precision, run::Reduction reduction) {
        run::Record begin = started(kRun, precision);
        begin.mutable_started()->mutable_config()->set_reduction(reduction);
        const RunModel model = modelOf({begin, nonfinite(3, "", run::ROLE_ACTIVATION)});
        return plain(nonfiniteSentence(*model.firstNonfinite(), model));
    };
    QVERIFY(said(run::BF16, run::REDUCE_16BIT_NO_MAX).endsWith(QStringLiteral("A reduction in FP32 helps.")));
    QVERIFY(said(run::FP16, run::REDUCE_16BIT_NO_MAX).endsWith(QStringLiteral("BF16 or a reduction in FP32 helps.")));
    QVERIFY(said(run::FP16, run::REDUCE_FP32).endsWith(QStringLiteral(" BF16 helps.")));
    QVERIFY(said(run::BF16, run::REDUCE_FP32).contains(QStringLiteral("diverged")));
    QVERIFY(said(run::FP32, run::REDUCE_16BIT_NO_MAX).contains(QStringLiteral("diverged")));
}

void ChangedMidwayTest::weightsThatNoHistogramHasShownRuined() {
    const Records records{started(), bare(40, 1), nonfinite(42, "fc2.weight", run::ROLE_WEIGHT_GRADIENT, false),
                          nonfinite(43, "fc1", run::ROLE_ACTIVATION, false)};
    const HealthReport report = examine(records);
    QCOMPARE(report.broken, HealthBreak::weights);
    QCOMPARE(report.brokenStep, 42u);
    QCOMPARE(report.brokenLayer, std::string("fc2"));
    // Skipped, it spared the weights: what the forward pass did later is its own doing.
    const Records spared{started(), bare(40, 1), nonfinite(42, "fc2.weight", run::ROLE_WEIGHT_GRADIENT),
                         nonfinite(43, "fc1", run::ROLE_ACTIVATION)};
    QCOMPARE(examine(spared).broken, HealthBreak::forward);
    QCOMPARE(examine(spared).brokenLayer, std::string("fc1"));
}

void ChangedMidwayTest::aScaleThatHasRisenSince() {
    const HealthReport then = examine({started(), lossy(10, 1)});
    const HealthCell& ill = *then.cell("fc1", run::ROLE_WEIGHT_GRADIENT);
    QCOMPARE(ill.cure, HealthCure::scale);
    QVERIFY(ill.explained > 0.9);
    // The best scale was set; the next histograms have no shadow yet.
    run::Record begin = started();
    begin.mutable_started()->mutable_config()->set_shadow_interval(10);
    Records risen{begin, lossy(10, 1), bare(20, static_cast<float>(ill.cureScale))};
    const HealthReport now = examine(risen);
    const HealthCell& cell = *now.cell("fc1", run::ROLE_WEIGHT_GRADIENT);
    QVERIFY(cell.explained > 0.9);  // by the scale of then
    QCOMPARE(cell.cure, HealthCure::awaited);
    const QString said = plain(healthSentence(cell, now, modelOf(risen)));
    QVERIFY2(said.contains(QStringLiteral("the next shadow will show it")), qPrintable(said));
    QVERIFY2(!said.contains(QStringLiteral("forward pass")), qPrintable(said));
    risen.push_back(finished(20, run::RunFinished::STOPPED));
    QVERIFY(!healthSentence(cell, now, modelOf(risen)).contains(QStringLiteral("next shadow")));
    // Not enough: the best is still to be had.
    const HealthReport little = examine({started(), lossy(10, 1), bare(20, 2)});
    QCOMPARE(little.cell("fc1", run::ROLE_WEIGHT_GRADIENT)->cure, HealthCure::scale);
}

void ChangedMidwayTest::aShadowOfAnotherFormatGivesNoEstimate() {
    const UnderflowEstimate before = estimateOf(modelOf({started(), lossy(10, 1), bare(20, 1)}));
    QVERIFY(before.known && before.best);
    const UnderflowEstimate after =
        estimateOf(modelOf({started(), lossy(10, 1), changeAt(12, precisionOf(run::FP32)), bare(20, 1, "FP32")}));
    QVERIFY(!after.known);
    QVERIFY(!after.best);
    QCOMPARE(shadowSentence(after), QString());
    QCOMPARE(after.missing, QStringLiteral("no estimate: there is no shadow of this format yet"));
}

void ChangedMidwayTest::theEstimateKnowsTheShadowsScale() {
    // Flushed by its own cast at scale 1; at 2^20 it would not be, but that is not what the shadow saw.
    const UnderflowEstimate estimate = estimateOf(modelOf({started(), lossy(10, 1), bare(20, 0x1p20f)}));
    QVERIFY(estimate.known);
    QCOMPARE(estimate.shadowScale, 1.0);
    QCOMPARE(estimate.scale, 0x1p20);
    QVERIFY2(!shadowSentence(estimate).contains(QStringLiteral("layers behind it")),
             qPrintable(shadowSentence(estimate)));
}

void ChangedMidwayTest::theLengthOfARun() {
    run::Record begin = started();
    begin.mutable_started()->mutable_config()->set_steps(-1);
    Records records{begin};
    for (std::uint32_t i = 1; i <= 50; ++i) records.push_back(step(i));
    QCOMPARE(modelOf(records).totalSteps(), 400u);
    run::RunConfig longer;
    longer.set_epochs(8);
    records.push_back(changeAt(50, longer));
    QCOMPARE(modelOf(records).totalSteps(), 800u);
    const RunModel model = modelOf(records);
    QVERIFY2(liveNumbers(&model)[1].value.endsWith(QStringLiteral("of 8")), qPrintable(liveNumbers(&model)[1].value));
    QCOMPARE(scaleGrowth(model, {}).left, 750u);
    run::RunConfig counted;
    counted.set_steps(60);
    records.push_back(changeAt(50, counted));
    QCOMPARE(modelOf(records).totalSteps(), 60u);
}

void ChangedMidwayTest::theLengthOfAFork() {
    run::Record begin = started();
    begin.mutable_started()->mutable_config()->set_steps(-1);
    begin.mutable_started()->mutable_identity()->set_fork_step(250);  // of epochs of 100
    Records records{begin};
    for (std::uint32_t i = 251; i <= 260; ++i) records.push_back(step(i));
    QCOMPARE(modelOf(records).epoch(), 2.6);
    QCOMPARE(modelOf(records).totalSteps(), 400u);
    for (std::uint32_t i = 261; i <= 300; ++i) records.push_back(step(i));
    records.push_back(eventAt(300, run::EventRecord::EPOCH));
    for (std::uint32_t i = 301; i <= 310; ++i) records.push_back(step(i));
    QCOMPARE(modelOf(records).epoch(), 3.1);
    run::RunConfig longer;
    longer.set_epochs(8);
    records.push_back(changeAt(310, longer));
    QCOMPARE(modelOf(records).totalSteps(), 800u);
}

/// Its own records have no step before the fork; how it ended counts them as well, which is what its report has.
void ChangedMidwayTest::theSumsOfAForkThatHasEnded() {
    run::Record begin = started();
    begin.mutable_started()->mutable_identity()->set_fork_step(250);
    Records records{begin, step(251), step(252)};  // 8 of 100 are flushed in each
    const RunModel training = modelOf(records);
    const LiveNumber before = liveNumbers(&training)[8];
    QCOMPARE(before.value, percentText(0.08));
    QVERIFY2(before.tip.contains(QStringLiteral("since step 250")), qPrintable(before.tip));
    const LiveNumber skipped = liveNumbers(&training)[5];
    QCOMPARE(skipped.caption, QString("skipped since step 250"));
    QVERIFY2(skipped.tip.contains(QStringLiteral("Counted since step 250")), qPrintable(skipped.tip));
    run::Record end = finished(252, run::RunFinished::COMPLETED);
    end.mutable_finished()->set_flushed_share(0.5f);
    end.mutable_finished()->set_images_per_second(4321);
    end.mutable_finished()->set_skipped_steps(63);
    records.push_back(end);
    const RunModel ended = modelOf(records);
    const std::vector<LiveNumber> numbers = liveNumbers(&ended);
    QCOMPARE(numbers[8].value, percentText(0.5));
    QVERIFY2(numbers[8].tip.contains(QStringLiteral("Weight gradients: ") + percentText(0.5)) &&
                 !numbers[8].tip.contains(QStringLiteral("since step")),
             qPrintable(numbers[8].tip));
    QCOMPARE(numbers[6].value, countText(4321));
    QCOMPARE(numbers[5].value, QStringLiteral("63"));
    QVERIFY2(numbers[5].tip.contains(percentText(0.25)), qPrintable(numbers[5].tip));
    QCOMPARE(raceRow(ended).skipped, std::uint64_t{63});
}

void ChangedMidwayTest::aScaleSetBack() {
    const Records records{started(), step(1), step(2),
                          eventAt(2, run::EventRecord::CHANGED, "loss_scale: back to 65536"), step(3)};
    const std::vector<ScaleMove> moves = scaleMoves(modelOf(records));
    QCOMPARE(moves.size(), std::size_t{1});
    QCOMPARE(moves[0].kind, ScaleMove::Kind::set);
    QCOMPARE(moves[0].step, 2u);
}

void ChangedMidwayTest::aScaleThatFellToZero() {
    const HealthReport report = examine({started(), bare(200, 0)});
    const QString title = plain(healthTitle(*report.cell("fc1", run::ROLE_WEIGHT_GRADIENT)));
    QVERIFY2(title.endsWith(QStringLiteral("loss scale 0")), qPrintable(title));
}

void ChangedMidwayTest::aGhostKeepsItsSettings() {
    run::Record begin = started();
    begin.mutable_started()->mutable_identity()->set_ghost(true);
    const UnderflowEstimate ghost = estimateOf(modelOf({begin, lossy(10, 1)}));
    QVERIFY(ghost.ghost && !ghost.live);
    QVERIFY(previewSentence(ghost, 3).contains(QStringLiteral("a ghost keeps its settings")));
    const UnderflowEstimate own = estimateOf(modelOf({started(), lossy(10, 1)}));
    QVERIFY(own.live && !own.ghost);
    // Adopted, it is the run.
    const UnderflowEstimate adopted =
        estimateOf(modelOf({begin, lossy(10, 1), eventAt(11, run::EventRecord::ADOPTED)}));
    QVERIFY(adopted.live && !adopted.ghost);
}

void ChangedMidwayTest::whyThereIsNoHistogram() {
    QVERIFY(missingHistogramText(nullptr).contains(QStringLiteral("after a few steps")));
    const RunModel young = modelOf({started(), step(1)});
    QVERIFY(missingHistogramText(&young).contains(QStringLiteral("after a few steps")));
    const RunModel over = modelOf({started(), step(1), finished(1, run::RunFinished::STOPPED)});
    QVERIFY(missingHistogramText(&over).contains(QStringLiteral("ended before")));
    run::Record begin = started();
    begin.mutable_started()->mutable_config()->set_histogram_interval(0);
    const RunModel without = modelOf({begin, step(1)});
    QVERIFY(missingHistogramText(&without).contains(QStringLiteral("interval is 0")));
    const RunModel looked = modelOf({started(), bare(10, 1), finished(12, run::RunFinished::STOPPED)});  // at step 3
    QVERIFY(missingHistogramText(&looked).contains(QStringLiteral("up to this step")));
}

void ChangedMidwayTest::theSpeedIsEmulatedWhileItIs() {
    const auto caption = [](bool begun, std::optional<bool> then) {
        run::Record begin = started(kRun, run::FP16);
        begin.mutable_started()->set_emulated(begun);
        Records records{begin, step(1)};
        if (then) {
            records.push_back(changeAt(1, precisionOf(run::FP32)));
            records.back().mutable_event()->set_emulated(*then);
        }
        const RunModel run = modelOf(records);
        return liveNumbers(&run)[6].caption;
    };
    const QString emulated("images/s (emulated)"), native("images/s, latest");
    QCOMPARE(caption(true, std::nullopt), emulated);
    QCOMPARE(caption(true, false), native);
    QCOMPARE(caption(false, std::nullopt), native);
    QCOMPARE(caption(false, true), emulated);
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::ChangedMidwayTest)
#include "changed_midway_test.moc"
