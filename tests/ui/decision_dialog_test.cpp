// SPDX-License-Identifier: Apache-2.0
// The decision sheet in the window, with a script in the worker's place: what it is asked for, what is shown and saved,
// what is said where there is none, and that a measurement can be cancelled.
#include "ui/shell/decision_dialog.h"

#include <QApplication>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QTextBrowser>
#include <QTranslator>
#include <memory>

#include "engine/report/decision_message.h"
#include "engine/run/presets.h"
#include "tests/ui/control_checks.h"
#include "tests/ui/patience.h"
#include "tests/ui/script_worker.h"
#include "ui/client/decision_runner.h"
#include "ui/words/translation.h"

namespace mantissa::ui {

namespace {

struct Stage {
    explicit Stage(const QByteArray& script) : worker(script) {
        runner = std::make_unique<DecisionRunner>(worker.options);
        dialog = std::make_unique<DecisionDialog>(
            *runner, [this] { return config; }, [this] { return occupied; }, nullptr);
        dialog->setAttribute(Qt::WA_DeleteOnClose, false);
    }
    QStringList asked() { return worker.asked(); }
    template <typename Widget>
    Widget* find(const char* name) {
        return dialog->findChild<Widget*>(name);
    }
    QString status() { return find<QLabel>("decisionStatus")->text(); }

    ScriptWorker worker;
    run::RunConfig config = default_config();
    QString occupied;
    std::unique_ptr<DecisionRunner> runner;
    std::unique_ptr<DecisionDialog> dialog;
};

/// What a worker answers.
QByteArray sheet() {
    DecisionSheet sheet;
    sheet.device = "cpu: XQ 7";
    sheet.network = network_phrase(default_config());
    for (const run::RunConfig& mode : decision_configs(default_config())) sheet.modes.emplace_back().config = mode;
    return QByteArray::fromStdString(sheet_message(sheet));
}

}  // namespace

class DecisionDialogTest : public QObject {
    Q_OBJECT

  private slots:
    void theSettingsAreAskedForAndTheSheetIsShownAndSaved() {
        Stage stage("cat <<'SHEET'\n" + sheet() + "\nSHEET\n");
        stage.config.set_batch(77);
        stage.config.set_data("/a folder/it's");
        stage.find<QDoubleSpinBox>("decisionMemory")->setValue(1.5);
        QVERIFY(!stage.find<QPushButton>("decisionSave")->isEnabled());
        stage.find<QPushButton>("decisionMeasure")->click();
        TRY_VERIFY(!stage.dialog->html().isEmpty());
        const QStringList asked = stage.asked();
        QCOMPARE(asked.first(), QString("decide"));
        QVERIFY(!asked.contains("serve"));
        const auto after = [&asked](const QString& flag) { return asked.value(asked.indexOf(flag) + 1); };
        QVERIFY(asked.contains("--message"));
        QCOMPARE(after("--memory"), QString("1572864KiB"));
        QCOMPARE(after("--batch"), QString("77"));
        QCOMPARE(after("--data"), QString("/a folder/it's"));  // as it is: no shell reads it
        QVERIFY(stage.find<QTextBrowser>("decisionText")->toPlainText().contains("Which precision?"));
        QCOMPARE(sharedKeys(*stage.dialog), QStringList{});
        QVERIFY(stage.find<QTextBrowser>("decisionText")->toPlainText().contains("XQ 7"));
        QVERIFY(stage.find<QPushButton>("decisionSave")->isEnabled());
        const QString path = stage.worker.path("sheet.html");
        QCOMPARE(stage.dialog->saveTo(path), QString());
        QFile saved(path);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        const QByteArray page = saved.readAll();
        QVERIFY(page.startsWith("<!DOCTYPE html>\n<html lang=\"en\"") && page.contains("XQ 7"));
        QVERIFY(stage.dialog->saveTo(stage.worker.path("no folder/sheet.html")).contains("could not be saved"));
    }

