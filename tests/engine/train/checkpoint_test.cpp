// SPDX-License-Identifier: Apache-2.0
// A run that goes on from its file on a fresh device is, bit for bit and record for record, the run that never stopped;
// and no damaged file is taken for a checkpoint.
#include "engine/train/checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <fstream>
#include <iostream>

#include "engine/base/error.h"
#include "engine/base/sha256.h"
#include "engine/base/ulid.h"
#include "engine/store/library.h"
#include "engine/store/record_key.h"
#include "engine/train/checkpoint_keeper.h"
#include "engine/train/checkpoint_message.h"
#include "tests/engine/train/train_testing.h"
#include "tests/fuzz/mutate.h"
#include "tests/support/file_limit.h"
#include "tests/support/files.h"

namespace mantissa {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class CheckpointTest : public testing::Test {
  protected:
    CheckpointTest() : folder_(std::filesystem::temp_directory_path() / ("mantissa-checkpoint-" + make_ulid())) {
        std::filesystem::create_directory(folder_);
    }
    ~CheckpointTest() override {
        std::error_code ignored;
        std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, ignored);
        std::filesystem::remove_all(folder_, ignored);
    }
    std::filesystem::path file(const std::string& name = "a.checkpoint") const { return folder_ / name; }

    std::filesystem::path folder_;
};

/// A lane whose run id is a real one, as the library and the folder want it.
struct TestRun {
    std::unique_ptr<Device> device;
    DeviceData data;
    Collector sink;
    Trainer trainer;

    TestRun(std::unique_ptr<Device> on, const Dataset& set, const run::RunConfig& config, const std::string& id)
        : device(std::move(on)), data(*device, set), trainer(*device, data, set, config, sink, id, 0) {}
    void steps(int count) {
        for (int i = 0; i < count; ++i) trainer.step();
    }
};

/// Writes `checkpoint` where its folder wants it and then throws away what is too old or too much, as the keeper does.
void keep(const CheckpointFolder& folder, const Checkpoint& checkpoint) {
    folder.prepare(checkpoint).put_in_place();
    folder.prune({&checkpoint.run_id, 1});
}

/// The records from `step` on (exclusively) as the library compares them, timings left out.
std::vector<std::string> facts(const std::vector<run::Record>& records, std::uint32_t step) {
    std::vector<std::string> result;
    for (const run::Record& record : records)
        if (record.step() > step) result.push_back(describe(record) + ": " + comparable(record));
    return result;
}

run::RunConfig live_change() {
    run::RunConfig change;
    change.set_batch(10);  // can be divided over the ranks of each case
    change.set_lr(0.004);
    return change;
}

std::vector<ConfigCase> cases() {
    std::vector<ConfigCase> cases = config_cases();
    cases.push_back(
        {"bf16, nothing narrow but the products", small_config([](run::RunConfig& c) { c.set_precision(run::BF16); })});
    for (ConfigCase& c : cases) {
        c.config.set_histogram_interval(3);
        c.config.set_shadow_interval(6);
        c.config.set_eval_interval(4);
        c.config.set_steps(40);
    }
    return cases;
}

