// SPDX-License-Identifier: Apache-2.0
// What a device computes: the narrow interface below which devices differ. Formats are explicit in every call; the
// casts and their order are decided above it, the same for all devices, or comparing precisions would mean nothing.
//
// All pointers are device memory that the caller owns and keeps until the device has synchronised. Calls only enqueue
// (the CPU computes at once); none allocates in the steady state, none waits for the host. "Round" means: compute in
// FP32, count, round to cast.format, store in the output's dtype. A kernel may do so in any number of passes if the
// bits are the same.
#pragma once

#include <cstdint>
#include <span>

#include "engine/backend/cast.h"
#include "engine/backend/operations.h"
#include "engine/backend/optimizer_rule.h"
#include "engine/backend/phase_change.h"
#include "engine/backend/quantization.h"
#include "engine/backend/tensor.h"
#include "engine/backend/update_counts.h"
#include "engine/precision/loss_scaler.h"
#include "engine/precision/policy.h"

namespace mantissa {

/// A convolution: x [n, height, width, channels], weights [filters, r, s, channels] with r = s = kernel,
/// y [n, rows(), columns(), filters].
struct ConvGeometry {
    std::int64_t height = 0, width = 0, channels = 0, filters = 0;
    std::int64_t kernel = 3, padding = 1, stride = 1;
    constexpr bool operator==(const ConvGeometry&) const = default;

    /// Of the result.
    constexpr std::int64_t rows() const noexcept { return (height + 2 * padding - kernel) / stride + 1; }
    constexpr std::int64_t columns() const noexcept { return (width + 2 * padding - kernel) / stride + 1; }
    constexpr std::int64_t pixels() const noexcept { return rows() * columns(); }
};

/// 2x2 max-pooling with stride 2; an odd last row or column is left out, as PyTorch does.
struct PoolGeometry {
    std::int64_t height = 0, width = 0, channels = 0;
    constexpr bool operator==(const PoolGeometry&) const = default;
};

/// What max-pooling does with its input as it reads it.
struct PoolInput {
    /// Takes it through ReLU, as activation_forward() before it would, to the bit and to the sign of a zero. x stays as
    /// it is.
    bool rectified = false;
    /// Added to it, where not null: how many numbers in the windows are infinite or NaN, before ReLU.
    std::uint64_t* nonfinite = nullptr;
};

/// Sums over a batch (or over several: kernels add).
struct LossSums {
    double loss = 0;  ///< sum of the rows' losses, unscaled: of images, or of pixels or tokens where each has a label
    std::uint64_t correct = 0;
    std::uint64_t images = 0;  ///< rows that count
};

/// What inspection and update found in one parameter tensor during one step.
struct ParameterMetrics {
    std::uint64_t nonfinite = 0;  ///< inf or NaN in the scaled or unscaled gradient
    double norm_squared = 0;      ///< of the unscaled gradient
    std::uint64_t updates_nonzero = 0;
    std::uint64_t updates_lost = 0;     ///< computed update nonzero, stored weight unchanged
    std::uint64_t pulses = 0;           ///< into phase-change devices
    std::uint64_t refreshed_pairs = 0;  ///< of them, because they were saturated
};

/// The part of a step's outcome that lives on the device.
struct StepState {
    ScalerState scaler;
    LossSums loss;
    double norm_squared = 0;      ///< of all unscaled gradients
    std::uint32_t found_inf = 0;  ///< any parameter's nonfinite > 0
    std::uint32_t skipped = 0;    ///< this step's update was skipped
    float scale_used = 1;         ///< the scale that this step's gradients contain
};

/// A layer's copy of a weight as it multiplies it: rounded to `format`, to nearest; ties away from zero only where the
/// format has FP32's exponents.
struct WorkingCopy {
    Tensor tensor;  ///< empty: none that an update writes; what is counted then is on the format's grid already
    FloatFormat format = fp32;
    Rounding rounding = Rounding::nearest_even;
    /// Where not null, the weights of this step, those before the update, are added to it as they are cast to the copy.
    MagnitudeHistogram* histogram = nullptr;
};

/// What makes a copy, counted where it asks for that.
inline Cast cast_of(const WorkingCopy& copy) {
    Cast cast;
    cast.format = copy.format;
    cast.rounding = copy.rounding;
    cast.histogram = copy.histogram;
    return cast;
}

/// One trained tensor as the optimizer sees it.
struct ParameterView {
    Tensor weight;         ///< FP32 master, or the weight itself on `weight_format`'s grid
    Tensor gradient;       ///< still scaled
    Tensor first_moment;   ///< Adam's m, or SGD's momentum buffer; empty where not used
    Tensor second_moment;  ///< Adam's v; empty where not used
    DevicePairs devices;   ///< that the weight is read from; empty where it is a number
    FloatFormat weight_format = fp32;
    Rounding weight_rounding = Rounding::nearest_even;
    FloatFormat state_format = fp32;
    bool decays = false;  ///< OptimizerSettings::weight_decay is for it, too
    RandomKey random;
    ParameterMetrics* metrics = nullptr;
    FloatFormat operand_format = fp32;  ///< in which the layer multiplies this weight
    UpdateCounts* updates = nullptr;    ///< added to where not null: monitored steps
    WorkingCopy copy;                   ///< written, and counted, with the weight
};

class Kernels {
  public:
    virtual ~Kernels() = default;

