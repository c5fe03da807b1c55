// SPDX-License-Identifier: Apache-2.0
// The facts behind the Formats page, against the engine and numbers known by hand: FP16's largest and its ties, and
// sums that stop growing where half an ulp exceeds the term.
#include "ui/models/format_facts.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <limits>

namespace mantissa::ui {

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

double rounded(double x, const FloatFormat& format) {
    return static_cast<double>(round_once(x, format));
}

}  // namespace

class FormatFactsTest : public QObject {
    Q_OBJECT

  private slots:
    void roundsOnce();
    void agreesWithTheEngine();
    void factsOfNumbers();
    void formulas();
    void readsNumbers_data();
    void readsNumbers();
    void exactDecimals();
    void onePlusSmall();
    void sumsStall();
    void dotProducts();
};

void FormatFactsTest::roundsOnce() {
    QCOMPARE(rounded(65504.0, fp16), 65504.0);
    QCOMPARE(rounded(65519.999, fp16), 65504.0);
    QCOMPARE(rounded(65520.0, fp16), kInf);
    QCOMPARE(rounded(-65520.0, fp16), -kInf);
    QCOMPARE(rounded(0x1p-24, fp16), 0x1p-24);
    // A tie at half of the smallest subnormal goes to zero, which is even; anything above does not, not even what is
    // too near to the tie for FP32 to tell.
    QCOMPARE(rounded(0x1p-25, fp16), 0.0);
    QCOMPARE(rounded(std::nextafter(0x1p-25, 1.0), fp16), 0x1p-24);
    QCOMPARE(rounded(3 * 0x1p-25, fp16), 0x1p-23);
    QCOMPARE(rounded(std::nextafter(3 * 0x1p-25, 0.0), fp16), 0x1p-24);
    QCOMPARE(rounded(1.0 + 0x1p-11, fp16), 1.0);
    QCOMPARE(rounded(1.0 + 0x1p-11 + 0x1p-40, fp16), 1.0 + 0x1p-10);
    QCOMPARE(rounded(1.0 + 0x1p-11 - 0x1p-40, fp16), 1.0);
    QCOMPARE(rounded(1.0 + 0x1p-11, tf32), 1.0 + 0x1p-10);
    QCOMPARE(rounded(1.0 + 0x1p-11 - 0x1p-40, tf32), 1.0);
    QCOMPARE(rounded(0.1, fp32), static_cast<double>(0.1f));
    QCOMPARE(rounded(1e300, fp32), kInf);
    QCOMPARE(rounded(-1e300, bf16), -kInf);
    QCOMPARE(rounded(fp32.max_finite(), bf16), kInf);
    QCOMPARE(rounded(1e-300, fp32), 0.0);
    QVERIFY(std::signbit(round_once(-0.0, fp16)));
    QVERIFY(std::signbit(round_once(-1e-300, bf16)));
    QVERIFY(std::isnan(round_once(std::nan(""), fp16)));
}

void FormatFactsTest::agreesWithTheEngine() {
    std::uint32_t state = 1;
    for (int i = 0; i < 20000; ++i) {
        state = state * 1664525u + 1013904223u;
        const float x = std::bit_cast<float>(state);
        if (std::isnan(x)) continue;
        for (const FloatFormat& format : kPageFormats) {
            const float expected = round_to(x, format, rounding_of(format));
            QCOMPARE(bitsOf(static_cast<double>(x), format), encode(expected, format));
            // And back: every number is itself.
            QCOMPARE(bitsOf(static_cast<double>(expected), format), encode(expected, format));
        }
    }
}

void FormatFactsTest::factsOfNumbers() {
    const NumberFacts one = factsOf(bitsOf(1.0, fp16), fp16);
    QCOMPARE(one.value, 1.0);
    QCOMPARE(one.next, 1.0 + 0x1p-10);
    QCOMPARE(one.previous, 1.0 - 0x1p-11);
    QCOMPARE(*one.ulp, 0x1p-10);
    QCOMPARE(one.kind, NumberKind::Normal);
    const NumberFacts largest = factsOf(0x7BFF, fp16);
    QCOMPARE(largest.value, 65504.0);
    QCOMPARE(largest.next, kInf);
    QCOMPARE(largest.previous, 65472.0);
    QCOMPARE(*largest.ulp, 32.0);
    QCOMPARE(factsOf(1, fp16).kind, NumberKind::Subnormal);
    QCOMPARE(factsOf(1, fp16).previous, 0.0);
    QCOMPARE(factsOf(0x0400, fp16).kind, NumberKind::Normal);
    QCOMPARE(factsOf(0, fp16).previous, -0x1p-24);
    QCOMPARE(factsOf(0x8000, fp16).kind, NumberKind::Zero);
    QCOMPARE(factsOf(0x7C00, fp16).kind, NumberKind::Infinite);
    QVERIFY(!factsOf(0x7C00, fp16).ulp);
    QCOMPARE(factsOf(0x7C00, fp16).previous, 65504.0);
    QCOMPARE(factsOf(0x7C01, fp16).kind, NumberKind::NotANumber);
}

