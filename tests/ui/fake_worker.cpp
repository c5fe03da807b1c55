// SPDX-License-Identifier: Apache-2.0
// A scripted worker for the window's tests: it plays every way in which a real one can go wrong, and writes down what
// it was told. The script is one word per argument, or the words of $MANTISSA_FAKE_SCRIPT when started as "serve" (so
// that the whole window can be run on it); without either it behaves: "hello serve".
//
//   noise:N        N bytes of text before the preamble
//   hello          reads the window's Hello, answers it        wrong-version, wrong-nonce: answers it wrongly
//   silent         reads the window's Hello, answers nothing
//   await:KIND     reads until a command of this kind came ("start", "pause", ...), answering nothing
//   reply          answers the last command                    refuse: answers it with an error (:engine, one of its)
//   run:N          a run's beginning, N steps and an evaluation    more:N: N further steps    finish: its end
//   frames:N       N frames of one step each, under credit     flood: the same for ever without credit
//   beat:N         a heartbeat with progress N, "training"     idle: one that is idle
//   garbage        bytes that are no frame                     bad-crc: a frame with a wrong checksum
//   unknown        a message of a kind that does not exist yet
//   fatal          last words                                  say:N: N bytes of text to stderr
//   crash kill exit:N    ends by SIGABRT, SIGKILL or exit code N; crash-until:K: crashes in its first K launches
//   hang           reads nothing and ignores the end of stdin
//   serve          obeys commands like the real one until the end of stdin
//
// $MANTISSA_FAKE_LOG: file to which a line "launch" and every message received (as JSON) is appended.
// $MANTISSA_FAKE_STEPS: steps that `serve` sends at once for a started run, or for each lane of a race (20).
// $MANTISSA_FAKE_TOTAL_STEPS: how long runs say that they are (400).
// $MANTISSA_FAKE_RACES_END: so many races come to their end at once (0); $MANTISSA_FAKE_RUNS_END: so many runs do.
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <iterator>
#include <map>
#include <mutex>
#include <sstream>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/run/run.pb.h"
#include "engine/wire/credits.h"
#include "engine/wire/framing.h"
#include "engine/wire/handshake.h"
#include "engine/wire/stream.h"
#include "tests/ui/fake_worker_parts.h"

namespace {

using namespace mantissa;

class FakeWorker {
  public:
    void play(const std::vector<std::string>& script) {
        for (const std::string& word : script) {
            const std::size_t colon = word.find(':');
            const std::string argument = colon == std::string::npos ? "" : word.substr(colon + 1);
            act(word.substr(0, colon), argument);
        }
    }

  private:
    // ---- the script

    void act(const std::string& verb, const std::string& argument) {
        const int number = std::atoi(argument.c_str());
        if (verb == "noise")
            raw(text(number, "Last login: Tuesday\n"));
        else if (verb == "hello")
            greet([](run::Hello&) {});
        else if (verb == "wrong-version")
            greet([](run::Hello& hello) { hello.set_protocol(protocol_version + 1); });
        else if (verb == "wrong-nonce")
            greet([](run::Hello& hello) { hello.set_nonce("someone else's"); });
        else if (verb == "silent")
            receive();
        else if (verb == "await")
            await(argument);
        else if (verb == "reply")
            reply(last_, {});
        else if (verb == "refuse")
            refuse(last_, argument);
        else if (verb == "run")
            begin(last_.start().config()), steps(number);
        else if (verb == "more")
            steps(number);
        else if (verb == "finish")
            finish(run::RunFinished::COMPLETED);
        else if (verb == "frames")
            frames(number);
        else if (verb == "flood")
            flood();
        else if (verb == "beat")
            beat("training", static_cast<std::uint64_t>(number));
        else if (verb == "idle")
            beat("idle", 0);
        else if (verb == "garbage")
            raw(text(4096, "\x01\xff\x80 not a frame \x07"));
        else if (verb == "bad-crc")
            badChecksum();
        else if (verb == "unknown")
            unknown();
        else if (verb == "fatal")
            fatal();
        else if (verb == "say")
            std::cerr << text(number, "worker says something\n") << std::flush;
        else if (verb == "crash")
            std::abort();
        else if (verb == "crash-until")
            diary_.launches() <= number ? std::abort() : void();
        else if (verb == "kill")
            std::raise(SIGKILL);
        else if (verb == "exit")
            std::_Exit(number);
        else if (verb == "hang")
            hang();
        else if (verb == "serve")
            serve();
        else
            std::cerr << "fake_worker: unknown word " << verb << '\n', std::_Exit(2);
    }

