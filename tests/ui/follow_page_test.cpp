// SPDX-License-Identifier: Apache-2.0
// The Follow page: a bin clicked on the page Underflow reaches the worker as the command to follow a number of it, one
// step is trained for it where the run is paused; what comes back is shown; of a run that has ended, what was kept.
#include "ui/pages/follow_page.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "tests/ui/desk.h"
#include "tests/ui/live_records.h"
#include "tests/ui/trace_records.h"
#include "ui/charts/number_bits.h"
#include "ui/charts/number_way.h"
#include "ui/client/engine_client.h"
#include "ui/models/number_story.h"
#include "ui/models/session_model.h"
#include "ui/pages/follow_bin.h"
#include "ui/pages/follow_words.h"
#include "ui/pages/underflow_cloud.h"
#include "ui/pages/underflow_page.h"
#include "ui/shell/actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/page_tabs.h"
#include "ui/shell/program.h"

namespace mantissa::ui {

namespace {

run::Record traced(const std::string& id, std::uint32_t number, run::TraceRecord::Death death) {
    run::Record r = record(id, number);
    *r.mutable_trace() = traceOf(death);
    return r;
}

run::Record histogram(const std::string& id, std::uint32_t number) {
    run::Record r = record(id, number);
    addHistogram(r, "fc1.bias", run::ROLE_WEIGHT_GRADIENT, -5, 0);
    addHistogram(r, "fc1.weight", run::ROLE_WEIGHT_GRADIENT, -20, 80);
    addHistogram(r, "fc2.weight", run::ROLE_WEIGHT_GRADIENT, -12, 0);
    addHistogram(r, "fc1.out", run::ROLE_ACTIVATION_GRADIENT, -30, 10);
    return r;
}

run::Record ended(const std::string& id, std::uint32_t number) {
    run::Record r = record(id, number);
    r.mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
    return r;
}

void resizeAndShow(FollowPage& page) {
    page.resize(640, 560);
    page.show();
    page.refreshNow();
    QCoreApplication::processEvents();
}

}  // namespace

class FollowPageTest : public QObject {
    Q_OBJECT

