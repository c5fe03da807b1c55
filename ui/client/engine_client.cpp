// SPDX-License-Identifier: GPL-3.0-or-later
// See engine_client.h. Credit goes back only for what the sink has acknowledged, so a slow disk slows the worker down
// instead of filling the window's memory; a worker that sends without credit is cut off for the same reason.
#include "ui/client/engine_client.h"

#include <QMetaObject>
#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

#include "engine/wire/framing.h"
#include "engine/wire/handshake.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

/// The sink acknowledges on its own thread, perhaps after the client is gone.
struct EngineClient::AckTarget {
    std::mutex mutex;
    EngineClient* client = nullptr;

    void acknowledge(quint32 generation, std::size_t payloadBytes) {
        const std::lock_guard lock(mutex);
        EngineClient* const target = client;
        if (target == nullptr) return;
        QMetaObject::invokeMethod(
            target, [=] { target->acknowledged(generation, payloadBytes); }, Qt::QueuedConnection);
    }
};

EngineClient::EngineClient(WorkerOptions options, RecordSink* sink, QObject* parent)
    : QObject(parent), worker_(std::move(options)), sink_(sink), ackTarget_(std::make_shared<AckTarget>()) {
    ackTarget_->client = this;
    connect(&worker_, &WorkerProcess::launched, this, &EngineClient::greet);
    connect(&worker_, &WorkerProcess::frameArrived, this, &EngineClient::takeFrame);
    connect(&worker_, &WorkerProcess::died, this, &EngineClient::workerDied);
    connect(&worker_, &WorkerProcess::stateChanged, this, &EngineClient::workerStateChanged);
    connect(&worker_, &WorkerProcess::respondingChanged, this, &EngineClient::respondingChanged);
}

EngineClient::~EngineClient() {
    worker_.disconnect(this);
    const std::lock_guard lock(ackTarget_->mutex);
    ackTarget_->client = nullptr;
}

void EngineClient::open() {
    worker_.start();
}

void EngineClient::startAgain() {
    worker_.startAgain();
}

void EngineClient::moveTo(const WorkerPlace& place) {
    if (place == worker_.place()) return;
    worker_.moveTo(place);
    emit placeChanged();
}

// ------------------------------------------------------------------------------------------------ commands

void EngineClient::start(const run::RunConfig& config, bool paused, quint32 lane, Answer answer) {
    run::Command command;
    *command.mutable_start()->mutable_config() = config;
    command.mutable_start()->set_paused(paused);
    send(std::move(command), std::move(answer), lane);
}

void EngineClient::race(const std::vector<run::RunConfig>& configs, bool paused, const QString& groupId,
                        Answer answer) {
    run::Command command;
    for (const run::RunConfig& config : configs) *command.mutable_race()->add_lanes() = config;
    command.mutable_race()->set_paused(paused);
    if (!groupId.isEmpty()) command.mutable_race()->set_group_id(groupId.toStdString());
    send(std::move(command), std::move(answer));
}

void EngineClient::change(const run::RunConfig& onlyChangedFields, quint32 lane, quint32 ghostSteps, Answer answer) {
    run::Command command;
    *command.mutable_change()->mutable_change() = onlyChangedFields;
    if (ghostSteps > 0) command.mutable_change()->set_ghost_steps(ghostSteps);
    send(std::move(command), std::move(answer), lane);
}

void EngineClient::adopt(quint32 lane, Answer answer) {
    run::Command command;
    command.mutable_adopt();
    send(std::move(command), std::move(answer), lane);
}

void EngineClient::pause(quint32 lane, bool allLanes, Answer answer) {
    run::Command command;
    command.mutable_pause();
    send(std::move(command), std::move(answer), lane, allLanes);
}

void EngineClient::resume(quint32 lane, bool allLanes, Answer answer) {
    run::Command command;
    command.mutable_resume();
    send(std::move(command), std::move(answer), lane, allLanes);
}

void EngineClient::singleStep(quint32 lane, bool allLanes, Answer answer) {
    run::Command command;
    command.mutable_single_step();
    send(std::move(command), std::move(answer), lane, allLanes);
}

