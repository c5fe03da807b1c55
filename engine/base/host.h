// SPDX-License-Identifier: Apache-2.0
// What several rooms ask the operating system.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace mantissa {

/// The machine's name; empty where it has none.
std::string host_name();

/// Flushes the entries of a folder, so that a file that was just put there by its name survives a loss of power, too.
/// Some file systems cannot; the file's content is safe all the same, so nothing is reported.
void synchronize_folder(const std::filesystem::path& folder) noexcept;

/// Makes `folder` and what is missing above it, for its owner alone (mode 0700); what is there already stays as it is.
/// Returns why that failed, nothing where the folder is there.
std::error_code make_private_folder(const std::filesystem::path& folder) noexcept;

/// Makes an empty file that only its owner may read and write (mode 0600), where there is none; what is there stays as
/// it is. Whoever writes it then reports what is wrong.
void make_private_file(const std::filesystem::path& file) noexcept;

/// The names of what is in `folder`, in no order; none where it cannot be read. In place of directory_iterator wherever
/// a lack of memory must not end the process: libstdc++'s allocates the path of an entry where it may not throw.
std::vector<std::string> names_in(const std::filesystem::path& folder);

/// A new name for a file that is written beside its place and renamed when it is complete: ".mantissa-" and a ULID in
/// `folder`. What processes that were killed left there under such names, and nobody has written to for an hour, is
/// removed.
std::filesystem::path unborn_file(const std::filesystem::path& folder);

/// A file kept open with a shared lock (flock) that ends with this object or its process, so that other processes can
/// see that it is needed: is_held(). Where the file system has no such locks, nothing is held.
class HeldFile {
  public:
    HeldFile() = default;
    explicit HeldFile(const std::filesystem::path& file) noexcept;
    ~HeldFile();
    HeldFile(HeldFile&& other) noexcept;
    HeldFile& operator=(HeldFile&& other) noexcept;

  private:
    int descriptor_ = -1;
};
/// Whether a HeldFile of any process holds `file`.
bool is_held(const std::filesystem::path& file) noexcept;

/// Opens /dev/null in the place of those of the descriptors 0, 1 and 2 that are closed, so that no file opened later
/// gets their numbers and with them what is printed. What was closed for output cannot be written (EBADF): that it is
/// lost is still noticed. Call it first in main.
void occupy_standard_descriptors() noexcept;

}  // namespace mantissa
