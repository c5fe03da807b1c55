// SPDX-License-Identifier: Apache-2.0
// The Scale page fed with records made by hand: pins with their causes, the countdown in words, headroom per layer,
// what skips cost; it follows the timeline and rests while hidden.
#include "ui/pages/scale_page.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <cmath>
#include <memory>

#include "tests/ui/live_records.h"
#include "ui/charts/bar_list.h"
#include "ui/charts/format_text.h"
#include "ui/charts/line_chart.h"
#include "ui/models/session_model.h"
#include "ui/pages/run_marks.h"

namespace mantissa::ui {

namespace {

run::Record dynamicRun(std::uint32_t interval, std::uint32_t total = 400, run::Scaling scaling = run::DYNAMIC) {
    run::Record r = started("A", run::FP16);
    run::RunConfig& config = *r.mutable_started()->mutable_config();
    config.set_scaling(scaling);
    config.set_loss_scale(65536);
    config.set_growth_interval(interval);
    config.set_steps(total);
    r.mutable_started()->set_total_steps(total);
    return r;
}

run::Record stepAt(std::uint32_t number, float scale, std::uint32_t tracker) {
    run::Record r = step("A", number, 1, 0.5f, scale);
    r.mutable_step_done()->set_growth_tracker(tracker);
    r.mutable_step_done()->set_batch(256);
    return r;
}

run::Record skippedAt(std::uint32_t number, float scale) {
    run::Record r = stepAt(number, scale, 0);
    r.mutable_step_done()->set_skipped(true);
    r.mutable_step_done()->set_skip_cause("conv2.weight");
    r.mutable_step_done()->set_skip_values(3);
    return r;
}

run::Record gradients(std::uint32_t number, float first, float second) {
    run::Record r = record("A", number);
    for (const auto& [layer, largest] : {std::pair{"fc1", first}, std::pair{"fc2", second}}) {
        run::Histogram& h = *r.mutable_histograms()->add_histograms();
        h.set_tensor(std::string(layer) + ".weight");
        h.set_layer(layer);
        h.set_role(run::ROLE_WEIGHT_GRADIENT);
        h.set_format("FP16");
        h.set_scale(1024);
        h.set_largest(largest);
        h.set_first_bin(0);
        h.add_bins(10);
        h.mutable_counts()->set_elements(10);
    }
    return r;
}

const char* const kDown = "inf or NaN in conv2.weight, 3 values, update skipped, 65536 → 32768";
const char* const kUp = "loss scale grows, 32768 → 65536";

/// 65536, halved by step 4, grown by step 8.
Records story() {
    Records records{dynamicRun(4, 400)};
    for (std::uint32_t i = 1; i <= 3; ++i) records.push_back(stepAt(i, 65536, i));
    records.push_back(skippedAt(4, 65536));
    records.push_back(eventAt("A", 4, run::EventRecord::SCALE_DOWN, kDown));
    for (std::uint32_t i = 5; i <= 8; ++i) records.push_back(stepAt(i, 32768, i < 8 ? i - 4 : 0));
    records.push_back(eventAt("A", 8, run::EventRecord::SCALE_UP, kUp));
    records.push_back(stepAt(9, 65536, 1));
    records.push_back(stepAt(10, 65536, 2));
    return records;
}

void resizeAndShow(ScalePage& page, QSize size = {800, 600}) {
    page.resize(size);
    page.show();
    page.refreshNow();
    QCoreApplication::processEvents();
}

}  // namespace

class ScalePageTest : public QObject {
    Q_OBJECT

