// SPDX-License-Identifier: Apache-2.0
#include "engine/recording/run_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <map>
#include <span>
#include <system_error>
#include <utility>

#include "engine/base/host.h"
#include "engine/base/sha256.h"
#include "engine/recording/event_reader.h"
#include "engine/recording/rank_joiner.h"
#include "engine/recording/recording_reader.h"

namespace mantissa {
namespace {

/// The rank in "run.rank12.jsonl" beside "run.jsonl"; 0 where the name is another one.
std::uint32_t rank_in(const std::string& name, const std::string& stem, const std::string& extension) {
    const std::string before = stem + ".rank";
    if (name.size() <= before.size() + extension.size() || !name.starts_with(before) || !name.ends_with(extension))
        return 0;
    const char* first = name.data() + before.size();
    const char* last = name.data() + name.size() - extension.size();
    std::uint32_t rank = 0;
    const auto [end, error] = std::from_chars(first, last, rank);
    return error == std::errc() && end == last && *first != '0' ? rank : 0;
}

bool begins_as_events(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::array<char, 12> head{};
    return in.read(head.data(), head.size()) && is_event_head({head.data(), head.size()});
}

}  // namespace

RunFiles find_run_files(const std::filesystem::path& file) {
    if (begins_as_events(file)) return {RunFiles::Kind::events, {file}, {0}};
    const std::string stem = file.stem().string(), extension = file.extension().string();
    std::vector<std::string> names;
    for (std::string& name : names_in(file.has_parent_path() ? file.parent_path() : std::filesystem::path(".")))
        if (names.size() < most_ranks && rank_in(name, stem, extension) > 0) names.push_back(std::move(name));
    return find_run_files_among(file, names);
}

RunFiles find_run_files_among(const std::filesystem::path& file, const std::vector<std::string>& names) {
    RunFiles found{RunFiles::Kind::recording, {file}, {0}};
    const std::string stem = file.stem().string(), extension = file.extension().string();
    std::map<std::uint32_t, std::filesystem::path> others;
    for (const std::string& name : names)
        if (const std::uint32_t rank = rank_in(name, stem, extension); rank > 0)
            others.emplace(rank, file.parent_path() / name);
    for (const auto& [rank, path] : others) {
        if (found.files.size() == most_ranks) break;
        found.kind = RunFiles::Kind::ranks;
        found.files.push_back(path);
        found.ranks.push_back(rank);
    }
    return found;
}

std::string derived_run_id(double started_unix, std::string_view identity) {
    constexpr std::string_view alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    const bool known = std::isfinite(started_unix) && started_unix > 0 && started_unix < 1e11;
    std::uint64_t time = known ? static_cast<std::uint64_t>(started_unix * 1e3) : 0;
    std::string text(26, '0');
    for (std::size_t i = 10; i-- > 0; time >>= 5) text[i] = alphabet[time & 31];
    const std::string digest = sha256_hex(std::as_bytes(std::span(identity)));
    for (std::size_t i = 10; i < 26; ++i) {  // five bits of each two digits
        const char pair[] = {digest[2 * i], digest[2 * i + 1]};
        unsigned value = 0;
        std::from_chars(pair, pair + 2, value, 16);
        text[i] = alphabet[value & 31];
    }
    return text;
}

std::unique_ptr<RunReader> make_run_reader(const RunFiles& files, const std::vector<std::string>& called,
                                           RunReader::Sink sink) {
    switch (files.kind) {
        case RunFiles::Kind::events:
            return std::make_unique<EventReader>(called.front(), std::move(sink));
        case RunFiles::Kind::recording:
            // One rank's file by itself, where it was asked for by its name.
            if (called.front().find(".rank") != std::string::npos) break;
            [[fallthrough]];
        case RunFiles::Kind::ranks:
            return std::make_unique<RankJoiner>(called, files.ranks, std::move(sink));
    }
    return std::make_unique<RecordingReader>(called.front(), std::move(sink));
}

}  // namespace mantissa
