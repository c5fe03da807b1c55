// SPDX-License-Identifier: GPL-3.0-or-later
// See lost_words.h.
#include "ui/pages/lost_words.h"

#include <cmath>

#include "ui/charts/format_text.h"
#include "ui/words/tr.h"

namespace mantissa::ui {

QString lostSentence(const GradientEvidence* gradients) {
    if (!gradients) return tr("What is lost against FP32 is unknown: there is no shadow.");
    const QString cosine = tr("Smallest cosine between a gradient and FP32's: %1 (%2).")
                               .arg(likenessText(gradients->cosine, gradients->signal_to_noise),
                                    QString::fromStdString(gradients->cosine_tensor));
    if (gradients->lost_tensor.empty()) return cosine;
    return tr("%1 has lost %2 of the norm that it has in FP32 (step %3).")
               .arg(QString::fromStdString(gradients->lost_tensor), percentText(gradients->lost))
               .arg(gradients->step) +
           u'\n' + cosine;
}

QString lossText(double loss) {
    const double size = std::abs(loss);
    return size >= 0.001 && size < 99.5 ? QString::asprintf("%#.3g", loss) : numberText(loss, 3);
}

}  // namespace mantissa::ui
