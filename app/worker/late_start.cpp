// SPDX-License-Identifier: Apache-2.0
#include "app/worker/late_start.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "engine/base/ulid.h"
#include "engine/diagnose/course.h"

namespace mantissa {
namespace {

/// The step (0: the first) from which on the records of a run say that it failed by itself.
std::optional<std::uint32_t> failed_at(const Library& library, const std::string& run_id) {
    Course course;
    std::vector<std::uint32_t> steps;
    for (const run::Record& record : library.records(run_id, run::Record::kStepDone)) {
        course.losses.push_back(record.step_done().loss());
        course.skipped.push_back(record.step_done().skipped());
        steps.push_back(record.step());  // done with it
    }
    const std::optional<Failure> failure = first_failure(course);
    if (!failure) return std::nullopt;
    return steps[failure->step] - 1;
}

}  // namespace

bool has_run(const Library* library, const std::string& run_id) {
    return library && library->steps_kept(run_id);
}

Checkpoint checkpoint_named(const std::string& name, const CheckpointFolder& folder) {
    return !is_ulid(name) || std::filesystem::exists(name) ? read_checkpoint(name) : folder.read(name);
}

std::optional<Checkpoint> late_start(const Library* library, const std::string& run_id, const CheckpointFolder& folder,
                                     std::uint32_t& step_limit, bool is_given) {
    std::optional<std::uint32_t> failed;
    if (has_run(library, run_id)) {
        failed = failed_at(*library, run_id);
        if (!failed || *failed < step_limit) return std::nullopt;
    }
    std::error_code ignored;
    const bool there = is_ulid(run_id) && std::filesystem::exists(folder.file_of(run_id), ignored);
    if (there) {
        Checkpoint checkpoint = folder.read(run_id);
        const std::uint32_t step = checkpoint.snapshot.step;
        if (failed ? step > 0 && step <= *failed : step > step_limit) {
            if (!failed) return checkpoint;
            const std::uint32_t enough = *failed - step + 60;  // some more, to see that a cure lasts
            const bool reaches = *failed - step + FailureRules().window <= step_limit;  // it takes a few to be seen
            std::string and_then;
            if (!reaches && is_given)
                and_then = fmt::format(", from where --most-steps {} reaches it", enough);
            else if (!reaches)
                and_then =
                    fmt::format(", and {} steps from there are looked at, so that they reach the failure", enough);
            fmt::print(stderr,
                       "mantissa-worker: the run fails at step {}, beyond --most-steps {}: every training begins "
                       "with its checkpoint of step {}{}\n",
                       *failed + 1, step_limit, step, and_then);
            if (!reaches && !is_given) step_limit = enough;
            return checkpoint;
        }
    }
    if (failed)
        fmt::print(stderr,
                   "mantissa-worker: the run fails at step {}, beyond --most-steps {}, and {}: its first steps alone "
                   "are looked at\n",
                   *failed + 1, step_limit,
                   there ? "its checkpoint is from after that" : "there is no checkpoint of it here");
    return std::nullopt;
}

}  // namespace mantissa
