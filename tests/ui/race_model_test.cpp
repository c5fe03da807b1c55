// SPDX-License-Identifier: Apache-2.0
// Lanes side by side, on records made by hand: which runs stand together, rows, differences, the control's band, where
// a lane parted and in which layer it began, each lane's own time, repetition over seeds.
#include "ui/models/race_model.h"

#include <QTest>
#include <cmath>
#include <limits>

#include "tests/ui/race_records.h"
#include "ui/models/session_model.h"
#include "ui/models/verdict_words.h"

namespace mantissa::ui {

class RaceModelTest : public QObject {
    Q_OBJECT

  private slots:
    void lanesOfOneRaceStandTogetherAndTheFirstIsCurrent() {
        SessionModel session;
        session.apply({laneStarted("X", run::BF16, "", 0)});
        session.apply({laneStarted("A", run::FP32, "R", 0), laneStarted("B", run::FP16, "R", 1)});
        QCOMPARE(session.currentRun()->runId(), std::string("A"));
        RaceLanes lanes = lanesSideBySide(session);
        QVERIFY(lanes.race);
        QCOMPARE(lanes.lanes.size(), std::size_t{2});
        QCOMPARE(lanes.lanes[1]->runId(), std::string("B"));
        // A ghost stays behind, beside its run.
        session.apply({ghostStarted("G", run::FP16, "B", 2)});
        QCOMPARE(session.currentRun()->runId(), std::string("A"));
        lanes = lanesSideBySide(session);
        QCOMPARE(lanes.lanes.size(), std::size_t{2});
        QCOMPARE(lanes.ghosts.size(), std::size_t{1});
        session.setCurrentRun("G");  // looked at, it stays beside its run
        lanes = lanesSideBySide(session);
        QCOMPARE(lanes.lanes.size(), std::size_t{2});
        QCOMPARE(lanes.ghosts.size(), std::size_t{1});
        session.apply({adopted("G", 20)});  // a lane like the others, whoever is looked at
        for (const char* current : {"G", "A"}) {
            session.setCurrentRun(current);
            lanes = lanesSideBySide(session);
            QCOMPARE(lanes.lanes.size(), std::size_t{3});
            QCOMPARE(lanes.lanes[2]->runId(), std::string("G"));
            QVERIFY(lanes.ghosts.empty());
        }
    }

    void aRunAndItsGhostAreAPair() {
        SessionModel session;
        session.apply({laneStarted("old", run::FP32, "", 0)});
        session.apply({laneStarted("A", run::FP32, "", 0)});
        QVERIFY(!lanesSideBySide(session).fork);
        session.apply({ghostStarted("G", run::FP32, "A", 1)});
        for (const char* current : {"A", "G"}) {
            session.setCurrentRun(current);
            const RaceLanes pair = lanesSideBySide(session);
            QVERIFY(pair.fork && !pair.race);
            QCOMPARE(pair.lanes.size(), std::size_t{1});
            QCOMPARE(pair.lanes[0]->runId(), std::string("A"));
            QCOMPARE(pair.ghosts.size(), std::size_t{1});
            QCOMPARE(pair.ghosts[0]->runId(), std::string("G"));
            QCOMPARE(pair.others, std::size_t{1});
        }
        // A ghost that is hidden leaves its run to the others.
        session.setCurrentRun("A");
        session.setVisible("G", false);
        RaceLanes lanes = lanesSideBySide(session);
        QVERIFY(!lanes.fork);
        QCOMPARE(lanes.lanes.size(), std::size_t{2});
        QVERIFY(lanes.ghosts.empty());
        session.setVisible("G", true);
        session.apply({adopted("G", 20)});  // what goes on, beside what it was forked from
        lanes = lanesSideBySide(session);
        QVERIFY(lanes.fork && lanes.ghosts.empty());
        QCOMPARE(lanes.lanes.size(), std::size_t{2});
        QCOMPARE(lanes.lanes[1]->runId(), std::string("G"));
    }

    void aGhostWhoseRunIsNotHereStandsByItself() {
        SessionModel session;
        session.apply({ghostStarted("G", run::FP32, "gone", 1)});
        const RaceLanes lanes = lanesSideBySide(session);
        QCOMPARE(lanes.lanes.size(), std::size_t{1});
        QCOMPARE(lanes.lanes[0]->runId(), std::string("G"));
    }

