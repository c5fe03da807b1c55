// SPDX-License-Identifier: Apache-2.0
// EngineClient and WorkerProcess against a fake worker that does everything wrong that a worker can do. No sleeps: what
// takes seconds runs on a clock that the test moves.
#include <QSignalSpy>
#include <QTest>
#include <csignal>
#include <memory>

#include "engine/wire/handshake.h"
#include "tests/ui/client_bench.h"
#include "tests/ui/patience.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

/// No restarts: for tests of one death.
void once(WorkerOptions& options) {
    options.maxRestarts = 0;
}

run::RunConfig config() {
    run::RunConfig made;
    made.set_precision(run::FP16);
    made.set_batch(256);
    return made;
}

}  // namespace

class ClientTest : public QObject {
    Q_OBJECT

  private slots:
    void handshakeThenReady() {
        Bench bench(QStringLiteral("hello serve"));
        QCOMPARE(bench.client->state(), WorkerState::stopped);
        bench.client->open();
        QCOMPARE(bench.client->state(), WorkerState::starting);
        TRY_VERIFY(bench.isReady());
        QVERIFY(!bench.client->workerVersion().isEmpty());
        QVERIFY(bench.diary().value(1).contains(QStringLiteral("\"hello\"")));
        TRY_COMPARE(bench.client->activity(), QStringLiteral("idle"));
        QVERIFY(bench.messages.isEmpty());
    }

    void commandsBeforeReadyWaitAndEachIsAnswered() {
        Bench bench(QStringLiteral("hello serve"));
        EngineClient& client = *bench.client;
        QSignalSpy devices(&client, &EngineClient::devicesArrived);
        QSignalSpy presets(&client, &EngineClient::presetsArrived);
        run::Bench product;
        product.set_kind(run::Bench::PRODUCT);
        run::RunConfig faster;
        faster.set_lr(0.25);
        QStringList answered;
        const auto as = [&](const char* name) {
            return EngineClient::Answer{this, [&answered, name](const run::Reply& reply) {
                                            answered += QLatin1String(name);
                                            if (reply.has_error()) answered += QStringLiteral("refused");
                                            if (reply.has_plan()) answered += QStringLiteral("a plan");
                                            if (reply.has_bench()) answered += QString::number(reply.bench().seconds());
                                        }};
        };
        client.start(config(), false, 2, as("start"));
        client.change(faster, 0, 0, as("change"));
        client.pause(0, false, as("pause"));
        client.resume(0, false, as("resume"));
        client.singleStep(0, false, as("step"));
        client.slowMotion(40, 0, as("slow"));
        client.listDevices(as("devices"));
        client.listPresets(as("presets"));
        client.plan(config(), as("plan"));
        client.bench(product, as("bench"));
        client.reset(0, as("reset"));
        client.stop(0, false, as("stop"));
        QCOMPARE(client.state(), WorkerState::starting);  // a command starts the worker
        TRY_COMPARE(answered.join(QLatin1Char(' ')),
                    QStringLiteral("start change pause resume step slow devices presets plan a plan bench 0.125 reset "
                                   "stop"));  // in order, each to who asked
        QVERIFY(bench.refusals.isEmpty());
        QCOMPARE(devices.count(), 1);
        QCOMPARE(presets.count(), 1);
        const QString diary = bench.diary().join(QLatin1Char('\n'));
        for (const char* word : {"\"start\"", "\"lane\":2", "\"precision\":\"FP16\"", "\"lr\":0.25", "\"pause\"",
                                 "\"resume\"", "\"single_step\"", "\"delay_ms\":40", "\"list_devices\"",
                                 "\"list_presets\"", "\"plan\"", "\"reset\"", "\"stop\""}) {
            QVERIFY2(diary.contains(QLatin1String(word)), word);
        }
    }

