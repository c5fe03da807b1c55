// SPDX-License-Identifier: GPL-3.0-or-later
// Plans one after another; see the header.
#include "ui/models/memory_plans.h"

#include <algorithm>
#include <utility>

#include "ui/client/engine_client.h"
#include "ui/models/speed_figures.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

MemoryPlans::MemoryPlans(EngineClient& client, QObject* parent) : QObject(parent), client_(client) {
    connect(&client_, &EngineClient::stateChanged, this, [this](WorkerState state) {
        if (state != WorkerState::ready || problems_.empty()) return;
        problems_.clear();  // perhaps of the worker that was lost
        refused_.clear();
        askNext();
    });
}

/// The answer to asked_.
void MemoryPlans::take(const run::Reply& reply) {
    const Question question = *std::exchange(asked_, std::nullopt);
    const bool hadCurves = curvesComplete();
    if (reply.has_plan()) {
        points_[question.precision][question.batch] = memoryPoint(reply.plan());
        if (question.precision == run::BF16 && reply.plan().has_native_choice())
            choices_[question.batch] = reply.plan().native_choice();
    } else if (onlySome(question)) {
        refused_[question.precision].insert(question.batch);  // as one that cannot be divided over the ranks
    } else {
        problems_[question.precision] = reply.has_error() ? inWords(reply.error()) : tr("The worker sent no plan.");
    }
    if (curvesComplete() != hadCurves || fitsAnswered() || !reply.has_plan()) emit changed();
    askNext();
}

void MemoryPlans::setSetup(const run::RunConfig& setup) {
    run::RunConfig plain = planConfig(setup, run::FP32, kLeastPlanned);
    plain.clear_name();
    plain.clear_preset();
    if (known_ && plain.SerializeAsString() == setup_.SerializeAsString()) return;
    known_ = true;
    setup_ = plain;
    points_.clear();
    choices_.clear();
    problems_.clear();
    refused_.clear();
    asked_.reset();
    emit changed();
    askNext();
}

const run::NativeChoice* MemoryPlans::nativeChoice(std::uint32_t batch) const {
    if (choices_.empty()) return nullptr;
    const auto after = choices_.upper_bound(batch);
    return after == choices_.begin() ? &after->second : &std::prev(after)->second;
}

void MemoryPlans::setBudget(std::uint64_t bytes, bool native) {
    budget_ = bytes;
    native_ = native;
    if (fitsAnswered()) emit changed();  // from what is known already
    askNext();
}

void MemoryPlans::setActive(bool active) {
    active_ = active;
    askNext();
}

const MemoryPoints& MemoryPlans::points(run::Precision precision) const {
    static const MemoryPoints none;
    const auto at = points_.find(precision);
    return at == points_.end() ? none : at->second;
}

QString MemoryPlans::problem(run::Precision precision) const {
    const auto at = problems_.find(precision);
    return at == problems_.end() ? QString() : at->second;
}

bool MemoryPlans::answered(run::Precision precision, std::uint32_t batch) const {
    const auto refused = refused_.find(precision);
    return points(precision).contains(batch) || (refused != refused_.end() && refused->second.contains(batch));
}

/// Whether a refusal need not be that of every batch: a curve's point, asked for the first time, and not its last.
bool MemoryPlans::onlySome(const Question& question) const {
    const std::vector<std::uint32_t> batches = plannedBatches();
    return question.batch != kMostPlanned &&
           std::find(batches.begin(), batches.end(), question.batch) != batches.end() &&
           !answered(question.precision, question.batch);
}

bool MemoryPlans::curvesComplete() const {
    if (!known_) return false;
    return std::all_of(kModes.begin(), kModes.end(), [this](run::Precision mode) {
        if (problems_.contains(mode)) return true;
        const std::vector<std::uint32_t> batches = plannedBatches();
        return std::all_of(batches.begin(), batches.end(), [&](std::uint32_t b) { return answered(mode, b); });
    });
}

std::optional<std::uint32_t> MemoryPlans::largest(run::Precision precision) const {
    if (budget_ == 0 || problems_.contains(precision)) return std::nullopt;
    return searchFit(points(precision), budget_, native_).largest;
}

bool MemoryPlans::fitsAnswered() const {
    return curvesComplete() && std::all_of(kModes.begin(), kModes.end(), [this](run::Precision mode) {
               return problems_.contains(mode) || largest(mode).has_value();
           });
}

void MemoryPlans::ask(run::Precision precision, std::uint32_t batch) {
    asked_ = Question{++questions_, precision, batch};
    client_.plan(planConfig(setup_, precision, batch), {this, [this, number = questions_](const run::Reply& reply) {
                                                            // else of a configuration that is not there any more
                                                            if (asked_ && asked_->number == number) take(reply);
                                                        }});
}

void MemoryPlans::askNext() {
    if (!active_ || !known_ || asked_) return;
    for (const std::uint32_t batch : plannedBatches()) {
        for (const run::Precision mode : kModes) {
            if (problems_.contains(mode) || answered(mode, batch)) continue;
            ask(mode, batch);
            return;
        }
    }
    if (budget_ == 0) return;
    for (const run::Precision mode : kModes) {
        if (problems_.contains(mode)) continue;
        if (const auto next = searchFit(points(mode), budget_, native_).next) {
            ask(mode, *next);
            return;
        }
    }
}

}  // namespace mantissa::ui
