// SPDX-License-Identifier: Apache-2.0
// What the Health page says of another program's training that met inf or NaN: the loss comes before the search of the
// scale, the batch is not forgotten, and what has no reference is not compared with FP32.
#include <QTest>

#include "tests/engine/recording/recording_testing.h"
#include "tests/ui/health_records.h"
#include "ui/models/health.h"
#include "ui/pages/cell_words.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

std::string skippedLines(unsigned step, const std::string& loss, const std::string& pattern = "all") {
    const std::string at = std::to_string(step);
    return R"({"kind":"step","step":)" + at + R"(,"time":0.5,"lr":0.1,"scale":512,"skipped":true,"loss":)" + loss +
           "}\n" + R"({"kind":"event","event":"skip","step":)" + at +
           R"(,"text":"","t":[1,0],"inf":[4,8],"nan":[0,0],"held":2,"of":2,"first":1,"pattern":")" + pattern + "\"}\n";
}

std::string summary(const std::string& lines) {
    const RunModel model = modelOf(test::records_of(test::header + lines));
    const NonfiniteMark* mark = nonfinitePlace(model);
    if (!mark) return {};
    return std::to_string(mark->step) + ": " + plain(nonfiniteSentence(*mark, model)).toStdString();
}

constexpr const char* batchUnknown =
    " What the recording cannot tell: Whether the batch brought it: look at the samples of that step "
    "(torch.isfinite(inputs).all() says whether they held inf or NaN).";

}  // namespace

class ForeignHealthTest : public QObject {
    Q_OBJECT

  private slots:
    void aLostLossComesBeforeTheSearchOfTheScale() {
        const std::string start = skippedLines(1, "2.3") + skippedLines(2, "2.3", "some") + test::step(3);
        for (const char* pattern : {"all", "some"})  // "some": of several processes one alone may have had it
            QCOMPARE(QString::fromStdString(summary(start + skippedLines(4, "\"nan\"", pattern) + test::step(5))),
                     QString::fromStdString(
                         std::string("4: The loss was inf or NaN in 1 of 5 steps, first in step 4. Each of them was "
                                     "skipped, and the training went on with finite losses. It came with the forward "
                                     "pass of step 4, where no loss scale can cure it.") +
                         batchUnknown));
        // One that nobody skipped, too.
        const QString kept = QString::fromStdString(summary(
            start + R"({"kind":"step","step":4,"time":0.5,"lr":0.1,"scale":512,"skipped":false,"loss":"nan"})" + "\n"));
        QVERIFY2(kept.startsWith("4: A logged loss was inf or NaN first in step 4 of 4."), qPrintable(kept));
        QVERIFY2(kept.contains("It came with the forward pass of step 4, where no loss scale"), qPrintable(kept));
        QCOMPARE(
            QString::fromStdString(summary(start)),
            QString("1: First inf or NaN: step 1, in a.b.bias (weight gradients, in the backward pass). The update "
                    "was skipped; a lower loss scale cures it."));
    }

    /// NaN in the first output, of finite weights: the sentence of the page, and that of the cell.
    void theBatchIsNamedWhereTheFirstOutputHeldNaN() {
        const std::string lines =
            R"({"kind":"header","tensors":[{"index":2,"name":"a.b","module":"a.b","part":"output","shape":[4],)"
            R"("dtype":"float16","forward":0}]})"
            "\n" +
            test::step(1) +
            R"({"kind":"hist","step":2,"role":"weight","t":[0,1],"first":[-3,-3],"max":[0.2,0.2],"norm":[0.5,0.3],)"
            R"("counts":[[8],[4]]})"
            "\n"
            R"({"kind":"hist","step":2,"role":"activation","t":[2],"first":[0],"counts":[[2]],"max":[1],"norm":[1],)"
            R"("n":[4],"nan":[2]})"
            "\n" +
            skippedLines(2, "\"nan\"") + test::step(3);
        const QString batch =
            "Of the recorded outputs that of a.b comes first. It held NaN and no inf, and the weights were finite: "
            "most "
            "likely the batch of step 2 held NaN (torch.isfinite(inputs).all() tells).";
        const QString told = QString::fromStdString(summary(lines));
        QVERIFY2(told.endsWith("It came with the forward pass of step 2, where no loss scale can cure it. " + batch),
                 qPrintable(told));
        const RunModel model = modelOf(test::records_of(test::header + lines));
        const HealthReport report = healthOf(model, std::nullopt);
        const HealthCell* cell = report.cell("a.b", run::ROLE_ACTIVATION);
        QVERIFY(cell);
        const QString sentence = plain(healthSentence(*cell, report, model));
        QVERIFY2(sentence.contains("It was seen in the forward pass, in layer a.b at step 2, where no loss scale can "
                                   "cure it. " +
                                   batch),
                 qPrintable(sentence));
    }

    void nothingIsComparedWithFp32WithoutAReference() {
        const std::string gradient =
            R"({"kind":"hist","step":2,"role":"gradient","scale":1024,"t":[0],"first":[-9],"counts":[[4]],"zero":[4],)"
            R"("max":[1],"norm":[1]})"
            "\n";
        const auto told = [&](const std::string& more) {
            const RunModel model =
                modelOf(test::records_of(test::header + test::step(1) + gradient + more + test::step(2)));
            const HealthReport report = healthOf(model, std::nullopt);
            const HealthCell* cell = report.cell("a.b", run::ROLE_WEIGHT_GRADIENT);
            return cell ? plain(healthSentence(*cell, report, model)) : QString();
        };
        QCOMPARE(told(""),
                 QString("The norm lost cannot be estimated: the recording has no reference of it. 50 % of the values "
                         "are zero. Observed: the training's own numbers. A true zero cannot be told from a flushed "
                         "one."));
        const QString local = told(
            R"({"kind":"hist","step":2,"role":"gradient","tier":"local","reference":"float64","t":[0],"first":[-9],)"
            R"("counts":[[4]],"zero":[4],"max":[1],"norm":[1],"nonzero":[4],"starved":[0],"norm_lost":[0],)"
            R"("cosine":[1],"error_norm":[0]})"
            "\n");
        QVERIFY2(local.contains("50 % of the values are zero in the reference, too: their input is 0"),
                 qPrintable(local));
    }
};

QTEST_MAIN(ForeignHealthTest)
#include "foreign_health_test.moc"
