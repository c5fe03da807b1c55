// SPDX-License-Identifier: Apache-2.0
// The Health page fed with records made by hand: arrow keys choose cells, Try it asks for the right scale, a layer's
// format for the right change, and the jump for the step of the first inf. At the end all of it through the window to
// a scripted worker.
#include "ui/pages/health_page.h"

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

#include "tests/ui/desk.h"
#include "tests/ui/health_records.h"
#include "ui/charts/health_grid.h"
#include "ui/models/session_model.h"
#include "ui/shell/actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/page_tabs.h"
#include "ui/shell/program.h"
#include "ui/shell/timeline.h"

namespace mantissa::ui {

namespace {

/// As run_records.h, with the layers fc1 to fc`count`.
run::Record layered(int count, run::Precision precision = run::FP16) {
    run::Record r = started(kRun, precision);
    for (int i = 1; i <= count; ++i) {
        run::TensorInfo& tensor = *r.mutable_started()->add_tensors();
        tensor.set_layer("fc" + std::to_string(i));
        tensor.set_name(tensor.layer() + ".weight");
        tensor.add_shape(10);
        tensor.add_shape(20);
    }
    return r;
}

/// What the underflow preset looks like: the gradient shrinks toward the input until nothing is left.
run::Record sick(std::uint32_t number, int layers = 7, float scale = 1) {
    run::Record r = frame(number);
    for (int i = 1; i <= layers; ++i) {
        const std::string name = "fc" + std::to_string(i);
        const int bin = -6 - 4 * (layers - i);
        const double lost = bin >= -18 ? 0 : std::min(1.0, (-18 - bin) / 8.0);
        const auto gone = static_cast<std::uint64_t>(1000 * lost);
        const Counts counts{.zero = gone > 500 ? gone : 0, .flushed = gone > 500 ? 0 : gone, .subnormal = 0};
        gradientIn(r, name + ".weight", {}, run::ROLE_WEIGHT);
        activationIn(r, name);
        shadowOf(gradientIn(r, name, counts, run::ROLE_ACTIVATION_GRADIENT, scale), lost, 1 - lost, gone, bin);
        shadowOf(gradientIn(r, name + ".weight", counts, run::ROLE_WEIGHT_GRADIENT, scale), lost, 1 - lost, gone, bin);
    }
    return r;
}

void resizeAndShow(HealthPage& page) {
    page.resize(640, 540);
    page.show();
    page.refreshNow();
    QCoreApplication::processEvents();
}

constexpr int kWeightGradients = 3;

}  // namespace

class HealthPageTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }
    void keysChooseACell();
    void theMouseChoosesACell();
    void theChoiceStaysWithItsLayer();
    void tryItAsksForTheScale();
    void tryItOnlyWhereItHelps();
    void anOverrideAsksForTheFormat();
    void anOverrideNeedsATraining();
    void jumpsToTheFirstInf();
    void forwardBeforeBackward();
    void withoutAShadowItSaysSo();
    void followsTheTimeline();
    void manyLayersScroll();
    void table();
    void everyControlHasAName();
    void hiddenPageRests();
    void fitsTheSmallWindow_data();
    void fitsTheSmallWindow();
    void theLegendHasTheColoursOfTheCells();
    void throughTheWindowToTheWorker();
};

