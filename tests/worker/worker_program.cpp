// SPDX-License-Identifier: Apache-2.0
// Processes and pipes.
#include "tests/worker/worker_program.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "engine/base/error.h"
#include "engine/store/library.h"
#include "engine/wire/framing.h"
#include "engine/wire/handshake.h"

namespace mantissa {
namespace {

/// The worker's state lies in a folder of the test's own, never the person's.
void own_state() {
    static const TemporaryFolder state;
    ::setenv("MANTISSA_STATE_DIR", state.path().c_str(), 1);  // wins over the XDG variables
}

/// Forks and executes the worker with the given descriptors as its standard streams (-1: inherited).
pid_t spawn(const std::vector<std::string>& arguments, int in, int out, int err) {
    std::vector<std::string> all{MANTISSA_WORKER};
    all.insert(all.end(), arguments.begin(), arguments.end());
    own_state();
    std::vector<char*> argv;
    for (std::string& argument : all) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        if (in >= 0) dup2(in, STDIN_FILENO);
        if (out >= 0) dup2(out, STDOUT_FILENO);
        if (err >= 0) dup2(err, STDERR_FILENO);
        execv(argv[0], argv.data());
        _exit(127);
    }
    return child;
}

int exit_code_of(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

ProgramResult run_to_the_end(const std::vector<std::string>& arguments, int input, std::size_t lines, int signal);

}  // namespace

std::vector<std::string> ProgramResult::lines() const {
    std::vector<std::string> result;
    std::istringstream stream(out);
    for (std::string line; std::getline(stream, line);) result.push_back(line);
    return result;
}

ProgramResult run_worker(const std::vector<std::string>& arguments) {
    return run_worker(arguments, 0, 0);
}

ProgramResult run_worker_reading(const std::string& input, const std::vector<std::string>& arguments) {
    int in[2];
    if (pipe2(in, O_CLOEXEC) != 0) return {};
    const bool written = write(in[1], input.data(), input.size()) == static_cast<ssize_t>(input.size());
    close(in[1]);
    ProgramResult result;
    if (written) result = run_to_the_end(arguments, in[0], 0, 0);
    close(in[0]);
    return result;
}

ProgramResult run_worker_until(const std::vector<std::string>& arguments, const std::string& file, int signal) {
    int out[2], err[2];
    if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) return {};
    const pid_t child = spawn(arguments, -1, out[1], err[1]);
    close(out[1]);
    close(err[1]);
    const auto begun = [&] {
        try {
            return std::filesystem::exists(file) && !Library::open(file, Access::read_only)->runs().empty();
        } catch (const Error&) {  // it is being made
            return false;
        }
    };
    int status = 0;
    bool left = false;
    while (!begun() && !left) {
        left = waitpid(child, &status, WNOHANG) == child;
        ::poll(nullptr, 0, 5);
    }
    if (!left) ::kill(child, signal);
    ProgramResult result;
    const auto all_of = [](int stream) {
        std::string text;
        char buffer[65536];
        for (ssize_t n = 0; (n = read(stream, buffer, sizeof buffer)) > 0;)
            text.append(buffer, static_cast<std::size_t>(n));
        close(stream);
        return text;
    };
    result.out = all_of(out[0]);
    result.err = all_of(err[0]);
    result.exit_code = left ? (WIFEXITED(status) ? WEXITSTATUS(status) : -1) : exit_code_of(child);
    return result;
}

ProgramResult run_worker(const std::vector<std::string>& arguments, std::size_t lines, int signal) {
    return run_to_the_end(arguments, -1, lines, signal);
}

namespace {

ProgramResult run_to_the_end(const std::vector<std::string>& arguments, int input, std::size_t lines, int signal) {
    int out[2], err[2];
    if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) return {};
    const pid_t child = spawn(arguments, input, out[1], err[1]);
    close(out[1]);
    close(err[1]);
    ProgramResult result;
    pollfd streams[] = {{out[0], POLLIN, 0}, {err[0], POLLIN, 0}};
    std::string* texts[] = {&result.out, &result.err};
    std::size_t seen = 0;
    while (streams[0].fd >= 0 || streams[1].fd >= 0) {
        if (poll(streams, 2, -1) < 0) continue;  // interrupted
        for (std::size_t i = 0; i < 2; ++i) {
            if (streams[i].fd < 0 || streams[i].revents == 0) continue;
            char buffer[65536];
            const ssize_t n = read(streams[i].fd, buffer, sizeof buffer);
            if (n <= 0) {
                close(streams[i].fd);
                streams[i].fd = -1;
                continue;
            }
            texts[i]->append(buffer, static_cast<std::size_t>(n));
            const std::size_t before = seen;
            seen += static_cast<std::size_t>(std::count(buffer, buffer + n, '\n'));
            if (signal != 0 && before < lines && seen >= lines) ::kill(child, signal);
        }
    }
    result.exit_code = exit_code_of(child);
    return result;
}

}  // namespace

