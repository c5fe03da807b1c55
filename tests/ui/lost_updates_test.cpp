// SPDX-License-Identifier: Apache-2.0
// Lost updates from records made by hand: shares, limits, the order of tensors, the past of one.
#include "ui/models/lost_updates.h"

#include <QTest>

#include "tests/ui/update_records.h"
#include "ui/models/run_model.h"
#include "ui/pages/updates_page.h"

namespace mantissa::ui {

namespace {

RunModel fed(const Records& records) {
    RunModel run("A");
    for (const run::Record& r : records) run.apply(r);
    return run;
}

std::vector<std::string> names(const std::vector<LostUpdates>& all) {
    std::vector<std::string> result;
    for (const LostUpdates& updates : all) result.push_back(updates.tensor);
    return result;
}

}  // namespace

class LostUpdatesTest : public QObject {
    Q_OBJECT

  private slots:
    void sharesAndLimits() {
        run::Record r = record("A", 1);
        const run::Histogram& h = addUpdates(r, {"fc1.weight", "BF16", "BF16", 830, 2, 830});
        const auto updates = lostUpdates(h, 7);
        QVERIFY(updates.has_value());
        QCOMPARE(updates->step, 7u);
        QCOMPARE(updates->now, 0.83);
        QCOMPARE(updates->withMaster, 0.002);
        QCOMPARE(updates->withoutMaster, 0.83);
        QCOMPARE(updates->significantBits, 8);
        QCOMPARE(updates->masterLimit, -16);  // 23 - 7
        QVERIFY(updates->switchable);
        QVERIFY(!updates->master);
        QCOMPARE(updates->firstBin, -20);
        QCOMPARE(updates->bins.size(), std::size_t{24});
    }

    void formats() {
        run::Record r = record("A", 1);
        const auto of = [&r](const char* format, const char* stored) {
            return *lostUpdates(addUpdates(r, {"fc1.weight", format, stored, 1, 1, 1}), 1);
        };
        QCOMPARE(of("FP16", "FP32").masterLimit, -13);
        QCOMPARE(of("FP16", "FP32").significantBits, 11);
        QVERIFY(of("FP16", "FP32").master);
        QVERIFY(!of("FP16", "FP16").master);
        QCOMPARE(of("E4M3", "E4M3").masterLimit, -20);
        // TF32 is a format of products: its weights are FP32, and no master stands beside them.
        const LostUpdates tf32 = of("TF32", "FP32");
        QVERIFY(!tf32.switchable);
        LostUpdates narrow = tf32;
        narrow.switchable = true;
        narrow.format = "BF16";
        narrow.significantBits = 8;
        QVERIFY(updatesLesson(narrow).contains("has no effect"));
        narrow.master = true;
        QVERIFY(
            updatesLesson(narrow).startsWith("The weights are kept in FP32, where small updates add up. BF16 alone"));
        narrow.master = false;
        QVERIFY(updatesLesson(narrow, true).contains("on average none is lost"));
        QVERIFY(updatesLesson(tf32).startsWith(QStringLiteral("FP32 keeps 24 significant bits")));
        QVERIFY(updatesSentence(tf32, false).contains(QStringLiteral("Its weights are FP32")));
        QCOMPARE(tf32.masterLimit,
                 -13);  // of the ratios, which are to TF32's gap: the FP32 weight keeps what lies above
        QVERIFY(of("FP16", "FP32").switchable);
        // Of an FP16 run without master weights, one layer in TF32: its weights are FP16.
        QVERIFY(of("TF32", "FP16").switchable);
        QVERIFY(updatesSentence(of("TF32", "FP16"), false).contains(QStringLiteral("with FP32 master weights")));
        // Where the layer multiplies in FP32 there is one limit, and no master apart from the weights.
        QCOMPARE(of("FP32", "FP32").masterLimit, 0);
        QVERIFY(!of("FP32", "FP32").switchable && !of("FP32", "FP32").master);
        // Of a BF16 run without master weights, one layer in FP32: its weights are BF16 all the same.
        QVERIFY(updatesSentence(of("FP32", "BF16"), false).contains(QStringLiteral("with FP32 master weights")));
        QVERIFY(!of("FP32", "FP32").master);
    }

    void whatIsNoUpdate() {
        run::Record r = record("A", 1);
        run::Histogram plain;
        plain.set_role(run::ROLE_UPDATE);
        QVERIFY(!lostUpdates(plain, 1));
        run::Histogram weights = addUpdates(r, {"fc1.weight", "BF16", "BF16", 1, 1, 1});
        weights.set_role(run::ROLE_WEIGHT);
        QVERIFY(!lostUpdates(weights, 1));
        // Nothing nonzero: no shares. Counts that contradict each other: no more than all.
        run::Histogram& none = addUpdates(r, {"fc1.weight", "BF16", "BF16", 0, 0, 0});
        none.mutable_updates()->set_nonzero(0);
        QCOMPARE(lostUpdates(none, 1)->now, 0.0);
        run::Histogram& odd = addUpdates(r, {"fc1.weight", "BF16", "BF16", 5000, 0, 0});
        QCOMPARE(lostUpdates(odd, 1)->now, 1.0);
    }

