// SPDX-License-Identifier: Apache-2.0
// A test's action in a process of its own.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <string>

namespace mantissa::testing {

enum class Rights { nobodys, mine };

// Runs `action` in a child process, without root's rights unless told otherwise; returns the message of its Error, or
// "" where none came.
inline std::string in_a_child(const std::function<void()>& action, Rights rights = Rights::nobodys) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        std::string said;
        if (rights == Rights::nobodys && ::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0))
            said = "setuid failed";
        try {
            action();
        } catch (const std::exception& error) {
            said = error.what();
        }
        const ssize_t written = ::write(ends[1], said.data(), said.size());
        ::_exit(written == static_cast<ssize_t>(said.size()) ? 0 : 1);
    }
    ::close(ends[1]);
    std::string said(4096, '\0');
    const ssize_t size = ::read(ends[0], said.data(), said.size());
    said.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0) << "the child crashed";
    return said;
}

}  // namespace mantissa::testing
