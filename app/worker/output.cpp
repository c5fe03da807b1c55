// SPDX-License-Identifier: Apache-2.0
// Streams of glibc's fopencookie(3), where `stdout` and `stderr` are variables. A stream that fails would make each
// fmt::print() throw, and the one in main's last handler end the program; these report success and remember.
#include "app/worker/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <span>
#include <string_view>

#include "engine/base/error.h"

namespace mantissa {
namespace {

struct Stream {
    int descriptor;
    std::atomic<int> failure{0};  ///< errno of the first write that failed
    unsigned char last = 0;       ///< byte
};
Stream standard_output{STDOUT_FILENO}, standard_error{STDERR_FILENO};

void write_all(Stream& stream, std::string_view bytes) {
    while (!bytes.empty() && stream.failure == 0) {
        const ssize_t n = ::write(stream.descriptor, bytes.data(), bytes.size());
        if (n >= 0)
            bytes.remove_prefix(static_cast<std::size_t>(n));
        else if (errno != EINTR)
            stream.failure = errno;
    }
}

/// Called by the C library, through which nothing may be thrown: no memory is asked for.
ssize_t put_out(void* cookie, const char* bytes, std::size_t size) noexcept {
    Stream& stream = *static_cast<Stream*>(cookie);
    std::array<char, 1024> piece;
    for (std::size_t begin = 0; begin < size; begin += piece.size()) {
        const std::size_t length = std::min(size - begin, piece.size());
        std::copy_n(bytes + begin, length, piece.begin());
        for (char& c : std::span(piece).first(length)) {
            const auto code = static_cast<unsigned char>(c);
            // U+0080 to U+009F, which terminals obey, too, are C2 80 to C2 9F in UTF-8.
            const bool control =
                (code < 0x20 && c != '\n' && c != '\t' && !(c == '\r' && stream.descriptor == STDERR_FILENO)) ||
                code == 0x7F || (stream.last == 0xC2 && code >= 0x80 && code < 0xA0);
            if (control) c = code < 0x80 ? ' ' : '\xA0';  // C2 A0: a space, too
            stream.last = code;
        }
        write_all(stream, {piece.data(), length});
    }
    return static_cast<ssize_t>(size);
}

std::FILE* guarded(Stream& stream, std::FILE* plain, int buffering) {
    cookie_io_functions_t functions{};
    functions.write = put_out;
    std::FILE* file = fopencookie(&stream, "w", functions);
    if (file == nullptr) return plain;
    std::setvbuf(file, nullptr, buffering, BUFSIZ);
    return file;
}

}  // namespace

void guard_output() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    stdout = guarded(standard_output, stdout, isatty(STDOUT_FILENO) != 0 ? _IOLBF : _IOFBF);
    stderr = guarded(standard_error, stderr, _IONBF);
}

void write_control(std::FILE* stream, std::string_view sequence) {
    std::fflush(stream);
    write_all(stream == stdout ? standard_output : standard_error, sequence);
}

bool output_lost() noexcept {
    return standard_output.failure != 0;
}

bool output_unread() noexcept {
    return standard_output.failure == EPIPE;
}

int finish_output(int code) {
    std::fflush(stdout);
    errno = 0;
    std::cout.flush();  // has a buffer of its own
    if (!std::cout && standard_output.failure == 0) standard_output.failure = errno != 0 ? errno : EIO;
    if (standard_output.failure == 0) return code;
    fmt::print(stderr, "mantissa-worker: the standard output could not be written: {}\n",
               std::strerror(standard_output.failure));
    return code == 0 || code == static_cast<int>(ErrorCode::cancelled) ? static_cast<int>(ErrorCode::failed) : code;
}

}  // namespace mantissa
