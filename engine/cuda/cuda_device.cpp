// SPDX-License-Identifier: Apache-2.0
// A card through the CUDA runtime: memory, one stream on which everything is ordered, and what happens when it fails.
#include "engine/cuda/cuda_device.h"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "engine/base/error.h"
#include "engine/cuda/card_scratch.h"
#include "engine/cuda/cards.h"
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/cudnn_library.h"
#include "engine/cuda/graph_recorder.h"
#include "engine/cuda/named_kernels.h"
#include "engine/cuda/pinned_copies.h"
#include "engine/cuda/products_cublaslt.h"
#include "engine/cuda/rehearsal.h"
#include "engine/cuda/runtime.h"

namespace mantissa {
namespace cuda {
namespace {

class CardMemory final : public DeviceMemory {
  public:
    CardMemory(int ordinal, std::size_t bytes) : ordinal_(ordinal), size_(bytes) {
        const cudaError_t status = cudaMalloc(&data_, std::max<std::size_t>(bytes, 1));
        if (status != cudaErrorMemoryAllocation) {
            check(status, "cudaMalloc");
            return;
        }
        (void)cudaGetLastError();
        std::size_t free = 0, total = 0;
        if (cudaMemGetInfo(&free, &total) != cudaSuccess) free = total = 0;
        throw Error(ErrorCode::device,
                    say("there is no room for %1 GiB (%2 bytes) on cuda:%3: %4 of its %5 GiB are free",
                        {fmt::format("{:.2f}", static_cast<double>(bytes) / 0x1p30), bytes, ordinal,
                         fmt::format("{:.2f}", static_cast<double>(free) / 0x1p30),
                         fmt::format("{:.2f}", static_cast<double>(total) / 0x1p30)}),
                    "device memory", say("choose a smaller batch or network, or end other programs that use the card"));
    }
    ~CardMemory() override {
        // What fails here failed before, in a call that has said so.
        (void)cudaSetDevice(ordinal_);
        (void)cudaFree(data_);
    }
    CardMemory(const CardMemory&) = delete;
    CardMemory& operator=(const CardMemory&) = delete;
    std::byte* data() const noexcept override { return static_cast<std::byte*>(data_); }
    std::size_t size() const noexcept override { return size_; }

  private:
    int ordinal_;
    std::size_t size_;
    void* data_ = nullptr;
};

/// Not blocked by, and not blocking, the default stream.
class OwnStream {
  public:
    explicit OwnStream(int ordinal) {
        check(cudaSetDevice(ordinal), "cudaSetDevice");
        check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    }
    ~OwnStream() { (void)cudaStreamDestroy(stream_); }
    OwnStream(const OwnStream&) = delete;
    OwnStream& operator=(const OwnStream&) = delete;
    cudaStream_t get() const noexcept { return stream_; }

  private:
    cudaStream_t stream_ = nullptr;
};

class CudaDevice final : public Device {
  public:
    CudaDevice(const DriverCard& card, const Surroundings& surroundings)
        : card_(cuda::describe(card, surroundings)),
          native_bf16_(takes_tf32_and_bf16(card)),
          ordinal_(card.ordinal),
          stream_(card.ordinal),
          workspace_(ordinal_, CublasLtProducts::recommended_workspace),
          scratch_([this](std::size_t bytes) { return std::make_unique<CardMemory>(ordinal_, bytes); }),
          products_(*surroundings.lt, stream_.get(), native_bf16_, workspace_.data(), workspace_.size()),
          convolutions_(convolutions_by(surroundings)),
          kernels_({stream_.get()}, products_, convolutions_.get(), scratch_, native_bf16_),
          named_(kernels_),
          pinned_(stream_.get()),
          recorder_(stream_.get(), scratch_, named_.around()),
          replays_(recorder_) {}

    DeviceDescription describe() const override { return card_.description; }
    DeviceCapabilities capabilities() const override { return card_.capabilities; }

    std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) override {
        make_current();
        return std::make_unique<CardMemory>(ordinal_, bytes);
    }
    void upload(void* destination, const void* source, std::size_t bytes) override {
        if (bytes == 0) return;
        make_current();
        not_while_recording("upload");
        if (pinned_.takes(bytes)) {
            report(pinned_.upload(destination, source, bytes), "upload");
            return;
        }
        report(cudaMemcpyAsync(destination, source, bytes, cudaMemcpyHostToDevice, stream_.get()), "upload");
        wait("upload");  // whether the driver has copied pageable memory away before that is not promised
    }
    void download(void* destination, const void* source, std::size_t bytes) override {
        if (bytes == 0) return;
        make_current();
        not_while_recording("download");
        if (pinned_.takes(bytes)) {
            report(pinned_.download(destination, source, bytes), "download");
            named_.around().answered();
            return;
        }
        report(cudaMemcpyAsync(destination, source, bytes, cudaMemcpyDeviceToHost, stream_.get()), "download");
        wait("download");
    }
    std::unique_ptr<Fetch> fetch(const void* source, std::size_t bytes) override {
        if (bytes == 0 || !pinned_.takes(bytes)) return Device::fetch(source, bytes);
        make_current();
        not_while_recording("fetch");
        const std::optional<std::size_t> slot = pinned_.take_slot();
        if (!slot) throw Error(ErrorCode::failed, say("too many copies to the host are on their way"), "fetch");
        auto fetch = std::make_unique<CardFetch>(*this, *slot, bytes);
        report(pinned_.fetch(*slot, source, bytes), "fetch");
        return fetch;
    }
    bool overlaps() const override { return pinned_.there(); }
    void zero(void* destination, std::size_t bytes) override {
        if (bytes == 0) return;
        make_current();
        report(cudaMemsetAsync(destination, 0, bytes, stream_.get()), "zero");
    }
    Kernels& kernels() override {
        make_current();
        return named_;
    }
    void replay(const ReplayKey& key, const std::function<void()>& enqueue) override {
        make_current();
        replays_.run(key, enqueue);
    }
    bool replays() const override { return true; }
    void release_scratch() override { scratch_.release(); }
    std::uint64_t overhead_bytes() const override {
        // A context with the kernels of ours and of cuBLASLt: 300 to 500 MiB on recent cards.
        constexpr std::uint64_t context = std::uint64_t{512} << 20;
        return context + CublasLtProducts::recommended_workspace;
    }
    std::unique_ptr<Device> rehearsal() const override {
        return std::make_unique<Rehearsal>(card_.description, card_.capabilities, native_bf16_,
                                           convolutions_ != nullptr);
    }
    std::uint64_t bytes_in_use() const override {
        std::size_t free = 0, total = 0;
        if (cudaSetDevice(ordinal_) != cudaSuccess || cudaMemGetInfo(&free, &total) != cudaSuccess) return 0;
        return total - free;
    }

