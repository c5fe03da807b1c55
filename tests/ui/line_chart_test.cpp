// SPDX-License-Identifier: Apache-2.0
// The line chart without models: no value whatsoever brings it down, mouse and keyboard zoom, tables and pictures hold
// the data, both themes.
#include "ui/charts/line_chart.h"

#include <QApplication>
#include <QClipboard>
#include <QGraphicsView>
#include <QHelpEvent>
#include <QImage>
#include <QMainWindow>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>
#include <cmath>
#include <limits>
#include <memory>

#include "ui/charts/format_text.h"

namespace mantissa::ui {

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();

SeriesStyle plain(const QString& label, const QColor& color) {
    SeriesStyle style;
    style.label = label;
    style.color = color;
    return style;
}

std::vector<double> counting(std::size_t n) {
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<double>(i);
    return x;
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

class LineChartTest : public QObject {
    Q_OBJECT

  private slots:
    void anyValueOnAnyAxis_data();
    void anyValueOnAnyAxis();
    void aMillionPoints();
    void whatMarksSayIsAskedWhenPointedAt();
    void extendEqualsSet();
    void unsortedStepsAreSorted();
    void tagsStandInTheOrderOfTheirLines();
    void keyboardZooms();
    void zoomStaysWhileDataComes();
    void sharedAxis();
    void wheelZoomsAtThePointer();
    void tableEqualsTheData();
    void copiedDataIsSafe();
    void pictureIsSaved();
    void hiddenSeriesDoesNotCount();
    void brokenLineIsDrawnWhole();
    void themesDiffer();
    void marksGrowWithTheType();
    void describesLatestValue();
};

/// In a storm of skips thousands of marks come anew with each step: their sentences are made for who points at one.
void LineChartTest::whatMarksSayIsAskedWhenPointedAt() {
    LineChart chart(QStringLiteral("Loss scale"), QStringLiteral("step"));
    chart.resize(600, 240);
    const std::vector<double> steps{0.0, 100.0}, values{1.0, 2.0};
    chart.setSeries(QStringLiteral("a"), plain(QStringLiteral("a"), Qt::red), steps, values);
    int asked = 0;
    const auto text = [&asked](double x) {
        ++asked;
        return QStringLiteral("step %1 skipped").arg(x);
    };
    chart.setPins({50.0, 90.0}, text);
    chart.show();
    chart.refresh();
    QVERIFY(!chart.grab().isNull());
    QCOMPARE(asked, 0);
    // Somewhere along the upper edge of the plot lies the pin of step 50, and its tooltip says so.
    auto* plot = chart.findChild<QGraphicsView*>()->viewport();
    QStringList shown;
    for (int x = 0; x < plot->width() && shown.isEmpty(); x += 3) {
        for (int y = 0; y < plot->height() / 2 && shown.isEmpty(); y += 4) {
            QHelpEvent help(QEvent::ToolTip, QPoint(x, y), plot->mapToGlobal(QPoint(x, y)));
            QCoreApplication::sendEvent(plot, &help);
            if (QToolTip::text().contains(QStringLiteral("skipped"))) shown << QToolTip::text();
        }
    }
    QCOMPARE(shown.size(), 1);
    QVERIFY2(shown.front().contains(QStringLiteral("step 50 skipped")), qPrintable(shown.front()));
    QCOMPARE(asked, 1);
}

void LineChartTest::anyValueOnAnyAxis_data() {
    QTest::addColumn<bool>("log2");
    QTest::newRow("linear") << false;
    QTest::newRow("log2") << true;
}

void LineChartTest::anyValueOnAnyAxis() {
    QFETCH(bool, log2);
    // A NaN that reaches a painter is only a warning there.
    QTest::failOnWarning(QRegularExpression(QStringLiteral("NaN|inf|invalid|undefined")));
    const std::vector<double> x = counting(8);
    const std::vector<std::vector<double>> hostile{{1, kInf, 2, kInf, kInf, 4, -kInf, 8},
                                                   std::vector<double>(8, kNan),
                                                   std::vector<double>(8, kInf),
                                                   std::vector<double>(8, 0.0),
                                                   {1, 1, 1, 1, 1, 1, 1, 1},
                                                   {1e308, -1e308, 1, 2, 1e-320, 5, 6, 7},
                                                   {1e30, 1e38, 1e37, 1, 2, 3, 4, 5},
                                                   {-1, -2, -4, 0, -0.0, 1, 2, 3},
                                                   {1e15, 1e15 + 1, 1e15, 1e15, 1, 2, 3, 4}};
    for (const auto& y : hostile) {
        LineChart chart(QStringLiteral("Loss (nats)"), QStringLiteral("step"));
        chart.resize(380, 170);
        chart.setLog2(log2);
        chart.setSeries(QStringLiteral("a"), plain(QStringLiteral("a"), Qt::red), x, y);
        chart.setPins({3, kNan}, [](double) { return QStringLiteral("skip"); });
        chart.setBookmarks({{2, QStringLiteral("epoch 1"), QStringLiteral("epoch 1")}});
        chart.refresh();
        QVERIFY(std::isfinite(chart.yMin()) && std::isfinite(chart.yMax()) && chart.yMin() < chart.yMax());
        QVERIFY(!chart.grab().isNull());
        std::size_t finite = 0;
        for (const double v : y) finite += !std::isnan(axisValue(v, log2));
        QCOMPARE(chart.drawnPoints(QStringLiteral("a")), finite);
        QCOMPARE(chart.drawnMarks(QStringLiteral("a")), y.size() - finite);
    }
}

void LineChartTest::aMillionPoints() {
    LineChart chart(QStringLiteral("Loss (nats)"), QStringLiteral("step"));
    chart.resize(400, 200);
    const std::vector<double> x = counting(1000000);
    std::vector<double> y(x.size());
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = std::sin(static_cast<double>(i) * 0.37);
    chart.setSeries(QStringLiteral("a"), plain(QStringLiteral("a"), Qt::red), x, y);
    chart.refresh();
    QVERIFY(chart.drawnPoints(QStringLiteral("a")) <= static_cast<std::size_t>(2.0 * chart.plotArea().width()));
    QVERIFY(chart.drawnPoints(QStringLiteral("a")) > static_cast<std::size_t>(chart.plotArea().width()));
    QVERIFY(!chart.grab().isNull());
    std::unique_ptr<ChartTable> table(chart.makeTable());
    QCOMPARE(table->rowCount(), 1000000);
    QCOMPARE(table->data(table->index(999999, 2)).toString(), exactText(y.back()));
}

void LineChartTest::extendEqualsSet() {
    const std::vector<double> x = counting(3000);
    std::vector<double> y(x.size());
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = i % 500 == 7 ? kNan : std::cos(static_cast<double>(i));
    LineChart whole(QStringLiteral("a"), QStringLiteral("step"));
    LineChart parts(QStringLiteral("a"), QStringLiteral("step"));
    for (LineChart* chart : {&whole, &parts}) chart->resize(380, 170);
    const SeriesStyle style = plain(QStringLiteral("a"), Qt::blue);
    whole.setSeries(QStringLiteral("a"), style, x, y);
    parts.setSeries(QStringLiteral("a"), style, {}, {});
    for (std::size_t i = 0; i < x.size(); i += 100) {
        parts.extendSeries(QStringLiteral("a"), std::span(x).subspan(i, 100), std::span(y).subspan(i, 100));
        parts.refresh();
    }
    whole.refresh();
    QCOMPARE(parts.seriesSize(QStringLiteral("a")), x.size());
    QCOMPARE(parts.grab().toImage(), whole.grab().toImage());
}

/// Lines that end close together: each number is beside its own, the highest line's on top.
void LineChartTest::tagsStandInTheOrderOfTheirLines() {
    LineChart chart(QStringLiteral("Accuracy"), QStringLiteral("step"));
    chart.resize(400, 140);
    chart.show();
    const std::vector<double> ends{93.5, 11.4, 93.9, 93.4, 90.0};
    for (std::size_t i = 0; i < ends.size(); ++i) {
        SeriesStyle style;
        style.tag = QString::number(i + 1);
        chart.setSeries(QString::number(i), style, std::vector{0.0, 100.0}, std::vector{10.0, ends[i]});
    }
    chart.refresh();
    for (std::size_t a = 0; a < ends.size(); ++a) {
        const QRectF higher = chart.tagArea(QString::number(a));
        QVERIFY(QRectF(chart.rect()).contains(higher));
        for (std::size_t b = 0; b < ends.size(); ++b)
            if (ends[a] > ends[b]) QVERIFY(higher.bottom() <= chart.tagArea(QString::number(b)).top() + 1e-9);
    }
}

void LineChartTest::unsortedStepsAreSorted() {
    LineChart chart(QStringLiteral("a"), QStringLiteral("step"));
    const std::vector<double> x{3, 1, kNan, 2};
    const std::vector<double> y{30, 10, 5, 20};
    chart.setSeries(QStringLiteral("a"), plain(QStringLiteral("a"), Qt::red), x, y);
    std::unique_ptr<ChartTable> table(chart.makeTable());
    QCOMPARE(table->rowCount(), 3);
    QCOMPARE(table->data(table->index(0, 1)).toString(), QStringLiteral("1"));
    QCOMPARE(table->data(table->index(2, 2)).toString(), QStringLiteral("30"));
}

void LineChartTest::keyboardZooms() {
    LineChart chart(QStringLiteral("Loss (nats)"), QStringLiteral("step"));
    chart.resize(380, 170);
    const std::vector<double> x = counting(1001);
    chart.setSeries(QStringLiteral("a"), plain(QStringLiteral("a"), Qt::red), x, x);
    chart.show();
    chart.setFocus();
    chart.refresh();
    QCOMPARE(chart.xMin(), 0.0);
    QCOMPARE(chart.xMax(), 1000.0);
    QSignalSpy told(&chart, &LineChart::xRangeChanged);
    QTest::keyClick(&chart, Qt::Key_Plus);
    QVERIFY(chart.isZoomed());
    QCOMPARE(told.count(), 1);
    const double span = chart.xMax() - chart.xMin();
    QVERIFY(span < 999.0);
    const double left = chart.xMin();
    QTest::keyClick(&chart, Qt::Key_Right);
    QVERIFY(chart.xMin() > left);
    QVERIFY(std::abs(chart.xMax() - chart.xMin() - span) < 1e-6);
    for (int i = 0; i < 50; ++i) QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(chart.xMax(), 1000.0);
    for (int i = 0; i < 60; ++i) QTest::keyClick(&chart, Qt::Key_Plus);
    QVERIFY(chart.xMax() - chart.xMin() >= 3.9);
    QTest::keyClick(&chart, Qt::Key_Minus);
    QVERIFY(chart.xMax() - chart.xMin() > 4.5);
    QSignalSpy reset(&chart, &LineChart::xRangeReset);
    QTest::keyClick(&chart, Qt::Key_0);
    QVERIFY(!chart.isZoomed());
    QCOMPARE(reset.count(), 1);
    QCOMPARE(chart.xMax(), 1000.0);
    QSignalSpy hair(&chart, &LineChart::crossHairMoved);
    QTest::keyClick(&chart, Qt::Key_Left);
    QCOMPARE(hair.count(), 1);
    QCOMPARE(hair[0][0].toDouble(), 490.0);
}

void LineChartTest::zoomStaysWhileDataComes() {
    LineChart chart(QStringLiteral("a"), QStringLiteral("step"));
    chart.resize(380, 170);
    const std::vector<double> x = counting(100);
    chart.setSeries(QStringLiteral("a"), plain(QStringLiteral("a"), Qt::red), x, x);
    chart.refresh();
    chart.setXRange(20, 40);
    const std::vector<double> more{100, 101, 102};
    chart.extendSeries(QStringLiteral("a"), more, more);
    chart.refresh();
    QCOMPARE(chart.xMin(), 20.0);
    QCOMPARE(chart.xMax(), 40.0);
    chart.resetXRange();
    QCOMPARE(chart.xMax(), 102.0);
}

void LineChartTest::sharedAxis() {
    LineChart a(QStringLiteral("a"), QStringLiteral("step"));
    LineChart b(QStringLiteral("b"), QStringLiteral("step"));
    connect(&a, &LineChart::xRangeChanged, &b, &LineChart::setXRange);
    connect(&b, &LineChart::xRangeChanged, &a, &LineChart::setXRange);
    connect(&a, &LineChart::xRangeReset, &b, &LineChart::resetXRange);
    const std::vector<double> x = counting(100);
    for (LineChart* chart : {&a, &b}) {
        chart->resize(380, 170);
        chart->setSeries(QStringLiteral("s"), plain(QStringLiteral("s"), Qt::red), x, x);
        chart->refresh();
    }
    QTest::keyClick(&a, Qt::Key_Plus);
    QVERIFY(b.isZoomed());
    QCOMPARE(b.xMin(), a.xMin());
    QCOMPARE(b.xMax(), a.xMax());
    QTest::keyClick(&a, Qt::Key_Home);
    QVERIFY(!b.isZoomed());
}

void LineChartTest::wheelZoomsAtThePointer() {
    LineChart chart(QStringLiteral("a"), QStringLiteral("step"));
    chart.resize(380, 170);
    const std::vector<double> x = counting(1001);
    chart.setSeries(QStringLiteral("a"), plain(QStringLiteral("a"), Qt::red), x, x);
    chart.show();
    chart.refresh();
    QWidget* surface = chart.childAt(200, 100);
    QVERIFY(surface);
    const QPointF at(chart.plotArea().left() + 0.25 * chart.plotArea().width(), 100);
    QWheelEvent wheel(at, chart.mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(surface, &wheel);
    QVERIFY(chart.isZoomed());
    // What was under the pointer still is.
    const double under = chart.xMin() + 0.25 * (chart.xMax() - chart.xMin());
    QVERIFY(std::abs(under - 250.0) < 1.0);
    QTest::mouseDClick(surface, Qt::LeftButton, {}, at.toPoint());
    QVERIFY(!chart.isZoomed());
}

void LineChartTest::tableEqualsTheData() {
    LineChart chart(QStringLiteral("Loss (nats)"), QStringLiteral("step"));
    chart.resize(200, 120);
    const std::vector<double> x{1, 2, 3};
    const std::vector<double> y{0.1, kNan, -kInf};
    const std::vector<double> x2{5};
    const std::vector<double> y2{7.25};
    chart.setSeries(QStringLiteral("a"), plain(QStringLiteral("FP32"), Qt::red), x, y);
    chart.setSeries(QStringLiteral("none"), plain(QStringLiteral("none"), Qt::red), {}, {});
    chart.setSeries(QStringLiteral("b"), plain(QStringLiteral("FP16"), Qt::red), x2, y2);
    chart.copyData();
    QCOMPARE(QApplication::clipboard()->text(),
             QStringLiteral("series\tstep\tLoss (nats)\nFP32\t1\t0.1\nFP32\t2\tnan\nFP32\t3\t-inf\nFP16\t5\t7.25\n"));
}

void LineChartTest::copiedDataIsSafe() {
    LineChart chart(QStringLiteral("a"), QStringLiteral("step"));
    const std::vector<double> x{1};
    const std::vector<double> y{-2};
    chart.setSeries(QStringLiteral("a"), plain(QStringLiteral("=cmd()\t<b>x</b>\n"), Qt::red), x, y);
    std::unique_ptr<ChartTable> table(chart.makeTable());
    QCOMPARE(table->toText(), QStringLiteral("series\tstep\ta\n'=cmd() <b>x</b> \t1\t-2\n"));
}

void LineChartTest::pictureIsSaved() {
    QTemporaryDir folder;
    LineChart chart(QStringLiteral("a"), QStringLiteral("step"));
    chart.resize(300, 150);
    const std::vector<double> x = counting(10);
    chart.setSeries(QStringLiteral("a"), plain(QStringLiteral("a"), Qt::red), x, x);
    chart.refresh();
    const QString path = folder.filePath(QStringLiteral("chart.png"));
    QVERIFY(chart.savePictureTo(path));
    QCOMPARE(QImage(path).size(), chart.size() * chart.devicePixelRatio());
    QVERIFY(!chart.savePictureTo(folder.filePath(QStringLiteral("missing/chart.png"))));
    // Its name says what it shows, and its ending what it is.
    QCOMPARE(LineChart(QStringLiteral("Loss − baseline (nats)"), QString()).pictureName(),
             QString("loss-baseline-nats.png"));
    const QString drawing("Drawing (*.svg)"), picture("Picture (*.png)");
    QCOMPARE(ChartWidget::pictureFile("a.pdf", picture), QString("a.pdf.png"));
    QCOMPARE(ChartWidget::pictureFile("a", drawing), QString("a.svg"));
    QCOMPARE(ChartWidget::pictureFile("a.PNG", drawing), QString("a.PNG"));
    chart.show();
    // A font of this desktop's is not one of the reader's: a generic one stands behind it.
    const QString svg = folder.filePath(QStringLiteral("chart.svg"));
    QVERIFY(chart.savePictureTo(svg));
    QFile file(svg);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    QVERIFY2(text.contains("font-family=\""), qPrintable(text.left(4000)));
    QCOMPARE(text.count("font-family=\""), text.count(", sans-serif\""));
    QVERIFY(!chart.savePictureTo(folder.filePath(QStringLiteral("missing/chart.svg"))));
    // In a window it says so.
    QMainWindow window;
    window.statusBar();
    window.setCentralWidget(&chart);
    chart.copyPicture();
    QVERIFY(!QApplication::clipboard()->image().isNull());
    QCOMPARE(window.statusBar()->currentMessage(), QString("The picture is in the clipboard."));
    chart.copyData();
    QCOMPARE(window.statusBar()->currentMessage(), QString("The data are in the clipboard."));
    window.takeCentralWidget();
}

void LineChartTest::hiddenSeriesDoesNotCount() {
    LineChart chart(QStringLiteral("a"), QStringLiteral("step"));
    chart.resize(300, 150);
    const std::vector<double> x = counting(10);
    const std::vector<double> big(10, 1000.0);
    chart.setSeries(QStringLiteral("small"), plain(QStringLiteral("small"), Qt::red), x, x);
    chart.setSeries(QStringLiteral("big"), plain(QStringLiteral("big"), Qt::red), x, big);
    chart.refresh();
    QVERIFY(chart.yMax() >= 1000.0);
    chart.setSeriesVisible(QStringLiteral("big"), false);
    chart.refresh();
    QVERIFY(chart.yMax() < 20.0);
    QCOMPARE(chart.drawnPoints(QStringLiteral("big")), 0u);
    chart.removeSeries(QStringLiteral("small"));
    chart.refresh();
    QCOMPARE(chart.seriesIds(), QStringList{QStringLiteral("big")});
}

void LineChartTest::brokenLineIsDrawnWhole() {
    // More gaps than QtCharts gets series for: the pieces at the far end are painted all the same.
    LineChart chart(QStringLiteral("a"), QStringLiteral("step"));
    chart.resize(600, 200);
    const std::vector<double> x = counting(300);
    std::vector<double> y(x.size(), 1.0);
    for (std::size_t i = 5; i < y.size(); i += 10) y[i] = kNan;
    const QColor color(200, 30, 160);
    SeriesStyle style = plain(QStringLiteral("a"), color);
    style.glyphs = false;
    chart.setSeries(QStringLiteral("a"), style, x, y);
    chart.refresh();
    const QImage image = chart.grab().toImage();
    const QRect plot = chart.plotArea().toRect();
    const QRect middle(plot.left(), plot.top() + 12, plot.width(), plot.height() - 24);
    const int left = pixelsLike(image.copy(middle.adjusted(0, 0, -middle.width() / 2, 0)), color);
    const int right = pixelsLike(image.copy(middle.adjusted(middle.width() / 2, 0, 0, 0)), color);
    QVERIFY2(left > 200 && right > 200, qPrintable(QStringLiteral("%1 %2").arg(left).arg(right)));
}

void LineChartTest::themesDiffer() {
    QPalette dark;
    dark.setColor(QPalette::Base, QColor(20, 22, 25));
    dark.setColor(QPalette::Text, Qt::white);
    QPalette light;
    light.setColor(QPalette::Base, Qt::white);
    light.setColor(QPalette::Text, Qt::black);
    QWidget widget;
    widget.setPalette(dark);
    const ChartPalette night = ChartPalette::fromWidget(&widget);
    widget.setPalette(light);
    const ChartPalette day = ChartPalette::fromWidget(&widget);
    QVERIFY(night.dark && !day.dark);
    QCOMPARE(night.precision(u"FP32").color, QColor(Qt::white));
    QCOMPARE(day.precision(u"FP32").color, QColor(Qt::black));
    for (const ChartPalette& palette : {night, day}) {
        QCOMPARE(palette.precision(u"TF32").color, QColor(0x00, 0x72, 0xB2));
        QCOMPARE(palette.precision(u"FP16").color, QColor(0xD5, 0x5E, 0x00));
        QCOMPARE(palette.precision(u"BF16").color, QColor(0x00, 0x9E, 0x73));
        QSet<int> markers;
        for (const QStringView name : {u"FP32", u"TF32", u"FP16", u"BF16", u"PyTorch default"}) {
            markers << static_cast<int>(palette.precision(name).marker);
        }
        QCOMPARE(markers.size(), 5);
    }
    LineChart chart(QStringLiteral("a"), QStringLiteral("step"));
    chart.resize(200, 120);
    chart.setPalette(dark);
    QCOMPARE(chart.grab().toImage().pixelColor(3, 60), QColor(20, 22, 25));
    chart.setPalette(light);
    QCOMPARE(chart.grab().toImage().pixelColor(3, 60), QColor(Qt::white));
}

/// As in presenter mode: the marks of a line and those of infinities at the edge.
void LineChartTest::marksGrowWithTheType() {
    const QColor color(0xD5, 0x5E, 0x00);
    const auto highest = [&](double points) {
        LineChart chart(QStringLiteral("test"), QStringLiteral("step"));
        QFont font = chart.font();
        font.setPointSizeF(points);
        chart.setFont(font);
        chart.resize(600, 400);
        SeriesStyle style = plain("a", color);
        style.glyphs = true;
        style.glyph = Glyph::Circle;
        chart.setSeries(QStringLiteral("a"), style, counting(200), std::vector<double>(200, 1.0));
        chart.refresh();
        const QImage picture = chart.grab().toImage();
        const QRectF plot = chart.plotArea();
        int most = 0;
        for (int x = static_cast<int>(plot.left()); x < static_cast<int>(plot.right()); ++x) {
            int here = 0;
            for (int y = static_cast<int>(plot.top()); y < static_cast<int>(plot.bottom()); ++y) {
                const QColor c = picture.pixelColor(x, y);
                here += std::abs(c.red() - color.red()) + std::abs(c.green() - color.green()) +
                            std::abs(c.blue() - color.blue()) <
                        40;
            }
            most = std::max(most, here);
        }
        return most;
    };
    const int usual = highest(10), large = highest(21);
    QVERIFY2(usual >= 5 && large >= usual * 3 / 2, qPrintable(QString("%1, %2").arg(usual).arg(large)));
}

void LineChartTest::describesLatestValue() {
    LineChart chart(QStringLiteral("Accuracy (%)"), QStringLiteral("step"));
    QCOMPARE(chart.accessibleName(), QStringLiteral("Accuracy (%)"));
    chart.setValueSuffix(QStringLiteral(" %"));
    const std::vector<double> x{50, 100};
    const std::vector<double> y{80.0, 93.5};
    chart.setSeries(QStringLiteral("a"), plain(QStringLiteral("FP32, test"), Qt::red), x, y);
    chart.refresh();
    QCOMPARE(chart.accessibleDescription(), QStringLiteral("FP32, test: 93.5 % at step 100"));
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::LineChartTest)
#include "line_chart_test.moc"
