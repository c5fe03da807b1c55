// SPDX-License-Identifier: Apache-2.0
// What a lesson shows beside its text, offscreen, on a scripted worker: no other run's charts where its own was not
// trained, nothing that gives the answer away before it is given, and after the last step the next lesson.
#include <QDockWidget>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QToolButton>

#include "tests/ui/desk.h"
#include "tests/ui/painted_text.h"
#include "ui/models/lesson_model.h"
#include "ui/models/lesson_words.h"
#include "ui/pages/formats_page.h"
#include "ui/pages/formats_ruler.h"
#include "ui/pages/formats_sums.h"
#include "ui/pages/formats_table.h"
#include "ui/shell/advisor_strip.h"
#include "ui/shell/lesson_desk.h"
#include "ui/shell/page_cover.h"
#include "ui/shell/page_tabs.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/text_label.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

const std::filesystem::path kTiny = std::filesystem::path(MANTISSA_SOURCE) / "tests/data/lessons/tiny";

std::filesystem::path shipped(const std::string& name) {
    return std::filesystem::path(MANTISSA_RESOURCES) / "lessons" / name;
}

void open(Desk& desk, const std::filesystem::path& lesson, int step) {
    QVERIFY(desk.window().lessons().open(lesson));
    desk.window().lessons().goTo(step);
    QCOMPARE(desk.window().lessons().model().step(), step);
    TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
}

/// What lies over the page in front; nothing where the page itself is seen.
QString cover(Desk& desk) {
    PageCover& cover = desk.window().pages().pageCover();
    const QWidget* page = desk.window().pages().currentWidget();
    const bool whole = cover.isVisible() && cover.parentWidget() == page && cover.geometry() == page->rect();
    return whole ? cover.sentence() : QString();
}

}  // namespace

class LessonHonestyTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }
    void init() {
        qputenv("MANTISSA_FAKE_RUNS_END", "9");
        qputenv("MANTISSA_FAKE_RACES_END", "9");
    }
    void cleanup() { qputenv("MANTISSA_FAKE_RUNS_END", "9"); }

    void aStepWhoseRunIsMissingShowsNoOther() {
        Desk desk;
        desk.startRun();  // a run of the person's own, which is no lesson's
        open(desk, kTiny, 1);
        QCOMPARE(cover(desk), QString("Not trained yet: this step trains what is shown here."));
        desk.window().lessons().showMe();
        TRY_COMPARE(desk.window().lessons().model().runState(), LessonRun::Done);
        TRY_COMPARE(cover(desk), QString());
        TRY_COMPARE(desk.run()->runId(), desk.window().lessons().model().result().runs(0).run_id());

        // What an earlier step trains: said, and a button goes there.
        open(desk, shipped("02-small-gradients"), 2);
        QCOMPARE(cover(desk), QString("Not trained yet: step 2 of the lesson trains what is shown here."));
        auto* button = desk.find<QPushButton>("pageCoverButton");
        QCOMPARE(button->text(), QString("Go to step 2"));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(desk.window().lessons().model().step(), 1);
        desk.window().pages().open("Formats");  // another page that shows no run of the lesson
        QCOMPARE(cover(desk), QString());
    }

    /// A step that names no run shows what it trained itself, also to who comes back to it.
    void whatItTrainedIsShownAgain() {
        QTemporaryDir folder;
        const std::filesystem::path lesson = folder.path().toStdString() + "/lesson";
        std::filesystem::copy(kTiny, lesson, std::filesystem::copy_options::recursive);
        QFile file(QString::fromStdString((lesson / "lesson.json").string()));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QJsonObject content = QJsonDocument::fromJson(file.readAll()).object();
        QJsonArray steps = content["steps"].toArray();
        QJsonObject race = steps[2].toObject();
        race.remove("view");
        race.remove("figures");  // they are of the run that the view names
        steps[2] = race;
        content["steps"] = steps;
        QVERIFY(file.resize(0) && file.seek(0));
        file.write(QJsonDocument(content).toJson());
        file.close();
        Desk desk;
        LessonDesk& lessons = desk.window().lessons();
        LessonModel& model = lessons.model();
        QVERIFY(lessons.open(lesson));
        for (const int step : {1, 2}) {
            lessons.goTo(step);
            TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
            lessons.showMe();
            TRY_COMPARE(model.runState(), LessonRun::Done);
        }
        const auto shown = [&] { return desk.run() ? QString::fromStdString(desk.run()->runId()) : QString(); };
        lessons.goTo(1);
        TRY_COMPARE(shown(), model.runId("fp16"));
        lessons.goTo(2);
        TRY_COMPARE(shown(), model.runId("FP32"));
    }

    /// Whoever has seen an answer makes no prediction of it any more.
    void whatWasSeenIsNotPredictedAnyMore() {
        Desk desk;
        open(desk, shipped("01-rulers"), 3);
        LessonModel& model = desk.window().lessons().model();
        QVERIFY(model.question() && !model.answerLocked());
        desk.window().lessons().goTo(4);
        const auto told = model.revelation();
        QVERIFY(told && told->sentence.startsWith(QStringLiteral("The answer is: ")));
        desk.window().lessons().goTo(3);
        QVERIFY(model.answerLocked());
        model.answerChoice(0);
        QVERIFY(!model.answer());
        QVERIFY(!desk.find<QPushButton>("lessonPredict")->isEnabled());
    }

    /// Nothing scrolls sideways: the line that is to be copied is seen whole.
    void codeIsNotWiderThanItsPage() {
        Desk desk;
        open(desk, shipped("08-your-own-training"), 0);
        auto* page = desk.find<QTextBrowser>("lessonText");
        QVERIFY(page->toPlainText().contains("mp.watch("));
        QVERIFY2(page->document()->size().width() <= page->viewport()->width(),
                 qPrintable(QString::number(page->document()->size().width())));
    }

    /// 65504 is no 6.55e+04, and 65500 is not it.
    void aWholeNumberIsToldWithAllItsDigits() {
        Desk desk;
        open(desk, shipped("01-rulers"), 5);
        LessonModel& model = desk.window().lessons().model();
        model.answerNumber(65500);
        desk.window().lessons().goTo(6);
        QCOMPARE(model.revelation()->sentence, QString("You predicted 65500; the result is 65504: 4 more."));
    }

    /// The difference has no digits that the outcome beside it lacks.
    void aDifferenceEndsWhereTheOutcomeDoes_data() {
        QTest::addColumn<double>("predicted");
        QTest::addColumn<double>("outcome");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("more") << 25.0 << 32.8459 << "You predicted 25 MiB; the result is 32.85 MiB: 7.85 MiB more.";
        QTest::newRow("less") << 16.0 << 15.4699 << "You predicted 16 MiB; the result is 15.47 MiB: 0.53 MiB less.";
        QTest::newRow("small") << 0.0 << 1.25e-5
                               << "You predicted 0 MiB; the result is 1.25e-05 MiB: 1.25e-05 MiB more.";
    }
    void aDifferenceEndsWhereTheOutcomeDoes() {
        QFETCH(double, predicted);
        QFETCH(double, outcome);
        QFETCH(QString, sentence);
        lesson::Prediction question;
        question.set_kind("number");
        question.set_unit("MiB");
        lesson::Answer answer;
        answer.set_number(predicted);
        const Revelation shown{&question, &answer, outcome, {}, {}, {}};
        QCOMPARE(revealSentence({}, shown).replace(QChar(0xa0), u' '), sentence);
    }

    /// Beside the answer stands what was measured.
    void aChoiceIsToldWithItsFigure() {
        lesson::Prediction question;
        question.set_kind("choice");
        question.add_choices("It learns");
        question.add_choices("It does not");
        lesson::Answer answer;
        answer.set_choice(1);
        lesson::Reveal reveal;
        reveal.set_answer(1);
        reveal.set_measure("N-FP16.accuracy");
        Revelation shown{&question, &answer, 21.5, {}, {}, {}};
        QCOMPARE(revealSentence(reveal, shown).replace(QChar(0xa0), u' '),
                 QString("You were right: It does not\nMeasured: test accuracy 21.5 %"));
        shown.run = "N-FP16";
        answer.set_choice(0);
        QCOMPARE(revealSentence(reveal, shown).replace(QChar(0xa0), u' '),
                 QString("You chose: It learns\nThe answer is: It does not\nMeasured, N-FP16: test accuracy 21.5 %"));
    }

    /// A question about the person's own network has no outcome: once it is answered nothing is held back.
    void aQuestionThatNothingRevealsSilencesNobodyForEver() {
        Desk desk;
        LessonModel& model = desk.window().lessons().model();
        open(desk, shipped("07-your-own"), 0);
        const int last = model.steps() - 1;
        open(desk, shipped("07-your-own"), last);
        QVERIFY(model.question() && model.silencesAdvisor());
        model.answerChoice(2);
        QVERIFY(!model.silencesAdvisor());
    }

    /// An hour of lessons leaves twenty runs; the charts of a lesson show its own.
    void theChartsShowTheLessonsRuns() {
        Desk desk;
        desk.startRun();
        TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
        const QString earlier = QString::fromStdString(desk.run()->runId());
        open(desk, kTiny, 1);
        QVERIFY(desk.program->session().isVisible(earlier));
        desk.window().lessons().showMe();
        TRY_COMPARE(desk.window().lessons().model().runState(), LessonRun::Done);
        QVERIFY(!desk.program->session().isVisible(earlier));
        QVERIFY(desk.program->session().isVisible(QString::fromStdString(desk.run()->runId())));
    }

    /// "The network on this page is not one of Mantissa's": beside a recording stands none that is.
    void besideARecordingStandsNoOtherRun() {
        Desk desk;
        desk.startRun();
        TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
        const QString earlier = QString::fromStdString(desk.run()->runId());
        QVERIFY(desk.window().lessons().open(shipped("08-your-own-training")));
        TRY_VERIFY(desk.run() && desk.run()->foreign());
        TRY_VERIFY(!desk.program->session().isVisible(earlier));
        desk.window().lessons().close();
        QVERIFY(desk.program->session().isVisible(earlier));
    }

    /// While it trains its runs would be lost to it.
    void aLessonThatTrainsIsNotLeft() {
        qunsetenv("MANTISSA_FAKE_RUNS_END");
        Desk desk;
        open(desk, kTiny, 1);
        LessonDesk& lessons = desk.window().lessons();
        lessons.showMe();
        TRY_COMPARE(lessons.model().runState(), LessonRun::Training);
        QSignalSpy failed(&lessons, &LessonDesk::failed);
        QVERIFY(!lessons.open(shipped("01-rulers")));
        lessons.close();
        QCOMPARE(lessons.model().title(), QString("A tiny lesson"));
        QCOMPARE(failed.count(), 2);
        QCOMPARE(failed.front().front().toString(), QString("“A tiny lesson” is training, and would lose these runs."));
        TRY_VERIFY(desk.run() && desk.run()->step() > 0);
        QVERIFY(!desk.window().banners().sentence("lesson").isEmpty());
        desk.click(desk.window().actions().stop);
        TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
        QCOMPARE(desk.window().banners().sentence("lesson"), QString());  // it no longer holds
        QVERIFY(!lessons.open(kTiny / "nothing"));
        QVERIFY(!desk.window().banners().sentence("lesson").isEmpty());
        QVERIFY(lessons.open(shipped("01-rulers")));
        QCOMPARE(desk.window().banners().sentence("lesson"), QString());
    }

    /// The cross over the lesson leaves it: no cover and no preset of a lesson stays that nobody sees.
    void theCrossLeavesTheLesson() {
        Desk desk;
        open(desk, kTiny, 1);
        QVERIFY(!cover(desk).isEmpty());
        auto* dock = desk.find<QDockWidget>("lessonDock");
        for (auto* button : dock->titleBarWidget()->findChildren<QToolButton*>()) button->click();
        QVERIFY(dock->isHidden());
        QVERIFY(!desk.window().lessons().model().isOpen());
        QCOMPARE(cover(desk), QString());
        QVERIFY(desk.window().lessons().open(kTiny));
        QCOMPARE(desk.window().lessons().model().step(), 1);
    }

    /// A run that trained when the step was reached is not shown beside its text once it has ended.
    void aRunThatHasEndedIsCovered() {
        qunsetenv("MANTISSA_FAKE_RUNS_END");
        Desk desk;
        desk.startRun();
        QVERIFY(desk.window().lessons().open(kTiny));
        desk.window().lessons().goTo(1);
        QCOMPARE(cover(desk), QString());
        desk.click(desk.window().actions().stop);
        TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
        QCOMPARE(cover(desk), QString("Not trained yet: this step trains what is shown here."));
    }

    /// Before a lesson has trained anything, its first page shows no run of somebody else's, and Setup does not tell
    /// how it will end.
    void beforeItsFirstTrainingALessonShowsNoOtherRun() {
        Desk desk;
        desk.startRun();
        open(desk, shipped("02-small-gradients"), 0);
        QCOMPARE(cover(desk), QString("Not trained yet: step 2 of the lesson trains what is shown here."));
        auto* about = desk.find<LinesLabel>("presetDescription");
        QCOMPARE(about->whole(), QString("What this preset shows appears here once the outcome is seen."));
        open(desk, shipped("01-rulers"), 0);  // whose first pages need no run
        QCOMPARE(cover(desk), QString());
    }

    void nothingGivesTheAnswerAway() {
        Desk desk;
        auto* about = desk.find<LinesLabel>("presetDescription");
        auto* advisor = desk.window().findChild<AdvisorStrip*>("advisor");
        open(desk, kTiny, 1);
        QCOMPARE(about->whole(), QString("What this preset shows appears here once the outcome is seen."));
        advisor->refreshNow();
        QCOMPARE(advisor->sentence(), QString("The advisor is silent until the outcome is seen."));
        auto* presets = desk.find<QComboBox>("presets");
        for (int i = 0; i < presets->count(); ++i) QVERIFY(presets->itemData(i, Qt::ToolTipRole).toString().isEmpty());
        QCOMPARE(presets->currentText(), QString());  // nor does a title
        QCOMPARE(presets->placeholderText(), QString("The lesson's"));
        QTest::mouseClick(desk.find<QToolButton>("lessonSkip"), Qt::LeftButton);
        QVERIFY2(about->whole().contains("sigmoid"), qPrintable(about->whole()));
        advisor->refreshNow();
        QVERIFY(advisor->sentence() != QString("The advisor is silent until the outcome is seen."));
        QVERIFY(!presets->itemData(0, Qt::ToolTipRole).toString().isEmpty());
        QVERIFY(!presets->currentText().isEmpty());
    }

    /// A prediction can be changed until its run is there.
    void norDoesAnythingWhileThePredictionCanBeChanged() {
        Desk desk;
        open(desk, kTiny, 1);
        QVERIFY(desk.window().lessons().model().question());
        QTest::mouseClick(desk.find<QPushButton>("lessonPredict"), Qt::LeftButton);
        QVERIFY(desk.window().lessons().model().answer() && !desk.window().lessons().model().answerLocked());
        QCOMPARE(desk.find<LinesLabel>("presetDescription")->whole(),
                 QString("What this preset shows appears here once the outcome is seen."));
    }

    /// The page Formats shows what some questions ask for: not before the outcome is seen.
    void thePageFormatsAnswersNoQuestion() {
        Desk desk;
        auto* page = desk.window().pages().findChild<FormatsPage*>();
        QVERIFY(paintedTexts(page->ruler()).contains("65504"));
        open(desk, shipped("01-rulers"), 3);
        QCOMPARE(page->onePlusTable().cell(0, 4), QString("–"));
        desk.window().lessons().goTo(4);
        QCOMPARE(page->onePlusTable().cell(0, 4), QString("kept"));
        QCOMPARE(page->onePlusTable().cell(2, 4), QString("lost"));
        desk.window().lessons().goTo(5);
        const auto largest = [page] {
            const std::unique_ptr<ChartTable> table(page->ruler().makeTable());
            return table->index(2, 3).data().toString();
        };
        QVERIFY(!paintedTexts(page->ruler()).contains("65504"));
        QCOMPARE(largest(), QString("–"));
        const auto buttonOf65504 = [page]() -> QPushButton* {
            for (auto* button : page->findChildren<QPushButton*>())
                if (button->isEnabled() && button->toolTip().contains("65504")) return button;
            return nullptr;
        };
        QVERIFY(!buttonOf65504());
        desk.window().lessons().model().answerNumber(65500);
        QVERIFY(!paintedTexts(page->ruler()).contains("65504"));  // it can still be changed
        desk.window().lessons().goTo(6);
        QVERIFY(paintedTexts(page->ruler()).contains("65504"));
        QVERIFY2(largest().startsWith("65504"), qPrintable(largest()));
        QVERIFY(buttonOf65504());

        open(desk, shipped("05-sums"), 0);
        QCOMPARE(page->sums().finding(), QString("Shown once the outcome is seen"));
        QCOMPARE(page->sums().table().cell(2, 1), QString("–"));
        QCOMPARE(page->dots().table().cell(0, 1), QString("–"));  // with the right numbers it gives the same sum
        desk.window().lessons().goTo(1);
        QVERIFY(page->dots().table().cell(0, 1) != QString("–"));
        QVERIFY2(page->sums().finding().contains("FP16 at 0.25"), qPrintable(page->sums().finding()));
        desk.window().lessons().goTo(2);  // asks what a run will show
        QVERIFY(paintedTexts(page->ruler()).contains("65504"));
    }

    /// The Runs dock and the legends show the names of runs, also to whoever begins the lesson anew.
    void aRunOfTheDetectiveIsNotNamedByTheCause() {
        Desk desk;
        open(desk, shipped("09-the-detective"), 7);
        desk.window().lessons().showMe();
        TRY_COMPARE(desk.window().lessons().model().runState(), LessonRun::Done);
        QStringList names;
        for (const RunModel* run : desk.program->session().runs())
            names << desk.program->session().displayName(QString::fromStdString(run->runId()));
        QCOMPARE(names.join(", "), QString("B minus 1, B minus 2, B minus 3"));
        TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
        desk.window().lessons().goTo(0);
        desk.window().lessons().run();  // alone: nor by its preset, "Overflow"
        TRY_COMPARE(desk.window().lessons().model().runState(), LessonRun::Done);
        QCOMPARE(desk.program->session().displayName(desk.window().lessons().model().runId("A")), QString("A"));
        TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
        static const QRegularExpression neutral("^[ABC]( minus [123])?$");
        auto* page = desk.find<QTextBrowser>("lessonText");
        for (int step = 0; step < desk.window().lessons().model().steps(); ++step) {
            desk.window().lessons().goTo(step);
            for (const LessonLane& lane : desk.window().lessons().model().lanes()) {
                const QString name = QString::fromStdString(lane.name);
                QVERIFY2(neutral.match(name).hasMatch(), qPrintable(name));
                if (desk.window().lessons().model().isRace())
                    QVERIFY2(page->toPlainText().contains(name), qPrintable(name));
            }
        }
    }

    /// "Look at the page Compare if you have forgotten": it shows the first race until the second is trained.
    void aRaceThatIsRepeatedIsPredictedBesideTheFirst() {
        Desk desk;
        open(desk, shipped("07-your-own"), 1);
        desk.window().lessons().showMe();
        TRY_COMPARE(desk.window().lessons().model().runState(), LessonRun::Done);
        TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
        desk.window().lessons().goTo(3);
        QVERIFY(desk.find<QTextBrowser>("lessonText")->toPlainText().contains("look at the page Compare"));
        QCOMPARE(cover(desk), QString());
        TRY_COMPARE(desk.program->session().displayName(QString::fromStdString(desk.run()->runId())), QString("FP32"));
    }

    /// Whoever has just seen an outcome does not read that it is to be seen first.
    void theAdvisorSaysUntilWhenItIsSilent() {
        Desk desk;
        auto* advisor = desk.window().findChild<AdvisorStrip*>("advisor");
        open(desk, shipped("01-rulers"), 1);
        QCOMPARE(advisor->sentence(), QString("The advisor is silent until the outcome is seen."));
        desk.window().lessons().model().answerNumber(2048);
        desk.window().lessons().goTo(2);
        QVERIFY(desk.window().lessons().model().revelation());
        QCOMPARE(advisor->sentence(), QString("The advisor speaks once the lesson has trained a run."));
        desk.window().lessons().goTo(3);
        QCOMPARE(advisor->sentence(), QString("The advisor is silent until the outcome is seen."));
    }

    /// Beside a page that shows no run the advisor speaks of none.
    void theAdvisorSpeaksOfNoOtherRun() {
        Desk desk;
        desk.startRun();
        auto* advisor = desk.window().findChild<AdvisorStrip*>("advisor");
        advisor->refreshNow();
        const QString ofNone("The advisor says here what an expert would say about a run.");
        QVERIFY(advisor->sentence() != ofNone);
        desk.click(desk.window().actions().stop);
        TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
        open(desk, kTiny, 1);
        QTest::mouseClick(desk.find<QToolButton>("lessonSkip"), Qt::LeftButton);
        QVERIFY(!cover(desk).isEmpty());
        QCOMPARE(advisor->sentence(), ofNone);
    }

    void theEndOfALessonLeadsToTheNext() {
        Desk desk;
        const int last = 8;
        open(desk, shipped("01-rulers"), last);
        LessonModel& model = desk.window().lessons().model();
        QCOMPARE(model.steps(), last + 1);
        auto* next = desk.find<QToolButton>("lessonNext");
        if (!next->isEnabled()) QTest::mouseClick(desk.find<QToolButton>("lessonSkip"), Qt::LeftButton);
        QCOMPARE(next->text(), QString("Next lesson"));
        QTest::mouseClick(next, Qt::LeftButton);
        QCOMPARE(model.lesson().folder.filename().string(), std::string("02-small-gradients"));
        QCOMPARE(model.step(), 0);
        QCOMPARE(next->text(), QString("Next"));
    }
};

QTEST_MAIN(LessonHonestyTest)
#include "lesson_honesty_test.moc"