void EngineClient::slowMotion(quint32 delayMs, quint32 lane, Answer answer) {
    run::Command command;
    command.mutable_slow_motion()->set_delay_ms(delayMs);
    send(std::move(command), std::move(answer), lane);
}

void EngineClient::stop(quint32 lane, bool allLanes, Answer answer) {
    run::Command command;
    command.mutable_stop();
    send(std::move(command), std::move(answer), lane, allLanes);
}

void EngineClient::resumeRun(const QString& runId, bool paused, quint32 lane, Answer answer) {
    run::Command command;
    command.mutable_resume_run()->set_run_id(runId.toStdString());
    command.mutable_resume_run()->set_paused(paused);
    send(std::move(command), std::move(answer), lane);
}

void EngineClient::rewindRun(const run::ResumeRun& how, quint32 lane, Answer answer) {
    run::Command command;
    *command.mutable_resume_run() = how;
    command.mutable_resume_run()->set_paused(true);
    command.mutable_resume_run()->set_as_new_run(true);
    send(std::move(command), std::move(answer), lane);
}

void EngineClient::reset(quint32 lane, Answer answer) {
    run::Command command;
    command.mutable_reset();
    send(std::move(command), std::move(answer), lane);
}

void EngineClient::trace(const run::Trace& wanted, quint32 lane, Answer answer) {
    run::Command command;
    *command.mutable_trace() = wanted;
    send(std::move(command), std::move(answer), lane);
}

void EngineClient::listDevices(Answer answer) {
    run::Command command;
    command.mutable_list_devices();
    send(std::move(command), std::move(answer));
}

void EngineClient::listPresets(Answer answer) {
    run::Command command;
    command.mutable_list_presets();
    send(std::move(command), std::move(answer));
}

void EngineClient::plan(const run::RunConfig& config, Answer answer) {
    run::Command command;
    *command.mutable_plan()->mutable_config() = config;
    send(std::move(command), std::move(answer));
}

void EngineClient::bench(const run::Bench& bench, Answer answer) {
    run::Command command;
    *command.mutable_bench() = bench;
    send(std::move(command), std::move(answer));
}

void EngineClient::shutdown() {
    if (worker_.state() == WorkerState::ready) {
        run::Command command;
        command.set_id(nextId_++);
        command.mutable_shutdown();
        transmit({std::move(command), {}});
    }
    worker_.shutDown();
}

void EngineClient::send(run::Command command, Answer answer, quint32 lane, bool allLanes) {
    command.set_id(nextId_++);
    command.set_lane(lane);
    if (allLanes) command.set_all_lanes(true);
    Sent sent{std::move(command), std::move(answer)};
    switch (worker_.state()) {
        case WorkerState::ready:
            transmit(std::move(sent));
            break;
        case WorkerState::stopped:
            worker_.start();
            [[fallthrough]];
        case WorkerState::starting:
            waiting_.push_back(std::move(sent));
            break;
        case WorkerState::lost:
            refuseLater(std::move(sent), tr("The worker is not running: start it again first."));
            break;
    }
}

void EngineClient::transmit(Sent sent) {
    run::ToWorker message;
    *message.mutable_command() = sent.command;
    if (message.ByteSizeLong() > max_frame_payload)
        return refuseLater(std::move(sent), tr("The command is too large to be sent."));
    const quint32 id = sent.command.id();
    unanswered_.insert_or_assign(id, std::move(sent));
    worker_.write(encode_frame(message));
}

// ------------------------------------------------------------------------------------------------ what arrives

void EngineClient::greet() {
    ++generation_;
    greeted_ = false;
    unacknowledged_ = 0;
    activity_.clear();
    workerVersion_.clear();
    credits_ = std::make_unique<CreditReturner>();
    allowance_ = std::make_unique<CreditWindow>(default_credit_frames, default_credit_bytes);
    nonce_ = make_nonce();
    run::ToWorker message;
    *message.mutable_hello() = window_hello(nonce_, default_credit_frames, default_credit_bytes);
    worker_.write(encode_preamble(Side::window) + encode_frame(message));
}

