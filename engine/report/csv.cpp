// SPDX-License-Identifier: Apache-2.0
// Columns come from the messages' descriptors, so a new field of config.proto or record.proto has one here, too.
#include "engine/report/csv.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/error.h"
#include "engine/report/field_text.h"
#include "engine/report/measure.h"
#include "engine/report/repeat_command.h"
#include "engine/report/report_data.h"
#include "engine/report/run_formats.h"
#include "engine/run/json.h"
#include "engine/run/presets.h"
#include "engine/run/settings.h"

namespace mantissa {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::Message;

class Row {
  public:
    void number(std::string text) { add(std::move(text)); }
    void text(std::string_view text) { add(csv_text(text)); }
    /// All singular fields of `message`; with `message` null as many empty cells.
    void fields(const Descriptor& type, const Message* message) {
        for (int i = 0; i < type.field_count(); ++i) {
            const auto& field = *type.field(i);
            if (field.is_repeated()) continue;
            const std::string value = message != nullptr ? field_text(*message, field) : "";
            is_number(field) ? number(value) : text(value);
        }
    }
    void names(const Descriptor& type, const std::string& prefix) {
        for (int i = 0; i < type.field_count(); ++i)
            if (!type.field(i)->is_repeated()) text(prefix + type.field(i)->name());
    }
    void end(std::ostream& out) {
        out << line_ << "\r\n";
        line_.clear();
        first_ = true;
    }

  private:
    void add(const std::string& cell) {
        if (!first_) line_ += ',';
        first_ = false;
        line_ += cell;
    }
    std::string line_;
    bool first_ = true;
};

/// The measure by which a run is judged; none of a foreign run, which logs what it likes.
std::optional<Measure> measure_of_run(const run::RunStarted& started) {
    if (started.has_foreign()) return std::nullopt;
    return measure_of(complete(started.config()).task());
}

void add_measure(Row& row, const std::optional<Measure>& measure) {
    row.text(measure ? measure->name : "");
    row.text(measure ? measure->unit : "");
}

/// The names under which other programs' trainings logged numbers, in the order in which they came.
std::vector<std::string> names_logged(const Library& library, const std::vector<std::string>& run_ids) {
    constexpr std::size_t most_names = 256;
    std::vector<std::string> names;
    for (const std::string& run_id : run_ids) {
        if (!library.details(run_id).started.has_foreign()) continue;
        each_record(library, run_id, [&](const run::Record& record) {
            for (const run::Scalar& scalar : record.step_done().scalars())
                if (names.size() < most_names && std::find(names.begin(), names.end(), scalar.name()) == names.end())
                    names.push_back(scalar.name());
        });
    }
    return names;
}

/// Without what has no effect on the run; no number of steps is one where its epochs say.
run::RunConfig effective(run::RunConfig config) {
    const auto* type = run::RunConfig::descriptor();
    const run::RunConfig whole = config;
    for (int i = 0; i < type->field_count(); ++i)
        if (idle_because(type->field(i)->name(), whole)) config.GetReflection()->ClearField(&config, type->field(i));
    if (config.steps() < 0) config.clear_steps();
    return config;
}

std::string joined(const google::protobuf::RepeatedPtrField<std::string>& texts) {
    return fmt::format("{}", fmt::join(texts.begin(), texts.end(), "; "));
}

}  // namespace

std::string csv_text(std::string_view text) {
    constexpr std::string_view begins_formula = "=+-@\t\r";
    std::string cell;
    // A program of a country whose lists are separated by semicolons begins a cell behind each.
    bool begins = true;
    for (const char c : text) {
        if (begins && begins_formula.find(c) != std::string_view::npos) cell += '\'';
        if (!begins || (c != ' ' && c != '"')) begins = c == ';' || c == '\t' || c == '\n' || c == '\r';
        cell += c;
    }
    if (cell.find_first_of(",;\"\r\n\t") == std::string::npos) return cell;
    std::string quoted = "\"";
    for (const char c : cell) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

void write_steps_csv(std::ostream& out, const Library& library, const std::vector<std::string>& run_ids) {
    const Descriptor& step = *run::StepRecord::descriptor();
    const Descriptor& evaluation = *run::EvalRecord::descriptor();
    Row row;
    for (const char* name : {"run", "run_name", "run_format", "run_scaling", "run_batch", "run_seed"}) row.text(name);
    for (const char* name : {"run_id", "lane", "step", "record"}) row.text(name);
    for (const char* name : {"metric", "unit", "value"}) row.text(name);
    row.names(step, "");
    row.names(evaluation, "eval_");
    const std::vector<std::string> logged = names_logged(library, run_ids);
    for (const std::string& name : logged) row.text("logged_" + name);
    row.end(out);
    const std::vector<RunReport> runs = read_results(library, run_ids);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const std::string& run_id = run_ids[i];
        const RunDetails details = library.details(run_id);
        const bool emulated = was_emulated(details.started, details.events);
        const std::optional<Measure> measure = measure_of_run(details.started);
        const run::RunConfig& settings = runs[i].config;
        const auto setting = [&settings](int field) {
            return field_text(settings, *run::RunConfig::descriptor()->FindFieldByNumber(field));
        };
        const std::string number = fmt::format("{}", runs[i].summary.number), label = english(runs[i].label),
                          formats = english(runs[i].formats), scaling = setting(run::RunConfig::kScalingFieldNumber),
                          batch = setting(run::RunConfig::kBatchFieldNumber),
                          seed = setting(run::RunConfig::kSeedFieldNumber);
        each_record(library, run_id, [&](const run::Record& record) {
            if (!record.has_step_done() && !record.has_evaluated()) return;
            row.number(number);
            row.text(label);
            row.text(formats);
            row.text(scaling);
            row.number(batch);
            row.number(seed);
            row.text(run_id);
            row.number(fmt::format("{}", record.lane()));
            row.number(fmt::format("{}", record.step()));
            row.text(record.has_step_done() ? "step" : "evaluation");
            run::StepRecord done = record.step_done();
            run::EvalRecord evaluated = record.evaluated();
            add_measure(row, measure);
            row.number(!measure                   ? ""
                       : done.has_accuracy()      ? measured_text(*measure, done.accuracy())
                       : evaluated.has_accuracy() ? measured_text(*measure, evaluated.accuracy())
                                                  : "");
            if (measure && !measure->accuracy) {  // what these fields then hold is no accuracy
                done.clear_accuracy();
                evaluated.clear_accuracy();
            }
            if (emulated) done.clear_images_per_second();  // an emulated run makes no claim about speed
            row.fields(step, record.has_step_done() ? &done : nullptr);
            row.fields(evaluation, record.has_evaluated() ? &evaluated : nullptr);
            for (const std::string& name : logged) {
                const auto& all = done.scalars();
                const auto one = std::find_if(all.begin(), all.end(), [&](const auto& s) { return s.name() == name; });
                row.number(one == all.end() ? "" : number_text(one->value()));
            }
            row.end(out);
        });
    }
}

