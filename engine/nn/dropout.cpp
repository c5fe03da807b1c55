// SPDX-License-Identifier: Apache-2.0
// Dropout. Which numbers stay is a function of the run's seed, the step, the operation and their place, so a shadow, a
// lane with the same seed and a resumed run drop the same ones. An evaluation drops none.
#include <fmt/format.h>

#include "engine/nn/operations.h"

namespace mantissa {
namespace {

class DropoutOperation final : public Operation {
  public:
    explicit DropoutOperation(double probability) : probability_(probability) {}
    const char* kind() const noexcept override { return "dropout"; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;
    bool is_in_place(const Planner& planner) const override { return planner.may_overwrite(inputs[0]); }
    bool is_random() const noexcept override { return probability_ > 0; }
    double probability() const noexcept { return probability_; }

  private:
    double probability_;
};

class PlannedDropout final : public PlannedOperation {
  public:
    PlannedDropout(const DropoutOperation& operation, Planner& planner)
        : training_(planner.training), tensor_(operation.output) {
        settings_.probability = operation.probability();
        const int in = operation.inputs[0];
        input_ = planner.value(in);
        output_ = input_;
        planner.keep(in, planner.now());
        in_place_ = operation.is_in_place(planner);
        if (!in_place_) planner.new_buffers(operation.output, output_);
        output_.value_gauge = planner.add_value_gauge(operation.output, output_.format);
        planner.value(operation.output) = output_;
        if (training_) gradient_ = planner.send_gradient(in);
    }

    void forward(const PassRun& run) override {
        const Tensor x = run.view(input_.value), y = run.view(output_.value);
        const Cast cast = run.cast(output_.value_gauge);
        if (training_)
            run.kernels.dropout(settings(run), x, y, cast);
        else if (!in_place_)
            run.kernels.round_copy(x, y, cast);
    }

    void backward(const PassRun& run) override {
        if (!gradient_) return;
        run.kernels.dropout(settings(run), run.view(output_.gradient), run.view(gradient_.slot),
                            run.cast(gradient_.gauge));
        run.sent(gradient_);
    }

  private:
    Dropout settings(const PassRun& run) const {
        Dropout settings = settings_;
        settings.random = {run.seed, RandomUse::dropout, run.step, static_cast<std::uint32_t>(tensor_)};
        return settings;
    }

    bool training_, in_place_ = false;
    int tensor_;
    Dropout settings_;
    Value input_, output_;
    GradientPart gradient_;
};

std::unique_ptr<PlannedOperation> DropoutOperation::plan(Planner& planner) const {
    return std::make_unique<PlannedDropout>(*this, planner);
}

}  // namespace

/// probability: that a number becomes 0.
MadeOperation make_dropout(const OperationSource& source) {
    const double probability = source.description.probability();
    if (!(probability >= 0 && probability < 1))
        throw source.wrong(say("probability %1", {fmt::format("{:g}", probability)}), say("0 to below 1"));
    return {std::make_unique<DropoutOperation>(probability), source.inputs[0], MadeOperation::Format::of_input};
}

}  // namespace mantissa
