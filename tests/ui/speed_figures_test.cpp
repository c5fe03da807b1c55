// SPDX-License-Identifier: Apache-2.0
// The Speed page's figures from results made by hand, where every answer is known.
#include "ui/models/speed_figures.h"

#include <QTest>
#include <cmath>
#include <set>

#include "engine/precision/policy.h"
#include "engine/run/presets.h"
#include "ui/models/memory_figures.h"
#include "ui/pages/speed_words.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

Measured product(run::Precision precision, std::uint32_t size, double seconds, bool emulated = false) {
    Measured one;
    one.bench.set_kind(run::Bench::PRODUCT);
    one.bench.set_precision(precision);
    one.bench.set_m(size);
    one.bench.set_n(size);
    one.bench.set_k(size);
    one.result.set_seconds(seconds);
    one.result.set_seconds_least(seconds / 2);
    one.result.set_flops(1000);
    one.result.set_emulated(emulated);
    return one;
}

Measured copy(double bytes, double least) {
    Measured one;
    one.bench.set_kind(run::Bench::COPY);
    one.result.set_seconds(2 * least);
    one.result.set_seconds_least(least);
    one.result.set_bytes(bytes);
    return one;
}

run::KernelTime kernel(const char* name, double seconds, double flops, double bytes) {
    run::KernelTime time;
    time.set_name(name);
    time.set_calls(10);
    time.set_seconds(seconds);
    time.set_flops(flops);
    time.set_bytes(bytes);
    return time;
}

/// A plan of two operations: the native peak in the second, the held one in the first.
run::MemoryRecord plan(std::uint64_t activations, std::uint64_t moments) {
    run::MemoryRecord record;
    const auto add = [&](const char* name, std::uint64_t held, std::uint64_t native) {
        auto& operation = *record.add_operations();
        operation.set_name(name);
        run::MemoryBytes& a = *operation.add_live();
        a.set_category(run::MEMORY_ACTIVATIONS);
        a.set_held(held);
        a.set_native(native);
        run::MemoryBytes& m = *operation.add_live();
        m.set_category(run::MEMORY_OPTIMIZER_STATE);
        m.set_held(moments);
        m.set_native(moments);
    };
    add("forward", 4 * activations, activations / 2);
    add("backward", 2 * activations, activations);
    record.set_peak_held(4 * activations + moments);
    record.set_peak_native(activations + moments);
    return record;
}

/// Points of `fixed` + `perImage` · batch native bytes, twice as many held.
MemoryPoint pointOf(std::uint64_t fixed, std::uint64_t perImage, std::uint32_t batch) {
    MemoryPoint point;
    point.native = fixed + perImage * batch;
    point.held = point.all = 2 * point.native;
    return point;
}

MemoryPoints linear(std::uint64_t fixed, std::uint64_t perImage) {
    MemoryPoints points;
    for (const std::uint32_t batch : plannedBatches()) points[batch] = pointOf(fixed, perImage, batch);
    return points;
}

}  // namespace

class SpeedFiguresTest : public QObject {
    Q_OBJECT

  private slots:
    void casesInTheirOrder();
    void theReferenceGetsSmallSizes();
    void throughputAgainstFp32();
    void withoutFp32NothingIsClaimed();
    void limitsAreTheBestReached();
    void kernelsAgainstTheRoof();
    void withoutLimitsNoVerdict();
    void aPeakAndItsParts();
    void plansLeaveTheShadowOut();
    void sixteenBitsPayFrom();
    void theLargestBatchByBisection();
    void theBudgetsScale();
    void howTheUnitsRound();
};

void SpeedFiguresTest::casesInTheirOrder() {
    run::RunConfig setup = default_config();
    setup.set_precision(run::FP16);
    setup.set_threads(3);
    const std::vector<run::Bench> cases = speedCases(setup);
    QCOMPARE(cases.size(), std::size_t{1 + 2 * 2 * 4 + 1 + 1});
    QCOMPARE(cases.front().kind(), run::Bench::COPY);
    QCOMPARE(cases.front().m(), 256u << 20);
    QCOMPARE(nameOf(cases[1]), QStringLiteral("product 1024×1024×1024"));
    QCOMPARE(cases[1].precision(), run::FP32);
    QCOMPARE(cases[4].precision(), run::BF16);
    QCOMPARE(nameOf(cases[5]), QStringLiteral("product 1023×1023×1023"));
    QCOMPARE(nameOf(cases[9]), QStringLiteral("convolution 3×3, 64 to 64 channels"));
    QCOMPARE(nameOf(cases[16]), QStringLiteral("convolution 3×3, 63 to 63 channels"));
    QCOMPARE(cases[16].m(), 64u);  // images stay
    QCOMPARE(cases.back().kind(), run::Bench::ROUNDING);
    const run::Bench& step = cases[cases.size() - 2];
    QCOMPARE(step.kind(), run::Bench::STEP);
    QVERIFY(step.by_kernel());
    QCOMPARE(step.config().precision(), run::FP16);
    QCOMPARE(step.config().histogram_interval(), 0u);
    QCOMPARE(step.config().shadow_interval(), 0u);
    for (const run::Bench& bench : cases) {
        QCOMPARE(bench.seconds(), 0.3);
        QCOMPARE(bench.threads(), 3u);
        QCOMPARE(bench.device(), std::string("cpu"));
    }
}

