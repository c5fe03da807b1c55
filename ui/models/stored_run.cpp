// SPDX-License-Identifier: GPL-3.0-or-later
// See stored_run.h. Records are read in stretches of steps: a long run is never in memory twice.
#include "ui/models/stored_run.h"

#include <algorithm>
#include <future>
#include <optional>
#include <vector>

#include "engine/store/library.h"

namespace mantissa::ui {
namespace {

constexpr std::uint32_t kStretch = 16384;

}  // namespace

std::unique_ptr<RunModel> readStoredRun(const std::filesystem::path& library, const std::string& runId) {
    const std::unique_ptr<Library> reader = Library::open(library, Access::read_only);
    const RunSummary summary = reader->summary(runId);
    reader->details(runId);  // refuses one without a beginning
    auto model = std::make_unique<RunModel>(runId);
    // What is read is bounded by what is stored, not by the numbers of its steps: those may leap.
    std::optional<std::uint32_t> first = 0;
    const auto read = [&] {
        std::vector<run::Record> records;
        while (first && records.empty()) {
            const std::uint32_t last = *first + std::min(kStretch - 1, every_step - *first);
            records = reader->records(runId, RecordKind::KIND_NOT_SET, *first, last);
            first = last == every_step ? std::nullopt : reader->next_step(runId, last + 1);
        }
        return records;
    };
    // One stretch is read while the one before it is taken in: both cost about the same.
    std::vector<run::Record> records = read();
    while (!records.empty()) {
        std::future<std::vector<run::Record>> next = std::async(std::launch::async, read);
        for (const run::Record& record : records) model->apply(record);
        records = next.get();
    }
    if (summary.name != model->name()) model->setName(summary.name);
    return model;
}

}  // namespace mantissa::ui
