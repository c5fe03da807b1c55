// SPDX-License-Identifier: GPL-3.0-or-later
// What goes wrong with cards, word for word, for lupdate: see
// phrase_words.h. A test holds the two lists against each other.
#include <QCoreApplication>

namespace mantissa::ui {

namespace {

[[maybe_unused]] constexpr const char* sentences[] = {
    QT_TRANSLATE_NOOP("Errors", "cuDNN %1 cannot convolve %2 images of %3 x %4 x %5 with %6 filters in %7: %8"),
    QT_TRANSLATE_NOOP("Errors", "cuDNN %1 does not start: %2"),
    QT_TRANSLATE_NOOP(
        "Errors",
        "install cuDNN 9, or give its folder too by --cuda-libraries or MANTISSA_CUDA_LIBRARIES; a Python environment "
        "with PyTorch has one in site-packages/nvidia/cudnn/lib"),
    QT_TRANSLATE_NOOP("Errors", "there are no convolutions \"%1\""),
    QT_TRANSLATE_NOOP("Errors", "cudnn, cudnn-timed, or patches for matrix products by cuBLASLt"),
    QT_TRANSLATE_NOOP("Errors", "this worker was built without cuDNN's headers"),
    QT_TRANSLATE_NOOP("Errors", "leave MANTISSA_CUDA_CONVOLUTIONS unset, or build it where cudnn.h is installed"),
    QT_TRANSLATE_NOOP("Errors", "there is no room for %1 GiB (%2 bytes) on cuda:%3: %4 of its %5 GiB are free"),
    QT_TRANSLATE_NOOP("Errors", "choose a smaller batch or network, or end other programs that use the card"),
    QT_TRANSLATE_NOOP("Errors", "too many copies to the host are on their way"),
    QT_TRANSLATE_NOOP("Errors", "a copy to or from the host is no part of a step that is replayed"),
    QT_TRANSLATE_NOOP("Errors", "mantissa-worker devices lists the others"),
    QT_TRANSLATE_NOOP("Errors", "there is no card %1; the last is cuda:%2"),
    QT_TRANSLATE_NOOP("Errors", "driver 525 or later"),
    QT_TRANSLATE_NOOP("Errors", "driver 580 or later"),
    QT_TRANSLATE_NOOP("Errors", "a newer driver"),
    QT_TRANSLATE_NOOP("Errors", "the NVIDIA driver's library cannot be loaded: %1; install the driver again"),
    QT_TRANSLATE_NOOP("Errors", "no reason given"),
    QT_TRANSLATE_NOOP("Errors",
                      "an NVIDIA card is here, but the driver's library %1 is not: install the NVIDIA driver (Debian: "
                      "nvidia-driver), or give the container access to the card"),
    QT_TRANSLATE_NOOP("Errors", "no NVIDIA card and no NVIDIA driver is to be seen on this machine"),
    QT_TRANSLATE_NOOP(
        "Errors",
        "the NVIDIA driver shows no card: CUDA_VISIBLE_DEVICES is set to \"%1\", which may hide it; unset it"),
    QT_TRANSLATE_NOOP("Errors",
                      "the NVIDIA driver is installed and finds no card that it can use: nvidia-smi says more"),
    QT_TRANSLATE_NOOP("Errors",
                      "the NVIDIA driver's kernel module and its libraries are of different versions, as after an "
                      "update: restart the machine"),
    QT_TRANSLATE_NOOP("Errors",
                      "a compatibility library of CUDA (cuda-compat) is found before the driver's own, and this card "
                      "does not support it: take its folder out of LD_LIBRARY_PATH"),
    QT_TRANSLATE_NOOP(
        "Errors",
        "the NVIDIA driver is not ready: a service that the machine needs (nvidia-fabricmanager) has not started"),
    QT_TRANSLATE_NOOP("Errors",
                      "the NVIDIA driver does not start and gives no reason; often its module nvidia-uvm is not "
                      "loaded: run nvidia-modprobe -u -c 0, or restart the machine"),
    QT_TRANSLATE_NOOP("Errors", "the NVIDIA driver does not start: %1 (cuInit, error %2); nvidia-smi says more"),
    QT_TRANSLATE_NOOP("Errors", "an error without a name"),
    QT_TRANSLATE_NOOP("Errors", "the NVIDIA driver tells nothing about this card: nvidia-smi may say more"),
    QT_TRANSLATE_NOOP("Errors", "%1 has compute capability %2.%3; 7.5 (Turing) is the oldest that this worker knows"),
    QT_TRANSLATE_NOOP(
        "Errors",
        "%1 is set to refuse computing (compute mode \"prohibited\"): nvidia-smi -c 0 -i %2, as root, lets it"),
    QT_TRANSLATE_NOOP("Errors", "the NVIDIA driver supports CUDA %1, and this worker needs CUDA %2.0: install %3"),
    QT_TRANSLATE_NOOP("Errors", "the NVIDIA driver %1 supports CUDA %2, and this worker needs CUDA %3.0: install %4"),
    QT_TRANSLATE_NOOP("Errors",
                      "the NVIDIA driver's library %1 has no %2, so it is older than this worker needs: install %3"),
    QT_TRANSLATE_NOOP("Errors", "%1 numbers were to be stored as numbers that do not hold them"),
    QT_TRANSLATE_NOOP("Errors", "CUDA refused to start a kernel: %1"),
    QT_TRANSLATE_NOOP(
        "Errors",
        "install the CUDA toolkit's libraries, or give the folder that has them by --cuda-libraries or "
        "MANTISSA_CUDA_LIBRARIES; a Python environment with PyTorch has one in site-packages/nvidia/*/lib"),
    QT_TRANSLATE_NOOP("Errors", "%1 or %2"),
    QT_TRANSLATE_NOOP("Errors", "%1 is there and cannot be loaded: %2"),
    QT_TRANSLATE_NOOP("Errors", "%1 (%2) is not in %3, where %4 says it is"),
    QT_TRANSLATE_NOOP("Errors", "%1 (%2) is not to be found on this machine"),
    QT_TRANSLATE_NOOP("Errors", "%1 has no function %2, so it is not the %3 that this worker expects"),
    QT_TRANSLATE_NOOP("Errors", "%1 is cuBLASLt %2, and this worker needs %3 or later"),
    QT_TRANSLATE_NOOP("Errors",
                      "started since it last answered: %1 (CUDA_LAUNCH_BLOCKING=1 in its environment names the one)"),
    QT_TRANSLATE_NOOP("Errors",
                      "an NVIDIA card is here, but this worker was built without CUDA: install the CUDA toolkit 12 or "
                      "13 (nvcc) and build it again, or use one that was built with it"),
    QT_TRANSLATE_NOOP("Errors", "this worker was built without CUDA, and no NVIDIA card is to be seen on this machine"),
    QT_TRANSLATE_NOOP("Errors", "cuBLASLt %1 does not start: %2"),
    QT_TRANSLATE_NOOP("Errors", "its CUDA version may not fit the driver, or the card's memory may be full"),
    QT_TRANSLATE_NOOP("Errors", "cuBLASLt %1 cannot multiply %2 x %3 by %4 x %5 in %6: %7"),
    QT_TRANSLATE_NOOP("Errors",
                      "cuBLASLt %1 offers %2 ways to multiply %3 x %4 by %5 x %6 in %7, none of them with that "
                      "arithmetic and the same bits in every run"),
    QT_TRANSLATE_NOOP("Errors", "the card stopped: %1"),
    QT_TRANSLATE_NOOP("Errors", "the card stopped: %1; %2"),
    QT_TRANSLATE_NOOP("Errors", "the worker has to start anew; a run goes on from its last checkpoint"),
    QT_TRANSLATE_NOOP("Errors", "CUDA refused: %1"),
};

}  // namespace

}  // namespace mantissa::ui
