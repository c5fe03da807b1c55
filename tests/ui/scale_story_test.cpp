// SPDX-License-Identifier: Apache-2.0
// The loss scale's story from records made by hand: what moved it, when it grows, headroom, what skips cost.
#include "ui/models/scale_story.h"

#include <QTest>
#include <cmath>
#include <limits>

#include "tests/ui/live_records.h"
#include "ui/models/run_model.h"

namespace mantissa::ui {

namespace {

/// A run of `total` steps with dynamic scaling from 65536, growing after `interval` steps.
run::Record dynamicRun(std::uint32_t interval, std::uint32_t total = 400) {
    run::Record r = started("A", run::FP16);
    run::RunConfig& config = *r.mutable_started()->mutable_config();
    config.set_loss_scale(65536);
    config.set_growth_interval(interval);
    config.set_steps(total);
    r.mutable_started()->set_total_steps(total);
    return r;
}

run::Record stepAt(std::uint32_t number, float scale, std::uint32_t tracker, std::uint32_t batch = 256) {
    run::Record r = step("A", number, 1, 0.5f, scale);
    r.mutable_step_done()->set_growth_tracker(tracker);
    r.mutable_step_done()->set_batch(batch);
    return r;
}

run::Record skippedAt(std::uint32_t number, float scale, std::uint32_t batch = 256) {
    run::Record r = stepAt(number, scale, 0, batch);
    r.mutable_step_done()->set_skipped(true);
    r.mutable_step_done()->set_skip_cause("conv2.weight");
    r.mutable_step_done()->set_skip_values(3);
    return r;
}

run::Record changed(std::uint32_t number, const run::RunConfig& change) {
    run::Record r = eventAt("A", number, run::EventRecord::CHANGED, "a switch");
    *r.mutable_event()->mutable_change() = change;
    return r;
}

run::Record ended(std::uint32_t number) {
    run::Record r = record("A", number);
    r.mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
    return r;
}

run::Histogram& addGradient(run::Record& r, const std::string& tensor, const std::string& layer, run::Role role,
                            float largest, const std::string& format = "FP16") {
    run::Histogram& h = *r.mutable_histograms()->add_histograms();
    h.set_tensor(tensor);
    h.set_layer(layer);
    h.set_role(role);
    h.set_format(format);
    h.set_scale(1024);
    h.set_largest(largest);
    h.set_first_bin(0);
    h.add_bins(10);
    h.mutable_counts()->set_elements(10);
    return h;
}

RunModel fed(const Records& records) {
    RunModel run("A");
    for (const run::Record& r : records) run.apply(r);
    return run;
}

using Kind = ScaleMove::Kind;
using Growth = ScaleGrowth::Kind;

}  // namespace

class ScaleStoryTest : public QObject {
    Q_OBJECT

  private slots:
    void movesTellTheirCause() {
        const RunModel run = fed({dynamicRun(2), stepAt(1, 65536, 1), skippedAt(2, 65536, 200),
                                  eventAt("A", 2, run::EventRecord::SCALE_DOWN,
                                          "inf or NaN in conv2.weight, 3 values, update skipped, 65536 → 32768"),
                                  stepAt(3, 32768, 1), stepAt(4, 32768, 0),
                                  eventAt("A", 4, run::EventRecord::SCALE_UP, "loss scale grows, 32768 → 65536"),
                                  stepAt(5, 65536, 1), skippedAt(6, 65536)});
        const std::vector<ScaleMove> moves = scaleMoves(run);
        QCOMPARE(moves.size(), std::size_t{3});
        QVERIFY(moves[0].kind == Kind::down);
        QCOMPARE(moves[0].step, 2u);
        QCOMPARE(english(moves[0].text),
                 std::string("inf or NaN in conv2.weight, 3 values, update skipped, 65536 → 32768"));
        QCOMPARE(moves[0].cause, std::string("conv2.weight"));
        QCOMPARE(moves[0].values, std::uint64_t{3});
        QCOMPARE(moves[0].images, 200u);
        QCOMPARE(moves[0].scale, 65536.0);
        QVERIFY(moves[1].kind == Kind::up);
        QCOMPARE(moves[1].step, 4u);
        // The last step has none after it: the scaler's rule tells that it will be halved.
        QVERIFY(moves[2].kind == Kind::down);
        QVERIFY(moves[2].text.empty());
    }

