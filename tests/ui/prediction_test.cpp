// SPDX-License-Identifier: Apache-2.0
// What the Underflow page predicts from a shadow, held against real runs at those scales: the first step of the
// `underflow` preset, where all runs have the same weights and the same batch.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "tests/ui/trained_records.h"
#include "ui/models/scale_preview.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

struct Step {
    std::map<std::pair<std::string, int>, run::Histogram> gradients;  ///< by tensor and role
    run::StepRecord done;
};

Step firstStep(double scale) {
    Step step;
    for (const run::Record& record :
         trainedRecords({"--preset", "underflow", "--precision", "fp16", "--scaling", "static", "--loss-scale",
                         QString::number(scale, 'g', 17), "--steps", "1", "--histogram-interval", "1",
                         "--shadow-interval", "1"})) {
        if (record.has_step_done()) step.done = record.step_done();
        for (const run::Histogram& h : record.histograms().histograms())
            if (h.has_shadow()) step.gradients[{h.tensor(), h.role()}] = h;
    }
    return step;
}

const std::pair<std::string, int> kLogits{"fc7", run::ROLE_ACTIVATION_GRADIENT};
const std::pair<std::string, int> kLastWeights{"fc7.weight", run::ROLE_WEIGHT_GRADIENT};

/// What became of a gradient at another scale, as far as two runs tell it, in the preview's terms.
ScalePreview measured(const run::Histogram& now, const run::Histogram& then) {
    const run::Shadow &before = now.shadow(), &after = then.shadow();
    const auto nonzero = static_cast<double>(before.nonzero());
    const auto share = [&](double squares) { return std::sqrt(std::max(0.0, squares)) / before.norm(); };
    const auto square = [](double x) { return x * x; };
    ScalePreview real;
    real.flushed = static_cast<double>(after.starved()) / nonzero;
    real.overflow = static_cast<double>(then.counts().overflow()) / nonzero;
    // What is zero at the greater scale is zero at the smaller one too: the rest of the zeros was rescued.
    real.rescued = (static_cast<double>(before.starved()) - static_cast<double>(after.starved())) / nonzero;
    real.normLost = share(square(after.norm_lost()));
    real.normRescued = share(square(before.norm_lost()) - square(after.norm_lost()));
    // A shadow's norm is of the elements that are finite in its run.
    real.normKept = share(square(after.norm()) - square(after.norm_lost()));
    return real;
}

/// Rounding of what a gradient was computed from moves so many values across a limit of the format.
constexpr double kCrossing = 0.02;

/// Powers of two as scales put the format's limits on edges of bins, so shares of elements are known but for rounding.
/// Of a norm less is known: an element counted at 1.5 * 2^e is anywhere in [2^e, 2^(e+1)), a factor of two, which is
/// 2/3 to 4/3 of what it was counted as. So are the norm of a part and that of the rest, and their ratio is known to
/// within a factor of two either way.
bool normComesTrue(double foreseen, double real) {
    const double rest = std::sqrt(std::max(0.0, 1 - foreseen * foreseen));
    const auto withRatio = [&](double factor) {
        return foreseen == 0 ? 0.0 : foreseen * factor / std::hypot(foreseen * factor, rest);
    };
    return real >= withRatio(0.5) - kCrossing && real <= withRatio(2) + kCrossing;
}

/// The first figure that did not come true, in words; empty: all did.
std::string untrue(const ScalePreview& foreseen, const ScalePreview& real) {
    const auto words = [&](const char* name, double ScalePreview::*figure) {
        return std::string(name) + ": " + std::to_string(foreseen.*figure) + " foreseen, " +
               std::to_string(real.*figure);
    };
    const std::pair<const char*, double ScalePreview::*> shares[] = {{"flushed", &ScalePreview::flushed},
                                                                     {"overflow", &ScalePreview::overflow},
                                                                     {"rescued", &ScalePreview::rescued}};
    const std::pair<const char*, double ScalePreview::*> norms[] = {{"norm kept", &ScalePreview::normKept},
                                                                    {"norm lost", &ScalePreview::normLost},
                                                                    {"norm rescued", &ScalePreview::normRescued}};
    for (const auto& [name, figure] : shares)
        if (std::abs(real.*figure - foreseen.*figure) > kCrossing) return words(name, figure);
    for (const auto& [name, figure] : norms)
        if (!normComesTrue(foreseen.*figure, real.*figure)) return words(name, figure);
    return {};
}

}  // namespace

class PredictionTest : public QObject {
    Q_OBJECT

  private slots:
    void flushedSharesComeTrue();
    void whatIsRescuedComesTrue();
    void whatOverflowsComesTrue();
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

/// The gradient of the logits is computed from what no scale has touched, so all of it must come true. It is too large
/// to starve at 1: it is seen from the least scale there is.
void PredictionTest::whatIsRescuedComesTrue() {
    const Step now = firstStep(std::ldexp(1.0, kLeastScaleExponent));
    QVERIFY(now.gradients.contains(kLogits));
    const run::Histogram& starving = now.gradients.at(kLogits);
    std::map<int, double> rescued;
    for (const int k : {1, 2, 3, 4, 8}) {
        const double scale = std::ldexp(1.0, kLeastScaleExponent);
        const Step then = firstStep(std::ldexp(scale, k));
        QVERIFY(then.gradients.contains(kLogits));
        const ScalePreview preview = previewScale(shadowBins(starving.shadow()), fp16, scale, k);
        const ScalePreview real = measured(starving, then.gradients.at(kLogits));
        const std::string wrong = untrue(preview, real);
        QVERIFY2(wrong.empty(), ("k " + std::to_string(k) + ", " + wrong).c_str());
        rescued[k] = real.rescued;
    }
    // Else nothing was compared: most of it starves there, and is rescued bit by bit.
    QVERIFY(rescued[8] > 0.5);
    QVERIFY(rescued[1] < rescued[8] - 0.1);
}

/// Each of the last layer's two at scales that are too great for it and leave all before it finite. The step is
/// skipped, its histograms are recorded.
void PredictionTest::whatOverflowsComesTrue() {
    const Step now = firstStep(1);
    QVERIFY(now.gradients.contains(kLogits) && now.gradients.contains(kLastWeights));
    for (const auto& key : {kLogits, kLastWeights}) {
        const run::Histogram& finite = now.gradients.at(key);
        const ShadowBins bins = shadowBins(finite.shadow());
        const std::optional<int> best = bestScaleExponent(bins, fp16);
        QVERIFY(best.has_value());
        double most = 0;
        for (const int beyond : {0, 1, 2}) {
            const int k = *best + beyond;
            const Step then = firstStep(std::ldexp(1.0, k));
            QVERIFY(then.gradients.contains(key));
            const run::Histogram& real = then.gradients.at(key);
            QCOMPARE(real.counts().infinite() + real.counts().nan(), std::uint64_t{0});  // what came before it
            const std::string wrong = untrue(previewScale(bins, fp16, 1, k), measured(finite, real));
            QVERIFY2(wrong.empty(), (key.first + " k " + std::to_string(k) + ", " + wrong).c_str());
            QVERIFY2((real.counts().overflow() > 0) == (beyond > 0), key.first.c_str());
            if (beyond > 0) QVERIFY(then.done.skipped());
            most = std::max(most, static_cast<double>(real.counts().overflow()));
        }
        QVERIFY(most > kCrossing * static_cast<double>(finite.shadow().nonzero()));  // else nothing was compared
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