void HealthPageTest::keysChooseACell() {
    SessionModel session;
    HealthPage page(session);
    session.apply({layered(7), sick(10)});
    resizeAndShow(page);
    HealthGrid& grid = page.grid();
    QCOMPARE(grid.grid().rows.size(), std::size_t{7});
    QCOMPARE(grid.grid().rows.front().layer, QStringLiteral("fc1"));  // the worst
    grid.setFocus();
    QCOMPARE(grid.selectedLayer(), QStringLiteral("fc1"));
    QCOMPARE(grid.selectedColumn(), kWeightGradients);
    QTest::keyClick(&grid, Qt::Key_Right);
    QCOMPARE(grid.selectedColumn(), kWeightGradients + 1);
    QTest::keyClick(&grid, Qt::Key_Right);  // stays
    QTest::keyClick(&grid, Qt::Key_Left);
    QCOMPARE(grid.selectedColumn(), kWeightGradients);
    QVERIFY2(plain(page.sentence().text())
                 .startsWith(QStringLiteral("100 % of this layer's gradient norm is lost, beginning in ")),
             qPrintable(plain(page.sentence().text())));
    QVERIFY(plain(grid.accessibleDescription()).contains(QStringLiteral("fc1, Weight gradients: 100 % of this")));
    QTest::keyClick(&grid, Qt::Key_Down);
    QCOMPARE(grid.selectedLayer(), grid.grid().rows[1].layer);
    QTest::keyClick(&grid, Qt::Key_End);
    QCOMPARE(grid.selectedLayer(), grid.grid().rows.back().layer);
    QVERIFY2(plain(page.sentence().text()).startsWith(QStringLiteral("Healthy")),
             qPrintable(plain(page.sentence().text())));
    QTest::keyClick(&grid, Qt::Key_Down);  // stays
    QCOMPARE(grid.selectedLayer(), grid.grid().rows.back().layer);
    QTest::keyClick(&grid, Qt::Key_Home);
    for (int i = 0; i < 9; ++i) QTest::keyClick(&grid, Qt::Key_Left);
    QCOMPARE(grid.selectedColumn(), 0);
    QVERIFY2(plain(page.sentence().text()).contains(QStringLiteral("weights fit FP16")),
             qPrintable(plain(page.sentence().text())));
}

void HealthPageTest::theMouseChoosesACell() {
    SessionModel session;
    HealthPage page(session);
    session.apply({layered(7), sick(10)});
    resizeAndShow(page);
    const QRectF cell = page.grid().cellArea(QStringLiteral("fc2"), kWeightGradients);
    QVERIFY(!cell.isEmpty());
    QTest::mouseClick(&page.grid(), Qt::LeftButton, {}, cell.center().toPoint());
    QCOMPARE(page.grid().selectedLayer(), QStringLiteral("fc2"));
    QCOMPARE(page.grid().selectedColumn(), kWeightGradients);
}

void HealthPageTest::theChoiceStaysWithItsLayer() {
    SessionModel session;
    HealthPage page(session);
    session.apply({layered(7), sick(10)});
    resizeAndShow(page);
    page.grid().select(QStringLiteral("fc7"), kWeightGradients);
    run::Record other = sick(20);
    for (run::Histogram& h : *other.mutable_histograms()->mutable_histograms())
        if (h.layer() == "fc7" && h.has_shadow()) shadowOf(h, 1.0, -1.0, 1000);
    session.apply({other});
    page.refreshNow();
    QCOMPARE(page.grid().selectedLayer(), QStringLiteral("fc7"));
    QVERIFY(plain(page.sentence().text()).startsWith(QStringLiteral("100 %")));
}

void HealthPageTest::tryItAsksForTheScale() {
    SessionModel session;
    HealthPage page(session);
    session.apply({layered(7), sick(10)});
    resizeAndShow(page);
    page.grid().select(QStringLiteral("fc1"), kWeightGradients);
    // fc7 reaches 1.5 * 2^-6: it is finite up to 2^21, and two bits stay free.
    QVERIFY2(plain(page.sentence().text()).contains(QStringLiteral("A scale of 2¹⁹ would keep nearly all")),
             qPrintable(plain(page.sentence().text())));
    QVERIFY(page.tryButton().isEnabled());
    QCOMPARE(page.tryButton().text(), QStringLiteral("Try it: loss scale 2¹⁹"));
    QSignalSpy asked(&page, &HealthPage::scaleChosen);
    page.tryButton().click();
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.first().first().toDouble(), 0x1p19);
}

