// SPDX-License-Identifier: GPL-3.0-or-later
// Words of the Health page; see the header.
#include "ui/pages/cell_words.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/report/advisor_text.h"
#include "engine/report/foreign_description.h"
#include "engine/report/foreign_origin.h"
#include "engine/run/models.h"
#include "engine/run/names.h"
#include "engine/run/tasks.h"
#include "ui/charts/format_text.h"
#include "ui/models/histogram_lookup.h"
#include "ui/models/layer_overrides.h"
#include "ui/models/network_graph.h"
#include "ui/models/run_model.h"
#include "ui/models/scale_story.h"
#include "ui/pages/tensor_choice.h"
#include "ui/words/number_words.h"
#include "ui/words/phrase_words.h"
#include "ui/words/tr.h"

namespace mantissa::ui {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kAllOfIt = 0.95;  // of what FP32 has

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

/// With FP32's gradient.
QString likeness(const HealthCell& cell) {
    return likenessText(cell.cosine.value_or(kNone), cell.signalToNoise);
}

/// Whether the format in which `layer` multiplies (empty: the run's) ends where FP32 does.
bool hasWidestRange(const run::RunConfig& config, const std::string& layer) {
    run::RunConfig of = config;
    const run::Precision own = layerPrecision(config, layer);
    if (own != run::PRECISION_UNSET) of.set_precision(own);
    return of.precision() != run::PRECISION_UNSET && has_fp32_range(run_format(of));
}

/// What step `step` was trained with: what a person changed after it does not explain it.
run::RunConfig configOf(const RunModel& run, std::uint32_t step) {
    return configAt(run, step > 0 ? step - 1 : 0);
}

QString phrases(const std::vector<Phrase>& sentences) {
    QStringList all;
    for (const Phrase& sentence : sentences) all << inWords(sentence);
    return all.join(u' ');
}

/// The same of a recording, which may not know the layer, and hardly knows whether the batch held it.
QString foreignForwardText(const std::string& layer, std::uint32_t step, const RunModel& run, bool cures) {
    const QString told = layer.empty()
                             ? tr("It came with the forward pass of step %1").arg(step)
                             : tr("It was seen in the forward pass, in layer %1 at step %2").arg(text(layer)).arg(step);
    if (!cures) return told + u'.';
    const std::optional<ForeignEvidence>& evidence = run.evidence().foreign;
    return told + tr(", where no loss scale can cure it. ") +
           (evidence ? phrases(forward_origin_phrases(*evidence)) : QString());
}

/// Where an inf of the forward pass arose, in layer `layer` (empty: of the softmax or the loss); `cures`: and what it
/// needs.
QString forwardText(const std::string& layer, std::uint32_t step, const RunModel& run, bool cures) {
    const std::optional<ForeignEvidence>& recorded = run.evidence().foreign;
    const bool made = recorded && !layer.empty() && recorded->failure.forward.module() == layer;  // inputs were finite
    if (run.foreign() && !made) return foreignForwardText(layer, step, run, cures);
    const QString where = layer.empty() ? tr("in the softmax or the loss") : tr("in layer %1").arg(text(layer));
    const run::RunConfig config = configOf(run, step);
    const NonfiniteMark* first = nonfinitePlace(run);
    const bool again = first && first->role == run::ROLE_ACTIVATION && first->step < step &&
                       layerOfTensor(&run, first->tensor) == layer;
    const QString when = again ? tr("%1 (first at step %2)").arg(step).arg(first->step) : QString::number(step);
    if (!cures) return tr("It arose in the forward pass, %1 at step %2.").arg(where, when);
    const bool wide = hasWidestRange(config, layer);
    const bool summed = layer.empty() && run_format(config).is_narrow() && config.reduction() != run::REDUCE_FP32;
    if (wide && !summed)
        return tr("It arose in the forward pass, %1 at step %2, in a format with the range of FP32: the training "
                  "diverged. A lower learning rate or clipping may keep it stable.")
            .arg(where, when);
    const QString cure = !layer.empty()
                             ? tr("BF16 helps, or FP32 for %1 and for what overflows after it.").arg(text(layer))
                         : wide   ? tr("A reduction in FP32 helps.")
                         : summed ? tr("BF16 or a reduction in FP32 helps.")
                                  : tr("BF16 helps.");
    return tr("It arose in the forward pass, %1 at step %2, where no loss scale can cure it. ").arg(where, when) + cure;
}

/// Why values are not finite, and what to do.
QString breakText(const HealthReport& report, const RunModel& run) {
    const NonfiniteMark* first = run.firstNonfinite();
    switch (report.broken) {
        case HealthBreak::forward:
            return forwardText(report.brokenLayer, report.brokenStep, run, !report.curesKept);
        case HealthBreak::weights:
            return (first ? tr("The weights contain inf or NaN (the first arose at step %1). Only a new run helps.")
                                .arg(first->step)
                          : tr("The weights contain inf or NaN. Only a new run helps."));
        case HealthBreak::backward:
            if (report.curesKept) return tr("It arose in the backward pass.");
            return configOf(run, report.brokenStep).scaling() == run::DYNAMIC
                       ? tr("It arose in the backward pass: the update is skipped and the dynamic scale falls.")
                       : tr("It arose in the backward pass: a lower loss scale, or a dynamic one, cures it.");
        case HealthBreak::none:
            break;
    }
    return {};
}

QString brokenSentence(const HealthCell& cell) {
    QStringList parts;
    if (cell.shares.overflow > 0) {
        parts << tr("%1 of these %2 are beyond the largest number of %3, %4, and become infinite")
                     .arg(percentText(cell.shares.overflow), roleName(cell.role), text(cell.format),
                          numberText(formatCalled(cell.format).max_finite(), 6));
    }
    if (cell.shares.nonfinite > 0) {
        parts << tr("%1 of these %2 were infinite or NaN before their cast")
                     .arg(percentText(cell.shares.nonfinite), roleName(cell.role));
    }
    return parts.join(tr("; ")) + tr(".");
}

/// The format in which normalisations sum their statistics, where it turns a gradient so far that rounding does not
/// explain it (as the advisor has it); empty elsewhere.
QString normStatistics(const HealthCell& cell, const RunModel& run) {
    constexpr double kTurned = 0.9;
    if (run.foreign() || !cell.cosine || *cell.cosine >= kTurned) return {};
    const run::RunConfig config = configOf(run, cell.shadowStep);
    if (!config.norm_16bit() || config.inside_fp32() || !run_format(config).is_narrow()) return {};
    const NetworkGraph graph = networkGraph(run);
    const bool attends = config.model() == run::TRANSFORMER || config.model() == run::BERT;  // with their LayerNorms
    const bool any = attends || has_batch_norm(config) ||
                     std::any_of(graph.operations.begin(), graph.operations.end(),
                                 [](const GraphOperation& one) { return one.kind.find("norm") != std::string::npos; });
    return any ? nameInWords(display_name_of(config)) : QString();
}

QString cureText(const HealthCell& cell, const HealthReport& report, const RunModel& run) {
    if (report.curesKept) return {};
    const QString limit = text(report.limitedBy);
    const QString summed = normStatistics(cell, run);
    switch (cell.cure) {
        case HealthCure::scale:
            return cell.lostAfter >= 1e-4
                       ? tr("A scale of %1 would keep all but %2.")
                             .arg(scaleText(cell.cureScale), percentText(cell.lostAfter))
                       : tr("A scale of %1 would keep nearly all of it.").arg(scaleText(cell.cureScale));
        case HealthCure::scaleFull:
            return std::ldexp(1.0, report.best.value_or(0)) > report.scale
                       ? tr("Even a scale of %1 would lose %3, and beyond it %2 overflows. BF16 or FP32 for this layer "
                            "has the range.")
                             .arg(powerOfTwo(report.best.value_or(0)), limit, percentText(cell.lostAfter))
                       : tr("A larger scale would make %1 overflow: BF16 or FP32 for this layer has the range.")
                             .arg(limit);
        case HealthCure::rounding:
            if (!summed.isEmpty())
                return tr("The direction differs from FP32's because the normalisations compute their statistics in "
                          "%1, here or in other layers. No loss scale cures that; statistics in FP32 do.")
                    .arg(summed);
            return tr(
                "The direction differs from FP32's because of rounding, here or in later layers. No loss scale cures "
                "that; more fraction bits do.");
        case HealthCure::forward:
            if (!summed.isEmpty())
                return tr("Gradients below the format's range explain %1 of it. The rest comes from the forward pass, "
                          "where the normalisations compute their statistics in %2: statistics in FP32 cure that.")
                    .arg(percentText(cell.explained), summed);
            return (has_relu(run.currentConfig())
                        ? tr("Gradients below the format's range explain %1 of it. The rest comes from the forward "
                             "pass, where a rounded activation becomes zero or falls on the other side of a ReLU.")
                        : tr("Gradients below the format's range explain %1 of it. The rest comes from the forward "
                             "pass, where every activation is rounded."))
                .arg(percentText(cell.explained));
        case HealthCure::awaited:
            return (run.live() && run.currentConfig().shadow_interval() > 0
                        ? tr("The loss scale has been %1 since then, which should keep it: the next shadow will show "
                             "it.")
                        : tr("The loss scale has been %1 since then, which should keep it."))
                .arg(scaleText(report.scale));
        case HealthCure::none:
            break;
    }
    return {};
}

QString unknownSentence(const HealthCell& cell, const HealthReport& report, const RunModel& run) {
    // What its numbers were before their cast no recording knows.
    if (run.foreign()) return tr("The norm lost cannot be estimated: the recording has no reference of it.");
    const QString flushed =
        tr("%1 of the nonzero values are flushed in this cast.").arg(percentText(cell.flushedOfNonzero));
    QString why = tr("The norm lost cannot be estimated: ");
    if (report.shadows) {
        why += tr("there is no shadow of it yet.");
    } else {
        const bool off = run.currentConfig().has_shadow_interval() && run.currentConfig().shadow_interval() == 0;
        why += off ? tr("this run has no shadow (its interval is 0).") : tr("this run has no shadow.");
    }
    return flushed + u' ' + why;
}

QString gradientSentence(const HealthCell& cell, const HealthReport& report, const RunModel& run) {
    if (cell.zeroInFp32 && cell.shadowTier == run::TIER_LOCAL)
        return tr("All zero, in the reference too: dead, or lost in a later layer; which one cannot be told.");
    if (cell.zeroInFp32) return tr("All zero, in FP32 too: nothing is lost.");
    if (cell.state == HealthState::unknown) return unknownSentence(cell, report, run);
    if (!cell.shadow) return tr("Kept in FP32: nothing is lost to a format's range.");
    const QString lost = percentText(cell.normLost);
    QString told;
    if (!cell.from.empty() && cell.from != cell.layer) {
        told = tr("%1 of this layer's gradient norm is lost, beginning in layer %2 (cosine with FP32 %3).")
                   .arg(lost, text(cell.from), likeness(cell));
    } else {
        told = tr("%1 of this layer's gradient norm is lost (cosine with FP32 %2).").arg(lost, likeness(cell));
    }
    if (cell.state == HealthState::well) {
        told = tr("Healthy: ") + told;
        if (cell.flushedOfNonzero > kLostAlarm)
            told += u' ' + tr("%1 of its values are flushed, but they are too small to matter.")
                               .arg(percentText(cell.flushedOfNonzero));
        return told;
    }
    if (cell.lostInProduct > 0)
        told += u' ' + tr("%1 of its numbers are zero because this processor's BF16 instructions take what is below "
                          "2⁻¹²⁶ for zero.")
                           .arg(wholeText(static_cast<qint64>(cell.lostInProduct)));
    else if (cell.starvedOfNonzero > kLostAlarm && cell.flushedOfNonzero < kLostNoted)
        told += u' ' + (cell.starvedOfNonzero > kAllOfIt
                            ? tr("Its own cast loses almost nothing: the incoming gradient is already zero.")
                            : tr("Its own cast loses almost nothing: of the incoming gradient %1 is already zero.")
                                  .arg(percentText(cell.starvedOfNonzero)));
    const QString cure = cureText(cell, report, run);
    return cure.isEmpty() ? told : told + u' ' + cure;
}

QString updateSentence(const HealthCell& cell, bool cures) {
    if (cell.state == HealthState::unknown)
        return tr("How many updates had no effect is unknown for this optimizer. %1 of the weights did not change.")
            .arg(percentText(cell.shares.zero));
    if (cell.shares.zero >= 1.0) return tr("All updates are zero: nothing is learned here.");
    if (cell.atRandom)
        return tr("%1 of the nonzero updates had no effect. With stochastic rounding that is normal: on average the "
                  "others are too large by as much.")
            .arg(percentText(cell.flushedOfNonzero));
    QString told =
        tr("%1 of the nonzero updates have no effect: they are below half the gap to the weight's next number in %2.")
            .arg(percentText(cell.flushedOfNonzero), text(cell.format));
    if (cell.state == HealthState::alarm && cures)
        told += u' ' + tr("With FP32 master weights it would be %1.").arg(percentText(cell.withMaster));
    return told;
}

/// Why values are zero in FP32, too; empty where hardly any are.
QString zeroSentence(const HealthCell& cell, const RunModel& run) {
    constexpr double kTold = 0.01;
    if (cell.shares.zero < kTold || cell.shares.zero >= 1.0 || cell.broken()) return {};
    const QString share = percentText(cell.shares.zero);
    if (run.foreign()) {
        if (cell.role == run::ROLE_WEIGHT || cell.role == run::ROLE_UPDATE) return {};
        return cell.shadow && cell.shadowStep == cell.step && cell.role == run::ROLE_WEIGHT_GRADIENT
                   ? tr("%1 of the values are zero in the reference, too: their input is 0 for the whole batch, or "
                        "their unit receives no gradient.")
                         .arg(share)
                   : tr("%1 of the values are zero.").arg(share);
    }
    switch (cell.role) {
        case run::ROLE_WEIGHT_GRADIENT:
            return tr("%1 of the values are zero in FP32, too: their input is 0 for the whole batch, or their unit "
                      "receives no gradient.")
                .arg(share);
        case run::ROLE_ACTIVATION_GRADIENT:
            if (gives_tokens(run.currentConfig().task()))
                return tr("%1 of the values are zero in FP32, too: a token that is not asked for has no gradient of "
                          "its "
                          "own.")
                    .arg(share);
            if (run.currentConfig().model() == run::TRANSFORMER || run.currentConfig().model() == run::BERT)
                return tr("%1 of the values are zero in FP32, too: the answer is read at one token, and what reaches "
                          "only the others has no gradient.")
                    .arg(share);
            if (run.currentConfig().model() == run::CNN)
                return tr("%1 of the values are zero in FP32, too: max pooling passes a gradient back to the largest "
                          "of four, and a ReLU that is off passes none.")
                    .arg(share);
            return has_relu(run.currentConfig())
                       ? tr("%1 of the values are zero in FP32, too: a ReLU that is off passes no gradient back.")
                             .arg(share)
                       : QString();
        case run::ROLE_ACTIVATION:
            // A convolution before one has no bias.
            if (has_batch_norm(run.currentConfig()) && !reads_words(run.currentConfig().task()))
                return tr("%1 of the values are 0 in FP32, too: a ReLU is off for every negative input, and a "
                          "convolution without a bias makes 0 of an image's black ground.")
                    .arg(share);
            return has_relu(run.currentConfig())
                       ? tr("%1 of the values are 0 in FP32, too: a ReLU is off for every negative input.").arg(share)
                       : QString();
        default:
            return {};
    }
}

/// Whether the cosine and not the norm lost is what a cell is about.
bool cosineCounts(const HealthCell& cell) {
    if (cell.state != HealthState::alarm && cell.state != HealthState::noted) return false;
    return cell.cosine && cell.normLost < (cell.state == HealthState::alarm ? kLostAlarm : kLostNoted);
}

}  // namespace

