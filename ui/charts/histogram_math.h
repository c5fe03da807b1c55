// SPDX-License-Identifier: GPL-3.0-or-later
// From counts to what the histogram chart shows: zones of the format, shares of the columns, the sentence. Pure
// functions.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

namespace mantissa::ui {

/// Where the target format's zones begin, as exponents of two (not necessarily whole).
struct FormatZones {
    double flushedBelow = 0.0;  ///< log2 of the magnitude up to which a value becomes zero (FP16: -25)
    double minNormal = 0.0;     ///< exponent of the smallest normal number (FP16: -14)
    double overflowFrom = 0.0;  ///< log2 of the magnitude from which a value becomes infinite (FP16: just below 16)
    bool operator==(const FormatZones&) const = default;
};

/// One tensor's magnitudes before the cast, and what the cast did.
struct HistogramData {
    QString tensor;  ///< "fc1.weight"
    QString what;    ///< plural noun for sentences: "weight gradients"
    QString format;  ///< name of the target format: "FP16"
    FormatZones zones;
    double scale = 1.0;  ///< loss scale contained in the magnitudes
    int firstBin = 0;    ///< bins[i] counts floor(log2 |x|) == firstBin + i
    std::vector<std::uint64_t> bins;
    std::uint64_t elements = 0;
    std::uint64_t zero = 0;       ///< exactly zero before the cast
    std::uint64_t flushed = 0;    ///< nonzero before, zero after
    std::uint64_t subnormal = 0;  ///< subnormal after
    std::uint64_t overflow = 0;   ///< finite before, infinite after
    std::uint64_t infinite = 0;   ///< infinite before
    std::uint64_t nan = 0;
    std::optional<std::uint64_t> starved;  ///< zero here after the cast, nonzero in FP32; nothing: not compared
    /// The same values in FP32, without the scale, where the bars lack much of them; else empty.
    int truthFirstBin = 0;
    std::vector<std::uint64_t> truth;
    bool observed = false;  ///< counted after its cast, in another program: what that flushed is among the zeros
    std::optional<std::uint64_t> lost;  ///< of updates, which are cast to nothing: nonzero, and the weight is as before
    bool operator==(const HistogramData&) const = default;

    bool empty() const { return elements == 0; }
    /// The loss scale in bins: its exponent of two, rounded.
    int scaleBins() const;
    /// How many values FP32 has at this exponent, with the scale in them.
    std::uint64_t truthAt(int exponent) const;
    /// Nonzero before the cast: what "flushed" is a share of.
    std::uint64_t nonzero() const { return elements - (zero < elements ? zero : elements); }
};

enum class Zone { Flushed, Subnormal, Normal, Overflow };

/// A zone clipped to the axis: exponents [from, to), and its name.
struct ZoneSpan {
    Zone zone = Zone::Normal;
    double from = 0.0;
    double to = 0.0;
    bool operator==(const ZoneSpan&) const = default;
};

/// The zones that are visible on an axis from `axisMin` to `axisMax`, left to right, covering it without gaps.
std::vector<ZoneSpan> zoneSpans(const FormatZones& zones, double axisMin, double axisMax);

/// Zone into which bin `exponent` falls, judged by the bin's middle on the logarithmic axis.
Zone zoneOfBin(const FormatZones& zones, int exponent);

/// Name of a zone: long ("subnormal") or short ("subn.") where space is scarce.
QString zoneName(Zone zone, bool brief);

/// A sentence on what becomes of the values in a zone of `format`.
QString zoneExplanation(Zone zone, const QString& format);

/// Exponents [min, max] of the axis: all occupied bins, FP32's too, with the scale and without it, and the format's
/// borders with room to name them where they lie within -64 to 31. Steady while training and from format to format:
/// never narrower than what FP16's borders need, and moved by 4 at a time.
struct AxisRange {
    int min = -40;
    int max = 20;
    bool operator==(const AxisRange&) const = default;
};
AxisRange histogramAxis(const HistogramData& data);

/// The sentence under the chart: "34 % of this layer's nonzero weight gradients are flushed to zero in FP16." It speaks
/// of the worst first: NaN and infinities, overflow, flushed, subnormal; then of none.
QString histogramSentence(const HistogramData& data);

}  // namespace mantissa::ui
