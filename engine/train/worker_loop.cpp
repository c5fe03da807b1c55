// SPDX-License-Identifier: Apache-2.0
// The threads of the worker and how they end.
#include "engine/train/worker_loop.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/base/error.h"
#include "engine/run/error_record.h"
#include "engine/train/outbox.h"
#include "engine/wire/framing.h"
#include "engine/wire/handshake.h"

namespace mantissa {
namespace {

/// Commands from the reading to the training thread.
class CommandQueue {
  public:
    void push(run::Command command) {
        const std::lock_guard lock(mutex_);
        urgent_ = urgent_ || command.has_stop() || command.has_shutdown() || command.has_reset();
        commands_.push_back(std::move(command));
        wake_.notify_one();
    }
    void close() {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        urgent_ = true;
        wake_.notify_one();
    }
    /// All commands that are there; waits up to `limit` for the first (no limit: until one comes or the stream ends).
    std::deque<run::Command> take(std::optional<std::chrono::milliseconds> limit) {
        std::unique_lock lock(mutex_);
        const auto ready = [this] { return closed_ || !commands_.empty(); };
        if (limit)
            wake_.wait_for(lock, *limit, ready);
        else
            wake_.wait(lock, ready);
        std::deque<run::Command> taken;
        taken.swap(commands_);
        urgent_ = closed_;
        return taken;
    }
    bool closed() const {
        const std::lock_guard lock(mutex_);
        return closed_;
    }
    /// Whether there is a command, or the end: a stretch of steps should end.
    bool waiting() const {
        const std::lock_guard lock(mutex_);
        return closed_ || !commands_.empty();
    }
    /// Whether a long evaluation should be abandoned.
    bool urgent() const {
        const std::lock_guard lock(mutex_);
        return urgent_;
    }

  private:
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<run::Command> commands_;
    bool closed_ = false, urgent_ = false;
};

/// What the heart tells.
struct Pulse {
    std::atomic<std::uint64_t> progress{0};
    std::atomic<const char*> activity{"idle"};
};

void beat(std::stop_token stop, const Pulse& pulse, Outbox& outbox) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
        run::ToWindow message;
        message.mutable_heartbeat()->set_progress(pulse.progress);
        message.mutable_heartbeat()->set_activity(outbox.blocked() ? "waiting for the window" : pulse.activity.load());
        outbox.send(std::move(message));
        wake.wait_for(lock, stop, std::chrono::milliseconds(500), [] { return false; });
    }
}

/// Reads until the stream ends, one way or another; an Error tells the window why and becomes the exit code.
void read_commands(FrameReader& reader, CommandQueue& queue, CreditWindow& credit, Outbox& outbox,
                   std::atomic<int>& exit_code) {
    try {
        while (const std::optional<std::string> payload = reader.next()) {
            run::ToWorker message = parse_payload<run::ToWorker>(*payload);
            if (message.has_command()) queue.push(std::move(*message.mutable_command()));
            if (message.has_credit()) {
                outbox.settled(message.credit().frames());
                credit.grant(message.credit().frames(), message.credit().bytes());
            }
        }
    } catch (const Error& error) {
        exit_code = static_cast<int>(error.code());
        run::ToWindow message;
        *message.mutable_fatal() = to_record(error);
        outbox.send(std::move(message));
    }
    queue.close();
}

/// The training thread's loop. Returns the exit code.
int train_until_closed(Session& session, CommandQueue& queue, Pulse& pulse, Outbox& outbox) {
    for (;;) {
        const bool training = session.training();
        pulse.activity = session.activity();
        const auto wait = training ? std::optional(std::chrono::milliseconds(session.delay_ms())) : std::nullopt;
        for (const run::Command& command : queue.take(wait)) {
            run::ToWindow message;
            *message.mutable_reply() = session.handle(command);
            outbox.send(std::move(message));
            if (command.has_shutdown()) return 0;
        }
        if (queue.closed() || outbox.gone()) return 0;
        if (!session.training()) continue;
        if (!session.step([&queue] { return queue.waiting(); })) {
            run::ToWindow message;
            *message.mutable_fatal() = to_record(
                Error(ErrorCode::device, say("the device failed; the worker ends"), "device", say("start it again")));
            outbox.send(std::move(message));
            return static_cast<int>(ErrorCode::device);
        }
        ++pulse.progress;
    }
}

}  // namespace

int serve(int input, int output, SessionServices services) {
    ignore_sigpipe();
    FrameWriter writer(output);
    writer.write(encode_preamble(Side::worker));
    StopPipe stop_reading;
    FrameReader reader(input, Side::window, &stop_reading);

    const std::optional<std::string> first = reader.next();
    if (!first) return 0;
    const run::ToWorker greeting = parse_payload<run::ToWorker>(*first);
    run::ToWindow answer;
    *answer.mutable_hello() = worker_hello(greeting.hello());
    writer.write(encode_frame(answer));
    check_window_hello(greeting.hello());

    CreditWindow credit(greeting.hello().credit_frames(), greeting.hello().credit_bytes());
    Outbox outbox(writer, credit);
    CommandQueue queue;
    Pulse pulse;
    Session session(std::move(services), outbox, [&queue, &pulse] {
        ++pulse.progress;
        return queue.urgent();
    });

    std::jthread writing([&outbox](std::stop_token stop) { outbox.write_until(stop); });
    std::jthread heart([&](std::stop_token stop) { beat(stop, pulse, outbox); });
    std::atomic<int> link_code{0};
    std::jthread reading([&] { read_commands(reader, queue, credit, outbox, link_code); });

    const int code = train_until_closed(session, queue, pulse, outbox);
    session.stop_all();
    heart.request_stop();
    heart.join();
    writing.request_stop();
    writing.join();
    stop_reading.stop();
    return code ? code : link_code.load();
}

}  // namespace mantissa
