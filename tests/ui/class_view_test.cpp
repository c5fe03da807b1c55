// SPDX-License-Identifier: Apache-2.0
// Class view: thirty students' files of which three are damaged and one is hostile, as chart, table, messages and CSV.
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QListWidget>
#include <QProgressBar>
#include <QRegularExpression>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <memory>

#include "engine/base/error.h"
#include "engine/base/ulid.h"
#include "engine/lesson/lesson_file.h"
#include "engine/lesson/result_file.h"
#include "engine/run/presets.h"
#include "engine/store/library.h"
#include "tests/ui/desk.h"
#include "tests/ui/painted_text.h"
#include "ui/charts/class_dots.h"
#include "ui/charts/format_text.h"
#include "ui/classroom/class_results.h"
#include "ui/classroom/class_window.h"
#include "ui/shell/classroom.h"
#include "ui/shell/lesson_desk.h"
#include "ui/shell/main_window.h"
#include "ui/words/translation.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

constexpr int students = 26;

/// What student number `i` would have handed in: guesses 2·i %, chooses i mod 3, draws a curve that ends at i.
lesson::Result result(int i) {
    lesson::Result r;
    r.set_version(1);
    r.set_lesson("02-small-gradients");
    r.set_title("Small gradients disappear");
    r.set_lesson_sha256("aa");
    r.set_student(QString("Student %1").arg(i, 2, 10, QChar('0')).toStdString());
    r.set_step(8);
    r.set_steps(9);
    r.set_finished(true);
    lesson::Answer* number = r.add_answers();
    number->set_id("guess");
    number->set_kind("number");
    number->set_question("How many images does FP16 get right?");
    number->set_unit("%");
    number->set_number(2.0 * i);
    number->set_revealed(true);
    number->set_measure("fp16.accuracy");
    number->set_outcome(11.35);
    lesson::Answer* choice = r.add_answers();
    choice->set_id("cure");
    choice->set_kind("choice");
    choice->set_question("What cures it?");
    choice->set_choice(static_cast<std::uint32_t>(i % 3));
    const char* names[] = {"more layers", "a loss scale", "a larger batch"};
    choice->set_choice_text(names[i % 3]);
    choice->set_revealed(true);
    choice->set_right_choice(1);
    choice->set_right_choice_text("a loss scale");
    lesson::Answer* curve = r.add_answers();
    curve->set_id("shape");
    curve->set_kind("curve");
    curve->set_question("Draw the accuracy");
    curve->set_unit("%");
    for (const double x : {0.0, 100.0, 300.0}) {
        lesson::Point* point = curve->add_curve();
        point->set_x(x);
        point->set_y(x / 300 * i);
    }
    curve->set_revealed(true);
    for (const double x : {0.0, 200.0, 400.0}) {
        lesson::Point* point = curve->add_outcome_curve();
        point->set_x(x);
        point->set_y(x / 10);  // 30 at the drawn curve's end
    }
    return r;
}

void put(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

/// Thirty files: 26 good ones, three damaged, one that wants to harm.
class Room {
  public:
    Room() {
        for (int i = 1; i <= students; ++i)
            write_result(path(QString("s%1.json").arg(i, 2, 10, QChar('0'))).toStdString(), result(i));
        QFile whole(path("s01.json"));
        if (!whole.open(QIODevice::ReadOnly)) return;
        const QByteArray good = whole.readAll();
        put(path("x1-cut.json"), good.left(good.size() / 2));
        put(path("x2-bytes.json"), QByteArray(good).replace("Student 01", "Student \xff\xfe"));
        put(path("x3-version.json"), QByteArray(good).replace("\"version\":1", "\"version\":7"));
        put(path("x4-hostile.json"),
            "{\"version\":1,\"runs\":" + QByteArray(200000, '[') + QByteArray(200000, ']') + "}");
        put(path("notes.txt"), "not a result");
        put(path("s01.json.bak"), good);
    }
    QString path(const QString& name) const { return folder.filePath(name); }
    QTemporaryDir folder;
};

}  // namespace

class ClassViewTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        QApplication::setQuitOnLastWindowClosed(false);
        speak(*qApp, "en");  // whose plurals are a translation too
    }

    void thirtyFilesOfWhichFourAreBad() {
        const Room room;
        auto window = std::make_unique<ClassWindow>();
        window->openFolder(room.folder.path());
        TRY_VERIFY(!window->reading());
        window->show();
        QCOMPARE(int(window->folder().files.size()), 30);
        QCOMPARE(window->folder().readable(), students);
        auto* problems = window->findChild<QListWidget*>("classProblems");
        QVERIFY(problems->isVisible());
        QCOMPARE(problems->count(), 31);  // of every file it says what it is, of further ones that they are none
        QCOMPARE(problems->item(30)->text(), QString("No hand-ins: notes.txt, s01.json.bak"));
        QCOMPARE(problems->item(4)->text(), QString("s01.json: result of “Small gradients disappear”"));
        const QStringList names{"x1-cut.json", "x2-bytes.json", "x3-version.json", "x4-hostile.json"};
        for (int i = 0; i < names.size(); ++i) {
            const QString line = problems->item(i)->text();
            QVERIFY2(line.startsWith(names[i] + ": could not be read: "), qPrintable(line));
            QVERIFY2(line.count(". ") > 0 && line.endsWith('.') && line.size() > 40 && line.size() < 700,
                     qPrintable(line));
            QVERIFY2(!line.contains(room.folder.path()) && !line.contains('\n'), qPrintable(line));
        }
        QVERIFY2(problems->item(2)->text().contains("version 7"), qPrintable(problems->item(2)->text()));
        QVERIFY(window->findChild<QLabel*>("classSummary")->text().contains("26"));
    }

    void runsOfATaskStandBesideWhatItAskedFor() {
        const QTemporaryDir folder;
        SharedSetup task;
        task.config = default_config();
        task.config.set_precision(run::FP16);
        task.config.set_batch(128);
        task.config.set_steps(20);
        task.locks.title = "Third hour";
        task.locks.locked = {run::RunConfig::kBatchFieldNumber, run::RunConfig::kPrecisionFieldNumber};
        writeSetup(folder.filePath("task.json"), task);
        const SharedSetup handed = readSetup(folder.filePath("task.json"));
        const auto handIn = [&folder, &handed](const QString& student, const auto& change, bool completed = true) {
            run::RunConfig config = complete(handed.config);
            config.set_eval_precision(run::PRECISION_UNSET);  // as a window says it
            config.set_name(student.toStdString());
            change(config);
            const std::string id = make_ulid();
            std::vector<run::Record> records(3);
            records[1].set_step(1);
            records[2].set_step(20);
            for (run::Record& record : records) record.set_run_id(id);
            *records[0].mutable_started()->mutable_config() = config;
            records[1].mutable_step_done()->set_loss(1);
            records[2].mutable_finished()->set_outcome(completed ? run::RunFinished::COMPLETED
                                                                 : run::RunFinished::STOPPED);
            records[2].mutable_finished()->set_test_accuracy(0.5F);
            records[2].mutable_finished()->set_steps(20);
            Library::open(folder.filePath(handInFileName("Third hour", student)).toStdString(), Access::read_write)
                ->append(records);
        };
        handIn("Ada", [](run::RunConfig& config) { config.set_lr(0.25); });
        handIn(
            "Ben", [](run::RunConfig& config) { config.set_batch(64); }, false);
        put(folder.filePath("cut.mantissa"), "no library");
        ClassWindow window;
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.openFolder(folder.path());
        TRY_VERIFY(!window.reading());
        auto* files = window.findChild<QListWidget*>("classProblems");
        QVERIFY(files->item(0)->text().startsWith("cut.mantissa: could not be read: "));
        QStringList told;
        for (int i = 1; i < files->count(); ++i) told << files->item(i)->text();
        QVERIFY2(told.contains("task.json: the task “Third hour”"), qPrintable(told.join('\n')));
        QVERIFY2(told.contains("Third hour - Ada.mantissa: 1 run"), qPrintable(told.join('\n')));
        QCOMPARE(window.questions().size(), std::size_t{1});
        auto* table = window.findChild<QTableWidget*>("classTable");
        QCOMPARE(table->rowCount(), 2);
        QCOMPARE(table->horizontalHeaderItem(2)->text(), QString("Test accuracy"));
        QCOMPARE(table->item(0, 0)->text(), QString("Ada"));
        QVERIFY2(table->item(0, 1)->text().contains("0.25"), qPrintable(table->item(0, 1)->text()));
        QCOMPARE(table->item(0, 2)->text(), QString("50.00\u00a0%"));
        QCOMPARE(table->item(0, 3)->text(), QString());
        QCOMPARE(table->item(1, 0)->text(), QString("Ben"));
        QVERIFY2(table->item(1, 3)->text().contains("128 → 64"), qPrintable(table->item(1, 3)->text()));
        QCOMPARE(table->item(1, 5)->text(), QString("ended at step 20"));
        const QString path = folder.filePath("all.csv");
        QVERIFY(window.saveCsv(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString csv = QString::fromUtf8(file.readAll());
        QVERIFY2(csv.contains("Third hour - Ben.mantissa,Ben,Third hour,,no,,run,"), qPrintable(csv));
        // A copy of a file is no other student's work.
        QVERIFY(
            QFile::copy(folder.filePath("Third hour - Ada.mantissa"), folder.filePath("Third hour - Cora.mantissa")));
        window.openFolder(folder.path());
        TRY_VERIFY(!window.reading());
        QCOMPARE(table->rowCount(), 3);
        QCOMPARE(table->item(2, 0)->text(), QString("Cora"));
        QCOMPARE(table->item(2, 5)->text(), QString("the same run as in Third hour - Ada.mantissa"));
        QCOMPARE(files->item(files->count() - 1)->text(), QString("No hand-ins: all.csv"));
        QVERIFY(window.saveCsv(path));
        QFile again(path);
        QVERIFY(again.open(QIODevice::ReadOnly));
        QVERIFY(again.readAll().contains(",the same run as in Third hour - Ada.mantissa"));
        QVERIFY(QFile::remove(folder.filePath("Third hour - Cora.mantissa")));
        // Without the task's file nothing is claimed about locks.
        QVERIFY(QFile::remove(folder.filePath("task.json")));
        window.openFolder(folder.path());
        TRY_VERIFY(!window.reading());
        QCOMPARE(table->item(1, 3)->text(), QString());
        QVERIFY(window.findChild<QLabel*>("classSummary")->text().contains("is not in this folder"));
    }

    void numbersAreOneDotAStudent() {
        const Room room;
        auto window = std::make_unique<ClassWindow>();
        window->resize(1000, 800);
        window->openFolder(room.folder.path());
        TRY_VERIFY(!window->reading());
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window.get()));
        QCOMPARE(window->questions().size(), std::size_t{3});
        ClassDots& chart = window->chart();
        QCOMPARE(int(chart.dots().size()), students);
        QCOMPARE(chart.dots()[4].name, QString("Student 05"));
        QCOMPARE(chart.dots()[4].predicted, 10.0);
        QCOMPARE(chart.dots()[4].outcome, 11.35);
        // Higher is drawn higher, and none covers another.
        for (std::size_t i = 1; i < chart.dots().size(); ++i) {
            QVERIFY(chart.placeOf(i).y() < chart.placeOf(i - 1).y());
            QVERIFY(chart.plotArea().adjusted(-1, -1, 1, 1).contains(chart.placeOf(i)));
            QVERIFY(!chart.atEdge(i));
        }
        const QImage picture = chart.grab().toImage();
        const QPointF dot = chart.placeOf(9) * picture.devicePixelRatio();
        QCOMPARE(picture.pixelColor(dot.toPoint()), QColor(0x00, 0x72, 0xB2));
        QTest::keyClick(&chart, Qt::Key_Right);
        QVERIFY(chart.selectedText().contains("Student 01") && chart.selectedText().contains("11.35 %"));
        auto* table = window->findChild<QTableWidget*>("classTable");
        QCOMPARE(table->rowCount(), students);
        QCOMPARE(table->item(4, 0)->text(), QString("Student 05"));
        QCOMPARE(table->item(4, 1)->text(), QString("10 %"));
        QCOMPARE(table->item(4, 3)->text(), QString("−1.35"));
        const std::unique_ptr<ChartTable> data(chart.makeTable());
        QCOMPARE(data->rowCount(), students);
        QVERIFY(data->toText().contains("Student 05\t10\t11.35\t"));
    }

    void equalAnswersStandSideBySide() {
        ClassDots chart("t");
        chart.resize(600, 400);
        chart.setNumbers(std::vector<ClassDot>(12, {"x", 11.35, 50.0}), "%");
        for (std::size_t i = 0; i < 12; ++i)
            for (std::size_t k = 0; k < i; ++k) QVERIFY(std::abs(chart.placeOf(i).x() - chart.placeOf(k).x()) > 6.0);
    }

    /// Predictions of 2048 and 2048.5 are no two ticks called 2048.
    void theAxesTellNearNumbersApart() {
        ClassDots chart("t");
        chart.resize(600, 400);
        chart.setNumbers({{"a", 2048.0, 2048.0}, {"b", 2048.0, 2048.5}}, {});
        const QStringList near = paintedTexts(chart);
        const QStringList ticks = near.filter(QRegularExpression("^2048"));
        for (const QString& tick : ticks)
            QVERIFY2(ticks.count(tick) == 2, qPrintable(ticks.join(' ')));  // once on each axis
        QVERIFY2(ticks.contains("2048.0") && ticks.contains("2048.4"), qPrintable(near.join(' ')));
        chart.setNumbers({{"a", 0.0, 0.0}, {"b", 100.0, 100.0}}, "%");
        const QStringList wide = paintedTexts(chart);
        QCOMPARE(wide.count("100"), 2);
        QVERIFY2(!wide.contains("100.0"), qPrintable(wide.join(' ')));
    }

    void anAbsurdValueSpoilsNoAxis() {
        ClassDots chart("t");
        chart.resize(600, 400);
        std::vector<ClassDot> dots;
        for (int i = 0; i < 20; ++i) dots.push_back({"x", 11.35, 5.0 + i});
        dots.push_back({"joker", 11.35, 1e300});
        dots.push_back({"joker", 11.35, -1e300});
        chart.setNumbers(dots, "points");
        QVERIFY(chart.axisMax() < 1000 && chart.axisMin() > -1000);
        QVERIFY(chart.atEdge(20) && chart.atEdge(21) && !chart.atEdge(0));
        QVERIFY(chart.plotArea().adjusted(-30, -1, 30, 1).contains(chart.placeOf(20)));
        chart.grab();
    }

    void choicesArePilesAndTheRightOneIsNamed() {
        const Room room;
        auto window = std::make_unique<ClassWindow>();
        window->resize(1000, 800);
        window->openFolder(room.folder.path());
        TRY_VERIFY(!window->reading());
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window.get()));
        auto* question = window->findChild<QComboBox*>("classQuestion");
        QVERIFY(question->itemText(1).contains("What cures it?"));
        question->setCurrentIndex(1);
        ClassDots& chart = window->chart();
        QCOMPARE(int(chart.dots().size()), students);
        QVERIFY2(chart.accessibleDescription().contains("a loss scale: 9 (right)"),
                 qPrintable(chart.accessibleDescription()));
        const double third = chart.plotArea().width() / 3;
        for (std::size_t i = 0; i < chart.dots().size(); ++i)
            QCOMPARE(int((chart.placeOf(i).x() - chart.plotArea().left()) / third), int(chart.dots()[i].predicted));
        auto* table = window->findChild<QTableWidget*>("classTable");
        QCOMPARE(table->item(0, 1)->text(), QString("a loss scale"));
        QCOMPARE(table->item(0, 3)->text(), QString("right"));
        QCOMPARE(table->item(1, 3)->text(), QString("wrong"));
    }

    void curvesAreComparedAsAWhole() {
        const Room room;
        ClassWindow window;
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.openFolder(room.folder.path());
        TRY_VERIFY(!window.reading());
        auto* table = window.findChild<QTableWidget*>("classTable");
        window.showQuestion(0);
        QVERIFY(table->isColumnHidden(4));
        window.showQuestion(2);
        QVERIFY(!table->isColumnHidden(4));
        // Measured 0, 20 and 40 at 0, 200 and 400; student 30 would be right at the drawn end and wrong elsewhere.
        const auto answers = answersTo(window.folder(), window.questions()[2]);
        for (int i = 1; i <= students; ++i) {
            const double apart = (0 + std::abs(200.0 / 300 * i - 20) + std::abs(i - 40)) / 3;
            const auto& answer = answers[static_cast<std::size_t>(i - 1)];
            QVERIFY(answer.apart);
            QCOMPARE(*answer.apart, apart);
            QCOMPARE(table->item(i - 1, 4)->text(), numberText(apart));
        }
        const QString path = room.path("all.csv");
        QVERIFY(window.saveCsv(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList lines = QString::fromUtf8(file.readAll()).split("\r\n", Qt::SkipEmptyParts);
        const qsizetype column = lines[0].split(',').indexOf("mean_distance");
        QVERIFY(column > 0);
        QCOMPARE(lines[3].split(',')[column].toDouble(), *answers[0].apart);
        QVERIFY(lines[1].split(',')[column].isEmpty());
    }

    void aFolderIsReadBesideTheWindowsWork() {
        const Room room, other;
        ClassWindow window;
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.openFolder(room.folder.path());
        QVERIFY(window.reading());
        QVERIFY(window.folder().files.empty());  // nothing was waited for
        QVERIFY(!window.findChild<QProgressBar*>("classProgress")->isHidden());
        QVERIFY(!window.findChild<QProgressBar*>("classProgress")->accessibleName().isEmpty());
        window.openFolder(other.folder.path());  // instead of the first
        TRY_VERIFY(!window.reading());
        QCOMPARE(window.folder().path, other.folder.path());
        QCOMPARE(int(window.folder().files.size()), 30);
        QVERIFY(window.findChild<QProgressBar*>("classProgress")->isHidden());
        QStringList told;
        const ClassFolder cut = readClass(room.folder.path(), [&told](int read, int all) {
            told << QString("%1/%2").arg(read).arg(all);
            return read < 3;
        });
        QCOMPARE(told, QStringList({"1/30", "2/30", "3/30"}));
        QCOMPARE(int(cut.files.size()), 3);
        window.openFolder(room.folder.path());  // and it may be closed meanwhile
    }

    void whoHasNotAnsweredIsInTheTableOnly() {
        const QTemporaryDir folder;
        lesson::Result waiting = result(1);
        waiting.set_finished(false);
        waiting.set_step(2);
        waiting.mutable_answers()->DeleteSubrange(1, 2);
        waiting.mutable_answers(0)->set_revealed(false);
        waiting.set_lesson_sha256("bb");
        waiting.clear_student();
        write_result(folder.filePath("ann.json").toStdString(), waiting);
        write_result(folder.filePath("ben.json").toStdString(), result(2));
        write_result(folder.filePath("cid.json").toStdString(), result(3));
        const ClassFolder read = readClass(folder.path());
        const auto questions = questionsOf(read);
        const auto answers = answersTo(read, questions[0]);
        QCOMPARE(answers.size(), std::size_t{3});
        QCOMPARE(answers[0].student, QString("ann"));  // no name typed: the file's
        QVERIFY(answers[0].predicted && !answers[0].outcome);
        QVERIFY(answers[0].note.contains("step 3 of 9") && answers[0].note.contains("another version"));
        QVERIFY(answers[1].note.isEmpty());
        QVERIFY(!answersTo(read, questions[1])[0].predicted);
        ClassWindow window;
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.openFolder(folder.path());
        TRY_VERIFY(!window.reading());
        QCOMPARE(window.chart().dots().size(), std::size_t{2});
    }

    void theTableOfAllAnswersIsSafeForSpreadsheets() {
        const Room room;
        lesson::Result hostile = result(3);
        hostile.set_student("=HYPERLINK(\"http://x\",\"<b>1</b>\")");
        write_result(room.path("s03.json").toStdString(), hostile);
        ClassWindow window;
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.openFolder(room.folder.path());
        TRY_VERIFY(!window.reading());
        const QString path = room.path("all.csv");
        QVERIFY(window.saveCsv(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        const QStringList lines = text.split("\r\n", Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 1 + students * 3 + 4);
        const QString cell = "\"'=HYPERLINK(\"\"http://x\"\",\"\"<b>1</b>\"\")\"";
        QVERIFY2(text.contains(cell), qPrintable(lines.filter("s03").first()));
        QVERIFY2(lines[1].startsWith("s01.json,Student 01,02-small-gradients,aa,yes,guess,number,2,11.35,"),
                 qPrintable(lines[1]));
        QVERIFY(lines.filter("x3-version.json").first().contains("version 7"));
        QVERIFY(!window.saveCsv(room.path("no such folder/all.csv")));
        QVERIFY(!window.findChild<QLabel*>("classSummary")->text().isEmpty());
    }

    void linksAndFoldersAreNotFollowed() {
        const Room room;
        const QTemporaryDir other;
        write_result(other.filePath("secret.json").toStdString(), result(1));
        QVERIFY(QFile::link(other.filePath("secret.json"), room.path("z-link.json")));
        QVERIFY(QDir(room.folder.path()).mkdir("z-folder.json"));
        const ClassFolder read = readClass(room.folder.path());
        QCOMPARE(read.readable(), students);
        QCOMPARE(int(read.files.size()), 31);
        QVERIFY2(read.files.back().problem.contains("ordinary file"), qPrintable(read.files.back().problem));
    }

    void anEmptyFolderSaysSo() {
        const QTemporaryDir folder;
        ClassWindow window;
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.openFolder(folder.path());
        TRY_VERIFY(!window.reading());
        QVERIFY(window.findChild<QLabel*>("classSummary")->text().contains("nothing handed in"));
        QVERIFY(window.chart().dots().empty());
        window.openFolder(folder.filePath("gone"));
        TRY_VERIFY(!window.reading());
        QVERIFY(window.folder().files.empty());
    }

    void aResultIsNamedAfterItsLessonAndStudent() {
        Desk desk;
        QVERIFY(desk.window().lessons().open(lesson_folder("02-small-gradients")));
        desk.find<QAction>("lessonResult")->trigger();
        auto* name = desk.window().findChild<QInputDialog*>();
        QVERIFY(name);
        name->setTextValue("Ada L.");
        name->accept();
        auto* save = desk.find<QFileDialog>("lessonHandInDialog");
        QVERIFY(save);
        const QString file = QFileInfo(save->selectedFiles().value(0)).fileName();
        QVERIFY2(file.startsWith("Small gradients disappear") && file.endsWith(" - Ada L..json"), qPrintable(file));
    }

    void theWindowIsOpenedOnce() {
        Desk desk;
        desk.find<QAction>("classView")->trigger();
        auto* window = desk.find<QWidget>("classWindow");
        QVERIFY(window && window->isVisible() && window->isWindow());
        desk.find<QAction>("classView")->trigger();
        QCOMPARE(desk.window().findChildren<ClassWindow*>().size(), 1);
        window->close();
        QTRY_VERIFY(desk.window().findChildren<ClassWindow*>().isEmpty());
        desk.find<QAction>("classView")->trigger();
        QCOMPARE(desk.window().findChildren<ClassWindow*>().size(), 1);
    }
};

QTEST_MAIN(ClassViewTest)
#include "class_view_test.moc"
