// SPDX-License-Identifier: Apache-2.0
// A small learnable data set, a sink that keeps everything, and trainers over them.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/rng.h"
#include "engine/reference/reference_device.h"
#include "engine/run/cast_settings.h"
#include "engine/run/operand_settings.h"
#include "engine/run/policy_of.h"
#include "engine/run/presets.h"
#include "engine/run/scaler_recipes.h"
#include "engine/train/lane_parts.h"
#include "engine/train/trainer.h"
#ifdef MANTISSA_HAS_ONEDNN
#include "engine/cpu/cpu_device.h"
#endif

namespace mantissa {

/// Images of `side`² pixels whose class, at most four, decides which quarter is bright, with noise on top.
inline Dataset small_dataset(int side = 8, int classes = 4, std::int64_t train = 96, std::int64_t test = 40) {
    const auto fill = [&](Split& split, std::int64_t count, std::uint64_t seed) {
        const RandomKey random{seed, RandomUse::shuffle, 0, 0};
        const std::int64_t pixels = std::int64_t{side} * side;
        split.count = count;
        for (std::int64_t i = 0; i < count; ++i) {
            const auto label =
                static_cast<std::uint8_t>(random.bits(static_cast<std::uint64_t>(i)) % static_cast<unsigned>(classes));
            split.labels.push_back(label);
            for (std::int64_t p = 0; p < pixels; ++p) {
                const std::uint32_t noise = random.bits(static_cast<std::uint64_t>(1000 + i * pixels + p));
                const bool bright = (p / side >= side / 2 ? 2 : 0) + (p % side >= side / 2 ? 1 : 0) == label;
                split.images.push_back(
                    static_cast<std::uint8_t>(noise % 4 == 0 ? 0 : (bright ? 150 : 20) + noise / 4 % 100));
            }
        }
    };
    Dataset dataset;
    dataset.name = "small";
    dataset.side = side;
    dataset.classes = classes;
    fill(dataset.train, train, 1);
    fill(dataset.test, test, 2);
    dataset.sha256 = "none";
    return dataset;
}

class Collector final : public RecordSink {
  public:
    void accept(const run::Record& record) override { records.push_back(record); }

    std::vector<run::StepRecord> steps() const {
        std::vector<run::StepRecord> result;
        for (const run::Record& r : records)
            if (r.has_step_done()) result.push_back(r.step_done());
        return result;
    }
    std::vector<float> losses() const {
        std::vector<float> result;
        for (const run::StepRecord& s : steps()) result.push_back(s.loss());
        return result;
    }
    /// Records of events of one kind.
    std::vector<run::Record> events(run::EventRecord::Kind kind) const {
        std::vector<run::Record> result;
        for (const run::Record& r : records)
            if (r.has_event() && r.event().kind() == kind) result.push_back(r);
        return result;
    }
    std::vector<run::Record> records;
};

/// What ships, read once.
inline const Dataset& mnist() {
    static const Dataset dataset = load_mnist(std::filesystem::path(MANTISSA_RESOURCES) / "mnist");
    return dataset;
}

/// small_dataset(), made once.
inline const Dataset& small_data() {
    static const Dataset dataset = small_dataset();
    return dataset;
}

/// A record as text but for what no two runs have in common.
inline std::string without_time(run::Record record) {
    if (record.has_step_done()) {
        record.mutable_step_done()->clear_step_ms();
        record.mutable_step_done()->clear_images_per_second();
    }
    if (record.has_started()) record.mutable_started()->mutable_identity()->clear_started_unix();
    if (record.has_memory()) record.mutable_memory()->clear_device_total_used();
    if (record.has_finished()) {
        record.mutable_finished()->clear_seconds();
        record.mutable_finished()->clear_images_per_second();
    }
    return record.DebugString();
}

/// A configuration for the small data set: MLP 2x16 ReLU, Adam 3e-3, batch 10 (so that an epoch ends with a batch of
/// 6), no evaluations and no histograms.
inline run::RunConfig small_config() {
    run::RunConfig config = default_config();
    config.set_device("reference");
    config.set_width(16);
    config.set_lr(3e-3);
    config.set_batch(10);
    config.set_epochs(1000);
    config.set_eval_interval(0);
    config.set_histogram_interval(0);
    config.set_seed(7);
    return config;
}

using Edit = std::function<void(run::RunConfig&)>;

inline run::RunConfig small_config(const Edit& edit) {
    run::RunConfig config = small_config();
    edit(config);
    return config;
}

/// To follow an element of this magnitude (floor(log2 |x|) before its cast).
inline run::Trace trace_request(const std::string& tensor, int bin, run::Role role = run::ROLE_WEIGHT_GRADIENT) {
    run::Trace trace;
    trace.set_tensor(tensor);
    trace.set_role(role);
    trace.set_bin(bin);
    return trace;
}

/// To follow this very element.
inline run::Trace trace_request_index(const std::string& tensor, std::uint64_t index,
                                      run::Role role = run::ROLE_WEIGHT_GRADIENT) {
    run::Trace trace = trace_request(tensor, 0, role);
    trace.clear_bin();
    trace.set_index(index);
    return trace;
}

/// A lane on a device of its own, begun. The data set has the targets of the files; the lane gives it those of its
/// task.
struct Lane {
    std::unique_ptr<Device> device;
    Dataset own;  ///< where the targets are others
    const Dataset& dataset;
    DeviceData data;
    Collector sink;
    Trainer trainer;

