// SPDX-License-Identifier: Apache-2.0
// A session without a window.
#include "app/worker/hand_session.h"

#include "app/worker/catalogue.h"
#include "app/worker/lane_setup.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

ErrorCode code_of(const std::string& name) {
    for (const ErrorCode code :
         {ErrorCode::usage, ErrorCode::cancelled, ErrorCode::device, ErrorCode::bad_data, ErrorCode::failed})
        if (name == name_of(code)) return code;
    return ErrorCode::failed;
}

SessionServices with_checkpoints(std::filesystem::path folder) {
    SessionServices services = worker_services();
    services.checkpoint_folder = std::move(folder);
    return services;
}

}  // namespace

SessionServices worker_services() {
    SessionServices services;
    services.open_device = open_device;
    services.list_devices = [] { return list_devices(true); };
    services.load_data = load_data;
    services.presets = shipped_presets;
    return services;
}

HandSession::HandSession(RecordSink& sink, std::filesystem::path checkpoints)
    : session_(with_checkpoints(std::move(checkpoints)), sink, stop_requested) {}

run::Reply HandSession::ask(const run::Command& command) {
    run::Reply reply = session_.handle(command);
    if (reply.has_error())
        throw Error(code_of(reply.error().code()), reply.error().message(), reply.error().place(),
                    reply.error().remedy());
    return reply;
}

bool HandSession::train_to_the_end() {
    while (session_.training()) {
        if (stop_requested()) {
            session_.stop_all();
            return false;
        }
        if (!session_.step())
            throw Error(ErrorCode::device, "the device failed", "device", "see the run's last record");
    }
    return true;
}

}  // namespace mantissa
