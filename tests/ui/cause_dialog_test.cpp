// SPDX-License-Identifier: Apache-2.0
// Find the cause… in the window, with a script in the worker's place: what it is asked for, its progress, the answer as
// a person reads it, the cure for the next run, and what is said where there is no answer.
#include "ui/shell/cause_dialog.h"

#include <QFileDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>
#include <limits>
#include <memory>

#include "engine/run/json.h"
#include "engine/run/presets.h"
#include "tests/ui/desk.h"
#include "tests/ui/patience.h"
#include "tests/ui/run_records.h"
#include "tests/ui/script_worker.h"
#include "ui/shell/advisor_strip.h"
#include "ui/words/translation.h"

namespace mantissa::ui {

namespace {

struct Stage {
    explicit Stage(const QByteArray& script, const std::optional<run::Diagnosis>& known = std::nullopt)
        : worker(script) {
        runner = std::make_unique<CauseRunner>(worker.options);
        run::RunConfig config = default_config();
        config.set_precision(run::FP16);
        config.set_seed(7);
        dialog = std::make_unique<CauseDialog>(*runner, CauseQuestion{config, run_id, QStringLiteral("my.sqlite")},
                                               QStringLiteral("run 3"), known, nullptr);
        dialog->setAttribute(Qt::WA_DeleteOnClose, false);
    }
    QStringList asked() { return worker.asked(); }
    template <typename Widget>
    Widget* find(const char* name) {
        return dialog->findChild<Widget*>(name);
    }
    QString status() { return find<QLabel>("causeStatus")->text(); }
    QString text() { return find<QPlainTextEdit>("causeText")->toPlainText(); }

    const QString run_id = QStringLiteral("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    ScriptWorker worker;
    std::unique_ptr<CauseRunner> runner;
    std::unique_ptr<CauseDialog> dialog;
};

/// What a worker answers.
run::Diagnosis diagnosis() {
    run::Diagnosis answer;
    answer.set_verdict(run::Diagnosis::VERDICT_CURED);
    answer.add_text("The run failed: from step 3 on the loss is infinite or NaN.");
    answer.add_text(
        "The cause: step 3, fc2: 3 of 18496 results passed 65504, the largest number of FP16 (largest 71208).");
    answer.add_pytorch("y = model.fc2(x.float())");
    run::LayerOverride& one = *answer.mutable_cure()->add_layer_overrides();
    one.set_layer("fc2");
    one.set_precision(run::FP32);
    one.add_casts(run::CAST_ACTIVATION);
    answer.set_tests(4);
    answer.set_space(29);
    answer.set_seconds(2.5);
    answer.set_processor_seconds(3.5);
    return answer;
}
QByteArray answer() {
    return QByteArray::fromStdString(to_json(diagnosis()));
}

}  // namespace

class CauseDialogTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { speak(*qApp, "en"); }  // its plural forms

    void showsTheAnswerAndHandsOutTheCure() {
        Stage stage("echo '" + answer() + "'\n");
        run::RunConfig cure;
        connect(stage.dialog.get(), &CauseDialog::cureWanted, stage.dialog.get(),
                [&](const run::RunConfig& change) { cure = change; });
        QVERIFY(!stage.find<QPushButton>("causeApply")->isEnabled());
        TRY_VERIFY(!stage.runner->running());
        QCOMPARE(stage.asked().mid(0, 2), QStringList({"diagnose", "--json"}));
        QVERIFY(stage.asked().contains("fp16"));
        QVERIFY(stage.text().startsWith("The run failed: from step 3 on"));
        QVERIFY(stage.text().contains("3 of 18496 results passed 65504"));
        QVERIFY(stage.text().contains("y = model.fc2(x.float())"));
        QCOMPARE(stage.status(), QString("4 trainings over 29 casts and switches, not counting those of FP32 and the "
                                         "control, 2.5 s (3.5 s of processor time)"));
        stage.find<QPushButton>("causeApply")->click();
        QCOMPARE(cure.layer_overrides_size(), 1);
        QCOMPARE(cure.layer_overrides(0).casts(0), run::CAST_ACTIVATION);
        QCOMPARE(stage.status(), QString("The cure is in the Setup dock, for the next run."));
    }

    /// The cause is there long before its cure; that it is not the whole answer is said above it.
    void whatIsKnownSoFarIsShown() {
        run::Diagnosis so_far = diagnosis();
        so_far.set_verdict(run::Diagnosis::VERDICT_UNFINISHED);
        so_far.clear_cure();
        Stage stage("echo '{\"known\":" + QByteArray::fromStdString(to_json(so_far)) +
                    "}'\nwhile [ ! -e \"$(dirname \"$0\")/go\" ]; do sleep 0.05; done\necho '" + answer() + "'\n");
        TRY_VERIFY(stage.text().startsWith("Known so far:\nThe run failed: from step 3 on"));
        QVERIFY(stage.text().contains("3 of 18496 results passed 65504"));
        QVERIFY2(stage.runner->running() && !stage.find<QPushButton>("causeApply")->isEnabled(), "it searches on");
        QFile go(stage.worker.path("go"));
        QVERIFY(go.open(QIODevice::WriteOnly));
        TRY_VERIFY(!stage.runner->running());
        QVERIFY(stage.text().startsWith("The run failed: from step 3 on"));
        QVERIFY(stage.find<QPushButton>("causeApply")->isEnabled());
    }

