// SPDX-License-Identifier: Apache-2.0
// Average pooling and nearest upsampling by 2x2 windows. As in PyTorch's autocast on a card, results have their input's
// format; upsampling only repeats numbers, so that its gradient is what is rounded.
#include "engine/nn/operations.h"

namespace mantissa {
namespace {

class Resample final : public Operation {
  public:
    Resample(const PoolGeometry& geometry, bool up) : geometry_(geometry), up_(up) {}
    const char* kind() const noexcept override { return up_ ? "upsample" : "avg_pool2d"; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;
    const PoolGeometry& geometry() const noexcept { return geometry_; }
    bool up() const noexcept { return up_; }

  private:
    PoolGeometry geometry_;
    bool up_;
};

class PlannedResample final : public PlannedOperation {
  public:
    PlannedResample(const Resample& operation, Planner& planner)
        : geometry_(operation.geometry()), up_(operation.up()) {
        const int in = operation.inputs[0];
        input_ = planner.value(in);
        planner.keep(in, planner.now());
        output_ = planner.new_value(operation.output, input_.format,
                                    input_.gradient ? input_.gradient_format : input_.format);
        if (planner.training) gradient_ = planner.send_gradient(in);
    }

    void forward(const PassRun& run) override {
        const Tensor x = run.view(input_.value), y = run.view(output_.value);
        const Cast cast = run.cast(output_.value_gauge);
        if (up_)
            run.kernels.upsample_forward(geometry_, x, y, cast);
        else
            run.kernels.average_pool_forward(geometry_, x, y, cast);
    }

    void backward(const PassRun& run) override {
        if (!gradient_) return;
        const Tensor dy = run.view(output_.gradient), dx = run.view(gradient_.slot);
        const Cast cast = run.cast(gradient_.gauge);
        if (up_)
            run.kernels.upsample_backward(geometry_, dy, dx, cast);
        else
            run.kernels.average_pool_backward(geometry_, dy, dx, cast);
        run.sent(gradient_);
    }

  private:
    PoolGeometry geometry_;
    bool up_;
    Value input_, output_;
    GradientPart gradient_;
};

std::unique_ptr<PlannedOperation> Resample::plan(Planner& planner) const {
    return std::make_unique<PlannedResample>(*this, planner);
}

}  // namespace

/// As torch.nn.AvgPool2d(2).
MadeOperation make_avg_pool2d(const OperationSource& source) {
    const Shape& in = source.inputs[0];
    if (in.rank != 3 || in[0] < 2 || in[1] < 2)
        throw source.wrong(say("its input is %1", {text_of(in)}), say("an image of at least 2x2"));
    return {std::make_unique<Resample>(PoolGeometry{in[0], in[1], in[2]}, false), Shape{in[0] / 2, in[1] / 2, in[2]},
            MadeOperation::Format::of_input};
}

/// As torch.nn.Upsample(scale_factor=2).
MadeOperation make_upsample(const OperationSource& source) {
    const Shape& in = source.inputs[0];
    if (in.rank != 3) throw source.wrong(say("its input is %1", {text_of(in)}), say("rows x columns x channels"));
    return {std::make_unique<Resample>(PoolGeometry{in[0], in[1], in[2]}, true), Shape{2 * in[0], 2 * in[1], in[2]},
            MadeOperation::Format::of_input};
}

}  // namespace mantissa
