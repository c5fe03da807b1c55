// SPDX-License-Identifier: GPL-3.0-or-later
// Figures in words and for the charts; see the header.
#include "ui/pages/speed_words.h"

#include <algorithm>
#include <cmath>

#include "engine/run/metric.h"
#include "engine/run/phrase_record.h"
#include "engine/run/tasks.h"
#include "ui/charts/format_text.h"
#include "ui/models/memory_plans.h"
#include "ui/models/run_model.h"
#include "ui/pages/memory_words.h"
#include "ui/words/phrase_words.h"
#include "ui/words/tr.h"

namespace mantissa::ui {

namespace {

/// A 16-bit mode that saves more than this is said to be worth it.
constexpr double kWorthIt = 0.1;
/// Fixed bytes are named as the reason from this share on.
constexpr double kDominates = 0.25;
/// Median against quickest repetition from which figures are called unsteady.
constexpr double kUnsteady = 1.2;
const QString kNoFigure = QStringLiteral("–");

QString giga(double perSecond) {
    return perSecond > 0 ? numberText(perSecond / 1e9, perSecond < 1e9 ? 2 : 3) : kNoFigure;
}

QString gflops(double perSecond) {
    return giga(perSecond) + QStringLiteral(" GFLOP/s");
}

QString times(double ratio) {
    return std::isnan(ratio) ? kNoFigure : QString::number(ratio, 'f', 2) + QStringLiteral("×");
}

QString emulatedClaim() {
    return tr(
        "Emulated: computed in FP32 and rounded, so it says nothing about the speed of a device that has the "
        "format.");
}

QString joined(const QStringList& names) {
    if (names.size() < 2) return names.join(QString());
    return tr("%1 and %2").arg(names.mid(0, names.size() - 1).join(QStringLiteral(", ")), names.last());
}

QString barSentence(const Throughput& row) {
    QString text = tr("%1, %2: %3, %4 FP32's.")
                       .arg(modeName(row.precision), row.name, gflops(row.flopsPerSecond), times(row.relative));
    if (!row.oddName.isEmpty())
        text +=
            tr(" With %1: %2, %3 of that.").arg(row.oddName, gflops(row.oddFlopsPerSecond), percentText(row.oddShare));
    return row.emulated ? text + u' ' + emulatedClaim() : text;
}

QString boundText(Bound bound) {
    if (bound == Bound::memory) return tr("memory");
    return bound == Bound::compute ? tr("compute") : kNoFigure;
}

QString kernelSentence(const KernelFigures& kernel, const QString& name) {
    QString text = tr("%1: %2 of the step, %3 µs a call.")
                       .arg(name, percentText(kernel.share), numberText(1e6 * kernel.seconds / kernel.calls, 3));
    if (kernel.flopsPerSecond > 0) text += u' ' + gflops(kernel.flopsPerSecond) + u',';
    if (kernel.bytesPerSecond > 0) text += tr(" %1 GB/s.").arg(giga(kernel.bytesPerSecond));
    if (kernel.bound == Bound::unknown) return text;
    text += tr(" At %1 FLOP per byte it is %2, and reaches %3 of that limit.")
                .arg(numberText(kernel.intensity, 3),
                     kernel.bound == Bound::memory ? tr("memory-bound") : tr("compute-bound"),
                     percentText(kernel.limitShare));
    if (kernel.farFromLimit()) text += tr(" Far below the limit, most of the time is spent on starting and waiting.");
    if (kernel.limitShare > 1) text += tr(" More than the limit: its data stay in the cache.");
    return text;
}

/// How large a batch is, in what the task reads.
QString samplesText(run::Task task, std::uint32_t batch) {
    const int n = pluralCount(batch);
    if (reads_table(task)) return batch ? tr("%n rows", nullptr, n) : tr("not even one row");
    if (reads_text(task)) return batch ? tr("%n sequences", nullptr, n) : tr("not even one sequence");
    return batch ? tr("%n images", nullptr, n) : tr("not even one image");
}

}  // namespace

QString modeName(run::Precision precision) {
    return QString::fromStdString(nameOf(precision));
}

SpeedBarsData speedBars(const std::vector<Throughput>& rows) {
    SpeedBarsData data;
    if (rows.empty()) return data;
    data.columns = QStringList{tr("× FP32"), tr("GFLOP/s"), tr("odd size"), QString()};
    data.tableColumns =
        QStringList{tr("operation"), tr("format"), tr("GFLOP/s"), tr("× FP32, same size"), tr("emulated")};
    for (const Throughput& row : rows) {
        const QString& name = row.name;
        if (data.groups.empty() || data.groups.back().name != name) data.groups.push_back({name, {}});
        SpeedBar bar;
        bar.precision = modeName(row.precision);
        bar.length = row.relative;
        bar.second = row.relative * row.oddShare;
        bar.emulated = row.emulated;
        bar.texts = QStringList{times(row.relative), giga(row.flopsPerSecond), percentText(row.oddShare),
                                row.emulated ? tr("emulated") : QString()};
        bar.sentence = barSentence(row);
        data.groups.back().bars.push_back(bar);
        const QString emulated = row.emulated ? tr("yes") : tr("no");
        data.tableRows.push_back({name, bar.precision, row.flopsPerSecond / 1e9, row.relative, emulated});
        if (!row.oddName.isEmpty())
            data.tableRows.push_back(
                {row.oddName, bar.precision, row.oddFlopsPerSecond / 1e9, row.oddRelative, emulated});
    }
    data.note = tr("Thin bar and “odd size”: with sizes one smaller, not multiples of 8");
    return data;
}

QString unsteadySentence(const std::vector<Measured>& measured) {
    const double ratio = unsteadiness(measured);
    if (ratio < kUnsteady) return {};
    return tr("Noisy: the device did other work too, and repetitions differ by up to %1. Smaller differences mean "
              "nothing.")
        .arg(times(ratio));
}

QString oddSentence(const std::vector<Throughput>& rows) {
    QStringList parts;
    for (const Throughput& row : rows) {
        if (row.emulated || std::isnan(row.oddShare)) continue;
        const QString what = row.kind == run::Bench::PRODUCT ? tr("the product") : tr("the convolution");
        parts << tr("%1 in %2 reaches %3").arg(what, modeName(row.precision), percentText(row.oddShare));
    }
    if (parts.isEmpty()) return {};
    return tr("Throughput with sizes one smaller, not multiples of 8, against the full size: %1.").arg(joined(parts));
}

QString emulatedSentence(const std::vector<Throughput>& rows, const Measured* step) {
    const bool any = std::any_of(rows.begin(), rows.end(), [](const Throughput& row) { return row.emulated; });
    if (!any && !(step && step->result.emulated())) return {};
    return tr(
        "Hatched figures are emulated: computed in FP32 and rounded. An emulated format says nothing about the "
        "speed of a device that has it.");
}

BarListData kernelBars(const Measured& step, const DeviceLimits& limits) {
    BarListData data;
    data.nameColumn = tr("kernel");
    data.columns = QStringList{tr("time"), tr("GFLOP/s"), tr("GB/s"), tr("of limit"), tr("bound")};
    data.tableColumns =
        QStringList{tr("kernel"), tr("calls"),       tr("seconds"),        tr("share of time"), tr("GFLOP/s"),
                    tr("GB/s"),   tr("FLOP / byte"), tr("share of limit"), tr("bound"),         tr("emulated")};
    const bool emulated = step.result.emulated();
    const std::vector<KernelFigures> kernels = kernelFigures(step.result, limits);
    for (const KernelFigures& kernel : kernels) {
        BarRow row;
        row.name = QString::fromStdString(kernel.name).replace(u'_', u' ');
        row.texts = QStringList{percentText(kernel.share), giga(kernel.flopsPerSecond), giga(kernel.bytesPerSecond),
                                percentText(kernel.limitShare), boundText(kernel.bound)};
        row.length = kernel.share / kernels.front().share;
        row.lost = emulated;  // hatched, as on the bars above
        row.sentence = kernelSentence(kernel, row.name);
        if (emulated) row.sentence += u' ' + emulatedClaim();
        row.cells = {row.name,
                     kernel.calls,
                     kernel.seconds,
                     kernel.share,
                     kernel.flopsPerSecond / 1e9,
                     kernel.bytesPerSecond / 1e9,
                     kernel.intensity,
                     kernel.limitShare,
                     boundText(kernel.bound),
                     emulated ? tr("yes") : tr("no")};
        data.rows.push_back(std::move(row));
    }
    return data;
}

QString stepSentence(const Measured& step) {
    const run::RunConfig& config = step.bench.config();
    const QString what = QString::fromStdString(describeModel(config)) + QStringLiteral(" · ") +
                         QString::fromStdString(describe(config));
    const QString time = numberText(1e3 * step.result.seconds(), 3);
    // An emulated mode shows no images per second: they would be taken for the format's.
    if (step.result.emulated())
        return tr("%1: %2 ms a step here, emulated, without histograms and shadow, timed kernel by kernel.")
            .arg(what, time);
    return tr("%1: %2 ms a step, %3 %4, without histograms and shadow, timed kernel by kernel.")
        .arg(what, time, countText(step.result.images_per_second()), inWords(rate_unit(config.task())));
}

QString limitsSentence(const DeviceLimits& limits) {
    if (!limits.known()) return {};
    return tr("Limits measured here: %1 in the fastest product for this format, %2 GB/s in copying, each the best of "
              "its repetitions (the table has medians). Below %3 FLOP per byte a kernel is memory-bound, above it "
              "compute-bound. Far below its limit it spends its time on "
              "starting and waiting; above 100 % its data stay in a cache.")
        .arg(gflops(limits.flopsPerSecond), giga(limits.bytesPerSecond), numberText(limits.ridge(), 2));
}

namespace {

/// What becomes of an operand with more bits than the unit takes.
QString operandWords(run::ProbedRounding rounding) {
    switch (rounding) {
        case run::PROBED_NONE:
            return tr("taken as they are");
        case run::PROBED_NEAREST_EVEN:
            return tr("rounded to nearest, ties to even");
        case run::PROBED_NEAREST_AWAY:
            return tr("rounded to nearest, ties away from zero");
        case run::PROBED_TRUNCATED:
            return tr("truncated");
        default:
            return tr("rounded in some other way");
    }
}

}  // namespace

QString roundingSentence(const std::vector<Measured>& measured) {
    const auto probed = std::find_if(measured.begin(), measured.end(),
                                     [](const Measured& m) { return m.bench.kind() == run::Bench::ROUNDING; });
    if (probed == measured.end() || probed->result.rounding().empty()) return {};
    QStringList nearest, truncated, other;
    QString operands;
    for (const run::RoundingProbe& probe : probed->result.rounding()) {
        QStringList& list = probe.sums() == run::PROBED_NEAREST     ? nearest
                            : probe.sums() == run::PROBED_TRUNCATED ? truncated
                                                                    : other;
        list << modeName(probe.precision());
        if (probe.has_operands())
            operands = tr(" FP32 operands of a TF32 product would be %1; Mantissa rounds them before, to nearest, ties "
                          "away from zero.")
                           .arg(operandWords(probe.operands()));
    }
    QStringList groups;
    const QString comma = QStringLiteral(", ");
    if (!nearest.isEmpty()) groups << tr("%1 to nearest").arg(nearest.join(comma));
    if (!truncated.isEmpty()) groups << tr("%1 truncated").arg(truncated.join(comma));
    if (!other.isEmpty()) groups << tr("%1 in some other way").arg(other.join(comma));
    return tr("How this device's units round the sums of a product: %1.").arg(groups.join(QStringLiteral("; "))) +
           operands;
}

MemoryByBatchData memoryByBatch(const MemoryPlans& plans, std::uint32_t batch) {
    const bool native = plans.native();
    MemoryByBatchData data;
    data.budget = plans.budget();
    data.batch = batch;
    data.peakColumn = native ? tr("native peak (B)") : tr("held here (B)");
    data.otherColumn = native ? tr("held here (B)") : tr("native peak (B)");
    std::vector<std::size_t> used;
    for (const run::MemoryCategory category : kMemoryOrder) {
        const auto index = static_cast<std::size_t>(category);
        const bool any = std::any_of(kModes.begin(), kModes.end(), [&](run::Precision mode) {
            const MemoryPoints& points = plans.points(mode);
            return std::any_of(points.begin(), points.end(), [&](const auto& p) { return p.second.by(native)[index]; });
        });
        if (!any) continue;
        used.push_back(index);
        data.categories << memoryCategoryName(category);
    }
    const bool own = !native && std::any_of(kModes.begin(), kModes.end(), [&plans](run::Precision mode) {
        const MemoryPoints& points = plans.points(mode);
        return std::any_of(points.begin(), points.end(), [](const auto& p) { return p.second.own > 0; });
    });
    if (own) data.categories << tr("the device itself");
    const std::vector<std::uint32_t> batches = plannedBatches();
    for (const run::Precision mode : kModes) {
        const MemoryPoints& points = plans.points(mode);
        BatchSeries series{modeName(mode), {}};
        for (const std::uint32_t planned : batches) {
            const auto at = points.find(planned);
            if (at == points.end()) continue;
            BatchPoint point{planned, at->second.peak(native), {}, at->second.peak(!native)};
            for (const std::size_t category : used) point.categories.push_back(at->second.by(native)[category]);
            if (own) point.categories.push_back(at->second.own);
            series.points.push_back(std::move(point));
        }
        if (!series.points.empty()) data.series.push_back(std::move(series));
    }
    return data;
}

QString paysSentence(const MemoryPlans& plans, std::uint32_t batch) {
    QStringList sentences;
    const MemoryPoints& fp32 = plans.points(run::FP32);
    const std::vector<std::uint32_t> batches = plannedBatches();
    const std::uint32_t shown = *std::min_element(batches.begin(), batches.end(), [batch](auto a, auto b) {
        const double wanted = std::log2(std::max(1u, batch));
        return std::abs(std::log2(a) - wanted) < std::abs(std::log2(b) - wanted);
    });
    // FP16 and BF16 are of one size, and then one sentence does for both.
    std::vector<std::pair<QStringList, run::Precision>> told;
    for (const run::Precision mode : {run::FP16, run::BF16}) {
        const auto same = [&](const auto& one) {
            return std::all_of(batches.begin(), batches.end(), [&](std::uint32_t b) {
                const double other = savingAt(plans.points(one.second), fp32, b);
                const double own = savingAt(plans.points(mode), fp32, b);
                return own == other || (std::isnan(own) && std::isnan(other));
            });
        };
        const auto at = std::find_if(told.begin(), told.end(), same);
        if (at != told.end()) {
            at->first << modeName(mode);
        } else if (!std::isnan(savingAt(plans.points(mode), fp32, shown))) {
            told.push_back({QStringList{modeName(mode)}, mode});
        }
    }
    for (const auto& [names, mode] : told) {
        const MemoryPoints& points = plans.points(mode);
        const auto from = paysFrom(points, fp32), worth = paysFrom(points, fp32, kWorthIt);
        if (!from) {
            sentences << tr("Stored natively, %1 would not need less memory than FP32 up to batch %2.")
                             .arg(joined(names))
                             .arg(kMostPlanned);
        } else {
            QString text = tr("Stored natively, %1 would need less memory than FP32 from batch %2 on")
                               .arg(joined(names))
                               .arg(*from);
            if (worth == from) {
                text += tr(", by more than %1.").arg(percentText(kWorthIt));
            } else if (worth) {
                text += tr(", by more than %1 from batch %2 on.").arg(percentText(kWorthIt)).arg(*worth);
            } else {
                text += tr(", but never by more than %1.").arg(percentText(kWorthIt));
            }
            sentences << text;
        }
        const double saving = savingAt(points, fp32, shown);
        QString text = tr("At batch %1 they save %2").arg(shown).arg(percentText(saving));
        if (saving == 0) text = tr("At batch %1 they save nothing").arg(shown);
        if (saving < 0) text = tr("At batch %1 they need %2 more").arg(shown).arg(percentText(-saving));
        const double fixed = fixedShare(points.at(shown));
        if (saving < kWorthIt && fixed > kDominates)
            text += tr(": %1 are master weights and optimizer state, which stay as they are").arg(percentText(fixed));
        sentences << text + u'.';
    }
    std::vector<std::pair<QString, QStringList>> problems;
    for (const run::Precision mode : kModes) {
        const QString problem = plans.problem(mode);
        if (problem.isEmpty()) continue;
        if (problems.empty() || problems.back().first != problem) problems.push_back({problem, {}});
        problems.back().second << modeName(mode);
    }
    for (const auto& [problem, names] : problems)
        sentences << (plans.setup().optimizer() == run::PHASE_CHANGE
                          ? tr("There is no plan for %1: weights that are phase-change devices do the products "
                               "themselves, and all else is FP32.")
                                .arg(joined(names))
                          : tr("%1 could not be planned: %2").arg(joined(names), problem));
    return sentences.join(u' ');
}

QString budgetSentence(const MemoryPlans& plans) {
    const run::Task task = plans.setup().task();
    std::vector<std::pair<std::uint32_t, QStringList>> answers;
    bool most = false;
    for (const run::Precision mode : kModes) {
        if (!plans.problem(mode).isEmpty()) continue;
        const auto largest = plans.largest(mode);
        if (!largest) return tr("The largest batch is being planned …");
        most = most || *largest == kLargestBatch;
        const auto same = [&](const auto& one) { return one.first == *largest; };
        const auto at = std::find_if(answers.begin(), answers.end(), same);
        if (at == answers.end()) {
            answers.push_back({*largest, QStringList{modeName(mode)}});
        } else {
            at->second << modeName(mode);
        }
    }
    if (answers.empty()) return {};
    QStringList parts;
    for (const auto& [batch, names] : answers) parts << tr("%1 %2").arg(joined(names), samplesText(task, batch));
    QString text =
        (plans.native()
             ? tr("Largest batch whose step fits, stored natively: %1.")
             : tr("Largest batch that fits on this device, evaluation, counters and the data set included: %1."))
            .arg(parts.join(QStringLiteral("; ")));
    if (most) text += tr(" %1 is the most that can be set.").arg(kLargestBatch);
    return text;
}

QString nativeSentence(const MemoryPlans& plans, std::uint32_t batch) {
    const run::NativeChoice* choice = plans.nativeChoice(batch);
    if (!choice || choice->reason().empty()) return {};
    return tr("At batch %1, %2.").arg(batch).arg(inWords(phrase_of(*choice)));
}

QString allocatedSentence(const RunModel& run, const QString& name) {
    const run::MemoryRecord* memory = run.memory();
    if (!memory || memory->arena_bytes() == 0) return {};
    QString text = tr("Allocated: the run “%1” holds %2, including evaluation, counters and shadow; the planned peak "
                      "of its step is %3.")
                       .arg(name, bytesText(memory->arena_bytes()), bytesText(memory->peak_held()));
    if (memory->scratch_bytes() > 0)
        text += u' ' +
                tr("%1 of that peak is scratch memory inside the kernels, which all runs on the device share; Live's "
                   "chart counts it as workspace, with the step's own temporary tensors.")
                    .arg(bytesText(memory->scratch_bytes()));
    if (memory->recorder_bytes() > 0)
        text +=
            u' ' + tr("Its last states, to which it can be rewound, take at most %1 of the computer's memory beside "
                      "that.")
                       .arg(bytesText(memory->recorder_bytes()));
    return text;
}

}  // namespace mantissa::ui
