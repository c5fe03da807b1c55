// SPDX-License-Identifier: Apache-2.0
// The advisor's line: fed with records made by hand it says the right thing and asks for the right change; in the whole
// window, on a scripted worker, the change reaches the worker, and closing it is remembered.
#include "ui/shell/advisor_strip.h"

#include <QApplication>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>
#include <limits>
#include <memory>

#include "tests/ui/desk.h"
#include "tests/ui/live_records.h"
#include "ui/models/session_model.h"
#include "ui/shell/actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/program.h"
#include "ui/widgets/text_label.h"

Q_DECLARE_METATYPE(mantissa::run::RunConfig)

namespace mantissa::ui {

namespace {

/// A skipped step whose first inf arose in this role.
run::Record overflowed(const std::string& id, std::uint32_t number, run::Role role, const std::string& tensor) {
    run::Record r = step(id, number, std::numeric_limits<float>::quiet_NaN(), 0.1f, 65536);
    r.mutable_step_done()->set_skipped(true);
    r.mutable_step_done()->set_skip_values(10);
    r.mutable_step_done()->set_nonfinite_role(role);
    r.mutable_step_done()->set_nonfinite_tensor(tensor);
    return r;
}

run::Record begun(const std::string& id, run::Precision precision, std::uint32_t batch = 256) {
    run::Record r = started(id, precision);
    r.mutable_started()->mutable_config()->set_growth_interval(50);
    r.mutable_started()->mutable_config()->set_batch(batch);
    return r;
}

run::Record ended(const std::string& id, std::uint32_t number) {
    run::Record r = record(id, number);
    r.mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
    return r;
}

/// A strip in a window of its own, with what it asks for.
struct Bench {
    Bench()
        : strip(new AdvisorStrip(session)),
          now(strip, &AdvisorStrip::changeWanted),
          next(strip, &AdvisorStrip::nextRunWanted) {
        auto* column = new QVBoxLayout(&window);
        column->addWidget(strip);
        column->addStretch(1);  // as the pages in the window, it takes what is left
        window.resize(640, 120);
        window.show();
        window.activateWindow();
    }
    template <typename Widget>
    Widget* find(const char* name) {
        return strip->findChild<Widget*>(name);
    }
    QString title() { return find<QLabel>("advisorTitle")->accessibleName(); }
    QPushButton* apply() { return find<QPushButton>("advisorApply"); }
    std::string rule() { return strip->findings().empty() ? "" : strip->findings()[strip->shown()].rule; }

    SessionModel session;
    QWidget window;
    AdvisorStrip* strip;
    QSignalSpy now;
    QSignalSpy next;
};

run::RunConfig configOf(const QSignalSpy& spy) {
    return spy.last().first().value<run::RunConfig>();
}

struct AdvisedDesk : Desk {
    AdvisorStrip* strip() { return window().findChild<AdvisorStrip*>("advisor"); }
    /// An FP16 run with an odd batch: its dynamic scale would grow after more steps than it has.
    void start() {
        run::RunConfig config = window().setup().config();
        config.set_precision(run::FP16);
        config.set_scaling(run::DYNAMIC);
        config.set_growth_interval(2000000);
        config.set_width(250);
        window().setup().restore(config);
        window().actions().run->trigger();
        TRY_VERIFY(program->session().currentRun() && program->session().currentRun()->step() == 20);
        strip()->refreshNow();
        QVERIFY(strip()->isVisible());
    }
};

}  // namespace

class AdvisorStripTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void forwardOverflowIsSaid();
    void applyAsksForTheChangeOnce();
    void ruinedWeightsNeedAReset();
    void aStoredRunIsForTheNext();
    void aLargerBatchLeavesTheDeviceItsOwn();
    void aChosenBudgetAllowsALargerBatch();
    void whatCannotChangeNowIsForTheNextRun();
    void stepsThroughAll();
    void keepsItsLineWithoutFindings();
    void looksOnceASecond();
    void keyboardReachesEverything();
    void fitsANarrowPage();
    void theWorkerIsToldTheChange();
    void presenterModeLeavesItsHeight();
    void widthGoesToTheSetupDock();
    void closingIsRemembered();
};

