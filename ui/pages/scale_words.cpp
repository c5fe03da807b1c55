// SPDX-License-Identifier: GPL-3.0-or-later
// The Scale page's sentences.
#include <algorithm>
#include <cmath>

#include "engine/run/scaler_recipes.h"
#include "ui/charts/format_text.h"
#include "ui/models/histogram_lookup.h"
#include "ui/models/run_model.h"
#include "ui/pages/scale_page.h"
#include "ui/pages/tensor_choice.h"
#include "ui/words/phrase_words.h"
#include "ui/words/tr.h"

namespace mantissa::ui {

QString moveText(const ScaleMove& move) {
    if (!move.text.empty()) return inWords(move.text);
    if (move.kind == ScaleMove::Kind::up) return tr("loss scale grows");
    if (move.kind == ScaleMove::Kind::set) return tr("scaling changed");
    QString text = tr("inf or NaN");
    if (!move.cause.empty()) text += tr(" in %1").arg(QString::fromStdString(move.cause));
    if (move.values > 0) text += tr(", %1 values", nullptr, pluralCount(move.values)).arg(move.values);
    return text + tr(", update skipped");
}

QString growthSentence(const ScaleGrowth& growth, bool grewBefore) {
    const QString rule = tr("The scale grows after %n steps in a row without inf or NaN: %1 done, %2 to go", nullptr,
                            pluralCount(growth.interval))
                             .arg(growth.tracker)
                             .arg(growth.remaining);
    const int left = pluralCount(growth.left);
    switch (growth.kind) {
        case ScaleGrowth::Kind::none:
            return tr(
                "No loss scaling: the scale stays 1, there is no countdown, and no step is skipped, so inf and NaN "
                "reach the weights. The headroom tells which scale these gradients would allow.");
        case ScaleGrowth::Kind::fixed:
            return tr("A static scale never changes, so there is no countdown; a step with inf or NaN is skipped.");
        case ScaleGrowth::Kind::capped:
            return tr("The scale is at its ceiling, %1: it does not grow further.").arg(scaleText(growth.scale));
        case ScaleGrowth::Kind::vanished:
            return tr(
                "The scale was lowered to 0 and cannot grow from there. Inf and NaN that remain at every scale are not "
                "caused by the scale.");
        case ScaleGrowth::Kind::infinite:
            return tr(
                "The scale has grown to infinity and stays there, since half of infinity is infinity: every step is "
                "skipped.");
        case ScaleGrowth::Kind::counting:
            return rule + u'.';
        case ScaleGrowth::Kind::too_late:
            if (growth.ended) return rule + tr(" when the run ended.");
            return rule +
                   (grewBefore
                        ? tr(", but only %n steps are left: it will not grow again.", nullptr, left)
                        : tr(", but only %n steps are left: it will never grow. A shorter interval would let it.",
                             nullptr, left));
        case ScaleGrowth::Kind::unknown:
            break;
    }
    return {};
}

QString scalerSentence(const run::RunConfig& config, const ScalerNow& now) {
    if (config.scaling() != run::DYNAMIC || (scaler_phrase(config) == Phrase("PyTorch"))) return {};
    QString text = tr("The rule is that of %1.").arg(inWords(scaler_phrase(config)));
    if (other_scaler(config)) text += u' ' + inWords(recipe_of(config.scaler()).what);
    if (config.hysteresis() > 1)
        text += u' ' + (now.absorbed + 1 >= config.hysteresis()
                            ? tr("The next overflow lowers the scale.")
                            : tr("The next overflow only skips its step, since hysteresis waits for %1.")
                                  .arg(config.hysteresis()));
    if (now.pending) text += u' ' + tr("The step after the next uses %1.").arg(scaleText(*now.pending));
    return text;
}

QString partingSentence(const std::optional<ScaleParting>& parting, const QString& other) {
    if (!parting) return tr("Beside it %1: the scales are the same so far.").arg(other);
    return tr("Beside it %1: the scales part at step %2, %3 here and %4 there.")
        .arg(other)
        .arg(parting->step)
        .arg(scaleText(parting->own), scaleText(parting->other));
}

QString headroomSentence(const Headroom& headroom) {
    const QString layer = QString::fromStdString(headroom.layer);
    const QString where = tr("%1 (%2)").arg(QString::fromStdString(headroom.tensor), roleName(headroom.role));
    const QString format = QString::fromStdString(headroom.format);
    if (headroom.overflowed) return tr("%1: no headroom, inf or NaN among %2 in %3.").arg(layer, where, format);
    if (headroom.zero) return tr("%1: its gradients are all zero, so nothing can overflow.").arg(layer);
    const double limit = formatCalled(headroom.format).max_finite();
    QString text = tr("%1: %2%3 bits. The largest of %4 is %5, %6 holds up to %7")
                       .arg(layer, headroom.exact ? QString() : tr("at least "), QString::number(headroom.bits, 'f', 1),
                            where, numberText(headroom.largest), format, numberText(limit, 5));
    const double doublings = std::floor(headroom.bits);
    return text + (doublings >= 1.0 ? tr(": the loss scale could be %1 times as large.")
                                          .arg(powerOfTwo(static_cast<int>(std::min(doublings, 1e6))))
                                    : tr(": the next doubling overflows."));
}

}  // namespace mantissa::ui