void HealthPageTest::tryItOnlyWhereItHelps() {
    SessionModel session;
    HealthPage page(session);
    session.apply({layered(7), sick(10)});
    resizeAndShow(page);
    QSignalSpy asked(&page, &HealthPage::scaleChosen);
    page.grid().select(QStringLiteral("fc1"), 0);  // weights
    QVERIFY(!page.tryButton().isEnabled());
    page.grid().select(QStringLiteral("fc7"), kWeightGradients);  // well
    QVERIFY(!page.tryButton().isEnabled());
    page.grid().select(QStringLiteral("fc1"), kWeightGradients);
    QVERIFY(page.tryButton().isEnabled());
    session.apply({finished(10, run::RunFinished::COMPLETED)});
    page.refreshNow();
    QVERIFY(!page.tryButton().isEnabled());
    QVERIFY(page.tryButton().toolTip().contains(QStringLiteral("ended")));
    QVERIFY(plain(page.sentence().text()).contains(QStringLiteral("A scale of 2¹⁹")));  // still to be read
    QTest::mouseClick(&page.tryButton(), Qt::LeftButton);
    QCOMPARE(asked.count(), 0);
}

void HealthPageTest::anOverrideAsksForTheFormat() {
    SessionModel session;
    HealthPage page(session);
    session.apply({layered(7), sick(10)});
    resizeAndShow(page);
    page.grid().select(QStringLiteral("fc2"), kWeightGradients);
    QComboBox& box = page.layerFormat();
    QVERIFY(box.isEnabled());
    QVERIFY(!page.formatReason().isVisible());
    QCOMPARE(box.currentText(), QStringLiteral("as the run (FP16)"));
    QCOMPARE(box.accessibleName(), QStringLiteral("Format of layer fc2"));
    QSignalSpy asked(&page, &HealthPage::layerFormatChosen);
    box.setFocus();
    QTest::keyClick(&box, Qt::Key_Down);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked[0][0].toString(), QStringLiteral("fc2"));
    QCOMPARE(asked[0][1].value<run::Precision>(), run::FP32);
    // What the worker took is what the box shows, for this layer only.
    run::Record changed = eventAt(11, run::EventRecord::CHANGED);
    run::LayerOverride& entry = *changed.mutable_event()->mutable_change()->add_layer_overrides();
    entry.set_layer("fc2");
    entry.set_precision(run::BF16);
    session.apply({changed});
    page.refreshNow();
    QCOMPARE(box.currentText(), QStringLiteral("BF16"));
    page.grid().select(QStringLiteral("fc1"), kWeightGradients);
    QCOMPARE(box.currentText(), QStringLiteral("as the run (FP16)"));
    QCOMPARE(asked.count(), 1);  // showing is not choosing
}

void HealthPageTest::anOverrideNeedsATraining() {
    SessionModel session;
    HealthPage page(session);
    resizeAndShow(page);
    QVERIFY(!page.layerFormat().isEnabled());
    QVERIFY(page.formatReason().isVisible() && page.formatReason().text().contains(QStringLiteral("while a run")));
    session.apply({started(), sick(10)});  // a run that does not tell its tensors
    page.refreshNow();
    QVERIFY(!page.layerFormat().isEnabled());
    QVERIFY(page.formatReason().text().contains(QStringLiteral("not known")));
    session.apply({finished(10, run::RunFinished::STOPPED)});
    page.refreshNow();
    QVERIFY(page.formatReason().text().contains(QStringLiteral("while a run")));
}

void HealthPageTest::jumpsToTheFirstInf() {
    SessionModel session;
    HealthPage page(session);
    session.apply({layered(7), sick(10)});
    resizeAndShow(page);
    QVERIFY(!page.jumpButton().isVisible());
    session.apply({nonfinite(13, "fc3.weight", run::ROLE_WEIGHT_GRADIENT)});
    session.apply({nonfinite(17, "fc2.weight", run::ROLE_WEIGHT_GRADIENT)});
    page.refreshNow();
    QVERIFY(page.jumpButton().isVisible());
    QVERIFY2(page.nonfinite().text().contains(QStringLiteral("step 13, in fc3.weight (weight gradients, in the back")),
             qPrintable(page.nonfinite().text()));
    QSignalSpy wanted(&page, &HealthPage::stepWanted);
    page.jumpButton().click();
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.first().first().toUInt(), 13u);
    QCOMPARE(page.grid().selectedLayer(), QStringLiteral("fc3"));
    QCOMPARE(page.grid().selectedColumn(), kWeightGradients);
}

