// SPDX-License-Identifier: Apache-2.0
// Watching a sweep: with a script in the worker's place what is drawn as its runs come, and what is said where there is
// none; with the worker itself a sweep that is half done, here and behind a real sshd.
#include "ui/shell/sweep_window.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QProcess>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QTableView>
#include <QTest>
#include <QTranslator>
#include <memory>

#include "tests/ui/control_checks.h"
#include "tests/ui/desk.h"
#include "tests/ui/patience.h"
#include "tests/ui/script_worker.h"
#include "tests/ui/ssh_server.h"
#include "ui/charts/sweep_heat_map.h"
#include "ui/shell/sweep_table.h"
#include "ui/widgets/text_label.h"
#include "ui/words/translation.h"

namespace mantissa::ui {

namespace {

/// What a worker tells of a run of two precisions, two learning rates and two seeds.
QByteArray told(int number, const QByteArray& state, int steps = 0, const QByteArray& metric = "null",
                const QByteArray& seconds = "null", const QByteArray& why = {}) {
    const int place = number - 1;
    const QByteArray values = QByteArray(place / 4 ? "fp16" : "fp32") + "\", \"" + (place / 2 % 2 ? "0.01" : "0.1") +
                              "\", \"" + QByteArray::number(place % 2 + 1);
    return "echo '{\"run\": " + QByteArray::number(number) + ", \"state\": \"" + state + "\", \"values\": [\"" +
           values + "\"], \"steps\": " + QByteArray::number(steps) + ", \"of_steps\": 300, \"metric\": " + metric +
           ", \"seconds\": " + seconds + ", \"why\": \"" + why + "\"}'\n";
}

const QByteArray look = "echo '{\"look\": {}}'\n";

QByteArray head() {
    QByteArray lines =
        "echo '{\"sweep\": \"small\", \"runs\": 8, \"fields\": [\"precision\", \"lr\", \"seed\"], \"task\": "
        "\"CLASSIFY\", \"library\": \"/l\"}'\n";
    for (int number = 1; number <= 8; ++number) lines += told(number, "waiting");
    return lines;
}

QByteArray rest() {
    return told(1, "done", 300, "0.9731", "12.5") + told(2, "done", 300, "0.9751", "12") +
           told(3, "running", 120, "0.5") + told(4, "done", 300, "0.4", "8") +
           told(7, "failed", 7, "null", "null", "the device <b>failed</b>") + look;
}

struct Stage {
    explicit Stage(const QByteArray& script) : Stage(std::make_unique<ScriptWorker>(script)) {}
    explicit Stage(std::unique_ptr<ScriptWorker> script, const WorkerOptions& other = {}, const WorkerPlace& place = {})
        : worker(std::move(script)), window(worker ? worker->options : other, place, nullptr) {
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.resize(1200, 700);
        window.show();
    }
    template <typename Widget>
    Widget* find(const char* name) {
        return window.findChild<Widget*>(name);
    }
    void watch(const QString& file, const QString& library = {}) {
        find<QLineEdit>("sweepFile")->setText(file);
        find<QLineEdit>("sweepLibrary")->setText(library);
        find<QPushButton>("sweepWatch")->click();
    }
    QString status() { return find<LinesLabel>("sweepStatus")->whole(); }
    QString problem() {
        return find<LinesLabel>("sweepProblem")->isVisible() ? find<LinesLabel>("sweepProblem")->whole() : QString();
    }
    /// What a row of the table says, as it is sorted now.
    QStringList row(int number) {
        const QAbstractItemModel& model = *find<QTableView>("sweepTable")->model();
        QStringList texts;
        for (int column = 0; column < model.columnCount(); ++column)
            texts << model.index(number, column).data().toString();
        return texts;
    }
    /// The words that the heat map draws, in their order.
    QStringList drawn() {
        auto* map = find<SweepHeatMap>("sweepMap");
        const QString path = folder.filePath("map.svg");
        if (!map->savePictureTo(path)) return {};
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly)) return {};
        QStringList texts;
        static const QRegularExpression text(">([^<>\n]+)</text>");
        for (auto found = text.globalMatch(QString::fromUtf8(file.readAll())); found.hasNext();)
            texts << found.next().captured(1).trimmed();
        return texts;
    }

    QTemporaryDir folder;
    std::unique_ptr<ScriptWorker> worker;
    SweepWindow window;
};

