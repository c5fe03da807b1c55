// SPDX-License-Identifier: Apache-2.0
// What the tests of the library share: a folder that cleans up after itself, and records made to measure.
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/ulid.h"
#include "engine/run/run.pb.h"
#include "engine/store/digest.h"

namespace mantissa::testing {

/// A new folder, removed with everything in it.
class TemporaryFolder {
  public:
    TemporaryFolder() : path_(std::filesystem::temp_directory_path() / ("mantissa-store-" + make_ulid())) {
        std::filesystem::create_directory(path_);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::permissions(path_, std::filesystem::perms::owner_all, ignored);
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

inline run::Record started(const std::string& run_id, const std::string& name = "a run") {
    run::Record record;
    record.set_run_id(run_id);
    record.set_lane(0);
    record.set_step(0);
    auto& begin = *record.mutable_started();
    begin.mutable_identity()->set_run_id(run_id);
    begin.mutable_identity()->set_device("cpu: a processor");
    begin.mutable_identity()->set_started_unix(1700000000.5);
    begin.mutable_identity()->set_seed(7);
    begin.mutable_config()->set_name(name);
    begin.mutable_config()->set_preset("underflow");
    begin.mutable_config()->set_precision(run::FP16);
    begin.mutable_config()->set_lr(0.003);
    begin.set_emulated(true);
    begin.set_total_steps(300);
    return record;
}

/// A step whose numbers follow from its own number.
inline run::Record step(const std::string& run_id, std::uint32_t number, std::uint32_t lane = 0) {
    run::Record record;
    record.set_run_id(run_id);
    record.set_lane(lane);
    record.set_step(number);
    auto& done = *record.mutable_step_done();
    done.set_loss(2.5f / static_cast<float>(1 + number % 97));
    done.set_accuracy(static_cast<float>(number % 11) / 11);
    done.set_scale(65536);
    done.set_skipped(number % 50 == 0);
    if (number % 50 == 0) done.set_skip_cause("fc3.weight");
    done.set_gradient_norm(static_cast<float>(number) * 0.5f);
    done.set_weight_gradients_nonzero(1000000 + number);
    done.set_weight_gradients_flushed(number % 1000);
    done.set_activation_gradients_nonzero(200000);
    done.set_activation_gradients_flushed(number % 100);
    done.set_updates_nonzero(500000);
    done.set_updates_lost(number % 7);
    done.set_lr(0.003f);
    done.set_batch(256);
    done.set_images_per_second(12345.5f);
    done.set_step_ms(20.75f);
    done.set_growth_tracker(number % 50);
    return record;
}

inline std::vector<run::Record> steps(const std::string& run_id, std::uint32_t first, std::uint32_t last) {
    std::vector<run::Record> all;
    for (std::uint32_t i = first; i <= last; ++i) all.push_back(step(run_id, i));
    return all;
}

inline run::Record event(const std::string& run_id, std::uint32_t at, run::EventRecord::Kind kind,
                         const std::string& text) {
    run::Record record;
    record.set_run_id(run_id);
    record.set_lane(0);
    record.set_step(at);
    record.mutable_event()->set_kind(kind);
    record.mutable_event()->set_text(text);
    return record;
}

inline run::Record evaluation(const std::string& run_id, std::uint32_t at, float accuracy) {
    run::Record record;
    record.set_run_id(run_id);
    record.set_lane(0);
    record.set_step(at);
    record.mutable_evaluated()->set_accuracy(accuracy);
    record.mutable_evaluated()->set_images(2000);
    return record;
}

inline run::Record finished(const std::string& run_id, std::uint32_t at, run::RunFinished::Outcome outcome,
                            float accuracy) {
    run::Record record;
    record.set_run_id(run_id);
    record.set_lane(0);
    record.set_step(at);
    record.mutable_finished()->set_outcome(outcome);
    record.mutable_finished()->set_test_accuracy(accuracy);
    record.mutable_finished()->set_steps(at);
    return record;
}

inline std::vector<std::string> as_bytes(const std::vector<run::Record>& records) {
    std::vector<std::string> all;
    for (const run::Record& record : records) all.push_back(record.SerializeAsString());
    return all;
}

/// Runs SQL on a file without Mantissa; returns the first column of the last row.
inline std::string raw_sql(const std::filesystem::path& file, const std::string& sql) {
    sqlite3* database = nullptr;
    std::string result;
    EXPECT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
    const auto take = [](void* into, int, char** values, char**) {
        *static_cast<std::string*>(into) = values[0] != nullptr ? values[0] : "";
        return 0;
    };
    char* message = nullptr;
    const int code = sqlite3_exec(database, sql.c_str(), take, &result, &message);
    EXPECT_EQ(code, SQLITE_OK) << sql << ": " << (message != nullptr ? message : "");
    sqlite3_free(message);
    sqlite3_close(database);
    return result;
}

/// Gives every row of a library the digest that it should have, as whoever changed it on purpose would.
inline void reseal(const std::filesystem::path& file) {
    try {
        Database database(file, Database::Mode::read_write);
        database.execute("UPDATE runs SET record_rows = (SELECT count(*) FROM records WHERE records.run = runs.id)");
        for (const Sealed table : {Sealed::runs, Sealed::tags, Sealed::steps, Sealed::nodes, Sealed::records})
            database.execute(("UPDATE " + std::string(name_of(table)) + " SET digest = " + digest_of(table)).c_str());
    } catch (const Error&) {  // then it is no library any more, which the test is about
    }
}

/// The Error that `action` throws; a test failure and an empty one where it throws none.
template <typename Action>
Error error_of(Action&& action) {
    try {
        action();
    } catch (const Error& error) {
        return error;
    }
    ADD_FAILURE() << "no Error was thrown";
    return Error(ErrorCode::failed, "none");
}

}  // namespace mantissa::testing