void HealthPageTest::forwardBeforeBackward() {
    SessionModel session;
    HealthPage page(session);
    session.apply({layered(7), sick(10), nonfinite(11, "fc7.weight", run::ROLE_WEIGHT_GRADIENT),
                   nonfinite(13, "fc3", run::ROLE_ACTIVATION)});
    resizeAndShow(page);
    QVERIFY2(page.nonfinite().text().contains(QStringLiteral("in layer fc3 at step 13, where no loss scale can cure")),
             qPrintable(page.nonfinite().text()));
    page.grid().select(QStringLiteral("fc1"), kWeightGradients);
    QVERIFY(!page.tryButton().isEnabled());
    QSignalSpy wanted(&page, &HealthPage::stepWanted);
    page.jumpButton().click();
    QCOMPARE(wanted.first().first().toUInt(), 13u);
    QCOMPARE(page.grid().selectedLayer(), QStringLiteral("fc3"));
    QCOMPARE(page.grid().selectedColumn(), 1);
    // A step that was not skipped put it into the weights: everything after is its doing.
    SessionModel other;
    HealthPage ruined(other);
    other.apply({layered(7), nonfinite(4, "fc7.weight", run::ROLE_WEIGHT_GRADIENT, false),
                 nonfinite(5, "fc1", run::ROLE_ACTIVATION, false)});
    ruined.refreshNow();
    QVERIFY2(ruined.nonfinite().text().contains(QStringLiteral("step 4, in fc7.weight")),
             qPrintable(ruined.nonfinite().text()));
}

void HealthPageTest::withoutAShadowItSaysSo() {
    SessionModel session;
    HealthPage page(session);
    run::Record r = sick(10);
    for (run::Histogram& h : *r.mutable_histograms()->mutable_histograms()) h.clear_shadow();
    session.apply({layered(7), r});
    resizeAndShow(page);
    page.grid().select(QStringLiteral("fc1"), kWeightGradients);
    QVERIFY2(plain(page.sentence().text()).contains(QStringLiteral("The norm lost cannot be estimated: this run has")),
             qPrintable(plain(page.sentence().text())));
    QVERIFY(!page.tryButton().isEnabled());
    for (const HealthGridRow& row : page.grid().grid().rows) QVERIFY(!row.bars[kWeightGradients].alarm);
}

void HealthPageTest::followsTheTimeline() {
    SessionModel session;
    HealthPage page(session);
    session.apply({layered(7), sick(10), sick(20)});
    resizeAndShow(page);
    const auto step = [&page] { return page.grid().grid().rows.front().bars[kWeightGradients].step; };
    QCOMPARE(step(), 20u);
    page.showStep(15);
    TRY_COMPARE(step(), 10u);
    page.followLive();
    TRY_COMPARE(step(), 20u);
    page.showStep(5);
    TRY_VERIFY(page.grid().grid().rows.empty());
    QVERIFY(plain(page.sentence().text()).isEmpty());
}

void HealthPageTest::manyLayersScroll() {
    SessionModel session;
    HealthPage page(session);
    session.apply({layered(65), sick(10, 65)});
    resizeAndShow(page);
    HealthGrid& grid = page.grid();
    const QString last = grid.grid().rows.back().layer;
    QVERIFY(grid.cellArea(last, 0).isEmpty());
    QTest::keyClick(&grid, Qt::Key_End);
    QCOMPARE(grid.selectedLayer(), last);
    QVERIFY(grid.cellArea(last, 0).height() > 20);
    QVERIFY(grid.cellArea(grid.grid().rows.front().layer, 0).isEmpty());
    QTest::keyClick(&grid, Qt::Key_PageUp);
    QVERIFY(grid.cellArea(grid.selectedLayer(), 0).height() > 20);
    QVERIFY(grid.selectedLayer() != last);
}

