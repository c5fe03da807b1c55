// SPDX-License-Identifier: Apache-2.0
// From a run's configuration to the values that the engine computes with.
#pragma once

#include "engine/precision/loss_scaler.h"
#include "engine/precision/policy.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// The operand format of a mode. Not for PYTORCH_DEFAULT, which has two.
FloatFormat format_of(run::Precision precision, const run::RunConfig& config);

/// The policy of a complete configuration, all switches and overrides applied. Switches that mean "in the operand
/// format" (master weights off, 16-bit reductions, FP16 accumulation) change nothing in FP32 and TF32 runs.
PrecisionPolicy policy_of(const run::RunConfig& config);

/// The same with `precision` as operands: evaluation in another format.
PrecisionPolicy eval_policy_of(const run::RunConfig& config);

ScalerSettings scaler_settings_of(const run::RunConfig& config);

}  // namespace mantissa
