// SPDX-License-Identifier: Apache-2.0
// An operation of a network, and the same inside a pass: it asks for its buffers once, then runs forward and backward
// over them. Operations decide every cast and its place; devices below only compute.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/backend/arena.h"
#include "engine/backend/product_times.h"
#include "engine/nn/gauges.h"
#include "engine/nn/network.h"
#include "engine/nn/shadow_tape.h"

namespace mantissa {

/// The same memory as rows of `columns` numbers.
inline Tensor as_rows(Tensor t, std::int64_t columns) {
    t.shape = Shape{t.size() / columns, columns};
    return t;
}

/// A buffer in the transient segment, for a batch of up to the planned size.
struct Slot {
    int handle = -1;
    Shape sample;  ///< extents of one sample, or of the whole tensor where `per_sample` is false
    bool per_sample = true;
    DType dtype = DType::float32;
    explicit operator bool() const noexcept { return handle >= 0; }
};

/// A tensor of the network in a pass: its numbers and, in training, their gradient. An operation that works in place
/// gives its result the buffers of its input.
struct Value {
    FloatFormat format;           ///< of the stored numbers
    FloatFormat gradient_format;  ///< of the stored gradient
    Slot value;
    Slot gradient;         ///< empty for the samples, and without training
    int value_gauge = -1;  ///< of the cast that stored the value; none for the samples
    // While gradients are planned that are sums:
    int parts_planned = 0;
    int sum_gauge = -1;
};

/// Where an operation leaves the gradient of one of its inputs. An input that several operations read has a gradient
/// that is a sum: who runs backward first writes it, the others write into a buffer of their own, which is then added.
struct GradientPart {
    Slot slot;             ///< to be written, by gauge `gauge`
    int gauge = -1;        ///< -1: no gradient is wanted
    Slot sum;              ///< to which `slot` is then added; empty where `slot` holds the gradient itself
    int sum_gauge = -1;    ///< of the sum
    bool complete = true;  ///< nothing is added after this
    explicit operator bool() const noexcept { return gauge >= 0; }
};

/// Where the steps of a pass stand in time: load, forward of each, loss, backward of each, update.
struct Timeline {
    int steps = 0;
    int load() const { return 0; }
    int forward(int step) const { return 1 + step; }
    int loss() const { return 1 + steps; }
    int backward(int step) const { return 2 + steps + (steps - 1 - step); }
    int update() const { return 2 + 2 * steps; }
    int count() const { return 3 + 2 * steps; }
};

/// What operations plan with.
struct Planner {
    const Network& network;
    ArenaPlan& arena;
    Gauges& gauges;
    const Kernels& kernels;
    const PrecisionPolicy& policy;
    Timeline time;
    std::int64_t batch = 1;
    bool training = true;
    std::vector<Value> values;  ///< by tensor
    /// A tensor whose gradient is stored as FP32 whatever its format: its cast can then be left out
    /// (Gauges::set_format).
    std::string wide_gradient;
    int step = 0;       ///< that is being planned,
    int operation = 0;  ///< and the first of its operations

    int now() const { return time.forward(step); }
    /// When its backward pass runs; without training now().
    int later() const { return training ? time.backward(step) : now(); }
    const TensorInfo& info(int tensor) const { return network.tensors[static_cast<std::size_t>(tensor)]; }
    Value& value(int tensor) { return values[static_cast<std::size_t>(tensor)]; }

    /// How numbers of `format` are stored: as the device's own, unless the policy says not to.
    DType storage_of(const FloatFormat& format) const {
        return policy.native ? kernels.storage_of(format) : DType::float32;
    }
    /// The same of the gradient of the tensor `name`.
    DType gradient_storage(const std::string& name, const FloatFormat& format) const {
        return name == wide_gradient ? DType::float32 : storage_of(format);
    }
    /// A buffer for `batch` samples, or a whole tensor. `native_bits` per element on a device with native arithmetic: 0
    /// where such a device would not need it.
    Slot add(std::string name, MemoryCategory category, const Shape& sample, bool per_sample, DType dtype,
             int native_bits, int first, int last);
    /// The value of `tensor` is read until `time`.
    void keep(int tensor, int time);
    /// Whether `tensor` may be overwritten by the operation that is being planned: nothing else reads it, then or on
    /// the way back.
    bool may_overwrite(int tensor) const;
    /// Buffers for `tensor` and, in training, its gradient, in the formats of `value`.
    void new_buffers(int tensor, Value& value);
    /// `tensor` with buffers and a gauge of its own, in these formats.
    Value new_value(int tensor, const FloatFormat& format, const FloatFormat& gradient_format);
    /// The gauge of the cast that stores `tensor`'s numbers.
    int add_value_gauge(int tensor, const FloatFormat& format);
    /// The gradient that the operation being planned sends to `tensor`; nothing where none is wanted. `format`: what it
    /// is computed in, where that is narrower than the tensor's.
    GradientPart send_gradient(int tensor, const FloatFormat& format = fp32);
};

/// What operations run with.
struct PassRun {
    Kernels& kernels;
    const Gauges& gauges;
    const PrecisionPolicy& policy;
    const ArenaPlan& arena;
    std::byte* memory;           ///< of the transient segment
    const Tensor* weights;       ///< stored (master) parameters, by index
    const Tensor* state;         ///< the network's, by index
    const DevicePairs* devices;  ///< that weights are read from, by index; null where they are numbers
    bool training;               ///< a step; else an evaluation
    bool moves_state;            ///< whether this pass changes it
    bool copies_current;         ///< the working copies that collect() names hold these weights already
    std::int64_t samples;        ///< in this batch
    bool monitored;
    std::uint64_t seed;
    std::uint32_t step;
    Tap tap;  ///< sees every gradient right after its cast

