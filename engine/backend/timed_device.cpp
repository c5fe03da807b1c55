// SPDX-License-Identifier: Apache-2.0
// Forwarding with a stopwatch.
#include "engine/backend/timed_device.h"

#include <chrono>

#include "engine/backend/wrapped_kernels.h"

namespace mantissa {
namespace {

class Stopwatch {
  public:
    Stopwatch(Device& device, KernelTallies& tallies) : device_(device), tallies_(tallies), probe_(device.allocate(1)) {
        device.zero(probe_->data(), 1);
    }

    template <class Call>
    void operator()(const char* name, const KernelWork& work, const Call& call) {
        const auto start = std::chrono::steady_clock::now();
        call();
        std::byte probe;  // a device may only have enqueued the call: what is downloaded after it is there after it
        device_.download(&probe, probe_->data(), 1);
        KernelTally& tally = tallies_[name];
        tally.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        ++tally.calls;
        tally.flops += work.flops;
        tally.bytes += work.bytes;
    }

  private:
    Device& device_;
    KernelTallies& tallies_;
    std::unique_ptr<DeviceMemory> probe_;
};

class TimedDevice final : public Device {
  public:
    TimedDevice(Device& inner, KernelTallies& tallies) : inner_(inner), kernels_(inner.kernels(), inner, tallies) {}

    DeviceDescription describe() const override { return inner_.describe(); }
    DeviceCapabilities capabilities() const override { return inner_.capabilities(); }
    std::optional<ProductTimes> product_times(const ProductShape& shape) const override {
        return inner_.product_times(shape);
    }
    std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) override { return inner_.allocate(bytes); }
    void upload(void* destination, const void* source, std::size_t bytes) override {
        inner_.upload(destination, source, bytes);
    }
    void download(void* destination, const void* source, std::size_t bytes) override {
        inner_.download(destination, source, bytes);
    }
    void zero(void* destination, std::size_t bytes) override { inner_.zero(destination, bytes); }
    Kernels& kernels() override { return kernels_; }
    void release_scratch() override { inner_.release_scratch(); }
    std::uint64_t overhead_bytes() const override { return inner_.overhead_bytes(); }
    std::unique_ptr<Device> rehearsal() const override { return inner_.rehearsal(); }
    std::uint64_t scratch_taken() const override { return inner_.scratch_taken(); }
    std::uint64_t bytes_in_use() const override { return inner_.bytes_in_use(); }

  private:
    Device& inner_;
    WrappedKernels<Stopwatch> kernels_;
};

}  // namespace

std::unique_ptr<Device> make_timed_device(Device& device, KernelTallies& tallies) {
    return std::make_unique<TimedDevice>(device, tallies);
}

}  // namespace mantissa
