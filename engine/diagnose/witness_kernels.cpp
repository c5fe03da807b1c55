// SPDX-License-Identifier: Apache-2.0
// See witness_kernels.h. What rounds nothing (pooling, copies of labels) is forwarded.
#include "engine/diagnose/witness_kernels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "engine/backend/forwarding_device.h"

namespace mantissa {
namespace {

/// Stands where a kernel wrote nothing: a NaN that no arithmetic makes.
constexpr std::uint32_t untouched = 0x7fa5a5a5u;

class WitnessKernels final : public Kernels {
  public:
    WitnessKernels(Device& device, std::function<void(const Witnessed&)> seen)
        : device_(device), kernels_(device.kernels()), seen_(std::move(seen)) {}

    DType storage_of(const FloatFormat& format) const override { return kernels_.storage_of(format); }
    bool leaves_inspection(const OptimizerSettings* o, const ScalerSettings* s) const override {
        return kernels_.leaves_inspection(o, s);
    }

    void gather_images(const std::uint8_t* images, std::span<const std::uint32_t> indices, const Tensor& out,
                       const Cast& cast) override {
        both("gather_images", out, cast, false,
             [&](const Tensor& y, const Cast& c, bool) { kernels_.gather_images(images, indices, y, c); });
    }
    void gather_labels(const std::uint8_t* labels, std::span<const std::uint32_t> indices, const Tensor& out) override {
        kernels_.gather_labels(labels, indices, out);
    }
    void linear_forward(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y, const Accumulation& a,
                        const Cast& cast) override {
        both("linear_forward", y, cast, a.block > 0, [&](const Tensor& to, const Cast& c, bool exact) {
            kernels_.linear_forward(x, w, bias, to, exact ? Accumulation{} : a, c);
        });
    }
    void linear_backward_data(const Tensor& dy, const Tensor& w, const Tensor& dx, const Accumulation& a,
                              const Cast& cast) override {
        both("linear_backward_data", dx, cast, a.block > 0, [&](const Tensor& to, const Cast& c, bool exact) {
            kernels_.linear_backward_data(dy, w, to, exact ? Accumulation{} : a, c);
        });
    }
    void linear_backward_weights(const Tensor& dy, const Tensor& x, const Tensor& dw, const Accumulation& a,
                                 const Cast& cast) override {
        both("linear_backward_weights", dw, cast, a.block > 0, [&](const Tensor& to, const Cast& c, bool exact) {
            kernels_.linear_backward_weights(dy, x, to, exact ? Accumulation{} : a, c);
        });
    }
    void bias_gradient(const Tensor& dy, const Tensor& db, const ReductionPolicy& r, const Cast& cast) override {
        both("bias_gradient", db, cast, !(r.format == fp32), [&](const Tensor& to, const Cast& c, bool exact) {
            kernels_.bias_gradient(dy, to, exact ? ReductionPolicy{} : r, c);
        });
    }
    void conv_forward(const ConvGeometry& g, const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                      const Accumulation& a, const Cast& cast) override {
        both("conv_forward", y, cast, a.block > 0, [&](const Tensor& to, const Cast& c, bool exact) {
            kernels_.conv_forward(g, x, w, bias, to, exact ? Accumulation{} : a, c);
        });
    }
    void conv_backward_data(const ConvGeometry& g, const Tensor& dy, const Tensor& w, const Tensor& dx,
                            const Accumulation& a, const Cast& cast) override {
        both("conv_backward_data", dx, cast, a.block > 0, [&](const Tensor& to, const Cast& c, bool exact) {
            kernels_.conv_backward_data(g, dy, w, to, exact ? Accumulation{} : a, c);
        });
    }
    void conv_backward_weights(const ConvGeometry& g, const Tensor& dy, const Tensor& x, const Tensor& dw,
                               const Accumulation& a, const Cast& cast) override {
        both("conv_backward_weights", dw, cast, a.block > 0, [&](const Tensor& to, const Cast& c, bool exact) {
            kernels_.conv_backward_weights(g, dy, x, to, exact ? Accumulation{} : a, c);
        });
    }
    void maxpool_forward(const PoolGeometry& g, const Tensor& x, const Tensor& y, const Tensor& index,
                         const PoolInput& input) override {
        kernels_.maxpool_forward(g, x, y, index, input);
    }
    void maxpool_backward(const PoolGeometry& g, const Tensor& dy, const Tensor& index, const Tensor& dx) override {
        kernels_.maxpool_backward(g, dy, index, dx);
    }
    void activation_forward(ActivationKind kind, const Tensor& x, const Tensor& y, const Cast& cast) override {
        both("activation_forward", y, cast, false,
             [&](const Tensor& to, const Cast& c, bool) { kernels_.activation_forward(kind, x, to, c); });
    }
    void activation_backward(ActivationKind kind, const Tensor& value, const Tensor& dy, const Tensor& dx,
                             const Cast& cast) override {
        both("activation_backward", dx, cast, cast.stepwise,
             [&](const Tensor& to, const Cast& c, bool) { kernels_.activation_backward(kind, value, dy, to, c); });
    }
    void cross_entropy(const CrossEntropySettings& settings, const Tensor& logits, const Tensor& labels,
                       const StepState* state, const Tensor& dlogits, const Cast& cast, LossSums* sums) override {
        if (!dlogits) return kernels_.cross_entropy(settings, logits, labels, state, dlogits, cast, sums);
        const Scratch aside(*this, LossSums{});
        CrossEntropySettings wide = settings;
        wide.reduction = {};
        both("cross_entropy", dlogits, cast, !(settings.reduction == ReductionPolicy{}),
             [&](const Tensor& to, const Cast& c, bool exact) {
                 const bool real = to.data == dlogits.data;
                 kernels_.cross_entropy(exact ? wide : settings, logits, labels, state, to, c,
                                        real ? sums : aside.sums());
             });
    }
    void round_copy(const Tensor& src, const Tensor& dst, const Cast& cast) override {
        both("round_copy", dst, cast, false,
             [&](const Tensor& to, const Cast& c, bool) { kernels_.round_copy(src, to, c); });
    }
    void inspect_gradients(std::span<const ParameterView> parameters, const OptimizerSettings* optimizer,
                           const ScalerSettings* scaler, StepState* state) override {
        kernels_.inspect_gradients(parameters, optimizer, scaler, state);
    }
    void update_parameters(std::span<const ParameterView> parameters, const OptimizerSettings* optimizer,
                           const ScalerSettings* scaler, StepState* state) override;
    void compare_with_shadow(const Tensor& run, const Tensor& shadow, const StepState* state,
                             ShadowCounts* counts) override {
        kernels_.compare_with_shadow(run, shadow, state, counts);
    }
    void finish_step(const ScalerSettings* scaler, StepState* state) override { kernels_.finish_step(scaler, state); }
    void add(const Tensor& a, const Tensor& b, const Tensor& y, const Cast& cast) override {
        both("add", y, cast, false, [&](const Tensor& to, const Cast& c, bool) { kernels_.add(a, b, to, c); });
    }
    void scale(const Tensor& x, float factor, const Tensor& y, const Cast& cast) override {
        both("scale", y, cast, false, [&](const Tensor& to, const Cast& c, bool) { kernels_.scale(x, factor, to, c); });
    }
    void copy_columns(std::int64_t rows, std::int64_t columns, const Columns& from, const Columns& to,
                      const Cast& cast) override {
        both("copy_columns", to.tensor, cast, false, [&](const Tensor& y, const Cast& c, bool) {
            Columns there = to;
            there.tensor = y;
            kernels_.copy_columns(rows, columns, from, there, c);
        });
    }
    void norm_forward(const NormSettings& settings, const Tensor& x, const Tensor& gamma, const Tensor& beta,
                      const Tensor& y, const NormStatistics& statistics, const Cast& cast) override {
        const Scratch mean(*this, statistics.mean), rstd(*this, statistics.rstd);
        both("norm_forward", y, cast, narrow(settings.policy), [&](const Tensor& to, const Cast& c, bool exact) {
            const bool real = to.data == y.data;
            kernels_.norm_forward(exact ? widened(settings) : settings, x, gamma, beta, to,
                                  real ? statistics : NormStatistics{mean.tensor, rstd.tensor}, c);
        });
    }
    void norm_backward_data(const NormSettings& settings, const Tensor& x, const Tensor& gamma,
                            const NormStatistics& statistics, const Tensor& dy, const Tensor& dx,
                            const Cast& cast) override {
        if (!dx) return kernels_.norm_backward_data(settings, x, gamma, statistics, dy, dx, cast);
        both("norm_backward_data", dx, cast, narrow(settings.policy), [&](const Tensor& to, const Cast& c, bool exact) {
            kernels_.norm_backward_data(exact ? widened(settings) : settings, x, gamma, statistics, dy, to, c);
        });
    }
    void norm_backward_gamma(const NormSettings& settings, const Tensor& x, const NormStatistics& statistics,
                             const Tensor& dy, const Tensor& dgamma, const Cast& cast) override {
        both("norm_backward_gamma", dgamma, cast, narrow(settings.policy),
             [&](const Tensor& to, const Cast& c, bool exact) {
                 kernels_.norm_backward_gamma(exact ? widened(settings) : settings, x, statistics, dy, to, c);
             });
    }
    void batch_norm_forward(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma, const Tensor& beta,
                            const Tensor& y, const NormStatistics& statistics, const RunningStatistics& running,
                            const Cast& cast) override {
        const Scratch mean(*this, statistics.mean), rstd(*this, statistics.rstd);
        both("batch_norm_forward", y, cast, narrow(settings.policy), [&](const Tensor& to, const Cast& c, bool exact) {
            const bool real = to.data == y.data;
            kernels_.batch_norm_forward(exact ? widened(settings) : settings, x, gamma, beta, to,
                                        real ? statistics : NormStatistics{mean.tensor, rstd.tensor},
                                        real ? running : RunningStatistics{}, c);
        });
    }
    void batch_norm_inference(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                              const Tensor& beta, const Tensor& y, const RunningStatistics& running,
                              const Cast& cast) override {
        kernels_.batch_norm_inference(settings, x, gamma, beta, y, running, cast);
    }
    void batch_norm_backward(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                             const NormStatistics& statistics, const Tensor& dy, const Tensor& dx, const Tensor& dgamma,
                             const Tensor& dbeta, const Cast& dx_cast, const Cast& dgamma_cast,
                             const Cast& dbeta_cast) override {
        const auto call = [&](const Tensor& to, const Cast& c, bool exact) {
            const bool real = to.data == dx.data;
            const Scratch gamma_to(*this, real ? Tensor{} : dgamma), beta_to(*this, real ? Tensor{} : dbeta);
            kernels_.batch_norm_backward(exact ? widened(settings) : settings, x, gamma, statistics, dy, to,
                                         real ? dgamma : gamma_to.tensor, real ? dbeta : beta_to.tensor, c, dgamma_cast,
                                         dbeta_cast);
        };
        if (!dx) return call(dx, dx_cast, false);
        both("batch_norm_backward", dx, dx_cast, narrow(settings.policy), call);
    }
    void batched_product(const BatchedSize& size, const MatrixBatch& a, const MatrixBatch& b, const MatrixBatch& c,
                         const Accumulation& accumulation, const Cast& cast) override {
        both("batched_product", c.tensor, cast, accumulation.block > 0,
             [&](const Tensor& to, const Cast& with, bool exact) {
                 MatrixBatch result = c;
                 result.tensor = to;
                 kernels_.batched_product(size, a, b, result, exact ? Accumulation{} : accumulation, with);
             });
    }
    void softmax_forward(const SoftmaxSettings& settings, const Tensor& x, const Tensor& y, const Cast& cast) override {
        softmax("softmax_forward", settings, y, cast, [&](const SoftmaxSettings& s, const Tensor& to, const Cast& c) {
            kernels_.softmax_forward(s, x, to, c);
        });
    }
    void softmax_backward(const SoftmaxSettings& settings, const Tensor& y, const Tensor& dy, const Tensor& dx,
                          const Cast& cast) override {
        softmax("softmax_backward", settings, dx, cast, [&](const SoftmaxSettings& s, const Tensor& to, const Cast& c) {
            kernels_.softmax_backward(s, y, dy, to, c);
        });
    }
    void mean_forward(const Tensor& x, const Tensor& y, const ReductionPolicy& r, const Cast& cast) override {
        both("mean_forward", y, cast, !(r.format == fp32), [&](const Tensor& to, const Cast& c, bool exact) {
            kernels_.mean_forward(x, to, exact ? ReductionPolicy{} : r, c);
        });
    }
    void mean_backward(const Tensor& dy, const Tensor& dx, const Cast& cast) override {
        both("mean_backward", dx, cast, false,
             [&](const Tensor& to, const Cast& c, bool) { kernels_.mean_backward(dy, to, c); });
    }
    void image_patches(const PatchGeometry& geometry, const Tensor& x, const Tensor& y) override {
        kernels_.image_patches(geometry, x, y);
    }
    void gather_values(const float* from, std::span<const std::uint32_t> indices, const Tensor& out,
                       const Cast& cast) override {
        both("gather_values", out, cast, false,
             [&](const Tensor& to, const Cast& c, bool) { kernels_.gather_values(from, indices, to, c); });
    }
    void dropout(const Dropout& settings, const Tensor& x, const Tensor& y, const Cast& cast) override {
        both("dropout", y, cast, false,
             [&](const Tensor& to, const Cast& c, bool) { kernels_.dropout(settings, x, to, c); });
    }
    void embedding_forward(const Tensor& table, const Tensor& tokens, const Tensor& y, const Cast& cast) override {
        both("embedding_forward", y, cast, false,
             [&](const Tensor& to, const Cast& c, bool) { kernels_.embedding_forward(table, tokens, to, c); });
    }
    void embedding_backward(const Tensor& tokens, const Tensor& dy, const Tensor& dtable, const ReductionPolicy& r,
                            const Cast& cast) override {
        both("embedding_backward", dtable, cast, !(r.format == fp32), [&](const Tensor& to, const Cast& c, bool exact) {
            kernels_.embedding_backward(tokens, dy, to, exact ? ReductionPolicy{} : r, c);
        });
    }
    void squared_error(const ReductionPolicy& r, const Tensor& prediction, const Tensor& target, const StepState* state,
                       const Tensor& dprediction, const Cast& cast, LossSums* sums) override {
        const Scratch aside(*this, LossSums{});
        both("squared_error", dprediction, cast, !(r.format == fp32), [&](const Tensor& to, const Cast& c, bool exact) {
            const bool real = to.data == dprediction.data;
            kernels_.squared_error(exact ? ReductionPolicy{} : r, prediction, target, state, to, c,
                                   real ? sums : aside.sums());
        });
    }
    void conv_transposed_forward(const ConvGeometry& g, const Tensor& x, const Tensor& w, const Tensor& bias,
                                 const Tensor& y, const Accumulation& a, const Cast& cast) override {
        both("conv_transposed_forward", y, cast, a.block > 0, [&](const Tensor& to, const Cast& c, bool exact) {
            kernels_.conv_transposed_forward(g, x, w, bias, to, exact ? Accumulation{} : a, c);
        });
    }
    void upsample_forward(const PoolGeometry& g, const Tensor& x, const Tensor& y, const Cast& cast) override {
        both("upsample_forward", y, cast, false,
             [&](const Tensor& to, const Cast& c, bool) { kernels_.upsample_forward(g, x, to, c); });
    }
    void upsample_backward(const PoolGeometry& g, const Tensor& dy, const Tensor& dx, const Cast& cast) override {
        both("upsample_backward", dx, cast, false,
             [&](const Tensor& to, const Cast& c, bool) { kernels_.upsample_backward(g, dy, to, c); });
    }
    void average_pool_forward(const PoolGeometry& g, const Tensor& x, const Tensor& y, const Cast& cast) override {
        both("average_pool_forward", y, cast, false,
             [&](const Tensor& to, const Cast& c, bool) { kernels_.average_pool_forward(g, x, to, c); });
    }
    // Whose error is counted by OperandCounts.
    void quantize_operand(const Quantization& how, const Tensor& x, const Tensor& y, const Tensor& delayed,
                          OperandCounts* counts) override {
        kernels_.quantize_operand(how, x, y, delayed, counts);
    }
    void record_amax(const Quantization& how, const Tensor& x, const Tensor& delayed) override {
        kernels_.record_amax(how, x, delayed);
    }
    void average_pool_backward(const PoolGeometry& g, const Tensor& dy, const Tensor& dx, const Cast& cast) override {
        both("average_pool_backward", dx, cast, false,
             [&](const Tensor& to, const Cast& c, bool) { kernels_.average_pool_backward(g, dy, to, c); });
    }

