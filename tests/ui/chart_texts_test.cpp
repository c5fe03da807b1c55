// SPDX-License-Identifier: Apache-2.0
// What is written in and beside line charts can be read: the last number of an axis, the numbers of ten runs at the
// ends of their lines, the line of each batch beside those of other runs, an R² below 0.
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <algorithm>
#include <cmath>
#include <memory>

#include "engine/precision/float_format.h"
#include "tests/ui/live_records.h"
#include "tests/ui/painted_text.h"
#include "ui/charts/histogram_chart.h"
#include "ui/charts/line_chart.h"
#include "ui/charts/palette.h"
#include "ui/models/session_model.h"
#include "ui/pages/live_numbers.h"
#include "ui/pages/live_page.h"
#include "ui/widgets/theme.h"
#include "ui/words/metric_words.h"

namespace mantissa::ui {

namespace {

int distance(const QColor& a, const QColor& b) {
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

int pixelsLike(const QImage& image, const QColor& color) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) count += distance(image.pixelColor(x, y), color) < 12 ? 1 : 0;
    return count;
}

}  // namespace

class ChartTextsTest : public QObject {
    Q_OBJECT

  private slots:
    void cleanup() { QApplication::setPalette(Theme::palette(false)); }

    /// The axis's name gives way, and not the number at its end.
    void theLastNumberOfAnAxisStays() {
        LineChart chart(QStringLiteral("Loss"), QStringLiteral("seconds"));
        chart.setSeries(QStringLiteral("a"), {}, std::vector{0.0, 400.0}, std::vector{1.0, 2.0});
        chart.show();
        for (int width = 260; width <= 800; width += 20) {
            chart.resize(width, 170);
            chart.refresh();
            const LineChart::XTexts texts = chart.xTexts();
            QCOMPARE(texts.ticks.back().first, QStringLiteral("400"));
            for (const auto& [text, box] : texts.ticks) QVERIFY(!box.adjusted(-4, 0, 4, 0).intersects(texts.title));
            QVERIFY(QRectF(chart.rect()).contains(texts.ticks.back().second));
            QVERIFY(!texts.title.isEmpty());
            QVERIFY(QRectF(chart.rect()).contains(texts.title));
        }
    }

    /// The axis was cut to its limits, and a chart whose values all lay beyond them was empty.
    void valuesBeyondALimitAreDrawn() {
        for (const double side : {-1.0, 1.0}) {
            LineChart chart(QStringLiteral("R²"), QStringLiteral("step"));
            chart.resize(380, 170);
            chart.setYLimits(-1.0, 1.0);
            SeriesStyle red;
            red.color = Qt::red;
            chart.setSeries(QStringLiteral("a"), red, std::vector{0.0, 1.0, 2.0},
                            std::vector{20 * side, 25 * side, 30 * side});
            chart.refresh();
            QVERIFY(chart.yMin() <= std::min(20 * side, 30 * side) && chart.yMax() >= std::max(20 * side, 30 * side));
            QVERIFY(pixelsLike(chart.grab().toImage(), Qt::red) > 50);
        }
    }

    /// A U-Net that begins far off: its PSNR is below 0 dB.
    void aPsnrBelowZeroIsDrawn() {
        LineChart chart(QStringLiteral("PSNR (dB)"), QStringLiteral("step"));
        chart.resize(380, 170);
        chart.setYLimits(metricLeast(run::DENOISE), metricMost(run::DENOISE));
        chart.setSeries(QStringLiteral("a"), {}, std::vector{0.0, 1.0}, std::vector{-25.0, 15.0});
        chart.refresh();
        QVERIFY2(chart.yMin() <= -25.0 && chart.yMin() > -100.0, qPrintable(QString::number(chart.yMin())));
    }

    /// Two runs that part at one step: neither covers the other.
    void twoMarksAtOneStepAreBothNamed() {
        LineChart chart(QStringLiteral("Loss"), QStringLiteral("step"));
        chart.resize(600, 220);
        chart.setSeries(QStringLiteral("a"), {}, std::vector{0.0, 40.0}, std::vector{1.0, 2.0});
        chart.setBookmarks({{11, QStringLiteral("2 diverged"), QStringLiteral("FP16 diverged"), true},
                            {11, QStringLiteral("3 diverged"), QStringLiteral("BF16 diverged"), true}});
        chart.refresh();
        const QString painted = paintedTexts(chart).join('|');
        QVERIFY2(painted.contains("2 diverged") && painted.contains("3 diverged"), qPrintable(painted));
    }