    void withoutARaceTheVisibleRunsOfTheSameNetworkStandIn() {
        SessionModel session;
        session.apply({laneStarted("A", run::FP32, "", 0)});
        run::Record other = laneStarted("B", run::FP16, "", 0);
        other.mutable_started()->mutable_config()->set_width(32);
        session.apply({other});
        session.apply({laneStarted("C", run::FP16, "", 0)});
        session.apply({laneStarted("D", run::FP16, "", 0)});
        session.setVisible("C", false);
        const RaceLanes lanes = lanesSideBySide(session);
        QVERIFY(!lanes.race);
        QCOMPARE(lanes.others, std::size_t{1});
        QCOMPARE(lanes.lanes.size(), std::size_t{2});
        QCOMPARE(lanes.lanes[0]->runId(), std::string("A"));
        QCOMPARE(lanes.lanes[1]->runId(), std::string("D"));
        QCOMPARE(lanesSideBySide(session, 1).lanes.front()->runId(), std::string("D"));
    }

    void baselineAndControl() {
        const RunModel control = model({controlStarted("C", run::FP32, "R", 0)});
        const RunModel wide = model({laneStarted("A", run::FP32, "R", 1)});
        const RunModel narrow = model({laneStarted("B", run::FP16, "R", 2)});
        const std::vector<const RunModel*> lanes{&control, &wide, &narrow};
        QCOMPARE(baselineOf(lanes, ""), &wide);  // a control is no baseline of its own accord
        QCOMPARE(baselineOf(lanes, "B"), &narrow);
        QCOMPARE(controlOf(lanes, wide), &control);
        QVERIFY(controlOf(lanes, narrow) == nullptr);  // FP32's noise says nothing about FP16's
    }

    void rowsTellWhatALaneReachedAndEmulatedOnesNoSpeed() {
        Records records{laneStarted("A", run::FP16, "R", 0)};
        for (std::uint32_t i = 1; i <= 60; ++i) {
            run::Record r = step("A", i, 1.5f, 0.5f, 256);
            r.mutable_step_done()->set_weight_gradients_nonzero(100);
            r.mutable_step_done()->set_weight_gradients_flushed(i <= 10 ? 100 : 25);
            r.mutable_step_done()->set_skipped(i == 3);
            records.push_back(r);
        }
        records.push_back(evaluated("A", 50, 0.1135f, true));
        records.push_back(evaluated("A", 60, 0.117f));
        run::Record memory = record("A", 0);
        memory.mutable_memory()->set_peak_held(4096);
        records.push_back(memory);
        RaceRow row = raceRow(model(records));
        QCOMPARE(*row.loss, 1.5);
        QCOMPARE(*row.scale, 256.0);
        QCOMPARE(*row.flushed, 0.25);  // of the last 50 steps: the first ten count no more
        QVERIFY(!row.shadow);
        QCOMPARE(row.skipped, std::uint64_t{1});
        QCOMPARE(*row.memory, std::uint64_t{4096});
        QCOMPARE(*row.imagesPerSecond, 12345.0);
        QVERIFY(std::abs(*row.accuracy - 0.117) < 1e-6);  // the latest, though on 2,000 images only
        QVERIFY(row.alwaysOne);                           // 234 of the first 2,000 are a 1
        records.push_back(evaluated("A", 60, 0.1135f, true));
        QVERIFY(raceRow(model(records)).alwaysOne);  // 1,135 of all
        records.push_back(evaluated("A", 61, 0.1135f));
        QVERIFY(!raceRow(model(records)).alwaysOne);  // 227 of 2,000: something else
        records.front().mutable_started()->set_emulated(true);
        QVERIFY(!raceRow(model(records)).imagesPerSecond);
        records.push_back(shadows("A", 60, {{"fc1", 1.0, 0.0}, {"fc2", 0.3, 0.9}}));  // fc1 is starved
        row = raceRow(model(records));
        QCOMPARE(row.shadow->lost, 1.0);
        QCOMPARE(row.shadow->lost_tensor, std::string("fc1.weight"));
        QCOMPARE(row.shadow->cosine, 0.0);
    }

    void differencesAreTakenWhereBothHaveAStep() {
        const RaceSeries other{{1, 2, 4, 5}, {10, 20, 40, 50}};
        const RaceSeries baseline{{2, 3, 4, 6}, {1, 2, 3, 4}};
        const RaceSeries difference = differenceOf(other, baseline);
        QCOMPARE(difference.x, (std::vector<double>{2, 4}));
        QCOMPARE(difference.y, (std::vector<double>{19, 37}));
        QVERIFY(differenceOf({}, baseline).x.empty());
    }