TEST_F(CheckpointTest, GoingOnFromTheFileIsNeverHavingStopped) {
    const Dataset classes = small_dataset();
    for (const ConfigCase& c : cases()) {
        const bool classifies = c.config.task() == run::CLASSIFY;
        const Dataset others = classifies ? Dataset{} : with_task(classes, c.config);
        const Dataset& dataset = classifies ? classes : others;
        for (const bool fast : {false, true})
            for (const std::uint32_t stop :
                 {6u, 23u}) {  // in the first epoch of ten steps; in mid-epoch, batch changed
                SCOPED_TRACE(c.name + (fast ? " on the cpu" : " on the reference") + ", step " + std::to_string(stop));
                const auto device = [fast] { return fast ? fast_device() : reference(); };
                const std::string id = make_ulid();
                const auto until = [&](TestRun& run, std::uint32_t to) {
                    while (run.trainer.steps_done() < to) {
                        if (run.trainer.steps_done() == 9) run.trainer.change(live_change());
                        run.trainer.step();
                    }
                };
                TestRun whole(device(), dataset, c.config, id);
                whole.trainer.begin();
                until(whole, 40);
                const run::RunFinished end = whole.trainer.finish(run::RunFinished::COMPLETED);
                {
                    TestRun first(device(), dataset, c.config, id);
                    first.trainer.begin();
                    until(first, stop);
                    write_checkpoint(file(), checkpoint_of(first.trainer, first.sink));
                }
                const Checkpoint checkpoint = read_checkpoint(file());
                TestRun second(device(), dataset, checkpoint.snapshot.config, checkpoint.run_id);
                second.trainer.resume(checkpoint.snapshot, checkpoint.started);
                ASSERT_EQ(second.trainer.steps_done(), stop);
                until(second, 40);
                const run::RunFinished resumed = second.trainer.finish(run::RunFinished::COMPLETED);
                EXPECT_EQ(resumed.weights_sha256(), end.weights_sha256());
                EXPECT_EQ(comparable(second.sink.records.front()), comparable(whole.sink.records.front()));
                EXPECT_EQ(facts(second.sink.records, stop), facts(whole.sink.records, stop));
                EXPECT_EQ(second.trainer.snapshot().parameters, whole.trainer.snapshot().parameters);
            }
    }
}

TEST_F(CheckpointTest, TheLibraryTakesTheRepeatOfWhatItHas) {
    const Dataset dataset = small_dataset();
    run::RunConfig config = cases()[2].config;  // FP16 whose dynamic scale moves
    const std::string id = make_ulid();
    TestRun run(fast_device(), dataset, config, id);
    run.trainer.begin();
    run.steps(11);
    write_checkpoint(file(), checkpoint_of(run.trainer, run.sink));
    run.steps(14);  // beyond the checkpoint, then killed
    const auto library = Library::open(file("library.mantissa"), Access::read_write);
    library->append(run.sink.records);

    const Checkpoint checkpoint = read_checkpoint(file());
    TestRun resumed(fast_device(), dataset, checkpoint.snapshot.config, id);
    resumed.trainer.resume(checkpoint.snapshot, checkpoint.started);
    resumed.trainer.emit_event(run::EventRecord::RESUMED_FROM_CHECKPOINT, "goes on");
    resumed.steps(29);
    resumed.trainer.finish(run::RunFinished::COMPLETED);
    library->append(resumed.sink.records);  // throws where a repeat differs
    EXPECT_EQ(library->records(id, RecordKind::kStepDone).size(), 40u);
    EXPECT_EQ(library->records(id, RecordKind::kStarted).size(), 1u);
    EXPECT_EQ(library->summary(id).outcome, run::RunFinished::COMPLETED);

    // What differs would be refused: the comparison is not empty.
    std::vector<run::Record> other(resumed.sink.records.end() - 3, resumed.sink.records.end());
    for (run::Record& record : other)
        if (record.has_evaluated()) record.mutable_evaluated()->set_accuracy(0.123f);
    EXPECT_THROW(library->append(other), Error);
}

TEST_F(CheckpointTest, RecordsThatMayBeLostTravelWithIt) {
    const Dataset dataset = small_dataset();
    class Forgetful final : public RecordSink {
      public:
        void accept(const run::Record& record) override { records.push_back(record); }
        std::vector<run::Record> unsettled(const std::string& run_id) override {
            std::vector<run::Record> result;
            for (const run::Record& record : records)
                if (record.run_id() == run_id && record.step() > 3) result.push_back(record);
            return result;
        }
        std::vector<run::Record> records;
    } sink;
    const auto device = reference();
    const DeviceData data(*device, dataset);
    Trainer trainer(*device, data, dataset, small_config(), sink, "test", 0);
    trainer.begin();
    for (int i = 0; i < 6; ++i) trainer.step();
    write_checkpoint(file(), checkpoint_of(trainer, sink));
    const Checkpoint checkpoint = read_checkpoint(file());
    EXPECT_EQ(facts(checkpoint.unsettled, 0), facts(sink.records, 3));
}