QString healthNote(const HealthCell& cell) {
    if (cell.state == HealthState::missing) return tr("–");
    if (cell.broken()) return tr("inf or NaN");
    if (cell.state == HealthState::unknown && !cell.zeroInFp32)
        return cell.role == run::ROLE_UPDATE ? tr("unknown") : tr("no estimate");
    if (cell.zeroInFp32 || (cell.role == run::ROLE_UPDATE && cell.shares.zero >= 1.0)) return tr("all zero");
    if (cell.role != run::ROLE_UPDATE && !cell.gradient() && cell.state == HealthState::well) return tr("fits");
    return cosineCounts(cell) ? tr("cosine %1").arg(numberText(*cell.cosine, 2)) : tr("%1 lost").arg(healthBrief(cell));
}

QString healthBrief(const HealthCell& cell) {
    if (cell.state == HealthState::missing || cell.state == HealthState::unknown || cell.zeroInFp32) return {};
    if (cell.broken()) return cell.shares.nonfinite > 0 ? tr("NaN") : tr("inf");
    if (cosineCounts(cell)) return QStringLiteral("cos ") + numberText(*cell.cosine, 2);
    return percentText(cell.role == run::ROLE_UPDATE ? cell.flushedOfNonzero : cell.normLost);
}

namespace {

QString sentenceOf(const HealthCell& cell, const HealthReport& report, const RunModel& run) {
    if (cell.state == HealthState::missing) return tr("There is no histogram of it yet.");
    if (cell.broken()) return brokenSentence(cell) + u' ' + breakText(report, run);
    QString told;
    if (cell.gradient()) {
        told = gradientSentence(cell, report, run);
        if (cell.shadow && cell.shadowStep != cell.step) told += u' ' + tr("(Shadow of step %1.)").arg(cell.shadowStep);
    } else if (cell.role == run::ROLE_UPDATE) {
        told = updateSentence(cell, !report.curesKept);
    } else if (cell.state == HealthState::unknown) {
        told = tr("What these %1 lost in their cast is not recorded.").arg(roleName(cell.role));
    } else if (cell.state == HealthState::well) {
        told = tr("These %1 fit %2: %3 of their norm is flushed, nothing overflows.")
                   .arg(roleName(cell.role), text(cell.format), percentText(cell.normLost));
    } else {
        told = tr("%1 of the norm of these %2 is flushed.").arg(percentText(cell.normLost), roleName(cell.role));
        if (!report.curesKept)
            told += u' ' + tr("A loss scale moves gradients only: BF16 or FP32 for this layer has the range.");
    }
    if (const QString zeros = zeroSentence(cell, run); !zeros.isEmpty()) told += u' ' + zeros;
    if (report.broken == HealthBreak::forward || report.broken == HealthBreak::weights)
        told += u' ' + tr("Other numbers of the run are inf or NaN.") + u' ' + breakText(report, run);
    return told;
}

}  // namespace