    /// A search that looks again counts on.
    void theTrainingsAreCountedOn() {
        Stage stage("exit 0\n");
        emit stage.runner->progressed({2, 5, 0, 0});
        emit stage.runner->progressed({3, 4, 5, 0});
        emit stage.runner->progressed({2, 1, 0, 0});
        QCOMPARE(stage.status(), QString("Searches the smallest cure: 6 trainings so far"));
    }

    void exportsTheStepOfTheCause() {
        run::Diagnosis known = diagnosis();
        known.mutable_producer()->set_step(2);  // done before it: it is the third
        Stage stage("exit 0\n", known);
        stage.dialog->show();
        auto* button = stage.find<QPushButton>("causeExport");
        QVERIFY(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        auto* files = stage.find<QFileDialog>("reproducerDialog");
        QVERIFY(files && files->defaultSuffix() == "zip");
        const QString file = stage.worker.path("found.zip");
        emit files->fileSelected(file);
        files->close();
        QVERIFY2(stage.status().contains("step 3"), qPrintable(stage.status()));
        TRY_VERIFY(!stage.runner->exporting());
        QCOMPARE(stage.asked().mid(0, 5), QStringList({"reproducer", "--step", "3", "--force", file}));
        QVERIFY(stage.asked().contains("fp16"));
        TRY_VERIFY(stage.status().contains("found.zip"));
        QVERIFY(button->isEnabled());
    }

    /// Of a run that failed late the worker begins with its checkpoint, and so does what is exported.
    void handsTheRunOn() {
        run::Diagnosis known = diagnosis();
        known.mutable_producer()->set_step(5000);
        known.set_first_step(4990);
        known.set_text(0, "Every training begins with the state after step 4990.");
        Stage stage("echo '" + QByteArray::fromStdString(to_json(known)) + "'\n");
        TRY_VERIFY(!stage.runner->running());
        QCOMPARE(stage.asked().mid(0, 5), QStringList({"diagnose", "--json", stage.run_id, "--library", "my.sqlite"}));
        QVERIFY(stage.asked().contains("fp16"));
        QVERIFY(stage.text().startsWith("Every training begins with the state after step 4990."));
        stage.dialog->show();
        stage.find<QPushButton>("causeExport")->click();
        auto* files = stage.find<QFileDialog>("reproducerDialog");
        const QString file = stage.worker.path("found.zip");
        emit files->fileSelected(file);
        files->close();
        TRY_VERIFY(!stage.runner->exporting());
        QCOMPARE(stage.asked().mid(0, 7),
                 QStringList({"reproducer", "--step", "5001", "--force", file, "--from", stage.run_id}));
    }

    /// Stopped, or out of time: what is known stays, and Go on asks again without --anew.
    void goesOnWhereItWasStopped() {
        run::Diagnosis known = diagnosis();
        known.set_verdict(run::Diagnosis::VERDICT_UNFINISHED);
        known.set_stopped(true);
        run::Diagnosis whole = diagnosis();
        whole.set_recalled(3);
        Stage stage("echo '" + QByteArray::fromStdString(to_json(whole)) + "'\n", known);
        stage.dialog->show();
        auto* go_on = stage.find<QPushButton>("causeGoOn");
        QVERIFY(go_on->isEnabled());
        stage.find<QSpinBox>("causeLimit")->setValue(60);
        go_on->click();
        QVERIFY2(!stage.text().isEmpty(), "what is known stays while it goes on");
        QVERIFY(!go_on->isEnabled());
        TRY_VERIFY(!stage.runner->running());
        const QStringList asked = stage.asked();
        QCOMPARE(asked.value(asked.indexOf("--seconds") + 1), QString("60"));
        QVERIFY(!asked.contains("--anew"));
        QVERIFY2(stage.status().endsWith("processor time); of these known from the search that was stopped: 3"),
                 qPrintable(stage.status()));
        QVERIFY2(!go_on->isEnabled(), "it came to its end");
        stage.find<QPushButton>("causeAgain")->click();
        TRY_VERIFY(!stage.runner->running());
        QVERIFY(stage.asked().contains("--anew"));
    }

    /// Stopped before anything is kept: there is nothing to go on from.
    void beginsAgainWhereNothingWasKept() {
        run::Diagnosis known = diagnosis();
        known.set_verdict(run::Diagnosis::VERDICT_UNFINISHED);
        known.set_stopped(true);
        known.clear_space();
        Stage stage("", known);
        stage.dialog->show();
        QVERIFY(!stage.find<QPushButton>("causeGoOn")->isEnabled());
        QVERIFY(stage.find<QPushButton>("causeAgain")->isEnabled());
    }

    void showsEachTraining() {
        run::Diagnosis known = diagnosis();
        for (const char* part : {"fc1: results in FP32", "fc2: results in FP32", "dynamic loss scaling"})
            known.add_space_parts(part);
        run::DiagnosisTrial& one = *known.add_trials();
        one.add_widened(0);
        one.set_seed(7);
        one.set_steps(12);
        one.set_rule(run::Diagnosis::RULE_NONFINITE_LOSS);
        one.set_loss(std::numeric_limits<double>::quiet_NaN());
        one.set_fp32_loss(0.4);
        run::DiagnosisTrial& other = *known.add_trials();
        other.add_widened(1);
        other.add_widened(2);
        other.set_seed(8);
        other.set_steps(100);
        other.set_keeps_up(true);
        other.set_loss(0.25);
        other.set_fp32_loss(0.2);
        Stage stage("exit 0\n", known);
        stage.dialog->show();
        auto* table = stage.find<QTableWidget>("causeTrials");
        QVERIFY(table->isVisible());
        const auto row = [&](int at) {
            QStringList cells;
            for (int column = 0; column < table->columnCount(); ++column) cells << table->item(at, column)->text();
            return cells;
        };
        QCOMPARE(table->rowCount(), 2);
        QCOMPARE(row(0), QStringList({"fc1: results in FP32", "7", "12", "NaN", "0.400", "loss infinite or NaN"}));
        QCOMPARE(row(1), QStringList({"fc2: results in FP32; dynamic loss scaling", "8", "100", "0.250", "0.200",
                                      "keeps up with FP32"}));
    }

    void whatIsNotWrittenIsSaid() {
        run::Diagnosis known = diagnosis();
        known.mutable_producer()->set_step(0);
        Stage stage("echo 'mantissa-worker: found.zip: it cannot be written' >&2\nexit 1\n", known);
        stage.dialog->show();
        stage.runner->exportStep(default_config(), 1, "found.zip");
        TRY_VERIFY(stage.status().startsWith("The reproducer was not written"));
        QVERIFY2(stage.status().contains("it cannot be written"), qPrintable(stage.status()));
    }

    void showsWhatIsKnownAndSearchesAgainWhenAsked() {
        Stage stage("echo '" + answer() + "'\n", diagnosis());
        QSignalSpy answered(stage.dialog.get(), &CauseDialog::answered);
        stage.dialog->show();
        QVERIFY(!stage.runner->running());
        QVERIFY(stage.text().startsWith("The run failed: from step 3 on"));
        QVERIFY(stage.find<QPushButton>("causeApply")->isEnabled());
        QVERIFY(!stage.find<QPushButton>("causeStop")->isEnabled());  // it stays: no other button comes in its place
        stage.find<QPushButton>("causeAgain")->click();
        QVERIFY(stage.find<QPushButton>("causeStop")->isEnabled());
        QVERIFY(stage.text().isEmpty());
        TRY_VERIFY(!stage.runner->running());
        QVERIFY(stage.text().contains("3 of 18496 results passed 65504"));
        QCOMPARE(answered.count(), 1);
    }

    void ofARunWhoseCauseIsKnownItShowsThat() {
        Desk desk;
        run::Record cause;
        cause.set_run_id("A");
        cause.set_step(3);
        *cause.mutable_diagnosis() = diagnosis();
        desk.program->session().apply({started("A"), step(5, 1.0f, "A"), cause});
        emit desk.window().findChild<AdvisorStrip*>()->causeWanted();
        auto* text = desk.find<QPlainTextEdit>("causeText");
        QVERIFY(text && text->toPlainText().startsWith("The run failed: from step 3 on"));
        QVERIFY(desk.find<QPushButton>("causeAgain")->isEnabled());
    }

    void tellsHowFarItIsAndStopsWithWhatIsKnown() {
        // As the worker does on SIGTERM: the answer so far.
        Stage stage(
            "trap 'echo \"{\\\"verdict\\\":\\\"VERDICT_UNFINISHED\\\",\\\"text\\\":[\\\"Stopped.\\\"]}\"; exit 3' "
            "TERM\n"
            "echo '{\"progress\":{\"stage\":0,\"done\":30,\"of\":200,\"seconds\":1,\"seconds_left\":5.2}}'\n"
            "while :; do sleep 0.05; done\n");
        TRY_COMPARE(stage.status(), QString("Trains it beside FP32 and a control: step 30 of 200, about 6 s left"));
        QCOMPARE(stage.find<QProgressBar>("causeProgress")->value(), 30);
        stage.find<QPushButton>("causeStop")->click();
        TRY_COMPARE(stage.text(), QString("Stopped."));
        QVERIFY(!stage.find<QPushButton>("causeApply")->isEnabled());
    }

    void saysWhyThereIsNoAnswer() {
        Stage stage("echo 'no such device' >&2; exit 4\n");
        TRY_VERIFY(!stage.runner->running());
        QVERIFY(stage.status().contains("no such device"));
        QVERIFY(stage.text().isEmpty());
    }
};

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::CauseDialogTest)
#include "cause_dialog_test.moc"
