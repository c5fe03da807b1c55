// SPDX-License-Identifier: Apache-2.0
// The charts' pure functions against brute force (sanitiser, decimator, ticks, zones, texts), and the two charts that
// are painted by hand. The line chart has its own test.
#include <QApplication>
#include <QImage>
#include <QTest>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <random>

#include "engine/precision/float_format.h"
#include "ui/charts/axis_paint.h"
#include "ui/charts/format_text.h"
#include "ui/charts/histogram_chart.h"
#include "ui/charts/line_data.h"
#include "ui/charts/memory_chart.h"

namespace mantissa::ui {

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<double> counting(std::size_t n) {
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<double>(i);
    return x;
}

/// Least and greatest y per column, the slow way.
std::map<int, std::pair<double, double>> extremes(const QList<QPointF>& points, double xMin, double xMax, int columns) {
    std::map<int, std::pair<double, double>> result;
    for (const QPointF& p : points) {
        const int column = std::min(columns - 1, static_cast<int>((p.x() - xMin) / (xMax - xMin) * columns));
        const auto [it, isNew] = result.try_emplace(column, p.y(), p.y());
        it->second.first = std::min(it->second.first, p.y());
        it->second.second = std::max(it->second.second, p.y());
    }
    return result;
}

HistogramData fp16Histogram() {
    HistogramData data;
    data.tensor = QStringLiteral("fc1.weight");
    data.what = QStringLiteral("weight gradients");
    data.format = QStringLiteral("FP16");
    data.zones = {std::log2(fp16.flush_threshold()), static_cast<double>(fp16.min_exponent()),
                  std::log2(fp16.overflow_threshold())};
    data.firstBin = -64;
    data.bins.assign(96, 0);
    data.bins[64 - 30] = 34;
    data.bins[64 - 20] = 46;
    data.bins[64 - 10] = 20;
    data.elements = 150;
    data.zero = 50;
    data.flushed = 34;
    data.subnormal = 46;
    return data;
}

MemoryData someMemory() {
    MemoryData data;
    data.categories = {QStringLiteral("weights"), QStringLiteral("activations")};
    data.operations = {{QStringLiteral("forward fc1"), {1000, 500}, {500, 250}},
                       {QStringLiteral("backward fc1"), {1000, 3000}, {500, 1500}},
                       {QStringLiteral("update"), {1000, 0}, {500, 0}}};
    data.peakHeld = 4000;
    data.peakNative = 2000;
    return data;
}

/// Number of pixels in the picture that are near `color`.
int pixelsLike(const QImage& image, const QColor& color) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor c = image.pixelColor(x, y);
            count += std::abs(c.red() - color.red()) + std::abs(c.green() - color.green()) +
                         std::abs(c.blue() - color.blue()) <
                     12;
        }
    }
    return count;
}

}  // namespace

class ChartsTest : public QObject {
    Q_OBJECT

  private slots:
    void texts_data();
    void texts();
    void axisValueSaysWhy();
    void decimatorKeepsExtremes_data();
    void decimatorKeepsExtremes();
    void sanitiserBreaksTheLine();
    void sanitiserMarksEachColumnOnce();
    void sanitiserCutsAtTheBorder();
    void sanitiserOfNothing();
    void blocksChangeNothing_data();
    void blocksChangeNothing();
    void ticksAreRoundAndFew();
    void tagsKeepTheOrderOfTheirLines();
    void nearest();
    void zonesOfFp16();
    void zonesOutsideTheAxis();
    void everyBinHasTheZoneOfItsCast();
    void histogramSentences();
    void histogramPaints();
    void memoryNumbers();
    void memoryPaints();
    void aNumberKeepsItsUnit();
};

