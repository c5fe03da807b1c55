// SPDX-License-Identifier: Apache-2.0
// From images to tokens and back to one: patches, a learned token before the others, learned positions, and the token
// that a head reads.
#include "engine/nn/operations.h"

namespace mantissa {
namespace {

/// Square patches of the samples, each a token.
class Patches final : public Operation {
  public:
    explicit Patches(const PatchGeometry& geometry) : geometry_(geometry) {}
    const char* kind() const noexcept override { return "patches"; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;
    const PatchGeometry& geometry() const noexcept { return geometry_; }

  private:
    PatchGeometry geometry_;
};

class PlannedPatches final : public PlannedOperation {
  public:
    PlannedPatches(const Patches& operation, Planner& planner) : geometry_(operation.geometry()) {
        input_ = planner.value(operation.inputs[0]);
        planner.keep(operation.inputs[0], planner.now());
        output_ = input_;
        const TensorInfo& info = planner.info(operation.output);
        output_.value = planner.add(info.name, MemoryCategory::activations, info.sample, true, input_.value.dtype,
                                    input_.format.bits(), planner.now(), planner.now());
        planner.value(operation.output) = output_;
    }
    void forward(const PassRun& run) override {
        run.kernels.image_patches(geometry_, run.view(input_.value), run.view(output_.value));
    }
    void backward(const PassRun&) override {}  // nobody wants the gradient of an image

  private:
    PatchGeometry geometry_;
    Value input_, output_;
};

std::unique_ptr<PlannedOperation> Patches::plan(Planner& planner) const {
    return std::make_unique<PlannedPatches>(*this, planner);
}

/// A learned token before the others.
class ClassToken final : public Operation {
  public:
    const char* kind() const noexcept override { return "class_token"; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;
};

class PlannedClassToken final : public PlannedOperation {
  public:
    PlannedClassToken(const ClassToken& operation, Planner& planner)
        : rest_(planner.info(operation.inputs[0]).sample.size()), width_(planner.info(operation.inputs[0]).sample[1]) {
        const int in = operation.inputs[0], out = operation.output;
        input_ = planner.value(in);
        planner.keep(in, planner.now());
        token_ = PlainParameter(planner, operation.parameters[0]);
        const FloatFormat format = wider(input_.format, planner.policy.weight);
        output_ = planner.new_value(out, format, format);
        if (!planner.training) return;
        rows_ = planner.add(operation.name + " gradient rows", MemoryCategory::workspace, Shape{width_}, true,
                            DType::float32, 32, planner.later(), planner.later());
        gradient_ = planner.send_gradient(in);
    }

    void forward(const PassRun& run) override {
        const Tensor y = run.view(output_.value);
        const Cast cast = run.cast(output_.value_gauge);
        run.kernels.copy_columns(run.samples, width_, {token_.value(run), 0, 0}, {y, 0, rest_ + width_}, cast);
        run.kernels.copy_columns(run.samples, rest_, {run.view(input_.value), 0, rest_}, {y, width_, rest_ + width_},
                                 cast);
    }

    void backward(const PassRun& run) override {
        const Tensor dy = run.view(output_.gradient), rows = run.view(rows_), token = token_.gradient(run);
        run.kernels.copy_columns(run.samples, width_, {dy, 0, rest_ + width_}, {rows, 0, width_}, {});
        run.kernels.bias_gradient(rows, token, run.policy.reduction, token_.cast(run));
        token_.sent(run);
        if (!gradient_) return;
        run.kernels.copy_columns(run.samples, rest_, {dy, width_, rest_ + width_}, {run.view(gradient_.slot), 0, rest_},
                                 run.cast(gradient_.gauge));
        run.sent(gradient_);
    }

    void collect(const PassRun& run, std::span<ParameterView> parameters) const override {
        token_.collect(run, parameters);
    }

  private:
    std::int64_t rest_, width_;
    Value input_, output_;
    PlainParameter token_;
    Slot rows_;
    GradientPart gradient_;
};

std::unique_ptr<PlannedOperation> ClassToken::plan(Planner& planner) const {
    return std::make_unique<PlannedClassToken>(*this, planner);
}

/// A learned vector added to each token by its place.
class Positions final : public Operation {
  public:
    const char* kind() const noexcept override { return "positions"; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;
};

class PlannedPositions final : public PlannedOperation {
  public:
    PlannedPositions(const Positions& operation, Planner& planner) {
        const int in = operation.inputs[0], out = operation.output;
        input_ = planner.value(in);
        planner.keep(in, planner.now());
        positions_ = PlainParameter(planner, operation.parameters[0]);
        const LayerPolicy& formats = planner.policy.of(operation.layer, false);
        const FloatFormat format = formats.sum ? *formats.sum : wider(input_.format, planner.policy.weight);
        output_ = planner.new_value(out, format, format);
        if (planner.training) gradient_ = planner.send_gradient(in);
    }

    void forward(const PassRun& run) override {
        run.kernels.add(run.view(input_.value), positions_.value(run), run.view(output_.value),
                        run.cast(output_.value_gauge));
    }