  private slots:
    void pinsAndTicksTellTheCause();
    void pinWithoutAnEvent();
    void theLineIsOneOfSteps();
    void countdown();
    void countdownSentences();
    void withoutScalingTheHeadroomStays();
    void headroomPerLayer();
    void skips();
    void theStoryByKeyboard();
    void followsTheTimeline();
    void storedRunsTellTheSame();
    void anotherRun();
    void tables();
    void hiddenPageRests();
    void noWordOfManyChangesIsCut();
    void fitsTheSmallWindow_data();
    void fitsTheSmallWindow();
};

void ScalePageTest::pinsAndTicksTellTheCause() {
    SessionModel session;
    ScalePage page(session);
    session.apply(story());
    resizeAndShow(page);
    QCOMPARE(page.chart().pins().size(), std::size_t{1});
    QCOMPARE(page.chart().pins().front(), 4.0);
    QCOMPARE(page.chart().pinTip(4.0), QStringLiteral("step 4: ") + QString::fromUtf8(kDown));
    QCOMPARE(page.chart().ticks().size(), std::size_t{1});
    QCOMPARE(page.chart().ticks().front(), 8.0);
    QCOMPARE(page.chart().tickTip(8.0), QStringLiteral("step 8: ") + QString::fromUtf8(kUp));
    // More steps, no new events: the pins stay.
    session.apply({stepAt(11, 65536, 3)});
    page.refreshNow();
    QCOMPARE(page.chart().pins().size(), std::size_t{1});
    QCOMPARE(page.chart().seriesSize(QStringLiteral("scale")), std::size_t{11});
}

void ScalePageTest::pinWithoutAnEvent() {
    SessionModel session;
    ScalePage page(session);
    session.apply({dynamicRun(4), skippedAt(1, 65536)});
    resizeAndShow(page);
    QCOMPARE(page.chart().pinTip(1.0), QStringLiteral("step 1: inf or NaN in conv2.weight, 3 values, update skipped"));
}

void ScalePageTest::theLineIsOneOfSteps() {
    SessionModel session;
    ScalePage page(session);
    session.apply(story());
    resizeAndShow(page);
    LineChart& chart = page.chart();
    // Ten steps, two jumps: each jump takes a corner more.
    QCOMPARE(chart.drawnPoints(QStringLiteral("scale")), std::size_t{12});
    // Cut between two steps of different scales, at either edge, the earlier one holds.
    SessionModel other;
    ScalePage cut(other);
    Records records{dynamicRun(400)};
    std::uint32_t number = 0;
    for (const int exponent : {16, 16, 15, 15, 16, 15, 14}) {
        records.push_back(stepAt(++number, std::ldexp(1.0f, exponent), 1));
    }
    other.apply(records);
    resizeAndShow(cut);
    cut.chart().setXRange(2.5, 6.5);
    const QImage image = cut.chart().grab().toImage();
    const QRectF plot = cut.chart().plotArea();
    const QColor line = ChartPalette::fromWidget(&cut).precision(u"FP16").color;
    const auto lineAt = [&](double share, double exponent) {
        const double part = (exponent - cut.chart().yMin()) / (cut.chart().yMax() - cut.chart().yMin());
        const int y = static_cast<int>(std::lround(plot.bottom() - part * plot.height()));
        const int x = static_cast<int>(plot.left() + share * plot.width());
        for (int dy = -2; dy <= 2; ++dy) {
            const QColor at = image.pixelColor(x, y + dy);
            if (std::abs(at.red() - line.red()) + std::abs(at.blue() - line.blue()) < 60) return true;
        }
        return false;
    };
    QVERIFY(lineAt(0.02, 16) && lineAt(0.10, 16));
    QVERIFY(lineAt(0.90, 15) && lineAt(0.98, 15));
}

void ScalePageTest::countdown() {
    SessionModel session;
    ScalePage page(session);
    session.apply(story());
    resizeAndShow(page);
    QCOMPARE(page.number(QStringLiteral("growth")), QStringLiteral("in 2 steps"));
    QCOMPARE(page.sentence(),
             QStringLiteral("The scale grows after 4 steps in a row without inf or NaN: 2 done, 2 to go."));
    QCOMPARE(page.number(QStringLiteral("scale")), QStringLiteral("2¹⁶"));
    session.apply({stepAt(11, 65536, 3)});
    page.refreshNow();
    QCOMPARE(page.number(QStringLiteral("growth")), QStringLiteral("in 1 steps"));
}

void ScalePageTest::countdownSentences() {
    ScaleGrowth growth;
    growth.interval = 2000;
    growth.tracker = 306;
    growth.remaining = 1694;
    growth.left = 12;
    growth.kind = ScaleGrowth::Kind::too_late;
    QVERIFY(growthSentence(growth, false).contains(QStringLiteral("only 12 steps are left")));
    QVERIFY(growthSentence(growth, false).contains(QStringLiteral("it will never grow")));
    QVERIFY(growthSentence(growth, true).contains(QStringLiteral("it will not grow again")));
    growth.ended = true;
    QVERIFY(growthSentence(growth, false).endsWith(QStringLiteral("1694 to go when the run ended.")));
    growth.kind = ScaleGrowth::Kind::fixed;
    QVERIFY(growthSentence(growth, false).contains(QStringLiteral("static scale never changes")));
    growth.kind = ScaleGrowth::Kind::none;
    QVERIFY(growthSentence(growth, false).contains(QStringLiteral("No loss scaling")));
    growth.kind = ScaleGrowth::Kind::capped;
    growth.scale = 65536;
    QVERIFY(growthSentence(growth, false).contains(QStringLiteral("ceiling, 2¹⁶")));
    growth.kind = ScaleGrowth::Kind::vanished;
    QVERIFY(growthSentence(growth, false).contains(QStringLiteral("0")));
    growth.kind = ScaleGrowth::Kind::unknown;
    QVERIFY(growthSentence(growth, false).isEmpty());
}

void ScalePageTest::withoutScalingTheHeadroomStays() {
    SessionModel session;
    ScalePage page(session);
    session.apply({dynamicRun(4, 400, run::NONE), stepAt(1, 1, 0), gradients(1, 0x1p-10f, 0x1p-4f)});
    resizeAndShow(page);
    QVERIFY(page.sentence().startsWith(QStringLiteral("No loss scaling")));
    QCOMPARE(page.number(QStringLiteral("growth")), QStringLiteral("none: no scaling"));
    QCOMPARE(page.number(QStringLiteral("headroom")), QStringLiteral("20.0 bits (fc2)"));
    QCOMPARE(page.headroom().bars().rows.size(), std::size_t{2});
}

void ScalePageTest::headroomPerLayer() {
    SessionModel session;
    ScalePage page(session);
    session.apply({dynamicRun(4), stepAt(1, 1024, 1), gradients(1, 4094.0f, 8188.0f)});
    resizeAndShow(page);
    const std::vector<BarRow>& rows = page.headroom().bars().rows;
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].name, QStringLiteral("fc2"));
    QCOMPARE(rows[0].texts, QStringList{QStringLiteral("3.0")});
    QCOMPARE(rows[1].name, QStringLiteral("fc1"));
    QCOMPARE(rows[1].texts, QStringList{QStringLiteral("4.0")});
    QVERIFY(rows[1].length > rows[0].length && rows[1].length < 1.0);
    QVERIFY2(rows[0].sentence.contains(QStringLiteral("the loss scale could be 2³ times as large")),
             qPrintable(rows[0].sentence));
    QVERIFY(rows[0].sentence.contains(QStringLiteral("FP16 holds up to 65504")));
    // The arrow keys read the rows.
    QTest::keyClick(&page.headroom(), Qt::Key_Down);
    QCOMPARE(page.headroom().accessibleDescription(), rows[0].sentence);
    QTest::keyClick(&page.headroom(), Qt::Key_Down);
    QCOMPARE(page.headroom().accessibleDescription(), rows[1].sentence);
    run::Record overflow = gradients(2, 4094.0f, 65504.0f);
    overflow.mutable_histograms()->mutable_histograms(1)->mutable_counts()->set_overflow(2);
    session.apply({overflow});
    page.refreshNow();
    QCOMPARE(page.number(QStringLiteral("headroom")), QStringLiteral("none: overflow"));
    QCOMPARE(page.headroom().bars().rows[0].texts, QStringList{QStringLiteral("none: overflow")});  // not "inf" bits
    QVERIFY(page.headroom().bars().rows[0].sentence.contains(QStringLiteral("no headroom")));
}

