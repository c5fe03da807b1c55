// SPDX-License-Identifier: Apache-2.0
// Class view in words: what is wrong with a hand-in is told without the names of its fields, and at the size of a small
// screen, in German too, no column of the table lies outside it.
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QScrollBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include "engine/base/ulid.h"
#include "engine/lesson/lesson_file.h"
#include "engine/lesson/result_file.h"
#include "tests/ui/painted_text.h"
#include "tests/ui/patience.h"
#include "ui/charts/class_dots.h"
#include "ui/charts/line_chart.h"
#include "ui/classroom/class_results.h"
#include "ui/classroom/class_window.h"
#include "ui/words/translation.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

/// One question, with the answer "a loss scale that begins at one thousand and twenty-four".
lesson::Result handIn(const std::string& student) {
    lesson::Result result;
    result.set_version(1);
    result.set_lesson("02-small-gradients");
    result.set_title("Small gradients disappear");
    result.set_student(student);
    result.set_lesson_sha256("0123");
    result.set_step(2);
    result.set_steps(9);
    lesson::Answer& answer = *result.add_answers();
    answer.set_id("cause");
    answer.set_kind("choice");
    answer.set_question("What cures it?");
    answer.set_choice(1);
    answer.set_choice_text("A loss scale that begins at one thousand and twenty-four");
    answer.set_revealed(true);
    answer.set_right_choice(2);
    answer.set_right_choice_text("Many more layers, and a batch that is twice as large");
    return result;
}

}  // namespace

class ClassWordsTest : public QObject {
    Q_OBJECT

  private slots:
    void cleanup() {
        for (QTranslator* one : qApp->findChildren<QTranslator*>()) delete one;
    }

    void aBrokenHandInIsToldInWords() {
        QCOMPARE(speak(*qApp, "en"), QString("en"));
        const QTemporaryDir folder;
        const auto path = [&folder](const char* name) { return folder.filePath(name).toStdString(); };
        lesson::Result twice = handIn("Ada");
        *twice.add_answers() = twice.answers(0);
        write_result(path("1.json"), twice);
        lesson::Result unknown = handIn("Ben");
        unknown.mutable_answers(0)->set_kind("song");
        write_result(path("2.json"), unknown);
        lesson::Result run = handIn("Cem");
        run.add_runs()->set_name("fp16");
        run.mutable_runs(0)->set_run_id("nothing");
        write_result(path("3.json"), run);
        write_result(path("4.json"), handIn("Da\x07n"));
        lesson::Result step = handIn("Eve");
        step.set_step(30);
        write_result(path("5.json"), step);
        ClassWindow window;
        window.openFolder(folder.path());
        TRY_VERIFY(!window.reading());
        const auto* files = window.findChild<QListWidget*>("classProblems");
        QStringList lines;
        for (int i = 0; i < files->count(); ++i) lines << files->item(i)->text();
        QCOMPARE(lines.size(), 5);
        const char* told[] = {"answer 2: it is missing or used twice.", "answer 1: the answer is missing.",
                              "run 1: this is not the id of a run.",
                              "the student's name: the text contains a control character.", "step 30 of 9."};
        for (int i = 0; i < 5; ++i) {
            const QString begin = QString("%1.json: could not be read: %2").arg(i + 1).arg(told[i]);
            QVERIFY2(lines[i].startsWith(begin), qPrintable(lines[i]));
            QVERIFY2(!lines[i].contains('[') && !lines[i].contains('_'), qPrintable(lines[i]));
        }
    }

