// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/lesson_words.h"

#include <QRegularExpression>
#include <cmath>

#include "engine/lesson/measure.h"
#include "ui/words/tr.h"

namespace mantissa::ui {

namespace {

/// How far apart two numbers are, to the last place of `shown`, which stands beside it.
double distance(double a, double b, const QString& shown) {
    static const QRegularExpression places("\\.(\\d+)");
    const double last = std::pow(10.0, static_cast<double>(places.match(shown).captured(1).size()));
    const double rounded = std::round(std::abs(a - b) * last) / last;
    return rounded > 0 ? rounded : std::abs(a - b);
}

QString numberSentence(const Revelation& shown) {
    const QString unit = QString::fromStdString(shown.prediction->unit());
    const QString outcome = lessonNumber(*shown.outcome, unit);
    if (!shown.answer) return tr("The result is %1.").arg(outcome);
    const double predicted = shown.answer->number();
    const QString said = lessonNumber(predicted, unit);
    const double off = *shown.outcome - predicted;
    if (said == outcome) return tr("You predicted %1, and that is the result.").arg(said);
    const double apart = distance(*shown.outcome, predicted, outcome);
    const QString by =
        unit == "%" ? tr("%1 percentage points").arg(lessonNumber(apart, {})) : lessonNumber(apart, unit);
    return off > 0 ? tr("You predicted %1; the result is %2: %3 more.").arg(said, outcome, by)
                   : tr("You predicted %1; the result is %2: %3 less.").arg(said, outcome, by);
}

/// "Measured: test accuracy 93.02 %", a line of its own; empty of what has no such words, of formats above all.
QString measuredLine(const lesson::Reveal& reveal, const Revelation& shown) {
    if (!shown.outcome) return {};
    QString figure;
    switch (parse_measure(reveal.measure()).kind) {
        using Kind = Measure::Kind;
        case Kind::accuracy:
        case Kind::accuracy_at:
            figure = tr("test accuracy %1").arg(lessonNumber(*shown.outcome, "%"));
            break;
        case Kind::memory_held:
        case Kind::memory_native:
            figure = tr("memory %1").arg(lessonNumber(*shown.outcome, "MiB"));
            break;
        case Kind::loss:
        case Kind::loss_at:
            figure = tr("loss %1").arg(lessonNumber(*shown.outcome, {}));
            break;
        case Kind::skipped:
            figure = tr("skipped steps: %1").arg(lessonNumber(*shown.outcome, {}));
            break;
        default:
            return {};
    }
    return QLatin1Char('\n') +
           (shown.run.isEmpty() ? tr("Measured: %1").arg(figure) : tr("Measured, %1: %2").arg(shown.run, figure));
}

QString choiceAnswer(const lesson::Reveal& reveal, const Revelation& shown) {
    const QString right = QString::fromStdString(shown.prediction->choices(static_cast<int>(reveal.answer())));
    if (!shown.answer) return tr("The answer is: %1").arg(right);
    if (shown.answer->choice() == reveal.answer()) return tr("You were right: %1").arg(right);
    // In the words of the lesson as it is shown now, which need not be the language in which the choice was made.
    const auto chosen = static_cast<int>(shown.answer->choice());
    const bool known = chosen >= 0 && chosen < shown.prediction->choices_size();
    const std::string& words = known ? shown.prediction->choices(chosen) : shown.answer->choice_text();
    return tr("You chose: %1\nThe answer is: %2").arg(QString::fromStdString(words), right);
}

QString curveSentence(const Revelation& shown) {
    const QString unit =
        curveUnit(QString::fromStdString(shown.prediction->unit()), QString::fromStdString(shown.prediction->y()));
    const std::optional<double> off = meanDistance(shown.predictedCurve, shown.outcomeCurve);
    const double end = shown.outcomeCurve.isEmpty() ? *shown.outcome : shown.outcomeCurve.last().y();
    if (!off) return tr("It ended at %1.").arg(lessonNumber(end, unit));
    const QString by = unit == "%" ? tr("%1 percentage points").arg(lessonNumber(*off, {})) : lessonNumber(*off, unit);
    return tr("Your curve and the measured one are %1 apart on average; yours ends at %2, the run ended at %3.")
        .arg(by, lessonNumber(valueAt(shown.predictedCurve, shown.outcomeCurve.last().x()).value_or(0), unit),
             lessonNumber(end, unit));
}

}  // namespace

QString curveUnit(const QString& unit, const QString& y) {
    if (!unit.isEmpty()) return unit;
    const qsizetype comma = y.lastIndexOf(u',');
    return comma < 0 ? QString() : y.mid(comma + 1).trimmed();
}

std::optional<double> valueAt(const QVector<QPointF>& curve, double x) {
    if (curve.isEmpty()) return std::nullopt;
    if (x <= curve.first().x()) return curve.first().y();
    for (int i = 1; i < curve.size(); ++i) {
        const QPointF& left = curve[i - 1];
        const QPointF& right = curve[i];
        if (x > right.x()) continue;
        const double width = right.x() - left.x();
        return width > 0 ? left.y() + (right.y() - left.y()) * (x - left.x()) / width : right.y();
    }
    return curve.last().y();
}

std::optional<double> meanDistance(const QVector<QPointF>& drawn, const QVector<QPointF>& measured) {
    if (drawn.isEmpty() || measured.isEmpty()) return std::nullopt;
    double sum = 0;
    for (const QPointF& point : measured) sum += std::abs(*valueAt(drawn, point.x()) - point.y());
    return sum / static_cast<double>(measured.size());
}

QString lessonNumber(double value, const QString& unit) {
    const bool whole = value == std::round(value) && std::abs(value) < 1e9;  // 65504, and not 6.55e+04
    const QString number = whole ? QString::number(value, 'f', 0) : QString::number(value, 'g', 4);
    return unit.isEmpty() ? number : number + QStringLiteral("\u00a0") + unit;
}

QString revealSentence(const lesson::Reveal& reveal, const Revelation& shown) {
    if (shown.prediction->kind() == "number") return numberSentence(shown);
    if (shown.prediction->kind() == "choice") return choiceAnswer(reveal, shown) + measuredLine(reveal, shown);
    return curveSentence(shown);
}

}  // namespace mantissa::ui