void FormatFactsTest::formulas() {
    QCOMPARE(formulaText(formulaOf(bitsOf(1.5, fp16), fp16)), QStringLiteral("(−1)^0 × 2^(15−15) × 1.5"));
    QCOMPARE(formulaText(formulaOf(bitsOf(-0.75, bf16), bf16)), QStringLiteral("(−1)^1 × 2^(126−127) × 1.5"));
    // A subnormal has no hidden one, and its exponent counts as 1.
    QCOMPARE(formulaText(formulaOf(0x0200, fp16)), QStringLiteral("(−1)^0 × 2^(1−15) × 0.5"));
    QVERIFY(formulaText(formulaOf(0xFC00, fp16)).contains(QStringLiteral("infinity")));
    QVERIFY(formulaText(formulaOf(0x7C01, fp16)).contains(QStringLiteral("not a number")));
    // The parts give the value, for every number of FP16.
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const Formula formula = formulaOf(bits, fp16);
        if (formula.kind == NumberKind::Infinite || formula.kind == NumberKind::NotANumber) continue;
        const double value =
            (formula.sign ? -1.0 : 1.0) * std::ldexp(formula.significand, formula.usedExponent - formula.bias);
        QCOMPARE(value, static_cast<double>(decode(bits, fp16)));
    }
}

void FormatFactsTest::readsNumbers_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("good");
    QTest::addColumn<double>("value");
    const auto row = [](const char* text, double value) {
        QTest::newRow(text) << QString::fromUtf8(text) << true << value;
    };
    const auto bad = [](const char* text) { QTest::newRow(text) << QString::fromUtf8(text) << false << 0.0; };
    row("0.1", 0.1);
    row(" 1e-8 ", 1e-8);
    row("65504", 65504.0);
    row("1+0.0001", 1.0 + 0.0001);
    row("1 - 2^-11", 1.0 - 0x1p-11);
    row("2⁻²⁴", 0x1p-24);
    row("−3·2⁻²⁵", -3 * 0x1p-25);
    row("-2^2", -4.0);
    row("2*(3+4)/7", 2.0);
    row("1/3", 1.0 / 3.0);
    row(".5", 0.5);
    row("1E3", 1000.0);
    row("-INF", -kInf);
    row("∞", kInf);
    // What doubles are too narrow for is neither infinite nor exactly 0.
    row("1e999", std::numeric_limits<double>::max());
    row("-2^2000", -std::numeric_limits<double>::max());
    row("1e-999", std::numeric_limits<double>::denorm_min());
    row("2^-1080", std::numeric_limits<double>::denorm_min());
    row("0e5", 0.0);
    row("0.00", 0.0);
    row("0^2", 0.0);
    bad("");
    bad("0,1");
    bad("1e");
    bad("abc");
    bad("1+");
    bad("(1");
    bad("1)");
    bad("2 3x");
    bad(".");
    QTest::newRow("deep") << QString(100, u'(') + u'1' + QString(99, u')') << false << 0.0;
    QTest::newRow("long") << QString(300, u'1') << false << 0.0;
}

void FormatFactsTest::readsNumbers() {
    QFETCH(QString, text);
    QFETCH(bool, good);
    QFETCH(double, value);
    const auto number = parseNumber(text);
    QCOMPARE(number.has_value(), good);
    if (good) QCOMPARE(*number, value);
    QVERIFY(std::isnan(parseNumber(QStringLiteral("NaN")).value_or(0.0)));
}