    /// All choices stand in their order, in the window's language, whatever the students' was.
    void choicesAreTheLessonsInTheWindowsLanguage_data() {
        QTest::addColumn<bool>("older");
        QTest::newRow("this version") << false;
        QTest::newRow("another version, with the same question") << true;
    }
    void choicesAreTheLessonsInTheWindowsLanguage() {
        QFETCH(bool, older);
        const QTemporaryDir folder;
        const LoadedLesson english = read_lesson(lesson_folder("11-more-than-a-loss-scale"));
        for (const std::uint32_t choice : {2U, 1U}) {
            lesson::Result result = new_result(english);
            result.set_student(choice == 1 ? "Ada" : "Ben");
            lesson::Answer& answer = *result.add_answers();
            answer.set_id("switch");
            answer.set_kind("choice");
            answer.set_question("Which of the three learns?");
            answer.set_choice(choice);
            answer.set_choice_text(choice == 1 ? "A-attention" : "A-results");
            if (older) result.set_lesson_sha256("older");
            write_result(folder.filePath(QString("%1.json").arg(choice)).toStdString(), result);
        }
        QCOMPARE(speak(*qApp, "de"), QString("de"));
        ClassWindow window;
        window.resize(1000, 700);
        window.openFolder(folder.path());
        TRY_VERIFY(!window.reading());
        window.show();
        const QStringList painted = paintedTexts(window.chart());
        for (const char* choice : {"A-gradients", "A-attention", "A-results", "Keiner von ihnen"})
            QVERIFY2(painted.contains(choice), qPrintable(painted.join(" | ")));
        const auto* table = window.findChild<QTableWidget*>("classTable");
        QCOMPARE(table->item(0, 1)->text(), QString("A-attention"));
        const LoadedLesson german = read_lesson(english.folder, "de");
        QVERIFY(german.content.title() != english.content.title());
        const QString asked = window.findChild<QComboBox*>("classQuestion")->itemText(0);
        QVERIFY2(older || asked.startsWith(QString::fromStdString(german.content.title())), qPrintable(asked));
        QVERIFY2(!asked.contains("Which of the three"), qPrintable(asked));
        if (older) return;  // its title may be another
        const QString file = window.findChild<QListWidget*>("classProblems")->item(0)->text();
        QVERIFY2(file.contains(QString::fromStdString(german.content.title())), qPrintable(file));
    }

    /// Of a teacher's own lesson all choices have their words, also those that nobody chose: from the file, or, of a
    /// file without them, from the lesson, where that is open.
    void choicesThatNobodyChoseHaveTheirWords() {
        QCOMPARE(speak(*qApp, "en"), QString("en"));
        const QTemporaryDir folder, lessons;
        const std::filesystem::path own = lessons.path().toStdString() + "/my-own";
        std::filesystem::copy(lesson_folder("11-more-than-a-loss-scale"), own,
                              std::filesystem::copy_options::recursive);
        const LoadedLesson lesson = read_lesson(own);
        const auto painted = [&](bool named, bool open) {
            lesson::Result result = new_result(lesson);
            lesson::Answer& answer = *result.add_answers();
            answer.set_id("switch");
            answer.set_kind("choice");
            answer.set_question("Which of the three learns?");
            answer.set_choice(1);
            answer.set_choice_text("A-attention");
            if (named)
                for (const char* choice : {"A-gradients", "A-attention", "A-results", "None of them"})
                    answer.add_choices(choice);
            write_result(folder.filePath("ada.json").toStdString(), result);
            ClassWindow window;
            window.resize(1000, 700);
            if (open) window.setOwnLesson(QString::fromStdString(own.string()));
            window.openFolder(folder.path());
            if (!QTest::qWaitFor([&] { return !window.reading(); }, 30000)) return QString();
            window.show();
            return paintedTexts(window.chart()).join(" | ");
        };
        QVERIFY2(painted(false, false).contains("answer 1"), "only those that somebody chose are known");
        for (const auto& [named, open] : {std::pair(true, false), {false, true}})
            for (const char* choice : {"A-gradients", "A-attention", "A-results", "None of them"})
                QVERIFY2(painted(named, open).contains(choice), choice);
    }

    /// Everybody's curve and the measured one, in one picture with its axes' names; distances with their unit.
    void curvesAreDrawnOverEachOther() {
        QCOMPARE(speak(*qApp, "en"), QString("en"));
        const QTemporaryDir folder;
        for (const int end : {20, 40}) {
            lesson::Result result = handIn(end == 20 ? "Ada" : "Ben");
            lesson::Answer& answer = *result.mutable_answers(0);
            answer.Clear();
            answer.set_id("shape");
            answer.set_kind("curve");
            answer.set_question("Draw the accuracy");
            answer.set_x("step");
            answer.set_y("test accuracy, %");
            answer.set_revealed(true);
            for (const auto& [x, y] : {std::pair(0, 0), {100, end}}) {
                lesson::Point& point = *answer.add_curve();
                point.set_x(x);
                point.set_y(y);
                lesson::Point& truth = *answer.add_outcome_curve();
                truth.set_x(x);
                truth.set_y(x / 2.0);
            }
            write_result(folder.filePath(QString("%1.json").arg(end)).toStdString(), result);
        }
        ClassWindow window;
        window.resize(1100, 700);
        window.openFolder(folder.path());
        TRY_VERIFY(!window.reading());
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        LineChart& curves = window.curves();
        QVERIFY(curves.isVisible() && !window.chart().isVisible());
        QCOMPARE(curves.title(), QString("Drawn curves: test accuracy, %"));
        QCOMPARE(curves.seriesIds(), QStringList({"drawn0", "drawn1", "measured"}));
        const QStringList painted = paintedTexts(curves);
        QCOMPARE(painted.count("students"), 1);  // one entry for all
        QVERIFY2(painted.contains("measured") && painted.contains("step"), qPrintable(painted.join(" | ")));
        const auto* table = window.findChild<QTableWidget*>("classTable");
        QCOMPARE(table->item(0, 1)->text(), QString("20 %"));
        QCOMPARE(table->item(0, 4)->text(), QString("15"));
        QVERIFY(window.findChild<QLabel*>("classSummary")->text().endsWith("in percentage points."));
    }

