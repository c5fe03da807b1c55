// SPDX-License-Identifier: Apache-2.0
// Ten steps of every mode: what the reference's losses are, and how near another device must come.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "engine/run/policy_of.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {

struct Golden {
    std::string name;
    run::RunConfig config;
    std::vector<float> losses;
};

/// SGD with momentum: its updates are continuous in the gradients, unlike Adam's, where noise around zero becomes a
/// step of the full learning rate. So devices can be compared over ten steps.
inline run::RunConfig golden_config(const Edit& edit) {
    return small_config([&](run::RunConfig& c) {
        c.set_optimizer(run::SGD);
        c.set_momentum(0.5);
        c.set_lr(0.3);
        edit(c);
    });
}

inline void make_cnn(run::RunConfig& c) {
    c.set_model(run::CNN);
    c.set_c1(3);
    c.set_c2(5);
}

inline std::vector<Golden> goldens() {
    return {
        {"fp32",
         golden_config([](run::RunConfig& c) { c.set_precision(run::FP32); }),
         {0x1.5f29d4p+0f, 0x1.6a80c4p+0f, 0x1.6be65p+0f, 0x1.3f54ecp+0f, 0x1.63621cp+0f, 0x1.57e8f4p+0f, 0x1.6f0e1ep+0f,
          0x1.29db98p+0f, 0x1.7ac442p+0f, 0x1.5ac00cp+0f}},
        {"tf32",
         golden_config([](run::RunConfig& c) { c.set_precision(run::TF32); }),
         {0x1.5f2948p+0f, 0x1.6a80a4p+0f, 0x1.6be668p+0f, 0x1.3f564ep+0f, 0x1.636206p+0f, 0x1.57e956p+0f, 0x1.6f0f1p+0f,
          0x1.29db86p+0f, 0x1.7ac5eep+0f, 0x1.5ac0f2p+0f}},
        {"fp16, dynamic scale",
         golden_config([](run::RunConfig& c) {
             c.set_precision(run::FP16);
             c.set_scaling(run::DYNAMIC);
             c.set_loss_scale(0x1p19);
             c.set_growth_interval(3);
         }),
         {0x1.5f28dap+0f, 0x1.6b4efp+0f, 0x1.6e93f6p+0f, 0x1.6d08f2p+0f, 0x1.5acd56p+0f, 0x1.565d84p+0f, 0x1.64b208p+0f,
          0x1.3f2c12p+0f, 0x1.83fe5ap+0f, 0x1.6d5c3ap+0f}},
        {"bf16",
         golden_config([](run::RunConfig& c) { c.set_precision(run::BF16); }),
         {0x1.5f3122p+0f, 0x1.6a78b2p+0f, 0x1.6bddb2p+0f, 0x1.3f4d26p+0f, 0x1.636452p+0f, 0x1.57dc96p+0f,
          0x1.6efef4p+0f, 0x1.29d0e8p+0f, 0x1.7ac11p+0f, 0x1.5acafep+0f}},
        {"bf16 without master, stochastic",
         golden_config([](run::RunConfig& c) {
             c.set_precision(run::BF16);
             c.set_master_weights(false);
             c.set_stochastic_rounding(true);
         }),
         {0x1.5f3122p+0f, 0x1.6a717p+0f, 0x1.6bce0cp+0f, 0x1.3f43f4p+0f, 0x1.6359dp+0f, 0x1.57f78cp+0f, 0x1.6f077ap+0f,
          0x1.29b2eep+0f, 0x1.7ae4ap+0f, 0x1.5ac4bep+0f}},
        {"fp16 accumulation and reductions",
         golden_config([](run::RunConfig& c) {
             c.set_precision(run::FP16);
             c.set_fp16_accumulation(true);
             c.set_reduction(run::REDUCE_16BIT);
             c.set_optimizer_state_fp32(false);
         }),
         {0x1.5f2cccp+0f, 0x1.6a9334p+0f, 0x1.6be666p+0f, 0x1.3f6p+0f, 0x1.635cccp+0f, 0x1.57f334p+0f, 0x1.6f0666p+0f,
          0x1.29ep+0f, 0x1.7ac666p+0f, 0x1.5ab556p+0f}},
        {"sigmoid, clipped",
         golden_config([](run::RunConfig& c) {
             c.set_activation(run::SIGMOID);
             c.set_clip_norm(0.5);
         }),
         {0x1.699864p+0f, 0x1.7303d8p+0f, 0x1.84b0c8p+0f, 0x1.3e0bc2p+0f, 0x1.736cccp+0f, 0x1.6d62e6p+0f,
          0x1.81a706p+0f, 0x1.3c725ap+0f, 0x1.bbaac4p+0f, 0x1.9ed2p+0f}},
        {"cnn fp32",
         golden_config([](run::RunConfig& c) {
             make_cnn(c);
             c.set_precision(run::FP32);
         }),
         {0x1.67da72p+0f, 0x1.65d26ep+0f, 0x1.6cbc1p+0f, 0x1.3a2764p+0f, 0x1.6c9382p+0f, 0x1.6b6268p+0f, 0x1.873764p+0f,
          0x1.4aef78p+0f, 0x1.7ec556p+0f, 0x1.6033bap+0f}},
        {"cnn pytorch default",
         golden_config([](run::RunConfig& c) {
             make_cnn(c);
             c.set_precision(run::PYTORCH_DEFAULT);
         }),
         {0x1.67da66p+0f, 0x1.65d29ep+0f, 0x1.6cbbeap+0f, 0x1.3a288p+0f, 0x1.6c921cp+0f, 0x1.6b6342p+0f, 0x1.8737b4p+0f,
          0x1.4aef48p+0f, 0x1.7ec5a4p+0f, 0x1.602d16p+0f}},
        {"cnn fp16",
         golden_config([](run::RunConfig& c) {
             make_cnn(c);
             c.set_precision(run::FP16);
         }),
         {0x1.67da5p+0f, 0x1.65d47cp+0f, 0x1.6cb922p+0f, 0x1.3a2894p+0f, 0x1.6c9722p+0f, 0x1.6b611cp+0f, 0x1.876c86p+0f,
          0x1.4b1b2p+0f, 0x1.7e3f8ep+0f, 0x1.6023eep+0f}},
        {"cnn bf16",
         golden_config([](run::RunConfig& c) {
             make_cnn(c);
             c.set_precision(run::BF16);
         }),
         {0x1.67d3fep+0f, 0x1.65cd04p+0f, 0x1.6cc3b6p+0f, 0x1.3a454cp+0f, 0x1.6ccdf2p+0f, 0x1.6b41p+0f, 0x1.87e40cp+0f,
          0x1.4af194p+0f, 0x1.7f0c16p+0f, 0x1.5fc87ap+0f}},
    };
}

