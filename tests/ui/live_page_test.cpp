// SPDX-License-Identifier: Apache-2.0
// The Live page fed with records made by hand: the right numbers, lines, pins, histograms and memory, earlier runs that
// can be hidden, and no work while it is hidden itself.
#include "ui/pages/live_page.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <cmath>
#include <limits>
#include <memory>

#include "tests/ui/live_records.h"
#include "ui/charts/format_text.h"
#include "ui/charts/histogram_chart.h"
#include "ui/charts/line_chart.h"
#include "ui/charts/memory_chart.h"
#include "ui/models/session_model.h"
#include "ui/pages/histogram_records.h"
#include "ui/pages/live_histogram.h"
#include "ui/pages/live_lines.h"
#include "ui/pages/live_numbers.h"
#include "ui/pages/memory_words.h"
#include "ui/pages/run_chips.h"

namespace mantissa::ui {

namespace {

/// Values of one series, as the chart's table tells them.
std::vector<double> valuesOf(const LineChart& chart, const QString& label) {
    const std::unique_ptr<ChartTable> table(chart.makeTable());
    std::vector<double> values;
    for (int row = 0; row < table->rowCount(); ++row) {
        if (table->data(table->index(row, 0)).toString() != label) continue;
        values.push_back(table->data(table->index(row, 2), Qt::UserRole).toDouble());
    }
    return values;
}

}  // namespace

class LivePageTest : public QObject {
    Q_OBJECT