void AdvisorStripTest::initTestCase() {
    QApplication::setQuitOnLastWindowClosed(false);
}

void AdvisorStripTest::forwardOverflowIsSaid() {
    Bench bench;
    Records records{begun("A", run::FP16), step("A", 1, 2, 0.1f)};
    for (std::uint32_t i = 2; i < 12; ++i) records.push_back(overflowed("A", i, run::ROLE_ACTIVATION, "fc6"));
    bench.session.apply(records);
    bench.strip->refreshNow();
    QCOMPARE(bench.rule(), std::string("forward_overflow"));
    QVERIFY(bench.strip->isVisible());
    QVERIFY2(bench.title().contains("no loss scale can cure it"), qPrintable(bench.title()));
    const QString reason = bench.find<TextLabel>("advisorReason")->text();
    QVERIFY2(reason.contains("10 of the last 11 steps, first at step 2 in fc6"), qPrintable(reason));
    QVERIFY(bench.strip->accessibleDescription().contains(reason));
    QVERIFY(!bench.find<TextLabel>("advisorReason")->isVisible());
    QTest::mouseClick(bench.find<QToolButton>("advisorWhy"), Qt::LeftButton);
    QVERIFY(bench.find<TextLabel>("advisorReason")->isVisible());
}

void AdvisorStripTest::applyAsksForTheChangeOnce() {
    Bench bench;
    Records records{begun("A", run::FP16)};
    for (std::uint32_t i = 1; i < 12; ++i) records.push_back(overflowed("A", i, run::ROLE_ACTIVATION, "fc6"));
    bench.session.apply(records);
    bench.strip->refreshNow();
    QCOMPARE(bench.apply()->text(), QString("Apply"));
    QVERIFY(bench.apply()->accessibleName().contains("BF16"));
    QTest::mouseClick(bench.apply(), Qt::LeftButton);
    QTest::mouseClick(bench.apply(), Qt::LeftButton);
    QCOMPARE(bench.now.count(), 1);
    QCOMPARE(configOf(bench.now).precision(), run::BF16);
    QCOMPARE(configOf(bench.now).scaling(), run::NONE);
    QCOMPARE(bench.now.first().at(1).toBool(), false);
    // It took effect: nothing more to say.
    run::Record changed = eventAt("A", 11, run::EventRecord::CHANGED, "precision: fp16 → bf16");
    *changed.mutable_event()->mutable_change() = configOf(bench.now);
    bench.session.apply({changed, step("A", 12, 2, 0.1f)});
    bench.strip->refreshNow();
    QVERIFY2(bench.strip->findings().empty(), bench.rule().c_str());
    QCOMPARE(bench.strip->sentence(), QStringLiteral("No advice on this run so far."));
}

void AdvisorStripTest::ruinedWeightsNeedAReset() {
    Bench bench;
    run::Record nan = overflowed("A", 1, run::ROLE_ACTIVATION, "");
    nan.mutable_step_done()->set_skipped(false);
    run::Record first = begun("A", run::FP16);
    first.mutable_started()->mutable_config()->set_scaling(run::NONE);
    first.mutable_started()->mutable_config()->set_reduction(run::REDUCE_16BIT_NO_MAX);
    bench.session.apply({first, nan});
    bench.strip->refreshNow();
    QCOMPARE(bench.apply()->text(), QString("Apply and reset"));
    bench.apply()->click();
    QCOMPARE(bench.now.count(), 1);
    QCOMPARE(configOf(bench.now).reduction(), run::REDUCE_FP32);
    QCOMPARE(bench.now.first().at(1).toBool(), true);
}

