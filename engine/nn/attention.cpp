// SPDX-License-Identifier: Apache-2.0
// Multi-head attention between its two linear operations: softmax(q·kᵀ / sqrt(width of a head)) · v. Its input has the
// queries of all heads side by side, then the keys, then the values. Scores, probabilities and their gradients are
// tensors with casts of their own, NAME.scores and NAME.softmax.
#include <cmath>

#include "engine/nn/operations.h"

namespace mantissa {
namespace {

class Attention final : public Operation {
  public:
    Attention(std::int64_t heads, bool causal, bool scaled) : heads_(heads), causal_(causal), scaled_(scaled) {}
    const char* kind() const noexcept override { return "attention"; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;
    std::int64_t heads() const noexcept { return heads_; }
    bool causal() const noexcept { return causal_; }
    bool scaled() const noexcept { return scaled_; }

  private:
    std::int64_t heads_;
    bool causal_, scaled_;
};

class PlannedAttention final : public PlannedOperation {
  public:
    PlannedAttention(const Attention& operation, Planner& planner)
        : heads_(operation.heads()),
          tokens_(planner.info(operation.output).sample[0]),
          width_(planner.info(operation.output).sample[1]) {
        const LayerPolicy& formats = planner.policy.of(operation.layer, false);
        const int in = operation.inputs[0], out = operation.output, now = planner.now(), later = planner.later();
        const std::string &name = operation.name, &layer = operation.layer;
        const Shape matrix{heads_, tokens_, tokens_};
        accumulation_ = formats.accumulation;
        softmax_.reduction = formats.softmax_arithmetic;
        softmax_.causal = operation.causal();
        if (operation.scaled())
            softmax_.scale = static_cast<float>(1 / std::sqrt(static_cast<double>(width_ / heads_)));

        input_ = Operand(planner, in, formats, name + ".in", later);
        const auto buffer = [&](const std::string& what, const FloatFormat& format, int first, int last) {
            return planner.add(name + what, MemoryCategory::activations, matrix, true, planner.storage_of(format),
                               format.bits(), first, last);
        };
        const auto gauge = [&](const std::string& what, GaugeRole role, const FloatFormat& format) {
            return planner.gauges.add(
                {name + what, layer, role, format, role == GaugeRole::activation ? 0 : matrix.size() * planner.batch});
        };
        scores_ = buffer(".scores", formats.activation, now, now);
        scores_gauge_ = gauge(".scores", GaugeRole::activation, formats.activation);
        probabilities_ = buffer(".softmax", formats.softmax, now, later);
        probabilities_gauge_ = gauge(".softmax", GaugeRole::activation, formats.softmax);
        probabilities_operand_ = Operand(planner, probabilities_, formats.softmax, formats, name + ".softmax.in", now,
                                         later, gauge(".softmax.in", GaugeRole::activation, formats.operand));
        output_ = planner.new_value(out, formats.activation, formats.activation_gradient);
        if (!planner.training) return;
        gradient_operand_ =
            Operand(planner, output_.gradient, output_.gradient_format, formats, name + ".gradient copy", later, later);
        const auto gradient_buffer = [&](const std::string& what, const FloatFormat& format) {
            return planner.add(name + what + " gradient", MemoryCategory::activations, matrix, true,
                               planner.gradient_storage(name + what, format), format.bits(), later, later);
        };
        probabilities_gradient_ = gradient_buffer(".softmax", formats.softmax);
        probabilities_gradient_gauge_ = gauge(
            ".softmax", GaugeRole::activation_gradient,
            formats.softmax.contains(formats.activation_gradient) ? formats.activation_gradient : formats.softmax);
        scores_gradient_ = gradient_buffer(".scores", formats.activation_gradient);
        scores_gradient_gauge_ = gauge(".scores", GaugeRole::activation_gradient, formats.activation_gradient);
        scores_operand_ = Operand(planner, scores_gradient_, formats.activation_gradient, formats,
                                  name + ".scores gradient copy", later, later);
        gradient_ = planner.send_gradient(in, planner.info(in).as_product ? fp32 : formats.activation_gradient);
    }

