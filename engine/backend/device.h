// SPDX-License-Identifier: Apache-2.0
// A place that computes: memory, copies, kernels, and what it calls itself. One thread uses a device at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/backend/fetch.h"
#include "engine/backend/kernels.h"
#include "engine/backend/product_times.h"
#include "engine/backend/replay.h"
#include "engine/precision/resolve.h"

namespace mantissa {

/// Device memory that is released with the object. Aligned to 64 bytes, not initialised.
class DeviceMemory {
  public:
    virtual ~DeviceMemory() = default;
    virtual std::byte* data() const noexcept = 0;
    virtual std::size_t size() const noexcept = 0;
};

struct DeviceDescription {
    std::string id;                      ///< "cpu"
    std::string text;                    ///< "AMD EPYC, AVX-512, 2 threads"
    std::vector<std::string> libraries;  ///< "oneDNN 2.6.3"
    std::vector<std::string> details;    ///< instruction sets and the like: `devices --verbose`
    std::uint64_t memory_bytes = 0;      ///< total memory of the device; 0: unknown
    bool times_convolutions = false;     ///< and chooses their engines by that, each time that it is opened
    /// The library's implementation of each operation that was asked for so far: "convolution ...: jit:avx2".
    std::vector<std::string> implementations = {};
};

class Device {
  public:
    virtual ~Device() = default;

    virtual DeviceDescription describe() const = 0;
    virtual DeviceCapabilities capabilities() const = 0;
    /// What a layer's products take in a format of its own, natively and emulated, where this device measures that and
    /// remembers it; nothing where it does not: its own format is then the faster way.
    virtual std::optional<ProductTimes> product_times(const ProductShape& /*shape*/) const { return std::nullopt; }
    /// Throws Error(device) naming the bytes asked for where they are not to be had.
    virtual std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) = 0;
    /// Host to device, ordered after what was enqueued before; `source` may be reused when it returns.
    virtual void upload(void* destination, const void* source, std::size_t bytes) = 0;
    /// Device to host; returns when the bytes are there (and so everything enqueued before is done).
    virtual void download(void* destination, const void* source, std::size_t bytes) = 0;
    /// Device to host, like download(), but waited for later (Fetch::wait): where the device overlaps(), what is
    /// enqueued after this is neither waited for nor seen. At most seven at a time; throws Error(failed) for one more.
    virtual std::unique_ptr<Fetch> fetch(const void* source, std::size_t bytes) {
        std::vector<std::byte> there(bytes);
        download(there.data(), source, bytes);
        return std::make_unique<Downloaded>(std::move(there));
    }
    /// Whether what was enqueued goes on while the host does other things, and a fetch() with it: where not, enqueuing
    /// ahead gains nothing.
    virtual bool overlaps() const { return false; }
    virtual void zero(void* destination, std::size_t bytes) = 0;
    virtual Kernels& kernels() = 0;
    /// Calls `enqueue`, or does once more what it enqueued when it was called with this key before. `enqueue` calls
    /// kernels() and zero(), decides by nothing that the key does not tell, and may be called more than once for one
    /// replay: what changes from one replay to the next lies in device memory. The first time it may allocate; where
    /// an owner is renewed by that, the key expires and the next call is again a first.
    virtual void replay(const ReplayKey& /*key*/, const std::function<void()>& enqueue) { enqueue(); }
    /// Whether replay() ever does more than call `enqueue`: where not, nobody needs to make a key.
    virtual bool replays() const { return false; }
    /// Bytes that the device itself takes beside what is allocated here, at most (a context, libraries' workspace):
    /// once for all lanes, and to be left free by a plan, as the scratch of kernels is.
    virtual std::uint64_t overhead_bytes() const { return 0; }
    /// Gives back the scratch that was taken by what was enqueued so far; what is enqueued next takes what it needs.
    virtual void release_scratch() {}
    /// A device like this one on which nothing is done, not even allocated: it counts the scratch that this one's
    /// kernels would take. Null where they take none.
    virtual std::unique_ptr<Device> rehearsal() const { return nullptr; }
    /// Bytes of scratch that what was enqueued so far took (on a rehearsal: would take) and that were not released.
    /// Lanes share them. 0 where nobody counts.
    virtual std::uint64_t scratch_taken() const { return 0; }
    /// Bytes in use on the whole device, by anyone; 0: not known.
    virtual std::uint64_t bytes_in_use() const { return 0; }
};

}  // namespace mantissa