    void theNumbersOfManyRunsDoNotTouch_data() {
        QTest::addColumn<int>("runs");
        QTest::newRow("two") << 2;
        QTest::newRow("ten") << 10;
        QTest::newRow("sixteen") << 16;
    }
    void theNumbersOfManyRunsDoNotTouch() {
        QFETCH(int, runs);
        LineChart chart(QStringLiteral("Accuracy"), QStringLiteral("step"));
        chart.resize(400, 140);
        chart.show();
        for (int i = 0; i < runs; ++i) {
            SeriesStyle style;
            style.tag = QString::number(i + 1);
            chart.setSeries(QString::number(i), style, std::vector{0.0, 100.0}, std::vector{10.0, 93.0 + 0.05 * i});
        }
        chart.refresh();
        const double line = QFontMetricsF(chart.font()).height() * 0.7;
        const int first = std::max(0, runs - 8);  // the newest: more would hide the lines
        for (int a = 0; a < first; ++a) QVERIFY(chart.tagArea(QString::number(a)).isEmpty());
        for (int a = first; a < runs; ++a) {
            const QRectF box = chart.tagArea(QString::number(a));
            QVERIFY(QRectF(chart.rect()).contains(box));
            QVERIFY(box.left() > chart.plotArea().right());
            for (int b = first; b < a; ++b) {
                const QRectF other = chart.tagArea(QString::number(b));
                const bool beside = box.left() - other.right() >= 3 || other.left() - box.right() >= 3;
                QVERIFY2(beside || std::abs(box.top() - other.top()) >= line,
                         qPrintable(QString("%1, %2").arg(a).arg(b)));
            }
        }
    }

    /// Long names of the columns beside it, as in German at 1280 x 800, leave the histogram room for its own.
    void columnsLeaveTheHistogramItsRoom() {
        struct Long : QTranslator {
            bool isEmpty() const override { return false; }
            QString translate(const char*, const char* text, const char*, int) const override {
                return QLatin1String(text) == QLatin1String("starved")   ? QStringLiteral("ausgehungert")
                       : QLatin1String(text) == QLatin1String("flushed") ? QStringLiteral("zu null gerundet")
                                                                         : QString();
            }
        } names;
        HistogramData data;
        data.format = QStringLiteral("FP16");
        data.zones = {std::log2(fp16.flush_threshold()), static_cast<double>(fp16.min_exponent()),
                      std::log2(fp16.overflow_threshold())};
        data.firstBin = -30;
        data.bins.assign(21, 5);
        data.elements = 105;
        data.starved = 5;
        HistogramChart chart(QStringLiteral("Gradients"));
        chart.resize(350, 280);
        chart.setHistogram(data, Qt::red);
        QCoreApplication::installTranslator(&names);
        const QStringList painted = paintedTexts(chart);
        QCoreApplication::removeTranslator(&names);
        QVERIFY2(painted.contains(QStringLiteral("normal")), qPrintable(painted.join(u'|')));
    }

