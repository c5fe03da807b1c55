// SPDX-License-Identifier: Apache-2.0
// Processes and what they left.
#include "tests/kill/window_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <thread>

#include "engine/base/ulid.h"
#include "engine/run/json.h"
#include "tests/support/files.h"

namespace mantissa {

StateFolder::StateFolder() : path_(std::filesystem::temp_directory_path() / ("mantissa-kill-" + make_ulid())) {
    std::filesystem::create_directories(state());
}

StateFolder::~StateFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string StateFolder::file_of(const run::RunConfig& config) const {
    const std::filesystem::path file = path_ / (make_ulid() + ".json");
    std::ofstream(file) << to_json(config);
    return file.string();
}

WindowProcess::WindowProcess(const StateFolder& folder, const std::vector<std::string>& arguments,
                             std::optional<std::uint64_t> file_bytes)
    : output_(folder.path() / (make_ulid() + ".output")) {
    std::vector<std::string> all{MANTISSA_WINDOW};
    all.insert(all.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& argument : all) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const std::string state = folder.state().string();
    child_ = ::fork();
    if (child_ != 0) return;
    ::setenv("QT_QPA_PLATFORM", "offscreen", 1);
    ::setenv("MANTISSA_STATE_DIR", state.c_str(), 1);
    ::setenv("MANTISSA_WORKER", MANTISSA_WORKER, 1);
    if (const int out = ::open(output_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600); out >= 0) {
        ::dup2(out, STDOUT_FILENO);
        ::dup2(out, STDERR_FILENO);
    }
    if (file_bytes) {
        ::signal(SIGXFSZ, SIG_IGN);  // stays so in what is executed
        const rlimit limit{*file_bytes, *file_bytes};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ::execv(argv[0], argv.data());
    ::_exit(127);
}

WindowProcess::~WindowProcess() {
    if (!code_) kill();
}

bool WindowProcess::ended(bool block) {
    if (code_) return true;
    int status = 0;
    pid_t who = 0;
    while ((who = ::waitpid(child_, &status, block ? 0 : WNOHANG)) < 0 && errno == EINTR) {
    }
    if (who != child_) return false;
    code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return true;
}

bool WindowProcess::lives_after(std::chrono::milliseconds time) {
    const auto until = std::chrono::steady_clock::now() + time;
    while (!ended(false)) {
        if (std::chrono::steady_clock::now() >= until) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));  // the moment is random anyway
    }
    return false;
}

void WindowProcess::kill() {
    ::kill(child_, SIGKILL);
    ended(true);
}

int WindowProcess::wait() {
    ended(true);
    return *code_;
}

bool WindowProcess::says(const std::string& text) {
    while (said().find(text) == std::string::npos)
        if (!lives_after(std::chrono::milliseconds(10))) return said().find(text) != std::string::npos;
    return true;
}

std::string WindowProcess::said() const {
    return contents(output_);
}

void adopt_orphans() {
    ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
}

void wait_for_orphans() {
    while (::waitpid(-1, nullptr, 0) > 0 || errno == EINTR) {
    }
}

std::vector<std::string> runs_by_lane(const Library& library) {
    std::vector<std::pair<std::uint32_t, std::string>> found;
    for (const RunSummary& run : library.runs()) {
        const std::vector<std::uint32_t> lanes = library.details(run.run_id).lanes;
        found.emplace_back(lanes.empty() ? 0 : lanes.front(), run.run_id);
    }
    std::sort(found.begin(), found.end());
    std::vector<std::string> ids;
    for (auto& [lane, id] : found) ids.push_back(std::move(id));
    return ids;
}

run::RunConfig busy_config(std::int64_t steps) {
    run::RunConfig config;
    config.set_depth(1);
    config.set_width(16);
    config.set_batch(32);
    config.set_steps(steps);
    config.set_epochs(100000);
    config.set_precision(run::FP16);
    config.set_scaling(run::DYNAMIC);
    config.set_growth_interval(40);
    config.set_histogram_interval(200);
    config.set_eval_interval(500);
    config.set_eval_images(200);
    config.set_train_eval_images(200);
    config.set_threads(1);
    config.set_checkpoint_interval(150);
    return config;
}

}  // namespace mantissa