/// Ten steps of every mode on a device against the reference.
/// The loss is of size 1, a mean over the batch. Sums in another order move it by an ulp of FP32, and the path is
/// smooth: twice that for each step. In a narrow format a sum that moves by an ulp of FP32 may, seldom, be rounded
/// to the other neighbour; that changes one of the batch·16 numbers of a layer by the format's epsilon: one such
/// flip allowed for each step.
inline void expect_the_references_path(const std::function<std::unique_ptr<Device>()>& make_device) {
    const Dataset dataset = small_dataset();
    for (const Golden& g : goldens()) {
        Lane exact(reference(), dataset, g.config), fast(make_device(), dataset, g.config);
        exact.steps(10);
        fast.steps(10);
        const LayerPolicy formats = policy_of(g.config).convolution;
        const double epsilon = formats.operand == fp32 ? 0 : formats.operand.epsilon();
        double worst = 0;
        for (std::size_t t = 0; t < 10; ++t) {
            const double allowed = static_cast<double>(t + 1) * (2 * 0x1p-23 + epsilon / (16 * g.config.batch()));
            EXPECT_NEAR(fast.losses()[t], exact.losses()[t], allowed) << g.name << ", step " << t;
            worst = std::max(worst, std::abs(static_cast<double>(fast.losses()[t]) - exact.losses()[t]) / allowed);
        }
        std::printf("  %-40s largest difference %.2g of the bound\n", g.name.c_str(), worst);
    }
}

}  // namespace mantissa
