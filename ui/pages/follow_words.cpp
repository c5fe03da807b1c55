// SPDX-License-Identifier: GPL-3.0-or-later
// A number's fate in words; see the header.
#include "ui/pages/follow_words.h"

#include <QStringList>
#include <cmath>

#include "ui/charts/format_text.h"
#include "ui/models/histogram_lookup.h"
#include "ui/words/tr.h"

namespace mantissa::ui {

namespace {

using Trace = run::TraceRecord;

QString named(const std::string& text) {
    return QString::fromStdString(text);
}

/// log2 of what rounds to infinity is no whole number: the value itself.
QString overflowText(const FloatFormat& format) {
    return numberText(format.overflow_threshold(), 6);
}

QString backwardComment(const Trace& trace) {
    const double exact = static_cast<double>(trace.shadow()) * static_cast<double>(trace.scale());
    if (!std::isfinite(trace.before_cast()))
        return tr("A sum of products, and one of them was infinite or NaN already.");
    if (trace.death() == Trace::BORN_ZERO)
        return tr("A sum of products that are all zero: their factors were rounded to zero earlier. In FP32 throughout "
                  "it would be %1.")
            .arg(binaryText(exact));
    if (trace.before_cast() == 0.0f) return tr("A sum of products, zero in FP32 as well: nothing was lost here.");
    const double off = std::abs(static_cast<double>(trace.before_cast()) - exact);
    if (off == 0.0) return tr("A sum of products in FP32; the casts before it changed nothing.");
    return tr("A sum of products in FP32. Without the casts before it, it would be %1: they moved it by %2.")
        .arg(binaryText(exact), exact == 0.0 ? numberText(off, 2) : percentText(off / std::abs(exact)));
}

QString castComment(const Trace& trace) {
    const FloatFormat format = formatCalled(trace.format());
    const QString name = named(trace.format());
    const double before = trace.before_cast(), after = trace.after_cast();
    if (!std::isfinite(before)) return tr("It was not finite before the cast.");
    if (format == fp32) return tr("No cast: this gradient is kept in FP32.");
    if (before != 0.0 && after == 0.0)
        return tr("Too small for %1: its smallest number is %2, and at or below the tie at %3 a number becomes zero.")
            .arg(name, powerOfTwo(format.min_subnormal_exponent()), powerOfTwo(format.min_subnormal_exponent() - 1));
    if (!std::isfinite(after))
        return tr("Too large for %1: its largest number is %2, and from %3 on a number becomes infinite.")
            .arg(name, numberText(format.max_finite(), 6), overflowText(format));
    if (after == 0.0) return tr("Zero stays zero.");
    const QString off =
        after == before ? tr("exact") : tr("off by %1").arg(percentText(std::abs((after - before) / before)));
    if (std::abs(after) < format.min_normal()) {
        const int bits = std::ilogb(after) - format.min_subnormal_exponent() + 1;
        return tr("Subnormal in %1: below %2 it keeps %3 of %4 significant bits; %5.")
            .arg(name, powerOfTwo(format.min_exponent()))
            .arg(bits)
            .arg(format.fraction_bits + 1)
            .arg(off);
    }
    return tr("A normal number of %1, with all %2 significant bits; %3.")
        .arg(name)
        .arg(format.fraction_bits + 1)
        .arg(off);
}

QString optimizerComment(const Trace& trace) {
    if (trace.death() == Trace::UPDATE_ZERO)
        return tr("The update is zero: learning rate times this value is zero even in FP32.");
    if (trace.optimizer() == "Adam")
        return tr("The update, from the running mean m = %1 and mean square v = %2: −lr · m / (√v + ε), m and v "
                  "corrected for "
                  "their start at zero.")
            .arg(numberText(trace.first_moment(), 3), numberText(trace.second_moment(), 3));
    if (trace.optimizer() == "AdamW")
        return tr("The update, from the running mean m = %1 and mean square v = %2: −lr · m / (√v + ε), m and v "
                  "corrected for their start at zero, and −lr · weight decay · weight where this weight decays.")
            .arg(numberText(trace.first_moment(), 3), numberText(trace.second_moment(), 3));
    if (trace.has_first_moment())
        return tr("The update: −lr · momentum buffer, which is %1 now.").arg(numberText(trace.first_moment(), 3));
    return tr("The update: −lr · gradient.");
}

QString storedComment(const Trace& trace) {
    const FloatFormat format = formatCalled(trace.weight_format());
    const QString from = numberText(trace.weight_before(), 8);
    if (!std::isfinite(trace.weight_after()))
        return tr("It was %1. Without loss scaling nothing is checked: the weight is inf or NaN from now on.")
            .arg(from);
    if (trace.death() != Trace::UPDATE_LOST) return tr("It was %1.").arg(from);
    const double gap = ulp(trace.weight_before(), format);
    return tr("It is still %1: the next %2 number is %3 away, and the update is only %4 of that, so it is rounded "
              "away.")
        .arg(from, named(trace.weight_format()), numberText(gap, 3),
             percentText(std::abs(static_cast<double>(trace.update())) / gap));
}

}  // namespace

QString binaryText(double value) {
    if (value == 0.0 || !std::isfinite(value)) return numberText(value);
    const int exponent = std::ilogb(value);
    return numberText(std::ldexp(value, -exponent), 4) + QStringLiteral(" · ") + powerOfTwo(exponent);
}

QString binText(int bin) {
    if (bin <= kZeroBin) return tr("exactly zero");
    return bin >= kNonfiniteBin ? tr("inf or NaN") : powerOfTwo(bin);
}

QString deathName(Trace::Death death) {
    switch (death) {
        case Trace::BORN_ZERO:
            return tr("zero before the cast");
        case Trace::FLUSHED:
            return tr("flushed to zero");
        case Trace::OVERFLOWED:
            return tr("overflowed");
        case Trace::STEP_SKIPPED:
            return tr("step skipped");
        case Trace::UPDATE_LOST:
            return tr("update lost");
        case Trace::WORKING_COPY:
            return tr("working copy unchanged");
        case Trace::PASSED_ON:
            return tr("passed on");
        case Trace::UPDATE_ZERO:
            return tr("update is zero");
        default:
            return tr("weight changed");
    }
}

QString placeText(const Trace& trace) {
    QStringList at;
    for (const std::uint32_t coordinate : trace.position()) at << QString::number(coordinate);
    return named(trace.tensor()) + u'[' + at.join(QStringLiteral(", ")) + u']';
}

QString entryText(const Trace& trace, std::uint32_t step) {
    return tr("step %1 · %2 · %3 · %4")
        .arg(step)
        .arg(placeText(trace), binaryText(trace.before_cast()), deathName(trace.death()));
}

QString headline(const Trace& trace, std::uint32_t step, bool skipped) {
    QString text;
    switch (trace.death()) {
        case Trace::BORN_ZERO:
            text = tr("It was already zero before the cast, though not in FP32: upstream underflow in a later layer.");
            break;
        case Trace::FLUSHED:
            text = tr("Its cast flushed it to zero: %1 has no number that small.").arg(named(trace.format()));
            break;
        case Trace::OVERFLOWED:
            text = trace.has_weight_after()
                       ? tr("It became infinite or NaN. Nothing checked for that, so its weight is now inf or NaN.")
                   : skipped ? tr("It became infinite or NaN, so the whole step was skipped.")
                             : tr("It became infinite or NaN. Nothing checked for that, and it was multiplied into the "
                                  "gradients that follow.");
            break;
        case Trace::STEP_SKIPPED:
            text = tr("It was finite, but another gradient was not, so the whole step was skipped.");
            break;
        case Trace::UPDATE_LOST:
            text = tr("It reached the optimizer, but its update was too small to change the stored weight.");
            break;
        case Trace::WORKING_COPY:
            text =
                tr("It changed the master weight. The %1 working copy stays the same until more such updates add up.")
                    .arg(named(trace.working_format()));
            break;
        case Trace::PASSED_ON:
            text = tr("It was not zero after its cast and was multiplied into the gradients that follow.");
            break;
        case Trace::UPDATE_ZERO:
            text = tr("The optimizer turned it into an update of zero.");
            break;
        default:
            text = tr("It changed the weight that is multiplied.");
            break;
    }
    text = tr("%1 in step %2. ").arg(placeText(trace)).arg(step) + text;
    if (!trace.from_bin())
        text += u' ' + tr("(The step had no element in the requested bin, %1: this one is from the nearest bin.)")
                           .arg(binText(trace.bin()));
    return text;
}

QString stageName(StageKind kind, const Trace& trace) {
    switch (kind) {
        case StageKind::Loss:
            return tr("Loss");
        case StageKind::Scaled:
            return tr("Loss × S");
        case StageKind::Backward:
            return tr("Backward");
        case StageKind::Cast:
            return tr("Cast to %1").arg(named(trace.format()));
        case StageKind::PassedOn:
            return tr("Passed on");
        case StageKind::Check:
            return tr("Check for inf and NaN");
        case StageKind::Unscale:
            return tr("Unscale");
        case StageKind::Clip:
            return tr("Clip");
        case StageKind::Optimizer:
            return trace.has_optimizer() ? named(trace.optimizer()) : tr("Optimizer");
        case StageKind::Stored:
            return trace.has_weight_format() ? tr("Stored weight, %1").arg(named(trace.weight_format()))
                                             : tr("Stored weight");
        case StageKind::Working:
            break;
    }
    return trace.has_working_format() ? tr("Working copy, %1").arg(named(trace.working_format())) : tr("Working copy");
}

QString stageComment(const NumberStage& stage, const Trace& trace) {
    const QString scale = scaleText(trace.scale());
    switch (stage.kind) {
        case StageKind::Loss:
            return tr("Mean loss of the batch.");
        case StageKind::Scaled:
            return trace.scale() == 1.0f ? tr("S = 1: no loss scale moves the gradients.")
                                         : tr("S = %1 makes every gradient larger by that much.").arg(scale);
        case StageKind::Backward:
            return backwardComment(trace);
        case StageKind::Cast:
            return castComment(trace);
        case StageKind::PassedOn:
            return tr(
                "It ends here: it is multiplied into the gradients of this layer's weights and of the layer before.");
        case StageKind::Check:
            return tr("A gradient of this step was infinite or NaN: no weight is changed.");
        case StageKind::Unscale:
            return stage.died ? tr("÷ %1 makes it too large for FP32.").arg(scale)
                              : tr("÷ %1 in FP32, which no longer rounds it to %2.").arg(scale, named(trace.format()));
        case StageKind::Clip:
            return trace.clip_factor() == 1.0f
                       ? tr("Not clipped; the norm of all gradients is %1.").arg(numberText(trace.gradient_norm(), 3))
                       : tr("× %1, because the norm of all gradients is %2.")
                             .arg(numberText(trace.clip_factor(), 3), numberText(trace.gradient_norm(), 3));
        case StageKind::Optimizer:
            return optimizerComment(trace);
        case StageKind::Stored:
            return storedComment(trace);
        case StageKind::Working:
            break;
    }
    const QString from = numberText(trace.working_before(), 8);
    return stage.died ? tr("Still %1: the change of the stored weight is below half the gap between %2 numbers.")
                            .arg(from, named(trace.working_format()))
                      : tr("It was %1.").arg(from);
}

WayData wayOf(const NumberStory& story, const Trace& trace) {
    WayData way;
    way.tableColumns = {tr("stage"), tr("value"), tr("format"), tr("before"), tr("what happened"), tr("why")};
    for (const NumberStage& stage : story.stages) {
        WayStage to;
        to.name = stageName(stage.kind, trace);
        const bool weight = stage.kind == StageKind::Stored || stage.kind == StageKind::Working;
        const bool loss = stage.kind == StageKind::Loss || stage.kind == StageKind::Scaled;
        to.value = weight || loss ? numberText(stage.value, weight ? 8 : 5) : binaryText(stage.value);
        to.comment = stageComment(stage, trace);
        to.died = stage.died;
        const bool last = &stage == &story.stages.back();
        if (stage.died)
            to.verdict = tr("ended here: %1").arg(deathName(trace.death()));
        else if (last)
            to.verdict = deathName(trace.death());
        to.cells = {to.name,      stage.value, stage.format.empty() ? QStringLiteral("FP32") : named(stage.format),
                    stage.before, to.verdict,  to.comment};
        way.stages.push_back(std::move(to));
    }
    QStringList rest;
    for (const StageKind kind : story.notReached) rest << stageName(kind, trace);
    if (!rest.isEmpty()) way.rest = tr("Not reached: %1.").arg(rest.join(QStringLiteral(" → ")));
    return way;
}

std::vector<NumberBitsRow> bitRowsOf(const NumberStory& story, const Trace& trace) {
    std::vector<NumberBitsRow> rows;
    for (const NumberInFormat& at : story.formats) {
        NumberBitsRow row;
        row.format = at.format;
        row.bits = at.bits;
        row.value = at.value;
        row.error = at.error;
        row.relative = at.relative;
        row.marked = name_of(at.format) == trace.format();
        rows.push_back(row);
    }
    return rows;
}

}  // namespace mantissa::ui
