// SPDX-License-Identifier: Apache-2.0
// A learned vector for each word (torch.nn.Embedding). It is looked up as it is stored: PyTorch's autocast does not
// cast it.
#include "engine/base/text_sizes.h"
#include "engine/nn/operations.h"

namespace mantissa {
namespace {

class Embedding final : public Operation {
  public:
    const char* kind() const noexcept override { return "embedding"; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;
};

class PlannedEmbedding final : public PlannedOperation {
  public:
    PlannedEmbedding(const Embedding& operation, Planner& planner) {
        input_ = planner.value(operation.inputs[0]);
        planner.keep(operation.inputs[0], planner.later());  // the gradient asks again where each word stood
        table_ = PlainParameter(planner, operation.parameters[0]);
        output_ = planner.new_value(operation.output, planner.policy.weight, planner.policy.weight);
    }

    void forward(const PassRun& run) override {
        run.kernels.embedding_forward(table_.value(run), run.view(input_.value), run.view(output_.value),
                                      run.cast(output_.value_gauge));
    }

    void backward(const PassRun& run) override {
        run.kernels.embedding_backward(run.view(input_.value), run.view(output_.gradient), table_.gradient(run),
                                       run.policy.reduction, table_.cast(run));
        table_.sent(run);
    }

    void collect(const PassRun& run, std::span<ParameterView> parameters) const override {
        table_.collect(run, parameters);
    }

  private:
    Value input_, output_;
    PlainParameter table_;
};

std::unique_ptr<PlannedOperation> Embedding::plan(Planner& planner) const {
    return std::make_unique<PlannedEmbedding>(*this, planner);
}

}  // namespace

/// words, out: numbers of each; gain. Reads the samples, which are texts.
MadeOperation make_embedding(const OperationSource& source) {
    const Shape& in = source.inputs[0];
    const run::NetworkOperation& description = source.description;
    const std::int64_t words = description.words(), out = description.out();
    if (description.inputs(0) != "input" || in.rank != 1)
        throw source.wrong(say("its input is %1", {text_of(in)}), say("the words of a text, by a task of texts"));
    if (words < text_words || out < 1)
        throw source.wrong(say("%1 words of %2 numbers", {words, out}),
                           say("at least %1 words, which a text can have, of 1 number or more", {text_words}));
    auto operation = std::make_unique<Embedding>();
    operation->parameters.push_back(source.add_vector("weight", words * out, 0));
    ParameterInfo& table = source.parameters.back();
    table.shape = Shape{words, out};
    table.pytorch_shape = {words, out};
    table.channels = out;
    table.initial = ParameterInfo::Initial::normal;
    table.value = description.has_gain() ? description.gain() : 1;
    return {std::move(operation), Shape{in[0], out}};
}

}  // namespace mantissa
