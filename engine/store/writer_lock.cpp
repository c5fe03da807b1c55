// SPDX-License-Identifier: Apache-2.0
// A run is marked by an open-file-description lock (fcntl(2), F_OFD_SETLK) on one byte of the lock file whose place is
// a hash of the run's id. Two runs that share a byte, one in 2^61 pairs, could not be trained by two processes at once.
#include "engine/store/writer_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>

#include "engine/base/error.h"
#include "engine/base/host.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;

constexpr auto patience = std::chrono::seconds(1);
constexpr auto pause = std::chrono::milliseconds(20);

fs::path lock_file(const fs::path& library) {
    fs::path file = library;
    file += ".lock";
    return file;
}

/// The byte that stands for a run, behind the text that names a holder. FNV-1a (Fowler, Noll, Vo; 64 bits).
struct flock byte_of(const std::string& run_id, short type) {
    std::uint64_t hash = 14695981039346656037u;
    for (const char c : run_id) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    struct flock byte {};
    byte.l_type = type;
    byte.l_whence = SEEK_SET;
    byte.l_start = static_cast<off_t>((hash >> 3) | 4096);
    byte.l_len = 1;
    return byte;
}

/// The runs that this process trains: an open file description cannot tell whose a lock is.
struct Own {
    std::mutex mutex;
    std::multiset<std::string> runs;
    pid_t process = ::getpid();  // a copy of it, after a fork, trains none of them
};
Own& own() {
    static Own runs;
    return runs;
}

}  // namespace

WriterLock::WriterLock(const fs::path& library, Kind kind) : library_(library), kind_(kind) {
    const fs::path file = lock_file(library);
    // Whoever may write the library may lock it, nobody else.
    struct stat status {};
    const bool there = ::stat(library.c_str(), &status) == 0;
    descriptor_ =
        ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, there ? (status.st_mode & 0666) | 0600 : 0600);
    if (descriptor_ < 0) {
        throw Error(ErrorCode::failed, say("The library cannot be locked for writing: %1", {std::strerror(errno)}),
                    file.string(), say("create its folder and make it writable, or open the library read-only"));
    }
    const auto until = std::chrono::steady_clock::now() + patience;
    for (;;) {
        alone_ = ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
        if (alone_ || (errno == EWOULDBLOCK && kind == Kind::shared && ::flock(descriptor_, LOCK_SH | LOCK_NB) == 0))
            break;
        const int reason = errno;
        if (reason == EWOULDBLOCK && kind == Kind::shared && std::chrono::steady_clock::now() < until) {
            std::this_thread::sleep_for(pause);
            continue;
        }
        std::array<char, 300> holder{};
        const ssize_t size = ::pread(descriptor_, holder.data(), holder.size() - 1, 0);
        ::close(descriptor_);
        if (reason != EWOULDBLOCK) {
            throw Error(ErrorCode::failed, say("The library cannot be locked for writing: %1", {std::strerror(reason)}),
                        file.string(), say("the file system must support locks; or open the library read-only"));
        }
        throw Error(ErrorCode::failed,
                    size > 0 ? say("Another Mantissa (%1) has this library open for writing", {holder.data()})
                             : say("Another Mantissa has this library open for writing"),
                    library.string(), say("close it, or open the library read-only"));
    }
    const std::string host = host_name();
    const std::string who = fmt::format("process {} on {}", ::getpid(), host.empty() ? "?" : host);
    // Only a courtesy for the message above: the lock holds without it.
    if (::ftruncate(descriptor_, 0) == 0 && ::pwrite(descriptor_, who.data(), who.size(), 0) < 0) return;
}

WriterLock::~WriterLock() {
    {
        const std::lock_guard lock(own().mutex);
        for (const std::string& run : claimed_) own().runs.extract(run);
    }
    ::close(descriptor_);
}

void WriterLock::let_others() {
    if (kind_ == Kind::exclusive || !alone_) return;
    // Converting may let go for a moment; whoever comes between finds a complete library.
    ::flock(descriptor_, LOCK_SH);
    alone_ = false;
}

void WriterLock::claim(const std::string& run_id) {
    if (claimed_.count(run_id) != 0) return;
    struct flock byte = byte_of(run_id, F_WRLCK);
    if (kind_ == Kind::shared && ::fcntl(descriptor_, F_OFD_SETLK, &byte) != 0 &&
        (errno == EAGAIN || errno == EACCES)) {
        throw Error(ErrorCode::bad_data, say("Another Mantissa is training run %1", {run_id}), library_.string(),
                    say("let it finish, or stop it there"));
    }
    claimed_.insert(run_id);
    const std::lock_guard lock(own().mutex);
    own().runs.insert(run_id);
}

void WriterLock::release(const std::string& run_id) {
    if (claimed_.erase(run_id) == 0) return;
    struct flock byte = byte_of(run_id, F_UNLCK);
    ::fcntl(descriptor_, F_OFD_SETLK, &byte);
    const std::lock_guard lock(own().mutex);
    own().runs.extract(run_id);
}

ClaimReader::ClaimReader(const fs::path& library)
    : descriptor_(::open(lock_file(library).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)) {}

ClaimReader::~ClaimReader() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

bool ClaimReader::trained_elsewhere(const std::string& run_id) const {
    if (descriptor_ < 0) return false;
    {
        const std::lock_guard lock(own().mutex);
        if (own().process == ::getpid() && own().runs.count(run_id) != 0) return false;
    }
    struct flock byte = byte_of(run_id, F_RDLCK);
    return ::fcntl(descriptor_, F_OFD_GETLK, &byte) == 0 && byte.l_type != F_UNLCK;
}

}  // namespace mantissa