/// A sweep of two runs that the worker has trained, and a list that has become longer since.
struct HalfDone {
    HalfDone() {
        if (!QDir(folder.path()).mkdir("it's a sweep")) return;
        write("[1, 2]");
        QProcess train;
        train.start(MANTISSA_WORKER, {"sweep", file(), "--library", library(), "--json"});
        done = train.waitForFinished(120000) && train.exitCode() == 0;
        write("[1, 2, 3]");
    }
    void write(const QByteArray& seeds) const {
        QFile grid(file());
        if (grid.open(QIODevice::WriteOnly))
            grid.write(
                "{\"name\": \"half\", \"base\": {\"depth\": 1, \"width\": 8, \"steps\": 3, \"eval_interval\": 0, "
                "\"train_eval_images\": 100, \"histogram_interval\": 0}, \"precision\": [\"fp16\"], \"seed\": " +
                seeds + "}");
    }
    QString file() const { return folder.filePath("it's a sweep/grid.json"); }
    QString library() const { return folder.filePath("it's a sweep/runs.mantissa"); }

    QTemporaryDir folder;
    bool done = false;
};

}  // namespace

class SweepWindowTest : public QObject {
    Q_OBJECT

  private slots:
    void tableAndMapFillAsRunsCome() {
        // It goes on once there is a file called "go" beside it.
        Stage stage(head() + look + "while [ ! -e \"$(dirname \"$0\")/go\" ]; do sleep 0.02; done\n" + rest());
        QVERIFY(stage.drawn().join(' ').contains("Each cell will be the mean"));
        QVERIFY2(stage.find<QProgressBar>("sweepProgress")->isHidden(), "an empty box");
        stage.watch("/a folder/grid.json", "runs.mantissa");
        TRY_COMPARE(stage.status(), QString("0 done, 0 training, 8 waiting, 0 failed, of 8 runs."));
        QCOMPARE(stage.worker->asked(), (QStringList{"sweep", "--status", "--follow", "--json", "/a folder/grid.json",
                                                     "--library", "runs.mantissa"}));
        QCOMPARE(stage.row(4), (QStringList{"5", "FP16", "0.1", "1", "waiting", "", "0 of 300", "", ""}));
        QVERIFY(!stage.drawn().contains("97.41"));
        QFile(stage.worker->path("go")).open(QIODevice::WriteOnly);
        // The script ends with runs that wait, as a worker whose machine goes away would.
        TRY_VERIFY(stage.status().startsWith("3 done, 1 training, 3 waiting, 1 failed, of 8 runs."));
        QCOMPARE(stage.row(0),
                 (QStringList{"1", "FP32", "0.1", "1", "done", "97.31\u00a0%", "300 of 300", "13\u00a0s", ""}));
        QCOMPARE(stage.row(2).mid(4, 3), (QStringList{"training", "50.00\u00a0%", "120 of 300"}));
        QCOMPARE(stage.row(6).mid(4), (QStringList{"failed", "", "7 of 300", "", "the device <b>failed</b>"}));
        // Seeds are averaged over, runs under way are not.
        const QStringList words = stage.drawn();
        for (const char* word :
             {"97.41", "40.00", "1 of 2", "FP32", "FP16", "Precision", "Learning rate", "Test accuracy (%)"})
            QVERIFY2(words.contains(word), qPrintable(words.join(" | ")));
        QVERIFY2(words.contains("40.00\u00a0%") && words.contains("97.41\u00a0%"), "the scale names its ends and unit");
        auto* map = stage.find<SweepHeatMap>("sweepMap");
        QCOMPARE(map->sentence(0, 1),
                 QString("Precision FP32, Learning rate 0.01: 40.00\u00a0% · 1 of 2 runs done · 1 training"));
        QCOMPARE(map->sentence(1, 1), QString("Precision FP16, Learning rate 0.01: 0 of 2 runs done · 1 failed"));
        QCOMPARE(stage.find<QProgressBar>("sweepProgress")->text(), QString("4 of 8"));
        QVERIFY(!stage.find<QProgressBar>("sweepProgress")->isHidden());
        // By the keyboard through the cells, and the table copied.
        map->setFocus();
        QTest::keyClick(map, Qt::Key_Right);
        QVERIFY2(map->accessibleDescription().contains("40.00"), qPrintable(map->accessibleDescription()));
        stage.find<QPushButton>("sweepCopy")->click();
        const QStringList copied = QApplication::clipboard()->text().split('\n');
        QCOMPARE(copied[0],
                 QString("Run\tPrecision\tLearning rate\tSeed\tState\tTest accuracy (%)\tSteps\tTime\tReason"));
        QVERIFY2(copied[1].startsWith("1\tFP32\t0.1\t1\tdone\t97.31"), qPrintable(copied[1]));
    }

