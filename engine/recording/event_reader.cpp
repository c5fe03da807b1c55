// SPDX-License-Identifier: Apache-2.0
#include "engine/recording/event_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "engine/base/crc32c.h"
#include "engine/base/error.h"
#include "engine/base/utf8.h"
#include "engine/recording/event_message.h"
#include "engine/recording/limits.h"
#include "engine/recording/scalar_tags.h"
#include "engine/run/phrase_record.h"

namespace mantissa {
namespace {

constexpr std::size_t head_bytes = 12, foot_bytes = 4;
constexpr std::uint64_t most_event_bytes = 16u << 20;
constexpr std::size_t most_tags = 4096;

std::uint64_t number_at(std::string_view bytes, std::size_t at, int size) {
    std::uint64_t value = 0;
    for (int i = size - 1; i >= 0; --i)
        value = value << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
    return value;
}

/// "train/events.out.tfevents.1" of a path: the folder is what TensorBoard calls the run.
std::string short_name(const std::string& file) {
    std::size_t slash = file.find_last_of('/');
    if (slash == std::string::npos || slash == 0) return file;
    slash = file.find_last_of('/', slash - 1);
    return slash == std::string::npos ? file : file.substr(slash + 1);
}

}  // namespace

std::uint32_t record_checksum(std::string_view bytes) noexcept {
    const std::uint32_t crc = crc32c(bytes);
    return ((crc >> 15) | (crc << 17)) + 0xa282ead8u;
}

bool is_event_head(std::string_view bytes) noexcept {
    return bytes.size() >= head_bytes && number_at(bytes, 0, 8) <= most_event_bytes &&
           record_checksum(bytes.substr(0, 8)) == number_at(bytes, 8, 4);
}

struct EventReader::State {
    struct Step {
        double wall_time = 0;
        std::map<std::string, double> values;
    };

    State(std::string name, Sink sink) : file(std::move(name)), out(std::move(sink)) {}

    [[noreturn]] void refuse(Phrase what, Phrase remedy = {}) {
        throw Error(ErrorCode::bad_data, std::move(what), fmt::format("{}, record {}", file, number),
                    std::move(remedy));
    }
    void record(std::string_view content);
    void scalar(const EventMessage& event, const EventScalar& value);
    void begin(const EventMessage& event, std::string_view content);
    void release(std::size_t keep);
    void emit_step(std::uint32_t number, const Step& step);
    void notice(const Phrase& text);
    run::Record record_at(std::uint32_t step) const {
        run::Record made;
        made.set_run_id(run_id);
        made.set_step(step);
        return made;
    }

