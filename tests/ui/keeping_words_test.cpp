// SPDX-License-Identifier: Apache-2.0
// What the window says is kept, where something ended: no more than that is promised, and no less.
#include <sqlite3.h>

#include <QFile>
#include <QPushButton>
#include <cstdlib>
#include <optional>

#include "engine/store/library.h"
#include "tests/support/file_limit.h"
#include "tests/ui/desk.h"
#include "ui/client/record_sink.h"
#include "ui/runs/run_controller.h"
#include "ui/shell/settings.h"
#include "ui/widgets/banner.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

/// Acknowledges at once, and has kept it or not.
class SaidSink : public RecordSink {
  public:
    explicit SaidSink(bool keepsAll) : keepsAll_(keepsAll) {}
    void keep(const std::vector<run::Record>&, std::function<void()> committed) override { committed(); }
    bool keeps(const std::string&) const override { return keepsAll_; }

  private:
    bool keepsAll_;
};

/// What the client says of a worker that plays this script and is lost at its end; then what of that is kept.
QStringList saidAtTheEndOf(const QString& script, RecordSink* sink, bool starts) {
    WorkerOptions options;
    options.program = QStringLiteral(MANTISSA_FAKE_WORKER);
    options.arguments = script.split(QLatin1Char(' '));
    EngineClient client(options, sink);
    QStringList said;
    QObject::connect(&client, &EngineClient::message, &client, [&](const QString& text) {
        if (said.isEmpty()) said << text << client.whatIsKept();
    });
    client.open();
    if (starts) client.start(run::RunConfig());
    [[maybe_unused]] const bool told = QTest::qWaitFor([&said] { return !said.isEmpty(); }, 30000);
    return said;
}

/// The first bytes of this table in a library can no longer be read.
void damage(const QString& library, const char* table) {
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(library.toUtf8(), &database), SQLITE_OK);
    // A small file would be checked as a whole as soon as it is opened.
    QCOMPARE(sqlite3_exec(database, "CREATE TABLE padding(bytes); INSERT INTO padding VALUES(zeroblob(20000000))",
                          nullptr, nullptr, nullptr),
             SQLITE_OK);
    const auto number = [database](const std::string& sql) {
        int result = 0;
        sqlite3_exec(
            database, sql.c_str(),
            [](void* into, int, char** values, char**) { return *static_cast<int*>(into) = std::atoi(values[0]), 0; },
            &result, nullptr);
        return result;
    };
    const int bytes = number("PRAGMA page_size");
    const int page = number(std::string("SELECT rootpage FROM sqlite_schema WHERE name = '") + table + "'");
    sqlite3_close(database);
    QVERIFY(bytes > 0 && page > 1);
    QFile file(library);
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek((page - 1) * bytes));
    QCOMPARE(file.write(QByteArray(bytes, '\xff')), bytes);
}

}  // namespace

class KeepingWordsTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }

    void aDeathPromisesNothingMore_data() {
        QTest::addColumn<QString>("script");
        QTest::addColumn<bool>("keeps");
        QTest::addColumn<bool>("promised");
        QTest::addColumn<QString>("kept");
        const QString all = "What was received so far is kept.";
        const QString notAll = "Not all that was received is kept in the library.";
        const QString ended = "hello await:start reply run:5 finish crash";
        QTest::newRow("in mid run") << "hello await:start reply run:5 crash" << true << true << all;
        QTest::newRow("in mid run, not kept") << "hello await:start reply run:5 crash" << false << false << notAll;
        QTest::newRow("after it") << ended << true << true << all;
        QTest::newRow("after one that was not kept") << ended << false << false << notAll;
        QTest::newRow("without any") << "hello crash" << true << false << "";
    }

    void aDeathPromisesNothingMore() {
        QFETCH(QString, script);
        QFETCH(bool, keeps);
        QFETCH(bool, promised);
        QFETCH(QString, kept);
        SaidSink sink(keeps);
        const QStringList said = saidAtTheEndOf(script, &sink, script.contains("start"));
        QCOMPARE(said.size(), 2);
        QVERIFY2(said[0].contains("being started again"), qPrintable(said[0]));
        QVERIFY2(said[0].contains("Everything received is kept") == promised, qPrintable(said[0]));
        QCOMPARE(said[1], kept);
    }

    void withoutALibraryNothingIsPromised() {
        const QStringList said = saidAtTheEndOf("hello await:start reply run:5 crash", nullptr, true);
        QCOMPARE(said.size(), 2);
        QVERIFY2(!said[0].contains("kept"), qPrintable(said[0]));
        QVERIFY2(said[1].startsWith("Not all"), qPrintable(said[1]));
    }

    void aNewConnectionPromisesOnlyWhatIsKept() {
        for (const bool keeps : {true, false}) {
            Desk desk;
            desk.close();
            QFile ssh(desk.folder.filePath("ssh"));
            QVERIFY(ssh.open(QIODevice::WriteOnly) &&
                    ssh.write("#!/bin/sh\nexec '" MANTISSA_FAKE_WORKER "' serve\n") > 0);
            ssh.close();
            QVERIFY(ssh.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
            const QByteArray path = qgetenv("PATH");
            qputenv("PATH", desk.folder.path().toUtf8() + ':' + path);
            WorkerPlace server;
            QCOMPARE(takeAddress("class-server", server), QString());
            Settings(desk.folder.path()).setPlace(server);
            desk.open("hello await:start run:20 reply await:single_step more:1 reply await:pause crash");
            desk.startRun();
            BannerStack& banners = desk.window().banners();
            {
                std::optional<FileLimit> full;
                if (!keeps) full.emplace(1);
                desk.window().controller().step();
                TRY_COMPARE(desk.run()->step(), 21u);
                if (!keeps) {
                    TRY_VERIFY(banners.sentence("keeping").startsWith("Training waits"));
                    auto* goOn = banners.findChild<QPushButton*>("bannerAction");
                    QVERIFY(goOn && goOn->text() == "Continue without keeping");
                    goOn->click();
                    TRY_VERIFY(banners.sentence("keeping").startsWith("Training continues"));
                }
                TRY_COMPARE(desk.program->client().unacknowledgedFrames(), 0u);
            }
            desk.program->client().pause();
            TRY_VERIFY(!banners.sentence("machine").isEmpty());
            const QString said = banners.sentence("machine");
            QVERIFY2(said.contains("The window is connected again"), qPrintable(said));
            QVERIFY2(said.contains("nothing received was lost") == keeps, qPrintable(said));
            desk.close();
            qputenv("PATH", path);
        }
    }

    /// Only the reading failed: they are not said to be lost.
    void gridsThatCannotBeReadAreNotCalledUnkept() {
        Desk desk;
        desk.close();
        damage(desk.folder.filePath("grids.mantissa"), "runs");
        desk.open("hello serve");
        const QString said = desk.window().banners().sentence("grids");
        QVERIFY2(said.startsWith("Earlier grids are not shown: "), qPrintable(said));
        QVERIFY2(!said.contains("not kept"), qPrintable(said));
    }
};

QTEST_MAIN(KeepingWordsTest)
#include "keeping_words_test.moc"
