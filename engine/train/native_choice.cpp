// SPDX-License-Identifier: Apache-2.0
// The sums of the layers' times, and the sentence that says what was chosen and why.
#include "engine/train/native_choice.h"

#include <fmt/format.h>

#include "engine/nn/operation.h"
#include "engine/run/phrase_record.h"
#include "engine/run/policy_of.h"
#include "engine/train/ranks.h"

namespace mantissa {
namespace {

/// Times of all layers that multiply in a format of the device's own; nothing where it does not measure them.
std::optional<ProductTimes> times_of(const Device& device, const Network& network, const PrecisionPolicy& policy,
                                     std::int64_t batch) {
    ProductTimes sum;
    const DeviceCapabilities capabilities = device.capabilities();
    bool first = true;
    for (const auto& operation : network.operations) {
        std::optional<ProductShape> shape = operation->product(network);
        if (!shape) continue;
        PrecisionPolicy alone;
        alone.layer = alone.convolution = policy.of(operation->layer, network.is_convolution(operation->layer));
        shape->format = alone.layer.operand;
        shape->images = batch;
        shape->data_gradient = !first;
        first = false;
        if (!has_native_products(alone, capabilities)) continue;
        const std::optional<ProductTimes> times = device.product_times(*shape);
        if (!times) return std::nullopt;
        sum.native += times->native;
        sum.emulated += times->emulated;
    }
    return sum;
}

Phrase reason_of(const run::NativeChoice& choice) {
    const std::string& format = choice.format();
    if (choice.asked() == run::NATIVE_OFF)
        return say("%1: FP32 units with exact rounding, as the settings ask for", {format});
    if (choice.asked() == run::NATIVE_ON)
        return say("%1: the device's own %1 products, as the settings ask for", {format});
    if (choice.native_seconds() <= 0) return say("%1: the device's own %1 products", {format});
    const std::string speed = fmt::format("{:.2g}", choice.emulated_seconds() / choice.native_seconds());
    return choice.native()
               ? say("%1: this processor's %1 instructions, %2 times as fast as FP32 units with exact rounding",
                     {format, speed})
               : say("%1: FP32 units with exact rounding; this processor's %1 instructions are %2 times as fast",
                     {format, speed});
}

/// The first format of the policy that the device has as its own.
std::string native_format(const PrecisionPolicy& policy, const DeviceCapabilities& device) {
    std::vector<LayerPolicy> layers{policy.layer, policy.convolution};
    for (const auto& [name, layer] : policy.overrides) layers.push_back(layer);
    for (const LayerPolicy& layer : layers) {
        PrecisionPolicy alone;
        alone.layer = alone.convolution = layer;
        if (has_native_products(alone, device)) return name_of(layer.operand);
    }
    return "";
}

}  // namespace

std::optional<run::NativeChoice> choose_native(const Device& device, const Network& network,
                                               const run::RunConfig& config) {
    const DeviceCapabilities capabilities = device.capabilities();
    PrecisionPolicy policy = policy_of(config);
    std::int64_t batch = share_of(config);
    if (!has_native_products(policy, capabilities)) {
        policy = eval_policy_of(config);
        if (!has_native_products(policy, capabilities)) return std::nullopt;
    }
    run::NativeChoice choice;
    choice.set_format(native_format(policy, capabilities));
    choice.set_asked(config.native());
    choice.set_native(config.native() != run::NATIVE_OFF);
    if (config.native() == run::NATIVE_AUTO)
        if (const std::optional<ProductTimes> times = times_of(device, network, policy, batch)) {
            choice.set_native_seconds(times->native);
            choice.set_emulated_seconds(times->emulated);
            choice.set_native(times->native < native_share * times->emulated);
        }
    set_reason(choice, reason_of(choice));
    return choice;
}

run::RunConfig with_choice(run::RunConfig config, const std::optional<run::NativeChoice>& choice) {
    if (choice) config.set_native(choice->native() ? run::NATIVE_ON : run::NATIVE_OFF);
    return config;
}

RunPolicies policies_of(const Device& device, const Network& network, const run::RunConfig& config,
                        const std::optional<run::NativeChoice>& kept) {
    RunPolicies policies;
    policies.choice = kept ? kept : choose_native(device, network, config);
    const bool native = policies.choice ? policies.choice->native() : config.native() != run::NATIVE_OFF;
    const DeviceCapabilities capabilities = device.capabilities();
    PrecisionPolicy policy = policy_of(config);
    policy.native = native;
    policies.training = resolve(policy, capabilities);
    policies.evaluation = eval_policy_of(config);
    policies.evaluation.native = native && !policies.evaluation.quantises();
    if (policies.choice && policies.choice->asked() == run::NATIVE_AUTO) {
        policy.native = true;
        policies.training.emulated = resolve(policy, capabilities).emulated;
    }
    return policies;
}

}  // namespace mantissa