void SpeedFiguresTest::theReferenceGetsSmallSizes() {
    run::RunConfig setup = default_config();
    setup.set_device("reference");
    const std::vector<run::Bench> cases = speedCases(setup);
    QCOMPARE(nameOf(cases[1]), QStringLiteral("product 128×128×128"));
    QCOMPARE(nameOf(cases[5]), QStringLiteral("product 127×127×127"));
    QCOMPARE(cases[9].k() % 8, 0u);
    QCOMPARE(cases[13].k() % 8, 7u);
}

void SpeedFiguresTest::throughputAgainstFp32() {
    const std::vector<Measured> measured{product(run::BF16, 64, 4, true), product(run::FP32, 64, 1),
                                         product(run::FP32, 63, 2), product(run::BF16, 63, 5, true)};
    const std::vector<Throughput> rows = throughputs(measured);
    QCOMPARE(rows.size(), std::size_t{2});  // the other two were not measured
    QCOMPARE(rows[0].precision, run::FP32);
    QCOMPARE(rows[0].flopsPerSecond, 1000.0);
    QCOMPARE(rows[0].relative, 1.0);
    QCOMPARE(rows[0].oddRelative, 1.0);
    QCOMPARE(rows[0].oddShare, 0.5);
    QVERIFY(!rows[0].emulated);
    QCOMPARE(rows[1].precision, run::BF16);
    QCOMPARE(rows[1].relative, 0.25);
    QCOMPARE(rows[1].oddRelative, 0.4);  // 200 of FP32's 500 at the same size
    QCOMPARE(rows[1].oddShare, 0.8);
    QVERIFY(rows[1].emulated);
}

void SpeedFiguresTest::withoutFp32NothingIsClaimed() {
    const std::vector<Throughput> rows = throughputs({product(run::FP16, 64, 4)});
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows[0].flopsPerSecond, 250.0);
    QVERIFY(std::isnan(rows[0].relative));
    QVERIFY(std::isnan(rows[0].oddShare));
    QVERIFY(throughputs({}).empty());
}

void SpeedFiguresTest::limitsAreTheBestReached() {
    const std::vector<Measured> measured{product(run::FP32, 64, 1), product(run::FP16, 64, 0.5), copy(400, 2)};
    QCOMPARE(limitsOf(measured, run::FP32).flopsPerSecond, 2000.0);  // not those of a format that it does not have
    QCOMPARE(limitsOf(measured, run::PYTORCH_DEFAULT).flopsPerSecond, 2000.0);
    const DeviceLimits limits = limitsOf(measured, run::FP16);
    QCOMPARE(limits.flopsPerSecond, 4000.0);  // 1000 in the quickest quarter of a second
    QCOMPARE(limits.bytesPerSecond, 200.0);
    QCOMPARE(limits.ridge(), 20.0);
    QVERIFY(limits.known());
    QVERIFY(!limitsOf({product(run::FP32, 64, 1)}, run::FP32).known());
    QCOMPARE(unsteadiness({copy(400, 2), product(run::FP32, 64, 1)}), 2.0);
    QCOMPARE(unsteadiness({}), 1.0);
}

