// SPDX-License-Identifier: Apache-2.0
// --test-examples: a run that is tested on a part of the test set.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/run/json.h"
#include "tests/worker/json_object.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

/// Fewer test examples than the set has: no bit of the run is another, and every place that shows the result says of
/// how many it is.
TEST(TestExamples, AResultOnAPartOfTheTestSetSaysSo) {
    const std::vector<std::string> train{
        "train", "--depth", "1", "--width", "8", "--batch", "32", "--steps", "2", "--train-eval-images", "500"};
    const auto records = [&](const char* examples) {
        return run_worker(with(train, {"--test-examples", examples, "--library", "none", "--json"}));
    };
    const auto images = [](const ProgramResult& result) {
        std::set<std::uint32_t> counts;
        const std::vector<std::string> lines = result.lines();
        for (std::size_t i = 0; i + 1 < lines.size(); ++i) {  // the last one sums up
            run::Record record;
            from_json(lines[i], record, "a line");
            if (record.has_evaluated() && !record.evaluated().training_set() && record.evaluated().complete())
                counts.insert(record.evaluated().images());
        }
        return counts;
    };
    const ProgramResult all = records("0"), few = records("300");
    EXPECT_THAT(images(all), testing::ElementsAre(10000u));
    EXPECT_THAT(images(few), testing::ElementsAre(300u));
    EXPECT_EQ(last_line(all).weights_sha256(), last_line(few).weights_sha256());
    EXPECT_NE(last_line(all).test_accuracy(), last_line(few).test_accuracy());
    const TemporaryFolder folder;
    const std::vector<std::string> library{"--library", folder / "runs.sqlite"};
    const ProgramResult told = run_worker(with(with(train, {"--test-examples", "300"}), library));
    EXPECT_THAT(told.out, HasSubstr(" % on 300 test images   train "));
    EXPECT_THAT(run_worker(with({"runs"}, library)).out, HasSubstr(", tested on 300 test images"));
    const std::string run = told.lines()[0].substr(std::string("run ").size());
    const ProgramResult page = run_worker(with({"report", run, "--output", "-"}, library));
    EXPECT_THAT(page.out, HasSubstr(" % on 300 test images")) << page.err;
    const ProgramResult many = records("10001");
    EXPECT_EQ(many.exit_code, 2);
    EXPECT_THAT(many.err, HasSubstr("the test set has 10000 examples"));
}

/// What is measured there has a test set of its own, of one image.
TEST(TestExamples, AMeasurementOfStepsHasNoneOfThem) {
    const ProgramResult result =
        run_worker({"decide", "--seconds", "0.05", "--depth", "1", "--width", "8", "--test-examples", "300"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
}

}  // namespace
}  // namespace mantissa
