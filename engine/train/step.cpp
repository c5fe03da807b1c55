// SPDX-License-Identifier: Apache-2.0
// The step on one screen.
#include "engine/train/step.h"

namespace mantissa {

void Step::run(const Inputs& in) {
    Gauges& gauges = pass_.gauges();
    StepState* state = gauges.state();
    gauges.begin_step(device_, in.monitored);

    pass_.load(in.images, in.labels, in.indices);
    pass_.forward(parameters_.weights(), in.monitored, in.seed, in.number);
    pass_.loss(state, &state->loss);  // gradients contain the scale from here
    pass_.backward();

    Kernels& kernels = device_.kernels();
    const std::vector<ParameterView> views =
        parameters_.views(pass_.policy(), pass_.gradients(), gauges, in.seed, in.number);
    kernels.inspect_gradients(views, state);
    kernels.update_parameters(views, in.optimizer, in.scaler, state);  // unscales, clips, updates or skips
    kernels.finish_step(in.scaler, state);
}

}  // namespace mantissa
