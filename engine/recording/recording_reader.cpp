// SPDX-License-Identifier: Apache-2.0
#include "engine/recording/recording_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <deque>
#include <optional>
#include <utility>

#include "engine/base/utf8.h"
#include "engine/recording/limits.h"
#include "engine/recording/lines.h"
#include "engine/run/error_record.h"
#include "engine/run/phrase_record.h"

namespace mantissa {

using recording::Known;

namespace {
constexpr std::size_t room_bytes = 256u << 10;  // a line of histograms needs a tenth
}

struct RecordingReader::State {
    State(std::string file, Sink sink) : place{std::move(file), 0}, out(std::move(sink)) {}

    void line(std::string_view text);
    void take(std::string_view text);
    void leave_out(const Error& why, std::uint64_t line);
    void emit_event(run::Record&& record);
    void header(const Fields& fields);
    void step(const Fields& fields);
    void step_done(run::Record&& record);
    void settle_jump(std::uint64_t next);
    void tell_partly(const Fields& fields, const run::Record& step);
    void hist(const Fields& fields);
    void event(const Fields& fields);
    void end(const Fields& fields);
    void tell_scale(std::uint32_t step, float now);
    void release_step();
    void release_frame();
    void begin();
    void emit(run::Record&& record);
    run::Record record_at(std::uint64_t step) const;
    std::uint32_t step_of(const Fields& fields, std::uint64_t least) const;