  private slots:
    void asksForWhatIsChosen();
    void showsTheStory();
    void keepsWhatWasFollowed();
    void aRunThatEndedAsksForNothing();
    void followsTheTimeline();
    void saysThatItWaits();
    void tables();
    void hiddenPageRests();
    void fitsTheSmallWindow_data();
    void fitsTheSmallWindow();
    void whereNothingTrainsARunIsStartedAndPaused();
    void clickOnABinReachesTheWorker();  // last: a whole window brings its own theme
};

void FollowPageTest::whereNothingTrainsARunIsStartedAndPaused() {
    Desk desk;
    QVERIFY(desk.window().pages().open(QStringLiteral("Follow")));
    auto* start = desk.find<QPushButton>(QStringLiteral("followStart"));
    QVERIFY(start->isVisible());
    TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
    QTest::mouseClick(start, Qt::LeftButton);
    TRY_COMPARE(desk.told({QStringLiteral("single_step")}).size(), 1);
    TRY_VERIFY(!start->isVisible());
    QVERIFY(desk.told({QStringLiteral("\"start\"")}).first().contains(QStringLiteral("paused")));
}

void FollowPageTest::clickOnABinReachesTheWorker() {
    Desk desk;
    MainWindow& window = desk.window();
    QVERIFY(window.pages().open(QStringLiteral("Underflow")));
    const auto told = [&desk](const QStringList& words) { return desk.told(words); };
    const auto run = [&desk] { return desk.run(); };
    window.actions().run->trigger();
    TRY_VERIFY(run() && !run()->latestHistograms().empty());
    auto* underflow = window.findChild<UnderflowPage*>();
    auto* follow = window.findChild<FollowPage*>();
    QVERIFY(underflow && follow);
    underflow->refreshNow();
    UnderflowCloud& cloud = underflow->cloud();
    TRY_VERIFY(!cloud.histogram().empty() && cloud.isVisible());
    const auto clickBin = [&cloud](int bin) {
        const QRectF plot = cloud.plotArea();
        const double width = plot.width() / (cloud.exponents().max - cloud.exponents().min);
        const QPoint at(static_cast<int>(plot.left() + (bin + 0.5 - cloud.exponents().min) * width),
                        static_cast<int>(plot.center().y()));
        QTest::mouseClick(&cloud, Qt::LeftButton, {}, at);
    };
    // While it trains: the command alone, and the page that will show the answer comes to the front.
    clickBin(-7);
    TRY_COMPARE(told({QStringLiteral("\"trace\"")}).size(), 1);
    const QString command = told({QStringLiteral("\"trace\"")}).first();
    for (const char* part : {"\"tensor\":\"fc1.weight\"", "\"role\":\"ROLE_WEIGHT_GRADIENT\"", "\"bin\":-7"})
        QVERIFY2(command.contains(QLatin1String(part)), qPrintable(command));
    QVERIFY(follow->isVisible());
    QCOMPARE(follow->binBox().value(), -7);
    QCOMPARE(follow->tensorBox().currentText(), QStringLiteral("fc1.weight"));
    QCOMPARE(told({QStringLiteral("single_step")}).size(), 0);

    // Paused: one step is trained for it, after the command.
    window.actions().run->trigger();
    TRY_COMPARE(run()->state(), RunState::paused);
    follow->button().click();
    TRY_COMPARE(told({QStringLiteral("single_step")}).size(), 1);
    QStringList order = told({QStringLiteral("command")});
    QVERIFY(order.takeLast().contains(QStringLiteral("single_step")));
    QVERIFY(order.takeLast().contains(QStringLiteral("\"trace\"")));

    // By keyboard: Shift and the arrows read a bin, Return follows it.
    const qsizetype before = told({QStringLiteral("\"trace\"")}).size();
    window.findChild<QTabWidget*>()->setCurrentWidget(underflow);
    QTest::keyClick(&cloud, Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(cloud.selectedBin() > -64);
    const int bin = cloud.selectedBin();
    QTest::keyClick(&cloud, Qt::Key_Return);
    TRY_COMPARE(told({QStringLiteral("\"trace\"")}).size(), before + 1);
    QVERIFY(told({QStringLiteral("\"trace\"")}).last().contains(QStringLiteral("\"bin\":%1").arg(bin)));
}

void FollowPageTest::asksForWhatIsChosen() {
    SessionModel session;
    FollowPage page(session);
    QVERIFY(!page.button().isEnabled());
    session.apply({started("A", run::FP16), step("A", 1, 2, 0)});
    resizeAndShow(page);
    QCOMPARE(page.tensorBox().count(), 2);  // before any histogram: the weights that the run names
    session.apply({histogram("A", 1)});
    page.refreshNow();
    QCOMPARE(page.binBox().value(), -20);  // the fullest
    QCOMPARE(page.tensorBox().currentText(), QStringLiteral("fc1.weight"));
    page.tensorBox().setCurrentIndex(2);
    emit page.tensorBox().activated(2);
    QCOMPARE(page.binBox().value(), -12);
    QSignalSpy asked(&page, &FollowPage::followWanted);
    page.binBox().setValue(-15);
    page.refreshNow();
    QCOMPARE(page.binBox().value(), -15);
    QTest::mouseClick(&page.button(), Qt::LeftButton);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked[0][0].toString(), QStringLiteral("fc2.weight"));
    QCOMPARE(asked[0][1].value<run::Role>(), run::ROLE_WEIGHT_GRADIENT);
    QCOMPARE(asked[0][2].toInt(), -15);
    page.ask(QStringLiteral("fc1.out"), run::ROLE_ACTIVATION_GRADIENT, -31);
    QCOMPARE(asked.count(), 2);
    QCOMPARE(asked[1][0].toString(), QStringLiteral("fc1.out"));
    QCOMPARE(asked[1][1].value<run::Role>(), run::ROLE_ACTIVATION_GRADIENT);
    QCOMPARE(page.binBox().value(), -31);
}

void FollowPageTest::showsTheStory() {
    SessionModel session;
    FollowPage page(session);
    session.apply({started("A", run::FP16), step("A", 1, 2, 0), traced("A", 1, run::TraceRecord::FLUSHED)});
    resizeAndShow(page);
    QCOMPARE(page.bits().rows().size(), std::size_t{4});
    QVERIFY(page.bits().rows()[2].marked && !page.bits().rows()[0].marked);
    QCOMPARE(page.bits().rows()[2].value, 0.0);
    QCOMPARE(page.way().way().stages.size(), std::size_t{4});
    QVERIFY(page.way().way().stages.back().died);
    QVERIFY(page.way().way().stages.back().verdict.contains(QStringLiteral("flushed to zero")));
    QVERIFY(page.headlineLabel().text().contains(QStringLiteral("fc1.weight[3, 17]")));
    QVERIFY(page.way().accessibleDescription().contains(QStringLiteral("flushed to zero")));
    const QImage dead = page.way().grab().toImage();
    session.apply({step("A", 2, 2, 0), traced("A", 2, run::TraceRecord::DEATH_UNSET)});
    page.refreshNow();
    QCOMPARE(page.way().way().stages.size(), std::size_t{9});
    QVERIFY(dead != page.way().grab().toImage());
    QTest::keyClick(&page.way(), Qt::Key_Down);
    QVERIFY(page.way().accessibleDescription().startsWith(QStringLiteral("Loss")));
    QTest::keyClick(&page.way(), Qt::Key_Down);
    QVERIFY(page.way().accessibleDescription().startsWith(QStringLiteral("Loss × S")));
}

void FollowPageTest::keepsWhatWasFollowed() {
    SessionModel session;
    FollowPage page(session);
    session.apply({started("A", run::FP16), traced("A", 1, run::TraceRecord::FLUSHED),
                   traced("A", 2, run::TraceRecord::UPDATE_LOST)});
    resizeAndShow(page);
    QCOMPARE(page.list().count(), 3);
    QVERIFY(page.headlineLabel().text().contains(QStringLiteral("step 2")));
    page.list().setCurrentIndex(2);
    emit page.list().activated(2);
    QVERIFY(page.headlineLabel().text().contains(QStringLiteral("step 1")));
    session.apply({traced("A", 3, run::TraceRecord::DEATH_UNSET)});
    page.refreshNow();
    QVERIFY2(page.headlineLabel().text().contains(QStringLiteral("step 1")), "what was chosen stays");
    page.button().click();  // another one: the newest again
    session.apply({traced("A", 4, run::TraceRecord::DEATH_UNSET)});
    page.refreshNow();
    QVERIFY(page.headlineLabel().text().contains(QStringLiteral("step 4")));
}

void FollowPageTest::aRunThatEndedAsksForNothing() {
    SessionModel session;
    FollowPage page(session);
    session.apply(
        {started("A", run::FP16), histogram("A", 1), traced("A", 1, run::TraceRecord::FLUSHED), ended("A", 1)});
    resizeAndShow(page);
    QVERIFY(!page.button().isEnabled());
    QVERIFY(page.headlineLabel().text().contains(QStringLiteral("Run to step 1 and pause")));
    QCOMPARE(page.way().way().stages.size(), std::size_t{4});
    QSignalSpy asked(&page, &FollowPage::followWanted);
    page.ask(QStringLiteral("fc1.weight"), run::ROLE_WEIGHT_GRADIENT, -20);
    QCOMPARE(asked.count(), 0);
}

void FollowPageTest::followsTheTimeline() {
    SessionModel session;
    FollowPage page(session);
    session.apply({started("A", run::FP16), traced("A", 10, run::TraceRecord::FLUSHED),
                   traced("A", 20, run::TraceRecord::UPDATE_LOST)});
    resizeAndShow(page);
    page.showStep(15);
    page.refreshNow();
    QVERIFY(page.headlineLabel().text().contains(QStringLiteral("step 10")));
    page.showStep(5);
    page.refreshNow();
    QVERIFY(page.way().way().stages.empty());
    page.followLive();
    page.refreshNow();
    QVERIFY(page.headlineLabel().text().contains(QStringLiteral("step 20")));
}

void FollowPageTest::saysThatItWaits() {
    SessionModel session;
    FollowPage page(session);
    session.apply({started("A", run::FP16), histogram("A", 1)});
    resizeAndShow(page);
    QCOMPARE(page.button().text(), QStringLiteral("Follow a number"));
    page.button().click();
    QVERIFY(page.headlineLabel().text().startsWith(QStringLiteral("Requested")));
    session.apply({traced("A", 2, run::TraceRecord::FLUSHED)});
    page.refreshNow();
    QVERIFY(page.headlineLabel().text().contains(QStringLiteral("Its cast flushed it to zero")));
    QCOMPARE(page.button().text(), QStringLiteral("Follow another"));
}

void FollowPageTest::tables() {
    SessionModel session;
    FollowPage page(session);
    session.apply({started("A", run::FP16), traced("A", 1, run::TraceRecord::FLUSHED)});
    resizeAndShow(page);
    const std::unique_ptr<ChartTable> way(page.way().makeTable());
    QCOMPARE(way->rowCount(), 4);
    QVERIFY(way->toText().contains(QStringLiteral("ended here: flushed to zero")));
    const std::unique_ptr<ChartTable> bits(page.bits().makeTable());
    QCOMPARE(bits->rowCount(), 4);
    QVERIFY(bits->toText().contains(QStringLiteral("0 00000 0000000000")));
    for (QWidget* widget : page.findChildren<QWidget*>()) {
        if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible() ||
            qobject_cast<QAbstractScrollArea*>(widget) || qobject_cast<QLineEdit*>(widget))
            continue;
        const auto* button = qobject_cast<QPushButton*>(widget);
        QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                 widget->metaObject()->className());
    }
}