TEST_F(CheckpointTest, AnAbandonedEvaluationIsMadeUpForAfterTheResume) {
    const Dataset dataset = small_dataset();
    run::RunConfig config = small_config();
    config.set_steps(10);  // an epoch: evaluated on everything at its end
    const std::string id = make_ulid();
    TestRun whole(reference(), dataset, config, id);
    whole.trainer.begin();
    whole.steps(10);
    whole.trainer.finish(run::RunFinished::COMPLETED);

    TestRun first(reference(), dataset, config, id);
    first.trainer.begin();
    first.steps(9);
    first.trainer.set_poll([] { return true; });
    first.steps(1);
    const run::RunFinished stopped = first.trainer.finish(run::RunFinished::COMPLETED);
    EXPECT_EQ(stopped.outcome(), run::RunFinished::STOPPED);
    for (const run::Record& record : first.sink.records) EXPECT_FALSE(record.has_evaluated());
    write_checkpoint(file(), checkpoint_of(first.trainer, first.sink));

    const Checkpoint checkpoint = read_checkpoint(file());
    TestRun second(reference(), dataset, config, id);
    second.trainer.resume(checkpoint.snapshot, checkpoint.started);
    EXPECT_TRUE(second.trainer.evaluate_at_end());
    second.trainer.finish(run::RunFinished::COMPLETED);
    std::vector<run::Record> all = first.sink.records;
    all.pop_back();  // that it was stopped
    all.insert(all.end(), second.sink.records.begin() + 1, second.sink.records.end());
    EXPECT_EQ(facts(all, 0), facts(whole.sink.records, 0));
}

void put(const std::filesystem::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

/// What reading says, empty where it reads.
std::string refusal(const std::filesystem::path& file) {
    try {
        read_checkpoint(file);
        return {};
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_data) << error.what();
        EXPECT_THAT(error.place(), HasSubstr(file.string()));
        EXPECT_FALSE(error.remedy().empty());
        return error.what();
    }
}

