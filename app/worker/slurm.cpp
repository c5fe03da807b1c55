// SPDX-License-Identifier: Apache-2.0
#include "app/worker/slurm.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <map>
#include <sstream>
#include <string_view>
#include <system_error>

#include "engine/base/error.h"

namespace mantissa {
namespace {

std::optional<std::size_t> number_in(std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

/// An array's indices are below it.
std::size_t most_indices() {
    constexpr std::size_t usual = 1001;
    try {
        std::istringstream lines(run_program({"scontrol", "show", "config"}, true).out);
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with("MaxArraySize")) continue;
            const std::size_t at = line.find_last_of(" =");
            return std::max<std::size_t>(number_in(std::string_view(line).substr(at + 1)).value_or(usual), 1);
        }
    } catch (const Error&) {  // a site without scontrol
    }
    return usual;
}

}  // namespace

ProgramOutput run_program(const std::vector<std::string>& arguments, bool silent) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        throw Error(ErrorCode::failed, say("no program can be started: %1", {std::generic_category().message(errno)}),
                    arguments.front(), {});
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (silent) posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    // This program leaves signals to a thread of its own and ignores some; what it starts begins as from a shell.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::vector<char*> words;
    for (const std::string& one : arguments) words.push_back(const_cast<char*>(one.c_str()));
    words.push_back(nullptr);
    pid_t child = 0;
    const int failed = ::posix_spawnp(&child, words[0], &actions, &attributes, words.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (failed != 0) {
        ::close(ends[0]);
        throw Error(ErrorCode::usage,
                    say("%1 cannot be started: %2", {arguments.front(), std::generic_category().message(failed)}),
                    "--on slurm", say("a machine from which Slurm's jobs are submitted"));
    }
    ProgramOutput result;
    char buffer[4096];
    for (ssize_t n = 0; (n = ::read(ends[0], buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR);)
        if (n > 0) result.out.append(buffer, static_cast<std::size_t>(n));
    ::close(ends[0]);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
}

std::string array_of(const std::vector<std::size_t>& indices) {
    std::string text;
    for (std::size_t i = 0; i < indices.size();) {
        std::size_t last = i;
        while (last + 1 < indices.size() && indices[last + 1] == indices[last] + 1) ++last;
        text += (text.empty() ? "" : ",") + std::to_string(indices[i]);
        if (last > i) text += "-" + std::to_string(indices[last]);
        i = last + 1;
    }
    return text;
}

std::vector<std::string> SlurmJobs::submit(const std::vector<std::size_t>& numbers,
                                           const std::vector<std::string>& options, const std::filesystem::path& script,
                                           const std::vector<std::string>& arguments) {
    const std::size_t most = most_indices();
    std::map<std::size_t, std::vector<std::size_t>> arrays;  // by their first number
    for (const std::size_t number : numbers) arrays[number / most * most].push_back(number % most);
    std::vector<std::string> jobs;
    for (const auto& [first, indices] : arrays) {
        std::vector<std::string> words{"sbatch", "--parsable", "--array=" + array_of(indices)};
        words.insert(words.end(), options.begin(), options.end());
        words.push_back(script.string());
        words.insert(words.end(), arguments.begin(), arguments.end());
        words.push_back(std::to_string(first));
        const ProgramOutput answer = run_program(words);
        const std::string job = answer.out.substr(0, answer.out.find_first_of(";\n"));
        if (answer.exit_code != 0 || !number_in(job))
            throw Error(ErrorCode::failed, say("sbatch did not take the array (exit code %1)", {answer.exit_code}),
                        "sbatch", say("see what it says; --sbatch passes options of your site through"));
        std::ofstream(record_, std::ios::app) << job << ' ' << first << ' ' << array_of(indices) << '\n';
        jobs.push_back(job);
        for (const std::size_t index : indices) taken_.insert(first + index);
    }
    return jobs;
}

void SlurmJobs::begin() const {
    std::error_code failed;  // what cannot be written is told where it is needed
    std::filesystem::create_directories(record_.parent_path(), failed);
    std::ofstream(record_, std::ios::app).flush();
}

std::optional<std::set<std::size_t>> SlurmJobs::submitted() const {
    std::ifstream record(record_);
    if (!record) return std::nullopt;
    std::set<std::size_t> numbers;
    for (std::string line; std::getline(record, line);) {
        std::istringstream words(line);
        std::string job, indices;
        std::size_t first = 0;
        if (!(words >> job >> first >> indices)) return std::nullopt;
        std::istringstream ranges(indices);
        for (std::string range; std::getline(ranges, range, ',');) {
            const std::size_t dash = range.find('-');
            const auto from = number_in(std::string_view(range).substr(0, dash));
            const auto to = dash == std::string::npos ? from : number_in(std::string_view(range).substr(dash + 1));
            if (!from || !to) return std::nullopt;
            for (std::size_t index = *from; index <= *to; ++index) numbers.insert(first + index);
        }
    }
    return numbers;
}

std::optional<std::set<std::size_t>> SlurmJobs::queued() const {
    std::map<std::string, std::size_t> first_of;
    std::ifstream record(record_);
    std::string job, rest;
    for (std::size_t first = 0; record >> job >> first && std::getline(record, rest);) first_of[job] = first;
    std::set<std::size_t> numbers;
    if (first_of.empty()) return numbers;
    const ProgramOutput answer =
        run_program({"squeue", "--noheader", "--array", "--user=" + std::to_string(::getuid()), "--format=%F_%K"});
    if (answer.exit_code != 0) return std::nullopt;
    std::istringstream lines(answer.out);
    for (std::string line; lines >> line;) {
        const std::size_t bar = line.find('_');
        const auto found = first_of.find(line.substr(0, bar));
        if (bar == std::string::npos || found == first_of.end()) continue;
        if (const auto index = number_in(std::string_view(line).substr(bar + 1)))
            numbers.insert(found->second + *index);
    }
    return numbers;
}

}  // namespace mantissa
