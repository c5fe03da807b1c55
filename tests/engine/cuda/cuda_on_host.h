// SPDX-License-Identifier: Apache-2.0
// The card's kernels on the host: the very sources of engine/cuda compiled by the C++ compiler, products by plain
// loops, and device memory that can be touched only while a kernel or a copy runs. Whatever else reads or writes it,
// ends the test with a segmentation fault. Replays are what they are on a card: launches, products and memsets kept
// with their arguments as they were and started again, with nothing else of the step.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/backend/device.h"
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/rehearsal.h"
#include "engine/cuda/replays.h"

namespace mantissa::cuda {

/// Pages that are out of reach but between open() and close(); both nest. And the stream: what is started is done at
/// once, or kept while something is recorded.
class GuardedMemory final : public HostGate {
  public:
    GuardedMemory();
    ~GuardedMemory() override;
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;

    void* take(std::size_t bytes);
    void give_back(void* data) noexcept;
    void open();
    void close();
    void start(std::function<void()> launch) override;

    void begin_recording();
    std::vector<std::function<void()>> end_recording();
    /// Throws where something is being recorded: a capture does not survive an allocation or a copy from the host.
    void not_while_recording(const char* what) const;

  private:
    struct Pages {
        void* data;
        std::size_t bytes;
    };
    /// Puts all pages within reach, or out of it.
    void reach(bool within) const;

    int key_;  ///< of the processor's memory protection, which is set without a system call; -1 where there is none
    std::vector<Pages> pages_;
    int depth_ = 0;
    bool recording_ = false;
    std::vector<std::function<void()>> recorded_;
};

/// Opens the memory for a scope.
class Opened {
  public:
    explicit Opened(GuardedMemory& memory) : memory_(memory) { memory_.open(); }
    ~Opened() { memory_.close(); }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;

  private:
    GuardedMemory& memory_;
};

/// Sums in FP32, in the order of k, as a card's product might.
class PlainProducts final : public Products {
  public:
    /// Units that round by themselves: operands of TF32 before they are multiplied, and the exact sum.
    struct Units {
        float (*operand)(float) = nullptr;
        float (*sum)(double) = nullptr;
    };

    explicit PlainProducts(GuardedMemory& memory) : memory_(memory) {}
    bool product(const Tensor& a, bool a_transposed, const Tensor& b, bool b_transposed, const Tensor& c,
                 Arithmetic arithmetic, bool add, const void* bias) override;

    /// Whether it has a way to add a bias; it has by default.
    void set_adds_bias(bool adds) { adds_bias_ = adds; }
    /// Biases that it has added, recorded ones once.
    int biases() const { return biases_; }
    void set_units(const Units& units) { units_ = units; }
    /// Products asked for so far, by arithmetic; recorded ones once.
    int count(Arithmetic arithmetic) const { return counts_[static_cast<int>(arithmetic)]; }

  private:
    static void multiply(const Tensor& a, bool a_transposed, const Tensor& b, bool b_transposed, const Tensor& c,
                         bool add);
    /// c[rows, columns] = a · bᵀ.
    static void multiply(const Tensor& a, const Tensor& b, const Tensor& c, const Units& units);

    GuardedMemory& memory_;
    Units units_;
    bool adds_bias_ = true;
    int biases_ = 0;
    int counts_[4] = {};
};

class GuardedScratch final : public Scratch {
  public:
    explicit GuardedScratch(GuardedMemory& memory) : memory_(memory) {}
    ~GuardedScratch() override;
    void* bytes(ScratchUse use, std::size_t bytes) override;
    void release();
    /// Bytes that a use has grown to.
    std::size_t size(ScratchUse use) const { return pieces_[static_cast<int>(use)].bytes; }
    /// All of it, in pieces as a card has them.
    std::uint64_t sum() const {
        std::uint64_t bytes = 0;
        for (const Piece& piece : pieces_) bytes += scratch_piece(piece.bytes);
        return bytes;
    }
    std::uint64_t generation() const { return generation_; }

  private:
    struct Piece {
        void* data = nullptr;
        std::size_t bytes = 0;
    };
    std::uint64_t generation_ = 0;
    GuardedMemory& memory_;
    Piece pieces_[scratch_use_count];
};

/// Recordings as lists of closures.
class HostRecorder final : public Recorder {
  public:
    HostRecorder(GuardedMemory& memory, const GuardedScratch& scratch) : memory_(memory), scratch_(scratch) {}

    void begin() override { memory_.begin_recording(); }
    std::unique_ptr<Recording> end() override;
    void abandon() noexcept override { (void)memory_.end_recording(); }
    std::uint64_t scratch_generation() const override { return scratch_.generation(); }
    void gave_up(const std::string& why) override { reasons_.push_back(why); }

    /// How many recordings there were, those that failed left out, and how often one was started.
    int made() const { return made_; }
    int started() const { return started_; }
    const std::vector<std::string>& reasons() const { return reasons_; }
    /// Every recording fails from now on.
    void fail() { fails_ = true; }

  private:
    GuardedMemory& memory_;
    const GuardedScratch& scratch_;
    int made_ = 0, started_ = 0;
    bool fails_ = false;
    std::vector<std::string> reasons_;
};

/// A device of CudaKernels without a card.
class CudaOnHost final : public Device {
  public:
    /// Makes the library that convolves on a stream.
    using MakeConvolutions = std::function<std::unique_ptr<Convolutions>(void* stream)>;

    /// `native_bf16` as CudaKernels has it; without `make_convolutions` all of them go by patches.
    explicit CudaOnHost(bool native_bf16 = true, const MakeConvolutions& make_convolutions = {});

    DeviceDescription describe() const override {
        return {"cuda-on-host", "the card's kernels on the host", {}, {}, memory_bytes_};
    }
    DeviceCapabilities capabilities() const override;
    std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) override;
    void upload(void* destination, const void* source, std::size_t bytes) override;
    void download(void* destination, const void* source, std::size_t bytes) override;
    void zero(void* destination, std::size_t bytes) override;
    CudaKernels& kernels() override { return kernels_; }
    void replay(const ReplayKey& key, const std::function<void()>& enqueue) override { recordings_.run(key, enqueue); }
    bool replays() const override { return true; }
    void release_scratch() override { scratch_.release(); }

    std::unique_ptr<Device> rehearsal() const override {
        return std::make_unique<Rehearsal>(describe(), capabilities(), native_bf16_, convolutions_ != nullptr);
    }

    HostRecorder& recorder() { return recorder_; }
    const Replays& recordings() const { return recordings_; }
    /// What it says that it has; 0: nothing.
    void limit_memory(std::uint64_t bytes) { memory_bytes_ = bytes; }
    const PlainProducts& products() const { return products_; }
    PlainProducts& products() { return products_; }
    const GuardedScratch& scratch() const { return scratch_; }

  private:
    GuardedMemory memory_;
    PlainProducts products_;
    std::unique_ptr<Convolutions> convolutions_;
    GuardedScratch scratch_;
    bool native_bf16_;
    std::uint64_t memory_bytes_ = 0;
    CudaKernels kernels_;
    HostRecorder recorder_;
    Replays recordings_;
};

}  // namespace mantissa::cuda
