// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/ranks_words.h"

#include <cmath>

#include "ui/charts/format_text.h"
#include "ui/words/tr.h"

namespace mantissa::ui {
namespace {

double flushedShare(const RankError& error) {
    return static_cast<double>(error.counts.flushed) /
           static_cast<double>(std::max<std::uint64_t>(1, error.counts.nonzero));
}

double zeroShare(const RankError& error) {
    return static_cast<double>(error.zero) / static_cast<double>(std::max<std::size_t>(1, error.sums));
}

/// The share that became zero: of gradients where they are divided before the sum, of averages where only the sum is.
double lostShare(RankDivide divide, const RankError& error) {
    return divide == RankDivide::after ? zeroShare(error) : flushedShare(error);
}

/// Place of the number of ranks for which a share is told, if it is not zero there.
constexpr std::size_t kTold = 7;  // 256

QString curveFormat(const RankCurve& curve) {
    return QString::fromStdString(name_of(curve.format));
}

/// Off by more than this without overflow or underflow, a sum has come to a halt.
constexpr double kHalted = 0.1;

QString overflowSentence(const RankCurve& curve) {
    const RankError& last = curve.errors.back();
    return tr("%1: the sum overflows from %2 ranks on; of %3 ranks %4 of the averages are infinite.")
        .arg(curveFormat(curve))
        .arg(overflowsFrom(curve))
        .arg(RankCurve::ranksAt(curve.errors.size() - 1))
        .arg(percentText(static_cast<double>(last.overflowed) / static_cast<double>(last.sums)));
}

QString lostSentences(RankDivide divide, const RankCurve& curve) {
    const QString name = curveFormat(curve), from = QString::number(zeroFrom(curve));
    const std::size_t at = lostShare(divide, curve.errors[kTold]) > 0 ? kTold : curve.errors.size() - 1;
    const QString told = QString::number(RankCurve::ranksAt(at));
    const QString share = percentText(lostShare(divide, curve.errors[at]));
    if (divide == RankDivide::after)
        return tr("%1: from %2 ranks on averages are too small for the format; of %3 ranks %4 of them are zero.")
            .arg(name, from, told, share);
    return tr("%1: from %2 ranks on the division makes gradients zero before they are summed; of %3 ranks %4 of them.")
        .arg(name, from, told, share);
}

QString haltedSentence(const RankCurve& curve) {
    return tr("%1: the sum of %2 ranks is off by %3, since it stops growing once a gradient is less than half of its "
              "ulp.")
        .arg(curveName(curve))
        .arg(RankCurve::ranksAt(curve.errors.size() - 1))
        .arg(percentText(curve.errors.back().mean_of_finite));
}

}  // namespace

QString orderName(RankOrder order) {
    switch (order) {
        case RankOrder::ring:
            return tr("ring");
        case RankOrder::tree:
            return tr("tree");
        case RankOrder::doubling:
            break;
    }
    return tr("doubling");
}

QString curveName(const RankCurve& curve) {
    return QStringLiteral("%1, %2").arg(curveFormat(curve), orderName(curve.order));
}

std::uint32_t overflowsFrom(const RankCurve& curve) {
    for (std::size_t i = 0; i < curve.errors.size(); ++i)
        if (curve.errors[i].overflowed > 0) return RankCurve::ranksAt(i);
    return 0;
}

std::uint32_t zeroFrom(const RankCurve& curve) {
    for (std::size_t i = 0; i < curve.errors.size(); ++i)
        if (curve.errors[i].zero > 0 || curve.errors[i].counts.flushed > 0) return RankCurve::ranksAt(i);
    return 0;
}

QStringList rankFindings(const RankQuestion& question, const std::vector<RankCurve>& curves) {
    QStringList sentences;
    double worst = 0;
    QString least;
    // What overflows or becomes zero hardly depends on the order: one sentence for the format, of the first such order.
    QString overflowed, lost;
    for (const RankCurve& curve : curves) {
        const QString format = curveFormat(curve);
        const bool overflows = overflowsFrom(curve) > 0, loses = zeroFrom(curve) > 0;
        if (overflows && overflowed != format) sentences << overflowSentence(curve);
        if (loses && lost != format) sentences << lostSentences(question.divide, curve);
        if (overflows) overflowed = format;
        if (loses) lost = format;
        const RankError& last = curve.errors.back();
        if (!overflows && !loses && last.mean_of_finite > kHalted) sentences << haltedSentence(curve);
        if (curve.format == fp32 && !overflows && !loses) {
            worst = std::max(worst, last.mean_of_finite);
            least = format;
        }
    }
    if (!least.isEmpty())
        sentences << tr("%1: the error stays below %2.")
                         .arg(least, powerOfTwo(worst > 0 ? std::ilogb(worst) + 1 : -fp32.fraction_bits));
    return sentences;
}

}  // namespace mantissa::ui