    std::string file;
    Sink out;
    std::string part, run_id;
    std::uint64_t number = 0;  // of the record, from 1
    std::uint32_t first_checksum = 0, last = 0;
    bool failed = false, begun = false, finished = false, stepped = false;
    double started = 0, last_time = 0;
    std::map<std::uint32_t, Step> held;
    ScalarTags tags;
    std::map<std::string, bool> known_tags;
    std::uint64_t late = 0, crowded = 0;
};

void EventReader::State::begin(const EventMessage& event, std::string_view content) {
    begun = true;
    started = std::isfinite(event.wall_time) && event.wall_time >= 0 && event.wall_time < 1e11 ? event.wall_time : 0;
    run_id = derived_run_id(started, fmt::format("events {:08x} {:08x}", first_checksum, record_checksum(content)));
    run::Record made = record_at(0);
    run::RunStarted& to = *made.mutable_started();
    to.mutable_identity()->set_run_id(run_id);
    to.mutable_identity()->set_program_version("TensorBoard event file");
    to.mutable_identity()->set_started_unix(started);
    const std::string name = to_utf8(short_name(file)).substr(0, recording::most_name_bytes);
    to.mutable_foreign()->set_file(name);
    run::RunConfig& config = *to.mutable_config();
    const std::size_t slash = name.find('/');
    config.set_name(to_utf8(slash == std::string::npos ? name : name.substr(0, slash)));
    config.set_scaling(run::NONE);
    config.set_histogram_interval(0);
    config.set_shadow_interval(0);
    out(std::move(made));
}

void EventReader::State::record(std::string_view content) {
    EventMessage event;
    if (!read_event(content, event)) refuse(say("The content is no event of TensorBoard"));
    if (number == 1) first_checksum = record_checksum(content);
    for (const EventScalar& value : event.scalars) {
        if (event.step < 0 || event.step > static_cast<std::int64_t>(recording::most_steps))
            refuse(say("The step %1 is out of range", {std::to_string(event.step)}),
                   say("steps go from 0 to %1", {recording::most_steps}));
        if (!begun) begin(event, content);
        scalar(event, value);
    }
    if (held.size() > 2 * window_steps) release(window_steps);
}

void EventReader::State::scalar(const EventMessage& event, const EventScalar& value) {
    const auto step = static_cast<std::uint32_t>(event.step);
    if (stepped && step <= last) {  // its step was handed on
        ++late;
        return;
    }
    const std::string tag = to_utf8(value.tag.substr(0, recording::most_name_bytes));
    if (known_tags.size() < most_tags)
        known_tags.emplace(tag, true);
    else if (!known_tags.contains(tag)) {
        ++crowded;
        return;
    }
    Step& at = held[step];
    if (at.values.empty()) at.wall_time = event.wall_time;
    if (at.values.size() >= recording::most_scalars && !at.values.contains(tag))
        ++crowded;
    else
        at.values[tag] = value.value;
}

void EventReader::State::release(std::size_t keep) {
    while (held.size() > keep) {
        const auto first = held.begin();
        emit_step(first->first, first->second);
        last = first->first;
        stepped = true;
        held.erase(first);
    }
}

void EventReader::State::emit_step(std::uint32_t at, const Step& step) {
    run::Record made = record_at(at);
    run::Record evaluated = record_at(at);
    run::StepRecord& to = *made.mutable_step_done();
    const double time = step.wall_time - started;
    if (std::isfinite(time) && time >= 0 && time < 1e10) {
        to.set_time(time);
        if (stepped && at == last + 1 && time >= last_time)
            to.set_step_ms(static_cast<float>((time - last_time) * 1e3));
        last_time = time;
    }
    for (const auto& [tag, value] : step.values) tags.put(tag, value, to, *evaluated.mutable_evaluated());
    out(std::move(made));
    const run::EvalRecord& eval = evaluated.evaluated();
    if (eval.has_accuracy() || eval.has_loss()) out(std::move(evaluated));
}

void EventReader::State::notice(const Phrase& text) {
    run::Record made = record_at(last);
    made.mutable_event()->set_kind(run::EventRecord::NOTICE);
    set_text(*made.mutable_event(), text);
    out(std::move(made));
}

EventReader::EventReader(std::string file, Sink sink)
    : state_(std::make_unique<State>(std::move(file), std::move(sink))) {}

EventReader::~EventReader() = default;

void EventReader::take(std::size_t, std::string_view bytes) {
    State& s = *state_;
    if (s.failed || s.finished) return;
    try {
        s.part += bytes;
        std::size_t at = 0;
        const std::string_view all = s.part;
        while (all.size() - at >= head_bytes) {
            const std::string_view rest = all.substr(at);
            const std::uint64_t length = number_at(rest, 0, 8);
            ++s.number;
            if (record_checksum(rest.substr(0, 8)) != number_at(rest, 8, 4))
                s.refuse(say("The checksum of a record's length is wrong"),
                         say("an event file of TensorBoard has one before and one behind each record"));
            if (length > most_event_bytes) s.refuse(say("The record has more than 16 MiB"));
            if (rest.size() < head_bytes + length + foot_bytes) {
                --s.number;
                break;
            }
            const std::string_view content = rest.substr(head_bytes, length);
            if (record_checksum(content) != number_at(rest, head_bytes + length, 4))
                s.refuse(say("The checksum of a record's content is wrong"), say("the file is damaged"));
            s.record(content);
            at += head_bytes + length + foot_bytes;
        }
        s.part.erase(0, at);
    } catch (...) {
        s.failed = true;
        s.release(0);  // what came before it is as good as ever
        throw;
    }
}

void EventReader::over(std::size_t) {
    State& s = *state_;
    if (std::exchange(s.finished, true) || s.failed) return;
    s.release(0);
    if (!s.begun) return;
    if (const Phrase told = s.tags.told(); !told.empty()) s.notice(told);
    if (s.late > 0) s.notice(say("%1 values are left out: they came more than %2 steps late", {s.late, window_steps}));
    if (s.crowded > 0)
        s.notice(say("%1 values are left out: a step has at most %2", {s.crowded, recording::most_scalars}));
}

bool EventReader::started() const {
    return state_->begun;
}
const std::string& EventReader::run_id() const {
    return state_->run_id;
}
std::uint32_t EventReader::last_step() const {
    return state_->held.empty() ? state_->last : state_->held.rbegin()->first;
}
bool EventReader::partial() const {
    return !state_->part.empty();
}

}  // namespace mantissa