void HealthPageTest::table() {
    SessionModel session;
    HealthPage page(session);
    run::Record ill = sick(10);
    for (run::Histogram& h : *ill.mutable_histograms()->mutable_histograms())
        if (h.tensor() == "fc1.weight" && h.has_shadow()) h.mutable_shadow()->set_error_norm(2);  // as large as itself
    session.apply({layered(7), ill});
    resizeAndShow(page);
    const std::unique_ptr<ChartTable> table(page.grid().makeTable());
    QCOMPARE(table->rowCount(), 35);
    const auto column = [&table](const QString& name) {
        for (int i = 0; i < table->columnCount(); ++i)
            if (table->headerData(i, Qt::Horizontal).toString() == name) return i;
        return -1;
    };
    const auto at = [&](const QString& name) {
        return table->data(table->index(kWeightGradients, column(name)), Qt::UserRole);
    };
    QCOMPARE(at(QStringLiteral("layer")).toString(), QStringLiteral("fc1"));
    QCOMPARE(at(QStringLiteral("of")).toString(), QStringLiteral("Weight gradients"));
    QCOMPARE(at(QStringLiteral("step")).toUInt(), 10u);
    QCOMPARE(at(QStringLiteral("zero, not in FP32 (%)")).toDouble(), 100.0);
    QCOMPARE(at(QStringLiteral("norm lost (%)")).toDouble(), 100.0);
    QCOMPARE(at(QStringLiteral("cosine")).toDouble(), 0.0);
    QCOMPARE(at(QStringLiteral("signal to noise (dB)")).toDouble(), 0.0);
    QVERIFY(std::isnan(
        table->data(table->index(0, column(QStringLiteral("signal to noise (dB)"))), Qt::UserRole).toDouble()));
    QCOMPARE(at(QStringLiteral("degraded")).toString(), QStringLiteral("degraded"));
    double sum = 0;
    for (const QString& piece : healthPieceNames()) sum += at(piece + QStringLiteral(" (%)")).toDouble();
    QCOMPARE(sum, 100.0);
}

void HealthPageTest::everyControlHasAName() {
    SessionModel session;
    HealthPage page(session);
    session.apply({layered(7), sick(10), nonfinite(13, "fc3", run::ROLE_ACTIVATION)});
    resizeAndShow(page);
    int controls = 0;
    for (QWidget* widget : page.findChildren<QWidget*>()) {
        if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible()) continue;
        if (qobject_cast<QAbstractScrollArea*>(widget)) continue;
        ++controls;
        const auto* button = qobject_cast<QPushButton*>(widget);
        QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                 widget->metaObject()->className());
    }
    QVERIFY(controls >= 4);
}

void HealthPageTest::hiddenPageRests() {
    SessionModel session;
    HealthPage page(session);
    session.apply({layered(7), sick(10)});
    QVERIFY(page.resting());
    page.show();
    session.apply({sick(20)});
    QVERIFY(!page.resting());
    TRY_VERIFY(page.resting());
    QCOMPARE(page.grid().grid().rows.front().bars[0].step, 20u);
    session.apply({sick(30)});
    page.hide();
    QVERIFY(page.resting());
}

void HealthPageTest::fitsTheSmallWindow_data() {
    QTest::addColumn<double>("points");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<int>("layers");
    QTest::newRow("usual text") << 9.0 << false << 7;
    QTest::newRow("dark") << 9.0 << true << 7;
    QTest::newRow("many layers") << 9.0 << false << 65;
    QTest::newRow("large text") << 18.0 << false << 7;
}

void HealthPageTest::fitsTheSmallWindow() {
    QFETCH(double, points);
    QFETCH(bool, dark);
    QFETCH(int, layers);
    SessionModel session;
    HealthPage page(session);
    QFont font = page.font();
    font.setPointSizeF(points);
    page.setFont(font);
    if (dark) page.setPalette(QPalette(QColor(0x20, 0x22, 0x26)));
    run::Record r = sick(10, layers);
    r.mutable_histograms()->mutable_histograms(1)->mutable_counts()->set_overflow(1);
    session.apply({layered(layers), r, nonfinite(10, "fc1", run::ROLE_ACTIVATION)});
    page.grid().select(QStringLiteral("fc2"), kWeightGradients);
    resizeAndShow(page);
    page.grid().select(QStringLiteral("fc2"), kWeightGradients);
    page.grid().setFocus();
    QCoreApplication::processEvents();
    // Pictures to look at, where a folder is given.
    const QString folder = qEnvironmentVariable("MANTISSA_PICTURES");
    const QString name =
        folder + QStringLiteral("/health-") + QString::fromLatin1(QTest::currentDataTag()).remove(u' ');
    if (!folder.isEmpty()) page.grab().save(name + QStringLiteral(".png"));
    const auto* area = page.findChild<QScrollArea*>();
    QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
    QCOMPARE(area->verticalScrollBar()->maximum() > 0, points > 12.0);
    QVERIFY(page.grid().height() >= page.grid().minimumSizeHint().height());
    QVERIFY(page.grid().cellArea(QStringLiteral("fc2"), kWeightGradients).height() > 20);
}