    void aFileThatIsThereTwiceCountsOnce() {
        QCOMPARE(speak(*qApp, "en"), QString("en"));
        const QTemporaryDir folder;
        write_result(folder.filePath("ada.json").toStdString(), handIn("Ada L."));
        QVERIFY(QFile::copy(folder.filePath("ada.json"), folder.filePath("ada11 (1).json")));
        ClassWindow window;
        window.openFolder(folder.path());
        TRY_VERIFY(!window.reading());
        QCOMPARE(window.findChild<QTableWidget*>("classTable")->rowCount(), 1);
        QCOMPARE(window.chart().dots().size(), std::size_t{1});
        QCOMPARE(window.findChild<QLabel*>("classSummary")->text(),
                 QString("Results: 1. Copies of them, which do not count: 1."));
        QCOMPARE(
            window.findChild<QListWidget*>("classProblems")->item(1)->text(),
            QString("ada11 (1).json: result of “Small gradients disappear”, the same as ada.json: it counts once"));
        QVERIFY(window.saveCsv(folder.filePath("all.csv")));
        QFile csv(folder.filePath("all.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readAll().count("What"), 0);  // no question twice: one line of an answer, one of the copy
        csv.seek(0);
        QCOMPARE(csv.readAll().count(",cause,choice,"), 1);
    }

    void aResultThatBreaksOffIsCalledAResult() {
        QCOMPARE(speak(*qApp, "en"), QString("en"));
        const QTemporaryDir folder;
        lesson::Result whole = handIn("Ada");
        whole.add_runs()->set_name("fp16");
        whole.mutable_runs(0)->mutable_config()->set_batch(64);
        whole.mutable_runs(0)->set_run_id(make_ulid());
        write_result(folder.filePath("cut.json").toStdString(), whole);
        QFile file(folder.filePath("cut.json"));
        QVERIFY(file.open(QIODevice::ReadWrite));
        const qint64 inRuns = file.readAll().indexOf("\"batch\"") + 9;
        QVERIFY(file.resize(inRuns));
        file.close();
        ClassWindow window;
        window.openFolder(folder.path());
        TRY_VERIFY(!window.reading());
        QCOMPARE(window.findChild<QListWidget*>("classProblems")->item(0)->text(),
                 QString("cut.json: could not be read: the result is not complete: its end is missing. Ask for the "
                         "file once more."));
    }

    void everyColumnIsInTheWindow() {
        for (const char* language : {"en", "de"}) {
            QCOMPARE(speak(*qApp, language), QString(language));
            const QTemporaryDir folder;
            write_result(folder.filePath("a-rather-long-name-of-a-file.json").toStdString(),
                         handIn("Björn Ångström-Müller, a very long name of a student indeed"));
            ClassWindow window;
            window.resize(1280, 800);
            window.openFolder(folder.path());
            TRY_VERIFY(!window.reading());
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            const auto* table = window.findChild<QTableWidget*>("classTable");
            const QHeaderView* head = table->horizontalHeader();
            QVERIFY(head->sectionSize(0) <= 24 * table->fontMetrics().averageCharWidth());
            // A long answer takes more lines, and is not cut.
            TRY_VERIFY(table->rowHeight(0) >= 2 * table->fontMetrics().height());
            QVERIFY2(table->horizontalScrollBar()->maximum() == 0,
                     qPrintable(QString::number(table->horizontalScrollBar()->maximum())));
            for (int column = 0; column < table->columnCount(); ++column) {
                if (head->isSectionHidden(column)) continue;
                const QString name = table->horizontalHeaderItem(column)->text();
                QVERIFY2(table->fontMetrics().horizontalAdvance(name) < head->sectionSize(column), qPrintable(name));
                const QString whole = table->item(0, column)->text();
                QVERIFY2(whole.isEmpty() || table->item(0, column)->toolTip().contains(whole), qPrintable(name));
            }
            cleanup();
        }
    }
};

QTEST_MAIN(ClassWordsTest)
#include "class_words_test.moc"
