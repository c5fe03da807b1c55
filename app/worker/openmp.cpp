// SPDX-License-Identifier: Apache-2.0
// The part of OpenMP's run-time library that the engine and oneDNN call, on our own threads: the program's symbols come
// before libgomp's. libgomp's waiting threads spin for milliseconds unless environment variables say otherwise before
// the program starts; beside other busy programs that costs nine tenths of the speed (tests/bench/RESULTS.md).
#ifdef MANTISSA_HAS_ONEDNN
#include <algorithm>

#include "engine/backend/thread_pool.h"
#include "engine/backend/usable_processors.h"

namespace {

mantissa::ThreadPool& pool() {
    thread_local mantissa::ThreadPool own;
    return own;
}

/// What omp_set_num_threads() set on this thread; 0: nothing.
thread_local int asked_threads = 0;

int most_threads() {
    return asked_threads > 0 ? asked_threads : mantissa::usable_processors();
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): names and types are libgomp's
extern "C" {

int omp_get_num_procs(void) noexcept {
    return mantissa::usable_processors();
}
void omp_set_num_threads(int threads) noexcept {
    asked_threads = std::max(1, threads);
}
int omp_get_max_threads(void) noexcept {
    return most_threads();
}
int omp_get_num_threads(void) noexcept {
    return mantissa::ThreadPool::parts();
}
int omp_get_thread_num(void) noexcept {
    return mantissa::ThreadPool::part();
}
int omp_in_parallel(void) noexcept {
    return mantissa::ThreadPool::inside() ? 1 : 0;
}
void GOMP_barrier(void) {
    mantissa::ThreadPool::barrier();
}
/// A region within a region has one thread, as OpenMP's default is.
void GOMP_parallel(void (*work)(void*), void* data, unsigned threads, unsigned /*flags*/) {
    const int parts = threads > 0 ? static_cast<int>(threads) : most_threads();
    if (parts <= 1 || mantissa::ThreadPool::inside()) {
        mantissa::ThreadPool::alone(work, data);
        return;
    }
    pool().run(parts, work, data);
}
}
// NOLINTEND(readability-identifier-naming)
#endif