    /// How numbers of `format` are stored on this device.
    virtual DType storage_of(const FloatFormat& format) const = 0;

    /// out[i, :] = round(images[indices[i], :] / 255); out [n, pixels]. The indices are device memory.
    virtual void gather_images(const std::uint8_t* images, std::span<const std::uint32_t> indices, const Tensor& out,
                               const Cast& cast) = 0;
    /// out[i] = labels[indices[i]]; out [n] of int32. Where out has k numbers for each index, each image has k labels
    /// (of its pixels, or the tokens of a text): out[i * k + j] = labels[indices[i] * k + j].
    virtual void gather_labels(const std::uint8_t* labels, std::span<const std::uint32_t> indices,
                               const Tensor& out) = 0;

    /// y[n, out] = round(x[n, in] · w[out, in]ᵀ + bias[out]).
    virtual void linear_forward(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                                const Accumulation& accumulation, const Cast& cast) = 0;
    /// dx[n, in] = round(dy[n, out] · w[out, in]).
    virtual void linear_backward_data(const Tensor& dy, const Tensor& w, const Tensor& dx,
                                      const Accumulation& accumulation, const Cast& cast) = 0;
    /// dw[out, in] = round(dy[n, out]ᵀ · x[n, in]).
    virtual void linear_backward_weights(const Tensor& dy, const Tensor& x, const Tensor& dw,
                                         const Accumulation& accumulation, const Cast& cast) = 0;
    /// db[c] = round(sum over all rows of dy[rows, c]); partial sums on `reduction`'s grid, rows in order, where that
    /// is not FP32.
    virtual void bias_gradient(const Tensor& dy, const Tensor& db, const ReductionPolicy& reduction,
                               const Cast& cast) = 0;

    virtual void conv_forward(const ConvGeometry& geometry, const Tensor& x, const Tensor& w, const Tensor& bias,
                              const Tensor& y, const Accumulation& accumulation, const Cast& cast) = 0;
    virtual void conv_backward_data(const ConvGeometry& geometry, const Tensor& dy, const Tensor& w, const Tensor& dx,
                                    const Accumulation& accumulation, const Cast& cast) = 0;
    virtual void conv_backward_weights(const ConvGeometry& geometry, const Tensor& dy, const Tensor& x,
                                       const Tensor& dw, const Accumulation& accumulation, const Cast& cast) = 0;

    /// y = max over 2x2 windows; index [same shape as y, uint8] = which of the four (row-major), the first of equals;
    /// NaN wins, as in PyTorch. Without `index` where no backward pass follows.
    virtual void maxpool_forward(const PoolGeometry& geometry, const Tensor& x, const Tensor& y, const Tensor& index,
                                 const PoolInput& input) = 0;
    virtual void maxpool_backward(const PoolGeometry& geometry, const Tensor& dy, const Tensor& index,
                                  const Tensor& dx) = 0;

    /// y = round(f(x)), rounded once; y may be x. ReLU passes NaN on.
    virtual void activation_forward(ActivationKind kind, const Tensor& x, const Tensor& y, const Cast& cast) = 0;
    /// dx = round(dy · f'(x)), each intermediate rounded where cast.stepwise; dx may be dy. `value` is the stored y, or
    /// the stored x where derivative_needs_argument(kind). Where y is NaN, ReLU lets dy pass.
    virtual void activation_backward(ActivationKind kind, const Tensor& value, const Tensor& dy, const Tensor& dx,
                                     const Cast& cast) = 0;

