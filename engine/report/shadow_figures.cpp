// SPDX-License-Identifier: Apache-2.0
// See shadow_figures.h. Norms come from another program: nothing is taken for granted.
#include "engine/report/shadow_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/report/advisor_text.h"

namespace mantissa {

std::optional<double> signal_to_noise_db(const run::Shadow& shadow) {
    if (!shadow.has_norm() || !shadow.has_error_norm()) return std::nullopt;
    const double signal = shadow.norm(), noise = shadow.error_norm();
    if (!std::isfinite(signal) || !std::isfinite(noise) || signal <= 0 || noise < 0) return std::nullopt;
    return 20 * std::log10(signal / noise);  // of 0: infinity
}

std::string decibel_text(double decibels) {
    if (std::isinf(decibels)) return decibels > 0 ? "∞ dB" : "-∞ dB";
    const double tenths = std::round(decibels * 10) / 10;
    return fmt::format("{:.1f} dB", tenths == 0 ? 0.0 : tenths);  // never "-0.0"
}

std::optional<double> norm_lost_share(const run::Shadow& shadow) {
    if (!std::isfinite(shadow.norm()) || !std::isfinite(shadow.norm_lost())) return std::nullopt;
    return shadow.norm() > 0 ? std::clamp(shadow.norm_lost() / shadow.norm(), 0.0, 1.0) : 0.0;
}

const GradientEvidence* last_shadow(const Evidence& evidence) {
    if (evidence.ruined) return nullptr;  // the last finite one would speak well of a run that is lost
    const auto& all = evidence.gradients;
    const auto last = std::find_if(all.rbegin(), all.rend(), [](const GradientEvidence& one) { return one.shadow; });
    return last == all.rend() ? nullptr : &*last;
}

std::string cosine_text(double cosine) {
    if (!std::isfinite(cosine)) return "–";
    const std::string text = fmt::format("{:.3f}", cosine);
    return cosine < 1 && text == "1.000" ? "> 0.999" : text;  // 0.99996 is not 1
}

std::string cosine_text(const GradientEvidence& gradients) {
    const std::string cosine = cosine_text(gradients.cosine);
    if (!gradients.signal_to_noise) return cosine;
    return fmt::format("{} ({})", cosine, decibel_text(*gradients.signal_to_noise));
}

std::string lost_text(const GradientEvidence& gradients) {
    std::string text;
    if (!gradients.lost_tensor.empty())
        text = fmt::format("{} of the norm of {} (against FP32, step {}), ", share_text(gradients.lost),
                           gradients.lost_tensor, gradients.step);
    return text + fmt::format("least cosine {} in {}", cosine_text(gradients), gradients.cosine_tensor);
}

}  // namespace mantissa
