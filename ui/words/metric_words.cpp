// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/metric_words.h"

#include <QCoreApplication>
#include <cmath>

#include "engine/run/metric.h"
#include "engine/run/tasks.h"
#include "ui/words/number_words.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("MetricWords", text);
}

/// The one that belongs to the task.
QString of(run::Task task, const char* accuracy, const char* pixels, const char* psnr, const char* tokens,
           const char* explained) {
    return tr(gives_image(task)              ? psnr
              : gives_values(task)           ? explained
              : gives_tokens(task)           ? tokens
              : task == run::CLASSIFY_PIXELS ? pixels
                                             : accuracy);
}

}  // namespace

double metricShown(run::Task task, double value) {
    return std::round(value * 1e6) * metric_of(task).scale / 1e6 + 1e-9;  // a float tells no more digits
}

double metricDrawn(run::Task task, double value, double loss) {
    const double drawn = gives_values(task) && value <= 0 && loss > 1 ? 1 - loss : value;
    return std::round(drawn * metric_of(task).scale * 1e5) / 1e5;  // without the dust of binary fractions: 30 of 0.3f
}

double metricLeast(run::Task task) {
    return gives_image(task) ? -400.0 : gives_values(task) ? -1.0 : 0.0;  // any PSNR: a logarithm has no outliers
}

double metricMost(run::Task task) {
    return gives_image(task) ? 400.0 : metric_of(task).scale;
}

int metricDecimals(run::Task task, int decimals) {
    return gives_values(task) ? metric_of(task).decimals : decimals;
}

QString metricText(run::Task task, double value, int decimals) {
    if (std::isnan(value)) return QStringLiteral("–");
    if (gives_values(task) && value <= 0) return QStringLiteral("≤ 0");
    const QString number = QString::number(metricShown(task, value), 'f', metricDecimals(task, decimals));
    return number + metricSuffix(task).replace(u' ', QChar(0xA0));
}

QString testedText(run::Task task, std::uint32_t examples, double value, int decimals) {
    const QString text = metricText(task, value, decimals);
    if (examples == 0) return text;
    if (!gives_one_class(task))  // no share of so many
        return text + u' ' + inWords(tested_part(task, examples));
    return tr(QT_TRANSLATE_NOOP("MetricWords", "%1 of %2")).arg(text, wholeText(examples));
}

QString metricSuffix(run::Task task) {
    const QLatin1String unit(metric_of(task).unit);
    return unit.isEmpty() ? QString() : QLatin1Char(' ') + unit;
}

QString metricTitle(run::Task task) {
    return of(task, QT_TRANSLATE_NOOP("MetricWords", "Accuracy (%)"),
              QT_TRANSLATE_NOOP("MetricWords", "Pixel accuracy (%)"), QT_TRANSLATE_NOOP("MetricWords", "PSNR (dB)"),
              QT_TRANSLATE_NOOP("MetricWords", "Tokens right (%)"), QT_TRANSLATE_NOOP("MetricWords", "R²"));
}

QString testMetricTitle(run::Task task) {
    return of(task, QT_TRANSLATE_NOOP("MetricWords", "Test accuracy (%)"),
              QT_TRANSLATE_NOOP("MetricWords", "Test pixel accuracy (%)"),
              QT_TRANSLATE_NOOP("MetricWords", "Test PSNR (dB)"),
              QT_TRANSLATE_NOOP("MetricWords", "Test tokens right (%)"), QT_TRANSLATE_NOOP("MetricWords", "Test R²"));
}

QString metricDifferenceTitle(run::Task task) {
    return of(task, QT_TRANSLATE_NOOP("MetricWords", "Accuracy − baseline (% points)"),
              QT_TRANSLATE_NOOP("MetricWords", "Pixel accuracy − baseline (% points)"),
              QT_TRANSLATE_NOOP("MetricWords", "PSNR − baseline (dB)"),
              QT_TRANSLATE_NOOP("MetricWords", "Tokens right − baseline (% points)"),
              QT_TRANSLATE_NOOP("MetricWords", "R² − baseline"));
}

QString testMetricName(run::Task task) {
    return of(task, QT_TRANSLATE_NOOP("MetricWords", "test accuracy"),
              QT_TRANSLATE_NOOP("MetricWords", "test pixel accuracy"), QT_TRANSLATE_NOOP("MetricWords", "test PSNR"),
              QT_TRANSLATE_NOOP("MetricWords", "test tokens right"), QT_TRANSLATE_NOOP("MetricWords", "test R²"));
}

QString metricHeading(run::Task task) {
    return of(task, QT_TRANSLATE_NOOP("MetricWords", "Accuracy"), QT_TRANSLATE_NOOP("MetricWords", "Pixel accuracy"),
              QT_TRANSLATE_NOOP("MetricWords", "PSNR"), QT_TRANSLATE_NOOP("MetricWords", "Tokens right"),
              QT_TRANSLATE_NOOP("MetricWords", "R²"));
}

QString rateHeading(run::Task task) {
    return tr(reads_table(task)  ? QT_TRANSLATE_NOOP("MetricWords", "Rows/s")
              : reads_text(task) ? QT_TRANSLATE_NOOP("MetricWords", "Sequences/s")
                                 : QT_TRANSLATE_NOOP("MetricWords", "Images/s"));
}

}  // namespace mantissa::ui
