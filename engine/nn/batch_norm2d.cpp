// SPDX-License-Identifier: Apache-2.0
// BatchNorm over the channels of images, as torch.nn.BatchNorm2d: its result has its input's format, its statistics are
// FP32 unless the policy says otherwise.
#include "engine/nn/operations.h"

namespace mantissa {
namespace {

class BatchNorm2d final : public Operation {
  public:
    explicit BatchNorm2d(double epsilon) : epsilon_(epsilon) {}
    const char* kind() const noexcept override { return "batch_norm2d"; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;
    double epsilon() const noexcept { return epsilon_; }

  private:
    double epsilon_;
};

class PlannedBatchNorm2d final : public PlannedOperation {
  public:
    PlannedBatchNorm2d(const BatchNorm2d& operation, Planner& planner)
        : training_(planner.training), running_(operation.state) {
        const int in = operation.inputs[0], out = operation.output;
        const Shape channels{planner.info(in).sample[2]};
        settings_.policy = planner.policy.of(operation.layer, true).norm_statistics;
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
                                           run.moves_state ? running : RunningStatistics{}, cast);
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
    NormStatistics statistics(const PassRun& run) const { return {run.view(mean_), run.view(rstd_)}; }

    bool training_;
    std::vector<int> running_;
    BatchNormSettings settings_;
    Value input_, output_;
    Slot mean_, rstd_;
    PlainParameter gamma_, beta_;
    GradientPart gradient_;
};

std::unique_ptr<PlannedOperation> BatchNorm2d::plan(Planner& planner) const {
    return std::make_unique<PlannedBatchNorm2d>(*this, planner);
}

}  // namespace

/// epsilon: added to the variance.
MadeOperation make_batch_norm2d(const OperationSource& source) {
    const Shape& in = source.inputs[0];
    if (in.rank != 3) throw source.wrong(say("its input is no image"), say("rows x columns x channels"));
    auto operation =
        std::make_unique<BatchNorm2d>(source.description.has_epsilon() ? source.description.epsilon() : 1e-5);
    operation->parameters = {source.add_vector("weight", in[2], 1), source.add_vector("bias", in[2], 0)};
    operation->state = {source.add_state("running_mean", in[2], 0), source.add_state("running_var", in[2], 1)};
    return {std::move(operation), in, MadeOperation::Format::of_input};
}

}  // namespace mantissa
