// SPDX-License-Identifier: GPL-3.0-or-later
// See lesson_model.h; the sentences of a reveal are in lesson_words.cpp.
#include "ui/models/lesson_model.h"

#include <algorithm>
#include <span>

#include "engine/base/error.h"
#include "engine/base/host.h"
#include "engine/base/sha256.h"
#include "ui/models/lesson_words.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

namespace fs = std::filesystem;

/// Two folders of the same name are two lessons.
std::string fileNameOf(const LoadedLesson& lesson) {
    std::error_code ignored;
    const std::string whole = fs::weakly_canonical(lesson.folder, ignored).string();
    const std::string digits = sha256_hex(std::as_bytes(std::span(whole))).substr(0, 8);
    std::string name;
    for (const char c : lesson.name.substr(0, 60)) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '-';
    return name + "-" + digits + ".json";
}

QVector<QPointF> pointsOf(const google::protobuf::RepeatedPtrField<lesson::Point>& from) {
    QVector<QPointF> points;
    for (const lesson::Point& point : from) points << QPointF(point.x(), point.y());
    return points;
}

void fill(const QVector<QPointF>& points, google::protobuf::RepeatedPtrField<lesson::Point>* to) {
    to->Clear();
    for (const QPointF& p : points) {
        lesson::Point& point = *to->Add();
        point.set_x(p.x());
        point.set_y(p.y());
    }
}

}  // namespace

LessonModel::LessonModel(QObject* parent) : QObject(parent) {}

void LessonModel::open(const fs::path& folder, const fs::path& resultFolder, const QString& language) {
    LoadedLesson lesson = read_lesson(folder, language.toStdString());
    const fs::path file = resultFolder / fileNameOf(lesson);
    lesson::Result result = new_result(lesson);
    std::error_code ignored;
    if (fs::exists(file, ignored)) {
        try {
            lesson::Result kept = read_result(file);
            if (belongs_to(kept, lesson)) result = std::move(kept);
        } catch (const Error& error) {
            qWarning("lesson: %s begins anew: %s", lesson.name.c_str(), error.what());
            fs::rename(file, fs::path(file) += ".unreadable", ignored);  // or the next answer would replace it
        }
    }
    lesson_ = std::move(lesson);
    result_ = std::move(result);
    file_ = file;
    runFailed({});
    broken_ = false;
    unasked_ = -1;
    emit lessonChanged();
    emit stepChanged(step());
}

void LessonModel::close() {
    if (!isOpen()) return;
    lesson_.reset();
    result_.Clear();
    expected_.clear();
    names_.clear();
    runs_.clear();
    trainingStep_ = -1;
    emit lessonChanged();
}

QString LessonModel::title() const {
    return isOpen() ? QString::fromStdString(lesson_->content.title()) : QString();
}

QString LessonModel::page() const {
    return isOpen() ? QString::fromStdString(lesson_->pages[result_.step()]) : QString();
}

void LessonModel::moveTo(int step) {
    if (!isOpen() || step < 0 || step >= steps() || step == this->step()) return;
    result_.set_step(static_cast<std::uint32_t>(step));
    unasked_ = -1;
    if (step == steps() - 1) result_.set_finished(true);
    if (trainingStep_ != step) broken_ = false;
    keep();
    emit stepChanged(step);
}

void LessonModel::restart() {
    if (!isOpen()) return;
    result_ = new_result(*lesson_);
    runFailed({});
    broken_ = false;
    unasked_ = -1;
    keep();
    emit stepChanged(0);
    emit changed();
}

bool LessonModel::take(const lesson::Result& earlier) {
    if (!isOpen() || !belongs_to(earlier, *lesson_)) return false;
    result_ = earlier;
    runFailed({});
    broken_ = false;
    keep();
    emit stepChanged(step());
    emit changed();
    return true;
}

const lesson::Prediction* LessonModel::prediction(const std::string& id) const {
    const std::size_t at = lesson_->step_of_prediction(id);
    return at < lesson_->steps() ? &lesson_->content.steps(static_cast<int>(at)).predict() : nullptr;
}

const lesson::Prediction* LessonModel::question() const {
    return isOpen() && current().has_predict() ? &current().predict() : nullptr;
}

/// Until its outcome is seen a prediction can be changed; one that no step reveals has no outcome to be waited for.
bool LessonModel::isAsking() const {
    if (!question() || answerLocked()) return false;
    const auto revealed = [this](const lesson::Step& step) { return step.reveal().prediction() == question()->id(); };
    return !answer() || std::any_of(lesson_->content.steps().begin(), lesson_->content.steps().end(), revealed);
}