  private slots:
    void withoutRunsAHint();
    void numbers();
    void normLostComesBeforeFlushed();
    void numbersOfAFinishedRun();
    void lines();
    void nanInTheLoss();
    void completeEvaluationWins();
    void pinsTellTheCause();
    void bookmarks();
    void axisEnds();
    void earlierRunIsFaintAndCanBeHidden();
    void whatIsMeasuredOtherwiseSharesNoChart();
    void removedRunLeavesNoLine();
    void lateRecords();
    void histogramSelectors();
    void histogramFollowsTheTimeline();
    void formatsOfHistograms();
    void memory();
    void hiddenPageRests();
    void namesAreText();
    void fitsTheSmallWindow_data();
    void fitsTheSmallWindow();
};

void LivePageTest::withoutRunsAHint() {
    SessionModel session;
    LivePage page(session);
    page.refreshNow();
    QVERIFY(!page.hasRun());
    session.apply({started("A", run::FP32)});
    page.refreshNow();
    QVERIFY(page.hasRun());
    QCOMPARE(page.numbers().value(QStringLiteral("step")), QStringLiteral("0 of 400"));
    QCOMPARE(page.numbers().value(QStringLiteral("test_accuracy")), QStringLiteral("–"));
}

void LivePageTest::numbers() {
    SessionModel session;
    LivePage page(session);
    run::Record skipped = step("A", 2, 1.5f, 0.5f, 65536);
    skipped.mutable_step_done()->set_skipped(true);
    session.apply({started("A", run::FP16, true), step("A", 1, 2.0f, 0.25f, 65536), skipped,
                   step("A", 3, 0.125f, 0.75f, 32768), step("A", 4, 0.25f, 0.75f, 32768), evaluated("A", 4, 0.951f)});
    page.refreshNow();
    const LiveNumbers& n = page.numbers();
    QCOMPARE(n.value(QStringLiteral("step")), QStringLiteral("4 of 400"));
    QCOMPARE(n.value(QStringLiteral("test_accuracy")), percentText(0.951, 1));
    QCOMPARE(n.value(QStringLiteral("loss")), QStringLiteral("0.250"));
    QCOMPARE(n.value(QStringLiteral("scale")), QStringLiteral("2¹⁵"));
    QCOMPARE(n.value(QStringLiteral("skipped")), QStringLiteral("1"));
    QCOMPARE(n.value(QStringLiteral("flushed")), percentText(0.08));
    QCOMPARE(n.value(QStringLiteral("norm_lost")), QStringLiteral("–"));
    QCOMPARE(n.value(QStringLiteral("speed")), countText(12345));
    QCOMPARE(n.value(QStringLiteral("lr")), QStringLiteral("–"));  // none was recorded
    run::Record fast = step("A", 5, 0.25f, 0.75f, 32768);
    fast.mutable_step_done()->set_lr(3e-4f);
    session.apply({fast});
    page.refreshNow();
    QCOMPARE(n.value(QStringLiteral("lr")), numberText(3e-4, 3));
    const std::vector<LiveNumber> numbers = liveNumbers(session.currentRun());
    QCOMPARE(numbers[6].caption, QStringLiteral("images/s (emulated)"));
    QCOMPARE(liveNumbers(nullptr)[6].caption, QStringLiteral("images/s"));
}

void LivePageTest::normLostComesBeforeFlushed() {
    SessionModel session;
    run::Record frame = record("A", 5);
    addHistogram(frame, "fc1.weight", run::ROLE_WEIGHT_GRADIENT, -30, 0);  // starved: it has nothing to flush
    run::Shadow& shadow = *frame.mutable_histograms()->mutable_histograms(0)->mutable_shadow();
    shadow.set_norm(1);
    shadow.set_norm_lost(1);
    shadow.set_cosine(0);
    shadow.set_error_norm(1);
    addHistogram(frame, "fc2.weight", run::ROLE_WEIGHT_GRADIENT, -30, 34);
    session.apply({started("A", run::FP16), step("A", 5, 1, 0), frame});
    const std::vector<LiveNumber> numbers = liveNumbers(session.currentRun());
    QCOMPARE(numbers[7].key, QStringLiteral("norm_lost"));
    QCOMPARE(numbers[7].value, percentText(1.0));
    QVERIFY2(numbers[7].tip.contains(QStringLiteral("fc1.weight has lost ")) &&
                 numbers[7].tip.contains(QStringLiteral("0, signal to noise ") + decibelText(0.0)),
             qPrintable(numbers[7].tip));
    QCOMPARE(numbers[8].key, QStringLiteral("flushed"));
    QCOMPARE(liveNumbers(nullptr).size(), numbers.size());
}

void LivePageTest::numbersOfAFinishedRun() {
    SessionModel session;
    run::Record end = record("A", 2);
    end.mutable_finished()->set_outcome(run::RunFinished::STOPPED);
    end.mutable_finished()->set_test_accuracy(0.5f);
    session.apply({started("A", run::FP32), step("A", 1, 2, 0), step("A", 2, std::nanf(""), 0), end});
    const std::vector<LiveNumber> numbers = liveNumbers(session.currentRun());
    QCOMPARE(numbers[2].value, percentText(0.5, 1));
    QCOMPARE(numbers[3].value, QStringLiteral("NaN"));

    // Stopped between two ends of epochs: the last accuracy of the chart, and of which images it is.
    session.apply({evaluated("A", 1, 0.588f, true), evaluated("A", 2, 0.77f)});
    const std::vector<LiveNumber> tested = liveNumbers(session.currentRun());
    QCOMPARE(tested[2].value, percentText(0.77, 1));
    QCOMPARE(tested[2].caption, QStringLiteral("test, 2\u202F000 images"));
}

void LivePageTest::lines() {
    SessionModel session;
    LivePage page(session);
    session.apply({started("A", run::FP32), step("A", 1, 2.5f, 0.1f), step("A", 2, 1.5f, 0.2f)});
    page.refreshNow();
    session.apply({step("A", 3, 0.7f, 0.3f), evaluated("A", 3, 0.9f)});
    page.refreshNow();
    const QString name = session.displayName(QStringLiteral("A"));
    QCOMPARE(valuesOf(page.accuracyChart(), name + QStringLiteral(", batch")), (std::vector<double>{10, 20, 30}));
    QCOMPARE(valuesOf(page.accuracyChart(), name + QStringLiteral(", test")), (std::vector<double>{90}));
    QCOMPARE(valuesOf(page.lossChart(), name + QStringLiteral(", batch")), (std::vector<double>{2.5, 1.5, 0.7}));
    QCOMPARE(valuesOf(page.scaleChart(), name + QStringLiteral(", loss scale")), (std::vector<double>{1, 1, 1}));
    QVERIFY(page.scaleChart().isLog2());
    QCOMPARE(page.accuracyChart().xMin(), 0.0);
    QCOMPARE(page.accuracyChart().xMax(), page.scaleChart().xMax());
}

void LivePageTest::nanInTheLoss() {
    SessionModel session;
    LivePage page(session);
    page.resize(800, 560);
    const float inf = std::numeric_limits<float>::infinity();
    session.apply({started("A", run::FP16), step("A", 1, 2, 0), step("A", 2, inf, 0, inf),
                   step("A", 3, std::nanf(""), std::nanf(""), 0), step("A", 4, 1, 0)});
    page.refreshNow();
    QVERIFY(!page.grab().isNull());
    QCOMPARE(page.lossChart().drawnMarks(QStringLiteral("A/loss")), 2u);
    QCOMPARE(page.scaleChart().drawnMarks(QStringLiteral("A/scale")), 2u);
}

void LivePageTest::completeEvaluationWins() {
    SessionModel session;
    LivePage page(session);
    session.apply(
        {started("A", run::FP32), step("A", 1, 2, 0), evaluated("A", 1, 0.5f, true), evaluated("A", 1, 0.7f)});
    page.refreshNow();
    const QString label = session.displayName(QStringLiteral("A")) + QStringLiteral(", test");
    QCOMPARE(valuesOf(page.accuracyChart(), label), (std::vector<double>{50}));
}

void LivePageTest::pinsTellTheCause() {
    SessionModel session;
    run::Record skipped = step("A", 7, 1.5f, 0.5f, 65536);
    skipped.mutable_step_done()->set_skipped(true);
    skipped.mutable_step_done()->set_skip_cause("fc2.weight");
    skipped.mutable_step_done()->set_skip_values(12);
    session.apply({started("A", run::FP16), step("A", 6, 1, 0), skipped});
    QCOMPARE(skippedSteps(*session.currentRun()), std::vector<double>{7.0});
    QCOMPARE(skipText(*session.currentRun(), 7.0),
             QStringLiteral("step 7 skipped: inf or NaN first in fc2.weight (12 values)"));
    QCOMPARE(skipText(*session.currentRun(), 6.0), QString());
}

void LivePageTest::bookmarks() {
    SessionModel session;
    using Event = run::EventRecord;
    session.apply({started("A", run::FP32), eventAt("A", 0, Event::STARTED, "started"),
                   eventAt("A", 3, Event::CHANGED, "precision FP32 → FP16"), eventAt("A", 4, Event::PAUSED, ""),
                   eventAt("A", 5, Event::PAUSED, ""), eventAt("A", 5, Event::RESUMED, ""),
                   eventAt("A", 9, Event::SCALE_DOWN, "scale 2¹⁵"), eventAt("A", 20, Event::PAUSED, ""),
                   eventAt("A", 100, Event::EPOCH, "epoch 1")});
    const std::vector<Bookmark> marks = bookmarksOf(*session.currentRun());
    QStringList labels;
    for (const Bookmark& mark : marks) labels << QString::number(mark.x) + u' ' + mark.label;
    QCOMPARE(labels, (QStringList{QStringLiteral("3 precision FP32 → FP16"), QStringLiteral("4 pause"),
                                  QStringLiteral("20 pause"), QStringLiteral("100 epoch 1")}));
    QVERIFY(marks[0].important && !marks[3].important);
    QVERIFY(marks[3].ends && !marks[0].ends && !marks[1].ends);  // "epoch 1" is what lies before its line
}

void LivePageTest::axisEnds() {
    QCOMPARE(axisEnd(0, 0), 50.0);
    QCOMPARE(axisEnd(100, 0), 200.0);
    QCOMPARE(axisEnd(3, 40), 40.0);
    QCOMPARE(axisEnd(10, 100000), 50.0);
    QCOMPARE(axisEnd(30000, 100000), 100000.0);
    QCOMPARE(axisEnd(120, 100), 120.0);
    for (std::uint32_t s = 1; s < 100000; s = s * 3 / 2 + 1) QVERIFY(axisEnd(s, 70000) >= s);
}

void LivePageTest::earlierRunIsFaintAndCanBeHidden() {
    SessionModel session;
    LivePage page(session);
    page.resize(900, 600);
    page.show();
    session.apply(runOf("A", run::FP32, 40));
    session.apply(runOf("B", run::FP16, 40));
    page.refreshNow();
    QVERIFY(page.accuracyChart().drawnPoints(QStringLiteral("A/test")) > 0);
    QCOMPARE(page.accuracyChart().drawnPoints(QStringLiteral("A/batch")), 0u);
    QVERIFY(page.accuracyChart().drawnPoints(QStringLiteral("B/batch")) > 0);
    // An FP32 run without scaling has no place on the loss scale's chart once it is not the current one.
    QCOMPARE(page.scaleChart().drawnPoints(QStringLiteral("A/scale")), 0u);
    QCOMPARE(page.chips().runs().size(), 2u);
    QVERIFY(page.chips().runs()[0].current);
    const auto boxes = page.chips().findChildren<QCheckBox*>();
    QCOMPARE(boxes.size(), 1);
    QVERIFY(boxes[0]->isChecked());
    boxes[0]->click();
    QVERIFY(!session.isVisible(QStringLiteral("A")));
    page.refreshNow();
    QCOMPARE(page.accuracyChart().drawnPoints(QStringLiteral("A/test")), 0u);
    session.setVisible(QStringLiteral("A"), true);
    page.refreshNow();
    QVERIFY(page.accuracyChart().drawnPoints(QStringLiteral("A/test")) > 0);
}

/// A share of pixels and a share of images are no curves of one chart, though both are per cent.
void LivePageTest::whatIsMeasuredOtherwiseSharesNoChart() {
    SessionModel session;
    LivePage page(session);
    page.resize(900, 600);
    page.show();
    session.apply(runOf("A", run::FP16, 40));
    std::vector<run::Record> pixels = runOf("B", run::FP16, 40);
    for (run::Record& record : pixels)
        if (record.has_started()) record.mutable_started()->mutable_config()->set_task(run::CLASSIFY_PIXELS);
    session.apply(pixels);
    page.refreshNow();
    QCOMPARE(page.accuracyChart().title(), QStringLiteral("Pixel accuracy (%)"));
    QVERIFY(page.accuracyChart().drawnPoints(QStringLiteral("B/test")) > 0);
    QCOMPARE(page.accuracyChart().drawnPoints(QStringLiteral("A/test")), 0u);
    QCOMPARE(page.lossChart().drawnPoints(QStringLiteral("A/test_loss")), 0u);
    QCOMPARE(page.scaleChart().drawnPoints(QStringLiteral("A/scale")), 0u);  // the three have one axis
    QCOMPARE(page.chips().runs().size(), 1u);  // no box to tick for a line that is not there
    session.setCurrentRun(QStringLiteral("A"));
    page.refreshNow();
    QVERIFY(page.accuracyChart().drawnPoints(QStringLiteral("A/test")) > 0);
    QCOMPARE(page.accuracyChart().drawnPoints(QStringLiteral("B/test")), 0u);
}

void LivePageTest::removedRunLeavesNoLine() {
    SessionModel session;
    LivePage page(session);
    run::Record end = record("A", 40);
    end.mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
    session.apply(runOf("A", run::FP32, 40));
    session.apply({end});
    session.apply(runOf("B", run::FP16, 20));
    page.refreshNow();
    session.remove(QStringLiteral("A"));
    page.refreshNow();
    for (const QString& id : page.accuracyChart().seriesIds()) QVERIFY(!id.startsWith(u'A'));
    QCOMPARE(page.chips().runs().size(), 1u);
}

void LivePageTest::lateRecords() {
    SessionModel session;
    LivePage page(session);
    session.apply({started("A", run::FP32), step("A", 1, 1, 0), step("A", 3, 3, 0)});
    page.refreshNow();
    session.apply({step("A", 2, 2, 0)});
    page.refreshNow();
    const QString label = session.displayName(QStringLiteral("A")) + QStringLiteral(", batch");
    QCOMPARE(valuesOf(page.lossChart(), label), (std::vector<double>{1, 2, 3}));
    page.grab();
    QVERIFY(page.lossChart().drawnPoints(QStringLiteral("A/loss")) > 0);
}

void LivePageTest::histogramSelectors() {
    SessionModel session;
    LivePage page(session);
    run::Record frame = record("A", 5);
    addHistogram(frame, "fc2.weight", run::ROLE_WEIGHT_GRADIENT, -30, 34);
    addHistogram(frame, "fc1.weight", run::ROLE_WEIGHT_GRADIENT, -10, 0);
    addHistogram(frame, "fc1", run::ROLE_ACTIVATION_GRADIENT, -20, 0);
    session.apply({started("A", run::FP16), step("A", 5, 1, 0), frame});
    page.refreshNow();
    LiveHistogram& panel = page.histogram();
    QCOMPARE(panel.roleBox().count(), 2);
    QCOMPARE(panel.tensorBox().count(), 3);
    // From input to output, not as they came.
    QCOMPARE(panel.tensorBox().itemText(1), QStringLiteral("fc1.weight"));
    // By default the one that loses most.
    QCOMPARE(panel.chart().histogram().tensor, QStringLiteral("fc2.weight"));
    QCOMPARE(panel.chart().sentence(), percentText(0.34) + QStringLiteral(" of this layer's nonzero weight gradients "
                                                                          "are flushed to zero in FP16."));
    panel.tensorBox().setCurrentIndex(1);
    emit panel.tensorBox().activated(1);
    QCOMPARE(panel.chart().histogram().tensor, QStringLiteral("fc1.weight"));
    panel.roleBox().setCurrentIndex(1);
    emit panel.roleBox().activated(1);
    QCOMPARE(panel.chart().histogram().what, QStringLiteral("activation gradients"));
    QCOMPARE(panel.chart().histogram().tensor, QStringLiteral("fc1"));
}

void LivePageTest::histogramFollowsTheTimeline() {
    SessionModel session;
    LivePage page(session);
    Records records{started("A", run::FP16)};
    for (const std::uint32_t at : {10u, 20u, 30u}) {
        run::Record frame = record("A", at);
        addHistogram(frame, "fc1.weight", run::ROLE_WEIGHT_GRADIENT, -static_cast<int>(at), 0);
        records.push_back(frame);
    }
    session.apply(records);
    page.refreshNow();
    HistogramChart& chart = page.histogram().chart();
    QCOMPARE(chart.histogram().firstBin, -30);
    page.showStep(25);
    QCOMPARE(chart.histogram().firstBin, -20);
    QCOMPARE(chart.title(), QStringLiteral("fc1.weight, step 20"));
    page.showStep(5);
    QVERIFY(chart.histogram().empty());
    page.followLive();
    page.refreshNow();
    QCOMPARE(chart.histogram().firstBin, -30);
}

void LivePageTest::formatsOfHistograms() {
    run::Record frame = record("A", 5);
    addHistogram(frame, "fc1.weight", run::ROLE_WEIGHT_GRADIENT, -30, 34);
    run::Histogram histogram = frame.histograms().histograms(0);
    QCOMPARE(histogramData(histogram).zones.flushedBelow, -25.0);
    histogram.set_format("BF16");
    QCOMPARE(histogramData(histogram).zones.minNormal, -126.0);
    histogram.set_format("nonsense");
    QCOMPARE(histogramData(histogram).zones.flushedBelow, -150.0);
    // An update is computed in FP32 and cast to nothing, whatever the weight is kept in.
    histogram.set_format("FP16");
    histogram.set_role(run::ROLE_UPDATE);
    histogram.mutable_counts()->set_flushed(0);
    histogram.mutable_updates()->set_lost(30);
    const HistogramData updates = histogramData(histogram);
    QCOMPARE(updates.zones.flushedBelow, -150.0);
    QVERIFY2(histogramSentence(updates).contains(QStringLiteral("have no effect")),
             qPrintable(histogramSentence(updates)));
    histogram.mutable_updates()->set_lost(0);
    QVERIFY(histogramSentence(histogramData(histogram)).startsWith(QStringLiteral("Every element of")));
}

void LivePageTest::memory() {
    SessionModel session;
    LivePage page(session);
    run::Record plan = record("A", 0);
    run::MemoryRecord* m = plan.mutable_memory();
    for (const auto& [name, bytes] : {std::pair{"forward fc1", 100u}, {"backward fc1", 300u}}) {
        run::MemoryRecord::Operation* op = m->add_operations();
        op->set_name(name);
        // The shadow only looks: no device that trains natively need hold it.
        for (const auto& [category, held, native] : {std::tuple{run::MEMORY_WEIGHTS, 1000u, 500u},
                                                     {run::MEMORY_ACTIVATIONS, bytes, bytes / 2},
                                                     {run::MEMORY_SHADOW, 400u, 400u}}) {
            run::MemoryBytes* live = op->add_live();
            live->set_category(category);
            live->set_held(held), live->set_native(native);
        }
        op->add_live()->set_category(run::MEMORY_WORKSPACE);
    }
    m->set_peak_held(1700);
    m->set_peak_native(1050);
    session.apply({started("A", run::FP16, true), plan});
    page.refreshNow();
    const MemoryData& shown = page.memoryChart().memory();
    QCOMPARE(shown.categories,
             (QStringList{QStringLiteral("weights"), QStringLiteral("activations"), QStringLiteral("shadow (FP32)")}));
    QCOMPARE(shown.heldAt(1), 1700u);
    QCOMPARE(shown.peakNative, 650u);
    QCOMPARE(shown.nativeAt(1), 650u);
    QVERIFY(shown.emulated());
    session.apply({started("B", run::FP32)});
    page.refreshNow();
    QVERIFY(page.memoryChart().memory().operations.empty());
}

void LivePageTest::hiddenPageRests() {
    SessionModel session;
    LivePage page(session);
    page.resize(800, 560);
    page.show();
    session.apply({started("A", run::FP32), step("A", 1, 1, 0)});
    QTRY_COMPARE(page.lossChart().seriesSize(QStringLiteral("A/loss")), 1u);
    QTRY_COMPARE(page.numbers().value(QStringLiteral("step")), QStringLiteral("1 of 400"));
    session.setName(QStringLiteral("A"), QStringLiteral("renamed"));
    QVERIFY(!page.resting());
    page.hide();
    QVERIFY(page.resting());
    session.apply({step("A", 2, 1, 0)});
    QVERIFY(page.resting());
    QCoreApplication::processEvents();
    QCOMPARE(page.lossChart().seriesSize(QStringLiteral("A/loss")), 1u);
    page.show();
    QTRY_COMPARE(page.lossChart().seriesSize(QStringLiteral("A/loss")), 2u);
    // With nothing new the clock stops by itself.
    QTRY_VERIFY(page.resting());
}

void LivePageTest::namesAreText() {
    SessionModel session;
    LivePage page(session);
    page.resize(900, 560);
    session.apply(runOf("A", run::FP32, 20));
    session.setName(QStringLiteral("A"), QStringLiteral("<b>a</b> & b"));
    page.refreshNow();
    const auto* label = page.chips().findChild<QLabel*>(QStringLiteral("current_run"));
    QVERIFY(label);
    QCOMPARE(label->text(), QStringLiteral("1  <b>a</b> & b"));
    QCOMPARE(label->textFormat(), Qt::PlainText);
    session.apply(runOf("B", run::FP16, 20));
    page.refreshNow();
    const auto boxes = page.chips().findChildren<QCheckBox*>();
    QCOMPARE(boxes.size(), 1);
    QCOMPARE(boxes[0]->text(), QStringLiteral("1  <b>a</b> && b"));
}

void LivePageTest::fitsTheSmallWindow_data() {
    QTest::addColumn<double>("points");
    QTest::addColumn<bool>("scrolls");
    QTest::newRow("usual text") << 9.0 << false;
    QTest::newRow("large text") << 18.0 << true;
}

void LivePageTest::fitsTheSmallWindow() {
    QFETCH(double, points);
    QFETCH(bool, scrolls);
    SessionModel session;
    LivePage page(session);
    QFont font = page.font();
    font.setPointSizeF(points);
    page.setFont(font);
    page.resize(1600, 560);  // as after presenter mode: what took one line there takes more here
    session.apply(runOf("A", run::FP16, 40));
    session.apply(runOf("B", run::BF16, 40));
    page.show();
    page.refreshNow();
    QCoreApplication::processEvents();
    page.resize(800, 560);
    QCoreApplication::processEvents();
    const auto* area = page.findChild<QScrollArea*>();
    QVERIFY(area);
    QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
    QCOMPARE(area->verticalScrollBar()->maximum() > 0, scrolls);
    // Nothing overlaps, and no number is cut.
    const std::vector<QWidget*> charts{&page.accuracyChart(), &page.lossChart(), &page.scaleChart(), &page.histogram(),
                                       &page.memoryChart()};
    for (QWidget* a : charts) {
        QVERIFY(a->width() >= a->minimumSizeHint().width() && a->height() >= a->minimumSizeHint().height());
        for (QWidget* b : charts) QVERIFY(a == b || !a->geometry().intersects(b->geometry()));
    }
    for (const QLabel* label : page.numbers().findChildren<QLabel*>()) {
        QVERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text()));
    }
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::LivePageTest)
#include "live_page_test.moc"