    void whatIsMissingIsTrained() {
        Stage stage("cat <<'SHEET'\n" + sheet() + "\nSHEET\n");
        stage.config.set_histogram_interval(7);
        auto* train = stage.find<QPushButton>("decisionTrain");
        QVERIFY(!train->isEnabled());
        std::vector<run::RunConfig> wanted;
        int seeds = 0;
        QObject::connect(stage.dialog.get(), &DecisionDialog::trainingWanted, stage.dialog.get(),
                         [&](const std::vector<run::RunConfig>& lanes, int count) {
                             wanted = lanes;
                             seeds = count;
                         });
        stage.find<QPushButton>("decisionMeasure")->click();
        TRY_VERIFY(train->isEnabled());
        QVERIFY2(train->toolTip().contains("20 runs: FP32, TF32, FP16, BF16"), qPrintable(train->toolTip()));
        stage.occupied = "A run trains.";
        train->click();
        QVERIFY(wanted.empty());
        QCOMPARE(stage.status(), QString("A run trains."));
        stage.occupied.clear();
        train->click();
        QCOMPARE(wanted.size(), 4u);
        QCOMPARE(wanted[3].precision(), run::BF16);
        QCOMPARE(wanted[3].histogram_interval(), 7u);
        QCOMPARE(seeds, 5);
        QVERIFY(stage.status().contains("Measure again"));
        const QString text = stage.find<QTextBrowser>("decisionText")->toPlainText();
        QVERIFY2(text.contains("Use FP32") || text.contains("No conclusion yet"), qPrintable(text));
    }

    void theSheetSpeaksTheWindowsLanguage() {
        QCOMPARE(speak(*qApp, "de"), "de");
        Stage stage("cat <<'SHEET'\n" + sheet() + "\nSHEET\n");
        QCOMPARE(sharedKeys(*stage.dialog), QStringList{});
        stage.find<QPushButton>("decisionMeasure")->click();
        TRY_VERIFY(!stage.dialog->html().isEmpty());
        QCOMPARE(sharedKeys(*stage.dialog), QStringList{});
        QVERIFY(stage.dialog->html().contains("<html lang=\"de\""));
        QVERIFY(
            stage.find<QTextBrowser>("decisionText")->toPlainText().contains(QString::fromUtf8("Welche Präzision?")));
        for (QTranslator* one : qApp->findChildren<QTranslator*>()) delete one;
        QCOMPARE(speak(*qApp, "en"), "en");
    }

    void whatWentWrongIsSaid() {
        Stage stage("echo 'The batch is too large' >&2\nexit 5\n");
        stage.find<QPushButton>("decisionMeasure")->click();
        TRY_COMPARE(stage.status(), QString("The batch is too large"));
        QVERIFY(stage.dialog->html().isEmpty());
        QVERIFY(stage.find<QPushButton>("decisionMeasure")->isEnabled());
        Stage old("echo 'The following argument was not expected: --message' >&2\nexit 2\n");
        old.find<QPushButton>("decisionMeasure")->click();
        TRY_COMPARE(old.status().section(". ", 0, 0),
                    QString("The worker is of an older version than this window and cannot answer it"));
        for (const char* answer : {"echo hello\n", "echo '{}'\n", "true\n", "head -c 2000000 /dev/zero\n"}) {
            Stage strange(answer);
            strange.find<QPushButton>("decisionMeasure")->click();
            TRY_VERIFY(strange.status().contains("not a decision sheet"));
        }
        Stage busy("exit 1\n");
        busy.occupied = "A run trains.";
        busy.find<QPushButton>("decisionMeasure")->click();
        QCOMPARE(busy.status(), QString("A run trains."));
        QVERIFY(!busy.runner->running());
    }

    void itCanBeCancelled() {
        Stage stage("exec sleep 600\n");
        auto* button = stage.find<QPushButton>("decisionMeasure");
        button->click();
        QVERIFY(stage.runner->running());
        QVERIFY(button->text().contains("Cancel"));
        TRY_VERIFY(!stage.asked().isEmpty());
        button->click();
        TRY_VERIFY(!stage.runner->running());
        QVERIFY(stage.status().contains("Cancelled"));
        QVERIFY(button->isEnabled());
        button->click();
        stage.runner->cancel("A run began.");
        TRY_VERIFY(!stage.runner->running());
        QCOMPARE(stage.status(), QString("A run began."));
    }
};

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::DecisionDialogTest)
#include "decision_dialog_test.moc"
