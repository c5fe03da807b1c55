// SPDX-License-Identifier: Apache-2.0
#include "engine/backend/thread_pool.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <string_view>
#include <thread>

namespace mantissa {
namespace {

struct Place {
    ThreadPool* pool = nullptr;
    int part = 0, parts = 1;
};
thread_local Place place;

void relax() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

// The kernel's own waiting and waking: std::atomic's wait() first yields the processor some times, and beside busy
// programs each of these costs milliseconds.
static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));

void sleep_while(const std::atomic<std::uint32_t>& word, std::uint32_t old) {
    ::syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, old, nullptr, nullptr, 0);
}

/// After a change of the number.
void wake(const WaitWord& word) {
    if (word.sleepers.load(std::memory_order_seq_cst) == 0) return;
    ::syscall(SYS_futex, &word.value, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

constexpr int spin_rounds = 1 << 15;  // of a wait, some tenths of a millisecond to a millisecond
// For how long the caller looks whether a thread begins its part, before it does that part itself.
constexpr int least_patience = 1 << 5, usual_patience = 1 << 11, most_patience = 1 << 12;
constexpr std::size_t most_looked_at = 15;  // workers whose delay is read: each costs a microsecond

}  // namespace

// ---------------------------------------------------------------------------------------------- whether to spin

RunDelay::RunDelay() : file_(::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)) {}

RunDelay::~RunDelay() {
    if (file_ >= 0) ::close(file_);
}

std::uint64_t RunDelay::nanoseconds() const {
    std::array<char, 96> text;  // "time on the processor, time ready but not on it, times put on it"
    const ssize_t n = file_ >= 0 ? ::pread(file_, text.data(), text.size(), 0) : 0;
    if (n <= 0) return 0;
    const std::string_view line(text.data(), static_cast<std::size_t>(n));
    const auto space = line.find(' ');
    std::uint64_t delay = 0;
    if (space != std::string_view::npos) std::from_chars(line.data() + space + 1, line.data() + line.size(), delay);
    return delay;
}

void SpinRule::observe(Time now, std::uint64_t delayed, int threads) noexcept {
    const bool first = last_ == Time{};
    const double elapsed = std::chrono::duration<double, std::nano>(now - last_).count() * threads;
    // A thread that is new brings its past with it, and one that has gone takes it along.
    const bool disturbed =
        !first && delayed > delayed_ && static_cast<double>(delayed - delayed_) > most_delay * elapsed;
    last_ = now;
    delayed_ = delayed;
    if (!spins_) {  // rested long enough: another look
        spins_ = true;
        next_ = now + look;
        return;
    }
    if (disturbed) {
        spins_ = false;
        next_ = now + rest_;
        rest_ = std::min<std::chrono::nanoseconds>(2 * rest_, longest);
        calm_ = 0;
        return;
    }
    next_ = now + look;
    if (++calm_ >= 20) rest_ = shortest;
}

// ---------------------------------------------------------------------------------------------- the pool

/// A thread that runs one part of what the pool runs.
struct ThreadPool::Worker {
    alignas(64) WaitWord offered;           ///< number of the run that it is to take part in
    std::atomic<std::uint64_t> part_of{0};  ///< twice that number, and one more when somebody has begun its part
    std::uint32_t seen = 0;                 ///< of those, by the worker
    int part = 0;
    std::atomic<const RunDelay*> delay{nullptr};  ///< its own, as long as it lives
    std::thread thread;
};

ThreadPool::ThreadPool() = default;

ThreadPool::~ThreadPool() {
    leaving_ = true;
    for (const auto& worker : workers_) {
        worker->offered.value.fetch_add(1, std::memory_order_seq_cst);
        wake(worker->offered);
    }
    for (const auto& worker : workers_) worker->thread.join();
}

void ThreadPool::ensure(int workers) {
    while (static_cast<int>(workers_.size()) < workers) {
        auto worker = std::make_unique<Worker>();
        worker->part = static_cast<int>(workers_.size()) + 1;
        worker->offered.value = worker->seen = run_;
        Worker& it = *worker;
        workers_.push_back(std::move(worker));
        try {
            it.thread = std::thread([this, &it] { work_on(it); });
        } catch (...) {
            workers_.pop_back();
            throw;
        }
    }
}

/// Returns when `word` may no longer be `old`.
void ThreadPool::wait(const WaitWord& word, std::uint32_t old) const {
    if (spins_.load(std::memory_order_relaxed))
        for (int i = 0; i < spin_rounds; ++i) {
            if (word.value.load(std::memory_order_acquire) != old) return;
            relax();
        }
    word.sleepers.fetch_add(1, std::memory_order_seq_cst);
    if (word.value.load(std::memory_order_seq_cst) == old) sleep_while(word.value, old);
    word.sleepers.fetch_sub(1, std::memory_order_relaxed);
}

