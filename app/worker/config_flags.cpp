// SPDX-License-Identifier: Apache-2.0
// Flags from fields. Help texts live here because config.proto's comments are not in its descriptor.
#include "app/worker/config_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "engine/base/error.h"
#include "engine/run/names.h"
#include "engine/run/presets.h"
#include "engine/run/validation.h"

namespace mantissa {
namespace {

using google::protobuf::FieldDescriptor;

const std::map<std::string, std::string>& help_texts() {
    static const std::map<std::string, std::string> texts = {
        {"name", "what you call the run"},
        {"data", "folder of an IDX data set (default: the MNIST that Mantissa ships)"},
        {"device", "cpu, cuda (the first card; cuda:1 the second) or reference"},
        {"threads", "threads of the processor; 0: one per core"},
        {"model", "network"},
        {"depth", "MLP: hidden layers"},
        {"width", "MLP: neurons per hidden layer"},
        {"activation", "MLP: activation function"},
        {"c1", "CNN: channels of the first convolution"},
        {"c2", "CNN: channels of the second convolution"},
        {"init_scale", "factor on the initial weights"},
        {"optimizer", "optimizer"},
        {"lr", "learning rate"},
        {"momentum", "SGD: momentum"},
        {"beta1", "Adam: decay of the first moment"},
        {"beta2", "Adam: decay of the second moment"},
        {"epsilon", "Adam: added outside the square root"},
        {"clip_norm", "largest L2 norm of all gradients together; 0: no clipping"},
        {"batch", "images per step"},
        {"epochs", "passes over the training images"},
        {"steps", "ends the run after so many steps; 0: only initialise, -1: by epochs"},
        {"seed", "of initial weights and batch order"},
        {"shuffle", "a new random order in each epoch"},
        {"precision", "precision of the training"},
        {"scaling", "loss scaling"},
        {"loss_scale", "the static scale, or where a dynamic one starts"},
        {"growth_factor", "dynamic: factor of growth"},
        {"backoff_factor", "dynamic: factor on overflow"},
        {"growth_interval", "dynamic: steps without overflow before the scale grows"},
        {"min_scale", "dynamic: floor; 0: none"},
        {"max_scale", "dynamic: ceiling; 0: none"},
        {"master_weights", "keep FP32 weights in 16-bit modes"},
        {"weight_gradients_fp32", "do not round weight gradients to 16 bits"},
        {"fp16_accumulation", "round partial sums to 16 bits every 16 terms"},
        {"reduction", "how softmax and sums are computed"},
        {"stochastic_rounding", "of the working copy of the weights"},
        {"eval_precision", "precision of the evaluation (default: the training's)"},
        {"optimizer_state_fp32", "keep moments in FP32 in 16-bit modes"},
        {"eval_interval", "steps between live evaluations; 0: none"},
        {"eval_images", "test images of a live evaluation"},
        {"histogram_interval", "steps between histograms; 0: none"},
        {"shadow_interval",
         "16-bit runs: steps between FP32 passes that show what the format did, with histograms; 0: none"},
        {"train_eval_images", "training images of the evaluation at the end; 0: all"},
        {"checkpoint_interval", "steps between checkpoints; 0: only where the run is left unfinished"},
        {"native",
         "by what products of a format run that the device multiplies itself: on (its own instructions), off (in FP32, "
         "operands rounded), auto (whatever is measured to be faster)"},
        {"stepwise_derivatives",
         "round every intermediate of sigmoid' and tanh' to the gradients' format, as PyTorch's FP16 CPU kernels"},
        {"one_ulp", "a control: every initial weight moved to the next number away from zero"},
    };
    return texts;
}

template <class T>
T number(const std::string& text, const std::string& field) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        throw Error(ErrorCode::usage, fmt::format("\"{}\" is not a number that fits", text), field,
                    "a number such as 64 or 1e-3");
    return value;
}

bool on_or_off(const std::string& text, const std::string& field) {
    if (text == "on" || text == "true" || text == "1" || text == "yes") return true;
    if (text == "off" || text == "false" || text == "0" || text == "no") return false;
    throw Error(ErrorCode::usage, fmt::format("\"{}\" is neither on nor off", text), field, "on or off");
}

void set_field(run::RunConfig& config, const FieldDescriptor& field, const std::string& text) {
    const auto& reflection = *config.GetReflection();
    const std::string& name = field.name();
    switch (field.cpp_type()) {
        case FieldDescriptor::CPPTYPE_ENUM:
            reflection.SetEnum(&config, &field, &enum_value(*field.enum_type(), text, name));
            break;
        case FieldDescriptor::CPPTYPE_BOOL:
            reflection.SetBool(&config, &field, on_or_off(text, name));
            break;
        case FieldDescriptor::CPPTYPE_DOUBLE:
            reflection.SetDouble(&config, &field, number<double>(text, name));
            break;
        case FieldDescriptor::CPPTYPE_UINT32:
            reflection.SetUInt32(&config, &field, number<std::uint32_t>(text, name));
            break;
        case FieldDescriptor::CPPTYPE_UINT64:
            reflection.SetUInt64(&config, &field, number<std::uint64_t>(text, name));
            break;
        case FieldDescriptor::CPPTYPE_INT64:
            reflection.SetInt64(&config, &field, number<std::int64_t>(text, name));
            break;
        default:
            reflection.SetString(&config, &field, text);
            break;
    }
}

std::string type_text(const FieldDescriptor& field) {
    switch (field.cpp_type()) {
        case FieldDescriptor::CPPTYPE_ENUM:
            return fmt::format("{}", fmt::join(flag_names(*field.enum_type()), "|"));
        case FieldDescriptor::CPPTYPE_BOOL:
            return "on|off";
        case FieldDescriptor::CPPTYPE_STRING:
            return "TEXT";
        case FieldDescriptor::CPPTYPE_DOUBLE:
            return "NUMBER";
        default:
            return "N";
    }
}

}  // namespace

