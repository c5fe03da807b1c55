// SPDX-License-Identifier: Apache-2.0
// The precision budget on the Network page, with a script in the worker's place: what it is asked for, what is painted
// in the boxes and said beside them, that it stops, and that it belongs to its run.
#include "ui/pages/network_budget.h"

#include <QGraphicsView>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <memory>

#include "tests/ui/network_records.h"
#include "tests/ui/patience.h"
#include "tests/ui/script_worker.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/network_view.h"
#include "ui/client/budget_runner.h"

namespace mantissa::ui {

namespace {

const QByteArray kFound =
    "echo '{\"progress\":{\"done\":0,\"of\":0,\"seconds_left\":0}}'\n"
    "echo '{\"operation\":\"fc1\",\"casts\":\"operand\",\"exponent_bits\":5,\"fraction_bits\":1,\"keeps_up\":true}'\n"
    "echo '{\"operation\":\"fc2\",\"casts\":\"operand\",\"exponent_bits\":4,\"fraction_bits\":3,\"keeps_up\":true}'\n";
const QByteArray kAll = "echo '{\"operation\":\"all\",\"exponent_bits\":5,\"fraction_bits\":3,\"keeps_up\":true}'\n";
const QByteArray kWaits =
    "echo '{\"progress\":{\"done\":1,\"of\":3,\"seconds_left\":6.5}}'\n"
    "trap 'exit 3' TERM\nwhile :; do sleep 0.05; done\n";

struct Stage {
    explicit Stage(const QByteArray& script, const Records& records = mlp()) : worker(script), shown(records) {
        runner = std::make_unique<BudgetRunner>(worker.options);
        budget().setRunner(runner.get());
        QObject::connect(&budget(), &NetworkBudget::answered, [this](const run::Record& record) {
            kept.push_back(record);
            shown.session.apply({record});
        });
    }
    ~Stage() { runner->disconnect(); }
    NetworkBudget& budget() { return shown.page.budget(); }
    QString status() { return budget().status().text(); }
    QStringList asked() { return worker.asked(); }
    /// What is painted of a box.
    QImage picture(const QString& id) {
        QCoreApplication::processEvents();
        const QRectF area = shown.diagram().boxArea(id);
        return shown.diagram().view().viewport()->grab(area.toAlignedRect()).toImage();
    }

    ScriptWorker worker;
    Shown shown;
    std::unique_ptr<BudgetRunner> runner;
    Records kept;  ///< what a window keeps with the run
};

}  // namespace

class NetworkBudgetTest : public QObject {
    Q_OBJECT

  private slots:
    void theBoxesSayWhatTheyNeed() {
        Stage stage(kFound + kAll);
        QVERIFY(stage.budget().button().isEnabled());
        stage.shown.diagram().choose("fc3");  // the frame of what is chosen is not what is compared
        const QImage first = stage.picture("fc1"), relu = stage.picture("fc1.relu");
        const int width = stage.budget().button().width();
        stage.budget().button().click();
        QCOMPARE(stage.budget().button().text(), QString("Stop"));
        QCOMPARE(stage.budget().button().width(), width);
        TRY_VERIFY(!stage.runner->running());
        QCOMPARE(stage.asked().mid(0, 2), QStringList({"budget", "--json"}));
        QVERIFY(stage.asked().join(' ').contains("--budget-steps 200"));  // which the sentence speaks of
        QVERIFY(stage.asked().contains("fp16"));
        QCOMPARE(stage.shown.box("fc1")->need, QString("needs E5M1"));
        QCOMPARE(stage.shown.box("fc2")->need, QString("needs E4M3"));
        QCOMPARE(stage.shown.box("fc3")->need, QString());
        QVERIFY(stage.picture("fc1") != first);
        QCOMPARE(stage.picture("fc1.relu"), relu);
        QCOMPARE(stage.status(), QString("All at once in E5M3: keeps up with FP32 (one seed, 200 steps)."));
        const QString said = stage.shown.box("fc2")->text;  // its tooltip, and what a screen reader says
        QVERIFY2(said.contains("needs 4 exponent and 3 fraction bits"), qPrintable(said));
        const std::unique_ptr<ChartTable> table(stage.shown.diagram().makeTable());
        QVERIFY2(table->toText().contains("needs E4M3"), qPrintable(table->toText()));
    }

    void itStopsAndKeepsWhatItFound() {
        Stage stage(kFound + kWaits);
        stage.budget().button().click();
        TRY_COMPARE(stage.status(), QString("Operation 2 of 3, about 7 s left"));
        stage.budget().button().click();
        TRY_VERIFY(!stage.runner->running());
        QCOMPARE(stage.budget().button().text(), QString("Precision budget"));
        QVERIFY(stage.budget().button().isEnabled());
        QCOMPARE(stage.status(), QString("Stopped; operations that are known: 2"));
        QCOMPARE(stage.shown.box("fc1")->need, QString("needs E5M1"));
    }

