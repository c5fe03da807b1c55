// SPDX-License-Identifier: Apache-2.0
#include "engine/lesson/result_file.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <set>

#include "engine/base/error.h"
#include "engine/base/ulid.h"
#include "engine/base/utf8.h"
#include "engine/base/version.h"
#include "engine/lesson/text_file.h"
#include "engine/report/output_file.h"
#include "engine/run/json.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

constexpr std::size_t most_curve_points = 400;
constexpr std::size_t most_text = 4096;

double now_unix() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

[[noreturn]] void refuse_result(const std::string& file, const std::string& place, const Phrase& what,
                                const Phrase& expected) {
    throw Error(ErrorCode::bad_data, what, place.empty() ? file : fmt::format("{}, {}", file, place), expected);
}

void check_text(const std::string& text, const std::string& file, const std::string& place) {
    if (text.size() > most_text)
        refuse_result(file, place, say("a text of %1 bytes", {text.size()}), say("at most %1", {most_text}));
    for (const char c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            refuse_result(file, place, say("the text contains a control character"), say("one line of text"));
    if (!is_utf8(text)) refuse_result(file, place, say("the text is not UTF-8"), say("a text in UTF-8"));
}

/// Every text one line of UTF-8, every number finite, by protobuf's reflection.
void check_values(const Message& message, const std::string& file, const std::string& place) {
    const auto& reflection = *message.GetReflection();
    std::vector<const FieldDescriptor*> fields;
    reflection.ListFields(message, &fields);
    for (const FieldDescriptor* field : fields) {
        const std::string name = place.empty() ? field->name() : place + "." + field->name();
        if (field->is_repeated()) {
            const int count = reflection.FieldSize(message, field);
            if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE)
                for (int i = 0; i < count; ++i)
                    check_values(reflection.GetRepeatedMessage(message, field, i), file,
                                 fmt::format("{}[{}]", name, i));
            else if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING)
                for (int i = 0; i < count; ++i)
                    check_text(reflection.GetRepeatedString(message, field, i), file, fmt::format("{}[{}]", name, i));
            continue;
        }
        if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING)
            check_text(reflection.GetString(message, field), file, name);
        else if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE)
            check_values(reflection.GetMessage(message, field), file, name);
        else if (field->cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE &&
                 !std::isfinite(reflection.GetDouble(message, field)))
            refuse_result(file, name, say("the number is not finite"), say("a number"));
    }
}

void check_result(const lesson::Result& result, const std::string& file) {
    if (result.version() != 1)
        refuse_result(file, "version", say("version %1", {result.version()}), say("1: a result of a lesson"));
    check_values(result, file, "");
    if (result.lesson().empty()) refuse_result(file, "lesson", say("it is missing or empty"), say("the lesson's name"));
    if (result.steps() < 1 || result.steps() > static_cast<std::uint32_t>(most_lesson_steps) ||
        result.step() >= result.steps())
        refuse_result(file, "step", say("step %1 of %2", {result.step(), result.steps()}),
                      say("a step of the lesson, from 0"));
    if (result.answers_size() > most_lesson_steps)
        refuse_result(file, "answers", say("%1 answers", {result.answers_size()}),
                      say("at most %1", {most_lesson_steps}));
    if (result.runs_size() > 4 * most_lesson_steps)
        refuse_result(file, "runs", say("%1 runs", {result.runs_size()}), say("at most %1", {4 * most_lesson_steps}));
    std::set<std::string> ids, names;
    for (int i = 0; i < result.answers_size(); ++i) {
        const lesson::Answer& answer = result.answers(i);
        const std::string place = fmt::format("answers[{}]", i);
        if (answer.id().empty() || !ids.insert(answer.id()).second)
            refuse_result(file, place + ".id", say("it is missing or used twice"), say("a unique name"));
        const bool known = answer.kind() == "number"   ? answer.has_number()
                           : answer.kind() == "choice" ? answer.has_choice()
                           : answer.kind() == "curve"  ? !answer.curve().empty()
                                                       : false;
        if (!known)
            refuse_result(file, place, say("the answer is missing"),
                          say("a number, a choice or a curve, as its kind says"));
    }
    for (int i = 0; i < result.runs_size(); ++i) {
        const lesson::PlayedRun& run = result.runs(i);
        const std::string place = fmt::format("runs[{}]", i);
        if (run.name().empty() || !names.insert(run.name()).second)
            refuse_result(file, place + ".name", say("it is missing or used twice"), say("a unique name"));
        if (!is_ulid(run.run_id()))
            refuse_result(file, place + ".run_id", say("this is not the id of a run"), say("26 letters and digits"));
    }
}

