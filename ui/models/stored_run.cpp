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

/// Of a foreign run that has more histograms than these are read: every few steps and the last, or a run of thousands
/// of tensors would take minutes and all memory.
constexpr std::size_t kForeignFrames = 256;
constexpr std::size_t kForeignHistograms = 60'000;  // of all frames together

/// All of a foreign run but for most of its histograms.
void readForeign(const Library& library, const std::string& runId, RunModel& model) {
    using Kind = RecordKind;
    for (const Kind kind : {Kind::kStarted, Kind::kDescribed})
        for (const run::Record& record : library.records(runId, kind)) model.apply(record);
    for (const run::Record& record : library.records(runId, Kind::kStepDone)) model.apply(record);
    const std::vector<std::uint32_t> steps = library.steps_with(runId, Kind::kHistograms);
    if (!steps.empty()) {
        const auto recordsAt = [&](std::uint32_t step) {
            return library.records(runId, Kind::kHistograms, step, step);
        };
        std::size_t each = 0;  // what a frame holds
        for (const run::Record& record : recordsAt(steps.back()))
            each += static_cast<std::size_t>(record.histograms().histograms_size());
        const std::size_t frames =
            std::min(steps.size(),
                     std::clamp<std::size_t>(kForeignHistograms / std::max<std::size_t>(1, each), 4, kForeignFrames));
        for (std::size_t i = 0; i < frames; ++i) {
            const std::size_t at = frames == 1 ? steps.size() - 1 : i * (steps.size() - 1) / (frames - 1);
            for (const run::Record& record : recordsAt(steps[at])) model.apply(record);
        }
    }
    for (const Kind kind : {Kind::kEvent, Kind::kEvaluated, Kind::kError, Kind::kFinished})
        for (const run::Record& record : library.records(runId, kind)) model.apply(record);
}

}  // namespace

std::unique_ptr<RunModel> readStoredRun(const std::filesystem::path& library, const std::string& runId) {
    const std::unique_ptr<Library> reader = Library::open(library, Access::read_only);
    const RunSummary summary = reader->summary(runId);
    auto model = std::make_unique<RunModel>(runId);
    const std::vector<run::Record> begun = reader->records(runId, RecordKind::kStarted);
    if (begun.empty()) reader->details(runId);  // which throws: the beginning is missing
    if (!begun.empty() && begun.front().started().has_foreign()) {
        readForeign(*reader, runId, *model);
        if (summary.name != model->name()) model->setName(summary.name);
        return model;
    }
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

std::vector<run::Record> readSteps(const std::filesystem::path& library, const std::string& runId, std::uint32_t first,
                                   std::uint32_t last) {
    const std::unique_ptr<Library> reader = Library::open(library, Access::read_only);
    std::uint32_t stride = 1;
    while ((last - first) / stride > StepColumns::kMostRefined / 4) stride *= 2;
    std::vector<run::Record> chosen;
    std::optional<run::Record> least, greatest;
    const auto close = [&] {  // a stretch of `stride` steps
        if (least && greatest && greatest->step() < least->step()) std::swap(least, greatest);
        for (std::optional<run::Record>* one : {&least, &greatest}) {
            if (*one && (chosen.empty() || chosen.back().step() < (*one)->step())) chosen.push_back(std::move(**one));
            one->reset();
        }
    };
    std::uint32_t stretch = 0;
    for (std::optional<std::uint32_t> from = first; from && *from <= last;) {
        const std::uint32_t to = *from + std::min(kStretch - 1, last - *from);
        for (run::Record& record : reader->records(runId, RecordKind::kStepDone, *from, to)) {
            if (record.step() / stride != stretch) close();
            stretch = record.step() / stride;
            const float loss = record.step_done().loss();
            if (record.step() % stride == 0 || stride == 1) {
                chosen.push_back(std::move(record));
            } else if (!least || loss < least->step_done().loss()) {
                least = record;
                if (!greatest) greatest = std::move(record);
            } else if (loss > greatest->step_done().loss()) {
                greatest = std::move(record);
            }
        }
        from = to == last ? std::nullopt : reader->next_step(runId, to + 1);
    }
    close();
    return chosen;
}

std::vector<run::Record> readHistograms(const std::filesystem::path& library, const std::string& runId) {
    const std::unique_ptr<Library> reader = Library::open(library, Access::read_only);
    const std::vector<std::uint32_t> steps = reader->steps_with(runId, RecordKind::kHistograms);
    const std::size_t every = (steps.size() + RunModel::kHistogramHistory - 1) / RunModel::kHistogramHistory;
    std::vector<run::Record> chosen;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < steps.size() && bytes < RunModel::kHistogramHistoryBytes; i += every)
        for (run::Record& record : reader->records(runId, RecordKind::kHistograms, steps[i], steps[i])) {
            bytes += record.ByteSizeLong();
            chosen.push_back(std::move(record));
        }
    return chosen;
}

}  // namespace mantissa::ui
