// SPDX-License-Identifier: Apache-2.0
// On a large screen few rows use the room that there is, on Health, Updates and Network; and nothing is taken from them
// on a small one.
#include <QTest>

#include "tests/ui/health_records.h"
#include "ui/charts/bar_list.h"
#include "ui/charts/health_grid.h"
#include "ui/charts/layer_figure.h"
#include "ui/models/session_model.h"
#include "ui/pages/health_page.h"

namespace mantissa::ui {

namespace {

constexpr QSize kSmall{700, 540}, kLarge{1900, 1250};

template <class Widget>
void showAt(Widget& widget, QSize size) {
    widget.resize(size);
    widget.show();
    QCoreApplication::processEvents();
}

}  // namespace

class LargeScreenTest : public QObject {
    Q_OBJECT

  private slots:
    void healthRowsGrow() {
        SessionModel session;
        HealthPage page(session);
        run::Record r = frame(10);
        for (const char* layer : {"fc1", "fc2", "fc3", "fc4", "fc5", "fc6", "fc7", "fc8", "fc9"})
            shadowOf(gradientIn(r, std::string(layer) + ".weight"), 0.1, 0.9, 100);
        session.apply({started(), step(10), r});
        const auto rowOf = [&](QSize size) {
            showAt(page, size);
            page.refreshNow();
            return page.grid().cellArea(QStringLiteral("fc1"), 3).height();
        };
        const double small = rowOf(kSmall), large = rowOf(kLarge);
        QVERIFY2(large >= 1.5 * small, qPrintable(QString("%1 %2").arg(small).arg(large)));
        QCOMPARE(rowOf(kSmall), small);
    }

    void barsGrow() {
        BarList list(QStringLiteral("Tensors"));
        BarListData data;
        data.nameColumn = QStringLiteral("tensor");
        data.columns = QStringList{QStringLiteral("lost")};
        for (const char* name : {"fc1", "fc2", "fc3"}) {
            BarRow row;
            row.name = QString::fromLatin1(name);
            row.texts = QStringList{QStringLiteral("50 %")};
            row.length = 1.0;
            data.rows.push_back(row);
        }
        list.setBars(data, Qt::red);
        // Of the painted bars: rows of pixels in their colour.
        const auto painted = [&](QSize size) {
            showAt(list, size);
            const QImage image = list.grab().toImage();
            int rows = 0;
            for (int y = 0; y < image.height(); ++y) {
                bool red = false;
                for (int x = 0; x < image.width() && !red; ++x) red = image.pixelColor(x, y) == QColor(Qt::red);
                rows += red ? 1 : 0;
            }
            return rows;
        };
        const int small = painted(list.minimumSizeHint()), large = painted({900, 600});
        QVERIFY2(small > 0 && large >= 1.4 * small, qPrintable(QString("%1 %2").arg(small).arg(large)));
    }

    void theFigureSpreads() {
        LayerFigure figure(QStringLiteral("Step"));
        LayerFigureData data;
        for (FigurePlate& plate : data.plates) {
            plate.there = true;
            plate.name = QStringLiteral("weights");
            plate.format = QStringLiteral("FP16");
        }
        figure.setFigure(data);
        const auto bottom = [&](QSize size) {
            showAt(figure, size);
            double low = 0;
            for (std::size_t i = 0; i < kFigureParts; ++i) {
                const QRectF plate = figure.plateArea(static_cast<FigurePart>(i));
                if (!QRectF(figure.rect()).contains(plate)) return 0.0;
                low = std::max(low, plate.bottom());
            }
            return low / figure.height();
        };
        QVERIFY(bottom(figure.minimumSizeHint()) > 0.8);
        QVERIFY2(bottom({1000, 700}) > 0.8, qPrintable(QString::number(bottom({1000, 700}))));
    }
};

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::LargeScreenTest)
#include "large_screen_test.moc"
