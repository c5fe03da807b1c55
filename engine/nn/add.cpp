// SPDX-License-Identifier: Apache-2.0
// The sum of two tensors: a residual connection.
#include "engine/nn/operations.h"

namespace mantissa {
namespace {

class Add final : public Operation {
  public:
    const char* kind() const noexcept override { return "add"; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;
};

class PlannedAdd final : public PlannedOperation {
  public:
    PlannedAdd(const Add& operation, Planner& planner) {
        const LayerPolicy& formats = planner.policy.of(operation.layer, false);
        for (int i = 0; i < 2; ++i) {
            const int in = operation.inputs[static_cast<std::size_t>(i)];
            terms_[i] = planner.value(in);
            planner.keep(in, planner.now());
        }
        const FloatFormat format = formats.sum ? *formats.sum : wider(terms_[0].format, terms_[1].format);
        sum_ = planner.new_value(operation.output, format, format);
        if (!planner.training) return;
        for (int i = 0; i < 2; ++i)
            gradients_[i] = planner.send_gradient(operation.inputs[static_cast<std::size_t>(i)]);
    }

    void forward(const PassRun& run) override {
        run.kernels.add(run.view(terms_[0].value), run.view(terms_[1].value), run.view(sum_.value),
                        run.cast(sum_.value_gauge));
    }

    void backward(const PassRun& run) override {
        for (int i = 1; i >= 0; --i) {
            if (!gradients_[i]) continue;
            run.kernels.round_copy(run.view(sum_.gradient), run.view(gradients_[i].slot),
                                   run.cast(gradients_[i].gauge));
            run.sent(gradients_[i]);
        }
    }

  private:
    Value terms_[2], sum_;
    GradientPart gradients_[2];
};

std::unique_ptr<PlannedOperation> Add::plan(Planner& planner) const {
    return std::make_unique<PlannedAdd>(*this, planner);
}

}  // namespace

MadeOperation make_add(const OperationSource& source) {
    if (!(source.inputs[0] == source.inputs[1]))
        throw source.wrong(say("%1 and %2", {text_of(source.inputs[0]), text_of(source.inputs[1])}),
                           say("two tensors of the same extents"));
    return {std::make_unique<Add>(), source.inputs[0]};
}

}  // namespace mantissa
