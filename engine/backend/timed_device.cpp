// SPDX-License-Identifier: Apache-2.0
// Forwarding with a stopwatch.
#include "engine/backend/timed_device.h"

#include <chrono>
#include <utility>

namespace mantissa {
namespace {

double bytes_of(std::initializer_list<const Tensor*> tensors) {
    double bytes = 0;
    for (const Tensor* tensor : tensors)
        if (*tensor) bytes += static_cast<double>(tensor->bytes());
    return bytes;
}

double product_flops(const Tensor& rows, const Tensor& weights) {
    return 2.0 * static_cast<double>(rows.shape[0]) * static_cast<double>(weights.shape[0]) *
           static_cast<double>(weights.shape[1]);
}

double convolution_flops(const ConvGeometry& g, std::int64_t images) {
    return 2.0 * static_cast<double>(images * g.height * g.width) * static_cast<double>(g.filters) *
           static_cast<double>(g.channels * g.kernel * g.kernel);
}

class TimedKernels final : public Kernels {
  public:
    TimedKernels(Device& device, KernelTallies& tallies)
        : device_(device), inner_(device.kernels()), tallies_(tallies), probe_(device.allocate(1)) {
        device.zero(probe_->data(), 1);
    }

    DType storage_of(const FloatFormat& format) const override { return inner_.storage_of(format); }

    void gather_images(const std::uint8_t* images, std::span<const std::uint32_t> indices, const Tensor& out,
                       const Cast& cast) override {
        time("gather_images", 0, bytes_of({&out}) * 1.25, [&] { inner_.gather_images(images, indices, out, cast); });
    }
    void gather_labels(const std::uint8_t* labels, std::span<const std::uint32_t> indices, const Tensor& out) override {
        time("gather_labels", 0, bytes_of({&out}), [&] { inner_.gather_labels(labels, indices, out); });
    }
    void linear_forward(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                        const Accumulation& accumulation, const Cast& cast) override {
        time("linear_forward", product_flops(x, w), bytes_of({&x, &w, &y}),
             [&] { inner_.linear_forward(x, w, bias, y, accumulation, cast); });
    }
    void linear_backward_data(const Tensor& dy, const Tensor& w, const Tensor& dx, const Accumulation& accumulation,
                              const Cast& cast) override {
        time("linear_backward_data", product_flops(dy, w), bytes_of({&dy, &w, &dx}),
             [&] { inner_.linear_backward_data(dy, w, dx, accumulation, cast); });
    }
    void linear_backward_weights(const Tensor& dy, const Tensor& x, const Tensor& dw, const Accumulation& accumulation,
                                 const Cast& cast) override {
        time("linear_backward_weights", product_flops(dy, dw), bytes_of({&dy, &x, &dw}),
             [&] { inner_.linear_backward_weights(dy, x, dw, accumulation, cast); });
    }
    void bias_gradient(const Tensor& dy, const Tensor& db, const ReductionPolicy& reduction,
                       const Cast& cast) override {
        time("bias_gradient", 0, bytes_of({&dy, &db}), [&] { inner_.bias_gradient(dy, db, reduction, cast); });
    }
    void conv_forward(const ConvGeometry& geometry, const Tensor& x, const Tensor& w, const Tensor& bias,
                      const Tensor& y, const Accumulation& accumulation, const Cast& cast) override {
        time("conv_forward", convolution_flops(geometry, x.shape[0]), bytes_of({&x, &w, &y}),
             [&] { inner_.conv_forward(geometry, x, w, bias, y, accumulation, cast); });
    }
    void conv_backward_data(const ConvGeometry& geometry, const Tensor& dy, const Tensor& w, const Tensor& dx,
                            const Accumulation& accumulation, const Cast& cast) override {
        time("conv_backward_data", convolution_flops(geometry, dy.shape[0]), bytes_of({&dy, &w, &dx}),
             [&] { inner_.conv_backward_data(geometry, dy, w, dx, accumulation, cast); });
    }
    void conv_backward_weights(const ConvGeometry& geometry, const Tensor& dy, const Tensor& x, const Tensor& dw,
                               const Accumulation& accumulation, const Cast& cast) override {
        time("conv_backward_weights", convolution_flops(geometry, dy.shape[0]), bytes_of({&dy, &x, &dw}),
             [&] { inner_.conv_backward_weights(geometry, dy, x, dw, accumulation, cast); });
    }
    void maxpool_forward(const PoolGeometry& geometry, const Tensor& x, const Tensor& y, const Tensor& index) override {
        time("maxpool_forward", 0, bytes_of({&x, &y, &index}), [&] { inner_.maxpool_forward(geometry, x, y, index); });
    }
    void maxpool_backward(const PoolGeometry& geometry, const Tensor& dy, const Tensor& index,
                          const Tensor& dx) override {
        time("maxpool_backward", 0, bytes_of({&dy, &index, &dx}),
             [&] { inner_.maxpool_backward(geometry, dy, index, dx); });
    }
    void activation_forward(ActivationKind kind, const Tensor& x, const Tensor& y, const Cast& cast) override {
        time("activation_forward", 0, bytes_of({&x, &y}), [&] { inner_.activation_forward(kind, x, y, cast); });
    }
    void activation_backward(ActivationKind kind, const Tensor& y, const Tensor& dy, const Tensor& dx,
                             const Cast& cast) override {
        time("activation_backward", 0, bytes_of({&y, &dy, &dx}),
             [&] { inner_.activation_backward(kind, y, dy, dx, cast); });
    }
    void softmax_loss(const Tensor& logits, const Tensor& labels, const ReductionPolicy& reduction,
                      const StepState* state, const Tensor& dlogits, const Cast& cast, LossSums* sums) override {
        time("softmax_loss", 0, bytes_of({&logits, &labels, &dlogits}),
             [&] { inner_.softmax_loss(logits, labels, reduction, state, dlogits, cast, sums); });
    }
    void round_copy(const Tensor& src, const Tensor& dst, const Cast& cast) override {
        time("round_copy", 0, bytes_of({&src, &dst}), [&] { inner_.round_copy(src, dst, cast); });
    }
    void inspect_gradients(std::span<const ParameterView> parameters, StepState* state) override {
        double bytes = 0;
        for (const ParameterView& p : parameters) bytes += bytes_of({&p.gradient});
        time("inspect_gradients", 0, bytes, [&] { inner_.inspect_gradients(parameters, state); });
    }
    void update_parameters(std::span<const ParameterView> parameters, const OptimizerSettings& optimizer,
                           const ScalerSettings& scaler, StepState* state) override {
        double bytes = 0;
        for (const ParameterView& p : parameters)
            bytes += bytes_of({&p.gradient}) + 2 * bytes_of({&p.weight, &p.first_moment, &p.second_moment});
        time("update_parameters", 0, bytes, [&] { inner_.update_parameters(parameters, optimizer, scaler, state); });
    }
    void compare_with_shadow(const Tensor& run, const Tensor& shadow, const StepState* state,
                             ShadowCounts* counts) override {
        time("compare_with_shadow", 0, bytes_of({&run, &shadow}),
             [&] { inner_.compare_with_shadow(run, shadow, state, counts); });
    }
    void finish_step(const ScalerSettings& scaler, StepState* state) override {
        time("finish_step", 0, 0, [&] { inner_.finish_step(scaler, state); });
    }