TEST_F(CheckpointTest, DamagedFilesAreRefused) {
    const Dataset dataset = small_dataset();
    Lane lane(reference(), dataset, small_config([](run::RunConfig& c) { c.set_width(4); }));
    lane.steps(3);
    const CheckpointFile written = write_checkpoint(file(), checkpoint_of(lane.trainer, lane.sink));
    const std::string original = contents(file());
    EXPECT_EQ(written.bytes, original.size());
    EXPECT_EQ(written.sha256, sha256_hex(std::as_bytes(std::span(original))));
    EXPECT_EQ(refusal(file()), "");
    const auto damaged = [&](std::size_t at, char to) {
        std::string bytes = original;
        bytes.at(at) = to;
        put(file(), bytes);
        return refusal(file());
    };
    EXPECT_THAT(damaged(3, 'x'), HasSubstr("not a checkpoint"));
    EXPECT_THAT(damaged(16, 9), AllOf(HasSubstr("version 9"), HasSubstr("version 1"), HasSubstr("byte 16")));
    EXPECT_THAT(damaged(31, 0x7f), HasSubstr("parts"));  // more than the file holds: nothing is allocated
    EXPECT_THAT(damaged(original.size() / 2, static_cast<char>(original[original.size() / 2] ^ 1)),
                HasSubstr("SHA-256"));
    std::string sparse = original.substr(0, 40 + 600);  // costs no disk, and must cost no memory
    const std::uint64_t size = std::uint64_t{1} << 50, state = size - 40 - 64, none = 0;
    std::memcpy(sparse.data() + 24, &none, sizeof none);
    std::memcpy(sparse.data() + 32, &state, sizeof state);
    put(file(), sparse);
    std::error_code not_here;
    std::filesystem::resize_file(file(), size, not_here);
    if (not_here)
        std::cerr << "No file of 2^50 bytes here: " << not_here.message() << "; not tried.\n";
    else
        EXPECT_THAT(refusal(file()), HasSubstr("memory"));
    put(file(), original.substr(0, original.size() - 1));
    EXPECT_THAT(refusal(file()), HasSubstr("cut short"));
    put(file(), "");
    EXPECT_THAT(refusal(file()), HasSubstr("too short"));
    std::filesystem::create_directory(file("folder"));
    EXPECT_THAT(refusal(file("folder")), HasSubstr("too short"));

    // Every variant differs from the original or is refused; with its hash mended it is read or refused, never worse.
    const fuzz::Bytes bytes(original.begin(), original.end());
    fuzz::Mutator mutator(11);
    int read = 0, refused = 0;
    for (std::uint32_t number = 0; number < 600; ++number) {
        const fuzz::Bytes variant = mutator.variant(bytes, number);
        std::string text(variant.begin(), variant.end());
        put(file(), text);
        if (text != original) {
            EXPECT_NE(refusal(file()), "") << "variant " << number;
        }
        // Most of the file are weights: the mended ones are damaged in what comes before.
        std::string front = original.substr(0, 40 + 600);
        const fuzz::Bytes damage = mutator.variant(fuzz::Bytes(front.begin(), front.end()), number);
        text = std::string(damage.begin(), damage.end()) + original.substr(front.size());
        if (text.size() >= 64 + 40) {
            text.resize(text.size() - 64);
            text += sha256_hex(std::as_bytes(std::span(text)));
        }
        put(file(), text);
        (refusal(file()).empty() ? read : refused) += 1;
    }
    EXPECT_GT(read, 5);
    EXPECT_GT(refused, 200);
}

TEST_F(CheckpointTest, HostileContentIsRefused) {
    const Dataset dataset = small_dataset();
    Lane lane(reference(), dataset, small_config());
    lane.steps(3);
    const Checkpoint good = checkpoint_of(lane.trainer, lane.sink);
    const auto said = [&](const std::function<void(checkpoint::Description&)>& edit) {
        checkpoint::Description description = describe(good);
        edit(description);
        try {
            checkpoint_from(description, "here");
            return std::string();
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::bad_data);
            EXPECT_EQ(error.place(), "here");
            return std::string(error.what());
        }
    };
    EXPECT_EQ(said([](auto&) {}), "");
    EXPECT_THAT(said([](auto& d) { d.set_run_id("other"); }), HasSubstr("run"));
    EXPECT_THAT(said([](auto& d) { d.set_scale(-1); }), HasSubstr("scale"));
    EXPECT_EQ(said([](auto& d) { d.set_scale(0); }), "") << "where a dynamic scale without a floor ends";
    EXPECT_THAT(said([](auto& d) { d.set_index(-1); }), HasSubstr("data"));
    EXPECT_THAT(said([](auto& d) { d.mutable_config()->set_batch(0); }), HasSubstr("batch"));
    EXPECT_THAT(said([](auto& d) { d.mutable_totals()->add_layers()->set_role(9); }), HasSubstr("role"));
    EXPECT_THAT(said([](auto& d) {
                    d.add_unsettled()->set_run_id("other");
                    d.mutable_unsettled(0)->mutable_step_done();
                }),
                HasSubstr("record"));
    // What fits no network is refused by the trainer, with nothing of its own changed.
    Checkpoint wrong = good;
    wrong.snapshot.parameters.pop_back();
    const std::string before = lane.hash();
    EXPECT_THROW(lane.trainer.restore(wrong.snapshot), Error);
    EXPECT_EQ(lane.hash(), before);
}

