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
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTableWidget>
#include <QTest>
#include <atomic>
#include <filesystem>
#include <memory>

#include "engine/run/presets.h"
#include "engine/store/library.h"
#include "tests/ui/patience.h"
#include "tests/ui/runs_desk.h"
#include "ui/client/library_sink.h"
#include "ui/models/run_list.h"
#include "ui/models/session_model.h"
#include "ui/runs/run_details_panel.h"
#include "ui/widgets/theme.h"
#include "ui/words/translation.h"

using namespace mantissa;
using namespace mantissa::ui;

class RunsDockTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        speak(*qApp, "en");  // whose plurals are a translation too
    }

    void theFilterFindsAsOneTypes() {
        RunsDesk desk;
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
        RunsDesk desk;
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
        RunsDesk desk;
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

    /// Only the preset's own network is called by its name.
    void anotherNetworkIsNotCalledByItsPreset() {
        RunsDesk desk;
        for (const run::Model model : {run::CNN, run::MLP}) {
            const std::string id = make_ulid();
            run::Record begin = started(id, run::FP16, 9000);
            run::RunConfig& config = *begin.mutable_started()->mutable_config();
            config = merge(config, preset_named("classic").config());
            config.set_preset("classic");
            config.set_model(model);
            config.set_depth(2);
            config.set_width(64);
            desk.session.apply({begin, step(1, 1, id)});
            TRY_VERIFY(desk.list->rowOf(QString::fromStdString(id)) >= 0);
            desk.ids.push_back(id);
        }
        desk.select({3});
        const QString own = desk.find<QLabel>("runFacts")->text();
        QVERIFY2(own.contains(QStringLiteral(" · classic")), qPrintable(own));
        desk.select({4});
        const QString other = desk.find<QLabel>("runFacts")->text();
        QVERIFY2(other.contains(QStringLiteral("MLP 2×64, from classic")), qPrintable(other));
    }

    /// However long the text and however low the dock: tags and note are in sight, then and afterwards.
    void aLongTextLeavesTagsAndNoteInSight() {
        RunsDesk desk;
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
        RunsDesk desk;
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
        RunsDesk desk;
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

    void theRunThatThePagesShowCannotBeHidden() {
        RunsDesk desk;
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
        RunsDesk desk;
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

        RunsDesk other;
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
        RunsDesk desk;
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
        RunsDesk desk;
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

    /// The panel below describes the run that the pages show, and one that is chosen until another comes on display.
    void theDetailsGoOnToTheNextRunOnDisplay() {
        RunsDesk desk;
        const auto described = [&](const char* format) {
            return desk.find<QLabel>("runFacts")->text().contains(QString(format));
        };
        desk.select({0});
        QTest::keyClick(desk.dock->table(), Qt::Key_Return);
        TRY_VERIFY(desk.session.currentRun() && desk.session.isVisible(desk.id(0)));
        QVERIFY(described("FP32"));
        desk.list->show(desk.id(1));
        TRY_VERIFY(desk.session.run(desk.id(1)) != nullptr);
        desk.session.setCurrentRun(desk.id(1));
        QVERIFY(described("FP16"));
        desk.select({2});
        QVERIFY(described("BF16"));
        desk.session.setCurrentRun(desk.id(0));
        QVERIFY(described("FP32"));
        // But not while somebody writes on the chosen one.
        desk.select({2});
        auto* tags = desk.dock->details().findChild<QLineEdit*>();
        tags->setFocus();
        desk.session.setCurrentRun(desk.id(1));
        QVERIFY(described("BF16"));
    }

    /// Two windows, or a window and a command line, on one library.
    void whatOthersDoToARunIsShown() {
        RunsDesk desk;
        const auto names = [&] {
            QStringList all;
            for (int row = 0; row < desk.rows(); ++row) all << desk.name(row);
            return all;
        };
        QCOMPARE(names(), (QStringList{"run C", "run B", "run A"}));
        desk.list->show(desk.id(2));
        TRY_VERIFY(desk.session.run(desk.id(2)) != nullptr);
        const auto other = Library::open(desk.path, Access::read_write);
        other->remove(desk.ids[1]);
        other->set_name(desk.ids[0], "the oldest");
        other->set_note(desk.ids[0], "of the morning");
        other->set_name(desk.ids[2], "open here");
        TRY_COMPARE(names(), (QStringList{"open here", "the oldest"}));
        QCOMPARE(desk.list->deletedCount(), 1);
        desk.select({0});
        QCOMPARE(desk.find<QPlainTextEdit>("runNote")->toPlainText(), QString("of the morning"));
        other->set_pinned(desk.ids[0], true);
        other->restore(desk.ids[1]);
        TRY_COMPARE(names(), (QStringList{"the oldest", "open here", "run B"}));
        QCOMPARE(desk.list->deletedCount(), 0);
        QSignalSpy baseline(desk.list.get(), &RunList::baselineChanged);
        other->set_baseline(desk.ids[0], true);
        TRY_VERIFY(desk.list->baseline() && desk.list->baseline()->id == desk.id(0));
        const auto told = baseline.size();
        other->set_baseline(desk.ids[0], false);
        TRY_VERIFY(desk.list->baseline() == nullptr && baseline.size() > told);
        // Deleted and brought back here, then deleted by the other.
        QSignalSpy written(desk.sink.get(), &LibrarySink::edited);
        QCOMPARE(desk.list->removeRuns({desk.id(1)}), 1);
        QCOMPARE(desk.list->undoRemove(), 1);
        TRY_COMPARE(written.size(), 2);
        QVERIFY(!desk.kept(1).deleted);
        TRY_COMPARE(desk.rows(), 3);
        other->remove(desk.ids[1]);
        TRY_COMPARE(names(), (QStringList{"the oldest", "open here"}));
        other->restore(desk.ids[1]);
        TRY_COMPARE(desk.rows(), 3);
        // What is done here meanwhile stays done.
        QCOMPARE(desk.list->removeRuns({desk.id(1)}), 1);
        TRY_VERIFY(desk.kept(1).deleted);
        other->set_name(desk.ids[0], "once more");
        TRY_COMPARE(names(), (QStringList{"once more", "open here"}));
        other->remove(desk.ids[0]);
        QCOMPARE(other->purge_deleted(), std::size_t{2});
        TRY_COMPARE(names(), (QStringList{"open here"}));
        QCOMPARE(desk.list->deletedCount(), 0);
    }

    void aLibraryOfAnotherWindowIsOnlyRead() {
        RunsDesk desk(false);
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
        RunsDesk desk;
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
        theme.dress();
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