/// A batch that the trainer would refuse is not offered: of a card's memory a part is its own.
void AdvisorStripTest::aLargerBatchLeavesTheDeviceItsOwn() {
    Bench bench;
    run::Record plan = record("A", 0);
    plan.mutable_memory()->set_peak_held(1000);
    plan.mutable_memory()->set_device_total(2100);
    plan.mutable_memory()->set_device_own(100);
    bench.session.apply({begun("A", run::FP16), plan});
    bench.strip->refreshNow();
    QCOMPARE(bench.rule(), std::string("batch_can_double"));
    plan.mutable_memory()->set_device_own(101);
    Bench other;
    other.session.apply({begun("A", run::FP16), plan});
    other.strip->refreshNow();
    QVERIFY2(other.strip->findings().empty(), other.rule().c_str());
}

/// A processor has no memory of its own: a budget that a person chose stands for it, and no card has more than it has.
void AdvisorStripTest::aChosenBudgetAllowsALargerBatch() {
    Bench bench;
    run::Record plan = record("A", 0);
    plan.mutable_memory()->set_peak_held(1000);
    bench.session.apply({begun("A", run::FP16), plan});
    bench.strip->refreshNow();
    QVERIFY2(bench.strip->findings().empty(), bench.rule().c_str());
    bench.strip->setBudget(1999);
    bench.strip->refreshNow();
    QVERIFY2(bench.strip->findings().empty(), bench.rule().c_str());
    bench.strip->setBudget(2000);
    bench.strip->refreshNow();
    QCOMPARE(bench.rule(), std::string("batch_can_double"));
    plan.mutable_memory()->set_device_total(1999);
    bench.session.apply({plan});
    bench.strip->refreshNow();
    QVERIFY2(bench.strip->findings().empty(), bench.rule().c_str());
}

void AdvisorStripTest::aStoredRunIsForTheNext() {
    Bench bench;
    Records records{begun("A", run::FP16)};
    for (std::uint32_t i = 1; i < 12; ++i) records.push_back(overflowed("A", i, run::ROLE_ACTIVATION, "fc6"));
    records.push_back(ended("A", 11));
    QVERIFY(bench.session.addRecorded(records));
    bench.strip->refreshNow();
    QCOMPARE(bench.rule(), std::string("forward_overflow"));
    QCOMPARE(bench.apply()->text(), QString("For the next run"));
    bench.apply()->click();
    QCOMPARE(bench.now.count(), 0);
    QCOMPARE(bench.next.count(), 1);
    QCOMPARE(configOf(bench.next).precision(), run::BF16);
}

void AdvisorStripTest::whatCannotChangeNowIsForTheNextRun() {
    Bench bench;
    run::Record first = begun("A", run::FP16);
    first.mutable_started()->mutable_config()->set_width(250);
    bench.session.apply({first});
    bench.strip->refreshNow();
    QCOMPARE(bench.rule(), std::string("sizes_not_aligned"));
    QCOMPARE(bench.apply()->text(), QString("For the next run"));
    bench.session.apply({begun("B", run::FP16, 590)});  // a batch can
    QCOMPARE(bench.rule(), std::string("sizes_not_aligned"));
    QCOMPARE(bench.apply()->text(), QString("Apply"));
}

void AdvisorStripTest::stepsThroughAll() {
    Bench bench;
    Records records{begun("A", run::FP16, 590)};
    for (std::uint32_t i = 1; i < 12; ++i) records.push_back(overflowed("A", i, run::ROLE_ACTIVATION, "fc6"));
    bench.session.apply(records);
    bench.strip->refreshNow();
    auto* more = bench.find<QToolButton>("advisorMore");
    QCOMPARE(more->text(), QString("1 more"));
    more->click();
    QCOMPARE(bench.rule(), std::string("sizes_not_aligned"));
    // What the person stepped to stays while records come.
    bench.session.apply({overflowed("A", 12, run::ROLE_ACTIVATION, "fc6")});
    bench.strip->refreshNow();
    QCOMPARE(bench.rule(), std::string("sizes_not_aligned"));
    more->click();
    QCOMPARE(bench.rule(), std::string("forward_overflow"));
    // Another run begins with its most important.
    more->click();
    bench.session.apply({begun("B", run::FP16, 590), overflowed("B", 1, run::ROLE_ACTIVATION, "fc6")});
    bench.strip->refreshNow();
    QCOMPARE(bench.rule(), std::string("forward_overflow"));
}