    /// cross_entropy() without label smoothing.
    void softmax_loss(const Tensor& logits, const Tensor& labels, const ReductionPolicy& reduction,
                      const StepState* state, const Tensor& dlogits, const Cast& cast, LossSums* sums) {
        cross_entropy({reduction}, logits, labels, state, dlogits, cast, sums);
    }
    /// Softmax and cross-entropy of logits[n, classes] against labels[n] (int32): adds to `sums`; where dlogits is
    /// given, dlogits = round((p - target) · scale / n), `scale` from `state`. `n` is the number of rows that are not
    /// ignored: images, pixels (n·h·w) or tokens; the gradient of an ignored row is 0. The target is 1 - smoothing in
    /// the label's class, plus smoothing / classes in each. A row counts as correct when its label has the largest
    /// probability, the first of equals; a row with NaN predicts its first NaN (as torch.argmax does).
    virtual void cross_entropy(const CrossEntropySettings& settings, const Tensor& logits, const Tensor& labels,
                               const StepState* state, const Tensor& dlogits, const Cast& cast, LossSums* sums) = 0;

    /// dst = round(src): master weights to the working copy, operands to their format. dst may be src.
    virtual void round_copy(const Tensor& src, const Tensor& dst, const Cast& cast) = 0;

    /// Whether inspect_gradients() with these settings leaves all to update_parameters(), which reads the gradients
    /// anyway: possible where an update does not wait for what is found (no scaling that skips steps, no clipping).
    virtual bool leaves_inspection(const OptimizerSettings* /*optimizer*/, const ScalerSettings* /*scaler*/) const {
        return false;
    }
    /// Looks for inf and NaN in the scaled gradients and again after unscaling, and sums the squares of the unscaled
    /// ones: fills every parameter's metrics (nonfinite, norm) and state's found_inf, norm_squared, scale_used; after
    /// update_parameters() where leaves_inspection().
    virtual void inspect_gradients(std::span<const ParameterView> parameters, const OptimizerSettings* optimizer,
                                   const ScalerSettings* scaler, StepState* state) = 0;
    /// Unscale, clip, SGD or Adam, round the weight, and the weight to its copy. Where found_inf and `scaler` checks no
    /// number changes, but weights are counted where their copies ask for it. Adam: torch.optim.Adam's formula, epsilon
    /// outside the square root, bias corrections in double; of kind adamw torch.optim.AdamW's. The settings are
    /// device memory: they may change from step to step while the calls stay the same.
    virtual void update_parameters(std::span<const ParameterView> parameters, const OptimizerSettings* optimizer,
                                   const ScalerSettings* scaler, StepState* state) = 0;
    /// Adds to `counts` how far `run`, divided by the scale in `state`, is from `shadow`; same shapes. Elements of
    /// which either is not finite count in nonzero and starved only.
    virtual void compare_with_shadow(const Tensor& run, const Tensor& shadow, const StepState* state,
                                     ShadowCounts* counts) = 0;
    /// The end of a step: state.skipped, then update_scale().
    virtual void finish_step(const ScalerSettings* scaler, StepState* state) = 0;

    // Operations of a graph. Tensors are stored in any way that holds their format; gamma, beta and biases too.

    /// out[i * k + j] = round(values[indices[i] * k + j]) with k = out's elements for each index: inputs and targets
    /// that are numbers.
    virtual void gather_values(const float* values, std::span<const std::uint32_t> indices, const Tensor& out,
                               const Cast& cast) = 0;

    /// y = round(a + b): a residual connection. b may have fewer elements than a and is then repeated: a bias, or
    /// positions that are added to every image (the gradient of b: bias_gradient() of dy as [repeats, size of b]). y
    /// may be a, or b where that is not repeated. Gradients are added up by add(sum, term, sum, cast), with the format
    /// of the sums in `cast`.
    virtual void add(const Tensor& a, const Tensor& b, const Tensor& y, const Cast& cast) = 0;
    /// y = round(x · factor); y may be x.
    virtual void scale(const Tensor& x, float factor, const Tensor& y, const Cast& cast) = 0;
    /// y = round(x / (1 - probability)) where the number stays, else 0; y may be x. The backward pass is the same call
    /// with dy and dx.
    virtual void dropout(const Dropout& settings, const Tensor& x, const Tensor& y, const Cast& cast) = 0;
    /// to(r, c) = round(from(r, c)) for r < rows and c < columns: concatenation along channels or tokens (a call for
    /// each operand), its gradient, a class token before each image's tokens (from.stride 0), the token that a head
    /// reads. Random bits are those of the element's place in to.tensor.
    virtual void copy_columns(std::int64_t rows, std::int64_t columns, const Columns& from, const Columns& to,
                              const Cast& cast) = 0;