    void anyTwoSettingsSpanTheMap() {
        Stage stage(head() + rest() + "exec sleep 600\n");
        stage.watch("grid.json");
        TRY_VERIFY(stage.status().startsWith("3 done"));
        auto* across = stage.find<QComboBox>("sweepAcross");
        auto* down = stage.find<QComboBox>("sweepDown");
        QCOMPARE(across->currentText() + '/' + down->currentText(), QString("Learning rate/Precision"));
        down->setCurrentIndex(down->findText("Seed"));
        QVERIFY2(stage.drawn().contains("97.31") && stage.drawn().contains("97.51"),
                 qPrintable(stage.drawn().join('|')));
        across->setCurrentIndex(across->findText("Seed"));  // they change places
        QCOMPARE(across->currentText() + '/' + down->currentText(), QString("Seed/Learning rate"));
        down->setCurrentIndex(down->findText("nothing"));
        QCOMPARE(stage.find<SweepHeatMap>("sweepMap")->shown().cells.size(), 2u);
        // Sorted by what was reached.
        stage.find<QTableView>("sweepTable")->sortByColumn(5, Qt::DescendingOrder);
        QCOMPARE(stage.row(0)[5], QString("97.51\u00a0%"));
        stage.find<QPushButton>("sweepWatch")->click();
        TRY_VERIFY(stage.status().endsWith("It is not watched any more; the sweep itself goes on."));
        QCOMPARE(stage.find<QPushButton>("sweepWatch")->text(), QString("&Watch"));
        QCOMPARE(stage.row(0)[5], QString("97.51\u00a0%"));
    }

    /// Beside the name of a file that cannot be read stands nothing of the sweep before it.
    void aSweepThatCannotBeReadShowsNoOther() {
        Stage stage("case \"$*\" in *broken*) echo 'mantissa-worker: broken.json: it is broken' >&2; exit 5;; esac\n" +
                    head() + rest());
        stage.watch("/sweeps/small.json");
        TRY_COMPARE(stage.window.table().rowCount(), 8);
        TRY_VERIFY(stage.find<QLineEdit>("sweepFile")->isEnabled() &&
                   !stage.find<QLineEdit>("sweepFile")->isReadOnly());
        stage.watch("/sweeps/broken.json");
        TRY_VERIFY(!stage.problem().isEmpty());
        QCOMPARE(stage.window.table().rowCount(), 0);
        QCOMPARE(stage.window.windowTitle(), QString("Watch a sweep"));
        QCOMPARE(stage.find<QComboBox>("sweepAcross")->count(), 0);
        QVERIFY(!stage.find<QPushButton>("sweepCopy")->isEnabled());
    }

    /// A run that ended in NaN is told apart from one with a low number, and from one that has none yet.
    void aRunThatEndedWithoutANumber() {
        Stage stage(head() + told(1, "done", 300) + told(2, "done", 300) + look);
        stage.watch("/sweeps/small.json");
        TRY_VERIFY(stage.row(0).contains(QStringLiteral("–")));
        QVERIFY(!stage.row(2).contains(QStringLiteral("–")));
        QVERIFY(stage.drawn().contains(QStringLiteral("–")));
    }