void HealthPageTest::theLegendHasTheColoursOfTheCells() {
    HealthBar half, full;
    half.format = QStringLiteral("FP16");
    full.format = QStringLiteral("FP32");
    half.elements = full.elements = 1;
    HealthGrid grid(QStringLiteral("Layers"));
    grid.resize(700, 300);
    grid.setGrid({{QStringLiteral("Weights"), QStringLiteral("Updates")}, {{QStringLiteral("fc1"), {half, full}}}});
    const QImage image = grid.grab().toImage();
    const QRectF swatch = grid.legendSwatch(static_cast<std::size_t>(healthPieceNames().indexOf("normal")));
    const ChartPalette palette = ChartPalette::fromWidget(&grid);
    for (const auto& [format, share] : {std::pair{half.format, 0.25}, {full.format, 0.75}})
        QCOMPARE(image.pixelColor(QPointF(swatch.left() + share * swatch.width(), swatch.center().y()).toPoint()),
                 palette.faint(palette.precision(format).color));
}

void HealthPageTest::throughTheWindowToTheWorker() {
    Desk desk;
    MainWindow& window = desk.window();
    const auto told = [&desk](const QString& word) { return desk.told({word}); };
    window.actions().run->trigger();
    SessionModel& session = desk.program->session();
    TRY_VERIFY(session.currentRun() && session.currentRun()->step() == 20);
    // The scripted worker knows no histograms: these come as if it had sent them.
    auto* page = window.findChild<HealthPage*>();
    QVERIFY(page);
    const std::string id = session.currentRun()->runId();
    std::vector<run::Record> records{sick(10), sick(20)};
    for (run::Record& r : records) r.set_run_id(id);
    session.apply(records);
    page->refreshNow();
    page->grid().select(QStringLiteral("fc1"), kWeightGradients);
    QVERIFY(page->tryButton().isEnabled());
    page->tryButton().click();
    TRY_COMPARE(told(QStringLiteral("loss_scale\":524288")).size(), 1);
    // A layer's format: the list and nothing else; the next one sends both.
    emit page->layerFormatChosen(QStringLiteral("fc1"), run::FP32);
    TRY_COMPARE(told(QStringLiteral(R"({"change":{"layer_overrides":[{"layer":"fc1","precision":"FP32"}]})")).size(),
                1);
    TRY_COMPARE(session.currentRun()->currentConfig().layer_overrides_size(), 1);
    emit page->layerFormatChosen(QStringLiteral("fc2"), run::BF16);
    TRY_COMPARE(session.currentRun()->currentConfig().layer_overrides_size(), 2);
    QCOMPARE(session.currentRun()->currentConfig().layer_overrides(0).layer(), std::string("fc1"));
    // The jump moves the timeline, and the timeline this page; how it moves the others: diagnosis_window_test.
    std::vector<run::Record> more{nonfinite(25, "fc3", run::ROLE_ACTIVATION), step(30), sick(30)};
    for (run::Record& r : more) r.set_run_id(id);
    session.apply(more);
    TRY_COMPARE(window.timeline().data().step, 30u);
    QVERIFY(window.pages().open(QStringLiteral("Health")));
    QTest::mouseClick(&page->jumpButton(), Qt::LeftButton);
    QCOMPARE(window.timeline().scrubStep(), std::optional<std::uint32_t>(25));
    QCOMPARE(page->grid().selectedLayer(), QStringLiteral("fc3"));
    TRY_COMPARE(page->grid().grid().rows.front().bars[kWeightGradients].step, 20u);
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::HealthPageTest)
#include "health_page_test.moc"