  private:
    /// A tensor of the same extents to write into instead; empty where `like` is.
    struct Scratch {
        Scratch(WitnessKernels& kernels, const Tensor& like) {
            if (!like) return;
            tensor = {nullptr, DType::float32, like.shape};
            memory = kernels.device_.allocate(tensor.bytes());
            tensor.data = memory->data();
        }
        /// Sums that nobody reads.
        Scratch(WitnessKernels& kernels, const LossSums& zero) : memory(kernels.device_.allocate(sizeof zero)) {
            kernels.device_.upload(memory->data(), &zero, sizeof zero);
        }
        LossSums* sums() const { return reinterpret_cast<LossSums*>(memory->data()); }
        std::unique_ptr<DeviceMemory> memory;
        Tensor tensor;
    };

    static bool narrow(const NormPolicy& policy) { return !(policy.format == fp32) || policy.epsilon_on_grid; }
    template <class Settings>
    static Settings widened(Settings settings) {
        settings.policy.format = fp32;
        settings.policy.epsilon_on_grid = false;
        return settings;
    }
    template <class Call>
    void softmax(const char* name, const SoftmaxSettings& settings, const Tensor& y, const Cast& cast,
                 const Call& call) {
        SoftmaxSettings wide = settings;
        wide.reduction = {};
        both(name, y, cast, !(settings.reduction == ReductionPolicy{}),
             [&](const Tensor& to, const Cast& c, bool exact) { call(exact ? wide : settings, to, c); });
    }

