// SPDX-License-Identifier: Apache-2.0
// The Updates page fed with records made by hand: the worst tensor, its limits and shares, the table, the line over
// steps; it follows the timeline and rests while hidden.
#include "ui/pages/updates_page.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <memory>

#include "tests/ui/update_records.h"
#include "ui/charts/bar_list.h"
#include "ui/charts/device_chart.h"
#include "ui/charts/format_text.h"
#include "ui/charts/line_chart.h"
#include "ui/charts/ratio_chart.h"
#include "ui/models/session_model.h"

namespace mantissa::ui {

namespace {

/// Updates of two layers in BF16 without master weights; fc2 loses `second` of 1000, fc1 200.
run::Record updatesAt(std::uint32_t number, std::uint64_t second, const char* stored = "BF16") {
    run::Record r = record("A", number);
    const bool master = std::string(stored) == "FP32";
    addUpdates(r, {"fc1.weight", "BF16", stored, master ? 2u : 200u, 2, 200});
    addUpdates(r, {"fc2.weight", "BF16", stored, master ? 5 : second, 5, second});
    return r;
}

run::Record stepAt(std::uint32_t number, std::uint64_t nonzero, std::uint64_t lost) {
    run::Record r = step("A", number, 1, 0.5f);
    r.mutable_step_done()->set_updates_nonzero(nonzero);
    r.mutable_step_done()->set_updates_lost(lost);
    return r;
}

void resizeAndShow(UpdatesPage& page, QSize size = {800, 560}) {
    page.resize(size);
    page.show();
    page.refreshNow();
    QCoreApplication::processEvents();
}

}  // namespace

class UpdatesPageTest : public QObject {
    Q_OBJECT

  private slots:
    void withoutARunTheLesson();
    void theWorstIsShown();
    void limitsOfTheFormat();
    void sharesNowOnAndOff();
    void withMasterWeights();
    void fp32HasOneLimit();
    void sentences();
    void aTensorWithoutUpdatesHasNoShare();
    void whatIsUnknownIsSaidToBe();
    void aTensorIsChosen();
    void theTableChooses();
    void overTime();
    void followsTheTimeline();
    void withoutRecordsItSaysSo();
    void storedRunsTellTheSame();
    void tables();
    void phaseChangeDevices();
    void hiddenPageRests();
    void fitsTheSmallWindow_data();
    void fitsTheSmallWindow();
};

void UpdatesPageTest::withoutARunTheLesson() {
    SessionModel session;
    UpdatesPage page(session);
    resizeAndShow(page);
    QCOMPARE(page.lesson().text(), QStringLiteral("BF16 keeps 8 significant bits: an update smaller than half the gap "
                                                  "to the next number has no effect, however often it is repeated."));
    QVERIFY(!page.tensorBox().isEnabled());
}

void UpdatesPageTest::theWorstIsShown() {
    SessionModel session;
    UpdatesPage page(session);
    session.apply({started("A", run::BF16), updatesAt(10, 830)});
    resizeAndShow(page);
    QCOMPARE(page.chart().title(), QStringLiteral("fc2.weight, step 10"));
    QCOMPARE(page.chart().ratios().nonzero, std::uint64_t{1000});
    QCOMPARE(page.chart().ratios().firstBin, -20);
    QCOMPARE(page.chart().ratios().sentence,
             QStringLiteral("fc2.weight: %1 of its updates had no effect; with FP32 master weights it would be %2.")
                 .arg(percentText(0.83), percentText(0.005)));
    const std::vector<BarRow>& rows = page.tensors().bars().rows;
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].name, QStringLiteral("fc2.weight"));
    QCOMPARE(rows[0].texts, (QStringList{percentText(0.83), percentText(0.005), percentText(0.83)}));
    QCOMPARE(rows[1].name, QStringLiteral("fc1.weight"));
    QCOMPARE(page.tensors().chosen(), 0);
}

