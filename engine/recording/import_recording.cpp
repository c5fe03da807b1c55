// SPDX-License-Identifier: Apache-2.0
#include "engine/recording/import_recording.h"

#include <fstream>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/recording/recording_reader.h"

namespace mantissa {
namespace {

constexpr std::size_t piece_bytes = 1u << 20;
constexpr std::size_t batch_records = 4096, batch_bytes = 16u << 20;

std::ifstream opened(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw Error(ErrorCode::failed, say("The file cannot be opened"), file.string());
    return in;
}

void read_all(const std::filesystem::path& file, RecordingReader& reader) {
    std::ifstream in = opened(file);
    std::vector<char> piece(piece_bytes);
    while (in) {
        in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        reader.take({piece.data(), static_cast<std::size_t>(in.gcount())});
    }
    if (in.bad()) throw Error(ErrorCode::failed, say("The file cannot be read to its end"), file.string());
}

}  // namespace

bool looks_like_recording(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    char first = 0;
    return in.get(first) && first == '{';
}

RecordingImport import_recording(Library& library, const std::filesystem::path& file) {
    RecordingReader trial(file.string(), [](run::Record&&) {});
    read_all(file, trial);
    if (!trial.started())
        throw Error(ErrorCode::bad_data, say("The recording has no step yet"), file.string(),
                    say("a training writes its first steps after a while; import it then"));
    RecordingImport result;
    result.run_id = trial.run_id();
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
    RecordingReader reader(file.string(), [&](run::Record&& record) {
        bytes += record.ByteSizeLong();
        batch.push_back(std::move(record));
        if (batch.size() >= batch_records || bytes >= batch_bytes) flush();
    });
    read_all(file, reader);
    flush();
    result.steps = reader.last_step();
    result.ended = reader.ended();
    result.partial = reader.partial();
    return result;
}

}  // namespace mantissa