    std::vector<float> values(const Tensor& tensor) const {
        std::vector<float> host(static_cast<std::size_t>(tensor.size()));
        device_.download(host.data(), tensor.data, host.size() * sizeof(float));
        return host;
    }
    Scratch blank(const Tensor& like) {
        Scratch made(*this, like);
        const std::vector<std::uint32_t> marks(static_cast<std::size_t>(like.size()), untouched);
        device_.upload(made.tensor.data, marks.data(), marks.size() * sizeof(std::uint32_t));
        return made;
    }

    /// `call(to, cast, exact)`: first in FP32 to one side, then as asked. `arithmetic`: the two differ in more than the
    /// cast, so whose the difference is takes a third: FP32 inside and the cast as asked.
    template <class Call>
    void both(const char* kernel, const Tensor& out, const Cast& cast, bool arithmetic, const Call& call) {
        const bool rounds = !(cast.format == fp32) || arithmetic;
        if (!out || out.dtype != DType::float32) return call(out, cast, false);
        const Scratch exact = blank(out);
        Cast wide;
        call(exact.tensor, wide, true);
        std::vector<float> cast_only;
        if (arithmetic) {
            const Scratch other = blank(out);
            Cast plain = cast;
            plain.counts = nullptr;
            plain.histogram = nullptr;
            plain.nonfinite_arguments = nullptr;
            plain.stepwise = false;
            call(other.tensor, plain, true);
            cast_only = values(other.tensor);
        }
        call(out, cast, false);
        Witnessed seen;
        seen.kernel = kernel;
        seen.counts = cast.counts;
        seen.format = cast.format;
        compare(values(exact.tensor), values(out), cast_only, seen);
        if (rounds || seen.handed_on > 0) seen_(seen);
    }

