// SPDX-License-Identifier: Apache-2.0
// From a run's configuration to the values that the engine computes with.
#pragma once

#include "engine/precision/loss_scaler.h"
#include "engine/precision/policy.h"
#include "engine/precision/rank_sum.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// The operand format of a mode. Not for PYTORCH_DEFAULT, which has two.
FloatFormat format_of(run::Precision precision, const run::RunConfig& config);

/// The policy of a complete configuration, all switches and overrides applied. Switches that mean "in the operand
/// format" (master weights off, 16-bit reductions, FP16 accumulation) change nothing in FP32 and TF32 runs; those of a
/// layer (accumulation, weight gradients) hold for layers with a narrow format of their own in any run.
PrecisionPolicy policy_of(const run::RunConfig& config);

/// The same for evaluation, with its own format as operands where the configuration names one: weights are kept as the
/// training keeps them, and nothing is rounded at random.
PrecisionPolicy eval_policy_of(const run::RunConfig& config);

/// How a complete configuration sums gradients over its ranks.
RankPolicy rank_policy_of(const run::RunConfig& config);

ScalerSettings scaler_settings_of(const run::RunConfig& config);

}  // namespace mantissa