void AdvisorStripTest::keepsItsLineWithoutFindings() {
    Bench bench;
    const QRect place = bench.strip->geometry();
    QVERIFY(bench.strip->isVisible());
    QVERIFY(!bench.strip->sentence().isEmpty());
    bench.session.apply(runOf("A", run::FP32, 30));
    bench.strip->refreshNow();
    QCOMPARE(bench.strip->sentence(), QStringLiteral("No advice on this run so far."));
    QVERIFY(bench.find<QLabel>("advisorTitle")->toolTip().contains("No advice on this run so far."));
    bench.session.apply({begun("B", run::FP16, 590)});
    QVERIFY(!bench.strip->findings().empty());
    QVERIFY(!bench.find<QToolButton>("advisorMore")->isVisible());
    QVERIFY(bench.find<QPushButton>("advisorApply")->isVisible());
    QCoreApplication::processEvents();
    QCOMPARE(bench.strip->geometry(), place);  // no page moves because there is something to say
    bench.strip->setSilence(AdvisorStrip::Silence::Asked);
    QCOMPARE(bench.strip->sentence(), QStringLiteral("The advisor is silent until the outcome is seen."));
    QVERIFY(bench.strip->findings().empty());
    QVERIFY(!bench.find<QPushButton>("advisorApply")->isVisible());
    QCoreApplication::processEvents();
    QCOMPARE(bench.strip->geometry(), place);
    bench.strip->setSilence(AdvisorStrip::Silence::None);
    QVERIFY(!bench.strip->findings().empty());
    bench.strip->setWanted(false);
    QVERIFY(!bench.strip->isVisible());
    bench.session.apply({step("B", 1, 2, 0.1f)});
    QVERIFY(!bench.strip->isVisible());
    bench.strip->setWanted(true);
    QVERIFY(bench.strip->isVisible());
}

void AdvisorStripTest::looksOnceASecond() {
    Bench bench;
    bench.session.apply({begun("A", run::FP16, 256)});
    QVERIFY(bench.strip->findings().empty());
    for (std::uint32_t i = 1; i < 12; ++i) bench.session.apply({overflowed("A", i, run::ROLE_ACTIVATION, "fc6")});
    QVERIFY(bench.strip->findings().empty());  // not with each record
    TRY_VERIFY(!bench.strip->findings().empty());
}