    Tensor view(const Slot& slot) const;
    Cast cast(int gauge) const { return gauges.cast(gauge, monitored); }
    /// The part was written: adds it to its sum, and shows what is complete to the tap.
    void sent(const GradientPart& part) const;
};

/// What a product reads of a tensor: the tensor itself, or a copy in the format of operands where its numbers are not
/// on that format's grid already, or are stored in another way than a product takes.
class Operand {
  public:
    /// Plans to read `tensor` from now until `until`. Where the copy rounds what is no result of a product, the cast is
    /// counted, as gauge `name`.
    Operand(Planner& planner, int tensor, const LayerPolicy& formats, const std::string& name, int until);
    /// The same of a buffer that is no tensor of the network, in use from now until `until`, by gauge `gauge` (-1: not
    /// counted).
    Operand(Planner& planner, const Slot& slot, const FloatFormat& format, const LayerPolicy& formats,
            const std::string& name, int first, int last, int gauge = -1);
    Operand() = default;

    /// The numbers that multiply; makes the copy.
    Tensor read(const PassRun& run) const;

  private:
    Slot slot_, copy_;
    FloatFormat format_;
    Rounding rounding_ = Rounding::nearest_even;
    int gauge_ = -1;
};

/// A parameter that is used as it is stored: of a normalisation, or positions. Its gradient has the stored format.
class PlainParameter {
  public:
    PlainParameter() = default;
    PlainParameter(Planner& planner, int index);

    explicit operator bool() const noexcept { return index_ >= 0; }
    Tensor value(const PassRun& run) const { return index_ < 0 ? Tensor{} : run.weights[index_]; }
    Tensor gradient(const PassRun& run) const { return index_ < 0 ? Tensor{} : run.view(gradient_); }
    Cast cast(const PassRun& run) const { return index_ < 0 ? Cast{} : run.cast(gradient_gauge_); }
    /// Its gradient was written.
    void sent(const PassRun& run) const {
        if (index_ >= 0) run.tap.visit(gradient_gauge_, gradient(run));
    }
    /// As PlannedOperation::collect().
    void collect(const PassRun& run, std::span<ParameterView> parameters) const;

  private:
    int index_ = -1, gauge_ = -1, gradient_gauge_ = -1;
    Slot gradient_;
};

/// An operation with its place in one pass.
class PlannedOperation {
  public:
    virtual ~PlannedOperation() = default;
    virtual void forward(const PassRun& run) = 0;
    /// From the gradient of its output to the gradients of its parameters and of its inputs.
    virtual void backward(const PassRun& run) = 0;
    /// Fills in, by parameter index, the gradients of its parameters and the working copies that an optimizer can
    /// write, and count, with its weights: those not rounded at random. Where a weight has none, how it is counted.
    /// Only of a training pass.
    virtual void collect(const PassRun&, std::span<ParameterView>) const {}
};

/// An operation of a network: everything about it but its arithmetic, which is the devices'.
class Operation {
  public:
    std::string name;             ///< unique in the network
    std::string layer;            ///< what formats are overridden for, and a row of the pages
    std::vector<int> inputs;      ///< tensors
    int output = -1;              ///< tensor
    std::vector<int> parameters;  ///< indices into the network's
    std::vector<int> state;       ///< the same

    virtual ~Operation() = default;
    /// What people call it: "linear".
    virtual const char* kind() const noexcept = 0;
    /// Asks for buffers and gauges; called once a pass, in forward order.
    virtual std::unique_ptr<PlannedOperation> plan(Planner& planner) const = 0;
    /// Whether in this pass its result takes the place of its input, and the gradients do the same.
    virtual bool is_in_place(const Planner&) const { return false; }
    /// Whether its backward pass reads its own result, which must then stay as it is.
    virtual bool reads_output_later() const noexcept { return false; }
    /// Whether a training pass depends on its seed and step.
    virtual bool is_random() const noexcept { return false; }
    /// The shape of its products, from which a device chooses how to compute them; nothing where it has none.
    virtual std::optional<ProductShape> product(const Network&) const { return std::nullopt; }
};

}  // namespace mantissa
