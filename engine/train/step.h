// SPDX-License-Identifier: Apache-2.0
// One training step, whole: the casts and their order are in the layers, the devices below Kernels.
#pragma once

#include <span>

#include "engine/nn/parameters.h"
#include "engine/nn/pass.h"
#include "engine/train/ranks.h"

namespace mantissa {

class Step {
  public:
    Step(Device& device, Pass& pass, Parameters& parameters) : device_(device), pass_(pass), parameters_(parameters) {}

    struct Inputs {
        SampleData data;  ///< of the training split, on the device
        std::span<const std::uint32_t> indices;
        OptimizerSettings optimizer;
        ScalerSettings scaler;
        std::uint64_t seed = 0;
        std::uint32_t number = 0;  ///< steps done before this one
        bool monitored = false;    ///< also count histograms; changes no bit of the run
        Pass* shadow = nullptr;    ///< FP32 pass over the same batch and weights, on shadow steps
        ShadowTape* tape = nullptr;
        GradientCopy* copy = nullptr;  ///< keeps one gradient, to follow a number of it
        Ranks* ranks = nullptr;        ///< that the batch is divided over; none: it is one rank's
    };

    /// Sends the inputs, then enqueues forward, loss, backward, inspection and update, or lets the device replay them.
    /// Reads no device value, but for the gradients of several ranks.
    void run(const Inputs& in);

  private:
    void enqueue(const Inputs& in);
    void enqueue_backward(const Inputs& in);
    void enqueue_update();
    void send(const Inputs& in);
    void run_ranks(const Inputs& in);
    void enqueue_shadow(const Inputs& in);
    ReplayKey key_of(const Inputs& in) const;

    Device& device_;
    Pass& pass_;
    Parameters& parameters_;
};

}  // namespace mantissa
