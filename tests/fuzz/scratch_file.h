// SPDX-License-Identifier: Apache-2.0
// Bytes as a file, for readers that take a path.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>

#include "engine/base/error.h"

namespace mantissa::fuzz {

/// A folder of this process, in memory where there is such a place, removed at its end.
class Scratch {
  public:
    Scratch() {
        const std::filesystem::path memory = "/dev/shm";
        std::error_code ignored;
        path_ = (std::filesystem::is_directory(memory, ignored) ? memory : std::filesystem::temp_directory_path()) /
                ("mantissa-fuzz-" + std::to_string(::getpid()));
        std::filesystem::create_directories(path_);
    }
    ~Scratch() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    /// Writes `bytes` into the file of this name, replacing what it had, and returns its path.
    std::filesystem::path file(const std::string& name, std::span<const std::uint8_t> bytes) const {
        const std::filesystem::path file = path_ / name;
        std::ofstream stream(file, std::ios::binary | std::ios::trunc);
        stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        return file;
    }
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

/// Calls `read`; returns whether it came to its end. Throws std::logic_error where it refused other than as bad data
/// (or `also`) with a place and a sentence.
template <typename Read>
bool accepted(const Read& read, ErrorCode also = ErrorCode::bad_data) {
    try {
        read();
        return true;
    } catch (const Error& error) {
        if ((error.code() != ErrorCode::bad_data && error.code() != also) || error.place().empty() ||
            error.message().empty())
            throw std::logic_error(std::string("refused in the wrong way: ") + error.what());
        return false;
    }
}

}  // namespace mantissa::fuzz
