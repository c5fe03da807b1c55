// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker lesson`: what lessons there are, and one played to its end without a person, each figure that its
// texts state held against the run.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include "app/worker/commands.h"
#include "app/worker/hand_session.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/lesson/lesson_file.h"
#include "engine/lesson/measured_run.h"
#include "engine/run/json.h"
#include "engine/run/names.h"

namespace mantissa {
namespace {

struct LessonOptions {
    std::string lesson;
    bool check = false, json = false;
};

/// Records of the run or the race of one step, by lane.
class LessonSink final : public RecordSink {
  public:
    void begin(const std::vector<LessonLane>& lanes) {
        runs_.assign(lanes.size(), {});
        lines_.clear();
        for (const LessonLane& lane : lanes) lines_.emplace_back(lane.name);
    }
    void accept(const run::Record& record) override {
        if (record.lane() >= runs_.size()) return;
        runs_[record.lane()].apply(record);
        lines_[record.lane()].apply(record);
        if (record.has_error())
            fmt::print(stderr, "mantissa-worker: {}: {}\n", harmless(lines_[record.lane()].label()),
                       harmless(record.error().message()));
        display_.draw(lines_);
    }
    std::vector<MeasuredRun> end() {
        display_.draw(lines_, true);
        display_.finish();
        return std::move(runs_);
    }

  private:
    std::vector<MeasuredRun> runs_;
    std::vector<LaneProgress> lines_;
    ProgressDisplay display_;
};

/// Plays a lesson step by step.
class Player {
  public:
    Player(const LoadedLesson& lesson, bool json) : lesson_(lesson), json_(json), session_(sink_) {}

    /// False where a person stopped it.
    bool play() {
        for (std::size_t i = 0; i < lesson_.steps(); ++i) {
            if (!train(i)) return false;
            const lesson::Step& step = lesson_.content.steps(static_cast<int>(i));
            check_tensor(i, step.view());
            if (!step.reveal().measure().empty()) tell(i, nullptr, step.reveal().measure());
            for (const lesson::Figure& figure : step.figures()) tell(i, &figure, figure.measure());
        }
        return true;
    }
    std::size_t outside() const { return outside_; }
    std::size_t told() const { return told_; }
    double seconds() const { return seconds_; }

  private:
    /// What a step shows of a run has to be in it.
    void check_tensor(std::size_t step, const lesson::View& view) const {
        const auto run = runs_.find(view.run());
        if (view.tensor().empty() || run == runs_.end()) return;
        Measure shown;
        shown.kind = Measure::Kind::largest_value;
        shown.run = view.run();
        shown.tensor = view.tensor();
        shown.role = lesson_role(view.role());
        if (run->second.value(shown)) return;
        throw Error(ErrorCode::bad_data,
                    fmt::format("the run \"{}\" has no histogram of \"{}\"", view.run(), view.tensor()),
                    fmt::format("{}, steps[{}].view.tensor", (lesson_.folder / "lesson.json").string(), step),
                    "a tensor and its role as the Health page names them");
    }

    bool train(std::size_t step) {
        const std::vector<LessonLane> lanes = lesson_.lanes(step);
        if (lanes.empty()) return true;
        run::Command command;
        if (lanes.size() == 1 && lesson_.content.steps(static_cast<int>(step)).run().lanes().empty())
            *command.mutable_start()->mutable_config() = lanes[0].config;
        else
            for (const LessonLane& lane : lanes) *command.mutable_race()->add_lanes() = lane.config;
        sink_.begin(lanes);
        const auto start = std::chrono::steady_clock::now();
        session_.ask(command);
        const bool ended = session_.train_to_the_end();
        const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        seconds_ += took;
        std::vector<MeasuredRun> runs = sink_.end();
        if (!ended) return false;
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            if (!runs[i].completed())
                throw Error(ErrorCode::failed, fmt::format("the run \"{}\" did not complete", lanes[i].name),
                            lesson_.name, "its error stands above");
            if (!json_)
                fmt::print("{:>3}  {}: {}, {} steps\n", step + 1, harmless(lanes[i].name), summary_of(lanes[i].config),
                           runs[i].steps());
            runs_[lanes[i].name] = std::move(runs[i]);
        }
        if (!json_) fmt::print("     trained in {:.1f} s\n", took);
        return true;
    }

    void tell(std::size_t step, const lesson::Figure* figure, const std::string& text) {
        lesson::Checked checked;
        checked.set_step(static_cast<std::uint32_t>(step + 1));
        checked.set_page(lesson_.content.steps(static_cast<int>(step)).page());
        checked.set_measure(text);
        const Measure measure = parse_measure(text);
        std::optional<double> value;
        if (measure.of_run())
            value = runs_.at(measure.run).value(measure);
        else
            value = format_measure(measure);
        if (value)
            checked.set_value(*value);
        else
            checked.set_missing(MeasuredRun::missing(measure));
        bool holds = value.has_value();
        if (figure) {
            checked.set_text(figure->text());
            checked.set_low(figure->low());
            checked.set_high(figure->high());
            holds = holds && *value >= figure->low() && *value <= figure->high();
        }
        checked.set_holds(holds);
        ++told_;
        outside_ += holds ? 0 : 1;
        print(checked);
    }

