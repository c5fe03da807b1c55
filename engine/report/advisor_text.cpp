// SPDX-License-Identifier: Apache-2.0
#include "engine/report/advisor_text.h"

#include <fmt/format.h>

#include <array>

#include "engine/run/policy_of.h"

namespace mantissa {

std::string share_text(double share) {
    return english(share_phrase(share));
}

Phrase share_phrase(double share) {
    const double percent = share * 100;
    if (percent > 0 && percent < 0.01) return say("less than 0.01 %");
    if (percent < 100 && percent > 99.9) return say("more than 99.9 %");
    return fmt::format("{:.{}f} %", percent, percent >= 9.95 || percent == 0 ? 0 : percent >= 0.995 ? 1 : 2);
}

std::string byte_text(std::uint64_t bytes) {
    static constexpr std::array<const char*, 5> units{"B", "KiB", "MiB", "GiB", "TiB"};
    auto value = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; value >= 1024 && unit + 1 < units.size(); ++unit) value /= 1024;
    return fmt::format("{:.{}f} {}", value, unit == 0 || value >= 100 ? 0 : 1, units[unit]);
}

std::string count_text(std::uint64_t count) {
    std::string text = fmt::format("{}", count);
    for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
    return text;
}

std::string counted(std::uint64_t count, const std::string& noun) {
    return count_text(count) + " " + noun + (count == 1 ? "" : "s");
}

Phrase steps_phrase(std::uint64_t count) {
    return count == 1 ? say("1 step") : say("%1 steps", {count_text(count)});
}

FloatFormat run_format(const run::RunConfig& config) {
    const run::Precision precision = config.precision();
    const bool named = precision == run::FP32 || precision == run::TF32 || precision == run::FP16 ||
                       precision == run::BF16 || precision == run::CUSTOM;
    return named ? format_of(precision, config) : fp32;
}

bool has_fp32_range(const FloatFormat& format) {
    return format.exponent_bits >= fp32.exponent_bits;
}

std::uint32_t growth_interval_for(std::uint32_t total_steps) {
    const std::uint32_t most = total_steps / 6;
    std::uint32_t best = least_growth_interval;
    for (std::uint64_t power = 1; power <= most; power *= 10)
        for (const std::uint64_t step : {power, 2 * power, 5 * power})
            if (step <= most && step > best) best = static_cast<std::uint32_t>(step);
    return best;
}

}  // namespace mantissa
