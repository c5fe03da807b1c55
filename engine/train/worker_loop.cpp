// SPDX-License-Identifier: Apache-2.0
// The threads of the worker and how they end.
#include "engine/train/worker_loop.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/base/error.h"
#include "engine/run/error_record.h"
#include "engine/train/command_queue.h"
#include "engine/train/outbox.h"
#include "engine/wire/framing.h"
#include "engine/wire/handshake.h"

namespace mantissa {
namespace {

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

/// The reply to a command for which there is no room.
run::ToWindow refusal(std::uint32_t id) {
    run::ToWindow message;
    message.mutable_reply()->set_id(id);
    *message.mutable_reply()->mutable_error() =
        to_record(Error(ErrorCode::failed, say("%1 commands wait for the training already", {CommandQueue::most}),
                        "command", say("wait for the replies to them")));
    return message;
}

/// Reads until the stream ends, one way or another; an Error tells the window why and becomes the exit code.
void read_commands(FrameReader& reader, CommandQueue& queue, CreditWindow& credit, Outbox& outbox,
                   std::atomic<int>& exit_code) {
    try {
        while (const std::optional<std::string> payload = reader.next()) {
            run::ToWorker message = parse_payload<run::ToWorker>(*payload);
            if (message.has_command()) {
                const std::uint32_t id = message.command().id();
                // Where the training waits for credit, that stands behind the commands: they are refused to get at it.
                if (!queue.push(std::move(*message.mutable_command()), [&outbox] { return outbox.blocked(); }))
                    outbox.reply(refusal(id));
            }
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
            outbox.reply(std::move(message));
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

int serve(int input, int output, SessionServices services, StopPipe& ending) {
    ignore_sigpipe();
    FrameWriter writer(output);
    writer.write(encode_preamble(Side::worker));
    FrameReader reader(input, Side::window, &ending);

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

    const int code = [&] {
        try {
            const int how = train_until_closed(session, queue, pulse, outbox);
            queue.close();
            session.stop_all();
            return how;
        } catch (const std::exception& error) {  // the window is told, and no thread is waited for in vain
            queue.close();
            run::ToWindow message;
            *message.mutable_fatal() = to_record(error_of(error));
            outbox.send(std::move(message));
            return static_cast<int>(error_of(error).code());
        }
    }();
    heart.request_stop();
    heart.join();
    writing.request_stop();
    writing.join();
    ending.stop();  // wakes the thread that reads
    return code ? code : link_code.load();
}

}  // namespace mantissa