void UpdatesPageTest::limitsOfTheFormat() {
    SessionModel session;
    UpdatesPage page(session);
    session.apply({started("A", run::BF16), updatesAt(10, 830)});
    resizeAndShow(page);
    RatioChart& chart = page.chart();
    QCOMPARE(chart.ratios().masterLimit, -16);
    QVERIFY(chart.lost(-1) && chart.lost(-17));
    QVERIFY(!chart.lost(0));
    QVERIFY(chart.axisMin() < -20 && chart.axisMax() > 4);
    // The bars left of ratio 1 are hatched: their middle is not of one colour.
    const auto colours = [&chart](int bin) {
        const QImage image = chart.grab().toImage();
        const QRectF plot = chart.plotArea();
        const double width = plot.width() / (chart.axisMax() - chart.axisMin());
        const double left = plot.left() + (bin - chart.axisMin()) * width;
        QSet<QRgb> seen;
        for (int x = static_cast<int>(left) + 2; x < static_cast<int>(left + width) - 2; ++x) {
            for (int y = 2; y < 8; ++y) seen.insert(image.pixel(x, static_cast<int>(plot.bottom()) - y));
        }
        return seen.size();
    };
    QVERIFY(colours(-8) > 1);
    // With master weights the same bar is kept.
    session.apply({updatesAt(20, 830, "FP32")});
    page.refreshNow();
    QVERIFY(!chart.lost(-1) && !chart.lost(-16) && chart.lost(-17));
    QCOMPARE(colours(-8), 1);
    // By keyboard a bin is read.
    chart.setFocus();
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(chart.selectedText(), QStringLiteral("1 ≤ ratio < 2¹: 5 updates, %1").arg(percentText(0.005)));
    for (int i = 0; i < 17; ++i) QTest::keyClick(&chart, Qt::Key_Left);
    QVERIFY2(chart.accessibleDescription().contains(QStringLiteral("2⁻¹⁷")) &&
                 chart.accessibleDescription().contains(QStringLiteral("left of the limit")),
             qPrintable(chart.accessibleDescription()));
}

void UpdatesPageTest::sharesNowOnAndOff() {
    SessionModel session;
    UpdatesPage page(session);
    session.apply({started("A", run::BF16), updatesAt(10, 830)});
    resizeAndShow(page);
    const std::vector<BarRow>& rows = page.shares().bars().rows;
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(rows[0].name, QStringLiteral("now: BF16"));
    QCOMPARE(rows[0].texts, QStringList{percentText(0.83)});
    QCOMPARE(rows[0].length, 0.83);
    QCOMPARE(rows[1].name, QStringLiteral("FP32 (master on)"));
    QCOMPARE(rows[1].length, 0.005);
    QCOMPARE(rows[2].name, QStringLiteral("BF16 (master off)"));
    QCOMPARE(rows[2].length, 0.83);
}

void UpdatesPageTest::withMasterWeights() {
    SessionModel session;
    UpdatesPage page(session);
    session.apply({started("A", run::BF16), updatesAt(10, 830, "FP32")});
    resizeAndShow(page);
    QVERIFY(page.chart().ratios().master);
    QCOMPARE(page.chart().title(), QStringLiteral("fc2.weight, step 10"));  // it would be the worst without
    QCOMPARE(page.shares().bars().rows[0].name, QStringLiteral("now: FP32"));
    QCOMPARE(page.shares().bars().rows[0].length, 0.005);
    QCOMPARE(page.shares().bars().rows[2].length, 0.83);
    QCOMPARE(
        page.chart().ratios().sentence,
        QStringLiteral("fc2.weight: only %1 of its updates had no effect; without FP32 master weights it would be %2.")
            .arg(percentText(0.005), percentText(0.83)));
}

void UpdatesPageTest::fp32HasOneLimit() {
    SessionModel session;
    UpdatesPage page(session);
    run::Record r = record("A", 1);
    addUpdates(r, {"fc1.weight", "FP32", "FP32", 3, 3, 3});
    session.apply({started("A", run::FP32), r});
    resizeAndShow(page);
    QCOMPARE(page.chart().ratios().masterLimit, 0);
    QVERIFY(page.lesson().text().startsWith(QStringLiteral("FP32 keeps 24 significant bits")));
    QVERIFY(page.chart().ratios().sentence.contains(QStringLiteral("make no difference")));
}