void ScalePageTest::skips() {
    SessionModel session;
    ScalePage page(session);
    session.apply(story());
    resizeAndShow(page);
    QCOMPARE(page.number(QStringLiteral("skipped")), QStringLiteral("%1 (%1)").arg(percentText(0.1)));
    QCOMPARE(page.number(QStringLiteral("images")), QStringLiteral("256"));
}

void ScalePageTest::theStoryByKeyboard() {
    SessionModel session;
    ScalePage page(session);
    Records records = story();
    run::StepRecord& skipped = *records[4].mutable_step_done();
    skipped.set_nonfinite_tensor("conv2.out");
    skipped.set_nonfinite_role(run::ROLE_ACTIVATION_GRADIENT);
    session.apply(records);
    resizeAndShow(page);
    QAbstractItemModel* model = page.moves().model();
    QCOMPARE(model->rowCount(), 2);
    QCOMPARE(model->index(0, 0).data(Qt::UserRole).toUInt(), 8u);  // newest first
    QCOMPARE(model->index(0, 1).data().toString(), QStringLiteral("↑ ") + QString::fromUtf8(kUp));
    QCOMPARE(model->index(1, 1).data().toString(), QStringLiteral("↓ ") + QString::fromUtf8(kDown));
    page.moves().setFocus();
    page.moves().setCurrentIndex(model->index(0, 0));
    QTest::keyClick(&page.moves(), Qt::Key_Down);
    QCOMPARE(page.moves().currentIndex().row(), 1);
    QSignalSpy wanted(&page, &ScalePage::stepWanted);
    QSignalSpy tensor(&page, &ScalePage::tensorWanted);
    QTest::keyClick(&page.moves(), Qt::Key_Return);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.first().first().toUInt(), 4u);
    QCOMPARE(tensor.count(), 1);
    QCOMPARE(tensor.first().first().toString(), QStringLiteral("conv2.out"));
    QCOMPARE(tensor.first().last().value<run::Role>(), run::ROLE_ACTIVATION_GRADIENT);
    QApplication::clipboard()->clear();
    QTest::keySequence(&page.moves(), QKeySequence(QKeySequence::Copy));
    QVERIFY(QApplication::clipboard()->text().contains(QString::fromUtf8(kDown)));
}

