// SPDX-License-Identifier: GPL-3.0-or-later
// See compare_words.h.
#include "ui/pages/compare_words.h"

#include <QStringList>
#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include "engine/report/advisor_evidence.h"
#include "engine/run/presets.h"
#include "engine/run/settings.h"
#include "ui/charts/format_text.h"
#include "ui/models/session_model.h"
#include "ui/pages/lost_words.h"
#include "ui/words/metric_words.h"
#include "ui/words/number_words.h"
#include "ui/words/phrase_words.h"
#include "ui/words/tr.h"

namespace mantissa::ui {

namespace {

QString nameOfLane(const RunModel& run) {
    return QString::fromStdString(policyName(run.config()));
}

}  // namespace

QString partingSentence(const QString& lane, const RaceParting& parting) {
    QString text = tr("%1 diverged from the baseline at step %2").arg(lane).arg(parting.at.step);
    if (!parting.origin) return text + tr("; no gradient was compared with FP32 before that.");
    const RaceOrigin& origin = *parting.origin;
    if (!origin.alarm)
        return text + tr("; no layer's gradient was degraded until then (worst: %1, step %2).")
                          .arg(QString::fromStdString(origin.layer))
                          .arg(origin.step);
    text += tr("; it began in %1, where %2 of the gradient's norm was missing at step %3")
                .arg(QString::fromStdString(origin.layer), percentText(origin.normLost))
                .arg(origin.step);
    if (origin.cosine) text += tr(" (cosine %1)").arg(QString::number(*origin.cosine, 'f', 3));
    return text + QLatin1Char('.');
}

QString partingLabel(const QString& number, const RaceParting& parting) {
    QString text = tr("%1 diverged").arg(number);
    if (parting.origin && parting.origin->alarm)
        text += QStringLiteral(" · ") + QString::fromStdString(parting.origin->layer);
    return text;
}

QString partingCell(const std::optional<RaceParting>& parting) {
    if (!parting) return tr("not diverged");
    QString text = tr("step %1").arg(parting->at.step);
    if (parting->origin && parting->origin->alarm)
        text += QStringLiteral(" · ") + QString::fromStdString(parting->origin->layer);
    return text;
}

QString accuracyCell(const RaceRow& row) {
    if (!row.accuracy) return QStringLiteral("–");
    QString text = metricText(row.task, *row.accuracy, 2);
    if (row.testExamples > 0) text += QLatin1Char(' ') + inWords(tested_part(row.task, row.testExamples));
    return row.alwaysOne ? tr("%1 (always answers “1”)").arg(text) : text;
}

QString accuracyBrief(const RaceRow& row) {
    if (!row.accuracy) return accuracyCell(row);
    const QString text = testedText(row.task, row.testExamples, *row.accuracy, 2);
    return row.alwaysOne ? tr("%1 (“1”)").arg(text) : text;
}

QString targetCell(const std::optional<TimedEvaluation>& reached) {
    if (!reached) return tr("not reached");
    const QString step = tr("step %1").arg(wholeText(reached->step));
    return reached->seconds ? tr("%1 · %2 s").arg(step, numberText(*reached->seconds, 3)) : step;
}

QString lostCell(const RaceRow& row) {
    const QString dash = QStringLiteral("–");
    return tr("%1, flushed %2")
        .arg(row.shadow ? percentText(row.shadow->lost) : dash, row.flushed ? percentText(*row.flushed) : dash);
}

QString lostTip(const RaceRow& row) {
    const QString lost = lostSentence(row.shadow ? &*row.shadow : nullptr);
    if (!row.flushed) return lost;
    return lost + u'\n' +
           tr("Flushed: %1 of the elements of the weight gradients, last %2 steps.")
               .arg(percentText(*row.flushed))
               .arg(kFlushedWindow);
}

QString timeSentence(const std::vector<const RunModel*>& lanes) {
    QStringList emulated;
    QStringList untimed;
    for (const RunModel* run : lanes) {
        const TimeRefusal refusal = timeRefusal(*run);
        if (refusal == TimeRefusal::emulated) emulated << nameOfLane(*run);
        if (refusal == TimeRefusal::untimed) untimed << nameOfLane(*run);
    }
    QStringList parts;
    if (!emulated.isEmpty())
        parts << tr("Not shown by time: %1. An emulated format says nothing about speed: this device computes it in "
                    "FP32 and rounds.")
                     .arg(emulated.join(QStringLiteral(", ")));
    if (!untimed.isEmpty())
        parts << tr("Not shown by time: %1. The time of a step was not recorded.")
                     .arg(untimed.join(QStringLiteral(", ")));
    return parts.join(QLatin1Char(' '));
}

QString changedSentence(const SessionModel& session, const std::vector<const RunModel*>& lanes) {
    using Changes = std::vector<std::pair<quint32, std::string>>;
    std::vector<Changes> all;
    for (const RunModel* lane : lanes) {
        Changes& changes = all.emplace_back();
        for (const EventMark& event : lane->events())
            if (event.kind == run::EventRecord::CHANGED && event.change.ByteSizeLong() > 0 &&
                !is_only_watching(event.change))
                changes.emplace_back(event.step, event.change.SerializeAsString());
    }
    if (std::adjacent_find(all.begin(), all.end(), std::not_equal_to<>()) == all.end()) return {};
    QStringList names;
    quint32 first = std::numeric_limits<quint32>::max();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].empty()) continue;
        first = std::min(first, all[i].front().first);
        names << session.displayName(QString::fromStdString(lanes[i]->runId()));
    }
    return tr("The same seed, initial weights and batches, step by step. But settings were changed on the way, of %1: "
              "from step %2 on a difference need not come from the format. The table's first column chooses the "
              "baseline.")
        .arg(names.join(QStringLiteral(", ")), wholeText(first));
}

