// SPDX-License-Identifier: Apache-2.0
// Opening and creating. A new library is built beside its place and renamed into it, so that a crash in the
// middle never leaves half a file.
#include "engine/store/library_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>

#include "engine/base/error.h"
#include "engine/base/host.h"
#include "engine/base/user_folders.h"
#include "engine/store/schema.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;

// A check of every page costs about 2 ms a mebibyte; larger files are checked page by page as they are read.
constexpr std::uintmax_t cheap_check_bytes = 16u << 20;

fs::path beside(const fs::path& file, const char* suffix) {
    fs::path other = file;
    other += suffix;
    return other;
}

// The log of a deleted library would be replayed into the new one: put it aside.
void put_aside(const fs::path& file, const char* suffix) {
    std::error_code ignored;
    const fs::path stale = beside(file, suffix);
    if (fs::exists(stale, ignored)) fs::rename(stale, beside(file, (std::string(".orphaned") + suffix).c_str()));
}

[[noreturn]] void newer(const Database& database, std::int64_t version) {
    throw Error(ErrorCode::bad_data,
                say("The library was written by a newer Mantissa (version %1 of the file, this program knows %2)",
                    {version, library_version()}),
                database.path().string(), say("use that Mantissa, or another library; the file is left untouched"));
}

void check_content(Database& database) {
    std::error_code ignored;
    if (fs::file_size(database.path(), ignored) > cheap_check_bytes) return;
    if (const std::string found = database.text("PRAGMA quick_check(1)"); found != "ok") {
        throw Error(ErrorCode::bad_data, say("The library of runs is damaged: %1", {found}), database.path().string(),
                    say("keep a copy of the file; `sqlite3 FILE .recover` rescues what can still be read"));
    }
}

}  // namespace

fs::path default_library_path() {
    const fs::path folder = user_data_folder();
    const std::error_code code = make_private_folder(folder);
    if (!fs::is_directory(folder)) {
        throw Error(ErrorCode::failed, say("The folder for the library cannot be made: %1", {code.message()}),
                    folder.string(), say("set MANTISSA_STATE_DIR to a folder that you can write"));
    }
    return folder / "library.mantissa";
}

namespace {

/// The file's first bytes, through SQLite: whoever opens and closes a file by himself drops all locks that his process
/// has on it (POSIX), those of a connection to it, too, and the next program would take the library for nobody's.
int read_header(const fs::path& file, std::array<char, 100>& header) {
    sqlite3* connection = nullptr;
    int code = sqlite3_open_v2(file.c_str(), &connection, SQLITE_OPEN_READONLY, nullptr);
    sqlite3_file* opened = nullptr;
    if (code == SQLITE_OK) code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &opened);
    if (code == SQLITE_OK) code = opened->pMethods->xRead(opened, header.data(), static_cast<int>(header.size()), 0);
    sqlite3_close(connection);
    return code;
}

}  // namespace

bool is_library_there(const fs::path& file) {
    std::error_code code;
    const fs::file_status status = fs::status(file, code);
    if (status.type() == fs::file_type::not_found) return false;
    const auto refuse = [&](ErrorCode kind, const Phrase& message) -> Error {
        return Error(kind, message, file.string(), say("name another file; this one is left untouched"));
    };
    if (!fs::exists(status)) throw refuse(ErrorCode::failed, say("The file cannot be reached: %1", {code.message()}));
    if (!fs::is_regular_file(status)) throw refuse(ErrorCode::bad_data, say("This is not a regular file"));
    if (fs::file_size(file) == 0) return false;

    std::array<char, 100> header{};
    if (const int code_of_reading = read_header(file, header); code_of_reading == SQLITE_IOERR_SHORT_READ) {
        header = {};
    } else if (code_of_reading != SQLITE_OK) {
        throw refuse(ErrorCode::failed, say("The file cannot be read: %1", {sqlite3_errstr(code_of_reading)}));
    }
    constexpr std::string_view magic("SQLite format 3\0", 16);
    if (std::string_view(header.data(), magic.size()) != magic) {
        throw refuse(ErrorCode::bad_data, say("This is not a library of Mantissa (nor any SQLite file)"));
    }
    std::uint32_t id = 0;
    for (std::size_t i = 68; i < 72; ++i) id = id << 8 | static_cast<unsigned char>(header[i]);
    if (id != static_cast<std::uint32_t>(library_application_id)) {
        throw refuse(ErrorCode::bad_data, say("This is a SQLite file of another program, not a library of Mantissa"));
    }
    return true;
}

void create_library(const fs::path& file, bool is_private) {
    const fs::path unborn = beside(file, ".new");
    fs::remove(unborn);
    fs::remove(beside(unborn, "-journal"));
    {
        if (is_private) make_private_file(unborn);  // SQLite gives its logs the same mode
        Database database(unborn, Database::Mode::create);
        database.execute("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA synchronous = FULL");
        database.execute(fmt::format("PRAGMA application_id = {}", library_application_id).c_str());
        migrate(database, library_migrations());
    }
    for (const char* suffix : {"-wal", "-shm", "-journal"}) put_aside(file, suffix);
    fs::rename(unborn, file);
    synchronize_folder(file.parent_path());
}