    Lane(std::unique_ptr<Device> on, const Dataset& set, const run::RunConfig& config)
        : device(std::move(on)),
          own(config.task() == run::CLASSIFY ? Dataset{} : with_task(set, config)),
          dataset(config.task() == run::CLASSIFY ? set : own),
          data(*device, dataset),
          trainer(*device, data, dataset, config, sink, "test", 0) {
        trainer.begin();
    }
    Lane(std::unique_ptr<Device> on, Dataset&& set, const run::RunConfig& config) = delete;  // it must outlive the lane
    void steps(int count) {
        for (int i = 0; i < count; ++i) trainer.step();
    }
    /// The same in stretches as long as they can be.
    void stretches(std::uint32_t count) {
        const std::uint32_t last = trainer.steps_done() + count;
        while (trainer.steps_done() < last) trainer.steps(unhurried(last - trainer.steps_done()));
    }
    /// A stretch that no clock ends.
    static Stretch unhurried(std::uint32_t steps = std::numeric_limits<std::uint32_t>::max()) {
        return {.steps = steps, .seconds = std::numeric_limits<double>::infinity()};
    }
    std::string hash() { return trainer.parameters().weights_sha256(); }
    std::vector<float> losses() const { return sink.losses(); }
};

inline std::unique_ptr<Device> reference() {
    return make_reference_device();
}

/// The CPU backend where it is built in, else the reference.
inline std::unique_ptr<Device> fast_device(int threads = 2) {
#ifdef MANTISSA_HAS_ONEDNN
    return make_cpu_device(threads);
#else
    static_cast<void>(threads);
    return make_reference_device();
#endif
}

struct ConfigCase {
    std::string name;
    run::RunConfig config;
};

/// `config` with evaluations between its steps and, where `watched`, all that is counted of them.
inline run::RunConfig looked_at(run::RunConfig config, bool watched) {
    config.set_histogram_interval(watched ? 2 : 0);
    config.set_shadow_interval(watched ? 4 : 0);
    config.set_eval_interval(3);
    return config;
}

/// A network from a file, of images of a multiple of 2 pixels: average pooling, upsampling, concatenation, dropout.
inline constexpr const char* every_resampling = R"({"name": "resampling", "operations": [
    {"op": "conv2d", "name": "in", "out": 3, "then": ["tanh"]},
    {"op": "avg_pool2d"},
    {"op": "conv2d", "name": "low", "out": 4, "then": ["silu"]},
    {"op": "dropout", "name": "drop", "probability": 0.25},
    {"op": "upsample"},
    {"op": "concat", "name": "both", "inputs": ["upsample1", "in.out"]},
    {"op": "conv2d", "name": "out", "out": 1, "kernel": 1}]})";

