// SPDX-License-Identifier: Apache-2.0
// Memory under lock, products by loops.
#include "tests/engine/cuda/cuda_on_host.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "engine/base/error.h"
#include "engine/cuda/numbers.h"

namespace mantissa::cuda {

GuardedMemory::GuardedMemory() : key_(pkey_alloc(0, PKEY_DISABLE_ACCESS)) {}

GuardedMemory::~GuardedMemory() {
    if (key_ >= 0) (void)pkey_free(key_);
}

void* GuardedMemory::take(std::size_t bytes) {
    not_while_recording("an allocation");
    bytes = std::max<std::size_t>(bytes, 1);
    void* data = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) throw std::bad_alloc();
    if (key_ >= 0 && pkey_mprotect(data, bytes, PROT_READ | PROT_WRITE, key_) != 0)
        throw std::runtime_error("pkey_mprotect failed");
    pages_.push_back({data, bytes});
    {  // as a card's memory: not zero
        const Opened opened(*this);
        std::memset(data, 0xFF, bytes);
    }
    return data;
}

void GuardedMemory::give_back(void* data) noexcept {
    const auto found = std::find_if(pages_.begin(), pages_.end(), [&](const Pages& p) { return p.data == data; });
    if (found == pages_.end()) return;
    munmap(found->data, found->bytes);
    pages_.erase(found);
}

void GuardedMemory::reach(bool within) const {
    if (key_ >= 0) {
        if (pkey_set(key_, within ? 0 : PKEY_DISABLE_ACCESS) != 0) throw std::runtime_error("pkey_set failed");
        return;
    }
    for (const Pages& p : pages_)
        if (mprotect(p.data, p.bytes, within ? PROT_READ | PROT_WRITE : PROT_NONE) != 0)
            throw std::runtime_error("mprotect failed");
}

void GuardedMemory::open() {
    if (depth_++ == 0) reach(true);
}
void GuardedMemory::close() {
    if (--depth_ == 0) reach(false);
}

void GuardedMemory::start(std::function<void()> launch) {
    if (recording_) {
        recorded_.push_back(std::move(launch));
        return;
    }
    const Opened opened(*this);
    launch();
}
void GuardedMemory::begin_recording() {
    not_while_recording("a recording");
    recording_ = true;
    recorded_.clear();
}
std::vector<std::function<void()>> GuardedMemory::end_recording() {
    recording_ = false;
    return std::exchange(recorded_, {});
}
void GuardedMemory::not_while_recording(const char* what) const {
    if (recording_) throw std::logic_error(std::string(what) + " while a step is recorded");
}

bool PlainProducts::product(const Tensor& a, bool a_transposed, const Tensor& b, bool b_transposed, const Tensor& c,
                            Arithmetic arithmetic, bool add, const void* bias) {
    const DType type = arithmetic == Arithmetic::fp16   ? DType::float16
                       : arithmetic == Arithmetic::bf16 ? DType::bfloat16
                       : arithmetic == Arithmetic::tf32 ? DType::tfloat32
                                                        : DType::float32;
    const std::int64_t rows = c.shape[0], columns = c.shape[1], terms = a.shape[a_transposed ? 0 : 1];
    if (a.dtype != type || b.dtype != type || c.dtype != DType::float32)
        throw std::logic_error("operands are not stored as the arithmetic says");
    if (a.size() != rows * terms || b.size() != terms * columns || a.shape[a_transposed ? 1 : 0] != rows ||
        b.shape[b_transposed ? 0 : 1] != columns)
        throw std::logic_error("shapes do not fit");
    ++counts_[static_cast<int>(arithmetic)];
    if (!units_.sum) {
        memory_.start([=] { multiply(a, a_transposed, b, b_transposed, c, add); });
        if (!bias || !adds_bias_) return false;
        ++biases_;
        memory_.start([=] {
            auto* sums = static_cast<float*>(c.data);
            for (std::int64_t i = 0; i < rows * columns; ++i) sums[i] += static_cast<const float*>(bias)[i % columns];
        });
        return true;
    }
    if (a_transposed || !b_transposed || add) throw std::logic_error("units are asked for a · bᵀ only");
    memory_.start([=, units = Units{arithmetic == Arithmetic::tf32 ? units_.operand : nullptr, units_.sum}] {
        multiply(a, b, c, units);
    });
    return false;
}

void PlainProducts::multiply(const Tensor& a, const Tensor& b, const Tensor& c, const Units& units) {
    const std::int64_t rows = c.shape[0], columns = c.shape[1], terms = a.shape[1];
    const auto operand = [&](const Tensor& t, std::int64_t i) {
        const float x = Numbers(t).get(i);
        return double{units.operand ? units.operand(x) : x};
    };
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t j = 0; j < columns; ++j) {
            double sum = 0;
            for (std::int64_t k = 0; k < terms; ++k) sum += operand(a, r * terms + k) * operand(b, j * terms + k);
            static_cast<float*>(c.data)[r * columns + j] = units.sum(sum);
        }
}

