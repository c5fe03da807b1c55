// SPDX-License-Identifier: GPL-3.0-or-later
// What the Speed page measures and what its figures say: throughput by format against FP32, what a size that is no
// multiple of 8 costs, and where the time of a training step goes, each kernel against the limits measured on the same
// device. Pure functions of what the worker answered.
#pragma once

#include <QString>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

/// The four modes in the order in which everything lists them.
inline constexpr std::array<run::Precision, 4> kModes{run::FP32, run::TF32, run::FP16, run::BF16};

/// How large the cases are. Sizes are multiples of 8; each has a partner one less.
struct SpeedOptions {
    double seconds = 0.3;                  ///< for each case
    std::uint32_t size = 1024;             ///< edge of the matrices of a product
    std::uint32_t channels = 64;           ///< of a convolution, in and out
    std::uint32_t images = 64;             ///< of a convolution
    std::uint32_t side = 14;               ///< of an image, in pixels
    std::uint32_t copyBytes = 256u << 20;  ///< large against any cache
    std::uint32_t referenceDivisor = 8;    ///< the plain loops of "reference" get sizes so much smaller
    bool operator==(const SpeedOptions&) const = default;
};

/// All cases in the order in which they are measured: copy, products and convolutions in each mode and size, training
/// steps of `setup` by kernel, without histograms and shadow, then how the units round.
std::vector<run::Bench> speedCases(const run::RunConfig& setup, const SpeedOptions& options = {});

/// One case and what came out.
struct Measured {
    run::Bench bench;
    run::BenchResult result;
};

/// "product 1024×1024×1024", "convolution 64 to 64 channels", in the person's language.
QString nameOf(const run::Bench& bench);

/// Floating-point operations per second of the median repetition; NaN where there are none.
double flopsPerSecond(const run::BenchResult& result);

/// One format in one operation. What was not measured is NaN.
struct Throughput {
    static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    run::Bench::Kind kind = run::Bench::BENCH_UNSET;
    run::Precision precision = run::PRECISION_UNSET;
    QString name;     ///< of the operation with the size that is a multiple of 8
    QString oddName;  ///< and one less
    double flopsPerSecond = kUnknown;
    double oddFlopsPerSecond = kUnknown;
    double relative = kUnknown;  ///< throughput / FP32's at the same size
    double oddRelative = kUnknown;
    double oddShare = kUnknown;  ///< what the odd size keeps: odd / multiple of 8, the same format
    bool emulated = false;       ///< says nothing about a device that has the format
};

/// Products, then convolutions, each in the order of kModes; formats that were not measured are left out.
std::vector<Throughput> throughputs(const std::vector<Measured>& measured);

/// What this device reached at best, the quickest repetition of each case: the roof over every kernel.
struct DeviceLimits {
    double flopsPerSecond = 0;  ///< the fastest product or convolution in the step's format; 0: not measured
    double bytesPerSecond = 0;  ///< copying, read and written; 0: not measured

    bool known() const { return flopsPerSecond > 0 && bytesPerSecond > 0; }
    /// FLOP per byte below which memory is the limit.
    double ridge() const { return flopsPerSecond / bytesPerSecond; }
};
/// For a step in `precision`: what another format reaches is no measure of it. PyTorch's default has TF32 and FP32.
DeviceLimits limitsOf(const std::vector<Measured>& measured, run::Precision precision);

/// How steady the figures are: the median repetition against the quickest, the largest ratio among products and
/// convolutions; 1: all took the same time. On a device that does other things too it is well above.
double unsteadiness(const std::vector<Measured>& measured);

enum class Bound {
    unknown,  ///< nothing to count, or the limits are not measured
    memory,
    compute,
};

/// One kernel of a step against the device's limits: the roofline model of Williams, Waterman and Patterson,
/// "Roofline", CACM 52(4), 2009. Rates are means over all calls.
struct KernelFigures {
    std::string name;
    std::uint32_t calls = 0;
    double seconds = 0;  ///< of all calls
    double share = 0;    ///< of the time of all kernels, 0 to 1
    double flopsPerSecond = 0;
    double bytesPerSecond = 0;
    double intensity = 0;  ///< FLOP per byte
    Bound bound = Bound::unknown;
    /// Achieved against the roof at this intensity, min(peak, intensity × bandwidth), which is the larger of flops/peak
    /// and bytes/bandwidth against the time taken; above 1 where the data stay in a cache. NaN if unknown.
    double limitShare = std::numeric_limits<double>::quiet_NaN();

    /// So far from its roof that neither computing nor memory explains the time: starting, waiting, tiny tensors.
    bool farFromLimit() const { return limitShare < 0.1; }
};

/// Kernels of a measured step, the longest first.
std::vector<KernelFigures> kernelFigures(const run::BenchResult& step, const DeviceLimits& limits);

/// The step among what was measured, null if it was not.
const Measured* measuredStep(const std::vector<Measured>& measured);

}  // namespace mantissa::ui
