// SPDX-License-Identifier: Apache-2.0
#include "engine/report/deciding_settings.h"

#include "engine/run/set_field.h"
#include "engine/run/settings.h"

namespace mantissa {

run::RunConfig deciding_settings(run::RunConfig config) {
    for (const int field :
         {run::RunConfig::kNameFieldNumber, run::RunConfig::kPresetFieldNumber, run::RunConfig::kDataFieldNumber,
          run::RunConfig::kDeviceFieldNumber, run::RunConfig::kThreadsFieldNumber, run::RunConfig::kSeedFieldNumber,
          run::RunConfig::kEvalIntervalFieldNumber, run::RunConfig::kEvalImagesFieldNumber,
          run::RunConfig::kHistogramIntervalFieldNumber, run::RunConfig::kShadowIntervalFieldNumber,
          run::RunConfig::kTrainEvalImagesFieldNumber, run::RunConfig::kCheckpointIntervalFieldNumber,
          run::RunConfig::kCastsFieldNumber})  // a name: what it sets decides
        config.GetReflection()->ClearField(&config, run::RunConfig::descriptor()->FindFieldByNumber(field));
    // A window says "as in training" where a command line leaves it out.
    if (config.eval_precision() == run::PRECISION_UNSET || config.eval_precision() == config.precision())
        config.clear_eval_precision();
    const run::RunConfig whole = config;
    for (const Setting& setting : settings())
        if (idle_because(setting.name.text, whole))
            config.GetReflection()->ClearField(&config, config_field(setting.name.text));
    if (whole.precision() == run::FP32 || whole.precision() == run::TF32) config.clear_reduction();
    return config;
}

}  // namespace mantissa
