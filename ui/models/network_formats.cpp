// SPDX-License-Identifier: GPL-3.0-or-later
// See network_formats.h.
#include "ui/models/network_formats.h"

#include <algorithm>
#include <set>

#include "engine/base/error.h"
#include "engine/run/policy_of.h"
#include "ui/models/histogram_lookup.h"
#include "ui/models/run_model.h"
#include "ui/models/scale_story.h"

namespace mantissa::ui {
namespace {

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

const FloatFormat& wider(const FloatFormat& a, const FloatFormat& b) {
    return a.contains(b) ? a : b.contains(a) ? b : fp32;
}

bool isActivationFunction(const std::string& kind) {
    static const std::set<std::string> functions{"relu", "sigmoid", "tanh", "gelu", "gelu_tanh", "silu"};
    return functions.count(kind) > 0;
}

/// Of what multiplies, what a recipe of operands applies to: not the products of attention.
bool quantises(const std::string& kind) {
    return kind == "linear" || kind == "conv2d" || kind == "conv_transpose2d";
}

/// What each operation stores, in the order in which they run, as the engine plans it.
class Planning {
  public:
    Planning(const NetworkGraph& graph, const PrecisionPolicy& policy) : graph_(graph), policy_(policy) {
        values_.resize(graph.tensors.size());
        gradients_.resize(graph.tensors.size());
        asProduct_.resize(graph.tensors.size());
    }

    NetworkFormats formats() {
        NetworkFormats made;
        made.weight = name_of(policy_.weight);
        made.loss = name_of(policy_.reduction.format);
        made.operand.resize(graph_.operations.size());
        made.sums.resize(graph_.operations.size());
        made.recipe.resize(graph_.operations.size());
        made.weightOperand.resize(graph_.operations.size());
        made.gradientOperand.resize(graph_.operations.size());
        const LayerPolicy& first = policyOf(graph_.operations.front());
        values_[0] = first.activation == fp32 ? first.operand : first.activation;
        asProduct_[0] = true;
        for (std::size_t i = 1; i < graph_.tensors.size(); ++i)
            if (isSample(i)) values_[i] = policy_.weight;  // numbers beside the categories of a row
        for (std::size_t i = 0; i < graph_.operations.size(); ++i) {
            const GraphOperation& operation = graph_.operations[i];
            plan(operation);
            if (!operation.multiplies()) continue;
            made.operand[i] = name_of(policyOf(operation).operand);
            made.sums[i] = name_of(policyOf(operation).accumulation.format);
            const OperandRecipe* const recipe = policyOf(operation).operands;
            if (!recipe || !quantises(operation.kind)) continue;
            made.recipe[i] = recipe->title;
            made.operand[i] = name_of(recipe->input.format);
            made.weightOperand[i] = name_of(recipe->weight.format);
            made.gradientOperand[i] = name_of(recipe->gradient.format);
        }
        for (std::size_t i = 0; i < graph_.tensors.size(); ++i) {
            made.value.push_back(name_of(values_[i]));
            made.gradient.push_back(isSample(i) ? std::string() : name_of(rounded(i)));
        }
        return made;
    }

  private:
    bool isSample(std::size_t tensor) const { return graph_.tensors[tensor].producer < 0; }
    bool isConvolution(const std::string& layer) const {
        return std::any_of(graph_.operations.begin(), graph_.operations.end(), [&](const GraphOperation& one) {
            return one.layer == layer && (one.kind == "conv2d" || one.kind == "conv_transpose2d");
        });
    }
    const LayerPolicy& policyOf(const GraphOperation& one) const {
        return policy_.of(one.layer, isConvolution(one.layer));
    }

    void plan(const GraphOperation& one) {
        const LayerPolicy& own = policyOf(one);
        const std::size_t in = at(one.inputs.front());
        FloatFormat& value = values_[at(one.output)];
        FloatFormat& gradient = gradients_[at(one.output)];
        value = values_[in];
        gradient = isSample(in) ? values_[in] : gradients_[in];
        bool asProduct = asProduct_[in];
        if (one.multiplies()) {
            value = own.activation;
            gradient = own.activation_gradient;
            asProduct = true;
        } else if (one.kind == "layer_norm" || one.kind == "rms_norm") {
            value = gradient = own.norm;
            asProduct = false;
        } else if (isActivationFunction(one.kind)) {
            if (policy_.of(one.layer, false).wide_pointwise) value = gradient = fp32;
        } else if (one.kind == "add" || one.kind == "concat" || one.kind == "positions" || one.kind == "class_token") {
            for (const int other : one.inputs) value = wider(value, values_[at(other)]);
            if (one.kind == "positions" || one.kind == "class_token") value = wider(value, policy_.weight);
            const LayerPolicy& sum = policy_.of(one.layer, false);
            if ((one.kind == "add" || one.kind == "positions") && sum.sum) value = *sum.sum;
            gradient = value;
            asProduct = false;
        }
        asProduct_[at(one.output)] = asProduct;
    }