    void forward(const PassRun& run) override {
        qkv_ = input_.read(run);
        const BatchedSize scores{run.samples, heads_, tokens_, tokens_, width_ / heads_};
        run.kernels.batched_product(scores, part(qkv_, 0), transposed(part(qkv_, 1)), square(run.view(scores_)),
                                    accumulation_, run.cast(scores_gauge_));
        run.kernels.softmax_forward(softmax_, run.view(scores_), run.view(probabilities_),
                                    run.cast(probabilities_gauge_));
        chosen_ = probabilities_operand_.read(run);
        run.kernels.batched_product(mix(run), square(chosen_), part(qkv_, 2), whole(run.view(output_.value)),
                                    accumulation_, run.cast(output_.value_gauge));
    }

    void backward(const PassRun& run) override {
        const Tensor dy = gradient_operand_.read(run), probabilities = run.view(probabilities_);
        const Tensor of_probabilities = run.view(probabilities_gradient_), of_scores = run.view(scores_gradient_);
        const BatchedSize square_size{run.samples, heads_, tokens_, tokens_, width_ / heads_};
        run.kernels.batched_product(square_size, whole(dy), transposed(part(qkv_, 2)), square(of_probabilities),
                                    accumulation_, run.cast(probabilities_gradient_gauge_));
        run.tap.visit(probabilities_gradient_gauge_, of_probabilities);
        run.kernels.softmax_backward(softmax_, probabilities, of_probabilities, of_scores,
                                     run.cast(scores_gradient_gauge_));
        run.tap.visit(scores_gradient_gauge_, of_scores);
        if (!gradient_) return;
        // Queries', keys' and values' gradients are one tensor, written and counted third by third.
        const Tensor to = run.view(gradient_.slot), ds = scores_operand_.read(run);
        const Cast cast = run.cast(gradient_.gauge);
        run.kernels.batched_product(mix(run), square(ds), part(qkv_, 1), part(to, 0), accumulation_, cast);
        run.kernels.batched_product(mix(run), transposed(square(ds)), part(qkv_, 0), part(to, 1), accumulation_, cast);
        run.kernels.batched_product(mix(run), transposed(square(chosen_)), whole(dy), part(to, 2), accumulation_, cast);
        run.sent(gradient_);
    }

  private:
    BatchedSize mix(const PassRun& run) const { return {run.samples, heads_, tokens_, width_ / heads_, tokens_}; }
    /// Queries (0), keys (1) or values (2) of each head.
    MatrixBatch part(const Tensor& qkv, std::int64_t which) const {
        return {qkv, which * width_, tokens_ * 3 * width_, width_ / heads_, 3 * width_, false};
    }
    MatrixBatch whole(const Tensor& rows) const { return {rows, 0, tokens_ * width_, width_ / heads_, width_, false}; }
    MatrixBatch square(const Tensor& scores) const {
        return {scores, 0, heads_ * tokens_ * tokens_, tokens_ * tokens_, tokens_, false};
    }
    static MatrixBatch transposed(MatrixBatch matrix) {
        matrix.transposed = true;
        return matrix;
    }

    std::int64_t heads_, tokens_, width_;
    Accumulation accumulation_;
    SoftmaxSettings softmax_;
    Operand input_, probabilities_operand_, gradient_operand_, scores_operand_;
    Value output_;
    Slot scores_, probabilities_, probabilities_gradient_, scores_gradient_;
    int scores_gauge_ = -1, probabilities_gauge_ = -1, probabilities_gradient_gauge_ = -1, scores_gradient_gauge_ = -1;
    GradientPart gradient_;
    Tensor qkv_, chosen_;  ///< as the last forward multiplied them
};

std::unique_ptr<PlannedOperation> Attention::plan(Planner& planner) const {
    return std::make_unique<PlannedAttention>(*this, planner);
}

}  // namespace

/// heads; causal, scaled. Reads tokens x (queries, keys, values).
MadeOperation make_attention(const OperationSource& source) {
    const Shape& in = source.inputs[0];
    const run::NetworkOperation& description = source.description;
    const std::int64_t heads = description.heads();
    if (in.rank != 2 || heads < 1 || in[1] % (3 * heads) != 0)
        throw source.wrong(say("its input is %1 for %2 heads", {text_of(in), heads}),
                           say("tokens x queries, keys and values, each of a multiple of the heads"));
    return {std::make_unique<Attention>(heads, description.causal(), !description.has_scaled() || description.scaled()),
            Shape{in[0], in[1] / 3}, MadeOperation::Format::of_products};
}

}  // namespace mantissa
