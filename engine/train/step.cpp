// SPDX-License-Identifier: Apache-2.0
// The step on one screen.
#include "engine/train/step.h"

namespace mantissa {

/// The same batch and weights in FP32, every gradient held against the run's; before the update changes the weights.
void Step::enqueue_shadow(const Inputs& in) {
    in.tape->begin_step();
    Pass& shadow = *in.shadow;
    StepState* unscaled = shadow.gauges().state();
    shadow.gauges().begin_step(device_, true);
    shadow.gather(in.data, pass_.inputs().indices());
    shadow.forward();
    shadow.set_tap({Tap::Mode::compare, in.tape, pass_.gauges().state(), nullptr});
    shadow.loss(unscaled, &unscaled->loss);
    shadow.backward();
}

void Step::enqueue_backward(const Inputs& in) {
    StepState* state = pass_.gauges().state();
    pass_.gather(in.data, pass_.inputs().indices());
    pass_.forward();
    pass_.set_tap({in.shadow ? Tap::Mode::record : Tap::Mode::none, in.tape, nullptr, in.copy});
    pass_.loss(state, &state->loss);  // gradients contain the scale from here
    pass_.backward();
    if (in.shadow) enqueue_shadow(in);
}

void Step::enqueue_update() {
    StepState* state = pass_.gauges().state();
    Kernels& kernels = device_.kernels();
    const std::span<const ParameterView> views = pass_.views(parameters_);
    const StepInputs& inputs = pass_.inputs();
    kernels.inspect_gradients(views, inputs.optimizer(), inputs.scaler(), state);
    kernels.update_parameters(views, inputs.optimizer(), inputs.scaler(), state);  // unscales, clips, updates or skips
    kernels.finish_step(inputs.scaler(), state);
}

void Step::enqueue(const Inputs& in) {
    pass_.gauges().begin_step(device_, in.monitored);
    enqueue_backward(in);
    enqueue_update();
}

/// Every rank has the same weights. The first one's running statistics are the run's, as DDP hands them to the others,
/// and its share is what the shadow sees.
void Step::run_ranks(const Inputs& in) {
    StepState* state = pass_.gauges().state();
    pass_.gauges().begin_step(device_, in.monitored);
    in.ranks->begin(in.seed, in.number, in.monitored);
    for (std::uint32_t rank = in.ranks->first(); rank < in.ranks->end(); ++rank) {
        Inputs share = in;
        share.indices = in.ranks->share(in.indices, rank);
        share.seed = Ranks::seed_of(in.seed, rank);
        if (rank > 0) share.shadow = nullptr;
        send(share);
        pass_.set_state(parameters_.state(), rank == 0);
        enqueue_backward(share);
        in.ranks->take(device_, pass_.views(parameters_), state);
    }
    // an update's random numbers are those of all ranks
    pass_.set_weights(parameters_.weights(), in.monitored, in.seed, in.number, parameters_.generation());
    in.ranks->finish(device_, pass_.views(parameters_), state, pass_.gauges().flush());
    enqueue_update();
}

/// All on which enqueue() decides, and whose addresses it hands on.
ReplayKey Step::key_of(const Inputs& in) const {
    ReplayKey key;
    key.owners = {pass_.identity(), parameters_.identity()};
    if (in.shadow) key.owners.insert(key.owners.end(), {in.shadow->identity(), in.tape->identity()});
    key.traits = {
        trait_of(in.data.images), trait_of(in.data.labels), trait_of(in.data.numbers),       in.indices.size(),
        in.monitored ? 1u : 0u,   in.shadow ? 1u : 0u,      pass_.copies_current() ? 1u : 0u};
    return key;
}

void Step::send(const Inputs& in) {
    // What changes from step to step goes to the device first; the work itself is then the same again.
    pass_.send({in.optimizer, in.scaler}, in.indices);
    pass_.set_weights(parameters_.weights(), in.monitored, in.seed, in.number, parameters_.generation());
    pass_.set_state(parameters_.state(), true);
    pass_.set_devices(parameters_.devices());
    if (in.shadow) {
        in.shadow->set_weights(parameters_.weights(), true, in.seed, in.number);
        in.shadow->set_state(parameters_.state(), false);
    }
}

void Step::run(const Inputs& in) {
    if (in.ranks) return run_ranks(in);
    send(in);
    // not a copy of this step alone, or numbers of this step alone
    if (!device_.replays() || in.copy || pass_.rounds_at_random())
        enqueue(in);
    else
        device_.replay(key_of(in), [&] { enqueue(in); });
}

}  // namespace mantissa
