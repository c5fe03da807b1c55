// SPDX-License-Identifier: GPL-3.0-or-later
// The advisor's sentences that hold no figures, for lupdate: the engine writes them, word for word, and AdvisorStrip
// looks them up in this context.
#include <QCoreApplication>

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

}  // namespace

}  // namespace mantissa::ui
