// SPDX-License-Identifier: Apache-2.0
// For LD_PRELOAD. Writes: the call number $MANTISSA_FAIL_WRITE of those that change files (write, pwrite, fsync,
// fdatasync, ftruncate, rename; not on descriptors 0 to 2) fails with ENOSPC, once; that it did is left in the file
// $MANTISSA_FAILED. Allocations: the call number $MANTISSA_FAIL_MALLOC of malloc, calloc, realloc, posix_memalign and
// aligned_alloc since main began (which is when the worker makes its output streams by fopencookie) fails with ENOMEM,
// once, and leaves the same mark. With $MANTISSA_KILL_WRITE in place of the first, the process is killed (SIGKILL)
// before that call, the mark left.
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace {

long number_in(const char* variable) {
    const char* text = std::getenv(variable);
    return text ? std::atol(text) : 0;
}

/// Whether this is the call that fails.
bool fails(int descriptor) {
    static std::atomic<long> calls{0};
    static const long kills = number_in("MANTISSA_KILL_WRITE");
    static const long wanted = kills > 0 ? kills : number_in("MANTISSA_FAIL_WRITE");
    if (descriptor >= 0 && descriptor <= 2) return false;
    if (++calls != wanted) return false;
    if (const char* mark = std::getenv("MANTISSA_FAILED"))
        ::syscall(SYS_close, ::syscall(SYS_openat, AT_FDCWD, mark, O_WRONLY | O_CREAT, 0600));
    if (kills > 0) ::kill(::getpid(), SIGKILL);
    errno = ENOSPC;
    return true;
}

std::atomic<bool> counts{false};

/// Whether this is the allocation that fails. Allocates nothing itself.
bool denied() {
    static std::atomic<long> calls{0};
    if (!counts.load(std::memory_order_relaxed)) return false;
    static const long wanted = std::getenv("MANTISSA_FAIL_MALLOC") ? std::atol(std::getenv("MANTISSA_FAIL_MALLOC")) : 0;
    if (++calls != wanted) return false;
    if (const char* mark = std::getenv("MANTISSA_FAILED"))
        ::syscall(SYS_close, ::syscall(SYS_openat, AT_FDCWD, mark, O_WRONLY | O_CREAT, 0600));
    errno = ENOMEM;
    return true;
}

template <class Function>
Function next(const char* name) {
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

// glibc's own, under the names that it keeps for this: dlsym would allocate.
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* block, size_t size);
void* __libc_memalign(size_t alignment, size_t size);

void* malloc(size_t size) {
    return denied() ? nullptr : __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
    return denied() ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* block, size_t size) {
    return denied() ? nullptr : __libc_realloc(block, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
    return denied() ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** block, size_t alignment, size_t size) {
    if (denied()) return ENOMEM;
    void* made = __libc_memalign(alignment, size);
    if (made == nullptr) return ENOMEM;
    *block = made;
    return 0;
}
FILE* fopencookie(void* cookie, const char* mode, cookie_io_functions_t functions) {
    static const auto real = next<FILE* (*)(void*, const char*, cookie_io_functions_t)>("fopencookie");
    FILE* stream = real(cookie, mode, functions);
    counts = true;
    return stream;
}

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
