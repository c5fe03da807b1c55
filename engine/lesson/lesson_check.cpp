// SPDX-License-Identifier: Apache-2.0
#include "engine/lesson/lesson_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "engine/base/error.h"
#include "engine/base/utf8.h"
#include "engine/lesson/measure.h"
#include "engine/lesson/text_file.h"
#include "engine/run/presets.h"
#include "engine/run/race.h"
#include "engine/run/validation.h"

namespace mantissa {
namespace {

constexpr int most_choices = 8;
constexpr int most_figures = 50;

/// Fields of a configuration that belong to the machine or to Mantissa, not to a lesson.
constexpr const char* not_for_lessons[] = {"data", "device", "preset", "name"};

class Check {
  public:
    Check(LoadedLesson& lesson, const std::filesystem::path& file)
        : lesson_(lesson), folder_(file.parent_path()), file_(file.string()) {}

    void all() {
        const lesson::Lesson& content = lesson_.content;
        if (content.version() != 1) refuse("version", say("version %1 of the schema", {content.version()}), "1");
        text("title", content.title(), 120);
        text("summary", content.summary(), 400);
        if (content.minutes() < 1 || content.minutes() > 60)
            refuse("minutes", say("%1 minutes", {content.minutes()}), say("1 to 60"));
        if (content.steps_size() < 1 || content.steps_size() > most_lesson_steps)
            refuse("steps", say("%1 steps", {content.steps_size()}), say("1 to %1", {most_lesson_steps}));
        config_ = default_config();
        for (int i = 0; i < content.steps_size(); ++i) {
            at_ = fmt::format("steps[{}]", i);
            step(content.steps(i));
        }
        for (int i = 0; i < content.steps_size(); ++i) {
            at_ = fmt::format("steps[{}]", i);
            if (content.steps(i).has_advisor()) advisor(i);
        }
    }

  private:
    [[noreturn]] void refuse(const std::string& field, const Phrase& what, const Phrase& expected) const {
        const std::string place = at_.empty() ? field : field.empty() ? at_ : at_ + "." + field;
        throw Error(ErrorCode::bad_data, what, fmt::format("{}, {}", file_, place), expected);
    }

    /// Runs `check`; what it throws gets the place in the file.
    template <class Function>
    auto placed(const std::string& field, const Function& check) const {
        try {
            return check();
        } catch (const Error& error) {
            refuse(error.place().empty() ? field : field + " (" + error.place() + ")", error.message_phrase(),
                   error.remedy_phrase());
        }
    }

    void text(const std::string& field, const std::string& value, std::size_t most, bool required = true) const {
        if (required && value.empty()) refuse(field, say("it is missing or empty"), say("a text"));
        if (value.size() > most) refuse(field, say("a text of %1 bytes", {value.size()}), say("at most %1", {most}));
        if (!is_utf8(value)) refuse(field, say("the text is not UTF-8"), say("a text in UTF-8"));
        for (const char c : value)
            if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
                refuse(field, say("the text contains a control character"), say("one line of text"));
    }

    /// A name that measures begin with.
    void name(const std::string& field, const std::string& value) const {
        text(field, value, 40);
        if (value.find_first_of(".:") != std::string::npos)
            refuse(field, say("\"%1\" contains a point or a colon", {value}),
                   say("a name without these characters, which measures use"));
    }

    void range(const std::string& prefix, const char* low_name, bool has_low, double low, bool has_high, double high,
               bool may_be_equal) const {
        if (!has_low || !has_high)
            refuse(prefix + (has_low ? "" : low_name), say("a bound is missing"), say("low and high, numbers"));
        if (!std::isfinite(low) || !std::isfinite(high) || low > high || (low == high && !may_be_equal))
            refuse(prefix + low_name,
                   say("the bounds are %1 and %2", {fmt::format("{:g}", low), fmt::format("{:g}", high)}),
                   say("finite numbers, the lower one first"));
    }

    Measure measure(const std::string& field, const std::string& given) const {
        text(field, given, 200);
        const Measure result = placed(field, [&] { return parse_measure(given); });
        if (result.of_run() && !runs_.contains(result.run))
            refuse(field, say("there is no run \"%1\" in this step or before it", {result.run}),
                   runs_.empty() ? say("a step with \"run\" before it")
                                 : say("one of %1", {fmt::format("{}", fmt::join(runs_, ", "))}));
        // Without its steps a run's length is that of its data.
        const auto steps = result.of_run() ? steps_.find(result.run) : steps_.end();
        if (steps != steps_.end() && static_cast<std::int64_t>(result.step) > steps->second)
            refuse(field, say("the run \"%1\" has no step %2", {result.run, result.step}),
                   say("1 to %1", {steps->second}));
        return result;
    }

