// SPDX-License-Identifier: Apache-2.0
// The column of the starved on the page Underflow: that it says and paints how many they are, apart from what the
// tensor's own cast flushed and from what is zero in FP32, too. (The row of its table: underflow_page_test.) And that
// a waterfall in which there is nothing says why, and Live's histogram is not empty either.
#include <QApplication>
#include <QHelpEvent>
#include <QTest>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "tests/ui/live_records.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/format_text.h"
#include "ui/charts/histogram_chart.h"
#include "ui/charts/rescue_chart.h"
#include "ui/charts/waterfall.h"
#include "ui/models/session_model.h"
#include "ui/pages/live_histogram.h"
#include "ui/pages/live_page.h"
#include "ui/pages/underflow_cloud.h"
#include "ui/pages/underflow_page.h"

namespace mantissa::ui {

namespace {

/// Of 125 elements 25 are zero before the cast and 10 flushed by it; with a shadow, of which `starved` are zero here.
run::Record gradient(std::uint32_t number, std::optional<std::uint64_t> starved) {
    run::Record r = record("A", number);
    addHistogram(r, "fc1.weight", run::ROLE_WEIGHT_GRADIENT, -20, 10);
    if (!starved) return r;
    run::Shadow& s = *r.mutable_histograms()->mutable_histograms(0)->mutable_shadow();
    s.set_first_bin(-20);
    s.add_bins(120);
    s.set_nonzero(120);
    s.set_starved(*starved);
    s.set_norm(1.0);
    s.set_cosine(1.0);
    return r;
}

/// The range of exponents that a chart draws.
const AxisRange& exponentsOf(const HistogramChart& chart) {
    struct Open : HistogramChart {
        using HistogramChart::axis;
    };
    return (chart.*&Open::axis)();
}

/// A column at the left end, found by the name in its tool tip.
struct Column {
    QString text;       ///< what the tip says; empty: there is none of this name
    double filled = 0;  ///< part of its gauge that is painted
};

Column columnOf(UnderflowCloud& cloud, const QString& name) {
    Column column;
    const QRectF plot = cloud.plotArea();
    int first = 0;
    int last = 0;
    for (int x = 8; x < plot.left(); x += 2) {
        const QPoint at(x, static_cast<int>(plot.center().y()));
        QHelpEvent help(QEvent::ToolTip, at, cloud.mapToGlobal(at));
        QApplication::sendEvent(&cloud, &help);
        if (!QToolTip::text().startsWith(name)) continue;
        if (column.text.isEmpty()) first = x;
        last = x;
        column.text = QToolTip::text();
    }
    if (column.text.isEmpty()) return column;
    const QImage image = cloud.grab().toImage();
    const auto painted = [&](double x, double y) {  // paper, frames and words are grey
        return image.pixelColor((QPointF(x, y) * image.devicePixelRatio()).toPoint()).saturation() > 20;
    };
    for (int x = first; x <= last; x += 2) {
        double top = plot.bottom() - 2;
        while (top > plot.top() && painted(x, top)) --top;
        column.filled = std::max(column.filled, (plot.bottom() - 2 - top) / plot.height());
    }
    return column;
}

}  // namespace

class StarvedColumnTest : public QObject {
    Q_OBJECT

