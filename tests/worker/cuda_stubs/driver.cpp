// SPDX-License-Identifier: Apache-2.0
// A stand-in for the NVIDIA driver's library, libcuda.so.1, that answers what the environment tells it to:
// STUB_CUDA_INIT (an error's number, what cuInit returns), STUB_CUDA_VERSION (13000), STUB_CUDA_CARDS (how many) and
// STUB_CUDA_CAPABILITY (90: 9.0). It has the functions that are asked before a card is opened, and none beyond.
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr int success = 0, invalid_device = 101;
constexpr int multiprocessor_count = 16, capability_major = 75, capability_minor = 76;

int number(const char* variable, int otherwise) {
    const char* text = std::getenv(variable);
    return text ? std::atoi(text) : otherwise;
}

bool is_card(int device) {
    return device >= 0 && device < number("STUB_CUDA_CARDS", 0);
}

}  // namespace

extern "C" {

int cuInit(unsigned) {
    return number("STUB_CUDA_INIT", success);
}
int cuDriverGetVersion(int* version) {
    *version = number("STUB_CUDA_VERSION", 99000);
    return success;
}
int cuDeviceGetCount(int* count) {
    *count = number("STUB_CUDA_CARDS", 0);
    return success;
}
int cuDeviceGet(int* device, int ordinal) {
    *device = ordinal;
    return is_card(ordinal) ? success : invalid_device;
}
int cuDeviceGetName(char* name, int size, int device) {
    std::snprintf(name, static_cast<std::size_t>(size), "Stub %d", device);
    return is_card(device) ? success : invalid_device;
}
int cuDeviceTotalMem_v2(std::size_t* bytes, int device) {
    *bytes = std::size_t{8} << 30;
    return is_card(device) ? success : invalid_device;
}
int cuDeviceGetAttribute(int* value, int attribute, int device) {
    const int capability = number("STUB_CUDA_CAPABILITY", 90);
    *value = attribute == capability_major       ? capability / 10
             : attribute == capability_minor     ? capability % 10
             : attribute == multiprocessor_count ? 84
                                                 : 0;
    return is_card(device) ? success : invalid_device;
}
#ifndef STUB_WITHOUT_ERROR_STRING
int cuGetErrorString(int, const char** text) {
    *text = "the stub's own error";
    return success;
}
#endif

}  // extern "C"
