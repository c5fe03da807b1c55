// SPDX-License-Identifier: GPL-3.0-or-later
// Cases and arithmetic of the Speed page; see the header.
#include "ui/models/speed_figures.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace mantissa::ui {

namespace {

constexpr std::uint32_t kMultiple = 8;  // what tensor cores and vector units like sizes to be multiples of
constexpr std::uint32_t kReferenceCopy = 4u << 20;

bool isOdd(const run::Bench& bench) {
    return bench.k() % kMultiple != 0;
}

/// The case of this kind, format and oddness; null if it was not measured.
const Measured* find(const std::vector<Measured>& measured, run::Bench::Kind kind, run::Precision precision, bool odd) {
    const auto at = std::find_if(measured.begin(), measured.end(), [&](const Measured& one) {
        return one.bench.kind() == kind && one.bench.precision() == precision && isOdd(one.bench) == odd;
    });
    return at == measured.end() ? nullptr : &*at;
}

double rateOf(const Measured* measured) {
    return measured ? flopsPerSecond(measured->result) : Throughput::kUnknown;
}

double leastSeconds(const run::BenchResult& result) {
    return result.seconds_least() > 0 ? result.seconds_least() : result.seconds();
}

}  // namespace

std::vector<run::Bench> speedCases(const run::RunConfig& setup, const SpeedOptions& options) {
    const bool slow = setup.device() == "reference";
    const auto sized = [&](std::uint32_t size) {
        return slow ? std::max(kMultiple, size / options.referenceDivisor / kMultiple * kMultiple) : size;
    };
    run::Bench base;
    base.set_device(setup.device());
    base.set_threads(setup.threads());
    base.set_seconds(options.seconds);
    std::vector<run::Bench> cases;
    run::Bench copy = base;
    copy.set_kind(run::Bench::COPY);
    copy.set_m(slow ? std::min(options.copyBytes, kReferenceCopy) : options.copyBytes);
    cases.push_back(copy);
    for (const run::Bench::Kind kind : {run::Bench::PRODUCT, run::Bench::CONVOLUTION}) {
        for (const std::uint32_t less : {0u, 1u}) {
            for (const run::Precision precision : kModes) {
                run::Bench bench = base;
                bench.set_kind(kind);
                bench.set_precision(precision);
                const bool product = kind == run::Bench::PRODUCT;
                const std::uint32_t size = sized(product ? options.size : options.channels) - less;
                bench.set_m(product ? size : sized(options.images));
                bench.set_n(size);
                bench.set_k(size);
                if (!product) bench.set_side(options.side);
                cases.push_back(bench);
            }
        }
    }
    run::Bench step = base;
    step.set_kind(run::Bench::STEP);
    step.set_by_kernel(true);
    *step.mutable_config() = setup;
    step.mutable_config()->set_histogram_interval(0);
    step.mutable_config()->set_shadow_interval(0);
    cases.push_back(step);
    run::Bench rounding = base;  // last: a worker of an older version does not know it
    rounding.set_kind(run::Bench::ROUNDING);
    cases.push_back(rounding);
    return cases;
}

QString nameOf(const run::Bench& bench) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("mantissa::ui", text); };
    switch (bench.kind()) {
        case run::Bench::PRODUCT:
            return tr("product %1×%2×%3").arg(bench.m()).arg(bench.n()).arg(bench.k());
        case run::Bench::CONVOLUTION:
            return tr("convolution 3×3, %1 to %2 channels").arg(bench.k()).arg(bench.n());
        case run::Bench::ROUNDING:
            return tr("rounding");
        case run::Bench::COPY:
            return tr("copy");
        default:
            return tr("step");
    }
}

double flopsPerSecond(const run::BenchResult& result) {
    if (!(result.flops() > 0) || !(result.seconds() > 0)) return Throughput::kUnknown;
    return result.flops() / result.seconds();
}

