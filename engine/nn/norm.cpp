// SPDX-License-Identifier: Apache-2.0
// LayerNorm and RMSNorm over the features of each row, as torch.nn.LayerNorm and RMSNorm.
#include "engine/nn/operations.h"

namespace mantissa {
namespace {

class Norm final : public Operation {
  public:
    Norm(NormSettings::Kind kind, double epsilon) : kind_(kind), epsilon_(epsilon) {}
    const char* kind() const noexcept override {
        return kind_ == NormSettings::Kind::layer ? "layer_norm" : "rms_norm";
    }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;
    NormSettings settings(const LayerPolicy& formats) const {
        NormSettings settings{kind_, formats.norm_statistics};
        settings.policy.epsilon = epsilon_;
        return settings;
    }

  private:
    NormSettings::Kind kind_;
    double epsilon_;
};

class PlannedNorm final : public PlannedOperation {
  public:
    PlannedNorm(const Norm& operation, Planner& planner) {
        const LayerPolicy& formats = planner.policy.of(operation.layer, false);
        const int in = operation.inputs[0], out = operation.output;
        const Shape& sample = planner.info(in).sample;
        settings_ = operation.settings(formats);
        input_ = planner.value(in);
        planner.keep(in, planner.later());
        gamma_ = PlainParameter(planner, operation.parameters[0]);
        if (operation.parameters.size() > 1) beta_ = PlainParameter(planner, operation.parameters[1]);
        output_ = planner.new_value(out, formats.norm, formats.norm);
        if (!planner.training) return;
        const Shape rows{sample.size() / sample[sample.rank - 1]};
        const auto statistic = [&](const char* name) {
            return planner.add(operation.name + name, MemoryCategory::activations, rows, true, DType::float32, 32,
                               planner.now(), planner.later());
        };
        if (settings_.kind == NormSettings::Kind::layer) mean_ = statistic(" mean");
        rstd_ = statistic(" rstd");
        gradient_ = planner.send_gradient(in);
    }

    void forward(const PassRun& run) override {
        run.kernels.norm_forward(settings_, run.view(input_.value), gamma_.value(run), beta_.value(run),
                                 run.view(output_.value), statistics(run), run.cast(output_.value_gauge));
    }

    void backward(const PassRun& run) override {
        const Tensor x = run.view(input_.value), dy = run.view(output_.gradient);
        run.kernels.norm_backward_gamma(settings_, x, statistics(run), dy, gamma_.gradient(run), gamma_.cast(run));
        gamma_.sent(run);
        if (beta_) {
            const Tensor gradient = beta_.gradient(run);
            run.kernels.bias_gradient(as_rows(dy, gradient.size()), gradient, run.policy.reduction, beta_.cast(run));
            beta_.sent(run);
        }
        if (!gradient_) return;
        run.kernels.norm_backward_data(settings_, x, gamma_.value(run), statistics(run), dy, run.view(gradient_.slot),
                                       run.cast(gradient_.gauge));
        run.sent(gradient_);
    }

    void collect(const PassRun& run, std::span<ParameterView> parameters) const override {
        gamma_.collect(run, parameters);
        beta_.collect(run, parameters);
    }

  private:
    NormStatistics statistics(const PassRun& run) const {
        return {mean_ ? run.view(mean_) : Tensor{}, rstd_ ? run.view(rstd_) : Tensor{}};
    }

    NormSettings settings_;
    Value input_, output_;
    Slot mean_, rstd_;
    PlainParameter gamma_, beta_;
    GradientPart gradient_;
};

std::unique_ptr<PlannedOperation> Norm::plan(Planner& planner) const {
    return std::make_unique<PlannedNorm>(*this, planner);
}

MadeOperation make_norm(const OperationSource& source, NormSettings::Kind kind) {
    const Shape& in = source.inputs[0];
    if (in.rank == 0) throw source.wrong(say("its input has no features"), say("tokens x features"));
    auto operation =
        std::make_unique<Norm>(kind, source.description.has_epsilon() ? source.description.epsilon() : 1e-5);
    operation->parameters.push_back(source.add_vector("weight", in[in.rank - 1], 1));
    if (kind == NormSettings::Kind::layer)
        operation->parameters.push_back(source.add_vector("bias", in[in.rank - 1], 0));
    return {std::move(operation), in};
}

}  // namespace

/// epsilon: added to the variance.
MadeOperation make_layer_norm(const OperationSource& source) {
    return make_norm(source, NormSettings::Kind::layer);
}

MadeOperation make_rms_norm(const OperationSource& source) {
    return make_norm(source, NormSettings::Kind::rms);
}

}  // namespace mantissa