/// Configurations that together use every role, optimizer and kind of state.
inline std::vector<ConfigCase> config_cases() {
    const auto cnn = [](run::RunConfig& c) {
        c.set_model(run::CNN);
        c.set_c1(3);
        c.set_c2(5);
    };
    return {
        {"fp32 adam", small_config([](run::RunConfig&) {})},
        {"fp16 adamw, cosine of updates after warm-up, smoothed labels, skipped steps",
         small_config([](run::RunConfig& c) {
             c.set_optimizer(run::ADAMW);
             c.set_weight_decay(0.5);
             c.set_schedule(run::SCHEDULE_COSINE);
             c.set_warmup_steps(3);
             c.set_skips_advance(false);
             c.set_label_smoothing(0.1);
             c.set_steps(200);
             c.set_precision(run::FP16);
             c.set_scaling(run::DYNAMIC);
             c.set_loss_scale(0x1p20);
             c.set_growth_interval(4);
         })},
        {"bf16 without master, momentum, l2, cosine of epochs", small_config([](run::RunConfig& c) {
             c.set_precision(run::BF16);
             c.set_master_weights(false);
             c.set_optimizer(run::SGD);
             c.set_momentum(0.9);
             c.set_lr(0.05);
             c.set_weight_decay(0.01);
             c.set_schedule(run::SCHEDULE_COSINE);
             c.set_warmup_steps(4);
             c.set_epochs(20);
         })},
        {"tf32 cnn", small_config([&](run::RunConfig& c) {
             cnn(c);
             c.set_precision(run::TF32);
         })},
        {"fp16 dynamic adam", small_config([](run::RunConfig& c) {
             c.set_precision(run::FP16);
             c.set_scaling(run::DYNAMIC);
             c.set_loss_scale(0x1p22);  // overflows at first
             c.set_growth_interval(3);
             c.set_activation(run::TANH);
         })},
        {"fp16 cnn dynamic", small_config([&](run::RunConfig& c) {
             cnn(c);
             c.set_precision(run::FP16);
             c.set_scaling(run::DYNAMIC);
             c.set_growth_interval(4);
         })},
        {"fp16 scaled as MXNet", small_config([](run::RunConfig& c) {
             c.set_precision(run::FP16);
             c.MergeFrom(settings_of(run::SCALER_MXNET));
             c.set_loss_scale(0x1p22);
             c.set_growth_interval(3);
         })},
        {"fp16 with hysteresis and a tolerance of overflows", small_config([](run::RunConfig& c) {
             c.set_precision(run::FP16);
             c.MergeFrom(settings_of(run::SCALER_MEGATRON));
             c.set_loss_scale(0x1p20);
             c.set_growth_interval(2);
             c.set_overflow_tolerance(0.3);
         })},
        {"bf16 without master, stochastic, momentum", small_config([](run::RunConfig& c) {
             c.set_precision(run::BF16);
             c.set_master_weights(false);
             c.set_stochastic_rounding(true);
             c.set_optimizer(run::SGD);
             c.set_momentum(0.9);
             c.set_lr(0.05);
         })},
        {"bf16 stochastic working copy, clipped", small_config([](run::RunConfig& c) {
             c.set_precision(run::BF16);
             c.set_stochastic_rounding(true);
             c.set_clip_norm(0.5);
             c.set_activation(run::SIGMOID);
         })},
        {"fp16 transformer, its norms and softmax in 16 bits", small_config([](run::RunConfig& c) {
             c.set_model(run::TRANSFORMER);
             c.set_token_width(24);
             c.set_heads(2);
             c.set_lr(3e-3);
             c.set_precision(run::FP16);
             c.set_scaling(run::DYNAMIC);
             c.set_loss_scale(1024);
             c.set_growth_interval(4);
             c.set_norm_16bit(true);
             c.set_softmax_16bit(true);
             c.set_residual_16bit(true);
         })},
        {"bf16 residual network", small_config([](run::RunConfig& c) {
             c.set_model(run::RESNET);
             c.set_channels(3);
             c.set_precision(run::BF16);
         })},
        {"fp16 u-net that classifies pixels", small_config([](run::RunConfig& c) {
             c.set_model(run::UNET);
             c.set_task(run::CLASSIFY_PIXELS);
             c.set_unet_channels(2);
             c.set_precision(run::FP16);
             c.set_scaling(run::DYNAMIC);
             c.set_growth_interval(4);
         })},
        {"fp16 gpt that sorts", small_config([](run::RunConfig& c) {
             c.set_model(run::GPT);
             c.set_task(run::SORT_TOKENS);
             c.set_token_width(24);
             c.set_heads(2);
             c.set_precision(run::FP16);
             c.set_scaling(run::DYNAMIC);
             c.set_loss_scale(1024);
             c.set_growth_interval(4);
         })},
        {"bf16 bert that fills in", small_config([](run::RunConfig& c) {
             c.set_model(run::BERT);
             c.set_task(run::FILL_TOKENS);
             c.set_token_width(24);
             c.set_heads(2);
             c.set_precision(run::BF16);
         })},
        {"fp16 regression of a table's rows", small_config([](run::RunConfig& c) {
             c.set_model(run::REGRESSION);
             c.set_task(run::REGRESS);
             c.set_width(24);
             c.set_target_offset(3);
             c.set_precision(run::FP16);
             c.set_scaling(run::DYNAMIC);
             c.set_loss_scale(1024);
             c.set_growth_interval(4);
         })},
        {"bf16 network from a file that removes noise", small_config([](run::RunConfig& c) {
             c.set_model(run::NETWORK_FILE);
             c.set_network(every_resampling);
             c.set_task(run::DENOISE);
             c.set_precision(run::BF16);
         })},
        {"fp16 accumulation, 16-bit reductions and moments", small_config([](run::RunConfig& c) {
             c.set_precision(run::FP16);
             c.set_fp16_accumulation(true);
             c.set_reduction(run::REDUCE_16BIT);
             c.set_optimizer_state_fp32(false);
             c.set_epsilon(1e-4);
             c.set_scaling(run::STATIC);
             c.set_loss_scale(256);
         })},
        {"fp16 on 5 ranks, summed in fp16 around a ring, skipped steps", small_config([](run::RunConfig& c) {
             c.set_ranks(5);
             c.set_rank_format(run::FP16);
             c.set_rank_divide(run::DIVIDE_AFTER);
             c.set_rank_bucket_kib(1);
             c.set_precision(run::FP16);
             c.set_scaling(run::DYNAMIC);
             c.set_loss_scale(0x1p22);
             c.set_growth_interval(3);
         })},
        {"bf16 residual network on 2 ranks, a stochastic tree", small_config([](run::RunConfig& c) {
             c.set_model(run::RESNET);
             c.set_channels(3);
             c.set_ranks(2);
             c.set_rank_format(run::BF16);
             c.set_rank_stochastic(true);
             c.set_rank_order(run::ORDER_TREE);
         })},
        {"bf16 alone, its optimizer too, as .half()", small_config([](run::RunConfig& c) {
             c.MergeFrom(settings_of(run::CASTS_HALF, run::BF16));
             c.set_clip_norm(0.5);
         })},
        {"fp16 transformer as Apex O2", small_config([](run::RunConfig& c) {
             c.set_model(run::TRANSFORMER);
             c.set_token_width(24);
             c.set_heads(2);
             c.MergeFrom(settings_of(run::CASTS_APEX_O2, run::FP16));
             c.set_loss_scale(1024);
             c.set_growth_interval(20);
         })},
        {"pytorch default cnn, sgd", small_config([&](run::RunConfig& c) {
             cnn(c);
             c.set_precision(run::PYTORCH_DEFAULT);
             c.set_optimizer(run::SGD);
             c.set_lr(0.1);
         })},
        {"operands in FP8, delayed scaling",
         small_config([](run::RunConfig& c) { c.MergeFrom(settings_of(run::OPERANDS_FP8_DELAYED)); })},
        {"cnn with operands in NVFP4, one layer without", small_config([&](run::RunConfig& c) {
             cnn(c);
             c.MergeFrom(settings_of(run::OPERANDS_NVFP4));
             c.add_layer_overrides()->set_layer("fc1");
             c.mutable_layer_overrides(0)->set_precision(run::BF16);
         })},
        {"u-net with operands in FP8, delayed scaling", small_config([](run::RunConfig& c) {
             c.set_model(run::UNET);
             c.set_task(run::CLASSIFY_PIXELS);
             c.set_unet_channels(2);
             c.MergeFrom(settings_of(run::OPERANDS_FP8_DELAYED));
         })},
        {"transformer with operands in MXFP8", small_config([](run::RunConfig& c) {
             c.set_model(run::TRANSFORMER);
             c.set_token_width(24);
             c.set_heads(2);
             c.MergeFrom(settings_of(run::OPERANDS_MXFP8));
         })},
        {"bf16 with an fp32 layer, weight gradients in fp32", small_config([](run::RunConfig& c) {
             c.set_precision(run::BF16);
             c.set_weight_gradients_fp32(true);
             c.add_layer_overrides()->set_layer("fc2");
             c.mutable_layer_overrides(0)->set_precision(run::FP32);
         })},
    };
}