void UpdatesPageTest::sentences() {
    LostUpdates updates;
    updates.tensor = "fc1.weight";
    updates.format = updates.storedFormat = "BF16";
    updates.switchable = true;
    QCOMPARE(updatesSentence(updates, false), QStringLiteral("fc1.weight: all updates of this step were zero."));
    updates.nonzero = 100;
    updates.now = 0.1;
    updates.withoutMaster = 0.8;
    QVERIFY(updatesSentence(updates, true).contains(QStringLiteral("without stochastic rounding")));
    QVERIFY(!updatesSentence(updates, false).contains(QStringLiteral("at random")));
    updates.master = true;
    QVERIFY(updatesSentence(updates, false).contains(QStringLiteral("; without FP32 master weights")));
    updates.now = 0.8;  // smaller than FP32's gaps, too
    QVERIFY(updatesSentence(updates, false).contains(QStringLiteral("though it has")));
}

void UpdatesPageTest::aTensorWithoutUpdatesHasNoShare() {
    SessionModel session;
    UpdatesPage page(session);
    run::Record r = record("A", 1);
    addUpdates(r, {"fc2.weight", "BF16", "BF16", 300, 0, 300});
    addUpdates(r, {"fc1.weight", "BF16", "BF16", 0, 0, 0}).mutable_updates()->set_nonzero(0);
    session.apply({started("A", run::BF16), r});
    resizeAndShow(page);
    const std::vector<BarRow>& rows = page.tensors().bars().rows;
    QCOMPARE(rows.front().name, QStringLiteral("fc1.weight"));  // it does not learn at all
    QCOMPARE(rows.front().texts, (QStringList{QStringLiteral("all zero"), QStringLiteral("–"), QStringLiteral("–")}));
    QVERIFY(rows.front().sentence.contains(QStringLiteral("all its updates are zero")));
    QVERIFY(lostHistory(*session.currentRun(), "fc1.weight").empty());
    QCOMPARE(lostHistory(*session.currentRun(), "fc2.weight").size(), std::size_t{1});
    page.tensorBox().setCurrentIndex(1);
    page.refreshNow();
    QCOMPARE(page.shares().bars().rows[0].texts, QStringList{QStringLiteral("–")});
    QVERIFY(page.chart().accessibleDescription().contains(QStringLiteral("were zero")));
}

void UpdatesPageTest::whatIsUnknownIsSaidToBe() {
    SessionModel session;
    UpdatesPage page(session);
    run::Record r = record("A", 10);
    addUnknownUpdates(r, "fc1.weight", "BF16", 964);
    session.apply({started("A", run::BF16), r});
    resizeAndShow(page);
    QStringList texts;
    for (const BarRow& row : page.shares().bars().rows) texts += row.texts;
    QCOMPARE(texts.join('|'), QStringLiteral("unknown|96\u00a0%|unknown|unknown"));
    QCOMPARE(page.tensors().bars().rows.front().texts.join('|'), QStringLiteral("unknown|unknown|unknown"));
}

void UpdatesPageTest::aTensorIsChosen() {
    SessionModel session;
    UpdatesPage page(session);
    session.apply({started("A", run::BF16), updatesAt(10, 830)});
    resizeAndShow(page);
    QCOMPARE(page.tensorBox().count(), 3);
    QCOMPARE(page.tensorBox().itemText(1), QStringLiteral("fc1.weight"));  // from input to output
    page.tensorBox().setFocus();
    QTest::keyClick(&page.tensorBox(), Qt::Key_Down);
    QCOMPARE(page.chart().title(), QStringLiteral("fc1.weight, step 10"));
    QCOMPARE(page.tensors().chosen(), 1);
    session.apply({updatesAt(20, 900)});
    page.refreshNow();
    QCOMPARE(page.chart().title(), QStringLiteral("fc1.weight, step 20"));  // it stays
}

void UpdatesPageTest::theTableChooses() {
    SessionModel session;
    UpdatesPage page(session);
    session.apply({started("A", run::BF16), updatesAt(10, 830)});
    resizeAndShow(page);
    page.tensors().setFocus();
    QTest::keyClick(&page.tensors(), Qt::Key_Down);
    QTest::keyClick(&page.tensors(), Qt::Key_Down);
    QTest::keyClick(&page.tensors(), Qt::Key_Return);
    QCOMPARE(page.tensorBox().currentText(), QStringLiteral("fc1.weight"));
    QCOMPARE(page.chart().title(), QStringLiteral("fc1.weight, step 10"));
    // A click on the first row, which is the first from the top where a click chooses another tensor.
    for (int y = 0; y < page.tensors().height() && page.tensorBox().currentText() == QStringLiteral("fc1.weight");
         y += 4)
        QTest::mouseClick(&page.tensors(), Qt::LeftButton, {}, QPoint(20, y));
    QCOMPARE(page.tensorBox().currentText(), QStringLiteral("fc2.weight"));
}

