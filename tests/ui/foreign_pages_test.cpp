// SPDX-License-Identifier: Apache-2.0
// Foreign runs on the pages: many tensors as a tree of names on every page that lists them, outputs of modules by name,
// what was logged, own and foreign runs side by side, several ranks as one run, TensorBoard's scalars.
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <cmath>

#include "tests/engine/recording/event_files.h"
#include "tests/ui/desk.h"
#include "tests/ui/live_records.h"
#include "tests/ui/update_records.h"
#include "ui/charts/bar_list.h"
#include "ui/charts/format_text.h"
#include "ui/charts/health_grid.h"
#include "ui/charts/histogram_chart.h"
#include "ui/charts/line_chart.h"
#include "ui/pages/compare_foreign.h"
#include "ui/pages/compare_page.h"
#include "ui/pages/compare_table.h"
#include "ui/pages/folded_bars.h"
#include "ui/pages/health_page.h"
#include "ui/pages/live_histogram.h"
#include "ui/pages/live_logged.h"
#include "ui/pages/live_numbers.h"
#include "ui/pages/live_page.h"
#include "ui/pages/scale_page.h"
#include "ui/pages/tensor_box.h"
#include "ui/pages/underflow_page.h"
#include "ui/pages/updates_page.h"
#include "ui/setup/foreign_panel.h"
#include "ui/shell/page_tabs.h"
#include "ui/shell/recordings.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

QString shipped(const QString& name) {
    return QStringLiteral(MANTISSA_SOURCE "/tests/data/recordings/") + name + QStringLiteral(".jsonl");
}

/// A run of 40 blocks with two tensors each; block 7's weight is the one whose gradient overflows and whose updates are
/// lost.
Records blocks() {
    run::Record begin = started("deep", run::FP16);
    run::RunStarted& to = *begin.mutable_started();
    to.clear_tensors();
    to.mutable_foreign()->set_probe("0.1.0");
    to.mutable_foreign()->set_model("Deep");
    run::Record frame = record("deep", 2);
    for (int block = 0; block < 40; ++block) {
        for (const char* part : {"weight", "bias"}) {
            const std::string layer = "net.h." + std::to_string(block) + ".up";
            run::TensorInfo& info = *to.add_tensors();
            info.set_name(layer + "." + part);
            info.set_layer(layer);
            info.set_part(part);
            info.set_forward(static_cast<std::uint32_t>(block));
            const bool bad = block == 7 && info.part() == "weight";
            addHistogram(frame, info.name(), run::ROLE_WEIGHT_GRADIENT, -10, 0);
            run::Histogram& gradient = *frame.mutable_histograms()->mutable_histograms()->rbegin();
            gradient.set_layer(layer);
            gradient.set_tier(run::TIER_OBSERVED);
            gradient.set_largest(bad ? 60000.0f : 1.0f);
            if (bad) gradient.mutable_counts()->set_infinite(3);
            addUpdates(frame, {info.name(), "FP16", "FP16", bad ? 90u : 5u, 1, 100});
            frame.mutable_histograms()->mutable_histograms()->rbegin()->set_layer(layer);
        }
    }
    return {begin, step("deep", 1, 2.0f, 0.5f, 1024), step("deep", 2, 2.0f, 0.5f, 1024), frame};
}

QStringList names(const BarList& bars) {
    QStringList all;
    for (const BarRow& row : bars.bars().rows) all << QString(row.depth, u' ') + row.name;
    return all;
}

/// A picture to look at, where a folder is given.
void picture(QWidget& of, const QString& name) {
    const QString folder = qEnvironmentVariable("MANTISSA_PICTURES");
    if (!folder.isEmpty()) of.grab().save(folder + QStringLiteral("/foreign-") + name + QStringLiteral(".png"));
}

/// Clicks the row that is called so.
void choose(FoldedBars& tree, const QString& name) {
    const QStringList all = names(tree.bars());
    const auto row = all.indexOf(name);
    QVERIFY2(row >= 0, qPrintable(all.join('\n')));
    emit tree.bars().rowChosen(static_cast<int>(row));
}

}  // namespace

