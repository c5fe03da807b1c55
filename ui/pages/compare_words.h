// SPDX-License-Identifier: GPL-3.0-or-later
// The Compare page's sentences: what stands there, where a lane parted and in which layer it began, why a lane has no
// time, what repetition over seeds lets one say.
#pragma once

#include <QString>
#include <vector>

#include "ui/models/race_model.h"

namespace mantissa::ui {

/// "FP16 parts from the baseline at step 117; it began in fc1, where 97 % of the gradient's norm was missing at step
/// 100 (cosine 0.100)."
QString partingSentence(const QString& lane, const RaceParting& parting);

/// Short, for the flag in a chart: "2 parts · fc1".
QString partingLabel(const QString& number, const RaceParting& parting);

/// "step 117 · fc1", "not diverged".
QString partingCell(const std::optional<RaceParting>& parting);

/// "11.35 % (always answers “1”)"; a dash for nothing.
QString accuracyCell(const RaceRow& row);
/// The same where there is little room: "11.35 % (“1”)".
QString accuracyBrief(const RaceRow& row);

/// "step 180 · 2.3 s", "step 180" where the time is not known, "not reached".
QString targetCell(const std::optional<TimedEvaluation>& reached);

/// What is lost of a lane's gradients: the norm, then the share of elements, "97 %, flushed 8.0 %"; a dash for what is
/// not known.
QString lostCell(const RaceRow& row);
/// The same in whole sentences, with tensors, step, cosine and signal-to-noise ratio, a line each.
QString lostTip(const RaceRow& row);

/// Why these lanes are not shown by time; empty where all are.
QString timeSentence(const std::vector<const RunModel*>& lanes);

/// Of a race in which some were changed otherwise than the others: which, and from which step on; empty where none was.
QString changedSentence(const SessionModel& session, const std::vector<const RunModel*>& lanes);

/// Of a race: that any difference comes from the format, or from which other settings that are not the same in all.
QString fairSentence(const std::vector<const RunModel*>& lanes);

/// By which rule lanes count as parted here.
QString ruleSentence(bool control, bool nats = true, const PartingRule& rule = {});

/// What the seeds say in sentences, a line a run but the baseline; empty without.
QString seedsText(const std::vector<SeedComparison>& lanes, int toCome);

}  // namespace mantissa::ui