void FollowPageTest::hiddenPageRests() {
    SessionModel session;
    FollowPage page(session);
    session.apply({started("A", run::FP16), traced("A", 1, run::TraceRecord::FLUSHED)});
    QVERIFY(page.resting());
    page.show();
    session.apply({traced("A", 2, run::TraceRecord::FLUSHED)});
    QVERIFY(!page.resting());
    TRY_VERIFY(page.resting());
    QVERIFY(page.headlineLabel().text().contains(QStringLiteral("step 2")));
}

void FollowPageTest::fitsTheSmallWindow_data() {
    QTest::addColumn<double>("points");
    QTest::addColumn<bool>("dark");
    QTest::newRow("usual text") << 9.0 << false;
    QTest::newRow("dark") << 9.0 << true;
    QTest::newRow("large text") << 18.0 << false;
}

void FollowPageTest::fitsTheSmallWindow() {
    QFETCH(double, points);
    QFETCH(bool, dark);
    SessionModel session;
    FollowPage page(session);
    QFont font = page.font();
    font.setPointSizeF(points);
    page.setFont(font);
    if (dark) page.setPalette(QPalette(QColor(0x20, 0x22, 0x26)));
    session.apply({started("A", run::FP16), histogram("A", 1), traced("A", 1, run::TraceRecord::UPDATE_LOST)});
    resizeAndShow(page);
    const auto* area = page.findChild<QScrollArea*>();
    if (points < 12.0) QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
    // It scrolls downwards rather than clipping a stage.
    QVERIFY(page.way().height() >= page.way().heightForWidth(page.way().width()));
    QVERIFY(page.bits().width() >= page.bits().minimumSizeHint().width());
    const QString folder = qEnvironmentVariable("MANTISSA_PICTURES");
    if (folder.isEmpty()) return;
    page.resize(640, 900);
    QCoreApplication::processEvents();
    page.grab().save(folder + QStringLiteral("/follow-") + QString::fromLatin1(QTest::currentDataTag()).remove(u' ') +
                     QStringLiteral(".png"));
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::FollowPageTest)
#include "follow_page_test.moc"