    /// y = round(normalised x · gamma + beta) of the rows of x [..., width] (torch.nn.LayerNorm, RMSNorm); gamma and
    /// beta [width], both may be empty. `statistics` ([rows]) may be empty where no backward pass follows. y may be x.
    virtual void norm_forward(const NormSettings& settings, const Tensor& x, const Tensor& gamma, const Tensor& beta,
                              const Tensor& y, const NormStatistics& statistics, const Cast& cast) = 0;
    /// dx = round(rstd · (g - mean(g) - x̂ · mean(g · x̂))) with g = dy · gamma and x̂ the normalised x; RMSNorm without
    /// mean(g). dx may be dy or empty.
    virtual void norm_backward_data(const NormSettings& settings, const Tensor& x, const Tensor& gamma,
                                    const NormStatistics& statistics, const Tensor& dy, const Tensor& dx,
                                    const Cast& cast) = 0;
    /// dgamma = round(sum over the rows of dy · x̂). The gradient of beta is bias_gradient(). Before
    /// norm_backward_data() where that writes over dy.
    virtual void norm_backward_gamma(const NormSettings& settings, const Tensor& x, const NormStatistics& statistics,
                                     const Tensor& dy, const Tensor& dgamma, const Cast& cast) = 0;

    /// Training: y = round(normalised x · gamma + beta) with the statistics of the batch (biased variance), x of at
    /// least two rows of channels; gamma and beta [channels]. Then the running ones, where there are any, move towards
    /// them: as in PyTorch in the forward pass, so also where the step is skipped later, and with the unbiased
    /// variance.
    virtual void batch_norm_forward(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                                    const Tensor& beta, const Tensor& y, const NormStatistics& statistics,
                                    const RunningStatistics& running, const Cast& cast) = 0;
    /// Evaluation: the same with the running statistics.
    virtual void batch_norm_inference(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                                      const Tensor& beta, const Tensor& y, const RunningStatistics& running,
                                      const Cast& cast) = 0;
    /// dx = round(gamma · rstd · (dy - mean(dy) - x̂ · mean(dy · x̂))), dgamma = round(sum of dy · x̂), dbeta = round(sum
    /// of dy), means and sums over the rows. dx may be dy or empty.
    virtual void batch_norm_backward(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                                     const NormStatistics& statistics, const Tensor& dy, const Tensor& dx,
                                     const Tensor& dgamma, const Tensor& dbeta, const Cast& dx_cast,
                                     const Cast& dgamma_cast, const Cast& dbeta_cast) = 0;

    /// c = round(a · b), matrix by matrix; matrices of c do not overlap each other or an operand. Random bits are those
    /// of the element's place in c.tensor.
    virtual void batched_product(const BatchedSize& size, const MatrixBatch& a, const MatrixBatch& b,
                                 const MatrixBatch& c, const Accumulation& accumulation, const Cast& cast) = 0;
    /// y = round(softmax(scale · x)) over the last axis; with a narrow reduction every intermediate result is on its
    /// grid, sums in the order of the columns. Without the maximum subtracted where the reduction says so. y may be x.
    virtual void softmax_forward(const SoftmaxSettings& settings, const Tensor& x, const Tensor& y,
                                 const Cast& cast) = 0;
    /// dx = round(scale · (dy - sum(dy · y)) · y), the sum over the row, from the stored result y; dx may be dy.
    virtual void softmax_backward(const SoftmaxSettings& settings, const Tensor& y, const Tensor& dy, const Tensor& dx,
                                  const Cast& cast) = 0;

    /// y[r, :] = round(table[tokens[r], :]); table [words, width], tokens [rows] of int32 in [0, words).
    virtual void embedding_forward(const Tensor& table, const Tensor& tokens, const Tensor& y, const Cast& cast) = 0;
    /// dtable[t, :] = round(sum of dy[r, :] over the rows r with tokens[r] = t); 0 for a token that is not there. The
    /// rows in order, partial sums on `reduction`'s grid, where that is not FP32.
    virtual void embedding_backward(const Tensor& tokens, const Tensor& dy, const Tensor& dtable,
                                    const ReductionPolicy& reduction, const Cast& cast) = 0;

    /// Mean squared error, as torch.nn.MSELoss: adds each row's mean of (prediction - target)² to sums->loss and the
    /// rows to sums->images; where dprediction is given, it is round((prediction - target) · scale · 2 / elements),
    /// `scale` from `state`. Both [n, ...]. With a narrow reduction the difference, its square and each partial sum in
    /// order are on its grid.
    virtual void squared_error(const ReductionPolicy& reduction, const Tensor& prediction, const Tensor& target,
                               const StepState* state, const Tensor& dprediction, const Cast& cast, LossSums* sums) = 0;

