// SPDX-License-Identifier: Apache-2.0
// Set-ups that are handed out: as a file, as a line of text, with what they lock and hide; and those that want to harm.
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QStatusBar>
#include <QTableWidget>
#include <QTranslator>
#include <algorithm>

#include "engine/base/error.h"
#include "engine/run/presets.h"
#include "tests/ui/desk.h"
#include "ui/classroom/class_runs.h"
#include "ui/classroom/setup_file.h"
#include "ui/setup/field_grid.h"
#include "ui/setup/precision_picker.h"
#include "ui/setup/preset_files.h"
#include "ui/shell/classroom.h"
#include "ui/shell/hand_out_dialog.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/number_inputs.h"
#include "ui/words/translation.h"

using namespace mantissa;
using namespace mantissa::ui;
using run::RunConfig;

namespace {

SharedSetup lesson() {
    SharedSetup setup;
    setup.config = default_config();
    setup.config.set_precision(run::FP16);
    setup.config.set_batch(128);
    setup.config.set_lr(0.25);
    setup.locks.title = "Third hour";
    setup.locks.description = "Find out <b>why</b> it stalls";
    setup.locks.locked = {RunConfig::kBatchFieldNumber, RunConfig::kPrecisionFieldNumber};
    setup.locks.hidden = {RunConfig::kSeedFieldNumber, RunConfig::kModelFieldNumber};
    return setup;
}

QByteArray json(const QByteArray& rest) {
    return R"({"name": "x", "config": {"batch": 8})" + rest + "}";
}

}  // namespace

class HandOutTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }

    void aSetupComesBackFromFileAndText() {
        const QTemporaryDir folder;
        const SharedSetup sent = lesson();
        writeSetup(folder.filePath("s.json"), sent);
        const QString line = setupText(sent);
        QVERIFY(line.startsWith("mantissa:") && !line.contains(QRegularExpression("[^A-Za-z0-9_:-]")));
        QVERIFY2(line.size() < 600, qPrintable(QString::number(line.size())));
        QString broken = line;
        broken.insert(40, "\n ");  // as a mail programme does
        for (const SharedSetup& got :
             {readSetup(folder.filePath("s.json")), parseSetupText(line), parseSetupText(broken)}) {
            QVERIFY(got.locks == sent.locks);
            QCOMPARE(got.config.precision(), run::FP16);
            QCOMPARE(got.config.batch(), 128u);
            QCOMPARE(got.config.lr(), 0.25);
            QCOMPARE(got.config.preset(), std::string("Third hour"));
            QVERIFY(!got.config.has_width());  // only what differs from the defaults is written
        }
    }

    void whatBelongsToTheTeachersMachineIsNotHandedOut() {
        SharedSetup sent = lesson();
        sent.config.set_data("/home/teacher/private");
        sent.config.set_device("cuda:1");
        sent.config.set_threads(64);
        sent.config.set_name("my run");
        const QByteArray text = setupJson(sent, true);
        for (const char* word : {"private", "cuda", "threads", "my run"}) QVERIFY2(!text.contains(word), word);
        const SharedSetup got = parseSetup(R"({"name":"x","config":{"data":"/etc","device":"cuda:1","batch":8}})", "x");
        QVERIFY(!got.config.has_data() && !got.config.has_device());
    }

    void everyShippedPresetIsASetup() {
        int read = 0;
        for (const QString& name : QDir(MANTISSA_RESOURCES "/presets").entryList({"*.json"})) {
            const SharedSetup setup = readSetup(QString(MANTISSA_RESOURCES "/presets/") + name);
            QVERIFY(!setup.locks.any() && !setup.locks.title.isEmpty());
            ++read;
        }
        QVERIFY(read >= 6);
    }

    void hostileInputIsRefusedWithAReason_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("reason");
        QTest::newRow("empty") << QByteArray() << "it is empty";
        QTest::newRow("not JSON") << QByteArray("{\"name\": \"x\",\n\"config\": {\"batch\": }}") << "line 2";
        QTest::newRow("a list") << QByteArray("[1]") << "no settings";
        QTest::newRow("no name") << QByteArray(R"({"config":{}})") << "name";
        QTest::newRow("no config") << QByteArray(R"({"name":"x"})") << "config";
        QTest::newRow("config a text") << QByteArray(R"({"name":"x","config":"FP16"})") << "config";
        QTest::newRow("unknown key") << json(R"(,"execute":"rm -rf /")") << "execute";
        QTest::newRow("unknown setting") << QByteArray(R"({"name":"x","config":{"wheels":4}})") << "wheels";
        QTest::newRow("unknown format") << QByteArray(R"({"name":"x","config":{"precision":"FP99"}})") << "FP99";
        QTest::newRow("out of range") << QByteArray(R"({"name":"x","config":{"batch":4000000000}})") << "batch";
        QTest::newRow("not a number") << QByteArray(R"({"name":"x","config":{"lr":"NaN"}})") << "lr";
        QTest::newRow("infinite") << QByteArray(R"({"name":"x","config":{"loss_scale":"Infinity"}})") << "loss_scale";
        QTest::newRow("lock of nothing") << json(R"(,"locked":["lr","wheels"])") << "wheels";
        QTest::newRow("lock beyond the dock") << json(R"(,"hidden":["threads"])") << "threads";
        QTest::newRow("locks no list") << json(R"(,"locked":"all")") << "locked";
        QTest::newRow("locks of numbers") << json(R"(,"locked":[1,2])") << "entry 1";
        QTest::newRow("long title") << json(",\"title\":\"" + QByteArray(5000, 'x') + "\"") << "title";
        QTest::newRow("control character") << json(",\"title\":\"a\\u0007b\"") << "control";
        QTest::newRow("deep") << json(",\"description\":" + QByteArray(3000, '[') + QByteArray(3000, ']')) << "";
        QTest::newRow("large") << json(",\"description\":\"" + QByteArray(70000, 'x') + "\"") << "64 KiB";
    }
    void hostileInputIsRefusedWithAReason() {
        QFETCH(QByteArray, text);
        QFETCH(QString, reason);
        Desk desk;
        QVERIFY(desk.setup().applyPreset("overflow"));
        const QByteArray before = QByteArray::fromStdString(desk.setup().config().SerializeAsString());
        const int steps = desk.setup().undoStack().count();
        const QString line = "mantissa:" + text.toBase64(QByteArray::Base64UrlEncoding);
        QVERIFY(!desk.window().files().pasteSetup(line));
        const QString told = desk.window().banners().sentence("file");
        QVERIFY2(told.contains(reason) && told.contains("the pasted text"), qPrintable(told));
        QCOMPARE(QByteArray::fromStdString(desk.setup().config().SerializeAsString()), before);
        QCOMPARE(desk.setup().undoStack().count(), steps);
        QVERIFY(!desk.setup().locks().any());
        QFile file(desk.folder.filePath("bad.json"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.close();
        QVERIFY(!desk.window().files().openPreset(file.fileName()));
        QVERIFY(desk.window().banners().sentence("file").contains("bad.json"));
        QCOMPARE(QByteArray::fromStdString(desk.setup().config().SerializeAsString()), before);
    }

    void textThatIsNoSetupIsRefused_data() {
        QTest::addColumn<QString>("text");
        const QString good = setupText(lesson());
        QTest::newRow("empty") << "";
        QTest::newRow("something else") << "Dear students";
        QTest::newRow("cut") << good.left(good.size() - 7);
        QTest::newRow("no base64") << "mantissa:%%%%";
        QTest::newRow("long") << "mantissa:" + QString(300000, 'A');
    }
    void textThatIsNoSetupIsRefused() {
        QFETCH(QString, text);
        Desk desk;
        QVERIFY(!desk.window().files().pasteSetup(text));
        QVERIFY(!desk.window().banners().sentence("file").isEmpty());
        QVERIFY(!desk.setup().undoStack().canUndo());
    }

    void lockedAndHiddenSettingsKeepTheirValue() {
        Desk desk;
        QApplication::clipboard()->setText(setupText(lesson()));
        desk.find<QAction>("pasteSetup")->trigger();
        QCOMPARE(desk.setup().config().batch(), 128u);
        QCOMPARE(desk.find<QComboBox>("presets")->placeholderText(), desk.setup().locks().title);
        QVERIFY(!desk.setup().locks().title.isEmpty());
        auto* batch = desk.find<QSpinBox>("batch");
        auto* seed = desk.find<QSpinBox>("seed");
        auto* epochs = desk.find<QSpinBox>("epochs");
        QVERIFY(batch->isVisibleTo(&desk.window()) && !batch->isEnabled());
        QVERIFY(batch->toolTip().contains("Locked by the handed-out settings"));
        QVERIFY(!desk.window().findChild<PrecisionPicker*>()->button(run::BF16)->isEnabled());
        QTest::mouseClick(desk.window().findChild<PrecisionPicker*>()->button(run::BF16), Qt::LeftButton);
        QCOMPARE(desk.setup().config().precision(), run::FP16);
        QVERIFY(!seed->isVisibleTo(&desk.window()));
        QVERIFY(!desk.find<QComboBox>("model")->isVisibleTo(&desk.window()));
        QVERIFY(epochs->isEnabled() && epochs->isVisibleTo(&desk.window()));
        epochs->setValue(9);
        QCOMPARE(desk.setup().config().epochs(), 9u);
        // Nor by another way: a preset, or a run's settings.
        QVERIFY(desk.setup().applyPreset("overflow"));
        QCOMPARE(desk.setup().config().batch(), 128u);
        QCOMPARE(desk.setup().config().precision(), run::FP16);
        QCOMPARE(desk.setup().config().preset(), std::string("overflow"));
        QTRY_VERIFY(desk.window().statusBar()->currentMessage().contains("batch"));
        RunConfig lane = desk.setup().config();
        lane.set_batch(64);
        lane.set_precision(run::BF16);
        desk.setup().lookAtLane(lane);
        QCOMPARE(desk.setup().config().batch(), 128u);
        QCOMPARE(desk.setup().config().precision(), run::FP16);
    }

    void aLessonFreesWhatIsLockedAndUndoLocksItAgain() {
        Desk desk;
        QVERIFY(desk.window().files().pasteSetup(setupText(lesson())));
        const SetupLocks locks = desk.setup().locks();
        QVERIFY(locks.any());
        const std::uint32_t batch = desk.setup().config().batch();
        desk.find<QAction>("lesson-02-small-gradients")->trigger();
        QVERIFY(!desk.setup().locks().any());
        QVERIFY2(desk.window().statusBar()->currentMessage().contains(locks.title),
                 qPrintable(desk.window().statusBar()->currentMessage()));
        desk.setup().undoStack().undo();
        QCOMPARE(desk.setup().locks(), locks);
        QCOMPARE(desk.setup().config().batch(), batch);
    }

    void freeingWhileALaneIsLookedAtLeavesThePersonsSettings() {
        Desk desk;
        QVERIFY(desk.window().files().pasteSetup(setupText(lesson())));
        const auto own = desk.setup().config().lr();
        RunConfig lane = desk.setup().config();
        lane.set_lr(own * 2);
        desk.setup().lookAtLane(lane);
        const SetupLocks locks = desk.setup().locks();
        desk.setup().unlock();
        QVERIFY(!desk.setup().locks().any());
        QCOMPARE(desk.setup().config().lr(), own * 2);  // what is shown is still what the lane has
        desk.setup().undoStack().undo();
        QCOMPARE(desk.setup().locks(), locks);
        QCOMPARE(desk.setup().config().lr(), own * 2);
        desk.setup().undoStack().redo();
        QCOMPARE(desk.setup().config().lr(), own * 2);
        desk.setup().leaveLanes();
        QVERIFY(!desk.setup().locks().any());
        QCOMPARE(desk.setup().config().lr(), own);
    }

    void aLockHoldsWhileARunTrains() {
        Desk desk;
        SharedSetup setup = lesson();
        setup.locks.locked.insert(RunConfig::kLossScaleFieldNumber);
        QVERIFY(desk.window().files().pasteSetup(setupText(setup)));
        desk.startRun();
        desk.window().controller().setLossScale(1024);
        QTRY_VERIFY(desk.window().statusBar()->currentMessage().contains("loss scale"));
        QCOMPARE(desk.told({"\"change\""}).size(), 0);
        desk.setup().unlock();
        desk.window().controller().setLossScale(1024);
        QTRY_COMPARE(desk.told({"\"change\"", "1024"}).size(), 1);
    }

    void resetSetupFreesAndUndoLocksAgain() {
        Desk desk;
        auto* reset = desk.find<QAction>("resetSetup");
        QVERIFY(!reset->isEnabled());
        auto* strip = desk.find<QWidget>("lockStrip");
        QVERIFY(!strip->isVisibleTo(&desk.window()));
        auto* batch = desk.find<QSpinBox>("batch");
        const QString tip = batch->toolTip();
        const int before = batch->value();
        QVERIFY(desk.window().files().pasteSetup(setupText(lesson())));
        QVERIFY(strip->isVisibleTo(&desk.window()));
        const auto padlocks = [&desk] {
            const QList<EffectMark*> marks = desk.window().findChildren<EffectMark*>();
            return std::count_if(marks.begin(), marks.end(),
                                 [](EffectMark* mark) { return mark->accessibleName() == "locked"; });
        };
        QCOMPARE(padlocks(), 1);  // of the batch: what has no effect has none
        bool named = false;
        for (const QLabel* label : strip->findChildren<QLabel*>()) {
            named |= label->text() == "Find out <b>why</b> it stalls" && label->textFormat() == Qt::PlainText;
        }
        QVERIFY(named);
        QTest::mouseClick(desk.find<QPushButton>("lockReset"), Qt::LeftButton);
        QVERIFY(batch->isEnabled() && batch->value() == 128);
        QCOMPARE(batch->toolTip(), tip);
        QCOMPARE(padlocks(), 0);
        QVERIFY(desk.find<QSpinBox>("seed")->isVisibleTo(&desk.window()));
        QVERIFY(!strip->isVisibleTo(&desk.window()));
        desk.window().actions().undo->trigger();
        QVERIFY(!batch->isEnabled());
        desk.window().actions().undo->trigger();  // of the opening itself
        QVERIFY(batch->isEnabled());
        QCOMPARE(batch->value(), before);
    }

    void locksOutliveTheProgram() {
        Desk desk;
        QVERIFY(desk.window().files().pasteSetup(setupText(lesson())));
        desk.close();
        desk.open("hello serve");
        QVERIFY(desk.setup().locks() == lesson().locks);
        QVERIFY(!desk.find<QSpinBox>("batch")->isEnabled());
        desk.find<QAction>("resetSetup")->trigger();
        desk.close();
        desk.open("hello serve");
        QVERIFY(desk.find<QSpinBox>("batch")->isEnabled());
    }

    /// Nor is there a switch in the Setup dock that a teacher could not lock.
    void everyAdvancedSwitchCanBeLocked() {
        Desk desk;
        const auto* type = run::RunConfig::descriptor();
        const std::vector<int>& lockable = lockableFields();
        int switches = 0;
        for (int i = 0; i < type->field_count(); ++i) {
            const auto* grid = desk.find<QWidget>("advanced");
            if (!grid->findChild<QWidget*>(QString::fromStdString(type->field(i)->name()))) continue;
            ++switches;
            QVERIFY2(std::find(lockable.begin(), lockable.end(), type->field(i)->number()) != lockable.end(),
                     type->field(i)->name().c_str());
        }
        QVERIFY(switches >= 9);
    }

    void everyLockHasAControlThatItClosesAndHides() {
        Desk desk;
        QVERIFY(desk.setup().applyPreset("underflow"));
        for (const int field : lockableFields()) {
            const QString name =
                field == RunConfig::kPresetFieldNumber
                    ? QString("presets")
                    : QString::fromStdString(RunConfig::descriptor()->FindFieldByNumber(field)->name());
            QWidget* control = field == RunConfig::kPrecisionFieldNumber
                                   ? static_cast<QWidget*>(desk.window().findChild<PrecisionPicker*>())
                                   : desk.find<QWidget>(name);
            QVERIFY2(control, qPrintable(name));
            SharedSetup setup{desk.setup().config(), {}};
            // with what has an effect there, each control can be used
            setup.config.set_scaling(field == RunConfig::kCheckStaticScaleFieldNumber ? run::STATIC : run::DYNAMIC);
            setup.config.set_optimizer(run::ADAM);
            setup.config.set_schedule(run::SCHEDULE_COSINE);
            setup.config.set_rank_format(run::FP16);
            setup.config.set_ranks(
                field == RunConfig::kGatherUpdatesFieldNumber || field == RunConfig::kConverters8BitFieldNumber ? 1
                                                                                                                : 2);
            if (field == RunConfig::kMomentumFieldNumber) setup.config.set_optimizer(run::SGD);
            const bool devices =
                field == RunConfig::kGatherUpdatesFieldNumber || field == RunConfig::kConverters8BitFieldNumber;
            if (devices) {  // whose weights know neither 16 bits nor a loss scale
                setup.config.set_optimizer(run::PHASE_CHANGE);
                setup.config.set_precision(run::FP32);
                setup.config.set_scaling(run::NONE);
            } else if (setup.config.precision() == run::FP32) {
                setup.config.set_precision(run::FP16);
            }
            setup.locks.title = "one";
            setup.locks.locked = {field};
            desk.setup().open(setup);
            QVERIFY2(!control->isEnabled() && control->toolTip().contains("Locked"), qPrintable(name));
            setup.locks.locked.clear();
            setup.locks.hidden = {field};
            desk.setup().open(setup);
            QVERIFY2(control->isHidden(), qPrintable(name));
            desk.setup().unlock();
            QVERIFY2(control->isEnabled(), qPrintable(name));
        }
    }

    void theAdvisorCanBeSilent() {
        Desk desk;
        desk.startRun();
        auto* strip = desk.find<QWidget>("advisor");
        TRY_VERIFY(strip->isVisible());
        SharedSetup setup = lesson();
        setup.locks.advisorHidden = true;
        const SharedSetup again = parseSetup(setupJson(setup, true), "task.json");
        QVERIFY(again.locks == setup.locks);
        QVERIFY(desk.find<QWidget>("welcomePanel")->isVisible());
        desk.setup().open(again);
        QVERIFY(!strip->isVisible());
        QVERIFY(!desk.find<QWidget>("welcomePanel")->isVisible());  // its race may be the task's answer
        QVERIFY(!desk.window().actions().advisor->isEnabled());
        desk.setup().unlock();
        TRY_VERIFY(strip->isVisible());
        QVERIFY(desk.find<QWidget>("welcomePanel")->isVisible());
        QVERIFY_THROWS_EXCEPTION(Error, parseSetup(json(",\"advisor\":7"), "task.json"));
    }

    void aTaskIsOpenedFromTheCommandLineAndItsRunsComeBack() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("task.json");
        writeSetup(file, lesson());
        qputenv("MANTISSA_FAKE_RUNS_END", "9");
        Desk desk;
        for (const bool positional : {false, true}) {
            desk.close();
            qputenv("MANTISSA_STATE_DIR", desk.folder.path().toUtf8());
            ProgramOptions options;
            options.worker.program = MANTISSA_FAKE_WORKER;
            options.worker.environment.insert("MANTISSA_FAKE_SCRIPT", "hello serve");
            options.worker.maxRestarts = 0;
            (positional ? options.file : options.preset) = file;
            desk.program = std::make_unique<Program>(*qApp, options);
            desk.window().show();
            QVERIFY(QTest::qWaitForWindowExposed(&desk.window()));
            QVERIFY(desk.setup().locks() == lesson().locks);
            QCOMPARE(desk.setup().config().batch(), 128u);
        }
        auto* classroom = desk.window().findChild<Classroom*>();
        QVERIFY(classroom->runsOfTask().isEmpty());
        desk.find<QAction>("handIn")->trigger();
        QVERIFY(desk.window().banners().sentence("file").contains("no run to hand in"));
        desk.click(desk.window().actions().run);
        TRY_COMPARE(classroom->runsOfTask().size(), 1);
        TRY_VERIFY(desk.program->client().keptAll());
        const QString handed = folder.filePath(handInFileName("Third hour", "Ada"));
        classroom->handIn(handed);
        TRY_VERIFY(QFile::exists(handed));
        QCOMPARE(readHandedInRuns(handed).size(), std::size_t{1});
        QCOMPARE(studentOfFile(handed, "Third hour"), QString("Ada"));
        const std::string preset = readHandedInRuns(handed)[0].config.preset();
        QVERIFY(!preset.empty());
        // What was changed in the file is a line that says so, not a run less.
        QFile changed(handed);
        QVERIFY(changed.open(QIODevice::ReadOnly));
        QByteArray bytes = changed.readAll();
        changed.close();
        QVERIFY(bytes.contains("\"batch\""));
        bytes.replace("\"batch\"", "\"botch\"");
        QVERIFY(changed.open(QIODevice::WriteOnly));
        changed.write(bytes);
        changed.close();
        const std::vector<HandedInRun> damaged = readHandedInRuns(handed);
        QCOMPARE(damaged.size(), std::size_t{1});
        QCOMPARE(damaged[0].config.preset(), preset);  // it stands among the runs of its task
        const TaskRun line = taskRun(damaged[0], nullptr);
        QCOMPARE(line.settings, QString("damaged"));
        QVERIFY(!line.note.isEmpty() && !line.accuracy);
        qunsetenv("MANTISSA_FAKE_RUNS_END");
    }

    /// In the width that the dialog opens with, in the language of the longest names.
    void namesAndTicksAreSeenTogether() {
        QCOMPARE(speak(*qApp, "de"), QString("de"));
        {
            Desk desk;
            HandOutDialog dialog(desk.setup());
            dialog.setAttribute(Qt::WA_DeleteOnClose, false);
            dialog.show();
            QVERIFY(QTest::qWaitForWindowExposed(&dialog));
            auto* table = dialog.findChild<QTableWidget*>("handOutFields");
            const QRect seen = table->viewport()->rect();
            for (int column = 0; column < table->columnCount(); ++column) {
                const QRect cell = table->visualItemRect(table->item(0, column));
                QVERIFY2(seen.contains(cell.center()) && cell.right() <= seen.right() + 1,
                         qPrintable(QString::number(column)));
                QVERIFY(cell.width() > 40);
            }
        }
        for (QTranslator* one : qApp->findChildren<QTranslator*>()) delete one;
        QCOMPARE(speak(*qApp, "en"), QString("en"));
    }

    void allIsLockedAtOnce() {
        Desk desk;
        HandOutDialog dialog(desk.setup());
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QTest::mouseClick(dialog.findChild<QPushButton*>("handOutLockAll"), Qt::LeftButton);
        QCOMPARE(dialog.shared().locks.locked.size(), lockableFields().size());
        QTest::mouseClick(dialog.findChild<QPushButton*>("handOutLockNone"), Qt::LeftButton);
        QVERIFY(dialog.shared().locks.locked.empty());
        dialog.findChild<QCheckBox*>("handOutAdvisor")->setChecked(true);
        QVERIFY(dialog.shared().locks.advisorHidden);
    }

    void theDialogHandsOutWhatIsTicked() {
        Desk desk;
        desk.find<QSpinBox>("batch")->setValue(77);
        desk.find<QAction>("saveSetup")->trigger();
        auto* dialog = desk.window().findChild<HandOutDialog*>();
        QVERIFY(dialog);
        QVERIFY(!dialog->findChild<QPushButton*>("handOutCopy")->isEnabled());  // it has no name yet
        QTest::keyClicks(dialog->findChild<QLineEdit*>("handOutName"), "Hour 3");
        QTest::keyClick(dialog->findChild<QLineEdit*>("handOutName"), Qt::Key_Return);  // saves, and locks nothing
        auto* where = dialog->findChild<QFileDialog*>();
        QVERIFY(where);
        where->reject();
        QVERIFY(dialog->shared().locks.locked.empty());
        dialog->setLocked(RunConfig::kBatchFieldNumber, true);
        dialog->setHidden(RunConfig::kLrFieldNumber, true);
        QTest::mouseClick(dialog->findChild<QPushButton*>("handOutCopy"), Qt::LeftButton);
        const SharedSetup got = parseSetupText(QApplication::clipboard()->text());
        QCOMPARE(got.locks.title, QString("Hour 3"));
        QCOMPARE(got.config.batch(), 77u);
        QVERIFY(got.locks.locked == std::set<int>{RunConfig::kBatchFieldNumber});
        QVERIFY(got.locks.hidden == std::set<int>{RunConfig::kLrFieldNumber});
        const QString path = desk.folder.filePath("hour3.json");
        QVERIFY(dialog->save(path));
        QVERIFY(readSetup(path).locks == got.locks);
        QVERIFY(!dialog->save(desk.folder.filePath("no such folder/x.json")));
        QVERIFY(!desk.window().banners().sentence("file").isEmpty());
        QVERIFY(desk.find<QSpinBox>("batch")->isEnabled());  // the teacher's own dock stays free
    }
};

QTEST_MAIN(HandOutTest)
#include "hand_out_test.moc"
