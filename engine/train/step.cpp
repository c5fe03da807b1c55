// SPDX-License-Identifier: Apache-2.0
// The step on one screen.
#include "engine/train/step.h"

namespace mantissa {

/// The same batch and weights in FP32, every gradient held against the run's; before the update changes the weights.
void Step::run_shadow(const Inputs& in) {
    in.tape->begin_step();
    Pass& shadow = *in.shadow;
    StepState* unscaled = shadow.gauges().state();
    shadow.gauges().begin_step(device_, true);
    shadow.load(in.images, in.labels, in.indices);
    shadow.forward(parameters_.weights(), true, in.seed, in.number);
    shadow.set_tap({Tap::Mode::compare, in.tape, pass_.gauges().state(), nullptr});
    shadow.loss(unscaled, &unscaled->loss);
    shadow.backward();
}

void Step::run(const Inputs& in) {
    Gauges& gauges = pass_.gauges();
    StepState* state = gauges.state();
    gauges.begin_step(device_, in.monitored);

    pass_.load(in.images, in.labels, in.indices);
    pass_.forward(parameters_.weights(), in.monitored, in.seed, in.number, parameters_.generation());
    pass_.set_tap({in.shadow ? Tap::Mode::record : Tap::Mode::none, in.tape, nullptr, in.copy});
    pass_.loss(state, &state->loss);  // gradients contain the scale from here
    pass_.backward();
    if (in.shadow) run_shadow(in);

    Kernels& kernels = device_.kernels();
    const std::vector<ParameterView> views =
        parameters_.views(pass_.policy(), pass_.gradients(), gauges, in.seed, in.number, in.monitored, pass_.copies());
    kernels.inspect_gradients(views, state);
    kernels.update_parameters(views, in.optimizer, in.scaler, state);  // unscales, clips, updates or skips
    kernels.finish_step(in.scaler, state);
}

}  // namespace mantissa
