// SPDX-License-Identifier: Apache-2.0
// Step and event lines.
#include <algorithm>
#include <cmath>

#include "engine/recording/limits.h"
#include "engine/recording/lines.h"

namespace mantissa::recording {
namespace {

const std::string& name_of_tensor(const Fields& line, const char* key, const Known& known, std::uint64_t index) {
    if (index >= known.tensors.size() || !known.tensors[index].known)
        line.wrong(key, say("the index of a tensor of the header"));
    return known.tensors[index].info.name();
}

void take_culprits(const Fields& line, const Known& known, run::SkipStory& story) {
    const rapidjson::Value* tensors = line.array("t");
    const std::size_t rows = tensors == nullptr ? 0 : tensors->Size();
    if (rows > 4096) line.wrong("t", say("a list of at most %1 values", {4096}));
    const auto inf = line.column("inf", rows), nan = line.column("nan", rows);
    for (std::size_t i = 0; i < rows; ++i) {
        const std::uint64_t index = line.count_of((*tensors)[static_cast<rapidjson::SizeType>(i)], "t", most_tensors);
        run::SkipStory::Culprit& culprit = *story.add_culprits();
        culprit.set_tensor(name_of_tensor(line, "t", known, index));
        culprit.set_inf(inf.empty() ? 0 : inf[i]);
        culprit.set_nan(nan.empty() ? 0 : nan[i]);
    }
    story.set_held(static_cast<std::uint32_t>(line.count("held", rows, 0xffffffff)));
    story.set_of(static_cast<std::uint32_t>(line.count("of", 0, 0xffffffff)));
    if (line.has("first")) story.set_first(name_of_tensor(line, "first", known, line.count("first", 0, most_tensors)));
    story.set_pattern(line.text("pattern", "unknown", 32));
}

void take_forward(const Fields& line, run::ForwardStory& story) {
    for (std::string& text : line.texts("modules", 64, most_name_bytes)) story.add_modules(std::move(text));
    for (std::string& text : line.texts("types", 64, most_name_bytes)) story.add_classes(std::move(text));
    for (const std::string& text : line.texts("dtypes", 64, most_name_bytes)) story.add_formats(format_of(text));
    story.set_held(static_cast<std::uint32_t>(line.count("held", 0, 0xffffffff)));
    story.set_module(line.text("module", {}, most_name_bytes));
    for (std::string& text : line.texts("also", 64, most_name_bytes)) story.add_also(std::move(text));
}

}  // namespace

void take_step(const Fields& line, run::StepRecord& record) {
    if (const double time = line.number("time", NAN); std::isfinite(time)) record.set_time(time);
    if (line.is_array("lr")) {
        // Several groups: the first one's, as the header lists them.
        const rapidjson::Value& list = *line.array("lr");
        if (list.Size() > most_groups * most_optimizers) line.wrong("lr", say("a shorter list"));
        if (!list.Empty()) record.set_lr(static_cast<float>(line.number_of(list[0], "lr")));
    } else if (line.has("lr")) {
        record.set_lr(static_cast<float>(line.number("lr", 0)));
    }
    if (line.has("scale")) record.set_scale(static_cast<float>(line.number("scale", 1)));
    if (line.has("tracker"))
        record.set_growth_tracker(static_cast<std::uint32_t>(line.count("tracker", 0, 0xffffffff)));
    if (line.flag("skipped")) record.set_skipped(true);
    if (line.has("loss")) record.set_loss(static_cast<float>(line.number("loss", 0)));
    if (const rapidjson::Value* nonfinite = line.object("nonfinite")) {
        const Fields counts(*nonfinite, line.place());
        const bool seen = std::isfinite(line.number("loss", NAN)) && counts.count("loss", 0) > 0;
        if (seen) record.set_nonfinite_dropped(true);
    }
    const rapidjson::Value* scalars = line.object("scalars");
    if (scalars == nullptr) return;
    if (scalars->MemberCount() > most_scalars)
        line.wrong("scalars", say("an object of at most %1 values", {most_scalars}));
    for (const auto& member : scalars->GetObject()) {
        const std::string name(member.name.GetString(), member.name.GetStringLength());
        if (name.size() > most_name_bytes) line.wrong("scalars", say("an object with shorter names"));
        const double value = line.number_of(member.value, "scalars");
        if (name == "accuracy" && value >= 0 && value <= 1) {
            record.set_accuracy(static_cast<float>(value));
            continue;
        }
        run::Scalar& scalar = *record.add_scalars();
        scalar.set_name(name);
        scalar.set_value(value);
    }
}

void put_culprit(const run::SkipStory& story, run::StepRecord& step) {
    const bool forward = story.pattern() == "all" && step.has_loss() && !std::isfinite(step.loss());
    // Gradients that are all spoiled by a loss that is no number tell nothing of where it arose.
    step.set_nonfinite_role(forward ? run::ROLE_ACTIVATION : run::ROLE_WEIGHT_GRADIENT);
    if (story.first().empty()) return;
    step.set_skip_cause(story.first());
    if (!forward) step.set_nonfinite_tensor(story.first());
    for (const run::SkipStory::Culprit& culprit : story.culprits())
        if (culprit.tensor() == story.first()) step.set_skip_values(culprit.inf() + culprit.nan());
}

void take_event(const Fields& line, const Known& known, run::EventRecord& record) {
    const std::string event = line.text("event", {}, most_name_bytes);
    const std::string text = line.text("text", {}, most_text_bytes);
    record.set_text(text.empty() ? event : text);
    record.set_kind(run::EventRecord::NOTICE);
    if (event == "skip") {
        record.set_kind(run::EventRecord::SKIPPED);
        take_culprits(line, known, *record.mutable_skip());
    } else if (event == "forward") {
        take_forward(line, *record.mutable_forward());
        // A search in vain is only to be read.
        if (record.forward().held() > 0 || !record.forward().modules().empty())
            record.set_kind(run::EventRecord::FORWARD);
    } else if (event == "mark") {
        record.set_kind(run::EventRecord::MARK);
    } else if (event == "gap") {
        record.set_kind(run::EventRecord::GAP);
        record.set_dropped(static_cast<std::uint32_t>(line.count("dropped", 0, 0xffffffff)));
    } else if (event == "off") {
        const std::string error = line.text("error", {}, most_text_bytes);
        if (!error.empty()) record.set_text(record.text() + ": " + error);
    }
}

}  // namespace mantissa::recording
