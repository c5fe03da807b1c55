// SPDX-License-Identifier: GPL-3.0-or-later
// See stored_run.h. Records are read in stretches of steps: a long run is never in memory twice.
#include "ui/models/stored_run.h"

#include <future>
#include <vector>

#include "engine/store/library.h"

namespace mantissa::ui {
namespace {

constexpr std::uint32_t kStretch = 16384;

}  // namespace

std::unique_ptr<RunModel> readStoredRun(const std::filesystem::path& library, const std::string& runId) {
    const std::unique_ptr<Library> reader = Library::open(library, Access::read_only);
    const RunSummary summary = reader->summary(runId);
    const std::uint32_t lastStep = reader->details(runId).last_step;
    auto model = std::make_unique<RunModel>(runId);
    const auto read = [&](std::uint32_t first) {
        const bool more = lastStep >= first && lastStep - first >= kStretch;
        return reader->records(runId, RecordKind::KIND_NOT_SET, first, more ? first + kStretch - 1 : every_step);
    };
    // One stretch is read while the one before it is taken in: both cost about the same.
    std::vector<run::Record> records = read(0);
    for (std::uint32_t first = 0;; first += kStretch) {
        const bool more = lastStep >= first && lastStep - first >= kStretch;
        std::future<std::vector<run::Record>> next;
        if (more) next = std::async(std::launch::async, read, first + kStretch);
        for (const run::Record& record : records) model->apply(record);
        if (!more) break;
        records = next.get();
    }
    if (summary.name != model->name()) model->setName(summary.name);
    return model;
}

}  // namespace mantissa::ui
