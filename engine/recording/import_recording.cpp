// SPDX-License-Identifier: Apache-2.0
#include "engine/recording/import_recording.h"

#include <fstream>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/recording/run_reader.h"

namespace mantissa {
namespace {

constexpr std::size_t piece_bytes = 1u << 18;
constexpr std::size_t batch_records = 4096, batch_bytes = 16u << 20;

/// All files by turns, each as far as the reader wants it.
void read_all(const RunFiles& files, RunReader& reader) {
    std::vector<std::ifstream> open;
    for (const std::filesystem::path& file : files.files) {
        open.emplace_back(file, std::ios::binary);
        if (!open.back()) throw Error(ErrorCode::failed, say("The file cannot be opened"), file.string());
    }
    std::vector<char> piece(piece_bytes);
    std::vector<bool> over(open.size(), false);
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t i = 0; i < open.size(); ++i) {
            if (over[i] || !reader.wants(i)) continue;
            moved = true;
            open[i].read(piece.data(), static_cast<std::streamsize>(piece.size()));
            if (open[i].bad())
                throw Error(ErrorCode::failed, say("The file cannot be read to its end"), files.files[i].string());
            reader.take(i, {piece.data(), static_cast<std::size_t>(open[i].gcount())});
            if (!open[i].eof()) continue;
            over[i] = true;
            reader.over(i);
        }
    }
}

std::vector<std::string> names_of(const RunFiles& files) {
    std::vector<std::string> names;
    for (const std::filesystem::path& file : files.files) names.push_back(file.string());
    return names;
}

}  // namespace

bool looks_like_recording(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    char first = 0;
    return (in.get(first) && first == '{') || find_run_files(file).kind == RunFiles::Kind::events;
}

RecordingImport import_recording(Library& library, const std::filesystem::path& file) {
    const RunFiles files = find_run_files(file);
    const auto trial = make_run_reader(files, names_of(files), [](run::Record&&) {});
    read_all(files, *trial);
    if (!trial->started()) {
        if (trial->first_unread()) throw Error(*trial->first_unread());
        if (files.kind == RunFiles::Kind::events)
            throw Error(ErrorCode::bad_data, say("The event file has no scalar"), file.string(),
                        say("histograms, images and texts of TensorBoard are not read"));
        throw Error(ErrorCode::bad_data, say("The recording has no step yet"), file.string(),
                    say("a training writes its first steps after a while; import it then"));
    }
    RecordingImport result;
    result.files = files.files.size();
    result.events = files.kind == RunFiles::Kind::events;
    result.run_id = trial->run_id();
    if (const auto kept = library.steps_kept(result.run_id)) {
        result.known = true;
        result.before = *kept;
    }
    std::vector<run::Record> batch;
    std::size_t bytes = 0;
    const auto flush = [&] {
        library.append(batch);
        batch.clear();
        bytes = 0;
    };
    const auto reader = make_run_reader(files, names_of(files), [&](run::Record&& record) {
        bytes += record.ByteSizeLong();
        batch.push_back(std::move(record));
        if (batch.size() >= batch_records || bytes >= batch_bytes) flush();
    });
    read_all(files, *reader);
    flush();
    result.steps = reader->last_step();
    result.ended = reader->ended();
    result.partial = reader->partial();
    result.unread = reader->unread();
    if (const Error* first = reader->first_unread()) result.first_unread = first->what();
    return result;
}

}  // namespace mantissa