void UpdatesPageTest::overTime() {
    SessionModel session;
    UpdatesPage page(session);
    session.apply({started("A", run::BF16), stepAt(1, 1000, 250), stepAt(2, 0, 0), stepAt(3, 1000, 500),
                   updatesAt(1, 300), updatesAt(3, 600)});
    resizeAndShow(page);
    const auto valuesOf = [&page](const QString& label) {
        const std::unique_ptr<ChartTable> table(page.line().makeTable());
        QList<QPointF> points;
        for (int i = 0; i < table->rowCount(); ++i) {
            if (table->data(table->index(i, 0)).toString() != label) continue;
            points << QPointF(table->data(table->index(i, 1), Qt::UserRole).toDouble(),
                              table->data(table->index(i, 2), Qt::UserRole).toDouble());
        }
        return points;
    };
    // The skipped step updates nothing and is no point.
    QCOMPARE(valuesOf(QStringLiteral("all tensors, every step")), (QList<QPointF>{{1, 25}, {3, 50}}));
    QCOMPARE(valuesOf(QStringLiteral("fc2.weight")), (QList<QPointF>{{1, 30}, {3, 60}}));
    session.apply({stepAt(4, 1000, 100)});
    page.refreshNow();
    QCOMPARE(valuesOf(QStringLiteral("all tensors, every step")), (QList<QPointF>{{1, 25}, {3, 50}, {4, 10}}));
    // Another run leaves nothing of this one.
    session.apply({started("B", run::FP16)});
    page.refreshNow();
    QVERIFY(valuesOf(QStringLiteral("all tensors, every step")).isEmpty());
    QVERIFY(valuesOf(QStringLiteral("fc2.weight")).isEmpty());
}

void UpdatesPageTest::followsTheTimeline() {
    SessionModel session;
    UpdatesPage page(session);
    session.apply({started("A", run::BF16), updatesAt(10, 300), updatesAt(20, 900)});
    resizeAndShow(page);
    QCOMPARE(page.chart().title(), QStringLiteral("fc2.weight, step 20"));
    page.showStep(15);
    page.refreshNow();
    QCOMPARE(page.chart().title(), QStringLiteral("fc2.weight, step 10"));
    QCOMPARE(page.shares().bars().rows[0].length, 0.3);
    page.showStep(5);
    page.refreshNow();
    QCOMPARE(page.chart().ratios().nonzero, std::uint64_t{0});
    QVERIFY(page.tensors().bars().rows.empty());
    page.followLive();
    page.refreshNow();
    QCOMPARE(page.shares().bars().rows[0].length, 0.9);
}

void UpdatesPageTest::withoutRecordsItSaysSo() {
    SessionModel session;
    UpdatesPage page(session);
    run::Record old = record("A", 1);
    addHistogram(old, "fc1.weight", run::ROLE_WEIGHT_GRADIENT, -10, 0);
    session.apply({started("A", run::BF16), old});
    resizeAndShow(page);
    QVERIFY(page.tensors().accessibleDescription().contains(QStringLiteral("No updates are recorded")));
    QVERIFY(page.chart().accessibleDescription().contains(QStringLiteral("No updates are recorded")));
    // A run of FP16 is told of its own format.
    session.apply({started("B", run::FP16), step("B", 1, 1, 0.5f)});
    session.setCurrentRun("B");
    page.refreshNow();
    QVERIFY2(page.lesson().text().startsWith(QStringLiteral("FP16 keeps 11 significant bits")),
             qPrintable(page.lesson().text()));
}

