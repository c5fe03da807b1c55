// SPDX-License-Identifier: GPL-3.0-or-later
// What another loss scale would do to a gradient, told from the histogram of its FP32 shadow. A bin is taken whole, at
// the middle of its magnitudes, 1.5 * 2^e: within a bin nothing is known. With scales that are powers of two the bins
// meet the format's flush limit exactly, so only a value on the tie itself (2^-25 in FP16) or within half a unit of the
// overflow limit can be counted wrongly. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/precision/float_format.h"
#include "engine/run/run.pb.h"

namespace mantissa::ui {

/// Magnitudes of a shadow, unscaled.
struct ShadowBins {
    int firstBin = 0;
    std::vector<std::uint64_t> counts;  ///< counts[i]: elements with floor(log2 |x|) == firstBin + i

    bool empty() const;  ///< No element at all: nothing is known, or all are zero.
    bool operator==(const ShadowBins&) const = default;
};
ShadowBins shadowBins(const run::Shadow& shadow);

/// What a scale of S·2^k would do, seen from the scale S. Shares of elements are of the shadow's nonzero elements,
/// shares of norm are L2, of the shadow's norm by its bins. All are 0 for an empty shadow.
struct ScalePreview {
    double flushed = 0;      ///< Elements that would be zero after the cast.
    double overflow = 0;     ///< Elements that would be infinite.
    double rescued = 0;      ///< Elements that are flushed at S and would be finite and nonzero.
    double given = 0;        ///< Elements that are finite and nonzero at S and would be flushed.
    double normKept = 0;     ///< Norm of the elements that would be finite and nonzero.
    double normLost = 0;     ///< Norm of the elements that would be flushed.
    double normRescued = 0;  ///< Norm of the elements counted in `rescued`.
};

/// `scale` is S, positive and finite (anything else counts as 1); `k` the bins by which the cloud is moved.
ScalePreview previewScale(const ShadowBins& shadow, const FloatFormat& format, double scale, int k);

/// Exponent n of the best power of two as loss scale: the largest with max |2^n g| not above the largest finite number,
/// wherever in the highest occupied bin it lies (but for that bin's last hundredth at most, in formats with six
/// fraction bits or more). Nothing if there is no nonzero element.
std::optional<int> bestScaleExponent(const ShadowBins& shadow, const FloatFormat& format);

/// The loss scales that a configuration may have are 2^-16 to 2^40.
inline constexpr int kLeastScaleExponent = -16;
inline constexpr int kGreatestScaleExponent = 40;

/// The best scale for a whole network: the least of its gradients' best exponents, and whose it is.
struct ScaleLimit {
    std::optional<int> exponent;  ///< nothing: no gradient that was looked at has a shadow with a nonzero element
    std::string tensor;
    run::Role role = run::ROLE_UNSET;
    double largest = 0;  ///< its largest magnitude, unscaled, where its record tells: of two in one bin it is the first

    /// Looks at one more gradient; one without a shadow changes nothing.
    void consider(const run::Histogram& histogram, const FloatFormat& format);
};

}  // namespace mantissa::ui
