// SPDX-License-Identifier: GPL-3.0-or-later
// One run after another; see the header.
#include "ui/client/sweep_runner.h"

#include <chrono>

#include "ui/client/engine_client.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {
namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

SweepRunner::SweepRunner(WorkerOptions options, RecordSink* sink, QObject* parent)
    : QObject(parent), client_(std::make_unique<EngineClient>(std::move(options), sink)) {
    connect(client_.get(), &EngineClient::recordsArrived, this, [this](const std::vector<run::Record>& records) {
        for (const run::Record& record : records) {
            if (!running_ || !record.has_finished() || runId_.empty() || record.run_id() != runId_) continue;
            runId_.clear();
            const run::RunConfig config = runs_[static_cast<std::size_t>(next_)];
            if (record.finished().outcome() == run::RunFinished::COMPLETED) {
                emit finished(config, record.finished());
            } else if (!stopping_) {
                emit failed(config, record.finished().has_error() ? inWords(record.finished().error()) : QString());
            }
            ++next_;
            startNext();
        }
    });
    connect(client_.get(), &EngineClient::runInterrupted, this, [this](const QString& runId, const QString& reason) {
        if (!running_ || runId.toStdString() != runId_) return;
        runId_.clear();
        emit failed(runs_[static_cast<std::size_t>(next_)], reason);
        ++next_;
        startNext();
    });
}

SweepRunner::~SweepRunner() = default;

void SweepRunner::moveTo(const WorkerPlace& place) {
    client_->moveTo(place);
}

void SweepRunner::start(std::vector<run::RunConfig> runs) {
    if (runs.empty()) return;
    if (running_) {  // what is under way belongs to the old list and is not waited for
        client_->stop();
        runId_.clear();
    }
    runs_ = std::move(runs);
    next_ = 0;
    running_ = true;
    stopping_ = false;
    beganAt_ = now();
    if (client_->state() == WorkerState::lost) client_->startAgain();
    startNext();
}

void SweepRunner::stop() {
    if (!running_ || stopping_) return;
    stopping_ = true;
    if (!runId_.empty()) client_->stop();
}

void SweepRunner::startNext() {
    if (!running_) return;
    if (stopping_ || next_ >= total()) {
        end();
        return;
    }
    const run::RunConfig& config = runs_[static_cast<std::size_t>(next_)];
    client_->start(config, false, 0, {this, [this, start = ++starts_](const run::Reply& reply) {
                                          if (running_ && start == starts_) take(reply);
                                      }});
    emit began(config);
}

/// The answer to the last start.
void SweepRunner::take(const run::Reply& reply) {
    if (!reply.has_error()) {
        runId_ = reply.run_id();
        if (stopping_) client_->stop();
        return;
    }
    emit failed(runs_[static_cast<std::size_t>(next_)], inWords(reply.error()));
    ++next_;
    if (client_->state() == WorkerState::lost) return end();
    startNext();
}

void SweepRunner::end() {
    running_ = false;
    stopping_ = false;
    runId_.clear();
    emit ended();
}

double SweepRunner::secondsLeft() const {
    if (!running_ || next_ == 0) return -1;
    return (now() - beganAt_) / next_ * (total() - next_);
}

}  // namespace mantissa::ui
