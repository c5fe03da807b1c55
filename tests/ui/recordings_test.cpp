// SPDX-License-Identifier: Apache-2.0
// Trainings of other programs in the window: opened, watched while they grow, over a real sshd too; kept; nothing is
// ever sent to them; what their recording lacks is absent with a sentence.
#include "ui/shell/recordings.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <filesystem>

#include "engine/store/library.h"
#include "tests/engine/recording/recording_testing.h"
#include "tests/ui/desk.h"
#include "tests/ui/ssh_server.h"
#include "ui/charts/memory_chart.h"
#include "ui/client/recording_source.h"
#include "ui/models/run_list.h"
#include "ui/models/scale_story.h"
#include "ui/models/stored_run.h"
#include "ui/pages/follow_page.h"
#include "ui/pages/health_page.h"
#include "ui/pages/live_page.h"
#include "ui/pages/underflow_page.h"
#include "ui/setup/foreign_panel.h"
#include "ui/shell/advisor_strip.h"
#include "ui/shell/page_tabs.h"
#include "ui/widgets/banner.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

QString shipped(const QString& name) {
    return QStringLiteral(MANTISSA_SOURCE "/tests/data/recordings/") + name + QStringLiteral(".jsonl");
}

QByteArray bytesOf(const QString& name) {
    QFile file(shipped(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void append(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::Append));
    file.write(bytes);
}

template <typename Widget>
QString textsIn(QWidget& in) {
    QString all;
    for (const Widget* widget : in.findChildren<Widget*>()) all += widget->text() + QLatin1Char('\n');
    return all;
}

}  // namespace

class RecordingsTest : public QObject {
    Q_OBJECT

  private slots:
    void what_is_typed_names_a_file_here_or_there() {
        RecordingSource source;
        QCOMPARE(takeSource("run.jsonl", source), QString());
        QVERIFY(source.place.here());
        QCOMPARE(source.path, QString("run.jsonl"));
        QCOMPARE(takeSource("/data/a:b.jsonl", source), QString());
        QVERIFY(source.place.here());
        QCOMPARE(takeSource("me@gpu-server:~/my runs/run.jsonl", source), QString());
        QCOMPARE(source.place.address(), QString("me@gpu-server"));
        QCOMPARE(source.path, QString("~/my runs/run.jsonl"));
        const LaunchLine line = tailLine(source);
        QCOMPARE(line.program, QString("ssh"));
        QCOMPARE(line.arguments.last(),
                 QString("sh -c '\"$0\" \"$@\"; exit $?' 'tail' '-n' '+1' '-F' '--' ~/'my runs/run.jsonl'"));
        QVERIFY(line.arguments.contains("BatchMode=yes"));
        QVERIFY(takeSource("gpu-server:it's; rm -rf x", source).isEmpty());
        QVERIFY2(tailLine(source).arguments.last().endsWith("'it'\\''s; rm -rf x'"),
                 qPrintable(tailLine(source).arguments.last()));
        for (const QString& wrong : {QString("-oProxyCommand=x:run.jsonl"), QString("a b:run.jsonl"), QString(""),
                                     QString("gpu-server:"), QString("gpu-server:a\nb")})
            QVERIFY2(!takeSource(wrong, source).isEmpty(), qPrintable(wrong));
    }

