// SPDX-License-Identifier: GPL-3.0-or-later
// See preset_texts.h. The texts stand in resources/presets; they are named here once more for lupdate, word for word.
#include "ui/shell/preset_texts.h"

#include <QCoreApplication>

namespace mantissa::ui {

namespace {

[[maybe_unused]] constexpr const char* shipped[] = {
    QT_TRANSLATE_NOOP("Presets", "Small gradients disappear"),
    QT_TRANSLATE_NOOP(
        "Presets",
        "Six sigmoid layers shrink the gradient on its way to the input until FP16 rounds it to zero: without loss "
        "scaling the network never learns and always answers 1 (11.35 % of the test images). Turn the dynamic loss "
        "scale on and it learns as in FP32. The failure is constructed: the depth and the sigmoid were chosen for it. "
        "The scale's growth interval is 50 because a run of 940 steps would never reach PyTorch's default of 2000."),
    QT_TRANSLATE_NOOP("Presets", "The update that changes nothing"),
    QT_TRANSLATE_NOOP(
        "Presets",
        "Without an FP32 master copy the weights themselves are BF16, and most updates are smaller than half the "
        "distance to the next BF16 number: they are rounded away, though no gradient underflows. Keep master weights "
        "and the loss disappears. Plain SGD with a small learning rate was chosen to show it."),
    QT_TRANSLATE_NOOP("Presets", "Too large for FP16"),
    QT_TRANSLATE_NOOP(
        "Presets",
        "Initial weights sixteen times their usual size push activations beyond 65504 in the forward pass. FP16 has no "
        "number for them, and no loss scale can cure an infinity that arises before the loss: every step is skipped. "
        "BF16 has the range and learns. The failure is constructed by the initial weights."),
    QT_TRANSLATE_NOOP("Presets", "Sums in sixteen bits"),
    QT_TRANSLATE_NOOP("Presets",
                      "The softmax is computed in 16 bits and without subtracting the largest logit first. As soon as "
                      "a logit passes 11.09, its exponential exceeds 65504, FP16 answers infinity, and infinity "
                      "divided by infinity is not a number. BF16 has the range and survives. Frameworks compute this "
                      "reduction in FP32 for this reason; the failure is constructed by not doing so."),
    QT_TRANSLATE_NOOP("Presets", "A network that does not mind"),
    QT_TRANSLATE_NOOP("Presets",
                      "Two convolutions with 32 and 64 channels, the usual first network for MNIST. It reaches about "
                      "98.8 % in every precision: 16 bits cost nothing here."),
    QT_TRANSLATE_NOOP("Presets", "The wide network of the tutorial"),
    QT_TRANSLATE_NOOP("Presets",
                      "Convolutions with 420 and 1000 channels, wide enough to keep a graphics card busy: in the "
                      "1.2 GiB that FP32 needs for batch 590, FP16 stored as 16 bits fits about 1,130. On a "
                      "processor it takes hours; lower c1 and c2 (32 and 64, say) to try it there."),
};

QString translated(const std::string& text) {
    return text.empty() ? QString() : QCoreApplication::translate("Presets", text.c_str());
}

}  // namespace

QString presetTitle(const run::Preset& preset) {
    return translated(preset.has_title() ? preset.title() : preset.name());
}

QString presetDescription(const run::Preset& preset) {
    return translated(preset.description());
}

}  // namespace mantissa::ui