void write_runs_csv(std::ostream& out, const Library& library, const std::vector<std::string>& run_ids) {
    const Descriptor& finished = *run::RunFinished::descriptor();
    const Descriptor& identity = *run::RunIdentity::descriptor();
    const Descriptor& config = *run::RunConfig::descriptor();
    Row row;
    for (const char* name : {"id", "label", "note", "tags", "started", "emulated", "formats", "problem", "command"})
        row.text(name);
    for (const char* name : {"metric", "unit", "test_value", "train_value"}) row.text(name);
    row.names(finished, "result_");
    row.names(identity, "");
    row.text("libraries");
    row.names(config, "config_");
    row.text("config_layer_overrides");
    row.end(out);
    for (const std::string& run_id : run_ids) {
        const RunSummary summary = library.summary(run_id);
        std::string problem = english(summary.problem);
        RunDetails details;
        if (problem.empty()) {
            try {
                details = library.details(run_id);
            } catch (const Error& error) {
                if (error.code() != ErrorCode::bad_data || run_ids.size() == 1) throw;
                problem = error.message();
            }
        }
        const bool whole = problem.empty();
        const bool foreign = details.started.has_foreign();
        const bool emulated = whole ? was_emulated(details.started, details.events) : summary.emulated;
        const run::RunConfig settings = foreign ? details.started.config() : complete(details.started.config());
        row.text(run_id);
        row.text(summary.name);
        row.text(summary.note);
        row.text(fmt::format("{}", fmt::join(summary.tags, "; ")));
        row.text(time_text(summary.started_unix));
        row.text(emulated ? "on" : "off");
        row.text(whole ? formats_text(settings, details.events) : "");
        row.text(problem);
        row.text(whole && !foreign ? repeat_command(settings, details.started.identity()) : "");
        if (emulated && details.finished) details.finished->clear_images_per_second();  // no claim about speed
        const std::optional<Measure> measure = whole ? measure_of_run(details.started) : std::nullopt;
        const bool judged = measure && details.finished;
        add_measure(row, measure);
        row.number(judged && details.finished->has_test_accuracy()
                       ? measured_text(*measure, details.finished->test_accuracy())
                       : "");
        row.number(judged && details.finished->has_train_accuracy()
                       ? measured_text(*measure, details.finished->train_accuracy())
                       : "");
        if (judged && !measure->accuracy) {
            details.finished->clear_test_accuracy();
            details.finished->clear_train_accuracy();
        }
        if (details.finished && details.finished->has_error()) {  // its texts are enough for a cell
            details.finished->mutable_error()->clear_message_phrase();
            details.finished->mutable_error()->clear_remedy_phrase();
        }
        row.fields(finished, details.finished ? &*details.finished : nullptr);
        row.fields(identity, whole ? &details.started.identity() : nullptr);
        row.text(joined(details.started.identity().libraries()));
        const run::RunConfig told = foreign ? settings : effective(settings);
        row.fields(config, whole ? &told : nullptr);
        row.text(whole ? overrides_text(settings) : "");
        row.end(out);
    }
}

void write_json_lines(std::ostream& out, const Library& library, const std::vector<std::string>& run_ids) {
    for (const std::string& run_id : run_ids)
        each_record(library, run_id, [&](const run::Record& record) { out << to_json(record) << '\n'; });
}

}  // namespace mantissa
