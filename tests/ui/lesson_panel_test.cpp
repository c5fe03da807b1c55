// SPDX-License-Identifier: Apache-2.0
// A lesson as a student goes through it, offscreen, on a scripted worker: predict, run, reveal, step by step, back,
// undo, and on again another day; and that every place to which the shipped lessons point is there.
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QTabBar>
#include <QTextBrowser>
#include <QToolButton>
#include <filesystem>
#include <fstream>

#include "engine/base/error.h"
#include "engine/lesson/result_file.h"
#include "tests/ui/desk.h"
#include "ui/lessons/curve_sketch.h"
#include "ui/lessons/halo.h"
#include "ui/lessons/page_text.h"
#include "ui/lessons/prediction_form.h"
#include "ui/models/lesson_words.h"
#include "ui/shell/lesson_desk.h"
#include "ui/shell/page_tabs.h"
#include "ui/widgets/banner.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

const std::filesystem::path tiny = std::filesystem::path(MANTISSA_SOURCE) / "tests/data/lessons/tiny";

LessonModel& modelOf(Desk& desk) {
    return desk.window().lessons().model();
}

void press(Desk& desk, const char* name) {
    auto* button = desk.find<QToolButton>(name);
    QVERIFY2(button && button->isVisible() && button->isEnabled(), name);
    QTest::mouseClick(button, Qt::LeftButton);
}

/// To the next step, without answering this one's question.
void goOn(Desk& desk) {
    QVERIFY(!desk.find<QToolButton>("lessonNext")->isEnabled());  // it waits for the prediction
    press(desk, "lessonSkip");
    press(desk, "lessonNext");
}

void predict(Desk& desk) {
    auto* button = desk.find<QPushButton>("lessonPredict");
    QVERIFY(button->isVisible() && button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
}

QString told(Desk& desk) {
    auto* reveal = desk.find<QLabel>("lessonReveal");
    return reveal->isVisible() ? reveal->text() : QString();
}

void openTiny(Desk& desk, int step = 0) {
    QVERIFY(desk.window().lessons().open(tiny));
    if (step > 0) desk.window().lessons().goTo(step);
    QCOMPARE(modelOf(desk).step(), step);
    QTRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
}

/// Answers the question of the second step.
void say(Desk& desk, double percent) {
    auto* box = desk.find<QDoubleSpinBox>("lessonNumber");
    QVERIFY(box && box->isVisible());
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, QString::number(percent));
    QTest::keyClick(box, Qt::Key_Return);
    QCOMPARE(box->value(), percent);
    predict(desk);
}

}  // namespace

class LessonPanelTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }
    void init() {
        qputenv("MANTISSA_FAKE_RUNS_END", "9");
        qputenv("MANTISSA_FAKE_RACES_END", "9");
    }

    void aChoiceIsRevealedOnceItIsMade() {
        Desk desk;
        QVERIFY(!desk.window().lessons().dock()->isVisible());
        openTiny(desk);
        QVERIFY(desk.window().lessons().dock()->isVisible());
        QVERIFY(!desk.find<QWidget>("welcomePanel")->isVisible());    // it has been answered
        QTRY_VERIFY(desk.window().lessons().dock()->width() >= 320);  // lines of a readable length
        QCOMPARE(desk.find<QLabel>("lessonPlace")->text(), QString("Step 1 of 3"));
        QVERIFY(desk.find<QTextBrowser>("lessonText")->toPlainText().contains("65504"));
        QCOMPARE(desk.window().pages().tabText(desk.window().pages().currentIndex()), QString("Formats"));
        QVERIFY(!desk.find<QPushButton>("lessonPredict")->isEnabled());
        QCOMPARE(told(desk), QString());
        QTest::mouseClick(desk.find<QRadioButton>("lessonChoice0"), Qt::LeftButton);
        predict(desk);
        QVERIFY2(told(desk).contains("You chose: FP16"), qPrintable(told(desk)));
        QVERIFY2(told(desk).contains("The answer is: BF16"), qPrintable(told(desk)));
        QVERIFY(!desk.find<QPushButton>("lessonPredict")->isVisible());  // the outcome has been seen
        QVERIFY(!desk.find<QRadioButton>("lessonChoice1")->isEnabled());
        QCOMPARE(desk.told({"\"start\""}).size() + desk.told({"\"race\""}).size(), 0);
    }

    void predictRunReveal() {
        Desk desk;
        openTiny(desk);
        goOn(desk);
        QCOMPARE(modelOf(desk).step(), 1);
        // The step has set the program up, and rings what it speaks of.
        QCOMPARE(desk.setup().config().preset(), std::string("underflow"));
        QCOMPARE(desk.setup().config().width(), 16u);
        QVERIFY(desk.window().lessons().halo().isVisible());
        QCOMPARE(desk.window().lessons().halo().target(), desk.find<QWidget>("setupScroll"));
        auto* run = desk.find<QToolButton>("lessonRun");
        QVERIFY(run->isVisible());
        QVERIFY(!run->isEnabled());  // not before the prediction
        say(desk, 60);
        QVERIFY(run->isEnabled());
        QCOMPARE(told(desk), QString());
        desk.find<QSpinBox>("batch")->setValue(77);  // what is trained is the lesson's all the same, and is shown
        press(desk, "lessonRun");
        QTRY_VERIFY(!told(desk).isEmpty());
        const QStringList starts = desk.told({"\"start\""});
        QCOMPARE(starts.size(), 1);
        for (const char* field : {R"("preset":"underflow")", R"("depth":2)", R"("width":16)", R"("precision":"FP16")",
                                  R"("steps":"20")", R"("batch":64)", R"("eval_interval":10)"})
            QVERIFY2(starts.first().contains(field), field);
        QCOMPARE(desk.setup().config().batch(), 64u);
        // The fake's FP16 without a scale stays at 11.7 %.
        QVERIFY2(told(desk).contains("You predicted 60"), qPrintable(told(desk)));
        QVERIFY2(told(desk).contains("11.7"), qPrintable(told(desk)));
        QVERIFY2(told(desk).contains("48.3"), qPrintable(told(desk)));
        QVERIFY(!desk.find<QPushButton>("lessonPredict")->isVisible());
    }

    /// The numbers of a text are those of its runs' end, also for whoever reads on while they train.
    void aTextThatComesBeforeTheEndOfItsRunsSaysSo() {
        Desk desk;
        QVERIFY(desk.window().lessons().open(std::filesystem::path(MANTISSA_RESOURCES) / "lessons/12-many-cards"));
        desk.window().lessons().goTo(5);
        QCOMPARE(told(desk), QString("This text speaks of the end of the runs, which is not reached yet."));
        desk.window().lessons().goTo(4);
        QCOMPARE(told(desk), QString());
    }

    /// Steps are whole numbers, also where a curve is set at a few points of a range that five do not divide.
    void pointsOfACurveStandAtWholeSteps() {
        PredictionForm form;
        lesson::Prediction question;
        question.set_kind("curve");
        question.set_x("step");
        question.set_y("test accuracy, %");
        question.set_x_low(1);
        question.set_x_high(704);
        question.set_low(0);
        question.set_high(100);
        form.show(question, nullptr, false);
        QStringList places;
        for (int i = 0; i < 5; ++i)
            places << form.findChild<QDoubleSpinBox*>(QString("lessonPoint%1").arg(i))->accessibleName();
        QCOMPARE(places.join(", "),
                 QString("test accuracy, % at step 1, test accuracy, % at step 177, test accuracy, % at "
                         "step 353, test accuracy, % at step 528, test accuracy, % at step 704"));
        form.findChild<QDoubleSpinBox*>("lessonPoint1")->setValue(50);
        QCOMPARE(form.findChild<CurveSketch*>("lessonSketch")->drawn()[1], QPointF(177, 50));
    }

    void aDrawnCurveIsHeldAgainstTheRace() {
        Desk desk;
        openTiny(desk, 2);
        auto* sketch = desk.find<CurveSketch>("lessonSketch");
        QVERIFY(sketch->isVisible());
        QVERIFY(!desk.find<QPushButton>("lessonPredict")->isEnabled());
        // From the lower left to the upper right.
        const QRect area = sketch->rect().adjusted(60, 40, -40, -60);
        QTest::mousePress(sketch, Qt::LeftButton, {}, area.bottomLeft());
        QTest::mouseMove(sketch, area.center());
        QMouseEvent move(QEvent::MouseMove, area.topRight(), sketch->mapToGlobal(area.topRight()), Qt::NoButton,
                         Qt::LeftButton, {});
        QApplication::sendEvent(sketch, &move);
        QTest::mouseRelease(sketch, Qt::LeftButton, {}, area.topRight());
        QVERIFY(sketch->drawn().size() > 20);
        QVERIFY(sketch->drawn().last().y() > sketch->drawn().first().y() + 30);
        // The same by keys: the middle of five points.
        auto* middle = desk.find<QDoubleSpinBox>("lessonPoint2");
        QVERIFY(middle->value() > 0);
        middle->setValue(80);
        QCOMPARE(sketch->drawn().size(), 5);
        QCOMPARE(sketch->drawn()[2], QPointF(10, 80));
        predict(desk);
        press(desk, "lessonRun");
        QTRY_VERIFY(!told(desk).isEmpty());
        const QStringList races = desk.told({"\"race\""});
        QCOMPARE(races.size(), 1);
        QVERIFY(races.first().contains(R"("name":"FP32")") && races.first().contains(R"("name":"BF16")"));
        QVERIFY(races.first().contains(R"("precision":"BF16")") && races.first().contains(R"("width":16)"));
        auto* outcome = desk.find<CurveSketch>("lessonOutcome");
        QVERIFY(outcome->isVisible());
        QCOMPARE(outcome->drawn().size(), 5);
        QCOMPARE(outcome->measured().size(), 1);  // the fake evaluates once
        QCOMPARE(outcome->measured().first(), QPointF(20, 50));
        QVERIFY2(told(desk).contains("percentage points apart") && told(desk).contains("50\u00a0%"),
                 qPrintable(told(desk)));
    }

    void itGoesOnWhereItWasLeft() {
        Desk desk;
        openTiny(desk, 1);
        say(desk, 25);
        press(desk, "lessonRun");
        QTRY_VERIFY(!told(desk).isEmpty());
        const QString before = told(desk);
        desk.close();
        desk.open("hello serve");
        QVERIFY(desk.window().lessons().dock()->isVisible());
        QCOMPARE(modelOf(desk).step(), 1);
        QCOMPARE(told(desk), before);
        QCOMPARE(desk.find<QDoubleSpinBox>("lessonNumber")->value(), 25.0);
        // What the step speaks of is on the charts again.
        QTRY_VERIFY(desk.run() && desk.run()->runId() == modelOf(desk).result().runs(0).run_id());
        desk.window().lessons().close();
        desk.close();
        desk.open("hello serve");
        QVERIFY(!desk.window().lessons().dock()->isVisible());
        openTiny(desk, 1);  // closed, not forgotten
        QCOMPARE(told(desk), before);
    }

    void undoTakesBackStepsAndTheStart() {
        Desk desk;
        openTiny(desk);
        const std::uint32_t before = desk.setup().config().width();
        goOn(desk);
        QCOMPARE(desk.setup().config().width(), 16u);
        desk.window().actions().undo->trigger();
        QCOMPARE(modelOf(desk).step(), 0);
        QCOMPARE(desk.setup().config().width(), before);
        desk.window().actions().redo->trigger();
        QCOMPARE(modelOf(desk).step(), 1);
        QCOMPARE(desk.setup().config().width(), 16u);
        say(desk, 40);
        QTest::keyClick(&desk.window(), Qt::Key_Home, Qt::AltModifier);
        QCOMPARE(modelOf(desk).step(), 0);
        QCOMPARE(modelOf(desk).result().answers_size(), 0);
        QVERIFY(desk.setup().config().width() != 16u);
        desk.window().actions().undo->trigger();
        QCOMPARE(modelOf(desk).step(), 1);
        QCOMPARE(modelOf(desk).result().answers(0).number(), 40.0);
        QCOMPARE(desk.setup().config().width(), 16u);
    }

    void besideALessonEveryPageHasItsTab() {
        Desk desk;
        desk.window().resize(1280, 800);
        openTiny(desk);
        QTRY_VERIFY(desk.window().lessons().dock()->width() >= 320);
        PageTabs& pages = desk.window().pages();
        QTabBar* bar = pages.tabBar();
        const int last = pages.count() - 1;
        QTRY_VERIFY2(bar->tabRect(last).right() < pages.width(),
                     qPrintable(QString("%1 of %2").arg(bar->tabRect(last).right()).arg(pages.width())));
        QVERIFY(bar->tabRect(0).left() >= 0);
        // Names that need more room, as in German, have less of it round them instead of scrolling away.
        const QString name = pages.tabText(last);
        desk.window().resize(1900, 800);
        QTRY_VERIFY(!bar->property("narrow").toBool());
        const int usual = bar->tabRect(0).width();
        const int room = pages.width() - bar->tabRect(last).right();
        pages.setTabText(last, name + QString(room / bar->fontMetrics().horizontalAdvance('n') + 4, 'n'));
        desk.window().resize(1899, 800);
        QTRY_VERIFY(bar->tabRect(0).width() < usual);
        QTRY_VERIFY(bar->tabRect(last).right() < pages.width());
        pages.setTabText(last, name);
        desk.window().resize(1900, 800);
        QTRY_COMPARE(bar->tabRect(0).width(), usual);
    }

    void aStepBeforeARaceCanBeUndone() {
        Desk desk;
        openTiny(desk);
        const std::uint32_t before = desk.setup().config().width();
        goOn(desk);
        goOn(desk);
        const run::RunConfig asSet = desk.setup().config();
        desk.window().lessons().showMe();
        TRY_VERIFY(!desk.told({"\"race\""}).isEmpty());
        TRY_COMPARE(modelOf(desk).runState(), LessonRun::Done);
        TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
        QCOMPARE(changedFields(asSet, desk.setup().config()), FieldSet());  // not the last lane's
        desk.window().actions().undo->trigger();
        QCOMPARE(modelOf(desk).step(), 1);
        desk.window().actions().undo->trigger();
        QCOMPARE(modelOf(desk).step(), 0);
        QCOMPARE(desk.setup().config().width(), before);
        QCOMPARE(modelOf(desk).result().runs_size(), 2);  // results are not undone
    }

    void keysMoveAndStopAtTheEnds() {
        Desk desk;
        openTiny(desk);
        QTest::keyClick(&desk.window(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(modelOf(desk).step(), 0);
        for (const int expected : {1, 2, 2}) {
            const int here = modelOf(desk).step();
            QTest::keyClick(&desk.window(), Qt::Key_Right, Qt::AltModifier);
            QCOMPARE(modelOf(desk).step(), here);  // it waits for the prediction
            modelOf(desk).skipQuestion();
            QTest::keyClick(&desk.window(), Qt::Key_Right, Qt::AltModifier);
            QCOMPARE(modelOf(desk).step(), expected);
        }
        QTest::keyClick(&desk.window(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(modelOf(desk).step(), 1);
        QCOMPARE(desk.told({"\"start\""}).size(), 0);  // Space and letters were never meant
    }

    /// Keys lead to the question, and from its answer on: never to a button that gives the answer away.
    void keysLeadToTheQuestionAndOn() {
        Desk desk;
        openTiny(desk);
        desk.window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&desk.window()));
        modelOf(desk).skipQuestion();
        auto* next = desk.find<QToolButton>("lessonNext");
        next->setFocus();
        QTRY_COMPARE(QApplication::focusWidget(), next);
        QTest::keyClick(next, Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(modelOf(desk).step(), 1);
        QVERIFY(!next->isEnabled());
        const QWidget* form = desk.find<QWidget>("lessonForm");
        QVERIFY2(form->isAncestorOf(QApplication::focusWidget()),
                 qPrintable(QApplication::focusWidget()->objectName()));
        say(desk, 40);
        QTRY_VERIFY(QApplication::focusWidget() != nullptr);
        const QString after = QApplication::focusWidget()->objectName();
        QVERIFY2(after != "lessonShowMe" && after != "lessonBack", qPrintable(after));
    }

    /// What stands behind the lesson takes no keys: a note would be written, or a run deleted, out of sight.
    void keysDoNotReachTheDockBehindIt() {
        Desk desk;
        auto* runs = desk.find<QDockWidget>("runsDock");
        QVERIFY(runs->widget()->isEnabled());
        openTiny(desk);
        TRY_VERIFY(!runs->widget()->isEnabled());
        for (const QWidget* one : runs->widget()->findChildren<QWidget*>())
            QVERIFY2(!one->isEnabled(), qPrintable(one->objectName()));
        runs->raise();
        TRY_VERIFY(runs->widget()->isEnabled());
        QVERIFY(!desk.find<QWidget>("lessonPanel")->isEnabled());
    }

    void showMeRunsWithoutAPrediction() {
        Desk desk;
        openTiny(desk, 1);
        desk.window().lessons().showMe();
        QTRY_VERIFY(!told(desk).isEmpty());
        QCOMPARE(desk.told({"\"start\""}).size(), 1);
        QVERIFY2(told(desk).startsWith("The result is 11.7"), qPrintable(told(desk)));
        QCOMPARE(modelOf(desk).result().answers_size(), 0);
        QVERIFY(!desk.find<QPushButton>("lessonPredict")->isVisible());
    }

    void aStoppedRunIsNoOutcome() {
        qputenv("MANTISSA_FAKE_RUNS_END", "0");
        Desk desk;
        openTiny(desk, 1);
        say(desk, 60);
        press(desk, "lessonRun");
        QTRY_VERIFY(desk.run() && desk.run()->step() == 20);
        QCOMPARE(modelOf(desk).runState(), LessonRun::Training);
        QVERIFY(!desk.find<QToolButton>("lessonRun")->isEnabled());
        QVERIFY(modelOf(desk).answerLocked());  // what is predicted trains: no peeking
        emit desk.window().controller().refused("The layer keeps the format that it has.", {});
        QCOMPARE(modelOf(desk).runState(), LessonRun::Training);  // another command's refusal is not the lesson's
        desk.click(desk.window().actions().stop);
        QTRY_COMPARE(modelOf(desk).runState(), LessonRun::Broken);
        QVERIFY(desk.find<QLabel>("lessonRunNote")->text().contains("stopped"));
        QCOMPARE(told(desk), QString());
        QTRY_VERIFY(desk.find<QToolButton>("lessonRun")->isEnabled());  // again
    }

    void aDamagedLessonSaysWhere() {
        Desk desk;
        const std::filesystem::path folder = desk.folder.filePath("broken").toStdString();
        std::filesystem::create_directories(folder);
        std::ofstream(folder / "lesson.json") << R"({"version": 1, "title": ""})";
        QVERIFY(!desk.window().lessons().open(folder));
        QVERIFY(!desk.window().lessons().dock()->isVisible());
        const auto labels = desk.window().banners().findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](const QLabel* label) { return label->text().contains("lesson.json, title"); }));
    }

    void theResultIsOneFile() {
        Desk desk;
        openTiny(desk, 1);
        say(desk, 60);
        press(desk, "lessonRun");
        QTRY_VERIFY(!told(desk).isEmpty());
        const QString file = desk.folder.filePath("ada.json");
        QVERIFY(desk.window().lessons().handIn(file, "Ada\tL."));
        const mantissa::lesson::Result result = read_result(file.toStdString());
        QCOMPARE(result.student(), std::string("Ada L."));
        QCOMPARE(result.lesson(), std::string("tiny"));
        QCOMPARE(result.answers(0).number(), 60.0);
        QVERIFY(result.answers(0).revealed());
        QVERIFY(std::abs(result.answers(0).outcome() - 11.7) < 1e-5);
        QCOMPARE(result.runs(0).name(), std::string("fp16"));
        QCOMPARE(result.runs(0).config().width(), 16u);
    }

    void thePageFetchesNothingAndShowsHtmlAsText() {
        PageText page;
        page.resize(300, 200);
        const QString picture = QString(MANTISSA_RESOURCES) + "/icons/mantissa-16.png";
        page.setPage("# Head\n\n<b>bold</b> <script>x</script> [link](file:///etc/passwd) ![pic](" + picture + ")");
        QVERIFY(page.toPlainText().contains("<b>bold</b>"));
        QVERIFY(page.toPlainText().contains("<script>"));
        QVERIFY(!(page.textInteractionFlags() & (Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard)));
        for (const QString& name : {picture, "file://" + picture}) {
            const QVariant shown = page.document()->resource(QTextDocument::ImageResource, QUrl(name));
            QCOMPARE(shown.value<QImage>().size(), QSize(1, 1));
        }
    }

    void distancesOfCurves() {
        const QVector<QPointF> drawn{{0, 0}, {10, 100}};
        QCOMPARE(*valueAt(drawn, 2.5), 25.0);
        QCOMPARE(*valueAt(drawn, -1), 0.0);
        QCOMPARE(*valueAt(drawn, 11), 100.0);
        QCOMPARE(*meanDistance(drawn, {{0, 10}, {5, 50}, {10, 80}}), 10.0);
        QVERIFY(!meanDistance({}, drawn) && !meanDistance(drawn, {}) && !valueAt({}, 0));
    }

    /// What was begun in one language goes on in another: the answers stay, the words are those of now.
    void anAnswerIsTheSameInEveryLanguage() {
        const QTemporaryDir results;
        const std::filesystem::path folder = results.path().toStdString();
        const std::filesystem::path rulers = MANTISSA_RESOURCES "/lessons/01-rulers";
        LessonModel english, german;
        english.open(rulers, folder, "en");
        english.moveTo(3);
        english.answerChoice(0);
        english.moveTo(4);
        QCOMPARE(english.revelation()->sentence, QString("You chose: All four\nThe answer is: Only FP32"));
        german.open(rulers, folder, "de");
        QCOMPARE(german.step(), 4);
        QVERIFY(german.title() != english.title());
        QVERIFY(german.page() != english.page());
        QCOMPARE(german.revelation()->sentence, QString("You chose: Alle vier\nThe answer is: Nur FP32"));
        QVERIFY(belongs_to(english.result(), german.lesson()));
    }

    void whateverAShippedLessonShowsIsThere() {
        Desk desk;
        PageTabs& pages = desk.window().pages();
        int checked = 0;
        for (const LessonEntry& entry : shipped_lessons()) {
            const LoadedLesson loaded = read_lesson(entry.folder);
            for (int i = 0; i < loaded.content.steps_size(); ++i) {
                const lesson::Step& step = loaded.content.steps(i);
                const QString place = QString("%1, step %2").arg(QString::fromStdString(entry.name)).arg(i + 1);
                if (!step.show().empty()) QVERIFY2(pages.open(QString::fromStdString(step.show())), qPrintable(place));
                if (step.point().empty()) continue;
                QVERIFY2(desk.find<QWidget>(QString::fromStdString(step.point())), qPrintable(place));
                ++checked;
            }
        }
        QVERIFY(checked > 10);
        // And the menu offers them all.
        QVERIFY(desk.window().lessons().list()->actions().size() >= 7);
        QVERIFY(desk.find<QPushButton>("welcomeLessons")->isVisible());
    }
};

QTEST_MAIN(LessonPanelTest)
#include "lesson_panel_test.moc"
