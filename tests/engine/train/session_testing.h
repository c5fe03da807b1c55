// SPDX-License-Identifier: Apache-2.0
// A session over the small data set, its records, and what lockstep means of them.
#pragma once

#include <gmock/gmock.h>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/train/memory_plan.h"
#include "engine/train/session.h"
#include "tests/engine/backend/late_device.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {

/// The reference device with what a test makes of it.
class TestDevice final : public WrappedDevice {
  public:
    struct Behaviour {
        std::uint64_t memory_bytes = 0;    ///< what it says that it has; 0: the machine's
        std::uint64_t physical_bytes = 0;  ///< what it really has; 0: the machine's
        bool fail_next_download = false;
        std::function<void()> on_download, on_allocate;  ///< called before; may throw
        std::uint64_t held_bytes = 0;
        std::shared_ptr<Lateness> late;  ///< where set, it works while the host does other things
    };
    explicit TestDevice(std::shared_ptr<Behaviour> behaviour) : behaviour_(std::move(behaviour)) {}

    DeviceDescription describe() const override {
        DeviceDescription d = WrappedDevice::describe();
        if (behaviour_->memory_bytes) d.memory_bytes = behaviour_->memory_bytes;
        return d;
    }
    std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) override {
        if (behaviour_->on_allocate) behaviour_->on_allocate();
        if (behaviour_->physical_bytes && behaviour_->held_bytes + bytes > behaviour_->physical_bytes)
            throw Error(ErrorCode::device, "the memory is full", "device memory");
        return std::make_unique<CountedMemory>(WrappedDevice::allocate(bytes),
                                               std::shared_ptr<std::uint64_t>(behaviour_, &behaviour_->held_bytes));
    }
    void download(void* to, const void* from, std::size_t bytes) override {
        if (behaviour_->on_download) behaviour_->on_download();
        if (behaviour_->fail_next_download) {
            behaviour_->fail_next_download = false;
            throw Error(ErrorCode::failed, "the test wants it so", "download");
        }
        WrappedDevice::download(to, from, bytes);
    }
    bool overlaps() const override { return behaviour_->late != nullptr; }
    std::unique_ptr<Fetch> fetch(const void* source, std::size_t bytes) override {
        if (!behaviour_->late) return WrappedDevice::fetch(source, bytes);
        return late_fetch(behaviour_->late, inner(), source, bytes);
    }

  private:
    std::shared_ptr<Behaviour> behaviour_;
};

/// Keeps records, and tells a test of each.
class WatchedCollector final : public RecordSink {
  public:
    void accept(const run::Record& record) override {
        if (watch) watch(record);
        records.push_back(record);
    }
    std::function<void(const run::Record&)> watch;
    std::vector<run::Record> records;
};

struct TestSession {
    std::shared_ptr<TestDevice::Behaviour> device = std::make_shared<TestDevice::Behaviour>();
    bool no_data = false;  ///< there is nothing to load any more
    WatchedCollector sink;
    Session session;

    explicit TestSession(const std::filesystem::path& checkpoints = {})
        : session(services(checkpoints), sink, [] { return false; }) {}

    SessionServices services(const std::filesystem::path& checkpoints) {
        SessionServices services;
        services.open_device = [behaviour = device](const std::string&, int) {
            return std::make_unique<TestDevice>(behaviour);
        };
        services.load_data = [this](const run::RunConfig& config) {
            if (no_data) throw Error(ErrorCode::bad_data, "the data are gone", config.data());
            return with_task(small_dataset(), config);
        };
        services.checkpoint_folder = checkpoints;
        return services;
    }

    template <class Set>
    run::Reply ask(std::uint32_t lane, const Set& set) {
        run::Command command;
        command.set_lane(lane);
        set(command);
        return session.handle(command);
    }
    run::Reply start(const run::RunConfig& config, std::uint32_t lane = 0) {
        return ask(lane, [&](run::Command& c) { *c.mutable_start()->mutable_config() = config; });
    }
    run::Reply race(const std::vector<run::RunConfig>& lanes, bool paused = false) {
        return ask(0, [&](run::Command& c) {
            for (const run::RunConfig& config : lanes) *c.mutable_race()->add_lanes() = config;
            c.mutable_race()->set_paused(paused);
        });
    }
    template <class Set>
    run::Reply ask_all(const Set& set) {
        return ask(0, [&](run::Command& c) {
            set(c);
            c.set_all_lanes(true);
        });
    }
    run::Reply resume(const std::string& run_id, std::uint32_t lane, bool paused = false) {
        return ask(lane, [&](run::Command& c) {
            c.mutable_resume_run()->set_run_id(run_id);
            c.mutable_resume_run()->set_paused(paused);
        });
    }
    run::Reply change(const Edit& edit, std::uint32_t ghost_steps, std::uint32_t lane = 0) {
        return ask(lane, [&](run::Command& c) {
            edit(*c.mutable_change()->mutable_change());
            c.mutable_change()->set_ghost_steps(ghost_steps);
        });
    }
    void steps(int count) {
        for (int i = 0; i < count; ++i) EXPECT_TRUE(session.step()) << "the worker would leave";
    }
    /// Until a run has so many steps; a stretch ends there as it would for a command.
    void steps_to(const std::string& run_id, std::uint32_t step) {
        const auto one_is_on_its_way = [&] { return last_step(run_id) + 1 >= step; };
        while (last_step(run_id) < step) ASSERT_TRUE(session.step(one_is_on_its_way));
        EXPECT_EQ(last_step(run_id), step);
    }
    /// Until nothing trains; a session that never ends is broken.
    void train() {
        for (int i = 0; i < 10000 && session.training(); ++i) EXPECT_TRUE(session.step());
        EXPECT_FALSE(session.training());
    }

