// SPDX-License-Identifier: GPL-3.0-or-later
// The Updates page's sentences.
#include <QCoreApplication>

#include "engine/precision/float_format.h"
#include "ui/charts/format_text.h"
#include "ui/pages/updates_page.h"

namespace mantissa::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("mantissa::ui", text);
}

}  // namespace

QString updatesLesson(const LostUpdates& updates) {
    return tr("%1 keeps %2 significant bits: an update smaller than half the gap to the next number has no effect, "
              "however often it is repeated.")
        .arg(updates.switchable ? QString::fromStdString(updates.format) : QStringLiteral("FP32"))
        .arg(updates.switchable ? updates.significantBits : fp32.fraction_bits + 1);
}

QString updatesSentence(const LostUpdates& updates, bool stochastic) {
    const QString tensor = QString::fromStdString(updates.tensor);
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
    const QString with = tr("; with FP32 master weights it would be %1.").arg(percentText(updates.withMaster));
    if (!stochastic) return now + with;
    return now + tr(" (%1 without stochastic rounding)").arg(percentText(updates.withoutMaster)) + with;
}

}  // namespace mantissa::ui
