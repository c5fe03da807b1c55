// SPDX-License-Identifier: GPL-3.0-or-later
// The sentences of the engine's advisor, word for word, for lupdate: see phrase_words.h. A test holds the two lists
// against each other.
#include <QCoreApplication>

namespace mantissa::ui {

namespace {

[[maybe_unused]] constexpr const char* sentences[] = {
    QT_TRANSLATE_NOOP("Advisor", "less than 0.01 %"),
    QT_TRANSLATE_NOOP("Advisor", "more than 99.9 %"),
    QT_TRANSLATE_NOOP("Advisor", "1 step"),
    QT_TRANSLATE_NOOP("Advisor", "%1 steps"),
    QT_TRANSLATE_NOOP("Advisor", "the softmax or the loss"),
    QT_TRANSLATE_NOOP(
        "Advisor",
        "Without a loss scale no step is skipped: the weights are NaN since step %1, so it takes a new run."),
    QT_TRANSLATE_NOOP("Advisor", "Gradients overflow %1 and ruin the weights"),
    QT_TRANSLATE_NOOP("Advisor", "At step %1 inf or NaN arose in the backward pass, in %2."),
    QT_TRANSLATE_NOOP("Advisor", "Dynamic scaling skips such a step and lowers the scale."),
    QT_TRANSLATE_NOOP("Advisor",
                      "%1 of the last %2 were skipped (%3), the last at step %4 with scale %5: inf or NaN arose in the "
                      "backward pass, first in %6."),
    QT_TRANSLATE_NOOP("Advisor", "The backward pass overflows: the loss scale is too high"),
    QT_TRANSLATE_NOOP("Advisor", "The largest gradient measured (%1) bears %2, with %3 bits to spare."),
    QT_TRANSLATE_NOOP("Advisor", "Dynamic scaling halves the scale at each overflow until it fits."),
    QT_TRANSLATE_NOOP("Advisor", "The loss scale grows too often and overflows each time"),
    QT_TRANSLATE_NOOP("Advisor",
                      "It doubles after %1 without overflow, and each doubling beyond the limit costs a step; an "
                      "interval of %2 would cost 1 %."),
    QT_TRANSLATE_NOOP("Advisor", "The loss scale keeps overflowing: give it a ceiling"),
    QT_TRANSLATE_NOOP(
        "Advisor",
        "The smallest scale that overflowed was %1; a ceiling of %2 leaves %3 bits for batches with larger gradients."),
    QT_TRANSLATE_NOOP("Advisor", "At step %1 inf or NaN arose in the forward pass, in %2."),
    QT_TRANSLATE_NOOP("Advisor", "Inf or NaN arose in the forward pass in %1 of the last %2, first at step %3 in %4."),
    QT_TRANSLATE_NOOP("Advisor", "The softmax overflows %1: no loss scale can cure it"),
    QT_TRANSLATE_NOOP("Advisor",
                      "It is summed in %1 without subtracting the largest logit, and exp(x) is infinite there from x = "
                      "%2; frameworks compute it in FP32."),
    QT_TRANSLATE_NOOP("Advisor", "It is summed in %1; frameworks compute it in FP32."),
    QT_TRANSLATE_NOOP("Advisor", "The forward pass overflows %1: no loss scale can cure it"),
    QT_TRANSLATE_NOOP("Advisor", "%1 overflows %2 in the forward pass: no loss scale can cure it"),
    QT_TRANSLATE_NOOP("Advisor", "Its largest value was %1; 1 value exceeded %2, the largest number of %3."),
    QT_TRANSLATE_NOOP("Advisor", "Its largest value was %1; %2 values exceeded %3, the largest number of %4."),
    QT_TRANSLATE_NOOP("Advisor", "%1 ends at %2."),
    QT_TRANSLATE_NOOP("Advisor", "It happens before the loss, so no scale reaches it."),
    QT_TRANSLATE_NOOP("Advisor", "BF16 has the range of FP32 and needs no scale."),
    QT_TRANSLATE_NOOP(
        "Advisor", "BF16 has the range of FP32 and needs no scale; or use FP32 in %1 and in what overflows after it."),
    QT_TRANSLATE_NOOP("Advisor", "The loss is not a number, and not for want of range"),
    QT_TRANSLATE_NOOP(
        "Advisor", "%1 reaches to %2: the training diverged. A lower learning rate than %3 or clipping may hold it."),
    QT_TRANSLATE_NOOP("Advisor",
                      "%1 has lost %2 of the norm that it has in FP32 (step %3, scale %4; cosine %5 in %6)."),
    QT_TRANSLATE_NOOP("Advisor", "%1 of the norm of %2 was flushed to zero (step %3, scale %4)."),
    QT_TRANSLATE_NOOP("Advisor", "%1's gradient underflows %2: raise the loss scale"),
    QT_TRANSLATE_NOOP("Advisor",
                      "The largest gradient (%1) leaves %2 bits of headroom; a scale of %3, %4 bits higher, keeps %5 "
                      "of them to spare."),
    QT_TRANSLATE_NOOP("Advisor", "Dynamic scaling keeps it there."),
    QT_TRANSLATE_NOOP("Advisor", "%1's gradient needs more range than %2 has"),
    QT_TRANSLATE_NOOP("Advisor", "The largest gradient (%1) leaves %2 bits of headroom, so no higher scale fits."),
    QT_TRANSLATE_NOOP("Advisor", "BF16 has the range of FP32."),
    QT_TRANSLATE_NOOP("Advisor", "The loss scale will never grow in this run"),
    QT_TRANSLATE_NOOP("Advisor", "It would grow after %1 without overflow, but the run has only %2."),
    QT_TRANSLATE_NOOP("Advisor", "It fell from %1 to %2 and will stay there or lower."),
    QT_TRANSLATE_NOOP("Advisor", "It stays at %1 or lower."),
    QT_TRANSLATE_NOOP("Advisor", "An interval of %1 suits a run of this length."),
    QT_TRANSLATE_NOOP("Advisor", "Most updates change nothing: keep master weights in FP32"),
    QT_TRANSLATE_NOOP("Advisor",
                      "%1 of the updates of the last %2 were smaller than half the distance to the next %3 number."),
    QT_TRANSLATE_NOOP("Advisor", "With FP32 master weights %1 would be lost."),
    QT_TRANSLATE_NOOP("Advisor", "With FP32 master weights none would be lost."),
    QT_TRANSLATE_NOOP("Advisor", "The network learns nothing: it always answers %1"),
    QT_TRANSLATE_NOOP("Advisor", "The network learns nothing: its accuracy stays at chance"),
    QT_TRANSLATE_NOOP("Advisor",
                      "After %1 the test accuracy is %2 %, the share of %3s among MNIST's test images, and the loss "
                      "has gone from %4 to %5."),
    QT_TRANSLATE_NOOP("Advisor", "After %1 the test accuracy is %2 %, and the loss has gone from %3 to %4."),
    QT_TRANSLATE_NOOP("Advisor", "No 16-bit format is to blame."),
    QT_TRANSLATE_NOOP("Advisor", "Since step %1 %2 has the gradients of FP32; what came before still shows"),
    QT_TRANSLATE_NOOP("Advisor", "No difference between FP32 and %1 can be resolved by this run"),
    QT_TRANSLATE_NOOP("Advisor",
                      "In %1 of the last %2 comparisons with FP32 the least cosine of a gradient was %3 (%4), and no "
                      "weight gradient lost more than %5 % of its norm."),
    QT_TRANSLATE_NOOP("Advisor", "On %1 test images two accuracies of %2 % must differ by %3 points to be told apart."),
    QT_TRANSLATE_NOOP("Advisor", "The memory allows twice the batch"),
    QT_TRANSLATE_NOOP("Advisor",
                      "Batch %1 takes %2, %3 of it whatever the batch; %4 would take at most %5 of the %6 that runs "
                      "may have."),
    QT_TRANSLATE_NOOP("Advisor", "A larger batch makes fewer updates an epoch and may want a higher learning rate."),
    QT_TRANSLATE_NOOP("Advisor", "width"),
    QT_TRANSLATE_NOOP("Advisor", "batch"),
    QT_TRANSLATE_NOOP("Advisor", "Tensor cores want sizes in multiples of %1"),
    QT_TRANSLATE_NOOP(
        "Advisor",
        "%1: NVIDIA's guides ask for multiples of 16 bytes, %2 numbers of %3, so that no part of a tensor core idles."),
    QT_TRANSLATE_NOOP("Advisor", "It matters on graphics cards, not on a processor."),
    QT_TRANSLATE_NOOP("Advisor", "TF32 is off for matrix products, and this network has nothing else"),
    QT_TRANSLATE_NOOP(
        "Advisor",
        "PyTorch uses TF32 for convolutions unasked, not for matrix products, so an MLP runs in FP32 throughout."),
    QT_TRANSLATE_NOOP("Advisor", "%1 turns it on; here that is the precision TF32."),
};

}  // namespace

}  // namespace mantissa::ui