void SpeedFiguresTest::kernelsAgainstTheRoof() {
    const DeviceLimits limits{4000, 200};  // they meet at 20 FLOP per byte
    run::BenchResult step;
    *step.add_kernels() = kernel("nothing_counted", 1, 0, 0);
    *step.add_kernels() = kernel("copying", 2, 0, 300);           // 150 B/s
    *step.add_kernels() = kernel("thin_product", 3, 3000, 300);   // 10 FLOP per byte: memory-bound
    *step.add_kernels() = kernel("thick_product", 4, 8000, 100);  // 80: compute-bound
    *step.add_kernels() = kernel("never_called", 0, 0, 0);
    const std::vector<KernelFigures> kernels = kernelFigures(step, limits);
    QCOMPARE(kernels.size(), std::size_t{4});
    QCOMPARE(kernels[0].name, std::string("thick_product"));
    QCOMPARE(kernels[0].share, 0.4);
    QCOMPARE(kernels[0].flopsPerSecond, 2000.0);
    QCOMPARE(kernels[0].intensity, 80.0);
    QCOMPARE(kernels[0].bound, Bound::compute);
    QCOMPARE(kernels[0].limitShare, 0.5);  // of 4000, the roof at 80
    QCOMPARE(kernels[1].name, std::string("thin_product"));
    QCOMPARE(kernels[1].intensity, 10.0);
    QCOMPARE(kernels[1].bound, Bound::memory);
    QCOMPARE(kernels[1].limitShare, 0.5);  // 1000 of 2000, the roof at 10: 10 × 200
    QCOMPARE(kernels[2].name, std::string("copying"));
    QCOMPARE(kernels[2].bytesPerSecond, 150.0);
    QCOMPARE(kernels[2].bound, Bound::memory);
    QCOMPARE(kernels[2].limitShare, 0.75);
    QVERIFY(!kernels[2].farFromLimit());
    QCOMPARE(kernels[3].bound, Bound::unknown);
    QVERIFY(std::isnan(kernels[3].limitShare));
    QVERIFY(!kernels[3].farFromLimit());
    run::BenchResult slow;
    *slow.add_kernels() = kernel("waiting", 10, 0, 100);
    QVERIFY(kernelFigures(slow, limits)[0].farFromLimit());
}

void SpeedFiguresTest::withoutLimitsNoVerdict() {
    run::BenchResult step;
    *step.add_kernels() = kernel("thin_product", 3, 3000, 300);
    const KernelFigures one = kernelFigures(step, {4000, 0})[0];
    QCOMPARE(one.bound, Bound::unknown);
    QCOMPARE(one.flopsPerSecond, 1000.0);
    QVERIFY(std::isnan(one.limitShare));
    QVERIFY(kernelFigures({}, {4000, 200}).empty());
}

void SpeedFiguresTest::aPeakAndItsParts() {
    const MemoryPoint point = memoryPoint(plan(100, 60));
    QCOMPARE(point.native, std::uint64_t{160});
    QCOMPARE(point.held, std::uint64_t{460});
    QCOMPARE(point.nativeBy[run::MEMORY_ACTIVATIONS], std::uint64_t{100});
    QCOMPARE(point.heldBy[run::MEMORY_ACTIVATIONS], std::uint64_t{400});
    QCOMPARE(point.nativeBy[run::MEMORY_OPTIMIZER_STATE], std::uint64_t{60});
    QCOMPARE(fixedShare(point), 0.375);
    QCOMPARE(memoryPoint({}).native, std::uint64_t{0});
    // what this device takes itself has to fit as well; another one's is not known
    run::MemoryRecord record = plan(100, 60);
    record.set_device_own(1000);
    QCOMPARE(memoryPoint(record).held, std::uint64_t{460});
    QCOMPARE(memoryPoint(record).peak(false), std::uint64_t{1460});
    QCOMPARE(memoryPoint(record).peak(true), std::uint64_t{160});
    // nor do evaluation, counters and scratch take their room from nowhere; the curves show the step
    record.set_arena_bytes(700);
    record.set_scratch_bytes(50);
    QCOMPARE(memoryPoint(record).peak(false), std::uint64_t{1460});
    QCOMPARE(memoryPoint(record).needed(false), std::uint64_t{1750});
    QCOMPARE(memoryPoint(record).needed(true), std::uint64_t{160});
    MemoryPoints points;
    points[kLargestBatch] = memoryPoint(record);
    QVERIFY(searchFit(points, 1750, false).largest == kLargestBatch);
    QVERIFY(searchFit(points, 1749, false).largest != kLargestBatch);
}

void SpeedFiguresTest::plansLeaveTheShadowOut() {
    run::RunConfig setup = default_config();
    setup.set_shadow_interval(10);
    const run::RunConfig config = planConfig(setup, run::BF16, 128);
    QCOMPARE(config.precision(), run::BF16);
    QCOMPARE(config.batch(), 128u);
    QCOMPARE(config.shadow_interval(), 0u);
    QVERIFY(config.has_shadow_interval());  // unset would be the default
    QCOMPARE(plannedBatches().front(), 1u);
    QCOMPARE(plannedBatches().back(), 4096u);
    QCOMPARE(plannedBatches().size(), std::size_t{13});
}

