// SPDX-License-Identifier: Apache-2.0
// Forwarding with a stopwatch.
#include "engine/backend/timed_device.h"

#include <chrono>

#include "engine/backend/forwarding_device.h"
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

class TimedDevice final : public ForwardingDevice {
  public:
    TimedDevice(Device& inner, KernelTallies& tallies)
        : ForwardingDevice(inner), kernels_(inner.kernels(), inner, tallies) {}
    Kernels& kernels() override { return kernels_; }

  private:
    WrappedKernels<Stopwatch> kernels_;
};

}  // namespace

std::unique_ptr<Device> make_timed_device(Device& device, KernelTallies& tallies) {
    return std::make_unique<TimedDevice>(device, tallies);
}

}  // namespace mantissa
