// SPDX-License-Identifier: Apache-2.0
// Errors in a German window: what a worker refuses, what a library or a setting has against it and why a run ended, in
// German; what an old record or somebody else's file says, as it stands there.
#include <QDir>
#include <QSpinBox>
#include <QStatusBar>
#include <QTabBar>

#include "engine/run/error_record.h"
#include "engine/run/names.h"
#include "engine/run/phrase_record.h"
#include "engine/run/presets.h"
#include "tests/ui/desk.h"
#include "tests/ui/run_records.h"
#include "ui/client/library_sink.h"
#include "ui/models/run_model.h"
#include "ui/pages/run_marks.h"
#include "ui/setup/config_fields.h"
#include "ui/setup/preset_files.h"
#include "ui/shell/page_tabs.h"
#include "ui/widgets/banner.h"
#include "ui/words/phrase_words.h"
#include "ui/words/translation.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

const QString kTooLarge = QString::fromUtf8("Batch 9999 braucht 12.50\u00a0GiB, und das Gerät hat dafür 8.00\u00a0GiB");

class ErrorWordsTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QCOMPARE(speak(*qApp, "de"), "de"); }

    void anErrorIsSaidWhole() {
        const Error error(ErrorCode::usage, say("there is no run with the number %1", {7}), "lane",
                          say("0 to %1", {6}));
        QCOMPARE(inWords(error), "lane: es gibt keinen Lauf mit der Nummer 7 (0 bis 6)");
        QCOMPARE(inWords(to_record(error)), inWords(error));
        QCOMPARE(messageInWords(error), "es gibt keinen Lauf mit der Nummer 7");
        QCOMPARE(remedyInWords(to_record(error)), "0 bis 6");
        QCOMPARE(reasonInWords(error), "es gibt keinen Lauf mit der Nummer 7 (0 bis 6)");
        const std::exception& any = error;
        QCOMPARE(inWords(any), inWords(error));
        QCOMPARE(inWords(std::runtime_error("of a library, %1")), "of a library, %1");
        // Within another error, too.
        const Error outer(ErrorCode::bad_data, say("the checkpoint contradicts itself: %1", {error.message_phrase()}));
        QCOMPARE(
            inWords(outer),
            QString::fromUtf8("der Sicherungspunkt ist in sich nicht stimmig: es gibt keinen Lauf mit der Nummer 7"));
    }

    void aPathThatIsNoTextIsCleaned() {
        const Error error(ErrorCode::failed, say("The file cannot be read: %1", {"a\xff"}), "b\xfe");
        QCOMPARE(inWords(error), QString::fromUtf8("b?: Die Datei lässt sich nicht lesen: a?"));
        QCOMPARE(inWords(to_record(error)), inWords(error));
    }

    void whatARecordHoldsBesideItsTextIsNotBelieved() {
        run::ErrorRecord old;
        old.set_code("usage");
        QCOMPARE(inWords(old), "usage");
        old.set_message("there is no run with the number 7");
        QCOMPARE(inWords(old), "there is no run with the number 7");  // of a version without phrases
        *old.mutable_message_phrase() = record_of(say("there is no run with the number %1", {8}));
        QCOMPARE(inWords(old), "there is no run with the number 7");
        *old.mutable_message_phrase() = record_of(say("there is no run with the number %1", {7}));
        QCOMPARE(inWords(old), "es gibt keinen Lauf mit der Nummer 7");
    }

    void aFileIsNamedAndAFieldIsNot() {
        const Error file(ErrorCode::failed, say("the file is empty"), "/somewhere/x.json", say("name another file"));
        QVERIFY2(messageOfFile(file).startsWith("/somewhere/x.json: "), qPrintable(messageOfFile(file)));
        const Error field(ErrorCode::usage, say("the file is empty"), "batch", {});
        QVERIFY2(!messageOfFile(field).contains("batch"), qPrintable(messageOfFile(field)));
        const Error operation(ErrorCode::usage, say("the file is empty"), "network mine, conv2d c1", {});
        QVERIFY2(messageOfFile(operation).startsWith("network mine, conv2d c1: "),
                 qPrintable(messageOfFile(operation)));
        const QString remedy = remedySentence(file);
        QVERIFY2(remedy[0].isUpper() && remedy.endsWith('.') && !remedy.endsWith(".."), qPrintable(remedy));
        QCOMPARE(remedySentence(field), QString());
    }

    void aFolderWithoutDataIsRefusedAtOnce() {
        Desk desk;
        const QString folder = desk.folder.filePath("no data here");
        QVERIFY(QDir().mkpath(folder));
        desk.window().files().openData(folder);
        const QString told = desk.window().banners().sentence("file");
        QVERIFY2(told.contains(folder) && told.contains("train-images-idx3-ubyte"), qPrintable(told));
        QVERIFY(told.startsWith(desk.setup().problem(run::RunConfig::kDataFieldNumber).left(80)));
        desk.window().files().openData(MANTISSA_RESOURCES "/mnist");
        QCOMPARE(desk.setup().problem(run::RunConfig::kDataFieldNumber), QString());
    }

    /// A network's file tells by its last operation what it is for; what fits nothing is refused when it is opened.
    void aNetworkFileSetsItsTaskOrIsRefusedAtOnce() {
        Desk desk;
        auto* own = desk.find<QLabel>("network");
        QVERIFY(own);
        QVERIFY2(!own->isVisible(), qPrintable(own->text()));
        QVERIFY2(desk.window().files().openNetwork(MANTISSA_SOURCE "/tests/data/networks/unet.json"),
                 qPrintable(desk.window().banners().sentence("file")));
        QCOMPARE(desk.setup().config().task(), run::CLASSIFY_PIXELS);
        QCOMPARE(desk.setup().config().model(), run::NETWORK_FILE);
        QVERIFY(desk.setup().problems().isEmpty());
        TRY_VERIFY(own->isVisible());  // which one, also later
        QCOMPARE(own->text(), QString("my-unet"));
        const QString told = desk.window().statusBar()->currentMessage();
        QVERIFY2(told.contains("unet.json") && told.contains("Pixelklassen"), qPrintable(told));
        desk.setup().edit(run::RunConfig::kTaskFieldNumber, EditKind::Choice,
                          [](run::RunConfig& c) { c.set_task(run::DENOISE); });
        const QString problem = desk.setup().problem(run::RunConfig::kModelFieldNumber);
        QVERIFY2(problem.contains(QString::fromUtf8("28×28×11")), qPrintable(problem));
        desk.setup().undoStack().undo();

        const run::RunConfig before = desk.setup().config();
        QFile file(desk.folder.filePath("seven.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"name": "seven", "operations": [{"op": "linear", "name": "last", "out": 7}]})");
        file.close();
        QVERIFY(!desk.window().files().openNetwork(file.fileName()));
        const QString refused = desk.window().banners().sentence("file");
        QVERIFY2(refused.contains("seven.json") && refused.contains("last") && refused.contains('7'),
                 qPrintable(refused));
        QCOMPARE(desk.setup().config().SerializeAsString(), before.SerializeAsString());
    }

    void aRefusedStartIsExplained() {
        Desk desk("hello await:start refuse:engine serve");
        desk.click(desk.window().actions().run);
        TRY_VERIFY(!desk.window().banners().sentence("refused").isEmpty());
        const QString told = desk.window().banners().sentence("refused");
        QVERIFY2(told.contains(kTooLarge), qPrintable(told));
        // Below the tabs, so that one can go on to another page.
        BannerStack& banners = desk.window().banners();
        const QTabBar* bar = desk.window().pages().tabBar();
        QVERIFY(banners.y() >= bar->mapTo(banners.parentWidget(), QPoint(0, bar->height())).y());
    }

    void aRefusedChangeIsExplainedBesideTheControl() {
        Desk desk("hello await:start run:20 reply await:change refuse:engine serve");
        desk.startRun();
        auto* batch = desk.find<QSpinBox>("batch");
        const int before = batch->value();
        batch->setValue(9999);
        TRY_COMPARE(batch->value(), before);
        const QString told = desk.setup().problem(run::RunConfig::kBatchFieldNumber);
        QVERIFY2(told.contains(kTooLarge + QString::fromUtf8(" (höchstens 512)")), qPrintable(told));
    }

    void aSettingThatIsOutOfRangeIsExplained() {
        run::RunConfig config = default_config();
        config.set_momentum(2);
        QCOMPARE(problemsOf(config, true).value(run::RunConfig::kMomentumFieldNumber),
                 QString::fromUtf8("2 liegt außerhalb des erlaubten Bereichs (0 bis 1)"));
    }

    void aFailedImportIsExplained() {
        const QTemporaryDir folder;
        QFile text(folder.filePath("notes.txt"));
        QVERIFY(text.open(QIODevice::WriteOnly) && text.write(QByteArray(2000, 'x')) > 0);
        text.close();
        LibrarySink sink(Library::open(folder.filePath("runs.mantissa").toStdString(), Access::read_write));
        QSignalSpy imported(&sink, &LibrarySink::imported);
        sink.importFrom(text.fileName());
        TRY_COMPARE(imported.count(), 1);
        const QString told = imported.first().first().toString();
        QVERIFY2(told.startsWith("Aus notes.txt wurde nichts importiert: "), qPrintable(told));
        QVERIFY2(told.contains("Das ist keine Bibliothek von Mantissa (und auch keine SQLite-Datei)"),
                 qPrintable(told));
        QVERIFY2(told.contains("eine andere Datei nennen; diese bleibt"), qPrintable(told));
        QVERIFY2(told.contains(text.fileName()), qPrintable(told));
    }

    void aRunThatFailedSaysWhy() {
        RunModel run(kRun);
        run.apply(started());
        run::Record end = record(3);
        end.mutable_finished()->set_outcome(run::RunFinished::FAILED);
        *end.mutable_finished()->mutable_error() = to_record(error_of(std::bad_alloc()));
        run.apply(end);
        QCOMPARE(QString::fromStdString(run.reason()),
                 QString::fromUtf8("der Speicher reicht nicht (einen kleineren Batch oder ein kleineres Netz wählen)"));
    }

    void aChangeNamesItsSettingsAsTheWindowDoes() {
        run::RunConfig after = default_config();
        after.set_lr(0.01);
        after.set_precision(run::FP16);
        after.set_master_weights(false);
        RunModel run(kRun);
        run.apply(started());
        run.apply(step(1));
        run::Record change = record(1);
        change.mutable_event()->set_kind(run::EventRecord::CHANGED);
        set_text(*change.mutable_event(), change_phrase(default_config(), after));
        run.apply(change);
        const std::vector<Bookmark> marks = bookmarksOf(run);
        QCOMPARE(marks.size(), std::size_t{1});
        const QString said =
            QString::fromUtf8("Lernrate: 0.001 → 0.01, Präzision: FP32 → FP16, Mastergewichte: an → aus");
        QVERIFY2(marks[0].tooltip.contains(said), qPrintable(marks[0].tooltip));
    }

    /// The Setup dock and the sentences of the engine have one word for one setting.
    void settingsAreCalledAsInTheSetup() {
        const auto& all = *run::RunConfig::descriptor();
        int same = 0;
        for (int i = 0; i < all.field_count(); ++i) {
            const QString plain = QString::fromStdString(all.field(i)->name()).replace('_', ' ');
            const QString label = fieldLabel(all.field(i)->number());
            if (label == plain || plain == "c1" || plain == "c2") continue;  // without a label, or without a word
            QCOMPARE(inWords(setting_phrase(all.field(i)->name())), label);
            ++same;
        }
        QVERIFY(same > 20);
    }
};

}  // namespace

QTEST_MAIN(ErrorWordsTest)
#include "error_words_test.moc"
