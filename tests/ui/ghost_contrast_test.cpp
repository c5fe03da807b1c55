// SPDX-License-Identifier: Apache-2.0
// The ghost that a live change leaves can be seen, in dark colours and in light ones, in every format: its painted
// pixels have a contrast of 3 to the ground in the dark (WCAG 2.1, 1.4.11) and 2 in the light, wherever between the
// rows of pixels its line runs. On the pages Live and Compare. And what is disabled can be read, where a menu ends,
// and which of its entries is chosen.
#include <QApplication>
#include <QImage>
#include <QMenu>
#include <QTest>

#include "tests/ui/race_records.h"
#include "ui/charts/line_chart.h"
#include "ui/charts/palette.h"
#include "ui/models/session_model.h"
#include "ui/pages/compare_page.h"
#include "ui/pages/live_page.h"
#include "ui/widgets/theme.h"

namespace mantissa::ui {

namespace {

constexpr int kFork = 100, kEnd = 400;
constexpr float kStart = 0.05f, kGhost = 0.2f, kRun = 0.8f;  // accuracies: no other line is near the ghost's

/// A run that was switched at step 100 and the ghost that went on without it.
void fork(SessionModel& session, run::Precision precision) {
    Records records{laneStarted("A", precision == run::FP32 ? run::BF16 : run::FP32, "", 0)};
    for (std::uint32_t i = 1; i <= kEnd; ++i) {
        records.push_back(step("A", i, 1.0f, kRun));
        if (i % 50 == 0) records.push_back(evaluated("A", i, i == 50 ? kStart : kRun));
    }
    records.push_back(ghostStarted("G", precision, "A", 1));
    for (std::uint32_t i = kFork; i <= kEnd; ++i) {
        records.push_back(step("G", i, 2.0f, kGhost));
        if (i % 50 == 0) records.push_back(evaluated("G", i, kGhost));
    }
    session.apply(records);
    session.setCurrentRun("A");
}

/// Of the columns of pixels over which the ghost's line runs, the share in which it can be seen.
double seen(LineChart& chart, double least) {
    const QImage picture = chart.grab().toImage();
    const QRectF plot = chart.plotArea();
    const QColor ground = ChartPalette::fromWidget(&chart).background;
    const auto x = [&](double step) {
        return plot.left() + (step - chart.xMin()) / (chart.xMax() - chart.xMin()) * plot.width();
    };
    const double y = plot.bottom() - (100.0 * static_cast<double>(kGhost) - chart.yMin()) /
                                         (chart.yMax() - chart.yMin()) * plot.height();
    int columns = 0, good = 0;
    for (int column = static_cast<int>(x(kFork)) + 1; column < static_cast<int>(x(kEnd)) - 1; ++column, ++columns) {
        double most = 1;
        for (int row = static_cast<int>(y) - 1; row <= static_cast<int>(y) + 1; ++row)
            most = std::max(most, contrastOf(picture.pixelColor(column, row), ground));
        good += most >= least;
    }
    return columns > 0 ? static_cast<double>(good) / columns : 0.0;
}

}  // namespace

class GhostContrastTest : public QObject {
    Q_OBJECT

  private slots:
    void itsPixelsCanBeSeen_data() {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<int>("precision");
        for (const bool dark : {true, false})
            for (const run::Precision one : {run::FP32, run::TF32, run::FP16, run::BF16})
                QTest::addRow("%s, %s", dark ? "dark" : "light", run::Precision_Name(one).c_str())
                    << dark << static_cast<int>(one);
    }
    void itsPixelsCanBeSeen() {
        QFETCH(bool, dark);
        QFETCH(int, precision);
        QApplication::setPalette(Theme::palette(dark));
        const double least = dark ? 3.0 : 2.0;
        constexpr double dashes = 0.55;  // of five on and three off; the rest is between them
        SessionModel session;
        fork(session, static_cast<run::Precision>(precision));
        LivePage live(session);
        ComparePage compare(session, [] { return run::RunConfig(); });
        for (int high = 700; high < 712; ++high) {  // the line lies elsewhere between two rows of pixels
            live.resize(1100, high);
            live.show();
            live.refreshNow();
            QCoreApplication::processEvents();
            live.refreshNow();
            const double share = seen(live.accuracyChart(), least);
            QVERIFY2(share >= dashes, qPrintable(QString("Live, %1 high: %2").arg(high).arg(share)));
            compare.resize(1100, high + 100);
            compare.show();
            compare.refreshNow();
            QCoreApplication::processEvents();
            compare.refreshNow();
            const double beside = seen(compare.accuracyChart(), least);
            QVERIFY2(beside >= dashes, qPrintable(QString("Compare, %1 high: %2").arg(high).arg(beside)));
        }
    }

