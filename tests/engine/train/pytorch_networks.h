// SPDX-License-Identifier: Apache-2.0
// The networks of tests/data/trajectories.py, by the names that it gives them, trained as it trains them.
#pragma once

#include <filesystem>
#include <string>

#include "engine/data/dataset.h"
#include "engine/run/models.h"
#include "engine/run/network_file.h"
#include "engine/run/presets.h"

namespace mantissa {

/// So many images of MNIST's, for training and test each: more would be converted for nothing.
inline Dataset first_of_mnist(std::int64_t count) {
    Dataset mnist = load_mnist(std::filesystem::path(MANTISSA_RESOURCES) / "mnist");
    for (Split* split : {&mnist.train, &mnist.test}) {
        split->count = count;
        split->images.resize(static_cast<std::size_t>(count * 784));
        split->labels.resize(static_cast<std::size_t>(count));
    }
    return mnist;
}

/// By SGD at 0.05 over the first images in their order, 32 at a time, and nothing else looked at.
inline run::RunConfig pytorch_network(const std::string& network) {
    run::RunConfig c = default_config();
    c.set_optimizer(run::SGD);
    c.set_lr(0.05);
    c.set_batch(32);
    c.set_seed(4);
    c.set_shuffle(false);
    c.set_eval_interval(0);
    c.set_histogram_interval(0);
    c.set_train_eval_images(1);
    c.set_width(network == "sigmoid" ? 48 : 64);
    c.set_depth(network == "sigmoid" ? 3 : 2);
    c.set_dropout(0);
    if (network == "sigmoid") c.set_activation(run::SIGMOID);
    if (network == "cnn") {
        c.set_model(run::CNN);
        c.set_c1(4);
        c.set_c2(6);
    }
    if (network == "transformer" || network == "gpt" || network == "normalised") c.set_model(run::TRANSFORMER);
    if (network == "normalised") {
        c.set_queries_scaled_first(true);
        c.set_query_key_norm(true);
    }
    c.set_causal(network == "gpt");
    if (network == "gpt-text") c.set_model(run::GPT);
    if (network == "bert-text") c.set_model(run::BERT);
    if (network == "autoencoder") c.set_model(run::AUTOENCODER);
    if (network == "regression") c.set_model(run::REGRESSION);
    if (c.model() != run::MLP && c.model() != run::CNN && c.model() != run::TRANSFORMER)
        c.set_task(usual_task(c.model()));
    if (network == "resnet") c.set_model(run::RESNET);
    if (network == "unet" || network == "unet-plain") {
        c.set_model(run::UNET);
        c.set_task(run::CLASSIFY_PIXELS);
        c.set_unet_norm(network == "unet");
    }
    if (network == "resampling") {
        c.set_model(run::NETWORK_FILE);
        c.set_network(
            network_file_text(std::filesystem::path(MANTISSA_SOURCE) / "tests/data/networks/resampling.json"));
        c.set_task(run::DENOISE);
    }
    return c;
}

}  // namespace mantissa
