// SPDX-License-Identifier: GPL-3.0-or-later
// See stored_run.h. Records are read in stretches of steps: a long run is never in memory twice.
#include "ui/models/stored_run.h"

#include <algorithm>

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
    const auto take = [&](std::uint32_t first, std::uint32_t last) {
        for (const run::Record& record : reader->records(runId, RecordKind::KIND_NOT_SET, first, last)) {
            model->apply(record);
        }
    };
    std::uint32_t first = 0;
    while (lastStep >= first && lastStep - first >= kStretch) {
        take(first, first + kStretch - 1);
        first += kStretch;
    }
    take(first, every_step);
    if (summary.name != model->name()) model->setName(summary.name);
    return model;
}

}  // namespace mantissa::ui
