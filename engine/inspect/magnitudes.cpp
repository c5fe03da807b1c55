// SPDX-License-Identifier: Apache-2.0
#include "engine/inspect/magnitudes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "engine/precision/round_once.h"

namespace mantissa {
namespace {

constexpr int lowest = -1074, binades_in_all = 1024 + 1074;

}  // namespace

std::uint64_t Binade::from_ones(int k) const {
    std::uint64_t sum = 0;
    for (auto i = static_cast<std::size_t>(k); i < ones.size(); ++i) sum += ones[i];
    return sum;
}

void Magnitudes::add(std::span<const double> numbers) {
    std::vector<Binade*> known(binades_in_all, nullptr);  // a map's nodes stay where they are
    for (const double x : numbers) {
        const std::uint64_t bits = std::bit_cast<std::uint64_t>(x) & ~(std::uint64_t{1} << 63);
        if (bits == 0) {
            ++zero;
            continue;
        }
        if (bits >= 0x7FF0000000000000u) {
            ++(bits == 0x7FF0000000000000u ? infinite : nan);
            continue;
        }
        const double magnitude = std::bit_cast<double>(bits);
        // A subnormal of FP64 becomes normal first.
        const bool tiny = bits < 0x0010000000000000u;
        const std::uint64_t normal = tiny ? std::bit_cast<std::uint64_t>(magnitude * 0x1p54) : bits;
        const int e = static_cast<int>(normal >> 52) - 1023 - (tiny ? 54 : 0);
        Binade*& binade = known[static_cast<std::size_t>(e - lowest)];
        if (!binade) binade = &binades[e];
        const std::uint64_t fraction = normal << 12;
        ++binade->count;
        binade->powers += fraction == 0 ? 1 : 0;
        ++binade->ones[static_cast<std::size_t>(std::min(std::countl_one(fraction), 24))];
        const double relative = std::bit_cast<double>((normal & 0x000FFFFFFFFFFFFFu) | 0x3FF0000000000000u);
        binade->squares += relative * relative;
        ++nonzero;
        smallest = smallest == 0 ? magnitude : std::min(smallest, magnitude);
        largest = std::max(largest, magnitude);
    }
}

double Magnitudes::norm() const {
    if (binades.empty()) return 0;
    const int top = binades.rbegin()->first;  // sums of squares relative to it neither vanish nor overflow
    double sum = 0;
    for (const auto& [e, binade] : binades) sum += std::ldexp(binade.squares, 2 * (e - top));
    return std::ldexp(std::sqrt(sum), top);
}

CastFigures cast_figures(const Magnitudes& magnitudes, const FloatFormat& format, int scale) {
    CastFigures figures;
    if (magnitudes.binades.empty()) return figures;
    const int top = magnitudes.binades.rbegin()->first;
    const int tie = format.min_subnormal_exponent() - 1;  // 2^tie lies between zero and the smallest number
    const bool tie_is_zero = rounding_of(format) == Rounding::nearest_even;
    double all = 0, lost = 0;
    for (const auto& [exponent, binade] : magnitudes.binades) {
        const int e = exponent + scale;
        const double weight = std::ldexp(1.0, 2 * (exponent - top));
        all += binade.squares * weight;
        std::uint64_t flushed = 0;
        if (e < tie) {
            flushed = binade.count;
            lost += binade.squares * weight;
        } else if (e == tie && tie_is_zero) {
            flushed = binade.powers;
            lost += static_cast<double>(binade.powers) * weight;
        }
        figures.flushed += flushed;
        if (e < format.min_exponent() - 1)
            figures.subnormal += binade.count - flushed;
        else if (e == format.min_exponent() - 1)  // its last part rounds up to the smallest normal number
            figures.subnormal += binade.count - flushed - binade.from_ones(format.fraction_bits);
        if (e > format.max_exponent())
            figures.overflow += binade.count;
        else if (e == format.max_exponent())
            figures.overflow += binade.from_ones(format.fraction_bits + 1);
    }
    figures.norm_lost = all > 0 ? std::sqrt(lost / all) : 0;
    return figures;
}

BestScale best_scale(const Magnitudes& magnitudes, const FloatFormat& format) {
    BestScale best{0, lowest_scale, highest_scale, 0, true};
    if (magnitudes.binades.empty()) return best;
    const int limit = format.max_exponent() - 2 - magnitudes.binades.rbegin()->first;
    best.fits = limit >= lowest_scale;
    best.high = std::clamp(limit, lowest_scale, highest_scale);
    best.norm_lost = cast_figures(magnitudes, format, best.high).norm_lost;
    best.low = best.high;  // a larger scale never loses more
    while (best.low > lowest_scale && cast_figures(magnitudes, format, best.low - 1).norm_lost == best.norm_lost)
        --best.low;
    best.exponent = best.low <= 0 && best.high >= 0 ? 0 : best.high < 0 ? best.high : (best.low + best.high) / 2;
    return best;
}

}  // namespace mantissa
