// SPDX-License-Identifier: Apache-2.0
// The Underflow page: its prediction against brute force over elements, and the page fed with records made by hand: the
// drag asks for the right scale, without a shadow it says so, on a run that has ended it asks for nothing.
#include "ui/pages/underflow_page.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <memory>

#include "tests/ui/live_records.h"
#include "ui/charts/format_text.h"
#include "ui/charts/waterfall.h"
#include "ui/models/scale_preview.h"
#include "ui/models/session_model.h"
#include "ui/pages/underflow_cloud.h"
#include "ui/pages/underflow_estimate.h"

namespace mantissa::ui {
namespace {
/// A weight gradient in FP16 with counts in the bins from `exponent` down, and its shadow if wanted.
run::Record gradient(const std::string& id, std::uint32_t number, float scale, bool shadow,
                     const std::string& tensor = "fc1.weight", int highest = -18) {
    run::Record r = record(id, number);
    run::Histogram* h = r.mutable_histograms()->add_histograms();
    h->set_tensor(tensor);
    h->set_layer(tensor.substr(0, 3));
    h->set_role(run::ROLE_WEIGHT_GRADIENT);
    h->set_format("FP16");
    h->set_scale(scale);
    h->set_norm(1.0);
    h->set_norm_lost(0.25);
    const int shift = static_cast<int>(std::lround(std::log2(scale)));
    const std::vector<std::uint32_t> counts{20, 60, 120, 250, 300, 160, 60, 20, 8, 2};  // 1000, the last is `highest`
    h->set_first_bin(highest - 9 + shift);
    for (const std::uint32_t count : counts) h->add_bins(count);
    std::uint64_t flushed = 0;
    for (int i = 0; i < 10; ++i) {
        if (highest - 9 + shift + i < -25) flushed += counts[static_cast<std::size_t>(i)];
    }
    h->mutable_counts()->set_elements(1250);
    h->mutable_counts()->set_zero(250);
    h->mutable_counts()->set_flushed(flushed);
    h->mutable_counts()->set_subnormal(1000 - flushed);
    if (!shadow) return r;
    run::Shadow* s = h->mutable_shadow();
    s->set_first_bin(highest - 9);
    for (const std::uint32_t count : counts) s->add_bins(count);
    s->set_nonzero(1000);
    s->set_starved(flushed);
    s->set_norm(1.0);
    s->set_norm_lost(0.25);
    s->set_cosine(0.9);
    return r;
}

run::Record ended(const std::string& id, std::uint32_t number) {
    run::Record r = record(id, number);
    r.mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
    return r;
}

/// Drags the cloud by `bins` with the mouse; lets go if asked to.
void drag(UnderflowCloud& cloud, int bins, bool letGo = true) {
    const QRectF plot = cloud.plotArea();
    const double bin = plot.width() / (cloud.exponents().max - cloud.exponents().min);
    const QPoint from = plot.center().toPoint();
    const QPoint to = from + QPoint(static_cast<int>(std::lround(bins * bin)), 0);
    QTest::mousePress(&cloud, Qt::LeftButton, {}, from);
    // QTest::mouseMove tells no buttons in its event.
    QMouseEvent move(QEvent::MouseMove, to, cloud.mapToGlobal(to), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&cloud, &move);
    if (letGo) QTest::mouseRelease(&cloud, Qt::LeftButton, {}, to);
}

void resizeAndShow(UnderflowPage& page) {
    page.resize(800, 560);
    page.show();
    page.refreshNow();
    QCoreApplication::processEvents();
}

}  // namespace
class UnderflowPageTest : public QObject {
    Q_OBJECT

