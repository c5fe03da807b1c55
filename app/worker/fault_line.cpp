// SPDX-License-Identifier: Apache-2.0
// Everything in the handler is safe there (signal-safety(7)): reads, writes, and arithmetic on buffers of its own.
#include "app/worker/fault_line.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string_view>

namespace mantissa {
namespace {

constexpr std::array faults{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

std::string_view signal_name(int signal) {
    switch (signal) {
        case SIGSEGV:
            return "it used memory that is not its own (SIGSEGV)";
        case SIGBUS:
            return "memory or a file that it used went away (SIGBUS)";
        case SIGILL:
            return "it met an instruction that this processor does not have (SIGILL)";
        case SIGFPE:
            return "an integer calculation failed (SIGFPE)";
        default:
            return "it stopped itself because of an error inside it (SIGABRT)";
    }
}

/// The first number of a file of /proc; 0 where there is none.
std::uint64_t first_number_of(const char* file) {
    const int descriptor = ::open(file, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return 0;
    std::array<char, 64> text{};
    const ssize_t size = ::read(descriptor, text.data(), text.size());
    ::close(descriptor);
    std::uint64_t number = 0;
    for (ssize_t i = 0;
         i < size && text[static_cast<std::size_t>(i)] >= '0' && text[static_cast<std::size_t>(i)] <= '9'; ++i)
        number = number * 10 + static_cast<std::uint64_t>(text[static_cast<std::size_t>(i)] - '0');
    return number;
}

/// Whether the process has nearly all the address space that it may have.
bool is_out_of_memory() {
    constexpr std::uint64_t margin = std::uint64_t{64} << 20;  // what failed was smaller than this
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return false;
    const std::uint64_t taken =
        first_number_of("/proc/self/statm") * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return taken + margin > limit.rlim_cur;
}

void put_fault(std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::write(STDERR_FILENO, text.data(), text.size());
        if (n <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(n));
    }
}

void tell_fault(int signal) {
    put_fault("\nmantissa-worker: ended by a fault: ");
    put_fault(signal_name(signal));
    if (is_out_of_memory()) put_fault("; no memory was left under the limit that is set for it (ulimit -v)");
    put_fault(". What the library was told of the run is kept: mantissa-worker runs\n");
    // Its action is the usual one again (SA_RESETHAND): the instruction that failed does so once more, and ends it.
    if (signal == SIGABRT) return;
    ::raise(signal);
}

}  // namespace

void tell_faults() noexcept {
    // A stack that overflowed cannot carry the handler. For this thread only: the others are the pool's, with stacks of
    // their own that nothing recursive runs on.
    static std::array<unsigned char, 65536> stack;
    stack_t other{};
    other.ss_sp = stack.data();
    other.ss_size = stack.size();
    ::sigaltstack(&other, nullptr);
    for (const int signal : faults) {
        struct sigaction before {};
        ::sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_DFL) continue;
        struct sigaction action {};
        action.sa_handler = tell_fault;
        action.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND);
        sigemptyset(&action.sa_mask);
        ::sigaction(signal, &action, nullptr);
    }
}

}  // namespace mantissa