TEST_F(CheckpointTest, OtherDataAreRefusedAndAnotherDeviceIsTold) {
    Dataset dataset = small_dataset();
    Lane lane(reference(), dataset, small_config());
    Checkpoint checkpoint = checkpoint_of(lane.trainer, lane.sink);
    EXPECT_NO_THROW(check_data(checkpoint, dataset));
    dataset.sha256 = "other";
    EXPECT_THROW(check_data(checkpoint, dataset), Error);
    DeviceDescription device = lane.device->describe();
    EXPECT_EQ(english(resume_phrase(checkpoint, device)), "continues from the checkpoint of step 0");
    device.times_convolutions = true;
    EXPECT_EQ(english(resume_phrase(checkpoint, device)), "continues from the checkpoint of step 0") << "it has none";
    Checkpoint convolutions = checkpoint;
    convolutions.snapshot.config.set_model(run::CNN);
    EXPECT_THAT(english(resume_phrase(convolutions, device)), AllOf(HasSubstr("bits may differ"), HasSubstr("timed")));
    device.text += ", 3 threads";
    EXPECT_THAT(english(resume_phrase(checkpoint, device)),
                AllOf(HasSubstr("bits may differ"), HasSubstr("3 threads")));
}

TEST_F(CheckpointTest, AFailedWriteLeavesTheOldOneAndTheTrainingGoesOn) {
    const Dataset dataset = small_dataset();
    run::RunConfig config = small_config();
    config.set_checkpoint_interval(2);
    TestRun run(reference(), dataset, config, make_ulid());
    CheckpointKeeper keeper(file("state"), run.sink);
    run.trainer.begin();
    keeper.write(std::array{&run.trainer});
    {
        const FileLimit nothing_fits(100);
        for (int i = 0; i < 6; ++i) {
            run.trainer.step();
            keeper.stepped(run.trainer);
        }
        EXPECT_THROW(keeper.write(std::array{&run.trainer}), Error);
    }
    EXPECT_EQ(run.trainer.steps_done(), 6u);
    EXPECT_EQ(keeper.folder().read(run.trainer.run_id()).snapshot.step, 0u);
    const std::filesystem::directory_iterator left(file("state"));
    EXPECT_EQ(std::distance(begin(left), end(left)), 1) << "the old one alone, no part of a new one";
    const auto told = run.sink.events(run::EventRecord::NOTICE);
    ASSERT_EQ(told.size(), 1u);  // once, not at 4 and 6 again
    EXPECT_EQ(told[0].step(), 2u);
    EXPECT_THAT(told[0].event().text(), AllOf(HasSubstr("continues"), HasSubstr("state")));
    keeper.write(std::array{&run.trainer});
    EXPECT_EQ(keeper.folder().read(run.trainer.run_id()).snapshot.step, 6u);
}

TEST_F(CheckpointTest, AFolderThatCannotBeIsToldOnce) {
    put(file("state"), "a file");
    const Dataset dataset = small_dataset();
    run::RunConfig config = small_config();
    config.set_checkpoint_interval(2);
    TestRun run(reference(), dataset, config, make_ulid());
    CheckpointKeeper keeper(file("state"), run.sink);
    run.trainer.begin();
    for (int i = 0; i < 6; ++i) {
        run.trainer.step();
        keeper.stepped(run.trainer);
    }
    EXPECT_EQ(run.sink.events(run::EventRecord::NOTICE).size(), 1u);
    EXPECT_THROW(keeper.write(std::array{&run.trainer}), Error);
}

TEST_F(CheckpointTest, TogetherTheyStayBelowTheirLimit) {
    const CheckpointFolder folder(folder_);
    const std::string older = make_ulid(), newer = make_ulid();
    const auto now = std::filesystem::file_time_type::clock::now();
    for (const auto& [id, hours] : {std::pair(older, 2), std::pair(newer, 1)}) {
        put(folder.file_of(id), "");
        std::filesystem::resize_file(folder.file_of(id),
                                     CheckpointFolder::most_bytes / 2 + 1);  // sparse: takes no space
        std::filesystem::last_write_time(folder.file_of(id), now - std::chrono::hours(hours));
    }
    const Dataset dataset = small_dataset();
    TestRun run(reference(), dataset, small_config(), make_ulid());
    run.trainer.begin();
    keep(folder, checkpoint_of(run.trainer, run.sink));
    EXPECT_FALSE(std::filesystem::exists(folder.file_of(older)));
    EXPECT_TRUE(std::filesystem::exists(folder.file_of(newer)));
    EXPECT_TRUE(std::filesystem::exists(folder.file_of(run.trainer.run_id())));
}

