// SPDX-License-Identifier: Apache-2.0
// A run that reaches its share of the disk: what is thinned, what stays, and that nothing else suffers.
#include "engine/store/run_share.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include "engine/store/library.h"
#include "engine/store/record_writer.h"
#include "tests/engine/store/store_testing.h"

namespace mantissa {
namespace {

using namespace testing;

run::Record histograms(const std::string& run_id, std::uint32_t at) {
    run::Record record;
    record.set_run_id(run_id);
    record.set_lane(0);
    record.set_step(at);
    run::Histogram& one = *record.mutable_histograms()->add_histograms();
    one.set_tensor("fc1.weight");
    one.set_role(run::ROLE_WEIGHT_GRADIENT);
    for (std::uint32_t bin = 0; bin < 96; ++bin) one.add_bins(1'000'000 + at + bin);
    return record;
}

std::vector<run::Record> stretch(const std::string& run_id, std::uint32_t first, std::uint32_t last) {
    std::vector<run::Record> all;
    for (std::uint32_t i = first; i <= last; ++i) {
        all.push_back(step(run_id, i));
        if (i % 30 == 0) all.push_back(histograms(run_id, i));
    }
    return all;
}

class RunShareTest : public ::testing::Test {
  protected:
    void begin() { library_->append({&(start_ = started(id_)), 1}); }
    void add(std::uint32_t first, std::uint32_t last) { library_->append(stretch(id_, first, last)); }
    std::vector<std::uint32_t> kept(std::uint32_t first = 0, std::uint32_t last = every_step) {
        std::vector<std::uint32_t> numbers;
        for (const run::Record& record : library_->records(id_, RecordKind::kStepDone, first, last))
            numbers.push_back(record.step());
        return numbers;
    }
    void expect_sound() {
        const LibraryCheck check = library_->check();
        EXPECT_TRUE(check.damage.empty()) << (check.damage.empty() ? "" : english(check.damage.front().what));
        EXPECT_NO_THROW(library_->records(id_));  // looks for missing rows
    }

