// SPDX-License-Identifier: Apache-2.0
#include "engine/precision/cast_recipes.h"

namespace mantissa {
namespace {

constexpr CastChoice half{CastRule::half, GraphList::none}, full{CastRule::full, GraphList::none},
    inside{CastRule::inside, GraphList::none}, widest{CastRule::widest, GraphList::none},
    as_given{CastRule::as_given, GraphList::none}, allow{CastRule::half, GraphList::allow},
    infer{CastRule::as_given, GraphList::infer}, deny{CastRule::full, GraphList::deny},
    clear{CastRule::as_given, GraphList::clear};

// Columns as OperationClass has them. In O2 and O3 the network's outputs are cast to FP32, so that a loss outside of it
// computes in FP32 (apex/amp/_initialize.py).
constexpr std::array recipes{
    CastRecipe{"apex-o0",
               "Apex O0",
               "apex/amp/frontend.py",
               {full, full, full, full, full, full, full, full, full, full, full, full},
               true,
               false},
    CastRecipe{"apex-o1",
               "Apex O1",
               "apex/amp/lists",
               {half, as_given, full, full, full, full, full, as_given, widest, as_given, full, full}},
    CastRecipe{"apex-o2",
               "Apex O2",
               "apex/amp/frontend.py",
               {half, inside, half, half, full, half, half, half, half, half, half, full}},
    CastRecipe{"apex-o3",
               "Apex O3",
               "apex/amp/frontend.py",
               {half, half, half, half, full, half, half, half, half, half, half, half},
               false,
               false},
    CastRecipe{"torch-amp",
               "torch.amp",
               "aten/src/ATen/autocast_mode.h",
               {half, as_given, full, full, full, full, full, as_given, as_given, as_given, full, full}},
    CastRecipe{"tf-amp",
               "TF-AMP",
               "tensorflow/core/grappler/optimizers/auto_mixed_precision_lists.h",
               {allow, infer, infer, infer, deny, deny, deny, infer, infer, clear, clear, full}},
    CastRecipe{"keras-mixed-float16",
               "Keras mixed_float16",
               "keras/src/layers, keras/src/losses/loss.py",
               {half, inside, inside, half, full, half, half, half, half, half, half, full}},
    CastRecipe{"half",
               ".half()",
               "torch/nn/modules/module.py",
               {half, half, half, half, half, half, half, half, half, half, half, half},
               false,
               false},
};

}  // namespace

bool differs(OperationClass operation, const CastChoice& a, const CastChoice& b) noexcept {
    const auto is_half = [](const CastChoice& choice) {
        return choice.rule == CastRule::half || choice.list == GraphList::infer;
    };
    if ((a.rule == CastRule::full) != (b.rule == CastRule::full)) return true;
    return operation == OperationClass::addition && is_half(a) != is_half(b);
}

std::span<const CastRecipe> cast_recipes() {
    return recipes;
}

}  // namespace mantissa