void EngineClient::takeFrame(const std::string& payload) {
    run::ToWindow message;
    try {
        parse_payload(payload, message);
    } catch (const Error& error) {
        worker_.killAndReport(
            tr("The link to the worker was cut because what it sent makes no sense: %1.").arg(messageInWords(error)),
            true);
        return;
    }
    if (!greeted_ && message.kind_case() != run::ToWindow::kHello && message.kind_case() != run::ToWindow::kFatal) {
        worker_.killAndReport(tr("The link to the worker was cut because it did not say hello first."), true);
        return;
    }
    switch (message.kind_case()) {
        case run::ToWindow::kHello:
            takeHello(message.hello());
            break;
        case run::ToWindow::kRecords:
            worker_.noteSign();
            takeRecords(*message.mutable_records(), payload.size());
            break;
        case run::ToWindow::kReply:
            worker_.noteSign();
            takeReply(message.reply());
            break;
        case run::ToWindow::kHeartbeat:
            activity_ = QString::fromStdString(message.heartbeat().activity());
            worker_.noteBeat(message.heartbeat().progress(), activity_);
            emit heartbeat(activity_, message.heartbeat().progress());
            break;
        case run::ToWindow::kFatal:
            takeFatal(message.fatal());
            break;
        case run::ToWindow::KIND_NOT_SET:
            break;  // a kind that a later version added
    }
}

void EngineClient::takeHello(const run::Hello& hello) {
    if (greeted_) return;
    try {
        check_worker_hello(hello, nonce_);
    } catch (const Error& error) {
        // The same program would answer the same again, so that is not tried.
        worker_.killAndReport(tr("The worker cannot be used: %1. %2").arg(messageInWords(error), remedySentence(error)),
                              false);
        return;
    }
    greeted_ = true;
    workerVersion_ = QString::fromStdString(hello.program_version());
    worker_.noteSign();
    worker_.markReady();
    for (Sent& sent : std::exchange(waiting_, {})) transmit(std::move(sent));
}

void EngineClient::takeRecords(run::Records& records, std::size_t payloadBytes) {
    if (!allowance_->try_take(payloadBytes + frame_header_size)) {
        worker_.killAndReport(tr("The link to the worker was cut because it sent more than it was allowed to."), true);
        return;
    }
    std::vector<run::Record> batch(std::make_move_iterator(records.mutable_records()->begin()),
                                   std::make_move_iterator(records.mutable_records()->end()));
    ++unacknowledged_;
    const quint32 generation = generation_;
    if (sink_ != nullptr && !batch.empty()) {
        sink_->keep(batch,
                    [target = ackTarget_, generation, payloadBytes] { target->acknowledge(generation, payloadBytes); });
    } else {
        acknowledged(generation, payloadBytes);
    }
    for (const run::Record& record : batch) trackRun(record);
    if (!batch.empty()) emit recordsArrived(batch);
}

void EngineClient::trackRun(const run::Record& record) {
    const auto place = std::find(unfinished_.begin(), unfinished_.end(), record.run_id());
    if (record.has_started() && place == unfinished_.end()) {
        if (unfinished_.empty()) received_.clear();
        unfinished_.push_back(record.run_id());
        received_.push_back(record.run_id());
    }
    reached_[record.run_id()] = {record.lane(), record.step()};
    if (!record.has_finished()) return;
    if (place != unfinished_.end()) unfinished_.erase(place);
    reached_.erase(record.run_id());
}

bool EngineClient::keptAll() const {
    return sink_ != nullptr && !received_.empty() &&
           std::all_of(received_.begin(), received_.end(),
                       [this](const std::string& runId) { return sink_->keeps(runId); });
}

QString EngineClient::whatIsKept() const {
    if (received_.empty()) return {};
    return keptAll() ? tr("What was received so far is kept.")
                     : tr("Not all that was received is kept in the library.");
}

void EngineClient::acknowledged(quint32 generation, std::size_t payloadBytes) {
    if (generation != generation_ || !credits_) return;
    --unacknowledged_;
    run::ToWorker message;
    *message.mutable_credit() = credits_->consumed(payloadBytes);
    allowance_->grant(message.credit().frames(), message.credit().bytes());
    worker_.write(encode_frame(message));
}