    void whatIsWrongIsSaid() {
        Stage stage("echo 'mantissa-worker: grid.json: the sweep cannot be read' >&2\nexit 5\n");
        stage.watch("");
        QCOMPARE(stage.problem(), QString("Name the sweep's file, here or as host:path."));
        stage.watch("-oProxyCommand=x:grid.json");
        QVERIFY2(stage.problem().contains("does not begin with"), qPrintable(stage.problem()));
        stage.watch("grid.json", "a\tb");
        QCOMPARE(stage.problem(), QString("The path contains a control character."));
        QVERIFY(stage.worker->asked().isEmpty());
        stage.watch("grid.json", "-x");
        TRY_COMPARE(stage.problem(), QString("mantissa-worker: grid.json: the sweep cannot be read"));
        QCOMPARE(stage.worker->asked().last(), QString("./-x"));
        Stage old("echo 'The following argument was not expected: --status' >&2\nexit 2\n");
        old.watch("grid.json");
        TRY_VERIFY(old.problem().startsWith("The worker is of an older version"));
        for (const char* answer : {"echo hello\n", "echo '{\"run\": 1}'\n", "echo '{\"sweep\": 3, \"runs\": -4}'\n"}) {
            Stage strange(answer);
            strange.watch("grid.json");
            TRY_COMPARE(strange.problem(), QString("What the worker answers is no sweep."));
        }
        Stage absurd(
            "echo '{\"sweep\": \"x\", \"runs\": 2000000000, \"fields\": [\"none\"], \"task\": \"?\"}'\n"
            "echo '{\"run\": 20000, \"state\": \"done\"}'\necho '{\"run\": 2, \"state\": \"done\", \"values\": 7}'\n"
            "echo '{\"look\": 1}'\n");
        absurd.watch("grid.json");
        TRY_VERIFY(absurd.status().startsWith("1 done, 0 training, 9999 waiting"));
    }

    void aSweepThatIsHalfDone() {
        const HalfDone sweep;
        QVERIFY(sweep.done);
        WorkerOptions options;
        options.program = MANTISSA_WORKER;
        Stage stage(nullptr, options);
        stage.watch(sweep.file(), sweep.library());
        TRY_COMPARE(stage.status(), QString("2 done, 0 training, 1 waiting, 0 failed, of 3 runs."));
        QCOMPARE(stage.row(1).mid(0, 4), (QStringList{"2", "FP16", "2", "done"}));
        QCOMPARE(stage.row(2).mid(0, 4), (QStringList{"3", "FP16", "3", "waiting"}));
        QVERIFY(stage.drawn().contains(stage.row(1)[4].chopped(2)));
        sweep.write("[1, 2]");
        stage.find<QPushButton>("sweepWatch")->click();
        TRY_VERIFY(stage.status().contains("not watched any more"));
        stage.find<QPushButton>("sweepWatch")->click();
        TRY_COMPARE(stage.status(),
                    QString("2 done, 0 training, 0 waiting, 0 failed, of 2 runs. All of them have ended."));
        stage.watch(sweep.folder.filePath("none.json"));
        TRY_VERIFY(stage.problem().contains("none.json"));
    }

    void overSshTheSame() {
        SshServer server;
        if (!server.missing().isEmpty()) QSKIP(qPrintable("SKIPPED: " + server.missing()));
        const HalfDone sweep;
        QVERIFY(sweep.done);
        WorkerOptions options;
        options.linkOptions = server.options();
        Stage stage(nullptr, options);
        stage.find<QLineEdit>("sweepFile")->setText(QString(SshServer::host) + ':' + sweep.file());
        QVERIFY(stage.find<QLineEdit>("sweepWorker")->isEnabled());
        stage.find<QLineEdit>("sweepWorker")->setText(server.teller(MANTISSA_WORKER));
        stage.watch(QString(SshServer::host) + ':' + sweep.file(), sweep.library());
        TRY_COMPARE(stage.status(), QString("2 done, 0 training, 1 waiting, 0 failed, of 3 runs."));
        QCOMPARE(stage.row(2).mid(0, 4), (QStringList{"3", "FP16", "3", "waiting"}));
        stage.find<QPushButton>("sweepWatch")->click();
        TRY_VERIFY(stage.status().contains("not watched any more"));
        TRY_COMPARE(server.exitCode(), QString("3"));  // no worker is left behind there
    }

    void theFileMenuOpensOneWindowThatFits() {
        for (const char* language : {"en", "de"}) {
            QCOMPARE(speak(*qApp, language), language);
            Desk desk;
            QAction* action = desk.find<QAction>("watchSweep");
            QVERIFY(action && desk.find<QMenu>("fileMenu")->actions().contains(action));
            QVERIFY(desk.window().actions().all().contains(action));
            action->trigger();
            action->trigger();
            const auto windows = desk.window().findChildren<SweepWindow*>();
            QCOMPARE(windows.size(), 1);
            QVERIFY(QTest::qWaitForWindowExposed(windows[0]));
            const QStringList cut = cutTexts(*windows[0]) + sharedKeys(*windows[0]);
            QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
            for (QTranslator* one : qApp->findChildren<QTranslator*>()) delete one;
        }
        QCOMPARE(speak(*qApp, "en"), "en");
    }
};

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::SweepWindowTest)
#include "sweep_window_test.moc"
