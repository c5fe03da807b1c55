// SPDX-License-Identifier: GPL-3.0-or-later
// What a run tells of itself, and why a format is emulated, word for word, for lupdate: see phrase_words.h. A test
// holds the two lists against each other.
#include <QCoreApplication>

namespace mantissa::ui {

namespace {

[[maybe_unused]] constexpr const char* sentences[] = {
    QT_TRANSLATE_NOOP("Events", "%1 has no %2 products: operands are rounded to %2, multiplied and summed in FP32"),
    QT_TRANSLATE_NOOP("Events", "partial sums are rounded after each block of %1 terms, in the order of the terms"),
    QT_TRANSLATE_NOOP("Events", "stored on %1 as FP32 numbers rounded to %2"),
    QT_TRANSLATE_NOOP("Events", "kept as FP32 numbers, rounded to %1 at each update"),
    QT_TRANSLATE_NOOP("Events", "each sum is rounded to %1 after every term"),
    QT_TRANSLATE_NOOP("Events", "goes on from the checkpoint of step %1"),
    QT_TRANSLATE_NOOP("Events", "%1, then %2"),
    QT_TRANSLATE_NOOP("Events", "Mantissa %1 (%2), then %3 (%4)"),
    QT_TRANSLATE_NOOP("Events",
                      "%1; its bits may differ from those of a run that never stopped, because it now has %2"),
    QT_TRANSLATE_NOOP("Events", "there is not enough memory to hold the state twice"),
    QT_TRANSLATE_NOOP("Events", "the training goes on without a checkpoint of step %1: %2"),
    QT_TRANSLATE_NOOP("Events",
                      "the checkpoint from before this change was removed: the run would go on without the change"),
    QT_TRANSLATE_NOOP("Events",
                      "the checkpoint from before this change can be neither replaced nor removed: from it, the run "
                      "would go on without the change"),
    QT_TRANSLATE_NOOP("Events", "adopted: goes on in place of run %1"),
    QT_TRANSLATE_NOOP("Events", "1 histogram record left out: the window was too busy"),
    QT_TRANSLATE_NOOP("Events", "%1 histogram records left out: the window was too busy"),
    QT_TRANSLATE_NOOP("Events", "paused where it left off"),
    QT_TRANSLATE_NOOP("Events", "back to the initial weights of the same seed"),
    QT_TRANSLATE_NOOP("Events", "paused before the first step"),
    QT_TRANSLATE_NOOP("Events", "no ghost: %1"),
    QT_TRANSLATE_NOOP("Events", "inf or NaN in %1, 1 value, update skipped"),
    QT_TRANSLATE_NOOP("Events", "inf or NaN in %1, %2 values, update skipped"),
    QT_TRANSLATE_NOOP("Events", "%1; it arose in the forward pass, which no loss scale can cure"),
    QT_TRANSLATE_NOOP("Events", "%1; it arose in the forward pass, in %2, which no loss scale can cure"),
    QT_TRANSLATE_NOOP("Events", "epoch %1"),
    QT_TRANSLATE_NOOP("Events", "no number was followed: %1"),
    QT_TRANSLATE_NOOP("Events", "loss scale grows, %1 → %2"),
    QT_TRANSLATE_NOOP("Events", "infinite"),
    QT_TRANSLATE_NOOP("Events", "the loss is %1 for the first time"),
    QT_TRANSLATE_NOOP("Events", "the loss is %1 for the first time, from %2 on"),
};

}  // namespace

}  // namespace mantissa::ui
