// SPDX-License-Identifier: GPL-3.0-or-later
// See resumption.h.
#include "ui/runs/resumption.h"

#include <QStringList>
#include <algorithm>
#include <utility>

#include "ui/client/engine_client.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

Resumption::Resumption(EngineClient& client, QObject* parent) : QObject(parent), client_(client) {}

void Resumption::begin(const std::vector<Lane>& lanes) {
    if (lanes.empty()) return;
    const auto job = std::make_shared<Job>();
    job->race = lanes.size() > 1;
    job->asked = lanes.size();
    // Paused: none may be steps ahead, or at its end, before the last one is there.
    for (const Lane& lane : lanes)
        client_.resumeRun(lane.runId, job->race, lane.lane,
                          {this, [this, job, lane](const run::Reply& reply) { take(*job, lane, reply); }});
}

void Resumption::rewind(const Lane& lane, run::ResumeRun how) {
    how.set_run_id(lane.runId.toStdString());
    client_.rewindRun(how, lane.lane, {this, [this, lane](const run::Reply& reply) {
                                           Job job;
                                           job.asked = 1;
                                           take(job, lane, reply);
                                       }});
}

void Resumption::take(Job& job, const Lane& lane, const run::Reply& reply) {
    if (!reply.has_error())
        job.going.push_back(lane);
    else
        job.refusals.push_back({lane, messageInWords(reply.error()), remedySentence(reply.error())});
    if (--job.asked == 0) conclude(job);
    emit answered();
}

void Resumption::conclude(const Job& job) {
    if (job.race && !job.going.empty()) client_.resume(job.going.front().lane);  // its whole race
    if (!job.refusals.empty()) tell(job);
}

void Resumption::tell(const Job& job) {
    const Refusal& first = job.refusals.front();
    if (!job.race) return emit refused(first.reason, first.remedy);
    const bool oneReason = std::all_of(job.refusals.begin(), job.refusals.end(),
                                       [&](const Refusal& other) { return other.reason == first.reason; });
    if (job.going.empty() && oneReason)
        return emit refused(tr("No run of the race can continue: %1.").arg(first.reason), first.remedy);
    QStringList sentences;
    for (const Refusal& one : job.refusals)
        sentences
            << tr("“%1” cannot continue: %2.").arg(one.lane.name, one.reason);  // both at once: a name may hold a %2
    emit refused(sentences.join(QLatin1Char(' ')),
                 job.going.empty() ? first.remedy : tr("The other runs of its race continue."));
}

}  // namespace mantissa::ui
