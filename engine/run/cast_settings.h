// SPDX-License-Identifier: Apache-2.0
// The casts of other frameworks as a configuration has them: each a name for values of the switches of precision and of
// a loss scaler. There is nothing in a recipe that is not a setting of its own; engine/precision/cast_recipes.h has the
// table of operations that the values were read from.
//
//             norm    softmax  sum     inside  loss      master  state  update  scaler
//   apex-o0   (FP32 throughout, no loss scale)
//   apex-o1   FP32    FP32     widest  FP32    FP32      yes     FP32   FP32    apex-amp
//   apex-o2   16      16       16      FP32    FP32      yes     FP32   FP32    apex-amp
//   apex-o3   16      16       16      FP32    FP32      no      16     16      none
//   torch-amp FP32    FP32     widest  FP32    FP32      yes     FP32   FP32    pytorch
//   tf-amp    16      16       16      FP32    FP32      yes     FP32   FP32    tensorflow
//   keras-... 16      16       16      FP32    FP32      yes     FP32   FP32    keras3
//   half      16      16       16      FP32    results   no      16     16      none
//
// Facts, and where they were read:
// - Apex O0 to O3: cast_model_type, keep_batchnorm_fp32, master_weights and loss_scale of apex/amp/frontend.py (Apex
// lost
//   amp in May 2025). O1 casts by the lists of apex/amp/lists; O2 and O3 call .half(), O2 without BatchNorm, and both
//   cast the network's outputs to FP32 (apex/amp/_initialize.py), so that the loss is FP32. Apex amp's scaler has a
//   ceiling of 2^24.
// - torch.amp: the macros AT_FORALL_LOWER_PRECISION_FP, AT_FORALL_FP32, AT_FORALL_FP32_SET_OPT_DTYPE and
//   AT_FORALL_PROMOTE of aten/src/ATen/autocast_mode.h (PyTorch 2.15). addition is in none: PyTorch's type promotion
//   gives the widest of its inputs.
// - TF-AMP: the allow, infer, deny and clear lists of auto_mixed_precision_lists.h. In Mantissa's networks no operation
//   of the infer list follows one of the deny list but through a product, so that all of them are in 16 bits.
// - Keras: layers compute in compute_dtype; BatchNormalization and LayerNormalization cast to FP32 inside and back
//   (keras/src/layers/normalization), losses are FP32 (keras/src/losses/loss.py), and compile() wraps the optimizer in
//   a LossScaleOptimizer under mixed_float16 alone (keras/src/trainers/trainer.py).
// - .half(): kernels of PyTorch on FP16 tensors compute norms, softmax and sums in FP32 and round their results, the
//   log-probabilities of the loss too; the optimizer computes on FP16 tensors (engine/backend/optimizer_rule.h).
//
// What is the same to the bit here and needs no switch: activation functions and upsampling in FP32 (torch.amp and Apex
// O1 upsample in FP32) between two products, whose operands are rounded anyway; the mean before the last product, FP32
// in TF-AMP. Running statistics of BatchNorm have the format of the weights, as buffers of a PyTorch module have.
#pragma once

#include <span>

#include "engine/base/phrase.h"
#include "engine/precision/cast_recipes.h"
#include "engine/run/run.pb.h"

namespace mantissa {

struct CastsDescription {
    run::Casts casts;
    const CastRecipe* recipe;  ///< its row of the table
    Phrase what;               ///< what it does, one sentence
};

/// All of them, in the order of the table.
std::span<const CastsDescription> casts_descriptions();

/// Of one of them; throws Error(usage) where there is none (CASTS_OWN has none).
const CastsDescription& description_of(run::Casts casts);

/// Whether it is FP16, BF16 or custom: what recipes of casts are made for.
bool has_16_bits(run::Precision precision);

/// Every field that the recipe sets, its loss scaler's among them; of CASTS_OWN the name alone. In FP16 where
/// `precision` is unset; in BF16, and where nothing is in 16 bits, without a loss scale, as frameworks have it. Apex O0
/// is FP32.
run::RunConfig settings_of(run::Casts casts, run::Precision precision);

/// The same for a list, in English.
run::CastRecipe recipe_message(const CastsDescription& description);

/// Whether the configuration names a recipe that says something of its precision: of FP32 and TF32 only Apex O0 does.
bool other_casts(const run::RunConfig& config);

/// "Apex O2", "Apex O2, changed" where a setting is not the recipe's (but for the start and the interval of its scale,
/// which presets choose for the length of a run).
Phrase casts_phrase(const run::RunConfig& config);

/// "16, inside FP32": what a recipe does with an operation.
Phrase cast_phrase(const CastChoice& choice);

/// "product", "layer norm".
Phrase operation_phrase(OperationClass operation);

}  // namespace mantissa