    static void compare(const std::vector<float>& exact, const std::vector<float>& real,
                        const std::vector<float>& cast_only, Witnessed& seen) {
        double norm = 0, error = 0, flushed = 0, by_cast = 0;
        std::uint64_t overflowed_by_cast = 0;
        for (std::size_t i = 0; i < exact.size(); ++i) {
            if (std::bit_cast<std::uint32_t>(exact[i]) == untouched) continue;
            ++seen.elements;
            const auto e = static_cast<double>(exact[i]), r = static_cast<double>(real[i]);
            if (!std::isfinite(exact[i])) {
                ++seen.handed_on;
                continue;
            }
            const float size = std::fabs(exact[i]);
            seen.largest = std::max(seen.largest, size);
            if (size > 0 && (seen.smallest == 0 || size < seen.smallest)) seen.smallest = size;
            norm += e * e;
            if (!std::isfinite(real[i])) {
                ++seen.overflowed;
                if (!cast_only.empty() && !std::isfinite(cast_only[i])) ++overflowed_by_cast;
                continue;
            }
            error += (r - e) * (r - e);
            if (e != 0 && r == 0) {
                ++seen.flushed;
                if (std::fabs(e) > seen.format.flush_threshold()) ++seen.lost_inside;
                flushed += e * e;
            }
            if (!cast_only.empty() && std::isfinite(cast_only[i])) {
                const double c = static_cast<double>(cast_only[i]) - e;
                by_cast += c * c;
            }
        }
        seen.norm = std::sqrt(norm);
        seen.error_norm = std::sqrt(error);
        seen.flushed_norm = std::sqrt(flushed);
        seen.arithmetic = !cast_only.empty() && (seen.overflowed > 2 * overflowed_by_cast || error > 4 * by_cast);
    }