void ChartsTest::texts_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const QString space(QChar(0x00A0));
    QTest::newRow("power") << powerOfTwo(-24) << QStringLiteral("2⁻²⁴");
    QTest::newRow("power10") << powerOfTwo(1023) << QStringLiteral("2¹⁰²³");
    QTest::newRow("scale") << scaleText(65536) << QStringLiteral("2¹⁶");
    QTest::newRow("scale1") << scaleText(1) << QStringLiteral("1");
    QTest::newRow("scale3") << scaleText(3) << QStringLiteral("3");
    QTest::newRow("scaleHalf") << scaleText(0.5) << QStringLiteral("2⁻¹");
    QTest::newRow("scaleNan") << scaleText(kNan) << QStringLiteral("not finite");
    QTest::newRow("bytes") << bytesText(1023) << QStringLiteral("1023") + space + QStringLiteral("B");
    QTest::newRow("kib") << bytesText(1536) << QStringLiteral("1.50") + space + QStringLiteral("KiB");
    QTest::newRow("mib") << bytesText(12 * 1048576) << QStringLiteral("12.0") + space + QStringLiteral("MiB");
    QTest::newRow("seconds") << durationText(7.6) << QStringLiteral("8") + space + QStringLiteral("s");
    QTest::newRow("minutes") << durationText(125)
                             << QStringLiteral("2") + space + QStringLiteral("min") + space + QStringLiteral("05") +
                                    space + QStringLiteral("s");
    QTest::newRow("unknown") << durationText(kInf) << QStringLiteral("–");
    QTest::newRow("none") << percentText(0) << QStringLiteral("0") + space + QStringLiteral("%");
    QTest::newRow("some") << percentText(0.34) << QStringLiteral("34") + space + QStringLiteral("%");
    QTest::newRow("few") << percentText(0.0000001)
                         << QStringLiteral("<") + space + QStringLiteral("0.01") + space + QStringLiteral("%");
    QTest::newRow("nearly") << percentText(0.99999)
                            << QStringLiteral(">") + space + QStringLiteral("99.9") + space + QStringLiteral("%");
    QTest::newRow("all") << percentText(1.0) << QStringLiteral("100") + space + QStringLiteral("%");
    QTest::newRow("count") << countText(12345) << QStringLiteral("12.3") + space + QStringLiteral("k");
    QTest::newRow("count999") << countText(999.7) << QStringLiteral("1.00") + space + QStringLiteral("k");
    QTest::newRow("number") << numberText(-1.5e-9) << QStringLiteral("−1.5·10⁻⁹");
    QTest::newRow("million") << numberText(1e6) << QStringLiteral("10⁶");
    QTest::newRow("inf") << numberText(-kInf) << QStringLiteral("−∞");
    QTest::newRow("tip") << tipText(QStringLiteral("<b>&"))
                         << QStringLiteral("<p style='white-space:pre'>&lt;b&gt;&amp;</p>");
    QTest::newRow("exact") << exactText(0.1) << QStringLiteral("0.1");
}

void ChartsTest::texts() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(text, expected);
}

void ChartsTest::axisValueSaysWhy() {
    EdgeKind kind{};
    QCOMPARE(axisValue(8.0, true), 3.0);
    QVERIFY(std::isnan(axisValue(kInf, false, &kind)));
    QCOMPARE(kind, EdgeKind::Top);
    QVERIFY(std::isnan(axisValue(-kInf, false, &kind)));
    QCOMPARE(kind, EdgeKind::Bottom);
    QVERIFY(std::isnan(axisValue(kNan, true, &kind)));
    QCOMPARE(kind, EdgeKind::NotANumber);
    QVERIFY(std::isnan(axisValue(0.0, true, &kind)));
    QCOMPARE(kind, EdgeKind::Bottom);
    QVERIFY(std::isnan(axisValue(-3.0, true, &kind)));
    QCOMPARE(axisValue(-3.0, false), -3.0);
}

void ChartsTest::decimatorKeepsExtremes_data() {
    QTest::addColumn<int>("points");
    QTest::addColumn<int>("columns");
    QTest::newRow("none") << 0 << 100;
    QTest::newRow("one") << 1 << 100;
    QTest::newRow("fewer than columns") << 150 << 100;
    QTest::newRow("just more") << 201 << 100;
    QTest::newRow("many") << 50000 << 333;
    QTest::newRow("million") << 1000000 << 640;
    QTest::newRow("one column") << 1000 << 1;
}

