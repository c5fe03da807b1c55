// SPDX-License-Identifier: Apache-2.0
// The estimate behind the drag: a shadow's histogram moved by k bins, held against real casts of every element.
#include "ui/models/scale_preview.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "engine/precision/float_format.h"

namespace mantissa::ui {

namespace {

constexpr int kFirst = -64;
constexpr int kLast = 31;

ShadowBins binsOf(const std::vector<double>& elements) {
    ShadowBins bins{kFirst, std::vector<std::uint64_t>(kLast - kFirst + 1)};
    for (const double x : elements) {
        if (x == 0.0) continue;
        ++bins.counts[static_cast<std::size_t>(std::clamp(std::ilogb(x), kFirst, kLast) - kFirst)];
    }
    return bins;
}

/// Nearest with ties to even, overflow to infinity: what the cast does, from its definition.
double rounded(double x, const FloatFormat& format) {
    if (x == 0.0) return 0.0;
    const int exponent = std::max(std::ilogb(x), format.min_exponent());
    const double unit = std::ldexp(1.0, exponent - format.fraction_bits);
    const double y = std::nearbyint(x / unit) * unit;
    return std::abs(y) > format.max_finite() ? HUGE_VAL : y;
}

/// The preview computed element by element with real casts.
ScalePreview bruteForce(const std::vector<double>& elements, const FloatFormat& format, double scale, int k) {
    ScalePreview sum;
    double nonzero = 0;
    double all = 0;
    for (const double x : elements) {
        if (x == 0.0) continue;
        const double before = rounded(x * scale, format);
        const double after = rounded(std::ldexp(x * scale, k), format);
        const bool keptBefore = before != 0.0 && std::isfinite(before);
        const bool keptAfter = after != 0.0 && std::isfinite(after);
        nonzero += 1;
        all += x * x;
        sum.flushed += after == 0.0;
        sum.overflow += std::isinf(after);
        sum.rescued += before == 0.0 && keptAfter;
        sum.given += keptBefore && after == 0.0;
        if (keptAfter) sum.normKept += x * x;
        if (after == 0.0) sum.normLost += x * x;
        if (before == 0.0 && keptAfter) sum.normRescued += x * x;
    }
    if (nonzero == 0) return {};
    for (double* share : {&sum.flushed, &sum.overflow, &sum.rescued, &sum.given}) *share /= nonzero;
    for (double* norm : {&sum.normKept, &sum.normLost, &sum.normRescued}) *norm = std::sqrt(*norm / all);
    return sum;
}

}  // namespace

class ScalePreviewTest : public QObject {
    Q_OBJECT

