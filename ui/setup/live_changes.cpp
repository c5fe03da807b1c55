// SPDX-License-Identifier: GPL-3.0-or-later
// See live_changes.h.
#include "ui/setup/live_changes.h"

#include "ui/client/engine_client.h"
#include "ui/words/phrase_words.h"

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
}

void LiveChanges::begin(const run::RunConfig& running, quint32 lane) {
    active_ = true;
    lane_ = lane;
    sent_ = running;
    dirty_.clear();
}

void LiveChanges::end() {
    active_ = false;
    rest_.stop();
    dirty_.clear();
    ++trainings_;
    ghosts_.clear();
}

void LiveChanges::edited(const FieldSet& changed, EditKind kind) {
    if (!active_ || sending_ || kind == EditKind::Whole) return;
    for (const int field : changed) {
        if (appliesNow(field)) dirty_.insert(field);
    }
    if (dirty_.empty()) return;
    if (setup_.undoing()) {
        FieldSet differ;
        for (const int field : changedFields(sent_, setup_.config())) {
            if (dirty_.contains(field)) differ.insert(field);
        }
        if (adopt(differ)) return;
    }
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
    const Sent sent{differ, onlyFields(sent_, differ), describeLiveChange(sent_, setup_.config(), differ),
                    ghostSteps() > 0};
    transmit(onlyFields(setup_.config(), differ), sent);
}

quint32 LiveChanges::ghostSteps() const {
    return ghostRoom_ && !ghostRoom_() ? 0 : ghostSteps_;
}

bool LiveChanges::adopt(const FieldSet& differ) {
    for (auto ghost = ghosts_.rbegin(); ghost != ghosts_.rend(); ++ghost) {
        const auto lane = ghostLane_ ? ghostLane_(ghost->runId) : std::nullopt;
        if (!lane || ghost->fields != differ) continue;
        if (!changedFields(ghost->before, onlyFields(setup_.config(), differ)).empty()) continue;
        dirty_.clear();
        rest_.stop();
        const Sent instead{differ, onlyFields(sent_, differ), describeLiveChange(sent_, setup_.config(), differ),
                           false};
        copyFields(setup_.config(), sent_, differ);
        emit adopting(ghost->runId);
        client_.adopt(*lane, {this, [this, runId = ghost->runId, instead](const run::Reply& reply) {
                                  if (!reply.has_error()) {
                                      emit adopted(runId);
                                  } else if (active_) {  // its steps were over just then: the setting goes back anyway
                                      transmit(onlyFields(sent_, instead.fields), instead);
                                  } else {
                                      emit refusedLate(reply.error());
                                  }
                              }});
        return true;
    }
    return false;
}

void LiveChanges::transmit(const run::RunConfig& change, const Sent& sent) {
    copyFields(change, sent_, sent.fields);
    client_.change(change, lane_, sent.ghost ? ghostSteps_ : 0,
                   {this, [this, sent, training = trainings_](const run::Reply& reply) {
                        if (training == trainings_)
                            answered(sent, reply);
                        else if (reply.has_error())
                            emit refusedLate(reply.error());
                    }});
}

void LiveChanges::send(const run::RunConfig& change, bool ghost) {
    const FieldSet fields = changedFields({}, change);
    if (!active_ || fields.empty() || setup_.refuses(fields)) return;
    sending_ = true;
    setup_.edit(*fields.begin(), EditKind::Choice, [&](run::RunConfig& config) { copyFields(change, config, fields); });
    sending_ = false;
    const Sent sent{fields, onlyFields(sent_, fields), describeLiveChange(sent_, change, fields),
                    ghost && ghostSteps() > 0};
    transmit(change, sent);
}

void LiveChanges::answered(const Sent& sent, const run::Reply& reply) {
    if (!reply.has_error()) {
        if (sent.ghost && !reply.run_id().empty())
            ghosts_.push_back({QString::fromStdString(reply.run_id()), sent.fields, sent.before});
        emit applied(reply.step(), sent.what);
        return;
    }
    const QString reason = reasonInWords(reply.error());
    copyFields(sent.before, sent_, sent.fields);
    setup_.reject(sent.fields, sent.before, reason);
    emit refused(sent.fields, reason);
}

}  // namespace mantissa::ui