  private slots:
    void dragAsksForTheScale();
    void keysAskForTheScale();
    void escapePutsItBack();
    void dragSaysWhatItWouldDo();
    void withoutAShadowNoEstimate();
    void finishedRunAsksForNothing();
    void weightsDoNotMove();
    void bestIsLimitedByTheWholeNetwork();
    void lossesUpstreamAreSaid();
    void theStarvedLayerIsTheWorst();
    void columnsAndBand();
    void waterfallShowsTheHistory();
    void followsTheTimeline();
    void tables();
    void hiddenPageRests();
    void fitsTheSmallWindow_data();
    void fitsTheSmallWindow();
};

void UnderflowPageTest::dragAsksForTheScale() {
    SessionModel session;
    UnderflowPage page(session);
    session.apply({started("A", run::FP16), step("A", 1, 2, 0, 1024), gradient("A", 1, 1024, true)});
    resizeAndShow(page);
    QSignalSpy asked(&page, &UnderflowPage::scaleChosen);
    drag(page.cloud(), 3);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.first().first().toDouble(), 8192.0);
    QCOMPARE(page.cloud().shift(), 0);
    QVERIFY2(page.cloud().sentence().contains(QStringLiteral("2¹³")), qPrintable(page.cloud().sentence()));
    drag(page.cloud(), -4);
    QCOMPARE(asked.last().first().toDouble(), 64.0);
    drag(page.cloud(), 0);
    QCOMPARE(asked.count(), 2);
    // The next histogram shows what it did: its own sentence is back.
    session.apply({gradient("A", 2, 64, true)});
    page.refreshNow();
    QVERIFY(!page.cloud().sentence().contains(QStringLiteral("asked")));
    drag(page.cloud(), 1);
    QCOMPARE(asked.last().first().toDouble(), 128.0);
}

void UnderflowPageTest::keysAskForTheScale() {
    SessionModel session;
    UnderflowPage page(session);
    session.apply({started("A", run::FP16), gradient("A", 1, 1, true)});
    resizeAndShow(page);
    QSignalSpy asked(&page, &UnderflowPage::scaleChosen);
    for (int i = 0; i < 5; ++i) QTest::keyClick(&page.cloud(), Qt::Key_Right);
    QTest::keyClick(&page.cloud(), Qt::Key_Left);
    QCOMPARE(page.cloud().shift(), 4);
    QCOMPARE(asked.count(), 0);
    QTest::keyClick(&page.cloud(), Qt::Key_Return);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.first().first().toDouble(), 16.0);
    // As far as a configuration may go, and not beyond.
    for (int i = 0; i < 60; ++i) QTest::keyClick(&page.cloud(), Qt::Key_Left);
    QCOMPARE(page.cloud().shift(), -16);
}

void UnderflowPageTest::escapePutsItBack() {
    SessionModel session;
    UnderflowPage page(session);
    session.apply({started("A", run::FP16), gradient("A", 1, 1, true)});
    resizeAndShow(page);
    QSignalSpy asked(&page, &UnderflowPage::scaleChosen);
    drag(page.cloud(), 4, false);
    QCOMPARE(page.cloud().shift(), 4);
    // Esc is the window's shortcut for Stop: the cloud must claim it first.
    QKeyEvent override(QEvent::ShortcutOverride, Qt::Key_Escape, Qt::NoModifier);
    override.ignore();
    QApplication::sendEvent(&page.cloud(), &override);
    QVERIFY(override.isAccepted());
    QTest::keyClick(&page.cloud(), Qt::Key_Escape);
    QCOMPARE(page.cloud().shift(), 0);
    QTest::mouseRelease(&page.cloud(), Qt::LeftButton, {}, page.cloud().plotArea().center().toPoint());
    QCOMPARE(asked.count(), 0);
    QKeyEvent idle(QEvent::ShortcutOverride, Qt::Key_Escape, Qt::NoModifier);
    idle.ignore();
    QApplication::sendEvent(&page.cloud(), &idle);
    QVERIFY(!idle.isAccepted());
}

void UnderflowPageTest::dragSaysWhatItWouldDo() {
    SessionModel session;
    UnderflowPage page(session);
    session.apply({started("A", run::FP16), gradient("A", 1, 1, true)});
    resizeAndShow(page);
    drag(page.cloud(), 1, false);
    // Bins -27 and -26 are flushed now (80 of 1000); one bin saves the 60.
    QVERIFY2(page.cloud().sentence().startsWith(QStringLiteral("× 2¹: would rescue ") + percentText(0.06, 1) +
                                                QStringLiteral(", would overflow ") + percentText(0.0, 1)),
             qPrintable(page.cloud().sentence()));
    QVERIFY(page.cloud().accessibleDescription().contains(QStringLiteral("would rescue")));
    page.cloud().setShift(34);
    QVERIFY2(page.cloud().sentence().contains(QStringLiteral("would overflow ") + percentText(0.002, 1)),
             qPrintable(page.cloud().sentence()));
}

