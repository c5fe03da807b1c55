// SPDX-License-Identifier: Apache-2.0
#include "engine/report/deciding_settings.h"

namespace mantissa {

run::RunConfig deciding_settings(run::RunConfig config) {
    for (const int field :
         {run::RunConfig::kNameFieldNumber, run::RunConfig::kPresetFieldNumber, run::RunConfig::kDataFieldNumber,
          run::RunConfig::kDeviceFieldNumber, run::RunConfig::kThreadsFieldNumber, run::RunConfig::kSeedFieldNumber,
          run::RunConfig::kEvalIntervalFieldNumber, run::RunConfig::kEvalImagesFieldNumber,
          run::RunConfig::kHistogramIntervalFieldNumber, run::RunConfig::kShadowIntervalFieldNumber,
          run::RunConfig::kTrainEvalImagesFieldNumber, run::RunConfig::kCheckpointIntervalFieldNumber})
        config.GetReflection()->ClearField(&config, run::RunConfig::descriptor()->FindFieldByNumber(field));
    // A window says "as in training" where a command line leaves it out.
    if (config.eval_precision() == run::PRECISION_UNSET || config.eval_precision() == config.precision())
        config.clear_eval_precision();
    if (config.model() == run::CNN) {
        config.clear_depth();
        config.clear_width();
        config.clear_activation();
    } else {
        config.clear_c1();
        config.clear_c2();
    }
    if (config.optimizer() != run::ADAM) {
        config.clear_beta1();
        config.clear_beta2();
        config.clear_epsilon();
    }
    if (config.optimizer() != run::SGD) config.clear_momentum();
    if (config.optimizer() != run::PHASE_CHANGE) {
        config.clear_gather_updates();
        config.clear_converters_8bit();
        config.clear_device_seconds();
    }
    if (config.scaling() != run::DYNAMIC) {
        config.clear_growth_factor();
        config.clear_backoff_factor();
        config.clear_growth_interval();
        config.clear_min_scale();
        config.clear_max_scale();
        config.clear_scaler();
        config.clear_floor_rule();
        config.clear_hysteresis();
        config.clear_hysteresis_refill();
        config.clear_overflow_tolerance();
        config.clear_late_growth();
        config.clear_delayed_scale();
        config.clear_infinite_scale();
        if (config.scaling() != run::STATIC) {
            config.clear_loss_scale();
            config.clear_check_static_scale();
        }
    } else {
        config.clear_check_static_scale();
    }
    if (config.precision() != run::CUSTOM) {
        config.clear_exponent_bits();
        config.clear_fraction_bits();
    }
    if (config.precision() == run::FP32 || config.precision() == run::TF32) {
        config.clear_master_weights();
        config.clear_optimizer_state_fp32();
        config.clear_stochastic_rounding();
        config.clear_reduction();
        if (config.layer_overrides_size() == 0) {
            config.clear_weight_gradients_fp32();
            config.clear_fp16_accumulation();
        }
    }
    return config;
}

}  // namespace mantissa
