// SPDX-License-Identifier: Apache-2.0
// The table of modes (README.md), and requested against effective.
#include "engine/precision/policy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/base/error.h"
#include "engine/precision/resolve.h"

namespace mantissa {
namespace {

const ResolvedRole& role(const ResolvedPolicy& resolved, const std::string& name) {
    const auto found = std::find_if(resolved.roles.begin(), resolved.roles.end(),
                                    [&](const ResolvedRole& r) { return r.role == name; });
    if (found == resolved.roles.end()) throw Error(ErrorCode::failed, "no role " + name);
    return *found;
}

TEST(Policy, TheTableOfModes) {
    struct ModeRow {
        FloatFormat operand, stored, weight_gradient;
        Rounding rounding;
    };
    for (const ModeRow& row :
         {ModeRow{fp32, fp32, fp32, Rounding::nearest_even}, ModeRow{tf32, fp32, fp32, Rounding::nearest_away},
          ModeRow{fp16, fp16, fp16, Rounding::nearest_even}, ModeRow{bf16, bf16, bf16, Rounding::nearest_even}}) {
        const PrecisionPolicy policy = mode_policy(row.operand);
        for (const LayerPolicy& layer : {policy.layer, policy.convolution}) {
            EXPECT_EQ(layer.operand, row.operand);
            EXPECT_EQ(layer.operand_rounding, row.rounding);
            EXPECT_EQ(layer.activation, row.stored);
            EXPECT_EQ(layer.activation_gradient, row.stored);
            EXPECT_EQ(layer.weight_gradient, row.weight_gradient);
            EXPECT_EQ(layer.accumulation, (Accumulation{fp32, 0}));
        }
        EXPECT_EQ(policy.weight, fp32);
        EXPECT_EQ(policy.optimizer_state, fp32);
        EXPECT_EQ(policy.reduction.format, fp32);
        EXPECT_TRUE(policy.reduction.subtract_maximum);
        EXPECT_EQ(policy.weight_rounding, Rounding::nearest_even);
    }
}

TEST(Policy, PyTorchsDefaultRoundsConvolutionsOnly) {
    const PrecisionPolicy policy = pytorch_default_policy();
    EXPECT_EQ(policy.of("fc1", false), layer_policy(fp32));
    EXPECT_EQ(policy.of("conv1", true), layer_policy(tf32));
}

TEST(Policy, OverridesWinByName) {
    PrecisionPolicy policy = mode_policy(fp16);
    policy.overrides["fc2"] = layer_policy(fp32);
    EXPECT_EQ(policy.of("fc2", false).operand, fp32);
    EXPECT_EQ(policy.of("fc2", true).operand, fp32);
    EXPECT_EQ(policy.of("fc1", false).operand, fp16);
    EXPECT_FALSE(policy == mode_policy(fp16));
}

TEST(Resolve, SaysWhatIsEmulatedAndWhy) {
    const DeviceCapabilities device{"cpu", {fp32}};
    const ResolvedPolicy native = resolve(mode_policy(fp32), device);
    EXPECT_FALSE(native.emulated);
    for (const ResolvedRole& r : native.roles) {
        EXPECT_TRUE(r.native) << r.role;
        EXPECT_EQ(r.reason, "");
        EXPECT_EQ(r.effective, fp32);
    }
    const ResolvedPolicy emulated = resolve(mode_policy(fp16), device);
    EXPECT_TRUE(emulated.emulated);
    EXPECT_EQ(emulated.policy, mode_policy(fp16)) << "emulation is exact in rounding: the formats are those asked for";
    for (const char* name : {"operand", "activation", "activation gradient", "weight gradient"}) {
        EXPECT_EQ(role(emulated, name).requested, fp16) << name;
        EXPECT_EQ(role(emulated, name).effective, fp16) << name;
        EXPECT_FALSE(role(emulated, name).native) << name;
        EXPECT_NE(english(role(emulated, name).reason), "") << name;
    }
    EXPECT_TRUE(role(emulated, "accumulator").native);
    EXPECT_TRUE(role(emulated, "weight").native);
    EXPECT_TRUE(role(emulated, "reduction").native);
}

TEST(Resolve, WhatADeviceHasItselfMayStillBeEmulated) {
    const DeviceCapabilities device{"cpu", {fp32, bf16}};
    PrecisionPolicy policy = mode_policy(bf16);
    EXPECT_TRUE(has_native_products(policy, device));
    EXPECT_FALSE(has_native_products(mode_policy(fp16), device));
    EXPECT_FALSE(has_native_products(mode_policy(fp32), device));
    policy.native = false;
    const ResolvedPolicy emulated = resolve(policy, device);
    EXPECT_TRUE(emulated.emulated);
    EXPECT_FALSE(role(emulated, "operand").native);
    EXPECT_FALSE(role(emulated, "activation").native);
    EXPECT_TRUE(role(emulated, "accumulator").native);
    EXPECT_NE(english(role(emulated, "operand").reason).find("as well"), std::string::npos);
    policy.layer.accumulation = policy.convolution.accumulation = {bf16, 16};
    EXPECT_FALSE(has_native_products(policy, device)) << "rounded partial sums are computed in FP32 everywhere";
}

TEST(Policy, AFormatOfTf32sBitsIsNoTf32) {
    const FloatFormat custom{8, 10};
    EXPECT_FALSE(custom == tf32);
    EXPECT_TRUE(custom.is_narrow());
    EXPECT_FALSE(tf32.is_narrow());
    EXPECT_EQ(name_of(custom), "E8M10");
    EXPECT_EQ(format_named("e8m10"), custom);
    EXPECT_EQ(format_named("tf32"), tf32);
    const LayerPolicy layer = layer_policy(custom);
    EXPECT_EQ(layer.operand_rounding, Rounding::nearest_even);
    EXPECT_EQ(layer.activation, custom);
    EXPECT_EQ(layer.activation_gradient, custom);
    EXPECT_EQ(layer.weight_gradient, custom);
}

TEST(Resolve, ACardWithTheFormatIsNative) {
    const DeviceCapabilities card{"cuda", {fp32, tf32, fp16, bf16}};
    for (const FloatFormat& format : {fp32, tf32, fp16, bf16})
        EXPECT_FALSE(resolve(mode_policy(format), card).emulated) << name_of(format);
}

TEST(Resolve, WeightsWithoutAMasterAndMomentsAreKeptInFp32) {
    const DeviceCapabilities card{"cuda", {fp32, bf16}};
    PrecisionPolicy policy = mode_policy(bf16);
    policy.weight = policy.optimizer_state = bf16;
    const ResolvedPolicy resolved = resolve(policy, card);
    EXPECT_TRUE(role(resolved, "operand").native);
    EXPECT_FALSE(role(resolved, "weight").native);
    EXPECT_NE(english(role(resolved, "optimizer state").reason).find("FP32"), std::string::npos);
    EXPECT_TRUE(resolved.emulated);
}

TEST(Resolve, EveryRoleOfEveryLayerOnce) {
    PrecisionPolicy policy = pytorch_default_policy();
    policy.overrides["fc1"] = layer_policy(bf16);
    policy.layer.accumulation = {fp16, 16};
    policy.reduction = {fp16, false};
    policy.weight = bf16;
    const ResolvedPolicy resolved = resolve(policy, {"cpu", {fp32}});
    std::set<std::string> names;
    for (const ResolvedRole& r : resolved.roles) EXPECT_TRUE(names.insert(r.role).second) << r.role << " twice";
    EXPECT_EQ(role(resolved, "convolution operand").requested, tf32);
    EXPECT_EQ(role(resolved, "fc1 operand").requested, bf16);
    EXPECT_EQ(role(resolved, "accumulator").requested, fp16);
    EXPECT_NE(english(role(resolved, "accumulator").reason).find("16"), std::string::npos);
    EXPECT_EQ(role(resolved, "reduction").requested, fp16);
    EXPECT_EQ(role(resolved, "weight").requested, bf16);
    EXPECT_TRUE(resolved.emulated);
}

TEST(Resolve, RefusesWhatFp32CannotHold) {
    for (const FloatFormat& format : {FloatFormat{11, 52}, FloatFormat{9, 10}, FloatFormat{5, 24}, FloatFormat{5, 0}})
        try {
            resolve(mode_policy(format), {"cpu", {fp32}});
            ADD_FAILURE() << name_of(format);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::usage);
            EXPECT_EQ(error.place(), "operand");
        }
}

}  // namespace
}  // namespace mantissa
