// SPDX-License-Identifier: Apache-2.0
// The histogram of one tensor's magnitudes as SVG: bars over a linear axis of exponents, the zones of the format it was
// cast to hatched and labelled, and columns of their own for zeros, flushed, overflowed and not finite elements.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/report/words.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Bars that one chart draws: what lies outside this range of exponents is drawn in its end bars.
inline constexpr int lowest_drawn_exponent = -64, highest_drawn_exponent = 31;

/// `id`: letters, digits and dashes, unique in the page. Total: a histogram from elsewhere may hold anything.
std::string svg_histogram(const run::Histogram& histogram, const std::string& id, const Words& words = {});

/// One row of its table.
struct HistogramRow {
    Phrase magnitude;  ///< "2⁻²⁴ to 2⁻²³", "zero", "flushed to zero"
    std::uint64_t count = 0;
    Phrase zone;  ///< "becomes zero", "subnormal", "normal", "overflows"; empty where the format is unknown
};

/// What the chart shows, from the smallest magnitude on, without bars that are empty at the ends.
std::vector<HistogramRow> histogram_rows(const run::Histogram& histogram);

}  // namespace mantissa