void UnderflowPageTest::withoutAShadowNoEstimate() {
    SessionModel session;
    UnderflowPage page(session);
    session.apply({started("A", run::FP16), gradient("A", 1, 256, false)});
    resizeAndShow(page);
    QCOMPARE(page.rescue().emptyText(), QStringLiteral("no estimate: this run has no shadow"));
    QVERIFY(page.rescue().rescue().points.empty());
    QVERIFY(!page.bestButton().isEnabled());
    QSignalSpy asked(&page, &UnderflowPage::scaleChosen);
    drag(page.cloud(), 2, false);
    QVERIFY2(page.cloud().sentence().contains(QStringLiteral("no estimate: this run has no shadow")),
             qPrintable(page.cloud().sentence()));
    QVERIFY(!page.cloud().sentence().contains(QStringLiteral("rescue")));
    page.cloud().choose();
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.first().first().toDouble(), 1024.0);
}

void UnderflowPageTest::finishedRunAsksForNothing() {
    SessionModel session;
    UnderflowPage page(session);
    session.apply({started("A", run::FP16), gradient("A", 1, 1, true), ended("A", 1)});
    resizeAndShow(page);
    QSignalSpy asked(&page, &UnderflowPage::scaleChosen);
    drag(page.cloud(), 2);
    QCOMPARE(asked.count(), 0);
    QCOMPARE(page.cloud().shift(), 2);  // it stays to be read
    QVERIFY2(page.cloud().sentence().contains(QStringLiteral("nothing is set")), qPrintable(page.cloud().sentence()));
    QVERIFY(page.cloud().sentence().contains(percentText(0.08, 1)));
    page.bestButton().click();
    QCOMPARE(asked.count(), 0);
    QTest::keyClick(&page.cloud(), Qt::Key_Escape);
    QCOMPARE(page.cloud().shift(), 0);
}

void UnderflowPageTest::weightsDoNotMove() {
    SessionModel session;
    UnderflowPage page(session);
    run::Record weights = gradient("A", 1, 1, false);
    weights.mutable_histograms()->mutable_histograms(0)->set_role(run::ROLE_WEIGHT);
    session.apply({started("A", run::FP16), weights});
    resizeAndShow(page);
    QSignalSpy asked(&page, &UnderflowPage::scaleChosen);
    drag(page.cloud(), 3);
    QTest::keyClick(&page.cloud(), Qt::Key_Right);
    QCOMPARE(page.cloud().shift(), 0);
    QCOMPARE(asked.count(), 0);
    QVERIFY(page.rescue().emptyText().contains(QStringLiteral("gradients only")));
}

void UnderflowPageTest::bestIsLimitedByTheWholeNetwork() {
    SessionModel session;
    UnderflowPage page(session);
    run::Record both = gradient("A", 1, 1, true);
    *both.mutable_histograms()->add_histograms() =
        gradient("A", 1, 1, true, "fc2.weight", -10).histograms().histograms(0);
    session.apply({started("A", run::FP16), step("A", 1, 2, 0, 1), both});
    page.tensorBox().setCurrentIndex(page.tensorBox().findData(QStringLiteral("fc1.weight")));
    resizeAndShow(page);
    // fc1 alone would bear 2^33; fc2's largest values lie in bin -10: 2^25.
    QCOMPARE(page.estimate().best, std::optional<int>(25));
    QVERIFY(page.note().text().contains(QStringLiteral("fc2.weight")));
    page.cloud().setShift(26);
    QVERIFY2(page.cloud().sentence().contains(QStringLiteral("fc2.weight (weight gradients) would overflow")),
             qPrintable(page.cloud().sentence()));
    page.cloud().cancel();
    QSignalSpy asked(&page, &UnderflowPage::scaleChosen);
    page.bestButton().click();
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.first().first().toDouble(), 0x1p25);
}

