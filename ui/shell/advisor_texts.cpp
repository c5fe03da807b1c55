// SPDX-License-Identifier: GPL-3.0-or-later
// See advisor_texts.h. The engine writes the sentences; they stand here once more, word for word, for lupdate.
#include "ui/shell/advisor_texts.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace mantissa::ui {

namespace {

[[maybe_unused]] constexpr const char* sentences[] = {
    QT_TRANSLATE_NOOP("Advisor", "Most updates change nothing: keep master weights in FP32"),
    QT_TRANSLATE_NOOP("Advisor", "The network learns nothing: its accuracy stays at chance"),
    QT_TRANSLATE_NOOP("Advisor", "The memory allows twice the batch"),
    QT_TRANSLATE_NOOP("Advisor", "TF32 is off for matrix products, and this network has nothing else"),
    QT_TRANSLATE_NOOP(
        "Advisor",
        "PyTorch uses TF32 for convolutions unasked, not for matrix products, so an MLP runs in FP32 throughout. "
        "torch.set_float32_matmul_precision(\"high\") turns it on; here that is the precision TF32."),
    QT_TRANSLATE_NOOP("Advisor", "The backward pass overflows: the loss scale is too high"),
    QT_TRANSLATE_NOOP("Advisor", "The loss scale grows too often and overflows each time"),
    QT_TRANSLATE_NOOP("Advisor", "The loss scale keeps overflowing: give it a ceiling"),
    QT_TRANSLATE_NOOP("Advisor", "The loss is not a number, and not for want of range"),
    QT_TRANSLATE_NOOP("Advisor", "The loss scale will never grow in this run"),
    QT_TRANSLATE_NOOP("Advisor", "Gradients overflow FP16 and ruin the weights"),
    QT_TRANSLATE_NOOP("Advisor", "The softmax overflows FP16: no loss scale can cure it"),
    QT_TRANSLATE_NOOP("Advisor", "The forward pass overflows FP16: no loss scale can cure it"),
    QT_TRANSLATE_NOOP("Advisor", "No difference between FP32 and FP16 can be resolved by this run"),
    QT_TRANSLATE_NOOP("Advisor", "Gradients overflow BF16 and ruin the weights"),
    QT_TRANSLATE_NOOP("Advisor", "The softmax overflows BF16: no loss scale can cure it"),
    QT_TRANSLATE_NOOP("Advisor", "The forward pass overflows BF16: no loss scale can cure it"),
    QT_TRANSLATE_NOOP("Advisor", "No difference between FP32 and BF16 can be resolved by this run"),
    QT_TRANSLATE_NOOP("Advisor", "The network learns nothing: it always answers 0"),
    QT_TRANSLATE_NOOP("Advisor", "The network learns nothing: it always answers 1"),
    QT_TRANSLATE_NOOP("Advisor", "The network learns nothing: it always answers 2"),
    QT_TRANSLATE_NOOP("Advisor", "The network learns nothing: it always answers 3"),
    QT_TRANSLATE_NOOP("Advisor", "The network learns nothing: it always answers 4"),
    QT_TRANSLATE_NOOP("Advisor", "The network learns nothing: it always answers 5"),
    QT_TRANSLATE_NOOP("Advisor", "The network learns nothing: it always answers 6"),
    QT_TRANSLATE_NOOP("Advisor", "The network learns nothing: it always answers 7"),
    QT_TRANSLATE_NOOP("Advisor", "The network learns nothing: it always answers 8"),
    QT_TRANSLATE_NOOP("Advisor", "The network learns nothing: it always answers 9"),
    QT_TRANSLATE_NOOP("Advisor", "Tensor cores want sizes in multiples of 4"),
    QT_TRANSLATE_NOOP("Advisor", "Tensor cores want sizes in multiples of 8"),
};

/// Titles with a layer, a format or a step in them.
constexpr const char* patterns[] = {
    QT_TRANSLATE_NOOP("Advisor", "%1's gradient underflows %2: raise the loss scale"),
    QT_TRANSLATE_NOOP("Advisor", "%1's gradient needs more range than %2 has"),
    QT_TRANSLATE_NOOP("Advisor", "%1 overflows %2 in the forward pass: no loss scale can cure it"),
    QT_TRANSLATE_NOOP("Advisor", "Since step %1 %2 has the gradients of FP32; what came before still shows"),
};

QString patternOf(const char* english) {
    const QString escaped = QRegularExpression::escape(QString::fromUtf8(english));
    return QRegularExpression::anchoredPattern(QString(escaped).replace(QRegularExpression("\\\\%[12]"), "(.+?)"));
}

}  // namespace

QString advisorText(const std::string& english) {
    const QString text = QString::fromStdString(english);
    const QString whole = QCoreApplication::translate("Advisor", english.c_str());
    if (whole != text) return whole;
    for (const char* pattern : patterns) {
        const QRegularExpressionMatch found = QRegularExpression(patternOf(pattern)).match(text);
        if (found.hasMatch())
            return QCoreApplication::translate("Advisor", pattern).arg(found.captured(1), found.captured(2));
    }
    return text;
}

}  // namespace mantissa::ui