void ConfigFlags::add_to(CLI::App& command) {
    command
        .add_option("--preset", preset_,
                    "start from a preset (see `mantissa-worker presets`) or a set-up's file; flags change its fields")
        ->type_name("NAME|FILE.json");
    const auto* descriptor = run::RunConfig::descriptor();
    for (int i = 0; i < descriptor->field_count(); ++i) {
        const FieldDescriptor& field = *descriptor->field(i);
        if (field.is_repeated() || field.name() == "preset") continue;
        std::string flag = "--" + field.name();
        std::replace(flag.begin(), flag.end(), '_', '-');
        const auto help = help_texts().find(field.name());
        options_[field.name()] =
            command.add_option(flag, values_[field.name()], help == help_texts().end() ? "" : help->second)
                ->type_name(type_text(field))
                ->group("Configuration");
    }
    command.add_flag("--no-shuffle", no_shuffle_, "take the images in the order of the file")->group("Configuration");
    command.add_option("--layer-override", overrides_, "another format for one layer, e.g. fc1=fp32 (may be repeated)")
        ->type_name("LAYER=FORMAT")
        ->group("Configuration");
}

bool ConfigFlags::given() const {
    return !preset_.empty() || no_shuffle_ || !overrides_.empty() ||
           std::any_of(options_.begin(), options_.end(), [](const auto& o) { return o.second->count() > 0; });
}

run::RunConfig ConfigFlags::config() const {
    run::RunConfig config = default_config();
    if (!preset_.empty()) {
        const bool file = std::filesystem::path(preset_).extension() == ".json";
        config = merge(config, (file ? read_preset(preset_) : preset_named(preset_)).config());
    }
    for (const auto& [name, option] : options_)
        if (option->count() > 0)
            set_field(config, *run::RunConfig::descriptor()->FindFieldByName(name), values_.at(name));
    if (no_shuffle_) config.set_shuffle(false);
    for (const std::string& text : overrides_) {
        const auto equals = text.find('=');
        if (equals == std::string::npos)
            throw Error(ErrorCode::usage, fmt::format("\"{}\" names no format", text), "layer-override",
                        "e.g. fc1=fp32");
        run::LayerOverride& o = *config.add_layer_overrides();
        o.set_layer(text.substr(0, equals));
        o.set_precision(static_cast<run::Precision>(
            enum_value(*run::Precision_descriptor(), text.substr(equals + 1), "layer-override").number()));
    }
    validate(config);
    return config;
}

}  // namespace mantissa
