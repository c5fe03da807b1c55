// SPDX-License-Identifier: Apache-2.0
// Aligned host memory and what the operating system says of the machine.
#include "engine/backend/host_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <utility>

#include "engine/base/error.h"

namespace mantissa {
namespace {

constexpr std::size_t room = std::size_t{64} << 20;

/// Whether there is room beside what was allocated for what libraries take without asking us: oneDNN generates code
/// where products are planned, and crashes where there is no memory for it (seen with 2.6.3 under ulimit -v).
bool is_room_left() noexcept {
    void* probe = ::mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (probe == MAP_FAILED) return false;
    ::munmap(probe, room);
    return true;
}

class HostMemory final : public DeviceMemory {
  public:
    explicit HostMemory(std::size_t bytes) : size_(bytes) {
        const std::size_t rounded = (bytes / 64 + 1) * 64;  // 0 for the last numbers of all, which nobody has
        if (rounded) data_ = static_cast<std::byte*>(std::aligned_alloc(64, rounded));
        if (data_ && !is_room_left()) std::free(std::exchange(data_, nullptr));
        if (!data_)
            throw Error(ErrorCode::device,
                        say("the system has less than %1 GiB left",
                            {fmt::format("{:.2f}", static_cast<double>(bytes + room) / 0x1p30)}),
                        "host memory", say("choose a smaller batch or a smaller network"));
    }
    ~HostMemory() override { std::free(data_); }
    HostMemory(const HostMemory&) = delete;
    HostMemory& operator=(const HostMemory&) = delete;
    std::byte* data() const noexcept override { return data_; }
    std::size_t size() const noexcept override { return size_; }

  private:
    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace

std::unique_ptr<DeviceMemory> allocate_host_memory(std::size_t bytes) {
    return std::make_unique<HostMemory>(bytes);
}

std::uint64_t host_memory_bytes() noexcept {
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page = sysconf(_SC_PAGE_SIZE);
    return pages > 0 && page > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page) : 0;
}

std::string host_processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            if (const auto colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
    return "unknown processor";
}

}  // namespace mantissa
