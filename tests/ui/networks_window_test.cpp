// SPDX-License-Identifier: Apache-2.0
// What a person does to a run while it trains, and races, on the real worker with the networks that have more than
// layers of weights: another format with a ghost of the one before, the way back, the start again, a rewind, a race.
#include <QPushButton>
#include <QTest>
#include <algorithm>

#include "tests/ui/race_desk.h"
#include "tests/ui/real_desk.h"
#include "ui/charts/line_chart.h"
#include "ui/pages/compare_page.h"
#include "ui/pages/compare_table.h"
#include "ui/setup/precision_picker.h"
#include "ui/shell/page_tabs.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

void rows() {
    QTest::addColumn<int>("model");
    QTest::newRow("resnet") << int(run::RESNET);
    QTest::newRow("transformer") << int(run::TRANSFORMER);
}

/// The window on this network, as small as can be, which trains until it is stopped.
void setUp(Desk& desk, run::Model model) {
    openReal(desk);
    TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
    run::RunConfig config = desk.setup().config();
    config.set_model(model);
    config.set_depth(1);
    config.set_channels(2);
    config.set_token_width(8);
    config.set_heads(1);
    config.set_batch(8);
    config.set_epochs(1000);
    config.set_eval_interval(0);
    config.set_histogram_interval(0);
    config.set_precision(run::FP32);
    desk.setup().restore(config);
    desk.window().controller().setSlow(true, 20);  // no step leaves the charts while a test looks
}

/// The losses of a run's first steps, as the charts draw them.
std::vector<float> losses(const RunModel& run, std::size_t count) {
    const std::vector<float>& all = run.columns().loss;
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(count, all.size()))};
}

}  // namespace

class NetworksWindowTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }
    void aRunIsSwitchedTakenBackBegunAgainAndRewound_data() { rows(); }
    void aRunIsSwitchedTakenBackBegunAgainAndRewound();
    void aRaceIsSwitchedAndBegunAgain_data() { rows(); }
    void aRaceIsSwitchedAndBegunAgain();
};

void NetworksWindowTest::aRunIsSwitchedTakenBackBegunAgainAndRewound() {
    QFETCH(int, model);
    Desk desk("hello");
    desk.close();
    setUp(desk, static_cast<run::Model>(model));
    if (QTest::currentTestFailed()) return;
    RunController& controller = desk.window().controller();
    desk.click(desk.window().actions().run);
    TRY_VERIFY(desk.run() && desk.run()->step() >= 5);
    const RunModel* parent = desk.run();
    QCOMPARE(parent->config().model(), static_cast<run::Model>(model));

    // In another format it goes on, and as it was its ghost, which Compare has beside it.
    QTest::mouseClick(desk.window().findChild<PrecisionPicker*>()->button(run::BF16), Qt::LeftButton);
    TRY_COMPARE(parent->currentPrecision(), run::BF16);
    TRY_COMPARE(desk.program->session().runs().size(), std::size_t{2});
    const RunModel* ghost = desk.program->session().runs().back();
    QVERIFY(ghost->identity().ghost());
    QCOMPARE(ghost->currentPrecision(), run::FP32);
    const std::uint32_t fork = ghost->identity().fork_step();
    TRY_VERIFY(ghost->step() >= fork + 5 && parent->step() >= fork + 5);
    QVERIFY(desk.window().pages().open("Compare"));
    ComparePage& page = desk.window().pages().compare();
    TRY_COMPARE(page.lanes().rowCount(), 2);
    QVERIFY(page.lanes().index(1, CompareTable::Name).data().toString().contains(", ghost"));

    // Undone while it is paused, the ghost waits in its place, and goes on where a person says so.
    desk.click(desk.window().actions().run);
    TRY_COMPARE(controller.state(), TrainingState::Paused);
    TRY_VERIFY(desk.setup().undoStack().canUndo());
    desk.window().actions().undo->trigger();
    TRY_COMPARE(desk.run(), ghost);
    TRY_COMPARE(parent->state(), RunState::stopped);
    TRY_COMPARE(ghost->state(), RunState::paused);
    TRY_COMPARE(desk.window().actions().run->text(), QString("Resume"));
    const std::uint32_t adopted = ghost->step();
    desk.click(desk.window().actions().run);
    TRY_VERIFY(ghost->step() > adopted);

    // Again from the same weights: the same losses.
    desk.click(desk.window().actions().reset);
    TRY_VERIFY(desk.run() != ghost && desk.run()->step() >= 5);
    const RunModel* again = desk.run();
    QCOMPARE(again->identity().initial_weights_sha256(), parent->identity().initial_weights_sha256());
    QCOMPARE(losses(*again, 5), losses(*parent, 5));

    // Step, while it trains: it waits after that step.
    desk.click(desk.window().actions().step);
    TRY_COMPARE(again->state(), RunState::paused);
    TRY_COMPARE(desk.window().actions().run->text(), QString("Resume"));
    desk.click(desk.window().actions().stop);
    TRY_COMPARE(controller.state(), TrainingState::Idle);

    // Rewound to its third step it waits there, and the fourth is the one that it was.
    const QString id = QString::fromStdString(again->runId());
    QCOMPARE(controller.whyNotRewind(id), QString());
    controller.rewind(id, 3);
    TRY_VERIFY(desk.run() != again && desk.run()->state() == RunState::paused);
    QCOMPARE(desk.run()->identity().fork_step(), 3u);
    desk.click(desk.window().actions().step);
    TRY_COMPARE(desk.run()->step(), 4u);
    QCOMPARE(losses(*desk.run(), 1), std::vector<float>{again->columns().loss.at(3)});
    desk.click(desk.window().actions().stop);
    TRY_COMPARE(controller.state(), TrainingState::Idle);
}