    /// A gradient is rounded to the narrower of what it is computed in and what it is stored in.
    FloatFormat rounded(std::size_t tensor) const {
        const GraphTensor& one = graph_.tensors[tensor];
        const FloatFormat& stored = gradients_[tensor];
        if (one.consumers.size() != 1 || asProduct_[tensor]) return stored;
        const GraphOperation& reader = graph_.operations[at(one.consumers.front())];
        if (!reader.multiplies()) return stored;
        const FloatFormat& computed = policyOf(reader).activation_gradient;
        return stored.contains(computed) ? computed : stored;
    }

    const NetworkGraph& graph_;
    const PrecisionPolicy& policy_;
    std::vector<FloatFormat> values_, gradients_;
    std::vector<bool> asProduct_;
};

}  // namespace

NetworkFormats plannedFormats(const NetworkGraph& graph, const run::RunConfig& config) {
    NetworkFormats made;
    made.value.resize(graph.tensors.size());
    made.gradient.resize(graph.tensors.size());
    made.operand.resize(graph.operations.size());
    made.sums.resize(graph.operations.size());
    made.recipe.resize(graph.operations.size());
    made.weightOperand.resize(graph.operations.size());
    made.gradientOperand.resize(graph.operations.size());
    if (!graph.wired || graph.operations.empty()) return made;
    try {
        return Planning(graph, policy_of(config)).formats();
    } catch (const Error&) {  // a configuration without a format: of another program's run, or of a damaged record
        return made;
    }
}

namespace {

/// With the changes up to one step and the histograms up to another one (nothing: all).
NetworkFormats formatsWith(const NetworkGraph& graph, const RunModel& run, std::optional<std::uint32_t> changes,
                           std::optional<std::uint32_t> step) {
    NetworkFormats made = plannedFormats(graph, configAt(run, changes));
    std::optional<std::uint32_t> changed;
    for (const EventMark& event : run.events())
        if (event.kind == run::EventRecord::CHANGED && (!changes || event.step <= *changes)) changed = event.step;
    const auto take = [&](std::string& format, const std::string& tensor, run::Role role) {
        const FoundHistogram found = findHistogram(run, tensor, role, step);
        if (found.histogram && (!changed || found.step > *changed)) format = found.histogram->format();
    };
    for (std::size_t i = 0; i < graph.tensors.size(); ++i) {
        take(made.value[i], graph.tensors[i].name, run::ROLE_ACTIVATION);
        take(made.gradient[i], graph.tensors[i].name, run::ROLE_ACTIVATION_GRADIENT);
    }
    for (std::size_t i = 0; i < graph.operations.size(); ++i)
        if (graph.operations[i].multiplies() && made.recipe[i].empty())
            take(made.operand[i], graph.operations[i].name + ".in", run::ROLE_ACTIVATION);
    return made;
}

/// What was changed after the step before took effect in this one.
std::uint32_t before(std::uint32_t step) {
    return step > 0 ? step - 1 : 0;
}

}  // namespace

NetworkFormats formatsAt(const NetworkGraph& graph, const RunModel& run, std::optional<std::uint32_t> step) {
    return formatsWith(graph, run, step, step);
}

NetworkFormats formatsOfStep(const NetworkGraph& graph, const RunModel& run, std::uint32_t step) {
    return formatsWith(graph, run, before(step), step);
}

std::optional<std::uint32_t> formatsChangedSince(const NetworkGraph& graph, const RunModel& run, std::uint32_t since,
                                                 std::optional<std::uint32_t> step) {
    const NetworkFormats now = plannedFormats(graph, configAt(run, step));
    if (plannedFormats(graph, configAt(run, before(since))) == now) return std::nullopt;  // as they were
    for (auto event = run.events().rbegin(); event != run.events().rend() && event->step >= since; ++event) {
        if (event->kind != run::EventRecord::CHANGED || (step && event->step > *step)) continue;
        if (plannedFormats(graph, configAt(run, before(event->step))) != now) return event->step + 1;
    }
    return std::nullopt;
}

}  // namespace mantissa::ui