void FormatFactsTest::exactDecimals() {
    QCOMPARE(exactDecimal(1.5, 10), QStringLiteral("1.5"));
    QCOMPARE(exactDecimal(-0.0, 10), QStringLiteral("−0"));
    QCOMPARE(exactDecimal(65504.0, 3), QStringLiteral("65504"));
    QCOMPARE(exactDecimal(static_cast<double>(0.1f), 30), QStringLiteral("0.100000001490116119384765625"));
    QCOMPARE(exactDecimal(static_cast<double>(0.1f), 4), QStringLiteral("0.1000…"));
    QCOMPARE(exactDecimal(0x1p-24, 30), QStringLiteral("5.9604644775390625e-08"));
    QCOMPARE(exactDecimal(-kInf, 3), QStringLiteral("−∞"));
}

void FormatFactsTest::onePlusSmall() {
    QCOMPARE(onePlus(0.0001, bf16), 1.0);
    QCOMPARE(onePlus(0.0001, fp16), 1.0);
    QCOMPARE(onePlus(0.0001, tf32), 1.0);
    QCOMPARE(onePlus(0.0001, fp32), static_cast<double>(1.0f + 0.0001f));
    QCOMPARE(onePlus(0x1p-10, fp16), 1.0 + 0x1p-10);
}

void FormatFactsTest::sumsStall() {
    // 0.0001 lies between 2^-14 and 2^-13. It is lost where half an ulp is 2^-13, i.e. the ulp 2^-12: in FP16 and TF32
    // (10 bits of fraction) from 2^-2 on, in BF16 (7 bits) from 2^-5 on.
    QCOMPARE(runningSum(10000, 0.0001, fp16, fp16).last, 0.25);
    QCOMPARE(runningSum(10000, 0.0001, tf32, tf32).last, 0.25);
    QCOMPARE(runningSum(10000, 0.0001, bf16, bf16).last, 0.03125);
    QVERIFY(!runningSum(10000, 0.0001, fp32, fp32).stalledAfter);
    const RunningSum wide = runningSum(10000, 0.0001, fp16, fp32);
    QVERIFY(!wide.stalledAfter);
    QVERIFY(std::abs(wide.last - 1.0) < 1e-3);
    // Ones in FP16: 2048 + 1 is a tie, and 2048 is even.
    const RunningSum ones = runningSum(5000, 1.0, fp16, fp16);
    QCOMPARE(ones.last, 2048.0);
    QCOMPARE(*ones.stalledAfter, 2048u);
    // In TF32 the tie goes away from zero: it goes on until the term is less than half an ulp.
    QCOMPARE(runningSum(5000, 1.0, tf32, tf32).last, 4096.0);
    QCOMPARE(runningSum(0, 1.0, fp16, fp16).last, 0.0);
    QVERIFY(!runningSum(10, 0.0, fp16, fp16).stalledAfter);
    const RunningSum curve = runningSum(9999, 1.0, fp32, fp32);
    QCOMPARE(curve.count.size(), curve.sum.size());
    QVERIFY(curve.count.size() <= 600);
    QCOMPARE(curve.count.back(), 9999.0);
    QCOMPARE(curve.sum.back(), 9999.0);
}

void FormatFactsTest::dotProducts() {
    const std::vector<double> one{1.0};
    QCOMPARE(blockedDot(one, one, 4096, fp16, fp16, 1), 2048.0f);
    QCOMPARE(blockedDot(one, one, 4096, fp16, fp16, 16), 4096.0f);  // steps of 16 are exact up to 32768
    QCOMPARE(blockedDot(one, one, 100000, fp16, fp16, 16), 32768.0f);
    QCOMPARE(blockedDot(one, one, 4096, fp16, fp32, 1), 4096.0f);
    QCOMPARE(blockedDot(one, one, 20, fp16, fp16, 16), 20.0f);  // the last block is not full
    QCOMPARE(exactDot(one, one, 4096, fp16), 4096.0);
    const std::vector<double> a{1000.5, -1000.0};
    QCOMPARE(exactDot(a, one, 4096, fp16), 1024.0);
    QCOMPARE(blockedDot(a, one, 4096, fp16, fp32, 1), 1024.0f);
    const std::vector<double> large{300.0};
    QVERIFY(std::isinf(blockedDot(large, large, 1, fp16, fp16, 16)));
    QCOMPARE(blockedDot(large, large, 1, fp16, fp32, 1), 90000.0f);
}

}  // namespace mantissa::ui

QTEST_GUILESS_MAIN(mantissa::ui::FormatFactsTest)
#include "format_facts_test.moc"
