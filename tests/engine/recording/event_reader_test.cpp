// SPDX-License-Identifier: Apache-2.0
// Event files of TensorBoard: what is in them becomes the records of a run; a damaged one says which record.
#include "engine/recording/event_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "engine/base/error.h"
#include "engine/base/ulid.h"
#include "engine/recording/import_recording.h"
#include "engine/report/tensorboard.h"
#include "tests/engine/recording/event_files.h"
#include "tests/engine/recording/recording_testing.h"

namespace mantissa {
namespace {

using testing::HasSubstr;
using namespace test;

std::string texts_of(const std::vector<run::Record>& records) {
    std::string all;
    for (const run::Record& record : records) all += record.event().text() + '\n';
    return all;
}

std::map<std::uint32_t, run::StepRecord> steps_of(const std::vector<run::Record>& records) {
    std::map<std::uint32_t, run::StepRecord> steps;
    for (const run::Record& record : records)
        if (record.has_step_done()) {
            EXPECT_TRUE(steps.emplace(record.step(), record.step_done()).second) << record.step();
        }
    return steps;
}

TEST(EventReader, ScalarsInBothFormsAreTheStepsOfARun) {
    const float bf16 = 1.5f;
    const std::string bytes =
        version_event() + event(0, value("train/loss", simple(2.5f)) + value("perplexity", simple(12)), 1000) +
        event(0, value("lr", tensor(1, 5, little(std::bit_cast<std::uint32_t>(0.1f), 4))), 1000) +
        event(1, value("train/loss", simple(2.25f)), 1001) +
        event(1, value("eval/accuracy", tensor(2, 6, little(std::bit_cast<std::uint64_t>(0.75), 8))), 1002) +
        event(1, value("count", tensor(9, 10, varint(41))), 1002) +
        event(1, value("content", tensor(14, 4, little(std::bit_cast<std::uint32_t>(bf16) >> 16, 2))), 1002) +
        event(1, value("halved", tensor(19, 13, varint(0x3800))), 1002) +
        event(1, value("picture", field(4, std::string(3000, 'p'))), 1002) +
        event(2, value("train/loss", simple(NAN)), 1003);
    for (const std::size_t piece : {std::size_t{0}, std::size_t{1}, std::size_t{7}}) {
        const std::vector<run::Record> records = events_records(bytes, piece);
        ASSERT_TRUE(records.front().has_started());
        const run::RunStarted& started = records.front().started();
        EXPECT_EQ(started.config().name(), "one");
        EXPECT_TRUE(is_ulid(records.front().run_id()));
        EXPECT_EQ(started.identity().started_unix(), 1000);
        EXPECT_TRUE(started.foreign().probe().empty());
        const auto steps = steps_of(records);
        ASSERT_EQ(steps.size(), 3u);
        EXPECT_EQ(steps.at(0).loss(), 2.5f);
        EXPECT_EQ(steps.at(0).lr(), 0.1f);
        EXPECT_EQ(steps.at(1).loss(), 2.25f);
        EXPECT_EQ(steps.at(1).step_ms(), 1000);
        EXPECT_TRUE(std::isnan(steps.at(2).loss()));
        std::map<std::string, double> scalars;
        for (const auto& [step, done] : steps)
            for (const run::Scalar& scalar : done.scalars()) scalars[scalar.name()] = scalar.value();
        EXPECT_EQ(scalars, (std::map<std::string, double>{
                               {"perplexity", 12}, {"count", 41}, {"content", 1.5}, {"halved", 0.5}}));
        int evaluated = 0;
        for (const run::Record& record : records)
            if (record.has_evaluated()) {
                ++evaluated;
                EXPECT_EQ(record.step(), 1u);
                EXPECT_EQ(record.evaluated().accuracy(), 0.75f);
            }
        EXPECT_EQ(evaluated, 1);
        EXPECT_THAT(texts_of(records), HasSubstr("train/loss for the loss, lr for the learning rate, eval/accuracy for "
                                                 "the test accuracy"));
    }
}

TEST(EventReader, OurOwnExportComesBack) {
    const auto folder = std::filesystem::temp_directory_path() / "event-round-trip";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    const auto library = Library::open(folder / "runs.mantissa", Access::read_write);
    const std::string id = import_recording(*library, recording_path("mlp-skips")).run_id;
    std::ostringstream out;
    write_event_file(out, *library, id);
    const auto back = steps_of(events_records(out.str(), 1000));
    const auto own = steps_of(library->records(id));
    ASSERT_EQ(back.size(), own.size());
    for (const auto& [step, done] : own) {
        EXPECT_TRUE(back.at(step).loss() == done.loss() || std::isnan(done.loss())) << step;
        EXPECT_EQ(back.at(step).scale(), done.scale()) << step;
        EXPECT_EQ(back.at(step).lr(), done.lr()) << step;
    }
    // and is a run of the library, once
    const auto path = folder / "events.out.tfevents.1";
    std::ofstream(path, std::ios::binary) << out.str();
    EXPECT_TRUE(looks_like_recording(path));
    const RecordingImport first = import_recording(*library, path);
    EXPECT_EQ(first.steps, 80u);
    EXPECT_TRUE(first.events);
    EXPECT_TRUE(import_recording(*library, path).known);
    EXPECT_EQ(library->runs().size(), 2u);
    std::filesystem::remove_all(folder);
}

TEST(EventReader, WhatComesLateIsCountedAndSaid) {
    std::string bytes = version_event();
    for (int step = 0; step < 3000; ++step) bytes += event(step, value("loss", simple(1)));
    bytes += event(5, value("late", simple(1)));
    bytes += event(2990, value("accuracy", simple(0.5f)));  // within the window
    const auto records = events_records(bytes);
    EXPECT_THAT(texts_of(records), HasSubstr("1 values are left out: they came more than 1024 steps late"));
    const auto steps = steps_of(records);
    EXPECT_EQ(steps.size(), 3000u);
    EXPECT_EQ(steps.at(2990).accuracy(), 0.5f);
}

TEST(EventReader, ADamagedFileSaysWhichRecord) {
    const std::string good = version_event() + event(1, value("loss", simple(1)));
    const auto refused = [](const std::string& bytes) -> std::string {
        try {
            events_records(bytes);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::bad_data);
            return error.place() + ": " + error.message();
        }
        return "taken";
    };
    std::string bad = good;
    bad[good.size() - 1] ^= 1;
    EXPECT_THAT(refused(bad), HasSubstr("record 2: The checksum of a record's content is wrong"));
    bad = good;
    bad[0] ^= 1;
    EXPECT_THAT(refused(bad), HasSubstr("record 1: The checksum of a record's length is wrong"));
    const std::string huge = little(std::uint64_t{1} << 60, 8);
    EXPECT_THAT(refused(good + huge + little(record_checksum(huge), 4)), HasSubstr("record 3: The record has more"));
    EXPECT_THAT(refused(good + framed("\x0a\xff\xff\xff\xff\x0f")), HasSubstr("record 3: The content is no event"));
    EXPECT_THAT(refused(good + event(-1, value("loss", simple(1)))), HasSubstr("The step -1 is out of range"));
    // What no run of our own can have is refused here, at its place, and not by the library later.
    EXPECT_THAT(refused(good + event(2'000'000'001, value("loss", simple(1)))),
                HasSubstr("The step 2000000001 is out of range"));
    EXPECT_EQ(refused(good.substr(0, good.size() - 3)), "taken") << "the training goes on, or was killed";
    EXPECT_FALSE(is_event_head("{\"kind\":\"header\""));
}

}  // namespace
}  // namespace mantissa
