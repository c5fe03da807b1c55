// SPDX-License-Identifier: Apache-2.0
// What this processor is and how many threads it gives.
#include "engine/cpu/cpu_device.h"

#include <fmt/format.h>
#include <hwy/targets.h>
#include <omp.h>

#include <cstring>
#include <oneapi/dnnl/dnnl.hpp>

#include "engine/backend/host_memory.h"
#include "engine/backend/rehearsal_device.h"
#include "engine/backend/usable_processors.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/dnnl_compat.h"
#include "engine/cpu/native_times.h"
#include "engine/cpu/scratch.h"

namespace mantissa {
namespace {

const char* name_of_isa(dnnl::cpu_isa isa) {
    switch (isa) {
        case dnnl::cpu_isa::sse41:
            return "SSE4.1";
        case dnnl::cpu_isa::avx:
            return "AVX";
        case dnnl::cpu_isa::avx2:
            return "AVX2";
        case dnnl::cpu_isa::avx2_vnni:
            return "AVX2 VNNI";
        case dnnl::cpu_isa::avx512_core:
            return "AVX-512";
        case dnnl::cpu_isa::avx512_core_vnni:
            return "AVX-512 VNNI";
        case dnnl::cpu_isa::avx512_core_bf16:
            return "AVX-512 BF16";
        case dnnl::cpu_isa::avx512_core_amx:
            return "AMX";
        default:
            return name_of_newer(isa);
    }
}

DeviceDescription describe_cpu(int threads, const CpuKernels& kernels) {
    const dnnl_version_t* version = dnnl_version();
    const char* const isa = name_of_isa(dnnl::get_effective_cpu_isa());
    DeviceDescription d;
    d.id = "cpu";
    d.text = fmt::format("{}, {}, {} thread{}", host_processor_name(), isa, threads, threads == 1 ? "" : "s");
    d.libraries = {fmt::format("oneDNN {}.{}.{}", version->major, version->minor, version->patch)};
    d.details = {fmt::format("oneDNN instruction set: {}", isa),
                 fmt::format("vector code: {}", hwy::TargetName(hwy::SupportedTargets() & -hwy::SupportedTargets())),
                 multiplies_bf16()
                     ? "BF16 products: native, summed in FP32; numbers below 2^-126 count as zero in them"
                     : "BF16 products: emulated in FP32 (the processor, or ONEDNN_MAX_CPU_ISA, has none)"};
    d.implementations = kernels.implementations();
    d.memory_bytes = host_memory_bytes();
    return d;
}

DeviceCapabilities cpu_capabilities() {
    DeviceCapabilities capabilities{"cpu", {fp32}};
    if (multiplies_bf16()) capabilities.native_operands.push_back(bf16);
    return capabilities;
}

/// Whose times of products count: this processor's with so many threads, these libraries, this program.
std::string machine_of(const DeviceDescription& d, const std::string& version) {
    return fmt::format("{}, {}, {}", d.text, fmt::join(d.libraries, ", "), version);
}

/// The kernels with so many threads.
CpuKernels& with_threads(int threads, CpuKernels& kernels) {
    // OpenMP keeps this setting by calling thread, and devices may be made on one thread and used on another.
    omp_set_num_threads(threads);
    return kernels;
}

class CpuRehearsal final : public RehearsalDevice {
  public:
    explicit CpuRehearsal(int threads) : threads_(threads) {}

    DeviceDescription describe() const override { return describe_cpu(threads_, kernels_); }
    DeviceCapabilities capabilities() const override { return cpu_capabilities(); }
    Kernels& kernels() override { return with_threads(threads_, kernels_); }
    std::uint64_t scratch_taken() const override { return scratch_.sum(); }

  private:
    int threads_;
    Scratch scratch_{/*rehearsed=*/true};
    CpuKernels kernels_{scratch_};
};

class CpuDevice final : public Device {
  public:
    CpuDevice(int threads, const std::filesystem::path& native_times, const std::string& version)
        : threads_(threads > 0 ? threads : usable_processors()),
          times_(native_times, machine_of(describe_cpu(threads_, kernels_), version)) {}

    DeviceDescription describe() const override { return describe_cpu(threads_, kernels_); }
    DeviceCapabilities capabilities() const override { return cpu_capabilities(); }
    std::optional<ProductTimes> product_times(const ProductShape& shape) const override {
        return multiplies_bf16() && shape.format == bf16 ? times_.of(shape, threads_) : std::nullopt;
    }
    std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) override { return allocate_host_memory(bytes); }
    void upload(void* destination, const void* source, std::size_t bytes) override {
        if (bytes) std::memcpy(destination, source, bytes);
    }
    void download(void* destination, const void* source, std::size_t bytes) override {
        if (bytes) std::memcpy(destination, source, bytes);
    }
    void zero(void* destination, std::size_t bytes) override { std::memset(destination, 0, bytes); }
    Kernels& kernels() override { return with_threads(threads_, kernels_); }
    void release_scratch() override { scratch_.release(); }
    std::unique_ptr<Device> rehearsal() const override { return std::make_unique<CpuRehearsal>(threads_); }
    std::uint64_t scratch_taken() const override { return scratch_.sum(); }

  private:
    int threads_;
    Scratch scratch_{/*rehearsed=*/false};
    CpuKernels kernels_{scratch_};
    mutable NativeTimes times_;
};

}  // namespace

std::vector<std::string> CpuKernels::implementations() const {
    std::vector<std::string> lines{"FP32 products: dnnl_sgemm, which does not name its kernels"};
    for (std::string& line : convolutions_.implementations()) lines.push_back(std::move(line));
    for (std::string& line : products_.implementations()) lines.push_back(std::move(line));
    return lines;
}

std::unique_ptr<Device> make_cpu_device(int threads, const std::filesystem::path& native_times,
                                        const std::string& version) {
    return std::make_unique<CpuDevice>(threads, native_times, version);
}

}  // namespace mantissa