class ForeignPagesTest : public QObject {
    Q_OBJECT

  private slots:
    void the_list_of_tensors_is_a_tree_where_there_are_many() {
        SessionModel session;
        session.apply(blocks());
        UnderflowPage page(session);
        page.resize(1000, 700);
        page.show();
        page.refreshNow();
        auto& box = static_cast<TensorBox&>(page.tensorBox());
        QCOMPARE(box.count(), 1);  // thousands of names are not put into a list
        const auto* chart = page.findChild<HistogramChart*>();
        QVERIFY2(chart->title().startsWith("net.h.7.up.weight"), qPrintable(chart->title()));
        box.showPopup();
        QVERIFY(box.tree());
        QCOMPARE(names(box.tree()->bars()).size(), 40);  // of 80: each block is a folder, the worst first
        QCOMPARE(names(box.tree()->bars()).front(), QStringLiteral("\u25b8 net.h.7.up (2)"));
        QVERIFY2(box.tree()->bars().bars().rows.front().sentence.contains("net.h.7.up.weight"),
                 qPrintable(box.tree()->bars().bars().rows.front().sentence));
        choose(*box.tree(), QStringLiteral("\u25b8 net.h.7.up (2)"));
        QCOMPARE(names(box.tree()->bars())[1], QString(" weight"));  // the worst first
        picture(*box.tree()->window(), "tree");
        QTest::keyClicks(&box.tree()->filter(), ".12.");
        QCOMPARE(names(box.tree()->bars()).size(), 2);
        choose(*box.tree(), "net.h.12.up.bias");
        QVERIFY2(chart->title().startsWith("net.h.12.up.bias"), qPrintable(chart->title()));
        QCOMPARE(box.currentText(), QString("net.h.12.up.bias"));
        page.chooseTensor("net.h.3.up.weight", run::ROLE_WEIGHT_GRADIENT);
        page.refreshNow();
        QVERIFY2(chart->title().startsWith("net.h.3.up.weight"), qPrintable(chart->title()));
    }

