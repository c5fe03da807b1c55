// SPDX-License-Identifier: Apache-2.0
// What the Underflow page predicts from a shadow, held against real runs at those scales: the first step of the
// `underflow` preset, where all runs have the same weights and the same batch.
#include <QProcess>
#include <QTest>
#include <cmath>
#include <map>
#include <string>

#include "engine/base/error.h"
#include "engine/run/json.h"
#include "ui/models/scale_preview.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

struct Step {
    std::map<std::pair<std::string, int>, run::Histogram> gradients;  ///< by tensor and role
    run::StepRecord done;
};

Step firstStep(double scale) {
    QProcess worker;
    worker.start(QStringLiteral(MANTISSA_WORKER), {"train",
                                                   "--preset",
                                                   "underflow",
                                                   "--precision",
                                                   "fp16",
                                                   "--scaling",
                                                   "static",
                                                   "--loss-scale",
                                                   QString::number(scale, 'g', 17),
                                                   "--steps",
                                                   "1",
                                                   "--histogram-interval",
                                                   "1",
                                                   "--shadow-interval",
                                                   "1",
                                                   "--eval-interval",
                                                   "0",
                                                   "--train-eval-images",
                                                   "10",
                                                   "--library",
                                                   "none",
                                                   "--json"});
    Step step;
    if (!worker.waitForFinished(60000) || worker.exitCode() != 0) return step;
    for (const QByteArray& line : worker.readAllStandardOutput().split('\n')) {
        run::Record record;
        try {
            from_json(line.toStdString(), record, "the worker's output");
        } catch (const Error&) {
            continue;  // the last line is a sum, not a record
        }
        if (record.has_step_done()) step.done = record.step_done();
        for (const run::Histogram& h : record.histograms().histograms())
            if (h.has_shadow()) step.gradients[{h.tensor(), h.role()}] = h;
    }
    return step;
}

}  // namespace

class PredictionTest : public QObject {
    Q_OBJECT

  private slots:
    void flushedSharesComeTrue();
    void theBestScaleOverflowsNothingAndTheNextButOneDoes();
};

void PredictionTest::flushedSharesComeTrue() {
    const Step now = firstStep(1);
    QVERIFY(now.gradients.size() > 10);
    const std::string last = "fc7";
    for (const int k : {0, 4, 8, 12, 16}) {
        const Step then = firstStep(std::ldexp(1.0, k));
        int compared = 0;
        for (const auto& [key, h] : now.gradients) {
            const ScalePreview preview = previewScale(shadowBins(h.shadow()), fp16, 1, k);
            const run::Histogram& real = then.gradients.at(key);
            const double starved =
                static_cast<double>(real.shadow().starved()) / static_cast<double>(real.shadow().nonzero());
            const std::string what = key.first + " role " + std::to_string(key.second) + " k " + std::to_string(k) +
                                     ": " + std::to_string(preview.flushed) + " foreseen, " + std::to_string(starved);
            // A gradient can also be zero because an earlier one is: the preview is a lower bound. The 0.02 is the
            // rounding of what a gradient was computed from, which moves values across the limit.
            QVERIFY2(starved >= preview.flushed - 0.02, what.c_str());
            // Nothing comes before the last layer's, and nothing is lost upstream where nothing is flushed anywhere.
            if (h.layer() == last || k == 16) {
                QVERIFY2(std::abs(starved - preview.flushed) <= 0.02, what.c_str());
                ++compared;
            }
            QCOMPARE(real.counts().overflow(), std::uint64_t{0});
        }
        QVERIFY(compared >= 2);
    }
}

void PredictionTest::theBestScaleOverflowsNothingAndTheNextButOneDoes() {
    const Step now = firstStep(1);
    int best = 99;
    for (const auto& [key, h] : now.gradients)
        if (const auto exponent = bestScaleExponent(shadowBins(h.shadow()), fp16)) best = std::min(best, *exponent);
    QVERIFY(best > 8 && best < 40);
    const Step good = firstStep(std::ldexp(1.0, best)), bad = firstStep(std::ldexp(1.0, best + 2));
    QVERIFY(!good.done.skipped());
    QVERIFY(bad.done.skipped());
    std::uint64_t overflow = 0;
    for (const auto& [key, h] : good.gradients) QCOMPARE(h.counts().overflow(), std::uint64_t{0});
    for (const auto& [key, h] : bad.gradients) overflow += h.counts().overflow();
    QVERIFY(overflow > 0);
}

QTEST_MAIN(PredictionTest)
#include "prediction_test.moc"