void ChartsTest::decimatorKeepsExtremes() {
    QFETCH(int, points);
    QFETCH(int, columns);
    std::mt19937 random(5);
    std::normal_distribution<double> noise;
    QList<QPointF> input;
    for (int i = 0; i < points; ++i) input << QPointF(i * 0.5, noise(random));
    const double xMax = std::max(1.0, points * 0.5);
    const QList<QPointF> output = decimate(input, 0.0, xMax, columns);
    QVERIFY(output.size() <= std::max<qsizetype>(2 * columns, 0));
    if (points <= 2 * columns) QCOMPARE(output, input);
    QCOMPARE(extremes(output, 0.0, xMax, columns), extremes(input, 0.0, xMax, columns));
    for (qsizetype i = 1; i < output.size(); ++i) QVERIFY(output[i - 1].x() < output[i].x());
}

void ChartsTest::sanitiserBreaksTheLine() {
    const std::vector<double> x = counting(9);
    const std::vector<double> y{1, 2, kNan, 4, kInf, -kInf, 7, 8, 1e301};
    const DrawableLine line = drawable(x, y, false, 0.0, 8.0, 800);
    QCOMPARE(line.segments.size(), 3u);
    QCOMPARE(line.segments[0], (QList<QPointF>{{0, 1}, {1, 2}}));
    QCOMPARE(line.segments[1], (QList<QPointF>{{3, 4}}));
    QCOMPARE(line.segments[2], (QList<QPointF>{{6, 7}, {7, 8}}));
    const std::vector<EdgeMark> marks{
        {2, EdgeKind::NotANumber}, {4, EdgeKind::Top}, {5, EdgeKind::Bottom}, {8, EdgeKind::Top}};
    QCOMPARE(line.marks, marks);
}

void ChartsTest::sanitiserMarksEachColumnOnce() {
    const std::vector<double> x = counting(100000);
    const std::vector<double> y(x.size(), kNan);
    const DrawableLine line = drawable(x, y, true, 0.0, 99999.0, 300);
    QVERIFY(line.segments.empty());
    QCOMPARE(line.marks.size(), 300u);
}

void ChartsTest::sanitiserCutsAtTheBorder() {
    const std::vector<double> x{0, 10, 20};
    const std::vector<double> y{0, 10, 0};
    const DrawableLine line = drawable(x, y, false, 5.0, 12.0, 100);
    QCOMPARE(line.segments.size(), 1u);
    QCOMPARE(line.segments[0], (QList<QPointF>{{5, 5}, {10, 10}, {12, 8}}));
    // Between two points, neither of which is visible.
    const DrawableLine between = drawable(x, y, false, 2.0, 4.0, 100);
    QCOMPARE(between.segments.size(), 1u);
    QCOMPARE(between.segments[0], (QList<QPointF>{{2, 2}, {4, 4}}));
}

void ChartsTest::sanitiserOfNothing() {
    const std::vector<double> none;
    QVERIFY(drawable(none, none, true, 0.0, 1.0, 100).segments.empty());
    QVERIFY(valueRange(none, none, false, 0.0, 1.0).empty());
    const std::vector<double> one{3.0};
    QCOMPARE(drawable(one, one, false, 0.0, 5.0, 100).segments.size(), 1u);
    QVERIFY(drawable(one, one, false, 5.0, 5.0, 100).segments.empty());
}

void ChartsTest::blocksChangeNothing_data() {
    QTest::addColumn<int>("points");
    QTest::addColumn<bool>("log2");
    QTest::addColumn<double>("share");
    for (const int points : {63, 64, 65, 5000, 200000}) {
        for (const bool log2 : {false, true}) {
            for (const double share : {0.0, 1e-4, 0.3}) {
                QTest::addRow("%d %s %g", points, log2 ? "log2" : "linear", share) << points << log2 << share;
            }
        }
    }
}