QString healthSentence(const HealthCell& cell, const HealthReport& report, const RunModel& run) {
    const QString told = sentenceOf(cell, report, run);
    const bool compared = cell.shadow || (cell.zeroInFp32 && cell.shadowTier != run::TIER_UNSET);
    const run::Tier tier = compared ? cell.shadowTier : cell.tier;
    if (tier == run::TIER_UNSET) return told;
    return told + QLatin1Char(' ') + inWords(tier_explanation(tier));  // what it rests on
}

QString healthTitle(const HealthCell& cell) {
    const QString where = tr("%1, %2").arg(text(cell.layer), roleName(cell.role));
    if (cell.state == HealthState::missing) return where;
    const QString tensor = cell.tensor == cell.layer ? QString() : tr("%1, ").arg(text(cell.tensor));
    const QString scale = cell.gradient() ? tr(", loss scale %1").arg(scaleText(cell.scale)) : QString();
    return tr("%1: %2step %3, %4%5").arg(where, tensor).arg(cell.step).arg(text(cell.format), scale);
}

QString nonfiniteSentence(const NonfiniteMark& mark, const RunModel& run, bool cures) {
    const std::optional<ForeignEvidence>& evidence = run.evidence().foreign;
    const std::vector<Phrase> lost = evidence ? lost_loss_phrases(*evidence) : std::vector<Phrase>();
    if (!lost.empty() && mark.role == run::ROLE_ACTIVATION)
        return phrases(lost) + u' ' + forwardText(layerOfTensor(&run, mark.tensor), mark.step, run, cures);
    if (mark.role == run::ROLE_ACTIVATION) {
        return tr("Inf or NaN. ") + forwardText(layerOfTensor(&run, mark.tensor), mark.step, run, cures);
    }
    QString told = tr("First inf or NaN: step %1").arg(mark.step);
    if (!mark.tensor.empty()) told += tr(", in %1").arg(text(mark.tensor));
    if (mark.role != run::ROLE_UNSET) told += tr(" (%1, in the backward pass)").arg(roleName(mark.role));
    if (!cures) return told + u'.';
    return told + (mark.skipped ? tr(". The update was skipped; a lower loss scale cures it.")
                                : tr(". The update was not skipped: the weights now contain inf or NaN."));
}