void UnderflowPageTest::lossesUpstreamAreSaid() {
    SessionModel session;
    UnderflowPage page(session);
    run::Record starved = gradient("A", 1, 1, true, "fc1.weight", -8);
    starved.mutable_histograms()->mutable_histograms(0)->mutable_shadow()->set_starved(985);
    session.apply({started("A", run::FP16), starved});
    resizeAndShow(page);
    QVERIFY2(page.note().text().contains(percentText(0.985)) &&
                 page.note().text().contains(QStringLiteral("upstream underflow")),
             qPrintable(page.note().text()));
    session.apply({gradient("A", 2, 1, true)});
    page.refreshNow();
    QVERIFY2(!page.note().text().contains(QStringLiteral("upstream underflow")), qPrintable(page.note().text()));
}

void UnderflowPageTest::theStarvedLayerIsTheWorst() {
    // As in the underflow preset: fc2 flushes, and at fc1 nothing arrives that its own cast could flush.
    run::Record r = gradient("A", 1, 1, true);
    run::Histogram& fc1 = *r.mutable_histograms()->mutable_histograms(0);
    fc1.clear_bins();
    fc1.set_norm(0);
    fc1.set_norm_lost(0);
    fc1.mutable_counts()->set_zero(1250);
    fc1.mutable_counts()->set_flushed(0);
    fc1.mutable_counts()->set_subnormal(0);
    fc1.mutable_shadow()->set_starved(1000);
    fc1.mutable_shadow()->set_norm_lost(1.0);
    fc1.mutable_shadow()->set_cosine(0);
    fc1.mutable_shadow()->set_error_norm(1.0);
    *r.mutable_histograms()->add_histograms() = gradient("A", 1, 1, true, "fc2.weight", -22).histograms().histograms(0);
    SessionModel session;
    UnderflowPage page(session);
    session.apply({started("A", run::FP16), r});
    resizeAndShow(page);
    QCOMPARE(page.tensorBox().currentText(), QStringLiteral("Worst layer"));
    QVERIFY2(page.cloud().title().contains(QStringLiteral("fc1.weight")), qPrintable(page.cloud().title()));
    QVERIFY2(page.note().text().contains(percentText(1.0) +
                                         QStringLiteral(" of the norm lost, cosine 0, signal to "
                                                        "noise ") +
                                         decibelText(0.0)),
             qPrintable(page.note().text()));
    // Without shadows nobody knows that it is starved: the one whose cast flushes most.
    for (run::Histogram& h : *r.mutable_histograms()->mutable_histograms()) h.clear_shadow();
    session.apply({started("B", run::FP16)});
    r.set_run_id("B");
    session.apply({r});
    session.setCurrentRun(QStringLiteral("B"));
    page.refreshNow();
    QVERIFY2(page.cloud().title().contains(QStringLiteral("fc2.weight")), qPrintable(page.cloud().title()));
}

void UnderflowPageTest::columnsAndBand() {
    SessionModel session;
    UnderflowPage page(session);
    session.apply({started("A", run::FP16), gradient("A", 1, 1, false)});
    resizeAndShow(page);
    const double without = page.cloud().plotArea().left();
    const QImage before = page.cloud().grab().toImage();
    session.apply({gradient("A", 2, 1, true)});
    page.refreshNow();
    QVERIFY(page.cloud().plotArea().left() > without);  // room for the column of the starved
    QVERIFY(before != page.cloud().grab().toImage());
    const auto inBand = [&page] {
        const QRectF plot = page.cloud().plotArea();
        const double bin = plot.width() / (page.cloud().exponents().max - page.cloud().exponents().min);
        const double x = plot.left() + (-24.0 - page.cloud().exponents().min) * bin;
        // On the band's right border, above the bars of bin -24 and above what FP32 has there.
        return page.cloud().grab().toImage().pixelColor(static_cast<int>(std::round(x)),
                                                        static_cast<int>(plot.top() + plot.height() * 0.03));
    };
    const QColor border = inBand();
    // BF16 has numbers far below the band: it is not drawn there.
    run::Record other = gradient("A", 3, 1, true);
    other.mutable_histograms()->mutable_histograms(0)->set_format("BF16");
    session.apply({other});
    page.refreshNow();
    QVERIFY2(inBand() != border, qPrintable(border.name() + inBand().name()));
}