    void aSkipThatMovesNothing() {
        run::Record fixed = dynamicRun(2);
        fixed.mutable_started()->mutable_config()->set_scaling(run::STATIC);
        const RunModel run =
            fed({fixed, skippedAt(1, 65536),
                 eventAt("A", 1, run::EventRecord::SKIPPED, "inf or NaN in fc1.weight, update skipped"),
                 stepAt(2, 65536, 0), skippedAt(3, 65536)});
        const std::vector<ScaleMove> moves = scaleMoves(run);
        QCOMPARE(english(moves[0].text), std::string("inf or NaN in fc1.weight, update skipped"));
        QCOMPARE(moves.size(), std::size_t{2});
        QVERIFY(moves[0].kind == Kind::skip);
        QVERIFY(moves[1].kind == Kind::skip);
        // At its floor a dynamic scale stays, too.
        run::Record floor = dynamicRun(2);
        floor.mutable_started()->mutable_config()->set_min_scale(64);
        const RunModel low = fed({floor, skippedAt(1, 64)});
        QVERIFY(scaleMoves(low).front().kind == Kind::skip);
        const RunModel above = fed({floor, skippedAt(1, 128)});
        QVERIFY(scaleMoves(above).front().kind == Kind::down);
    }

    void aPersonsChangeIsAMove() {
        run::RunConfig scale;
        scale.set_loss_scale(1024);
        run::RunConfig rate;
        rate.set_lr(0.1);
        const RunModel run = fed({dynamicRun(10), stepAt(1, 65536, 1), changed(1, scale), changed(2, rate)});
        const std::vector<ScaleMove> moves = scaleMoves(run);
        QCOMPARE(moves.size(), std::size_t{1});
        QVERIFY(moves[0].kind == Kind::set);
        QCOMPARE(english(moves[0].text), std::string("a switch"));
    }

    void countsDownToTheGrowth() {
        const RunModel run = fed({dynamicRun(100, 400), stepAt(1, 65536, 1), stepAt(50, 65536, 50)});
        ScaleGrowth growth = scaleGrowth(run, std::nullopt);
        QVERIFY(growth.kind == Growth::counting);
        QCOMPARE(growth.remaining, 50u);
        QCOMPARE(growth.interval, 100u);
        QCOMPARE(growth.tracker, 50u);
        QCOMPARE(growth.left, 350u);
        QCOMPARE(growth.scale, 65536.0);
        // As of an earlier step.
        growth = scaleGrowth(run, 20);
        QCOMPARE(growth.step, 1u);
        QCOMPARE(growth.remaining, 99u);
    }

    void theRunMayEndBefore() {
        // The recipe's 306 steps never reach 2000.
        const RunModel run = fed({dynamicRun(2000, 306), stepAt(100, 65536, 100)});
        const ScaleGrowth growth = scaleGrowth(run, std::nullopt);
        QVERIFY(growth.kind == Growth::too_late);
        QCOMPARE(growth.remaining, 1900u);
        QCOMPARE(growth.left, 206u);
        QVERIFY(!growth.ended);
        // On its last step it still grows.
        QVERIFY(scaleGrowth(fed({dynamicRun(306, 306), stepAt(100, 65536, 100)}), {}).kind == Growth::counting);
        QVERIFY(scaleGrowth(fed({dynamicRun(307, 306), stepAt(100, 65536, 100)}), {}).kind == Growth::too_late);
        // A run that has ended counts to its end, not to its plan.
        const RunModel stopped = fed({dynamicRun(150, 400), stepAt(100, 65536, 100), ended(100)});
        const ScaleGrowth last = scaleGrowth(stopped, std::nullopt);
        QVERIFY(last.kind == Growth::too_late);
        QVERIFY(last.ended);
        QCOMPARE(last.left, 0u);
        // The default interval is that of GradScaler.
        run::Record plain = dynamicRun(1);
        plain.mutable_started()->mutable_config()->clear_growth_interval();
        QCOMPARE(scaleGrowth(fed({plain, stepAt(1, 65536, 1)}), {}).interval, 2000u);
    }

    void noCountdownWithoutDynamicScaling() {
        run::Record none = dynamicRun(10);
        none.mutable_started()->mutable_config()->set_scaling(run::NONE);
        QVERIFY(scaleGrowth(fed({none, stepAt(1, 1, 0)}), {}).kind == Growth::none);
        none.mutable_started()->mutable_config()->set_scaling(run::STATIC);
        QVERIFY(scaleGrowth(fed({none, stepAt(1, 1024, 0)}), {}).kind == Growth::fixed);
        QVERIFY(scaleGrowth(fed({dynamicRun(10)}), {}).kind == Growth::unknown);
        QVERIFY(scaleGrowth(RunModel("A"), {}).kind == Growth::unknown);
    }