    void theBandOnlyGrows() {
        const RaceSeries control{{1, 2, 3, 4}, {1.0, 1.5, 1.0, std::nan("")}};
        const RaceSeries baseline{{1, 2, 3, 4}, {1.0, 1.0, 1.25, 1.0}};
        const RaceSeries band = noiseBand(control, baseline, PartingRule{0.05, 2});
        QCOMPARE(band.y[0], 0.0);
        QCOMPARE(band.y[1], 1.0);
        QCOMPARE(band.y[2], 1.0);  // they came back to 0.25: noise is what they have done once
        QVERIFY(std::isinf(band.y[3]));
    }

    void aLanePartsBeyondTheNoiseAndTheWorstLayerOfTheFirstAlarmIsNamed() {
        Records wide{laneStarted("A", run::FP32, "R", 0)};
        Records narrow{laneStarted("B", run::FP16, "R", 1)};
        Records control{controlStarted("C", run::FP32, "R", 2)};
        for (std::uint32_t i = 1; i <= 40; ++i) {
            wide.push_back(step("A", i, 2.0f, 0.5f));
            narrow.push_back(step("B", i, i < 10 ? 2.0f : 2.0f + static_cast<float>(i) / 64, 0.5f));
            control.push_back(step("C", i, i == 5 ? 2.125f : 2.0f, 0.5f));  // 1/8 nat of noise
        }
        narrow.push_back(shadows("B", 5, {{"fc1", 0.02, 0.999}, {"fc2", 0.0, 1.0}}));
        narrow.push_back(shadows("B", 15, {{"fc1", 0.9, 0.3}, {"fc2", 0.2, 0.97}}));
        narrow.push_back(shadows("B", 25, {{"fc1", 0.5, 0.6}, {"fc2", 1.0, 0.0}}));
        const RunModel a = model(wide);
        const RunModel b = model(narrow);
        const RunModel c = model(control);
        // Without a control: beyond 0.05 nats, at step 10 already; the histogram before that had no alarm.
        std::optional<RaceParting> parting = partingOf(b, a, nullptr);
        QVERIFY(parting);
        QCOMPARE(parting->at.step, 10u);
        QVERIFY(parting->origin && !parting->origin->alarm);
        QCOMPARE(parting->origin->layer, std::string("fc1"));
        QCOMPARE(parting->origin->step, 5u);
        // Beyond three times 1/8, which is 24/64: from step 25 on.
        parting = partingOf(b, a, &c);
        QVERIFY(parting);
        QCOMPARE(parting->at.step, 25u);
        QVERIFY(parting->origin && parting->origin->alarm);
        QCOMPARE(parting->origin->step, 15u);  // the first alarm, not the loudest
        QCOMPARE(parting->origin->layer, std::string("fc1"));
        QCOMPARE(parting->origin->normLost, 0.9);
        QVERIFY(!partingOf(a, a, &c));
        QVERIFY(!partingOf(c, a, &c));
        QVERIFY(!originOf(a, 40));  // no shadow, nothing claimed
        QVERIFY(!originOf(b, 4));
    }

    /// Gradients come from the loss: of layers that lose the same, the last one of the network began.
    void ofLayersThatLoseTheSameTheLastIsTheOrigin() {
        Records records{laneStarted("B", run::FP16, "R", 1)};
        records.front().mutable_started()->clear_tensors();
        for (const char* layer : {"zoo", "mid", "abc"}) {  // the last comes first in the alphabet
            run::TensorInfo& tensor = *records.front().mutable_started()->add_tensors();
            tensor.set_name(std::string(layer) + ".weight");
            tensor.set_layer(layer);
        }
        records.push_back(step("B", 15, 2.0f, 0.5f));
        records.push_back(shadows("B", 15, {{"zoo", 1.0, 0.0}, {"mid", 1.0, 0.0}, {"abc", 1.0, 0.0}}));
        const std::optional<RaceOrigin> origin = originOf(model(records), 15);
        QVERIFY(origin && origin->alarm);
        QCOMPARE(origin->layer, std::string("abc"));
    }