QString fairSentence(const std::vector<const RunModel*>& lanes) {
    using run::RunConfig;
    std::set<int> differing;
    for (const RunModel* lane : lanes) {
        const RunConfig first = complete(lanes.front()->config()), own = complete(lane->config());
        for (const RunConfig& differs : {difference(first, own), difference(own, first)}) {  // what either has set
            std::vector<const google::protobuf::FieldDescriptor*> fields;
            differs.GetReflection()->ListFields(differs, &fields);
            for (const auto* field : fields) differing.insert(field->number());
        }
    }
    const bool formats = differing.contains(RunConfig::kPrecisionFieldNumber);
    // What a race chooses for its lanes: the format, with the loss scale that it needs, and the control's nudge.
    for (const int usual :
         {RunConfig::kPrecisionFieldNumber, RunConfig::kScalingFieldNumber, RunConfig::kLossScaleFieldNumber,
          RunConfig::kOneUlpFieldNumber, RunConfig::kNameFieldNumber, RunConfig::kPresetFieldNumber,
          RunConfig::kEvalPrecisionFieldNumber})
        differing.erase(usual);
    QStringList names;
    for (const int number : differing) {
        const std::string& field = RunConfig::descriptor()->FindFieldByNumber(number)->name();
        const Setting* setting = setting_named(field);
        names << (setting && !setting->words.label.empty() ? inWords(setting->words.label)
                                                           : QString::fromStdString(field));
    }
    if (names.isEmpty())
        return tr(
            "The same seed, initial weights and batches, step by step: any difference comes from the format. The "
            "table's first column chooses the baseline.");
    return (formats
                ? tr("The same batches, step by step. The runs do not only differ in their format but also in: %1. The "
                     "table's first column chooses the baseline.")
                : tr("The same batches, step by step. The runs differ in: %1. The table's first column chooses the "
                     "baseline."))
        .arg(names.join(QStringLiteral(", ")));
}

QString ruleSentence(bool control, bool nats, const PartingRule& rule) {
    if (control)
        return (nats ? tr("Hatched: noise, %1 times the largest distance of the control run from the baseline so far. "
                          "Smaller differences mean nothing. A run counts as diverged when its batch loss leaves that "
                          "and is more than %2 nats away.")
                     : tr("Hatched: noise, %1 times the largest distance of the control run from the baseline so far. "
                          "Smaller differences mean nothing. A run counts as diverged when its batch loss leaves that "
                          "and is more than %2 away."))
            .arg(numberText(rule.noise_factor), numberText(rule.threshold));
    return (nats ? tr("No control run: runs count as diverged when their batch losses differ by more than %1 nats.")
                 : tr("No control run: runs count as diverged when their batch losses differ by more than %1."))
        .arg(numberText(rule.threshold));
}

QString seedsText(const std::vector<SeedComparison>& lanes, int toCome) {
    if (lanes.empty()) return {};
    QStringList lines;
    for (const SeedComparison& lane : lanes)
        if (lane.runs > 0 && !lane.sentence.empty())
            lines << tr("%1: %2.").arg(QString::fromStdString(lane.name), QString::fromStdString(lane.sentence));
    if (toCome > 0) lines << tr("%n seeds are still to come.", nullptr, toCome);
    return lines.join(QLatin1Char('\n'));
}

}  // namespace mantissa::ui
