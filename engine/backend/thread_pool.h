// SPDX-License-Identifier: Apache-2.0
// Threads that work on one thing together, for one thread that calls: what OpenMP's parallel regions run on in the
// worker (app/worker/openmp.cpp). Who waits spins where the processors are ours, and sleeps where other programs want
// them: a thread that spins there uses up its share of time, and then waits for the others' whenever it has work.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

namespace mantissa {

/// Nanoseconds for which a thread was ready to run and did not, as the kernel counts them.
class RunDelay {
  public:
    /// Of the calling thread.
    RunDelay();
    ~RunDelay();
    RunDelay(const RunDelay&) = delete;
    RunDelay& operator=(const RunDelay&) = delete;

    /// 0 where the kernel does not tell. May be called by any thread.
    std::uint64_t nanoseconds() const;

  private:
    int file_;
};

/// Whether waiting threads should spin, by how long they were kept from running lately.
class SpinRule {
  public:
    using Time = std::chrono::steady_clock::time_point;

    bool spins() const noexcept { return spins_; }
    /// Whether it is time to observe().
    bool due(Time now) const noexcept { return now >= next_; }
    /// `delayed`: the threads' delays so far, summed; `threads`: how many they are.
    void observe(Time now, std::uint64_t delayed, int threads) noexcept;

  private:
    static constexpr std::chrono::milliseconds look{4}, shortest{200}, longest{2000};
    static constexpr double most_delay = 0.1;  ///< of the time of a look

    bool spins_ = true;
    Time last_{}, next_{};
    std::uint64_t delayed_ = 0;
    std::chrono::nanoseconds rest_ = shortest;  ///< how long they will sleep once they are disturbed
    int calm_ = 0;                              ///< looks without a disturbance
};

/// A number that threads wait for to change.
struct WaitWord {
    std::atomic<std::uint32_t> value{0};
    mutable std::atomic<std::uint32_t> sleepers{0};  ///< so many may have to be woken
};

class ThreadPool {
  public:
    ThreadPool();
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    using Work = void (*)(void*);
    /// Calls work(data) for each of `parts` parts, 1 or more, part 0 on the caller's thread and each other on one of
    /// its own (where other programs keep those from running: on the caller's, one after the other, unless they wait
    /// for each other), and returns when all are done; part() tells which. Only the thread that made the pool calls it,
    /// and not from within a part. Throws std::system_error where a thread cannot be made, with nothing done.
    void run(int parts, Work work, void* data);
    /// Calls work(data) as the only part.
    static void alone(Work work, void* data);

    // Of the calling thread.

    /// The part that it runs, 0 outside of run().
    static int part() noexcept;
    /// How many parts that run() has, 1 outside of it.
    static int parts() noexcept;
    /// Whether it runs a part of several.
    static bool inside() noexcept;
    /// Returns when all parts of the run() have called it as many times. Nothing outside of one.
    static void barrier();

  private:
    struct Worker;
    void ensure(int workers);
    static bool begin(Worker& worker, std::uint32_t run);
    void do_what_nobody_began(std::uint32_t others);
    void work_on(Worker& worker);
    void call(int part);
    void wait(const WaitWord& word, std::uint32_t old) const;
    void look();

    // of the run in progress
    Work work_ = nullptr;
    void* data_ = nullptr;
    int parts_ = 1;
    std::uint32_t run_ = 0;                  ///< number of it
    WaitWord done_;                          ///< parts that are, but part 0
    std::atomic<std::uint32_t> arrived_{0};  ///< at the barrier
    WaitWord phase_;                         ///< of the barrier

    std::atomic<bool> leaving_{false};
    std::atomic<bool> spins_{true};
    int patience_ = 0;  ///< of the caller where nobody spins, for a thread to begin: by how it went lately
    RunDelay delay_;    ///< of the caller
    SpinRule rule_;
    std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace mantissa
