// SPDX-License-Identifier: GPL-3.0-or-later
// See session_model.h.
#include "ui/models/session_model.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "ui/client/engine_client.h"
#include "ui/models/run_names.h"

namespace mantissa::ui {

struct SessionModel::Entry {
    explicit Entry(std::unique_ptr<RunModel> run) : owned(std::move(run)), model(*owned) {}
    std::unique_ptr<RunModel> owned;
    RunModel& model;
    bool thisSession = false;
    bool visible = true;
    int place = 0;
    RunFace face;
};

SessionModel::SessionModel(QObject* parent) : QObject(parent) {}

SessionModel::~SessionModel() = default;

void SessionModel::listenTo(EngineClient& client) {
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
    entry.face.number = numberOf(entry.model.runId());
    entry.place = places_.try_emplace(entry.model.runId(), static_cast<int>(places_.size()) + 1).first->second;
    byId_[entry.model.runId()] = &entry;
    // By place: a run that was deleted and is back stands where it stood, and its mark and others' are as before.
    const auto after = std::find_if(order_.begin(), order_.end(),
                                    [&](const RunModel* other) { return find(other->runId())->place > entry.place; });
    order_.insert(after, &entry.model);
    return entry;
}

int SessionModel::numberOf(const std::string& runId) {
    if (const auto kept = kept_.find(runId); kept != kept_.end()) return numbers_[runId] = kept->second;
    if (const auto given = numbers_.find(runId); given != numbers_.end()) return given->second;
    int last = 0;
    for (const auto* const all : {&numbers_, &kept_})
        for (const auto& [id, number] : *all) last = std::max(last, number);
    return numbers_[runId] = last + 1;
}

void SessionModel::setKeptNumbers(std::map<std::string, int> kept) {
    for (const auto& [id, number] : kept_)
        if (!kept.contains(id) && find(id) == nullptr) numbers_.erase(id);  // erased: its number may be given again
    kept_ = std::move(kept);
    std::set<int> taken;
    for (const auto& [id, number] : kept_) taken.insert(number);
    std::erase_if(numbers_, [&](const auto& one) { return !kept_.contains(one.first) && taken.contains(one.second); });
    std::vector<std::string> changed;
    for (const RunModel* const model : order_) {
        int& shown = find(model->runId())->face.number;
        const int number = numberOf(model->runId());
        if (std::exchange(shown, number) != number) changed.push_back(model->runId());
    }
    for (const std::string& runId : changed) emit runChanged(QString::fromStdString(runId));
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
    bool renamed = false;
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
        renamed = renamed || record.has_started() || record.event().has_change() ||
                  record.event().kind() == run::EventRecord::ADOPTED;
    }
    if (renamed || !added.empty())
        for (const std::string& runId : nameRuns()) note(changed, runId);
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
    model->markInterrupted((model->foreign()
                                ? tr("The recording has no end: the training goes on, or was killed.")
                                : tr("The library holds no end of this run: the worker or the window ended first."))
                               .toStdString());
    Entry& entry = add(std::move(model), false);
    const QString id = QString::fromStdString(entry.model.runId());
    const std::vector<std::string> renamed = nameRuns();
    emit runAdded(id);
    if (current_ == nullptr) {
        current_ = &entry.model;
        emit currentRunChanged(id);
    }
    for (const std::string& runId : renamed) emit runChanged(QString::fromStdString(runId));
    return &entry.model;
}

void SessionModel::interrupt(const QString& runId, const QString& reason) {
    Entry* const entry = find(runId.toStdString());
    if (entry == nullptr) return;
    entry->model.markInterrupted(reason.toStdString());
    emit runChanged(runId);
}

void SessionModel::refine(const QString& runId, const std::vector<run::Record>& steps) {
    Entry* const entry = find(runId.toStdString());
    if (entry == nullptr) return;
    entry->model.refine(steps);
    emit runChanged(runId);
}

void SessionModel::releaseHistory(const QString& runId) {
    if (Entry* const entry = find(runId.toStdString())) entry->model.releaseHistory();
}

void SessionModel::restoreHistory(const QString& runId, const std::vector<run::Record>& histograms) {
    Entry* const entry = find(runId.toStdString());
    if (entry == nullptr) return;
    entry->model.restoreHistory(histograms);
    emit runChanged(runId);
}