  private:
    /// In a slot of the pinned memory, which is free again with the end of this.
    class CardFetch final : public Fetch {
      public:
        CardFetch(CudaDevice& device, std::size_t slot, std::size_t bytes)
            : device_(device), slot_(slot), bytes_(bytes), started_(device.named_.around().mark()) {}
        ~CardFetch() override { device_.pinned_.give_back(slot_); }
        CardFetch(const CardFetch&) = delete;
        CardFetch& operator=(const CardFetch&) = delete;

        std::span<const std::byte> wait() override {
            device_.make_current();
            device_.report(device_.pinned_.wait(slot_), "fetch");
            device_.named_.around().answered(started_);
            return {device_.pinned_.fetched(slot_), bytes_};
        }
        std::optional<double> seconds_since(const Fetch& earlier) const override {
            const auto* other = dynamic_cast<const CardFetch*>(&earlier);
            if (!other || &other->device_ != &device_) return std::nullopt;
            return device_.pinned_.seconds_between(other->slot_, slot_);
        }

      private:
        CudaDevice& device_;
        std::size_t slot_, bytes_, started_;
    };

    /// Null: by patches.
    std::unique_ptr<Convolutions> convolutions_by(const Surroundings& surroundings) const {
        if (!surroundings.cudnn) return nullptr;
        Stopwatch stopwatch;
        if (surroundings.convolutions == ConvolutionWay::cudnn_timed)
            stopwatch = [stream = stream_.get()](const std::function<void()>& work) {
                return seconds_on(stream, work);
            };
        return make_cudnn_convolutions(*surroundings.cudnn, stream_.get(), native_bf16_, std::move(stopwatch));
    }

    /// The current card belongs to the calling thread, and devices may be made on one thread and used on another.
    void make_current() const {
        if (!recorder_.is_recording())  // the thread that records has done so, and not every call may be recorded
            report(cudaSetDevice(ordinal_), "cudaSetDevice");
    }
    void report(cudaError_t status, const char* call) const {
        if (status != cudaSuccess) check(status, call, is_lost(status) ? named_.around().started() : Phrase());
    }
    void wait(const char* call) {
        report(cudaStreamSynchronize(stream_.get()), call);
        named_.around().answered();
    }

    /// The graph would have the host's addresses in it, or wait for itself.
    void not_while_recording(const char* call) const {
        if (recorder_.is_recording())
            throw Error(ErrorCode::failed, say("a copy to or from the host is not part of a step that is replayed"),
                        call);
    }

    CudaCard card_;
    bool native_bf16_;
    int ordinal_;
    OwnStream stream_;
    CardMemory workspace_;
    CardScratch scratch_;
    CublasLtProducts products_;
    std::unique_ptr<Convolutions> convolutions_;  ///< none: by patches
    CudaKernels kernels_;
    NamedKernels named_;
    PinnedCopies pinned_;
    GraphRecorder recorder_;
    Replays replays_;
};

}  // namespace
}  // namespace cuda

std::unique_ptr<Device> make_cuda_device(const std::string& id) {
    std::size_t ordinal = 0;
    if (const std::size_t colon = id.find(':'); colon != std::string::npos)
        std::from_chars(id.data() + colon + 1, id.data() + id.size(), ordinal);
    const cuda::Surroundings surroundings = cuda::look_around();
    const std::vector<cuda::DriverCard>& cards = surroundings.driver.cards;
    const Phrase other = say("mantissa-worker devices lists the others");
    if (cards.empty()) throw Error(ErrorCode::device, surroundings.driver.problem, id, other);
    if (ordinal >= cards.size())
        throw Error(ErrorCode::device, say("there is no card %1; the last is cuda:%2", {id, cards.size() - 1}),
                    "device", other);
    const cuda::DriverCard& card = cards[ordinal];
    if (!card.reason.empty()) throw Error(ErrorCode::device, card.reason, id, other);
    if (!surroundings.library_problem.empty()) throw Error(ErrorCode::device, surroundings.library_problem, id, other);
    return std::make_unique<cuda::CudaDevice>(card, surroundings);
}

}  // namespace mantissa