void UpdatesPageTest::storedRunsTellTheSame() {
    const Records records{started("A", run::BF16), stepAt(1, 1000, 250), updatesAt(1, 300), updatesAt(3, 600)};
    SessionModel live;
    UpdatesPage first(live);
    live.apply(records);
    SessionModel stored;
    UpdatesPage second(stored);
    stored.addRecorded(records);
    resizeAndShow(first);
    resizeAndShow(second);
    QVERIFY(first.chart().ratios() == second.chart().ratios());
    QVERIFY(first.tensors().bars() == second.tensors().bars());
    QVERIFY(!first.tensors().bars().rows.empty());
}

void UpdatesPageTest::tables() {
    SessionModel session;
    UpdatesPage page(session);
    session.apply({started("A", run::BF16), updatesAt(10, 830)});
    resizeAndShow(page);
    const std::unique_ptr<ChartTable> ratios(page.chart().makeTable());
    QCOMPARE(ratios->rowCount(), 24);
    QCOMPARE(ratios->data(ratios->index(0, 0)).toInt(), -20);
    QCOMPARE(ratios->data(ratios->index(20, 3)).toString(), QStringLiteral("right"));
    QCOMPARE(ratios->data(ratios->index(19, 3)).toString(), QStringLiteral("left"));
    const std::unique_ptr<ChartTable> tensors(page.tensors().makeTable());
    QCOMPARE(tensors->rowCount(), 2);
    QCOMPARE(tensors->data(tensors->index(0, 4), Qt::UserRole).toDouble(), 83.0);
    const std::unique_ptr<ChartTable> shares(page.shares().makeTable());
    QCOMPARE(shares->data(shares->index(0, 1)).toULongLong(), 830ull);
    for (QWidget* widget : page.findChildren<QWidget*>()) {
        if (qobject_cast<QAbstractScrollArea*>(widget->parentWidget())) continue;  // a viewport
        if (widget->focusPolicy() & Qt::TabFocus && widget->isVisible() && !qobject_cast<QScrollArea*>(widget)) {
            QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
        }
    }
}

void UpdatesPageTest::phaseChangeDevices() {
    SessionModel session;
    UpdatesPage page(session);
    run::Record begin = started("A", run::FP32);
    begin.mutable_started()->mutable_config()->set_batch(1);
    begin.mutable_started()->mutable_config()->set_gather_updates(true);
    run::Record updates = record("A", 2000);
    addUpdates(updates, {"fc1.weight", "FP32", "FP32", 0, 0, 0});
    run::DeviceCounts& devices = *updates.mutable_histograms()->mutable_histograms(0)->mutable_devices();
    for (int i = 0; i < 20; ++i) devices.add_gathered(i == 0 ? 7 : 100);
    for (int i = 0; i < 32; ++i) devices.add_conductances(i == 3 ? 500 : 10);
    devices.set_pulses(760);
    devices.set_refreshed(3);
    session.apply({begin, updates});
    resizeAndShow(page);
    QVERIFY(page.devices().isVisible());
    QVERIFY(!page.chart().isVisible());
    QCOMPARE(page.devices().title(), QStringLiteral("fc1.weight, step 2000"));
    QVERIFY2(page.lesson().text().startsWith(QStringLiteral("Each weight is the difference of two phase-change")),
             qPrintable(page.lesson().text()));
    QCOMPARE(page.devices().devices().sentence,
             QStringLiteral("fc1.weight: 760 pulses so far, 0.38 an image; 3 saturated pairs were written anew. The "
                            "other updates wait in the sum."));
    // What is painted: the tallest bar of the lower plot is the one at 1.5 µS.
    const std::unique_ptr<ChartTable> table(page.devices().makeTable());
    QCOMPARE(table->rowCount(), 52);
    QCOMPARE(table->data(table->index(23, 1)).toDouble(), 1.5);
    QCOMPARE(table->data(table->index(23, 2)).toULongLong(), 500ULL);
    const QImage picture = page.devices().grab().toImage();
    const auto columnHeight = [&](double conductance) {  // coloured pixels above the axis, in the lower half
        const double left = picture.width() * 0.02 + 40, wide = picture.width() - left - 14;
        const int x = static_cast<int>(left + (conductance + 0.25) / 16 * wide);
        int height = 0;
        for (int y = picture.height() / 2; y < picture.height(); ++y)
            height += picture.pixelColor(x, y) != picture.pixelColor(1, 1) ? 1 : 0;
        return height;
    };
    QVERIFY(columnHeight(1.5) > 2 * columnHeight(5));

    run::Record lost = updates;
    lost.set_step(3000);
    begin.mutable_started()->mutable_config()->set_gather_updates(false);
    begin.set_run_id("B");
    lost.set_run_id("B");
    lost.mutable_histograms()->mutable_histograms(0)->mutable_devices()->set_pulses(0);
    lost.mutable_histograms()->mutable_histograms(0)->mutable_updates()->set_lost(1000);
    session.apply({begin, lost});
    session.setCurrentRun("B");
    page.refreshNow();
    QVERIFY2(page.devices().devices().sentence.contains(QStringLiteral("are lost")),
             qPrintable(page.devices().devices().sentence));
}