    void aCeilingEndsTheGrowth() {
        run::Record capped = dynamicRun(10);
        capped.mutable_started()->mutable_config()->set_max_scale(65536);
        QVERIFY(scaleGrowth(fed({capped, stepAt(1, 65536, 1)}), {}).kind == Growth::capped);
        QVERIFY(scaleGrowth(fed({capped, stepAt(1, 32768, 1)}), {}).kind == Growth::counting);
        QVERIFY(scaleGrowth(fed({capped, skippedAt(1, 0)}), {}).kind == Growth::vanished);
        // FP32 cannot hold the next power of two.
        QVERIFY(scaleGrowth(fed({dynamicRun(10), stepAt(1, 0x1p127f, 1)}), {}).kind == Growth::capped);
    }

    void liveSwitchesCount() {
        run::RunConfig interval;
        interval.set_growth_interval(50);
        run::RunConfig fixed;
        fixed.set_scaling(run::STATIC);
        const RunModel run = fed({dynamicRun(100), stepAt(10, 65536, 10), changed(10, interval), stepAt(20, 65536, 20),
                                  changed(20, fixed), stepAt(30, 65536, 0)});
        QCOMPARE(scaleGrowth(run, 9).remaining, 0u);  // nothing is recorded up to there
        QCOMPARE(scaleGrowth(run, 10).remaining, 40u);
        QCOMPARE(scaleGrowth(run, 19).interval, 50u);
        QVERIFY(scaleGrowth(run, 30).kind == Growth::fixed);
        QVERIFY(scaleGrowth(run, std::nullopt).kind == Growth::fixed);
        QCOMPARE(configAt(run, 5).growth_interval(), 100u);
        // An interval lowered below the tracker fires at the next good step (engine/precision/loss_scaler.h).
        run::RunConfig lower;
        lower.set_growth_interval(5);
        QCOMPARE(scaleGrowth(fed({dynamicRun(100), stepAt(10, 65536, 10), changed(10, lower)}), {}).remaining, 1u);
    }

    void headroomIsLog2OfTheLargest() {
        run::Record r = record("A", 1);
        // 65504 / 2^3 = 8188; log2(largest finite / largest).
        Headroom h = headroomOf(addGradient(r, "fc1.weight", "fc1", run::ROLE_WEIGHT_GRADIENT, 8188.0f));
        QCOMPARE(h.bits, 3.0);
        QVERIFY(h.exact && !h.overflowed && !h.zero);
        QCOMPARE(headroomOf(addGradient(r, "a", "fc1", run::ROLE_WEIGHT_GRADIENT, 65504.0f)).bits, 0.0);
        // BF16's largest is (2 - 2^-7) 2^127.
        const float bf16Largest = 0x1.FEp127f;
        h = headroomOf(addGradient(r, "b", "fc1", run::ROLE_WEIGHT_GRADIENT, bf16Largest / 4, "BF16"));
        QCOMPARE(h.bits, 2.0);
        h = headroomOf(addGradient(r, "c", "fc1", run::ROLE_WEIGHT_GRADIENT, 30.0f, "E4M3"));
        QCOMPARE(h.bits, std::log2(240.0 / 30.0));  // all-ones exponents are not numbers here
        h = headroomOf(addGradient(r, "d", "fc1", run::ROLE_WEIGHT_GRADIENT, 0.0f));
        QVERIFY(h.zero && !h.overflowed);
        run::Histogram& over = addGradient(r, "e", "fc1", run::ROLE_WEIGHT_GRADIENT, 70000.0f);
        over.mutable_counts()->set_overflow(1);
        h = headroomOf(over);
        QVERIFY(h.overflowed && h.bits < 0);
        run::Histogram& inf = addGradient(r, "f", "fc1", run::ROLE_WEIGHT_GRADIENT, 100.0f);
        inf.mutable_counts()->set_infinite(1);
        QVERIFY(headroomOf(inf).overflowed);
    }

    void headroomOfOldRecords() {
        run::Record r = record("A", 1);
        run::Histogram& h = addGradient(r, "fc1.weight", "fc1", run::ROLE_WEIGHT_GRADIENT, 0);
        h.clear_largest();
        h.clear_bins();
        h.set_first_bin(3);
        h.add_bins(5);
        h.add_bins(1);
        h.add_bins(0);
        const Headroom headroom = headroomOf(h);
        QVERIFY(!headroom.exact);
        QCOMPARE(headroom.largest, 32.0);  // the highest bin is [16, 32)
        QCOMPARE(headroom.bits, std::log2(65504.0 / 32.0));
    }

