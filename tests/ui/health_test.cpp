// SPDX-License-Identifier: Apache-2.0
// What the Health page knows, on records made by hand: it must alarm where the norm is lost though nothing is flushed,
// and be quiet where a share is flushed that does not matter.
#include "ui/models/health.h"

#include <QTest>
#include <cmath>

#include "tests/ui/health_records.h"
#include "ui/models/layer_overrides.h"
#include "ui/pages/cell_words.h"
#include "ui/pages/underflow_estimate.h"

namespace mantissa::ui {

class HealthTest : public QObject {
    Q_OBJECT

  private slots:
    void sharesAddUpToOne();
    void starvedThoughNothingIsFlushed();
    void zeroByTheProcessorsProducts();
    void flushedButHealthy();
    void reluFlipsAreNoAlarm();
    void roundingIsNoMatterOfScale();
    void allZeroInFp32Too();
    void withoutAShadow();
    void aShadowOfAnotherFormatIsOver();
    void fp32NeedsNoShadow();
    void worstLayerFirst();
    void scaleIsLimitedByTheNetwork();
    void noScaleIsPromisedForTheForwardPass();
    void noScaleWhereItIsTheBest();
    void forwardInfNamesLayerAndStep();
    void forwardInfBetweenHistograms();
    void backwardInf();
    void ruinedWeights();
    void updates();
    void biasesStandBack();
    void scrubbing();
    void firstNonfiniteOfTheModel();
    void overrides();
    void brokenNumbers();
};

void HealthTest::sharesAddUpToOne() {
    run::Record r = frame(10);
    run::Histogram& h = gradientIn(r, "fc1.weight", {.zero = 300, .flushed = 100, .subnormal = 50});
    h.mutable_counts()->set_overflow(7);
    h.mutable_counts()->set_infinite(2);
    h.mutable_counts()->set_nan(1);
    shadowOf(h, 0.5, 0.8, 250);
    const HealthReport report = examine({r});
    const HealthCell& cell = *report.cell("fc1", run::ROLE_WEIGHT_GRADIENT);
    const HealthShares& s = cell.shares;
    QCOMPARE(s.zero + s.starved + s.flushed + s.subnormal + s.normal + s.overflow + s.nonfinite, 1.0);
    QCOMPARE(s.flushed, 0.1);
    QCOMPARE(s.starved, 0.15);  // 250 are zero here and not in FP32, 100 of them by this cast
    QCOMPARE(s.zero, 0.15);
    QCOMPARE(s.nonfinite, 0.003);
    QVERIFY(cell.broken());
    QCOMPARE(cell.state, HealthState::alarm);
}

void HealthTest::starvedThoughNothingIsFlushed() {
    run::Record r = frame(10);
    shadowOf(gradientIn(r, "fc1.weight", {.zero = 1000}), 1.0, 0.0, 1000, -34);
    shadowOf(gradientIn(r, "fc1.out", {.zero = 0, .flushed = 1000}, run::ROLE_ACTIVATION_GRADIENT), 1.0, 0.0, 1000,
             -30);
    shadowOf(gradientIn(r, "fc2.weight"), 0.0, 1.0, 0, -8);
    shadowOf(gradientIn(r, "fc2", {}, run::ROLE_ACTIVATION_GRADIENT), 0.0, 1.0, 0, -10);
    const HealthReport report = examine({r});
    const HealthCell& cell = *report.cell("fc1", run::ROLE_WEIGHT_GRADIENT);
    QCOMPARE(cell.flushedOfNonzero, 0.0);
    QCOMPARE(cell.shares.starved, 1.0);
    QCOMPARE(cell.normLost, 1.0);
    QCOMPARE(cell.state, HealthState::alarm);
    QVERIFY(cell.nothingLeft());
    QCOMPARE(cell.from, std::string("fc1"));
    QCOMPARE(cell.cure, HealthCure::scale);
    // fc2.weight reaches 1.5 * 2^-8 and overflows beyond 2^23; two bits stay free.
    QCOMPARE(cell.cureScale, 0x1p21);
    QVERIFY(cell.lostAfter < 0.001);
    QCOMPARE(report.cell("fc2", run::ROLE_WEIGHT_GRADIENT)->state, HealthState::well);
    const QString said = plain(healthSentence(cell, report, modelOf({r})));
    QVERIFY2(said.startsWith(QStringLiteral("100 % of this layer's gradient norm is lost")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("the incoming gradient is already zero")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("A scale of 2²¹ would keep nearly all")), qPrintable(said));
    QCOMPARE(plain(healthNote(cell)), QStringLiteral("100 % lost"));

    // Where only a part of it is zero, that is said.
    run::Record part = frame(10);
    shadowOf(gradientIn(part, "fc1.weight", {.zero = 300}), 0.6, 0.5, 300, -34);
    const HealthReport partly = examine({part});
    const QString share =
        plain(healthSentence(*partly.cell("fc1", run::ROLE_WEIGHT_GRADIENT), partly, modelOf({part})));
    QVERIFY2(share.contains(QStringLiteral("of the incoming gradient 30 % is already zero")), qPrintable(share));
}

void HealthTest::zeroByTheProcessorsProducts() {
    run::Record r = frame(10);
    run::Histogram& h = gradientIn(r, "fc1.weight", {.zero = 1000});
    shadowOf(h, 1.0, 0.0, 1000, -130);
    h.set_lost_in_product(23040);
    const HealthReport report = examine({r});
    const QString said = plain(healthSentence(*report.cell("fc1", run::ROLE_WEIGHT_GRADIENT), report, modelOf({r})));
    QVERIFY2(said.contains(QStringLiteral("040 of its numbers are zero because this processor's BF16")),
             qPrintable(said));
    QVERIFY2(!said.contains(QStringLiteral("already zero")), qPrintable(said));
}

void HealthTest::flushedButHealthy() {
    run::Record r = frame(10);
    run::Histogram& h = gradientIn(r, "fc3", {.zero = 0, .flushed = 460}, run::ROLE_ACTIVATION_GRADIENT);
    shadowOf(h, 0.0005, 0.999, 460);
    const HealthReport report = examine({r});
    const HealthCell& cell = *report.cell("fc3", run::ROLE_ACTIVATION_GRADIENT);
    QCOMPARE(cell.shares.flushed, 0.46);
    QCOMPARE(cell.state, HealthState::well);
    QCOMPARE(cell.cure, HealthCure::none);
    QVERIFY(report.rows.front().severity < kLostNoted);
    const QString said = plain(healthSentence(cell, report, modelOf({r})));
    QVERIFY2(said.startsWith(QStringLiteral("Healthy")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("46 % of its values are flushed, but")), qPrintable(said));
    QVERIFY(!healthGrid(report, modelOf({r})).rows.front().bars[2].alarm);
}

void HealthTest::reluFlipsAreNoAlarm() {
    run::Record r = frame(1);
    shadowOf(gradientIn(r, "fc2", {}, run::ROLE_ACTIVATION_GRADIENT), 0.057, 0.9984, 1, -10);
    const HealthReport report = examine({r});
    const HealthCell& cell = *report.cell("fc2", run::ROLE_ACTIVATION_GRADIENT);
    QCOMPARE(cell.state, HealthState::noted);
    QCOMPARE(cell.cure, HealthCure::forward);  // no gradient was out of range: no scale is proposed
    const QString said = plain(healthSentence(cell, report, modelOf({r})));
    QVERIFY2(said.contains(QStringLiteral("forward pass")), qPrintable(said));
    QVERIFY(!said.contains(QStringLiteral("A scale of")));
}

void HealthTest::roundingIsNoMatterOfScale() {
    run::Record r = frame(1);
    shadowOf(gradientIn(r, "fc2.weight"), 0.001, 0.9, 1, -10);
    const HealthReport report = examine({r});
    const HealthCell& cell = *report.cell("fc2", run::ROLE_WEIGHT_GRADIENT);
    QCOMPARE(cell.state, HealthState::alarm);
    QCOMPARE(cell.cure, HealthCure::rounding);
    QCOMPARE(plain(healthNote(cell)), QStringLiteral("cosine 0.9"));
    // The same with many subnormal numbers, which have fewer bits: a scale gives them back.
    run::Record s = frame(1);
    shadowOf(gradientIn(s, "fc2.weight", {.subnormal = 600}), 0.001, 0.9, 1, -20);
    QCOMPARE(examine({s}).cell("fc2", run::ROLE_WEIGHT_GRADIENT)->cure, HealthCure::scale);
}

void HealthTest::allZeroInFp32Too() {
    run::Record r = frame(10);
    gradientIn(r, "fc1.weight", {.zero = 1000});  // the engine gives no shadow to what is all zero in it
    shadowOf(gradientIn(r, "fc2.weight"), 0.0, 1.0, 0);
    const HealthReport report = examine({r});
    const HealthCell& cell = *report.cell("fc1", run::ROLE_WEIGHT_GRADIENT);
    QVERIFY(cell.zeroInFp32);
    QCOMPARE(cell.state, HealthState::well);
    QCOMPARE(cell.shares.zero, 1.0);
    QCOMPARE(plain(healthNote(cell)), QStringLiteral("all zero"));
    QVERIFY(healthSentence(cell, report, modelOf({r})).contains(QStringLiteral("in FP32 too")));
    // An empty tensor has no shares, and no alarm.
    run::Record empty = frame(10);
    gradientIn(empty, "fc1.weight").mutable_counts()->set_elements(0);
    empty.mutable_histograms()->mutable_histograms(0)->clear_bins();
    QVERIFY(examine({empty}).cell("fc1", run::ROLE_WEIGHT_GRADIENT)->state != HealthState::alarm);
}

void HealthTest::withoutAShadow() {
    run::Record r = frame(10);
    gradientIn(r, "fc1.weight", {.flushed = 900});
    const HealthReport report = examine({r});
    const HealthCell& cell = *report.cell("fc1", run::ROLE_WEIGHT_GRADIENT);
    QCOMPARE(cell.state, HealthState::unknown);
    QVERIFY(!report.shadows && !report.best);
    QCOMPARE(cell.cure, HealthCure::none);
    QCOMPARE(cell.severity(), 0.0);
    QCOMPARE(plain(healthNote(cell)), QStringLiteral("no estimate"));
    const QString said = plain(healthSentence(cell, report, modelOf({r})));
    QVERIFY2(said.contains(QStringLiteral("The norm lost cannot be estimated")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("90 %")), qPrintable(said));
    QVERIFY(std::isnan(healthGrid(report, modelOf({r})).rows.front().bars[3].normLost));
}

void HealthTest::aShadowOfAnotherFormatIsOver() {
    run::Record old = frame(10);
    shadowOf(gradientIn(old, "fc1.weight", {.zero = 1000}), 1.0, 0.0, 1000);
    run::Record now = frame(20);
    gradientIn(now, "fc1.weight").set_format("BF16");
    QCOMPARE(examine({old}).cell("fc1", run::ROLE_WEIGHT_GRADIENT)->state, HealthState::alarm);
    QCOMPARE(examine({old, now}).cell("fc1", run::ROLE_WEIGHT_GRADIENT)->state, HealthState::unknown);
    // Of the same format the last shadow stands until the next.
    run::Record same = frame(20);
    gradientIn(same, "fc1.weight");
    const HealthReport report = examine({old, same});
    QCOMPARE(report.cell("fc1", run::ROLE_WEIGHT_GRADIENT)->state, HealthState::alarm);
    QCOMPARE(report.cell("fc1", run::ROLE_WEIGHT_GRADIENT)->step, 20u);
    QCOMPARE(report.cell("fc1", run::ROLE_WEIGHT_GRADIENT)->shadowStep, 10u);
}

void HealthTest::fp32NeedsNoShadow() {
    run::Record r = frame(10);
    gradientIn(r, "fc1.weight").set_format("FP32");
    const HealthReport report = examine({r});
    QVERIFY(report.wide);
    QCOMPARE(report.cell("fc1", run::ROLE_WEIGHT_GRADIENT)->state, HealthState::well);
    QVERIFY(healthSentence(*report.cell("fc1", run::ROLE_WEIGHT_GRADIENT), report, modelOf({r}))
                .contains(QStringLiteral("Kept in FP32")));
}

void HealthTest::worstLayerFirst() {
    run::Record r = frame(10);
    shadowOf(gradientIn(r, "fc1.weight"), 0.30, 0.95, 10);
    shadowOf(gradientIn(r, "fc2.weight"), 0.80, 0.5, 10);
    shadowOf(gradientIn(r, "fc3.weight"), 0.302, 0.95, 10);
    const HealthReport report = examine({r});
    QCOMPARE(report.rows.size(), std::size_t{3});
    QCOMPARE(report.rows[0].layer, std::string("fc2"));
    QCOMPARE(report.rows[1].layer, std::string("fc1"));  // equal by whole percents: as in the network
    QCOMPARE(report.rows[2].layer, std::string("fc3"));
    QCOMPARE(report.rows[0].place, 1);
    // At a step that stands still, and after the end, they are in the order of what is shown.
    const HealthReport still = examine({r}, 10u);
    QCOMPARE(still.rows[1].layer, std::string("fc3"));
    QCOMPARE(examine({r, finished(12, run::RunFinished::COMPLETED)}).rows[1].layer, std::string("fc3"));
    // All lose from fc3 on, which is nearest the loss.
    for (const HealthRow& row : report.rows) QCOMPARE(row.cells[3].from, std::string("fc3"));
    QVERIFY(healthSentence(report.rows[1].cells[3], report, modelOf({r}))
                .contains(QStringLiteral("beginning in layer fc3")));
}

void HealthTest::scaleIsLimitedByTheNetwork() {
    run::Record r = frame(10);
    shadowOf(gradientIn(r, "fc1.weight", {.flushed = 900}), 0.98, 0.1, 900, -30);
    shadowOf(gradientIn(r, "fc2.weight"), 0.0, 1.0, 0, -3);
    const HealthReport report = examine({r});
    QCOMPARE(report.best, std::optional<int>(16));  // fc2 bears 2^18 now, and two bits stay free; alone fc1 2^45
    QCOMPARE(report.limitedBy, std::string("fc2.weight"));
    QCOMPARE(report.cell("fc1", run::ROLE_WEIGHT_GRADIENT)->cureScale, 0x1p16);
}

void HealthTest::noScaleIsPromisedForTheForwardPass() {
    // Everything is gone, but FP32's gradients are well within the range: activations were lost.
    run::Record r = frame(10);
    shadowOf(gradientIn(r, "fc1.weight", {.zero = 1000}), 1.0, 0.0, 1000, -8);
    const HealthReport report = examine({r});
    const HealthCell& cell = *report.cell("fc1", run::ROLE_WEIGHT_GRADIENT);
    QCOMPARE(cell.state, HealthState::alarm);
    QCOMPARE(cell.cure, HealthCure::forward);
}

void HealthTest::noScaleWhereItIsTheBest() {
    run::Record r = frame(10);
    shadowOf(gradientIn(r, "fc1.weight", {.flushed = 900}, run::ROLE_WEIGHT_GRADIENT, 0x1p4), 0.98, 0.1, 900, -32);
    shadowOf(gradientIn(r, "fc2.weight", {}, run::ROLE_WEIGHT_GRADIENT, 0x1p4), 0.0, 1.0, 0, 11);
    const HealthReport report = examine({r});
    QCOMPARE(report.best, std::optional<int>(2));
    const HealthCell& cell = *report.cell("fc1", run::ROLE_WEIGHT_GRADIENT);
    QCOMPARE(cell.cure, HealthCure::scaleFull);
    const QString said = plain(healthSentence(cell, report, modelOf({r})));
    QVERIFY2(said.contains(QStringLiteral("would make fc2.weight overflow: BF16 or FP32")), qPrintable(said));
}

void HealthTest::forwardInfNamesLayerAndStep() {
    run::Record r = frame(10);
    activationIn(r, "fc2").mutable_counts()->set_overflow(3);
    activationIn(r, "fc3").mutable_counts()->set_infinite(3);
    run::Histogram& h = gradientIn(r, "fc1.weight", {.zero = 0});
    h.mutable_counts()->set_nan(1000);
    shadowOf(h, 1.0, std::nan(""), 0, -30);
    shadowOf(gradientIn(r, "fc2.weight", {.flushed = 900}), 0.9, 0.1, 900, -30);
    const std::vector<run::Record> records{nonfinite(10, "fc2", run::ROLE_ACTIVATION), r};
    const HealthReport report = examine(records);
    QCOMPARE(report.broken, HealthBreak::forward);
    QCOMPARE(report.brokenLayer, std::string("fc2"));
    QCOMPARE(report.brokenStep, 10u);
    QCOMPARE(report.rows.front().layer, std::string("fc2"));  // where it began
    for (const HealthRow& row : report.rows) {
        for (const HealthCell& cell : row.cells) QVERIFY(cell.cure != HealthCure::scale);
    }
    const QString said =
        plain(healthSentence(*report.cell("fc1", run::ROLE_WEIGHT_GRADIENT), report, modelOf(records)));
    QVERIFY2(said.contains(QStringLiteral(
                 "in layer fc2 at step 10, where no loss scale can cure it. BF16 helps, or FP32 for fc2 ")),
             qPrintable(said));
    QCOMPARE(plain(healthNote(*report.cell("fc1", run::ROLE_WEIGHT_GRADIENT))), QStringLiteral("inf or NaN"));
    const RunModel model = modelOf(records);
    // Nor does Underflow advise a scale, whatever the shadow of what is NaN says.
    const HistogramAt* ruined = model.latestHistogram("fc1.weight", run::ROLE_WEIGHT_GRADIENT);
    const UnderflowEstimate estimate = estimateUnderflow(model, ruined->histogram, std::nullopt);
    QVERIFY(!estimate.known && !estimate.anyScale);
    QVERIFY2(estimate.missing.contains(QStringLiteral("no loss scale cures that")), qPrintable(estimate.missing));
    const QString first = plain(nonfiniteSentence(*model.firstNonfinite(), model));
    QVERIFY2(
        first.contains(QStringLiteral("layer fc2 at step 10")) && first.contains(QStringLiteral("BF16 helps, or FP32")),
        qPrintable(first));
    // An FP32 run knows the layer too, and has nowhere to go but down with its learning rate.
    run::Record started;
    started.mutable_started()->mutable_config()->set_precision(run::FP32);
    const RunModel wide = modelOf({started, nonfinite(10, "fc2", run::ROLE_ACTIVATION, false)});
    const QString diverged = plain(nonfiniteSentence(*wide.firstNonfinite(), wide));
    QVERIFY2(diverged.contains(QStringLiteral("layer fc2 at step 10")) &&
                 diverged.contains(QStringLiteral("lower learning rate")) && !diverged.contains(QStringLiteral("BF16")),
             qPrintable(diverged));
}

void HealthTest::forwardInfBetweenHistograms() {
    run::Record before = frame(10);
    shadowOf(gradientIn(before, "fc1.weight", {.flushed = 900}), 0.98, 0.1, 900, -30);
    shadowOf(gradientIn(before, "fc2.weight"), 0.0, 1.0, 0, -3);
    const run::Record inf = nonfinite(13, "fc2.out", run::ROLE_ACTIVATION);
    const HealthReport report = examine({before, inf});
    QCOMPARE(report.broken, HealthBreak::forward);
    QCOMPARE(report.brokenLayer, std::string("fc2"));
    QCOMPARE(report.brokenStep, 13u);
    const HealthCell& cell = *report.cell("fc1", run::ROLE_WEIGHT_GRADIENT);
    QCOMPARE(cell.cure, HealthCure::none);
    QVERIFY(healthSentence(cell, report, modelOf({before, inf})).contains(QStringLiteral("no loss scale can cure")));
    const QString spared = healthSentence(cell, report, modelOf({before, inf}));
    QVERIFY2(spared.contains("Other numbers of the run are inf or NaN."), qPrintable(spared));  // these are not
    // Looked at before it happened, and once histograms are finite again, the scale is proposed.
    QCOMPARE(examine({before, inf}, 12).cell("fc1", run::ROLE_WEIGHT_GRADIENT)->cure, HealthCure::scale);
    run::Record after = before;
    after.set_step(20);
    QCOMPARE(examine({before, inf, after}).cell("fc1", run::ROLE_WEIGHT_GRADIENT)->cure, HealthCure::scale);
    // In the softmax: no layer can be named.
    const std::vector<run::Record> softmax{before, nonfinite(13, "", run::ROLE_ACTIVATION)};
    const HealthReport nowhere = examine(softmax);
    QVERIFY(nowhere.brokenLayer.empty());
    QVERIFY(healthSentence(*nowhere.cell("fc1", run::ROLE_WEIGHT_GRADIENT), nowhere, modelOf(softmax))
                .contains(QStringLiteral("in the softmax or the loss")));
}

void HealthTest::backwardInf() {
    run::Record r = frame(10);
    gradientIn(r, "fc1.weight").mutable_counts()->set_overflow(5);
    activationIn(r, "fc1");
    const std::vector<run::Record> records{nonfinite(10, "fc1.weight", run::ROLE_WEIGHT_GRADIENT), r};
    const HealthReport report = examine(records);
    QCOMPARE(report.broken, HealthBreak::backward);
    const QString said =
        plain(healthSentence(*report.cell("fc1", run::ROLE_WEIGHT_GRADIENT), report, modelOf(records)));
    QVERIFY2(said.contains(QStringLiteral("65504")) && said.contains(QStringLiteral("backward pass")),
             qPrintable(said));
    const RunModel model = modelOf(records);
    QVERIFY(nonfiniteSentence(*model.firstNonfinite(), model).contains(QStringLiteral("step 10, in fc1.weight")));
}

void HealthTest::ruinedWeights() {
    run::Record r = frame(10);
    run::Histogram& h = gradientIn(r, "fc1.weight", {}, run::ROLE_WEIGHT);
    h.mutable_counts()->set_nan(1000);
    activationIn(r, "fc1").mutable_counts()->set_nan(1000);
    const HealthReport report = examine({r});
    QCOMPARE(report.broken, HealthBreak::weights);
    QVERIFY(healthSentence(*report.cell("fc1", run::ROLE_ACTIVATION), report, modelOf({r}))
                .contains(QStringLiteral("Only a new run helps")));
}

void HealthTest::updates() {
    const auto with = [](std::uint64_t lost) {
        run::Record r = frame(10);
        run::Histogram& h = gradientIn(r, "fc1.weight", {.zero = 200}, run::ROLE_UPDATE);
        h.set_format("BF16");
        h.mutable_updates()->set_format("BF16");
        h.mutable_updates()->set_nonzero(800);
        h.mutable_updates()->set_lost(lost);
        h.mutable_updates()->set_lost_with_master(16);
        return r;
    };
    const HealthReport stalls = examine({with(760)});
    const HealthCell& cell = *stalls.cell("fc1", run::ROLE_UPDATE);
    QCOMPARE(cell.state, HealthState::alarm);
    QCOMPARE(cell.shares.flushed, 0.76);
    QCOMPARE(cell.shares.normal, 0.04);
    QCOMPARE(cell.flushedOfNonzero, 0.95);
    const QString said = plain(healthSentence(cell, stalls, modelOf({with(760)})));
    QVERIFY2(said.contains(QStringLiteral("95 %")) && said.contains(QStringLiteral("master weights it would be 2.0 %")),
             qPrintable(said));
    QCOMPARE(examine({with(480)}).cell("fc1", run::ROLE_UPDATE)->state, HealthState::well);  // FP16 learns with 60 %
    run::Record started;
    started.mutable_started()->mutable_config()->set_stochastic_rounding(true);
    const std::vector<run::Record> dice{started, with(760)};
    const HealthReport report = examine(dice);
    QCOMPARE(report.cell("fc1", run::ROLE_UPDATE)->state, HealthState::well);
    const QString random = plain(healthSentence(*report.cell("fc1", run::ROLE_UPDATE), report, modelOf(dice)));
    QVERIFY2(random.contains(QStringLiteral("95 %")) && random.contains(QStringLiteral("that is normal")),
             qPrintable(random));
}

void HealthTest::biasesStandBack() {
    run::Record r = frame(10);
    shadowOf(gradientIn(r, "fc1.bias"), 0.9, 0.1, 900);
    shadowOf(gradientIn(r, "fc1.weight"), 0.001, 0.9999, 1);
    QCOMPARE(examine({r}).cell("fc1", run::ROLE_WEIGHT_GRADIENT)->tensor, std::string("fc1.weight"));
    r.mutable_histograms()->mutable_histograms(0)->mutable_counts()->set_infinite(1);
    QCOMPARE(examine({r}).cell("fc1", run::ROLE_WEIGHT_GRADIENT)->tensor, std::string("fc1.bias"));
    r.mutable_histograms()->mutable_histograms(1)->mutable_counts()->set_infinite(1);
    QCOMPARE(examine({r}).cell("fc1", run::ROLE_WEIGHT_GRADIENT)->tensor, std::string("fc1.weight"));
    // Of the tensors of one role the worst is shown.
    run::Record two = frame(10);
    shadowOf(gradientIn(two, "fc1", {}, run::ROLE_ACTIVATION_GRADIENT), 0.2, 0.9, 10);
    shadowOf(gradientIn(two, "fc1.out", {}, run::ROLE_ACTIVATION_GRADIENT), 0.4, 0.9, 10);
    QCOMPARE(examine({two}).cell("fc1", run::ROLE_ACTIVATION_GRADIENT)->tensor, std::string("fc1.out"));
}

void HealthTest::scrubbing() {
    std::vector<run::Record> records;
    for (std::uint32_t i = 1; i <= 5; ++i) {
        run::Record r = frame(10 * i);
        shadowOf(gradientIn(r, "fc1.weight"), 0.1 * i, 0.9, 10);
        records.push_back(r);
    }
    QCOMPARE(examine(records).cell("fc1", run::ROLE_WEIGHT_GRADIENT)->normLost, 0.5);
    QCOMPARE(examine(records, 35).cell("fc1", run::ROLE_WEIGHT_GRADIENT)->normLost, 0.3);
    QCOMPARE(examine(records, 35).cell("fc1", run::ROLE_WEIGHT_GRADIENT)->step, 30u);
    QVERIFY(examine(records, 5).rows.empty());
}

void HealthTest::firstNonfiniteOfTheModel() {
    const RunModel none = modelOf({nonfinite(1, "", run::ROLE_UNSET, false)});
    QVERIFY(!none.firstNonfinite() && !none.firstForwardNonfinite());
    const RunModel run = modelOf({nonfinite(9, "fc2", run::ROLE_ACTIVATION), nonfinite(12, "fc1", run::ROLE_ACTIVATION),
                                  nonfinite(4, "fc3.weight", run::ROLE_WEIGHT_GRADIENT)});
    QCOMPARE(run.firstNonfinite()->step, 4u);  // records may come late
    QCOMPARE(run.firstNonfinite()->role, run::ROLE_WEIGHT_GRADIENT);
    QVERIFY(run.firstNonfinite()->skipped);
    QCOMPARE(run.firstForwardNonfinite()->step, 9u);
    QCOMPARE(run.firstForwardNonfinite()->tensor, std::string("fc2"));
    QCOMPARE(run.skips().size(), std::size_t{3});
    QCOMPARE(run.skips()[1].tensor, std::string("fc2"));
    QCOMPARE(run.skips()[1].role, run::ROLE_ACTIVATION);
    // Records that do not say where: the skip's cause, or the loss.
    run::Record old = nonfinite(7, "", run::ROLE_UNSET);
    old.mutable_step_done()->set_skip_cause("fc1.weight");
    QCOMPARE(modelOf({old}).firstNonfinite()->tensor, std::string("fc1.weight"));
    run::Record loss = nonfinite(8, "", run::ROLE_UNSET, false);
    loss.mutable_step_done()->set_loss(std::numeric_limits<float>::infinity());
    QCOMPARE(modelOf({loss}).firstNonfinite()->step, 8u);
}

void HealthTest::overrides() {
    RunModel run = modelOf({started(kRun, run::FP16)});
    run::RunConfig change = layerChange(run, "fc1", run::FP32);
    QCOMPARE(change.layer_overrides_size(), 1);
    QCOMPARE(change.layer_overrides(0).layer(), std::string("fc1"));
    run::RunConfig rest = change;
    rest.clear_layer_overrides();
    QVERIFY(rest.SerializeAsString().empty());  // nothing else
    const auto apply = [&run](const run::RunConfig& taken, std::uint32_t step) {
        run::Record r = eventAt(step, run::EventRecord::CHANGED, "layers");
        *r.mutable_event()->mutable_change() = taken;
        run.apply(r);
    };
    apply(change, 1);
    QCOMPARE(layerPrecision(run.currentConfig(), "fc1"), run::FP32);
    QCOMPARE(layerPrecision(run.currentConfig(), "fc2"), run::PRECISION_UNSET);
    change = layerChange(run, "fc2", run::BF16);  // the whole list, since a list replaces a list
    QCOMPARE(change.layer_overrides_size(), 2);
    apply(change, 2);
    change = layerChange(run, "fc1", run::PRECISION_UNSET);
    QCOMPARE(change.layer_overrides_size(), 1);
    QCOMPARE(change.layer_overrides(0).layer(), std::string("fc2"));
    apply(change, 3);
    change = layerChange(run, "fc2", run::PRECISION_UNSET);  // an empty list would change nothing
    QCOMPARE(change.layer_overrides_size(), 1);
    QCOMPARE(change.layer_overrides(0).precision(), run::PRECISION_UNSET);
    apply(change, 4);
    QCOMPARE(run.currentConfig().layer_overrides_size(), 0);
    QCOMPARE(layerPrecision(run.currentConfig(), "fc2"), run::PRECISION_UNSET);
}

void HealthTest::brokenNumbers() {
    // A record of another program: it must not crash and must not pass for well.
    run::Record r = frame(10);
    run::Histogram& h = gradientIn(r, "fc1.weight");
    shadowOf(h, 0.0, std::nan(""), 2000);
    h.mutable_shadow()->set_norm_lost(std::nan(""));
    h.mutable_shadow()->set_first_bin(2000000000);
    h.set_norm(std::numeric_limits<double>::infinity());
    h.set_scale(-1);
    h.set_format("FP99");
    QCOMPARE(examine({r}).cell("fc1", run::ROLE_WEIGHT_GRADIENT)->state, HealthState::alarm);
    QVERIFY(examine({frame(1)}).rows.empty());
    QVERIFY(healthOf(RunModel("x"), std::nullopt).rows.empty());
}

}  // namespace mantissa::ui

QTEST_GUILESS_MAIN(mantissa::ui::HealthTest)
#include "health_test.moc"
