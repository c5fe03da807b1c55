// SPDX-License-Identifier: Apache-2.0
// What a lesson keeps back until a question has its outcome, and what it brings to the front: offscreen, on a scripted
// worker and on records made by hand.
#include <QComboBox>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextLayout>
#include <QToolButton>
#include <cmath>

#include "tests/ui/desk.h"
#include "tests/ui/painted_text.h"
#include "tests/ui/update_records.h"
#include "ui/charts/bar_list.h"
#include "ui/charts/line_chart.h"
#include "ui/charts/ratio_chart.h"
#include "ui/classroom/setup_file.h"
#include "ui/pages/health_page.h"
#include "ui/pages/live_page.h"
#include "ui/pages/ranks_page.h"
#include "ui/pages/updates_page.h"
#include "ui/shell/advisor_strip.h"
#include "ui/shell/lesson_desk.h"
#include "ui/shell/page_tabs.h"
#include "ui/widgets/text_label.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

const std::filesystem::path kTiny = std::filesystem::path(MANTISSA_SOURCE) / "tests/data/lessons/tiny";

std::filesystem::path shipped(const std::string& name) {
    return std::filesystem::path(MANTISSA_RESOURCES) / "lessons" / name;
}

LessonModel& modelOf(Desk& desk) {
    return desk.window().lessons().model();
}

void open(Desk& desk, const std::filesystem::path& lesson, int step) {
    QVERIFY(desk.window().lessons().open(lesson));
    desk.window().lessons().goTo(step);
    QCOMPARE(modelOf(desk).step(), step);
    TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
}

/// Trains what the step trains, without its question.
void train(Desk& desk, int step) {
    desk.window().lessons().goTo(step);
    TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
    desk.window().lessons().showMe();
    TRY_COMPARE(modelOf(desk).runState(), LessonRun::Done);
    TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
}

bool isOnCharts(Desk& desk, const std::string& name) {
    return desk.program->session().isVisible(modelOf(desk).runId(name));
}

}  // namespace

class LessonAdviceTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }
    void init() {
        qputenv("MANTISSA_FAKE_RUNS_END", "9");
        qputenv("MANTISSA_FAKE_RACES_END", "9");
    }

    /// Step 4 of lesson 3 asks which cure helps: until its outcome is there nobody names it beside step 3.
    void adviceWaitsForTheQuestionThatAsksForIt() {
        Desk desk;
        auto* advisor = desk.window().findChild<AdvisorStrip*>("advisor");
        auto* about = desk.find<LinesLabel>("presetDescription");
        const QString kept("The lesson keeps the advice back until the outcome of its next question is seen.");
        open(desk, shipped("03-lost-updates"), 1);
        QCOMPARE(advisor->sentence(), QString("The advisor is silent until the outcome is seen."));
        train(desk, 1);
        QCOMPARE(advisor->sentence(), kept);
        desk.window().lessons().goTo(2);
        QCOMPARE(advisor->sentence(), kept);
        QCOMPARE(about->whole(), QString("What this preset shows appears here once the outcome is seen."));
        desk.window().lessons().goTo(3);
        modelOf(desk).answerChoice(1);
        desk.window().lessons().goTo(2);
        QCOMPARE(advisor->sentence(), kept);  // the answer can still be changed
        train(desk, 3);
        desk.window().lessons().goTo(2);
        QVERIFY2(!advisor->sentence().startsWith("The lesson keeps"), qPrintable(advisor->sentence()));
        QVERIFY(!about->whole().startsWith("What this preset shows appears here"));
    }

    void healthSaysWhereAndNotWhatHelps() {
        SessionModel session;
        HealthPage page(session);
        run::Record broken = step("A", 1, std::nanf(""), 0.1f);
        broken.mutable_step_done()->set_nonfinite_tensor("fc6");
        broken.mutable_step_done()->set_nonfinite_role(run::ROLE_ACTIVATION);
        session.apply({started("A", run::FP16), broken});
        page.refreshNow();
        QVERIFY2(page.nonfinite().text().contains("BF16 helps"), qPrintable(page.nonfinite().text()));
        page.keepCures(true);
        QCOMPARE(page.nonfinite().text(), QString("Inf or NaN. It arose in the forward pass, in layer fc6 at step 1."));
        page.keepCures(false);
        QVERIFY(page.nonfinite().text().contains("BF16 helps"));
    }

    /// What a person has taken off the charts does not come back with the lesson's next training, nor at its end.
    void whatWasHiddenByHandStaysHidden() {
        Desk desk;
        SessionModel& session = desk.program->session();
        open(desk, shipped("12-many-cards"), 0);
        train(desk, 0);
        session.setVisible(modelOf(desk).runId("O-64-first"), false);
        train(desk, 4);
        QVERIFY(!isOnCharts(desk, "O-32"));
        desk.window().lessons().goTo(1);
        QVERIFY(isOnCharts(desk, "O-32") && !isOnCharts(desk, "O-64-first"));
        const QString hidden = modelOf(desk).runId("O-64-first"), others = modelOf(desk).runId("S-first");
        desk.window().lessons().close();
        QVERIFY(!session.isVisible(hidden) && session.isVisible(others));
    }

    void updatesDoNotSayWhatMasterWeightsWouldChange() {
        SessionModel session;
        UpdatesPage page(session);
        run::Record updates = record("A", 1);
        addUpdates(updates, {"fc1.weight", "BF16", "BF16", 950, 5, 950});
        session.apply({started("A", run::BF16), updates});
        page.resize(900, 600);
        page.show();
        page.refreshNow();
        const auto said = [&page] {
            return QString(page.chart().accessibleDescription() + u'\n' +
                           (paintedTexts(page.chart()) + paintedTexts(page.shares()) + paintedTexts(page.tensors()))
                               .join('\n') +
                           page.tensors().bars().rows.front().sentence)
                .replace(QChar(0x00A0), u' ');
        };
        QVERIFY2(said().contains("FP32 master weights") && said().contains("0.5 %"), qPrintable(said()));
        page.keepCures(true);
        QVERIFY2(!said().contains("it would be") && !said().contains("0.5 %"), qPrintable(said()));
        QVERIFY2(said().contains("95 %"), qPrintable(said()));
        page.keepCures(false);
        QVERIFY(said().contains("FP32 master weights"));
    }

    /// Step 7 of lesson 12 asks how far off BF16's ring is: neither it nor an earlier step draws that curve.
    void aCurveThatIsAskedForIsNotDrawn() {
        Desk desk;
        auto* page = desk.window().pages().findChild<RanksPage*>();
        const QString asked = RanksPage::seriesOf(bf16, RankOrder::ring);
        const QString halted("BF16, ring: the sum of 4096 ranks is off by");
        const auto settled = [page] { return !page->curves().busy() && page->curves().question() == page->question(); };
        open(desk, shipped("12-many-cards"), 3);
        TRY_VERIFY(settled());
        QVERIFY(!page->chart().seriesIds().contains(asked));
        QVERIFY(page->chart().seriesIds().contains(RanksPage::seriesOf(bf16, RankOrder::doubling)));
        QVERIFY2(!page->findings().contains(halted), qPrintable(page->findings()));
        desk.window().lessons().goTo(6);
        TRY_VERIFY(settled());
        // What the text asks to check is there.
        QVERIFY2(page->findings().startsWith("BF16, ring: shown once the outcome is seen\nFP16"),
                 qPrintable(page->findings()));
        modelOf(desk).answerNumber(10);
        desk.window().lessons().goTo(7);
        TRY_VERIFY(page->chart().seriesIds().contains(asked));
        QVERIFY2(page->findings().contains(halted), qPrintable(page->findings()));
    }

    /// While a class waits for the outcome it sees the curves.
    void aTrainingIsSeenWhileItGoesOn() {
        for (const LessonEntry& entry : shipped_lessons()) {
            const LoadedLesson lesson = read_lesson(entry.folder);
            for (const lesson::Step& step : lesson.content.steps())
                QVERIFY2(!step.has_run() || shows_runs(step.show()) || step.show() == "Speed",
                         qPrintable(QString::fromStdString(entry.name + ", " + step.page())));
        }
        Desk desk;
        open(desk, kTiny, 1);
        modelOf(desk).skipQuestion();
        desk.window().pages().open("Formats");
        desk.window().lessons().run();
        QVERIFY(desk.window().pages().isAt("Live"));
    }

    /// The charts of a step show what it trained, and coming back what that step had trained.
    void theChartsShowOneTraining() {
        Desk desk;
        desk.window().resize(1900, 900);
        open(desk, shipped("12-many-cards"), 0);
        train(desk, 0);
        QVERIFY(isOnCharts(desk, "O-32") && isOnCharts(desk, "O-64"));
        train(desk, 4);
        for (const char* name : {"O-32", "O-64", "O-64-first"}) QVERIFY2(!isOnCharts(desk, name), name);
        for (const char* name : {"S-first", "S-last", "S-FP32"}) QVERIFY2(isOnCharts(desk, name), name);
        auto* live = desk.window().pages().findChild<LivePage*>();
        live->refreshNow();
        const QStringList painted = paintedTexts(live->accuracyChart());
        for (const char* name : {"S-first", "S-last", "S-FP32"})
            QVERIFY2(painted.filter(QRegularExpression(QString("^[0-9]+ +%1$").arg(name))).size() == 1,
                     qPrintable(painted.join('|')));
        QVERIFY(!painted.contains("BF16"));  // all three are
        desk.window().lessons().goTo(1);
        QVERIFY(isOnCharts(desk, "O-32") && isOnCharts(desk, "O-64-first") && !isOnCharts(desk, "S-last"));
    }

    void showMeAsksBeforeItDropsAQuestion() {
        Desk desk;
        open(desk, kTiny, 1);
        const auto press = [&](const char* answer) {
            QTest::mouseClick(desk.find<QToolButton>("lessonShowMe"), Qt::LeftButton);
            auto* asks = desk.find<QMessageBox>("lessonShowMeAsks");
            QVERIFY(asks && asks->isVisible());
            for (QAbstractButton* button : asks->buttons())
                if (button->text() == answer) return QTest::mouseClick(button, Qt::LeftButton);
            QFAIL(answer);
        };
        press("Keep the question");
        QVERIFY(modelOf(desk).hidesOutcome());
        QCOMPARE(desk.told({"\"start\""}).size(), 0);
        TRY_VERIFY(!desk.find<QMessageBox>("lessonShowMeAsks"));
        press("Leave the question out");
        TRY_COMPARE(modelOf(desk).runState(), LessonRun::Done);
    }

    /// Also where no run measures the outcome, as in lesson 6.
    void aPredictionIsFixedOnceItsStepIsTrained() {
        Desk desk;
        open(desk, shipped("06-what-it-buys"), 5);
        modelOf(desk).answerChoice(2);
        auto* change = desk.find<QPushButton>("lessonPredict");
        QCOMPARE(change->text(), QString("Change my prediction"));
        desk.window().lessons().run();
        TRY_COMPARE(modelOf(desk).runState(), LessonRun::Done);
        QVERIFY(modelOf(desk).answerLocked() && !change->isVisible());
    }

    /// A line of code that is broken reads as another one.
    void linesOfCodeStayWhole() {
        Desk desk;
        desk.window().resize(1440, 900);
        open(desk, shipped("07-your-own"), 5);
        auto* page = desk.find<QTextBrowser>("lessonText");
        const auto broken = [page] {
            QStringList lines;
            for (QTextBlock block = page->document()->begin(); block.isValid(); block = block.next())
                if (block.text().contains("autocast(") && block.layout()->lineCount() > 1) lines << block.text();
            return lines.join('\n');
        };
        QVERIFY(page->toPlainText().contains("with torch.autocast("));
        TRY_COMPARE(broken(), QString());
    }

    void aRingScrollsToWhatItRings() {
        Desk desk;
        desk.window().resize(1440, 900);
        open(desk, shipped("04-range-or-precision"), 0);
        auto* ruler = desk.find<QWidget>("formats_ruler");
        TRY_COMPARE(ruler->visibleRegion().boundingRect(), ruler->rect());
    }

    /// A task that was handed out while the lesson is open does not hold the lesson's settings back.
    void aLessonIsTrainedUnderAHandedOutTask() {
        Desk desk;
        open(desk, kTiny, 1);
        SharedSetup task;
        task.config.set_batch(8);
        task.locks.title = "Third hour";
        task.locks.locked = {run::RunConfig::kBatchFieldNumber, run::RunConfig::kPresetFieldNumber};
        desk.setup().open(task);
        QVERIFY(desk.setup().locks().any());
        QSignalSpy told(&desk.window().lessons(), &LessonDesk::told);
        modelOf(desk).skipQuestion();
        desk.window().lessons().run();
        QVERIFY(!desk.setup().locks().any());
        QCOMPARE(desk.setup().config().batch(), 64u);
        QVERIFY(!told.isEmpty() && told.front().front().toString().contains("“Third hour”"));
        TRY_COMPARE(modelOf(desk).runState(), LessonRun::Done);
    }
};

QTEST_MAIN(LessonAdviceTest)
#include "lesson_advice_test.moc"