    void a_tensor_that_was_counted_in_part_says_so() {
        SessionModel session;
        Records records = blocks();
        for (run::Histogram& one : *records.back().mutable_histograms()->mutable_histograms()) {
            one.set_elements(one.tensor() == "net.h.3.up.weight" ? 2'359'296 : 786'432);
            one.mutable_counts()->set_elements(786'432);
        }
        session.apply(records);
        UnderflowPage page(session);
        page.show();
        page.chooseTensor("net.h.3.up.weight", run::ROLE_WEIGHT_GRADIENT);
        page.refreshNow();
        const auto* chart = page.findChild<HistogramChart*>();
        const QString told = QStringLiteral("a sample: %1 of %2 numbers").arg(countText(786432), countText(2359296));
        QVERIFY2(chart->title().endsWith(told), qPrintable(chart->title()));
        page.chooseTensor("net.h.4.up.weight", run::ROLE_WEIGHT_GRADIENT);
        page.refreshNow();
        QVERIFY2(!chart->title().contains("a sample"), qPrintable(chart->title()));
    }

    void live_has_the_same_tree() {
        SessionModel session;
        session.apply(blocks());
        LivePage page(session);
        page.show();
        page.refreshNow();
        auto& box = static_cast<TensorBox&>(page.histogram().tensorBox());
        box.showPopup();
        QVERIFY(box.tree());
        QTest::keyClicks(&box.tree()->filter(), "h.30.");
        choose(*box.tree(), "net.h.30.up.weight");
        QVERIFY2(page.histogram().chart().title().startsWith("net.h.30.up.weight"),
                 qPrintable(page.histogram().chart().title()));
    }

    void updates_and_headroom_are_folded_worst_first() {
        SessionModel session;
        session.apply(blocks());
        UpdatesPage updates(session);
        updates.show();
        updates.refreshNow();
        QCOMPARE(names(updates.tensors()).size(), 40);
        QCOMPARE(names(updates.tensors()).front(), QStringLiteral("\u25b8 net.h.7.up (2)"));
        choose(updates.tree(), QStringLiteral("\u25b8 net.h.7.up (2)"));
        QCOMPARE(names(updates.tensors())[1], QString(" weight"));
        picture(updates, "updates");
        QTest::keyClicks(&updates.tree().filter(), "H.20.");
        choose(updates.tree(), "net.h.20.up.weight");
        QCOMPARE(updates.tensorBox().currentText(), QString("net.h.20.up.weight"));
        QCOMPARE(names(updates.tensors())[updates.tensors().chosen()], QString("net.h.20.up.weight"));

        ScalePage scale(session);
        scale.show();
        scale.refreshNow();
        QCOMPARE(names(scale.headroom()).size(), 40);
        QCOMPARE(names(scale.headroom()).front(), QString("net.h.7.up"));  // it overflowed
        QTest::keyClicks(&scale.layers().filter(), "h.1");
        QCOMPARE(names(scale.headroom()).size(), 11);
    }

    void outputs_of_modules_and_their_gradients_are_seen_by_name() {
        Desk desk;
        MainWindow& window = desk.window();
        window.recordings().open(shipped("three-tiers"));
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::finished);
        auto* underflow = window.findChild<UnderflowPage*>();
        auto* live = window.findChild<LivePage*>();
        for (const run::Role role : {run::ROLE_ACTIVATION, run::ROLE_ACTIVATION_GRADIENT}) {
            underflow->chooseTensor("layers.1", role);
            underflow->refreshNow();
            QCOMPARE(underflow->tensorBox().currentText(), QString("layers.1"));
            QVERIFY(underflow->findChild<HistogramChart*>()->title().startsWith("layers.1, step"));
            live->chooseTensor("layers.1", role);
            live->refreshNow();
            QVERIFY(live->histogram().chart().title().startsWith("layers.1, step"));
        }
        auto* health = window.findChild<HealthPage*>();
        health->refreshNow();
        for (const int column : {1, 2}) {  // activations, activation gradients
            health->grid().select("layers.1", column);
            QVERIFY(health->grid().selected());
            QCOMPARE(health->grid().selected()->tensor, QString("layers.1"));
            QVERIFY(health->grid().selected()->elements > 0);
        }
    }

    void the_best_scale_regards_gradients_without_a_shadow() {
        Desk desk;
        MainWindow& window = desk.window();
        window.recordings().open(shipped("flushed"));
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::finished);
        auto* page = window.findChild<UnderflowPage*>();
        page->chooseTensor("4.weight", run::ROLE_WEIGHT_GRADIENT);  // which has one, as 8.bias has not: 2^-13.7
        page->refreshNow();
        QCOMPARE(page->bestButton().text(),
                 QString("See the best scale, 2\u00b2\u2079"));  // two bits over the advisor's
        QVERIFY2(page->note().text().contains("8.bias"), qPrintable(page->note().text()));
    }

    void what_was_logged_is_a_line() {
        SessionModel session;
        Records records = blocks();
        for (run::Record& one : records) {
            if (!one.has_step_done()) continue;
            for (const char* name : {"perplexity", "tokens"}) {
                run::Scalar& scalar = *one.mutable_step_done()->add_scalars();
                scalar.set_name(name);
                scalar.set_value(one.step() * 10.0);
            }
        }
        session.apply(records);
        LivePage page(session);
        page.show();
        page.refreshNow();
        QVERIFY(page.logged().isVisible());
        QCOMPARE(page.logged().names().count(), 2);
        page.resize(1000, 800);
        picture(page, "logged");
        session.apply(runOf("longer", run::FP16, 20));  // beside it: all charts of the column reach as far
        session.setCurrentRun(QString::fromStdString(session.runs().front()->runId()));
        page.refreshNow();
        QCOMPARE(page.logged().chart().xMax(), page.lossChart().xMax());
        // Charts of one page show the same steps, whichever a person zooms.
        emit page.lossChart().xRangeChanged(3, 5);
        QCOMPARE(page.logged().chart().xMax(), 5.0);
        emit page.logged().chart().xRangeChanged(2, 4);
        QCOMPARE(page.lossChart().xMin(), 2.0);
        emit page.logged().chart().xRangeReset();
        QVERIFY(!page.lossChart().isZoomed());
        page.logged().names().setCurrentIndex(1);
        emit page.logged().names().activated(1);
        page.refreshNow();
        QCOMPARE(page.logged().chart().title(), QString("tokens"));
        QCOMPARE(page.logged().chart().seriesSize("logged"), std::size_t{2});
    }

