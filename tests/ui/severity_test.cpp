// SPDX-License-Identifier: Apache-2.0
// How ill a gradient is, on records made by hand: its signal-to-noise ratio, and which tensor is the worst one, with a
// shadow and without.
#include <QTest>
#include <cmath>

#include "tests/ui/health_records.h"
#include "ui/models/health.h"
#include "ui/pages/cell_words.h"

namespace mantissa::ui {

namespace {

/// fc2 flushes much of what arrives; nothing arrives at fc1, so its own cast has nothing to flush.
run::Record starvedBehindFlushed(bool shadows) {
    run::Record r = frame(10);
    run::Histogram& starved = gradientIn(r, "fc1.weight", {.zero = 1000});
    run::Histogram& flushed = gradientIn(r, "fc2.weight", {.zero = 0, .flushed = 900});
    flushed.set_norm_lost(0.6);
    gradientIn(r, "fc3.weight").set_norm_lost(0.01);
    run::Histogram& bias = gradientIn(r, "fc3.bias", {.zero = 0, .flushed = 900});
    bias.set_norm_lost(0.9);
    if (!shadows) return r;
    shadowOf(starved, 1.0, 0.0, 1000);
    shadowOf(flushed, 0.6, 0.8, 900);
    shadowOf(*r.mutable_histograms()->mutable_histograms(2), 0.01, 0.9999, 1);
    shadowOf(bias, 1.0, -1.0, 1000);
    return r;
}

}  // namespace

class SeverityTest : public QObject {
    Q_OBJECT