void ScalePageTest::followsTheTimeline() {
    SessionModel session;
    ScalePage page(session);
    Records records = story();
    records.push_back(gradients(1, 4094.0f, 8188.0f));
    records.push_back(gradients(9, 2047.0f, 16376.0f));
    session.apply(records);
    resizeAndShow(page);
    QCOMPARE(page.number(QStringLiteral("headroom")), QStringLiteral("2.0 bits (fc2)"));
    page.showStep(5);
    page.refreshNow();
    QCOMPARE(page.number(QStringLiteral("headroom")), QStringLiteral("3.0 bits (fc2)"));
    QVERIFY(page.headroom().title().contains(QStringLiteral("step 1")));
    // Its scale is that step's, and the list's last change counts from the next one on.
    QCOMPARE(page.findChild<QLabel*>("scale_caption")->text(), QStringLiteral("Loss scale, step 5"));
    QCOMPARE(page.number(QStringLiteral("scale")), QStringLiteral("2¹⁵"));
    QCOMPARE(page.number(QStringLiteral("growth")), QStringLiteral("in 3 steps"));
    QCOMPARE(page.number(QStringLiteral("skipped")), QStringLiteral("%1 (%1)").arg(percentText(0.2)));
    page.showStep(3);
    page.refreshNow();
    QCOMPARE(page.number(QStringLiteral("images")), QStringLiteral("0"));
    page.followLive();
    page.refreshNow();
    QCOMPARE(page.number(QStringLiteral("scale")), QStringLiteral("2¹⁶"));
    QCOMPARE(page.number(QStringLiteral("headroom")), QStringLiteral("2.0 bits (fc2)"));
}