    static std::string text(int bytes, const std::string& line) {
        std::string result;
        while (result.size() < static_cast<std::size_t>(bytes)) result += line;
        result.resize(static_cast<std::size_t>(bytes));
        return result;
    }

    void raw(const std::string& bytes) {
        const std::lock_guard lock(mutex_);
        writer_.write(bytes);
    }

    void send(const run::ToWindow& message) { raw(encode_frame(message)); }

    template <typename Mend>
    void greet(Mend mend) {
        raw(encode_preamble(Side::worker));
        const run::ToWorker message = receive();
        run::ToWindow answer;
        *answer.mutable_hello() = worker_hello(message.hello());
        mend(*answer.mutable_hello());
        send(answer);
    }

    /// The next message; leaves at the end of stdin.
    run::ToWorker receive() {
        const std::optional<std::string> payload = reader_.next();
        if (!payload) {
            diary_.write("end of stdin");
            std::_Exit(0);
        }
        const auto message = parse_payload<run::ToWorker>(*payload);
        diary_.write(message);
        if (message.has_credit()) credit_.grant(message.credit().frames(), message.credit().bytes());
        return message;
    }

    void await(const std::string& kind) {
        const auto* field = run::Command::descriptor()->FindFieldByName(kind);
        for (;;) {
            const run::ToWorker message = receive();
            if (!message.has_command()) continue;
            last_ = message.command();
            if (field != nullptr && last_.GetReflection()->HasField(last_, field)) return;
        }
    }

    void sendRecords(const run::Records& records) {
        run::ToWindow message;
        *message.mutable_records() = records;
        const std::string frame = encode_frame(message);
        while (!credit_.try_take(frame.size())) {
            const run::ToWorker other = receive();
            if (other.has_command()) commands_.push_back(other.command());
        }
        raw(frame);
    }

    FakeRun& here() {
        FakeRun& run = lanes_[lane_];
        run.lane = lane_;
        return run;
    }

    void one(const run::Record& record) {
        run::Records records;
        *records.add_records() = record;
        sendRecords(records);
    }

    void event(run::EventRecord::Kind kind, const std::string& words, const run::RunConfig* change = nullptr) {
        run::Record made = here().record();
        made.mutable_event()->set_kind(kind);
        made.mutable_event()->set_text(words);
        if (change != nullptr) *made.mutable_event()->mutable_change() = *change;
        one(made);
    }

    void begin(const run::RunConfig& config, const run::RunIdentity& identity = {}) {
        here().begin(config, identity, "01FAKE000000000000000000" + std::to_string(10 + ++runs_ % 90));
        one(here().started());
        one(here().memory());
    }

    void steps(int count) {
        run::Records records;
        for (int i = 0; i < count; ++i) *records.add_records() = here().stepDone();
        *records.add_records() = here().evaluated();
        *records.add_records() = here().histograms();
        sendRecords(records);
    }

    void frames(int count) {
        for (int i = 0; i < count; ++i) one(here().stepDone());
    }

    [[noreturn]] void flood() {
        for (;;) {
            run::ToWindow message;
            *message.mutable_records()->add_records() = here().stepDone();
            send(message);
        }
    }

    void finish(run::RunFinished::Outcome outcome) {
        if (here().id.empty()) return;
        run::Record made = here().record();
        made.mutable_finished()->set_outcome(outcome);
        made.mutable_finished()->set_steps(here().step);
        made.mutable_finished()->set_test_accuracy(0.945f);
        one(made);
        const std::string id = std::exchange(here().id, {});
        const std::uint32_t lane = lane_;
        for (const auto& entry : lanes_) {  // ghosts end with their run
            if (!entry.second.identity.ghost() || entry.second.identity.parent_run_id() != id) continue;
            lane_ = entry.first;
            finish(run::RunFinished::STOPPED);
        }
        lane_ = lane;
    }