std::vector<Throughput> throughputs(const std::vector<Measured>& measured) {
    std::vector<Throughput> rows;
    for (const run::Bench::Kind kind : {run::Bench::PRODUCT, run::Bench::CONVOLUTION}) {
        const double fp32 = rateOf(find(measured, kind, run::FP32, false));
        const double oddFp32 = rateOf(find(measured, kind, run::FP32, true));
        for (const run::Precision precision : kModes) {
            const Measured* even = find(measured, kind, precision, false);
            if (!even) continue;
            const Measured* odd = find(measured, kind, precision, true);
            Throughput row;
            row.kind = kind;
            row.precision = precision;
            row.name = nameOf(even->bench);
            if (odd) row.oddName = nameOf(odd->bench);
            row.flopsPerSecond = rateOf(even);
            row.oddFlopsPerSecond = rateOf(odd);
            row.relative = row.flopsPerSecond / fp32;
            row.oddRelative = row.oddFlopsPerSecond / oddFp32;
            row.oddShare = row.oddFlopsPerSecond / row.flopsPerSecond;
            row.emulated = even->result.emulated();
            rows.push_back(row);
        }
    }
    return rows;
}

DeviceLimits limitsOf(const std::vector<Measured>& measured, run::Precision precision) {
    const auto counts = [precision](run::Precision of) {
        return of == precision || (precision == run::PYTORCH_DEFAULT && (of == run::FP32 || of == run::TF32)) ||
               (precision == run::CUSTOM && of == run::FP32);  // which is what emulates it
    };
    DeviceLimits limits;
    for (const Measured& one : measured) {
        const double seconds = leastSeconds(one.result);
        if (!(seconds > 0)) continue;
        const bool product = one.bench.kind() == run::Bench::PRODUCT || one.bench.kind() == run::Bench::CONVOLUTION;
        if (product && counts(one.bench.precision()))
            limits.flopsPerSecond = std::max(limits.flopsPerSecond, one.result.flops() / seconds);
        if (one.bench.kind() == run::Bench::COPY)
            limits.bytesPerSecond = std::max(limits.bytesPerSecond, one.result.bytes() / seconds);
    }
    return limits;
}

double unsteadiness(const std::vector<Measured>& measured) {
    double most = 1.0;
    for (const Measured& one : measured) {
        if (one.bench.kind() != run::Bench::PRODUCT && one.bench.kind() != run::Bench::CONVOLUTION) continue;
        if (one.result.seconds_least() > 0) most = std::max(most, one.result.seconds() / one.result.seconds_least());
    }
    return most;
}

std::vector<KernelFigures> kernelFigures(const run::BenchResult& step, const DeviceLimits& limits) {
    double all = 0;
    for (const run::KernelTime& kernel : step.kernels()) all += kernel.seconds();
    std::vector<KernelFigures> figures;
    for (const run::KernelTime& kernel : step.kernels()) {
        if (!(kernel.seconds() > 0)) continue;
        KernelFigures one;
        one.name = kernel.name();
        one.calls = kernel.calls();
        one.seconds = kernel.seconds();
        one.share = kernel.seconds() / all;
        one.flopsPerSecond = kernel.flops() / kernel.seconds();
        one.bytesPerSecond = kernel.bytes() / kernel.seconds();
        if (kernel.bytes() > 0) {
            one.intensity = kernel.flops() / kernel.bytes();
            if (limits.known()) {
                one.bound = one.intensity < limits.ridge() ? Bound::memory : Bound::compute;
                one.limitShare =
                    std::max(one.flopsPerSecond / limits.flopsPerSecond, one.bytesPerSecond / limits.bytesPerSecond);
            }
        }
        figures.push_back(one);
    }
    std::stable_sort(figures.begin(), figures.end(),
                     [](const KernelFigures& a, const KernelFigures& b) { return a.seconds > b.seconds; });
    return figures;
}

const Measured* measuredStep(const std::vector<Measured>& measured) {
    const auto at = std::find_if(measured.begin(), measured.end(),
                                 [](const Measured& one) { return one.bench.kind() == run::Bench::STEP; });
    return at == measured.end() ? nullptr : &*at;
}

}  // namespace mantissa::ui