/// The kinds of network that classify images, each as small as can be: what is commanded of a run is commanded of each.
/// A residual network has statistics beside its weights, a Transformer norms and positions.
inline std::vector<std::pair<std::string, Edit>> network_edits() {
    return {{"mlp", [](run::RunConfig&) {}},
            {"cnn",
             [](run::RunConfig& c) {
                 c.set_model(run::CNN);
                 c.set_c1(3);
                 c.set_c2(5);
             }},
            {"resnet",
             [](run::RunConfig& c) {
                 c.set_model(run::RESNET);
                 c.set_channels(2);
             }},
            {"transformer", [](run::RunConfig& c) {
                 c.set_model(run::TRANSFORMER);
                 c.set_depth(1);
                 c.set_token_width(8);
                 c.set_heads(2);
             }}};
}

/// Those that a card can run: it has no operands in eight bits.
inline std::vector<ConfigCase> card_cases() {
    std::vector<ConfigCase> cases = config_cases();
    std::erase_if(cases, [](const ConfigCase& c) { return policy_of(c.config).quantises(); });
    return cases;
}

/// Those in which a number can be followed: of one rank.
inline std::vector<ConfigCase> followed_cases() {
    std::vector<ConfigCase> cases = config_cases();
    std::erase_if(cases, [](const ConfigCase& c) { return c.config.ranks() > 1; });
    return cases;
}

}  // namespace mantissa
