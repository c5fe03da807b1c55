// SPDX-License-Identifier: Apache-2.0
// A scripted worker for the window's tests: it plays every way in which a real one can go wrong, and writes down what
// it was told. The script is one word per argument, or the words of $MANTISSA_FAKE_SCRIPT when started as "serve" (so
// that the whole window can be run on it); without either it behaves: "hello serve".
//
//   noise:N        N bytes of text before the preamble
//   hello          reads the window's Hello, answers it        wrong-version, wrong-nonce: answers it wrongly
//   silent         reads the window's Hello, answers nothing
//   await:KIND     reads until a command of this kind came ("start", "pause", ...), answering nothing
//   reply          answers the last command                    refuse: answers it with an error
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
// $MANTISSA_FAKE_STEPS: steps that `serve` sends at once for a started run (20).
#include <google/protobuf/util/json_util.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <iostream>
#include <iterator>
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

namespace {

using namespace mantissa;

std::string environment(const char* name, const char* fallback) {
    const char* value = std::getenv(name);
    return value == nullptr ? fallback : value;
}

/// Messages as one line each, and how often the program was launched with this file.
class Diary {
  public:
    Diary() : path_(environment("MANTISSA_FAKE_LOG", "")) {
        if (path_.empty()) return;
        std::ifstream before(path_);
        for (std::string line; std::getline(before, line);) launches_ += line == "launch" ? 1 : 0;
        write("launch");
        ++launches_;
    }
    void write(const std::string& line) {
        if (!path_.empty()) std::ofstream(path_, std::ios::app) << line << '\n' << std::flush;
    }
    void write(const run::ToWorker& message) {
        google::protobuf::util::JsonPrintOptions options;
        options.preserve_proto_field_names = true;
        std::string json;
        if (google::protobuf::util::MessageToJsonString(message, &json, options).ok()) write(json);
    }
    int launches() const { return launches_; }

  private:
    std::string path_;
    int launches_ = 0;
};

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
            refuse(last_);
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

    run::Record record() const {
        run::Record record;
        record.set_run_id(runId_);
        record.set_lane(lane_);
        record.set_step(step_);
        return record;
    }

    void one(const run::Record& record) {
        run::Records records;
        *records.add_records() = record;
        sendRecords(records);
    }

    void event(run::EventRecord::Kind kind, const std::string& words, const run::RunConfig* change = nullptr) {
        run::Record made = record();
        made.mutable_event()->set_kind(kind);
        made.mutable_event()->set_text(words);
        if (change != nullptr) *made.mutable_event()->mutable_change() = *change;
        one(made);
    }

    void begin(const run::RunConfig& config) {
        config_ = config;
        runId_ = "01FAKE0000000000000000000" + std::to_string(++runs_ % 10);
        step_ = 0;
        run::Record started = record();
        run::RunStarted& body = *started.mutable_started();
        body.mutable_identity()->set_run_id(runId_);
        body.mutable_identity()->set_device("a device of the tests");
        body.mutable_identity()->set_data_name("MNIST");
        body.mutable_identity()->set_started_unix(1.7e9);
        *body.mutable_config() = config;
        body.set_steps_per_epoch(100);
        body.set_total_steps(400);
        for (const char* layer : {"fc1", "fc2"}) {
            run::TensorInfo& tensor = *body.add_tensors();
            tensor.set_layer(layer);
            tensor.set_name(std::string(layer) + ".weight");
            tensor.add_shape(128);
            tensor.add_shape(784);
        }
        one(started);
        run::Record memory = record();
        run::MemoryRecord::Operation& operation = *memory.mutable_memory()->add_operations();
        operation.set_name("forward fc1");
        operation.add_live()->set_category(run::MEMORY_WEIGHTS);
        operation.mutable_live(0)->set_held(1 << 20);
        memory.mutable_memory()->set_peak_held(1 << 20);
        one(memory);
    }