/// What a question is measured by, where something is.
std::vector<Measure> LessonModel::outcomesOf(const lesson::Prediction& asked) const {
    std::vector<Measure> found;
    for (const lesson::Step& step : lesson_->content.steps())
        if (step.reveal().prediction() == asked.id() && !step.reveal().measure().empty())
            found.push_back(parse_measure(step.reveal().measure()));
    return found;
}

/// The outcome of a question was seen, or what it predicts was trained.
bool LessonModel::isSettled(const lesson::Prediction& asked) const {
    if (const lesson::Answer* given = answer_to(result_, asked.id()); given && given->revealed()) return true;
    if (wasSeen(asked.id())) return true;
    const auto begun = [this](const std::string& run) { return !runId(run).isEmpty(); };
    for (const Measure& measure : outcomesOf(asked))
        if (measure.of_run() && begun(measure.run)) return true;
    const auto lanes = lesson_->lanes(lesson_->step_of_prediction(asked.id()));
    return std::any_of(lanes.begin(), lanes.end(), [&](const LessonLane& lane) { return begun(lane.name); });
}

bool LessonModel::asksOfFormats() const {
    if (!isAsking() || shows_runs(current().show())) return false;
    const std::vector<Measure> all = outcomesOf(*question());
    return std::none_of(all.begin(), all.end(), [](const Measure& measure) { return measure.of_run(); });
}

bool LessonModel::keepsAdvice() const {
    if (!isOpen() || current().advisor() != "silent") return false;
    for (int ahead = step() + 1; ahead < steps(); ++ahead)
        if (const lesson::Step& one = lesson_->content.steps(ahead); one.has_predict())
            return !isSettled(one.predict());
    return false;
}

std::optional<Measure> LessonModel::askedCurve() const {
    if (!isOpen()) return std::nullopt;
    for (const lesson::Step& one : lesson_->content.steps()) {
        if (!one.has_predict()) continue;
        for (const Measure& measure : outcomesOf(one.predict()))
            if (measure.kind == Measure::Kind::ranks_error && !isSettled(one.predict())) return measure;
    }
    return std::nullopt;
}

bool LessonModel::asksOfCurve() const {
    if (!isAsking()) return false;
    const std::vector<Measure> all = outcomesOf(*question());
    return std::any_of(all.begin(), all.end(),
                       [](const Measure& measure) { return measure.kind == Measure::Kind::ranks_error; });
}

bool LessonModel::awaitsFirstTraining() const {
    const int first = isOpen() ? firstTraining() : 0;
    if (isAsking() || step() >= first || first >= steps()) return false;
    for (int ahead = step() + 1; ahead <= first; ++ahead)
        if (const lesson::Step& one = lesson_->content.steps(ahead);
            one.has_predict() && !answer_to(result_, one.predict().id()))
            return true;
    return false;
}

bool LessonModel::silencesAdvisor() const {
    if (!isOpen()) return false;
    if (isAsking() || keepsAdvice() || awaitsFirstTraining()) return true;
    if (!current().has_run() || step() + 1 >= steps()) return false;
    const lesson::Step& next = lesson_->content.steps(step() + 1);
    return next.has_predict() && !next.has_run() && !answer_to(result_, next.predict().id());
}

const lesson::Answer* LessonModel::answer() const {
    return question() ? answer_to(result_, question()->id()) : nullptr;
}

bool LessonModel::answerLocked() const {
    const lesson::Prediction* asked = question();
    if (!asked) return false;
    return unasked_ == step() || (trains() && trainingStep_ == step()) || isSettled(*asked);
}

bool LessonModel::wasSeen(const std::string& prediction) const {
    return std::find(result_.seen().begin(), result_.seen().end(), prediction) != result_.seen().end();
}

lesson::Answer& LessonModel::answerFor(const lesson::Prediction& asked) {
    lesson::Answer* place = nullptr;
    for (lesson::Answer& given : *result_.mutable_answers())
        if (given.id() == asked.id()) place = &given;
    if (!place) place = result_.add_answers();
    place->Clear();
    place->set_id(asked.id());
    place->set_kind(asked.kind());
    place->set_question(asked.question());
    if (asked.has_unit()) place->set_unit(asked.unit());
    *place->mutable_choices() = asked.choices();
    if (asked.has_x()) place->set_x(asked.x());
    if (asked.has_y()) place->set_y(asked.y());
    return *place;
}