void ChartsTest::blocksChangeNothing() {
    QFETCH(int, points);
    QFETCH(bool, log2);
    QFETCH(double, share);
    std::mt19937 random(11);
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    const std::vector<double> x = counting(static_cast<std::size_t>(points));
    std::vector<double> y;
    std::vector<Block> blocks;
    for (int i = 0; i < points; ++i) {
        const bool bad = uniform(random) < share;
        y.push_back(bad ? (i % 3 == 0 ? kNan : i % 3 == 1 ? kInf : -1.0) : std::floor(uniform(random) * 50.0) + 1.0);
        if (i % 1000 == 0) summarise(y, blocks);
    }
    summarise(y, blocks);
    QCOMPARE(blocks.size(), y.size() / kBlock);
    for (const auto& [min, max] : {std::pair{0.0, points - 1.0}, {points * 0.1, points * 0.93 + 0.5}}) {
        const ValueRange slowRange = valueRange(x, y, log2, min, max);
        const ValueRange fastRange = valueRange(x, y, log2, min, max, blocks);
        QCOMPARE(fastRange.min, slowRange.min);
        QCOMPARE(fastRange.max, slowRange.max);
        const DrawableLine slow = drawable(x, y, log2, min, max, 300);
        const DrawableLine fast = drawable(x, y, log2, min, max, 300, blocks);
        QCOMPARE(fast.marks, slow.marks);
        QCOMPARE(fast.segments.size(), slow.segments.size());
        for (std::size_t i = 0; i < slow.segments.size(); ++i) {
            QCOMPARE(extremes(fast.segments[i], min, max, 300), extremes(slow.segments[i], min, max, 300));
        }
    }
}

/// The names at the ends of lines, where many end at one place: none lies on another, and the higher line's is higher.
void ChartsTest::tagsKeepTheOrderOfTheirLines() {
    const auto spread = [](const std::vector<double>& middles, double top, double bottom) {
        std::vector<QRectF> boxes;
        for (const double middle : middles) boxes.emplace_back(100.0, middle - 5.0, 12.0, 10.0);
        spreadTags(boxes, top, bottom);
        return boxes;
    };
    const std::vector<double> ends{52, 44, 40, 8, 90, 91, 92, 60};
    const std::vector<QRectF> boxes = spread(ends, 0, 100);
    for (std::size_t a = 0; a < ends.size(); ++a) {
        QVERIFY(boxes[a].top() >= 0 && boxes[a].bottom() <= 100);
        for (std::size_t b = 0; b < ends.size(); ++b) {
            if (ends[a] >= ends[b]) continue;
            QVERIFY2(boxes[a].bottom() <= boxes[b].top() + 1e-9,
                     qPrintable(QString("%1, %2").arg(ends[a]).arg(ends[b])));
        }
    }
    QCOMPARE(boxes[3].center().y(), 8.0);   // what has room stays at its line
    QCOMPARE(boxes[5].center().y(), 85.0);  // three at the lower edge: pushed up together
    // Two sides do not disturb one another.
    std::vector<QRectF> apart{{0, 45, 12, 10}, {200, 45, 12, 10}};
    spreadTags(apart, 0, 100);
    QCOMPARE(apart[0].top(), 45.0);
    QCOMPARE(apart[1].top(), 45.0);
    // Too many for the height: closer, but still in order and inside.
    std::vector<double> many;
    for (int i = 0; i < 20; ++i) many.push_back(50 + i);
    const std::vector<QRectF> close = spread(many, 0, 100);
    for (std::size_t i = 1; i < close.size(); ++i) QVERIFY(close[i].top() > close[i - 1].top());
    QVERIFY(close.front().top() >= 0 && close.back().bottom() <= 100 + 1e-9);
}

void ChartsTest::ticksAreRoundAndFew() {
    for (const auto& [min, max] : {std::pair{0.0, 0.95}, {0.0, 2.3026}, {-3.7, 12.9}, {1e-12, 3e-12}, {0.0, 1e30}}) {
        for (const int most : {2, 3, 5, 7}) {
            const Ticks ticks = niceTicks(min, max, most);
            QVERIFY(ticks.count >= 0 && ticks.count <= most + 1);
            const double digits = ticks.step / std::pow(10.0, std::floor(std::log10(ticks.step) + 1e-9));
            QVERIFY(std::abs(digits - 1) < 1e-6 || std::abs(digits - 2) < 1e-6 || std::abs(digits - 5) < 1e-6);
            for (int i = 0; i < ticks.count; ++i) {
                QVERIFY(ticks.at(i) >= min - 1e-6 * ticks.step && ticks.at(i) <= max + 1e-6 * ticks.step);
            }
            const ValueRange range = niceRange({min, max}, most, false);
            QVERIFY(range.min <= min + 1e-9 * ticks.step && range.max >= max - 1e-9 * ticks.step);
        }
    }
    QVERIFY(niceTicks(0, 3, 7, 1.0).step >= 1.0);
    // About zero a large step has one multiple only: an axis of that shows no size.
    QCOMPARE(niceTicks(-0.4, 0.9, 3).count, 1);
    QVERIFY(axisTicks(-0.4, 0.9, 3).count >= 2);
    for (double max = 0.01; max < 40; max *= 1.07)
        for (const double min : {0.0, -0.3 * max, -max}) QVERIFY(axisTicks(min, max, 3).count >= 2);
    QCOMPARE(axisTicks(0, 3, 4).count, niceTicks(0, 3, 4).count);
    const ValueRange single = niceRange({16, 16}, 5, true);
    QVERIFY(single.min < 16 && single.max > 16);
}