void PlainProducts::multiply(const Tensor& a, bool a_transposed, const Tensor& b, bool b_transposed, const Tensor& c,
                             bool add) {
    const std::int64_t rows = c.shape[0], columns = c.shape[1], terms = a.shape[a_transposed ? 0 : 1];
    const Numbers from_a(a), from_b(b);
    auto* to = static_cast<float*>(c.data);
    std::vector<float> wide_a(static_cast<std::size_t>(a.size())), wide_b(static_cast<std::size_t>(b.size()));
    for (std::int64_t i = 0; i < a.size(); ++i) wide_a[static_cast<std::size_t>(i)] = from_a.get(i);
    for (std::int64_t i = 0; i < b.size(); ++i) wide_b[static_cast<std::size_t>(i)] = from_b.get(i);
    std::vector<float> sums(static_cast<std::size_t>(columns));
    for (std::int64_t r = 0; r < rows; ++r) {
        std::fill(sums.begin(), sums.end(), 0.0f);
        for (std::int64_t k = 0; k < terms; ++k) {
            const float left = wide_a[static_cast<std::size_t>(a_transposed ? k * rows + r : r * terms + k)];
            for (std::int64_t j = 0; j < columns; ++j)
                sums[static_cast<std::size_t>(j)] +=
                    left * wide_b[static_cast<std::size_t>(b_transposed ? j * terms + k : k * columns + j)];
        }
        for (std::int64_t j = 0; j < columns; ++j)
            to[r * columns + j] = (add ? to[r * columns + j] : 0.0f) + sums[static_cast<std::size_t>(j)];
    }
}

GuardedScratch::~GuardedScratch() {
    release();
}

void GuardedScratch::release() {
    ++generation_;
    for (Piece& piece : pieces_) memory_.give_back(std::exchange(piece, {}).data);
}

void* GuardedScratch::bytes(ScratchUse use, std::size_t bytes) {
    Piece& piece = pieces_[static_cast<int>(use)];
    if (bytes > piece.bytes || !piece.data) {
        ++generation_;
        memory_.not_while_recording("scratch that grows");
        memory_.give_back(piece.data);
        piece = {memory_.take(bytes), bytes};
    }
    return piece.data;
}

namespace {

class GuardedAllocation final : public DeviceMemory {
  public:
    GuardedAllocation(GuardedMemory& memory, std::size_t bytes)
        : memory_(memory), data_(memory.take(bytes)), bytes_(bytes) {}
    ~GuardedAllocation() override { memory_.give_back(data_); }
    std::byte* data() const noexcept override { return static_cast<std::byte*>(data_); }
    std::size_t size() const noexcept override { return bytes_; }

  private:
    GuardedMemory& memory_;
    void* data_;
    std::size_t bytes_;
};

}  // namespace

std::unique_ptr<Recording> HostRecorder::end() {
    class Closures final : public Recording {
      public:
        Closures(GuardedMemory& memory, std::vector<std::function<void()>> launches, int& started)
            : memory_(memory), launches_(std::move(launches)), started_(started) {}
        void launch() override {
            ++started_;
            const Opened opened(memory_);  // nothing else runs in between
            for (const std::function<void()>& launch : launches_) memory_.start(launch);
        }

      private:
        GuardedMemory& memory_;
        std::vector<std::function<void()>> launches_;
        int& started_;
    };
    if (fails_) throw Error(ErrorCode::device, "the test wants it so", "end");
    ++made_;
    return std::make_unique<Closures>(memory_, memory_.end_recording(), started_);
}

CudaOnHost::CudaOnHost(bool native_bf16, const MakeConvolutions& make_convolutions)
    : products_(memory_),
      convolutions_(make_convolutions ? make_convolutions(static_cast<HostGate*>(&memory_)) : nullptr),
      scratch_(memory_),
      native_bf16_(native_bf16),
      kernels_(Stream{static_cast<HostGate*>(&memory_)}, products_, convolutions_.get(), scratch_, native_bf16),
      recorder_(memory_, scratch_),
      recordings_(recorder_) {}

DeviceCapabilities CudaOnHost::capabilities() const {
    DeviceCapabilities capabilities{"cuda-on-host", {fp32, tf32, fp16}};
    if (native_bf16_) capabilities.native_operands.push_back(bf16);
    return capabilities;
}

std::unique_ptr<DeviceMemory> CudaOnHost::allocate(std::size_t bytes) {
    return std::make_unique<GuardedAllocation>(memory_, bytes);
}
void CudaOnHost::upload(void* destination, const void* source, std::size_t bytes) {
    memory_.not_while_recording("a copy from or to the host");
    const Opened opened(memory_);
    if (bytes) std::memcpy(destination, source, bytes);
}
void CudaOnHost::download(void* destination, const void* source, std::size_t bytes) {
    memory_.not_while_recording("a copy from or to the host");
    const Opened opened(memory_);
    if (bytes) std::memcpy(destination, source, bytes);
}
void CudaOnHost::zero(void* destination, std::size_t bytes) {
    memory_.start([=] {
        if (bytes) std::memset(destination, 0, bytes);
    });
}

}  // namespace mantissa::cuda