    run::Record stepRecord() {
        ++step_;
        run::Record made = record();
        run::StepRecord& body = *made.mutable_step_done();
        body.set_loss(2.3f * std::exp(-0.02f * static_cast<float>(step_)));
        body.set_accuracy(1.0f - std::exp(-0.05f * static_cast<float>(step_)));
        body.set_scale(65536);
        body.set_skipped(step_ % 10 == 3);
        if (body.skipped()) body.set_skip_cause("fc2.weight");
        body.set_gradient_norm(1.5f);
        body.set_weight_gradients_nonzero(1000);
        body.set_weight_gradients_flushed(80);
        body.set_batch(config_.batch());
        body.set_images_per_second(5000);
        body.set_step_ms(50);
        return made;
    }

    void steps(int count) {
        run::Records records;
        for (int i = 0; i < count; ++i) *records.add_records() = stepRecord();
        run::Record evaluated = record();
        evaluated.mutable_evaluated()->set_accuracy(0.5f);
        evaluated.mutable_evaluated()->set_images(2000);
        *records.add_records() = evaluated;
        run::Record histograms = record();
        run::Histogram& histogram = *histograms.mutable_histograms()->add_histograms();
        histogram.set_tensor("fc1.weight");
        histogram.set_layer("fc1");
        histogram.set_role(run::ROLE_WEIGHT_GRADIENT);
        histogram.set_first_bin(-64);
        for (std::uint32_t bin = 0; bin < 96; ++bin) histogram.add_bins(bin);
        histogram.set_format("FP16");
        histogram.set_scale(65536);
        *records.add_records() = histograms;
        sendRecords(records);
    }

    void frames(int count) {
        for (int i = 0; i < count; ++i) one(stepRecord());
    }

    [[noreturn]] void flood() {
        for (;;) {
            run::ToWindow message;
            *message.mutable_records()->add_records() = stepRecord();
            send(message);
        }
    }

    void finish(run::RunFinished::Outcome outcome) {
        if (runId_.empty()) return;
        run::Record made = record();
        made.mutable_finished()->set_outcome(outcome);
        made.mutable_finished()->set_steps(step_);
        made.mutable_finished()->set_test_accuracy(0.945f);
        one(made);
        runId_.clear();
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
        answer.set_step(step_);
        if (command.has_start() || command.has_reset()) answer.set_run_id(runId_);
        run::ToWindow message;
        *message.mutable_reply() = answer;
        send(message);
    }

    void refuse(const run::Command& command) {
        run::Reply answer;
        answer.mutable_error()->set_code("usage");
        answer.mutable_error()->set_message("the batch does not fit");
        answer.mutable_error()->set_remedy("the largest that would is 512");
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
                return steps(std::atoi(environment("MANTISSA_FAKE_STEPS", "20").c_str()));
            }
            case run::Command::kReset: {
                finish(run::RunFinished::STOPPED);
                begin(run::RunConfig(config_));
                return reply(command, answer);
            }
            case run::Command::kChange: {
                config_.MergeFrom(command.change().change());
                event(run::EventRecord::CHANGED, "changed", &command.change().change());
                break;
            }
            case run::Command::kPause:
                event(run::EventRecord::PAUSED, "paused");
                break;
            case run::Command::kResume:
                event(run::EventRecord::RESUMED, "resumed");
                break;
            case run::Command::kSingleStep:
                one(stepRecord());
                break;
            case run::Command::kStop:
                finish(run::RunFinished::STOPPED);
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

    Diary diary_;
    FrameReader reader_{0, Side::window};
    FrameWriter writer_{1};
    std::mutex mutex_;
    CreditWindow credit_{default_credit_frames, default_credit_bytes};
    std::deque<run::Command> commands_;
    run::Command last_;
    run::RunConfig config_;
    std::string runId_;
    std::uint32_t lane_ = 0;
    std::uint32_t step_ = 0;
    int runs_ = 0;
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
