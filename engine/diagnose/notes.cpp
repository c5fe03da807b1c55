// SPDX-License-Identifier: Apache-2.0
#include "engine/diagnose/notes.h"

#include <algorithm>
#include <fstream>
#include <span>
#include <utility>

#include "engine/base/host.h"
#include "engine/base/sha256.h"
#include "engine/diagnose/notes.pb.h"

namespace mantissa {
namespace {

diagnosis::Training message_of(const Course& course, const std::optional<Evaluation>& tested) {
    diagnosis::Training message;
    message.mutable_losses()->Assign(course.losses.begin(), course.losses.end());
    message.mutable_skipped()->Assign(course.skipped.begin(), course.skipped.end());
    if (tested) {
        message.mutable_tested()->set_loss(tested->loss);
        message.mutable_tested()->set_metric(tested->metric);
        message.mutable_tested()->set_chance(tested->chance);
    }
    return message;
}

Course course_of(const diagnosis::Training& message) {
    Course course;
    course.losses.assign(message.losses().begin(), message.losses().end());
    course.skipped.assign(message.skipped().begin(), message.skipped().end());
    course.skipped.resize(course.losses.size());
    return course;
}

Evaluation evaluation_of(const diagnosis::Training& message) {
    return {message.tested().loss(), message.tested().metric(), message.tested().chance()};
}

diagnosis::Replayed message_of(const Replay& replay) {
    diagnosis::Replayed message;
    for (const run::CastFinding& finding : replay.findings) *message.add_findings() = finding;
    message.set_propagators(replay.propagators);
    return message;
}

Replay replay_of(const diagnosis::Replayed& message) {
    Replay replay;
    replay.findings.assign(message.findings().begin(), message.findings().end());
    replay.propagators = message.propagators();
    return replay;
}

/// The oldest beyond `most_files` go: of questions that nobody went on with.
void prune(const std::filesystem::path& folder) {
    std::vector<std::pair<std::filesystem::file_time_type, std::filesystem::path>> files;
    for (const std::string& name : names_in(folder)) {
        std::error_code gone;
        const auto written = std::filesystem::last_write_time(folder / name, gone);
        if (name.ends_with(".notes") && !gone) files.emplace_back(written, folder / name);
    }
    std::sort(files.begin(), files.end());
    std::error_code failed;  // another process's prune was first
    for (std::size_t i = 0; i + DiagnosisNotes::most_files < files.size(); ++i)
        std::filesystem::remove(files[i].second, failed);
}

}  // namespace

DiagnosisNotes::DiagnosisNotes() : notes_(std::make_unique<diagnosis::Notes>()) {}
DiagnosisNotes::~DiagnosisNotes() = default;

DiagnosisNotes::DiagnosisNotes(std::filesystem::path file, std::string about, bool anew)
    : file_(std::move(file)), notes_(std::make_unique<diagnosis::Notes>()) {
    std::error_code failed;
    const std::uintmax_t bytes = std::filesystem::file_size(file_, failed);
    if (!anew && !failed && bytes <= most_bytes) {
        std::ifstream in(file_, std::ios::binary);
        if (!notes_->ParseFromIstream(&in) || notes_->about() != about) notes_->Clear();
    }
    notes_->set_about(about);
    recalled_ = static_cast<std::size_t>(notes_->trainings_size());
}

std::optional<Trained> DiagnosisNotes::training(const std::string& key) const {
    for (int i = 0; i < notes_->trainings_size(); ++i) {
        const diagnosis::Training& one = notes_->trainings(i);
        if (one.key() != key) continue;
        Trained trained{course_of(one), std::nullopt, static_cast<std::size_t>(i) < recalled_};
        if (one.has_tested()) trained.tested = evaluation_of(one);
        return trained;
    }
    return std::nullopt;
}

std::optional<Replay> DiagnosisNotes::replay(const std::string& key) const {
    for (const diagnosis::Replayed& one : notes_->replays())
        if (one.key() == key) return replay_of(one);
    return std::nullopt;
}

std::optional<std::pair<Watched, Replay>> DiagnosisNotes::watched() const {
    if (!notes_->has_watched()) return std::nullopt;
    const diagnosis::Watched& message = notes_->watched();
    Watched watched;
    watched.run = course_of(message.run());
    watched.fp32 = course_of(message.fp32());
    watched.control = course_of(message.control());
    watched.failure = Failure{message.failure().rule(), message.failure().step()};
    watched.images = message.images();
    watched.tolerance = message.tolerance();
    if (message.evaluated()) {
        TestedRuns& tested = watched.tested.emplace();
        tested.images = watched.images;
        tested.run = evaluation_of(message.run());
        tested.fp32 = evaluation_of(message.fp32());
        tested.control = evaluation_of(message.control());
        tested.tolerance = message.metric_tolerance();
        tested.worse = message.worse();
        if (message.lost_state()) tested.lost_state = message.lost_state_step();
    }
    return std::pair{std::move(watched), replay_of(message.cause())};
}

void DiagnosisNotes::keep(const std::string& key, const Trained& trained) {
    diagnosis::Training message = message_of(trained.course, trained.tested);
    message.set_key(key);
    *notes_->add_trainings() = std::move(message);
    write();
}

void DiagnosisNotes::keep(const std::string& key, const Replay& replay) {
    diagnosis::Replayed message = message_of(replay);
    message.set_key(key);
    *notes_->add_replays() = std::move(message);
    write();
}

void DiagnosisNotes::keep(const Watched& watched, const Replay& cause) {
    diagnosis::Watched& message = *notes_->mutable_watched();
    const auto of = [&](const Evaluation TestedRuns::*which) {
        return watched.tested ? std::optional<Evaluation>((*watched.tested).*which) : std::nullopt;
    };
    *message.mutable_run() = message_of(watched.run, of(&TestedRuns::run));
    *message.mutable_fp32() = message_of(watched.fp32, of(&TestedRuns::fp32));
    *message.mutable_control() = message_of(watched.control, of(&TestedRuns::control));
    if (watched.failure) {
        message.mutable_failure()->set_rule(watched.failure->rule);
        message.mutable_failure()->set_step(watched.failure->step);
    }
    message.set_images(watched.images);
    message.set_tolerance(watched.tolerance);
    message.set_evaluated(watched.tested.has_value());
    if (watched.tested) {
        message.set_metric_tolerance(watched.tested->tolerance);
        message.set_worse(watched.tested->worse);
        message.set_lost_state(watched.tested->lost_state.has_value());
        message.set_lost_state_step(watched.tested->lost_state.value_or(0));
    }
    *message.mutable_cause() = message_of(cause);
    write();
}

void DiagnosisNotes::forget() noexcept {
    std::error_code ignored;
    if (!file_.empty()) std::filesystem::remove(file_, ignored);
}

/// Whole, beside its place, and renamed: it is never half of one.
void DiagnosisNotes::write() noexcept {
    if (file_.empty()) return;
    try {
        const bool first = !std::filesystem::exists(file_);
        if (make_private_folder(file_.parent_path())) throw std::filesystem::filesystem_error("", file_, {});
        const std::filesystem::path beside = unborn_file(file_.parent_path());
        std::ofstream out(beside, std::ios::binary);
        const bool written = notes_->SerializeToOstream(&out) && out.flush();
        out.close();
        if (written)
            std::filesystem::rename(beside, file_);
        else
            std::filesystem::remove(beside);
        kept_ = written;
        if (written && first) prune(file_.parent_path());
    } catch (const std::exception&) {
        kept_ = false;
    }
}

std::string training_key(const run::RunConfig& config, bool moved, std::uint32_t steps, std::int64_t images) {
    const std::string all = config.SerializeAsString() + '/' + std::to_string(moved ? 1 : 0) + '/' +
                            std::to_string(steps) + '/' + std::to_string(images);
    return sha256_hex(std::as_bytes(std::span(all)));
}

Trained train_or_recall(const Bench& bench, const run::RunConfig& config, const Snapshot* from, bool moved,
                        std::uint32_t steps, std::int64_t images, const DiagnosisOptions& options, Pace& pace) {
    const std::string key = training_key(config, moved, steps, images);
    if (options.notes)
        if (std::optional<Trained> known = options.notes->training(key)) return std::move(*known);
    Trial trial(bench, config, from, moved);
    Trained trained;
    trained.course = train(trial, steps, pace);
    if (images > 0 && trained.course.losses.size() >= steps) trained.tested = trial.evaluate(images);
    if (options.notes) options.notes->keep(key, trained);
    return trained;
}

}  // namespace mantissa
