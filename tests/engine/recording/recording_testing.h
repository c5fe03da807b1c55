// SPDX-License-Identifier: Apache-2.0
// Recordings for tests: those that ship in tests/data, and lines made by hand.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "engine/recording/recording_reader.h"

namespace mantissa::test {

inline std::filesystem::path recording_path(const std::string& name) {
    return std::filesystem::path(MANTISSA_SOURCE) / "tests/data/recordings" / (name + ".jsonl");
}

inline std::string recording_bytes(const std::string& name) {
    std::ifstream in(recording_path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// All records of these bytes, given in pieces of `piece` bytes (0: at once).
inline std::vector<run::Record> records_of(const std::string& bytes, std::size_t piece = 0,
                                           const std::string& file = "run.jsonl") {
    std::vector<run::Record> records;
    RecordingReader reader(file, [&](run::Record&& record) { records.push_back(std::move(record)); });
    if (piece == 0) piece = bytes.size() + 1;
    for (std::size_t i = 0; i < bytes.size(); i += piece) reader.take(std::string_view(bytes).substr(i, piece));
    return records;
}

/// A header of a run with two tensors.
inline const std::string header =
    R"({"kind":"header","format":"mantissa-recording","version":1,"run":"01K0000000000000000000000T","started":1,)"
    R"("probe":"0.1.0","torch":"2.15.0","every":2,"model":"Net","gradients":"scaled","scaler":{"class":"GradScaler",)"
    R"("enabled":true,"scale":1024,"growth":2,"backoff":0.5,"interval":2000},"optimizers":[],"tensors":[)"
    R"({"index":0,"name":"a.b.weight","module":"a.b","type":"Linear","layer":"linear","part":"weight","shape":[4,2],)"
    R"("dtype":"float32","format":"float16","updates":8},)"
    R"({"index":1,"name":"a.b.bias","module":"a.b","type":"Linear","layer":"linear","part":"bias","shape":[4],)"
    R"("dtype":"float32","format":"float16","updates":4}]})"
    "\n";

inline std::string step(unsigned number, const std::string& more = "") {
    return R"({"kind":"step","step":)" + std::to_string(number) + R"(,"time":0.5,"lr":0.1,"scale":1024,"loss":1.5)" +
           more + "}\n";
}

}  // namespace mantissa::test