/// Whether the threads were kept from running lately, and what follows from it.
void ThreadPool::look() {
    const auto now = std::chrono::steady_clock::now();
    if (!rule_.due(now)) return;
    std::uint64_t delayed = delay_.nanoseconds();
    int threads = 1;
    for (std::size_t i = 0; i < std::min(workers_.size(), most_looked_at); ++i)
        if (const RunDelay* delay = workers_[i]->delay.load(std::memory_order_acquire)) {
            delayed += delay->nanoseconds();
            ++threads;
        }
    rule_.observe(now, delayed, threads);
    spins_.store(rule_.spins(), std::memory_order_relaxed);
    patience_ = usual_patience;
}

void ThreadPool::call(int part) {
    const Place before = place;
    place = {this, part, parts_};
    work_(data_);
    place = before;
}

void ThreadPool::work_on(Worker& worker) {
    const RunDelay delay;
    worker.delay.store(&delay, std::memory_order_release);
    for (;;) {
        while (worker.offered.value.load(std::memory_order_acquire) == worker.seen) wait(worker.offered, worker.seen);
        if (leaving_) return;
        worker.seen = worker.offered.value.load(std::memory_order_acquire);
        if (!begin(worker, worker.seen)) continue;                   // the caller did its part
        const auto others = static_cast<std::uint32_t>(parts_ - 1);  // afterwards it may be the next run's
        call(worker.part);
        if (done_.value.fetch_add(1, std::memory_order_seq_cst) + 1 == others) wake(done_);
    }
}

/// Whether the part of this worker in a run is the calling thread's to do: nobody has begun it, nor will anybody else.
bool ThreadPool::begin(Worker& worker, std::uint32_t run) {
    std::uint64_t unbegun = 2 * std::uint64_t{run};
    return worker.part_of.compare_exchange_strong(unbegun, unbegun + 1, std::memory_order_acq_rel);
}

/// Beside many busy programs a thread that was woken runs milliseconds later: its part is done meanwhile. A part that
/// waits at a barrier for that one is not over, so that none is done here in which threads wait for each other.
void ThreadPool::do_what_nobody_began(std::uint32_t others) {
    const auto all_begun = [&] {
        for (std::uint32_t i = 0; i < others; ++i)
            if (workers_[i]->part_of.load(std::memory_order_acquire) == 2 * std::uint64_t{run_}) return false;
        return true;
    };
    int rounds = 0;
    while (rounds < patience_ && !all_begun()) {
        ++rounds;
        relax();
    }
    if (rounds < patience_) {
        patience_ = std::min(2 * patience_, most_patience);
        return;
    }
    patience_ = std::max(patience_ / 2, least_patience);
    for (std::uint32_t i = 0; i < others; ++i) {
        if (!begin(*workers_[i], run_)) continue;
        call(workers_[i]->part);
        done_.value.fetch_add(1, std::memory_order_seq_cst);
    }
}

void ThreadPool::run(int parts, Work work, void* data) {
    if (parts > 1) ensure(parts - 1);
    work_ = work;
    data_ = data;
    parts_ = parts;
    done_.value.store(0, std::memory_order_relaxed);
    arrived_.store(0, std::memory_order_relaxed);
    ++run_;
    look();
    const auto others = static_cast<std::uint32_t>(parts - 1);
    for (std::uint32_t i = 0; i < others; ++i) {
        workers_[i]->part_of.store(2 * std::uint64_t{run_}, std::memory_order_release);
        workers_[i]->offered.value.store(run_, std::memory_order_seq_cst);
        wake(workers_[i]->offered);
    }
    call(0);
    if (others > 0 && !spins_.load(std::memory_order_relaxed)) do_what_nobody_began(others);
    for (std::uint32_t done; (done = done_.value.load(std::memory_order_acquire)) != others;) wait(done_, done);
}

void ThreadPool::alone(Work work, void* data) {
    const Place before = place;
    place = {nullptr, 0, 1};
    work(data);
    place = before;
}

int ThreadPool::part() noexcept {
    return place.part;
}

int ThreadPool::parts() noexcept {
    return place.parts;
}

bool ThreadPool::inside() noexcept {
    return place.parts > 1;
}

void ThreadPool::barrier() {
    if (!place.pool || place.parts < 2) return;
    ThreadPool& pool = *place.pool;
    const std::uint32_t phase = pool.phase_.value.load(std::memory_order_acquire);
    if (pool.arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == static_cast<std::uint32_t>(place.parts)) {
        pool.arrived_.store(0, std::memory_order_relaxed);
        pool.phase_.value.fetch_add(1, std::memory_order_seq_cst);
        wake(pool.phase_);
        return;
    }
    while (pool.phase_.value.load(std::memory_order_acquire) == phase) pool.wait(pool.phase_, phase);
}

}  // namespace mantissa