    /// A button that cannot be pressed may say a result ("Any scale will do").
    void whatIsDisabledCanBeRead() {
        for (const bool dark : {true, false}) {
            const QPalette palette = Theme::palette(dark);
            const double contrast = contrastOf(palette.color(QPalette::Disabled, QPalette::ButtonText),
                                               palette.color(QPalette::Disabled, QPalette::Button));
            QVERIFY2(contrast >= 3.0, qPrintable(QString("%1: %2").arg(dark ? "dark" : "light").arg(contrast)));
        }
    }

    /// The entry of a menu that the pointer or the keys are on: its ground is the accent, and its name can be read.
    void theChosenEntryOfAMenuIsSeen() {
        Theme theme(*qApp);
        theme.dress();
        for (const ThemeMode mode : {ThemeMode::Dark, ThemeMode::Light}) {
            theme.setMode(mode);
            QMenu menu;
            QAction* on = menu.addAction("Theme");
            menu.addMenu("Text size");
            menu.popup({});
            const QRect before = menu.actionGeometry(on);
            menu.setActiveAction(on);
            QCOMPARE(menu.actionGeometry(on), before);
            const QImage picture = menu.grab(before).toImage();
            menu.close();
            const QPalette palette = Theme::palette(theme.isDark());
            const QColor ground = palette.color(QPalette::Highlight), text = palette.color(QPalette::HighlightedText);
            int grounds = 0, texts = 0;
            for (int y = 0; y < picture.height(); ++y)
                for (int x = 0; x < picture.width(); ++x) {
                    grounds += contrastOf(picture.pixelColor(x, y), ground) < 1.05;
                    texts += contrastOf(picture.pixelColor(x, y), text) < 1.2;
                }
            const int all = picture.width() * picture.height();
            QVERIFY2(grounds > all / 2 && texts > all / 100 && contrastOf(ground, text) >= 4.5,
                     qPrintable(QString("%1 of %2, %3").arg(grounds).arg(all).arg(texts)));
        }
    }

    /// An open menu ends somewhere: in the dark its ground is that of the window behind it.
    void aMenuHasABorder() {
        Theme theme(*qApp);
        theme.dress();
        for (const ThemeMode mode : {ThemeMode::Dark, ThemeMode::Light}) {
            theme.setMode(mode);
            QMenu menu;
            menu.addAction("Open");
            menu.popup({});
            const QImage picture = menu.grab().toImage();
            menu.close();
            const QColor line = Theme::palette(theme.isDark()).color(QPalette::Mid);
            const QColor ground = Theme::palette(theme.isDark()).color(QPalette::Window);
            for (int x = 1; x < picture.width() - 1; ++x) {
                QCOMPARE(picture.pixelColor(x, 0), line);
                QCOMPARE(picture.pixelColor(x, picture.height() - 1), line);
            }
            for (int y = 1; y < picture.height() - 1; ++y) {
                QCOMPARE(picture.pixelColor(0, y), line);
                QCOMPARE(picture.pixelColor(picture.width() - 1, y), line);
            }
            QVERIFY(line != ground);
        }
    }
};

}  // namespace mantissa::ui

using mantissa::ui::GhostContrastTest;
QTEST_MAIN(GhostContrastTest)
#include "ghost_contrast_test.moc"
