// SPDX-License-Identifier: Apache-2.0
// The numbers of runs in the window: those of the library, so that a run is called the same after a restart.
#include <QTableView>

#include "engine/base/ulid.h"
#include "engine/store/library.h"
#include "tests/ui/desk.h"
#include "tests/ui/painted_text.h"
#include "tests/ui/run_records.h"
#include "ui/models/run_list.h"
#include "ui/pages/live_page.h"
#include "ui/pages/run_chips.h"
#include "ui/runs/run_controller.h"
#include "ui/runs/runs_dock.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

class NumberedDesk : public Desk {
  public:
    /// Trains a run of this name to its end.
    void train(const QString& name) {
        run::RunConfig config = setup().config();
        config.set_name(name.toStdString());
        window().controller().start(config);
        TRY_VERIFY(run() && QString::fromStdString(run()->name()) == name && run()->step() == 20);
        window().controller().stop();
        TRY_VERIFY(!run()->live());
        TRY_VERIFY(program->client().keptAll());
    }
    std::filesystem::path library() const { return folder.filePath("library.mantissa").toStdString(); }
    /// What the table of runs draws for the run of this name: "3  third".
    QString drawn(const QString& name) {
        auto* table = window().findChild<RunsDock*>()->table();
        for (const QString& text : paintedTexts(*table->viewport()))
            if (text.endsWith("  " + name)) return text;
        return {};
    }
    QString idOf(const QString& name) {
        const RunList& runs = program->runs();
        for (int row = 0; row < runs.rowCount(); ++row)
            if (runs.row(row).name == name) return runs.row(row).id;
        return {};
    }
};

}  // namespace

class RunNumbersTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }

    void aRunIsCalledTheSameAfterARestart() {
        NumberedDesk desk;
        for (const char* name : {"first", "second", "third"}) desk.train(name);
        TRY_COMPARE(desk.drawn("third"), QString("3  third"));
        desk.close();

        desk.open("hello serve");
        TRY_COMPARE(desk.drawn("first"), QString("1  first"));
        QCOMPARE(desk.drawn("third"), QString("3  third"));
        // Opened alone, it is the only one that the pages know.
        const QString third = desk.idOf("third");
        desk.program->runs().show(third);
        TRY_VERIFY(desk.program->session().run(third));
        QCOMPARE(desk.program->session().face(third).number, 3);
        auto* live = desk.window().findChild<LivePage*>();
        TRY_VERIFY(!live->chips().runs().empty() && live->chips().runs().front().number == "3");
    }

    /// Another program keeps a run while this window trains one.
    void theLibraryDecidesWhereTwoKeepRuns() {
        SessionModel session;
        session.setKeptNumbers({{"OLD", 7}});
        session.apply({started("MINE", run::FP16, 1), started("LEFT", run::FP32, 2)});
        QCOMPARE(session.face(QString("MINE")).number, 8);
        QCOMPARE(session.face(QString("LEFT")).number, 9);
        QSignalSpy changed(&session, &SessionModel::runChanged);
        session.setKeptNumbers({{"OLD", 7}, {"THEIRS", 8}, {"MINE", 9}});
        QCOMPARE(session.face(QString("MINE")).number, 9);
        QCOMPARE(session.face(QString("LEFT")).number, 10);  // it is not kept, and gives way
        QCOMPARE(changed.size(), 2);
        QCOMPARE(session.runs().front()->runId(), std::string("MINE"));
        session.addRecorded({started("OLD", run::FP16, 0)});
        QCOMPARE(session.face(QString("OLD")).number, 7);
        // What was erased for good leaves its number to the next.
        session.remove("LEFT");
        session.setKeptNumbers({{"OLD", 7}});
        session.apply({started("NEXT", run::FP32, 3)});
        QVERIFY(session.face(QString("NEXT")).number != session.face(QString("MINE")).number);
    }

    void whatAnotherProgramKeptIsCountedToo() {
        NumberedDesk desk;
        desk.train("first");
        {
            const auto library = Library::open(desk.library(), Access::read_write);
            run::Record other = started(make_ulid(), run::BF16, 1);
            other.mutable_started()->mutable_config()->set_name("other");
            library->append({&other, 1});
        }
        desk.train("third");  // perhaps before the window has looked
        TRY_COMPARE(desk.drawn("third"), QString("3  third"));
        TRY_COMPARE(desk.drawn("other"), QString("2  other"));
    }
};

QTEST_MAIN(RunNumbersTest)
#include "run_numbers_test.moc"