void SessionModel::lookClosely(double first, double last) {
    if (current_ == nullptr || !current_->thinned() || !(first < last)) return;
    const auto bounded = [](double step) { return static_cast<std::uint32_t>(std::clamp(step, 0.0, 4294967295.0)); };
    const std::uint32_t from = bounded(std::floor(first)), to = bounded(std::ceil(last));
    const std::vector<std::uint32_t>& steps = current_->columns().step;
    const auto rows =
        std::upper_bound(steps.begin(), steps.end(), to) - std::lower_bound(steps.begin(), steps.end(), from);
    // As many rows as a wide plot can show, or all steps: nothing finer is to be had.
    if (static_cast<std::size_t>(rows) >= StepColumns::kMostRefined / 2 || static_cast<std::uint32_t>(rows) > to - from)
        return;
    emit stepsWanted(QString::fromStdString(current_->runId()), from, to);
}

bool SessionModel::drawsHistory(const RunModel& run) const {
    if (&run == current_ || (run.live() && isVisible(QString::fromStdString(run.runId())))) return true;
    const std::string race = current_ ? raceOf(*current_) : std::string();
    if (!race.empty() && raceOf(run) == race) return true;
    // A fork and what it was forked from stand side by side.
    return current_ &&
           (run.identity().parent_run_id() == current_->runId() || current_->identity().parent_run_id() == run.runId());
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
    const std::vector<std::string> renamed = nameRuns();
    emit runRemoved(runId);
    if (wasCurrent) {
        emit currentRunChanged(current_ == nullptr ? QString() : QString::fromStdString(current_->runId()));
    }
    for (const std::string& other : renamed) emit runChanged(QString::fromStdString(other));
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
    return std::any_of(order_.begin(), order_.end(),
                       [](const RunModel* model) { return model->live() && !model->foreign(); });
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
    for (const std::string& renamed : nameRuns()) emit runChanged(QString::fromStdString(renamed));
}

const RunFace& SessionModel::face(const QString& runId) const {
    static const RunFace none;
    const Entry* const entry = find(runId.toStdString());
    return entry == nullptr ? none : entry->face;
}

const RunFace& SessionModel::face(const RunModel& run) const {
    return face(QString::fromStdString(run.runId()));
}

/// Names all runs anew; returns those whose face is another one now. Called where a run came or went, was named, or has
/// other settings; not at every record.
std::vector<std::string> SessionModel::nameRuns() {
    std::vector<RunFace> faces;
    std::map<QString, std::vector<std::size_t>> alike;  // those that nobody named, by their usual description
    for (const RunModel* const model : order_) {
        RunFace face;
        face.number = find(model->runId())->face.number;
        face.name = QString::fromStdString(model->displayName());
        face.precision = model->currentPrecision();
        face.ghost = model->ghost();
        if (face.ghost) face.name += tr(", ghost");
        // One of the command line or of a lesson is called so already.
        if (model->config().one_ulp() && !saysControl(face.name)) face.name += tr(", control");
        const std::string& race = model->identity().race_id();
        for (const RunModel* const other : order_) {
            if (other == model) break;
            const bool twin = !race.empty() && other->identity().race_id() == race && !other->ghost() &&
                              other->currentPrecision() == face.precision;
            if (twin && !face.ghost) ++face.variant;
        }
        if (model->name().empty()) alike[face.name].push_back(faces.size());
        faces.push_back(std::move(face));
    }
    for (const auto& [name, places] : alike) {
        if (places.size() < 2) continue;
        std::vector<run::RunConfig> configs;
        for (const std::size_t place : places) configs.push_back(order_[place]->currentConfig());
        const std::vector<QStringList> apart = whatSetsApart(configs);
        for (std::size_t i = 0; i < places.size(); ++i)
            for (const QString& words : apart[i]) faces[places[i]].name += QStringLiteral(" · ") + words;
    }
    std::vector<std::string> changed;
    std::map<QString, int> seen;
    for (std::size_t i = 0; i < faces.size(); ++i) {
        const int twins = ++seen[faces[i].name];
        if (twins > 1) faces[i].name += QStringLiteral(" (%1)").arg(twins);
        Entry& entry = *find(order_[i]->runId());
        if (entry.face == faces[i]) continue;
        entry.face = std::move(faces[i]);
        changed.push_back(order_[i]->runId());
    }
    return changed;
}

}  // namespace mantissa::ui