void put_in_place(const fs::path& unborn, const fs::path& file, bool replace) {
    bool done = false;
    if (replace) {
        done = ::rename(unborn.c_str(), file.c_str()) == 0;
    } else {
        done = ::renameat2(AT_FDCWD, unborn.c_str(), AT_FDCWD, file.c_str(), RENAME_NOREPLACE) == 0;
        const bool unable = !done && (errno == EINVAL || errno == ENOSYS || errno == ENOTSUP);  // e.g. NFS
        if (unable && fs::exists(fs::symlink_status(file))) {
            errno = EEXIST;
        } else if (unable) {
            done = ::rename(unborn.c_str(), file.c_str()) == 0;
        }
    }
    if (!done) {
        const bool there = errno == EEXIST;
        throw Error(there ? ErrorCode::usage : ErrorCode::failed,
                    there ? say("The file exists already")
                          : say("The file cannot be put in its place: %1", {std::strerror(errno)}),
                    file.string(),
                    there ? say("name another file, or have it replaced") : say("choose another folder"));
    }
    for (const char* suffix : {"-wal", "-shm", "-journal"}) put_aside(file, suffix);
    synchronize_folder(file.parent_path());
}

bool is_network_file_system(std::uint64_t f_type) {
    constexpr std::array<std::uint32_t, 20> types{
        0x00006969,  // NFS
        0x0000517B,  // SMB
        0xFF534D42,  // CIFS
        0xFE534D42,  // SMB2
        0x0000564C,  // NCP
        0x01021997,  // 9P
        0x65735546,  // FUSE: sshfs and others
        0x73757245,  // Coda
        0x5346414F,  // OpenAFS
        0x6B414653,  // AFS
        0x00C36400,  // Ceph
        0x0BD00BD0,  // Lustre
        0x47504653,  // GPFS
        0x19830326,  // BeeGFS
        0x7461636F,  // OCFS2
        0x01161970,  // GFS2
        0x20030528,  // OrangeFS
        0xAAD7AAEA,  // PanFS
        0x786F4256,  // VirtualBox shared folder
        0xBACBACBC,  // VMware shared folder
    };
    return std::find(types.begin(), types.end(), static_cast<std::uint32_t>(f_type)) != types.end();
}

bool is_on_network(const fs::path& folder) {
    struct statfs information {};
    if (::statfs(folder.c_str(), &information) != 0) return false;
    return is_network_file_system(static_cast<std::uint32_t>(information.f_type));
}

std::unique_ptr<Database> open_for_writing(const fs::path& file, bool alone) {
    auto database = std::make_unique<Database>(file, Database::Mode::read_write);
    if (database->read_only()) {
        throw Error(ErrorCode::failed, say("The library of runs is a read-only file"), file.string(),
                    say("make it writable, or open it read-only"));
    }
    if (const auto version = database->integer("PRAGMA user_version"); version > library_version()) {
        newer(*database, version);
    } else if (version < library_version() && !alone) {
        throw Error(ErrorCode::failed, say("An older Mantissa has this library open"), file.string(),
                    say("close it; this one then brings the library up to date"));
    }
    check_content(*database);
    database->execute("PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864");
    migrate(*database, library_migrations());
    check_schema(*database);
    const std::string_view wanted = is_on_network(file.parent_path()) ? "delete" : "wal";
    const std::string actual = database->text(fmt::format("PRAGMA journal_mode = {}", wanted));
    if (wanted == "delete" && actual != wanted) {
        throw Error(ErrorCode::failed, say("The library is in a network folder and in use by another program"),
                    file.string(), say("close the other program and try again"));
    }
    return database;
}

std::unique_ptr<Database> open_for_reading(const fs::path& file) {
    auto database = std::make_unique<Database>(file, Database::Mode::read_only);
    try {
        database->integer("PRAGMA schema_version");
    } catch (const Error&) {
        // In a folder that cannot be written there is no place for the shared memory of the log. Without a log none is
        // needed; with one, what it holds would be missing.
        std::error_code code;
        const fs::path log = beside(file, "-wal");
        const bool log_there = fs::exists(log, code) && fs::file_size(log, code) > 0;
        if (::access(file.parent_path().c_str(), W_OK) == 0) throw;
        if (log_there) {
            throw Error(ErrorCode::failed, say("The library was not closed properly and its folder cannot be written"),
                        file.string(),
                        say("copy the library and the file ending in -wal beside it to a writable folder"));
        }
        database = std::make_unique<Database>(file, Database::Mode::immutable);
    }
    const auto version = database->integer("PRAGMA user_version");
    if (version > library_version()) newer(*database, version);
    if (version < 1) {
        throw Error(ErrorCode::failed, say("The library was created by an older Mantissa and is still empty"),
                    file.string(), say("open it for writing once: start Mantissa with it as the only window"));
    }
    // Its content is not looked at: digests tell what is damaged when that is read, and the rest can be.
    check_schema(*database, static_cast<int>(version));  // an older one is read as it is
    return database;
}

}  // namespace mantissa