  private slots:
    void previewAgainstBruteForce_data();
    void previewAgainstBruteForce();
    void previewAtTheBorders();
    void previewOfNothing();
    void bestScale();
    void ofTwoInOneBinTheLargerLimits();
};

void ScalePreviewTest::previewAgainstBruteForce_data() {
    QTest::addColumn<int>("exponentBits");
    QTest::addColumn<int>("fractionBits");
    QTest::addColumn<double>("center");
    QTest::addColumn<double>("scale");
    QTest::newRow("FP16 far below") << 5 << 10 << -30.0 << 1.0;
    QTest::newRow("FP16 scaled") << 5 << 10 << -26.0 << 1024.0;
    QTest::newRow("FP16 near the top") << 5 << 10 << 10.0 << 1.0;
    QTest::newRow("FP16 scaled down") << 5 << 10 << 4.0 << 0.125;
    QTest::newRow("BF16") << 8 << 7 << -20.0 << 1.0;
    QTest::newRow("E5M2") << 5 << 2 << -12.0 << 8.0;
}

void ScalePreviewTest::previewAgainstBruteForce() {
    QFETCH(int, exponentBits);
    QFETCH(int, fractionBits);
    QFETCH(double, center);
    QFETCH(double, scale);
    const FloatFormat format{exponentBits, fractionBits};
    std::mt19937 random(7);
    std::normal_distribution<double> exponent(center, 5.0);
    std::uniform_real_distribution<double> fraction(1.0, 2.0);
    // Within a bin an element differs from its middle by a third at most, and one bin may meet the overflow limit.
    std::vector<double> middles;
    std::vector<double> anywhere;
    for (int i = 0; i < 20000; ++i) {
        const int e = static_cast<int>(std::clamp(std::floor(exponent(random)), -64.0, 31.0));
        const double sign = i % 2 ? 1.0 : -1.0;
        middles.push_back(i % 50 == 0 ? 0.0 : sign * std::ldexp(1.5, e));
        anywhere.push_back(i % 50 == 0 ? -0.0 : sign * std::ldexp(fraction(random), e));
    }
    for (int k = -12; k <= 24; ++k) {
        const ScalePreview got = previewScale(binsOf(middles), format, scale, k);
        const ScalePreview want = bruteForce(middles, format, scale, k);
        for (const auto share :
             {&ScalePreview::flushed, &ScalePreview::overflow, &ScalePreview::rescued, &ScalePreview::given,
              &ScalePreview::normKept, &ScalePreview::normLost, &ScalePreview::normRescued}) {
            QVERIFY2(std::abs(got.*share - want.*share) < 1e-12, qPrintable(QString::number(k)));
        }
        const ScalePreview near = previewScale(binsOf(anywhere), format, scale, k);
        const ScalePreview truth = bruteForce(anywhere, format, scale, k);
        // E5M2 overflows from 7/8 of the way through its highest bin.
        const double tolerance = fractionBits < 7 ? 0.03 : 0.002;
        QVERIFY(std::abs(near.flushed - truth.flushed) < 1e-12);
        QVERIFY(std::abs(near.rescued - truth.rescued) < tolerance);
        QVERIFY(std::abs(near.overflow - truth.overflow) < tolerance);
    }
}

void ScalePreviewTest::previewAtTheBorders() {
    // A quarter each: flushed, just saved (2^-25 < x), subnormal, normal.
    const std::vector<double> elements{std::ldexp(1.5, -26), std::ldexp(1.0 + 0x1p-20, -25), 0x1p-24, 1.0, 0.0, -0.0};
    const ScalePreview now = previewScale(binsOf(elements), fp16, 1.0, 0);
    QCOMPARE(now.flushed, 0.25);
    QCOMPARE(now.rescued, 0.0);
    const ScalePreview up = previewScale(binsOf(elements), fp16, 1.0, 1);
    QCOMPARE(up.rescued, 0.25);
    QCOMPARE(up.flushed, 0.0);
    const ScalePreview down = previewScale(binsOf(elements), fp16, 1.0, -2);
    QCOMPARE(down.given, 0.5);
    QCOMPARE(down.flushed, 0.75);
    QCOMPARE(previewScale(binsOf(elements), fp16, 1.0, 15).overflow, 0.0);
    QCOMPARE(previewScale(binsOf(elements), fp16, 1.0, 16).overflow, 0.25);
    // The tie itself is flushed by the cast; its bin is counted as kept: the one known error of the bins.
    QCOMPARE(rounded(0x1p-25, fp16), 0.0);
    QCOMPARE(previewScale(binsOf({0x1p-25}), fp16, 1.0, 0).flushed, 0.0);
}

void ScalePreviewTest::previewOfNothing() {
    for (const ShadowBins& bins : {ShadowBins{}, binsOf({0.0, -0.0, 0.0})}) {
        QVERIFY(bins.empty());
        const ScalePreview preview = previewScale(bins, fp16, 1024.0, 3);
        QCOMPARE(preview.flushed + preview.overflow + preview.rescued + preview.normKept, 0.0);
        QVERIFY(!bestScaleExponent(bins, fp16));
    }
    // What another program sends: no scale, infinite scale, bins far outside.
    QVERIFY(std::isfinite(previewScale(binsOf({1.0}), fp16, std::nan(""), 0).normKept));
    QVERIFY(std::isfinite(previewScale({2000000000, {1, 2}}, fp16, 1.0, 0).overflow));
    QCOMPARE(previewScale({-2000000000, {1, 2}}, fp16, 1.0, 0).flushed, 1.0);
}

void ScalePreviewTest::bestScale() {
    std::mt19937 random(11);
    std::uniform_int_distribution<int> exponent(-60, 20);
    for (int i = 0; i < 200; ++i) {
        std::vector<double> elements;
        double most = 0;
        for (int j = 0; j < 20; ++j) {
            elements.push_back(std::ldexp(1.5, exponent(random)));
            most = std::max(most, elements.back());
        }
        int best = -200;
        while (std::ldexp(most, best + 1) <= fp16.max_finite()) ++best;
        QCOMPARE(bestScaleExponent(binsOf(elements), fp16), std::optional<int>(best));
        // Wherever in its bin the largest is: of E5M2 and E4M3 a part of the last bin overflows.
        for (const FloatFormat& format : {fp16, bf16, FloatFormat{5, 2}, FloatFormat{4, 3}}) {
            const int given = bestScaleExponent(binsOf(elements), format).value();
            const double worst = std::ldexp(1.99, std::ilogb(most));
            QVERIFY(std::ldexp(worst, given) < format.overflow_threshold());
            QVERIFY(std::ldexp(worst, given + 2) > format.max_finite());
        }
    }
}

/// The page Scale names the gradient with the least room by its largest magnitude; Underflow must name the same one.
void ScalePreviewTest::ofTwoInOneBinTheLargerLimits() {
    const auto gradient = [](const char* tensor, float largest, double scale) {
        run::Histogram histogram;
        histogram.set_tensor(tensor);
        histogram.set_role(run::ROLE_WEIGHT_GRADIENT);
        histogram.set_largest(largest);
        histogram.set_scale(scale);
        histogram.mutable_shadow()->set_first_bin(0);
        histogram.mutable_shadow()->add_bins(7);
        return histogram;
    };
    const run::Histogram smaller = gradient("first", 1.2F, 1);
    const run::Histogram larger = gradient("second", 1.9F, 1);
    const run::Histogram scaled = gradient("third", 1.5F * 1024, 1024);
    for (const auto& order : {std::vector{smaller, larger, scaled}, std::vector{scaled, larger, smaller}}) {
        ScaleLimit limit;
        for (const run::Histogram& histogram : order) limit.consider(histogram, fp16);
        QCOMPARE(limit.tensor, std::string("second"));
    }
}

}  // namespace mantissa::ui

QTEST_APPLESS_MAIN(mantissa::ui::ScalePreviewTest)
#include "scale_preview_test.moc"