namespace {

HealthBar barOf(const HealthCell& cell, const HealthReport& report, const RunModel& run) {
    HealthBar bar;
    const HealthShares& s = cell.shares;
    bar.shares = {s.zero, s.starved, s.flushed, s.subnormal, s.normal, s.overflow, s.nonfinite};
    bar.note = healthNote(cell);
    bar.brief = healthBrief(cell);
    bar.alarm = cell.state == HealthState::alarm;
    bar.text = healthSentence(cell, report, run);
    bar.tensor = text(cell.tensor);
    bar.format = text(cell.format);
    bar.step = cell.step;
    bar.scale = cell.scale;
    bar.elements = cell.elements;
    const bool known =
        cell.state != HealthState::missing && cell.state != HealthState::unknown && cell.role != run::ROLE_UPDATE;
    bar.normLost = known ? cell.normLost : kNone;
    bar.cosine = cell.cosine.value_or(kNone);
    bar.signalToNoise = cell.signalToNoise.value_or(kNone);
    return bar;
}

QStringList columnNames() {
    QStringList names;
    for (const run::Role role : kHealthRoles) {
        QString name = roleName(role);
        name[0] = name[0].toUpper();
        names << name;
    }
    return names;
}

}  // namespace

HealthGridData healthGrid(const HealthReport& report, const RunModel& run) {
    HealthGridData data;
    data.columns = columnNames();
    for (const HealthRow& row : report.rows) {
        HealthGridRow to{text(row.layer), {}};
        for (const HealthCell& cell : row.cells) to.bars.push_back(barOf(cell, report, run));
        data.rows.push_back(std::move(to));
    }
    return data;
}

HealthGridData foldedGrid(const std::vector<FoldRow>& rows, const HealthReport& report, const RunModel& run) {
    HealthGridData data;
    data.columns = columnNames();
    for (const FoldRow& row : rows) {
        HealthGridRow to{text(gridName(row)), {}};
        to.depth = row.depth;
        to.label = text(row.label);
        if (row.folder)
            to.label = (row.open ? QStringLiteral("\u25be ") : QStringLiteral("\u25b8 ")) +
                       tr("%1 (%2 layers)", nullptr, static_cast<int>(row.layers))
                           .arg(to.label, wholeText(static_cast<qint64>(row.layers)));
        for (std::size_t i = 0; i < row.worst.size(); ++i) {
            const HealthRow& worst = *row.worst[i];
            HealthBar bar = barOf(worst.cells[i], report, run);
            if (row.folder && worst.cells[i].state != HealthState::missing)
                bar.text = tr("The worst here is %1. ").arg(text(worst.layer)) + bar.text;
            to.bars.push_back(std::move(bar));
        }
        data.rows.push_back(std::move(to));
    }
    return data;
}

}  // namespace mantissa::ui