void UnderflowPageTest::waterfallShowsTheHistory() {
    SessionModel session;
    UnderflowPage page(session);
    session.apply({started("A", run::FP16)});
    for (std::uint32_t i = 1; i <= 40; ++i) session.apply({gradient("A", i * 50, i < 20 ? 1.0f : 4096.0f, true)});
    resizeAndShow(page);
    const Waterfall& waterfall = page.waterfall();
    QCOMPARE(waterfall.waterfall().rows.size(), std::size_t{40});
    QCOMPARE(waterfall.image().height(), 40);
    const int min = page.cloud().exponents().min;
    const QRgb paper = waterfall.image().pixel(0, 0);
    // Bin -23 is the fullest without a scale, -11 with 2^12; the newest row is the last.
    QVERIFY(waterfall.image().pixel(-23 - min, 0) != paper);
    QCOMPARE(waterfall.image().pixel(-11 - min, 0), paper);
    QVERIFY(waterfall.image().pixel(-11 - min, 39) != paper);
    QCOMPARE(waterfall.image().pixel(-23 - min, 39), paper);
    QCOMPARE(waterfall.waterfall().rows.back().step, 2000u);
}

void UnderflowPageTest::followsTheTimeline() {
    SessionModel session;
    UnderflowPage page(session);
    session.apply({started("A", run::FP16), gradient("A", 10, 1, true), gradient("A", 20, 1024, false)});
    resizeAndShow(page);
    QVERIFY(page.cloud().title().contains(QStringLiteral("step 20")));
    // The last shadow there is serves until the next.
    QVERIFY(page.estimate().known);
    QCOMPARE(page.estimate().shadowStep, 10u);
    page.showStep(15);
    page.refreshNow();
    QVERIFY(page.cloud().title().contains(QStringLiteral("step 10")));
    QCOMPARE(page.estimate().scale, 1.0);
    page.followLive();
    page.refreshNow();
    QVERIFY(page.cloud().title().contains(QStringLiteral("step 20")));
}

void UnderflowPageTest::tables() {
    SessionModel session;
    UnderflowPage page(session);
    session.apply({started("A", run::FP16), gradient("A", 10, 1, true)});
    resizeAndShow(page);
    const std::unique_ptr<ChartTable> rescue(page.rescue().makeTable());
    QCOMPARE(rescue->rowCount(), static_cast<int>(page.rescue().rescue().points.size()));
    QVERIFY(rescue->toText().contains(QStringLiteral("best")));
    const std::unique_ptr<ChartTable> waterfall(page.waterfall().makeTable());
    QCOMPARE(waterfall->rowCount(), 10);
    QCOMPARE(waterfall->data(waterfall->index(0, 0)).toUInt(), 10u);
    // What the cloud draws beside its bars stands in its table: the starved, and the outline, which is unscaled.
    const auto rowOf = [](const ChartTable& table, const QString& name) {
        for (int row = 0; row < table.rowCount(); ++row)
            if (table.index(row, 0).data().toString() == name) return row;
        return -1;
    };
    const QString starved = QStringLiteral("starved: zero here, nonzero in FP32");
    const std::unique_ptr<ChartTable> plainCloud(page.cloud().makeTable());
    QCOMPARE(plainCloud->columnCount(), 3);  // without a scale there is no outline
    QCOMPARE(plainCloud->index(rowOf(*plainCloud, starved), 1).data().toUInt(), 80u);
    session.apply({gradient("A", 20, 1024, true)});
    page.refreshNow();
    const std::unique_ptr<ChartTable> cloud(page.cloud().makeTable());
    QCOMPARE(cloud->columnCount(), 5);
    const auto at = [&](const QString& name, int column) {
        return cloud->index(rowOf(*cloud, name), column).data(Qt::UserRole);
    };
    QCOMPARE(cloud->rowCount(), 1 + 20 + 2 + 3 + 1);  // bins 2^-27 to 2^-18 and the same 10 to the right
    QCOMPARE(at(powerOfTwo(-23), 1).toUInt(), 0u);
    QCOMPARE(at(powerOfTwo(-23), 3).toUInt(), 300u);
    QCOMPARE(at(powerOfTwo(-23), 4).toDouble(), 24.0);
    QCOMPARE(at(powerOfTwo(-13), 1).toUInt(), 300u);
    QCOMPARE(at(powerOfTwo(-13), 3).toUInt(), 0u);
    QCOMPARE(at(QStringLiteral("zero"), 3).toUInt(), 250u);  // no scale moves a zero
    QCOMPARE(at(starved, 1).toUInt(), 0u);                   // at 2^10 nothing is flushed
    QVERIFY(!at(starved, 3).isValid());
    session.apply({gradient("A", 30, 1024, false)});
    page.refreshNow();
    const std::unique_ptr<ChartTable> unknown(page.cloud().makeTable());
    QCOMPARE(rowOf(*unknown, starved), -1);  // no shadow
    for (QWidget* widget : page.findChildren<QWidget*>()) {
        if (widget->focusPolicy() & Qt::TabFocus && widget->isVisible() &&
            !qobject_cast<QAbstractScrollArea*>(widget)) {
            const auto* button = qobject_cast<QPushButton*>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                     widget->metaObject()->className());
        }
    }
}