    void recordsGoToTheSinkFirst() {
        HeldSink sink;
        Bench bench(QStringLiteral("hello serve"), &sink);
        std::size_t keptBefore = 0;
        connect(bench.client.get(), &EngineClient::recordsArrived, this, [&](const auto&) {
            if (keptBefore == 0) keptBefore = sink.kept.size();
        });
        bench.client->start(config());
        TRY_VERIFY(bench.records.size() >= 24);
        QCOMPARE(keptBefore, std::size_t{1});
        QCOMPARE(sink.kept.size(), bench.records.size());
        QVERIFY(bench.records.front().has_started());
        QCOMPARE(bench.client->unfinishedRuns().size(), std::size_t{1});
        bench.client->stop();
        TRY_VERIFY(bench.records.back().has_finished());
        QVERIFY(bench.client->unfinishedRuns().empty());
    }

    void creditComesBackOnlyWhenAcknowledged() {
        HeldSink sink;
        Bench bench(QStringLiteral("hello frames:200 serve"), &sink);
        bench.client->open();
        TRY_COMPARE(sink.waiting.size(), std::size_t{default_credit_frames});
        // The worker waits now; a round trip shows that nothing more comes.
        QCOMPARE(bench.client->unacknowledgedFrames(), quint32{default_credit_frames});
        const QString credit = QStringLiteral("\"credit\"");
        QCOMPARE(bench.diary().filter(credit).size(), 0);
        sink.acknowledge(default_credit_frames / 2);
        TRY_COMPARE(sink.kept.size(), std::size_t{default_credit_frames + default_credit_frames / 2});
        QCOMPARE(bench.diary().filter(credit).size(),
                 int{default_credit_frames / 2});  // each by itself: an idle worker is owed nothing
        while (sink.kept.size() < 200) {
            const std::size_t before = sink.kept.size();
            sink.acknowledge(sink.waiting.size());
            TRY_VERIFY(sink.kept.size() > before);
        }
        QVERIFY(bench.messages.isEmpty());
    }

    void withoutASinkCreditComesBackAtOnce() {
        Bench bench(QStringLiteral("hello frames:500 serve"));
        bench.client->open();
        TRY_COMPARE(bench.records.size(), std::size_t{500});
        QCOMPARE(bench.client->unacknowledgedFrames(), 0u);
    }

    void acknowledgementAfterTheClientIsGone() {
        HeldSink sink;
        {
            Bench bench(QStringLiteral("hello frames:3 serve"), &sink);
            bench.client->open();
            TRY_COMPARE(sink.waiting.size(), std::size_t{3});
        }
        sink.acknowledge(3);  // must touch nothing (the address sanitizer sees it)
        QVERIFY(sink.waiting.empty());
    }

    void deathInPlainWords_data() {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("words");
        QTest::newRow("abort") << "hello crash"
                               << "SIGABRT";
        QTest::newRow("kill") << "hello kill"
                              << "killed by the system (SIGKILL), possibly out of memory";
        QTest::newRow("device") << "hello exit:4"
                                << "ended with exit code 4: the device failed";
        QTest::newRow("zero") << "hello exit:0"
                              << "ended unexpectedly (exit code 0)";
        QTest::newRow("early") << "exit:127"
                               << "not found (exit code 127)";
        QTest::newRow("last words") << "hello fatal exit:4"
                                    << "It said: the device went away";
        QTest::newRow("noise only") << "noise:100 exit:1"
                                    << "Its output was \"Last login: Tuesday";
    }
    void deathInPlainWords() {
        QFETCH(QString, script);
        QFETCH(QString, words);
        Bench bench(script, nullptr, once);
        bench.client->open();
        TRY_VERIFY(bench.isLost());
        QVERIFY2(bench.client->explanation().contains(words), qPrintable(bench.client->explanation()));
        QCOMPARE(bench.messages.size(), 1);
        QVERIFY(bench.messages.front().startsWith(bench.client->explanation()));
        QCOMPARE(bench.launches(), 1);
    }

    void everySignalHasItsSentence() {
        for (const int number :
             {SIGKILL, SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTERM, SIGINT, SIGHUP, SIGPIPE, 63}) {
            const QString sentence = deathInWords(0, number);
            QVERIFY(sentence.startsWith(QStringLiteral("The worker ")) && sentence.endsWith(QLatin1Char('.')));
        }
        QVERIFY(deathInWords(0, 63).contains(QStringLiteral("63")));
        QVERIFY(deathInWords(77, 0).contains(QStringLiteral("77")));
    }

