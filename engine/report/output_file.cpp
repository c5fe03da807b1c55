// SPDX-License-Identifier: Apache-2.0
#include "engine/report/output_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>

#include "engine/base/error.h"
#include "engine/base/host.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_existing(const fs::path& file) {
    throw Error(ErrorCode::usage, say("The file exists already"), file.string(),
                say("name another file, or add --force to replace it"));
}

[[noreturn]] void failed(const fs::path& file, const Phrase& why) {
    throw Error(ErrorCode::failed, say("The file cannot be written: %1", {why}), file.string(),
                say("a writable folder with enough space"));
}

/// The file's bytes reach the disk before its name does.
bool synchronize(const fs::path& file) {
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    const bool done = fsync(descriptor) == 0;
    close(descriptor);
    return done;
}

/// Renames without replacing where the file system can; else after another look.
bool rename_new(const fs::path& from, const fs::path& to) {
    if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
    if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) return false;
    if (fs::exists(fs::symlink_status(to))) {
        errno = EEXIST;
        return false;
    }
    return ::rename(from.c_str(), to.c_str()) == 0;
}

}  // namespace

void check_output(const fs::path& file, bool replace) {
    std::error_code ignored;
    const fs::file_status status = fs::symlink_status(file, ignored);
    if (!fs::exists(status)) {
        const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
        if (!fs::is_directory(folder, ignored))
            throw Error(ErrorCode::usage, say("There is no such folder"), folder.string(),
                        say("make it first, or name another"));
        return;
    }
    if (!fs::is_regular_file(fs::status(file, ignored)) && !fs::is_symlink(status))
        throw Error(ErrorCode::usage, say("This is not a regular file"), file.string(), say("name a file"));
    if (!replace) refuse_existing(file);
}

void write_output(const fs::path& file, bool replace, const std::function<void(std::ostream&)>& fill) {
    check_output(file, replace);
    // Not the file's name with a suffix: that may be as long as a name can be already.
    const fs::path beside = unborn_file(file.has_parent_path() ? file.parent_path() : fs::path("."));
    const auto drop = [&] {
        std::error_code ignored;
        fs::remove(beside, ignored);
    };
    try {
        // What takes the place of a private file is private from its first byte.
        struct stat status {};
        if (replace && ::stat(file.c_str(), &status) == 0 && (status.st_mode & 0077) == 0) make_private_file(beside);
        std::ofstream stream(beside, std::ios::binary | std::ios::trunc);
        if (!stream) failed(file, std::strerror(errno));
        errno = 0;
        fill(stream);
        stream.close();
        if (!stream) failed(file, errno != 0 ? Phrase(std::strerror(errno)) : say("the disk did not accept the data"));
        if (!synchronize(beside)) failed(file, std::strerror(errno));
        if (replace ? ::rename(beside.c_str(), file.c_str()) != 0 : !rename_new(beside, file)) {
            if (errno == EEXIST && !replace) refuse_existing(file);
            failed(file, std::strerror(errno));
        }
    } catch (...) {
        drop();
        throw;
    }
}

}  // namespace mantissa
