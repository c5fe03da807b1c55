// SPDX-License-Identifier: GPL-3.0-or-later
// The Updates page's sentences.

#include "engine/precision/float_format.h"
#include "ui/charts/format_text.h"
#include "ui/pages/updates_page.h"
#include "ui/words/tr.h"

namespace mantissa::ui {

QString updatesLesson(const LostUpdates& updates, bool stochastic) {
    if (stochastic && updates.switchable)
        return tr("%1 keeps %2 significant bits. Stochastic rounding takes an update smaller than the gap to the next "
                  "number whole or not at all, with such a chance that on average none is lost.")
            .arg(QString::fromStdString(updates.format))
            .arg(updates.significantBits);
    if (updates.switchable && updates.master)
        return tr("The weights are kept in FP32, where small updates add up. %1 alone keeps %2 significant bits: there "
                  "an update smaller than half the gap to the next number has no effect, however often it is repeated.")
            .arg(QString::fromStdString(updates.format))
            .arg(updates.significantBits);
    return tr("%1 keeps %2 significant bits: an update smaller than half the gap to the next number has no effect, "
              "however often it is repeated.")
        .arg(updates.switchable ? QString::fromStdString(updates.format) : QStringLiteral("FP32"))
        .arg(updates.switchable ? updates.significantBits : fp32.fraction_bits + 1);
}

QString updatesSentence(const LostUpdates& updates, bool stochastic, bool cures) {
    const QString tensor = QString::fromStdString(updates.tensor);
    if (!updates.known) {
        const QString seen =
            tr("%1: %2 of its weights did not change. How many of its updates had no effect is unknown: of this "
               "optimizer only the weights before and after its step are recorded.")
                .arg(tensor, percentText(updates.unchanged));
        if (!cures || updates.master || !updates.switchable || updates.unchanged <= 0.5) return seen;
        return seen + u' ' +
               tr("They are kept in %1, where an update smaller than half the gap to the next number has no effect. "
                  "FP32 master weights would add such updates up.")
                   .arg(QString::fromStdString(updates.storedFormat));
    }
    if (updates.nonzero == 0) return tr("%1: all updates of this step were zero.").arg(tensor);
    const QString now = tr("%1: %2 of its updates had no effect").arg(tensor, percentText(updates.now));
    if (!updates.switchable) return now + tr(". Its weights are FP32, so master weights make no difference.");
    if (updates.master && updates.now == 0 && updates.withoutMaster > 0)
        return tr("%1: each of its updates had an effect; without FP32 master weights %2 would have none.")
            .arg(tensor, percentText(updates.withoutMaster));
    if (updates.master) {
        if (updates.now < 0.5 * updates.withoutMaster)
            return tr("%1: only %2 of its updates had no effect; without FP32 master weights it would be %3.")
                .arg(tensor, percentText(updates.now), percentText(updates.withoutMaster));
        return now + tr(", although it has FP32 master weights; without them it would be %1.")
                         .arg(percentText(updates.withoutMaster));
    }
    if (!cures) return now + u'.';
    const QString with = tr("; with FP32 master weights it would be %1.").arg(percentText(updates.withMaster));
    if (!stochastic) return now + with;
    return now + tr(" (%1 without stochastic rounding)").arg(percentText(updates.withoutMaster)) + with;
}

QString devicesLesson() {
    return tr(
        "Each weight is the difference of two phase-change devices, which change by noisy pulses of about 0.1 of "
        "a weight. Updates are far smaller: they are summed until they are worth a pulse, as FP32 master weights "
        "gather what 16 bits would lose.");
}

QString devicesSentence(const LostUpdates& updates, bool gathers, double images) {
    const QString tensor = QString::fromStdString(updates.tensor);
    if (!updates.devices) return {};
    const QString pulses = tr("%1 pulses", nullptr, pluralCount(updates.devices->pulses))
                               .arg(countText(static_cast<double>(updates.devices->pulses)));
    if (!gathers)
        return tr("%1: %2 so far. Updates are not gathered: %3 of this step's were smaller than a pulse and are "
                  "lost.")
            .arg(tensor, pulses, percentText(updates.now));
    const QString each = numberText(images > 0 ? static_cast<double>(updates.devices->pulses) / images : 0, 3);
    const QString anew = tr("%1 saturated pairs were written anew", nullptr, pluralCount(updates.devices->refreshed))
                             .arg(countText(static_cast<double>(updates.devices->refreshed)));
    return tr("%1: %2 so far, %3 an image; %4. The other updates wait in the sum.").arg(tensor, pulses, each, anew);
}

}  // namespace mantissa::ui
