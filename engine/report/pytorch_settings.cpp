// SPDX-License-Identifier: Apache-2.0
#include "engine/report/pytorch_settings.h"

#include <fmt/format.h>

#include "engine/report/field_text.h"
#include "engine/run/names.h"
#include "engine/run/operand_settings.h"
#include "engine/run/scaler_recipes.h"
#include "engine/run/tasks.h"

namespace mantissa {
namespace {

const char* python(bool value) {
    return value ? "True" : "False";
}

/// A number as a Python float: never "2" where "2.0" is meant.
std::string python_float(double value) {
    const std::string text = number_text(value);
    return text.find_first_of(".einN") == std::string::npos ? text + ".0" : text;
}

bool is_16_bit(const run::RunConfig& config) {
    return config.precision() == run::FP16 || config.precision() == run::BF16;
}

std::string scaler_of(const run::RunConfig& config) {
    switch (config.scaling()) {
        case run::DYNAMIC:
            return fmt::format(
                "scaler = torch.amp.GradScaler(device, init_scale={}, growth_factor={},\n"
                "                              backoff_factor={}, growth_interval={})\n",
                python_float(config.loss_scale()), python_float(config.growth_factor()),
                python_float(config.backoff_factor()), config.growth_interval());
        case run::STATIC:
            // GradScaler asserts backoff_factor < 1; the product of an FP32 scale and this factor rounds to the scale.
            return fmt::format(
                "# a static scale: it never grows, and this backoff rounds to 1 in the scale's FP32\n"
                "scaler = torch.amp.GradScaler(device, init_scale={}, backoff_factor=1 - 2**-53,\n"
                "                              growth_interval=2**31 - 1)\n",
                python_float(config.loss_scale()));
        case run::NONE:
        case run::SCALING_UNSET:  // a sheet is made of whatever a message holds
            return "scaler = torch.amp.GradScaler(device, enabled=False)\n";
        case run::Scaling_INT_MIN_SENTINEL_DO_NOT_USE_:
        case run::Scaling_INT_MAX_SENTINEL_DO_NOT_USE_:
            break;
    }
    throw no_choice("scaling");
}

}  // namespace

std::string pytorch_settings(const run::RunConfig& config) {
    const run::Precision precision = config.precision();
    const bool in_tf32 = precision == run::TF32;
    std::string out = "import torch\n\n";
    out += fmt::format("torch.backends.cuda.matmul.allow_tf32 = {}\n", python(in_tf32));
    out += fmt::format("torch.backends.cudnn.allow_tf32 = {}\n", python(in_tf32 || precision == run::PYTORCH_DEFAULT));
    if (is_16_bit(config)) {
        const char* name = precision == run::FP16 ? "fp16" : "bf16";
        out += fmt::format("torch.backends.cuda.matmul.allow_{}_reduced_precision_reduction = {}\n", name,
                           python(config.fp16_accumulation()));
    }
    out += "device = \"cuda\" if torch.cuda.is_available() else \"cpu\"\n";
    if (is_16_bit(config))
        out += fmt::format("autocast = torch.autocast(device, dtype=torch.{})\n",
                           precision == run::FP16 ? "float16" : "bfloat16");
    else
        out += "autocast = torch.autocast(device, enabled=False)\n";
    return out + scaler_of(config);
}

namespace {

/// What a loader gives, and the loss of it up to its closing bracket.
struct LoopLoss {
    const char *batch, *loss;
};

LoopLoss loss_of(run::Task task) {
    if (task == run::RECONSTRUCT) return {"images, _", "mse_loss(model(images), images"};
    if (task == run::DENOISE) return {"noisy, images", "mse_loss(model(noisy), images"};
    if (gives_values(task))
        return {"words, numbers, targets", "mse_loss(model(words, numbers).flatten(), targets.flatten()"};
    if (gives_tokens(task)) return {"tokens, labels", "cross_entropy(model(tokens).flatten(0, 1), labels.flatten()"};
    if (reads_text(task)) return {"tokens, labels", "cross_entropy(model(tokens), labels"};
    return {"images, labels", "cross_entropy(model(images), labels"};
}

}  // namespace

std::string pytorch_loop(const run::RunConfig& config) {
    const std::string smoothing =
        config.label_smoothing() > 0 ? ", label_smoothing=" + python_float(config.label_smoothing()) : "";
    const LoopLoss of = loss_of(config.task());
    std::string out = fmt::format(
        "for {} in loader:\n"
        "    optimizer.zero_grad(set_to_none=True)\n"
        "    with autocast:\n"
        "        loss = torch.nn.functional.{}{})\n"
        "    scaler.scale(loss).backward()\n",
        of.batch, of.loss, has_squared_error(config.task()) ? "" : smoothing);
    if (config.clip_norm() > 0)
        out += fmt::format(
            "    scaler.unscale_(optimizer)\n"
            "    torch.nn.utils.clip_grad_norm_(model.parameters(), {})\n",
            python_float(config.clip_norm()));
    return out +
           "    scaler.step(optimizer)\n"
           "    scaler.update()\n";
}

std::vector<Phrase> pytorch_remarks(const run::RunConfig& config) {
    std::vector<Phrase> remarks;
    const auto remark = [&](Phrase sentence) { remarks.push_back(std::move(sentence)); };
    if (config.scaling() == run::DYNAMIC && (config.min_scale() > 0 || config.max_scale() > 0))
        remark(say("GradScaler has neither a floor nor a ceiling of the scale; this configuration has one."));
    if (config.scaling() == run::DYNAMIC &&
        (config.hysteresis() > 1 || config.overflow_tolerance() > 0 || config.delayed_scale() || config.late_growth() ||
         config.infinite_scale() || config.floor_rule() != run::FLOOR_KEEPS))
        remark(say("GradScaler lowers and raises the scale by a simpler rule; this configuration has another one (%1).",
                   {scaler_phrase(config)}));
    if (config.schedule() == run::SCHEDULE_COSINE || config.warmup_steps() > 0)
        remark(config.skips_advance()
                   ? say("The learning rate has a schedule here: call scheduler.step() after each step.")
                   : say("The learning rate has a schedule here: call scheduler.step() after each step that was not "
                         "skipped."));
    if (const OperandRecipe* recipe = operands_of(config))
        remark(say("Autocast has no operands in %1: this is what stands around them.", {std::string(recipe->title)}));
    if (config.ranks() > 1)
        remark(say("%1 ranks share each batch here: in PyTorch DistributedDataParallel does that.", {config.ranks()}));
    if (config.optimizer() == run::PHASE_CHANGE) remark(say("PyTorch has no optimizer of phase-change devices."));
    if (!is_16_bit(config)) return remarks;
    std::vector<Phrase> narrow;
    if (config.norm_16bit()) narrow.push_back(say("normalisations"));
    if (config.softmax_16bit()) narrow.push_back(say("the softmax of attention"));
    if (config.residual_16bit()) narrow.push_back(say("sums of residual connections"));
    if (!narrow.empty())
        remark(say("Autocast keeps these wider than 16 bits, and this configuration does not: %1.", {listed(narrow)}));
    if (!config.master_weights())
        remark(
            say("Master weights are off here: in PyTorch that is model.to(torch.%1) without autocast, and GradScaler "
                "refuses FP16 gradients there.",
                {config.precision() == run::FP16 ? "float16" : "bfloat16"}));
    if (config.optimizer_16bit())
        remark(
            say("Updates are computed in 16 bits here: in PyTorch that is an optimizer of 16-bit parameters with "
                "foreach=False and fused=False."));
    if (config.weight_gradients_fp32())
        remark(say("Autocast rounds weight gradients to 16 bits; this configuration keeps them in FP32."));
    if (config.fp16_accumulation())
        remark(say("Sums are rounded every 16 terms here; in PyTorch cuBLAS decides how often."));
    if (config.reduction() != run::REDUCE_FP32)
        remark(say("Autocast computes softmax and loss in FP32; this configuration does not."));
    if (config.stochastic_rounding())
        remark(say("Autocast rounds the working copy to nearest; here it is stochastic."));
    if (!config.optimizer_state_fp32())
        remark(say("PyTorch's optimizers keep their state in the parameters' FP32; here it is in 16 bits."));
    if (config.layer_overrides_size() > 0)
        remark(
            say("Layers with a format of their own: wrap each in torch.autocast(device, enabled=False) or another "
                "dtype."));
    return remarks;
}

}  // namespace mantissa
