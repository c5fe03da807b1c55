// SPDX-License-Identifier: GPL-3.0-or-later
// Cases one after another; see the header.
#include "ui/models/speed_bench.h"

#include "ui/client/engine_client.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

SpeedBench::SpeedBench(EngineClient& client, QObject* parent) : QObject(parent), client_(client) {}

void SpeedBench::take(const run::Reply& reply) {
    QString reason = obstacle();
    if (reply.has_error()) reason = inWords(reply.error());
    if (reason.isEmpty() && !reply.has_bench()) reason = tr("The worker answered without a figure.");
    if (!reason.isEmpty()) return end(reason);
    measured_.push_back({cases_[measured_.size()], reply.bench()});
    emit progressed();
    next();
}

void SpeedBench::start(std::vector<run::Bench> cases) {
    cases_ = std::move(cases);
    measured_.clear();
    running_ = true;
    next();
}

void SpeedBench::stop() {
    if (running_) end({});
}

void SpeedBench::next() {
    if (!running_) return;  // stopped by whoever heard of the last figure
    const QString reason = obstacle();
    if (!reason.isEmpty() || measured_.size() >= cases_.size()) {
        end(reason);
        return;
    }
    client_.bench(cases_[measured_.size()], {this, [this, asked = ++asked_](const run::Reply& reply) {
                                                 if (running_ && asked == asked_) take(reply);
                                             }});
}

void SpeedBench::end(const QString& reason) {
    running_ = false;
    emit ended(reason);
}

}  // namespace mantissa::ui