    void a_recording_is_a_run_of_the_window_and_of_the_library() {
        Desk desk;
        MainWindow& window = desk.window();
        window.recordings().open(shipped("mlp-skips"));
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::finished);
        const RunModel& run = *desk.run();
        QVERIFY(run.foreign());
        QCOMPARE(QString::fromStdString(run.displayName()), QString("MLP · mlp-skips"));
        QCOMPARE(run.step(), 80u);
        QCOMPARE(run.skippedSteps(), 6u);
        QCOMPARE(QString::fromStdString(run.skips().front().cause), QString("layers.2.weight"));
        QCOMPARE(run.layers(), (std::vector<std::string>{"layers.0", "layers.1", "layers.2"}));
        // Setup gave way to the run's own description.
        auto* panel = desk.find<ForeignPanel>("foreignPanel");
        QVERIFY(panel && panel->isVisible());
        QVERIFY2(panel->text().contains("PyTorch 2.15.0"), qPrintable(panel->text()));
        QVERIFY2(panel->text().contains("SGD"), qPrintable(panel->text()));
        // Kept, and read back from the library.
        TRY_VERIFY(window.recordings().reading() == 0);
        std::unique_ptr<RunModel> stored;
        TRY_VERIFY([&] {
            try {
                stored = readStoredRun(default_library_path(), run.runId());
            } catch (const std::exception&) {
                return false;
            }
            return stored->state() == RunState::finished;
        }());
        QCOMPARE(stored->step(), 80u);
        QCOMPARE(stored->skippedSteps(), 6u);
        QVERIFY(stored->foreign());
        QCOMPARE(stored->histogramHistory().size(), run.histogramHistory().size());
    }

    void a_library_is_no_recording_and_it_is_said_how_it_is_opened() {
        Desk desk;
        const QString library = QString::fromStdString(default_library_path().string());
        desk.window().recordings().open(library);
        QCOMPARE(
            desk.window().banners().sentence("recording"),
            library + QStringLiteral(" is no recording: it holds runs of Mantissa. Import… in the menu of the Runs "
                                     "dock takes them in, as does mantissa FILE on a command line."));
        QVERIFY(desk.window().recordings().reading() == 0);
    }

    void nothing_is_ever_sent_to_it() {
        Desk desk;
        MainWindow& window = desk.window();
        const QString path = desk.folder.filePath("run.jsonl");
        append(path, bytesOf("mlp-skips").left(20000));
        QVERIFY(window.recordings().watch(path));
        TRY_VERIFY(desk.run() && desk.run()->foreign() && desk.run()->step() > 5);
        QVERIFY(desk.run()->live());
        TRY_VERIFY(desk.program->client().state() == WorkerState::ready);
        RunController& controller = window.controller();
        QCOMPARE(controller.state(), TrainingState::Idle);
        QVERIFY(!controller.liveRun() || !controller.liveRun()->foreign());
        QVERIFY(!controller.canReset());
        controller.setLossScale(8);
        controller.setLayerFormat("layers.0", run::BF16);
        controller.followNumber("layers.0.weight", run::ROLE_WEIGHT_GRADIENT, -3);
        controller.stopRun(QString::fromStdString(desk.run()->runId()));
        controller.resumeTogether({QString::fromStdString(desk.run()->runId())});
        controller.reset();
        // What a window asks when it begins may come late: those are other commands.
        for (const char* word : {"change", "trace", "stop", "reset", "resume", "pause", "\"start\"", "race", "adopt"})
            QVERIFY2(desk.told({word}).isEmpty(), word);
    }

    /// Whoever watches may come long before the training's first steps.
    void a_file_that_appears_later_comes_into_the_window() {
        Desk desk;
        Recordings& recordings = desk.window().recordings();
        const QString path = desk.folder.filePath("later.jsonl");
        QVERIFY(recordings.watch(path));
        recordings.open(shipped("ddp"));  // another one is read from beginning to end meanwhile
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::finished);
        TRY_VERIFY(recordings.reading() == 1);
        QVERIFY2(desk.window().banners().sentence("recording").isEmpty(),
                 qPrintable(desk.window().banners().sentence("recording")));
        append(path, bytesOf("mlp-skips"));
        TRY_VERIFY(desk.run()->state() == RunState::finished && desk.run()->step() == 80);
        QCOMPARE(desk.program->session().displayName(QString::fromStdString(desk.run()->runId())),
                 QString("MLP · later"));
        const QAbstractItemModel* list = desk.find<QAbstractItemView>("runs")->model();
        TRY_VERIFY(
            !list->match(list->index(0, RunList::NameColumn), Qt::DisplayRole, "MLP · later", 1, Qt::MatchContains)
                 .empty());
        TRY_VERIFY(recordings.reading() == 0);
    }

    void a_file_is_followed_while_it_grows() {
        Desk desk;
        const QByteArray bytes = bytesOf("mlp-skips");
        const QString path = desk.folder.filePath("run.jsonl");
        // Whoever watches may come before the training's first steps.
        QVERIFY(desk.window().recordings().watch(path));
        QCOMPARE(desk.window().statusBar()->currentMessage(),
                 QString("Waiting for run.jsonl, which is not there yet."));
        append(path, bytes.left(bytes.size() / 3));
        TRY_VERIFY(desk.run() && desk.run()->step() > 10);
        const quint32 seen = desk.run()->step();
        QVERIFY(seen < 80);
        QCOMPARE(desk.run()->state(), RunState::running);
        append(path, bytes.mid(bytes.size() / 3, bytes.size() / 3));
        TRY_VERIFY(desk.run()->step() > seen);
        append(path, bytes.mid(bytes.size() / 3 * 2));
        TRY_VERIFY(desk.run()->state() == RunState::finished);
        QCOMPARE(desk.run()->step(), 80u);
    }

    /// A training that was killed only stops writing.
    void what_is_silent_is_said_to_be_interrupted_until_it_goes_on() {
        Desk desk;
        const QByteArray bytes = bytesOf("mlp-skips");
        const QString path = desk.folder.filePath("run.jsonl");
        append(path, bytes.left(bytes.size() / 2));
        desk.window().recordings().setSilentAfter(std::chrono::milliseconds(1));
        QVERIFY(desk.window().recordings().watch(path));
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::interrupted);
        QVERIFY2(QString::fromStdString(desk.run()->reason()).contains("the training pauses, or was killed"),
                 desk.run()->reason().c_str());
        append(path, bytes.mid(bytes.size() / 2));
        TRY_VERIFY(desk.run()->state() == RunState::finished);
        QCOMPARE(desk.run()->step(), 80u);
    }

    /// The probe keeps the file of the killed training under another name and begins a new one.
    void a_training_that_is_started_again_is_followed_as_a_second_run() {
        Desk desk;
        const QByteArray bytes = bytesOf("mlp-skips");
        const QString path = desk.folder.filePath("run.jsonl");
        append(path, bytes.left(bytes.size() / 2));
        QVERIFY(desk.window().recordings().watch(path));
        TRY_VERIFY(desk.run() && desk.run()->step() > 10);
        const RunModel* const killed = desk.run();
        QSignalSpy told(&desk.window().recordings(), &Recordings::done);
        QVERIFY(QFile::rename(path, desk.folder.filePath("run~1.jsonl")));
        append(path, bytesOf("three-tiers"));
        TRY_VERIFY(desk.run() != killed && desk.run()->state() == RunState::finished);
        QCOMPARE(killed->state(), RunState::interrupted);
        QCOMPARE(QString::fromStdString(killed->reason()),
                 QString("Another recording began under this name: the training was started again."));
        QCOMPARE(told.front().front().toString(),
                 QString("Another recording began in run.jsonl: it is watched as a run of its own."));
        const QAbstractItemModel* list = desk.find<QAbstractItemView>("runs")->model();
        TRY_COMPARE(
            list->match(list->index(0, RunList::NameColumn), Qt::DisplayRole, "· run", -1, Qt::MatchContains).size(),
            2);
        TRY_VERIFY(desk.window().recordings().reading() == 0);
    }

    /// What waited for a slower rank is shown; that the run was silent before says nothing any more.
    void a_training_of_ranks_that_is_started_again_keeps_what_was_read_of_the_first() {
        Desk desk;
        const QByteArray first = bytesOf("ddp"), second = bytesOf("ddp.rank1");
        const QString path = desk.folder.filePath("run.jsonl"), other = desk.folder.filePath("run.rank1.jsonl");
        append(path, first);
        append(other, second.left(second.size() / 2));
        QVERIFY(desk.window().recordings().watch(path));
        TRY_VERIFY(desk.run() && desk.run()->step() > 1);
        const RunModel* const before = desk.run();
        QCOMPARE(before->state(), RunState::running);
        QVERIFY(QFile::rename(other, desk.folder.filePath("run~1.rank1.jsonl")));
        QVERIFY(QFile::rename(path, desk.folder.filePath("run~1.jsonl")));
        append(path, bytesOf("three-tiers"));
        TRY_VERIFY(desk.run() != before && desk.run()->state() == RunState::finished);
        QCOMPARE(before->state(), RunState::finished);
    }

    void a_silent_training_that_is_started_again_is_no_longer_said_to_be_watched() {
        Desk desk;
        const QByteArray bytes = bytesOf("mlp-skips");
        const QString path = desk.folder.filePath("run.jsonl");
        append(path, bytes.left(bytes.size() / 2));
        desk.window().recordings().setSilentAfter(std::chrono::milliseconds(1));
        QVERIFY(desk.window().recordings().watch(path));
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::interrupted);
        const RunModel* const killed = desk.run();
        QVERIFY(QFile::rename(path, desk.folder.filePath("run~1.jsonl")));
        append(path, bytesOf("three-tiers"));
        TRY_VERIFY(desk.run() != killed && desk.run()->state() == RunState::finished);
        QCOMPARE(QString::fromStdString(killed->reason()),
                 QString("Another recording began under this name: the training was started again."));
    }

    /// As rsync in a loop brings it: another file of the same run.
    void a_copy_that_is_brought_anew_is_the_same_run() {
        Desk desk;
        const QByteArray bytes = bytesOf("mlp-skips");
        const QString path = desk.folder.filePath("run.jsonl"), next = desk.folder.filePath(".run.jsonl.next");
        append(path, bytes.left(bytes.size() / 3));
        QVERIFY(desk.window().recordings().watch(path));
        TRY_VERIFY(desk.run() && desk.run()->step() > 10);
        const RunModel* const run = desk.run();
        const quint32 seen = run->step();
        QSignalSpy told(&desk.window().recordings(), &Recordings::done);
        append(next, bytes.left(bytes.size() / 3 * 2));
        std::filesystem::rename(next.toStdString(), path.toStdString());
        TRY_VERIFY(run->step() > seen);
        QCOMPARE(run->state(), RunState::running);
        const quint32 later = run->step();
        QVERIFY(QFile::resize(path, 0));  // as cp brings it
        append(path, bytes.left(bytes.size() - 1));
        TRY_VERIFY(run->step() > later);
        QCOMPARE(run->state(), RunState::running);
        append(path, bytes.right(1));
        TRY_VERIFY(run->state() == RunState::finished);
        TRY_VERIFY(told.size() == 1);
        QCOMPARE(told.front().front().toString(), QString("run.jsonl is read to its end."));
        QCOMPARE(desk.run(), run);
    }

    void a_file_on_another_machine_is_followed_by_ssh() {
        SshServer server;
        if (!server.missing().isEmpty()) QSKIP(qPrintable("SKIPPED: " + server.missing()));
        Desk desk;
        const QByteArray bytes = bytesOf("mlp-skips");
        const QString path = desk.folder.filePath("it's a run.jsonl");
        append(path, bytes.left(bytes.size() / 2));
        QVERIFY(desk.window().recordings().watch(QString(SshServer::host) + ':' + path, server.options()));
        TRY_VERIFY(desk.run() && desk.run()->step() > 10);
        QVERIFY(desk.run()->step() < 80);
        append(path, bytes.mid(bytes.size() / 2));
        TRY_VERIFY(desk.run()->state() == RunState::finished);
        QCOMPARE(desk.run()->step(), 80u);
    }

    void ranks_on_another_machine_are_one_run() {
        SshServer server;
        if (!server.missing().isEmpty()) QSKIP(qPrintable("SKIPPED: " + server.missing()));
        // What the same two files are here.
        QString here;
        {
            Desk desk;
            desk.window().recordings().open(shipped("ddp"));
            TRY_VERIFY(desk.run() && desk.run()->state() == RunState::finished);
            here = QString::fromStdString(desk.run()->runId());
        }
        Desk desk;
        QVERIFY(QDir(desk.folder.path()).mkdir("two ranks"));
        const QString folder = desk.folder.filePath("two ranks/");
        const QByteArray first = bytesOf("ddp"), second = bytesOf("ddp.rank1");
        append(folder + "run.jsonl", first.left(first.size() / 2));
        append(folder + "run.rank1.jsonl", second);
        QVERIFY(
            desk.window().recordings().watch(QString(SshServer::host) + ':' + folder + "run.jsonl", server.options()));
        TRY_VERIFY(desk.run() && desk.run()->step() > 1);
        append(folder + "run.jsonl", first.mid(first.size() / 2));
        TRY_VERIFY(desk.run()->state() == RunState::finished);
        // The id of a joined run names how many ranks it has.
        QCOMPARE(QString::fromStdString(desk.run()->runId()), here);
    }

    void what_cannot_be_read_says_which_file_and_which_line() {
        Desk desk;
        MainWindow& window = desk.window();
        window.recordings().open(desk.folder.filePath("nowhere.jsonl"));
        TRY_VERIFY(window.banners().sentence("recording").contains("nowhere.jsonl"));
        const QString path = desk.folder.filePath("bad.jsonl");
        append(path, bytesOf("mlp-skips").left(20000));
        append(path, "\nnonsense\n");
        window.recordings().open(path);
        TRY_VERIFY(window.banners().sentence("recording").contains("bad.jsonl, line"));
        QVERIFY2(window.banners().sentence("recording").contains("2 lines cannot be read and were left out"),
                 qPrintable(window.banners().sentence("recording")));  // one was cut, the other is none
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::interrupted);
        QVERIFY2(QString::fromStdString(desk.run()->reason()).contains("no end"), desk.run()->reason().c_str());
    }

    void pages_show_it_and_say_what_is_not_there() {
        Desk desk;
        MainWindow& window = desk.window();
        window.recordings().open(shipped("three-tiers"));
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::finished);
        PageTabs& pages = window.pages();
        QVERIFY(pages.open("Live"));
        auto* live = window.findChild<LivePage*>();
        live->refreshNow();
        auto* absent = live->findChild<QLabel*>("absent");
        QVERIFY(absent && absent->isVisible());
        QVERIFY2(absent->text().contains("memory by category"), qPrintable(absent->text()));
        QVERIFY(!live->memoryChart().isVisible());
        QVERIFY(pages.open("Underflow"));
        auto* underflow = window.findChild<UnderflowPage*>();
        underflow->chooseTensor("layers.0.weight", run::ROLE_WEIGHT_GRADIENT);
        underflow->refreshNow();
        QVERIFY2(textsIn<QLabel>(*underflow).contains("Probe: the same batch"),
                 qPrintable(textsIn<QLabel>(*underflow)));
        QVERIFY(pages.open("Follow"));
        auto* follow = window.findChild<FollowPage*>();
        follow->refreshNow();
        QVERIFY(textsIn<QLabel>(*follow).contains("nothing is sent to it"));
        // Nothing to press that would begin another run.
        QVERIFY(!follow->findChild<QPushButton*>("followStart")->isVisible());
        QVERIFY(!follow->findChild<QPushButton*>("followNumber")->isEnabled());
        for (const char* name : {"Health", "Scale", "Updates", "Network", "Compare", "Speed", "Range"}) {
            QVERIFY(pages.open(name));
            QApplication::processEvents();
        }
    }

    void every_kind_of_training_that_ships_is_opened_on_every_page() {
        Desk desk;
        MainWindow& window = desk.window();
        const QDir folder(QFileInfo(shipped("ddp")).dir());
        for (const QFileInfo& file : folder.entryInfoList({"*.jsonl"})) {
            if (file.completeBaseName().contains(".rank")) continue;  // read with its first
            window.recordings().open(file.filePath());
            TRY_VERIFY(window.recordings().reading() == 0);
            QVERIFY2(desk.run() && desk.run()->state() == RunState::finished, qPrintable(file.fileName()));
            QVERIFY2(QString::fromStdString(desk.run()->displayName()).endsWith(file.completeBaseName()),
                     desk.run()->displayName().c_str());
            for (const char* page : {"Live", "Underflow", "Health", "Scale", "Updates", "Network", "Compare", "Speed",
                                     "Range", "Follow"}) {
                QVERIFY(window.pages().open(page));
                QApplication::processEvents();
            }
            QVERIFY2(window.banners().sentence("recording").isEmpty(),
                     qPrintable(window.banners().sentence("recording")));
        }
    }

    void what_a_loop_does_is_told() {
        Desk desk;
        MainWindow& window = desk.window();
        auto* panel = desk.find<ForeignPanel>("foreignPanel");
        window.recordings().open(shipped("compiled-fused"));
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::finished);
        for (const char* told : {"torch.compile", "AdamW (fused)", "Loss scaling: none", "Autocast: BF16"})
            QVERIFY2(panel->text().contains(told), qPrintable(panel->text()));
        // One of two optimizers did not step: the step is marked, and the tensor is named.
        window.recordings().open(shipped("two-optimizers"));
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::finished && desk.run()->skippedSteps() == 1);
        QCOMPARE(panel->text().count("Optimizer: "), 2);
        QCOMPARE(QString::fromStdString(desk.run()->skips().front().cause), QString("blocks.0.up.weight"));
    }

    void an_observed_gradient_is_dragged_with_what_can_be_known() {
        Desk desk;
        MainWindow& window = desk.window();
        window.recordings().open(shipped("ddp"));
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::finished);
        QVERIFY(window.pages().open("Underflow"));
        auto* page = window.findChild<UnderflowPage*>();
        page->chooseTensor("layers.0.weight", run::ROLE_WEIGHT_GRADIENT);
        page->refreshNow();
        const QString told = textsIn<QLabel>(*page);
        QVERIFY2(told.contains("A true zero cannot be told from a flushed one."), qPrintable(told));
        QVERIFY2(told.contains("The largest loss scale at which no gradient of this step would overflow"),
                 qPrintable(told));
    }

    /// Of gradients in one bin the largest is the limit, as the Scale page has it.
    void underflow_and_scale_name_the_same_tensor_as_the_limit() {
        Desk desk;
        MainWindow& window = desk.window();
        const QTemporaryDir folder;
        const std::string counts =
            R"({"kind":"hist","step":2,"role":"gradient","scale":1024,"t":[0,1],"first":[9,9],"counts":[[3,2],[1,2]],)"
            R"("max":[2000,1100],"norm":[2100,1300]})"
            "\n";
        const std::string bytes = test::header + test::step(1) + counts + test::step(2) + "{\"kind\":\"end\"}\n";
        QFile file(folder.filePath("tie.jsonl"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        file.close();
        window.recordings().open(file.fileName());
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::finished);
        QCOMPARE(headrooms(*desk.run(), std::nullopt).front().tensor, std::string("a.b.weight"));
        QVERIFY(window.pages().open("Underflow"));
        auto* page = window.findChild<UnderflowPage*>();
        page->chooseTensor("a.b.bias", run::ROLE_WEIGHT_GRADIENT);
        page->refreshNow();
        const QString told = textsIn<QLabel>(*page);
        QVERIFY2(told.contains("for the sake of a.b.weight (weight gradient"), qPrintable(told));
    }

    void the_advisor_gives_lines_to_paste() {
        Desk desk;
        MainWindow& window = desk.window();
        window.recordings().open(shipped("hopeless-scale"));
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::finished);
        auto* strip = window.findChild<AdvisorStrip*>();
        strip->refreshNow();
        QVERIFY2(strip->sentence().contains("below 1 and still falling"), qPrintable(strip->sentence()));
        auto* copy = strip->findChild<QPushButton*>("advisorApply");
        QVERIFY(copy->isVisibleTo(strip));
        copy->click();
        QVERIFY(QApplication::clipboard()->text().contains("get_submodule(\"blocks.1.down\")"));
    }
};

QTEST_MAIN(RecordingsTest)
#include "recordings_test.moc"
