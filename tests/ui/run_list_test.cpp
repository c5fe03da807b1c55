// SPDX-License-Identifier: Apache-2.0
// The list of runs and the writing end of the library, on real library files in a temporary folder.
#include "ui/models/run_list.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <filesystem>
#include <set>

#include "engine/base/ulid.h"
#include "engine/store/library.h"
#include "tests/support/file_limit.h"
#include "tests/ui/patience.h"
#include "tests/ui/run_records.h"
#include "ui/client/import_words.h"
#include "ui/client/library_sink.h"
#include "ui/models/session_model.h"
#include "ui/models/stored_run.h"
#include "ui/words/translation.h"

using namespace mantissa;
using namespace mantissa::ui;

class RunListTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { speak(*qApp, "en"); }  // whose plurals are a translation too

    void theListOfASessionWithoutALibrary() {
        SessionModel session;
        RunList list(session, nullptr, std::chrono::milliseconds(0));
        const QAbstractItemModelTester tester(&list, QAbstractItemModelTester::FailureReportingMode::QtTest);
        session.apply({started("A", run::FP32, 100), step(1, 1, "A")});
        run::Record second = started("B", run::FP16, 200);
        second.mutable_started()->mutable_config()->set_test_examples(500);
        second.mutable_started()->mutable_config()->set_task(run::CLASSIFY);
        session.apply({second, step(1, 1, "B")});
        QCOMPARE(list.rowCount(), 2);
        QCOMPARE(list.runId(0), QStringLiteral("B"));  // newest first
        const auto cell = [&](int row, int column) { return list.index(row, column).data().toString(); };
        QCOMPARE(cell(0, RunList::PrecisionColumn), QStringLiteral("FP16"));
        QCOMPARE(cell(0, RunList::ScalingColumn), QStringLiteral("dynamic"));
        QCOMPARE(cell(0, RunList::ModelColumn), QStringLiteral("MLP 6×128"));
        QCOMPARE(cell(0, RunList::StateColumn), QStringLiteral("running"));
        QCOMPARE(cell(0, RunList::ResultColumn), QString());
        QSignalSpy changes(&list, &QAbstractItemModel::dataChanged);
        for (std::uint32_t i = 2; i < 100; ++i) session.apply({step(i, 1, "B")});
        QCOMPARE(changes.count(), 0);  // not one for each batch
        TRY_COMPARE(changes.count(), 1);
        QCOMPARE(cell(0, RunList::StepsColumn), QStringLiteral("99"));
        session.apply({finished(99, run::RunFinished::COMPLETED, "B")});
        TRY_COMPARE(cell(0, RunList::ResultColumn), QStringLiteral("94.5\u00a0% of 500"));
        QVERIFY(list.setData(list.index(1, 0), true, RunList::PinnedRole));
        QCOMPARE(list.runId(0), QStringLiteral("A"));
        QVERIFY(list.setData(list.index(0, 0), false, RunList::PinnedRole));
        QCOMPARE(list.runId(0), QStringLiteral("B"));
        QVERIFY(list.setData(list.index(1, 0), QStringLiteral("first try"), Qt::EditRole));
        TRY_COMPARE(cell(1, RunList::NameColumn), QStringLiteral("first try"));
        QVERIFY(list.setData(list.index(1, 0), Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(!session.isVisible(QStringLiteral("A")));
        QCOMPARE(list.index(1, 0).data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
        QVERIFY(!list.setData(list.index(0, 0), Qt::Unchecked, Qt::CheckStateRole));  // the current one stays
        QVERIFY(list.index(0, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("&lt;b&gt;")));
        QSignalSpy said(&list, &RunList::message);
        QCOMPARE(list.removeRuns({QStringLiteral("A")}), 0);  // live
        QCOMPARE(said.count(), 1);
        QCOMPARE(list.removeRuns({QStringLiteral("B")}), 1);
        QCOMPARE(list.rowCount(), 1);
    }

    /// What the runs of a comparison differ by beside their settings stands in the list of another day, too.
    void controlAndSeedOfALibrary() {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath(QStringLiteral("runs.sqlite")).toStdString();
        LibrarySink sink(Library::open(path, Access::read_write));
        std::atomic<int> committed{0};
        for (const bool control : {false, true}) {
            run::Record begun = started(make_ulid(), run::FP32, control ? 2000 : 1000);
            begun.mutable_started()->mutable_config()->set_one_ulp(control);
            begun.mutable_started()->mutable_config()->set_seed(control ? 2 : 1);
            sink.keep({begun}, [&] { ++committed; });
        }
        TRY_COMPARE(committed.load(), 2);
        const std::unique_ptr<Library> reader = Library::open(path, Access::read_only);
        SessionModel session;
        RunList list(session, nullptr, std::chrono::milliseconds(0));
        list.setLibrary(reader.get(), &sink);
        QCOMPARE(list.rowCount(), 2);
        const auto cell = [&](int row) { return list.index(row, RunList::NameColumn); };
        QVERIFY2(cell(0).data().toString().endsWith(", control"), qPrintable(cell(0).data().toString()));
        QVERIFY(!cell(1).data().toString().contains("control"));
        QCOMPARE(cell(0).data(RunList::SeedRole).toULongLong(), 2ULL);
        QCOMPARE(cell(1).data(RunList::SeedRole).toULongLong(), 1ULL);
        // A ghost of an earlier day is told from the run that it is of.
        run::Record ghost = started(make_ulid(), run::FP32, 3000);
        run::RunIdentity& identity = *ghost.mutable_started()->mutable_identity();
        identity.set_ghost(true);
        identity.set_parent_run_id(list.runId(1).toStdString());
        identity.set_fork_step(749);
        sink.keep({ghost}, [&] { ++committed; });
        TRY_COMPARE(committed.load(), 3);
        RunList later(session, nullptr, std::chrono::milliseconds(0));
        later.setLibrary(reader.get(), &sink);
        QCOMPARE(later.rowCount(), 3);
        const QString name = later.index(0, RunList::NameColumn).data().toString();
        QVERIFY2(name.endsWith(", ghost from step 749"), qPrintable(name));
    }

    /// Lanes of one format are told apart before they are opened, and where only some are.
    void markersOfARaceOfALibrary() {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath(QStringLiteral("runs.sqlite")).toStdString();
        std::vector<run::Record> race;
        for (int i = 0; i < 4; ++i) {
            race.push_back(started(make_ulid(), run::FP16, 1000));
            race.back().mutable_started()->mutable_identity()->set_race_id("RACE");
        }
        const auto library = Library::open(path, Access::read_write);
        library->append(race);
        SessionModel session;
        RunList list(session, nullptr, std::chrono::milliseconds(0));
        list.setLibrary(library.get(), nullptr);
        const auto variants = [&] {
            std::set<int> all;
            for (int row = 0; row < list.rowCount(); ++row)
                all.insert(list.index(row, RunList::NameColumn).data(RunList::VariantRole).toInt());
            return all;
        };
        QCOMPARE(list.rowCount(), 4);
        QCOMPARE(variants(), (std::set<int>{0, 1, 2, 3}));
        session.addRecorded({race[2]});
        QCOMPARE(list.rowCount(), 4);
        QCOMPARE(variants(), (std::set<int>{0, 1, 2, 3}));
    }

    /// Before it is opened a run is called by all of its formats, as after; a ghost that was adopted is none any more.
    void aRunThatChangedItsFormatIsCalledSoBeforeItIsOpened() {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath(QStringLiteral("runs.sqlite")).toStdString();
        const std::string id = make_ulid();
        LibrarySink sink(Library::open(path, Access::read_write));
        std::atomic<int> committed{0};
        run::Record begun = started(id, run::FP32, 1000);
        run::RunIdentity& identity = *begun.mutable_started()->mutable_identity();
        identity.set_ghost(true);
        identity.set_parent_run_id(make_ulid());
        identity.set_fork_step(1);
        run::Record changed = eventAt(2, run::EventRecord::CHANGED, "precision: FP32 → BF16");
        changed.mutable_event()->mutable_change()->set_precision(run::BF16);
        run::Record adopted = eventAt(2, run::EventRecord::ADOPTED);
        for (run::Record* const one : {&changed, &adopted}) one->set_run_id(id);
        sink.keep({begun, changed, adopted}, [&] { ++committed; });
        TRY_COMPARE(committed.load(), 1);
        const std::unique_ptr<Library> reader = Library::open(path, Access::read_only);
        SessionModel session;
        RunList list(session, nullptr, std::chrono::milliseconds(0));
        list.setLibrary(reader.get(), &sink);
        const QModelIndex cell = list.index(0, RunList::NameColumn);
        QCOMPARE(cell.data().toString(), QStringLiteral("FP32→BF16 · batch 256, from step 1 of another"));
        QCOMPARE(cell.data(RunList::PrecisionRole).toInt(), int(run::BF16));
        QSignalSpy shown(&list, &RunList::shown);
        list.show(QString::fromStdString(id));
        TRY_COMPARE(shown.count(), 1);
        QCOMPARE(list.index(0, RunList::NameColumn).data().toString(), QStringLiteral("FP32→BF16 · batch 256"));
        QCOMPARE(list.index(0, 0).data(RunList::PrecisionRole).toInt(), int(run::BF16));
    }

    void theListOfALibrary() {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath(QStringLiteral("runs.sqlite")).toStdString();
        const std::string oldRun = make_ulid();
        const std::string liveRun = make_ulid();
        const QString oldId = QString::fromStdString(oldRun);
        LibrarySink sink(Library::open(path, Access::read_write));
        std::atomic<int> committed{0};
        std::vector<run::Record> records{started(oldRun, run::BF16, 1000)};
        for (std::uint32_t i = 1; i <= 40; ++i) records.push_back(step(i, 1.0f / static_cast<float>(i), oldRun));
        sink.keep(records, [&] { ++committed; });
        sink.keep({finished(40, run::RunFinished::COMPLETED, oldRun)}, [&] { ++committed; });
        TRY_COMPARE(committed.load(), 2);
        QCOMPARE(sink.pending(), std::size_t{0});
        const std::unique_ptr<Library> reader = Library::open(path, Access::read_only);
        SessionModel session;
        RunList list(session, nullptr, std::chrono::milliseconds(0));
        const QAbstractItemModelTester tester(&list, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy said(&list, &RunList::message);
        list.setLibrary(reader.get(), &sink);
        QCOMPARE(list.rowCount(), 1);
        const auto cell = [&](int row, int column) { return list.index(row, column).data().toString(); };
        QCOMPARE(cell(0, RunList::PrecisionColumn), QStringLiteral("BF16"));
        QCOMPARE(cell(0, RunList::StepsColumn), QStringLiteral("40"));
        QCOMPARE(cell(0, RunList::StateColumn), QStringLiteral("finished"));
        QCOMPARE(list.index(0, 0).data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));

        QVERIFY(list.setData(list.index(0, 0), QStringLiteral("a good one"), Qt::EditRole));
        TRY_COMPARE(QString::fromStdString(reader->summary(oldRun).name), QStringLiteral("a good one"));
        QVERIFY(list.setData(list.index(0, 0), Qt::Checked, Qt::CheckStateRole));
        TRY_VERIFY(session.run(oldId) != nullptr);
        QCOMPARE(session.run(oldId)->columns().size(), std::size_t{40});
        QCOMPARE(session.run(oldId)->state(), RunState::finished);
        QCOMPARE(session.displayName(oldId), QStringLiteral("a good one"));
        QCOMPARE(list.rowCount(), 1);

        run::Record cause;
        cause.set_run_id(oldRun);
        cause.set_step(7);
        cause.mutable_diagnosis()->add_text("The run failed.");
        list.keepAnswer(cause);
        TRY_COMPARE(reader->records(oldRun, RecordKind::kDiagnosis).size(), std::size_t{1});
        QCOMPARE(readStoredRun(path, oldRun)->diagnosis()->text(0), std::string("The run failed."));

        session.apply({started(liveRun, run::FP16, 2000)});
        sink.keep({started(liveRun, run::FP16, 2000)}, [&] { ++committed; });
        QCOMPARE(list.rowCount(), 2);
        QVERIFY(list.setData(list.index(1, 0), true, RunList::PinnedRole));
        QCOMPARE(list.runId(0), oldId);
        TRY_VERIFY(reader->summary(oldRun).pinned);
        list.reload();
        QCOMPARE(list.rowCount(), 2);
        QCOMPARE(list.runId(0), oldId);
        session.remove(oldId);  // off the charts, still in the library
        QCOMPARE(list.rowCount(), 2);
        QCOMPARE(list.removeRuns({oldId}), 1);
        QCOMPARE(list.rowCount(), 1);
        TRY_VERIFY(reader->summary(oldRun).deleted);
        list.reload();
        QCOMPARE(list.rowCount(), 1);
        QVERIFY(said.isEmpty());

        list.setLibrary(reader.get(), nullptr);  // another window writes it
        QVERIFY(!list.setData(list.index(0, 0), QStringLiteral("no"), Qt::EditRole));
        QCOMPARE(said.count(), 1);
        list.show(QStringLiteral("no such run"));
        TRY_COMPARE(said.count(), 2);
    }

    void anImportIsToldAsInTheTerminal() {
        using Kind = ImportResult::Refused::Kind;
        ImportResult result;
        result.imported = {"a"};
        QCOMPARE(wordsFor(result), QString::fromStdString(describe(result)));
        result.imported.push_back("b");
        result.equal = {"c"};
        result.restored = {"d"};
        result.deleted = 2;
        result.refused = {
            {"e", "a %3", "it has more records here than in the file, from step 1, lane 0 on", Kind::more_here,
             "step 1, lane 0"},
            {"f", "", "it has more records in the file than here, from step 2 on", Kind::more_there, "step 2"},
            {"g", "g", "its records differ from those here, from step 3 on", Kind::differ, "step 3"}};
        QCOMPARE(wordsFor(result), QString::fromStdString(describe(result)));
    }

    void aRunThatIsRefusedGetsItsCreditAndTheOthersAreKept() {
        QTemporaryDir folder;
        LibrarySink sink(
            Library::open(folder.filePath(QStringLiteral("runs.sqlite")).toStdString(), Access::read_write));
        QSignalSpy refused(&sink, &LibrarySink::runRefused);
        QSignalSpy unkept(&sink, &LibrarySink::unkept);
        QSignalSpy editFailed(&sink, &LibrarySink::editFailed);
        std::atomic<int> committed{0};
        sink.edit(QStringLiteral("x"), [](Library& library) { library.set_name("x", "y"); });
        TRY_COMPARE(editFailed.count(), 1);
        sink.keep({step(1)}, [&] { ++committed; });  // a run that never began
        TRY_COMPARE(refused.count(), 1);
        TRY_COMPARE(committed.load(), 1);  // the worker gets its credit back all the same
        const std::string other = make_ulid();
        sink.keep({started(other)}, [&] { ++committed; });
        TRY_COMPARE(committed.load(), 2);
        QCOMPARE(Library::open(sink.path(), Access::read_only)->summary(other).run_id, other);
        QCOMPARE(unkept.count(), 0);
    }

    void whatCannotBeWrittenIsNotAcknowledgedUntilThereIsRoom() {
        QTemporaryDir folder;
        LibrarySink sink(
            Library::open(folder.filePath(QStringLiteral("runs.sqlite")).toStdString(), Access::read_write));
        QSignalSpy stalled(&sink, &LibrarySink::stalled);
        QSignalSpy recovered(&sink, &LibrarySink::recovered);
        std::atomic<int> committed{0};
        sink.keep({started()}, [&] { ++committed; });
        TRY_COMPARE(committed.load(), 1);
        {
            const FileLimit full(1);
            sink.keep({step(1)}, [&] { ++committed; });
            TRY_COMPARE(stalled.count(), 1);
            sink.keep({step(2)}, [&] { ++committed; });
            QCOMPARE(committed.load(), 1);
        }
        TRY_COMPARE(recovered.count(), 1);
        TRY_COMPARE(committed.load(), 3);
    }
};

QTEST_GUILESS_MAIN(RunListTest)
#include "run_list_test.moc"
