// SPDX-License-Identifier: GPL-3.0-or-later
// See live_changes.h.
#include "ui/shell/live_changes.h"

#include "ui/client/engine_client.h"

namespace mantissa::ui {

namespace {
constexpr int rest_ms = 150;
}

LiveChanges::LiveChanges(SetupModel& setup, EngineClient& client, QObject* parent)
    : QObject(parent), setup_(setup), client_(client) {
    rest_.setSingleShot(true);
    rest_.setInterval(rest_ms);
    connect(&rest_, &QTimer::timeout, this, &LiveChanges::flush);
    connect(&setup_, &SetupModel::changed, this, &LiveChanges::edited);
    connect(&client_, &EngineClient::replyArrived, this, &LiveChanges::answered);
}

void LiveChanges::begin(const run::RunConfig& running) {
    active_ = true;
    sent_ = running;
    dirty_.clear();
}

void LiveChanges::end() {
    active_ = false;
    rest_.stop();
    dirty_.clear();
    unanswered_.clear();
}

void LiveChanges::edited(const FieldSet& changed, EditKind kind) {
    if (!active_ || sending_ || kind == EditKind::Whole) return;
    for (const int field : changed) {
        if (appliesNow(field)) dirty_.insert(field);
    }
    if (dirty_.empty()) return;
    if (kind == EditKind::Typing) rest_.start();
    if (kind == EditKind::Choice) flush();
}

void LiveChanges::flush() {
    rest_.stop();
    FieldSet differ;
    for (const int field : changedFields(sent_, setup_.config())) {
        if (dirty_.contains(field)) differ.insert(field);
    }
    dirty_.clear();
    if (!active_ || differ.empty()) return;
    const Sent sent{differ, onlyFields(sent_, differ), describeChange(sent_, setup_.config(), differ)};
    copyFields(setup_.config(), sent_, differ);
    unanswered_[client_.change(onlyFields(setup_.config(), differ))] = sent;
}

void LiveChanges::send(const run::RunConfig& change) {
    const FieldSet fields = changedFields({}, change);
    if (!active_ || fields.empty()) return;
    sending_ = true;
    setup_.edit(*fields.begin(), EditKind::Choice, [&](run::RunConfig& config) { copyFields(change, config, fields); });
    sending_ = false;
    const Sent sent{fields, onlyFields(sent_, fields), describeChange(sent_, change, fields)};
    copyFields(change, sent_, fields);
    unanswered_[client_.change(change)] = sent;
}

void LiveChanges::answered(const run::Reply& reply) {
    const auto found = unanswered_.find(reply.id());
    if (found == unanswered_.end()) return;
    const Sent sent = found->second;
    unanswered_.erase(found);
    if (!reply.has_error()) {
        emit applied(reply.step(), sent.what);
        return;
    }
    lastRefused_ = reply.id();
    QString reason = QString::fromStdString(reply.error().message());
    if (!reply.error().remedy().empty()) reason += " " + QString::fromStdString(reply.error().remedy());
    copyFields(sent.before, sent_, sent.fields);
    setup_.reject(sent.fields, sent.before, reason);
    emit refused(sent.fields, reason);
}

}  // namespace mantissa::ui