    void fields_of(const std::string& field, const run::RunConfig& config) const {
        for (const char* const forbidden : not_for_lessons) {
            const auto* descriptor = run::RunConfig::descriptor()->FindFieldByName(forbidden);
            if (config.GetReflection()->HasField(config, descriptor))
                refuse(field + "." + forbidden, say("a lesson cannot set this"),
                       say("a setting of the network, the training or the precision"));
        }
    }

    void step(const lesson::Step& step) {
        page(step.page());
        const std::size_t index = lesson_.pages.size() - 1;
        if (index < lesson_.settings.size()) {
            config_ = lesson_.settings[index];
        } else {
            if (step.has_setup()) setup(step.setup());
            lesson_.settings.push_back(config_);
        }
        text("show", step.show(), 60, step.has_show());
        if (step.has_show() && !is_lesson_page(step.show()))
            refuse("show", say("there is no page \"%1\"", {step.show()}),
                   say("one of %1", {fmt::format("{}", fmt::join(lesson_pages(), ", "))}));
        text("point", step.point(), 60, step.has_point());
        if (step.has_point() && !is_lesson_point(step.point()))
            refuse(
                "point", say("there is no control \"%1\"", {to_utf8(step.point())}),
                say("a setting such as loss_scale, a page such as health_page, or another name that lesson_points.cpp "
                    "lists"));
        if (step.has_predict()) predict(step.predict());
        if (step.has_run()) training(step.run());
        if (step.has_recording()) recording(step.recording());
        if (step.has_reveal()) reveal(step.reveal());
        if (step.figures_size() > most_figures)
            refuse("figures", say("%1 figures", {step.figures_size()}), say("at most %1", {most_figures}));
        for (int i = 0; i < step.figures_size(); ++i) figure(fmt::format("figures[{}]", i), step.figures(i));
        view(step);
    }

    /// The run that the pages show is the one that the text speaks of.
    void view(const lesson::Step& step) const {
        const lesson::View& view = step.view();
        if (step.has_view()) {
            const bool of_recording = step.has_recording() && view.run().empty();
            if (!of_recording) text("view.run", view.run(), 40);
            if (!of_recording && !runs_.contains(view.run()))
                refuse("view.run", say("there is no run \"%1\" in this step or before it", {to_utf8(view.run())}),
                       say("the name of such a run"));
            if (view.tensor().empty() != view.role().empty())
                refuse("view", say("a tensor or its role is missing"), say("both, or neither"));
            text("view.tensor", view.tensor(), 60, false);
            if (!view.role().empty()) placed("view.role", [&] { return lesson_role(view.role()); });
        }
        std::set<std::string> spoken;
        for (const lesson::Figure& figure : step.figures())
            if (const Measure said = parse_measure(figure.measure()); said.of_run()) spoken.insert(said.run);
        if (shows_runs(step.show()) && !spoken.empty() && !spoken.contains(view.run()))
            refuse("view.run", say("the page %1 shows another run than the step's figures are about", {step.show()}),
                   say("one of %1", {fmt::format("{}", fmt::join(spoken, ", "))}));
    }

    /// Who is silent speaks again once a later question has its outcome.
    void advisor(int index) const {
        const auto& steps = lesson_.content.steps();
        if (const std::string& wish = steps[index].advisor(); wish != "silent")
            refuse("advisor", say("the advisor cannot be \"%1\"", {to_utf8(wish)}), say("silent, or no such field"));
        if (std::none_of(steps.begin() + index + 1, steps.end(), [](const auto& step) { return step.has_predict(); }))
            refuse("advisor", say("no later step asks anything"), say("a step with \"predict\" after this one"));
    }

    void page(const std::string& name) {
        text("page", name, 100);
        if (name.find('/') != std::string::npos || name.find('\\') != std::string::npos || name.front() == '.' ||
            !name.ends_with(".md"))
            refuse("page", say("\"%1\" is not a page of this folder", {name}),
                   say("the name of a file beside lesson.json that ends in .md"));
        lesson_.pages.push_back(placed("page", [&] { return read_text_file(folder_ / name, most_page_bytes); }));
    }

    void recording(const std::string& name) const {
        text("recording", name, 100);
        // A translation is checked from its own folder, within the lesson's.
        const bool there = std::filesystem::is_regular_file(folder_ / name) ||
                           std::filesystem::is_regular_file(folder_.parent_path() / name);
        if (name.find('/') != std::string::npos || name.find('\\') != std::string::npos || name.front() == '.' ||
            !name.ends_with(".jsonl") || !there)
            refuse("recording", say("\"%1\" is not a recording of this folder", {name}),
                   say("the name of a file beside lesson.json that ends in .jsonl"));
    }

    void setup(const lesson::Setup& setup) {
        if (const std::string& name = setup.preset(); !name.empty()) {
            if (!presets_.contains(name))
                presets_[name] =
                    merge(default_config(), placed("setup.preset", [&name] { return preset_named(name); }).config());
            config_ = presets_[name];
        }
        fields_of("setup.config", setup.config());
        config_ = merge(config_, setup.config());
        placed("setup.config", [&] { validate(config_); });
    }

