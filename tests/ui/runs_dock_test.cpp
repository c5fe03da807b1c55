// SPDX-License-Identifier: Apache-2.0
// The Runs dock as a person uses it, on a real library: what is done here must be in the file afterwards.
#include "ui/runs/runs_dock.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <filesystem>
#include <memory>

#include "engine/base/ulid.h"
#include "engine/store/library.h"
#include "tests/ui/patience.h"
#include "tests/ui/run_records.h"
#include "ui/client/library_sink.h"
#include "ui/models/run_list.h"
#include "ui/models/session_model.h"
#include "ui/runs/run_details_panel.h"
#include "ui/widgets/theme.h"
#include "ui/words/translation.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

/// A library of three finished runs (oldest first: FP32 at 94.5 %, FP16, BF16) and the dock on it.
class Desk {
  public:
    explicit Desk(bool writable = true) {
        {
            const auto library = Library::open(path, Access::read_write);
            const run::Precision precisions[] = {run::FP32, run::FP16, run::BF16};
            for (int i = 0; i < 3; ++i) {
                ids.push_back(make_ulid());
                run::Record begin = started(ids.back(), precisions[i], 1000.0 * (i + 1));
                begin.mutable_started()->mutable_config()->set_name(std::string("run ") + "ABC"[i]);
                run::Record end = finished(2, run::RunFinished::COMPLETED, ids.back());
                end.mutable_finished()->set_test_accuracy(0.945f - 0.125f * static_cast<float>(i));
                library->append(std::vector{begin, step(1, 1, ids.back()), step(2, 0.5f, ids.back()), end});
            }
        }
        if (writable) sink = std::make_unique<LibrarySink>(Library::open(path, Access::read_write));
        reader = Library::open(path, Access::read_only);
        list = std::make_unique<RunList>(session, nullptr, std::chrono::milliseconds(0));
        list->setLibrary(reader.get(), sink.get());
        window = std::make_unique<QMainWindow>();
        dock = new RunsDock(*list, session, window.get());
        window->addDockWidget(Qt::RightDockWidgetArea, dock);
        window->resize(300, 700);
        window->show();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowExposed(window.get()));
        dock->table()->setFocus();
    }
    ~Desk() {
        menu.reset();
        window.reset();
        list.reset();
    }

    QString id(int run) const { return QString::fromStdString(ids[static_cast<std::size_t>(run)]); }
    RunSummary kept(int run) const { return reader->summary(ids[static_cast<std::size_t>(run)]); }
    int rows() const { return dock->table()->model()->rowCount(); }
    QString name(int row) const { return dock->table()->model()->index(row, 0).data().toString(); }
    /// Selects runs by their number.
    void select(const QList<int>& runs) {
        dock->table()->clearSelection();
        for (int row = 0; row < rows(); ++row) {
            const QModelIndex index = dock->table()->model()->index(row, 0);
            for (const int run : runs) {
                if (index.data(RunList::RunIdRole).toString() != id(run)) continue;
                dock->table()->selectionModel()->setCurrentIndex(
                    index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
            }
        }
    }
    QAction* action(const QString& text) {
        menu.reset(dock->makeMenu());
        for (QAction* one : menu->actions())
            if (one->text().startsWith(text)) return one;
        return nullptr;
    }
    template <typename Widget>
    Widget* find(const char* name) {
        return window->findChild<Widget*>(name);
    }

    QTemporaryDir folder;
    std::filesystem::path path = folder.filePath("library.mantissa").toStdString();
    std::vector<std::string> ids;
    std::unique_ptr<LibrarySink> sink;
    std::unique_ptr<Library> reader;
    SessionModel session;
    std::unique_ptr<RunList> list;
    std::unique_ptr<QMainWindow> window;
    RunsDock* dock = nullptr;
    std::unique_ptr<QMenu> menu;
};

}  // namespace

class RunsDockTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        speak(*qApp, "en");  // whose plurals are a translation too
    }

    void theFilterFindsAsOneTypes() {
        Desk desk;
        QCOMPARE(desk.rows(), 3);
        QTest::keyClick(desk.dock->table(), Qt::Key_F, Qt::ControlModifier);
        auto* search = desk.find<QLineEdit>("runFilter");
        TRY_VERIFY(search->hasFocus());
        QTest::keyClicks(search, "precision:f");
        QCOMPARE(desk.rows(), 3);  // FP32, FP16 and BF16
        QTest::keyClicks(search, "p16");
        QCOMPARE(desk.rows(), 1);
        QCOMPARE(desk.name(0), QString("run B"));
        QTest::keyClick(search, Qt::Key_Down);
        QVERIFY(desk.dock->table()->hasFocus());
        QVERIFY(desk.dock->table()->currentIndex().isValid());
        search->clear();
        QCOMPARE(desk.rows(), 3);
    }

    void tagsAndNotesAreKept() {
        Desk desk;
        desk.select({1});
        auto* tags = desk.find<QLineEdit>("runTags");
        auto* note = desk.find<QPlainTextEdit>("runNote");
        tags->setFocus();
        QTest::keyClicks(tags, "homework, for the report ,");
        QTest::keyClick(tags, Qt::Key_Return);
        TRY_COMPARE(desk.kept(1).tags, (std::vector<std::string>{"homework", "for the report"}));
        desk.action("Write a note")->trigger();
        TRY_VERIFY(note->hasFocus());
        QTest::keyClicks(note, "first line");
        QTest::keyClick(note, Qt::Key_Return);
        QTest::keyClicks(note, "<script>");
        desk.select({2});  // what was typed belongs to the run of before
        TRY_COMPARE(desk.kept(1).note, std::string("first line\n<script>"));
        QCOMPARE(desk.kept(2).note, std::string());
        QCOMPARE(note->toPlainText(), QString());
        QCOMPARE(tags->text(), QString());
        desk.select({1});
        QCOMPARE(note->toPlainText(), QString("first line\n<script>"));
        QTest::keyClicks(note, "!");  // nobody leaves: kept a moment after the last key
        TRY_VERIFY(desk.kept(1).note.find('!') != std::string::npos);
        desk.find<QLineEdit>("runFilter")->setText("tag:homework script");
        QCOMPARE(desk.rows(), 1);
        desk.list->reload();
        QCOMPARE(desk.rows(), 1);
    }

    void whatWasChangedMeanwhileIsSaid() {
        Desk desk;
        const std::string live = make_ulid();
        run::Record begin = started(live, run::FP16, 9000);
        begin.mutable_started()->mutable_config()->set_scaling(run::NONE);
        run::Record change = record(1200, live);
        change.mutable_event()->set_kind(run::EventRecord::CHANGED);
        change.mutable_event()->set_text("loss scaling");
        change.mutable_event()->mutable_change()->set_scaling(run::DYNAMIC);
        desk.session.apply({begin, step(1200, 1, live), change});
        desk.session.setCurrentRun(QString::fromStdString(live));
        TRY_VERIFY(desk.list->rowOf(QString::fromStdString(live)) >= 0);
        desk.ids.push_back(live);
        desk.select({3});
        const QString told = desk.find<QLabel>("runFacts")->text();
        QVERIFY2(told.contains(QStringLiteral("Changed at step 1\u202f200: loss scaling none → dynamic")),
                 qPrintable(told));
        desk.select({0});
        QVERIFY(!desk.find<QLabel>("runFacts")->text().contains("Changed"));
    }

    /// However long the text and however low the dock: tags and note are in sight, then and afterwards.
    void aLongTextLeavesTagsAndNoteInSight() {
        Desk desk;
        desk.window->resize(270, 420);
        const std::string failed = make_ulid();
        run::Record end = finished(1, run::RunFinished::FAILED, failed);
        end.mutable_finished()->mutable_error()->set_code("device");
        end.mutable_finished()->mutable_error()->set_message(
            std::string(40, 'x') + QString("a long reason, of many words ").repeated(25).toStdString());
        desk.session.apply({started(failed, run::FP16, 9000), end});
        desk.session.setCurrentRun(QString::fromStdString(failed));
        desk.ids.push_back(failed);
        TRY_VERIFY(desk.list->rowOf(desk.id(3)) >= 0);
        const auto inSight = [&](const char* name) {
            const auto* widget = desk.find<QWidget>(name);
            QCoreApplication::processEvents();
            return widget->isVisible() && widget->visibleRegion().boundingRect() == widget->rect();
        };
        for (const int run : {3, 0, 3, 1}) {
            desk.select({run});
            TRY_VERIFY(inSight("runTags") && inSight("runNote"));
            const auto* text = desk.find<QLabel>("runFacts");
            QVERIFY(text->height() >= text->heightForWidth(text->width()));  // whole, if only by scrolling
        }
        desk.select({0});
        auto* facts = desk.find<QWidget>("runFacts");
        TRY_VERIFY(facts->visibleRegion().boundingRect().height() > facts->fontMetrics().lineSpacing() * 2);
    }

    void theBaselineIsWhatTheOthersAreMeasuredAgainst() {
        Desk desk;
        desk.select({0});
        QCOMPARE(desk.action("Make it the baseline")->isEnabled(), true);
        desk.action("Make it the baseline")->trigger();
        TRY_VERIFY(desk.kept(0).baseline);
        const auto delta = [&](int run) {
            return desk.list->index(desk.list->rowOf(desk.id(run)), RunList::DeltaColumn).data().toString();
        };
        QCOMPARE(delta(0), QString("baseline"));
        QCOMPARE(delta(1), QChar(0x2212) + QStringLiteral("12.5 points"));
        desk.select({1});
        QVERIFY(desk.find<QLabel>("runFacts")->text().contains("against “run A”"));
        desk.action("Make it the baseline")->trigger();  // there is only one
        TRY_VERIFY(desk.kept(1).baseline && !desk.kept(0).baseline);
        QCOMPARE(delta(0), QStringLiteral("+12.5 points"));
        desk.action("No longer the baseline")->trigger();
        TRY_VERIFY(!desk.kept(1).baseline);
        QCOMPARE(delta(0), QString());
    }

    void onlyWhatDiffersIsInTheTable() {
        Desk desk;
        auto* table = desk.find<QTableWidget>("diffTable");
        QVERIFY(desk.find<QLabel>("diffHint")->text().contains("two runs"));
        for (const int run : {0, 1}) {
            desk.select({run});
            QTest::keyClick(desk.dock->table(), Qt::Key_Space);
            TRY_VERIFY(desk.session.isVisible(desk.id(run)));
        }
        TRY_COMPARE(table->columnCount(), 2);
        QCOMPARE(table->horizontalHeaderItem(0)->text(), QString("run B"));  // newest first
        desk.select({0});
        desk.action("Make it the baseline")->trigger();
        TRY_COMPARE(table->horizontalHeaderItem(0)->text(), QString("run A"));  // the baseline first
        const RunDiff& diff = desk.dock->details().differences();
        QCOMPARE(diff.settings.size(), std::size_t{2});
        QCOMPARE(diff.settings[0].label, QString("precision"));
        QCOMPARE(diff.settings[1].label, QString("loss scaling"));
        QCOMPARE(diff.results.at(1).values.first(), QString("baseline"));
        desk.action("Copy what differs")->trigger();
        QVERIFY(QApplication::clipboard()->text().contains("precision\tFP32\tFP16\n"));
    }

    void deletedRunsComeBack() {
        Desk desk;
        desk.select({0});
        QTest::keyClick(desk.dock->table(), Qt::Key_Return);
        TRY_VERIFY(desk.session.currentRun() && desk.session.isVisible(desk.id(0)));
        QSignalSpy offered(desk.dock, &RunsDock::deleted);
        desk.select({0, 1});
        QTest::keyClick(desk.dock->table(), Qt::Key_Delete);
        QCOMPARE(desk.rows(), 1);
        QCOMPARE(offered.size(), 1);
        QVERIFY(offered[0][0].toString().startsWith("2 runs"));
        TRY_VERIFY(desk.kept(0).deleted && desk.kept(1).deleted);
        QVERIFY(!desk.session.run(desk.id(0)));
        desk.list->reload();
        QCOMPARE(desk.rows(), 1);
        desk.select({2});
        QTest::keyClick(desk.dock->table(), Qt::Key_Delete);
        QCOMPARE(desk.rows(), 0);
        QTest::keyClick(desk.dock->table(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(desk.rows(), 1);
        QTest::keyClick(desk.dock->table(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(desk.rows(), 3);
        TRY_VERIFY(!desk.kept(0).deleted && !desk.kept(1).deleted && !desk.kept(2).deleted);
        TRY_VERIFY(desk.session.isVisible(desk.id(0)));  // on the charts again
        desk.list->reload();
        QCOMPARE(desk.rows(), 3);
        QVERIFY(!desk.action("Undo delete")->isEnabled());
    }

    void onlyErasingIsForGood() {
        Desk desk;
        QVERIFY(!desk.action("Erase")->isEnabled());
        desk.select({1});
        QTest::keyClick(desk.dock->table(), Qt::Key_Delete);
        TRY_VERIFY(desk.kept(1).deleted);
        QAction* erase = desk.action("Erase 1 deleted run for good");
        QVERIFY(erase && erase->isEnabled());
        erase->trigger();
        auto* box = desk.window->findChild<QMessageBox*>("purgeBox");
        QVERIFY(box);
        QCOMPARE(desk.reader->runs().size(), std::size_t{3});  // not before it is confirmed
        QSignalSpy told(desk.list.get(), &RunList::told);
        QTest::mouseClick(box->findChild<QPushButton*>("purgeButton"), Qt::LeftButton);
        TRY_COMPARE(desk.reader->runs().size(), std::size_t{2});
        QVERIFY(!desk.list->canUndoRemove());
        TRY_COMPARE(told.size(), 1);  // once it is done
        QVERIFY(told[0][0].toString().startsWith("1 deleted run was erased"));
        TRY_VERIFY(!desk.action("Erase")->isEnabled());
    }

    void aDeletedRunThatIsImportedIsBack() {
        Desk desk;
        const QString file = desk.folder.filePath("copy.mantissa");
        desk.reader->export_runs({desk.ids[1]}, file.toStdString(), false);
        desk.select({1});
        QTest::keyClick(desk.dock->table(), Qt::Key_Delete);
        TRY_VERIFY(desk.kept(1).deleted);
        QCOMPARE(desk.rows(), 2);
        desk.list->importRuns(file);
        TRY_COMPARE(desk.rows(), 3);
        QVERIFY(!desk.kept(1).deleted);
        QVERIFY(!desk.list->canUndoRemove());  // there is nothing to bring back any more
        QCOMPARE(desk.list->deletedCount(), 0);
    }

    void theRunThatThePagesShowCannotBeHidden() {
        Desk desk;
        desk.select({0});
        QTest::keyClick(desk.dock->table(), Qt::Key_Return);
        TRY_VERIFY(desk.session.currentRun() != nullptr);
        QSignalSpy told(desk.list.get(), &RunList::told);
        QAction* hide = desk.action("Hide on the charts");
        QVERIFY(hide && !hide->isEnabled());
        QVERIFY(hide->toolTip().contains("open another one first"));
        QTest::keyClick(desk.dock->table(), Qt::Key_Space);
        QCOMPARE(told.size(), 1);
        QVERIFY(desk.session.isVisible(desk.id(0)));
    }

    void runsAreHandedOnAndTakenIn() {
        Desk desk;
        QSignalSpy told(desk.list.get(), &RunList::told);
        QSignalSpy failed(desk.list.get(), &RunList::message);
        const QString file = desk.folder.filePath("hand-in.mantissa");
        desk.select({0, 2});
        desk.action("Export selection")->trigger();
        auto* dialog = desk.dock->findChild<QFileDialog*>("exportDialog");
        QVERIFY(dialog);
        emit dialog->fileSelected(file);
        dialog->close();
        TRY_COMPARE(told.size(), 1);
        QVERIFY2(told[0][0].toString().contains("2 runs were exported to hand-in.mantissa"),
                 qPrintable(told[0][0].toString()));
        {
            const auto exported = Library::open(file.toStdString(), Access::read_only);
            QCOMPARE(exported->runs().size(), std::size_t{2});
            QCOMPARE(exported->runs()[1].run_id, desk.ids[2]);
            QCOMPARE(exported->records(desk.ids[0]).size(), desk.reader->records(desk.ids[0]).size());
        }

        Desk other;
        QSignalSpy otherTold(other.list.get(), &RunList::told);
        QSignalSpy otherFailed(other.list.get(), &RunList::message);
        other.action("Import")->trigger();
        dialog = other.dock->findChild<QFileDialog*>("importDialog");
        QVERIFY(dialog);
        emit dialog->fileSelected(file);
        dialog->close();
        TRY_COMPARE(other.reader->runs().size(), std::size_t{5});
        TRY_COMPARE(other.rows(), 5);
        QVERIFY2(otherTold.last()[0].toString().contains("2 runs imported"),
                 qPrintable(otherTold.last()[0].toString()));
        QCOMPARE(other.reader->records(desk.ids[2]).size(), desk.reader->records(desk.ids[2]).size());
        other.list->importRuns(file);
        TRY_COMPARE(otherTold.size(), 2);
        QVERIFY(otherTold[1][0].toString().contains("2 were here already"));
        QVERIFY(otherFailed.isEmpty());

        QFile broken(file);
        QVERIFY(broken.open(QIODevice::ReadWrite));
        QVERIFY(broken.resize(broken.size() / 2));
        broken.close();
        other.list->importRuns(file);
        TRY_COMPARE(otherFailed.size(), 1);
        QVERIFY(otherFailed[0][0].toString().startsWith("Nothing was imported from hand-in.mantissa"));
        QCOMPARE(other.reader->runs().size(), std::size_t{5});
        QVERIFY(failed.isEmpty());
    }

    void theKeyboardDoesWhatTheMenuDoes() {
        Desk desk;
        desk.select({1});
        QTest::keyClick(desk.dock->table(), Qt::Key_F2);
        auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, "renamed");
        QTest::keyClick(editor, Qt::Key_Return);
        TRY_COMPARE(desk.kept(1).name, std::string("renamed"));
        QVERIFY(desk.session.runs().empty());  // the Return was the name's
        desk.dock->table()->setFocus();
        desk.select({0});
        QTest::keyClick(desk.dock->table(), Qt::Key_Return);  // the first to be opened is the current one
        TRY_VERIFY(desk.session.currentRun() != nullptr);
        desk.select({1});
        QTest::keyClick(desk.dock->table(), Qt::Key_Return);
        TRY_VERIFY(QString::fromStdString(desk.session.currentRun()->runId()) == desk.id(1));
        desk.select({0});
        QTest::keyClick(desk.dock->table(), Qt::Key_Return);  // and comes to the front again
        TRY_VERIFY(QString::fromStdString(desk.session.currentRun()->runId()) == desk.id(0));
    }

    void anInterruptedRunOffersToGoOn() {
        Desk desk;
        desk.select({1});
        QVERIFY(!desk.action("Resume from checkpoint"));
        const std::string cut = make_ulid();
        std::atomic<bool> kept{false};
        desk.sink->keep({started(cut, run::FP16, 9000), step(1, 1, cut)}, [&] { kept = true; });
        TRY_VERIFY(kept.load());
        desk.list->reload();
        desk.ids.push_back(cut);
        desk.select({3});
        QSignalSpy resume(desk.dock, &RunsDock::resumeRequested);
        QVERIFY(desk.action("Resume from checkpoint"));
        desk.action("Resume from checkpoint")->trigger();
        QCOMPARE(resume.size(), 1);
        QCOMPARE(resume[0][0].toString(), desk.id(3));
    }

    void aLibraryOfAnotherWindowIsOnlyRead() {
        Desk desk(false);
        desk.select({0});
        for (const char* text : {"Rename", "Write a note", "Pin", "Make it the baseline", "Delete", "Import"}) {
            QAction* action = desk.action(text);
            QVERIFY2(action, text);
            QVERIFY2(!action->isEnabled(), text);
            QVERIFY2(action->toolTip().contains("another window"), text);
        }
        QVERIFY(desk.action("Export selection")->isEnabled());
        QVERIFY(desk.action("Read-only"));
        QVERIFY(desk.find<QPlainTextEdit>("runNote")->isReadOnly());
        QVERIFY(desk.find<QLineEdit>("runTags")->isReadOnly());
        QSignalSpy said(desk.list.get(), &RunList::message);
        QTest::keyClick(desk.dock->table(), Qt::Key_Delete);
        QCOMPARE(desk.rows(), 3);
        QCOMPARE(said.size(), 1);
        QTest::keyClick(desk.dock->table(), Qt::Key_Space);
        TRY_VERIFY(desk.session.isVisible(desk.id(0)));  // looking changes nothing
        QVERIFY(desk.action("Use its settings")->isEnabled());
    }

    /// MANTISSA_PICTURES=folder: for a person to look at, at the width that the dock has in a window of 1280.
    void pictures() {
        const QString folder = qEnvironmentVariable("MANTISSA_PICTURES");
        if (folder.isEmpty()) QSKIP("MANTISSA_PICTURES is not set");
        Desk desk;
        desk.window->resize(270, 560);
        desk.list->setData(desk.list->index(1, RunList::TagsColumn), "homework, fp16");
        desk.list->setData(desk.list->index(1, RunList::NoteColumn),
                           "Loss scale off: the first layer starves.\nTry 2¹⁰.");
        desk.list->setData(desk.list->index(2, 0), true, RunList::BaselineRole);
        for (const int run : {0, 1, 2}) {
            desk.select({run});
            QTest::keyClick(desk.dock->table(), Qt::Key_Space);
            TRY_VERIFY(desk.session.isVisible(desk.id(run)));
        }
        Theme theme(*qApp);
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
            theme.setMode(mode);
            const QString name = folder + (mode == ThemeMode::Light ? "/light-" : "/dark-");
            desk.select({1});
            desk.dock->details().setCurrentIndex(0);
            desk.window->grab().save(name + "run.png");
            desk.dock->details().setCurrentIndex(1);
            TRY_COMPARE(desk.find<QTableWidget>("diffTable")->columnCount(), 3);
            desk.window->grab().save(name + "diff.png");
            const std::unique_ptr<QMenu> menu(desk.dock->makeMenu());
            menu->ensurePolished();
            menu->resize(menu->sizeHint());
            menu->grab().save(name + "menu.png");
        }
    }
};

QTEST_MAIN(RunsDockTest)
#include "runs_dock_test.moc"