  private slots:
    void saysAndPaintsHowMany();
    void withoutAShadowThereIsNone();
    void whatIsMissingIsDrawnWhereItWouldBe();
    void theFirstHistogramOfLiveIsNotEmpty();
    void aWaterfallOfZerosSaysSo();
};

void StarvedColumnTest::saysAndPaintsHowMany() {
    SessionModel session;
    UnderflowPage page(session);
    page.resize(800, 560);
    page.show();
    session.apply({started("A", run::FP16)});
    std::uint32_t number = 0;
    for (const std::uint64_t starved : {50u, 100u}) {
        session.apply({gradient(++number, starved)});
        page.refreshNow();
        QCoreApplication::processEvents();
        const Column column = columnOf(page.cloud(), QStringLiteral("starved"));
        const QString counts =
            QStringLiteral("starved: %1 of %2 values.").arg(countText(static_cast<double>(starved)), countText(125));
        QVERIFY2(column.text.startsWith(counts), qPrintable(column.text));
        // Two or three pixels of frame and rounding.
        QVERIFY2(std::abs(column.filled - static_cast<double>(starved) / 125) < 0.05,
                 qPrintable(QString::number(column.filled)));
    }
    // Beside it what this cast flushed, and what was zero before it.
    QVERIFY(columnOf(page.cloud(), QStringLiteral("flushed")).text.startsWith(QStringLiteral("flushed: 10 of 125 ")));
    QVERIFY(columnOf(page.cloud(), QStringLiteral("zero")).text.startsWith(QStringLiteral("zero: 25 of 125 ")));
}

void StarvedColumnTest::withoutAShadowThereIsNone() {
    SessionModel session;
    UnderflowPage page(session);
    page.resize(800, 560);
    page.show();
    session.apply({started("A", run::FP16), gradient(1, std::nullopt)});
    page.refreshNow();
    QCoreApplication::processEvents();
    QCOMPARE(columnOf(page.cloud(), QStringLiteral("starved")).text, QString());
    QVERIFY(columnOf(page.cloud(), QStringLiteral("flushed")).text.startsWith(QStringLiteral("flushed: 10 of 125 ")));
}

/// A tensor that is all zero has no bars to drag: its shadow stands there, and moves with the cloud.
void StarvedColumnTest::whatIsMissingIsDrawnWhereItWouldBe() {
    SessionModel session;
    UnderflowPage page(session);
    page.resize(800, 560);
    page.show();
    run::Record r = gradient(1, 120);
    run::Histogram& h = *r.mutable_histograms()->mutable_histograms(0);
    h.clear_bins();
    h.mutable_counts()->set_zero(125);
    h.mutable_counts()->set_flushed(0);
    session.apply({started("A", run::FP16), r});
    page.refreshNow();
    QCoreApplication::processEvents();
    UnderflowCloud& cloud = page.cloud();
    const auto centre = [&cloud] {  // of what is painted in FP32's colour, that of text, in the plot
        const QImage image = cloud.grab().toImage();
        const QRectF plot = cloud.plotArea();
        double sum = 0, count = 0;
        for (int x = static_cast<int>(plot.left()) + 2; x < plot.right() - 2; ++x) {
            const QPoint top = (QPointF(x, plot.top() + 1) * image.devicePixelRatio()).toPoint();
            if (image.pixelColor(top).lightness() < 60) continue;  // a border of the band, which is drawn as high
            for (int y = static_cast<int>(plot.center().y()); y < plot.bottom() - 2; ++y) {
                if (image.pixelColor((QPointF(x, y) * image.devicePixelRatio()).toPoint()).lightness() >= 60) continue;
                sum += x;
                ++count;
            }
        }
        return count > 0 ? sum / count : 0.0;
    };
    const double here = centre();
    QVERIFY2(here > 0, "nothing is drawn");
    const QRectF plot = cloud.plotArea();
    const double bin = plot.width() / (cloud.exponents().max - cloud.exponents().min);
    QVERIFY(std::abs(here - (plot.left() + (-19.5 - cloud.exponents().min) * bin)) < bin / 2);
    cloud.setShift(6);
    QVERIFY(std::abs(centre() - here - 6 * bin) < 1.5);
    const std::unique_ptr<ChartTable> table(cloud.makeTable());
    bool told = false;
    for (int row = 0; row < table->rowCount(); ++row)
        told = told || (table->index(row, 0).data().toString().startsWith(QStringLiteral("in FP32")) &&
                        table->index(row, 1).data().toUInt() == 120);
    QVERIFY(told);
    cloud.cancel();
    // The next histogram is the same, all zero, but what is missing lies elsewhere now.
    run::Record far = r;
    far.set_step(2);
    far.mutable_histograms()->mutable_histograms(0)->mutable_shadow()->set_first_bin(-60);
    session.apply({far});
    page.refreshNow();
    QVERIFY(cloud.exponents().min <= -60);
    QVERIFY2(centre() > 0, "it lies off the plot");
    // Where the bars have it all the shadow would only repeat them.
    session.apply({gradient(3, 1)});
    page.refreshNow();
    const std::unique_ptr<ChartTable> plain(cloud.makeTable());
    for (int row = 0; row < plain->rowCount(); ++row)
        QVERIFY(!plain->index(row, 0).data().toString().startsWith(QStringLiteral("in FP32")));
}

/// As in the first race: FP16's first layer gets nothing, then it is scaled, then BF16. FP32's gradient is drawn where
/// nothing else is, and the exponents stay where they are.
void StarvedColumnTest::theFirstHistogramOfLiveIsNotEmpty() {
    SessionModel session;
    LivePage page(session);
    page.resize(900, 600);
    page.show();
    const auto frame = [](const char* id, int exponent, double scale, bool zero) {
        run::Record r = record(id, 10);
        addHistogram(r, "fc1.weight", run::ROLE_WEIGHT_GRADIENT, exponent, 0);
        run::Histogram& h = *r.mutable_histograms()->mutable_histograms(0);
        h.set_scale(static_cast<float>(scale));
        h.set_format(id[0] == 'C' ? "BF16" : "FP16");
        if (zero) {
            h.clear_bins();
            h.mutable_counts()->set_zero(125);
        }
        run::Shadow& s = *h.mutable_shadow();
        s.set_first_bin(-28);
        s.add_bins(100);
        s.set_nonzero(100);
        s.set_starved(zero ? 100 : 0);
        s.set_norm(1.0);
        s.set_cosine(zero ? 0.0 : 1.0);
        return r;
    };
    HistogramChart& chart = page.histogram().chart();
    session.apply({started("A", run::FP16), frame("A", -28, 1, true)});
    page.refreshNow();
    const std::unique_ptr<ChartTable> table(chart.makeTable());
    bool told = false;
    for (int row = 0; row < table->rowCount(); ++row)
        told = told || table->index(row, 0).data().toString().startsWith(QStringLiteral("in FP32"));
    QVERIFY(told);
    const AxisRange first = exponentsOf(chart);
    const auto dark = [&chart] {  // pixels of the text's colour in the plot: FP32's outline
        const QImage image = chart.grab().toImage();
        int count = 0;
        for (int y = image.height() / 3; y < image.height() * 2 / 3; ++y)
            for (int x = image.width() * 2 / 5; x < image.width() * 4 / 5; ++x)
                count += image.pixelColor(x, y).lightness() < 60 ? 1 : 0;
        return count;
    };
    QVERIFY2(dark() > 20, qPrintable(QString::number(dark())));
    session.apply({started("B", run::FP16), frame("B", -12, 65536, false)});
    session.setCurrentRun(QStringLiteral("B"));
    page.refreshNow();
    QCOMPARE(exponentsOf(chart), first);
    session.apply({started("C", run::BF16), frame("C", -28, 1, false)});
    session.setCurrentRun(QStringLiteral("C"));
    page.refreshNow();
    QCOMPARE(exponentsOf(chart), first);
}

void StarvedColumnTest::aWaterfallOfZerosSaysSo() {
    SessionModel session;
    UnderflowPage page(session);
    page.resize(800, 560);
    page.show();
    session.apply({started("A", run::FP16)});
    for (std::uint32_t number = 1; number <= 3; ++number) {
        run::Record zeros = gradient(number, 100);
        zeros.mutable_histograms()->mutable_histograms(0)->clear_bins();
        session.apply({zeros});
    }
    page.refreshNow();
    const Waterfall& waterfall = page.waterfall();
    QCOMPARE(waterfall.waterfall().rows.size(), std::size_t{3});
    QVERIFY2(waterfall.accessibleDescription().endsWith(QStringLiteral("zero (or not finite) at every step")),
             qPrintable(waterfall.accessibleDescription()));
    session.apply({gradient(4, 100)});
    page.refreshNow();
    QVERIFY(!waterfall.accessibleDescription().contains(QStringLiteral("every step")));
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::StarvedColumnTest)
#include "starved_column_test.moc"
