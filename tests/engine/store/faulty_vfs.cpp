// SPDX-License-Identifier: Apache-2.0
// Forwards everything to the real file system. The state is global because SQLite's callbacks carry only the file.
#include "tests/engine/store/faulty_vfs.h"

#include <new>

namespace mantissa::testing {
namespace {

struct State {
    sqlite3_vfs* real = nullptr;
    sqlite3_vfs ours{};
    int countdown = 0;  // 0: not armed
    int code = SQLITE_OK;
    bool only_flushes = false;
    bool failed = false;
    int flushes = 0;
};
State state;

// SQLite reserves szOsFile bytes: this, and behind it the real file.
struct File {
    sqlite3_file base;
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};
sqlite3_file* real(sqlite3_file* file) {
    return reinterpret_cast<File*>(file)->real();
}
const sqlite3_io_methods& methods(sqlite3_file* file) {
    return *real(file)->pMethods;
}

int fault(bool flush) {
    if (state.countdown == 0 || (state.only_flushes && !flush)) return SQLITE_OK;
    if (state.countdown > 1) {
        --state.countdown;
        return SQLITE_OK;
    }
    state.failed = true;
    return state.code;
}

int close(sqlite3_file* f) {
    return methods(f).xClose(real(f));
}
int read(sqlite3_file* f, void* to, int n, sqlite3_int64 at) {
    return methods(f).xRead(real(f), to, n, at);
}
int write(sqlite3_file* f, const void* from, int n, sqlite3_int64 at) {
    const int code = fault(false);
    return code != SQLITE_OK ? code : methods(f).xWrite(real(f), from, n, at);
}
int truncate(sqlite3_file* f, sqlite3_int64 size) {
    const int code = fault(false);
    return code != SQLITE_OK ? code : methods(f).xTruncate(real(f), size);
}
// A flush is counted but not done: no test here cuts the power, and thousands of real ones take minutes.
int sync(sqlite3_file*, int) {
    ++state.flushes;
    return fault(true);
}
int file_size(sqlite3_file* f, sqlite3_int64* size) {
    return methods(f).xFileSize(real(f), size);
}
int lock(sqlite3_file* f, int level) {
    return methods(f).xLock(real(f), level);
}
int unlock(sqlite3_file* f, int level) {
    return methods(f).xUnlock(real(f), level);
}
int reserved(sqlite3_file* f, int* out) {
    return methods(f).xCheckReservedLock(real(f), out);
}
int control(sqlite3_file* f, int op, void* arg) {
    return methods(f).xFileControl(real(f), op, arg);
}
int sector(sqlite3_file* f) {
    return methods(f).xSectorSize(real(f));
}
int characteristics(sqlite3_file* f) {
    return methods(f).xDeviceCharacteristics(real(f));
}
int shm_map(sqlite3_file* f, int page, int size, int extend, void volatile** out) {
    return methods(f).xShmMap(real(f), page, size, extend, out);
}
int shm_lock(sqlite3_file* f, int offset, int n, int flags) {
    return methods(f).xShmLock(real(f), offset, n, flags);
}
void shm_barrier(sqlite3_file* f) {
    methods(f).xShmBarrier(real(f));
}
int shm_unmap(sqlite3_file* f, int erase) {
    return methods(f).xShmUnmap(real(f), erase);
}

const sqlite3_io_methods faulty_methods{
    2,      close,           read,    write,    truncate,    sync,      file_size, lock,   unlock, reserved, control,
    sector, characteristics, shm_map, shm_lock, shm_barrier, shm_unmap, nullptr,   nullptr};

int open(sqlite3_vfs*, sqlite3_filename name, sqlite3_file* file, int flags, int* out) {
    const int code = state.real->xOpen(state.real, name, real(file), flags, out);
    file->pMethods = code == SQLITE_OK ? &faulty_methods : nullptr;
    return code;
}

}  // namespace

FaultyVfs::FaultyVfs() {
    state = State{};
    state.real = sqlite3_vfs_find(nullptr);
    state.ours = *state.real;
    state.ours.pNext = nullptr;
    state.ours.zName = "faulty";
    state.ours.szOsFile = static_cast<int>(sizeof(File)) + state.real->szOsFile;
    state.ours.xOpen = open;
    sqlite3_vfs_register(&state.ours, 1);
}

FaultyVfs::~FaultyVfs() {
    sqlite3_vfs_unregister(&state.ours);
    sqlite3_vfs_register(state.real, 1);
}

void FaultyVfs::arm(int nth, int code, bool only_flushes) {
    state.countdown = nth;
    state.code = code;
    state.only_flushes = only_flushes;
    state.failed = false;
}

bool FaultyVfs::disarm() {
    state.countdown = 0;
    return state.failed;
}

int FaultyVfs::flushes() const {
    return state.flushes;
}

}  // namespace mantissa::testing
