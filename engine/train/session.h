// SPDX-License-Identifier: Apache-2.0
// One to four lanes on one device, and the commands that concern them. All of it happens on the training thread,
// between two steps; so a command takes effect at the next step boundary by construction.
//
// The lanes of a race move together: pause, resume, single step and reset of one of them concern them all, and with
// all_lanes every lane there is. A ghost follows the run that it was forked from. Either ends alone by a Stop.
#pragma once

#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/train/holding_sink.h"
#include "engine/train/lanes.h"

namespace mantissa {

/// What the session needs from the program it runs in.
struct SessionServices {
    std::function<std::unique_ptr<Device>(const std::string& id, int threads)> open_device;
    std::function<std::vector<run::DeviceInfo>()> list_devices;
    std::function<Dataset(const run::RunConfig&)> load_data;
    std::function<std::vector<run::Preset>()> presets;
    std::filesystem::path checkpoint_folder = {};  ///< empty: no checkpoints are kept
    bool keeps_ends = false;                       ///< CheckpointKeeper::keep_ends()
};

class Session {
  public:
    static constexpr std::size_t max_lanes = Lanes::most;

    /// `poll` is called between batches of long evaluations; true abandons them.
    Session(SessionServices services, RecordSink& sink, std::function<bool()> poll);
    ~Session();

    /// Carries out one command; never throws: a refusal is in the reply, with nothing changed.
    run::Reply handle(const run::Command& command);

    /// Whether any lane trains (not paused, not finished).
    bool training() const { return lanes_.training(); }
    /// One step of every lane that is due, or, unless in slow motion, a stretch of them (Lanes::step), which ends where
    /// `waiting` says that something wants to be done. Returns false where the device itself failed.
    bool step(const std::function<bool()>& waiting = {}) {
        return lanes_.step(delay_ms_ > 0 ? Stretch{.steps = 1} : Stretch{.ends = waiting});
    }
    /// Milliseconds to wait after each step (slow motion).
    unsigned delay_ms() const noexcept { return delay_ms_; }
    /// "training", "paused" or "idle".
    const char* activity() const;
    /// Ends all lanes that have not finished, as stopped.
    void stop_all();

  private:
    void carry_out(const run::Command& command, run::Reply& reply);
    std::vector<std::uint32_t> concerned(const run::Command& command) const;

    // session_start.cpp: how runs begin
    void open(const run::RunConfig& config);
    std::unique_ptr<SessionLane> make_lane(std::uint32_t index, const run::RunConfig& config, std::string run_id,
                                           const SessionLane* like = nullptr);
    void make_room(const std::vector<run::RunConfig>& configs, const std::vector<std::uint32_t>& instead_of,
                   const SessionLane* like, const Phrase& remedy);
    void announce(std::uint32_t index, bool reset);
    void announce_all(const std::vector<std::uint32_t>& lanes, bool reset);
    void fail_or_drop(std::uint32_t index, const std::exception& error);
    void start(std::uint32_t index, const run::Start& command, bool reset, run::Reply& reply);
    void race(const run::Race& command, bool reset, run::Reply& reply);
    void reset(const run::Command& command, run::Reply& reply);
    void change(std::uint32_t index, const run::Change& command, run::Reply& reply);
    void change_with_ghost(std::uint32_t index, const run::Change& command, run::Reply& reply);
    static void leave_race(SessionLane& lane, const run::RunConfig& change);

    // session_resume.cpp: how runs go on
    void write_checkpoints(const run::Command& command);
    void resume_run(std::uint32_t index, const run::ResumeRun& command, run::Reply& reply);
    struct Flight {
        std::string run_id;
        run::RunStarted started;
        run::RunConfig config;  ///< at its end
        FlightRecorder recorder;
    };
    const Flight* flight_of(std::uint32_t index, const std::string& run_id);
    Checkpoint state_before(std::uint32_t index, const run::ResumeRun& command);
    void advance(Checkpoint& from, std::uint32_t step);
    void fork_run(std::uint32_t index, const Checkpoint& from, bool paused, run::Reply& reply);

    SessionServices services_;
    HoldingSink sink_;
    CheckpointKeeper keeper_;
    std::function<bool()> poll_;
    std::shared_ptr<Device> device_;
    std::string device_key_;
    std::shared_ptr<Dataset> dataset_;
    std::string dataset_key_;
    std::shared_ptr<DeviceData> data_;
    Lanes lanes_;
    std::optional<Flight> flight_;  // of the run that was rewound last
    unsigned delay_ms_ = 0;
};

}  // namespace mantissa
