// SPDX-License-Identifier: Apache-2.0
#include "app/worker/sweep_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <system_error>
#include <thread>

#include "engine/base/error.h"
#include "engine/base/host.h"
#include "engine/report/output_file.h"
#include "engine/run/json.h"
#include "engine/store/library.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot(const fs::path& file, int error) {
    throw Error(ErrorCode::failed, say("it cannot be written: %1", {std::generic_category().message(error)}),
                file.string(), say("free some space, or name another folder with --folder"));
}

std::string line_of(const run::Start& start) {
    run::Start unnamed = start;
    unnamed.mutable_config()->clear_name();
    return to_json(unnamed);
}

run::Start start_of(const std::string& line, const fs::path& file, std::size_t number) {
    run::Start start;
    from_json(line, start, fmt::format("{}, line {}", file.string(), number + 1));
    return start;
}

/// Whole lines: of a process that was killed in the midst of one, that one is left out.
std::vector<std::string> lines_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line) && !stream.eof();) lines.push_back(std::move(line));
    return lines;
}

void put(const fs::path& file, const std::string& text) {
    write_output(file, true, [&](std::ostream& stream) { stream << text; });
    synchronize_folder(file.parent_path());
}

}  // namespace

FileLock::FileLock(const fs::path& file, const Phrase& taken)
    : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) cannot(file, errno);
    constexpr int tries = 5;  // who only looks whether it is held holds it for an instant
    for (int i = 0; i < tries; ++i) {
        if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ::close(descriptor_);
    throw Error(ErrorCode::failed, taken, file.string(), say("wait for it, or end it"));
}

FileLock::~FileLock() {
    ::close(descriptor_);
}

fs::path SweepFolder::beside(const SweepWork& work) {
    const fs::path library(work.library);
    return fs::absolute(library).parent_path() / (library.stem().string() + "." + work.group + ".sweep");
}

SweepPlace SweepFolder::place(std::size_t number) const {
    const fs::path folder = folder_ / "cells" / fmt::format("{:05}", number);
    return {folder,
            folder / "lock",
            folder / "running.mantissa",
            folder / "run.mantissa",
            folder / "checkpoints",
            folder / "refused",
            folder / "merged",
            folder / "taken",
            folder / "progress"};
}

std::vector<std::size_t> SweepFolder::number(const SweepWork& work) const {
    std::error_code failed;
    for (const fs::path& folder : {folder_ / "cells", log()})
        if (fs::create_directories(folder, failed); failed) cannot(folder, failed.value());
    const fs::path file = folder_ / "cells.jsonl";
    std::vector<std::string> lines = lines_of(file);
    std::map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < lines.size(); ++i) known.emplace(line_of(start_of(lines[i], file, i)), i);
    std::vector<std::size_t> numbers;
    const std::size_t before = lines.size();
    for (const SweepCell& cell : work.cells) {
        run::Start start;
        *start.mutable_config() = cell.config;
        start.set_group_id(work.group);
        const auto [found, added] = known.emplace(line_of(start), lines.size());
        if (added) lines.push_back(to_json(start));
        numbers.push_back(found->second);
    }
    if (lines.size() == before) return numbers;
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    put(file, text);
    return numbers;
}

run::Start SweepFolder::read(std::size_t number) const {
    const fs::path file = folder_ / "cells.jsonl";
    const std::vector<std::string> lines = lines_of(file);
    if (number >= lines.size())
        throw Error(ErrorCode::bad_data, say("there is no run number %1 of a sweep", {number}), file.string(),
                    say("the folder that sweep --on made, and a number below %1", {lines.size()}));
    return start_of(lines[number], file, number);
}

std::vector<run::Start> SweepFolder::numbered(std::size_t first) const {
    const fs::path file = folder_ / "cells.jsonl";
    const std::vector<std::string> lines = lines_of(file);
    std::vector<run::Start> starts;
    for (std::size_t i = first; i < lines.size(); ++i) starts.push_back(start_of(lines[i], file, i));
    return starts;
}

std::optional<SweepFolder::Merged> SweepFolder::merge(std::size_t number, const fs::path& library) const {
    const SweepPlace at = place(number);
    if (std::error_code ignored; !fs::exists(at.finished, ignored)) return std::nullopt;
    const std::unique_ptr<Library> into = Library::open(library, Access::read_write);
    const ImportResult result = into->import_runs(at.finished);
    if (!result.refused.empty())
        throw Error(ErrorCode::failed, say("its run cannot be taken in: %1", {describe(result)}), at.finished.string(),
                    say("import it by hand, or remove it"));
    std::optional<Merged> merged;
    for (const std::vector<std::string>* ids : {&result.imported, &result.equal, &result.restored})
        for (const std::string& id : *ids)
            if (const auto finished = into->details(id).finished) merged = {id, *finished};
    // The mark first: whoever is killed between finds the run in the library, and not the task to do.
    put(at.merged, "");
    std::error_code ignored;
    fs::remove(at.finished, ignored);
    return merged;
}

std::optional<TaskProgress> SweepFolder::progress(std::size_t number) const {
    const fs::path file = place(number).progress;
    std::ifstream stream(file, std::ios::binary);
    TaskProgress read;
    std::string so_far;
    if (!(stream >> read.run_id >> read.of_steps) || !std::getline(stream >> std::ws, so_far)) return std::nullopt;
    try {
        from_json(so_far, read.so_far, file.string());
    } catch (const Error&) {
        return std::nullopt;
    }
    return read;
}

void SweepFolder::tell(std::size_t number, const TaskProgress& progress) const noexcept try {
    const fs::path file = place(number).progress;
    fs::path fresh = file;
    fresh += ".new";
    {
        std::ofstream stream(fresh, std::ios::binary);
        stream << progress.run_id << ' ' << progress.of_steps << '\n' << to_json(progress.so_far) << '\n';
        if (!stream.flush()) return;
    }
    std::error_code ignored;
    fs::rename(fresh, file, ignored);
} catch (const std::exception&) {
    return;
}

std::string SweepFolder::refusal(std::size_t number) const {
    std::ifstream stream(place(number).refused, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void SweepFolder::refuse(std::size_t number, const std::string& why) const noexcept try {
    const SweepPlace at = place(number);
    fs::create_directories(at.folder);
    std::ofstream(at.refused, std::ios::binary) << why;
} catch (const std::exception&) {
    return;
}

void SweepFolder::make_ready(std::size_t number) const {
    const SweepPlace at = place(number);
    std::error_code failed;
    if (fs::create_directories(at.folder, failed); failed) cannot(at.folder, failed.value());
    for (const fs::path& mark : {at.refused, at.merged, at.taken, at.progress}) fs::remove(mark, failed);
}

void SweepFolder::remove() const noexcept {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

void need_library(const SweepWork& work) {
    if (work.library == "none")
        throw Error(ErrorCode::usage, say("runs of other processes are brought into a library"), "--library",
                    say("name one, or leave --library out for your own"));
}

}  // namespace mantissa
