// SPDX-License-Identifier: Apache-2.0
// One to four lanes on one device, and the commands that concern them. All of it happens on the training thread,
// between two steps; so a command takes effect at the next step boundary by construction.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/train/trainer.h"

namespace mantissa {

/// What the session needs from the program it runs in.
struct SessionServices {
    std::function<std::unique_ptr<Device>(const std::string& id, int threads)> open_device;
    std::function<std::vector<run::DeviceInfo>()> list_devices;
    std::function<Dataset(const run::RunConfig&)> load_data;
    std::function<std::vector<run::Preset>()> presets;
};

class Session {
  public:
    static constexpr std::size_t max_lanes = 4;

    /// `poll` is called between batches of long evaluations; true abandons them.
    Session(SessionServices services, RecordSink& sink, std::function<bool()> poll);
    ~Session();

    /// Carries out one command; never throws: a refusal is in the reply, with nothing changed.
    run::Reply handle(const run::Command& command);

    /// Whether any lane trains (not paused, not finished).
    bool training() const;
    /// One step of every training lane, in the order of the lanes; finishes those that are done. An error of a lane
    /// ends that lane with a record; returns false where the device itself failed.
    bool step();
    /// Milliseconds to wait after each step (slow motion).
    unsigned delay_ms() const noexcept { return delay_ms_; }
    /// "training", "paused" or "idle".
    const char* activity() const;
    /// Ends all lanes that have not finished, as stopped.
    void stop_all();

  private:
    struct Lane;
    Lane* find(std::uint32_t index);
    Lane& require(std::uint32_t index);
    void start(std::uint32_t index, const run::RunConfig& config, bool paused, bool reset, run::Reply& reply);
    void open(const run::RunConfig& config);
    void end(Lane& lane, run::RunFinished::Outcome outcome);
    void fail(Lane& lane, const Error& error);
    void carry_out(const run::Command& command, run::Reply& reply);

    SessionServices services_;
    RecordSink& sink_;
    std::function<bool()> poll_;
    std::shared_ptr<Device> device_;
    std::string device_key_;
    std::shared_ptr<Dataset> dataset_;
    std::string dataset_key_;
    std::shared_ptr<DeviceData> data_;
    std::array<std::unique_ptr<Lane>, max_lanes> lanes_;
    unsigned delay_ms_ = 0;
};

}  // namespace mantissa
