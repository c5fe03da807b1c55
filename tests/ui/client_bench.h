// SPDX-License-Identifier: Apache-2.0
// A client on a fake worker (fake_worker.cpp), everything that it said, and a sink that waits to be told.
#pragma once

#include <QFile>
#include <QTemporaryDir>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "ui/client/engine_client.h"

namespace mantissa::ui {

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
        QObject::connect(client.get(), &EngineClient::refused, client.get(), [this](const run::ErrorRecord& error) {
            refusals += QString::fromStdString(error.message());
        });
        QObject::connect(client.get(), &EngineClient::message, client.get(),
                         [this](const QString& text) { messages += text; });
        QObject::connect(client.get(), &EngineClient::runInterrupted, client.get(),
                         [this](const QString& runId, const QString& reason) {
                             interrupted += runId;
                             reasons += reason;
                         });
    }

    /// Keeps the reply to the command that it is given with.
    EngineClient::Answer told() {
        return {client.get(), [this](const run::Reply& reply) { replies.push_back(reply); }};
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
    QStringList refusals;  // of commands given without told()
    QStringList messages;
    QStringList interrupted;
    QStringList reasons;
};

}  // namespace mantissa::ui
