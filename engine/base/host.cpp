// SPDX-License-Identifier: Apache-2.0
// POSIX.
#include "engine/base/host.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/ulid.h"

namespace mantissa {

std::string host_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

void synchronize_folder(const std::filesystem::path& folder) noexcept {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
}

std::error_code make_private_folder(const std::filesystem::path& folder) noexcept try {
    std::error_code code;
    if (folder.empty() || std::filesystem::is_directory(folder, code)) return {};
    if (folder.has_parent_path() && folder.parent_path() != folder)
        if (const std::error_code above = make_private_folder(folder.parent_path())) return above;
    if (!folder.has_filename() || ::mkdir(folder.c_str(), 0700) == 0) return {};
    const std::error_code why(errno, std::generic_category());
    return std::filesystem::is_directory(folder, code) ? std::error_code() : why;
} catch (const std::exception&) {
    return std::make_error_code(std::errc::not_enough_memory);
}

void make_private_file(const std::filesystem::path& file) noexcept {
    const int made = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (made >= 0) ::close(made);
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
    const auto close = [](DIR* open) { ::closedir(open); };
    const std::unique_ptr<DIR, decltype(close)> entries(::opendir(folder.c_str()), close);
    std::vector<std::string> names;
    while (const dirent* entry = entries ? ::readdir(entries.get()) : nullptr)
        if (const std::string_view name = entry->d_name; name != "." && name != "..") names.emplace_back(name);
    return names;
}

std::filesystem::path unborn_file(const std::filesystem::path& folder) {
    constexpr std::string_view prefix = ".mantissa-";
    constexpr std::size_t ulid_length = 26;
    constexpr auto forgotten = std::chrono::hours(1);
    const auto now = std::filesystem::file_time_type::clock::now();
    for (const std::string& name : names_in(folder)) {
        if (!name.starts_with(prefix) || !is_ulid(std::string_view(name).substr(prefix.size(), ulid_length))) continue;
        std::error_code gone;
        const std::filesystem::path file = folder / name;
        if (std::filesystem::symlink_status(file, gone).type() != std::filesystem::file_type::regular) continue;
        const auto written = std::filesystem::last_write_time(file, gone);
        if (!gone && now - written > forgotten) std::filesystem::remove(file, gone);
    }
    return folder / (std::string(prefix) + make_ulid());
}

HeldFile::HeldFile(const std::filesystem::path& file) noexcept
    : descriptor_(::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ >= 0) ::flock(descriptor_, LOCK_SH | LOCK_NB);
}
HeldFile::~HeldFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}
HeldFile::HeldFile(HeldFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
HeldFile& HeldFile::operator=(HeldFile&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

bool is_held(const std::filesystem::path& file) noexcept {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    const bool held = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(descriptor);
    return held;
}

void occupy_standard_descriptors() noexcept {
    for (const int wanted : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(wanted, F_GETFD) >= 0) continue;
        const int opened = ::open("/dev/null", O_RDONLY);  // the lowest free number: this one
        if (opened >= 0 && opened != wanted) ::close(opened);
    }
}

}  // namespace mantissa
