// SPDX-License-Identifier: Apache-2.0
// For LD_PRELOAD: the call number $MANTISSA_FAIL_WRITE of those that change files (write, pwrite, fsync, fdatasync,
// ftruncate, rename; not on descriptors 0 to 2) fails with ENOSPC, once; that it did is left in the file
// $MANTISSA_FAILED.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

namespace {

/// Whether this is the call that fails.
bool fails(int descriptor) {
    static std::atomic<long> calls{0};
    static const long wanted = std::getenv("MANTISSA_FAIL_WRITE") ? std::atol(std::getenv("MANTISSA_FAIL_WRITE")) : 0;
    if (descriptor >= 0 && descriptor <= 2) return false;
    if (++calls != wanted) return false;
    if (const char* mark = std::getenv("MANTISSA_FAILED"))
        ::syscall(SYS_close, ::syscall(SYS_openat, AT_FDCWD, mark, O_WRONLY | O_CREAT, 0600));
    errno = ENOSPC;
    return true;
}

template <class Function>
Function next(const char* name) {
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t size) {
    static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
    return fails(descriptor) ? -1 : real(descriptor, bytes, size);
}
ssize_t writev(int descriptor, const iovec* parts, int count) {
    static const auto real = next<ssize_t (*)(int, const iovec*, int)>("writev");
    return fails(descriptor) ? -1 : real(descriptor, parts, count);
}
ssize_t pwrite64(int descriptor, const void* bytes, size_t size, off64_t at) {
    static const auto real = next<ssize_t (*)(int, const void*, size_t, off64_t)>("pwrite64");
    return fails(descriptor) ? -1 : real(descriptor, bytes, size, at);
}
ssize_t pwrite(int descriptor, const void* bytes, size_t size, off_t at) {
    static const auto real = next<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
    return fails(descriptor) ? -1 : real(descriptor, bytes, size, at);
}
int fsync(int descriptor) {
    static const auto real = next<int (*)(int)>("fsync");
    return fails(descriptor) ? -1 : real(descriptor);
}
int fdatasync(int descriptor) {
    static const auto real = next<int (*)(int)>("fdatasync");
    return fails(descriptor) ? -1 : real(descriptor);
}
int ftruncate64(int descriptor, off64_t size) noexcept {
    static const auto real = next<int (*)(int, off64_t)>("ftruncate64");
    return fails(descriptor) ? -1 : real(descriptor, size);
}
int rename(const char* from, const char* to) noexcept {
    static const auto real = next<int (*)(const char*, const char*)>("rename");
    return fails(-1) ? -1 : real(from, to);
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned int flags) noexcept {
    static const auto real = next<int (*)(int, const char*, int, const char*, unsigned int)>("renameat2");
    return fails(-1) ? -1 : real(from_folder, from, to_folder, to, flags);
}

}  // extern "C"
