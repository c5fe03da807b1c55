// SPDX-License-Identifier: Apache-2.0
// What a shadow says about a gradient, in figures. With g the run's gradient (unscaled) and g* the same one in FP32:
//   norm lost = |g* where g is zero| / |g*|        Shadow.norm_lost / Shadow.norm
//   cosine    = g·g* / (|g| |g*|)                   Shadow.cosine
//   signal to noise = 20 log10(|g*| / |g - g*|)     Shadow.norm, Shadow.error_norm
// They agree where g is g* with some elements made zero: with the share L of the norm lost, |g - g*| = L |g*| and
// |g|² = g·g* = (1 - L²) |g*|², so the cosine is sqrt(1 - L²) and the ratio -20 log10 L: 10 % lost, 0.995, 20 dB.
#pragma once

#include <optional>
#include <string>

#include "engine/report/advisor_evidence.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Signal-to-noise ratio of a gradient in decibels, FP32's being the signal and the difference to it the noise:
/// 20 log10(shadow.norm / shadow.error_norm), since the decibel is ten times the logarithm of a ratio of powers (IEC
/// 60027-3), which are squared norms. Infinite where there is no error; 0 for a gradient that is zero throughout. The
/// cosine does not see a wrong length, this does. Nothing where a norm was not recorded or is not finite, or the
/// shadow's is zero.
std::optional<double> signal_to_noise_db(const run::Shadow& shadow);

/// "12.3 dB", "∞ dB".
std::string decibel_text(double decibels);

/// Norm lost, 0 to 1: 0 where FP32's gradient is zero as well. Nothing where a norm is not finite.
std::optional<double> norm_lost_share(const run::Shadow& shadow);

/// What the last shadow said about the gradients; null where none tells, as after inf or NaN ruined the weights.
const GradientEvidence* last_shadow(const Evidence& evidence);

/// "0.104"; "> 0.999" of what is not quite 1; "–" of what is no number.
std::string cosine_text(double cosine);

/// "0.104 (3.1 dB)": the least cosine of a gradient with FP32's, and its signal-to-noise ratio where that is known.
std::string cosine_text(const GradientEvidence& gradients);

/// "98 % of the norm of fc1.weight (against FP32, step 300), least cosine 0.104 (3.1 dB) in fc1".
std::string lost_text(const GradientEvidence& gradients);

}  // namespace mantissa
