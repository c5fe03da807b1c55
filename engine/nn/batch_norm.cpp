// SPDX-License-Identifier: Apache-2.0
// BatchNorm over the channels of images or over features, as torch.nn.BatchNorm2d and BatchNorm1d: its result has its
// input's format, its statistics are FP32 unless the policy says otherwise.
#include "engine/nn/operations.h"

namespace mantissa {
namespace {

class BatchNorm final : public Operation {
  public:
    BatchNorm(bool images, double epsilon) : images_(images), epsilon_(epsilon) {}
    const char* kind() const noexcept override { return images_ ? "batch_norm2d" : "batch_norm1d"; }
    bool images() const noexcept { return images_; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;
    double epsilon() const noexcept { return epsilon_; }

  private:
    bool images_;
    double epsilon_;
};

class PlannedBatchNorm final : public PlannedOperation {
  public:
    PlannedBatchNorm(const BatchNorm& operation, Planner& planner)
        : training_(planner.training), running_(operation.state) {
        const int in = operation.inputs[0], out = operation.output;
        const Shape& sample = planner.info(in).sample;
        const Shape channels{sample[sample.rank - 1]};
        alone_ = sample.size() == channels[0];
        const LayerPolicy& formats = planner.policy.of(operation.layer, operation.images());
        settings_.policy = formats.norm_statistics;
        settings_.running = formats.norm_running;
        settings_.policy.epsilon = operation.epsilon();
        input_ = planner.value(in);
        planner.keep(in, planner.later());
        gamma_ = PlainParameter(planner, operation.parameters[0]);
        beta_ = PlainParameter(planner, operation.parameters[1]);
        output_ = planner.new_value(out, input_.format, input_.gradient ? input_.gradient_format : input_.format);
        if (!training_) return;
        const auto statistic = [&](const char* name) {
            return planner.add(operation.name + name, MemoryCategory::activations, channels, false, DType::float32, 32,
                               planner.now(), planner.later());
        };
        mean_ = statistic(" mean");
        rstd_ = statistic(" rstd");
        gradient_ = planner.send_gradient(in);
    }

    void forward(const PassRun& run) override {
        const RunningStatistics running{run.state[running_[0]], run.state[running_[1]]};
        const Tensor x = run.view(input_.value), y = run.view(output_.value);
        const Cast cast = run.cast(output_.value_gauge);
        if (training_)
            run.kernels.batch_norm_forward(settings_, x, gamma_.value(run), beta_.value(run), y, statistics(run),
                                           moves(run) ? running : RunningStatistics{}, cast);
        else
            run.kernels.batch_norm_inference(settings_, x, gamma_.value(run), beta_.value(run), y, running, cast);
    }

    void backward(const PassRun& run) override {
        run.kernels.batch_norm_backward(
            settings_, run.view(input_.value), gamma_.value(run), statistics(run), run.view(output_.gradient),
            gradient_ ? run.view(gradient_.slot) : Tensor{}, gamma_.gradient(run), beta_.gradient(run),
            gradient_ ? run.cast(gradient_.gauge) : Cast{}, gamma_.cast(run), beta_.cast(run));
        gamma_.sent(run);
        beta_.sent(run);
        if (gradient_) run.sent(gradient_);
    }

    void collect(const PassRun& run, std::span<ParameterView> parameters) const override {
        gamma_.collect(run, parameters);
        beta_.collect(run, parameters);
    }

  private:
    /// A batch of one row has no variance that the running one could move towards (PyTorch refuses it).
    bool moves(const PassRun& run) const { return run.moves_state && !(alone_ && run.samples == 1); }
    NormStatistics statistics(const PassRun& run) const { return {run.view(mean_), run.view(rstd_)}; }

    bool training_, alone_ = false;  ///< alone: a sample is one row
    std::vector<int> running_;
    BatchNormSettings settings_;
    Value input_, output_;
    Slot mean_, rstd_;
    PlainParameter gamma_, beta_;
    GradientPart gradient_;
};

std::unique_ptr<PlannedOperation> BatchNorm::plan(Planner& planner) const {
    return std::make_unique<PlannedBatchNorm>(*this, planner);
}

MadeOperation make_batch_norm(const OperationSource& source, bool images) {
    const Shape& in = source.inputs[0];
    const std::int64_t channels = in[in.rank - 1];
    auto operation =
        std::make_unique<BatchNorm>(images, source.description.has_epsilon() ? source.description.epsilon() : 1e-5);
    operation->parameters = {source.add_vector("weight", channels, 1), source.add_vector("bias", channels, 0)};
    operation->state = {source.add_state("running_mean", channels, 0), source.add_state("running_var", channels, 1)};
    return {std::move(operation), in, MadeOperation::Format::of_input};
}

}  // namespace

/// epsilon: added to the variance.
MadeOperation make_batch_norm2d(const OperationSource& source) {
    if (source.inputs[0].rank != 3) throw source.wrong(say("its input is no image"), say("rows x columns x channels"));
    return make_batch_norm(source, true);
}

/// epsilon: added to the variance. Each feature of a sample is a channel.
MadeOperation make_batch_norm1d(const OperationSource& source) {
    if (source.inputs[0].rank != 1)
        throw source.wrong(say("its input is %1", {text_of(source.inputs[0])}), say("features of a whole sample"));
    return make_batch_norm(source, false);
}

}  // namespace mantissa
