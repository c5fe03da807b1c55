// SPDX-License-Identifier: Apache-2.0
// What the window says of two runs of the real worker: the `underflow` preset without a loss scale must alarm; a
// healthy ReLU 2x256, which flushes about half of its logit gradient, must not. tests/engine/train/alarm_test watches
// the engine's numbers, this one what is concluded from them. Bounds stand well away from what seeds 1 to 3 gave, which
// is beside each.
#include <QTest>
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/report/advisor.h"
#include "tests/ui/health_records.h"
#include "tests/ui/trained_records.h"
#include "ui/models/health.h"
#include "ui/models/run_model.h"

namespace mantissa::ui {

namespace {

/// The records of a run in FP16 without a loss scale, in their order; none if the worker failed.
std::vector<run::Record> trained(const QStringList& flags) {
    return trainedRecords(QStringList{"--precision", "fp16", "--scaling", "none", "--seed", "1"} + flags);
}

HealthState stateOf(const HealthReport& report, const char* layer, run::Role role) {
    const HealthCell* cell = report.cell(layer, role);
    return cell ? cell->state : HealthState::missing;
}

}  // namespace

class RealRunHealthTest : public QObject {
    Q_OBJECT

  private slots:
    void theUnderflowPresetAlarms();
    void aHealthyReluDoesNot();
};

void RealRunHealthTest::theUnderflowPresetAlarms() {
    const std::vector<run::Record> records =
        trained({"--preset", "underflow", "--steps", "201", "--histogram-interval", "10", "--shadow-interval", "10"});
    QVERIFY(!records.empty());
    const RunModel run = modelOf(records);
    const HealthReport report = healthOf(run, {});
    QVERIFY(report.shadows);

    // Worst first, and the worst are those at the input: severities 1, 1, 0.9, 0.1 to 0.5, and below 0.01 from fc5 on.
    QCOMPARE(report.rows.size(), std::size_t{7});
    for (std::size_t i = 0; i < 3; ++i) QCOMPARE(report.rows[i].layer, "fc" + std::to_string(i + 1));
    for (const char* layer : {"fc1", "fc2", "fc3"})
        QCOMPARE(stateOf(report, layer, run::ROLE_WEIGHT_GRADIENT), HealthState::alarm);
    for (const char* layer : {"fc6", "fc7"})
        for (const run::Role role : {run::ROLE_WEIGHT_GRADIENT, run::ROLE_ACTIVATION_GRADIENT})
            QCOMPARE(stateOf(report, layer, role), HealthState::well);

    // The first layer's own cast is innocent: judged by its share of flushed elements it would be well.
    const HealthCell& first = *report.cell("fc1", run::ROLE_WEIGHT_GRADIENT);
    QCOMPARE(first.flushedOfNonzero, 0.0);
    QVERIFY(first.normLost > 0.99);          // 1: nothing arrives
    QVERIFY(first.starvedOfNonzero > 0.99);  // 1
    QVERIFY(first.from != "fc1" && !first.from.empty());
    QCOMPARE(first.cure, HealthCure::scale);
    QVERIFY(first.cureScale >= 256);

    const std::optional<Finding> finding = gradient_lost(run.evidence());
    QVERIFY(finding);
    QCOMPARE(finding->severity, FindingSeverity::warning);
    // Nor does the advisor accuse it.
    QVERIFY2(finding->title.ends_with("'s gradient is lost to underflow in FP16: raise the loss scale"),
             finding->title.c_str());
    QVERIFY(finding->change && finding->change->loss_scale() >= 256);
    QVERIFY(!no_difference(run.evidence()));
    QCOMPARE(advise(run.evidence()).front().rule, std::string("gradient_lost"));
}

void RealRunHealthTest::aHealthyReluDoesNot() {
    // Long enough that the network is sure of most images: their logit gradients are then below FP16's range.
    const std::vector<run::Record> records =
        trained({"--model", "mlp", "--depth", "2", "--width", "256", "--activation", "relu", "--steps", "2401",
                 "--histogram-interval", "50", "--shadow-interval", "50"});
    QVERIFY(!records.empty());
    RunModel run(kRun);
    double flushed = 0;
    int looked = 0;
    for (const run::Record& record : records) {
        run.apply(record);
        const std::string when = "at step " + std::to_string(record.step());
        QVERIFY2(!gradient_lost(run.evidence()), when.c_str());
        if (!record.has_histograms()) continue;
        ++looked;
        const HealthReport report = healthOf(run, {});
        for (const HealthRow& row : report.rows)
            for (const HealthCell& cell : row.cells)
                QVERIFY2(cell.state != HealthState::alarm, (cell.tensor + " role " + std::to_string(cell.role) +
                                                            " norm lost " + std::to_string(cell.normLost) + " cosine " +
                                                            std::to_string(cell.cosine.value_or(1)) + ' ' + when)
                                                               .c_str());
        const HealthCell* logits = report.cell("fc3", run::ROLE_ACTIVATION_GRADIENT);
        QVERIFY(logits && logits->shadow);
        flushed = std::max(flushed, logits->flushedOfNonzero);
    }
    QVERIFY(looked > 40);
    QVERIFY2(flushed > 0.4, std::to_string(flushed).c_str());  // 0.52 to 0.61: a share of elements would alarm
    // And it says so: there is nothing to choose between this run and FP32.
    QVERIFY(no_difference(run.evidence()));
    for (const Finding& finding : advise(run.evidence()))
        QVERIFY2(finding.severity != FindingSeverity::warning, finding.rule.c_str());
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::RealRunHealthTest)
#include "real_run_health_test.moc"