void LessonModel::answerNumber(double value) {
    const lesson::Prediction* asked = question();
    if (!asked || asked->kind() != "number" || answerLocked() || !(value >= asked->low() && value <= asked->high()))
        return;
    answerFor(*asked).set_number(value);
    keep();
    emit changed();
}

void LessonModel::answerChoice(int index) {
    const lesson::Prediction* asked = question();
    if (!asked || asked->kind() != "choice" || answerLocked() || index < 0 || index >= asked->choices_size()) return;
    lesson::Answer& answer = answerFor(*asked);
    answer.set_choice(static_cast<std::uint32_t>(index));
    answer.set_choice_text(asked->choices(index));
    keep();
    emit changed();
}

void LessonModel::answerCurve(const QVector<QPointF>& points) {
    const lesson::Prediction* asked = question();
    if (!asked || asked->kind() != "curve" || answerLocked() || points.isEmpty()) return;
    fill(points, answerFor(*asked).mutable_curve());
    keep();
    emit changed();
}

bool LessonModel::allDone(int step) const {
    const auto lanes = lesson_->lanes(static_cast<std::size_t>(step));
    return std::all_of(lanes.begin(), lanes.end(), [this](const LessonLane& lane) {
        const lesson::PlayedRun* run = played_run(result_, lane.name);
        return run && run->completed();
    });
}

LessonRun LessonModel::runState() const {
    if (!isOpen() || !current().has_run()) return LessonRun::None;
    if (trains() && trainingStep_ == step()) return LessonRun::Training;
    if (broken_) return LessonRun::Broken;
    return allDone(step()) ? LessonRun::Done : LessonRun::Waiting;
}

QString LessonModel::runId(const std::string& name) const {
    for (const auto& [id, known] : names_)
        if (known == name) return QString::fromStdString(id);
    const lesson::PlayedRun* run = isOpen() ? played_run(result_, name) : nullptr;
    return run ? QString::fromStdString(run->run_id()) : QString();
}

bool LessonModel::owns(const std::string& runId) const {
    return names_.contains(runId) || std::any_of(result_.runs().begin(), result_.runs().end(),
                                                 [&](const auto& run) { return run.run_id() == runId; });
}

int LessonModel::firstTraining() const {
    int first = 0;
    while (first < steps() && lesson_->lanes(static_cast<std::size_t>(first)).empty()) ++first;
    return first;
}

QString LessonModel::missingRun() const {
    if (!isOpen() || !shows_runs(current().show())) return {};
    std::string name = current().view().run();
    if (const auto trained = lanes(); name.empty() && !trained.empty()) name = trained.front().name;
    if (const int first = firstTraining();
        name.empty() && current().recording().empty() && step() < first && first < steps())
        name = lesson_->lanes(static_cast<std::size_t>(first)).front().name;  // until then a page has none of its runs
    return name.empty() || !runId(name).isEmpty() ? QString() : QString::fromStdString(name);
}

double LessonModel::runProgress() const {
    double done = 0, whole = 0;
    for (const auto& [id, total] : totals_) {
        const auto run = runs_.find(id);
        if (run == runs_.end()) continue;
        done += run->second.steps();
        whole += total;
    }
    return whole > 0 ? std::min(1.0, done / whole) : 0.0;
}

void LessonModel::expectRuns() {
    runFailed({});
    broken_ = false;
    trainingStep_ = step();
    for (const LessonLane& lane : lanes()) expected_.push_back(lane.name);
    emit changed();
}

void LessonModel::runFailed(const QString& reason) {
    expected_.clear();
    names_.clear();
    runs_.clear();
    totals_.clear();
    runProblem_ = reason;
    broken_ = trainingStep_ >= 0;
    trainingStep_ = -1;
    if (!reason.isEmpty()) emit changed();
}

