// SPDX-License-Identifier: Apache-2.0
// Looks through /sys, /proc and /dev.
#include "engine/cuda/present.h"

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>

namespace mantissa {
namespace {

std::string first_line(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return line;
}

}  // namespace

bool nvidia_card_is_present() noexcept try {
    namespace fs = std::filesystem;
    std::error_code ignored;
    // /dev/dxg: Windows' card, seen from its Linux
    for (const char* sign : {"/proc/driver/nvidia/version", "/dev/nvidia0", "/dev/dxg"})
        if (fs::exists(sign, ignored)) return true;
    for (fs::directory_iterator device("/sys/bus/pci/devices", ignored), end; device != end;
         device.increment(ignored)) {
        // 0x03....: a display controller; NVIDIA's sound and USB functions share its vendor number
        if (first_line(device->path() / "vendor") == "0x10de" &&
            first_line(device->path() / "class").starts_with("0x03"))
            return true;
        if (ignored) break;
    }
    return false;
} catch (const std::exception&) {
    return false;
}

}  // namespace mantissa
