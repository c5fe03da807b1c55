// SPDX-License-Identifier: Apache-2.0
// Class view in words: what is wrong with a hand-in is told without the names of its fields, and at the size of a small
// screen, in German too, no column of the table lies outside it.
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QScrollBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include "engine/base/ulid.h"
#include "engine/lesson/result_file.h"
#include "tests/ui/patience.h"
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

    void everyColumnIsInTheWindow() {
        for (const char* language : {"en", "de"}) {
            QCOMPARE(speak(*qApp, language), QString(language));
            const QTemporaryDir folder;
            write_result(folder.filePath("a-rather-long-name-of-a-file.json").toStdString(), handIn("Ada Lovelace"));
            ClassWindow window;
            window.resize(1280, 800);
            window.openFolder(folder.path());
            TRY_VERIFY(!window.reading());
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            const auto* table = window.findChild<QTableWidget*>("classTable");
            const QHeaderView* head = table->horizontalHeader();
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