ProgramResult run_on_terminal(const std::vector<std::string>& arguments) {
    ProgramResult result;
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) return result;
    const int end = open(ptsname(terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
    termios settings{};
    tcgetattr(end, &settings);
    settings.c_oflag &= ~static_cast<tcflag_t>(OPOST);  // what it writes arrives as it is
    tcsetattr(end, TCSANOW, &settings);
    winsize size{};
    size.ws_row = 50;
    size.ws_col = 120;
    ioctl(end, TIOCSWINSZ, &size);
    const pid_t child = spawn(arguments, -1, end, end);
    close(end);
    char buffer[65536];
    for (ssize_t n = 0; (n = read(terminal, buffer, sizeof buffer)) > 0;)  // an error when nobody has it open any more
        result.out.append(buffer, static_cast<std::size_t>(n));
    close(terminal);
    result.exit_code = exit_code_of(child);
    return result;
}

int run_in_shell(const std::string& command) {
    own_state();
    ::setenv("WORKER", MANTISSA_WORKER, 1);
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

ServedWorker::ServedWorker(const std::vector<std::string>& options) {
    ignore_sigpipe();
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) return;
    std::vector<std::string> arguments{"serve"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    child_ = spawn(arguments, in[0], out[1], -1);
    close(in[0]);
    close(out[1]);
    to_ = in[1];
    from_ = out[0];
    writer_ = std::make_unique<FrameWriter>(to_);
    reader_ = std::make_unique<FrameReader>(from_, Side::worker);
}

ServedWorker::~ServedWorker() {
    close_input();
    if (from_ >= 0) close(from_);
    if (child_ > 0) wait();
}

void ServedWorker::greet(std::uint32_t frames, std::uint32_t bytes) {
    writer_->write(encode_preamble(Side::window));
    run::ToWorker message;
    const std::string nonce = make_nonce();
    *message.mutable_hello() = window_hello(nonce, frames, bytes);
    send(message);
    const std::optional<run::ToWindow> answer = next();
    ASSERT_TRUE(answer && answer->has_hello());
    check_worker_hello(answer->hello(), nonce);
}

void ServedWorker::send(const run::ToWorker& message) {
    writer_->write(encode_frame(message));
}
void ServedWorker::send_bytes(const std::string& bytes) {
    writer_->write(bytes);
}

void ServedWorker::keep(const run::ToWindow& message) {
    if (!message.has_records()) return;
    ++records_frames_;
    records_.insert(records_.end(), message.records().records().begin(), message.records().records().end());
}

std::optional<run::ToWindow> ServedWorker::next() {
    const std::optional<std::string> payload = reader_->next();
    if (!payload) return std::nullopt;
    run::ToWindow message = parse_payload<run::ToWindow>(*payload);
    keep(message);
    return message;
}

run::Reply ServedWorker::ask(run::Command command) {
    const std::uint32_t id = next_id_++;
    command.set_id(id);
    run::ToWorker message;
    *message.mutable_command() = std::move(command);
    send(message);
    while (const std::optional<run::ToWindow> answer = next())
        if (answer->has_reply() && answer->reply().id() == id) return answer->reply();
    ADD_FAILURE() << "the worker left without a reply";
    return {};
}

bool ServedWorker::read_until(const std::function<bool(const run::Record&)>& wanted) {
    std::size_t seen = 0;
    for (;;) {
        for (; seen < records_.size(); ++seen)
            if (wanted(records_[seen])) return true;
        if (!next()) return false;
    }
}

void ServedWorker::close_input() {
    if (to_ >= 0) close(to_);
    to_ = -1;
}

void ServedWorker::kill(int signal) {
    if (child_ > 0) ::kill(child_, signal);
}

void ServedWorker::give_credit(std::uint32_t frames, std::uint32_t bytes) {
    run::ToWorker message;
    message.mutable_credit()->set_frames(frames);
    message.mutable_credit()->set_bytes(bytes);
    send(message);
}

int ServedWorker::wait() {
    if (child_ <= 0) return -1;
    const int code = exit_code_of(child_);
    child_ = -1;
    return code;
}

TemporaryFolder::TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "mantissa-test-XXXXXX").string();
    path_ = mkdtemp(pattern.data()) ? pattern : "";
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace mantissa