    void predict(const lesson::Prediction& p) {
        name("predict.id", p.id());
        if (predictions_.contains(p.id()))
            refuse("predict.id", say("\"%1\" exists already", {p.id()}), say("a unique name"));
        predictions_[p.id()] = p;
        text("predict.question", p.question(), 500);
        text("predict.unit", p.unit(), 20, false);
        if (p.kind() == "number") {
            range("predict.", "low", p.has_low(), p.low(), p.has_high(), p.high(), false);
        } else if (p.kind() == "choice") {
            if (p.choices_size() < 2 || p.choices_size() > most_choices)
                refuse("predict.choices", say("%1 choices", {p.choices_size()}), say("2 to %1", {most_choices}));
            for (int i = 0; i < p.choices_size(); ++i) text(fmt::format("predict.choices[{}]", i), p.choices(i), 200);
        } else if (p.kind() == "curve") {
            text("predict.x", p.x(), 60);
            text("predict.y", p.y(), 60);
            range("predict.", "x_low", p.has_x_low(), p.x_low(), p.has_x_high(), p.x_high(), false);
            range("predict.", "low", p.has_low(), p.low(), p.has_high(), p.high(), false);
        } else {
            refuse("predict.kind", say("there is no kind \"%1\"", {to_utf8(p.kind())}), say("number, choice or curve"));
        }
    }

    void training(const lesson::Training& training) {
        name("run.id", training.id());
        if (static_cast<std::size_t>(training.lanes_size()) > most_race_lanes)
            refuse("run.lanes", say("%1 runs", {training.lanes_size()}), say("at most %1", {most_race_lanes}));
        if (training.has_name()) text("run.name", training.name(), 60);
        if (training.has_name() && !training.lanes().empty())
            refuse("run.name", say("a race has no name of its own"), say("a name for each of its lanes"));
        if (training.lanes().empty()) return add_run("run.id", training.id(), config_);
        std::vector<run::RunConfig> lanes;
        for (int i = 0; i < training.lanes_size(); ++i) {
            const std::string field = fmt::format("run.lanes[{}]", i);
            const lesson::Lane& lane = training.lanes(i);
            name(field + ".name", lane.name());
            fields_of(field + ".config", lane.config());
            placed(field + ".config", [&] { validate(merge(config_, lane.config())); });
            add_run(field + ".name", lane.name(), merge(config_, lane.config()));
            lanes.push_back(merge(config_, lane.config()));
        }
        placed("run.lanes", [&] { check_race(lanes); });
    }

    void add_run(const std::string& field, const std::string& name, const run::RunConfig& config) {
        if (config.steps() > 0) steps_[name] = config.steps();
        if (!runs_.insert(name).second)
            refuse(field, say("there is a run \"%1\" already", {name}),
                   say("a unique name, because measures refer to it"));
    }

    void reveal(const lesson::Reveal& reveal) const {
        const auto found = predictions_.find(reveal.prediction());
        if (found == predictions_.end())
            refuse("reveal.prediction",
                   say("no prediction \"%1\" was asked for in this step or before it", {to_utf8(reveal.prediction())}),
                   say("the id of such a prediction"));
        const lesson::Prediction& p = found->second;
        if (p.kind() == "choice") {
            if (!reveal.has_answer() || reveal.answer() >= static_cast<std::uint32_t>(p.choices_size()))
                refuse("reveal.answer", say("the right choice is missing"),
                       say("its index, 0 to %1", {p.choices_size() - 1}));
            if (reveal.measure().empty()) return;
        }
        const Measure measured = measure("reveal.measure", reveal.measure());
        if (p.kind() == "curve" && measured.kind != Measure::Kind::accuracy && measured.kind != Measure::Kind::loss)
            refuse("reveal.measure", say("a curve is compared with a curve"), say("RUN.accuracy or RUN.loss"));
    }

    void figure(const std::string& field, const lesson::Figure& figure) const {
        text(field + ".text", figure.text(), 100);
        measure(field + ".measure", figure.measure());
        range(field + ".", "low", figure.has_low(), figure.low(), figure.has_high(), figure.high(), true);
        if (lesson_.pages.back().find(figure.text()) == std::string::npos)
            refuse(field + ".text", say("\"%1\" does not occur in the step's page", {figure.text()}),
                   say("a text that occurs there word for word"));
    }

    LoadedLesson& lesson_;
    std::filesystem::path folder_;
    std::string file_, at_;
    run::RunConfig config_;
    std::map<std::string, run::RunConfig> presets_;  // read from files: once each
    std::set<std::string> runs_;
    std::map<std::string, std::int64_t> steps_;  // of the runs that say how many
    std::map<std::string, lesson::Prediction> predictions_;
};

}  // namespace

void check_lesson(LoadedLesson& lesson, const std::filesystem::path& file) {
    Check(lesson, file).all();
}

}  // namespace mantissa
