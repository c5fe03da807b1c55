// SPDX-License-Identifier: Apache-2.0
#include "engine/precision/operand_recipe.h"

#include <array>

namespace mantissa {

std::span<const OperandRecipe> operand_recipes() {
    static constexpr std::string_view fp8 = "arXiv 2209.05433", mx = "OCP Microscaling Formats (MX) 1.0",
                                      engine = "Transformer Engine, common/recipe", nv = "arXiv 2509.25149";
    static constexpr auto all = [](FloatFormat format) { return OperandFormat{.format = format}; };
    static constexpr auto mx_of = [](std::string_view name, std::string_view title, FloatFormat format,
                                     PowerRule power) {
        return OperandRecipe{.name = name,
                             .title = title,
                             .source = mx,
                             .scale = ScaleSource::mx_block,
                             .power = power,
                             .input = all(format),
                             .weight = all(format),
                             .gradient = all(format)};
    };
    static constexpr std::array recipes{
        OperandRecipe{.name = "fp8-unscaled",
                      .title = "FP8 without a scale",
                      .source = fp8,
                      .overflow = Overflow::special,
                      .input = all(e4m3fn),
                      .weight = all(e4m3fn),
                      .gradient = all(e5m2)},
        OperandRecipe{.name = "fp8-e5m2",
                      .title = "FP8, E5M2 without a scale",
                      .source = fp8,
                      .overflow = Overflow::special,
                      .input = all(e5m2),
                      .weight = all(e5m2),
                      .gradient = all(e5m2)},
        OperandRecipe{.name = "fp8-current",
                      .title = "FP8, current scaling",
                      .source = engine,
                      .scale = ScaleSource::current_tensor,
                      .input = all(e4m3fn),
                      .weight = all(e4m3fn),
                      .gradient = all(e5m2)},
        OperandRecipe{.name = "fp8-delayed",
                      .title = "FP8, delayed scaling",
                      .source = engine,
                      .scale = ScaleSource::delayed_tensor,
                      .input = all(e4m3fn),
                      .weight = all(e4m3fn),
                      .gradient = all(e5m2)},
        mx_of("mxfp8", "MXFP8", e4m3fn, PowerRule::up),
        mx_of("mxfp8-ocp", "MXFP8, OCP floor", e4m3fn, PowerRule::floor),
        mx_of("mxfp6-e3m2", "MXFP6, E3M2", e3m2fn, PowerRule::up),
        mx_of("mxfp6-e2m3", "MXFP6, E2M3", e2m3fn, PowerRule::up),
        mx_of("mxfp4", "MXFP4", e2m1fn, PowerRule::up),
        mx_of("mxfp4-ocp", "MXFP4, OCP floor", e2m1fn, PowerRule::floor),
        OperandRecipe{.name = "nvfp4",
                      .title = "NVFP4",
                      .source = nv,
                      .scale = ScaleSource::nvfp4_block,
                      .input = {.format = e2m1fn, .hadamard = true},
                      .weight = {.format = e2m1fn, .square_blocks = true},
                      .gradient = {.format = e2m1fn, .rounding = Rounding::stochastic, .hadamard = true}},
    };
    return recipes;
}

const OperandRecipe* operand_recipe_named(std::string_view name) {
    for (const OperandRecipe& one : operand_recipes())
        if (one.name == name) return &one;
    return nullptr;
}

}  // namespace mantissa
