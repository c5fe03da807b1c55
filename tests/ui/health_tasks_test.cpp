// SPDX-License-Identifier: Apache-2.0
// The Health page and Setup's line of data of runs that read no images: what is drawn speaks of none. And which tensor
// is the worst when a run is over.
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <algorithm>
#include <tuple>

#include "engine/report/foreign_description.h"
#include "tests/ui/health_records.h"
#include "ui/charts/health_grid.h"
#include "ui/models/session_model.h"
#include "ui/pages/cell_words.h"
#include "ui/pages/health_page.h"
#include "ui/pages/tensor_choice.h"
#include "ui/setup/setup_dock.h"
#include "ui/setup/setup_model.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

class HealthTasksTest : public QObject {
    Q_OBJECT

  private slots:
    /// A dead ReLU: the reference is zero as well, so it has no direction to compare with.
    void zeroOnBothSidesIsNoLoss() {
        for (const run::Tier tier : {run::TIER_LOCAL, run::TIER_PROBE}) {
            run::Record r = frame(10);
            run::Histogram& h = gradientIn(r, "fc1.weight", {.zero = 1000});
            shadowOf(h, 0, 0, 0);
            h.set_tier(run::TIER_OBSERVED);
            h.set_shadow_tier(tier);
            h.mutable_shadow()->set_norm(0);
            const HealthReport report = examine({r});
            const HealthCell& cell = *report.cell("fc1", run::ROLE_WEIGHT_GRADIENT);
            const bool local = tier == run::TIER_LOCAL;
            QCOMPARE(cell.state, local ? HealthState::unknown : HealthState::well);
            QCOMPARE(cell.severity(), 0.0);
            QCOMPARE(healthNote(cell), QStringLiteral("all zero"));
            const QString said = plain(healthSentence(cell, report, modelOf({r})));
            const QString told = local ? QStringLiteral(
                                             "All zero, in the reference too: dead, or lost in a later "
                                             "layer; which one cannot be told. ")
                                       : QStringLiteral("All zero, in FP32 too: nothing is lost. ");
            QCOMPARE(said, told + plain(inWords(tier_explanation(tier))));
        }
    }

    /// Of an optimizer that the recorder does not know nothing is said to be lost, nor that nothing is.
    void updatesThatAreNotKnownAreNotWell() {
        run::Record r = frame(10);
        run::Histogram& h = gradientIn(r, "fc1.weight", {.zero = 964}, run::ROLE_UPDATE);
        h.set_format("BF16");
        h.mutable_updates()->set_format("BF16");
        h.mutable_updates()->set_nonzero(36);
        const HealthReport report = examine({r});
        const HealthCell& cell = *report.cell("fc1", run::ROLE_UPDATE);
        QCOMPARE(cell.state, HealthState::unknown);
        QCOMPARE(healthNote(cell), QStringLiteral("unknown"));
        const QString said = plain(healthSentence(cell, report, modelOf({r})));
        QVERIFY2(said.contains(QStringLiteral("unknown for this optimizer. 96 % of the weights did not change.")),
                 qPrintable(said));
    }

    void zeroesAreExplainedWithoutImages_data() {
        QTest::addColumn<int>("model");
        QTest::addColumn<int>("task");
        QTest::newRow("rows") << int{run::REGRESSION} << int{run::REGRESS};
        QTest::newRow("texts") << int{run::BERT} << int{run::CLASSIFY_TEXT};
        QTest::newRow("images") << int{run::MLP} << int{run::CLASSIFY};
    }

    /// A third of the weights' gradients are zero in FP32, too: the sentence below the grid says why.
    void zeroesAreExplainedWithoutImages() {
        QFETCH(int, model);
        QFETCH(int, task);
        SessionModel session;
        HealthPage page(session);
        run::Record begun = started();
        begun.mutable_started()->mutable_config()->set_model(static_cast<run::Model>(model));
        begun.mutable_started()->mutable_config()->set_task(static_cast<run::Task>(task));
        run::Record seen = frame(10);
        for (const run::Role role : {run::ROLE_WEIGHT_GRADIENT, run::ROLE_ACTIVATION_GRADIENT, run::ROLE_ACTIVATION}) {
            run::Histogram& one =
                gradientIn(seen, role == run::ROLE_WEIGHT_GRADIENT ? "fc1.weight" : "fc1", {.zero = 300}, role);
            if (role != run::ROLE_ACTIVATION) shadowOf(one, 0, 1, 0);
        }
        session.apply({begun, seen});
        page.resize(700, 540);
        page.show();
        page.refreshNow();
        constexpr int weight_gradients = 3;
        page.grid().select(QStringLiteral("fc1"), weight_gradients);
        QVERIFY2(plain(page.sentence().text())
                     .contains(QStringLiteral("30 % of the values are zero in FP32, too: "
                                              "their input is 0 for the whole batch")),
                 qPrintable(page.sentence().text()));
        QStringList said = healthPieceSentences();
        for (const QLabel* label : page.findChildren<QLabel*>()) said << label->text();
        for (const HealthGridRow& row : page.grid().grid().rows)
            for (const HealthBar& bar : row.bars) said << bar.text;
        for (const QString& text : said)
            for (const char* wrong : {"image", "pixel"}) QVERIFY2(!text.contains(wrong), qPrintable(text));
    }

