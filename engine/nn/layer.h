// SPDX-License-Identifier: Apache-2.0
// A layer inside a pass: it asks for its buffers once, then runs forward and backward over them. Layers decide every
// cast and its place; devices below only compute.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/backend/arena.h"
#include "engine/nn/gauges.h"
#include "engine/nn/network.h"
#include "engine/nn/shadow_tape.h"

namespace mantissa {

/// A buffer in the transient segment, for a batch of up to the planned size.
struct Slot {
    int handle = -1;
    Shape sample;  ///< extents of one image, or of the whole tensor where `per_image` is false
    bool per_image = true;
    DType dtype = DType::float32;
    explicit operator bool() const noexcept { return handle >= 0; }
};

/// What flows between two layers: the activation, and in training its gradient. A dense layer's activation function
/// changes both in place, so that its input costs no memory: its derivative is a function of its output.
struct Edge {
    std::string layer;  ///< whose output it is; empty for the images
    Shape sample;
    FloatFormat format;  ///< of the stored activation
    FloatFormat gradient_format;
    Slot value;
    Slot gradient;                             ///< empty for the images, and without training
    int value_gauge = -1;                      ///< of the cast that stored the activation; none for the images
    std::optional<ActivationKind> activation;  ///< that gave the value; who reads it takes its gradient back through it
    int argument_gradient_gauge = -1;          ///< of the cast of that
};

/// Where operations stand in time: load, forward of each layer, loss, backward of each, update.
struct Timeline {
    int layers = 0;
    int load() const { return 0; }
    int forward(int layer) const { return 1 + layer; }
    int loss() const { return 1 + layers; }
    int backward(int layer) const { return 2 + layers + (layers - 1 - layer); }
    int update() const { return 2 + 2 * layers; }
    int count() const { return 3 + 2 * layers; }
};

/// What layers plan with.
struct Planner {
    ArenaPlan& arena;
    Gauges& gauges;
    const Kernels& kernels;
    const PrecisionPolicy& policy;
    Timeline time;
    std::int64_t batch = 1;
    bool training = true;
    int layer = 0;  ///< index of the layer that is planning
    Edge edge;      ///< the current end of the network; a layer replaces or changes it

    /// How numbers of `format` are stored: as the device's own, unless the policy says not to.
    DType storage_of(const FloatFormat& format) const {
        return policy.native ? kernels.storage_of(format) : DType::float32;
    }
    /// A buffer for `batch` images, or a whole tensor. `native_bits` per element on a device with native arithmetic: 0
    /// where such a device would not need it.
    Slot add(std::string name, MemoryCategory category, const Shape& sample, bool per_image, DType dtype,
             int native_bits, int first, int last);
};

/// What layers run with.
struct PassRun {
    Kernels& kernels;
    const Gauges& gauges;
    const PrecisionPolicy& policy;
    const ArenaPlan& arena;
    std::byte* memory;      ///< of the transient segment
    const Tensor* weights;  ///< stored (master) parameters, by index
    bool copies_current;    ///< the working copies that collect() names hold these weights already
    std::int64_t images;    ///< in this batch
    bool monitored;
    std::uint64_t seed;
    std::uint32_t step;
    Tap tap;  ///< sees every gradient right after its cast

    /// Whether somebody looks at gradients that a pass over two layers would not leave in memory. Of forward passes
    /// only histograms see that: the tap that they are given may be an earlier step's.
    bool apart() const { return monitored || tap.looks(); }
    Tensor view(const Slot& slot) const;
};

class Layer {
  public:
    virtual ~Layer() = default;
    /// Asks for buffers and gauges; called once, in forward order.
    virtual void plan(Planner& planner) = 0;
    virtual void forward(const PassRun& run) = 0;
    /// From the gradient of its output to the gradients of its parameters and of its input.
    virtual void backward(const PassRun& run) = 0;
    /// Fills in, by parameter index, the gradients of its parameters and the working copies that an optimizer can
    /// write, and count, with its weights: those not rounded at random. Where a weight has none, how it is counted.
    /// Only after plan() of a training pass.
    virtual void collect(const PassRun&, std::span<ParameterView>) const {}
};

std::unique_ptr<Layer> make_dense(const LayerSpec& spec, const Network& network);
std::unique_ptr<Layer> make_conv2d(const LayerSpec& spec, const Network& network);
std::unique_ptr<Layer> make_relu_pool(const LayerSpec& spec);

}  // namespace mantissa