    /// A transposed convolution (torch.nn.ConvTranspose2d with weights [in, out, r, s]): the data gradient of the
    /// convolution `geometry`, whose x is this operation's result. x [n, rows(), columns(), filters], w [filters, r, s,
    /// channels], y [n, height, width, channels], y = round(sum + bias[channels]); kernel 2, stride 2 and padding 0
    /// double an image. Its data gradient is conv_forward(geometry, dy, w, {}, dx), that of the weights
    /// conv_backward_weights(geometry, x, dy, dw).
    virtual void conv_transposed_forward(const ConvGeometry& geometry, const Tensor& x, const Tensor& w,
                                         const Tensor& bias, const Tensor& y, const Accumulation& accumulation,
                                         const Cast& cast) = 0;
    /// Each pixel of x four times: x [n, height, width, channels], y [n, 2 height, 2 width, channels].
    virtual void upsample_forward(const PoolGeometry& geometry, const Tensor& x, const Tensor& y, const Cast& cast) = 0;
    /// dx = round(sum of the four dy, row by row).
    virtual void upsample_backward(const PoolGeometry& geometry, const Tensor& dy, const Tensor& dx,
                                   const Cast& cast) = 0;
    /// y = round(sum of the four / 4), windows as maxpool_forward()'s.
    virtual void average_pool_forward(const PoolGeometry& geometry, const Tensor& x, const Tensor& y,
                                      const Cast& cast) = 0;
    /// dx = round(dy / 4), 0 where no window is.
    virtual void average_pool_backward(const PoolGeometry& geometry, const Tensor& dy, const Tensor& dx,
                                       const Cast& cast) = 0;
    /// y[n, c] = round(mean over positions of x[n, position, c]): global average pooling, or the mean of all tokens.
    /// Partial sums on `reduction`'s grid, positions in order, and the sum divided, where that is not FP32.
    virtual void mean_forward(const Tensor& x, const Tensor& y, const ReductionPolicy& reduction, const Cast& cast) = 0;
    /// dx[n, position, c] = round(dy[n, c] / positions).
    virtual void mean_backward(const Tensor& dy, const Tensor& dx, const Cast& cast) = 0;
    // Products with weights that are phase-change devices, on host devices only; all tensors FP32.

    /// y += noise of reading each device once for each row of x. Forward: y [n, out] of x [n, in], variances [out, in]
    /// and, where not empty, the bias' [out]; transposed: y [n, in] of x [n, out]. The noises of a sum's terms are
    /// independent, so that its own has the variance Σ x² · variance.
    virtual void add_read_noise(const DeviceRead& /*read*/, const Tensor& /*x*/, const Tensor& /*variance*/,
                                const Tensor& /*bias_variance*/, const Tensor& /*y*/) {
        lacks("phase-change devices");
    }
    /// y = x as converters of 8 bits give it, each row of `width` numbers by its own range; y may be x.
    virtual void convert_8bit(const Tensor& /*x*/, const Tensor& /*y*/, std::int64_t /*width*/) {
        lacks("phase-change devices");
    }

    // Operands in eight or fewer bits, on host devices only; all tensors FP32.

    /// y = x quantised and read back (quantization.h); y may be x. `delayed`: delayed scaling's state of the operand,
    /// read only. Adds to `counts` where not null.
    virtual void quantize_operand(const Quantization& /*how*/, const Tensor& /*x*/, const Tensor& /*y*/,
                                  const Tensor& /*delayed*/, OperandCounts* /*counts*/) {
        lacks("operands in eight bits");
    }
    /// Delayed scaling: ends a step in which the operand was x; `delayed` becomes the next step's.
    virtual void record_amax(const Quantization& /*how*/, const Tensor& /*x*/, const Tensor& /*delayed*/) {
        lacks("operands in eight bits");
    }

    /// y = the patches of x, stored the same way; y is not x.
    virtual void image_patches(const PatchGeometry& geometry, const Tensor& x, const Tensor& y) = 0;

  protected:
    /// Throws Error(device): this device has no such operation.
    [[noreturn]] static void lacks(const char* operation);

    /// Counts the weights whose copies ask for it, each by a pass of its own, where no update reads them or it does not
    /// count. The copies hold them already: a forward pass has made them.
    void count_weights(std::span<const ParameterView> parameters) {
        for (const ParameterView& p : parameters) {
            if (!p.copy.histogram) continue;
            round_copy(p.weight, p.copy.tensor ? p.copy.tensor : p.weight, cast_of(p.copy));
        }
    }
};

}  // namespace mantissa