    /// The current run's batches, its own line and another run of the same format have three colours.
    void theBatchIsNoOtherRun_data() {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<int>("precision");
        for (const bool dark : {true, false})
            for (const run::Precision one : {run::FP32, run::TF32, run::FP16, run::BF16})
                QTest::addRow("%s, %s", dark ? "dark" : "light", run::Precision_Name(one).c_str())
                    << dark << static_cast<int>(one);
    }
    void theBatchIsNoOtherRun() {
        QFETCH(bool, dark);
        QFETCH(int, precision);
        QApplication::setPalette(Theme::palette(dark));
        SessionModel session;
        for (const char* id : {"A", "B"}) {
            Records records{started(id, static_cast<run::Precision>(precision))};
            const float reached = id[0] == 'A' ? 0.25f : 0.5f;
            for (std::uint32_t i = 1; i <= 300; ++i) {
                records.push_back(step(id, i, 1.0f, 0.7f + 0.2f * std::sin(static_cast<float>(i))));
                if (i % 50 == 0) records.push_back(evaluated(id, i, reached));
            }
            session.apply(records);
        }
        session.setCurrentRun("B");
        LivePage page(session);
        page.resize(1100, 760);
        page.show();
        page.refreshNow();
        QCoreApplication::processEvents();
        page.refreshNow();
        const ChartPalette palette = ChartPalette::fromWidget(&page.accuracyChart());
        const QColor own =
            palette.precision(QString::fromStdString(run::Precision_Name(static_cast<run::Precision>(precision))))
                .color;
        const QColor batch = palette.companionLine(own), other = palette.faintLine(own);
        QVERIFY2(distance(batch, other) >= 60, qPrintable(batch.name() + ' ' + other.name()));
        QVERIFY2(distance(batch, own) >= 60, qPrintable(batch.name() + ' ' + own.name()));
        QVERIFY(contrastOf(batch, palette.background) >= 2.0);
        const QImage picture = page.accuracyChart().grab().toImage();
        QVERIFY(pixelsLike(picture, batch) > 20);
        QVERIFY(pixelsLike(picture, other) > 5);
    }

    /// A picture that is copied leaves the window that says which run a number is.
    void aPictureSaysWhichRunANumberIs() {
        LineChart chart(QStringLiteral("Accuracy (%)"), QStringLiteral("step"));
        const std::vector<double> x{1, 2, 3};
        for (const int number : {12, 13, 14}) {
            SeriesStyle style;
            style.tag = QString::number(number);
            style.label = QStringLiteral("run %1, test").arg(number == 12 ? "without scaling" : "FP16 dynamic");
            chart.setSeries(style.tag, style, x, x);
        }
        chart.setSeriesVisible(QStringLiteral("14"), false);
        chart.resize(500, 200);
        chart.show();
        chart.refresh();
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("chart.svg"));
        QVERIFY(chart.savePictureTo(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString drawing = QString::fromUtf8(file.readAll());
        QVERIFY2(drawing.contains("12  run without scaling, test") && drawing.contains("13  run FP16 dynamic, test"),
                 qPrintable(drawing.right(3000)));
        QVERIFY(!drawing.contains("14  run"));
        chart.copyPicture();
        const QImage copied = QApplication::clipboard()->image();
        QVERIFY(copied.height() > chart.height() * chart.devicePixelRatio());
        const QRect foot(0, chart.height(), copied.width(), copied.height() - chart.height());
        QVERIFY(pixelsLike(copied.copy(foot), ChartPalette::fromWidget(&chart).text) > 20);
        SeriesStyle alone;
        alone.label = QStringLiteral("alone");
        chart.clearSeries();
        chart.setSeries(QStringLiteral("alone"), alone, x, x);
        chart.refresh();
        chart.copyPicture();
        QCOMPARE(QApplication::clipboard()->image().size(), chart.size() * chart.devicePixelRatio());
    }

    /// A record has 0 where an R² is negative; its loss says what it is.
    void anRSquaredBelowZeroIsDrawnThere() {
        SessionModel session;
        run::Record begun = started("A", run::FP16);
        begun.mutable_started()->mutable_config()->set_model(run::REGRESSION);
        begun.mutable_started()->mutable_config()->set_task(run::REGRESS);
        run::Record worse = evaluated("A", 50, 0.0f), better = evaluated("A", 100, 0.0f);
        worse.mutable_evaluated()->set_loss(1.5f);
        better.mutable_evaluated()->set_loss(1.25f);
        session.apply({begun, step("A", 50, 1.5f, 0.0f), worse, step("A", 100, 1.25f, 0.0f), better});
        LivePage page(session);
        page.resize(1100, 760);
        page.show();
        page.refreshNow();
        QCoreApplication::processEvents();
        page.refreshNow();
        QVERIFY2(page.accuracyChart().yMin() <= -0.5, qPrintable(QString::number(page.accuracyChart().yMin())));
        const std::unique_ptr<ChartTable> table(page.accuracyChart().makeTable());
        QVERIFY2(table->toText().contains("-0.25") && table->toText().contains("-0.5"), qPrintable(table->toText()));
        QCOMPARE(liveNumbers(session.currentRun())[2].value, QStringLiteral("≤ 0"));
    }
};

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::ChartTextsTest)
#include "chart_texts_test.moc"
