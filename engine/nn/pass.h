// SPDX-License-Identifier: Apache-2.0
// A network under one policy and one largest batch, with its memory: what a step, an evaluation or a shadow runs. The
// stored weights belong to the caller; a pass holds what depends on policy and batch (working copies, activations,
// gradients), so a live switch of either is a new pass.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/nn/operation.h"
#include "engine/nn/parameters.h"
#include "engine/nn/step_inputs.h"

namespace mantissa {

/// Live bytes by category during one operation of a step.
struct OperationMemory {
    std::string name;
    MemoryByCategory held{}, native{};
};

/// Of a split, in device memory: null what the data set has not.
struct SampleData {
    const std::uint8_t* images = nullptr;  ///< pixels, the tokens of texts, or the categories of rows
    const std::uint8_t* labels = nullptr;
    const float* numbers = nullptr;  ///< of rows, beside the categories
    const float* values = nullptr;   ///< in the place of labels
};

class Pass {
  public:
    /// Plans, without allocating: plan() alone answers questions about memory. `training` false: forward only.
    /// `wide_gradient`: as Planner has it.
    Pass(Device& device, const Network& network, const PrecisionPolicy& policy, std::int64_t batch, bool training,
         const std::string& wide_gradient = {});

    /// Allocates what was planned. Throws Error(device) where it does not fit.
    void allocate() { allocate(device_.allocate(planned_bytes())); }
    /// The same, but for what was planned in `memory`, at least planned_bytes(), which another pass may use as well: in
    /// turn, and who goes on after the other calls forget_copies() first.
    void allocate(std::shared_ptr<DeviceMemory> memory);

    std::int64_t batch() const noexcept { return batch_; }
    const PrecisionPolicy& policy() const noexcept { return policy_; }
    const Gauges& gauges() const noexcept { return gauges_; }
    Gauges& gauges() noexcept { return gauges_; }

    // First what changes from batch to batch, then what is enqueued, which may be replayed (Device::replay).

    /// Sends what the coming step reads in device memory: its settings, and the batch by indices into the data set (at
    /// most batch() of them). Where whatever is enqueued afterwards finds them: inputs().
    void send(const StepSettings& settings, std::span<const std::uint32_t> indices);
    const StepInputs& inputs() const noexcept { return inputs_; }
    /// `weights`: stored parameters by index, valid until they are set again. `step` keys stochastic rounding.
    /// `generation`: Parameters' of these weights, if every update writes the copies that views() names, or there
    /// is none in between; the
    /// working copies are then made once a generation only. 0: made anew.
    void set_weights(std::span<const Tensor> weights, bool monitored, std::uint64_t seed, std::uint32_t step,
                     std::uint64_t generation = 0);
    /// The network's state by index, valid until it is set again. `moves`: forward() changes it (a training step does,
    /// not a shadow or an evaluation).
    void set_state(std::span<const Tensor> state, bool moves) {
        state_.assign(state.begin(), state.end());
        moves_state_ = moves;
    }
    /// The devices that the weights are read from, by parameter; none: they are numbers. Valid until they are set
    /// again.
    void set_devices(std::span<const DevicePairs> devices) { devices_ = devices; }
    /// Whether forward() will take the working copies as they are.
    bool copies_current() const noexcept { return copies_current_; }
    /// The memory was used by another pass, or the weights were updated without views(): the next forward() makes the
    /// working copies anew.
    void forget_copies() noexcept { copied_generation_ = 0; }
    /// Whether what is enqueued depends on set_weights()' seed and step.
    bool rounds_at_random() const;

    /// Gathers a batch: samples and labels (or images or values to be predicted) of the data set by indices in device
    /// memory; at most batch() of them.
    void gather(const SampleData& data, std::span<const std::uint32_t> indices);
    void forward();
    /// The operations that forward() runs in turn and backward() in reverse, for whoever looks at each.
    std::size_t operations() const noexcept { return steps_.size(); }
    const std::string& operation_name(std::size_t index) const { return step_names_[index]; }
    void forward_operation(std::size_t index) { steps_[index]->forward(run(current_)); }
    void backward_operation(std::size_t index) { steps_[index]->backward(run(current_)); }
    /// Both at once, for work that is done once: send() and gather(), set_weights() and forward().
    void load(const SampleData& data, std::span<const std::uint32_t> indices);
    void forward(std::span<const Tensor> weights, bool monitored, std::uint64_t seed, std::uint32_t step,
                 std::uint64_t generation = 0) {
        set_weights(weights, monitored, seed, step, generation);
        forward();
    }
    /// What the coming loss() and backward() do with their gradients; nothing by default.
    void set_tap(const Tap& tap) noexcept { tap_ = tap; }
    /// Adds to `sums`; in training also fills the gradient of the logits, scaled by state.scaler.scale.
    void loss(const StepState* state, LossSums* sums);
    void backward();

    /// What the optimizer works on, by parameter index: `parameters` with this pass's gradients and the working copies
    /// that it writes and, in a monitored step, counts with the weights. What is random or counted is that of the last
    /// set_weights(). Valid until the next call.
    std::span<const ParameterView> views(const Parameters& parameters);
    Tensor logits() const;
    /// Of this pass's memory.
    std::weak_ptr<const void> identity() const noexcept { return identity_.ref(); }

    std::uint64_t planned_bytes() const noexcept { return arena_.size(); }
    /// Everything that allocate() takes: the plan, the counters and the inputs.
    std::uint64_t device_bytes() const noexcept;
    /// Bytes of all gradients, of activations and of parameters: what a ShadowTape copies.
    std::uint64_t gradient_bytes() const;
    std::vector<OperationMemory> memory() const;

  private:
    PassRun run(std::int64_t images) const;
    Cast image_cast() const;
    void plan(const std::string& wide_gradient);

    Device& device_;
    const Network& network_;
    PrecisionPolicy policy_;
    std::int64_t batch_;
    bool training_;
    Timeline time_;
    ArenaPlan arena_;
    Gauges gauges_;
    std::vector<std::unique_ptr<PlannedOperation>> steps_;
    std::vector<std::string> step_names_;
    Slot images_, numbers_, labels_;
    Value logits_;
    GradientPart logits_gradient_;
    std::shared_ptr<DeviceMemory> memory_;
    StepInputs inputs_;
    Identity identity_;

    std::int64_t current_ = 0;  ///< images in the loaded batch
    std::vector<Tensor> weights_, state_;
    std::span<const DevicePairs> devices_;
    bool moves_state_ = false;
    std::vector<ParameterView> views_;
    std::uint64_t copied_generation_ = 0;  ///< whose weights the working copies hold; 0: unknown
    bool copies_current_ = false;
    bool monitored_ = false;
    std::uint64_t seed_ = 0;
    std::uint32_t step_ = 0;
    Tap tap_;
};

}  // namespace mantissa