void LessonModel::apply(const std::vector<run::Record>& records) {
    if (trainingStep_ < 0) return;
    bool touched = false;
    for (const run::Record& record : records) {
        const bool begins = record.has_started() && !record.started().identity().ghost() &&
                            record.lane() < expected_.size() && !expected_[record.lane()].empty();
        if (begins) {
            names_[record.run_id()] = expected_[record.lane()];
            totals_[record.run_id()] = record.started().total_steps();
            expected_[record.lane()].clear();
            if (std::all_of(expected_.begin(), expected_.end(), [](const std::string& n) { return n.empty(); }))
                expected_.clear();
        }
        const auto name = names_.find(record.run_id());
        if (name == names_.end()) continue;
        touched = true;
        MeasuredRun& run = runs_[record.run_id()];
        run.apply(record);
        if (!record.has_finished()) continue;
        const std::string ended = name->second;
        if (!run.completed()) {
            const run::ErrorRecord& error = record.finished().error();
            runFailed(error.message().empty() ? tr("The run was stopped before its end: run it again.")
                                              : messageInWords(error));
            return;
        }
        keep_run(result_, *lesson_, ended, run);
        names_.erase(name);
        keep();
    }
    if (!touched) return;
    if (expected_.empty() && names_.empty()) {
        trainingStep_ = -1;
        totals_.clear();
        runs_.clear();
    }
    emit changed();
}

void LessonModel::interrupted(const QString& runId, const QString& reason) {
    if (names_.contains(runId.toStdString())) runFailed(reason);
}

void LessonModel::revealUnasked() {
    unasked_ = step();
    emit changed();
}

std::optional<Revelation> LessonModel::revelation() {
    if (!isOpen() || !current().has_reveal()) return std::nullopt;
    const lesson::Reveal& reveal = current().reveal();
    Revelation shown;
    shown.prediction = prediction(reveal.prediction());
    if (!shown.prediction) return std::nullopt;
    if (!reveal.measure().empty()) {
        shown.outcome = measured(result_, reveal.measure());
        if (!shown.outcome) return std::nullopt;
        const std::string run = parse_measure(reveal.measure()).run;
        if (const std::size_t at = lesson_->step_of_run(run);
            at < lesson_->steps() && !lesson_->content.steps(static_cast<int>(at)).run().lanes().empty())
            shown.run = QString::fromStdString(run);
    }
    if (shown.prediction->kind() == "curve") {
        const Measure measure = parse_measure(reveal.measure());
        if (const lesson::PlayedRun* run = played_run(result_, measure.run))
            shown.outcomeCurve = pointsOf(measure.kind == Measure::Kind::loss ? run->loss() : run->accuracy());
    }
    // What the same step asks for is revealed once it was answered, or the step's run is over.
    shown.answer = answer_to(result_, reveal.prediction());
    if (!shown.answer && question() && question()->id() == reveal.prediction() && runState() != LessonRun::Done &&
        unasked_ != step())
        return std::nullopt;
    if (runState() == LessonRun::Waiting || runState() == LessonRun::Training || runState() == LessonRun::Broken)
        return std::nullopt;
    if (shown.answer) shown.predictedCurve = pointsOf(shown.answer->curve());
    shown.sentence = revealSentence(reveal, shown);
    noteOutcome(reveal, shown);
    return shown;
}

/// What is revealed is part of the result, and whoever has seen it without a prediction makes none any more.
void LessonModel::noteOutcome(const lesson::Reveal& reveal, const Revelation& shown) {
    if (!shown.answer && !wasSeen(reveal.prediction())) {
        result_.add_seen(reveal.prediction());
        keep();
    }
    if (!shown.answer || shown.answer->revealed()) return;
    for (lesson::Answer& answer : *result_.mutable_answers()) {
        if (answer.id() != reveal.prediction()) continue;
        answer.set_revealed(true);
        if (!reveal.measure().empty()) answer.set_measure(reveal.measure());
        if (shown.outcome) answer.set_outcome(*shown.outcome);
        fill(shown.outcomeCurve, answer.mutable_outcome_curve());
        if (reveal.has_answer() && shown.prediction->kind() == "choice") {
            answer.set_right_choice(reveal.answer());
            answer.set_right_choice_text(shown.prediction->choices(static_cast<int>(reveal.answer())));
        }
    }
    keep();
}

void LessonModel::handIn(const fs::path& file, const QString& student) const {
    lesson::Result handed = result_;
    const QString name = student.simplified().left(200);
    if (!name.isEmpty()) handed.set_student(name.toStdString());
    write_result(file, handed);
}

void LessonModel::keep() {
    try {
        make_private_folder(file_.parent_path());
        write_result(file_, result_);
        std::error_code ignored;
        fs::permissions(file_, fs::perms::owner_read | fs::perms::owner_write, ignored);
    } catch (const Error& error) {
        emit notKept(inWords(error));
    }
}

}  // namespace mantissa::ui
