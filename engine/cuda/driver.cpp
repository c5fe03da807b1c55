// SPDX-License-Identifier: Apache-2.0
// cuInit and what may come of it, each in words.
#include "engine/cuda/driver.h"

#include <cuda.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "engine/cuda/present.h"

namespace mantissa::cuda {
namespace {

constexpr const char* library_name = "libcuda.so.1";

/// Oldest release of the Linux driver that supports a major version of CUDA: tables 2 and 3 of the CUDA toolkit's
/// release notes.
Phrase release_for(int major) {
    switch (major) {
        case 12:
            return say("driver 525 or later");
        case 13:
            return say("driver 580 or later");
        default:
            return say("a newer driver");
    }
}

struct DriverCalls {
    CUresult (*init)(unsigned) = nullptr;
    CUresult (*version)(int*) = nullptr;
    CUresult (*count)(int*) = nullptr;
    CUresult (*get)(CUdevice*, int) = nullptr;
    CUresult (*name)(char*, int, CUdevice) = nullptr;
    CUresult (*memory)(std::size_t*, CUdevice) = nullptr;
    CUresult (*attribute)(int*, CUdevice_attribute, CUdevice) = nullptr;
    CUresult (*error_string)(CUresult, const char**) = nullptr;
};

/// The name of the first function that the library lacks; null where it has all.
const char* fill(DriverCalls& calls, void* library) {
    const char* lacking = nullptr;
    const auto find = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
        if (!function && !lacking) lacking = name;
    };
    find(calls.init, "cuInit");
    find(calls.version, "cuDriverGetVersion");
    find(calls.count, "cuDeviceGetCount");
    find(calls.get, "cuDeviceGet");
    find(calls.name, "cuDeviceGetName");
    find(calls.memory, "cuDeviceTotalMem_v2");
    find(calls.attribute, "cuDeviceGetAttribute");
    find(calls.error_string, "cuGetErrorString");
    return lacking;
}

/// `said`: the loader's words, null where it has none.
Phrase not_loaded(const char* said) {
    const std::string_view loader = said ? said : "";
    if (loader.find("cannot open shared object file") == std::string_view::npos || !loader.starts_with(library_name))
        return say("the NVIDIA driver's library cannot be loaded: %1; install the driver again",
                   {said ? Phrase(said) : say("no reason given")});
    if (nvidia_card_is_present())
        return say(
            "an NVIDIA card is here, but the driver's library %1 is not: install the NVIDIA driver (Debian: "
            "nvidia-driver), or give the container access to the card",
            {library_name});
    return say("no NVIDIA card and no NVIDIA driver were found on this machine");
}

/// What an error of cuInit means to the person at the machine.
Phrase not_initialised(CUresult result, const DriverCalls& calls) {
    const char* hidden = std::getenv("CUDA_VISIBLE_DEVICES");
    const char* text = nullptr;
    switch (result) {
        case CUDA_ERROR_NO_DEVICE:
            if (hidden)
                return say(
                    "the NVIDIA driver shows no card: CUDA_VISIBLE_DEVICES is set to \"%1\", which may hide it; unset "
                    "it",
                    {hidden});
            return say("the NVIDIA driver is installed and finds no card that it can use: nvidia-smi says more");
        case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
            return say(
                "the NVIDIA driver's kernel module and its libraries are of different versions, as after an update: "
                "restart the machine");
        case CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE:
            return say(
                "a compatibility library of CUDA (cuda-compat) is found before the driver's own, and this card does "
                "not support it: take its folder out of LD_LIBRARY_PATH");
        case CUDA_ERROR_SYSTEM_NOT_READY:
            return say(
                "the NVIDIA driver is not ready: a service that the machine needs (nvidia-fabricmanager) has not "
                "started");
        case CUDA_ERROR_UNKNOWN:
            return say(
                "the NVIDIA driver does not start and gives no reason; often its module nvidia-uvm is not loaded: run "
                "nvidia-modprobe -u -c 0, or restart the machine");
        default:
            if (calls.error_string(result, &text) != CUDA_SUCCESS) text = nullptr;
            return say("the NVIDIA driver does not start: %1 (cuInit, error %2); nvidia-smi says more",
                       {text ? Phrase(text) : say("an error without a name"), static_cast<int>(result)});
    }
}

/// Of "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build ..." the first number with a
/// point in it.
std::string kernel_module_release() {
    std::ifstream file("/proc/driver/nvidia/version");
    std::string line;
    std::getline(file, line);
    std::istringstream words(line);
    for (std::string word; words >> word;)
        if (word.find('.') != std::string::npos && word.find_first_not_of("0123456789.") == std::string::npos)
            return word;
    return {};
}

DriverCard ask_card(const DriverCalls& calls, int ordinal) {
    DriverCard card;
    card.ordinal = ordinal;
    CUdevice device{};
    char name[256] = "";
    std::size_t bytes = 0;
    int mode = CU_COMPUTEMODE_DEFAULT;
    if (calls.get(&device, ordinal) != CUDA_SUCCESS || calls.name(name, sizeof name, device) != CUDA_SUCCESS ||
        calls.memory(&bytes, device) != CUDA_SUCCESS ||
        calls.attribute(&card.major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) != CUDA_SUCCESS ||
        calls.attribute(&card.minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device) != CUDA_SUCCESS) {
        card.reason = say("the NVIDIA driver gives no information about this card: nvidia-smi may say more");
        return card;
    }
    card.name = name;
    card.memory_bytes = bytes;
    // What an old driver does not tell stays 0.
    calls.attribute(&card.multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
    calls.attribute(&card.clock_khz, CU_DEVICE_ATTRIBUTE_CLOCK_RATE, device);
    calls.attribute(&mode, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, device);
    if (card.major * 10 + card.minor < 75)
        card.reason = say("%1 has compute capability %2.%3; 7.5 (Turing) is the oldest that this worker knows",
                          {card.name, card.major, card.minor});
    else if (mode == CU_COMPUTEMODE_PROHIBITED)
        card.reason =
            say("%1 is set to refuse computing (compute mode \"prohibited\"): run nvidia-smi -c 0 -i %2 as root to "
                "allow it",
                {card.name, ordinal});
    return card;
}

}  // namespace

std::string cuda_version_text(int version) {
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

DriverState ask_driver(int needed) {
    DriverState state;
    // Never closed: the runtime opens it again, and a driver that was started cannot be unloaded.
    void* library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        state.problem = not_loaded(dlerror());
        return state;
    }
    DriverCalls calls;
    const char* lacking = fill(calls, library);
    state.release = kernel_module_release();
    if (calls.version && calls.version(&state.version) != CUDA_SUCCESS) state.version = 0;
    const int major = needed / 1000;
    if (calls.version && state.version < major * 1000)
        state.problem = state.release.empty()
                            ? say("the NVIDIA driver supports CUDA %1, and this worker needs CUDA %2.0: install %3",
                                  {cuda_version_text(state.version), major, release_for(major)})
                            : say("the NVIDIA driver %1 supports CUDA %2, and this worker needs CUDA %3.0: install %4",
                                  {state.release, cuda_version_text(state.version), major, release_for(major)});
    else if (lacking)
        state.problem =
            say("the NVIDIA driver's library %1 has no %2, so it is older than this worker needs: install %3",
                {library_name, lacking, release_for(major)});
    else if (const CUresult result = calls.init(0); result != CUDA_SUCCESS)
        state.problem = not_initialised(result, calls);
    if (!state.problem.empty()) return state;
    int count = 0;
    if (calls.count(&count) != CUDA_SUCCESS) count = 0;
    for (int i = 0; i < count; ++i) state.cards.push_back(ask_card(calls, i));
    if (state.cards.empty()) state.problem = not_initialised(CUDA_ERROR_NO_DEVICE, calls);
    return state;
}

}  // namespace mantissa::cuda