  private:
    template <class F>
    void time(const char* name, double flops, double bytes, const F& call) {
        const auto start = std::chrono::steady_clock::now();
        call();
        std::byte probe;  // a device may only have enqueued the call: what is downloaded after it is there after it
        device_.download(&probe, probe_->data(), 1);
        KernelTally& tally = tallies_[name];
        tally.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        ++tally.calls;
        tally.flops += flops;
        tally.bytes += bytes;
    }

    Device& device_;
    Kernels& inner_;
    KernelTallies& tallies_;
    std::unique_ptr<DeviceMemory> probe_;
};

class TimedDevice final : public Device {
  public:
    TimedDevice(Device& inner, KernelTallies& tallies) : inner_(inner), kernels_(inner, tallies) {}

    DeviceDescription describe() const override { return inner_.describe(); }
    DeviceCapabilities capabilities() const override { return inner_.capabilities(); }
    std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) override { return inner_.allocate(bytes); }
    void upload(void* destination, const void* source, std::size_t bytes) override {
        inner_.upload(destination, source, bytes);
    }
    void download(void* destination, const void* source, std::size_t bytes) override {
        inner_.download(destination, source, bytes);
    }
    void zero(void* destination, std::size_t bytes) override { inner_.zero(destination, bytes); }
    Kernels& kernels() override { return kernels_; }
    std::uint64_t bytes_in_use() const override { return inner_.bytes_in_use(); }

  private:
    Device& inner_;
    TimedKernels kernels_;
};

}  // namespace

std::unique_ptr<Device> make_timed_device(Device& device, KernelTallies& tallies) {
    return std::make_unique<TimedDevice>(device, tallies);
}

}  // namespace mantissa