lesson::PlayedRun& place_for(lesson::Result& result, const std::string& name) {
    for (lesson::PlayedRun& run : *result.mutable_runs())
        if (run.name() == name) return run;
    return *result.add_runs();
}

}  // namespace

lesson::Result new_result(const LoadedLesson& lesson) {
    lesson::Result result;
    result.set_version(1);
    result.set_lesson(to_utf8(lesson.name));
    result.set_title(lesson.content.title());
    result.set_lesson_sha256(lesson.sha256);
    result.set_program_version(program_version);
    result.set_started_unix(now_unix());
    result.set_changed_unix(result.started_unix());
    result.set_step(0);
    result.set_steps(static_cast<std::uint32_t>(lesson.steps()));
    result.set_finished(lesson.steps() == 1);
    return result;
}

bool belongs_to(const lesson::Result& result, const LoadedLesson& lesson) {
    return result.lesson_sha256() == lesson.sha256 && result.steps() == lesson.steps();
}

const lesson::Answer* answer_to(const lesson::Result& result, const std::string& prediction) {
    for (const lesson::Answer& answer : result.answers())
        if (answer.id() == prediction) return &answer;
    return nullptr;
}

const lesson::PlayedRun* played_run(const lesson::Result& result, const std::string& name) {
    for (const lesson::PlayedRun& run : result.runs())
        if (run.name() == name) return &run;
    return nullptr;
}

void keep_run(lesson::Result& result, const LoadedLesson& lesson, const std::string& name, const MeasuredRun& run) {
    lesson::PlayedRun& kept = place_for(result, name);
    kept.Clear();
    kept.set_name(name);
    kept.set_run_id(run.run_id());
    *kept.mutable_config() = run.config();
    kept.set_completed(run.completed());
    kept.set_steps(run.steps());
    std::set<std::string> done;
    const auto keep = [&](const std::string& text) {
        if (text.empty() || !done.insert(text).second) return;
        const Measure measure = parse_measure(text);
        if (measure.run != name) return;
        const auto value = run.value(measure);
        if (!value || !std::isfinite(*value)) return;
        lesson::Outcome& outcome = *kept.add_outcomes();
        outcome.set_measure(text);
        outcome.set_value(*value);
    };
    for (const lesson::Step& step : lesson.content.steps()) {
        keep(step.reveal().measure());
        for (const lesson::Figure& figure : step.figures()) keep(figure.measure());
    }
    const auto fill = [](const auto& points, auto& to) {
        for (const auto& [x, y] : points) {
            if (!std::isfinite(y)) continue;
            lesson::Point& point = *to.Add();
            point.set_x(x);
            point.set_y(y);
        }
    };
    fill(run.accuracy(most_curve_points), *kept.mutable_accuracy());
    fill(run.loss(most_curve_points), *kept.mutable_loss());
}

std::optional<double> measured(const lesson::Result& result, const std::string& text) {
    const Measure measure = parse_measure(text);
    if (!measure.of_run()) return format_measure(measure);
    if (const lesson::PlayedRun* run = played_run(result, measure.run))
        for (const lesson::Outcome& outcome : run->outcomes())
            if (outcome.measure() == text) return outcome.value();
    return std::nullopt;
}

lesson::Result read_result(const fs::path& file) {
    lesson::Result result;
    from_json(read_text_file(file, most_result_bytes), result, file.string());
    check_result(result, file.string());
    return result;
}

void write_result(const fs::path& file, const lesson::Result& result) {
    lesson::Result written = result;
    written.set_changed_unix(now_unix());
    std::error_code ignored;
    if (file.has_parent_path()) fs::create_directories(file.parent_path(), ignored);
    const std::string text = to_json(written) + '\n';
    if (text.size() > most_result_bytes)  // read_result() would refuse it
        throw Error(ErrorCode::failed, say("the result has %1 KiB", {text.size() >> 10}), file.string(),
                    say("at most %1 KiB: a lesson with fewer runs", {most_result_bytes >> 10}));
    write_output(file, true, [&](std::ostream& stream) { stream << text; });
}

}  // namespace mantissa
