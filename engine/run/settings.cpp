// SPDX-License-Identifier: Apache-2.0
// The table.
#include "engine/run/settings.h"

#include <algorithm>

#include "engine/precision/float_format.h"
#include "engine/run/cast_settings.h"
#include "engine/run/models.h"
#include "engine/run/names.h"
#include "engine/run/operand_settings.h"
#include "engine/run/optimizers.h"
#include "engine/run/scaler_recipes.h"
#include "engine/run/tasks.h"

namespace mantissa {
namespace {

bool is_narrow(run::Precision precision, const run::RunConfig& config) {
    if (precision == run::CUSTOM)
        return FloatFormat{static_cast<int>(config.exponent_bits()), static_cast<int>(config.fraction_bits())}
            .is_narrow();
    return precision == run::FP16 || precision == run::BF16;
}

/// Whether `holds` is true of the training's format or of a layer's.
template <class Holds>
bool of_any_layer(const run::RunConfig& config, const Holds& holds) {
    return holds(config.precision()) ||
           std::any_of(config.layer_overrides().begin(), config.layer_overrides().end(),
                       [&](const run::LayerOverride& one) { return holds(one.precision()); });
}

constexpr Applies always;
constexpr Applies scheduled{"--schedule cosine or --warmup-steps above 0", [](const run::RunConfig& c) {
                                return c.schedule() == run::SCHEDULE_COSINE || c.warmup_steps() > 0;
                            }};
constexpr Applies classes{"a --task of classes", [](const run::RunConfig& c) { return !has_squared_error(c.task()); }};
constexpr Applies images{"a --task of images", [](const run::RunConfig& c) { return !reads_words(c.task()); }};
constexpr Applies values{"--task regress", [](const run::RunConfig& c) { return gives_values(c.task()); }};
constexpr Applies any_scale{"--scaling static or dynamic",
                            [](const run::RunConfig& c) { return c.scaling() != run::NONE; }};
constexpr Applies static_scale{"--scaling static", [](const run::RunConfig& c) { return c.scaling() == run::STATIC; }};
constexpr Applies dynamic_scale{"--scaling dynamic",
                                [](const run::RunConfig& c) { return c.scaling() == run::DYNAMIC; }};
constexpr Applies narrow_operands{"--precision fp16, bf16 or custom", [](const run::RunConfig& c) {
                                      return of_any_layer(c, [&](run::Precision p) { return is_narrow(p, c); });
                                  }};
constexpr Applies narrow_weights{"--precision fp16, bf16 or custom",
                                 [](const run::RunConfig& c) { return is_narrow(c.precision(), c); }};
constexpr Applies custom_format{"--precision custom", [](const run::RunConfig& c) {
                                    return c.eval_precision() == run::CUSTOM ||
                                           (c.ranks() > 1 && c.rank_format() == run::CUSTOM) ||
                                           of_any_layer(c, [](run::Precision p) { return p == run::CUSTOM; });
                                }};
constexpr Applies scaled_attention{"--attention-scaling on",
                                   [](const run::RunConfig& c) { return c.attention_scaling(); }};
constexpr Applies ranks{"--ranks above 1", [](const run::RunConfig& c) { return c.ranks() > 1; }};
constexpr Applies narrow_sum{"--ranks above 1 and --rank-format fp16, bf16 or custom",
                             [](const run::RunConfig& c) { return c.ranks() > 1 && is_narrow(c.rank_format(), c); }};
constexpr Applies ring{"--ranks above 1 and --rank-order ring",
                       [](const run::RunConfig& c) { return c.ranks() > 1 && c.rank_order() == run::ORDER_RING; }};
constexpr Applies live_evaluations{"an --eval-interval above 0",
                                   [](const run::RunConfig& c) { return c.eval_interval() > 0; }};

std::string scaler_help() {
    std::string lines = "dynamic: sets all of the following as a framework has them:";
    for (const ScalerRecipe& one : scaler_recipes())
        lines += "\n" + flag_name(*run::Scaler_descriptor()->FindValueByNumber(one.scaler)) + " (" + one.source +
                 "): " + english(one.what);
    return lines;
}

std::string casts_help() {
    std::string lines =
        "sets all switches of precision and loss scaling as a framework has them, in FP16 unless --precision says "
        "bf16 or custom; own: nobody's:";
    for (const CastsDescription& one : casts_descriptions())
        lines += "\n" + flag_name(*run::Casts_descriptor()->FindValueByNumber(one.casts)) + " (" +
                 std::string(one.recipe->source) + "): " + english(one.what);
    return lines;
}

std::string operands_help() {
    std::string lines =
        "in which eight or fewer bits linear operations and convolutions multiply, summed in FP32 and exactly emulated "
        "on the processor; sets BF16 for all else, FP32 master weights and no loss scale; none: as --precision says:";
    for (const OperandsDescription& one : operands_descriptions())
        lines +=
            "\n" + std::string(one.recipe->name) + " (" + std::string(one.recipe->source) + "): " + english(one.what);
    return lines;
}

std::vector<Setting> make_settings() {
    constexpr const char *the_run = run_settings, *network = network_settings, *training = training_settings,
                         *precision = precision_settings, *scaling = scaling_settings, *ranked = ranks_settings,
                         *watching = watching_settings;
    constexpr bool live = true, next_run = false;
    // field, group of --help, default, range, when, what it depends on, words of --help, words of the window
    return {
        // clang-format off
        {say("name"), the_run, "", {}, live, always, "what you call the run", {say("name")}},
        {say("device"), the_run, "cpu", {}, next_run, always,
         "cpu, cuda (the first card; cuda:1 the second) or reference", {say("device")}},
        {say("threads"), the_run, "0", {0, 1024}, next_run, always, "threads of the processor; 0: one per core",
         {say("threads")}},
        {say("native"), the_run, "auto", {}, live, always,
         "products in a format that the device multiplies itself: on (its own instructions), off (in FP32, "
         "operands rounded), auto (what is measured to be faster)", {say("native")}},
        {say("seed"), the_run, "1", {}, next_run, always, "of initial weights and batch order", {say("seed")}},
        {say("one_ulp"), the_run, "off", {}, next_run, always,
         "a control: every initial weight moved to the next number away from zero", {say("control, moved by one ulp")}},
        {say("model"), network, "mlp", {}, next_run, always,
         "multilayer perceptron, convolutional network, Transformer over patches, residual network, U-Net, that of "
         "--network, and with a task of their own small GPTs and BERTs over texts, an autoencoder and a regression of a "
         "table's rows",
         {say("kind of network"),
          say("Fully connected layers; two convolutions and one layer; attention over patches of the image; "
              "residual blocks with BatchNorm; a U-Net or an autoencoder, for tasks that give an image; a GPT or a "
              "BERT, for tasks of texts; embeddings and numbers through ReLU, BatchNorm and dropout, to regress "
              "values; or yours (File › Open network…)."),
          say("Kind")}},
        {say("network"), network, "", {}, next_run, always,
         "a file that describes a network, as README has one (mantissa-worker network prints the built-in ones); "
         "sets --model network-file", {say("network file")}},
        {say("task"), network, "classify", {}, next_run, always,
         "the class of an image; of each pixel (background, or the image's class where it is above half); the "
         "image from itself with noise N(0, 0.5), or from itself; and of texts that the program makes: eight letters "
         "in order (sort-tokens), two masked letters (fill-tokens), or whether their second half is the first one "
         "copied, reversed or sorted (classify-text); or the value of each row of a table that the program makes "
         "(regress)",
         {say("task"),
          say("The class of an image; of each pixel: background, or the image's class where it is above half; the "
              "image, from itself with noise or as it is. Of texts of 16 letters that the program makes: the "
              "letters in order, two that are masked, or how the second half was made of the first. Of a table that "
              "the program makes: the value of each row.")}},
        {say("depth"), network, "2", {1, 64}, next_run, always, "MLP, regression: hidden layers",
         {say("depth"), say("Hidden layers.")}},
        {say("width"), network, "256", {1, 16384}, next_run, always, "MLP, regression: neurons per hidden layer; autoencoder: of the first, then an eighth",
         {say("width"), say("Neurons in each hidden layer.")}},
        {say("activation"), network, "relu", {}, next_run, always, "MLP: activation function",
         {say("activation"), say("Sigmoid and tanh shrink gradients layer by layer.")}},
        {say("c1"), network, "32", {1, 4096}, next_run, always, "CNN: channels of the first convolution",
         {say("channels 1"), say("Channels of the first convolution.")}},
        {say("c2"), network, "64", {1, 4096}, next_run, always, "CNN: channels of the second convolution",
         {say("channels 2"), say("Channels of the second convolution.")}},
        {say("blocks"), network, "2", {1, 64}, next_run, always, "Transformer, GPT, BERT: blocks of attention and feed-forward",
         {say("blocks"), say("Each has attention and a feed-forward part.")}},
        {say("heads"), network, "4", {1, 64}, next_run, always,
         "Transformer, GPT, BERT: attention heads, which divide the width of a token",
         {say("attention heads"), say("Attention heads; they divide the token width."), say("Heads")}},
        {say("token_width"), network, "64", {1, 4096}, next_run, always, "Transformer, GPT, BERT: features of a token",
         {say("token width"), say("Features of a token.")}},
        {say("causal"), network, "off", {}, next_run, always,
         "Transformer: a token sees earlier ones only, and the last one answers",
         {say("causal"), say("A token sees earlier ones only, and the last one answers: a small GPT.")}},
        {say("channels"), network, "16", {1, 1024}, next_run, always,
         "ResNet: channels of the first block; then twice and four times as many",
         {say("channels"), say("Channels of the first block; the next have twice and four times as many.")}},
        {say("unet_channels"), network, "8", {1, 1024}, next_run, always,
         "U-Net: channels of the first level; then twice and four times as many",
         {say("channels of the first level"),
          say("Channels of the first level; the next have twice and four times as many."),
          say("Channels")}},
        {say("unet_norm"), network, "on", {}, next_run, always, "U-Net: BatchNorm after each convolution",
         {say("BatchNorm"), say("After each convolution.")}},
        {say("dropout"), network, "0.1", {0, 0.99}, next_run, always, "regression: probability that a number becomes 0",
         {say("dropout"), say("Probability that a number becomes 0.")}},
        {say("init_scale"), network, "1", {0, 1e6}, next_run, always, "factor on the initial weights",
         {say("initial weights ×"), say("Initial weights and biases are multiplied by this."), say("Initial ×")}},
        {say("target_offset"), network, "0", {-1e6, 1e6}, next_run, values,
         "added to every target; the last layer's bias begins with it",
         {say("offset of the targets"), say("Added to every target; the last layer's bias begins with it."),
          say("Target offset")}},
        {say("attention_scaling"), network, "on", {}, next_run, always,
         "Transformer, GPT, BERT: scores are divided by the root of a head's width",
         {say("scaled attention"), say("Scores are divided by the root of a head's width.")}},
        {say("queries_scaled_first"), network, "off", {}, next_run, scaled_attention,
         "Transformer, GPT, BERT: queries are divided by the root of a head's width before their product with the keys, "
         "in place of the scores after it",
         {say("queries scaled before the product"),
          say("Queries are divided by that root before their product with the keys, in place of the scores after "
              "it: the scores stay in the range of FP16."),
          say("Scaled before")}},
        {say("query_key_norm"), network, "off", {}, next_run, always,
         "Transformer, GPT, BERT: LayerNorm of each head's queries and of its keys before their product",
         {say("normalised queries and keys"),
          say("LayerNorm of each head's queries and of its keys before their product."),
          say("Normalised q, k")}},
        {say("query_key_offset"), network, "0", {-1e6, 1e6}, next_run, always,
         "Transformer, GPT, BERT: added to the initial biases of queries and keys", {say("query and key offset")}},
        {say("embedding_gain"), network, "1", {0, 1e6}, next_run, always,
         "Transformer, GPT, BERT: the embedding's initial weights and biases times this", {say("embedding gain")}},
        {say("data"), training, "", {}, next_run, images,
         "folder of an IDX data set (default: the MNIST that Mantissa ships)", {say("data")}},
        {say("optimizer"), training, "adam", {}, next_run, always,
         "what makes updates of gradients; phase-change: SGD's, as pulses into weights that are phase-change "
         "devices", {say("optimizer")}},
        {say("lr"), training, "1e-3", {0, 1e6}, live, always, "learning rate",
         {say("learning rate"), say("Size of an update.")}},
        {say("momentum"), training, "0", {0, 1}, next_run, always, "SGD: momentum",
         {say("momentum"), say("SGD: share of the last update that is kept.")}},
        {say("beta1"), training, "0.9", {}, next_run, always, "Adam, AdamW: decay of the first moment", {say("β₁")}},
        {say("beta2"), training, "0.999", {}, next_run, always, "Adam, AdamW: decay of the second moment", {say("β₂")}},
        {say("epsilon"), training, "1e-8", {0, 1}, next_run, always, "Adam, AdamW: added outside the square root",
         {say("ε")}},
        {say("weight_decay"), training, "0", {0, 1000}, live, always,
         "of the weights of layers, not of biases, normalisations, positions and class tokens: with adamw they lose "
         "this share times the learning rate in a step (PyTorch has 0.01), with sgd and adam this share of them is "
         "added to their gradients (L2)",
         {say("weight decay"),
          say("AdamW: weights lose this share times the learning rate in each step; PyTorch's default is 0.01. SGD "
              "and Adam: this share of a weight is added to its gradient. Biases, normalisations, positions and "
              "class tokens do not decay.")}},
        {say("schedule"), training, "constant", {}, live, always,
         "factor on lr after warm-up: constant (1), or cosine (to 0 at the end of the run)",
         {say("schedule"),
          say("What the learning rate is multiplied with, after warm-up: 1, or a cosine that falls to 0 at the end "
              "of the run. A learning rate that changes meanwhile is multiplied, too.")}},
        {say("warmup_steps"), training, "0", {0, 2000000000}, live, always,
         "steps in which the learning rate rises from 0 to lr; 0: none",
         {say("warm-up steps"), say("Steps in which the learning rate rises from 0. 0: none."),
          say("Warm-up"), say("off")}},
        {say("label_smoothing"), training, "0", {0, 1}, next_run, classes,
         "share of a target that all classes have alike; evaluations are without",
         {say("label smoothing"), say("Share of the target that all classes have alike. Evaluations are without.")}},
        {say("batch"), training, "64", {1, 65536}, live, always, "images per step",
         {say("batch"), say("Samples per step.")}},
        {say("clip_norm"), training, "0", {0, 1e30}, live, always,
         "largest L2 norm of all gradients together; 0: no clipping",
         {say("clip norm"),
          say("Gradients longer than this (L2 norm of all together) are shortened to it. 0: no clipping."),
          {}, say("off")}},
        {say("epochs"), training, "3", {0, 100000}, live, always, "passes over the training images", {say("epochs")}},
        {say("steps"), training, "-1", {}, live, always,
         "steps after which the run ends; 0: only initialise, -1: by epochs", {say("steps")}},
        {say("shuffle"), training, "on", {}, next_run, always, "a new random order of the images in each epoch",
         {say("shuffled batches")}},
        {say("gather_updates"), training, "on", {}, next_run, always,
         "phase-change: updates are summed in FP32 until they are worth a pulse; off: they are forgotten",
         {say("gather updates"),
          say("Phase-change devices: updates are summed in FP32 until they are worth a pulse. Off: an update "
              "smaller than a pulse is lost.")}},
        {say("converters_8bit"), training, "off", {}, next_run, always,
         "phase-change: what enters and leaves the devices has 8 bits",
         {say("8-bit converters"), say("Phase-change devices: what enters and leaves them has 8 bits.")}},
        {say("device_seconds"), training, "1e-3", {0, 1e6}, next_run, always,
         "phase-change: seconds that a step takes on the devices, which drift meanwhile",
         {say("seconds of a step on the devices")}},
        {say("precision"), precision, "fp32", {}, live, always, "precision of the training", {say("precision")}},
        {say("casts"), precision, "own", {}, live, narrow_operands, casts_help(), {say("casts as in")}},
        {say("operand_recipe"), precision, "none", {}, next_run, always, operands_help(), {say("operands in")}},
        {say("exponent_bits"), precision, "5", {2, 8}, live, custom_format,
         "bits of the format that custom names, 2 to 8", {say("exponent bits")}},
        {say("fraction_bits"), precision, "2", {1, 23}, live, custom_format,
         "bits of the format that custom names, 1 to 23", {say("fraction bits")}},
        {say("master_weights"), precision, "on", {}, live, narrow_weights,
         "16-bit modes: keep FP32 weights beside the rounded ones",
         {say("master weights"), say("Keep an FP32 copy of the weights, so that small updates are not lost."),
          say("Master weights in FP32")}},
        {say("weight_gradients_fp32"), precision, "off", {}, live, narrow_operands,
         "16-bit modes: do not round weight gradients",
         {say("weight gradients in FP32"), say("Do not round weight gradients to the 16-bit format.")}},
        {say("optimizer_state_fp32"), precision, "on", {}, next_run, narrow_weights,
         "16-bit modes: keep moments in FP32",
         {say("optimizer state in FP32"), say("Keep the moments in FP32 even without master weights.")}},
        {say("optimizer_16bit"), precision, "off", {}, live, narrow_weights,
         "16-bit modes: every intermediate of an update in 16 bits, as PyTorch's SGD and Adam on 16-bit tensors; "
         "epsilon as well, and 1e-8 is 0 in FP16",
         {say("16-bit optimizer"),
          say("Round every intermediate of an update to the operand format, as PyTorch's optimizers on 16-bit "
              "weights: Adam's epsilon of 1e-8 becomes 0 in FP16.")}},
        {say("fp16_accumulation"), precision, "off", {}, live, narrow_operands,
         "16-bit modes: round partial sums every 16 terms",
         {say("16-bit accumulation"),
          say("Round partial sums of products to the operand format after every 16 terms.")}},
        {say("reduction"), precision, "fp32", {}, live, always,
         "how softmax and sums are computed; 16bit-results: in FP32, log-probabilities then rounded",
         {say("reduction"),
          say("Softmax and sums in FP32 or in 16 bits. Without subtracting the maximum, FP16 overflows as soon as a "
              "logit passes 11.09."),
          say("Reductions")}},
        {say("stochastic_rounding"), precision, "off", {}, live, narrow_weights,
         "16-bit modes: of the working copy of the weights",
         {say("stochastic rounding"),
          say("Round the working copy of the weights up or down at random, right on average.")}},
        {say("norm_16bit"), precision, "off", {}, live, narrow_operands,
         "16-bit modes: normalisations with statistics in 16 bits",
         {say("16-bit normalisation"),
          say("Means, squares and their sums in the operand format: FP16 squares overflow from 256 on.")}},
        {say("norm_epsilon_16bit"), precision, "off", {}, live, narrow_operands,
         "16-bit modes: a normalisation's epsilon as the format holds it",
         {say("16-bit epsilon"), say("A normalisation's epsilon as the operand format holds it.")}},
        {say("norm_running_16bit"), precision, "off", {}, live, narrow_operands,
         "16-bit modes: BatchNorm's running statistics in 16 bits, as model.half() has them",
         {say("16-bit running statistics"),
          say("Hold the means and variances that BatchNorm evaluates with in the operand format, as model.half() "
              "does: a variance beyond 65504 is infinite in FP16.")}},
        {say("softmax_16bit"), precision, "off", {}, live, narrow_operands,
         "16-bit modes: attention's softmax in 16 bits",
         {say("16-bit softmax"), say("Attention's probabilities in the operand format.")}},
        {say("residual_16bit"), precision, "off", {}, live, narrow_operands,
         "16-bit modes: sums of residual connections in 16 bits",
         {say("16-bit residual sums"),
          say("Sums of residual connections in the operand format instead of the wider one.")}},
        {say("inside_fp32"), precision, "off", {}, live, narrow_operands,
         "16-bit normalisations and softmax: computed in FP32, only their results in 16 bits, as frameworks' kernels",
         {say("FP32 inside 16-bit norms and softmax"),
          say("16-bit normalisation and softmax compute in FP32 and round their results only, as the frameworks' "
              "kernels do."),
          say("FP32 inside")}},
        {say("pointwise_fp32"), precision, "off", {}, live, narrow_operands,
         "16-bit modes: activation functions give FP32",
         {say("activation functions in FP32"),
          say("Activation functions give FP32 instead of their argument's format.")}},
        {say("stepwise_derivatives"), precision, "off", {}, live, always,
         "round every intermediate of the sigmoid's derivative to the gradients' format, as PyTorch's FP16 CPU kernel",
         {say("sigmoid′ rounded stepwise"),
          say("Round 1 − y and its product with the gradient to the gradients' format, as PyTorch's FP16 kernel on "
              "a processor does. Off: computed in FP32 and rounded once. Other activation functions are rounded "
              "once in both.")}},
        {say("eval_precision"), precision, nullptr, {}, live, always,
         "precision of the evaluation (default: the training's)", {say("evaluation format")}},
        {say("scaling"), scaling, "none", {}, live, always,
         "none, a static loss scale, or a dynamic one, PyTorch's GradScaler unless --scaler says",
         {say("loss scaling")}},
        // A recipe also says where a static scale stands and, apex-amp, that it skips nothing.
        {say("scaler"), scaling, nullptr, {}, live, any_scale, scaler_help(), {say("loss scaler")}},
        {say("loss_scale"), scaling, nullptr, {0x1p-16, 0x1p40}, live, any_scale,
         "the static scale, or where a dynamic one starts; a number or a power such as 2^16", {say("loss scale")}},
        {say("growth_factor"), scaling, nullptr, {1, 1e6}, live, dynamic_scale,
         "dynamic: the scale grows by this factor", {say("growth factor")}},
        {say("backoff_factor"), scaling, nullptr, {1e-6, 1}, live, dynamic_scale,
         "dynamic: factor on the scale after an overflow", {say("backoff factor")}},
        {say("growth_interval"), scaling, nullptr, {1, 2000000000}, live, dynamic_scale,
         "dynamic: steps without overflow before the scale grows", {say("growth interval")}},
        {say("min_scale"), scaling, nullptr, {0, 0x1p40}, live, dynamic_scale, "dynamic: floor; 0: none",
         {say("least loss scale"), say("A dynamic scale does not fall below this. 0: no floor."),
          say("Least scale"), say("off")}},
        {say("max_scale"), scaling, nullptr, {0, 0x1p100}, live, dynamic_scale, "dynamic: ceiling; 0: none",
         {say("largest loss scale"), say("A dynamic scale does not grow beyond this. 0: no ceiling."),
          say("Largest scale"), say("off")}},
        {say("floor_rule"), scaling, nullptr, {}, live, dynamic_scale,
         "dynamic, at min_scale: keeps (the scale stays), ends-at (an overflow there ends the run; DeepSpeed), "
         "ends-below (an overflow that would bring the scale there ends the run; fairseq)",
         {say("at the least loss scale"),
          say("What an overflow does to a scale at its floor: it stays, the run ends with an error (DeepSpeed), or "
              "the run ends as soon as the scale would come to it (fairseq)."),
          say("At the least scale")}},
        {say("hysteresis"), scaling, nullptr, {1, 1000}, live, dynamic_scale,
         "dynamic: the scale falls at the overflow of this number since it last grew, and at every later one "
         "(Megatron-LM, DeepSpeed: 2)",
         {say("hysteresis"),
          say("The scale falls at the overflow of this number and at every later one, until it has grown.")}},
        {say("hysteresis_refill"), scaling, nullptr, {}, live, dynamic_scale,
         "dynamic: overflows are counted from 0 again when the scale grows, or after every step without overflow "
         "(DeepSpeed's consecutive_hysteresis)",
         {say("overflows counted"),
          say("Since when hysteresis counts overflows: since the scale grew, or since the last step without one.")}},
        {say("overflow_tolerance"), scaling, nullptr, {0, 1}, live, dynamic_scale,
         "dynamic: the scale falls only where overflows / steps since it last moved reach this (fairseq's "
         "fp16_scale_tolerance); 0: always",
         {say("tolerance of overflows"),
          say("The scale falls only where overflows per step since it last moved reach this share (fairseq)."),
          say("Tolerance")}},
        {say("late_growth"), scaling, nullptr, {}, live, dynamic_scale,
         "dynamic: at the start and after an overflow the scale grows one step later than the interval (DeepSpeed)",
         {say("late growth"),
          say("At the start and after an overflow the scale grows one step later than the interval (DeepSpeed).")}},
        {say("delayed_scale"), scaling, nullptr, {}, live, dynamic_scale,
         "dynamic: a new scale is used one step late (MXNet)",
         {say("delayed scale"), say("A new scale is used one step late (MXNet).")}},
        {say("infinite_scale"), scaling, nullptr, {}, live, dynamic_scale,
         "dynamic: the scale may grow to infinity, where it stays (Keras 3, Megatron-LM)",
         {say("infinite scale"),
          say("The scale may grow to infinity, where it stays and every step is skipped (Keras 3).")}},
        {say("check_static_scale"), scaling, nullptr, {}, live, static_scale,
         "static: a step with inf or NaN is skipped; off: they reach the weights (Apex amp)",
         {say("static scale checked"),
          say("Skip a step with inf or NaN under a static scale. Off: they reach the weights (Apex amp)."),
          say("Check a static scale")}},
        {say("skips_advance"), scaling, nullptr, {}, live, scheduled,
         "a skipped step advances the schedule, as in PyTorch scripts that call scheduler.step() after each step; off: "
         "only updates do (Megatron-LM, DeepSpeed)",
         {say("skipped steps advance the schedule"),
          say("As in PyTorch scripts that call scheduler.step() after each step. Off: only updates do (Megatron-LM, "
              "DeepSpeed)."),
          say("Skips advance the schedule")}},
        {say("ranks"), ranked, "1", {1, 4096}, next_run, always,
         "the batch is divided over so many ranks, whose gradients are averaged as PyTorch's DDP does, all of them in "
         "this process; mpi: one rank a process, under mpirun or srun. BatchNorm takes each rank's own share and keeps "
         "the first rank's running statistics",
         {say("ranks"),
          say("The batch is divided over so many ranks, as over so many cards, and their gradients are averaged. "
              "The batch must be a multiple.")}},
        {say("rank_format"), ranked, "fp32", {}, live, ranks,
         "format in which gradients are summed over ranks: fp32, fp16, bf16 or custom", {say("sum over ranks in")}},
        {say("rank_accumulation_fp32"), ranked, "off", {}, live, narrow_sum,
         "partial sums over ranks stay FP32: rounded are each rank's gradients and the result",
         {say("partial sums over ranks in FP32"),
          say("Only each rank's gradients and the result are rounded to the format of the sum."),
          say("Partial sums in FP32")}},
        {say("rank_stochastic"), ranked, "off", {}, live, narrow_sum,
         "the roundings of the sum over ranks are stochastic",
         {say("stochastic sum over ranks"),
          say("The roundings of the sum over ranks are up or down at random, right on average."),
          say("Stochastic sum")}},
        {say("rank_divide"), ranked, "before", {}, live, ranks,
         "where the sum becomes the mean of N ranks: before (each rank's gradients times 1/N, as DDP), after (the sum "
         "times 1/N), half (each times 1/sqrt(N), before and after)",
         {say("division by ranks"),
          say("Before: each rank's gradients are divided by the number of ranks, and small ones can become zero. "
              "After: the sum is divided, and can overflow. Half and half: both by its root."),
          say("Divided")}},
        {say("rank_order"), ranked, "ring", {}, live, ranks,
         "order of the sum over ranks: ring (N chunks, each from another rank on, one rank after the other), tree (each "
         "rank adds the sums of two others to its own), doubling (sums of 2, of 4, of 8 ranks ...)",
         {say("order of the sum over ranks"),
          say("Ring: one rank after the other. Tree: each rank adds the sums of two others. Doubling: sums of two, "
              "of four, of eight ranks."),
          say("Order of the sum")}},
        {say("rank_bucket_kib"), ranked, "25600", {1, 1048576}, live, ring,
         "ring: KiB of FP32 gradients that are summed together, whole tensors from the last on (PyTorch's DDP: 25600); "
         "its chunks are parts of that",
         {say("bucket of the ring in KiB"),
          say("Ring: so many gradients are summed together, in as many chunks as ranks. PyTorch: 25600."),
          say("Bucket (KiB)")}},
        {say("eval_interval"), watching, "50", {}, live, always,
         "steps between live evaluations; 0: only at the end of an epoch", {say("evaluation interval")}},
        {say("eval_images"), watching, "2000", {0, 10000000}, live, live_evaluations,
         "test images of a live evaluation", {say("test images of a live evaluation")}},
        {say("test_examples"), watching, "0", {0, 10000000}, next_run, always,
         "examples of the test set that the run is tested on, from the first on; 0: all",
         {say("test examples"),
          say("How many examples of the test set the run is tested on, from the first on. Few save time, but say less "
              "of the accuracy, and results on another number of examples are not comparable. 0: all."), {}, say("all")}},
        {say("histogram_interval"), watching, "30", {}, live, always, "steps between histograms; 0: none",
         {say("histogram interval"),
          say("Steps between histograms of all tensors. 0: none, and nothing that is made of them. Counting costs a "
              "few percent of the speed of small networks, and less of large ones."),
          {}, say("none")}},
        {say("shadow_interval"), watching, "30", {}, live, always,
         "16-bit runs: steps between FP32 passes that show what the format did, with histograms; 0: none",
         {say("shadow interval"),
          say("16-bit runs: steps between FP32 passes over the same batch and weights, which show what the format "
              "did. These steps have histograms, too. 0: none. A shadow takes the time of two to four steps and "
              "memory of its own."),
          {}, say("none")}},
        {say("train_eval_images"), watching, "0", {}, next_run, always,
         "training images of the evaluation at the end; 0: all", {say("training images of the last evaluation")}},
        {say("stop_on_divergence"), watching, "off", {}, live, always,
         "the run ends where its loss or weights are no longer finite, or its loss scale collapses, with a "
         "checkpoint from before it; off: it goes on",
         {say("stop at divergence"),
          say("End the run where its loss is infinite or NaN in three steps, or twenty are skipped, one after the "
              "other. A state from before that is kept: the run can be rewound to it."),
          say("Stop where it diverges")}},
        {say("checkpoint_interval"), watching, "500", {}, next_run, always,
         "steps between checkpoints; 0: only where the run is left unfinished", {say("checkpoint interval")}},
        {say("preset"), the_run, "", {}, next_run, always, "", {say("preset")}},
        {say("layer_overrides"), precision, nullptr, {}, live, always, "", {say("formats of single layers")}},
        // clang-format on
    };
}

}  // namespace

const std::vector<Setting>& settings() {
    static const std::vector<Setting> all = make_settings();
    return all;
}

const Setting* setting_named(std::string_view field) {
    const auto& all = settings();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Setting& one) { return one.name.text == field; });
    return found == all.end() ? nullptr : &*found;
}

std::optional<std::string> idle_because(std::string_view field, const run::RunConfig& config) {
    if (const auto model = model_with(field); model && !has_network_field(config, field))
        return "--model " + flag_name(*run::Model_descriptor()->FindValueByNumber(*model));
    if (const auto optimizers = optimizers_with(field); optimizers && !optimizer_has(config.optimizer(), field))
        return optimizers;
    const Setting* setting = setting_named(field);
    if (!setting || !setting->applies.holds || setting->applies.holds(config)) return std::nullopt;
    return setting->applies.flags;
}

std::optional<std::string> idle_because(std::string_view field, std::span<const run::RunConfig> configs) {
    std::optional<std::string> why;
    for (const run::RunConfig& config : configs) {
        why = idle_because(field, config);
        if (!why) return std::nullopt;
    }
    return why;
}

}  // namespace mantissa