    void own_and_foreign_runs_stand_side_by_side() {
        SessionModel session;
        session.apply(runOf("own", run::FP16, 20));
        session.apply(blocks());
        ComparePage page(session, [] { return run::RunConfig(); });
        page.resize(1000, 900);
        page.show();
        page.refreshNow();
        QVERIFY2(page.about().contains("A training of another program"), qPrintable(page.about()));
        auto* foreign = page.findChild<CompareForeign*>();
        QVERIFY(foreign && foreign->isVisibleTo(&page));
        QCOMPARE(page.lossChart().seriesIds().size(), 2);
        picture(page, "compare");
        QCOMPARE(foreign->scale().seriesIds().size(), 2);
        const QAbstractItemModel* settings = foreign->settings().model();
        QStringList what;
        for (int row = 0; row < settings->rowCount(); ++row) what << settings->index(row, 0).data().toString();
        QVERIFY2(what.contains("Model") && what.contains("Framework"), qPrintable(what.join(',')));
        QCOMPARE(settings->index(static_cast<int>(what.indexOf("Model")), 2).data().toString(), QString("Deep"));
        // Where runs of different trainings part means nothing, and nothing says that they did not.
        bool dash = false;
        for (int row = 0; row < page.lanes().rowCount(); ++row)
            dash = dash || page.lanes().index(row, CompareTable::Parted).data().toString() == QString("–");
        QVERIFY(dash);
        // What one lacks is said.
        Records bare{started("bare", run::BF16)};
        bare.front().mutable_started()->mutable_foreign()->set_probe("0.1.0");
        run::Record only = record("bare", 1);
        only.mutable_step_done()->set_loss(1.0f);
        bare.push_back(only);
        session.apply(bare);
        page.refreshNow();
        QVERIFY2(foreign->lacks().contains("does not have") && foreign->lacks().contains("a loss scale"),
                 qPrintable(foreign->lacks()));
        session.setCurrentRun("own");
        session.setVisible("deep", false);
        session.setVisible("bare", false);
        page.refreshNow();
        QVERIFY(!foreign->isVisibleTo(&page));
    }

