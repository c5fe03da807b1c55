// SPDX-License-Identifier: Apache-2.0
// Concatenation along channels or features. As PyTorch's autocast, in the widest of its inputs' formats.
#include "engine/nn/operations.h"

namespace mantissa {
namespace {

class Concat final : public Operation {
  public:
    const char* kind() const noexcept override { return "concat"; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;
};

class PlannedConcat final : public PlannedOperation {
  public:
    PlannedConcat(const Concat& operation, Planner& planner) {
        const auto channels_of = [&planner](int tensor) {
            const Shape& shape = planner.info(tensor).sample;
            return shape[shape.rank - 1];
        };
        width_ = channels_of(operation.output);
        rows_ = planner.info(operation.output).sample.size() / width_;
        FloatFormat format = planner.value(operation.inputs[0]).format;
        for (const int in : operation.inputs) {
            format = wider(format, planner.value(in).format);
            parts_.push_back({planner.value(in), {}, channels_of(in)});
            planner.keep(in, planner.now());
        }
        output_ = planner.new_value(operation.output, format, format);
        if (!planner.training) return;
        for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i].gradient = planner.send_gradient(operation.inputs[i]);
    }

    void forward(const PassRun& run) override {
        const Tensor y = run.view(output_.value);
        std::int64_t first = 0;
        for (const Part& part : parts_) {
            run.kernels.copy_columns(run.samples * rows_, part.channels, {run.view(part.value.value), 0, part.channels},
                                     {y, first, width_}, run.cast(output_.value_gauge));
            first += part.channels;
        }
    }

    void backward(const PassRun& run) override {
        const Tensor dy = run.view(output_.gradient);
        std::int64_t end = width_;
        for (std::size_t i = parts_.size(); i-- > 0;) {  // the last consumer of a tensor runs backward first
            const Part& part = parts_[i];
            end -= part.channels;
            if (!part.gradient) continue;
            run.kernels.copy_columns(run.samples * rows_, part.channels, {dy, end, width_},
                                     {run.view(part.gradient.slot), 0, part.channels}, run.cast(part.gradient.gauge));
            run.sent(part.gradient);
        }
    }

  private:
    struct Part {
        Value value;
        GradientPart gradient;
        std::int64_t channels = 0;
    };
    std::int64_t width_ = 0, rows_ = 0;  ///< of a sample of the result: numbers in a row, and rows
    std::vector<Part> parts_;
    Value output_;
};

std::unique_ptr<PlannedOperation> Concat::plan(Planner& planner) const {
    return std::make_unique<PlannedConcat>(*this, planner);
}

}  // namespace

/// Of two or more tensors that differ in their last extent at most.
MadeOperation make_concat(const OperationSource& source) {
    Shape out = source.inputs[0];
    if (out.rank == 0) throw source.wrong(say("it reads single numbers"), say("images, tokens or features"));
    for (std::size_t i = 1; i < source.inputs.size(); ++i) {
        const Shape& one = source.inputs[i];
        bool fits = one.rank == out.rank;
        for (int d = 0; fits && d + 1 < out.rank; ++d) fits = one[d] == out[d];
        if (!fits)
            throw source.wrong(say("%1 and %2", {text_of(source.inputs[0]), text_of(one)}),
                               say("tensors that differ in their last extent only"));
        out[out.rank - 1] += one[one.rank - 1];
    }
    return {std::make_unique<Concat>(), out};
}

}  // namespace mantissa