    void backward(const PassRun& run) override {
        const Tensor dy = run.view(output_.gradient);
        Tensor to = positions_.gradient(run);
        to.shape = Shape{to.size()};
        run.kernels.bias_gradient(as_rows(dy, to.size()), to, run.policy.reduction, positions_.cast(run));
        positions_.sent(run);
        if (!gradient_) return;
        run.kernels.round_copy(dy, run.view(gradient_.slot), run.cast(gradient_.gauge));
        run.sent(gradient_);
    }

    void collect(const PassRun& run, std::span<ParameterView> parameters) const override {
        positions_.collect(run, parameters);
    }

  private:
    Value input_, output_;
    PlainParameter positions_;
    GradientPart gradient_;
};

std::unique_ptr<PlannedOperation> Positions::plan(Planner& planner) const {
    return std::make_unique<PlannedPositions>(*this, planner);
}

/// One token of all.
class Token final : public Operation {
  public:
    explicit Token(std::int64_t index) : index_(index) {}
    const char* kind() const noexcept override { return "token"; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;
    std::int64_t index() const noexcept { return index_; }

  private:
    std::int64_t index_;
};

class PlannedToken final : public PlannedOperation {
  public:
    PlannedToken(const Token& operation, Planner& planner)
        : all_(planner.info(operation.inputs[0]).sample.size()),
          width_(planner.info(operation.output).sample[0]),
          begin_(operation.index() * width_) {
        const int in = operation.inputs[0], out = operation.output;
        input_ = planner.value(in);
        planner.keep(in, planner.now());
        output_ = planner.new_value(out, input_.format, input_.gradient_format);
        if (planner.training) gradient_ = planner.send_gradient(in);
    }

    void forward(const PassRun& run) override {
        run.kernels.copy_columns(run.samples, width_, {run.view(input_.value), begin_, all_},
                                 {run.view(output_.value), 0, width_}, run.cast(output_.value_gauge));
    }

    void backward(const PassRun& run) override {
        if (!gradient_) return;
        const Tensor dy = run.view(output_.gradient), dx = run.view(gradient_.slot);
        const Cast cast = run.cast(gradient_.gauge);
        if (begin_ > 0) run.kernels.copy_columns(run.samples, begin_, {}, {dx, 0, all_}, cast);
        run.kernels.copy_columns(run.samples, width_, {dy, 0, width_}, {dx, begin_, all_}, cast);
        if (const std::int64_t rest = all_ - begin_ - width_; rest > 0)
            run.kernels.copy_columns(run.samples, rest, {}, {dx, begin_ + width_, all_}, cast);
        run.sent(gradient_);
    }

  private:
    std::int64_t all_, width_, begin_;
    Value input_, output_;
    GradientPart gradient_;
};

std::unique_ptr<PlannedOperation> Token::plan(Planner& planner) const {
    return std::make_unique<PlannedToken>(*this, planner);
}

void check_tokens(const OperationSource& source) {
    if (source.inputs[0].rank != 2)
        throw source.wrong(say("its input is %1", {text_of(source.inputs[0])}), say("tokens x features"));
}

}  // namespace

/// size: rows and columns of a patch.
MadeOperation make_patches(const OperationSource& source) {
    const Shape& in = source.inputs[0];
    const std::int64_t size = source.description.size();
    if (in.rank != 3 || size < 1 || in[0] % size != 0 || in[1] % size != 0)
        throw source.wrong(say("%1 cannot be cut into patches of %2x%2", {text_of(in), size}),
                           say("an image of a multiple of the patches' size"));
    if (!source.description.inputs().empty() && source.description.inputs(0) != "input")
        throw source.wrong(say("it reads \"%1\"", {source.description.inputs(0)}), say("the samples themselves"));
    return {std::make_unique<Patches>(PatchGeometry{in[0], in[1], in[2], size}),
            Shape{(in[0] / size) * (in[1] / size), size * size * in[2]}, MadeOperation::Format::of_input};
}

MadeOperation make_class_token(const OperationSource& source) {
    check_tokens(source);
    const Shape& in = source.inputs[0];
    auto operation = std::make_unique<ClassToken>();
    operation->parameters.push_back(source.add_vector("weight", in[1], 0));
    return {std::move(operation), Shape{in[0] + 1, in[1]}};
}

MadeOperation make_positions(const OperationSource& source) {
    check_tokens(source);
    const Shape& in = source.inputs[0];
    auto operation = std::make_unique<Positions>();
    operation->parameters.push_back(source.add_vector("weight", in.size(), 0));
    ParameterInfo& positions = source.parameters.back();
    positions.shape = in;
    positions.pytorch_shape = {in[0], in[1]};
    positions.channels = in[1];
    positions.initial = ParameterInfo::Initial::normal;
    positions.value = 0.02;
    return {std::move(operation), in};
}

/// last: the last token instead of the first.
MadeOperation make_token(const OperationSource& source) {
    check_tokens(source);
    const Shape& in = source.inputs[0];
    return {std::make_unique<Token>(source.description.last() ? in[0] - 1 : 0), Shape{in[1]},
            MadeOperation::Format::of_input};
}

}  // namespace mantissa
