// SPDX-License-Identifier: Apache-2.0
// A foreign run is a run: kept, read back, reported, exported and imported.
#include "engine/recording/import_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "engine/base/error.h"
#include "engine/report/csv.h"
#include "engine/report/html.h"
#include "tests/engine/recording/recording_testing.h"

namespace mantissa {
namespace {

using testing::HasSubstr;
using testing::Not;

class Importing : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() /
                  ("recording-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
        library_ = Library::open(folder_ / "runs.mantissa", Access::read_write);
    }
    void TearDown() override {
        library_.reset();
        std::filesystem::remove_all(folder_);
    }
    std::filesystem::path write(const std::string& name, const std::string& bytes) {
        std::ofstream(folder_ / name, std::ios::binary) << bytes;
        return folder_ / name;
    }
    std::filesystem::path folder_;
    std::unique_ptr<Library> library_;
};

TEST_F(Importing, ARecordingIsARunOfTheLibrary) {
    const RecordingImport result = import_recording(*library_, test::recording_path("mlp-skips"));
    EXPECT_EQ(result.steps, 80u);
    EXPECT_TRUE(result.ended);
    const RunSummary summary = library_->summary(result.run_id);
    EXPECT_EQ(summary.name, "MLP · mlp-skips");
    EXPECT_EQ(summary.precision, "FP16");
    EXPECT_EQ(summary.steps, 80u);
    EXPECT_EQ(summary.skipped, 6u);
    EXPECT_EQ(summary.outcome, run::RunFinished::COMPLETED);
    const auto read = library_->records(result.run_id);
    EXPECT_EQ(read.size(), test::records_of(test::recording_bytes("mlp-skips")).size());
}

TEST_F(Importing, AllThatShipAreTakenTwice) {
    for (const auto& entry : std::filesystem::directory_iterator(test::recording_path("x").parent_path())) {
        SCOPED_TRACE(entry.path().string());
        EXPECT_FALSE(import_recording(*library_, entry.path()).known);
        const RecordingImport again = import_recording(*library_, entry.path());
        EXPECT_TRUE(again.known);
        EXPECT_EQ(again.before, again.steps);
    }
    EXPECT_EQ(library_->runs().size(), 13u);
}

TEST_F(Importing, AFileThatGrewUnderAnotherNameAddsWhatIsNew) {
    const std::string bytes = test::recording_bytes("mlp-skips");
    const RecordingImport first = import_recording(*library_, write("some.jsonl", bytes.substr(0, bytes.size() / 2)));
    EXPECT_FALSE(first.ended);
    EXPECT_TRUE(first.partial);
    const RecordingImport second = import_recording(*library_, write("whole.jsonl", bytes));
    EXPECT_EQ(second.before, first.steps);
    EXPECT_EQ(library_->summary(second.run_id).steps, 80u);
    EXPECT_EQ(library_->records(second.run_id).size(), test::records_of(bytes).size());
}

TEST_F(Importing, OfADamagedFileAllOtherLinesAreKept) {
    std::string bytes = test::recording_bytes("mlp-skips");
    bytes.insert(bytes.find('\n', bytes.size() / 2) + 3, "\x01");
    const RecordingImport result = import_recording(*library_, write("run.jsonl", bytes));
    EXPECT_EQ(result.unread, 1u);
    EXPECT_THAT(result.first_unread, HasSubstr("run.jsonl, line "));
    EXPECT_TRUE(result.ended);
    EXPECT_EQ(result.steps, 80u);
    const std::string page = html_report(read_report(*library_, {result.run_id}));
    EXPECT_THAT(page, HasSubstr("of the recording cannot be read and is left out: "));
}

TEST_F(Importing, ARecordingWithOtherNumbersIsRefusedInWordsOfAnImport) {
    std::string bytes = test::recording_bytes("mlp-skips");
    import_recording(*library_, write("run.jsonl", bytes));
    const std::size_t loss = bytes.find("\"loss\":") + 7;
    bytes.replace(loss, 1, bytes[loss] == '7' ? "8" : "7");
    try {
        import_recording(*library_, write("changed.jsonl", bytes));
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.message().c_str(), "The library holds this run already, with other content");
        EXPECT_THAT(error.remedy(), HasSubstr("import it into another library"));
    }
}

TEST_F(Importing, WhereNoStepCanBeReadNothingIsKept) {
    const std::string bytes = test::recording_bytes("mlp-skips");
    try {
        import_recording(*library_, write("run.jsonl", bytes.substr(0, bytes.find('\n') + 1) + "{\n{\n"));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_data);
        EXPECT_THAT(error.place(), HasSubstr("run.jsonl, line "));
    }
    EXPECT_TRUE(library_->runs().empty());
}

TEST_F(Importing, ATrainingWithoutAStepYetIsRefusedPlainly) {
    const std::string bytes = test::recording_bytes("mlp-skips");
    try {
        import_recording(*library_, write("run.jsonl", bytes.substr(0, bytes.find('\n') + 1)));
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("no step yet"));
    }
}

TEST_F(Importing, AReportSaysWhatItIsAndWhatItLacks) {
    const RecordingImport result = import_recording(*library_, test::recording_path("hopeless-scale"));
    const std::string page = html_report(read_report(*library_, {result.run_id}));
    EXPECT_THAT(page, HasSubstr("GPT · hopeless-scale"));
    EXPECT_THAT(page, HasSubstr("PyTorch 2.15.0"));
    EXPECT_THAT(page, HasSubstr("The loss scale is below 1 and still falling"));
    EXPECT_THAT(page, HasSubstr("in_fp32(model.get_submodule(&quot;blocks.1.down&quot;))"));
    EXPECT_THAT(page, HasSubstr("A true zero cannot be told from a flushed one."));
    EXPECT_THAT(page, HasSubstr("<h3>The cause</h3>"));
    EXPECT_THAT(page, HasSubstr("blocks.1.down (Linear, FP16) made the first inf or NaN of the forward pass"));
    EXPECT_THAT(page, HasSubstr("only passed it on: blocks.1, norm, head."));
    EXPECT_THAT(page, HasSubstr("What the recording cannot tell:"));
    EXPECT_THAT(page, HasSubstr("no memory by category"));
    EXPECT_THAT(page, Not(HasSubstr("All settings")));
    EXPECT_THAT(page, Not(HasSubstr("To repeat it")));
    EXPECT_THAT(page, Not(HasSubstr("batch 64")));
    for (const char* unknown : {">model<", ">init_scale<", ">label_smoothing<"})
        EXPECT_THAT(page, Not(HasSubstr(unknown))) << "what the recording does not say differs from nothing";
    std::ostringstream table;
    write_runs_csv(table, *library_, {result.run_id});
    EXPECT_THAT(table.str(), Not(HasSubstr("mantissa-worker train")));
}

TEST_F(Importing, ItIsExportedAndTakenInElsewhere) {
    const RecordingImport result = import_recording(*library_, test::recording_path("three-tiers"));
    library_->export_runs({result.run_id}, folder_ / "handed.mantissa");
    const auto other = Library::open(folder_ / "other.mantissa", Access::read_write);
    EXPECT_EQ(other->import_runs(folder_ / "handed.mantissa").imported.size(), 1u);
    EXPECT_TRUE(other->details(result.run_id).started.has_foreign());
}

}  // namespace
}  // namespace mantissa
