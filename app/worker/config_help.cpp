// SPDX-License-Identifier: Apache-2.0
#include "app/worker/config_help.h"

#include <string>

#include "engine/run/names.h"
#include "engine/run/scaler_recipes.h"

namespace mantissa {
namespace {

const char* scaler_help() {
    static const std::string text = [] {
        std::string lines = "dynamic: sets all of the following as a framework has them:";
        for (const ScalerRecipe& one : scaler_recipes())
            lines += "\n" + flag_name(*run::Scaler_descriptor()->FindValueByNumber(one.scaler)) + " (" + one.source +
                     "): " + english(one.what);
        return lines;
    }();
    return text.c_str();
}

}  // namespace

const std::vector<FieldHelp>& field_helps() {
    static constexpr const char* run = "The run";
    static constexpr const char* network = "Network";
    static constexpr const char* data = "Data and optimizer";
    static constexpr const char* precision = "Precision";
    static constexpr const char* scaling = "Loss scaling";
    static constexpr const char* watching = "What is measured and recorded";
    static const std::vector<FieldHelp> helps = {
        {"name", run, "what you call the run"},
        {"device", run, "cpu, cuda (the first card; cuda:1 the second) or reference"},
        {"threads", run, "threads of the processor; 0: one per core"},
        {"native", run,
         "products in a format that the device multiplies itself: on (its own instructions), off (in FP32, operands "
         "rounded), auto (what is measured to be faster)"},
        {"seed", run, "of initial weights and batch order"},
        {"one_ulp", run, "a control: every initial weight moved to the next number away from zero"},
        {"model", network,
         "multilayer perceptron, convolutional network, Transformer over patches, residual network, U-Net, or that of "
         "--network"},
        {"network", network,
         "a file that describes a network, as README has one (mantissa-worker network prints the "
         "built-in ones); sets --model network-file"},
        {"depth", network, "MLP: hidden layers"},
        {"width", network, "MLP: neurons per hidden layer"},
        {"activation", network, "MLP: activation function"},
        {"c1", network, "CNN: channels of the first convolution"},
        {"c2", network, "CNN: channels of the second convolution"},
        {"blocks", network, "Transformer: blocks of attention and feed-forward"},
        {"heads", network, "Transformer: attention heads, which divide the width of a token"},
        {"token_width", network, "Transformer: features of a token"},
        {"causal", network, "Transformer: a token sees earlier ones only, and the last one answers"},
        {"channels", network, "ResNet: channels of the first block; then twice and four times as many"},
        {"attention_scaling", network, "Transformer: scores are divided by the root of a head's width"},
        {"query_key_offset", network, "Transformer: added to the initial biases of queries and keys"},
        {"embedding_gain", network, "Transformer: the embedding's initial weights and biases times this"},
        {"unet_channels", network, "U-Net: channels of the first level; then twice and four times as many"},
        {"unet_norm", network, "U-Net: BatchNorm after each convolution"},
        {"init_scale", network, "factor on the initial weights"},
        {"data", data, "folder of an IDX data set (default: the MNIST that Mantissa ships)"},
        {"task", data,
         "the class of an image; of each pixel (background, or the image's class where it is above half); or the image "
         "from itself with noise N(0, 0.5)"},
        {"batch", data, "images per step"},
        {"epochs", data, "passes over the training images"},
        {"steps", data, "steps after which the run ends; 0: only initialise, -1: by epochs"},
        {"shuffle", data, "a new random order of the images in each epoch"},
        {"optimizer", data, "what makes updates of gradients"},
        {"lr", data, "learning rate"},
        {"momentum", data, "SGD: momentum"},
        {"beta1", data, "Adam: decay of the first moment"},
        {"beta2", data, "Adam: decay of the second moment"},
        {"epsilon", data, "Adam: added outside the square root"},
        {"clip_norm", data, "largest L2 norm of all gradients together; 0: no clipping"},
        {"precision", precision, "precision of the training"},
        {"exponent_bits", precision, "bits of the format that custom names, 2 to 8"},
        {"fraction_bits", precision, "bits of the format that custom names, 1 to 23"},
        {"master_weights", precision, "16-bit modes: keep FP32 weights beside the rounded ones"},
        {"weight_gradients_fp32", precision, "16-bit modes: do not round weight gradients"},
        {"optimizer_state_fp32", precision, "16-bit modes: keep moments in FP32"},
        {"fp16_accumulation", precision, "16-bit modes: round partial sums every 16 terms"},
        {"reduction", precision, "how softmax and sums are computed"},
        {"stochastic_rounding", precision, "16-bit modes: of the working copy of the weights"},
        {"norm_16bit", precision, "16-bit modes: normalisations with statistics in 16 bits"},
        {"norm_epsilon_16bit", precision, "16-bit modes: a normalisation's epsilon as the format holds it"},
        {"softmax_16bit", precision, "16-bit modes: attention's softmax in 16 bits"},
        {"residual_16bit", precision, "16-bit modes: sums of residual connections in 16 bits"},
        {"pointwise_fp32", precision, "16-bit modes: activation functions give FP32"},
        {"stepwise_derivatives", precision,
         "round every intermediate of sigmoid' and tanh' to the gradients' format, as PyTorch's FP16 CPU kernels"},
        {"eval_precision", precision, "precision of the evaluation (default: the training's)"},
        {"scaling", scaling, "none, a static loss scale, or a dynamic one, PyTorch's GradScaler unless --scaler says"},
        {"scaler", scaling, scaler_help()},
        {"loss_scale", scaling, "the static scale, or where a dynamic one starts; a number or a power such as 2^16"},
        {"growth_factor", scaling, "dynamic: the scale grows by this factor"},
        {"backoff_factor", scaling, "dynamic: factor on the scale after an overflow"},
        {"growth_interval", scaling, "dynamic: steps without overflow before the scale grows"},
        {"min_scale", scaling, "dynamic: floor; 0: none"},
        {"max_scale", scaling, "dynamic: ceiling; 0: none"},
        {"floor_rule", scaling,
         "dynamic, at min_scale: keeps (the scale stays), ends-at (an overflow there ends the run; DeepSpeed), "
         "ends-below (an overflow that would bring the scale there ends the run; fairseq)"},
        {"hysteresis", scaling,
         "dynamic: the scale falls at the overflow of this number since it last grew, and at every later one "
         "(Megatron-LM, DeepSpeed: 2)"},
        {"hysteresis_refill", scaling,
         "dynamic: overflows are counted from 0 again when the scale grows, or after every step without overflow "
         "(DeepSpeed's consecutive_hysteresis)"},
        {"overflow_tolerance", scaling,
         "dynamic: the scale falls only where overflows / steps since it last moved reach this (fairseq's "
         "fp16_scale_tolerance); 0: always"},
        {"late_growth", scaling,
         "dynamic: after an overflow the scale grows one step later than the interval (DeepSpeed's "
         "fused_optimizer.py)"},
        {"delayed_scale", scaling, "dynamic: a new scale is used one step late (MXNet)"},
        {"infinite_scale", scaling, "dynamic: the scale may grow to infinity, where it stays (Keras 3, Megatron-LM)"},
        {"check_static_scale", scaling,
         "static: a step with inf or NaN is skipped; off: they reach the weights (Apex amp)"},
        {"eval_interval", watching, "steps between live evaluations; 0: only at the end of an epoch"},
        {"eval_images", watching, "test images of a live evaluation"},
        {"histogram_interval", watching, "steps between histograms; 0: none"},
        {"shadow_interval", watching,
         "16-bit runs: steps between FP32 passes that show what the format did, with histograms; 0: none"},
        {"train_eval_images", watching, "training images of the evaluation at the end; 0: all"},
        {"checkpoint_interval", watching, "steps between checkpoints; 0: only where the run is left unfinished"},
    };
    return helps;
}

}  // namespace mantissa