void EngineClient::takeReply(const run::Reply& reply) {
    const auto place = unanswered_.extract(reply.id());
    if (place.empty()) return;  // a second answer, or one to nothing: nobody waits for it
    if (reply.has_devices()) emit devicesArrived(reply.devices());
    if (reply.has_presets()) emit presetsArrived(reply.presets());
    tell(place.mapped(), reply);
}

void EngineClient::tell(const Sent& sent, const run::Reply& reply) {
    if (!sent.answer.told) {
        if (reply.has_error()) emit refused(reply.error());
    } else if (sent.answer.who) {
        sent.answer.told(reply);
    }
}

void EngineClient::takeFatal(const run::ErrorRecord& error) {
    worker_.noteLastWords(inWords(error));
}

// ------------------------------------------------------------------------------------------------ the worker's end

void EngineClient::workerDied(const QString& explanation, bool restarting) {
    ++generation_;  // acknowledgements under way are for nobody now
    activity_.clear();
    answerAll(explanation);
    noteDeath(explanation);
    interruptAll(explanation);
    QString text = explanation;
    const bool here = worker_.place().here();
    if (restarting && keptAll()) {
        text += QLatin1Char(' ') + (here ? tr("Everything received is kept; the worker is being started again.")
                                         : tr("Everything received is kept; the window connects again."));
    } else if (restarting) {
        text += QLatin1Char(' ') + (here ? tr("The worker is being started again.") : tr("The window connects again."));
    } else if (worker_.recentRestarts() > 0) {
        text +=
            QLatin1Char(' ') +
            (worker_.place().here()
                 ? tr("It was restarted %n time(s) and ended each time, so the window does not try again by itself.",
                      nullptr, worker_.recentRestarts())
                 : tr("The window has reconnected %n time(s); it does not try again by itself.", nullptr,
                      worker_.recentRestarts()));
    }
    emit message(text);
}

void EngineClient::workerStateChanged(WorkerState state) {
    if (state == WorkerState::stopped) {
        const QString reason = tr("The worker has ended.");
        ++generation_;
        activity_.clear();
        answerAll(reason);
        interruptAll(reason);
    } else if (state == WorkerState::lost) {
        for (const Sent& sent : std::exchange(waiting_, {})) refuse(sent, worker_.explanation());
    }
    emit stateChanged(state);
}

void EngineClient::refuse(const Sent& sent, const QString& reason) {
    run::Reply reply;
    reply.set_id(sent.command.id());
    reply.mutable_error()->set_code("failed");
    reply.mutable_error()->set_message(reason.toStdString());
    tell(sent, reply);
}

void EngineClient::refuseLater(Sent sent, const QString& reason) {
    QMetaObject::invokeMethod(
        this, [this, sent = std::move(sent), reason] { refuse(sent, reason); }, Qt::QueuedConnection);
}

void EngineClient::answerAll(const QString& reason) {
    for (const auto& [id, sent] : std::exchange(unanswered_, {})) {
        if (!sent.command.has_shutdown()) refuse(sent, reason);
    }
}

/// A worker that crashed writes nothing: who watches it keeps with each run what ended it.
void EngineClient::noteDeath(const QString& explanation) {
    std::vector<run::Record> records;
    for (const std::string& runId : unfinished_) {
        const auto reached = reached_.find(runId);
        if (reached == reached_.end()) continue;
        run::Record& record = records.emplace_back();
        record.set_run_id(runId);
        record.set_lane(reached->second.first);
        record.set_step(reached->second.second);
        record.mutable_event()->set_kind(run::EventRecord::NOTICE);
        record.mutable_event()->set_text(explanation.toStdString());
    }
    if (records.empty()) return;
    if (sink_ != nullptr) sink_->keep(records, [] {});
    emit recordsArrived(records);
}

void EngineClient::interruptAll(const QString& reason) {
    std::vector<std::string> runs;
    runs.swap(unfinished_);
    reached_.clear();
    for (const std::string& runId : runs) emit runInterrupted(QString::fromStdString(runId), reason);
}

}  // namespace mantissa::ui
