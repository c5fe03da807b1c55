// SPDX-License-Identifier: Apache-2.0
// LayerNorm and RMSNorm over the features of each row, or of each head of it, as torch.nn.LayerNorm and RMSNorm.
#include "engine/nn/operations.h"

namespace mantissa {
namespace {

class Norm final : public Operation {
  public:
    Norm(NormSettings::Kind kind, double epsilon, std::int64_t width) : kind_(kind), epsilon_(epsilon), width_(width) {}
    const char* kind() const noexcept override {
        return kind_ == NormSettings::Kind::layer ? "layer_norm" : "rms_norm";
    }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;
    /// So many features are normalised together.
    std::int64_t width() const noexcept { return width_; }
    NormSettings settings(const LayerPolicy& formats) const {
        NormSettings settings{kind_, formats.norm_statistics};
        settings.policy.epsilon = epsilon_;
        return settings;
    }

  private:
    NormSettings::Kind kind_;
    double epsilon_;
    std::int64_t width_;
};

class PlannedNorm final : public PlannedOperation {
  public:
    PlannedNorm(const Norm& operation, Planner& planner) {
        const LayerPolicy& formats = planner.policy.of(operation.layer, false);
        const int in = operation.inputs[0], out = operation.output;
        width_ = operation.width();
        settings_ = operation.settings(formats);
        input_ = planner.value(in);
        planner.keep(in, planner.later());
        gamma_ = PlainParameter(planner, operation.parameters[0]);
        if (operation.parameters.size() > 1) beta_ = PlainParameter(planner, operation.parameters[1]);
        output_ = planner.new_value(out, formats.norm, formats.norm);
        if (!planner.training) return;
        const Shape rows{planner.info(in).sample.size() / width_};
        const auto statistic = [&](const char* name) {
            return planner.add(operation.name + name, MemoryCategory::activations, rows, true, DType::float32, 32,
                               planner.now(), planner.later());
        };
        if (settings_.kind == NormSettings::Kind::layer) mean_ = statistic(" mean");
        rstd_ = statistic(" rstd");
        gradient_ = planner.send_gradient(in);
    }

    void forward(const PassRun& run) override {
        run.kernels.norm_forward(settings_, rows(run, input_.value), gamma_.value(run), beta_.value(run),
                                 rows(run, output_.value), statistics(run), run.cast(output_.value_gauge));
    }

    void backward(const PassRun& run) override {
        const Tensor x = rows(run, input_.value), dy = rows(run, output_.gradient);
        run.kernels.norm_backward_gamma(settings_, x, statistics(run), dy, gamma_.gradient(run), gamma_.cast(run));
        gamma_.sent(run);
        if (beta_) {
            const Tensor gradient = beta_.gradient(run);
            run.kernels.bias_gradient(dy, gradient, run.policy.reduction, beta_.cast(run));
            beta_.sent(run);
        }
        if (!gradient_) return;
        run.kernels.norm_backward_data(settings_, x, gamma_.value(run), statistics(run), dy, rows(run, gradient_.slot),
                                       run.cast(gradient_.gauge));
        run.sent(gradient_);
    }

    void collect(const PassRun& run, std::span<ParameterView> parameters) const override {
        gamma_.collect(run, parameters);
        beta_.collect(run, parameters);
    }

  private:
    Tensor rows(const PassRun& run, const Slot& slot) const { return as_rows(run.view(slot), width_); }
    NormStatistics statistics(const PassRun& run) const {
        return {mean_ ? run.view(mean_) : Tensor{}, rstd_ ? run.view(rstd_) : Tensor{}};
    }

    NormSettings settings_;
    std::int64_t width_;
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
    const std::int64_t heads = source.description.has_heads() ? source.description.heads() : 1;
    if (heads < 1 || in[in.rank - 1] % heads != 0)
        throw source.wrong(say("its input is %1 for %2 heads", {text_of(in), heads}),
                           say("features of a multiple of the heads"));
    const std::int64_t width = in[in.rank - 1] / heads;
    auto operation =
        std::make_unique<Norm>(kind, source.description.has_epsilon() ? source.description.epsilon() : 1e-5, width);
    operation->parameters.push_back(source.add_vector("weight", width, 1));
    if (kind == NormSettings::Kind::layer) operation->parameters.push_back(source.add_vector("bias", width, 0));
    return {std::move(operation), in};
}

}  // namespace

/// epsilon: added to the variance. heads: so many equal parts of the features, each normalised by itself, with the same
/// weight and bias.
MadeOperation make_layer_norm(const OperationSource& source) {
    return make_norm(source, NormSettings::Kind::layer);
}

MadeOperation make_rms_norm(const OperationSource& source) {
    return make_norm(source, NormSettings::Kind::rms);
}

}  // namespace mantissa
