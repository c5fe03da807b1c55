// SPDX-License-Identifier: Apache-2.0
#include "app/worker/zip_file.h"

#include <minizip/unzip.h>
#include <minizip/zip.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/host.h"
#include "engine/base/ulid.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t piece = std::size_t{1} << 16;
constexpr unsigned long utf8_names = 1UL << 11;   // flag of an entry (APPNOTE.TXT 4.4.4)
constexpr unsigned long made_on_unix = 3UL << 8;  // its attributes are a mode (4.4.2)
constexpr unsigned mode_shift = 16;

[[noreturn]] void not_written(const fs::path& file) {
    throw Error(ErrorCode::failed, "it cannot be written", file.string(), "a folder with space");
}

void add(zipFile zip, const fs::path& from, const fs::path& file) {
    struct stat status {};
    std::ifstream in(from, std::ios::binary);
    if (!in || ::stat(from.c_str(), &status) != 0)
        throw Error(ErrorCode::failed, "it cannot be read", from.string(), "a file");
    zip_fileinfo about{};
    // The same files make the same ZIP file: none carries the time.
    about.tmz_date.tm_mday = 1;
    about.tmz_date.tm_year = 1980;
    about.external_fa = static_cast<unsigned long>(status.st_mode) << mode_shift;
    if (zipOpenNewFileInZip4_64(zip, from.filename().c_str(), &about, nullptr, 0, nullptr, 0, nullptr, Z_DEFLATED,
                                Z_DEFAULT_COMPRESSION, 0, -MAX_WBITS, DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY, nullptr, 0,
                                made_on_unix, utf8_names, 1) != ZIP_OK)
        not_written(file);
    std::array<char, piece> buffer{};
    while (in) {
        in.read(buffer.data(), buffer.size());
        if (in.gcount() > 0 && zipWriteInFileInZip(zip, buffer.data(), static_cast<unsigned>(in.gcount())) != ZIP_OK)
            not_written(file);
    }
    if (in.bad()) throw Error(ErrorCode::failed, "it cannot be read", from.string(), "a file");
    if (zipCloseFileInZip(zip) != ZIP_OK) not_written(file);
}

}  // namespace

void zip_folder(const fs::path& folder, const fs::path& file) {
    std::vector<fs::path> files;
    for (const std::string& name : names_in(folder))
        if (fs::is_regular_file(folder / name)) files.push_back(folder / name);
    std::sort(files.begin(), files.end());
    const FolderBeside beside(file);
    const fs::path part = beside.path() / "part.zip";
    const zipFile zip = zipOpen64(part.c_str(), APPEND_STATUS_CREATE);
    if (zip == nullptr) not_written(file);
    try {
        for (const fs::path& one : files) add(zip, one, file);
    } catch (...) {
        zipClose(zip, nullptr);
        throw;
    }
    if (zipClose(zip, nullptr) != ZIP_OK) not_written(file);
    std::error_code failed;
    fs::rename(part, file, failed);
    if (failed) not_written(file);
}

void unzip_one(const fs::path& file, const std::string& name, const fs::path& to, std::uint64_t most) {
    std::error_code failed;
    if (!fs::exists(file, failed))
        throw Error(ErrorCode::bad_data, "the file does not exist", file.string(), "a reproducer");
    const auto close = [](void* zip) { unzClose(zip); };
    const std::unique_ptr<void, decltype(close)> zip(unzOpen64(file.c_str()), close);
    if (!zip) throw Error(ErrorCode::bad_data, "it is no ZIP file", file.string(), "a reproducer");
    unz_file_info64 about{};
    constexpr int case_matters = 1;
    if (unzLocateFile(zip.get(), name.c_str(), case_matters) != UNZ_OK)
        throw Error(ErrorCode::bad_data, say("it has no %1", {name}), file.string(), "a reproducer");
    const auto damaged = [&] {
        return Error(ErrorCode::bad_data, say("%1 in it is damaged", {name}), file.string(), "a reproducer as it was");
    };
    if (unzGetCurrentFileInfo64(zip.get(), &about, nullptr, 0, nullptr, 0, nullptr, 0) != UNZ_OK) throw damaged();
    if (about.uncompressed_size > most)
        throw Error(ErrorCode::bad_data, say("%1 in it is larger than %2 bytes", {name, most}), file.string(), "");
    if (unzOpenCurrentFile(zip.get()) != UNZ_OK) throw damaged();
    std::ofstream out(to, std::ios::binary);
    std::array<char, piece> buffer{};
    std::uint64_t written = 0;
    for (;;) {
        const int count = unzReadCurrentFile(zip.get(), buffer.data(), static_cast<unsigned>(buffer.size()));
        if (count < 0) throw damaged();
        if (count == 0) break;
        written += static_cast<std::uint64_t>(count);
        if (written > about.uncompressed_size) throw damaged();  // it is larger than it says
        out.write(buffer.data(), count);
    }
    out.close();
    if (!out) not_written(to);
    if (written != about.uncompressed_size || unzCloseCurrentFile(zip.get()) != UNZ_OK) throw damaged();
}

FolderBeside::FolderBeside(const fs::path& file) {
    const fs::path parent = file.has_parent_path() ? file.parent_path() : fs::path(".");
    path_ = parent / (".mantissa-" + make_ulid());
    std::error_code failed;
    fs::create_directories(path_, failed);
    if (failed) throw Error(ErrorCode::failed, failed.message(), file.string(), "a folder that can be written");
    fs::permissions(path_, fs::perms::owner_all, failed);
}

FolderBeside::~FolderBeside() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

}  // namespace mantissa