    void beat(const std::string& activity, std::uint64_t progress) {
        run::ToWindow message;
        message.mutable_heartbeat()->set_activity(activity);
        message.mutable_heartbeat()->set_progress(progress);
        send(message);
    }

    void badChecksum() {
        run::ToWindow message;
        message.mutable_heartbeat()->set_activity("training");
        std::string frame = encode_frame(message);
        frame[4] = static_cast<char>(frame[4] ^ 1);
        raw(frame);
    }

    /// A field that ToWindow does not have: number 15, varint 1.
    void unknown() {
        run::ToWorker carrier;
        carrier.GetReflection()->MutableUnknownFields(&carrier)->AddVarint(15, 1);
        raw(encode_frame(carrier));
    }

    void fatal() {
        run::ToWindow message;
        message.mutable_fatal()->set_code("device");
        message.mutable_fatal()->set_message("the device went away");
        send(message);
    }

    [[noreturn]] static void hang() {
        for (;;) ::pause();
    }

    // ---- answers

    void reply(const run::Command& command, run::Reply answer) {
        answer.set_id(command.id());
        answer.set_step(here().step);
        if (command.has_start() || command.has_reset()) answer.set_run_id(here().id);
        run::ToWindow message;
        *message.mutable_reply() = answer;
        send(message);
    }

    void refuse(const run::Command& command, const std::string& whose) {
        run::Reply answer;
        *answer.mutable_error() = whose == "engine" ? engines_refusal() : refusal();
        reply(command, answer);
    }

    // ---- a worker that behaves

    [[noreturn]] void serve() {
        const std::jthread heart([this](std::stop_token stop) {
            std::mutex mutex;
            std::condition_variable_any never;
            for (std::uint64_t progress = 1; !stop.stop_requested(); ++progress) {
                beat("idle", progress);
                std::unique_lock lock(mutex);
                never.wait_for(lock, stop, std::chrono::milliseconds(500), [] { return false; });
            }
        });
        for (;;) {
            if (commands_.empty()) {
                const run::ToWorker message = receive();
                if (message.has_command()) commands_.push_back(message.command());
                continue;
            }
            const run::Command command = std::move(commands_.front());
            commands_.pop_front();
            obey(command);
        }
    }

    void obey(const run::Command& command) {
        lane_ = command.lane();
        run::Reply answer;
        switch (command.kind_case()) {
            case run::Command::kStart: {
                begin(command.start().config());
                reply(command, answer);
                if (command.start().paused()) return event(run::EventRecord::PAUSED, "paused");
                steps(std::atoi(environment("MANTISSA_FAKE_STEPS", "20").c_str()));
                if (runs_ <= std::atoi(environment("MANTISSA_FAKE_RUNS_END", "0").c_str()))
                    finish(run::RunFinished::COMPLETED);
                return;
            }
            case run::Command::kReset: {
                if (!here().identity.race_id().empty()) return race(endRace(command.id()));
                finish(run::RunFinished::STOPPED);
                begin(run::RunConfig(here().config));
                return reply(command, answer);
            }
            case run::Command::kRace:
                return race(command);
            case run::Command::kChange:
                if (command.change().ghost_steps() > 0) answer.set_run_id(fork(command.lane()));
                here().config.MergeFrom(command.change().change());
                event(run::EventRecord::CHANGED, "changed", &command.change().change());
                break;
            case run::Command::kAdopt:
                here().identity.clear_ghost();
                lane_ = here().parentLane;
                finish(run::RunFinished::STOPPED);
                lane_ = command.lane();
                event(run::EventRecord::ADOPTED, "adopted");
                break;
            case run::Command::kPause:
                each(command, [this] { event(run::EventRecord::PAUSED, "paused"); });
                break;
            case run::Command::kResume:
                each(command, [this] { event(run::EventRecord::RESUMED, "resumed"); });
                break;
            case run::Command::kSingleStep:
                each(command, [this] {
                    one(here().stepDone());
                    if (!here().identity.race_id().empty()) one(here().evaluated());
                });
                break;
            case run::Command::kStop:
                each(command, [this] { finish(run::RunFinished::STOPPED); });
                break;
            case run::Command::kListDevices: {
                run::DeviceInfo& device = *answer.mutable_devices()->add_devices();
                device.set_id("cpu");
                device.set_description("a device of the tests");
                device.set_available(true);
                break;
            }
            case run::Command::kListPresets: {
                run::Preset& preset = *answer.mutable_presets()->add_presets();
                preset.set_name("underflow");
                preset.set_title("Underflow");
                preset.mutable_config()->set_batch(256);
                break;
            }
            case run::Command::kPlan:
                answer.mutable_plan()->set_peak_held(12345);
                if (command.plan().config().device() == "cuda") answer.mutable_plan()->set_device_own(1000);
                break;
            case run::Command::kBench:
                answer.mutable_bench()->set_seconds(0.125);
                break;
            case run::Command::kShutdown: {
                reply(command, answer);
                std::_Exit(0);
            }
            default:
                break;
        }
        reply(command, answer);
    }

