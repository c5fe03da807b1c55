// SPDX-License-Identifier: Apache-2.0
// A folder as one ZIP file, and a file out of one (minizip, which comes with zlib).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace mantissa {

/// The most that is taken out of a ZIP file at once: a checkpoint of this program is far smaller.
inline constexpr std::uint64_t most_unzipped = std::uint64_t{4} << 30;

/// Writes the files of `folder` (not those of folders in it), each with its permissions, into `file`, which takes the
/// place of one that is there only when all is written. Throws Error(failed) naming the file.
void zip_folder(const std::filesystem::path& folder, const std::filesystem::path& file);

/// Writes `name` of the ZIP file to `to`. Throws Error(bad_data) where `file` is no ZIP file, does not have it, is
/// damaged, or declares more than `most` bytes; Error(failed) where `to` cannot be written.
void unzip_one(const std::filesystem::path& file, const std::string& name, const std::filesystem::path& to,
               std::uint64_t most = most_unzipped);

/// A folder beside `file` with a name of its own, removed with all that is in it at the end.
class FolderBeside {
  public:
    explicit FolderBeside(const std::filesystem::path& file);
    ~FolderBeside();
    FolderBeside(const FolderBeside&) = delete;
    FolderBeside& operator=(const FolderBeside&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace mantissa