    void byTimeIsEachLanesOwnTimeAndRefusesEmulatedOnes() {
        Records records{laneStarted("A", run::FP32, "R", 0)};
        for (std::uint32_t i = 1; i <= 4; ++i) {
            records.push_back(step("A", i, static_cast<float>(i), 0.5f));
            records.back().mutable_step_done()->set_step_ms(i == 3 ? 0.0f : 500.0f);
        }
        records.push_back(evaluated("A", 4, 0.5f));
        RunModel run = model(records);
        QCOMPARE(ownSeconds(run), (std::vector<double>{0.5, 1.0, 1.0, 1.5}));
        const RaceSeries loss = byTime(run, lossByStep(run));
        QCOMPARE(loss.x, (std::vector<double>{0.5, 1.0, 1.0, 1.5}));
        QCOMPARE(loss.y, (std::vector<double>{1, 2, 3, 4}));
        QCOMPARE(byTime(run, accuracyByStep(run)).x, (std::vector<double>{1.5}));
        QCOMPARE(accuracyByStep(run).y, (std::vector<double>{50}));
        records.front().mutable_started()->set_emulated(true);
        run = model(records);
        QCOMPARE(timeRefusal(run), TimeRefusal::emulated);
        QVERIFY(byTime(run, lossByStep(run)).x.empty());
        // Changed before any step: none was emulated. After two: two were, and so were those after a change to 16 bits.
        const auto changed = [&](std::uint32_t at, bool emulated) {
            Records with = records;
            run::Record& change = with.emplace_back(with.front());
            change.set_step(at);
            change.mutable_event()->set_kind(run::EventRecord::CHANGED);
            change.mutable_event()->set_emulated(emulated);
            return timeRefusal(model(with));
        };
        QCOMPARE(changed(0, false), TimeRefusal::none);
        QCOMPARE(changed(2, false), TimeRefusal::emulated);
        records.front().mutable_started()->set_emulated(false);
        QCOMPARE(changed(2, true), TimeRefusal::emulated);
        QCOMPARE(changed(2, false), TimeRefusal::none);
        for (std::size_t i = 1; i <= 4; ++i) records[i].mutable_step_done()->clear_step_ms();
        QCOMPARE(timeRefusal(model(records)), TimeRefusal::untimed);
    }

    void theWindowSaysWhatTheTerminalSays() {
        const std::vector<double> base(6, 0.9);
        const std::vector<std::vector<double>> others{{},
                                                      {0.91},
                                                      {0.91, 0.92, 0.93},
                                                      {0.91, 0.89, 0.92, 0.88, 0.9},
                                                      {0.951, 0.95, 0.949, 0.95, 0.95},
                                                      {0.851, 0.85, 0.849, 0.85, 0.85, NAN}};
        for (const std::vector<double>& other : others) {
            const PairedDifference d = paired_difference(std::span(base).first(other.size()), other);
            QCOMPARE(wordsFor(d, "FP32", "FP16 %2"), QString::fromStdString(verdict_text(d, "FP32", "FP16 %2")));
        }
    }

    void seedsArePairedByRace() {
        SessionModel session;
        const auto race = [&session](int seed, float wide, float narrow, bool complete = true) {
            const std::string id = "R" + std::to_string(seed);
            Records records;
            for (const std::uint32_t lane : {0u, 1u}) {
                const std::string run = id + (lane == 0 ? "A" : "B");
                run::Record first = laneStarted(run, lane == 0 ? run::FP32 : run::BF16, id, lane);
                first.mutable_started()->mutable_identity()->set_group_id("G");
                first.mutable_started()->mutable_config()->set_seed(static_cast<std::uint64_t>(seed));
                records.push_back(first);
                run::Record last = record(run, 10);
                last.mutable_finished()->set_outcome(complete || lane == 0 ? run::RunFinished::COMPLETED
                                                                           : run::RunFinished::STOPPED);
                last.mutable_finished()->set_test_accuracy(lane == 0 ? wide : narrow);
                records.push_back(last);
            }
            session.apply(records);
        };
        race(1, 0.90f, 0.92f);
        const auto here = [&session] { return compareSeeds(session, *session.currentRun(), 0); };
        QCOMPARE(here().size(), std::size_t{2});
        QCOMPARE(verdict_of(here()[1].difference), Verdict::one_run);
        race(2, 0.80f, 0.83f);
        race(3, 0.70f, 0.70f, false);  // stopped in one lane: no pair
        const std::vector<SeedComparison> lanes = here();
        QCOMPARE(lanes[0].name, std::string("FP32"));
        QCOMPARE(lanes[0].runs, std::size_t{3});
        QVERIFY(std::abs(lanes[0].mean - 0.8) < 1e-6);
        QVERIFY(lanes[0].sentence.empty());
        QCOMPARE(lanes[1].runs, std::size_t{2});
        QCOMPARE(lanes[1].difference.pairs, std::size_t{2});
        QCOMPARE(lanes[1].difference.missing, std::size_t{1});
        QVERIFY(std::abs(lanes[1].difference.mean - 0.025) < 1e-6);
        QVERIFY(!lanes[1].sentence.empty());
        session.apply({laneStarted("Z", run::FP32, "", 0)});
        QVERIFY(here().empty());
    }
};

}  // namespace mantissa::ui

QTEST_GUILESS_MAIN(mantissa::ui::RaceModelTest)
#include "race_model_test.moc"