  private slots:
    void signalToNoise();
    void theWorstTensorIsTheStarvedOne();
    void withoutAShadowTheWorstIsByTheOwnCast();
    void theWorstStaysUnlessAnotherIsClearlyWorse();
    void zerosAreExplainedByTheNetworkThatThereIs();
    void normStatisticsIn16BitsAreNamed();
    void theLegendDoesNotNameACauseForZeros();
    void aLaterInfSaysWhereTheFirstWas();
};

/// Two lines of one page name two steps: the second says which the first one was.
void SeverityTest::aLaterInfSaysWhereTheFirstWas() {
    run::Record late = frame(30);
    activationIn(late, "fc2").mutable_counts()->set_overflow(5);
    const RunModel model = modelOf({started(), nonfinite(10, "fc2", run::ROLE_ACTIVATION), late});
    const HealthReport report = healthOf(model, {});
    const QString told = plain(healthSentence(*report.cell("fc2", run::ROLE_ACTIVATION), report, model));
    QVERIFY2(told.contains(QStringLiteral("in layer fc2 at step 30 (first at step 10), where no loss scale")),
             qPrintable(told));
}

void SeverityTest::zerosAreExplainedByTheNetworkThatThereIs() {
    const auto sentence = [](run::Model network, run::Activation activation, run::Role role) {
        run::Record begun = started();
        begun.mutable_started()->mutable_config()->set_model(network);
        begun.mutable_started()->mutable_config()->set_activation(activation);
        run::Record zeros = frame(10);
        run::Histogram& h = gradientIn(zeros, "fc1", {300, 0, 0}, role);
        if (role == run::ROLE_ACTIVATION_GRADIENT) shadowOf(h, 0, 1, 0);
        const RunModel model = modelOf({begun, zeros});
        const HealthReport report = healthOf(model, {});
        const HealthCell* cell = report.cell("fc1", role);
        return cell ? plain(healthSentence(*cell, report, model)) : QString();
    };
    for (const auto role : {run::ROLE_ACTIVATION, run::ROLE_ACTIVATION_GRADIENT}) {
        for (const auto& [network, relu] : {std::pair(run::MLP, true), std::pair(run::CNN, true),
                                            std::pair(run::RESNET, true), std::pair(run::TRANSFORMER, false)}) {
            const QString told = sentence(network, run::RELU, role);
            QVERIFY2(!told.isEmpty() && told.contains("ReLU") == relu, qPrintable(told));
        }
        const QString told = sentence(run::MLP, run::SIGMOID, role);
        QVERIFY2(!told.isEmpty() && !told.contains("ReLU"), qPrintable(told));
    }
    QVERIFY(sentence(run::TRANSFORMER, run::RELU, run::ROLE_ACTIVATION_GRADIENT).contains("read at one token"));
    QVERIFY(sentence(run::CNN, run::RELU, run::ROLE_ACTIVATION_GRADIENT).contains("max pooling"));
}

/// Where they and not rounding turn the gradient.
void SeverityTest::normStatisticsIn16BitsAreNamed() {
    const auto sentence = [](run::Model network, bool norm16, double lost, double cosine) {
        run::Record begun = started();
        begun.mutable_started()->mutable_config()->set_model(network);
        begun.mutable_started()->mutable_config()->set_norm_16bit(norm16);
        run::Record turned = frame(10);
        shadowOf(gradientIn(turned, "head.weight"), lost, cosine, 1, -10);
        const RunModel model = modelOf({begun, step(10), turned});
        const HealthReport report = healthOf(model, {});
        return plain(healthSentence(*report.cell("head", run::ROLE_WEIGHT_GRADIENT), report, model));
    };
    for (const double lost : {0.0, 0.3}) {
        const QString named = sentence(run::TRANSFORMER, true, lost, 0.3);
        QVERIFY2(named.contains(QStringLiteral("the normalisations compute their statistics in FP16")) &&
                     named.contains(QStringLiteral("statistics in FP32")) &&
                     !named.contains(QStringLiteral("rounding")),
                 qPrintable(named));
        // A network without normalisations, statistics in FP32, a gradient that rounding alone turns so far.
        for (const QString& other : {sentence(run::MLP, true, lost, 0.3), sentence(run::TRANSFORMER, false, lost, 0.3),
                                     sentence(run::TRANSFORMER, true, lost, 0.92)})
            QVERIFY2(!other.contains(QStringLiteral("statistics")), qPrintable(other));
    }
}

void SeverityTest::theLegendDoesNotNameACauseForZeros() {
    QCOMPARE(healthPieceNames()[1], QStringLiteral("zero, not in FP32"));
    QVERIFY2(healthPieceSentences()[1].contains(QStringLiteral("rounding")), qPrintable(healthPieceSentences()[1]));
}

void SeverityTest::signalToNoise() {
    run::Record r = frame(10);
    run::Histogram& h = gradientIn(r, "fc1.weight", {.flushed = 900});
    shadowOf(h, 0.5, 0.6, 900, -30);
    const auto cellOf = [&r] { return *examine({r}).cell("fc1", run::ROLE_WEIGHT_GRADIENT); };
    const auto barOf = [&r] { return healthGrid(examine({r}), modelOf({r})).rows.front().bars[3]; };
    const auto said = [&] { return plain(healthSentence(cellOf(), examine({r}), modelOf({r}))); };
    QVERIFY(!cellOf().signalToNoise);  // as an old library has it
    QVERIFY(std::isnan(barOf().signalToNoise));
    QVERIFY2(said().contains(QStringLiteral("(cosine with FP32 0.6).")), qPrintable(said()));
    h.mutable_shadow()->set_error_norm(0.2);  // of 2
    QVERIFY(std::abs(*cellOf().signalToNoise - 20) < 1e-12);
    QCOMPARE(barOf().signalToNoise, *cellOf().signalToNoise);
    QVERIFY2(said().contains(QStringLiteral("(cosine with FP32 0.6, signal to noise 20.0 dB).")), qPrintable(said()));
    h.mutable_shadow()->set_error_norm(2);
    QCOMPARE(*cellOf().signalToNoise, 0.0);
    h.mutable_shadow()->set_error_norm(0);
    QVERIFY2(said().contains(QStringLiteral("signal to noise ∞ dB)")), qPrintable(said()));
    h.mutable_shadow()->set_error_norm(std::nan(""));
    QVERIFY(!cellOf().signalToNoise);
}

void SeverityTest::theWorstTensorIsTheStarvedOne() {
    const auto worst = [](const std::vector<run::Record>& records) {
        return worstOf(tensorHealth(modelOf(records), run::ROLE_WEIGHT_GRADIENT, {}), "");
    };
    run::Record r = starvedBehindFlushed(true);
    const std::vector<HealthCell> cells = tensorHealth(modelOf({r}), run::ROLE_WEIGHT_GRADIENT, {});
    QCOMPARE(cells.size(), std::size_t{4});  // every tensor, not only the worst of each layer
    QCOMPARE(cells[0].tensor, std::string("fc1.weight"));
    QCOMPARE(cells[0].flushedOfNonzero, 0.0);
    QVERIFY(cells[0].nothingLeft());
    QCOMPARE(worst({r}), std::string("fc1.weight"));
    // The shadow of an earlier step counts until the next.
    run::Record next = starvedBehindFlushed(false);
    next.set_step(20);
    QCOMPARE(worst({r, next}), std::string("fc1.weight"));
    // Where no norm is missing, the direction counts.
    auto& all = *r.mutable_histograms();
    for (int i = 0; i < 3; ++i) all.mutable_histograms(i)->mutable_shadow()->set_norm_lost(0);
    for (int i = 0; i < 3; ++i) all.mutable_histograms(i)->mutable_shadow()->set_cosine(i == 2 ? 0.5 : 0.9);
    QCOMPARE(worst({r}), std::string("fc3.weight"));
    // An inf is worse than any loss, in a bias as well.
    all.mutable_histograms(3)->mutable_counts()->set_infinite(1);
    QCOMPARE(worst({r}), std::string("fc3.bias"));
}

void SeverityTest::withoutAShadowTheWorstIsByTheOwnCast() {
    const RunModel run = modelOf({starvedBehindFlushed(false)});
    const std::vector<HealthCell> cells = tensorHealth(run, run::ROLE_WEIGHT_GRADIENT, {});
    QCOMPARE(worstOf(cells, ""), std::string("fc2.weight"));  // nobody can know that fc1 is starved
    QCOMPARE(worstOf({}, "fc2.weight"), std::string());
    QVERIFY(tensorHealth(run, run::ROLE_ACTIVATION, {}).empty());
    QVERIFY(tensorHealth(run, run::ROLE_WEIGHT_GRADIENT, 9).empty());  // before the first histogram
}

void SeverityTest::theWorstStaysUnlessAnotherIsClearlyWorse() {
    const auto worst = [](double first, double second, const std::string& before) {
        run::Record r = frame(10);
        shadowOf(gradientIn(r, "fc1.weight"), first, 1.0, 10);
        shadowOf(gradientIn(r, "fc2.weight"), second, 1.0, 10);
        return worstOf(tensorHealth(modelOf({r}), run::ROLE_WEIGHT_GRADIENT, {}), before);
    };
    QCOMPARE(worst(0.50, 0.51, ""), std::string("fc2.weight"));
    QCOMPARE(worst(0.50, 0.51, "fc1.weight"), std::string("fc1.weight"));
    QCOMPARE(worst(0.50, 0.53, "fc1.weight"), std::string("fc2.weight"));
    QCOMPARE(worst(0.50, 0.51, "gone"), std::string("fc2.weight"));
}

}  // namespace mantissa::ui

QTEST_GUILESS_MAIN(mantissa::ui::SeverityTest)
#include "severity_test.moc"