void ScalePageTest::storedRunsTellTheSame() {
    SessionModel live;
    ScalePage first(live);
    Records records = story();
    records.push_back(gradients(1, 4094.0f, 8188.0f));
    run::Record end = record("A", 10);
    end.mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
    records.push_back(end);
    live.apply(records);
    SessionModel stored;
    ScalePage second(stored);
    stored.addRecorded(records);
    resizeAndShow(first);
    resizeAndShow(second);
    QVERIFY(first.chart().pins() == second.chart().pins());
    QVERIFY(first.chart().ticks() == second.chart().ticks());
    QVERIFY(first.headroom().bars() == second.headroom().bars());
    QCOMPARE(first.sentence(), second.sentence());
    QCOMPARE(second.number(QStringLiteral("growth")), QStringLiteral("run ended"));
    QVERIFY(second.sentence().contains(QStringLiteral("when the run ended")));
}

void ScalePageTest::anotherRun() {
    SessionModel session;
    ScalePage page(session);
    resizeAndShow(page);
    QCOMPARE(page.number(QStringLiteral("scale")), QStringLiteral("–"));
    session.apply(story());
    page.refreshNow();
    QCOMPARE(page.chart().pins().size(), std::size_t{1});
    session.apply({started("B", run::BF16), step("B", 1, 1, 0.5f, 1)});
    page.refreshNow();
    QCOMPARE(page.chart().seriesSize(QStringLiteral("scale")), std::size_t{1});
    QVERIFY(page.chart().pins().empty());
    QCOMPARE(page.moves().model()->rowCount(), 0);
    session.interrupt(QStringLiteral("B"), QStringLiteral("test"));
    session.remove(QStringLiteral("B"));
    page.refreshNow();
    QCOMPARE(page.chart().pins().size(), std::size_t{1});
}

void ScalePageTest::tables() {
    SessionModel session;
    ScalePage page(session);
    Records records = story();
    records.push_back(gradients(1, 4094.0f, 8188.0f));
    session.apply(records);
    resizeAndShow(page);
    const std::unique_ptr<ChartTable> line(page.chart().makeTable());
    QCOMPARE(line->rowCount(), 10);
    QCOMPARE(line->data(line->index(4, 2), Qt::UserRole).toDouble(), 32768.0);
    const std::unique_ptr<ChartTable> bars(page.headroom().makeTable());
    QCOMPARE(bars->rowCount(), 2);
    QCOMPARE(bars->data(bars->index(0, 1)).toString(), QStringLiteral("fc2.weight"));
    QCOMPARE(bars->data(bars->index(0, 5), Qt::UserRole).toDouble(), 3.0);
    for (QWidget* widget : page.findChildren<QWidget*>()) {
        if (qobject_cast<QAbstractScrollArea*>(widget->parentWidget())) continue;  // a viewport
        if (widget->focusPolicy() & Qt::TabFocus && widget->isVisible() && !qobject_cast<QScrollArea*>(widget)) {
            QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
        }
    }
}

void ScalePageTest::hiddenPageRests() {
    SessionModel session;
    ScalePage page(session);
    session.apply(story());
    QVERIFY(page.resting());
    page.show();
    session.apply({stepAt(11, 65536, 3)});
    QVERIFY(!page.resting());
    QTRY_VERIFY(page.resting());
    QCOMPARE(page.number(QStringLiteral("growth")), QStringLiteral("in 1 steps"));
    session.apply({stepAt(12, 65536, 3)});
    page.hide();
    QVERIFY(page.resting());
}