    void theLeastOfEachLayerLeastFirst() {
        run::Record r = record("A", 5);
        addGradient(r, "fc1.weight", "fc1", run::ROLE_WEIGHT_GRADIENT, 1.0f);
        addGradient(r, "fc1", "fc1", run::ROLE_ACTIVATION_GRADIENT, 100.0f);
        addGradient(r, "fc1.weight", "fc1", run::ROLE_WEIGHT, 60000.0f);  // the scale is not in it
        addGradient(r, "fc2.weight", "fc2", run::ROLE_WEIGHT_GRADIENT, 1000.0f);
        addGradient(r, "fc3.weight", "fc3", run::ROLE_WEIGHT_GRADIENT, 0.0f);
        run::Record later = record("A", 10);
        addGradient(later, "fc1", "fc1", run::ROLE_ACTIVATION_GRADIENT, 20000.0f);
        run::Record overflow = record("A", 20);
        addGradient(overflow, "fc2.weight", "fc2", run::ROLE_WEIGHT_GRADIENT, 1.0f).mutable_counts()->set_nan(1);
        const RunModel run = fed({dynamicRun(10), r, later, overflow});
        std::vector<Headroom> all = headrooms(run, 5);
        QCOMPARE(all.size(), std::size_t{3});
        QCOMPARE(all[0].layer, std::string("fc2"));
        QCOMPARE(all[1].layer, std::string("fc1"));
        QCOMPARE(all[1].tensor, std::string("fc1"));
        QVERIFY(all[1].role == run::ROLE_ACTIVATION_GRADIENT);
        QCOMPARE(all[1].bits, std::log2(65504.0 / 100.0));
        QVERIFY(all[2].zero);
        all = headrooms(run, 15);
        QCOMPARE(all[0].layer, std::string("fc1"));
        QCOMPARE(all[0].step, 10u);
        QCOMPARE(all[0].bits, std::log2(65504.0 / 20000.0));
        all = headrooms(run, std::nullopt);
        QCOMPARE(all[0].layer, std::string("fc2"));
        QVERIFY(all[0].overflowed);
        QVERIFY(headrooms(run, 4).empty());
    }

    void skipsAndWhatTheyCost() {
        Records records{dynamicRun(10, 1000)};
        for (std::uint32_t i = 1; i <= 300; ++i) {
            const bool skip = i <= 10 || i == 250 || i == 299;
            records.push_back(skip ? skippedAt(i, 1024, i <= 10 ? 100 : 64) : stepAt(i, 1024, 1, 100));
        }
        const RunModel run = fed(records);
        SkipFigures figures = skipFigures(run, std::nullopt);
        QCOMPARE(figures.steps, std::uint64_t{300});
        QCOMPARE(figures.skipped, std::uint64_t{12});
        QCOMPARE(figures.rate(), 0.04);
        QCOMPARE(figures.recentSteps, std::uint64_t{100});
        QCOMPARE(figures.recentSkipped, std::uint64_t{2});
        QCOMPARE(figures.recentRate(), 0.02);
        QCOMPARE(figures.images, std::uint64_t{10 * 100 + 2 * 64});
        figures = skipFigures(run, 20);
        QCOMPARE(figures.steps, std::uint64_t{20});
        QCOMPARE(figures.skipped, std::uint64_t{10});
        QCOMPARE(figures.recentSkipped, std::uint64_t{10});
        figures = skipFigures(run, 110);
        QCOMPARE(figures.recentSteps, std::uint64_t{100});
        QCOMPARE(figures.recentSkipped, std::uint64_t{0});
        figures = skipFigures(RunModel("A"), std::nullopt);
        QCOMPARE(figures.rate(), 0.0);
        QCOMPARE(figures.recentRate(), 0.0);
        // Without a batch in the record, the configuration's.
        run::Record bare = skippedAt(1, 1024);
        bare.mutable_step_done()->clear_batch();
        QCOMPARE(skipFigures(fed({dynamicRun(10), bare}), {}).images, std::uint64_t{256});
    }
};

}  // namespace mantissa::ui

QTEST_GUILESS_MAIN(mantissa::ui::ScaleStoryTest)
#include "scale_story_test.moc"