    std::vector<run::Record> of(const std::string& run_id) const {
        std::vector<run::Record> result;
        for (const run::Record& record : sink.records)
            if (record.run_id() == run_id) result.push_back(record);
        return result;
    }
    run::RunStarted started(const std::string& run_id) const {
        const std::vector<run::Record> records = of(run_id);
        EXPECT_FALSE(records.empty());
        EXPECT_TRUE(records.front().has_started()) << "always the first record";
        return records.front().started();
    }
    run::RunFinished finished(const std::string& run_id) const {
        run::RunFinished last;
        int count = 0;
        for (const run::Record& record : of(run_id))
            if (record.has_finished()) {
                last = record.finished();
                ++count;
            }
        EXPECT_LE(count, 1) << "a run ends once";
        return last;
    }
    std::uint32_t last_step(const std::string& run_id) const {
        std::uint32_t last = 0;
        for (const run::Record& record : of(run_id))
            if (record.has_step_done()) last = record.step();
        return last;
    }
};

/// Records of steps as bytes, without their timings, by step.
inline std::map<std::uint32_t, std::string> step_bytes(const std::vector<run::Record>& records) {
    std::map<std::uint32_t, std::string> result;
    for (const run::Record& record : records) {
        if (!record.has_step_done()) continue;
        run::StepRecord step = record.step_done();
        step.clear_images_per_second();
        step.clear_step_ms();
        EXPECT_TRUE(result.emplace(record.step(), step.SerializeAsString()).second) << "step " << record.step();
    }
    return result;
}

/// Evaluations on the test set as bytes, by step: what state beside the weights is worth shows in them alone.
inline std::map<std::uint32_t, std::string> evaluation_bytes(const std::vector<run::Record>& records) {
    std::map<std::uint32_t, std::string> result;
    for (const run::Record& record : records)
        if (record.has_evaluated() && !record.evaluated().training_set())
            result[record.step()] = record.evaluated().SerializeAsString();
    return result;
}

/// A run alone: its records.
inline std::vector<run::Record> alone(const run::RunConfig& config) {
    TestSession one;
    EXPECT_FALSE(one.start(config).has_error());
    one.train();
    return one.sink.records;
}

/// No lane is more than a step ahead of a lane of the same race that has not ended.
inline void expect_lockstep(const std::vector<run::Record>& records) {
    std::map<std::string, std::uint32_t> steps;  // of the runs in progress
    for (const run::Record& record : records) {
        if (record.has_started() && !record.started().identity().ghost()) steps[record.run_id()] = record.step();
        if (record.has_finished()) steps.erase(record.run_id());
        if (!record.has_step_done() || !steps.contains(record.run_id())) continue;
        for (const auto& [run_id, step] : steps)
            if (run_id != record.run_id()) {
                ASSERT_GE(step + 1, record.step()) << "another lane had not finished the step before";
            }
        steps[record.run_id()] = record.step();
    }
}

inline run::RunConfig short_config(const Edit& edit = {}, std::int64_t steps = 24) {
    run::RunConfig config = small_config();
    config.set_steps(steps);
    config.set_eval_interval(5);
    config.set_eval_images(20);
    config.set_histogram_interval(4);
    config.set_shadow_interval(4);
    if (edit) edit(config);
    return config;
}

/// Bytes that a lane of short_config() holds.
inline std::uint64_t bytes_of_a_lane() {
    const auto device = make_reference_device();
    return lane_bytes(*device, small_dataset(), complete(short_config()));
}

/// A command's words, for TestSession::ask.
inline void stop_run(run::Command& command) {
    command.mutable_stop();
}

/// Ids of the runs that a race or a reset began.
inline std::vector<std::string> ids_of(const run::Reply& reply) {
    EXPECT_FALSE(reply.has_error()) << reply.error().message();
    return {reply.run_ids().begin(), reply.run_ids().end()};
}

inline void fp16_dynamic(run::RunConfig& config) {
    config.set_precision(run::FP16);
    config.set_scaling(run::DYNAMIC);
    config.set_loss_scale(0x1p22);  // overflows at first
    config.set_growth_interval(3);
}

}  // namespace mantissa