void ScalePageTest::noWordOfManyChangesIsCut() {
    SessionModel session;
    ScalePage page(session);
    Records records{dynamicRun(60, 400)};
    for (std::uint32_t i = 1; i <= 400; ++i) {
        records.push_back(skippedAt(i, 1));
        records.back().mutable_step_done()->set_skip_cause("encoder layers 0 self-attention output projection weight");
    }
    session.apply(records);
    resizeAndShow(page, {600, 560});
    QTableView& table = page.moves();
    for (const int width : {600, 900, 560}) {
        page.resize(width, 560);
        QCoreApplication::processEvents();
        QCOMPARE(table.model()->rowCount(), 400);
        const QRect room(0, 0, table.columnWidth(1) - 8, 1000);
        const QString words = table.model()->index(350, 1).data().toString();
        const int needed = table.fontMetrics().boundingRect(room, Qt::TextWordWrap, words).height();
        QVERIFY2(table.rowHeight(350) >= needed, qPrintable(QString("%1: %2").arg(table.rowHeight(350)).arg(needed)));
        QVERIFY(table.rowHeight(350) < needed + 2 * table.fontMetrics().height());
    }
}

void ScalePageTest::fitsTheSmallWindow_data() {
    QTest::addColumn<double>("points");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::newRow("usual text") << 9.0 << false << QSize(640, 560);
    QTest::newRow("dark") << 9.0 << true << QSize(640, 560);
    QTest::newRow("wide") << 9.0 << false << QSize(1200, 700);
    QTest::newRow("large text") << 18.0 << false << QSize(800, 560);
}

void ScalePageTest::fitsTheSmallWindow() {
    QFETCH(double, points);
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    SessionModel session;
    ScalePage page(session);
    QFont font = page.font();
    font.setPointSizeF(points);
    page.setFont(font);
    if (dark) page.setPalette(QPalette(QColor(0x20, 0x22, 0x26)));
    Records records{dynamicRun(60, 400)};
    float scale = 65536;
    std::uint32_t tracker = 0;
    for (std::uint32_t i = 1; i <= 300; ++i) {
        const bool skip = i <= 3 || i % 97 == 0;
        records.push_back(skip ? skippedAt(i, scale) : stepAt(i, scale, ++tracker % 60));
        if (skip) {
            tracker = 0;
            records.push_back(eventAt("A", i, run::EventRecord::SCALE_DOWN, kDown));
            scale /= 2;
        } else if (tracker == 60) {
            tracker = 0;
            scale *= 2;
            records.push_back(eventAt("A", i, run::EventRecord::SCALE_UP, kUp));
        }
    }
    run::Record wide = record("A", 300);
    for (int layer = 1; layer <= 7; ++layer) {
        run::Record one = gradients(300, 8188.0f / static_cast<float>(layer * layer), 1);
        run::Histogram& h = *wide.mutable_histograms()->add_histograms();
        h = one.histograms().histograms(0);
        h.set_layer("fc" + std::to_string(layer));
        h.set_tensor(h.layer() + ".weight");
    }
    records.push_back(wide);
    session.apply(records);
    resizeAndShow(page, size);
    const auto* area = page.findChild<QScrollArea*>();
    QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
    QCOMPARE(area->verticalScrollBar()->maximum() > 0, points > 12.0);
    const std::vector<QWidget*> parts{&page.chart(), &page.headroom(), &page.moves()};
    for (QWidget* a : parts) {
        QVERIFY(a->width() >= a->minimumSizeHint().width() && a->height() >= a->minimumSizeHint().height());
        const QRect place(a->mapTo(&page, QPoint()), a->size());
        for (QWidget* b : parts) QVERIFY(a == b || !place.intersects(QRect(b->mapTo(&page, QPoint()), b->size())));
    }
    // Pictures to look at, where a folder is given.
    const QString folder = qEnvironmentVariable("MANTISSA_PICTURES");
    if (folder.isEmpty()) return;
    page.grab().save(folder + QStringLiteral("/scale-") + QString::fromLatin1(QTest::currentDataTag()).remove(u' ') +
                     QStringLiteral(".png"));
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::ScalePageTest)
#include "scale_page_test.moc"
