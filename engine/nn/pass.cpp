// SPDX-License-Identifier: Apache-2.0
// Planning and running a network, layer by layer.
#include "engine/nn/pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "engine/base/error.h"

namespace mantissa {

Slot Planner::add(std::string name, MemoryCategory category, const Shape& sample, bool per_image, DType dtype,
                  int native_bits, int first, int last) {
    const auto elements = static_cast<std::uint64_t>(sample.size() * (per_image ? batch : 1));
    const std::uint64_t native =
        elements * static_cast<std::uint64_t>((native_bits + 7) / 8 == 3 ? 4 : (native_bits + 7) / 8);
    Slot slot;
    slot.handle = arena.add({std::move(name), category, elements * size_of(dtype), native, first, last});
    slot.sample = sample;
    slot.per_image = per_image;
    slot.dtype = dtype;
    return slot;
}

Tensor PassRun::view(const Slot& slot) const {
    Tensor tensor;
    tensor.data = memory + arena.offset(slot.handle);
    tensor.dtype = slot.dtype;
    if (!slot.per_image) {
        tensor.shape = slot.sample;
        return tensor;
    }
    tensor.shape.rank = slot.sample.rank + 1;
    tensor.shape[0] = images;
    for (int i = 0; i < slot.sample.rank; ++i) tensor.shape[i + 1] = slot.sample[i];
    return tensor;
}

Pass::Pass(Device& device, const Network& network, const PrecisionPolicy& policy, std::int64_t batch, bool training)
    : device_(device), network_(network), policy_(policy), batch_(batch), training_(training) {
    time_.layers = static_cast<int>(network.layers.size());
    Planner planner{arena_, gauges_, device.kernels(), policy_, time_, batch, training, 0, {}};

    Edge& edge = planner.edge;
    edge.sample = Shape{network.side, network.side, 1};
    edge.format = image_cast().format;
    edge.value = planner.add("images", MemoryCategory::activations, edge.sample, true, planner.storage_of(edge.format),
                             edge.format.bits(), time_.load(), time_.forward(0));
    images_ = edge.value;
    labels_ =
        planner.add("labels", MemoryCategory::activations, Shape{}, true, DType::int32, 32, time_.load(), time_.loss());

    for (const LayerSpec& spec : network.layers) {
        // Who reads an activation function's result takes its gradient back through it; a dense layer does.
        assert(!edge.activation || spec.kind == LayerSpec::Kind::dense);
        switch (spec.kind) {
            case LayerSpec::Kind::dense:
                layers_.push_back(make_dense(spec, network));
                break;
            case LayerSpec::Kind::convolution:
                layers_.push_back(make_conv2d(spec, network));
                break;
            case LayerSpec::Kind::relu_pool:
                layers_.push_back(make_relu_pool(spec));
                break;
        }
        layers_.back()->plan(planner);
        ++planner.layer;
    }
    logits_ = planner.edge;
    assert(!logits_.activation);
    arena_.extend(logits_.value.handle, time_.loss());
    if (training) {
        arena_.extend(logits_.gradient.handle, time_.loss());
        logits_gradient_gauge_ = gauges_.add({logits_.layer, logits_.layer, GaugeRole::activation_gradient,
                                              logits_.gradient_format, logits_.sample.size() * batch});
    }
    arena_.assign();
}

void Pass::allocate(std::shared_ptr<DeviceMemory> memory) {
    if (memory->size() < arena_.size())
        throw Error(ErrorCode::failed,
                    say("a pass of %1 bytes does not fit into %2 bytes", {arena_.size(), memory->size()}),
                    "Pass::allocate");
    memory_ = std::move(memory);
    gauges_.allocate(device_, network_.parameters.size());
    inputs_.allocate(device_, batch_);
    identity_.renew();
}

std::uint64_t Pass::device_bytes() const noexcept {
    return arena_.size() + gauges_.bytes(network_.parameters.size()) + StepInputs::bytes(batch_);
}

PassRun Pass::run(std::int64_t images) const {
    return {device_.kernels(), gauges_, policy_,    arena_, memory_->data(), weights_.data(),
            copies_current_,   images,  monitored_, seed_,  step_,           tap_};
}

void Pass::send(const StepSettings& settings, std::span<const std::uint32_t> indices) {
    if (static_cast<std::int64_t>(indices.size()) > batch_)
        throw Error(ErrorCode::failed,
                    say("a batch of %1 images does not fit a pass planned for %2", {indices.size(), batch_}),
                    "Pass::send");
    inputs_.send(device_, settings, indices);
}

void Pass::load(const std::uint8_t* images, const std::uint8_t* labels, std::span<const std::uint32_t> indices) {
    send({}, indices);
    gather(images, labels, inputs_.indices());
}

/// Images take the format in which the first layer stores activations: FP16 networks read FP16 images. Where that is
/// FP32 they take the one in which the layer multiplies (not at random), since nobody else reads them: TF32 needs no
/// copy.
Cast Pass::image_cast() const {
    const LayerSpec& first = network_.layers.front();
    const LayerPolicy& formats = policy_.of(first.name, first.kind == LayerSpec::Kind::convolution);
    Cast cast;
    cast.format = formats.activation;
    if (!(formats.activation == fp32) || formats.operand_rounding == Rounding::stochastic) return cast;
    cast.format = formats.operand;
    cast.rounding = formats.operand_rounding;
    return cast;
}

void Pass::gather(const std::uint8_t* images, const std::uint8_t* labels, std::span<const std::uint32_t> indices) {
    current_ = static_cast<std::int64_t>(indices.size());
    const PassRun now = run(current_);
    now.kernels.gather_images(images, indices, now.view(images_), image_cast());
    now.kernels.gather_labels(labels, indices, now.view(labels_));
}

void Pass::set_weights(std::span<const Tensor> weights, bool monitored, std::uint64_t seed, std::uint32_t step,
                       std::uint64_t generation) {
    copies_current_ = generation != 0 && generation == copied_generation_;
    copied_generation_ = generation;
    weights_.assign(weights.begin(), weights.end());
    monitored_ = monitored;
    seed_ = seed;
    step_ = step;
}

bool Pass::rounds_at_random() const {
    const auto is_random = [](const LayerPolicy& layer) { return layer.operand_rounding == Rounding::stochastic; };
    return policy_.weight_rounding == Rounding::stochastic || is_random(policy_.layer) ||
           is_random(policy_.convolution) ||
           std::any_of(policy_.overrides.begin(), policy_.overrides.end(),
                       [&](const auto& named) { return is_random(named.second); });
}

void Pass::forward() {
    const PassRun now = run(current_);
    for (const auto& layer : layers_) layer->forward(now);
}

void Pass::loss(const StepState* state, LossSums* sums) {
    const PassRun now = run(current_);
    const Tensor gradient = training_ ? now.view(logits_.gradient) : Tensor{};
    Cast cast;
    if (training_) {
        cast = gauges_.cast(logits_gradient_gauge_, monitored_);
        cast.nonfinite_arguments = gauges_.nonfinite_at_reader(logits_.value_gauge);
    }
    now.kernels.softmax_loss(now.view(logits_.value), now.view(labels_), policy_.reduction, state, gradient, cast,
                             sums);
    if (training_) now.tap.visit(logits_gradient_gauge_, gradient);
}

void Pass::backward() {
    const PassRun now = run(current_);
    for (std::size_t i = layers_.size(); i-- > 0;) layers_[i]->backward(now);
}

std::span<const ParameterView> Pass::views(const Parameters& parameters) {
    views_.resize(network_.parameters.size());
    parameters.fill(views_, policy_, gauges_, seed_, step_, monitored_);
    const PassRun now = run(batch_);
    for (const auto& layer : layers_) layer->collect(now, views_);
    return views_;
}

std::uint64_t Pass::gradient_bytes() const {
    std::uint64_t bytes = 0;
    for (const Gauge& gauge : gauges_.all()) {
        const DType stored = gauge.role == GaugeRole::activation_gradient && policy_.native
                                 ? device_.kernels().storage_of(gauge.format)
                                 : DType::float32;
        bytes += static_cast<std::uint64_t>(gauge.elements) * size_of(stored);
    }
    return bytes;
}

Tensor Pass::logits() const {
    return run(current_).view(logits_.value);
}

std::vector<OperationMemory> Pass::memory() const {
    std::vector<OperationMemory> operations(static_cast<std::size_t>(time_.count()));
    const auto at = [&operations](int i) -> OperationMemory& { return operations[static_cast<std::size_t>(i)]; };
    at(time_.load()).name = "load batch";
    at(time_.loss()).name = "loss";
    at(time_.update()).name = "update";
    for (int i = 0; i < time_.layers; ++i) {
        const LayerSpec& layer = network_.layers[static_cast<std::size_t>(i)];
        std::string label = layer.name;
        if (layer.kind == LayerSpec::Kind::relu_pool) label += " pool";
        at(time_.forward(i)).name = "forward " + label;
        at(time_.backward(i)).name = "backward " + label;
    }
    for (int i = 0; i < time_.count(); ++i) {
        at(i).held = arena_.live(i, false);
        at(i).native = arena_.live(i, true);
    }
    return operations;
}

}  // namespace mantissa