    void aCrashInTrainingKeepsWhatCameAndInterruptsTheRun() {
        HeldSink sink;
        Bench bench(QStringLiteral("hello await:start reply run:50 crash"), &sink, once);
        bench.client->start(config(), false, 0, bench.told());
        bench.client->pause(0, false, bench.told());
        bench.client->resume();  // nobody waits for its answer
        TRY_VERIFY(bench.isLost());
        QCOMPARE(bench.records.size(), std::size_t{55});  // beginning, memory, 50 steps, evaluation, histograms, cause
        QCOMPARE(sink.kept.size(), bench.records.size());
        QCOMPARE(bench.interrupted, QStringList{QString::fromStdString(bench.records.front().run_id())});
        QVERIFY(bench.reasons.front().contains(QStringLiteral("SIGABRT")));
        QVERIFY(bench.client->unfinishedRuns().empty());
        // The command that nobody answered is answered now.
        TRY_COMPARE(bench.replies.size(), std::size_t{2});
        QVERIFY(bench.replies[1].has_error());
        QCOMPARE(bench.refusals.size(), 1);
        // A command to a lost worker does not start it: a person decides.
        bench.client->pause(0, false, bench.told());
        QCOMPARE(bench.replies.size(), std::size_t{2});  // never before the method has returned
        TRY_COMPARE(bench.replies.size(), std::size_t{3});
        QVERIFY(bench.replies[2].error().message().find("start it again") != std::string::npos);
        QCOMPARE(bench.launches(), 1);
    }

    void aDeathPromisesOnlyWhatIsKept() {
        for (HeldSink sink; const bool keeps : {true, false}) {
            sink.keepsAll = keeps;
            Bench bench(QStringLiteral("hello await:start reply run:50 crash"), &sink);
            bench.client->start(config());
            TRY_VERIFY(!bench.messages.isEmpty());
            QCOMPARE(bench.messages.front().contains(QStringLiteral("Everything received is kept")), keeps);
            QCOMPARE(bench.client->keptAll(), keeps);
        }
    }

    void aFinishedRunIsNotInterrupted() {
        Bench bench(QStringLiteral("hello await:start reply run:5 finish crash"), nullptr, once);
        bench.client->start(config());
        TRY_VERIFY(bench.isLost());
        QVERIFY(bench.interrupted.isEmpty());
    }

    void fiveRestartsInThreeMinutesThenItAsks() {
        Bench bench(QStringLiteral("hello crash"));
        bench.client->open();
        TRY_VERIFY(bench.isLost());
        QCOMPARE(bench.launches(), 6);
        QCOMPARE(bench.messages.size(), 6);
        QVERIFY(bench.messages.front().contains(QStringLiteral("being started again")));
        QVERIFY(bench.messages.back().contains(QStringLiteral("does not try again")));
        bench.client->startAgain();
        QCOMPARE(bench.client->state(), WorkerState::starting);
        TRY_VERIFY(bench.isLost());
        QCOMPARE(bench.launches(), 12);
    }

    void restartsAreForgottenAfterThreeMinutes() {
        Bench bench(QStringLiteral("hello crash"));
        connect(bench.client.get(), &EngineClient::message, this, [&] {
            if (bench.launches() <= 12) bench.now += std::chrono::seconds(61);  // never six deaths in three minutes
        });
        bench.client->open();
        TRY_VERIFY(bench.isLost());
        QVERIFY2(bench.launches() > 12, "it must not have given up while deaths were a minute apart");
    }

    void afterARestartItWorks() {
        Bench bench(QStringLiteral("crash-until:2 hello serve"));
        bench.client->start(config());
        TRY_VERIFY(bench.records.size() >= 24);  // the command waited for a worker that lives
        QCOMPARE(bench.launches(), 3);
        QVERIFY(bench.isReady());
    }

