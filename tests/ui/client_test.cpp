// SPDX-License-Identifier: Apache-2.0
// EngineClient and WorkerProcess against a fake worker that does everything wrong that a worker can do. No sleeps: what
// takes seconds runs on a clock that the test moves.
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <deque>
#include <memory>

#include "engine/wire/handshake.h"
#include "tests/ui/patience.h"
#include "ui/client/engine_client.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

/// Keeps records until told to acknowledge them.
class HeldSink : public RecordSink {
  public:
    void keep(const std::vector<run::Record>& records, std::function<void()> committed) override {
        kept.insert(kept.end(), records.begin(), records.end());
        waiting.push_back(std::move(committed));
    }
    bool keeps(const std::string&) const override { return keepsAll; }
    void acknowledge(std::size_t batches) {
        for (; batches > 0 && !waiting.empty(); --batches) {
            waiting.front()();
            waiting.pop_front();
        }
    }
    std::vector<run::Record> kept;
    std::deque<std::function<void()>> waiting;
    bool keepsAll = true;
};

/// A client on a fake worker, and everything it said.
class Bench {
  public:
    explicit Bench(
        const QString& script, RecordSink* sink = nullptr,
        const std::function<void(WorkerOptions&)>& mend = [](WorkerOptions&) {}) {
        WorkerOptions options;
        options.program = QStringLiteral(MANTISSA_FAKE_WORKER);
        options.arguments = script.split(QLatin1Char(' '));
        options.environment.insert(QStringLiteral("MANTISSA_FAKE_LOG"), logPath());
        options.clock = [this] { return now; };
        options.watchInterval = std::chrono::milliseconds(1);
        mend(options);
        client = std::make_unique<EngineClient>(options, sink);
        QObject::connect(client.get(), &EngineClient::recordsArrived, client.get(),
                         [this](const auto& batch) { records.insert(records.end(), batch.begin(), batch.end()); });
        QObject::connect(client.get(), &EngineClient::replyArrived, client.get(),
                         [this](const run::Reply& reply) { replies.push_back(reply); });
        QObject::connect(client.get(), &EngineClient::message, client.get(),
                         [this](Severity, const QString& text) { messages += text; });
        QObject::connect(client.get(), &EngineClient::runInterrupted, client.get(),
                         [this](const QString& runId, const QString& reason) {
                             interrupted += runId;
                             reasons += reason;
                         });
    }

    QString logPath() const { return folder.filePath(QStringLiteral("log")); }
    /// What the worker wrote down.
    QStringList diary() const {
        QFile file(logPath());
        if (!file.open(QIODevice::ReadOnly)) return {};
        return QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    }
    qsizetype launches() const { return diary().count(QStringLiteral("launch")); }
    bool isLost() const { return client->state() == WorkerState::lost; }
    bool isReady() const { return client->state() == WorkerState::ready; }

    QTemporaryDir folder;
    std::chrono::milliseconds now{1000000};
    std::unique_ptr<EngineClient> client;
    std::vector<run::Record> records;
    std::vector<run::Reply> replies;
    QStringList messages;
    QStringList interrupted;
    QStringList reasons;
};

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
        QSignalSpy plans(&client, &EngineClient::planArrived);
        QSignalSpy benches(&client, &EngineClient::benchArrived);
        run::Bench product;
        product.set_kind(run::Bench::PRODUCT);
        run::RunConfig faster;
        faster.set_lr(0.25);
        const std::vector<quint32> ids{client.start(config(), false, 2),
                                       client.change(faster),
                                       client.pause(),
                                       client.resume(),
                                       client.singleStep(),
                                       client.slowMotion(40),
                                       client.listDevices(),
                                       client.listPresets(),
                                       client.plan(config()),
                                       client.bench(product),
                                       client.reset(),
                                       client.stop()};
        QCOMPARE(client.state(), WorkerState::starting);  // a command starts the worker
        QVERIFY(client.onlyAsks(ids[8]) && client.onlyAsks(ids[9]));
        QVERIFY(!client.onlyAsks(ids[0]));
        TRY_COMPARE(bench.replies.size(), ids.size());
        for (std::size_t i = 0; i < ids.size(); ++i) {
            QCOMPARE(bench.replies[i].id(), ids[i]);
            QVERIFY(!bench.replies[i].has_error());
        }
        QCOMPARE(devices.count(), 1);
        QCOMPARE(presets.count(), 1);
        QCOMPARE(plans.count(), 1);
        QCOMPARE(plans.at(0).at(0).toUInt(), ids[8]);
        QCOMPARE(benches.count(), 1);
        QCOMPARE(benches.at(0).at(0).toUInt(), ids[9]);
        QCOMPARE(benches.at(0).at(1).value<run::BenchResult>().seconds(), 0.125);
        QVERIFY(!client.onlyAsks(ids[8]) && !client.onlyAsks(ids[9]));  // answered
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
        bench.client->start(config());
        const quint32 unanswered = bench.client->pause();
        TRY_VERIFY(bench.isLost());
        QCOMPARE(bench.records.size(), std::size_t{55});  // beginning, memory, 50 steps, evaluation, histograms, cause
        QCOMPARE(sink.kept.size(), bench.records.size());
        QCOMPARE(bench.interrupted, QStringList{QString::fromStdString(bench.records.front().run_id())});
        QVERIFY(bench.reasons.front().contains(QStringLiteral("SIGABRT")));
        QVERIFY(bench.client->unfinishedRuns().empty());
        // The command that nobody answered is answered now.
        TRY_COMPARE(bench.replies.size(), std::size_t{2});
        QCOMPARE(bench.replies[1].id(), unanswered);
        QVERIFY(bench.replies[1].has_error());
        // A command to a lost worker does not start it: a person decides.
        const quint32 refused = bench.client->pause();
        TRY_COMPARE(bench.replies.size(), std::size_t{3});
        QCOMPARE(bench.replies[2].id(), refused);
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
        const quint32 id = bench.client->listDevices();
        TRY_VERIFY(bench.isLost());
        QVERIFY(bench.client->explanation().contains(QStringLiteral("/nonexistent/mantissa-worker serve")));
        TRY_COMPARE(bench.replies.size(), std::size_t{1});
        QCOMPARE(bench.replies.front().id(), id);
        QVERIFY(bench.replies.front().has_error());
    }

    void aHangIsNoticedAndNotPunished() {
        Bench bench(QStringLiteral("hello beat:7 beat:7 await:pause reply hang"));
        bench.client->open();
        TRY_COMPARE(bench.client->activity(), QStringLiteral("training"));
        QVERIFY(bench.client->responding());
        QSignalSpy changes(bench.client.get(), &EngineClient::respondingChanged);
        bench.now += std::chrono::milliseconds(9999);
        bench.client->pause();
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

    void aRefusalIsAMessage() {
        Bench bench(QStringLiteral("hello await:start refuse hang"));
        bench.client->start(config());
        TRY_COMPARE(bench.replies.size(), std::size_t{1});
        QVERIFY(bench.replies.front().has_error());
        QCOMPARE(bench.messages, QStringList{QStringLiteral("the batch does not fit (the largest that would is 512)")});
        QVERIFY(bench.isReady());
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
        bench.client->listDevices();  // starts it again
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