    void print(const lesson::Checked& c) const {
        if (json_) {
            fmt::print("{}\n", to_json(c));
        } else {
            const std::string value = c.has_value() ? fmt::format("{:.8g}", c.value()) : c.missing();
            fmt::print("{:>3}  {:<16} {:<44} {:>14}  {:<22} {}\n", c.step(),
                       c.text().empty() ? "(reveal)" : "\"" + harmless(c.text()) + "\"", harmless(c.measure()), value,
                       c.has_low() ? fmt::format("{:g} to {:g}", c.low(), c.high()) : "",
                       c.holds()       ? "holds"
                       : c.has_value() ? "OUTSIDE"
                                       : "MISSING");
        }
        std::fflush(stdout);
    }

    const LoadedLesson& lesson_;
    bool json_;
    LessonSink sink_;
    HandSession session_;
    std::map<std::string, MeasuredRun> runs_;
    std::size_t told_ = 0, outside_ = 0;
    double seconds_ = 0;
};

/// Tells of each language in which the lesson is not whole; returns the exit code: 0 where all are.
int check_languages(const std::string& name, const std::filesystem::path& folder) {
    int code = 0;
    for (const std::string& language : lesson_languages(folder)) {
        try {
            read_lesson(folder, language);
        } catch (const Error& error) {
            fmt::print(stderr, "mantissa-worker: {}: {}\n", name, harmless(error.what()));
            code = static_cast<int>(error.code());
        }
    }
    return code;
}

int list_all(bool json) {
    int code = 0;
    for (const LessonEntry& entry : shipped_lessons()) {
        if (!entry.problem.empty()) {
            fmt::print(stderr, "mantissa-worker: {}: {}\n", entry.name, harmless(english(entry.problem)));
            code = static_cast<int>(ErrorCode::bad_data);
            continue;
        }
        if (json) {
            fmt::print("{}\n", to_json(read_lesson(entry.folder).content));
        } else {
            fmt::print("{} - {}\n  {} {} steps, about {} minutes.\n\n", entry.name, harmless(entry.title),
                       harmless(entry.summary), entry.steps, entry.minutes);
        }
        if (const int languages = check_languages(entry.name, entry.folder)) code = languages;
    }
    return code;
}

void describe(const LoadedLesson& lesson, const std::vector<std::string>& languages) {
    fmt::print("{}: {}, {} steps, about {} minutes\n", harmless(lesson.name), harmless(lesson.content.title()),
               lesson.steps(), lesson.content.minutes());
    if (!languages.empty()) fmt::print("     also in: {}\n", fmt::join(languages, ", "));
}

int lesson_command(const LessonOptions& options) {
    if (options.lesson.empty()) {
        if (options.check)
            throw Error(ErrorCode::usage, "it plays one lesson", "--check", "a lesson's name or its folder");
        return list_all(options.json);
    }
    const LoadedLesson lesson = read_lesson(lesson_folder(options.lesson));
    const int languages = check_languages(lesson.name, lesson.folder);  // the lesson itself is played all the same
    if (!options.json) describe(lesson, lesson_languages(lesson.folder));
    if (!options.check) {
        if (options.json) fmt::print("{}\n", to_json(lesson.content));
        for (std::size_t i = 0; i < lesson.steps() && !options.json; ++i) {
            fmt::print("{:>3}  {}\n", i + 1, lesson.content.steps(static_cast<int>(i)).page());
            for (const LessonLane& lane : lesson.lanes(i))
                fmt::print("     trains {}: {}\n", harmless(lane.name), summary_of(lane.config));
        }
        return languages;
    }
    catch_interrupts();
    Player player(lesson, options.json);
    if (!player.play()) {
        fmt::print(stderr, "Stopped: the figures after this were not checked.\n");
        return static_cast<int>(ErrorCode::cancelled);
    }
    if (!options.json) {
        if (player.outside() == 0)
            fmt::print("All {} figures hold; {:.1f} s of training.\n", player.told(), player.seconds());
        else
            fmt::print("{} of {} figures do not hold; {:.1f} s of training.\n", player.outside(), player.told(),
                       player.seconds());
    }
    return player.outside() == 0 ? languages : static_cast<int>(ErrorCode::failed);
}

}  // namespace

CommandFunction add_lesson(CLI::App& program) {
    CLI::App* command =
        program.add_subcommand("lesson", "list the lessons, look at one, or play it and check its figures");
    auto options = std::make_shared<LessonOptions>();
    command
        ->add_option("lesson", options->lesson, "name of a lesson that Mantissa ships, or a folder with a lesson.json")
        ->type_name("LESSON");
    command->add_flag("--check", options->check,
                      "play the whole lesson without a person; exit code 1 where a figure of its texts does not hold");
    command->add_flag("--json", options->json, "one figure (or lesson) a line");
    command->footer("Example:\n  mantissa-worker lesson small-gradients --check");
    return [options] { return lesson_command(*options); };
}

}  // namespace mantissa
