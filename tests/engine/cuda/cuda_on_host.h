// SPDX-License-Identifier: Apache-2.0
// The card's kernels on the host: the very sources of engine/cuda compiled by the C++ compiler, products by plain
// loops, and device memory that can be touched only while a kernel or a copy runs. Whatever else reads or writes it,
// ends the test with a segmentation fault.
#pragma once

#include <memory>
#include <vector>

#include "engine/backend/device.h"
#include "engine/cuda/cuda_kernels.h"

namespace mantissa::cuda {

/// Pages that are out of reach but between open() and close(); both nest.
class GuardedMemory final : public HostGate {
  public:
    void* take(std::size_t bytes);
    void give_back(void* data) noexcept;
    void open() override;
    void close() override;

  private:
    struct Pages {
        void* data;
        std::size_t bytes;
    };
    void protect(int protection) const;

    std::vector<Pages> pages_;
    int depth_ = 0;
};

/// Opens the memory for a scope.
class Opened {
  public:
    explicit Opened(HostGate& gate) : gate_(gate) { gate_.open(); }
    ~Opened() { gate_.close(); }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;

  private:
    HostGate& gate_;
};

/// Sums in FP32, in the order of k, as a card's product might.
class PlainProducts final : public Products {
  public:
    explicit PlainProducts(HostGate& gate) : gate_(gate) {}
    void product(const Tensor& a, bool a_transposed, const Tensor& b, bool b_transposed, const Tensor& c,
                 Arithmetic arithmetic, bool add) override;

    /// Products asked for so far, by arithmetic.
    int count(Arithmetic arithmetic) const { return counts_[static_cast<int>(arithmetic)]; }

  private:
    HostGate& gate_;
    int counts_[4] = {};
};

class GuardedScratch final : public Scratch {
  public:
    explicit GuardedScratch(GuardedMemory& memory) : memory_(memory) {}
    ~GuardedScratch() override;
    void* bytes(ScratchUse use, std::size_t bytes) override;
    /// Bytes that a use has grown to.
    std::size_t size(ScratchUse use) const { return pieces_[static_cast<int>(use)].bytes; }

  private:
    struct Piece {
        void* data = nullptr;
        std::size_t bytes = 0;
    };
    GuardedMemory& memory_;
    Piece pieces_[scratch_use_count];
};

/// A device of CudaKernels without a card.
class CudaOnHost final : public Device {
  public:
    /// `native_bf16` as CudaKernels has it.
    explicit CudaOnHost(bool native_bf16 = true);
    ~CudaOnHost() override;

    DeviceDescription describe() const override {
        return {"cuda-on-host", "the card's kernels on the host", {}, {}, 0};
    }
    DeviceCapabilities capabilities() const override;
    std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) override;
    void upload(void* destination, const void* source, std::size_t bytes) override;
    void download(void* destination, const void* source, std::size_t bytes) override;
    void zero(void* destination, std::size_t bytes) override;
    CudaKernels& kernels() override { return kernels_; }

    const PlainProducts& products() const { return products_; }
    const GuardedScratch& scratch() const { return scratch_; }

  private:
    GuardedMemory memory_;
    PlainProducts products_;
    GuardedScratch scratch_;
    std::uint32_t* indices_ = nullptr;
    std::size_t index_capacity_ = 0;
    bool native_bf16_;
    CudaKernels kernels_;
};

}  // namespace mantissa::cuda