    /// Of an optimizer that the recorder does not know: nothing is said to be lost, and nothing not to be.
    void whatIsNotKnownIsNotZero() {
        run::Record r = record("A", 1);
        addUnknownUpdates(r, "fc1.weight", "BF16", 964);
        addUpdates(r, {"fc2.weight", "BF16", "BF16", 300, 0, 300});
        const RunModel run = fed({started("A", run::BF16), r});
        const std::vector<LostUpdates> all = lostUpdatesAt(run, std::nullopt);
        QCOMPARE(names(all), (std::vector<std::string>{"fc1.weight", "fc2.weight"}));
        QVERIFY(!all.front().known && all.back().known);
        QCOMPARE(all.front().unchanged, 0.964);
        QCOMPARE(worstTensor(all, ""), std::string("fc1.weight"));
        QVERIFY(lostHistory(run, "fc1.weight").empty());
        const QString told = updatesSentence(all.front(), false);
        QVERIFY2(told.startsWith(
                     QStringLiteral("fc1.weight: 96\u00a0% of its weights did not change. How many of its updates "
                                    "had no effect is unknown")),
                 qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("They are kept in BF16, where an update smaller")), qPrintable(told));
        LostUpdates wide = all.front();
        wide.master = true;
        QVERIFY(!updatesSentence(wide, false).contains(QStringLiteral("They are kept in")));
    }

    void worstFirst() {
        run::Record r = record("A", 1);
        addUpdates(r, {"fc1.bias", "BF16", "BF16", 900, 0, 900});
        addUpdates(r, {"fc1.weight", "BF16", "BF16", 200, 0, 200});
        addUpdates(r, {"fc2.weight", "BF16", "BF16", 700, 0, 700});
        const RunModel run = fed({started("A", run::BF16), r});
        const std::vector<LostUpdates> all = lostUpdatesAt(run, std::nullopt);
        QCOMPARE(names(all), (std::vector<std::string>{"fc1.bias", "fc2.weight", "fc1.weight"}));
        QCOMPARE(worstTensor(all, ""), std::string("fc2.weight"));  // not a bias
        QCOMPARE(worstTensor({}, "fc1.weight"), std::string());
        QCOMPARE(worstTensor({all.front()}, ""), std::string("fc1.bias"));  // unless there is nothing else
    }

    void withMasterWeightsTheOrderIsThatWithout() {
        run::Record r = record("A", 1);
        addUpdates(r, {"fc1.weight", "BF16", "FP32", 3, 3, 200});
        addUpdates(r, {"fc2.weight", "BF16", "FP32", 1, 1, 700});
        const std::vector<LostUpdates> all = lostUpdatesAt(fed({started("A", run::BF16), r}), std::nullopt);
        QCOMPARE(names(all), (std::vector<std::string>{"fc2.weight", "fc1.weight"}));
        QCOMPARE(worstTensor(all, ""), std::string("fc2.weight"));
    }

    void theWorstDoesNotFlicker() {
        const auto all = [](std::uint64_t one, std::uint64_t two) {
            run::Record r = record("A", 1);
            addUpdates(r, {"fc1.weight", "BF16", "BF16", one, 0, one});
            addUpdates(r, {"fc2.weight", "BF16", "BF16", two, 0, two});
            return lostUpdatesAt(fed({started("A", run::BF16), r}), std::nullopt);
        };
        QCOMPARE(worstTensor(all(500, 515), "fc1.weight"), std::string("fc1.weight"));
        QCOMPARE(worstTensor(all(500, 530), "fc1.weight"), std::string("fc2.weight"));
        QCOMPARE(worstTensor(all(500, 515), "gone"), std::string("fc2.weight"));
    }

    void equalsFromInputToOutput() {
        run::Record r = record("A", 1);
        addUpdates(r, {"fc2.weight", "BF16", "BF16", 500, 0, 500});
        addUpdates(r, {"fc1.weight", "BF16", "BF16", 500, 0, 500});
        QCOMPARE(names(lostUpdatesAt(fed({started("A", run::BF16), r}), std::nullopt)),
                 (std::vector<std::string>{"fc1.weight", "fc2.weight"}));
    }

    void asOfAStep() {
        Records records{started("A", run::BF16)};
        for (std::uint32_t i = 1; i <= 5; ++i) {
            run::Record r = record("A", i * 10);
            addUpdates(r, {"fc1.weight", "BF16", "BF16", i * 100, 0, i * 100});
            records.push_back(r);
        }
        const RunModel run = fed(records);
        QCOMPARE(lostUpdatesAt(run, std::nullopt).front().now, 0.5);
        QCOMPARE(lostUpdatesAt(run, 29).front().now, 0.2);
        QCOMPARE(lostUpdatesAt(run, 29).front().step, 20u);
        QVERIFY(lostUpdatesAt(run, 9).empty());
        const std::vector<LostAt> history = lostHistory(run, "fc1.weight");
        QCOMPARE(history.size(), std::size_t{5});
        QCOMPARE(history.front(), (LostAt{10, 0.1}));
        QCOMPARE(history.back(), (LostAt{50, 0.5}));
        QVERIFY(lostHistory(run, "fc9.weight").empty());
    }

    void theLatestIsInTheHistoryThoughThinned() {
        Records records{started("A", run::BF16)};
        for (std::uint32_t i = 1; i <= RunModel::kHistogramHistory + 2; ++i) {
            run::Record r = record("A", i);
            addUpdates(r, {"fc1.weight", "BF16", "BF16", 100, 0, 100});
            records.push_back(r);
        }
        const RunModel run = fed(records);
        QVERIFY(run.histogramHistory().back().step < RunModel::kHistogramHistory + 2);
        QCOMPARE(lostHistory(run, "fc1.weight").back().step, std::uint32_t{RunModel::kHistogramHistory + 2});
    }
};

}  // namespace mantissa::ui

QTEST_GUILESS_MAIN(mantissa::ui::LostUpdatesTest)
#include "lost_updates_test.moc"
