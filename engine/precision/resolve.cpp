// SPDX-License-Identifier: Apache-2.0
// Every role of a policy against what the device can do.
#include "engine/precision/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/base/error.h"

namespace mantissa {
namespace {

bool contains(const std::vector<FloatFormat>& formats, const FloatFormat& format) {
    return std::find(formats.begin(), formats.end(), format) != formats.end();
}

void check_format(const FloatFormat& format, const std::string& role) {
    if (!fp32.contains(format) || format.exponent_bits < 2 || format.fraction_bits < 1)
        throw Error(ErrorCode::usage, say("%1 cannot be emulated in FP32", {name_of(format)}), role,
                    say("2 to 8 exponent bits and 1 to 23 fraction bits"));
}

class Resolver {
  public:
    Resolver(ResolvedPolicy& result, const DeviceCapabilities& device) : result_(result), device_(device) {}

    void layer(const LayerPolicy& policy, const std::string& prefix) {
        if (policy.operands) operands(*policy.operands, prefix);
        const bool native = is_native(policy.operand);
        add(prefix + "operand", policy.operand, native,
            native ? ""
            : contains(device_.native_operands, policy.operand)
                ? say("%1 multiplies %2 as well, but here operands are rounded to %2, multiplied and summed in FP32",
                      {device_.name, name_of(policy.operand)})
                : say("%1 has no %2 products: operands are rounded to %2, multiplied and summed in FP32",
                      {device_.name, name_of(policy.operand)}));
        if (policy.accumulation.block > 0)
            add(prefix + "accumulator", policy.accumulation.format, false,
                say("partial sums are rounded after each block of %1 terms, in the order of the terms",
                    {policy.accumulation.block}));
        else
            add(prefix + "accumulator", fp32, true, "");
        storage(prefix + "activation", policy.activation);
        storage(prefix + "activation gradient", policy.activation_gradient);
        storage(prefix + "weight gradient", policy.weight_gradient);
    }

    void operands(const OperandRecipe& recipe, const std::string& prefix) {
        const auto one = [&](const char* role, const FloatFormat& format) {
            add(prefix + role, format, false,
                say("%1: quantised and read back in FP32, multiplied and summed in FP32", {std::string(recipe.title)}));
        };
        one("quantised input", recipe.input.format);
        one("quantised weight", recipe.weight.format);
        one("quantised gradient", recipe.gradient.format);
    }

    /// A stored format: native where the device's products take it, else kept as rounded FP32 numbers.
    void storage(const std::string& role, const FloatFormat& format) {
        const bool native = is_native(format);
        add(role, format, native,
            native ? "" : say("stored on %1 as FP32 numbers rounded to %2", {device_.name, name_of(format)}));
    }

    /// What the optimizer changes: kept in FP32 memory on every device, on the grid of its format.
    void kept(const std::string& role, const FloatFormat& format) {
        const bool native = !format.is_narrow();
        add(role, format, native,
            native ? "" : say("kept as FP32 numbers, rounded to %1 at each update", {name_of(format)}));
    }

    void add(const std::string& role, const FloatFormat& format, bool native, Phrase reason) {
        check_format(format, role);
        result_.roles.push_back({role, format, format, native, std::move(reason)});
        if (!native) result_.emulated = true;
    }

  private:
    /// Whether the device takes it as its own in this policy.
    bool is_native(const FloatFormat& format) const {
        return (result_.policy.native || format == fp32) && contains(device_.native_operands, format);
    }

    ResolvedPolicy& result_;
    const DeviceCapabilities& device_;
};

bool is_native_product(const LayerPolicy& layer, const DeviceCapabilities& device) {
    return !(layer.operand == fp32) && layer.accumulation.block == 0 && contains(device.native_operands, layer.operand);
}

}  // namespace

bool has_native_products(const PrecisionPolicy& policy, const DeviceCapabilities& device) {
    if (policy.quantises()) return false;  // read back in FP32, where the device has no such products
    return is_native_product(policy.layer, device) || is_native_product(policy.convolution, device) ||
           std::any_of(policy.overrides.begin(), policy.overrides.end(),
                       [&](const auto& named) { return is_native_product(named.second, device); });
}

ResolvedPolicy resolve(const PrecisionPolicy& policy, const DeviceCapabilities& device) {
    ResolvedPolicy result;
    result.policy = policy;
    if (policy.quantises()) result.policy.native = false;
    Resolver resolver(result, device);
    resolver.layer(policy.layer, "");
    if (!(policy.convolution == policy.layer)) resolver.layer(policy.convolution, "convolution ");
    for (const auto& [name, layer] : policy.overrides) resolver.layer(layer, name + " ");
    resolver.kept("weight", policy.weight);
    resolver.kept("optimizer state", policy.optimizer_state);
    if (!(policy.optimizer == fp32))
        resolver.add("optimizer arithmetic", policy.optimizer, false,
                     say("computed in FP32, every result rounded to %1", {name_of(policy.optimizer)}));
    if (policy.reduction.format == fp32)
        resolver.add("reduction", fp32, true, "");
    else
        resolver.add("reduction", policy.reduction.format, false,
                     say("each sum is rounded to %1 after every term", {name_of(policy.reduction.format)}));
    return result;
}

}  // namespace mantissa