    Device& device_;
    Kernels& kernels_;
    std::function<void(const Witnessed&)> seen_;
};

/// The same update in FP32 from the same gradients, on copies. "update" tells of the change of the weights, "moments"
/// of the optimizer's state.
void WitnessKernels::update_parameters(std::span<const ParameterView> parameters, const OptimizerSettings* optimizer,
                                       const ScalerSettings* scaler, StepState* state) {
    StepState before;
    device_.download(&before, state, sizeof before);
    std::vector<std::vector<float>> weights;
    std::vector<Scratch> copies;
    std::vector<ParameterView> wide(parameters.begin(), parameters.end());
    const auto state_copy = device_.allocate(sizeof(StepState));
    const auto metrics = device_.allocate(sizeof(ParameterMetrics) * parameters.size());
    const auto settings = device_.allocate(sizeof(OptimizerSettings));
    OptimizerSettings wide_settings;
    device_.download(&wide_settings, optimizer, sizeof wide_settings);
    wide_settings.arithmetic = fp32;
    device_.upload(settings->data(), &wide_settings, sizeof wide_settings);
    device_.zero(metrics->data(), metrics->size());
    device_.upload(state_copy->data(), &before, sizeof before);
    const auto copied = [&](Tensor& tensor) {
        if (!tensor) return;
        copies.emplace_back(*this, tensor);
        const std::vector<float> host = values(tensor);
        device_.upload(copies.back().tensor.data, host.data(), host.size() * sizeof(float));
        tensor = copies.back().tensor;
    };
    for (std::size_t i = 0; i < wide.size(); ++i) {
        ParameterView& view = wide[i];
        weights.push_back(values(view.weight));
        copied(view.weight);
        copied(view.first_moment);
        copied(view.second_moment);
        view.weight_format = view.state_format = fp32;
        view.metrics = reinterpret_cast<ParameterMetrics*>(metrics->data()) + i;
        view.updates = nullptr;
        view.copy = {};
    }
    kernels_.update_parameters(wide, reinterpret_cast<const OptimizerSettings*>(settings->data()), scaler,
                               reinterpret_cast<StepState*>(state_copy->data()));
    kernels_.update_parameters(parameters, optimizer, scaler, state);
    for (std::size_t i = 0; i < wide.size(); ++i) {
        Witnessed seen;
        seen.kernel = "update";
        seen.format = parameters[i].weight_format;
        std::vector<float> exact = values(wide[i].weight), real = values(parameters[i].weight);
        for (std::size_t j = 0; j < exact.size(); ++j) {
            exact[j] -= weights[i][j];
            real[j] -= weights[i][j];
        }
        compare(exact, real, {}, seen);
        seen.parameter = i;
        seen_(seen);
        for (const auto moment : {&ParameterView::first_moment, &ParameterView::second_moment}) {
            if (!(parameters[i].*moment) || parameters[i].state_format == fp32) continue;
            Witnessed moments;
            moments.kernel = "moments";
            moments.format = parameters[i].state_format;
            moments.parameter = i;
            compare(values(wide[i].*moment), values(parameters[i].*moment), {}, moments);
            seen_(moments);
        }
    }
}

class WitnessDevice final : public ForwardingDevice {
  public:
    WitnessDevice(Device& inner, std::function<void(const Witnessed&)> seen)
        : ForwardingDevice(inner), kernels_(inner, std::move(seen)) {}
    Kernels& kernels() override { return kernels_; }

  private:
    WitnessKernels kernels_;
};

}  // namespace

std::unique_ptr<Device> make_witness_device(Device& device, std::function<void(const Witnessed&)> seen) {
    return std::make_unique<WitnessDevice>(device, std::move(seen));
}

}  // namespace mantissa