void SpeedFiguresTest::sixteenBitsPayFrom() {
    const MemoryPoints fp32 = linear(8000, 20);
    // 4000 more that stays FP32, half as much for an image: even at batch 400.
    const MemoryPoints narrow = linear(12000, 10);
    QCOMPARE(paysFrom(narrow, fp32).value_or(0), 512u);
    QCOMPARE(savingAt(narrow, fp32, 1024), 1.0 - 22240.0 / 28480.0);
    QVERIFY(savingAt(narrow, fp32, 64) < 0);
    QVERIFY(std::isnan(savingAt(narrow, fp32, 65)));
    // More than 10 % of FP32's: 0.9 · (8000 + 20 b) > 12000 + 10 b from b = 600 on.
    QCOMPARE(paysFrom(narrow, fp32, 0.1).value_or(0), 1024u);
    QVERIFY(!paysFrom(linear(100000, 20), fp32));
    QCOMPARE(paysFrom(linear(4000, 10), fp32).value_or(0), 1u);
    QVERIFY(!paysFrom(fp32, fp32));           // the same is no saving
    MemoryPoints refused = linear(4000, 10);  // a network that takes batches of 4 and more
    refused.erase(1);
    refused.erase(2);
    QCOMPARE(paysFrom(refused, fp32).value_or(0), 4u);
    MemoryPoints unfinished = narrow;
    unfinished.erase(4096);
    QVERIFY(!paysFrom(unfinished, fp32));
}

void SpeedFiguresTest::theLargestBatchByBisection() {
    const auto search = [](std::uint64_t fixed, std::uint64_t perImage, std::uint64_t budget, bool native, int& plans) {
        MemoryPoints known = linear(fixed, perImage);
        plans = 0;
        for (;;) {
            const FitSearch found = searchFit(known, budget, native);
            if (found.largest) return *found.largest;
            if (!found.next || known.contains(*found.next)) return 99999u;  // would never end
            known[*found.next] = pointOf(fixed, perImage, *found.next);
            ++plans;
        }
    };
    int plans = 0;
    QCOMPARE(search(1000, 100, 31000, true, plans), 300u);
    QVERIFY2(plans <= 10, qPrintable(QString::number(plans)));  // between 256 and 512, which are known
    QCOMPARE(search(1000, 100, 31099, true, plans), 300u);
    QCOMPARE(search(1000, 100, 31100, true, plans), 301u);
    QCOMPARE(search(1000, 100, 62000, false, plans), 300u);  // twice as many are held
    QCOMPARE(search(1000, 100, 999, true, plans), 0u);
    QCOMPARE(search(1000, 100, 1100, true, plans), 1u);
    QCOMPARE(search(1000, 100, 1000000000, true, plans), kLargestBatch);
    QCOMPARE(plans, 1);
    QCOMPARE(search(0, 100, 100 * 65535, true, plans), kLargestBatch - 1);
    QCOMPARE(search(0, 100, 100 * 65536, true, plans), kLargestBatch);
}

void SpeedFiguresTest::theBudgetsScale() {
    QCOMPARE(budgetBytes(0), std::uint64_t{1} << 28);
    QCOMPARE(budgetBytes(12), std::uint64_t{1} << 29);
    QCOMPARE(budgetBytes(48), std::uint64_t{4} << 30);
    QCOMPARE(budgetBytes(kBudgetSteps), std::uint64_t{80} << 30);
    for (int i = 1; i <= kBudgetSteps; ++i) QVERIFY(budgetBytes(i) > budgetBytes(i - 1));
}

void SpeedFiguresTest::howTheUnitsRound() {
    Measured one;
    one.bench.set_kind(run::Bench::ROUNDING);
    QVERIFY(roundingSentence({}).isEmpty());
    QVERIFY(roundingSentence({one}).isEmpty());
    const auto add = [&](run::Precision precision, run::ProbedRounding sums, run::ProbedRounding operands) {
        run::RoundingProbe& probe = *one.result.add_rounding();
        probe.set_precision(precision);
        probe.set_sums(sums);
        if (operands != run::PROBED_UNSET) probe.set_operands(operands);
    };
    add(run::FP32, run::PROBED_NEAREST, run::PROBED_UNSET);
    add(run::BF16, run::PROBED_TRUNCATED, run::PROBED_UNSET);
    QCOMPARE(roundingSentence({one}),
             QStringLiteral("How this device's units round the sums of a product: FP32 to nearest; BF16 truncated."));
    add(run::TF32, run::PROBED_TRUNCATED, run::PROBED_NEAREST_AWAY);
    add(run::FP16, run::PROBED_OTHER, run::PROBED_UNSET);
    QCOMPARE(roundingSentence({one}),
             QStringLiteral("How this device's units round the sums of a product: FP32 to nearest; BF16, TF32 "
                            "truncated; FP16 in some other way. FP32 operands of a TF32 product would be rounded to "
                            "nearest, ties away from zero; Mantissa rounds them before, to nearest, ties away from "
                            "zero."));
    QVERIFY(layer_policy(tf32).operand_rounding == Rounding::nearest_away);  // which the sentence tells
}

QTEST_GUILESS_MAIN(SpeedFiguresTest)
#include "speed_figures_test.moc"