void UpdatesPageTest::hiddenPageRests() {
    SessionModel session;
    UpdatesPage page(session);
    session.apply({started("A", run::BF16), updatesAt(10, 830)});
    QVERIFY(page.resting());
    page.show();
    session.apply({updatesAt(20, 830)});
    QVERIFY(!page.resting());
    QTRY_VERIFY(page.resting());
    QVERIFY(page.chart().title().contains(QStringLiteral("step 20")));
    session.apply({updatesAt(30, 830)});
    page.hide();
    QVERIFY(page.resting());
}

void UpdatesPageTest::fitsTheSmallWindow_data() {
    QTest::addColumn<double>("points");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<bool>("master");
    QTest::addColumn<QSize>("size");
    QTest::newRow("usual text") << 9.0 << false << false << QSize(640, 560);
    QTest::newRow("dark") << 9.0 << true << false << QSize(640, 560);
    QTest::newRow("master") << 9.0 << false << true << QSize(640, 560);
    QTest::newRow("wide") << 9.0 << false << false << QSize(1200, 700);
    QTest::newRow("large text") << 18.0 << false << false << QSize(800, 560);
}

void UpdatesPageTest::fitsTheSmallWindow() {
    QFETCH(double, points);
    QFETCH(bool, dark);
    QFETCH(bool, master);
    QFETCH(QSize, size);
    SessionModel session;
    UpdatesPage page(session);
    QFont font = page.font();
    font.setPointSizeF(points);
    page.setFont(font);
    if (dark) page.setPalette(QPalette(QColor(0x20, 0x22, 0x26)));
    Records records{started("A", run::BF16)};
    for (std::uint32_t i = 1; i <= 300; ++i) {
        records.push_back(stepAt(i, 1000, 300 + i + i * 7919 % 97));
        if (i % 10 != 1) continue;
        run::Record r = record("A", i);
        for (const char* name : {"fc1", "fc2", "fc3", "fc4", "fc5", "fc6", "fc7"}) {
            const auto layer = static_cast<std::uint64_t>(name[2] - '0');
            for (const char* part : {".weight", ".bias"}) {
                const std::uint64_t lost = 200 + 60 * layer + i / 10 + (part[1] == 'b' ? 50 : 0);
                addUpdates(r, {std::string(name) + part, "BF16", master ? "FP32" : "BF16", master ? 3 : lost, 3, lost});
            }
        }
        records.push_back(r);
    }
    session.apply(records);
    resizeAndShow(page, size);
    const auto* area = page.findChild<QScrollArea*>();
    QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
    QCOMPARE(area->verticalScrollBar()->maximum() > 0, points > 12.0);
    const std::vector<QWidget*> parts{&page.chart(), &page.line(), &page.shares(), &page.tensors()};
    for (QWidget* a : parts) {
        QVERIFY(a->width() >= a->minimumSizeHint().width() && a->height() >= a->minimumSizeHint().height());
        const QRect place(a->mapTo(&page, QPoint()), a->size());
        for (QWidget* b : parts) QVERIFY(a == b || !place.intersects(QRect(b->mapTo(&page, QPoint()), b->size())));
    }
    // Pictures to look at, where a folder is given.
    const QString folder = qEnvironmentVariable("MANTISSA_PICTURES");
    if (folder.isEmpty()) return;
    page.grab().save(folder + QStringLiteral("/updates-") + QString::fromLatin1(QTest::currentDataTag()).remove(u' ') +
                     QStringLiteral(".png"));
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::UpdatesPageTest)
#include "updates_page_test.moc"