void AdvisorStripTest::keyboardReachesEverything() {
    Bench bench;
    QVERIFY(QTest::qWaitForWindowActive(&bench.window));
    Records records{begun("A", run::FP16, 590)};
    for (std::uint32_t i = 1; i < 12; ++i) records.push_back(overflowed("A", i, run::ROLE_ACTIVATION, "fc6"));
    bench.session.apply(records);
    bench.strip->refreshNow();
    QStringList reached;
    bench.find<QToolButton>("advisorWhy")->setFocus();
    for (int i = 0; i < 5; ++i) {
        reached << QApplication::focusWidget()->objectName();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    QCOMPARE(reached, QStringList({"advisorWhy", "advisorCause", "advisorMore", "advisorApply", "advisorClose"}));
    for (const QString& name : reached) {
        auto* button = bench.strip->findChild<QAbstractButton*>(name);
        QVERIFY2(!button->accessibleName().isEmpty(), qPrintable(name));
    }
    bench.apply()->setFocus();
    QTest::keyClick(bench.apply(), Qt::Key_Space);
    QCOMPARE(bench.now.count(), 1);
}

void AdvisorStripTest::fitsANarrowPage() {
    Bench bench;
    Records records{begun("A", run::FP16, 590)};
    for (std::uint32_t i = 1; i < 12; ++i) records.push_back(overflowed("A", i, run::ROLE_ACTIVATION, "conv2.out"));
    bench.session.apply(records);
    bench.strip->refreshNow();
    QVERIFY2(bench.strip->minimumSizeHint().width() <= 300,
             qPrintable(QString::number(bench.strip->minimumSizeHint().width())));
    bench.window.resize(560, 60);
    QCoreApplication::processEvents();
    auto* title = bench.find<QLabel>("advisorTitle");
    QVERIFY(title->accessibleName().endsWith("no loss scale can cure it"));
    // Its line is its own where the buttons would cut it.
    QCOMPARE(title->text(), title->accessibleName());
    const QPushButton* apply = bench.find<QPushButton>("advisorApply");
    QVERIFY(apply->y() > title->geometry().bottom());
    const int high = bench.strip->height();
    const int right = apply->geometry().right();
    bench.find<QToolButton>("advisorMore")->click();  // another finding, with another button's text
    QCoreApplication::processEvents();
    QCOMPARE(apply->geometry().right(), right);
    QCOMPARE(bench.strip->height(), high);
    bench.find<QToolButton>("advisorMore")->click();
    bench.find<QToolButton>("advisorWhy")->click();
    bench.find<QToolButton>("advisorWhy")->click();
    bench.window.resize(330, 160);
    QCoreApplication::processEvents();
    QVERIFY(title->toolTip().contains("no loss scale can cure it"));
    QVERIFY(bench.strip->rect().contains(bench.find<QToolButton>("advisorClose")->geometry()));
}

void AdvisorStripTest::theWorkerIsToldTheChange() {
    AdvisedDesk desk;
    desk.start();
    QCOMPARE(desk.strip()->findings().front().rule, std::string("scale_never_grows"));
    auto* apply = desk.strip()->findChild<QPushButton*>("advisorApply");
    QCOMPARE(apply->text(), QString("Apply"));
    const auto interval = desk.strip()->findings().front().change->growth_interval();
    apply->click();
    TRY_COMPARE(desk.told({"\"change\""}).size(), 1);
    QVERIFY(desk.told({"\"change\""}).first().contains(QString("\"growth_interval\":%1").arg(interval)));
    TRY_COMPARE(desk.program->session().currentRun()->currentConfig().growth_interval(), interval);
    QCOMPARE(desk.window().setup().config().growth_interval(), interval);
}

void AdvisorStripTest::presenterModeLeavesItsHeight() {
    AdvisedDesk desk;
    desk.start();
    const QRect before = desk.strip()->geometry(),
                apply = desk.strip()->findChild<QPushButton*>("advisorApply")->geometry();
    for (const auto key : {Qt::Key_F11, Qt::Key_Escape}) QTest::keyClick(&desk.window(), key);
    QTRY_COMPARE(desk.strip()->geometry(), before);
    QCOMPARE(desk.strip()->findChild<QPushButton*>("advisorApply")->geometry(), apply);
}

void AdvisorStripTest::widthGoesToTheSetupDock() {
    AdvisedDesk desk;
    desk.start();
    desk.strip()->findChild<QToolButton*>("advisorMore")->click();
    QCOMPARE(desk.strip()->findings()[desk.strip()->shown()].rule, std::string("sizes_not_aligned"));
    desk.strip()->findChild<QPushButton*>("advisorApply")->click();
    QCOMPARE(desk.window().setup().config().width(), 256u);
    QCOMPARE(desk.told({"\"change\""}).size(), 0);
    QCOMPARE(desk.program->session().currentRun()->state(), RunState::running);
}

void AdvisorStripTest::closingIsRemembered() {
    AdvisedDesk desk;
    desk.start();
    QVERIFY(desk.window().actions().advisor->isChecked());
    desk.strip()->findChild<QToolButton*>("advisorClose")->click();
    QVERIFY(!desk.strip()->isVisible());
    QVERIFY(!desk.window().actions().advisor->isChecked());
    desk.close();
    desk.open("hello serve");
    QVERIFY(!desk.window().actions().advisor->isChecked());
    desk.window().actions().advisor->trigger();
    desk.start();
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::AdvisorStripTest)
#include "advisor_strip_test.moc"
