// SPDX-License-Identifier: Apache-2.0
// Tasks of texts in the window: chosen in Setup with a network that can learn them, and told with their own metric.
#include <QComboBox>
#include <QLabel>
#include <QtTest>
#include <algorithm>
#include <tuple>

#include "tests/ui/live_records.h"
#include "ui/charts/line_chart.h"
#include "ui/models/session_model.h"
#include "ui/pages/live_numbers.h"
#include "ui/pages/live_page.h"
#include "ui/shell/setup_dock.h"
#include "ui/shell/setup_model.h"
#include "ui/words/metric_words.h"

namespace mantissa::ui {

class TokenTaskTest : public QObject {
    Q_OBJECT

  private slots:
    void aNetworkAndItsTaskAreChosenTogether() {
        SetupModel model;
        SetupDock dock(model);
        auto* kind = dock.findChild<QComboBox*>("model");
        auto* task = dock.findChild<QComboBox*>("task");
        QVERIFY(kind && task);
        const auto choose = [](QComboBox* box, const QString& text) {
            const int index = box->findText(text);
            QVERIFY2(index >= 0, qPrintable(text));
            box->setCurrentIndex(index);
            emit box->activated(index);
        };
        choose(kind, "GPT");
        QCOMPARE(model.config().model(), run::GPT);
        QCOMPARE(model.config().task(), run::SORT_TOKENS);
        QCOMPARE(task->currentText(), QStringLiteral("Sort letters"));
        choose(task, "Classify texts");
        QCOMPARE(kind->currentText(), QStringLiteral("BERT"));
        choose(task, "Reconstruct images");
        QCOMPARE(kind->currentText(), QStringLiteral("MLP"));
        choose(kind, "Autoencoder");
        QCOMPARE(task->currentText(), QStringLiteral("Reconstruct images"));
        choose(kind, "Regression");
        QCOMPARE(task->currentText(), QStringLiteral("Regress values"));
        choose(task, "Reconstruct images");
        choose(kind, "U-Net");
        QCOMPARE(task->currentText(), QStringLiteral("Reconstruct images"));
        choose(task, "Classify images");
        QCOMPARE(kind->currentText(), QStringLiteral("MLP"));
    }

    /// Texts are no images, and neither are rows of a table: what is drawn says what a second has.
    void theSpeedIsInWhatTheTaskReads() {
        for (const auto& [model, task, emulated, unit] :
             {std::tuple{run::GPT, run::SORT_TOKENS, false, "sequences/s"},
              {run::BERT, run::CLASSIFY_TEXT, true, "sequences/s (emulated)"},
              {run::REGRESSION, run::REGRESS, false, "rows/s"},
              {run::MLP, run::CLASSIFY, false, "images/s"}}) {
            SessionModel session;
            LivePage page(session);
            run::Record begun = started("A", run::FP32);
            begun.mutable_started()->mutable_config()->set_model(model);
            begun.mutable_started()->mutable_config()->set_task(task);
            begun.mutable_started()->set_emulated(emulated);
            session.apply({begun, step("A", 1, 2.0f, 0.25f, 1)});
            page.refreshNow();
            const QList<QLabel*> labels = page.findChildren<QLabel*>();
            const auto shown = [&](const QString& text) {
                return std::any_of(labels.begin(), labels.end(),
                                   [&](const QLabel* one) { return one->text() == text; });
            };
            QVERIFY2(shown(QLatin1String(unit)), unit);
            QCOMPARE(shown(QStringLiteral("images/s")), task == run::CLASSIFY);
        }
    }

    void theLivePageTellsTokensRight() {
        SessionModel session;
        LivePage page(session);
        run::Record begun = started("A", run::FP32);
        begun.mutable_started()->mutable_config()->set_model(run::GPT);
        begun.mutable_started()->mutable_config()->set_task(run::SORT_TOKENS);
        session.apply({begun, step("A", 1, 2.0f, 0.25f, 1), evaluated("A", 1, 0.951f)});
        page.refreshNow();
        const QList<LineChart*> charts = page.findChildren<LineChart*>();
        QVERIFY(std::any_of(charts.begin(), charts.end(),
                            [](const LineChart* one) { return one->title() == QStringLiteral("Tokens right (%)"); }));
        const std::vector<LiveNumber> numbers = liveNumbers(session.currentRun());
        QVERIFY2(numbers[2].caption.startsWith("tokens right"), qPrintable(numbers[2].caption));
        QCOMPARE(metricText(run::SORT_TOKENS, 0.951, 1), QStringLiteral("95.1\u00a0%"));
        QCOMPARE(testMetricName(run::FILL_TOKENS), QStringLiteral("test tokens right"));
        QCOMPARE(metricTitle(run::RECONSTRUCT), QStringLiteral("PSNR (dB)"));
        QCOMPARE(metricTitle(run::REGRESS), QStringLiteral("R² (%)"));
        QCOMPARE(metricTitle(run::CLASSIFY_TEXT), QStringLiteral("Accuracy (%)"));
    }
};

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::TokenTaskTest)
#include "token_task_test.moc"