void UnderflowPageTest::hiddenPageRests() {
    SessionModel session;
    UnderflowPage page(session);
    session.apply({started("A", run::FP16), gradient("A", 10, 1, true)});
    QVERIFY(page.resting());
    page.show();
    session.apply({gradient("A", 20, 1, true)});
    QVERIFY(!page.resting());
    QTRY_VERIFY(page.resting());
    QVERIFY(page.cloud().title().contains(QStringLiteral("step 20")));
    session.apply({gradient("A", 30, 1, true)});
    page.hide();
    QVERIFY(page.resting());
}

void UnderflowPageTest::fitsTheSmallWindow_data() {
    QTest::addColumn<double>("points");
    QTest::addColumn<bool>("dark");
    QTest::newRow("usual text") << 9.0 << false;
    QTest::newRow("dark") << 9.0 << true;
    QTest::newRow("large text") << 18.0 << false;
}

void UnderflowPageTest::fitsTheSmallWindow() {
    QFETCH(double, points);
    QFETCH(bool, dark);
    SessionModel session;
    UnderflowPage page(session);
    QFont font = page.font();
    font.setPointSizeF(points);
    page.setFont(font);
    if (dark) page.setPalette(QPalette(QColor(0x20, 0x22, 0x26)));
    session.apply({started("A", run::FP16)});
    for (std::uint32_t i = 1; i <= 40; ++i) {
        session.apply(
            {gradient("A", i * 50, i < 20 ? 1.0f : 256.0f, true, "fc1.weight", -18 - static_cast<int>(i / 10))});
    }
    resizeAndShow(page);
    const auto* area = page.findChild<QScrollArea*>();
    QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
    QCOMPARE(area->verticalScrollBar()->maximum() > 0, points > 12.0);
    const std::vector<QWidget*> charts{&page.cloud(), &page.waterfall(), &page.rescue()};
    for (QWidget* a : charts) {
        QVERIFY(a->width() >= a->minimumSizeHint().width() && a->height() >= a->minimumSizeHint().height());
        for (QWidget* b : charts) QVERIFY(a == b || !a->geometry().intersects(b->geometry()));
    }
    // Pictures to look at, where a folder is given.
    const QString folder = qEnvironmentVariable("MANTISSA_PICTURES");
    if (folder.isEmpty()) return;
    const QString name =
        folder + QStringLiteral("/underflow-") + QString::fromLatin1(QTest::currentDataTag()).remove(u' ');
    page.grab().save(name + QStringLiteral(".png"));
    page.cloud().setShift(5);
    page.grab().save(name + QStringLiteral("-drag.png"));
}
}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::UnderflowPageTest)
#include "underflow_page_test.moc"
