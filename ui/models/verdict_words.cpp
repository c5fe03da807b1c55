// SPDX-License-Identifier: GPL-3.0-or-later
// See verdict_words.h.
#include "ui/models/verdict_words.h"

#include <cmath>

#include "engine/run/tasks.h"
#include "ui/words/phrase_words.h"
#include "ui/words/tr.h"

namespace mantissa::ui {

namespace {

QString intervalOf(const PairedDifference& d) {
    return tr("%1 % interval %2 to %3 percentage points")
        .arg(QString::number(d.confidence * 100), pointsText(*d.low, run::CLASSIFY),
             pointsText(*d.high, run::CLASSIFY));
}

}  // namespace

QString pointsText(double difference, run::Task task) {
    return QString::fromStdString(metric_difference(metric_of(task), difference));
}

QString wordsFor(const PairedDifference& difference, const QString& baseline, const QString& other, run::Task task) {
    if (gives_image(task) || gives_values(task))  // whose unit is another
        return inWords(verdict_phrase(difference, baseline.toStdString(), other.toStdString(), metric_of(task)));
    const auto seeds = QString::number(difference.pairs);
    QString text;
    switch (verdict_of(difference)) {
        case Verdict::nothing_measured:
            text = tr("nothing measured");
            break;
        case Verdict::one_run:
            text = tr("one run: no claim");
            break;
        case Verdict::too_few:
            text = tr("%1 runs: no claim (a claim needs %2 paired seeds)")
                       .arg(seeds, QString::number(fewest_pairs_for_a_claim));
            break;
        case Verdict::no_difference:
            // All at once: a name may hold a %2.
            text = tr("no difference between %1 and %2 can be resolved here (%3 paired seeds, %4)")
                       .arg(other, baseline, seeds, intervalOf(difference));
            break;
        case Verdict::higher:
        case Verdict::lower:
            text = (difference.mean > 0 ? tr("%1 is %2 percentage points above %3 (%4 paired seeds, %5)")
                                        : tr("%1 is %2 percentage points below %3 (%4 paired seeds, %5)"))
                       .arg(other, QString::number(std::abs(difference.mean) * 100, 'f', 2), baseline, seeds,
                            intervalOf(difference));
            break;
    }
    if (difference.missing > 0) text += tr("; %1 without a result").arg(difference.missing);
    return text;
}

}  // namespace mantissa::ui