    TemporaryFolder folder_;
    std::string id_ = make_ulid();
    run::Record start_;
    std::unique_ptr<Library> library_ = Library::open(folder_ / "runs.mantissa", Access::read_write);
};

TEST_F(RunShareTest, ThinningKeepsWhatStandsOut) {
    begin();
    add(1, 2048);
    const std::uint64_t before = library_->bytes_of_run(id_);
    library_->thin(id_, 0, 1024);
    EXPECT_LT(library_->bytes_of_run(id_), before * 3 / 4);
    const std::vector<std::uint32_t> old = kept(0, 1023);
    EXPECT_LE(old.size(), 1024u * 6 / 16);
    for (std::uint32_t skipped = 50; skipped < 1024; skipped += 50)  // as step() has them
        EXPECT_TRUE(std::find(old.begin(), old.end(), skipped) != old.end()) << skipped;
    float least = 1e9f;
    for (const run::Record& record : library_->records(id_, RecordKind::kStepDone, 0, 1023))
        least = std::min(least, record.step_done().loss());
    EXPECT_EQ(least, step(id_, 96).step_done().loss());
    EXPECT_EQ(kept(1024, 2048).size(), 1025u);  // the rest is as it was
    EXPECT_EQ(library_->steps_with(id_, RecordKind::kHistograms).size(), 34u / 2 + 34u);
    expect_sound();
    EXPECT_EQ(library_->steps_kept(id_), 2048u);
    library_->thin(id_, 0, 1024);  // and again
    EXPECT_LT(kept(0, 1023).size(), old.size());
    expect_sound();
}

TEST_F(RunShareTest, TheSeriesGoOnCoveringEveryStep) {
    begin();
    add(0, 8191);
    std::map<std::size_t, std::vector<SeriesNode>> before;
    const std::vector<std::size_t> points{1, 7, 31, 100, 500};
    for (const std::size_t n : points) before[n] = library_->series(id_, 0, Field::loss, 0, 8191, n);
    library_->thin(id_, 0, 4096);
    for (const std::size_t n : points) {
        const std::vector<SeriesNode> after = library_->series(id_, 0, Field::loss, 0, 8191, n);
        std::uint32_t steps = 0, last = 0;
        float least = 1e9f, greatest = -1e9f;
        for (const SeriesNode& node : after) {
            EXPECT_TRUE(steps == 0 || node.first_step > last) << node.first_step;
            last = node.last_step;
            steps += node.finite;
            least = std::min(least, node.min);
            greatest = std::max(greatest, node.max);
        }
        std::uint32_t all = 0;
        for (const SeriesNode& node : before[n]) all += node.finite;
        EXPECT_EQ(steps, all) << n;
        EXPECT_EQ(least, step(id_, 96).step_done().loss());
        EXPECT_EQ(greatest, step(id_, 97).step_done().loss());
    }
}

TEST_F(RunShareTest, AStepThatWasThinnedOutIsNotTakenInAgain) {
    begin();
    add(1, 1024);
    library_->thin(id_, 0, 512);
    const std::vector<std::uint32_t> before = kept();
    const std::uint32_t skipped = library_->summary(id_).skipped;
    add(200, 1024);  // a resume from an old checkpoint
    EXPECT_EQ(kept(), before);
    EXPECT_EQ(library_->summary(id_).skipped, skipped);
    expect_sound();
    add(1025, 1100);
    EXPECT_EQ(kept(1025).size(), 76u);
}

TEST_F(RunShareTest, AThinnedRunIsExportedAndImported) {
    begin();
    add(1, 1024);
    library_->thin(id_, 0, 512);
    library_->export_runs({id_}, folder_ / "out.mantissa");
    const auto other = Library::open(folder_ / "other.mantissa", Access::read_write);
    EXPECT_EQ(other->import_runs(folder_ / "out.mantissa").imported.size(), 1u);
    EXPECT_EQ(as_bytes(other->records(id_)), as_bytes(library_->records(id_)));
    EXPECT_EQ(library_->import_runs(folder_ / "out.mantissa").equal.size(), 1u);
    EXPECT_TRUE(other->check().damage.empty());
}

TEST_F(RunShareTest, AWriterKeepsEachRunWithinItsShare) {
    library_.reset();
    std::vector<std::string> told;
    {
        RecordWriter::Callbacks callbacks;
        callbacks.on_thinned = [&](const run::Record& record) { told.push_back(record.event().text()); };
        RecordWriter writer(Library::open(folder_ / "runs.mantissa", Access::read_write), callbacks,
                            std::chrono::milliseconds(0));
        writer.set_run_share(RunShare::least_bytes);
        writer.push({started(id_)});
        for (std::uint32_t first = 1; first < 200'000; first += 2000) {
            writer.push(stretch(id_, first, first + 1999));
            writer.flush();
        }
    }
    library_ = Library::open(folder_ / "runs.mantissa", Access::read_write);
    EXPECT_LT(library_->bytes_of_run(id_), RunShare::least_bytes * 5 / 4);
    ASSERT_FALSE(told.empty());
    EXPECT_THAT(told.front(), ::testing::HasSubstr("its share of the disk (16 MiB)"));
    const std::vector<run::Record> events = library_->records(id_, RecordKind::kEvent);
    ASSERT_EQ(events.size(), told.size());
    EXPECT_EQ(events.front().event().kind(), run::EventRecord::NOTICE);
    EXPECT_EQ(kept(200'000 - RunShare::newest_steps).size(), RunShare::newest_steps + 1);  // the newest are whole
    EXPECT_EQ(library_->steps_kept(id_), 200'000u);
    expect_sound();
}

TEST_F(RunShareTest, BelowItsShareNothingIsThinned) {
    begin();
    RunShare share;
    const std::vector<run::Record> records = stretch(id_, 1, 40'000);
    library_->append(records);
    share.after_append(*library_, records);
    EXPECT_EQ(kept().size(), 40'000u);
}

}  // namespace
}  // namespace mantissa