    /// Beside what the gradients would be in FP32; a layer that was computed again by itself tells of itself alone.
    void the_norm_lost_is_told_where_steps_have_a_reference() {
        SessionModel session;
        Records records = blocks();
        for (run::Histogram& one : *records.back().mutable_histograms()->mutable_histograms()) {
            if (one.role() != run::ROLE_WEIGHT_GRADIENT) continue;
            const bool worst = one.tensor() == "net.h.7.up.weight";
            one.set_shadow_tier(run::TIER_PROBE);
            one.mutable_counts()->clear_infinite();
            run::Shadow& shadow = *one.mutable_shadow();
            shadow.set_norm(1);
            shadow.set_norm_lost(worst ? 0.25 : 0.01);
            shadow.set_cosine(worst ? 0.9 : 0.999);
        }
        session.apply(records);
        const QString key("norm_lost"), told("net.h.7.up.weight has lost " + percentText(0.25));
        LivePage live(session);
        live.show();
        live.refreshNow();
        QCOMPARE(live.numbers().value(key), percentText(0.25));
        QVERIFY2(liveNumbers(session.currentRun())[7].tip.contains(told),
                 qPrintable(liveNumbers(session.currentRun())[7].tip));
        Records alone = records;
        for (run::Record& one : alone) one.set_run_id("alone");
        for (run::Histogram& one : *alone.back().mutable_histograms()->mutable_histograms())
            if (one.has_shadow()) one.set_shadow_tier(run::TIER_LOCAL);
        session.apply(alone);
        session.setCurrentRun("alone");
        live.refreshNow();
        QCOMPARE(live.numbers().value(key), QString("–"));
        session.setCurrentRun("deep");
        ComparePage compare(session, [] { return run::RunConfig(); });
        compare.show();
        compare.refreshNow();
        QCOMPARE(compare.lanes().index(compare.lanes().rowOf("alone"), CompareTable::NormLost).data().toString(),
                 QString("–"));
        const QModelIndex cell = compare.lanes().index(compare.lanes().rowOf("deep"), CompareTable::NormLost);
        QCOMPARE(cell.data().toString(), percentText(0.25));
        QVERIFY2(cell.data(Qt::ToolTipRole).toString().contains(told),
                 qPrintable(cell.data(Qt::ToolTipRole).toString()));
        // The recording that ships: every tier, and of the references the last one.
        Desk desk;
        desk.window().recordings().open(shipped("three-tiers"));
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::finished);
        const LiveNumber lost = liveNumbers(desk.run())[7];
        QCOMPARE(lost.value, percentText(0.038));  // the worst of its eight tensors
        QVERIFY2(lost.tip.contains("of the norm that it has in FP32 (step 48)"), qPrintable(lost.tip));
    }

    /// A triangle at the edge of a chart says that a number broke.
    void what_was_not_recorded_is_no_broken_number() {
        SessionModel session;
        Records records = blocks();
        for (run::Record& one : records) {
            if (!one.has_step_done()) continue;
            one.mutable_step_done()->clear_scale();
            one.mutable_step_done()->clear_accuracy();
        }
        session.apply(records);
        LivePage page(session);
        page.resize(900, 700);
        page.show();
        page.refreshNow();
        page.grab();
        QCOMPARE(page.lossChart().drawnPoints("deep/loss"), std::size_t{2});
        QCOMPARE(page.scaleChart().drawnMarks("deep/scale"), std::size_t{0});
        QCOMPARE(page.accuracyChart().drawnMarks("deep/batch"), std::size_t{0});
        QCOMPARE(page.numbers().value("scale"), QString("–"));
        const std::vector<LiveNumber> past = liveNumbers(session.currentRun(), 1);
        QCOMPARE(past[4].value, QString("–"));
        session.apply(runOf("own", run::FP16, 20));
        ComparePage compare(session, [] { return run::RunConfig(); });
        compare.show();
        compare.refreshNow();
        const int row = compare.lanes().rowOf("deep");
        QCOMPARE(compare.lanes().index(row, CompareTable::Scale).data().toString(), QString("–"));
        QCOMPARE(compare.lossChart().drawnMarks("deep"), std::size_t{0});
        // What it did record and what is none is such a number.
        run::Record broken = step("deep", 3, std::nanf(""), 0.5f, 1024);
        session.apply({broken});
        session.setCurrentRun("deep");
        page.refreshNow();
        page.grab();
        QCOMPARE(page.lossChart().drawnMarks("deep/loss"), std::size_t{1});
    }

    void the_recording_is_asked_for_the_cause() {
        Desk desk;
        MainWindow& window = desk.window();
        window.recordings().open(shipped("resnet-forward-overflow"));
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::finished);
        auto* button = desk.find<QToolButton>("advisorCause");
        TRY_VERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        const auto* text = desk.find<QPlainTextEdit>("foreignCauseText");
        QVERIFY(text && text->isVisible());
        picture(*text->window(), "cause");
        const QString told = text->toPlainText();
        for (const char* part :
             {"In step 24, layer2.0.conv1 (Conv2d, FP16) made the first inf or NaN of the forward pass",
              "What comes behind it only passed it on: layer2.0.bn1, ", "Step 21 was skipped at loss scale 2\u2078",
              "in_fp32(model.get_submodule(\"layer2.0.conv1\"))",
              "What the recording cannot tell:\n\u2022 Which operation inside layer2.0.conv1",
              "neither weights nor batches"})
            QVERIFY2(told.contains(QString::fromUtf8(part)), qPrintable(told));
        desk.find<QPushButton>("foreignCauseCopy")->click();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("def in_fp32(module):"));
        text->window()->close();
        window.recordings().open(shipped("mlp-skips"));  // its loss scale found its place: nothing failed
        TRY_VERIFY(desk.run() && desk.run()->tensors().size() == 6 && desk.run()->state() == RunState::finished);
        TRY_VERIFY(!button->isVisible());
    }

    void ranks_are_one_run() {
        Desk desk;
        MainWindow& window = desk.window();
        window.recordings().open(shipped("ddp"));
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::finished);
        QVERIFY2(window.findChild<ForeignPanel*>()->text().contains("2; their files were read together"),
                 qPrintable(window.findChild<ForeignPanel*>()->text()));
        bool said = false;
        for (const EventMark& event : desk.run()->events())
            said = said || english(event.text).find("ranks 0, 1 as one run") != std::string::npos;
        QVERIFY(said);
    }

    void ranks_are_followed_together() {
        Desk desk;
        QFile first(shipped("ddp")), second(shipped("ddp.rank1"));
        QVERIFY(first.open(QIODevice::ReadOnly) && second.open(QIODevice::ReadOnly));
        const QByteArray one = first.readAll(), two = second.readAll();
        const QString path = desk.folder.filePath("run.jsonl");
        QFile out(path), other(desk.folder.filePath("run.rank1.jsonl"));
        QVERIFY(out.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
        QVERIFY(other.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
        out.write(one.left(one.size() / 2));
        other.write(two.left(two.size() / 4 * 3));
        QVERIFY(desk.window().recordings().watch(path));
        TRY_VERIFY(desk.run() && desk.run()->step() > 0);
        other.write(two.mid(two.size() / 4 * 3));
        out.write(one.mid(one.size() / 2));
        TRY_VERIFY(desk.run()->state() == RunState::finished);
        QCOMPARE(desk.run()->step(), 30u);
    }

    void an_event_file_of_tensorboard_is_opened_for_its_scalars() {
        Desk desk;
        const QString path = desk.folder.filePath("events.out.tfevents.1");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        std::string bytes = test::version_event();
        for (int step = 1; step <= 20; ++step)
            bytes += test::event(step, test::value("train/loss", test::simple(2.0f / static_cast<float>(step))) +
                                           test::value("perplexity", test::simple(7)));
        file.write(QByteArray::fromStdString(bytes));
        file.close();
        desk.window().recordings().open(path);
        TRY_VERIFY(desk.run() && desk.run()->step() == 20);
        TRY_VERIFY(desk.window().recordings().reading() == 0);
        QVERIFY2(QString::fromStdString(desk.run()->reason()).contains("TensorBoard"), desk.run()->reason().c_str());
        QVERIFY(desk.window().pages().open("Live"));
        auto* live = desk.window().findChild<LivePage*>();
        live->refreshNow();
        QVERIFY(live->logged().isVisible());
        QCOMPARE(live->logged().chart().title(), QString("perplexity"));
        QVERIFY(live->findChild<QLabel*>("absent")->text().contains("histograms"));
        for (const char* name :
             {"Underflow", "Health", "Scale", "Updates", "Network", "Compare", "Speed", "Range", "Follow"}) {
            QVERIFY(desk.window().pages().open(name));
            QApplication::processEvents();
        }
    }
};

QTEST_MAIN(ForeignPagesTest)
#include "foreign_pages_test.moc"