    /// `act` for the lane of the command, or for every one that has a run.
    template <typename Act>
    void each(const run::Command& command, Act act) {
        for (const auto& entry : lanes_) {
            lane_ = entry.first;
            if (!entry.second.id.empty() && (command.all_lanes() || lane_ == command.lane())) act();
        }
        lane_ = command.lane();
    }

    /// Ends every lane; returns the command that would race them again.
    run::Command endRace(std::uint32_t id) {
        run::Command again;
        again.set_id(id);
        for (const auto& entry : lanes_) {
            lane_ = entry.first;
            if (entry.second.id.empty()) continue;
            *again.mutable_race()->add_lanes() = entry.second.config;
            finish(run::RunFinished::STOPPED);
        }
        return again;
    }

    /// The lanes of $MANTISSA_FAKE_STEPS steps each, step by step in turn as in lockstep; the first
    /// $MANTISSA_FAKE_RACES_END races end then.
    void race(const run::Command& command) {
        run::RunIdentity identity;
        identity.set_race_id("01RACE00000000000000000" + std::to_string(100 + ++races_));
        if (!command.race().group_id().empty()) identity.set_group_id(command.race().group_id());
        run::Reply answer;
        const auto lanes = static_cast<std::uint32_t>(command.race().lanes_size());
        for (lane_ = 0; lane_ < lanes; ++lane_) {
            begin(command.race().lanes(static_cast<int>(lane_)), identity);
            answer.add_run_ids(here().id);
        }
        lane_ = 0;
        reply(command, answer);
        for (lane_ = 0; lane_ < lanes; ++lane_) {
            if (command.race().paused())
                event(run::EventRecord::PAUSED, "paused");
            else
                steps(std::atoi(environment("MANTISSA_FAKE_STEPS", "20").c_str()));
        }
        const int ending = std::atoi(environment("MANTISSA_FAKE_RACES_END", "0").c_str());
        for (lane_ = 0; lane_ < lanes && races_ <= ending; ++lane_) finish(run::RunFinished::COMPLETED);
        lane_ = 0;
    }

    /// A ghost of this lane in the first free one; returns its id.
    std::string fork(std::uint32_t parent) {
        const FakeRun from = lanes_[parent];
        lane_ = 0;
        while (!here().id.empty()) ++lane_;
        run::RunIdentity identity;
        identity.set_ghost(true);
        identity.set_parent_run_id(from.id);
        identity.set_fork_step(from.step);
        begin(from.config, identity);
        here().step = from.step;
        here().parentLane = parent;
        steps(5);
        const std::string id = here().id;
        lane_ = parent;
        return id;
    }

    Diary diary_;
    FrameReader reader_{0, Side::window};
    FrameWriter writer_{1};
    std::mutex mutex_;
    CreditWindow credit_{default_credit_frames, default_credit_bytes};
    std::deque<run::Command> commands_;
    run::Command last_;
    std::map<std::uint32_t, FakeRun> lanes_;
    std::uint32_t lane_ = 0;
    int runs_ = 0;
    int races_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);  // it crashes on purpose
    ignore_sigpipe();
    std::vector<std::string> script(argv + 1, argv + argc);
    if (script.empty() || script.front() == "serve") {
        std::istringstream words(environment("MANTISSA_FAKE_SCRIPT", "hello serve"));
        script.assign(std::istream_iterator<std::string>(words), {});
    }
    try {
        FakeWorker().play(script);
    } catch (const Error& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
