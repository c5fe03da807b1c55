// SPDX-License-Identifier: GPL-3.0-or-later
// See session_model.h.
#include "ui/models/session_model.h"

#include <algorithm>
#include <utility>

#include "ui/client/engine_client.h"

namespace mantissa::ui {

struct SessionModel::Entry {
    explicit Entry(std::unique_ptr<RunModel> run) : owned(std::move(run)), model(*owned) {}
    std::unique_ptr<RunModel> owned;
    RunModel& model;
    bool thisSession = false;
    bool visible = true;
};

std::optional<QColor> precisionColor(run::Precision precision) {
    switch (precision) {
        case run::TF32:
            return QColor(0x00, 0x72, 0xB2);
        case run::FP16:
            return QColor(0xD5, 0x5E, 0x00);
        case run::BF16:
            return QColor(0x00, 0x9E, 0x73);
        default:
            return std::nullopt;
    }
}

SessionModel::SessionModel(QObject* parent) : QObject(parent) {}

SessionModel::~SessionModel() = default;

void SessionModel::follow(EngineClient& client) {
    connect(&client, &EngineClient::recordsArrived, this, &SessionModel::apply);
    connect(&client, &EngineClient::runInterrupted, this, &SessionModel::interrupt);
}

SessionModel::Entry* SessionModel::find(const std::string& runId) const {
    const auto place = byId_.find(runId);
    return place == byId_.end() ? nullptr : place->second;
}

SessionModel::Entry& SessionModel::add(std::unique_ptr<RunModel> model, bool thisSession) {
    entries_.push_back(std::make_unique<Entry>(std::move(model)));
    Entry& entry = *entries_.back();
    entry.thisSession = thisSession;
    byId_[entry.model.runId()] = &entry;
    order_.push_back(&entry.model);
    return entry;
}

namespace {

/// Whether a run that begins with this record comes to the front: the first lane of a race stands for it, and a ghost
/// stays beside the run that it was forked from.
bool comesToTheFront(const run::Record& first, const std::vector<const RunModel*>& lanes) {
    const run::RunIdentity& identity = first.started().identity();
    if (identity.ghost()) return false;
    return identity.race_id().empty() || lanes.empty();
}

}  // namespace

void SessionModel::apply(const std::vector<run::Record>& records) {
    std::vector<std::string> added;
    std::vector<std::string> changed;
    const RunModel* const before = current_;
    const auto note = [](std::vector<std::string>& list, const std::string& runId) {
        if (std::find(list.begin(), list.end(), runId) == list.end()) list.push_back(runId);
    };
    for (const run::Record& record : records) {
        const std::string& runId = record.run_id();
        if (runId.empty()) continue;
        Entry* entry = find(runId);
        if (entry == nullptr) {
            const bool front =
                current_ == nullptr || comesToTheFront(record, lanesOf(record.started().identity().race_id()));
            entry = &add(std::make_unique<RunModel>(runId), true);
            added.push_back(runId);
            if (front) current_ = &entry->model;
        }
        entry->model.apply(record);
        note(changed, runId);
    }
    // Signals only now: whoever hears of a run finds all of this batch in it.
    for (const std::string& runId : added) emit runAdded(QString::fromStdString(runId));
    if (current_ != before) emit currentRunChanged(QString::fromStdString(current_->runId()));
    for (const std::string& runId : changed) emit runChanged(QString::fromStdString(runId));
}

const RunModel* SessionModel::addRecorded(const std::vector<run::Record>& records) {
    const auto named =
        std::find_if(records.begin(), records.end(), [](const run::Record& r) { return !r.run_id().empty(); });
    if (named == records.end()) return nullptr;
    auto model = std::make_unique<RunModel>(named->run_id());
    for (const run::Record& record : records) {
        if (record.run_id() == model->runId()) model->apply(record);
    }
    return addRecorded(std::move(model));
}

const RunModel* SessionModel::addRecorded(std::unique_ptr<RunModel> model) {
    if (const Entry* known = find(model->runId())) return &known->model;
    model->markInterrupted(
        tr("The library holds no end of this run: the worker or the window ended first.").toStdString());
    Entry& entry = add(std::move(model), false);
    const QString id = QString::fromStdString(entry.model.runId());
    emit runAdded(id);
    if (current_ == nullptr || !fromThisSession(QString::fromStdString(current_->runId()))) {
        current_ = &entry.model;
        emit currentRunChanged(id);
    }
    emit runChanged(id);
    return &entry.model;
}

void SessionModel::interrupt(const QString& runId, const QString& reason) {
    Entry* const entry = find(runId.toStdString());
    if (entry == nullptr || !entry->model.live()) return;
    entry->model.markInterrupted(reason.toStdString());
    emit runChanged(runId);
}

void SessionModel::remove(const QString& runId) {
    const auto place = std::find_if(entries_.begin(), entries_.end(), [&](const std::unique_ptr<Entry>& entry) {
        return entry->model.runId() == runId.toStdString();
    });
    if (place == entries_.end() || (*place)->model.live()) return;
    const std::unique_ptr<Entry> entry = std::move(*place);  // lives until everybody has heard of it
    entries_.erase(place);
    byId_.erase(entry->model.runId());
    order_.erase(std::find(order_.begin(), order_.end(), &entry->model));
    const bool wasCurrent = current_ == &entry->model;
    if (wasCurrent) {
        current_ = order_.empty() ? nullptr : order_.back();
        for (const std::unique_ptr<Entry>& other : entries_) {
            if (other->thisSession) current_ = &other->model;
        }
    }
    emit runRemoved(runId);
    if (wasCurrent) {
        emit currentRunChanged(current_ == nullptr ? QString() : QString::fromStdString(current_->runId()));
    }
}

const RunModel* SessionModel::run(const QString& runId) const {
    const Entry* const entry = find(runId.toStdString());
    return entry == nullptr ? nullptr : &entry->model;
}

const RunModel* SessionModel::currentRun() const {
    return current_;
}

void SessionModel::setCurrentRun(const QString& runId) {
    const RunModel* const wanted = run(runId);
    if (wanted == nullptr || wanted == current_) return;
    current_ = wanted;
    emit currentRunChanged(runId);
}

std::vector<const RunModel*> SessionModel::lanesOf(const std::string& raceId) const {
    std::vector<const RunModel*> lanes;
    for (const RunModel* const model : order_) {
        const run::RunIdentity& identity = model->identity();
        if (!raceId.empty() && identity.race_id() == raceId && !identity.ghost()) lanes.push_back(model);
    }
    std::stable_sort(lanes.begin(), lanes.end(),
                     [](const RunModel* a, const RunModel* b) { return a->lane() < b->lane(); });
    return lanes;
}

std::string SessionModel::raceOf(const RunModel& run) const {
    const RunModel* of = &run;
    for (std::size_t i = 0; of && of->identity().race_id().empty() && of->identity().ghost() && i < order_.size(); ++i)
        of = this->run(QString::fromStdString(of->identity().parent_run_id()));  // ghosts of ghosts; never in a circle
    return of ? of->identity().race_id() : std::string();
}

bool SessionModel::anyLive() const {
    return std::any_of(order_.begin(), order_.end(), [](const RunModel* model) { return model->live(); });
}

bool SessionModel::fromThisSession(const QString& runId) const {
    const Entry* const entry = find(runId.toStdString());
    return entry != nullptr && entry->thisSession;
}

bool SessionModel::isVisible(const QString& runId) const {
    const Entry* const entry = find(runId.toStdString());
    return entry != nullptr && (entry->visible || &entry->model == current_);
}

void SessionModel::setVisible(const QString& runId, bool visible) {
    Entry* const entry = find(runId.toStdString());
    if (entry == nullptr || entry->visible == visible) return;
    entry->visible = visible;
    emit visibilityChanged(runId, isVisible(runId));
}

void SessionModel::setName(const QString& runId, const QString& name) {
    Entry* const entry = find(runId.toStdString());
    if (entry == nullptr || entry->model.name() == name.toStdString()) return;
    entry->model.setName(name.toStdString());
    emit runChanged(runId);
}

QString SessionModel::displayName(const QString& runId) const {
    const Entry* const entry = find(runId.toStdString());
    if (entry == nullptr) return {};
    const auto same = [](const RunModel& a, const RunModel& b) {
        return a.ghost() == b.ghost() && a.config().one_ulp() == b.config().one_ulp() &&
               a.displayName() == b.displayName();
    };
    int twins = 0;
    for (const RunModel* const model : order_) {
        if (same(*model, entry->model)) ++twins;
        if (model == &entry->model) break;
    }
    QString text = QString::fromStdString(entry->model.displayName());
    if (entry->model.ghost()) text += tr(", ghost");
    if (entry->model.config().one_ulp()) text += tr(", control");
    if (twins > 1) text += QStringLiteral(" (%1)").arg(twins);
    return text;
}

std::optional<QColor> SessionModel::color(const QString& runId) const {
    const Entry* const entry = find(runId.toStdString());
    return entry == nullptr ? std::nullopt : precisionColor(entry->model.precision());
}

}  // namespace mantissa::ui