TEST_F(CheckpointTest, OnePerRunAtItsIntervalAndNoneAfterItsEnd) {
    const Dataset dataset = small_dataset();
    run::RunConfig config = small_config();
    config.set_checkpoint_interval(4);
    config.set_steps(11);
    const std::string id = make_ulid();
    TestRun run(reference(), dataset, config, id);
    CheckpointKeeper keeper(folder_ / "made", run.sink);
    run.trainer.begin();
    EXPECT_THROW(keeper.folder().read(id), Error);
    while (!run.trainer.finished()) {
        run.trainer.step();
        keeper.stepped(run.trainer);
        const std::uint32_t done = run.trainer.steps_done();
        if (done >= 4) {
            EXPECT_EQ(keeper.folder().read(id).snapshot.step, done / 4 * 4);
        }
    }
    std::vector<std::uint32_t> told;
    for (const run::Record& record : run.sink.records)
        if (record.has_checkpoint()) {
            told.push_back(record.step());
            EXPECT_EQ(record.checkpoint().path(), keeper.folder().file_of(id).string());
            EXPECT_FALSE(record.checkpoint().host().empty());
        }
    EXPECT_EQ(told, (std::vector<std::uint32_t>{4, 8}));
    keeper.ending(run.trainer, run::RunFinished::COMPLETED);
    EXPECT_NO_THROW(keeper.folder().read(id));  // until the records of the end are safe
    keeper.forget_completed();
    EXPECT_THROW(keeper.folder().read(id), Error);
    EXPECT_TRUE(std::filesystem::is_empty(folder_ / "made"));  // no temporary file either
}

TEST_F(CheckpointTest, NamesAreIdsOnlyAndOldFilesGo) {
    const CheckpointFolder folder(folder_);
    for (const char* id : {"", "..", "../../etc/passwd", "01arz3ndektsv4rrffq69g5fav/"}) {
        EXPECT_THROW(folder.file_of(id), Error) << id;
        EXPECT_THROW(folder.read(id), Error) << id;
    }
    const Dataset dataset = small_dataset();
    const run::RunConfig config = small_config();
    std::vector<std::string> ids;
    const auto now = std::filesystem::file_time_type::clock::now();
    for (std::size_t i = 0; i < CheckpointFolder::most_files + 3; ++i) {
        ids.push_back(make_ulid());
        put(folder.file_of(ids.back()), "old");
        std::filesystem::last_write_time(folder.file_of(ids.back()),
                                         now - std::chrono::hours(2) * (CheckpointFolder::most_files + 3 - i));
    }
    put(file("note.txt"), "a person's");
    const std::filesystem::path left = folder_ / (make_ulid() + ".partial");
    put(left, "half");
    std::filesystem::last_write_time(left, now - std::chrono::hours(48));
    TestRun run(reference(), dataset, config, make_ulid());
    run.trainer.begin();
    keep(folder, checkpoint_of(run.trainer, run.sink));
    EXPECT_FALSE(std::filesystem::exists(left));
    EXPECT_TRUE(std::filesystem::exists(file("note.txt")));
    EXPECT_TRUE(std::filesystem::exists(folder.file_of(run.trainer.run_id())));
    for (std::size_t i = 0; i < ids.size(); ++i)
        EXPECT_EQ(std::filesystem::exists(folder.file_of(ids[i])), i >= 4) << i;
}

}  // namespace
}  // namespace mantissa
