// SPDX-License-Identifier: Apache-2.0
// Scripts that hold our files against the packages of PyPI that read them: run where Python and the package are at
// hand, skipped with a printed reason where not. MANTISSA_PYTHON names the interpreter (default: python3); one that is
// named has to be there.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "engine/report/repeat_command.h"

namespace mantissa {

struct PythonResult {
    int exit_code = -1;
    std::string out;     ///< standard output and error
    bool named = false;  ///< MANTISSA_PYTHON said which interpreter
    /// Whether something is missing on this machine: the script says what (exit code 77), or there is no Python (127).
    bool skipped() const { return exit_code == 77 || (exit_code == 127 && !named); }
};

/// Runs tests/support/`script` with `arguments`.
inline PythonResult run_python(const std::string& script, const std::vector<std::string>& arguments) {
    const char* python = std::getenv("MANTISSA_PYTHON");
    std::string command = shell_quoted(python != nullptr ? python : "python3") + " " +
                          shell_quoted(std::string(MANTISSA_SOURCE) + "/tests/support/" + script);
    for (const std::string& argument : arguments) command += " " + shell_quoted(argument);
    PythonResult result;
    result.named = python != nullptr;
    std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
    if (pipe == nullptr) return result;
    char buffer[4096];
    for (std::size_t size = 0; (size = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
        result.out.append(buffer, size);
    const int status = pclose(pipe);
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (result.skipped())
        std::cout << "SKIPPED, not tested here: " << script << ": " << result.out
                  << "(set MANTISSA_PYTHON to a Python that has the package)" << std::endl;
    return result;
}

/// Ends a test with the script's verdict: skipped, failed with what it printed, or passed.
#define MANTISSA_EXPECT_PYTHON(result)                                  \
    do {                                                                \
        const PythonResult& python_result = (result);                   \
        if (python_result.skipped()) GTEST_SKIP() << python_result.out; \
        EXPECT_EQ(python_result.exit_code, 0) << python_result.out;     \
    } while (false)

}  // namespace mantissa