    void aProgramThatIsNotThere() {
        Bench bench(QStringLiteral("serve"), nullptr,
                    [](WorkerOptions& options) { options.program = QStringLiteral("/nonexistent/mantissa-worker"); });
        bench.client->listDevices(bench.told());
        TRY_VERIFY(bench.isLost());
        QVERIFY(bench.client->explanation().contains(QStringLiteral("/nonexistent/mantissa-worker serve")));
        TRY_COMPARE(bench.replies.size(), std::size_t{1});
        QVERIFY(bench.replies.front().has_error());
    }

    void aHangIsNoticedAndNotPunished() {
        Bench bench(QStringLiteral("hello beat:7 beat:7 await:pause reply hang"));
        bench.client->open();
        TRY_COMPARE(bench.client->activity(), QStringLiteral("training"));
        QVERIFY(bench.client->responding());
        QSignalSpy changes(bench.client.get(), &EngineClient::respondingChanged);
        bench.now += std::chrono::milliseconds(9999);
        bench.client->pause(0, false, bench.told());
        TRY_COMPARE(bench.replies.size(), std::size_t{1});  // a sign of life: the ten seconds begin anew
        bench.now += std::chrono::milliseconds(9999);
        QVERIFY(bench.client->responding());
        bench.now += std::chrono::milliseconds(2);
        TRY_VERIFY(!bench.client->responding());
        QCOMPARE(changes.count(), 1);
        QVERIFY(bench.isReady());
        QVERIFY(bench.messages.isEmpty());
    }

    void heartbeatsWithoutProgress() {
        std::chrono::milliseconds now{0};
        HeartbeatWatch watch([&] { return now; }, std::chrono::seconds(10));
        watch.beat(5, "training");
        now += std::chrono::seconds(8);
        watch.beat(5, "training");
        now += std::chrono::seconds(3);
        QVERIFY(!watch.responding());  // it beats and gets nowhere
        watch.beat(6, "training");
        QVERIFY(watch.responding());
        now += std::chrono::seconds(9);
        watch.beat(6, "evaluating");
        now += std::chrono::seconds(9);
        QVERIFY(watch.responding());
        for (const char* waiting : {"paused", "idle"}) {
            for (int i = 0; i < 5; ++i) {
                now += std::chrono::seconds(9);
                watch.beat(6, waiting);
                QVERIFY(watch.responding());
            }
        }
        now += std::chrono::seconds(11);
        QVERIFY(!watch.responding());  // not even idle
    }

    void badStreamsEndTheLinkWithAReason_data() {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("words");
        QTest::newRow("garbage") << "hello garbage hang"
                                 << "makes no sense";
        QTest::newRow("checksum") << "hello bad-crc hang"
                                  << "checksum";
        QTest::newRow("no preamble") << "noise:70000 hang"
                                     << "is not a mantissa-worker";
        QTest::newRow("flood") << "hello flood"
                               << "more than it was allowed to";
        QTest::newRow("nonce") << "wrong-nonce hang"
                               << "someone else's Hello";
    }
    void badStreamsEndTheLinkWithAReason() {
        QFETCH(QString, script);
        QFETCH(QString, words);
        HeldSink sink;
        Bench bench(script, &sink, once);
        bench.client->open();
        TRY_VERIFY(bench.isLost());
        QVERIFY2(bench.client->explanation().contains(words), qPrintable(bench.client->explanation()));
        QVERIFY(sink.kept.size() <= default_credit_frames);
    }

    void anotherVersionIsNotTriedAgain() {
        Bench bench(QStringLiteral("wrong-version hang"));
        bench.client->open();
        TRY_VERIFY(bench.isLost());
        QVERIFY(bench.client->explanation().contains(QStringLiteral("protocol 2")));
        QVERIFY(bench.client->explanation().contains(QStringLiteral("same version")));
        QCOMPARE(bench.launches(), 1);
    }

    void noiseBeforeThePreambleIsSkippedAndLogged() {
        Bench bench(QStringLiteral("noise:60000 hello serve"));
        bench.client->open();
        TRY_VERIFY(bench.isReady());
        QVERIFY(bench.client->log().contains(QStringLiteral("Last login: Tuesday")));
    }

