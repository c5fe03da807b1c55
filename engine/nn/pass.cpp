// SPDX-License-Identifier: Apache-2.0
// Planning and running a network, layer by layer.
#include "engine/nn/pass.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/base/text_sizes.h"
#include "engine/nn/relu_pool.h"

namespace mantissa {

Pass::Pass(Device& device, const Network& network, const PrecisionPolicy& policy, std::int64_t batch, bool training,
           const std::string& wide_gradient)
    : device_(device), network_(network), policy_(policy), batch_(batch), training_(training) {
    plan(wide_gradient);
}

/// One step for each operation, but for those that are computed together.
void Pass::plan(const std::string& wide_gradient) {
    const auto& operations = network_.operations;
    std::vector<std::size_t> firsts;
    for (std::size_t i = 0; i < operations.size(); i += is_relu_pool(network_, i) ? 2 : 1) firsts.push_back(i);
    time_.steps = static_cast<int>(firsts.size());
    Planner planner{network_, arena_, gauges_, device_.kernels(), policy_, time_, batch_, training_, {}, wide_gradient};
    planner.values.resize(network_.tensors.size());
    for (std::size_t i = operations.size(); i-- > 0;)  // the tensor whose buffers it has
        if (planner.info(operations[i]->output).name == planner.wide_gradient && operations[i]->is_in_place(planner))
            planner.wide_gradient = planner.info(operations[i]->inputs[0]).name;

    Value& samples = planner.values.front();
    if (!network_.reads_text) samples.format = image_cast().format;
    samples.value = planner.add(network_.reads_text ? "words" : "images", MemoryCategory::activations,
                                network_.tensors.front().sample, true,
                                network_.reads_text ? DType::int32 : planner.storage_of(samples.format),
                                samples.format.bits(), time_.load(), time_.forward(0));
    images_ = samples.value;
    if (network_.numbers > 0) {
        Value& numbers = planner.values[1];
        numbers.format = policy_.weight;
        numbers.value =
            planner.add(network_.tensors[1].name, MemoryCategory::activations, network_.tensors[1].sample, true,
                        planner.storage_of(numbers.format), numbers.format.bits(), time_.load(), time_.forward(0));
        numbers_ = numbers.value;
    }
    const Objective& objective = network_.objective;
    const bool values = objective.loss == Objective::Loss::squared_error;
    labels_ = planner.add(values ? "targets" : "labels", MemoryCategory::activations,
                          objective.targets == 1 ? Shape{} : Shape{objective.targets}, true,
                          values ? DType::float32 : DType::int32, 32, time_.load(), time_.loss());

    for (const std::size_t first : firsts) {
        planner.operation = static_cast<int>(first);
        const bool pooled = is_relu_pool(network_, first);
        steps_.push_back(pooled ? plan_relu_pool(planner, first) : operations[first]->plan(planner));
        step_names_.push_back(pooled ? operations[first]->layer + " pool" : operations[first]->name);
        ++planner.step;
    }
    logits_ = planner.values.back();
    arena_.extend(logits_.value.handle, time_.loss());
    if (training_) {
        arena_.extend(logits_.gradient.handle, time_.loss());
        const TensorInfo& info = network_.tensors.back();
        logits_gradient_.slot = logits_.gradient;
        logits_gradient_.gauge = gauges_.add({info.name, info.layer, GaugeRole::activation_gradient,
                                              logits_.gradient_format, info.sample.size() * batch_});
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

PassRun Pass::run(std::int64_t samples) const {
    return {device_.kernels(), gauges_,         policy_,         arena_,
            memory_->data(),   weights_.data(), state_.data(),   devices_.empty() ? nullptr : devices_.data(),
            training_,         moves_state_,    copies_current_, samples,
            monitored_,        seed_,           step_,           tap_};
}

void Pass::send(const StepSettings& settings, std::span<const std::uint32_t> indices) {
    if (static_cast<std::int64_t>(indices.size()) > batch_)
        throw Error(ErrorCode::failed,
                    say("a batch of %1 images does not fit a pass planned for %2", {indices.size(), batch_}),
                    "Pass::send");
    inputs_.send(device_, settings, indices);
}

void Pass::load(const SampleData& data, std::span<const std::uint32_t> indices) {
    send({}, indices);
    gather(data, inputs_.indices());
}

/// Images take the format in which the first layer stores activations: FP16 networks read FP16 images. Where that is
/// FP32 they take the one in which the layer multiplies (not at random), since nobody else reads them: TF32 needs no
/// copy.
Cast Pass::image_cast() const {
    const std::string& first = network_.operations.front()->layer;
    const LayerPolicy& formats = policy_.of(first, network_.is_convolution(first));
    Cast cast;
    cast.format = formats.activation;
    if (!(formats.activation == fp32) || formats.operand_rounding == Rounding::stochastic) return cast;
    cast.format = formats.operand;
    cast.rounding = formats.operand_rounding;
    return cast;
}

void Pass::gather(const SampleData& data, std::span<const std::uint32_t> indices) {
    current_ = static_cast<std::int64_t>(indices.size());
    const PassRun now = run(current_);
    if (network_.reads_text)
        now.kernels.gather_labels(data.images, indices, now.view(images_));
    else
        now.kernels.gather_images(data.images, indices, now.view(images_), image_cast());
    if (numbers_) {
        Cast cast;
        cast.format = policy_.weight;
        now.kernels.gather_values(data.numbers, indices, now.view(numbers_), cast);
    }
    const Tensor targets = now.view(labels_);
    if (network_.objective.metric_kind == Objective::Metric::explained)
        now.kernels.gather_values(data.values, indices, targets, Cast{});
    else if (network_.objective.loss == Objective::Loss::squared_error)
        now.kernels.gather_images(data.labels, indices, targets, Cast{});
    else
        now.kernels.gather_labels(data.labels, indices, targets);
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
    if (training_ && std::any_of(network_.operations.begin(), network_.operations.end(),
                                 [](const auto& operation) { return operation->is_random(); }))
        return true;
    const auto is_random = [](const LayerPolicy& layer) { return layer.operand_rounding == Rounding::stochastic; };
    return policy_.weight_rounding == Rounding::stochastic || is_random(policy_.layer) ||
           is_random(policy_.convolution) ||
           std::any_of(policy_.overrides.begin(), policy_.overrides.end(),
                       [&](const auto& named) { return is_random(named.second); });
}

void Pass::forward() {
    const PassRun now = run(current_);
    for (const auto& step : steps_) step->forward(now);
}

void Pass::loss(const StepState* state, LossSums* sums) {
    const PassRun now = run(current_);
    Tensor logits = now.view(logits_.value), gradient = training_ ? now.view(logits_.gradient) : Tensor{},
           labels = now.view(labels_);
    Cast cast;
    if (training_) {
        cast = now.cast(logits_gradient_.gauge);
        cast.nonfinite_arguments = gauges_.nonfinite_at_reader(logits_.value_gauge);
    }
    const Objective& objective = network_.objective;
    if (objective.loss == Objective::Loss::squared_error) {
        now.kernels.squared_error(policy_.reduction, logits, labels, state, gradient, cast, sums);
    } else {
        labels.shape = Shape{labels.size()};
        logits.shape = Shape{labels.size(), objective.outputs / objective.targets};
        if (training_) gradient.shape = logits.shape;
        CrossEntropySettings settings{policy_.reduction, training_ ? objective.label_smoothing : 0};
        if (objective.counted < objective.targets) settings.ignored_label = no_label;
        now.kernels.cross_entropy(settings, logits, labels, state, gradient, cast, sums);
    }
    if (training_) now.sent(logits_gradient_);
}

void Pass::backward() {
    const PassRun now = run(current_);
    for (std::size_t i = steps_.size(); i-- > 0;) steps_[i]->backward(now);
}

std::span<const ParameterView> Pass::views(const Parameters& parameters) {
    views_.resize(network_.parameters.size());
    parameters.fill(views_, policy_, gauges_, seed_, step_, monitored_);
    const PassRun now = run(batch_);
    for (const auto& step : steps_) step->collect(now, views_);
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
    for (int i = 0; i < time_.steps; ++i) {
        const std::string& name = step_names_[static_cast<std::size_t>(i)];
        at(time_.forward(i)).name = "forward " + name;
        at(time_.backward(i)).name = "backward " + name;
    }
    for (int i = 0; i < time_.count(); ++i) {
        at(i).held = arena_.live(i, false);
        at(i).native = arena_.live(i, true);
    }
    return operations;
}

}  // namespace mantissa