void NetworksWindowTest::aRaceIsSwitchedAndBegunAgain() {
    QFETCH(int, model);
    Desk desk("hello");
    desk.close();
    setUp(desk, static_cast<run::Model>(model));
    if (QTest::currentTestFailed()) return;
    QVERIFY(desk.window().pages().open("Compare"));
    auto* button = desk.find<QPushButton>("startRace");
    TRY_VERIFY(button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
    TRY_VERIFY(lane(desk, 1) && lane(desk, 1)->step() >= 20);
    for (const RunModel* run : desk.window().controller().race())
        QCOMPARE(run->config().model(), static_cast<run::Model>(model));
    QVERIFY(lane(desk, 0)->currentPrecision() != lane(desk, 1)->currentPrecision());
    ComparePage& page = desk.window().pages().compare();
    TRY_COMPARE(page.lanes().rowCount(), 2);
    QCOMPARE(page.lossChart().seriesIds().size(), 2);
    const std::string race = desk.run()->identity().race_id();

    // A format is changed in its midst, and all of it begins again.
    desk.window().controller().setGhostSteps(0);
    QTest::mouseClick(desk.window().findChild<PrecisionPicker*>()->button(run::BF16), Qt::LeftButton);
    TRY_COMPARE(lane(desk, 0)->currentPrecision(), run::BF16);
    const std::vector<float> first = losses(*lane(desk, 1), 5);
    QCOMPARE(first.size(), std::size_t{5});
    desk.click(desk.window().actions().reset);
    TRY_VERIFY(desk.run()->identity().race_id() != race);
    TRY_VERIFY(lane(desk, 1) && lane(desk, 0)->step() >= 5 && lane(desk, 1)->step() >= 5);
    QCOMPARE(losses(*lane(desk, 1), 5), first);  // of the run that was not changed
    desk.click(desk.window().actions().stop);
    TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
    QCOMPARE(lane(desk, 1)->state(), RunState::stopped);
}

QTEST_MAIN(NetworksWindowTest)
#include "networks_window_test.moc"
