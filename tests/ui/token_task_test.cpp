// SPDX-License-Identifier: Apache-2.0
// Tasks of texts and of a table in the window: chosen in Setup with a network that can learn them, and told with their
// own metric and units.
#include <QComboBox>
#include <QLabel>
#include <QTest>
#include <algorithm>
#include <memory>
#include <tuple>

#include "tests/ui/live_records.h"
#include "tests/ui/race_records.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/line_chart.h"
#include "ui/models/session_model.h"
#include "ui/pages/compare_page.h"
#include "ui/pages/live_numbers.h"
#include "ui/pages/live_page.h"
#include "ui/setup/setup_dock.h"
#include "ui/setup/setup_model.h"
#include "ui/widgets/number_inputs.h"
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
             {std::tuple{run::GPT, run::SORT_TOKENS, false, "sequences/s, latest"},
              {run::BERT, run::CLASSIFY_TEXT, true, "sequences/s (emulated)"},
              {run::REGRESSION, run::REGRESS, false, "rows/s, latest"},
              {run::MLP, run::CLASSIFY, false, "images/s, latest"}}) {
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
            QCOMPARE(shown(QStringLiteral("images/s, latest")), task == run::CLASSIFY);
            run::Record end = step("A", 1, 2.0f, 0.25f, 1);
            end.mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
            end.mutable_finished()->set_images_per_second(777);
            session.apply({end});
            page.refreshNow();
            QVERIFY(emulated || shown(QString(unit).replace(QLatin1String("latest"), QLatin1String("whole run"))));
            QVERIFY(shown(QStringLiteral("777")));
        }
    }

    void dropoutAndTheOffsetAreAskedForWhereTheyApply() {
        SetupModel model;
        SetupDock dock(model);
        auto* dropout = dock.findChild<QWidget*>("dropout");
        auto* offset = dock.findChild<QWidget*>("target_offset");
        QVERIFY(dropout && offset);
        QVERIFY(dropout->isHidden() && offset->isHidden());
        run::RunConfig config = model.config();
        config.set_model(run::REGRESSION);
        config.set_task(run::REGRESS);
        config.set_target_offset(-10000);
        model.replace(config, QStringLiteral("a network"));
        QVERIFY(!dropout->isHidden() && !offset->isHidden());
        auto* box = qobject_cast<RateSpinBox*>(offset);
        QVERIFY(box);
        QCOMPARE(box->text(), QStringLiteral("-10000"));
        box->stepBy(1);
        QCOMPARE(model.config().target_offset(), -5000.0);
        QVERIFY(model.problems().empty());
        config.set_model(run::MLP);
        config.set_task(run::CLASSIFY);
        model.replace(config, QStringLiteral("a network"));
        QVERIFY(dropout->isHidden() && offset->isHidden());
    }

    void comparingRegressionsSpeaksOfR2AndRows() {
        SessionModel session;
        ComparePage page(session, [] { return run::RunConfig(); });
        page.resize(900, 700);
        Records records{laneStarted("A", run::FP32, "R", 0), laneStarted("B", run::FP16, "R", 1)};
        for (run::Record& one : records) {
            one.mutable_started()->mutable_config()->set_model(run::REGRESSION);
            one.mutable_started()->mutable_config()->set_task(run::REGRESS);
        }
        for (const char* lane : {"A", "B"}) {
            records.push_back(step(lane, 1, 2.0f, 0.5f));
            records.push_back(evaluated(lane, 1, 0.896f));
        }
        session.apply(records);
        page.show();
        page.refreshNow();
        QCOMPARE(page.lanes().index(0, CompareTable::Accuracy).data().toString(), QStringLiteral("0.896"));
        QStringList said;
        for (int column = 0; column < CompareTable::ColumnCount; ++column)
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
                said << page.lanes().headerData(column, Qt::Horizontal, role).toString();
        QVERIFY(said.contains(QStringLiteral("R²")) && said.contains(QStringLiteral("Rows/s")));
        for (const LineChart* chart : page.findChildren<LineChart*>()) said << chart->title();
        for (const QLabel* label : page.findChildren<QLabel*>())
            if (label->isVisibleTo(&page)) said << label->text();
        QVERIFY(said.contains(QStringLiteral("Test R²")));
        for (const QString& text : said)
            for (const char* wrong : {"ccuracy", "mages", "nats"}) QVERIFY2(!text.contains(wrong), qPrintable(text));
    }

    void theLivePageOfARegressionSpeaksOfR2AndRows() {
        SessionModel session;
        LivePage page(session);
        run::Record begun = started("A", run::FP32);
        begun.mutable_started()->mutable_config()->set_model(run::REGRESSION);
        begun.mutable_started()->mutable_config()->set_task(run::REGRESS);
        session.apply({begun, step("A", 1, 2.0f, 0.25f, 1)});
        const auto said = [&] {
            page.refreshNow();
            QStringList all;
            for (const LineChart* chart : page.findChildren<LineChart*>()) all << chart->title();
            for (const LiveNumber& one : liveNumbers(session.currentRun())) all << one.caption << one.tip;
            return all;
        };
        QVERIFY(said().contains(QStringLiteral("test R²")));
        session.apply({evaluated("A", 1, 0.896f)});
        const QStringList all = said();
        QVERIFY(all.contains(QStringLiteral("R²")) && all.contains(QStringLiteral("Loss (mean squared error)")));
        QVERIFY(std::any_of(all.begin(), all.end(), [](const QString& text) {
            return text.startsWith(QStringLiteral("R², ")) && text.endsWith(QStringLiteral(" rows"));
        }));
        QCOMPARE(liveNumbers(session.currentRun())[2].value, QStringLiteral("0.896"));
        const auto judged = page.findChildren<LineChart*>();
        const auto chart = std::find_if(judged.begin(), judged.end(),
                                        [](const LineChart* one) { return one->title() == QStringLiteral("R²"); });
        QVERIFY2((*chart)->yMax() <= 1.1, qPrintable(QString::number((*chart)->yMax())));
        const std::unique_ptr<ChartTable> table((*chart)->makeTable());
        QVERIFY2(table->toText().contains("0.896") && !table->toText().contains("89.6"), qPrintable(table->toText()));
        for (const QString& text : all)
            for (const char* wrong : {"ccuracy", "mages", "nats", "entropy"})
                QVERIFY2(!text.contains(wrong), qPrintable(text));
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
        QCOMPARE(metricText(run::CLASSIFY, static_cast<double>(0.1135F), 1), QStringLiteral("11.4\u00a0%"));
        QCOMPARE(metricText(run::CLASSIFY, static_cast<double>(0.4625F), 1), QStringLiteral("46.3\u00a0%"));
        QCOMPARE(metricText(run::CLASSIFY, static_cast<double>(0.9395F), 1), QStringLiteral("94.0\u00a0%"));
        QCOMPARE(metricText(run::CLASSIFY, static_cast<double>(0.9065F), 1), QStringLiteral("90.7\u00a0%"));
        QCOMPARE(testMetricName(run::FILL_TOKENS), QStringLiteral("test tokens right"));
        QCOMPARE(metricTitle(run::RECONSTRUCT), QStringLiteral("PSNR (dB)"));
        QCOMPARE(metricTitle(run::REGRESS), QStringLiteral("R²"));
        QCOMPARE(metricTitle(run::CLASSIFY_TEXT), QStringLiteral("Accuracy (%)"));
    }
};

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::TokenTaskTest)
#include "token_task_test.moc"