    void unknownMessagesAreIgnored() {
        Bench bench(QStringLiteral("hello unknown frames:2 serve"));
        bench.client->open();
        TRY_COMPARE(bench.records.size(), std::size_t{2});
        QVERIFY(bench.isReady());
    }

    void aRefusalGoesToWhoAskedOrToAll() {
        for (const bool asked : {true, false}) {
            Bench bench(QStringLiteral("hello await:start refuse hang"));
            bench.client->start(config(), false, 0, asked ? bench.told() : EngineClient::Answer());
            TRY_COMPARE(bench.replies.size() + static_cast<std::size_t>(bench.refusals.size()), std::size_t{1});
            QCOMPARE(bench.replies.size(), asked ? std::size_t{1} : std::size_t{0});
            const QString said =
                asked ? QString::fromStdString(bench.replies.front().error().message()) : bench.refusals.front();
            QCOMPARE(said, QStringLiteral("the batch does not fit"));
            QVERIFY(bench.messages.isEmpty());
            QVERIFY(bench.isReady());
        }
    }

    void whoHasGoneHearsNothing() {
        Bench bench(QStringLiteral("hello serve"));
        bool heard = false;
        auto who = std::make_unique<QObject>();
        bench.client->pause(0, false, {who.get(), [&heard](const run::Reply&) { heard = true; }});
        who.reset();
        bench.client->listDevices(bench.told());  // answered after it
        TRY_COMPARE(bench.replies.size(), std::size_t{1});
        QVERIFY(!heard);
        QVERIFY(bench.refusals.isEmpty());
    }

    void theLogKeepsItsLast256KiB() {
        Bench bench(QStringLiteral("say:400000 hello serve"));
        bench.client->open();
        TRY_VERIFY(bench.isReady());
        TRY_VERIFY(bench.client->log().size() > 250 * 1024);
        QVERIFY(bench.client->log().size() <= 256 * 1024);
        QVERIFY(bench.client->log().startsWith(QStringLiteral("worker says something\n")));
    }

    void shutdownIsClean() {
        Bench bench(QStringLiteral("hello serve"));
        bench.client->open();
        TRY_VERIFY(bench.isReady());
        bench.client->shutdown();
        TRY_COMPARE(bench.client->state(), WorkerState::stopped);
        QVERIFY(bench.messages.isEmpty());
        QVERIFY(bench.diary().back().contains(QStringLiteral("\"shutdown\"")));
        bench.client->listDevices(bench.told());  // starts it again
        TRY_COMPARE(bench.replies.size(), std::size_t{1});
        QVERIFY(!bench.replies.front().has_error());
    }

    void endOfInputIsEnough() {
        Bench bench(QStringLiteral("hello await:stop hang"));
        bench.client->open();
        TRY_VERIFY(bench.isReady());
        bench.client->shutdown();  // it knows no shutdown command: the end of its stdin ends it
        TRY_COMPARE(bench.client->state(), WorkerState::stopped);
        QCOMPARE(bench.diary().back(), QStringLiteral("end of stdin"));
    }

    void whoIgnoresTheEndIsKilledAfterTheGrace() {
        Bench bench(QStringLiteral("hello hang"), nullptr,
                    [](WorkerOptions& options) { options.grace = std::chrono::milliseconds(50); });
        bench.client->open();
        TRY_VERIFY(bench.isReady());
        bench.client->shutdown();
        QCOMPARE(bench.client->state(), WorkerState::ready);  // nothing was waited for
        TRY_COMPARE(bench.client->state(), WorkerState::stopped);
        QVERIFY(bench.messages.isEmpty());
    }

    void startWhileLeavingStartsAfterwards() {
        Bench bench(QStringLiteral("hello serve"));
        bench.client->open();
        TRY_VERIFY(bench.isReady());
        bench.client->shutdown();
        bench.client->open();
        TRY_COMPARE(bench.launches(), 2);
        TRY_VERIFY(bench.isReady());
    }
};

QTEST_GUILESS_MAIN(ClientTest)
#include "client_test.moc"