void ChartsTest::nearest() {
    const std::vector<double> x{1, 5, 6};
    QCOMPARE(nearestIndex(x, -10), 0u);
    QCOMPARE(nearestIndex(x, 2.9), 0u);
    QCOMPARE(nearestIndex(x, 3.1), 1u);
    QCOMPARE(nearestIndex(x, 100), 2u);
}

void ChartsTest::zonesOfFp16() {
    const FormatZones zones = fp16Histogram().zones;
    QCOMPARE(zones.flushedBelow, -25.0);
    QCOMPARE(zones.minNormal, -14.0);
    QVERIFY(zones.overflowFrom < 16.0 && zones.overflowFrom > 15.999);
    const std::vector<ZoneSpan> spans = zoneSpans(zones, -40, 20);
    QCOMPARE(spans.size(), 4u);
    QCOMPARE(spans[0], (ZoneSpan{Zone::Flushed, -40, -25}));
    QCOMPARE(spans[1], (ZoneSpan{Zone::Subnormal, -25, -14}));
    QCOMPARE(spans[3].to, 20.0);
    for (std::size_t i = 1; i < spans.size(); ++i) QCOMPARE(spans[i].from, spans[i - 1].to);
}

void ChartsTest::zonesOutsideTheAxis() {
    const FormatZones zones{std::log2(fp32.flush_threshold()) < -200 ? -149.0 : -150.0, -126, 128};
    const std::vector<ZoneSpan> spans = zoneSpans(zones, -64, 32);
    QCOMPARE(spans.size(), 1u);
    QCOMPARE(spans[0], (ZoneSpan{Zone::Normal, -64, 32}));
    const AxisRange axis = histogramAxis(fp16Histogram());
    QVERIFY(axis.min <= -30 && axis.max >= 17);
    QVERIFY(axis.min >= -64 && axis.max <= 32);
}

void ChartsTest::everyBinHasTheZoneOfItsCast() {
    // The middle of a bin, cast for real, must do what the bin's zone says.
    const FormatZones zones = fp16Histogram().zones;
    for (int exponent = -64; exponent < 32; ++exponent) {
        const double middle = std::exp2(exponent + 0.5);
        const Zone expected = middle <= fp16.flush_threshold()     ? Zone::Flushed
                              : middle < fp16.min_normal()         ? Zone::Subnormal
                              : middle < fp16.overflow_threshold() ? Zone::Normal
                                                                   : Zone::Overflow;
        QCOMPARE(zoneOfBin(zones, exponent), expected);
    }
}

void ChartsTest::histogramSentences() {
    HistogramData data = fp16Histogram();
    const QString space(QChar(0x00A0));
    QCOMPARE(histogramSentence(data), QStringLiteral("34") + space +
                                          QStringLiteral("% of this layer's nonzero weight gradients are flushed to "
                                                         "zero in FP16."));
    data.flushed = 0;
    QVERIFY(histogramSentence(data).startsWith(
        QStringLiteral("None of this layer's nonzero weight gradients are flushed; 46")));
    data.subnormal = 0;
    QVERIFY(histogramSentence(data).endsWith(QStringLiteral("all are normal numbers in FP16.")));
    data.overflow = 1;
    QVERIFY(histogramSentence(data).contains(QStringLiteral("overflow to infinity")));
    data.nan = 3;
    QVERIFY(histogramSentence(data).contains(QStringLiteral("NaN")));
    data.nan = data.overflow = 0;
    data.zero = data.elements;
    QVERIFY(histogramSentence(data).contains(QStringLiteral("exactly zero")));
    QVERIFY(histogramSentence({}).contains(QStringLiteral("No values")));
}