    /// A convolution before a BatchNorm has no bias and no ReLU of its own.
    void zeroesOfAConvolutionBeforeABatchNormAreExplained() {
        SessionModel session;
        HealthPage page(session);
        run::Record begun = started();
        begun.mutable_started()->mutable_config()->set_model(run::RESNET);
        begun.mutable_started()->mutable_config()->set_task(run::CLASSIFY);
        run::Record seen = frame(10);
        gradientIn(seen, "fc1", {.zero = 300}, run::ROLE_ACTIVATION);
        session.apply({begun, seen});
        page.resize(700, 540);
        page.show();
        page.refreshNow();
        const auto& bars = page.grid().grid().rows.front().bars;
        QVERIFY2(std::any_of(bars.begin(), bars.end(),
                             [](const HealthBar& bar) { return plain(bar.text).contains("black ground"); }),
                 qPrintable(bars.front().text));
    }

    /// The selector of a tensor may stay at its choice while values move; when the run is over it is Health's.
    void theWorstLayerOfARunThatIsOverIsTheOneOfHealth() {
        const auto records = [](double first, double second, std::uint32_t step) {
            run::Record made = frame(step);
            shadowOf(gradientIn(made, "fc1.weight"), first, 1.0, 10);
            shadowOf(gradientIn(made, "fc2.weight"), second, 1.0, 10);
            return made;
        };
        SessionModel session;
        session.apply({started(), records(0.50, 0.40, 10)});
        QWidget parent;
        TensorChoice choice(&parent);
        const auto worst = [&] {
            choice.offer(session.currentRun());
            return choice.tensor(*session.currentRun());
        };
        QCOMPARE(worst(), std::string("fc1.weight"));
        session.apply({records(0.50, 0.51, 20)});
        QCOMPARE(worst(), std::string("fc1.weight"));
        run::Record end = record(20);
        end.mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
        session.apply({end});
        QCOMPARE(worst(), std::string("fc2.weight"));
        HealthPage page(session);
        page.refreshNow();
        QCOMPARE(page.grid().grid().rows.front().layer, QStringLiteral("fc2"));
    }

    /// A run that is opened from the library, with the pages at a step of its past: its histograms come after its
    /// steps.
    void whatIsReadAgainIsShown() {
        const auto records = [](std::uint32_t step) {
            run::Record made = frame(step);
            shadowOf(gradientIn(made, "fc1.weight"), 0.5, 1.0, 10);
            return made;
        };
        SessionModel session;
        HealthPage page(session);
        session.apply({started(), records(10), records(20)});
        session.releaseHistory(kRun);
        page.resize(700, 540);
        page.show();
        page.showStep(10);
        QTRY_VERIFY(page.grid().grid().rows.empty());
        session.restoreHistory(kRun, {records(10), records(20)});
        QTRY_VERIFY(!page.grid().grid().rows.empty());
    }

    void theLineOfDataNamesWhatTheTaskReads() {
        SetupModel model;
        SetupDock dock(model);
        auto* data = dock.findChild<QPushButton*>("data");
        QVERIFY(data);
        QCOMPARE(data->text(), QStringLiteral("MNIST…"));
        for (const auto& [kind, task, name] : {std::tuple{run::REGRESSION, run::REGRESS, "A table…"},
                                               {run::GPT, run::SORT_TOKENS, "Texts…"},
                                               {run::UNET, run::CLASSIFY_PIXELS, "MNIST…"}}) {
            run::RunConfig config = model.config();
            config.set_model(kind);
            config.set_task(task);
            model.replace(config, QStringLiteral("a network"));
            QCOMPARE(data->text(), QString::fromUtf8(name));
            QCOMPARE(data->toolTip().contains(QStringLiteral("MNIST")), task == run::CLASSIFY_PIXELS);
            QCOMPARE(data->toolTip().contains(QStringLiteral("IDX")), task == run::CLASSIFY_PIXELS);
            QCOMPARE(data->toolTip().contains(QStringLiteral("The program makes")), task != run::CLASSIFY_PIXELS);
        }
    }
};

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::HealthTasksTest)
#include "health_tasks_test.moc"