    void whatWasFoundIsARecordOfTheRun() {
        Stage stage(kFound + kAll);
        stage.budget().button().click();
        TRY_COMPARE(stage.kept.size(), std::size_t{1});
        const run::Record record = stage.kept.front();
        QCOMPARE(record.run_id(), stage.shown.session.currentRun()->runId());
        const run::PrecisionBudget& budget = record.budget();
        QCOMPARE(budget.needs_size(), 3);
        QCOMPARE(budget.needs(0).operation(), std::string("fc1"));
        QCOMPARE(budget.needs(0).casts_size(), 1);
        QCOMPARE(budget.needs(0).casts(0), run::CAST_OPERAND);
        QCOMPARE(budget.needs(1).fraction_bits(), 3U);
        QVERIFY(budget.needs(2).operation().empty() && budget.needs(2).keeps_up());
        QCOMPARE(budget.steps(), 200U);
        QVERIFY(!budget.stopped());

        Shown later(mlp());  // the same run, opened again
        later.session.apply({record});
        later.page.refreshNow();
        QCOMPARE(later.box("fc2")->need, QString("needs E4M3"));
        QCOMPARE(later.page.budget().status().text(),
                 QString("All at once in E5M3: keeps up with FP32 (one seed, 200 steps)."));
    }

    void aStoppedSearchDoesNotTakeTheWholeOnesPlace() {
        Stage stage(kFound + kWaits);
        run::Record whole;
        whole.set_run_id(stage.shown.session.currentRun()->runId());
        whole.mutable_budget()->set_steps(200);
        for (const char* operation : {"fc1", "fc2", "fc3", ""}) {
            run::PrecisionBudget::Need& need = *whole.mutable_budget()->add_needs();
            need.set_operation(operation);
            need.set_exponent_bits(6);
            need.set_fraction_bits(9);
        }
        stage.shown.session.apply({whole});
        stage.budget().button().click();
        TRY_COMPARE(stage.shown.box("fc1")->need, QString("needs E5M1"));  // while it searches: what it has found
        QCOMPARE(stage.shown.box("fc3")->need, QString());
        TRY_COMPARE(stage.status(), QString("Operation 2 of 3, about 7 s left"));
        stage.budget().button().click();
        TRY_VERIFY(!stage.runner->running());
        QVERIFY(stage.kept.empty());
        QCOMPARE(stage.shown.box("fc3")->need, QString("needs E6M9"));
        QCOMPARE(stage.status(), QString("All at once in E6M9: falls behind FP32 (one seed, 200 steps)."));
    }

    void itSaysWhyThereIsNone() {
        Stage stage("echo 'FP32 does not learn with these settings.' >&2\nexit 2\n");
        stage.budget().button().click();
        TRY_VERIFY(!stage.runner->running());
        QCOMPARE(stage.status(), QString("FP32 does not learn with these settings."));
        Stage old("echo 'budget: --json is not known' >&2\nexit 2\n");
        old.budget().button().click();
        TRY_VERIFY(!old.runner->running());
        QVERIFY2(old.status().contains("older version"), qPrintable(old.status()));
    }

    void aFoldedBlockNeedsWhatItsWidestOperationNeeds() {
        Stage stage(
            "echo '{\"operation\":\"blocks.0.qkv\",\"exponent_bits\":6,\"fraction_bits\":2,\"keeps_up\":true}'\n"
            "echo '{\"operation\":\"blocks.0.o\",\"exponent_bits\":4,\"fraction_bits\":7,\"keeps_up\":true}'\n",
            transformer());
        stage.budget().button().click();
        TRY_VERIFY(!stage.runner->running());
        QCOMPARE(stage.shown.box("blocks.0")->need, QString("needs E6M7"));
        QCOMPARE(stage.shown.box("blocks.1")->need, QString());
    }

    void itBelongsToItsRun() {
        Stage stage(kFound + kAll);
        stage.budget().button().click();
        TRY_VERIFY(!stage.runner->running());
        Records another = mlp();
        for (run::Record& record : another) record.set_run_id("another");
        stage.shown.session.apply(another);
        stage.shown.session.setCurrentRun("another");
        stage.shown.page.refreshNow();
        QCOMPARE(stage.shown.box("fc1")->need, QString());
        QCOMPARE(stage.status(), QString("How few bits each operation can do with"));
    }
};

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::NetworkBudgetTest)
#include "network_budget_test.moc"