void ChartsTest::histogramPaints() {
    HistogramChart chart(QStringLiteral("Gradients"));
    chart.resize(380, 280);
    const QImage empty = chart.grab().toImage();
    chart.setHistogram(fp16Histogram(), QColor(0xD5, 0x5E, 0x00));
    const QImage drawn = chart.grab().toImage();
    QVERIFY(pixelsLike(empty, QColor(0xD5, 0x5E, 0x00)) == 0);
    QVERIFY(pixelsLike(drawn, QColor(0xD5, 0x5E, 0x00)) > 100);
    QVERIFY(chart.accessibleDescription().contains(chart.sentence()));
    chart.show();
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(chart.selectedBin(), -25);
    QTest::keyClick(&chart, Qt::Key_Left);
    QCOMPARE(chart.selectedBin(), -26);
    std::unique_ptr<ChartTable> table(chart.makeTable());
    QCOMPARE(table->rowCount(), 96 + 6);
    QCOMPARE(table->data(table->index(0, 1)).toULongLong(), 50u);
    QCOMPARE(table->data(table->index(1 + 64 - 30, 0)).toString(), QStringLiteral("2⁻³⁰"));
    QCOMPARE(table->data(table->index(1 + 64 - 30, 1)).toULongLong(), 34u);
    // Sizes that no one would choose.
    for (const QSize size : {QSize(1, 1), QSize(40, 20), QSize(2000, 30)}) {
        chart.resize(size);
        QVERIFY(!chart.grab().isNull());
    }
}

void ChartsTest::memoryNumbers() {
    const MemoryData data = someMemory();
    QCOMPARE(data.heldAt(1), 4000u);
    QCOMPARE(data.nativeAt(1), 2000u);
    QCOMPARE(data.peakOperation(false), 1u);
    QVERIFY(data.emulated());
    MemoryData same = data;
    for (MemoryOperation& op : same.operations) op.native = op.held;
    same.peakNative = same.peakHeld;
    QVERIFY(!same.emulated());
}

void ChartsTest::memoryPaints() {
    MemoryChart chart(QStringLiteral("Memory of one step"));
    chart.resize(380, 170);
    chart.setMemory(someMemory());
    const QImage held = chart.grab().toImage();
    QVERIFY(chart.accessibleDescription().contains(QStringLiteral("backward fc1")));
    QVERIFY(chart.accessibleDescription().contains(bytesText(2000)));
    chart.setShowNative(true);
    QVERIFY(chart.grab().toImage() != held);
    std::unique_ptr<ChartTable> table(chart.makeTable());
    QCOMPARE(table->rowCount(), 3);
    QCOMPARE(table->columnCount(), 5);
    QCOMPARE(table->data(table->index(1, 2)).toULongLong(), 3000u);
    QCOMPARE(table->data(table->index(1, 4)).toULongLong(), 1500u);
    MemoryData ragged = someMemory();
    ragged.operations[0].held.clear();
    chart.setMemory(ragged);
    QVERIFY(!chart.grab().isNull());
    chart.clear();
    QVERIFY(!chart.grab().isNull());
}

/// Where a sentence has no room its number stays whole.
void ChartsTest::aNumberKeepsItsUnit() {
    const QFontMetricsF metrics(QApplication::font());
    const QStringList texts{QStringLiteral("native device 53.7 MiB"), QStringLiteral("native 53.7 MiB"),
                            QStringLiteral("53.7 MiB")};
    for (const QString& text : texts) {
        const double room = metrics.horizontalAdvance(text);
        QCOMPARE(fittingText(metrics, texts, room), text);
        QVERIFY(fittingText(metrics, texts, room - 1) != text);
    }
    QCOMPARE(fittingText(metrics, {}, 10), QString());
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::ChartsTest)
#include "charts_test.moc"
