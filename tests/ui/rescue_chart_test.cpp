// SPDX-License-Identifier: Apache-2.0
// The chart of the norm that another loss scale would keep: at every width and in both languages its legend is whole
// and beside the plot, where no curve can run through it.
#include "ui/charts/rescue_chart.h"

#include <QFontMetricsF>
#include <QImage>
#include <QTest>
#include <QTranslator>
#include <cmath>

#include "ui/words/translation.h"

using namespace mantissa::ui;

namespace {

/// A norm that is rescued at the first scales already, and one at the last only: lines at both ends of the plot.
RescueData rescue() {
    RescueData data;
    for (int k = -8; k <= 8; ++k) {
        const double share = 1.0 / (1.0 + std::exp(-k));
        data.points.push_back({k, share, 1.0 - share, share, 0.0});
    }
    data.scale = 1024;
    data.best = 4;
    data.highest = 5;
    return data;
}

/// Where the title, which stands in the first row, would end.
double titleEnd(const RescueChart& chart, const QString& title) {
    QFont bold = chart.font();
    bold.setBold(true);
    return QFontMetricsF(bold).horizontalAdvance(title);
}

/// Pixels of about this colour within an area; the edges of letters are paler.
int inkOf(const QImage& picture, const QRectF& area, const QColor& color) {
    constexpr int near = 200;
    int found = 0;
    const QRect place = area.toAlignedRect().intersected(picture.rect());
    for (int y = place.top(); y <= place.bottom(); ++y)
        for (int x = place.left(); x <= place.right(); ++x) {
            const QColor here = picture.pixelColor(x, y);
            found += std::abs(here.red() - color.red()) + std::abs(here.green() - color.green()) +
                         std::abs(here.blue() - color.blue()) <
                     near;
        }
    return found;
}

}  // namespace

class RescueChartTest : public QObject {
    Q_OBJECT

  private slots:
    void theLegendLiesBesideThePlot_data() {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << "en";
        QTest::newRow("German") << "de";
    }
    void theLegendLiesBesideThePlot() {
        QFETCH(QString, language);
        speak(*qApp, language);
        const auto title = [](const char* text) {
            return QCoreApplication::translate("mantissa::ui::UnderflowPage", text);
        };
        for (const QString& name :
             {title("Rescued and lost by scale"), title("Gradient norm rescued and lost, by loss scale")}) {
            RescueChart chart(name);
            chart.setRescue(rescue());
            const ChartPalette colors = ChartPalette::fromWidget(&chart);
            const QColor rescued = colors.precision(u"TF32").color;
            for (int width = 220; width <= 620; width += 20) {
                chart.resize(width, 300);
                const QRectF legend = chart.legendArea();
                const QString where = QString("%1, %2 wide").arg(name).arg(width);
                QVERIFY2(!legend.intersects(chart.plotArea()), qPrintable(where));
                QVERIFY2(QRectF(chart.rect()).contains(legend), qPrintable(where));
                QVERIFY2(legend.top() > 0 || legend.left() >= titleEnd(chart, name), qPrintable(where));
                // A square in the colour of the curve, a circle and two words in that of the text.
                const QImage picture = chart.grab().toImage();
                QVERIFY2(inkOf(picture, legend, rescued) >= 20, qPrintable(where));
                QVERIFY2(inkOf(picture, legend, colors.text) >= 40,
                         qPrintable(where + QString(": %1").arg(inkOf(picture, legend, colors.text))));
            }
        }
        for (QTranslator* one : qApp->findChildren<QTranslator*>()) delete one;
    }
};

QTEST_MAIN(RescueChartTest)
#include "rescue_chart_test.moc"