    LinePlace place;
    Sink out;
    Known known;
    std::string part;  // of a line without its line feed
    // Of one line; memory from the system for each anew costs more than parsing it does.
    std::vector<char> room = std::vector<char>(room_bytes);
    rapidjson::MemoryPoolAllocator<> parsed{room.data(), room.size()};
    bool has_header = false, begun = false, over = false, failed = false;
    bool partly = false;  // it was said of a step that only some optimizers skipped it
    bool fatal = false;   // what is thrown is of no damaged line: another recording begins here, or the sink's
    std::uint64_t unread = 0;
    std::optional<Error> first_unread;
    std::uint32_t last_step = 0, skipped = 0;
    std::uint64_t unread_then = 0;  // at the last step
    struct Jump {
        run::Record record;
        std::uint64_t line = 0;
    };
    std::optional<Jump> jump;  // a step that is too far ahead, until the next one shows whether its number is damaged
    double last_time = 0;
    std::optional<float> last_scale, last_loss;
    std::deque<run::Record> held;        // before the run's first record
    std::optional<run::Record> waiting;  // a skipped step, until the line behind it may have told the culprit
    std::vector<run::Record> behind;     // events that came while it waits
    std::optional<std::pair<std::uint32_t, run::SkipStory>> told;  // a skip whose step has not come yet
    std::optional<recording::Frame> frame;  // histograms of one step, as long as their lines follow each other
};

run::Record RecordingReader::State::record_at(std::uint64_t step) const {
    run::Record record;
    record.set_run_id(known.run_id);
    record.set_step(static_cast<std::uint32_t>(step));
    return record;
}

void RecordingReader::State::emit(run::Record&& record) {
    if (begun) {
        fatal = true;
        out(std::move(record));
        fatal = false;
        return;
    }
    held.push_back(std::move(record));
    if (held.size() >= recording::most_held_records) begin();
}

void RecordingReader::State::begin() {
    if (begun) return;
    begun = true;
    run::Record record = record_at(0);
    run::RunStarted& started = *record.mutable_started();
    run::RunIdentity& identity = *started.mutable_identity();
    const run::ForeignRun& foreign = known.foreign;
    identity.set_run_id(known.run_id);
    identity.set_program_version("mantissa_probe " + foreign.probe());
    identity.set_device(foreign.device_name().empty() ? foreign.device()
                                                      : fmt::format("{}: {}", foreign.device(), foreign.device_name()));
    if (!foreign.framework().empty()) identity.add_libraries(foreign.framework());
    if (!foreign.python().empty()) identity.add_libraries("Python " + foreign.python());
    identity.set_started_unix(known.started);
    *started.mutable_config() = recording::config_of(known);
    *started.mutable_foreign() = foreign;
    for (const recording::Tensor& tensor : known.tensors)
        if (tensor.known) *started.add_tensors() = tensor.info;
    if (foreign.has_steps()) started.set_total_steps(foreign.steps());
    emit(std::move(record));
    for (run::Record& each : held) emit(std::move(each));
    held.clear();
}

std::uint32_t RecordingReader::State::step_of(const Fields& fields, std::uint64_t least) const {
    const std::uint64_t step = fields.needed_count("step", recording::most_steps);
    if (step < least) fields.wrong("step", say("a step from %1 on", {least}));
    return static_cast<std::uint32_t>(step);
}

void RecordingReader::State::line(std::string_view text) {
    ++place.line;
    if (text.find_first_not_of(" \t\r") == std::string_view::npos) return;
    if (over) refuse_line(place, say("There is a line behind the one that ends the recording"));
    if (!has_header) return take(text);
    try {
        take(text);
    } catch (const Error& error) {
        if (fatal) throw;
        leave_out(error, place.line);
    }
}

void RecordingReader::State::leave_out(const Error& why, std::uint64_t line) {
    if (!first_unread) first_unread = why;
    if (++unread > recording::most_told_unread) return;
    run::Record record = record_at(last_step);
    record.mutable_event()->set_kind(run::EventRecord::NOTICE);
    set_text(*record.mutable_event(),
             // By its number alone: where the file lies is no part of the run, and the next time it may lie elsewhere.
             say("line %1 of the recording cannot be read and is left out: %2%3",
                 {line, whole_phrase(why.message_phrase(), {}, why.remedy_phrase()),
                  unread == recording::most_told_unread ? say(" (further ones are not told)") : Phrase()}));
    emit_event(std::move(record));
}

/// A whole line. Throws Error.
void RecordingReader::State::take(std::string_view text) {
    parsed.Clear();  // of the line before
    rapidjson::Document document(&parsed);
    parse_line(text, place, document);
    const Fields fields(document, place);
    const std::string kind = fields.text("kind", {}, 64);
    if (!has_header && kind != "header")
        refuse_line(place, say("The file is no recording of mantissa_probe"),
                    say("its first line is a header with \"format\": \"mantissa-recording\""));
    if (kind != "hist") release_frame();
    if (kind != "event") release_step();
    if (kind == "header")
        header(fields);
    else if (kind == "step")
        step(fields);
    else if (kind == "hist")
        hist(fields);
    else if (kind == "event")
        event(fields);
    else if (kind == "end")
        end(fields);
    // One that is not known is of a later version: passed over.
}

void RecordingReader::State::header(const Fields& fields) {
    fatal = has_header && fields.has("format");
    if (fatal) refuse_line(place, say("Another recording begins here"), say("each recording is a file of its own"));
    const std::vector<std::size_t> changed = recording::take_header(fields, !has_header, known);
    has_header = true;
    if (!begun) return;
    run::Record record = record_at(last_step);
    *record.mutable_described()->mutable_foreign() = known.foreign;
    for (const std::size_t index : changed) *record.mutable_described()->add_tensors() = known.tensors[index].info;
    emit(std::move(record));
}

void RecordingReader::State::step(const Fields& fields) {
    run::Record record = record_at(step_of(fields, std::uint64_t{last_step} + 1));
    recording::take_step(fields, *record.mutable_step_done());
    settle_jump(record.step());
    tell_partly(fields, record);
    // A line that was left out may have been a step's.
    const bool jumps = last_step > 0 && record.step() - last_step > 1 + (unread - unread_then);
    if (jumps)
        jump = Jump{std::move(record), place.line};
    else
        step_done(std::move(record));
}

/// Of several optimizers some may skip a step alone, which counts as a skipped one: that is said once.
void RecordingReader::State::tell_partly(const Fields& fields, const run::Record& step) {
    if (partly || !step.step_done().skipped() || !fields.has("skipped_optimizers")) return;
    partly = true;
    run::Record record = record_at(step.step());
    record.mutable_event()->set_kind(run::EventRecord::NOTICE);
    set_text(
        *record.mutable_event(),
        say("some of the optimizers skipped step %1, the others updated their weights; such steps count as skipped",
            {step.step()}));
    emit_event(std::move(record));
}

/// `next`: the step that comes behind the one that jumped. Where that is not beyond it, the number was damaged.
void RecordingReader::State::settle_jump(std::uint64_t next) {
    if (!jump) return;
    Jump ahead = std::move(*jump);
    jump.reset();
    if (next > ahead.record.step()) {
        step_done(std::move(ahead.record));
        return release_step();
    }
    leave_out(Error(ErrorCode::bad_data,
                    say("step %1 stands between steps %2 and %3", {ahead.record.step(), last_step, next}),
                    LinePlace{place.file, ahead.line}.text()),
              ahead.line);
}

void RecordingReader::State::step_done(run::Record&& record) {
    run::StepRecord& done = *record.mutable_step_done();
    if (const std::uint32_t interval = known.foreign.scaler().interval(); done.has_growth_tracker() && interval > 0)
        done.set_growth_tracker(done.skipped() ? 0 : (done.growth_tracker() + 1) % interval);  // it is told as it began
    if (done.has_time() && done.time() >= last_time && last_step + 1 == record.step())
        done.set_step_ms(static_cast<float>((done.time() - last_time) * 1e3));
    if (done.has_time()) last_time = done.time();
    begin();
    last_step = record.step();
    unread_then = unread;
    if (done.has_loss()) last_loss = done.loss();
    if (done.has_scale()) tell_scale(last_step - 1, done.scale());
    if (!done.skipped()) return emit(std::move(record));
    ++skipped;
    waiting = std::move(record);
    if (told && told->first == last_step) {
        recording::put_culprit(told->second, *waiting->mutable_step_done());
        release_step();
    }
}

void RecordingReader::State::tell_scale(std::uint32_t step, float now) {
    const std::optional<float> before = std::exchange(last_scale, now);
    if (!before || !(now > *before)) return;  // a fall is told by its skipped step
    run::Record record = record_at(step);
    run::EventRecord& event = *record.mutable_event();
    event.set_kind(run::EventRecord::SCALE_UP);
    set_text(event, say("loss scale grows, %1 → %2", {fmt::format("{:.9g}", *before), fmt::format("{:.9g}", now)}));
    emit(std::move(record));
}

void RecordingReader::State::release_step() {
    if (!waiting) return;
    run::Record record = std::move(*waiting);
    waiting.reset();
    emit(std::move(record));
    for (run::Record& each : std::exchange(behind, {})) emit(std::move(each));
}

void RecordingReader::State::release_frame() {
    if (!frame) return;
    run::Record record = std::move(frame->record);
    frame.reset();
    if (record.histograms().histograms_size() > 0) emit(std::move(record));
}

void RecordingReader::State::hist(const Fields& fields) {
    const std::uint32_t step = step_of(fields, 1);
    if (frame && frame->record.step() != step) release_frame();
    if (!frame) frame.emplace().record = record_at(step);
    recording::take_histograms(fields, known, *frame);
}

void RecordingReader::State::event(const Fields& fields) {
    const std::uint32_t step = step_of(fields, 0);
    run::Record record = record_at(step);
    run::EventRecord& event = *record.mutable_event();
    recording::take_event(fields, known, event);
    if (event.has_skip()) {
        const bool now = waiting && waiting->step() == step;
        if (now)
            recording::put_culprit(event.skip(), *waiting->mutable_step_done());
        else
            told = std::pair(step, event.skip());
        if (now) release_step();
    }
    emit_event(std::move(record));
}

void RecordingReader::State::emit_event(run::Record&& record) {
    if (waiting && behind.size() < recording::most_held_events)
        behind.push_back(std::move(record));  // other events of the step may come before the one that tells the culprit
    else
        emit(std::move(record));
}

void RecordingReader::State::end(const Fields& fields) {
    const std::string outcome = fields.text("outcome", "closed", 64);
    const std::string what =
        outcome == "failed" ? fields.text("error", "an error", recording::most_text_bytes) : std::string();
    const double time = fields.number("time", NAN);
    settle_jump(fields.count("step", recording::most_steps) + 1);
    run::Record record = record_at(last_step);
    run::RunFinished& finished = *record.mutable_finished();
    finished.set_outcome(outcome == "failed" ? run::RunFinished::FAILED
                         : outcome == "off"  ? run::RunFinished::STOPPED
                                             : run::RunFinished::COMPLETED);
    finished.set_steps(last_step);
    finished.set_skipped_steps(skipped);
    if (last_scale) finished.set_final_scale(*last_scale);
    if (last_loss) finished.set_train_loss(*last_loss);
    if (std::isfinite(time)) finished.set_seconds(time);
    if (outcome == "failed") {
        const Error error(ErrorCode::failed, say("The training ended with %1", {what}), place.file);
        *finished.mutable_error() = to_record(error);
    }
    over = true;
    begin();
    emit(std::move(record));
}

RecordingReader::RecordingReader(std::string file, Sink sink)
    : state_(std::make_unique<State>(std::move(file), std::move(sink))) {
    const std::size_t slash = state_->place.file.find_last_of('/');
    state_->known.foreign.set_file(
        to_utf8(slash == std::string::npos ? state_->place.file : state_->place.file.substr(slash + 1)));
}

RecordingReader::~RecordingReader() = default;

void RecordingReader::take(std::string_view bytes) {
    State& s = *state_;
    if (s.failed) return;
    try {
        while (!bytes.empty()) {
            const std::size_t feed = bytes.find('\n');
            const std::string_view piece = bytes.substr(0, feed);
            if (s.part.size() + piece.size() > recording::most_line_bytes) {
                ++s.place.line;
                refuse_line(s.place, say("The line is longer than 16 MiB"));
            }
            if (feed == std::string_view::npos) {
                s.part += piece;
                return;
            }
            if (s.part.empty()) {
                s.line(piece);
            } else {
                s.part += piece;
                const std::string whole = std::exchange(s.part, {});
                s.line(whole);
            }
            bytes.remove_prefix(feed + 1);
        }
    } catch (...) {
        s.failed = true;
        throw;
    }
}

bool RecordingReader::started() const {
    return state_->begun;
}
bool RecordingReader::has_header() const {
    return state_->has_header;
}
bool RecordingReader::ended() const {
    return state_->over;
}
const std::string& RecordingReader::run_id() const {
    return state_->known.run_id;
}
std::uint32_t RecordingReader::last_step() const {
    return state_->last_step;
}
std::uint64_t RecordingReader::lines() const {
    return state_->place.line;
}
bool RecordingReader::partial() const {
    return !state_->part.empty();
}
std::uint64_t RecordingReader::unread() const {
    return state_->unread;
}
const Error* RecordingReader::first_unread() const {
    return state_->first_unread ? &*state_->first_unread : nullptr;
}

}  // namespace mantissa
