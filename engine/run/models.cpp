// SPDX-License-Identifier: Apache-2.0
// One table.
#include "engine/run/models.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/error.h"
#include "engine/run/names.h"
#include "engine/run/network_file.h"
#include "engine/run/presets.h"

namespace mantissa {

const std::vector<ModelDescription>& model_descriptions() {
    static const std::vector<run::Task> of_images{run::CLASSIFY, run::CLASSIFY_PIXELS, run::DENOISE, run::RECONSTRUCT};
    static const std::vector<std::string_view> of_attention{"blocks",
                                                            "heads",
                                                            "token_width",
                                                            "attention_scaling",
                                                            "queries_scaled_first",
                                                            "query_key_norm",
                                                            "query_key_offset",
                                                            "embedding_gain"};
    static const std::vector<ModelDescription> all{
        {run::MLP, {"depth", "width", "activation"}, of_images},
        {run::CNN, {"c1", "c2"}, of_images},
        {run::TRANSFORMER,
         {"blocks", "heads", "token_width", "causal", "attention_scaling", "queries_scaled_first", "query_key_norm",
          "query_key_offset", "embedding_gain"},
         of_images},
        {run::RESNET, {"channels"}, of_images},
        {run::UNET, {"unet_channels", "unet_norm"}, {run::CLASSIFY_PIXELS, run::DENOISE, run::RECONSTRUCT}},
        {run::NETWORK_FILE,
         {"network"},
         {run::CLASSIFY, run::CLASSIFY_PIXELS, run::DENOISE, run::RECONSTRUCT, run::SORT_TOKENS, run::FILL_TOKENS,
          run::CLASSIFY_TEXT, run::REGRESS}},
        {run::GPT, of_attention, {run::SORT_TOKENS}},
        {run::BERT, of_attention, {run::FILL_TOKENS, run::CLASSIFY_TEXT}},
        {run::AUTOENCODER, {"width"}, {run::RECONSTRUCT, run::DENOISE}},
        {run::REGRESSION, {"depth", "width", "dropout"}, {run::REGRESS}},
    };
    return all;
}

bool has_network_field(const run::RunConfig& config, std::string_view field) {
    const auto& fields = network_fields(config);
    return std::find(fields.begin(), fields.end(), field) != fields.end();
}

bool can_learn(run::Model model, run::Task task) {
    for (const ModelDescription& one : model_descriptions())
        if (one.model == model) return std::find(one.tasks.begin(), one.tasks.end(), task) != one.tasks.end();
    return false;
}

run::Task usual_task(run::Model model) {
    for (const ModelDescription& one : model_descriptions())
        if (one.model == model) return one.tasks.front();
    throw no_choice("model");
}

run::Model usual_model(run::Task task) {
    for (const ModelDescription& one : model_descriptions())
        if (can_learn(one.model, task) && one.model != run::NETWORK_FILE) return one.model;
    throw no_choice("task");
}

const std::vector<std::string_view>& network_fields(const run::RunConfig& config) {
    static const std::vector<std::string_view> none;
    for (const ModelDescription& one : model_descriptions())
        if (one.model == config.model()) return one.fields;
    return none;
}

std::optional<run::Model> model_with(std::string_view field) {
    for (const ModelDescription& one : model_descriptions())
        if (std::find(one.fields.begin(), one.fields.end(), field) != one.fields.end()) return one.model;
    return std::nullopt;
}

namespace {

// A run of a library may hold a damaged text, which nobody has validated: it describes none.
template <class Predicate>
bool describes(const std::string& text, Predicate is_one) {
    try {
        const run::NetworkDescription network = written_out(read_network(text, "network"));
        return std::any_of(network.operations().begin(), network.operations().end(), is_one);
    } catch (const Error&) {
        return false;
    }
}

}  // namespace

bool has_batch_norm(const run::RunConfig& config) {
    switch (config.model()) {
        case run::RESNET:
        case run::REGRESSION:
            return true;
        case run::UNET:
            return config.unet_norm();
        case run::NETWORK_FILE:
            return describes(config.network(), [](const run::NetworkOperation& one) {
                return one.op() == "batch_norm1d" || one.op() == "batch_norm2d";
            });
        case run::MLP:
        case run::CNN:
        case run::TRANSFORMER:
        case run::GPT:
        case run::BERT:
        case run::AUTOENCODER:
            return false;
        case run::MODEL_UNSET:
        case run::Model_INT_MIN_SENTINEL_DO_NOT_USE_:
        case run::Model_INT_MAX_SENTINEL_DO_NOT_USE_:
            break;
    }
    return false;  // nothing is known of the network
}

bool has_relu(const run::RunConfig& config) {
    switch (config.model()) {
        case run::CNN:
        case run::RESNET:
        case run::UNET:
        case run::AUTOENCODER:
        case run::REGRESSION:
            return true;
        case run::MLP:
            return config.activation() == run::RELU;
        case run::NETWORK_FILE:
            return describes(config.network(), [](const run::NetworkOperation& one) { return one.op() == "relu"; });
        case run::TRANSFORMER:
        case run::GPT:
        case run::BERT:
            return false;
        case run::MODEL_UNSET:
        case run::Model_INT_MIN_SENTINEL_DO_NOT_USE_:
        case run::Model_INT_MAX_SENTINEL_DO_NOT_USE_:
            break;
    }
    return false;  // nothing is known of the network
}

bool same_network(const run::RunConfig& a, const run::RunConfig& b) {
    if (a.model() != b.model() || a.task() != b.task()) return false;
    const run::RunConfig change = difference(a, b);
    const auto differs = [&](std::string_view field) {
        const auto* one = run::RunConfig::descriptor()->FindFieldByName(std::string(field));
        return change.GetReflection()->HasField(change, one);
    };
    const auto& fields = network_fields(a);
    return std::none_of(fields.begin(), fields.end(), differs);
}

std::string network_name(const run::RunConfig& config) {
    switch (config.model()) {
        case run::MLP:
            return fmt::format("MLP {}×{}", config.depth(), config.width());
        case run::CNN:
            return fmt::format("CNN {}/{}", config.c1(), config.c2());
        case run::TRANSFORMER:
            return fmt::format("{} {}×{}", config.causal() ? "GPT" : "Transformer", config.blocks(),
                               config.token_width());
        case run::RESNET:
            return fmt::format("ResNet {}", config.channels());
        case run::UNET:
            return fmt::format("U-Net {}", config.unet_channels());
        case run::GPT:
            return fmt::format("GPT {}×{}", config.blocks(), config.token_width());
        case run::BERT:
            return fmt::format("BERT {}×{}", config.blocks(), config.token_width());
        case run::AUTOENCODER:
            return fmt::format("Autoencoder {}", config.width());
        case run::REGRESSION:
            return fmt::format("Regression {}×{}", config.depth(), config.width());
        case run::NETWORK_FILE:
            try {
                return read_network(config.network(), "network").name();
            } catch (const Error&) {
                return "network";
            }
        case run::MODEL_UNSET:
        case run::Model_INT_MIN_SENTINEL_DO_NOT_USE_:
        case run::Model_INT_MAX_SENTINEL_DO_NOT_USE_:
            break;
    }
    return "";
}

}  // namespace mantissa
